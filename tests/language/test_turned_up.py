"""The phrases about what is turned up beside the lots, kept on pieces, counted and compared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from homesteaders_rules.commands.amounts import (
    Bundle,
    Count,
    GoodCount,
    Half,
    HereCount,
    Item,
    Number,
    Per,
    PieceCount,
    SumCount,
    TallyCount,
    TheBid,
    TrackCount,
)
from homesteaders_rules.commands.conditions import (
    Both,
    Built,
    Condition,
    Declined,
    Has,
    Not,
    OptionIs,
    Players,
    TurnedUp,
)
from homesteaders_rules.commands.control import Choose, If, May, Nothing, Sequence
from homesteaders_rules.commands.counting.comparing import Extreme
from homesteaders_rules.commands.definitions.course import Action, Hook
from homesteaders_rules.commands.definitions.definition import (
    ALSO_GIVES,
    Clause,
    Exchange,
    Needs,
    NotOffered,
    Score,
    Substitution,
    Tally,
    Trigger,
)
from homesteaders_rules.commands.definitions.exchanges import Window
from homesteaders_rules.commands.definitions.occasions import Occasion
from homesteaders_rules.commands.definitions.pieces import Piece, Sort
from homesteaders_rules.commands.effects import Effect
from homesteaders_rules.commands.goods import Gain, Pay, PayTo
from homesteaders_rules.commands.repetition import EachPlayer, Times
from homesteaders_rules.mechanisms.auction.commands import UsePiece
from homesteaders_rules.mechanisms.auction.conditions import ThisLot
from homesteaders_rules.mechanisms.auction.winning import EachWinner
from homesteaders_rules.mechanisms.parts import AnyOrder, Part
from homesteaders_rules.mechanisms.piles.commands import Build, BuildSame, Layer, Stack
from homesteaders_rules.mechanisms.storage import Put, TakeFrom
from homesteaders_rules.mechanisms.tracks import MoveOn, TakeReward
from homesteaders_rules.rules import Rules
from language.texts import WEATHER, codes, compiled, hooked, orchard


def some(**goods: int) -> Bundle:
    return Bundle(tuple(Item(Number(number), good) for good, number in goods.items()))


def per(each: int, count: Count, good: str) -> Bundle:
    return Bundle((Item(Per(each, count), good),))


COIN = Gain(some(coin=1))
STAR = Gain(some(star=1))
LATE = PieceCount("tree", ("late",))


def with_weather(folder: Path, text: str) -> Rules:
    rules, diagnostics = orchard(folder, f"{WEATHER}\n{text}")
    assert rules is not None, "\n".join(map(str, diagnostics))
    return rules


def with_weather_hooked(folder: Path, phrases: Iterable[str]) -> list[Effect]:
    """What each phrase is compiled to, all of them in one text."""
    hooks = hooked(folder, [f"after fair: {phrase}" for phrase in phrases], WEATHER)
    return [hook.effect for hook in hooks]


EFFECTS: dict[str, Effect] = {
    # stacks
    "stack Sky face up": Stack("Sky", True),
    "stack Sky face down": Stack("Sky", False, (), True),
    "shuffle Sky face down": Stack("Sky", False, (), True),
    "shuffle Sky face up": Stack("Sky", True, (), True),
    "shuffle Sky face up: 2 grey on white": Stack(
        "Sky", True, (Layer("grey", 2), Layer("white")), True
    ),
    "use the cloud": UsePiece("cloud"),
    # orders
    "4 times: gain 1 coin": Times(4, COIN),
    "each player, in secret: gain 1 coin": EachPlayer(COIN, None, True),
    "each player, from the start player, in secret: gain 1 coin": EachPlayer(COIN, None, True),
    "each player with the most coins: gain 1 star": EachPlayer(
        STAR, Extreme(True, GoodCount("coin"))
    ),
    "each player with the fewest late trees, in secret: gain 1 star": EachPlayer(
        STAR, Extreme(False, LATE), True
    ),
    "each player with the most apples and pears, at least 2: gain 1 star": EachPlayer(
        STAR, Extreme(True, SumCount((GoodCount("apple"), GoodCount("pear"))), 2)
    ),
    "each player with the most Path: gain 1 star": EachPlayer(
        STAR, Extreme(True, TrackCount("Path"))
    ),
    "each player with the most crop: gain 1 star": EachPlayer(
        STAR, Extreme(True, TallyCount("crop"))
    ),
    # goods
    "gain 1 coin per crop": Gain(per(1, TallyCount("crop"), "coin")),
    "gain 2 coins per Path": Gain(per(2, TrackCount("Path"), "coin")),
    "gain 2 of each fruit": Gain(some(apple=2, pear=2)),
    "pay 1 coin per note, counted first": Pay(per(1, GoodCount("note"), "coin"), True),
    "may pay 1 apple to be allowed to build any": May(PayTo(some(apple=1), May(Build("tree")))),
    "may pay 1 apple to be allowed to build early or late": May(
        PayTo(some(apple=1), May(Build("tree", ("early", "late"))))
    ),
    "may pay 1 apple to build early or late or gain 1 coin": May(
        Choose((PayTo(some(apple=1), Build("tree", ("early", "late"))), COIN))
    ),
    "trade freely, also sell freely": Window(("sell freely",)),
    # tracks
    "move Path on": MoveOn("Path"),
    "take a reward of Path": TakeReward("Path"),
}


def test_effects(tmp_path: Path) -> None:
    assert with_weather_hooked(tmp_path, EFFECTS) == [*EFFECTS.values()]


WINNERS: dict[str, Effect] = {
    "collect what the cloud also gives": UsePiece("cloud", ALSO_GIVES),
    "use the stall, for 1 fruit less": UsePiece("stall", "", 1, ("apple", "pear")),
    "use the stall, for 2 coins less": UsePiece("stall", "", 2, ("coin",)),
    "use the stall, for up to 2 coins less": UsePiece("stall", "", 2, ("coin",), True),
    "pay half of the bid in coins, rounded down": Pay(Bundle((Item(Half(TheBid()), "coin"),))),
    "may build the same": May(BuildSame("tree", "stall")),
    "if this is stall 2: gain 1 coin": If(ThisLot("stall", 2), COIN),
    "if you built nothing: gain 1 coin": If(Not(Built()), COIN),
    "if you did not build: gain 1 coin": If(Not(Built()), COIN),
    "if you declined to build and you built nothing: gain 1 coin": If(
        Both((Declined(), Not(Built()))), COIN
    ),
}


def test_effects_on_winners(tmp_path: Path) -> None:
    each = "\n    each winner, in order of stalls:\n        "
    found = with_weather_hooked(tmp_path, [f"{each}{phrase}" for phrase in WINNERS])
    assert found == [EachWinner("stall", effect) for effect in WINNERS.values()]


MOST_LATE = Extreme(True, LATE)
CONDITIONS: dict[str, Condition] = {
    "Rain is turned up": TurnedUp("Rain"),
    "Fair Weather is turned up and you have no notes": Both(
        (TurnedUp("Fair Weather"), Has("note", 0, 0))
    ),
    "you have the most late trees": MOST_LATE,
    "you have the fewest notes": Extreme(False, GoodCount("note")),
    "you have the most late trees, at least 1": Extreme(True, LATE, 1),
    "you have the most apples and pears": Extreme(
        True, SumCount((GoodCount("apple"), GoodCount("pear")))
    ),
    "you have the most apples and pears and late trees, at least 3": Extreme(
        True, SumCount((GoodCount("apple"), GoodCount("pear"), LATE)), 3
    ),
    "you have the most late trees and you have no notes": Both((MOST_LATE, Has("note", 0, 0))),
    "you have no notes and you have the most late trees, at least 1 and Rain is turned up": Both(
        (Has("note", 0, 0), Extreme(True, LATE, 1), TurnedUp("Rain"))
    ),
    "you have the most Path and Rain is turned up": Both(
        (Extreme(True, TrackCount("Path")), TurnedUp("Rain"))
    ),
    "you have the most apples and Path": Extreme(
        True, SumCount((GoodCount("apple"), TrackCount("Path")))
    ),
}


def test_conditions(tmp_path: Path) -> None:
    found = with_weather_hooked(tmp_path, [f"if {words}: gain 1 coin" for words in CONDITIONS])
    assert found == [If(condition, COIN) for condition in CONDITIONS.values()]


def test_parts_in_any_order(tmp_path: Path) -> None:
    text = """\
after fair:
    in any order, each once, or stop:
        build: gain 1 coin
        an early one: gain 1 star
"""
    text = text.replace("an early", "early")
    parts = (Part("build", COIN), Part("early one", STAR))
    assert compiled(tmp_path, text, Hook).effect == AnyOrder(parts, True)
    text = text.replace(", or stop", "")
    assert compiled(tmp_path, text, Hook).effect == AnyOrder(parts, False)


# ---------------------------------------------------------------------------------- pieces


def test_pieces_beside_the_lots(tmp_path: Path) -> None:
    rules = with_weather(tmp_path, "stalls of Row, small:\n    stall R9: not offered\n")
    pieces = {piece.name: piece for piece in rules.of(Piece)}
    assert pieces["R9"].closings == (NotOffered(),)
    assert pieces["R9"].clauses == ()
    assert pieces["Hail"].closings == (NotOffered(1),)
    assert pieces["Rain"].clauses == (Clause(ALSO_GIVES, COIN),)
    same = May(BuildSame("tree", "stall"))
    assert pieces["Gale"].clauses == (Clause(ALSO_GIVES, same, 0, True),)
    assert pieces["Fog"].clauses == (Clause(ALSO_GIVES, COIN, 2),)
    assert pieces["Fair Weather"].clauses == (Clause("", EachPlayer(COIN)),)


def test_a_piece_that_keeps_goods(tmp_path: Path) -> None:
    text = """\
tree Hollow Oak:
    late
    when planted: put 1 of each fruit, 2 coins here
    yield: take 1 fruit from here
    yield: take 1 coin from here
    whenever you lose a note: in the final round: put 1 star here
    whenever you lend: if you have no notes: put 1 star here
    yield: gain 1 coin per star here, at most 3
    scores 1 star per star here
"""
    oak = compiled(tmp_path, text, Piece)
    name = "Hollow Oak"
    stars = HereCount(name, "star")
    assert [clause.effect for clause in oak.clauses] == [
        Put(some(apple=1, pear=1, coin=2), name),
        TakeFrom(name, ("apple", "pear")),
        TakeFrom(name, ("coin",)),
        Gain(Bundle((Item(Per(1, stars, 3), "coin"),))),
    ]
    assert oak.scores == (Score(Per(1, stars), "star"),)
    assert [type(trigger.effect) for trigger in oak.triggers] == [If, If]
    assert [trigger.effect.then for trigger in oak.triggers] == [Put(some(star=1), name)] * 2  # type: ignore[attr-defined]


def test_one_pays_for_several(tmp_path: Path) -> None:
    text = "1 apple and 1 star may pay for 1 pear, in build"
    expected = Substitution(some(apple=1, star=1), (Item(Number(1), "pear"),), ("build",))
    assert compiled(tmp_path, text, Substitution) == expected


# ---------------------------------------------------------------------------------- definitions


def test_exchanges_with_tails(tmp_path: Path) -> None:
    text = """\
exchange hand out freely, as lend: 1 apple -> nothing
exchange mend, paid together: 1 note, 3 coins -> nothing
exchange both, paid together, as sell: 1 pear -> 1 apple
whenever you hand out freely: gain 1 star
whenever a player hands out freely: gain 1 star
"""
    rules, diagnostics = orchard(tmp_path, text)
    assert rules is not None, diagnostics
    found = {exchange.name: exchange for exchange in rules.of(Exchange)}
    assert found["hand out freely"] == Exchange(
        "hand out freely", some(apple=1), Bundle(), counts_as="lend"
    )
    assert found["mend"].together
    assert (found["both"].together, found["both"].counts_as) == (True, "sell")
    assert [trigger.occasion for trigger in rules.of(Trigger)] == [
        Occasion("you", "uses", "hand out freely"),
        Occasion("a player", "uses", "hand out freely"),
    ]


def test_a_tally_and_a_need(tmp_path: Path) -> None:
    rules = with_weather(
        tmp_path, "with 4 players: needs slow trees\nafter fair: gain 1 star per crop"
    )
    assert rules.of(Tally) == (Tally("crop", ("apple", "pear"), "yield"),)
    assert rules.of(Needs) == (Needs("slow trees", conditions=(Players(4, 4),)),)


def test_more_of_a_sort(tmp_path: Path) -> None:
    text = """\
with 4 players:
    more of piece stall:
        labels: near, far
        stacks: Third Row
        moments: farewell
    stalls of Third Row, small:
        stall T1:
            near
            farewell: gain 1 star
    after planting: stack Third Row face up
more of piece tree:
    labels: wild
    places: compost
    moments: felling
"""
    rules, diagnostics = orchard(tmp_path, text)
    assert rules is not None, diagnostics
    tree, stall = rules.of(Sort)
    assert stall.stacks == ("Row", "second row", "Third Row")
    assert stall.labels == (("small", "tall"), ("near", "far"))
    assert stall.moments == ("farewell", "treat")
    assert stall.conditions == ()
    assert tree.places == ("nursery", "garden", "players", "compost")
    assert tree.labels[-1] == ("wild",)
    # "planted" stays the last: it is the moment after building.
    assert tree.moments == ("yield", "felling", "planted")


# ---------------------------------------------------------------------------------- replacing


SLOW = OptionIs("slow trees", True)
QUICK = OptionIs("slow trees", False)
REPLACED = {
    "with slow trees: replace action dance: gain 1 coin": [
        ((QUICK,), STAR),
        ((SLOW,), COIN),
    ],
    "without slow trees: replace action dance: gain 1 coin": [
        ((SLOW,), STAR),
        ((QUICK,), COIN),
    ],
    "with 3 players: replace action dance: gain 1 coin": [
        ((Players(2, 2),), STAR),
        ((Players(4, None),), STAR),
        ((Players(3, 3),), COIN),
    ],
    "with 2-3 players: replace action dance: gain 1 coin": [
        ((Players(4, None),), STAR),
        ((Players(2, 3),), COIN),
    ],
    "with 3 or more players: replace action dance: gain 1 coin": [
        ((Players(2, 2),), STAR),
        ((Players(3, None),), COIN),
    ],
    "with 2-4 players: replace action dance: gain 1 coin": [((Players(2, 4),), COIN)],
    "with slow trees:\n    with 2 players: replace action dance: gain 1 coin": [
        ((QUICK,), STAR),
        ((SLOW, Players(3, None)), STAR),
        ((SLOW, Players(2, 2)), COIN),
    ],
    "replace action dance: gain 1 coin": [((), COIN)],
}


@pytest.mark.parametrize("text", REPLACED)
def test_replacing_at_some_tables_only(tmp_path: Path, text: str) -> None:
    more = f"{text}\naction last: do nothing\nafter fair: dance, then last"
    rules, diagnostics = orchard(tmp_path, f"action dance: gain 1 star\n{more}")
    assert rules is not None, diagnostics
    actions = [action for action in rules.of(Action) if action.name == "dance"]
    assert [(action.conditions, action.effect) for action in actions] == REPLACED[text]
    assert rules.of(Action)[-1] == Action("last", Nothing())
    assert codes(diagnostics) == set()


def test_one_of_the_two_holds_at_every_table(tmp_path: Path) -> None:
    for text in REPLACED:
        added = f"action dance: gain 1 star\n{text}\nafter fair: dance"
        rules, _ = orchard(tmp_path, added)
        assert rules is not None
        for players in rules.players:
            for answer in (True, False):
                table = rules.for_table(players, {"slow trees": answer})
                held = [d for d in table.definitions if isinstance(d, Action) and d.name == "dance"]
                assert len(held) == 1


def test_removing_at_some_tables_only(tmp_path: Path) -> None:
    text = "with slow trees: remove tree Sapling\nafter fair: do nothing"
    rules, diagnostics = orchard(tmp_path, text)
    assert rules is not None, diagnostics
    sapling = next(piece for piece in rules.of(Piece) if piece.name == "Sapling")
    assert sapling.conditions == (QUICK,)


def test_a_sequence_of_all(tmp_path: Path) -> None:
    """Nothing of the new phrases keeps a line from going on."""
    text = "after fair: move Path on, then gain 2 of each fruit, then pay 1 coin, counted first"
    effect = with_weather(tmp_path, text).of(Hook)[-1].effect
    assert isinstance(effect, Sequence)
    assert effect.effects[-1] == Pay(some(coin=1), True)
