"""Classes in hints that are imported when somebody looks the hints up."""

from __future__ import annotations

from typing import ForwardRef


def later(module: str, *names: str) -> list[ForwardRef]:
    """What stands for classes of a module of this package, where only hints name them."""
    home = f"__import__('{__package__}.{module}', fromlist=['*'])"
    return [ForwardRef(f"{home}.{name}") for name in names]
