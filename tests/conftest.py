"""What all tests share: which package is tested, and how Hypothesis looks for counter-examples."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

import homesteaders_rules
from homesteaders_rules.language.checking import tables
from sizes import THOROUGH

ROOT = Path(__file__).resolve().parents[1]
TESTED = os.environ.get("HOMESTEADERS_RULES_TESTED", "tree")

# "quick" and "thorough" look at other examples each time, "explore" at very many:
# HYPOTHESIS_PROFILE=explore make test-tree
# Where CI is set, quick looks always at the same ones.
settings.register_profile(
    "thorough",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    max_examples=200,
)
settings.register_profile("explore", settings.get_profile("thorough"), max_examples=2000)
settings.register_profile(
    "quick",
    settings.get_profile("thorough"),
    max_examples=12,
    **({"derandomize": True, "database": None} if os.environ.get("CI") else {}),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "thorough" if THOROUGH else "quick"))


def pytest_report_header() -> str:
    much = "thorough" if THOROUGH else "quick"
    return f"homesteaders_rules: the {TESTED}, {Path(homesteaders_rules.__path__[0])}, {much}"


def pytest_sessionstart() -> None:
    """Stop where the tests would pass for another package than the one they are to test."""
    package = Path(homesteaders_rules.__path__[0]).resolve()
    if (package == ROOT / "src" / "homesteaders_rules") != (TESTED == "tree"):
        pytest.exit(
            f"The {TESTED} is to be tested, but homesteaders_rules is taken from {package}. "
            "Run the tests with make, or make clean first.",
            returncode=4,
        )


# Nothing that is made while tests are collected is garbage.
gc.disable()


def pytest_collection_finish() -> None:
    """What all tests share stays: the collector of garbage need not look through it ever again.

    It looks seldom at what tests leave, too: a tenth of their time went into that.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(500_000, 10, 10)
    gc.enable()


@pytest.fixture(autouse=True)
def _nothing_is_left_for_other_tests() -> Iterator[None]:
    """The environment, the working directory and where packages are found, as they were."""
    before = _surroundings()
    yield
    assert _surroundings() == before


@pytest.fixture(autouse=True)
def _few_tables_are_linked(
    request: pytest.FixtureRequest,
    _nothing_is_left_for_other_tests: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a hurry one text of four is linked where it is read, and at its first table alone.

    Linking takes a quarter of reading, few tests are about it, and few texts differ from table to
    table. ``first_table`` asks for the first, ``every_table`` for all. What is linked when a text
    is checked further is one table too.
    """
    asked = {*request.fixturenames}
    if not (THOROUGH or "every_table" in asked):
        is_linked = "first_table" in asked or crc32(request.node.nodeid.encode()) % 4 == 0
        monkeypatch.setattr(tables, "MOST_AT_ONCE", int(is_linked))
        monkeypatch.setattr(tables, "MOST_CHECKED", 1)


@pytest.fixture
def first_table() -> None:
    """Texts are linked at their first table where they are read, whatever else is in a hurry."""


@pytest.fixture
def every_table() -> None:
    """Texts that are read are linked at all the tables at which their users would find them."""


def _surroundings() -> tuple[dict[str, str], str, list[str]]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    return kept, str(Path.cwd()), list(sys.path)
