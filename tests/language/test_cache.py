"""Compiled rules are kept under a hash of all that made them, and can be lost at any time."""

from __future__ import annotations

from pathlib import Path

import pytest

from homesteaders_rules.language import cache, loader
from homesteaders_rules.language.loader import read
from homesteaders_rules.language.packs.resolving import Library
from language.texts import ORCHARD, orchard


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "homesteaders-rules"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    calls: list[int] = []
    compiled = loader.compiled

    def counted(library: Library) -> loader.Result:
        calls.append(1)
        return compiled(library)

    monkeypatch.setattr(loader, "compiled", counted)
    return calls


def test_the_second_time_nothing_is_compiled(
    tmp_path: Path, kept: Path, compilations: list[int]
) -> None:
    first = orchard(tmp_path, "phase sleep: do nothing")
    again = orchard(tmp_path, "phase sleep: do nothing")
    assert len(compilations) == 1
    assert again == first
    assert again[0] is not None
    assert again[0].definitions == first[0].definitions  # type: ignore[union-attr]
    assert [d.span for d in again[0].definitions] == [d.span for d in first[0].definitions]  # type: ignore[union-attr]
    assert [d.code for d in again[1]] == ["W514"]


def test_another_text_is_compiled_anew(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    digests = set()
    for number in range(3):
        rules, _ = orchard(tmp_path, f"after fair: gain {number + 1} coins")
        assert rules is not None
        digests.add(rules.digest)
    assert len(digests) == len(compilations) == 3
    (tmp_path / "orchard" / "even_more.rules").write_text("after fair: gain 1 star\n")
    read(tmp_path / "orchard")
    assert len(compilations) == 4


def test_what_a_pack_extends_counts(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    orchard(tmp_path)
    home = tmp_path / "robbers"
    home.mkdir()
    (home / "robbers.rules").write_text("pack Robbers, version 1, extends Orchard\n")
    for text in (ORCHARD, ORCHARD, ORCHARD.replace("cost 1 apple", "cost 2 apples")):
        (tmp_path / "orchard" / "game.rules").write_text(text)
        assert read(home)[0] is not None
    assert len(compilations) == 3


def test_errors_are_not_kept(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    for _ in range(2):
        assert orchard(tmp_path, "after fair: gian 1 coin")[0] is None
    assert len(compilations) == 2
    assert list(kept.glob("*.compiled")) == []


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x05N.", b"\x80\x05(K\x01K\x02t."])
def test_a_damaged_file_is_no_matter(
    tmp_path: Path, kept: Path, compilations: list[int], damage: bytes
) -> None:
    first, _ = orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    path.write_bytes(damage)
    again, _ = orchard(tmp_path)
    assert len(compilations) == 2
    assert again == first
    assert path.read_bytes() != damage


def test_half_a_file_is_no_matter(tmp_path: Path, kept: Path, compilations: list[int]) -> None:
    orchard(tmp_path)
    (path,) = kept.glob("*.compiled")
    path.write_bytes(path.read_bytes()[:1000])
    assert orchard(tmp_path)[0] is not None
    assert len(compilations) == 2


def test_a_folder_that_cannot_be_written_is_no_matter(
    tmp_path: Path, kept: Path, compilations: list[int]
) -> None:
    kept.parent.write_text("a file in the place of the folder")
    for _ in range(2):
        assert orchard(tmp_path)[0] is not None
    assert len(compilations) == 2


@pytest.mark.parametrize("word", ["off", "no", "0", "OFF", "false"])
def test_nothing_is_kept_if_the_user_does_not_want_it(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    monkeypatch.setenv(cache.VARIABLE, word)
    assert orchard(tmp_path)[0] is not None
    assert not kept.exists()


def test_not_everything_is_kept_for_ever(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 2)
    for number in range(1, 5):
        orchard(tmp_path, f"after fair: gain {number} coins")
    assert len(list(kept.glob("*.compiled"))) == 2
