"""The sentences of auctions: who bids when, what may be bid, who stays in, and when it ends."""

from __future__ import annotations

from ...commands.sentences import Numbers, OfGood, Sentence, Sentences, Way, ways


def _turns(words: str, rule: str, clockwise: bool, yours: bool, sealed: bool = False) -> Way:
    return Way(words, rule, (("clockwise", clockwise), ("you_begin", yours), ("sealed", sealed)))


TURNS = ways(
    "turns",
    _turns("the start player begins, and turns pass to the left", "turns", True, False),
    _turns("the start player begins, and turns pass to the right", "turns", False, False),
    _turns("you begin, and turns pass to the left", "your_turns", True, True),
    _turns("you begin, and turns pass to the right", "your_turns", False, True),
    _turns(
        "all bid at once, in secret, and ties go clockwise from the start player",
        "sealed",
        True,
        False,
        True,
    ),
    _turns(
        "all bid at once, in secret, and ties go clockwise from you",
        "sealed_from_you",
        True,
        True,
        True,
    ),
)
BIDS = Numbers("bids", "bids are", "bids are 3, 4, 5 or 6", ("bids",))
COVERED = OfGood("money", "nobody bids more {good} than they have", "", ("covered",), "called")
FIRST = Sentence("first_bids", "the first to bid does not pass", "", ("first_bids",))
FALLS = Sentence(
    "falling",
    "the highest bid is offered first, and falls until somebody takes it",
    "",
    ("falling",),
)
END = Sentence(
    "ends_when_out",
    "the bidding ends when every player leads a {sort} or is out",
    "the bidding ends when every player in turn waits or passes",
    ("ends_led_or_out", "ends_waits_or_passes"),
)
"""Follows from the others, and is said all the same."""

AUCTION = Sentences(
    "auction",
    (
        TURNS,
        FIRST,
        BIDS,
        COVERED,
        FALLS,
        Sentence(
            "next_step_only",
            "a bid is one step above the bid it replaces",
            "a bid is higher than the bid it replaces",
            ("next_bid",),
        ),
        Sentence(
            "leader_waits",
            "a player who leads a {sort} waits",
            "a player who leads a {sort} may bid on another, or pass",
            ("leader",),
        ),
        ways(
            "outbid",
            Way(
                "a player who is outbid may bid again, on any {sort}",
                "outbid_stays",
                (("outbid_stays", True), ("at_once", False)),
            ),
            Way(
                "a player who is outbid is out",
                "outbid_out",
                (("outbid_stays", False), ("at_once", False)),
            ),
            Way(
                "a player who is outbid bids again at once, on any {sort}",
                "outbid_at_once",
                (("outbid_stays", True), ("at_once", True)),
            ),
        ),
        Sentence(
            "pass_is_final",
            "a player who passes is out",
            "a player who passes may bid again",
            ("pass_out", "pass_stays"),
        ),
        END,
        Sentence("equal_neutral", "a right to equal holds against the neutral bid", "", ("equal",)),
        Sentence(
            "equal_equals", "a right to equal holds against a player who has it too", "", ("equal",)
        ),
    ),
)
"""The order of turns, what may be bid, who stays in, and when it ends; who may equal a bid."""
SEALED = Sentences("auction", (TURNS, BIDS, COVERED))
"""Those that mean something where everybody bids once, at the same time."""
FALLING = Sentences("auction", (TURNS, BIDS, COVERED, FALLS))
"""Those that mean something where the price falls."""
