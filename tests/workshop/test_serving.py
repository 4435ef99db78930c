"""The server, asked over the loopback: it serves who has the token, and nobody and nothing else."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from homesteaders_rules import GameError
from homesteaders_rules.cli.serving import serve_folder
from homesteaders_rules.workshop.serving import server as serving
from homesteaders_rules.workshop.serving.folder import HERE, Folder
from homesteaders_rules.workshop.serving.server import MOST_BYTES, Server, Workshop
from workshop.served import served
from workshop.texts import FILE, INN

JSON = {"Content_Type": "application/json"}
SECRET = "secret.txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack, and beside it what is nobody's business."""
    (tmp_path / SECRET).write_text("nobody's business", encoding="utf-8")
    (tmp_path / "outside.rules").write_text("game Outside", encoding="utf-8")
    inn = tmp_path / "inn"
    inn.mkdir()
    (inn / FILE).write_text(INN, encoding="utf-8")
    (inn / SECRET).write_text("nobody's business", encoding="utf-8")
    return inn


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    """A server of that folder at any free port."""
    with served(folder) as made:
        yield made


def request(
    server: Server, method: str, path: str, body: bytes | str | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, named)
    answer = connection.getresponse()
    got = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return got


def own(server: Server, name: str) -> str:
    return f"/{server.workshop.token}/{name}"


def ask(server: Server, name: str, value: Any) -> tuple[int, Any]:
    status, _, data = request(
        server, "POST", own(server, name), json.dumps(value), Content_Type="application/json"
    )
    return status, json.loads(data)


def test_the_page_is_served_with_headers_that_lock_it_in(server: Server) -> None:
    status, headers, data = request(server, "GET", own(server, ""))
    assert status == 200
    assert data.lstrip().lower().startswith(b"<!doctype html>")
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "'unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert "Python" not in headers["Server"]
    for name, (kind, file) in serving.page_files().items():
        status, headers, data = request(server, "GET", own(server, name))
        assert (status, headers["Content-Type"], data) == (200, kind, file.read_bytes())


def test_the_engine_answers(server: Server) -> None:
    asked = {"version": 1, "id": 3, "ask": "check", "texts": {FILE: INN}}
    status, answer = ask(server, "ask", asked)
    assert (status, answer["answer"], answer["id"]) == (200, "checked", 3)
    assert ask(server, "ask", [])[1]["kind"] == "request"


@pytest.mark.parametrize("path", ["/", "/files", "/x/files", "/x/", "//files", "/%2e%2e/files"])
def test_without_the_token_nothing_is_told(server: Server, path: str) -> None:
    for method, body in (("GET", None), ("POST", "{}")):
        status, _, data = request(server, method, path, body, **JSON)
        assert status == 403
        assert b"token" in data
        assert server.workshop.token.encode() not in data
    almost = server.workshop.token[:-1]
    assert request(server, "GET", f"/{almost}/files")[0] == 403
    assert request(server, "GET", f"/{server.workshop.token}x/files")[0] == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_hosts_and_other_sites_are_refused(server: Server, headers: dict[str, str]) -> None:
    for method, name, body in (("GET", "files", None), ("POST", "ask", "{}")):
        sent = {**headers, "Content_Type": "application/json"}
        assert request(server, method, own(server, name), body, **sent)[0] == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "get"])
def test_other_methods_are_refused_in_json(server: Server, method: str) -> None:
    status, headers, data = request(server, method, own(server, FILE), "{}", **JSON)
    assert (status, headers["Allow"], headers["Connection"]) == (405, "GET, POST", "close")
    assert headers["Content-Type"] == "application/json"
    if method == "HEAD":
        assert data == b""
    else:
        assert json.loads(data) == {"reason": "only GET and POST are answered here"}


@pytest.mark.parametrize(
    "sent",
    [
        b"GET\r\n\r\n",
        b"GET / HTTP/x\r\n\r\n",
        b"GET / HTTP/9.0\r\n\r\n",
        b"GET /".ljust(65_537, b"x"),
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 101,
    ],
)
def test_what_is_no_request_is_refused_in_json(server: Server, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall(sent)
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    reason = json.loads(answer.rpartition(b"\r\n\r\n")[2])["reason"]
    assert reason.startswith("this is no request that can be answered: ")


def test_our_own_page_is_served(server: Server) -> None:
    host = f"localhost:{server.server_port}"
    sent = {"Host": host, "Origin": f"http://{host}", "Sec_Fetch_Site": "same-origin"}
    assert request(server, "GET", own(server, "files"), **sent)[0] == 200


@pytest.mark.parametrize(
    "name",
    [
        f"../{SECRET}",
        f"..%2f{SECRET}",
        "..\\secret.txt",
        SECRET,
        FILE,
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "engine.py",
        "../engine.py",
        "index.html/",
        "index.html\0",
        ".",
        "..",
    ],
)
def test_no_other_file_is_served(server: Server, name: str) -> None:
    raw = f"GET {own(server, name)} HTTP/1.1\r\nHost: {host(server)}\r\nConnection: close\r\n\r\n"
    answer = raw_request(server, raw.encode())
    assert answer.split()[1] in (b"404", b"400")
    assert b"nobody's business" not in answer
    assert b"root:" not in answer


def host(server: Server) -> str:
    return f"127.0.0.1:{server.server_port}"


def raw_request(server: Server, data: bytes) -> bytes:
    """All that comes back for some bytes."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        found = b""
        while part := connection.recv(65536):
            found += part
    return found


def test_odd_requests_get_an_answer_and_the_server_lives(server: Server) -> None:
    post = f"POST {own(server, 'ask')} HTTP/1.1\r\nHost: {host(server)}\r\n"
    typed = post + "Content-Type: application/json\r\n"
    odd = [
        (f"GET {own(server, '')} HTTP/1.1\r\n\r\n", b"400"),
        (f"GET {own(server, '')} HTTP/1.1\r\nHost: {host(server)}\r\nHost: evil\r\n\r\n", b"400"),
        (f"PUT {own(server, '')} HTTP/1.1\r\nHost: {host(server)}\r\n\r\n", b"405"),
        (post + "Content-Length: 2\r\n\r\n{}", b"415"),
        (typed + "\r\n", b"411"),
        (typed + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"411"),
        (typed + "Content-Length: -1\r\n\r\n", b"411"),
        (typed + f"Content-Length: {'9' * 40}\r\n\r\n", b"411"),
        (typed + f"Content-Length: {MOST_BYTES + 1}\r\n\r\n", b"413"),
        (typed + "Content-Length: 100\r\n\r\n{}", b"400"),
        (f"GET /{'x' * 70_000} HTTP/1.1\r\nHost: {host(server)}\r\n\r\n", b"414"),
    ]
    for sent, status in odd:
        answer = raw_request(server, sent.encode())
        assert answer.split()[1] == status, sent[:80]
        assert b"Traceback" not in answer
    assert (
        raw_request(server, typed.encode() + b"Content-Length: 2\r\n\r\n\xff\xff")[9:12] == b"400"
    )
    assert b"no request that can be answered: bad request" in raw_request(
        server, b"nonsense\r\n\r\n"
    )
    assert raw_request(server, b"") == b""
    assert request(server, "GET", own(server, ""))[0] == 200


def test_big_and_deep_requests_are_answered(server: Server) -> None:
    deep = '{"version":1,"id":1,"ask":"check","texts":' + "[" * 100_000
    status, _, data = request(server, "POST", own(server, "ask"), deep, **JSON)
    assert status == 200
    assert json.loads(data)["kind"] == "request"
    big = {"version": 1, "id": 1, "ask": "check", "texts": {FILE: "x" * 5_000_000}}
    assert "too big" in ask(server, "ask", big)[1]["reason"]


# ---------------------------------------------------------------------------------- files


def test_the_files_of_the_folder_are_told_and_saved(server: Server, folder: Path) -> None:
    _, _, data = request(server, "GET", own(server, "files"))
    told = json.loads(data)
    assert told["folder"] == "inn"
    assert {*told["packs"]} == {HERE}
    assert {*told["packs"][HERE]} == {FILE}
    kept = told["packs"][HERE][FILE]
    assert kept["text"] == INN
    wanted = {"pack": HERE, "file": FILE, "text": INN + "# more\n", "seen": kept["stamp"]}
    status, saved = ask(server, "save", wanted)
    assert status == 200
    assert (folder / FILE).read_text(encoding="utf-8") == INN + "# more\n"
    assert saved["stamp"] != kept["stamp"]
    assert [*folder.glob(".*")] == []


def test_nothing_is_overwritten_that_the_page_has_not_seen(server: Server, folder: Path) -> None:
    stamp = Folder(folder).packs()[HERE][FILE].stamp
    (folder / FILE).write_text("other", encoding="utf-8")
    status, answer = ask(server, "save", {"pack": "", "file": FILE, "text": "x", "seen": stamp})
    assert status == 409
    assert "another program" in answer["reason"]
    assert (folder / FILE).read_text(encoding="utf-8") == "other"
    new = {"pack": "", "file": "new.rules", "text": "x", "seen": ""}
    assert ask(server, "save", new)[0] == 200
    assert ask(server, "save", new)[0] == 409


@pytest.mark.parametrize(
    "name",
    [
        "../outside.rules",
        "..\\outside.rules",
        "/tmp/x.rules",
        "C:x.rules",
        ".hidden.rules",
        "x.txt",
        "x.rules\0",
        "",
        ".rules",
        "a/b.rules",
        "x\n.rules",
    ],
)
def test_nothing_is_written_outside_of_the_folder(server: Server, folder: Path, name: str) -> None:
    before = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    for pack in ("", "..", "../", "/", "inn"):
        status, answer = ask(server, "save", {"pack": pack, "file": name, "text": "x", "seen": ""})
        assert status == 400
        assert answer["reason"]
    now = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    assert now == before


def test_links_are_neither_read_nor_written(server: Server, folder: Path) -> None:
    (folder / "link.rules").symlink_to(folder.parent / "outside.rules")
    kept = json.loads(request(server, "GET", own(server, "files"))[2])["packs"][""]["link.rules"]
    assert kept["text"] == ""
    assert "link" in kept["problem"]
    wanted = {"pack": "", "file": "link.rules", "text": "x", "seen": ""}
    assert ask(server, "save", wanted)[0] == 400
    assert (folder.parent / "outside.rules").read_text(encoding="utf-8") == "game Outside"


@pytest.mark.parametrize(
    "value",
    [[], {}, {"pack": ""}, {"pack": "", "file": FILE, "text": 1, "seen": ""}, [[[[[1]]]]], "x"],
)
def test_what_cannot_be_saved_is_told(server: Server, value: Any) -> None:
    status, answer = ask(server, "save", value)
    assert status == 400
    assert "cannot be saved" in answer["reason"]


def test_half_a_character_is_told_and_nothing_is_written(folder: Path) -> None:
    made = Workshop(Folder(folder))
    stamp, text = Folder(folder).packs()[HERE][FILE].stamp, INN + "# \ud83c\n"
    wanted = {"pack": HERE, "file": FILE, "text": text, "seen": stamp}
    status, _, data = made.save(json.dumps(wanted))
    line = INN.count("\n") + 1
    assert (status, json.loads(data)["reason"]) == (
        400,
        f"{FILE}: half a character stands in line {line}: delete it",
    )
    assert (folder / FILE).read_text(encoding="utf-8") == INN


def test_a_file_keeps_its_line_breaks_and_its_mode(folder: Path) -> None:
    path = folder / FILE
    path.write_bytes(INN.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    made = Folder(folder)
    kept = made.packs()[HERE][FILE]
    assert kept.text == INN
    made.save(HERE, FILE, INN + "# more\n", kept.stamp)
    assert path.read_bytes() == (INN + "# more\n").replace("\n", "\r\n").encode()
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_folder_of_packs(folder: Path) -> None:
    """Files in the folder itself make it one pack; without them each folder in it is one."""
    (folder.parent / "outside.rules").unlink()
    made = Folder(folder.parent)
    assert not made.is_pack
    assert {*made.packs()} == {"inn"}
    made.save("inn", "more.rules", "# more\n", "")
    assert (folder / "more.rules").is_file()
    assert made.near == folder.parent == Folder(folder).near
    with pytest.raises(GameError, match="no pack"):
        made.save("", FILE, "x", "")
    with pytest.raises(GameError, match="this is no folder; name the one in which it lies"):
        Folder(folder / FILE)
    with pytest.raises(GameError, match="no such folder; make it first"):
        Folder(folder / "new")


def test_without_a_folder_nothing_is_saved() -> None:
    workshop = Workshop()
    assert json.loads(workshop.files()[2]) == {"folder": None, "packs": {}}
    assert workshop.save("{}")[0] == 400


def test_a_busy_engine_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.01)
    workshop = Workshop()
    with workshop._turn:
        answer = json.loads(workshop.asked("{}")[2])
    assert (answer["answer"], answer["kind"]) == ("failed", "busy")
    assert json.loads(workshop.asked("{}")[2])["kind"] == "request"
    workshop.engine.close()


# ---------------------------------------------------------------------------------- the command


def test_the_command_opens_the_browser_and_ends_quietly(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "serve_forever", interrupted)
    opened: list[str] = []
    serve_folder(folder, 0, True, opened.append)
    said = capsys.readouterr().out
    (address,) = opened
    assert f"The workshop is open at {address}" in said
    assert said.endswith("The workshop is closed.\n")
    serve_folder(None, 0, False, opened.append)
    assert len(opened) == 1
    assert "kept in the browser" in capsys.readouterr().out


def test_a_taken_port_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Server, "serve_forever", lambda *_, **__: None)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("homesteaders_rules.cli.serving.PORT", port)
        monkeypatch.setattr(Server.__init__, "__defaults__", (port,))
        serve_folder(None, None, False)
        assert f"Port {port} is taken" in capsys.readouterr().out
        with pytest.raises(GameError, match=f"port {port} cannot be had .*; name another one"):
            serve_folder(None, port, False)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends a signal as a terminal does")
def test_an_interrupt_ends_the_process_without_a_traceback(folder: Path) -> None:
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = (
        f"{heed}; from homesteaders_rules.cli import main; main()"  # ignored where tests run behind
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "serve", str(folder), "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("The workshop is open at http://127.0.0.1:")
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (0, "\nThe workshop is closed.\n", "")
