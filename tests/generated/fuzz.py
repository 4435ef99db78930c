"""Bytes from strangers, guided by coverage: each is taken, or refused with a documented reason.

    pip install atheris
    python tests/generated/fuzz.py --seconds 1800 --into build/fuzz

The first letter of the bytes says what they are: ``t`` a file of rules, ``s`` a save, ``k`` the key
of an option; the next byte of a save and a key says of which game, and the one after it, of a key,
at which state. The corpus begins with the files that come along, and what reaches new code is kept
in the folder. A fault of each kind is written there and told once; the run goes on.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from random import Random

try:
    import atheris
except ImportError:
    sys.exit("the fuzzer is guided by atheris, which is not installed: pip install atheris")

os.environ["HOMESTEADERS_RULES_CACHE"] = "off"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

with atheris.instrument_imports(include=["homesteaders_rules"]):
    from generated.playing import Fault
    from homesteaders_rules import (
        BadSave,
        BadTable,
        Game,
        IllegalOption,
        Rules,
        State,
        apply,
        load,
        read,
        restore,
        save,
        state_from_json,
        why_not,
    )
    from homesteaders_rules.language.messages.codes import catalogue
    from homesteaders_rules.testing.checks import check_decision, check_step
    from homesteaders_rules.testing.walks import walk

ROOT = Path(__file__).resolve().parents[2]
TEXTS = sorted(
    file
    for folder in ("tests/games", "tests/hostile/games", "rules", "examples")
    for file in (ROOT / folder).rglob("*.rules")
)
GAME = ROOT / "tests" / "hostile" / "games" / "quarry.rules"
"""A small game that parts of others are written behind."""
LONGEST, LONGEST_TEXT = 18_000, 6_000
"""The most bytes of any input, and of a text that the corpus begins with."""
SHIPPED = ("homesteaders", "new_beginnings", "montana", "agricola")
GAMES = (GAME, *SHIPPED, ROOT / "examples" / "bellfounders")
"""Whose saves and keys are tried."""
HANG = 600
"""Seconds by the clock, of a computer that may be busy: what takes longer hangs."""
STEPS = 40
"""So many steps of a game are played where a text is right."""
STATES = 9
WORDS = ("with", "gain 1", "pay 1", "per", "if", "may", "or", "then", "each player:", "whenever")
"""Besides what the corpus says."""


def main() -> None:
    """Read what is asked for, and hand it to libFuzzer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=1800, help="so long, by the clock")
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "fuzz")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    corpus = asked.into / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds()):
        (corpus / f"seed{number:03}").write_bytes(data)
    flags = [f"-max_total_time={asked.seconds}", f"-max_len={LONGEST}", f"-seed={asked.seed}"]
    flags += [f"-timeout={HANG}", "-rss_limit_mb=4096", "-print_final_stats=1"]
    flags += [f"-artifact_prefix={asked.into}/", str(corpus)]
    trial = Trial(asked.into)
    atexit.register(trial.tell)
    atheris.Setup([sys.argv[0], *flags], trial.one, custom_mutator=mutated)
    atheris.Fuzz()


def seeds() -> list[bytes]:
    """What the corpus begins with: texts alone and behind a game, saves, and keys."""
    game = GAME.read_bytes()
    texts = [file.read_bytes() for file in TEXTS]
    found = [b"t" + text for text in texts if len(text) < LONGEST_TEXT]
    found += [b"t" + game + b"\n" + text for text in texts if len(game) + len(text) < LONGEST_TEXT]
    for which in range(len(GAMES)):
        found += [b"s%c" % which + text.encode() for text in saves(which)]
        for number, state in enumerate(states(which)):
            found += [b"k%c%c" % (which, number) + key.encode() for key in state.decision.keys[:4]]
    return found


@cache
def rules(which: int) -> Rules:
    """One of the games."""
    return load(GAMES[which])


@cache
def states(which: int) -> list[State]:
    """Some from the beginning of a game to its end."""
    found = [step.after for step in walk(rules(which), 2, 1, anytime=0.2)]
    return [*found[:: max(len(found) // STATES, 1)], found[-1]]


@cache
def saves(which: int) -> list[str]:
    """With choices, with cells, and begun with a state."""
    game = Game.new(rules(which), 2, 1)
    for step in walk(rules(which), 2, 1, most=20):
        game.choose(step.option.key)
    begun = Game.begun_with(game.state)
    return [save(game), save(game, with_state=True), save(begun, with_state=True)]


# ---------------------------------------------------------------------------------- other bytes


@cache
def lines() -> list[bytes]:
    """Each line of all texts, and some words."""
    found = [line for file in TEXTS for line in file.read_bytes().splitlines() if line.strip()]
    return [*dict.fromkeys(found), *(word.encode() for word in WORDS)]


def mutated(data: bytes, longest: int, seed: int) -> bytes:
    """Bytes changed as libFuzzer does it; or a text by its lines and words, a save by values."""
    random = Random(seed)
    kind = data[:1]
    if kind not in (b"t", b"s") or random.random() < 0.4:
        return bytes(atheris.Mutate(data, longest))
    if kind == b"s":
        return (data[:2] + changed(data[2:], random))[:longest]
    rows = data.split(b"\n")
    here = random.randrange(len(rows))
    match random.randrange(6):
        case 0:
            rows.insert(here, random.choice(lines()))
        case 1:
            del rows[here]
        case 2:
            rows[here], rows[-1] = rows[-1], rows[here]
        case 3:
            rows[here] = random.choice((b"    ", b"")) + rows[here].strip()
        case 4:
            rows[here] = spliced(rows[here], random.choice(rows), random)
        case _:
            rows[here] = spliced(rows[here], random.choice(lines()), random)
    return b"\n".join(rows)[:longest]


def changed(text: bytes, random: Random) -> bytes:
    """A save with another value at one of its places; one that is no JSON stays as it is."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(whole, dict) or not whole:
        return text
    holder, at = whole, random.choice([*whole])
    while isinstance(inner := holder[at], dict | list) and inner and random.random() < 0.9:
        holder, at = inner, random.choice(places(inner))
    match random.randrange(5):
        case 0:
            del holder[at]
        case 1:
            holder[at] = random.choice((-1, 0, 1, 2**31, 2**63, 1.5, "", [], {}, None, True))
        case 2:
            holder[at] = random.choice([*whole.values()])
        case 3 if isinstance(holder, list):
            holder.insert(at, random.choice(holder))
        case _ if isinstance(holder[at], int):
            holder[at] += random.choice((-1, 1))
        case _:
            holder[at] = holder[random.choice(places(holder))]
    return json.dumps(whole, indent=1).encode()


def places(held: dict | list) -> list:
    """The names or numbers of what it holds."""
    return [*range(len(held))] if isinstance(held, list) else [*held]


def spliced(line: bytes, other: bytes, random: Random) -> bytes:
    """The first words of one line and the last of another."""
    words, others = line.split(b" "), other.split(b" ")
    first = words[: random.randint(0, len(words))]
    return b" ".join([*first, *others[random.randint(0, len(others)) :]])


# ---------------------------------------------------------------------------------- trying them


class Trial:
    """What was tried, and the faults that were found. Each kind is told and kept once."""

    def __init__(self, into: Path) -> None:
        self.into = into
        self.tried = dict.fromkeys("tsk", 0)
        self.right = 0
        self.kinds: set[str] = set()
        self.file = Path(tempfile.mkdtemp(prefix="fuzz")) / "fuzz.rules"

    def one(self, data: bytes) -> None:
        """Try some bytes, as what their first letter says."""
        kind, rest = data[:1].decode("latin-1"), data[1:]
        if kind not in self.tried:
            return
        self.tried[kind] += 1
        try:
            {"t": self.text, "s": self.save, "k": self.key}[kind](rest)
        except (Exception, RecursionError) as error:
            self.keep(data, Fault.of(error))

    def keep(self, data: bytes, fault: Fault) -> None:
        """Write and tell a fault of a new kind."""
        if fault.kind not in self.kinds:
            self.kinds.add(fault.kind)
            file = self.into / f"fault{len(self.kinds):02}"
            file.write_bytes(data)
            print(f"=== {file}\n{fault}\n", flush=True)

    def text(self, data: bytes) -> None:
        """A file of rules: every finding is known, and what is right can be played."""
        self.file.write_bytes(data)
        found, findings = read(self.file)
        for finding in findings:
            assert finding.code in catalogue(), f"unknown code {finding.code}"
            assert str(finding)
        if found is None:
            assert any(finding.is_error for finding in findings), "no rules, and no reason"
            return
        self.right += 1
        try:
            for step in walk(found, found.players.start, 1, most=STEPS):
                check_step(step.before, step.after, step.events)
        except BadTable:
            return

    def save(self, data: bytes) -> None:
        """A save: it is refused, or leaves a game that goes on."""
        which, data = data[:1], data[1:]
        known = rules(int.from_bytes(which) % len(GAMES))
        for back in (restore, state_from_json):
            try:
                found = back(data.decode("utf-8", "surrogateescape"), known)
            except BadSave as error:
                assert str(error)
                continue
            check_decision(found.state if isinstance(found, Game) else found)

    def key(self, data: bytes) -> None:
        """A key: it is listed and carried out, or refused with a reason."""
        which, number, key = data[:1], data[1:2], data[2:].decode("utf-8", "surrogateescape")
        listed = states(int.from_bytes(which) % len(GAMES))
        state = listed[int.from_bytes(number) % len(listed)]
        reason = why_not(state, key)
        assert (reason is None) == (key in {option.key for option in state.decision.all})
        for viewer in (None, *range(state.table.players)):
            assert isinstance(why_not(state, key, viewer), str | None)
        try:
            apply(state, key)
        except IllegalOption as error:
            assert error.reason == reason

    def tell(self) -> None:
        """What was tried."""
        texts, of_saves, keys = self.tried.values()
        print(
            f"{texts} texts, {self.right} of them right, {of_saves} saves, {keys} keys: "
            f"{len(self.kinds)} faults in {time.process_time():.0f} s of processor time",
            flush=True,
        )


if __name__ == "__main__":
    main()
