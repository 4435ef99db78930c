"""The pytest plugin: examples of rule files as tests, and the whole kit against a pack.

    pytest path/to/my_pack               the examples of a pack, or of one file, as tests
    pytest --rules-pack path/to/my_pack  those, and every check of the kit in random games

Tests that lie around are run with a pack only if they are named beside it. The plugin does nothing
unless it is asked: by these arguments, by ``rules_examples = true`` in the settings of pytest (all
``*.rules`` below the tests are collected then), or by its fixtures.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from ...play.saves import Game
    from ...rules import Rules
    from .packtests import PackTests

SUFFIX = ".rules"
HAS_HEADER = re.compile(r"^(game|pack) +[A-Z\"]", re.MULTILINE)
HAS_EXAMPLE = re.compile(r"^\s*(replace )?example ", re.MULTILINE)
PACKS = pytest.StashKey[list["PackTests"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The arguments and the setting."""
    group = parser.getgroup("homesteaders-rules")
    group.addoption(
        "--rules-pack",
        action="append",
        default=[],
        metavar="PATH",
        help="test a pack of rules with the whole kit; may be repeated",
    )
    group.addoption(
        "--rules-profile",
        choices=("quick", "thorough", "nightly"),
        default=None,
        help="how much is tried: 50, 200 or 2,000 walks, for Hypothesis in all tests too",
    )
    parser.addini("rules_examples", "collect the examples of all *.rules", type="bool")


def pytest_configure(config: pytest.Config) -> None:
    """Load the profile that is named; Hypothesis is imported for that only."""
    config.stash[PACKS] = []
    if config.getoption("--rules-profile"):
        from .profiles import load_profile

        load_profile(config.getoption("--rules-profile"))


# ---------------------------------------------------------------------------------- collecting


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rule file that is named, or lies in a folder that is, or is wanted by the setting."""
    if file_path.suffix != SUFFIX:
        return None
    session = parent.session
    named = session.isinitpath(file_path) or session.isinitpath(file_path.parent)
    if not (named or parent.config.getini("rules_examples")):
        return None
    if not HAS_EXAMPLE.search(_text(file_path)) or _pack_of(file_path) is None:
        return None
    return RulesFile.from_parent(parent, path=file_path)


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """With a pack to be tested nothing else is, unless it is named too."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    return True if config.getoption("--rules-pack") and not named else None


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """The tests of the packs that are named with ``--rules-pack``."""
    for path in config.getoption("--rules-pack"):
        from .packtests import PackTests

        pack = PackTests.from_parent(session, name=path, pack=path)
        config.stash[PACKS].append(pack)
        items += pack.collect()


def _pack_of(file: Path) -> Path | None:
    """The pack a file belongs to: itself, if it has a header alone, else its folder."""
    files = sorted(file.parent.glob(f"*{SUFFIX}"))
    headed = [each for each in files if HAS_HEADER.search(_text(each))]
    if len(headed) == 1:
        return file.parent if len(files) > 1 else file
    return file if file in headed else None


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


class RulesFile(pytest.File):
    """The examples of one rule file. Collecting fails with the findings where it is wrong."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each example."""
        from ...language.loader import load
        from ...language.messages.diagnostics import RuleErrors
        from ..examples import own_examples
        from .packtests import ExampleItem

        pack = _pack_of(self.path)
        try:
            rules = load(pack if pack is not None else self.path)
        except RuleErrors as error:
            raise self.CollectError(str(error)) from None
        for example in own_examples(rules):
            if example.span is not None and Path(example.span.file).name == self.path.name:
                yield ExampleItem.from_parent(self, name=example.name, rules=rules, example=example)


# ---------------------------------------------------------------------------------- fixtures


@pytest.fixture(scope="session")
def rules_of() -> Callable[..., Rules]:
    """Load rules by the names or paths of packs, each once in a session."""
    from functools import cache

    from ...language.loader import load

    return cache(load)


@pytest.fixture
def game_of(rules_of: Callable[..., Rules]) -> Callable[..., Game]:
    """A new game: ``game_of("homesteaders", players=3, seed=7)``."""
    from ...play.saves import Game

    def begun(*packs: str, players: int, seed: int = 0, **options: Any) -> Game:
        return Game.new(rules_of(*packs), players, seed, **options)

    return begun


# ---------------------------------------------------------------------------------- telling


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the game of a counterexample, and say how it is replayed."""
    report = yield
    error = None if call.excinfo is None else call.excinfo.value
    save: Callable[[Path], None] | None = getattr(error, "save", None)
    if save is not None and type(error).__name__ == "Counterexample":
        name = re.sub(r"\W+", "-", item.name).strip("-")
        cache: Any = getattr(item.config, "cache", None)
        if cache is not None:
            file = Path(cache.mkdir("homesteaders-rules")) / f"{name}.json"
            save(file)
            report.sections.append(("to see it played", f"homesteaders replay {file}"))
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What the lines of the packs did."""
    for pack in config.stash.get(PACKS, []):
        terminalreporter.section(f"rule lines of {pack.name}")
        for line in pack.summary():
            terminalreporter.write_line(line)
