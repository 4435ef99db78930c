"""Completion of what is typed, where the system has a library for lines (readline)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...seeing.entry import meant

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType


def completions(typed: str, keys: Sequence[str], commands: Iterable[str]) -> list[str]:
    """What a line may become: keys and commands that begin so, else keys that it is short for."""
    begun = " ".join(typed.casefold().split())
    found = [key for key in keys if key.casefold().startswith(begun)]
    found += [word for word in commands if word.startswith(begun) and word not in found]
    return found or list(meant(typed, keys))


class Completion:
    """Completes the lines of one question after the other. Without a library it does nothing."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._keys: Sequence[str] = ()
        self._commands: Sequence[str] = ()
        self._library = _library()
        if self._library is not None:
            self._library.set_completer(self._complete)
            # A key is completed as a whole, blanks included.
            self._library.set_completer_delims("")
            is_bsd = "libedit" in (self._library.__doc__ or "")
            self._library.parse_and_bind("bind ^I rl_complete" if is_bsd else "tab: complete")

    def offer(self, keys: Sequence[str], commands: Sequence[str]) -> None:
        """From now on these are completed."""
        self._keys, self._commands = keys, commands

    def forget(self) -> None:
        """What was typed before is nothing for whoever sits down next."""
        if self._library is not None:
            self._library.clear_history()

    def _complete(self, typed: str, number: int) -> str | None:
        if number == 0:
            self._found = completions(typed, self._keys, self._commands)
        return self._found[number] if number < len(self._found) else None


def _library() -> ModuleType | None:
    """The library for lines; some systems have none."""
    try:
        import readline
    except ImportError:
        return None
    return readline
