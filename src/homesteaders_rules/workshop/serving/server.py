"""A server for one person at this computer: the page, the engine, and the files of a folder.

It listens on this computer alone. Every address begins with a token that nobody else knows;
requests for another host, and those that another site makes, are refused.
"""

from __future__ import annotations

import hmac
import json
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from attrs import asdict, define, field

from ...errors import GameError
from ...incoming import parsed, strict
from ...paths import PACKAGE, readable
from ..engine import LONGEST
from .apart import Apart, failed
from .folder import Changed, Folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

HOST = "127.0.0.1"
PORT = 8642
"""The same port each time, since a browser keeps packs by the address of a page."""
PATIENCE = 20.0
"""So many seconds a request waits for the one before it, or for its own bytes."""
MOST_BYTES = 2 * LONGEST
DEEPEST = 3
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What may be part of the page, and as what it is sent."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
LOST = (
    "This is the workshop of homesteaders_rules. Open the address that the command "
    "printed: it ends with a token that lets nobody else in.\n"
)
Answer = tuple[HTTPStatus, str, bytes]


def page_files() -> Mapping[str, tuple[str, Path | Traversable]]:
    """The files of the page by name: as what they are sent, and where they lie."""
    folder: Path | Traversable = readable(PACKAGE / "workshop" / "page")
    named = ((each, KINDS.get(f".{each.name.rpartition('.')[2]}")) for each in folder.iterdir())
    return {each.name: (kind, each) for each, kind in named if kind is not None and each.is_file()}


@define
class Workshop:
    """What is served: an engine that answers one request at a time, and perhaps a folder."""

    folder: Folder | None = None
    token: str = field(factory=lambda: token_urlsafe(16))
    engine: Apart = field(init=False)
    _files: Mapping[str, tuple[str, Path | Traversable]] = field(init=False, factory=page_files)
    _turn: threading.Lock = field(init=False, factory=threading.Lock)

    def __attrs_post_init__(self) -> None:
        self.engine = Apart(None if self.folder is None else self.folder.near)

    def page(self, name: str) -> Answer:
        """A file of the page; nothing else is there."""
        if name not in self._files:
            return _said(HTTPStatus.NOT_FOUND, "there is no such file\n")
        kind, file = self._files[name]
        return HTTPStatus.OK, kind, file.read_bytes()

    def asked(self, text: str) -> Answer:
        """An answer of the engine, or that it is busy."""
        if not self._turn.acquire(timeout=PATIENCE):
            answer = failed("busy", "the engine is still busy with another request: try again")
        else:
            try:
                answer = self.engine.answer(text)
            finally:
                self._turn.release()
        return HTTPStatus.OK, "application/json", answer.encode("utf-8")

    def files(self) -> Answer:
        """All rule files of the folder, with stamps; null where none is served."""
        if self.folder is None:
            return _json(HTTPStatus.OK, {"folder": None, "packs": {}})
        try:
            packs = self.folder.packs()
        except OSError as error:
            return _refused(f"the folder cannot be read: {error.strerror or error}")
        told = {
            pack: {name: asdict(kept) for name, kept in files.items()}
            for pack, files in packs.items()
        }
        return _json(HTTPStatus.OK, {"folder": self.folder.path.name, "packs": told})

    def save(self, text: str) -> Answer:
        """Write a file of the folder: ``pack``, ``file``, ``text``, and the stamp ``seen``."""
        if self.folder is None:
            return _refused("no folder is served: the packs are kept in the browser")
        try:
            wanted = strict(LONGEST).structure(parsed(text, DEEPEST), dict[str, str])
            named = {name: wanted[name] for name in ("pack", "file", "text", "seen")}
        except (ValueError, TypeError, KeyError) as error:
            return _refused(f"this cannot be saved: {error}")
        try:
            return _json(HTTPStatus.OK, {"stamp": self.folder.save(**named)})
        except Changed as error:
            return _json(HTTPStatus.CONFLICT, {"reason": str(error)})
        except GameError as error:
            return _refused(str(error))
        except OSError as error:
            return _refused(f"it cannot be written: {error.strerror or error}")


def _said(status: HTTPStatus, text: str) -> Answer:
    return status, "text/plain; charset=utf-8", text.encode("utf-8")


def _json(status: HTTPStatus, value: Any) -> Answer:
    return status, "application/json", json.dumps(value).encode("utf-8")


def _refused(reason: str) -> Answer:
    return _json(HTTPStatus.BAD_REQUEST, {"reason": reason})


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE

    def do_GET(self) -> None:
        """The page, and the files of the folder."""
        self.close_connection = True
        self._answer(self._got())

    def do_POST(self) -> None:
        """Requests to the engine, and files to be saved."""
        self.close_connection = True  # What is not read of a body would be the next request.
        self._answer(self._posted())

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Whatever is no request that can be answered; called by the class above this one."""
        self.close_connection = True
        status = HTTPStatus(code)
        if status is HTTPStatus.NOT_IMPLEMENTED:
            status, reason = HTTPStatus.METHOD_NOT_ALLOWED, "only GET and POST are answered here"
        else:
            reason = f"this is no request that can be answered: {status.phrase.lower()}"
        self._answer(_json(status, {"reason": reason}))

    def _got(self) -> Answer:
        name = self._name()
        if not isinstance(name, str):
            return name
        workshop = self.server.workshop
        return workshop.files() if name == "files" else workshop.page(name or "index.html")

    def _posted(self) -> Answer:
        name = self._name()
        if not isinstance(name, str):
            return name
        asked: dict[str, Callable[[str], Answer]] = {
            "ask": self.server.workshop.asked,
            "save": self.server.workshop.save,
        }
        if name not in asked:
            return _said(HTTPStatus.NOT_FOUND, "nothing is asked here\n")
        body = self._body()
        return asked[name](body) if isinstance(body, str) else body

    def _name(self) -> str | Answer:
        """What is wanted behind the token; an answer to whom it is none of their business."""
        own, hosts = self.server.hosts, self.headers.get_all("Host", [])
        if len(hosts) != 1:
            return _said(HTTPStatus.BAD_REQUEST, "which host is meant?\n")
        is_ours = (
            hosts[0] in own
            and self.headers.get("Origin") in (None, *(f"http://{host}" for host in own))
            and self.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")
        )
        if not is_ours:
            return _said(HTTPStatus.FORBIDDEN, "other sites may ask nothing here\n")
        token, slash, name = self.path.partition("?")[0].removeprefix("/").partition("/")
        known = hmac.compare_digest(token.encode(), self.server.workshop.token.encode())
        return name if known and slash else _said(HTTPStatus.FORBIDDEN, LOST)

    def _body(self) -> str | Answer:
        """What was sent, read whole; nothing of it is read where it is too much."""
        if self.headers.get_content_type() != "application/json":
            return _said(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "only JSON is taken\n")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > 12:
            return _said(HTTPStatus.LENGTH_REQUIRED, "how long is it?\n")
        if int(length) > MOST_BYTES:
            return _said(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "this is too much at once\n")
        data = self.rfile.read(int(length))
        if len(data) < int(length):
            return _said(HTTPStatus.BAD_REQUEST, "some of it is missing\n")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return _said(HTTPStatus.BAD_REQUEST, "this is no UTF-8 text\n")
        self.close_connection = False
        return text

    def _answer(self, answer: Answer) -> None:
        status, kind, data = answer
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, POST")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def version_string(self) -> str:
        """Nothing of Python and of this program is told."""
        return "workshop"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed while it goes on."""


class Server(ThreadingHTTPServer):
    """The server of one workshop. ``port`` 0: any that is free. Raises OSError where it is not."""

    daemon_threads = True

    def __init__(self, workshop: Workshop, port: int = PORT) -> None:
        self.workshop = workshop
        super().__init__((HOST, port), Handler)
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in (HOST, "localhost"))

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.server_port}/{self.workshop.token}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle of an answer is no fault."""

    def server_close(self) -> None:
        """Stop listening, and end the engine."""
        super().server_close()
        self.workshop.engine.close()
