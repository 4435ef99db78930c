"""A plugin of pytest: nothing that was linked or found in one test is there in the next.

Without it a fault in what links would be planted behind tables that were linked before.
"""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from homesteaders_rules.linking import table

FORGOTTEN = ("homesteaders_rules.", "test_")


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    table._tables = table._Tables()
    for name, module in list(sys.modules.items()):
        if name.startswith(FORGOTTEN):
            _forget(module)


def _forget(module: ModuleType) -> None:
    for each in list(vars(module).values()):
        clear = getattr(each, "cache_clear", None)
        if clear is not None:
            clear()
