"""What all tests share: which package is tested, and how Hypothesis looks for counter-examples."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import homesteaders_rules

ROOT = Path(__file__).resolve().parents[1]
TESTED = os.environ.get("HOMESTEADERS_RULES_TESTED", "tree")

# "local" looks at other examples each time, "ci" always at the same ones, "explore" at many:
# HYPOTHESIS_PROFILE=explore make test-tree
settings.register_profile(
    "local", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, database=None)
settings.register_profile("explore", settings.get_profile("local"), max_examples=2000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "local")
)


def pytest_report_header() -> str:
    return f"homesteaders_rules: the {TESTED}, {Path(homesteaders_rules.__path__[0])}"


def pytest_sessionstart() -> None:
    """Stop where the tests would pass for another package than the one they are to test."""
    package = Path(homesteaders_rules.__path__[0]).resolve()
    if (package == ROOT / "src" / "homesteaders_rules") != (TESTED == "tree"):
        pytest.exit(
            f"The {TESTED} is to be tested, but homesteaders_rules is taken from {package}. "
            "Run the tests with make, or make clean first.",
            returncode=4,
        )
