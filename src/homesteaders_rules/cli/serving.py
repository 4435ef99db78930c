"""``serve``: the workshop in a browser, on this computer."""

from __future__ import annotations

import contextlib
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

from ..errors import GameError
from ..workshop.serving.folder import Folder
from ..workshop.serving.server import PORT, Server, Workshop
from .errors import Ended, ended_by_signals


def serve_folder(
    folder: Path | None,
    port: int | None,
    browser: bool,
    opened: Callable[[str], object] = webbrowser.open,
) -> None:
    """Serve until it is interrupted. Raises GameError for no folder, or a taken port."""
    workshop = Workshop(None if folder is None else Folder(folder))
    server = _server(workshop, port)
    workshop.engine.start()  # It is up by the time that the browser asks.
    with contextlib.suppress(KeyboardInterrupt, Ended), server, ended_by_signals():
        said = f"The workshop is open at {server.address}"
        files = "Packs are kept in the browser." if folder is None else f"It saves in {folder}."
        sys.stdout.write(f"{said}\n{files} Ctrl-C closes it.\n")
        sys.stdout.flush()
        if browser:
            opened(server.address)
        server.serve_forever(poll_interval=0.2)
    sys.stdout.write("\nThe workshop is closed.\n")


def _server(workshop: Workshop, port: int | None) -> Server:
    """At the port that is wanted; by default at the usual one, or any where that is taken."""
    if port is not None:
        return _server_at(workshop, port)
    try:
        return Server(workshop)
    except OSError:
        sys.stdout.write(f"Port {PORT} is taken: packs kept there in the browser are not seen.\n")
        return Server(workshop, 0)


def _server_at(workshop: Workshop, port: int) -> Server:
    """At that port. Raises GameError where it cannot be had."""
    try:
        return Server(workshop, port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        way = "name another one, or --port 0 for any that is free"
        raise GameError(f"port {port} cannot be had ({reason}); {way}") from error
