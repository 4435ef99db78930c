"""An engine in a process of its own: whatever a text does to it, who asks gets an answer in time.

A process that takes too long, or that has ended, is followed by a new one at once. It knows no
match of the one before; who plays has the save of theirs, and restores it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, Queue
from typing import IO, TYPE_CHECKING

from attrs import asdict, define, field

from ..engine import Engine
from ..protocol import VERSION, Failed, called

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 12.0
"""So many seconds of a processor an answer may take, however busy the computer is otherwise."""
PATIENCE = 60.0
"""So many seconds it is waited for: whatever does not even compute has stopped."""
TICK = 0.25
TOO_LONG = 3
"""How a process ends that has reached its limit."""
HEAD = 8
"""So many bytes say how long a message is that follows them."""
LATE = "this took too long: the engine was stopped, and started anew"
CLOSED = "the workshop is closed"
DEAD = "the engine has ended over this, and was started anew"


@define
class Apart:
    """Answers as an :class:`Engine` does, in another process; one request at a time.

    ``near``: where packs are looked for first; ``limit`` and ``patience``: the seconds of a
    processor, and of a clock, that an answer may take.
    """

    near: Path | None = None
    limit: float = LIMIT
    patience: float = PATIENCE
    _process: subprocess.Popen[bytes] | None = field(init=False, default=None)
    _is_closed: bool = field(init=False, default=False)

    def start(self) -> subprocess.Popen[bytes] | None:
        """The process, which is made where there is none; None where this is closed.

        It need not be waited for.
        """
        if self._process is None and not self._is_closed:
            near = [] if self.near is None else [str(self.near)]
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, str(self.limit), *near],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    def answer(self, text: str) -> str:
        """The answer to a request: that of the engine, or why there is none. Never an exception."""
        process = self.start()
        if process is None:
            return failed("ended", CLOSED)
        found: Queue[str | None] = Queue()
        threading.Thread(target=lambda: found.put(_asked(process, text)), daemon=True).start()
        try:
            answer = found.get(timeout=self.patience)
        except Empty:
            answer, is_late = None, True
        else:
            is_late = answer is None and process.wait() == TOO_LONG
        if answer is not None:
            return answer
        self.stop()
        self.start()
        return failed("ended", LATE if is_late else DEAD)

    def close(self) -> None:
        """End the process, and let no other follow it."""
        self._is_closed = True
        self.stop()

    def stop(self) -> None:
        """End the process, whatever it is doing; the next request makes another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # What was not sent yet is lost.
                    assert pipe is not None
                    pipe.close()


def failed(kind: str, reason: str) -> str:
    """An answer that nothing was done, as the protocol has it."""
    head = {"version": VERSION, "id": None, "answer": called(Failed)}
    return json.dumps(head | asdict(Failed(kind, reason)))


def _asked(process: subprocess.Popen[bytes], text: str) -> str | None:
    """What a process answers; None where it ends instead."""
    assert process.stdin is not None and process.stdout is not None
    try:
        _send(process.stdin, text)
        return _received(process.stdout)
    except (OSError, ValueError):
        return None


def _send(pipe: IO[bytes], text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    pipe.write(len(data).to_bytes(HEAD, "big") + data)
    pipe.flush()


def _received(pipe: IO[bytes]) -> str | None:
    """The next message; None where there will be no more."""
    head = pipe.read(HEAD)
    if len(head) < HEAD:
        return None
    data = pipe.read(length := int.from_bytes(head, "big"))
    return data.decode("utf-8", "surrogatepass") if len(data) == length else None


# ---------------------------------------------------------------------------------- the process


def main(limit: str, near: str | None = None) -> None:
    """Answer whoever started this process, for as long as they are there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It ends with who asks, not before.
    engine, answers = Engine(None if near is None else Path(near)), sys.stdout.buffer
    watch = _Watch(float(limit))
    with contextlib.redirect_stdout(sys.stderr):
        for text in _heard():
            with watch:
                answer = engine.answer(text)
            _send(answers, answer)


class _Watch:
    """Ends the process where what is done within it takes too long."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._until = 0.0
        self._is_on = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def __enter__(self) -> None:
        self._until = time.process_time() + self._limit
        self._is_on.set()

    def __exit__(self, *_: object) -> None:
        self._is_on.clear()

    def _look(self) -> None:
        while self._is_on.wait():
            if time.process_time() > self._until:
                os._exit(TOO_LONG)
            time.sleep(min(TICK, self._limit))


def _heard() -> Iterator[str]:
    """The requests. A thread reads them, which ends the process when nobody is there any more."""
    requests: Queue[str] = Queue()

    def hear() -> None:
        while (text := _received(sys.stdin.buffer)) is not None:
            requests.put(text)
        os._exit(0)

    threading.Thread(target=hear, daemon=True).start()
    while True:
        yield requests.get()


if __name__ == "__main__":
    main(*sys.argv[1:3])
