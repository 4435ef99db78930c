"""A server of a folder, for as long as a test takes."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from homesteaders_rules.workshop.serving.folder import Folder
from homesteaders_rules.workshop.serving.server import Server, Workshop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[Server]:
    """A server of that folder at a port, by default any that is free; it is closed in the end."""
    made = Server(Workshop(Folder(folder)), port)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield made
    finally:
        made.shutdown()
        thread.join()
        made.server_close()
