"""Whole numbers on the command line, refused in our words, whatever library reads the arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from ..errors import shown


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """What reads a whole number from ``least`` to ``most``; None: there is no such bound."""
    first = "" if least is None else f" from {least}"
    last = " on" if most is None else f" to {most}"
    wanted = f"a whole number{first}{last if first else ''}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise typer.BadParameter(f"write {wanted}, not {shown(text)}") from None
        if (least is not None and number < least) or (most is not None and number > most):
            raise typer.BadParameter(f"write {wanted}, not {shown(number)}")
        return number

    return read


def number(name: str, help_: str, least: int | None = None, most: int | None = None) -> Any:
    """An option of the command line that is such a number."""
    return typer.Option(name, parser=whole(least, most), metavar="N", help=help_)
