"""How a command ends: by an error in one clear sentence, or by a signal; never with a traceback."""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec

import typer

from ..errors import BotFault, GameError
from ..language.messages.diagnostics import Diagnostic, RuleErrors
from . import INTERRUPTED, PROGRAM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType


P = ParamSpec("P")
WRONG_USE = 2
FAULT = 70
DEBUG = "HOMESTEADERS_RULES_DEBUG"
"""The environment variable that lets a fault of the program end with its traceback."""


ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""To be ended, and to lose the terminal; not every system knows both."""


class Ended(BaseException):
    """A signal ends the program, which goes on only to save the game."""

    def __init__(self, number: int) -> None:
        super().__init__("The game is ended from outside.")
        self.code = 128 + number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within it the signals raise Ended; the first of them, that saving is not interrupted."""

    def end(number: int, _: FrameType | None) -> None:
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    if threading.current_thread() is not threading.main_thread():
        yield  # handlers are the business of the main thread
        return
    heard = [each for each in ENDING if signal.getsignal(each) is not signal.SIG_IGN]
    before = {each: signal.signal(each, end) for each in heard}
    try:
        yield
    finally:
        for each, handler in before.items():
            if signal.getsignal(each) is end:
                signal.signal(each, handler)


def complain(sentence: str) -> None:
    """Say on stderr what is wrong."""
    sys.stderr.write(f"{PROGRAM}: {sentence}\n")


def sentence_of(error: BaseException) -> str:
    """An error in one sentence; several faults of rule files stay as many lines as they are."""
    if isinstance(error, RuleErrors):
        if len(error.diagnostics) == 1 and not error.diagnostics[0].line_text:
            return _whole_file(error.diagnostics[0])
        return f"the rules cannot be read\n{error}"
    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).lower()
        return f"{error.filename}: {reason}" if error.filename else reason
    if isinstance(error, UnicodeDecodeError):
        return "the file is not UTF-8 text"
    return str(error)


def _whole_file(diagnostic: Diagnostic) -> str:
    """A finding about a file or pack as such."""
    file, message = diagnostic.span.file, diagnostic.message
    text = message if file in message else f"{file}: {message}"
    return f"{text}; {diagnostic.hint}" if diagnostic.hint else text


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """A command whose errors are told in a sentence."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except BrokenPipeError:
            write_no_more()
            raise typer.Exit from None
        except BotFault as error:
            if isinstance(error.__cause__, BrokenPipeError):
                print(flush=True)  # Fails too where a bot writes and nobody reads any more.
            _tell_of_bot(error, bool(kwargs.get("debug")))
            raise typer.Exit(WRONG_USE) from None
        except (GameError, RuleErrors, OSError, UnicodeDecodeError) as error:
            complain(sentence_of(error))
            raise typer.Exit(WRONG_USE) from None

    return run


def _tell_of_bot(error: BotFault, debug: bool) -> None:
    """Whose bot failed, and where; with the traceback, from the bot on, if that is wanted."""
    cause = error.__cause__
    if cause is None:
        complain(sentence_of(error))
    elif debug or os.environ.get(DEBUG):
        trace = cause.__traceback__
        traceback.print_exception(cause.with_traceback(trace and trace.tb_next))
        complain(sentence_of(error))
    else:
        complain(f"{sentence_of(error)}; --debug shows the traceback")


def in_one_sentence(program: Callable[[], object]) -> int:
    """Run the whole program; its exit code."""
    try:
        result = program()
        sys.stdout.flush()
        # Some versions of the library for command lines make a code of it, and say nothing.
        if result == INTERRUPTED:
            _tell_of_interrupt()
    except BrokenPipeError:
        write_no_more()
        return 0
    except SystemExit as leaving:
        # So the library for command lines ends where a reader is gone while it writes itself.
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        write_no_more()
        return 0
    except Ended as ended:
        return ended.code
    except (KeyboardInterrupt, typer.Abort):
        _tell_of_interrupt()
        return INTERRUPTED
    except (GameError, RuleErrors, OSError) as error:
        complain(sentence_of(error))
        return WRONG_USE
    except Exception as error:
        # Wrong arguments: typer's errors know how to say so. Anything else is a fault in here.
        say = getattr(error, "format_message", None)
        if say is not None:
            complain(_usage(say(), error))
            return WRONG_USE
        if os.environ.get(DEBUG):
            raise
        complain(
            f"a fault in the program, not in what you did: {type(error).__name__}: {error} "
            f"(set {DEBUG}=1 to see where)"
        )
        return FAULT
    return result if isinstance(result, int) else 0


def _tell_of_interrupt() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\n")  # A terminal shows the key that was pressed, and stays in its line.
    complain("interrupted")


def write_no_more() -> None:
    """Who read the output has seen enough: that is no fault. Nothing is written, not at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(message: str, error: BaseException) -> str:
    text = " ".join(message.split()).rstrip(".")
    command = getattr(getattr(error, "ctx", None), "info_name", None)
    of = PROGRAM if command in (None, PROGRAM) else f"{PROGRAM} {command}"
    return f"{text[:1].lower()}{text[1:]}; see {of} --help"
