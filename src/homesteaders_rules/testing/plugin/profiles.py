"""Hypothesis profiles: how much is tried."""

from __future__ import annotations

WALKS = {"quick": 50, "thorough": 200, "nightly": 2_000}
"""How many examples each profile tries."""


def load_profile(name: str) -> None:
    """Register the profiles as ``homesteaders-quick`` and so on, and load one of them."""
    from hypothesis import HealthCheck, settings

    for each, examples in WALKS.items():
        settings.register_profile(
            f"homesteaders-{each}",
            max_examples=examples,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        )
    settings.load_profile(f"homesteaders-{name}")
