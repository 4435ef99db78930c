"""From arguments to rules and their options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import GameError
from ..language.loader import load
from ..words import join
from . import DEFAULT_GAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules import Rules

YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def rules_of(game: str | None, packs: Sequence[str]) -> Rules:
    """The rules of a game with packs; None: of the one that the packs extend. Raises RuleErrors."""
    named = split_packs(packs)
    if game is not None:
        return load(game, *named)
    return load(*(named or [DEFAULT_GAME]))


def must_be_format(output: str, formats: Sequence[str]) -> None:
    """Raise GameError where what is to be printed has another format than one of these."""
    if output not in formats:
        raise GameError(f'"{output}" is no format; the formats are {join(formats)}')


def split_packs(arguments: Sequence[str]) -> list[str]:
    """``peer,../my_pack`` as two packs, unless something is called so."""
    packs: list[str] = []
    for argument in arguments:
        whole = "," not in argument or Path(argument).exists()
        packs += [argument] if whole else filter(None, map(str.strip, argument.split(",")))
    return packs


def chosen_options(arguments: Sequence[str]) -> dict[str, bool]:
    """``open hands=yes`` as names and values."""
    chosen = {}
    for argument in arguments:
        name, sign, value = argument.rpartition("=")
        if not sign or value.strip().lower() not in YES:
            raise GameError(
                f'"{argument}" is no choice of an option; write it like "{name or argument}=yes"'
            )
        chosen[name.strip()] = YES[value.strip().lower()]
    return chosen
