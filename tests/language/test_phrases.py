"""Each phrase of the language, and the command it is compiled to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules.commands.amounts import (
    Bundle,
    GoodCount,
    Item,
    Number,
    Per,
    PieceCount,
    SumCount,
    TheBid,
    TrackCount,
    TrackValue,
)
from homesteaders_rules.commands.conditions import (
    Both,
    Built,
    FinalRound,
    Has,
    OptionIs,
    Players,
    Rounds,
)
from homesteaders_rules.commands.control import Choose, Do, If, May, Nothing, OnlyIf, Sequence
from homesteaders_rules.commands.counting.comparing import Comparison, Extreme, HasCount, Order
from homesteaders_rules.commands.counting.tiers import Tiers
from homesteaders_rules.commands.definitions.course import Action, Hook, Option, Phase, Play
from homesteaders_rules.commands.definitions.definition import (
    Clause,
    EqualBid,
    Exchange,
    Good,
    Limited,
    Price,
    Revealed,
    Score,
    Slot,
    Substitution,
    Trigger,
)
from homesteaders_rules.commands.definitions.examples import Example, ExampleLine
from homesteaders_rules.commands.definitions.exchanges import UseExchange, Window
from homesteaders_rules.commands.definitions.occasions import Occasion
from homesteaders_rules.commands.definitions.pieces import OwnershipLimit, Piece, Sort
from homesteaders_rules.commands.definitions.scores import ScoreLine, ScoreTerm, Scoring, Tie
from homesteaders_rules.commands.definitions.tracks import Track
from homesteaders_rules.commands.effects import Effect
from homesteaders_rules.commands.goods import Discard, Gain, Pay, PayTo
from homesteaders_rules.commands.repetition import Collect, EachPlayer
from homesteaders_rules.mechanisms.auction.commands import Auction, UsePiece
from homesteaders_rules.mechanisms.auction.conditions import EveryPlayerWon, NobodyWon, WonLot
from homesteaders_rules.mechanisms.auction.neutral import NeutralBid
from homesteaders_rules.mechanisms.auction.winning import EachWinner
from homesteaders_rules.mechanisms.grids.definitions import Lies
from homesteaders_rules.mechanisms.maps.conditions import HereIs
from homesteaders_rules.mechanisms.owing import PayOrElse
from homesteaders_rules.mechanisms.parts import AnyOrder, AsOften, Part, ThisOrder
from homesteaders_rules.mechanisms.piles.commands import (
    Build,
    Layer,
    MovePieces,
    RemoveCopies,
    Stack,
    TurnUp,
)
from homesteaders_rules.mechanisms.piles.taking import TakeAny, TakePiece, TakeRandom
from homesteaders_rules.mechanisms.placing.commands import PlaceGoods
from homesteaders_rules.mechanisms.placing.in_turn import PlaceInTurn
from homesteaders_rules.mechanisms.placing.moving import MovePlaced
from homesteaders_rules.mechanisms.sets import GroupCount, KindCount, SetCount
from homesteaders_rules.mechanisms.tracks import Advance, MoveBack
from homesteaders_rules.mechanisms.turning import TurnInto
from homesteaders_rules.mechanisms.turns import BecomeStart, PlayerWord, SeatsBefore
from homesteaders_rules.words import Vocabulary
from language.texts import compiled, hooked, orchard


def some(**goods: int) -> Bundle:
    return Bundle(tuple(Item(Number(number), good) for good, number in goods.items()))


COIN = Gain(some(coin=1))
STAR = Gain(some(star=1))
KINDS_OF_FRUIT = KindCount("fruit", (GoodCount("apple"), GoodCount("pear")))
FRUITS = GroupCount("fruit", (GoodCount("apple"), GoodCount("pear")))
HELPERS = Tiers(-1, ((1, 2), (3, 4)), GoodCount("helper"))
NO_NOTES = Has("note", 0, 0)
SMALL_AUCTION = Auction("stall", (1, 2))

EFFECTS: dict[str, Effect] = {
    "do nothing": Nothing(),
    "gain 1 coin": COIN,
    "gain 1 coins": COIN,
    "gain 2 coins, 1 star": Gain(some(coin=2, star=1)),
    "gain 1 coin per player before you": Gain(Bundle((Item(Per(1, SeatsBefore()), "coin"),))),
    "gain 1 coin per apple": Gain(Bundle((Item(Per(1, GoodCount("apple")), "coin"),))),
    "gain 1 coin per small late tree, at most 4": Gain(
        Bundle((Item(Per(1, PieceCount("tree", ("small", "late")), 4), "coin"),))
    ),
    "gain 1 coin per set of small, late and early trees, at most 4": Gain(
        Bundle(
            (
                Item(
                    Per(
                        1,
                        SetCount(
                            tuple(PieceCount("tree", (x,)) for x in ("small", "late", "early"))
                        ),
                        4,
                    ),
                    "coin",
                ),
            )
        )
    ),
    "gain 1 coin per set of apples and Path, 1 star": Gain(
        Bundle(
            (
                Item(Per(1, SetCount((GoodCount("apple"), TrackCount("Path")))), "coin"),
                Item(Number(1), "star"),
            )
        )
    ),
    "gain 1 coin per kind of fruit": Gain(
        Bundle((Item(Per(1, KINDS_OF_FRUIT), "coin"),)),
    ),
    "gain 1 fruit": Choose((Gain(some(apple=1)), Gain(some(pear=1)))),
    "gain 2 different fruits": Gain(Bundle(some(apple=1, pear=1).items, ("apple", "pear"))),
    "gain 1 fruit, 2 coins": Choose((Gain(some(apple=1, coin=2)), Gain(some(pear=1, coin=2)))),
    "gain 2, 3 from 2 apples in coins, 1 star": Gain(
        Bundle(
            (Item(Tiers(2, ((3, 2),), GoodCount("apple")), "coin"), Item(Number(1), "star")),
        )
    ),
    "turn notes into coins": TurnInto("note", "coin"),
    "discard 1 note": Discard(some(note=1)),
    "pay 2 coins": Pay(some(coin=2)),
    "pay 2 coins per helper and 3 apples, or gain 1 note for each that is missing": PayOrElse(
        Bundle((Item(Per(2, GoodCount("helper")), "coin"), Item(Number(3), "apple"))),
        Gain(some(note=1)),
    ),
    "pay 2 coins, 1 apple, as much as you have, or discard 1 note for each that is missing": (
        PayOrElse(some(coin=2, apple=1), Discard(some(note=1)), True)
    ),
    "may pay 1 apple": May(Pay(some(apple=1))),
    "may pay 1 apple to gain 1 star": May(PayTo(some(apple=1), STAR)),
    "may pay 1 fruit to gain 1 star": May(
        Choose((PayTo(some(apple=1), STAR), PayTo(some(pear=1), STAR)))
    ),
    "gain 1 coin or gain 1 star": Choose((COIN, STAR)),
    "may gain 1 coin or gain 1 star, then rest": Sequence((May(Choose((COIN, STAR))), Do("rest"))),
    "rest or lend": Choose((Do("rest"), UseExchange("lend"))),
    "build any": Build("tree"),
    "may build early or late": May(Build("tree", ("early", "late"))),
    "build early or gain 1 coin": Choose((Build("tree", ("early",)), COIN)),
    "advance Path": Advance("Path"),
    "move trees from nursery to garden": MovePieces("tree", (), (), "nursery", "garden"),
    "move late trees that are not small or tall from garden to nursery": MovePieces(
        "tree", ("late",), ("small", "tall"), "garden", "nursery"
    ),
    "take Old Oak": TakePiece("Old Oak"),
    'take "Old Oak"': TakePiece("Old Oak"),
    "move 1 helper to another place": MovePlaced("helper"),
    "take any tree": TakeAny("tree"),
    "take any small late tree": TakeAny("tree", ("small", "late")),
    "may take any tree": May(TakeAny("tree")),
    "take a random small tree": TakeRandom("tree", ("small",)),
    "stack Row face up": Stack("Row", True),
    'stack "second row" face down: small on tall': Stack(
        "second row", False, (Layer("small"), Layer("tall")), shuffled=True
    ),
    "turn up 1 stall of each stack": TurnUp("stall"),
    "remove 2 copies of each tree that has 3 or more copies": RemoveCopies(2, "tree", 3),
    "place helpers": PlaceGoods("helper"),
    "collect yield": Collect("yield"),
    "collect yield on garden": Collect("yield", "garden"),
    "trade freely": Window(),
    "trade freely, also lend, also sell": Window(("lend", "sell")),
    "a random player becomes start player": BecomeStart(PlayerWord("a random player")),
    "the first winner becomes the start player": BecomeStart(PlayerWord("the first winner")),
    "you become start player": BecomeStart(PlayerWord("you")),
    "you become the start player": BecomeStart(PlayerWord("you")),
    "the other player becomes start player": BecomeStart(PlayerWord("the other player")),
    "the next player becomes start player": BecomeStart(PlayerWord("the next player")),
    "the player with the most coins becomes start player": BecomeStart(
        PlayerWord("the player with", who=Extreme(True, GoodCount("coin")))
    ),
    "the winner of stall 2 becomes start player": BecomeStart(PlayerWord("the winner", 2, "stall")),
    "the start player places a neutral bid of 2 on any stall": NeutralBid("stall", Number(2)),
    "each player: gain 1 coin": EachPlayer(COIN),
    "each player, from the start player: gain 1 coin": EachPlayer(COIN),
    "with 2 players: gain 1 coin": If(Players(2, 2), COIN),
    "with 2-3 players: gain 1 coin": If(Players(2, 3), COIN),
    "with 3 or more players: gain 1 coin": If(Players(3, None), COIN),
    "with slow trees: gain 1 coin": If(OptionIs("slow trees", True), COIN),
    "without slow trees: gain 1 coin": If(OptionIs("slow trees", False), COIN),
    "in round 2: gain 1 coin": If(Rounds(2, 2), COIN),
    "in rounds 2-4: gain 1 coin": If(Rounds(2, 4), COIN),
    "in the final round: gain 1 coin": If(FinalRound(), COIN),
    "if you have no notes: gain 1 coin": If(Has("note", 0, 0), COIN),
    "if you have 2 notes: gain 1 coin": If(Has("note", 2, 2), COIN),
    "if you have 2 or more notes: gain 1 coin": If(Has("note", 2, None), COIN),
    "if you have at least 2 notes: gain 1 coin": If(Has("note", 2, None), COIN),
    "if you have 2 or fewer notes: gain 1 coin": If(Has("note", 0, 2), COIN),
    "if you have at most 2 notes: gain 1 coin": If(Has("note", 0, 2), COIN),
    "if you have 2 or less notes: gain 1 coin": If(Has("note", 0, 2), COIN),
    "if you have exactly 2 notes: gain 1 coin": If(Has("note", 2, 2), COIN),
    "if you have 2-4 notes: gain 1 coin": If(Has("note", 2, 4), COIN),
    "if you have 1 or more late trees: gain 1 coin": If(
        HasCount(PieceCount("tree", ("late",)), 1, None), COIN
    ),
    "if you have no trees: gain 1 coin": If(HasCount(PieceCount("tree"), 0, 0), COIN),
    "if you have no set of apples and pears: gain 1 coin": If(
        HasCount(SetCount((GoodCount("apple"), GoodCount("pear"))), 0, 0), COIN
    ),
    "if you have 2 kinds of fruits: gain 1 coin": If(HasCount(KINDS_OF_FRUIT, 2, 2), COIN),
    "if you have 2 sets of apples and pears and you have no notes: gain 1 coin": If(
        Both((HasCount(SetCount((GoodCount("apple"), GoodCount("pear"))), 2, 2), NO_NOTES)), COIN
    ),
    "if you have 2 or more fruits: gain 1 coin": If(HasCount(FRUITS, 2, None), COIN),
    "if you have more fruits than late trees: gain 1 coin": If(
        Comparison("more", FRUITS, PieceCount("tree", ("late",))), COIN
    ),
    "if you have fewer notes than Path and you have no notes: gain 1 coin": If(
        Both((Comparison("fewer", GoodCount("note"), TrackCount("Path")), NO_NOTES)), COIN
    ),
    "if you have as many notes as coins: gain 1 coin": If(
        Comparison("as many", GoodCount("note"), GoodCount("coin")), COIN
    ),
    "only if you have as many notes as coins: gain 1 coin": OnlyIf(
        Comparison("as many", GoodCount("note"), GoodCount("coin")), COIN
    ),
    "only in rounds 2-4: gain 1 coin": OnlyIf(Rounds(2, 4), COIN),
    "with at least 3 players: gain 1 coin": If(Players(3, None), COIN),
    "with at most 3 players: gain 1 coin": If(Players(0, 3), COIN),
    "remove 1 copy of each tree that has 2-3 copies": RemoveCopies(1, "tree", 2, 3),
    "remove 1 copy of each tree that has at least 2 copies": RemoveCopies(1, "tree", 2),
    "if every player won a stall: gain 1 coin": If(EveryPlayerWon("stall"), COIN),
    "if nobody won a stall: gain 1 coin": If(NobodyWon("stall"), COIN),
    "if a player won stall 1: gain 1 coin": If(WonLot("stall", 1), COIN),
    "each winner, in order of stalls: gain 1 coin": EachWinner("stall", COIN),
}


def test_effects_are_compiled_to_their_commands(tmp_path: Path) -> None:
    hooks = hooked(tmp_path, [f"after fair: {phrase}" for phrase in EFFECTS])
    for phrase, hook in zip(EFFECTS, hooks, strict=True):
        assert hook.effect == EFFECTS[phrase], phrase


def test_what_is_turned_up_comes_onto_a_place(tmp_path: Path) -> None:
    text = """
piece leaf/leaves:
    labels: red
    places: sky, ground
    stacks: Wind
leaves of Wind:
    leaf Oak: red
before planting: stack Wind face down
after fair: turn up 1 leaf of each stack, onto ground"""
    assert compiled(tmp_path, text, Hook).effect == TurnUp("leaf", "ground")


BLOCKS: dict[str, Effect] = {
    """
    each player:
        in any order, each once, at least one:
            wage: gain 1 coin
            build: build any
""": EachPlayer(AnyOrder((Part("wage", COIN), Part("build", Build("tree"))), True, True)),
    """
    each player:
        in this order, at least one:
            trees: as often as you like: build any
            wage: gain 1 coin
""": EachPlayer(
        ThisOrder((Part("trees", AsOften(Build("tree"), True)), Part("wage", COIN)), True, True)
    ),
    "each player: as often as you like, at least once: build any": EachPlayer(
        AsOften(Build("tree"), True)
    ),
    "each player, in reverse order: gain 1 coin": EachPlayer(COIN, order=Order()),
    "each player, in order of most coins: gain 1 coin": EachPlayer(
        COIN, order=Order(GoodCount("coin"))
    ),
    "each other player: gain 1 coin": EachPlayer(COIN, order=Order(others=True)),
    """
    gain 1 coin
    gain 1 star
""": Sequence((COIN, STAR)),
    """
    if you have no notes:
        gain 1 coin
        gain 1 star
    otherwise: gain 1 coin
""": If(Has("note", 0, 0), Sequence((COIN, STAR)), COIN),
    """
    with slow trees: if you have no notes: gain 1 coin
    otherwise:
        in round 1: gain 1 star
        otherwise: do nothing
""": If(
        OptionIs("slow trees", True),
        If(Has("note", 0, 0), COIN),
        If(Rounds(1, 1), STAR, Nothing()),
    ),
    """
    place helpers:
        any of them may stay idle
        those placed stay where they are
        the start player begins, and turns pass to the right
        each turn places all
        a place is for anybody, and for one of each player until all come back
        what a place gives happens at once, and a place that can give nothing is free too
""": PlaceInTurn("helper", False, True, False, False, False, False),
    """
    each winner, in order of stalls:
        pay the bid in coins
        use the stall
        if you built: collect the treat of the stall
""": EachWinner(
        "stall",
        Sequence(
            (
                Pay(Bundle((Item(TheBid(), "coin"),))),
                UsePiece("stall"),
                If(Built(), UsePiece("stall", "treat")),
            )
        ),
    ),
    """
    auction stalls:
        the bidding ends when every player in turn waits or passes
        a player who passes may bid again
        a player who is outbid is out
        a player who leads a stall may bid on another, or pass
        a bid is one step above the bid it replaces
        bids are 1, 2
        the start player begins, and turns pass to the right
        a right to equal holds against the neutral bid
        a right to equal holds against a player who has it too
""": Auction("stall", (1, 2), False, True, False, False, False, True, True),
    """
    auction stalls:
        the start player begins, and turns pass to the left
        with slow trees: bids are 1 or 2
        without slow trees: bids are 3
        a bid is higher than the bid it replaces
        a player who leads a stall waits
        a player who is outbid may bid again, on any stall
        a player who passes is out
        the bidding ends when every player leads a stall or is out
        with 2 players: a right to equal holds against the neutral bid
""": If(
        OptionIs("slow trees", True),
        If(Players(2, 2), Auction("stall", (1, 2), equal_neutral=True), SMALL_AUCTION),
        If(Players(2, 2), Auction("stall", (3,), equal_neutral=True), Auction("stall", (3,))),
    ),
    """
    auction stalls:
        the start player begins, and turns pass to the left
        with 2 players: bids are 1 or 2
        with 3 or more players: bids are 3
        a bid is higher than the bid it replaces
        a player who leads a stall waits
        a player who is outbid may bid again, on any stall
        a player who passes is out
        the bidding ends when every player leads a stall or is out
""": If(Players(2, 2), SMALL_AUCTION, Auction("stall", (3,))),
}


def test_blocks_are_compiled_to_their_commands(tmp_path: Path) -> None:
    hooks = hooked(tmp_path, [f"after fair:{block}" for block in BLOCKS])
    for block, hook in zip(BLOCKS, hooks, strict=True):
        assert hook.effect == BLOCKS[block], block


A_BEFORE_A_VOWEL = re.compile(r"\ba [aeiou]")
OCCASIONS = {
    "a player passes": Occasion("a player", "passes"),
    "you pass": Occasion("you", "passes"),
    "a player outbids the neutral bid": Occasion("a player", "outbids", "the neutral bid"),
    "you outbid the neutral bid": Occasion("you", "outbids", "the neutral bid"),
    "you outbid another player": Occasion("you", "outbids", "another player"),
    "a player outbids a player": Occasion("a player", "outbids", "another player"),
    "you are outbid": Occasion("you", "is outbid"),
    "a player is outbid": Occasion("a player", "is outbid"),
    "a player outbids you": Occasion("you", "is outbid"),
    "you win a stall": Occasion("you", "wins", "stall"),
    "a player wins a stall": Occasion("a player", "wins", "stall"),
    "you build another tree": Occasion("you", "builds", "tree", True),
    "a player builds a tree": Occasion("a player", "builds", "tree"),
    "you decline to build": Occasion("you", "declines", "tree"),
    "you sell": Occasion("you", "uses", "sell"),
    "a player sells": Occasion("a player", "uses", "sell"),
    "you gain an apple": Occasion("you", "gains", "apple"),
    "a player loses a note": Occasion("a player", "loses", "note"),
}


@pytest.mark.parametrize("phrase", OCCASIONS)
def test_an_occasion(tmp_path: Path, phrase: str) -> None:
    trigger = compiled(tmp_path, f"whenever {phrase}: gain 1 star", Trigger)
    assert trigger == Trigger(OCCASIONS[phrase], STAR)
    said = trigger.occasion.words(Vocabulary())
    assert not A_BEFORE_A_VOWEL.search(said)
    assert compiled(tmp_path, f"whenever {said}: gain 1 star", Trigger) == trigger


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (EveryPlayerWon("urn"), "every player won an urn"),
        (NobodyWon("urn"), "nobody won an urn"),
        (HereIs("space", "island"), "here is an island"),
        (Lies(("oven",), "oven"), "an oven lies anywhere"),
        (Lies(("oven",), "oven", ("arch",), "arch"), "an oven lies beside an arch"),
        (Occasion("you", "builds", "urn"), "you build an urn"),
        (Occasion("you", "builds", "urn", True), "you build another urn"),
    ],
)
def test_one_of_them_has_the_article_of_its_name(command: Any, said: str) -> None:
    assert command.words(Vocabulary()) == said


DEFINITIONS = {
    "limited: fruits, star": Limited(("apple", "pear", "star")),
    "everything is public": Revealed(False),
    "everything is public in the final round": Revealed(True),
    "exchange swap: 1 apple -> 1 pear": Exchange("swap", some(apple=1), some(pear=1)),
    "exchange swap: 1 apple → nothing": Exchange("swap", some(apple=1), Bundle()),
    "exchange swap: 1 apple -> 1 pear, when offered\nafter fair: trade freely, also swap": Exchange(
        "swap", some(apple=1), some(pear=1), True
    ),
    "exchange barter: 1 fruit -> 1 note": Exchange(
        "barter", some(pear=1), some(note=1), False, "pear"
    ),
    "exchange fetch: price of fruit -> 1 fruit, 2 coins": Exchange(
        "fetch", some(coin=2), some(pear=1, coin=2), False, "pear"
    ),
    "1 apple may pay for 2 coins": Substitution(some(apple=1), (Item(Number(2), "coin"),)),
    "1 apple and 1 pear may pay for 2 coins or 1 note, even too much, in build and treat": (
        Substitution(
            some(apple=1, pear=1),
            (Item(Number(2), "coin"), Item(Number(1), "note")),
            ("build", "treat"),
            True,
        )
    ),
    "yield: gain 1 star": Clause("yield", STAR),
    "action dance: gain 1 star\nafter fair: dance": Action("dance", STAR),
    "phase dance: gain 1 star": Phase("dance", STAR),
    "before fair: gain 1 star": Hook(True, "fair", STAR),
    "track Level, for all: 2, 3, 5, beginning at 3": Track("Level", True, (), (2, 3, 5), 1),
    "track Level, for all: 2, 3, 5\nafter fair: advance Level, then move Level back": Track(
        "Level", True, (), (2, 3, 5), 0
    ),
    "option wild bees: yes\n    Bees help.\n    All of them: yes.": Option(
        "wild bees", True, "Bees help.\nAll of them: yes."
    ),
    "option wild bees: no": Option("wild bees", False, ""),
    "public dish/dishes: 5 bowl": Good("bowl", "bowl", "dish", "dishes", False, 5),
    "piece egg/eggs:\n    places: nest": Sort("egg", "eggs", (), ("nest",)),
}


@pytest.mark.parametrize("text", DEFINITIONS)
def test_a_definition(tmp_path: Path, text: str) -> None:
    command = DEFINITIONS[text]
    assert compiled(tmp_path, text, type(command)) == command


def test_how_many_a_player_may_own(tmp_path: Path) -> None:
    assert compiled(tmp_path, "", OwnershipLimit) == OwnershipLimit(1, "tree")


def test_a_track_of_its_own_for_each_player(tmp_path: Path) -> None:
    text = """\
track Lane, for each player:
    1: gain 1 coin
    2:
        gain 1 coin
        gain 1 star
    each advance takes the reward of the space reached
    at the end the marker stays, and the advance is lost
"""
    lane = Track("Lane", False, (COIN, Sequence((COIN, STAR))), (), 0, False, False)
    assert compiled(tmp_path, text, Track) == lane


def test_the_amount_of_a_track(tmp_path: Path) -> None:
    text = """\
track Level, for all: 1, 2
before fair: the start player places a neutral bid of Level on any stall
after fair: move Level back
"""
    rules, _ = orchard(tmp_path, text)
    assert rules is not None
    before, after = rules.of(Hook)
    assert before.effect == NeutralBid("stall", TrackValue("Level"))
    assert after.effect == MoveBack("Level")


def test_play_and_scoring(tmp_path: Path) -> None:
    text = """\
replace play:
    planting
    rounds 1-2: picking
    final round: picking, fair
replace scoring in stars:
    fruits: 2 per apple, -1 per pear
    trees: what is printed on trees, what trees score
    notes: -1, -2, -4 and so on per note
    hands: -1, 1 from 2, 3 from 4 helpers, 1 from 1 apple
    tie: most notes
"""
    assert compiled(tmp_path, text, Play) == Play(
        ("planting",), 2, ("picking",), ("picking", "fair")
    )
    assert compiled(tmp_path, text, Scoring) == Scoring(
        "star",
        (
            ScoreLine(
                "fruits", (ScoreTerm("per good", "apple", 2), ScoreTerm("per good", "pear", -1))
            ),
            ScoreLine("trees", (ScoreTerm("printed", "tree"), ScoreTerm("scores", "tree"))),
            ScoreLine("notes", (ScoreTerm("rising", "note", 0, (-1, -2, -4)),)),
            ScoreLine(
                "hands",
                (
                    ScoreTerm("tiers", "", amount=HELPERS),
                    ScoreTerm("tiers", "", amount=Tiers(0, ((1, 1),), GoodCount("apple"))),
                ),
            ),
        ),
        "note",
    )


def test_a_group_that_decides_a_tie_stands_for_its_goods(tmp_path: Path) -> None:
    text = "replace scoring in stars:\n    notes: 1 per note\n    tie: fewest coins and fruits"
    goods = tuple(map(GoodCount, ("coin", "apple", "pear")))
    assert compiled(tmp_path, text, Scoring).ties == (Tie(SumCount(goods), False),)


def test_prices_and_what_is_made_of_them(tmp_path: Path) -> None:
    text = "replace prices:\n    pear: 3 coins, 1 note"
    rules, _ = orchard(tmp_path, text)
    assert rules is not None
    assert rules.of(Price) == (Price("apple", some(coin=1)), Price("pear", some(coin=3, note=1)))
    apple, pear = (each for each in rules.of(Exchange) if each.name == "sell")
    assert apple == Exchange("sell", some(note=1, apple=1), some(coin=1), False, "apple")
    assert pear == Exchange("sell", some(note=1, pear=1), some(coin=3, note=1), False, "pear")


def test_every_line_of_a_piece(tmp_path: Path) -> None:
    text = """\
tree Great Elm:
    early/late, small/tall
    1 copy for each player
    cost 2 apples, 1 note
    worth 4 stars
    with slow trees: yield: gain 1 star
    without slow trees:
        yield: gain 1 coin
        exchange: 1 apple -> 1 pear
    yield:
        gain 1 coin
        gain 1 star
    when planted: gain 1 coin
    2 helpers: gain 1 star
    exchange graft: 1 fruit -> 1 star
    1 apple may pay for 1 pear, in build
    whenever you sell: gain 1 coin
    your bid may equal the bid it replaces
    scores 1 star per late tree
    scores 2 stars
    scores 1 from 2, 4 from 3 late trees
    gain 1 star
    in round 2: gain 1 star
after fair: place helpers
"""
    slow, quick = (OptionIs("slow trees", value) for value in (True, False))
    assert compiled(tmp_path, text, Piece) == Piece(
        "tree",
        "Great Elm",
        ("early", "late", "small", "tall"),
        1,
        True,
        some(apple=2, note=1),
        4,
        "",
        (
            Clause("yield", STAR, conditions=(slow,)),
            Clause("yield", COIN, conditions=(quick,)),
            Clause("yield", Sequence((COIN, STAR))),
            Clause("planted", COIN),
            Clause("", STAR),
            Clause("", If(Rounds(2, 2), STAR)),
        ),
        (Slot(2, "helper", STAR),),
        (
            Exchange("", some(apple=1), some(pear=1), conditions=(quick,)),
            Exchange("graft", some(apple=1), some(star=1), False, "apple"),
            Exchange("graft", some(pear=1), some(star=1), False, "pear"),
        ),
        (Substitution(some(apple=1), (Item(Number(1), "pear"),), ("build",)),),
        (Trigger(Occasion("you", "uses", "sell"), COIN),),
        (EqualBid(),),
        (
            Score(Per(1, PieceCount("tree", ("late",))), "star"),
            Score(Number(2), "star"),
            Score(Tiers(0, ((1, 2), (4, 3)), PieceCount("tree", ("late",))), "star"),
        ),
    )


def test_pieces_in_groups(tmp_path: Path) -> None:
    text = """\
stalls of Row, small:
    with 2 players: stall R3: gain 1 star
    with slow trees:
        stall R4:
            gain 1 coin
            treat: gain 1 star
        stall R-5 of Kings: rest
    replace stall R1: do nothing
"""
    text = text.replace("R-5 of Kings", '"R-5 of kings"')
    rules, diagnostics = orchard(tmp_path, text)
    assert rules is not None, diagnostics
    stalls = {piece.name: piece for piece in rules.of(Piece) if piece.stack == "Row"}
    slow = (OptionIs("slow trees", True),)
    assert list(stalls) == ["R1", "R2", "R3", "R4", "R-5 of kings"]
    assert stalls["R1"] == Piece(
        "stall", "R1", ("small",), stack="Row", clauses=(Clause("", Nothing()),)
    )
    assert stalls["R3"].conditions == (Players(2, 2),)
    assert stalls["R4"].clauses == (Clause("", COIN), Clause("treat", STAR))
    assert stalls["R-5 of kings"] == Piece(
        "stall",
        "R-5 of kings",
        ("small",),
        stack="Row",
        conditions=slow,
        clauses=(Clause("", Do("rest")),),
    )


def test_conditions_around_definitions(tmp_path: Path) -> None:
    text = """\
with 3 or more players:
    with slow trees:
        before fair: gain 1 coin
        with 3 or more players: after fair: gain 1 coin
    after fair: gain 1 star
"""
    rules, _ = orchard(tmp_path, text)
    assert rules is not None
    many, slow = Players(3, None), OptionIs("slow trees", True)
    found = [(hook.before, hook.effect, hook.conditions) for hook in rules.of(Hook)]
    assert found == [
        (True, COIN, (many, slow)),
        (False, COIN, (many, slow)),
        (False, STAR, (many,)),
    ]


def test_every_line_of_an_example(tmp_path: Path) -> None:
    text = """\
track Level, for all: 1, 2, 4
after fair: advance Level
example apples are sold, with 3 players:
    option slow trees: yes
    round 3
    final round
    player 2 is start player
    player 1 has 7 apples, 0 pears
    player 1 owns Old Oak, Sapling
    player 1 is at 2 on Path
    Level is at 4
    stall 1 is R1
    player 3 won stall 1 for 2
    R1 is turned up
    in fair
    player 1: "sell apple", "done"
    player 1 can "bid 1 on stall 1"
    player 1 cannot "pay  2 coins", "pass"
    player 1 scores -15 for stars
    player 1 scores 12
    player 2 is next
    the phase is over
    the game is over
    player 1 wins
    player 1 and player 3 win
"""
    line = ExampleLine
    assert compiled(tmp_path, text, Example) == Example(
        "apples are sold",
        3,
        (
            line("option", number=1, names=("slow trees",)),
            line("round", number=3),
            line("round", number=0),
            line("start", 2),
            line("has", 1, goods=(("apple", 7), ("pear", 0))),
            line("owns", 1, names=("Old Oak", "Sapling")),
            line("at", 1, 2, names=("Path",)),
            line("at", 0, 4, names=("Level",)),
            line("up", number=1, names=("R1",)),
            line("won", 3, 1, 2),
            line("turned", names=("R1",)),
            line("in", names=("fair",)),
            line("takes", 1, names=("sell apple", "done")),
            line("can", 1, names=("bid 1 on stall 1",)),
            line("cannot", 1, names=("pay 2 coins", "pass")),
            line("scores", 1, -15, names=("stars",)),
            line("scores", 1, 12),
            line("turn", 2),
            line("over"),
            line("end"),
            line("wins", 1),
            line("wins", 1, others=(3,)),
        ),
    )


def test_commands_know_where_they_stand(tmp_path: Path) -> None:
    hook = compiled(
        tmp_path, "# a remark\n\nafter fair:\n    each  player: gain 1 coin # more", Hook
    )
    assert str(hook.span).endswith("more.rules:3:1")
    assert isinstance(hook.effect, EachPlayer)
    gain = hook.effect.effect.span
    assert gain is not None
    assert (gain.line, gain.column, gain.end_line, gain.end_column) == (4, 19, 4, 30)
