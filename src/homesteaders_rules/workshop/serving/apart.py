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
from pathlib import Path
from queue import Empty, Queue
from typing import IO, TYPE_CHECKING

from attrs import asdict, define, field

from ..engine import Engine
from ..protocol import VERSION, Failed, called

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 15.0
"""So many seconds an answer may take. Bots stop long before, see :data:`match.MOST_AT_ONCE`."""
HEAD = 8
"""So many bytes say how long a message is that follows them."""
LATE = "the engine has not answered in {:.0f} seconds, and was started anew"
CLOSED = "the workshop is closed"
DEAD = "the engine has ended over this, and was started anew"


@define
class Apart:
    """Answers as an :class:`Engine` does, in another process; one request at a time.

    ``near``: where packs are looked for first; ``limit``: the seconds that an answer may take.
    """

    near: Path | None = None
    limit: float = LIMIT
    _process: subprocess.Popen[bytes] | None = field(init=False, default=None)
    _is_closed: bool = field(init=False, default=False)

    def start(self) -> subprocess.Popen[bytes] | None:
        """The process, which is made where there is none; None where this is closed.

        It need not be waited for.
        """
        if self._process is None and not self._is_closed:
            near = [] if self.near is None else [str(self.near)]
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, *near],
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
            answer, reason = found.get(timeout=self.limit), DEAD
        except Empty:
            answer, reason = None, LATE.format(self.limit)
        if answer is not None:
            return answer
        self.stop()
        self.start()
        return failed("ended", reason)

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


def main(near: str | None = None) -> None:
    """Answer whoever started this process, for as long as they are there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It ends with who asks, not before.
    engine, answers = Engine(None if near is None else Path(near)), sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        for text in _heard():
            _send(answers, engine.answer(text))


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
    main(*sys.argv[1:2])
