"""What happens? What every effect of the language can do."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from ..runtime import offering, predicates, steps
from ..runtime.offering import offers
from .base import Command, Vocabulary, filled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..runtime.acts import Act
    from ..runtime.offering.offers import Offer
    from ..runtime.predicates import Predicate
    from ..trees import Node
    from .protocols import Appraiser, Causes, Happening, Linker, Reader, W

DECLINE = "decline"
"""The key of not doing what may be done."""

CALLED = ("action", "moment", "due")
"""Happenings whose effects are a part of what calls them, questions and all."""

ABSTRACT = "__isabstractmethod__"

NEEDED = ("causes", "worth", "words")
"""What every verb must say of itself."""


class Effect(Command):
    """Something that happens to the player whose turn it is ("you").

    An effect that never asks gives an ``act``; one that may ask emits steps with ``link``.
    """

    __slots__ = ()

    lays_tiles: ClassVar[bool] = False
    """Does it keep the tiles that it moves on cells of a grid, where they belong?"""
    why_not = "there is nothing in it now"
    """The reason where it is not offered because there is nothing in it."""
    is_question: ClassVar[bool] = False
    """Is it a question, whatever is in it? :meth:`asks_itself` says it where the rules decide."""
    is_open: ClassVar[bool] = True
    """Does it change what lies on the table for all to see? Unlike what only players hold."""
    about_you: ClassVar[bool] = True
    """Is it by itself about whoever acts? Not about the table, nor about whom it names."""
    uses_up: ClassVar[bool] = False
    """Does it take something that comes to an end, as building takes a piece?"""
    asks_which: ClassVar[bool] = False
    """Is it one question, with an option for each way to do it?"""
    says_itself = False
    """Do its options say what is done? Then the name of an action for it is no option."""

    def __init_subclass__(cls) -> None:
        """Who forgets what is :data:`NEEDED` cannot be instantiated.

        As with ABC, whose ``isinstance`` is six times slower: checkers ask it for every command.
        """
        missing = {each for each in NEEDED if getattr(getattr(cls, each), ABSTRACT, False)}
        missing |= {each for each in ("rules", "example") if not getattr(cls, each)}
        cls.__abstractmethods__ = frozenset(missing)  # type: ignore[attr-defined]

    @classmethod
    def read(cls, reader: Reader, node: Node) -> Effect:
        """The effect that a tree of one of its rules says."""
        return filled(cls, reader, node)

    @abstractmethod
    def words(self, vocabulary: Vocabulary) -> str:
        """The phrase in the words of the language."""

    @abstractmethod
    def causes(self, rules: Causes) -> Iterable[Happening]:
        """What happens because of this verb itself: the only place that says so."""

    @abstractmethod
    def worth(self, appraiser: Appraiser[W]) -> W:
        """What it is worth to a player to carry it out, read off what it does. Bots ask it."""

    def asks_itself(self, rules: Causes) -> bool:
        """Is it a question, by these rules?"""
        return self.is_question

    def asks(self, rules: Causes) -> bool:
        """May carrying it out ask a question? Known from the text alone."""
        return (
            self.asks_itself(rules)
            or any(each.asks(rules) for each in self.children() if isinstance(each, Effect))
            or any(rules.may_ask(each) for each in self.causes(rules) if each[0] in CALLED)
        )

    def act(self, linker: Linker) -> Act | None:
        """The effect as one act; None where it does nothing."""
        return linker.inline(self)

    def link(self, linker: Linker, follow: int) -> int:
        """The entry of its steps, the last of which goes on to ``follow``."""
        act = self.act(linker)
        return follow if act is None else linker.add(steps.Run(act, follow))

    def offers(self, linker: Linker, follow: int) -> list[Offer]:
        """The effect as options of a question, where there is anything in it."""
        act, target = None, follow
        if linker.asks(self):
            target = linker.guarded(self, follow)
        else:
            act = self.act(linker)
        key = self.words(linker.layout.vocabulary)
        test, can = self.present(linker), self.can(linker)
        if can != predicates.ALWAYS:
            return [offering.trying.Guarded(key, act, target, test, self.why_not, can)]
        if test == predicates.ALWAYS:
            return [offers.Plain(key, act, target)]
        return [offers.Fruitful(key, act, target, test, self.why_not)]

    def offered(self, linker: Linker, follow: int) -> list[Offer]:
        """The same, and what they mean."""
        found = self.offers(linker, follow)
        for offer in found:
            offer.meaning = offer.meaning or self
        return found

    def once_paid(self, linker: Linker, follow: int) -> tuple[Act | None, int, Predicate]:
        """What it does when what it costs is paid: an act, or steps; and whether it can be done."""
        can = self.can(linker)
        if can != predicates.ALWAYS:
            return None, linker.needing(can, linker.guarded(self, follow)), can
        if linker.asks(self):
            return None, linker.guarded(self, follow), can
        return self.act(linker), follow, can

    def paid_with(self, cost: Any) -> Effect | None:
        """What it is where the cost is for each of what it makes; None: it is simply paid."""
        return None

    def declining(self) -> Iterable[Happening]:
        """What happens where it may be done and is not."""
        return ()

    def present(self, linker: Linker) -> Predicate:
        """Is there anything in it, in this state? Where nobody can tell beforehand: yes."""
        return predicates.ALWAYS

    def can(self, linker: Linker) -> Predicate:
        """Can it be carried out to the end of what must be done in it?

        What only gives, and what lets somebody decide whether to do it, always can.
        """
        return predicates.ALWAYS

    def offered_if(self, linker: Linker) -> Predicate:
        """Is it offered, as an option of a question? What is then paid must be there."""
        return predicates.All.of(self.can(linker), self.present(linker))

    def declined(self, linker: Linker, follow: int) -> Offer:
        """The option not to do it, where it is only allowed."""
        offer = offers.Plain(DECLINE, None, follow)
        # Not to do one thing is the same as not to do another.
        offer.meaning = DECLINE
        return offer

    def link_may(self, linker: Linker, follow: int, done: int) -> int:
        """The entry of the question whether to do it; where it was, it goes on to ``done``."""
        offered = self.offered(linker, done)
        return linker.optional(offered, self.declined(linker, follow), follow)


class Unvalued(Effect):
    """An effect whose worth hangs on what lies there, or on what comes of it: a bot tries it."""

    __slots__ = ()

    def worth(self, appraiser: Appraiser[W]) -> W:
        return appraiser.nothing


class Quiet(Unvalued):
    """Such an effect that moves no goods of a player, and sets nothing off.

    Most of them are about what lies on the table.
    """

    __slots__ = ()

    about_you = False

    def causes(self, rules: Causes) -> Iterable[Happening]:
        return ()
