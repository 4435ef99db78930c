"""What triggers wait for: every occasion of the language, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ...values import ByValue
from ...words import a_or_an
from ..base import Command, Vocabulary

NEUTRAL_BID = "the neutral bid"
"""What a bidder outbids that is nobody's."""
ANOTHER_PLAYER = "another player"
"""Whose bid is somebody's."""


@frozen(eq=False, repr=False)
class Kind(ByValue):
    """``examples`` say it in each of its ways; ``in_the_middle``: it happens amid other things.

    ``of`` is what the name behind the verb names; empty: no name stands there. ``plain`` is the
    verb as it stands behind ``you``.
    """

    verb: str
    plain: str
    examples: tuple[str, ...]
    of: str = ""
    in_the_middle: bool = False


KINDS = {
    kind.verb: kind
    for kind in (
        Kind("passes", "pass", ("a player passes", "you pass")),
        Kind(
            "outbids",
            "outbid",
            ("a player outbids the neutral bid", "you outbid another player"),
            in_the_middle=True,
        ),
        Kind(
            "is outbid",
            "are outbid",
            ("you are outbid", "a player is outbid", "a player outbids you"),
            in_the_middle=True,
        ),
        Kind("wins", "win", ("you win a <lot>", "a player wins a <lot>"), "sort of pieces"),
        Kind(
            "builds",
            "build",
            ("you build another <sort>", "a player builds a <sort>"),
            "sort of pieces",
        ),
        Kind("declines", "decline", ("you decline to build",), "sort of pieces"),
        Kind("uses", "use", ("you <exchange>", "a player <exchange>s"), "exchange", True),
        Kind("gains", "gain", ("you gain a <good>",), "good", True),
        Kind("loses", "lose", ("you lose a <good>",), "good", True),
    )
}
"""By the verb, in the order in which the documents tell them."""


@frozen(eq=False, repr=False)
class Occasion(Command):
    """What a trigger waits for.

    ``who`` is ``you`` (the owner, or the player meant) or ``a player``. ``verb`` is one of
    :data:`KINDS`, and ``of``:

    ==========  ====================  =====================================================
    verb        of                    published by
    ==========  ====================  =====================================================
    passes                            an auction
    outbids     ``the neutral bid``   an auction: the bidder is meant
                ``another player``
    is outbid                         an auction: the player is meant whose bid is replaced
    wins        a sort of lots        an auction at its end, for each lot that is led
    builds      a sort of pieces      a build; ``another``: not the piece that waits
    declines    a sort of pieces      a build that was optional and not used
    uses        name of an exchange   an exchange (written ``you sell`` for ``exchange sell``)
    gains       a good                any transfer from the stock to a player
    loses       a good                any transfer from a player to the stock, paid or discarded
    ==========  ====================  =====================================================
    """

    rules = (
        "passes",
        "outbids",
        "is_outbid",
        "wins",
        "builds",
        "declines",
        "gains",
        "loses",
        "uses",
    )
    example = "you gain a <good>"
    YOU: ClassVar[str] = "you"
    who: str
    verb: str
    of: str = ""
    another: bool = False

    def words(self, vocabulary: Vocabulary) -> str:
        if self.verb == "uses":
            return f"{self.who} {self.of if self.who == self.YOU else third_person(self.of)}"
        verb = KINDS[self.verb].plain if self.who == self.YOU else self.verb
        if self.verb == "declines":
            return f"{self.who} {verb} to build"
        if not self.of or not KINDS[self.verb].of:
            return f"{self.who} {verb} {self.of}".rstrip()
        return f"{self.who} {verb} {f'another {self.of}' if self.another else a_or_an(self.of)}"

    def mentions(self) -> Iterator[tuple[str, str]]:
        if self.verb in ("gains", "loses"):
            yield "good", self.of


def third_person(name: str) -> str:
    """What a player does who uses an exchange: ``sell freely`` -> ``sells freely``."""
    verb, blank, rest = name.partition(" ")
    return f"{verb}s{blank}{rest}"
