"""How a bot is asked: it gets a view and names what it chooses; its faults are told as its own.

Everything that seats bots asks them here: the command line, checked games and environments.
"""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import NoReturn, Protocol, runtime_checkable

from ..errors import BotFault, expect, shown
from ..play.choosing import why_not
from ..play.state import STATE, State
from ..play.views import View, view
from ..runtime.offering.options import Option
from ..runtime.registers import ACTOR

PACKAGE = Path(__file__).resolve().parents[1]
BOT = "a bot, with a method choose, which make_bot() makes"
MOST_NAMED = 3
"""So many of the options are named to a bot that chose something else."""


@runtime_checkable
class Bot(Protocol):
    """A player made of Python. It is made from a seed; equal seeds and views give equal choices."""

    def choose(self, view: View, /) -> Option | str:
        """One of the options of ``view.decision``, or its key: one of ``view.options``."""
        ...


def ask(bot: Bot, state: State, name: str = "") -> Option:
    """The option that a bot chooses for the player who decides, of whose view alone it knows.

    ``name`` is what it is called in messages. Raises BotFault where it fails, or chooses what is
    not offered, and TypeError for what is no bot and no state.
    """
    expect(state, State, STATE)
    seen = view(state, state.cells[ACTOR])
    try:
        chosen: object = bot.choose(seen)
    except (Exception, SystemExit) as error:
        if isinstance(bot, type) or not isinstance(bot, Bot):
            raise TypeError(f"wanted is {BOT}, not {shown(bot)}") from None
        blame(name or name_of(bot), error)
    if id(chosen) in map(id, state.options):
        return chosen  # type: ignore[return-value]
    key = chosen.key if isinstance(chosen, Option) else chosen
    name = name or name_of(bot)
    if not isinstance(key, str):
        what = f'the bot "{name}" returned {shown(chosen)}, which is no choice'
        raise BotFault(f"{what}; return one of view.options", name)
    found = seen.decision.find(key)
    if found is None:
        some = ", ".join(f'"{each}"' for each in seen.options[:MOST_NAMED])
        more = " and others" if len(seen.options) > MOST_NAMED else ""
        reason = why_not(state, key, seen.player)
        raise BotFault(
            f'the bot "{name}" chose "{key}", which is not offered: {reason}; '
            f"return one of view.options, here {some}{more}",
            name,
        )
    return found


def seen_by_decider(given: View | State) -> View:
    """What a bot is given, as a view: of a state that of the player who decides."""
    return given if isinstance(given, View) else view(given, given.decision.player)


def name_of(bot: object) -> str:
    """A bot by its class, as messages name it where nobody has called it otherwise."""
    return f"{type(bot).__module__}:{type(bot).__qualname__}"


def blame(name: str, error: BaseException) -> NoReturn:
    """Tell an error that a bot raised as a fault of the bot. Raises BotFault."""
    # The text of a slip of syntax says its place too.
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    kind = type(error).__name__
    said = f"{kind}: {text}" if text else kind
    raise BotFault(f'the bot "{name}" failed with {said}{_place(error)}', name) from error


def _place(error: BaseException) -> str:
    """Where it came from: the innermost line that is not of this package."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({Path(error.filename).name}, line {error.lineno})"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _is_foreign(f.filename)]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def _is_foreign(file: str) -> bool:
    """Is it a file of somebody's own: not of this package, and none that Python made up?"""
    return not file.startswith("<") and PACKAGE not in Path(file).resolve().parents
