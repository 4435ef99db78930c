"""Images for the machine in C are kept beside the rules: a table of one is as any other."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from homesteaders_rules import BadTable, Rules, State, Table, apply, begin, load, new_game, view
from homesteaders_rules.errors import Unsupported
from homesteaders_rules.language import cache
from homesteaders_rules.linking import table as tables
from homesteaders_rules.linking.native import machine as machines
from language.test_cache import InOtherProcesses, Planted, signed
from language.texts import planted
from native.test_machines import absent, needs_machine
from play.test_threads import at_once
from sizes import size, some

SLOW = {"slow trees": True}
GAMES = ("homesteaders", "new_beginnings", "montana", "agricola")
LIGHT = """if True:
    import pickle, sys
    from homesteaders_rules import Cursor, apply, load, new_game, rollout
    table = load(sys.argv[1]).for_table(int(sys.argv[2]), machine="native")
    state = new_game(table.rules, table.players, 1)
    after, events = apply(state, state.options[-1])
    cursor = Cursor(after)
    cursor.choose(cursor.options[0])
    assert rollout(state, 7).over and not after.over and events.records and after == after
    assert cursor.state() != after and pickle.dumps(cursor.state())
    assert all(each.anytime for each in after.anytime)
    print(*(name.removeprefix("homesteaders_rules.") for name in sys.modules))
    print(*state.decision.keys, sep="\\n")
"""
"""What is printed: the modules with which much can be done, and the keys of a decision."""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of what is kept; each :func:`loaded` finds only what lies there."""
    monkeypatch.setenv(cache.VARIABLE, "on")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_in_use", InOtherProcesses())
    return tmp_path / "cache" / "homesteaders-rules"


@pytest.fixture
def table(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Table]:
    """Tables as a process has them that was just started, and has been started once before."""
    small = planted(tmp_path, "with 3 players: needs slow trees")

    def anew(*choices: Any, name: str | Path = small, **more: Any) -> Table:
        monkeypatch.setattr(tables, "_tables", tables._Tables())
        rules = load(name)
        return (rules if rules.kept else load(name)).for_table(*choices, **more)

    return anew


def is_linked(table: Table) -> bool:
    """Is there anything of it in Python?"""
    return bool(table._linked._made)


def images(kept: Path) -> list[Path]:
    return sorted(kept.glob("*.linked"))


def chosen(rules: Rules, seed: int) -> dict[str, bool]:
    """Some values for the options of a game."""
    return {name: Random(f"{seed} {name}").random() < 0.5 for name in rules.options}


@needs_machine
@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_an_image_is_played_as_one_that_is_linked(
    name: str, table: Callable[..., Table]
) -> None:
    rules = load(name)
    for players in some([*rules.players], 2):
        for seed in range(size(1, 4)):
            options = chosen(rules, seed) | dict.fromkeys(needed(rules), True)
            made = table(players, options, name=name)
            assert made.machine == "native" and is_linked(made)
            again = table(players, options, name=name)
            assert again.machine == "native" and not is_linked(again)
            assert_alike(again, rules.for_table(players, options, machine="python"), seed)


def needed(rules: Rules) -> list[str]:
    from homesteaders_rules.commands.definitions.definition import Needs

    return [each.option for each in rules.of(Needs)]


def assert_alike(one: Table, other: Table, seed: int) -> None:
    """A random game at both tables, decision for decision; words are asked for in the end."""
    random, seen = Random(seed), []
    state, happened = begin(one.rules, one.players, seed, one.options)
    plain, told = begin(other.rules, other.players, seed, other.options, machine="python")
    for _ in range(size(150, 10_000)):
        assert (state.cells, happened.records) == (plain.cells, told.records)
        assert (state.over, state.table) == (plain.over, plain.table)
        pairs = [*zip(numbers(state), numbers(plain), strict=True)]
        assert all(mine == theirs for mine, theirs in pairs)
        seen.append((state, plain))
        if not pairs:
            break
        number = random.randrange(len(pairs))
        state, happened = apply(state, [*state.options, *state.anytime][number])
        plain, told = apply(plain, [*plain.options, *plain.anytime][number])
    assert state.table is one and not is_linked(one)
    assert [*happened] == [*told]
    for mine, theirs in some(seen, 10):
        assert [o.key for o in mine.decision.all] == [o.key for o in theirs.decision.all]
        assert view(mine, 0) == view(theirs, 0)


def numbers(state: State) -> list[tuple[object, ...]]:
    """What may be chosen, without its words."""
    return [(o.operands, o.anytime, o.needed) for o in (*state.options, *state.anytime)]


@needs_machine
@pytest.mark.parametrize("name", some(GAMES, 2))
def test_nothing_that_links_is_imported_until_somebody_asks_for_words(
    name: str, kept: Path
) -> None:
    """Each process has other hashes of texts; what the first one linked holds for the last."""
    players = load(name).players[-1]
    told = []
    for seed in "12":
        command = [sys.executable, "-c", LIGHT, name, str(players)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        modules, _, keys = done.stdout.partition("\n")
        told.append(({each.partition(".")[0] for each in modules.split()}, modules, keys))
    assert told[0][2] == told[1][2] != ""
    assert "commands" in told[0][0] and "linking.making" in told[0][1].split()
    assert "commands" not in told[1][0]
    heavy = {"linking.making", "linking.layout", "runtime.program", "lark"}
    assert not heavy & {*told[1][1].split()}


@needs_machine
def test_what_the_rules_do_not_allow_is_said_at_once(
    kept: Path, table: Callable[..., Table]
) -> None:
    for _ in range(2):
        for choices, why in (
            ((9,), "Orchard is for 2 to 4 players, not 9"),
            ((2, {"slow tree": True}), 'there is no option "slow tree"; did you mean "slow trees"'),
            ((2, {"slow trees": 7}), 'option "slow trees" is True or False, not 7'),
            ((3, {}), 'Orchard with 3 players needs "slow trees"'),
        ):
            with pytest.raises(BadTable, match=why):
                table(*choices)
        assert table(3, SLOW).machine == "native"
    assert not is_linked(table(3, SLOW))


@needs_machine
@pytest.mark.parametrize("asked", ["python", "auto"])
def test_whoever_plays_in_python_links_at_once_and_keeps_nothing(
    asked: str, kept: Path, table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table(2).machine  # noqa: B018
    (only,) = images(kept)
    if asked == "auto":
        monkeypatch.setattr(machines, "extension", absent)
    for slow in (False, True):
        made = table(2, {"slow trees": slow}, machine=asked)
        assert is_linked(made)
        assert made.machine == "python"
    assert images(kept) == [only]


@needs_machine
def test_what_was_compiled_a_moment_ago_keeps_no_image(tmp_path: Path, kept: Path) -> None:
    """Whoever writes rules makes many tables that nobody will ask for again."""
    rules = load(planted(tmp_path))
    assert rules.kept is None
    assert rules.for_table(2).machine == "native"
    assert images(kept) == []


# ---- what somebody else put there


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def changed(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def writable_by_all(path: Path) -> None:
    path.chmod(0o666)


def a_link(path: Path) -> None:
    path.symlink_to(path.rename(path.with_name("elsewhere")))


def pickled(path: Path) -> None:
    path.write_bytes(pickle.dumps(Planted(path.with_name("executed"))))


def swapped(path: Path) -> None:
    (other,) = set(path.parent.glob("*.linked")) - {path}
    path.write_bytes(other.read_bytes())


def without_a_head(path: Path) -> None:
    path.write_bytes(signed(path, b"{}", words_of(path)))


def with_nonsense(path: Path) -> None:
    path.write_bytes(signed(path, b'[0,["a"],7,[]]', words_of(path)))


def with_too_much(path: Path) -> None:
    path.write_bytes(signed(path, b"[0,1000000000000000,[],[]]", words_of(path)))


def with_fewer_secrets(path: Path) -> None:
    path.write_bytes(signed(path, b"[0,[0],[],[]]", words_of(path)))


def with_fewer_cells(path: Path) -> None:
    start, secrets, fresh, ends = json.loads(path.read_bytes().split(b"\n")[1])
    head = json.dumps([start, secrets, fresh[:-1], ends]).encode()
    path.write_bytes(signed(path, head, words_of(path)))


def without_words(path: Path) -> None:
    path.write_bytes(signed(path, path.read_bytes().split(b"\n")[1], b""))


def with_other_words(path: Path) -> None:
    words = bytearray(words_of(path))
    words[8:16] = bytes(8)
    path.write_bytes(signed(path, path.read_bytes().split(b"\n")[1], bytes(words)))


def words_of(path: Path) -> bytes:
    return path.read_bytes().split(b"\n", 2)[2]


DAMAGES = (
    *(truncated, emptied, changed, pickled, swapped, without_a_head, with_nonsense),
    *(with_too_much, with_fewer_secrets, with_fewer_cells, without_words, with_other_words),
    *((writable_by_all, a_link) if hasattr(os, "geteuid") else ()),
)


@needs_machine
@pytest.mark.parametrize("damage", DAMAGES)
def test_an_image_of_no_use_is_made_anew(
    damage: Callable[[Path], None], kept: Path, table: Callable[..., Table]
) -> None:
    table(2).machine  # noqa: B018
    (path,) = images(kept)
    table(2, SLOW).machine  # noqa: B018
    before = path.read_bytes()
    damage(path)
    again = table(2)
    assert is_linked(again)
    assert again.machine == "native"
    assert path.read_bytes() == before
    assert not path.with_name("executed").exists()
    assert not is_linked(table(2))


@needs_machine
def test_an_image_of_another_program_never_gives_its_options_other_words(
    kept: Path, table: Callable[..., Table]
) -> None:
    """Somebody who can write files of the user, and signs them, is told from the rules."""
    table(2).machine  # noqa: B018
    (path,) = images(kept)
    table(2, SLOW).machine  # noqa: B018
    (other,) = set(images(kept)) - {path}
    path.write_bytes(signed(path, *other.read_bytes().split(b"\n")[1:]))
    state = new_game(table(2).rules, 2, 1)
    assert not is_linked(state.table)
    for option in state.options[:2]:
        with pytest.raises(Unsupported, match="not what the rules are linked to"):
            print(option)


@needs_machine
def test_a_folder_that_cannot_be_written_is_no_matter(
    kept: Path, table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table(2)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError("read only")

    monkeypatch.setattr("tempfile.mkstemp", refused)
    for _ in range(2):
        made = table(2)
        assert is_linked(made)
        assert made.machine == "native"
    assert images(kept) == []


@needs_machine
def test_not_every_image_is_kept_for_ever(
    kept: Path, table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 2)
    for choices in ((2,), (2, SLOW), (3, SLOW), (2,)):
        table(*choices).machine  # noqa: B018
    assert len(images(kept)) == 2


@needs_machine
def test_threads_that_ask_for_words_at_once_get_those_of_one_program(
    table: Callable[..., Table],
) -> None:
    table(2).machine  # noqa: B018
    state = new_game(table(2).rules, 2, 1)
    assert not is_linked(state.table)
    found = at_once(lambda: (state.options[0].offer, state.table.program, state.decision.keys))
    assert all(each[0] is found[0][0] and each[1] is found[0][1] for each in found)
    assert {each[2] for each in found} == {state.decision.keys}
    assert apply(state, state.options[0]) == apply(state, state.options[0].key)
