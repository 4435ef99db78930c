"""The tests of a pack that ``pytest --rules-pack PATH`` runs, with no Python written."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from attrs import frozen

from ...language.loader import read
from ...language.messages.diagnostics import render
from ..checks import check_game, check_pumps, check_state
from ..counterexamples import Counterexample
from ..coverage import Coverage
from ..examples import own_examples, run_example
from ..searching import search
from ..walks import Walk, finish
from .profiles import WALKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...commands.definitions.examples import Example
    from ...rules import Rules


class Failure(Exception):
    """Something that is told in its own words, without a traceback."""


class _Item(pytest.Item):
    """A test of rules; what fails is told without the Python behind it."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong, in the words of the check."""
        if isinstance(excinfo.value, Failure | Counterexample):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """The pack, and what is tested."""
        return self.path, None, self.name


class ExampleItem(_Item):
    """One example of a rule file."""

    def __init__(
        self,
        *,
        rules: Rules,
        example: Example,
        see: Callable[..., None] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._rules, self._example, self._see = rules, example, see

    def runtest(self) -> None:
        """Play the example."""
        failure = run_example(self._rules, self._example, self._see)
        if failure is not None:
            raise Failure(str(failure))

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Its line in the rule file."""
        span = self._example.span
        return self.path, None if span is None else span.line - 1, self.name


class _CheckItem(_Item):
    """One kind of check, in random walks."""

    def __init__(self, *, run: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._run = run

    def runtest(self) -> None:
        """Walk and look."""
        self._run()


@frozen
class _Kind:
    """A check of the kit: its promise, what looks at a walk, and which share of walks it sees."""

    promise: str
    look: Callable[[Walk], None]
    share: int


def _second_reading(walk: Walk) -> None:
    check_game(walk.game)


def _last_state(walk: Walk) -> None:
    check_state(walk.last)


def _to_the_end(walk: Walk) -> None:
    finish(walk.last)


def _no_pumps(walk: Walk) -> None:
    if not walk.last.over:
        check_pumps(walk.last)


KINDS = (
    _Kind("what happens is what the text says, read a second time", _second_reading, 1),
    _Kind("states are offered, seen and saved as they should be", _last_state, 5),
    _Kind("no exchanges give something for nothing", _no_pumps, 5),
    _Kind("every game can be finished", _to_the_end, 5),
)


class PackTests(pytest.Collector):
    """All tests of one pack."""

    def __init__(self, *, pack: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pack = pack
        profile = self.config.getoption("--rules-profile") or "quick"
        self._walks = WALKS[profile]
        self._coverage: Coverage | None = None

    def collect(self) -> list[pytest.Item]:
        """What is wrong in the text, or else its examples and the checks."""
        rules, found = read(self._pack)
        if rules is None:
            return [self._check("its text is right", partial(_fail, render(found)))]
        self._coverage = Coverage(rules)
        return list(self._items(rules, self._coverage))

    def _items(self, rules: Rules, coverage: Coverage) -> Iterator[pytest.Item]:
        for example in own_examples(rules):
            yield ExampleItem.from_parent(
                self, name=example.name, rules=rules, example=example, see=coverage.see
            )

        yield self._check(
            "nothing is lost, and all is told",
            lambda: self._search(rules, self._walks, coverage=coverage),
        )
        for kind in KINDS:
            number = max(self._walks // kind.share, 1)
            run = partial(self._search, rules, number, seed=kind.share, look=kind.look)
            yield self._check(kind.promise, run)

    def _search(self, rules: Rules, number: int, **wanted: Any) -> None:
        """Look at so many walks, and tell the smallest in which something is wrong."""
        found = search(rules, examples=number, **wanted)
        if found is not None:
            raise found

    def _check(self, name: str, run: Callable[[], None]) -> pytest.Item:
        return _CheckItem.from_parent(self, name=name, run=run)

    def summary(self) -> list[str]:
        """Which lines of the pack have done nothing."""
        if self._coverage is None:
            return ["the text is wrong"]
        lines, unseen = self._coverage.lines, self._coverage.unseen()
        told = [f"never: {line.file}:{line.number}: {line.text}" for line in unseen]
        return [*told, f"{len(lines) - len(unseen)} of {len(lines)} lines did something"]


def _fail(text: str) -> None:
    raise Failure(text)
