"""Speed of the library, as ratios taken in one run.

    python benchmarks/run.py [--games N] [--repeats R] [--yardstick FOLDER]

Plays random games of the base game with four players and prints decisions per second of
``apply`` (one frozen state a decision), of the cursor, and of ``apply`` with exchanges of any time
in a tenth of the decisions; where the machine in C is built, the same with it, and whole random
games in one call each. With a folder that holds the hand-written engine (``playout.py``) it is run
in turns with ours, and the ratio is printed; the best of all repeats counts on both sides, since
machines are noisy. Then decisions of other games, held against those of the base game, those that
ask for a place on a map or a grid apart from the rest; the time to import, to load cold and from
the cache, and from there to the first table of a process, in an environment as users have it; the
time to check ordinary packs; how much longer four times as many definitions take to check; the size
of a state; and what a question for exchanges takes.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles

from homesteaders_rules import (
    Cursor,
    Rules,
    State,
    apply,
    forecast,
    how,
    load,
    new_game,
    reachable,
    read,
)
from homesteaders_rules.language.checking.tables import link_more
from homesteaders_rules.mechanisms.enclosing.steps import EncloseOffer
from homesteaders_rules.mechanisms.grids.steps import LayOffer
from homesteaders_rules.mechanisms.maps.steps import BuildOnMap, NeutralSpaceOffer
from homesteaders_rules.testing.examples import failed_examples

GAME = "homesteaders"


def play_states(
    rules: Rules, players: int, games: int, anytime: float = 0.0, machine: str = "python"
) -> int:
    """Random games, one frozen state a decision; the number of decisions."""
    random = Random(1).random
    decisions = 0
    for seed in range(games):
        state = new_game(rules, players, seed, machine=machine)
        while options := state.options:
            if anytime and random() < anytime:
                options = state.anytime or options
            state, _ = apply(state, options[int(random() * len(options))])
            decisions += 1
    return decisions


def play_cursor(rules: Rules, players: int, games: int, machine: str = "python") -> int:
    """Random games in place; the number of decisions."""
    random = Random(1).random
    decisions = 0
    for seed in range(games):
        cursor = Cursor(new_game(rules, players, seed, machine=machine))
        while options := cursor.options:
            cursor.choose(options[int(random() * len(options))])
            decisions += 1
    return decisions


def play_rollouts(rules: Rules, players: int, games: int, anytime: int = 0) -> int:
    """Whole random games in one call each, by the machine in C; the number of decisions."""
    table = rules.for_table(players, machine="native")
    state = new_game(rules, players, 1, machine="native")
    machine = table.native
    assert machine is not None
    decisions = 0
    for seed in range(games):
        done, _, is_stuck = machine.game(state.cells).rollout(seed, 1_000_000, anytime)
        assert not is_stuck
        decisions += done
    return decisions


def plays_native(rules: Rules, players: int) -> bool:
    """Can the machine in C play such a table?"""
    return rules.for_table(players, machine="auto").machine == "native"


def rate(play: Callable[..., int], *arguments: object) -> float:
    """Decisions per second of one pass."""
    start = time.perf_counter()
    decisions = play(*arguments)
    return float(decisions / (time.perf_counter() - start))


PLANNED = ("homesteaders", "new_beginnings", "montana", "agricola")
"""The games in whose random states somebody asks how."""
UNIT = 500
"""What a question may take is measured in so many decisions of the base game."""


def random_states(rules: Rules, wanted: int) -> list[State]:
    """States somewhere in random games, in which exchanges are used now and then."""
    states = []
    for seed in range(wanted):
        random = Random(seed)
        state = new_game(rules, random.choice([*rules.players][:3]), seed)
        for _ in range(random.randrange(200)):
            options = state.anytime if random.random() < 0.1 else ()
            after, _ = apply(state, random.choice(options or state.options))
            if after.over:
                break
            state = after
        states.append(state)
    return states


def planning(wanted: int = 60, warm: int = 15) -> dict[str, str]:
    """How long questions for exchanges take: median and 99th percentile, in UNIT decisions.

    Every state is asked for eight keys of its decision and of its exchanges, in time of the
    processor. What is found once for a table or a step is found in the first states mostly, which
    are not counted.
    """
    begun, decisions = time.process_time(), play_states(load(GAME), 4, 40)
    unit = (time.process_time() - begun) / decisions * UNIT
    times: dict[str, list[float]] = {"how": [], "reachable": [], "forecast": []}
    for name in PLANNED:
        for number, state in enumerate(random_states(load(name), warm + wanted)):
            for way, question in questions_of(state):
                begun = time.process_time()
                question()
                if number >= warm:
                    times[way].append((time.process_time() - begun) / unit)
    return {
        name: f"median {median(taken):.2f}, 99 % below {quantiles(taken, n=100)[-1]:.2f}"
        for name, taken in times.items()
    }


def questions_of(state: State) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is asked of a state, each with what it measures."""
    exchanges = (key for each in state.table.program.exchanges for key in each.keys())
    keys = [*state.decision.step.keys(), *exchanges]
    for key in Random(state.round).sample(keys, min(8, len(keys))):
        yield "how", partial(how, state, key)
    yield "reachable", partial(reachable, state)
    yield "forecast", partial(forecast, state, state.decision.player)


AGAINST = {"montana": 3, "agricola": 4, "new_beginnings": 5}
"""What is held against the base game in the same run, and with how many players."""
ON_BOARD = BuildOnMap, NeutralSpaceOffer, LayOffer, EncloseOffer
"""What offers the spaces of a map, the cells of a grid, and areas of those."""


class Spent:
    """Decisions, and what they took in time of the processor; that of the clock is taken off."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0

    def each(self, clock: float) -> float:
        """Microseconds of one of them."""
        return (self.seconds / self.decisions - clock) * 1e6 if self.decisions else 0.0


def asks_for_a_place(state: State) -> bool:
    """Is one of its options a space of a map, a cell of a grid, or an area?"""
    return any(isinstance(option.offer, ON_BOARD) for option in state.options)


def play_timed(rules: Rules, players: int, seed: int, spent: dict[bool, Spent]) -> None:
    """A random game. A decision takes what it takes to come to it: its options are found then."""
    random, clock = Random(seed).random, time.process_time
    state = new_game(rules, players, seed, machine="python")
    while options := state.options:
        option = options[int(random() * len(options))]
        begun = clock()
        state, _ = apply(state, option)
        taken = clock() - begun
        of = spent[asks_for_a_place(state)]
        of.decisions += 1
        of.seconds += taken


def clock_seconds(times: int = 20_000) -> float:
    """What it takes to look at the clock."""
    begun = time.process_time()
    for _ in range(times):
        time.process_time()
    return (time.process_time() - begun) / times


def against_base(games: int = 50, warm: int = 10) -> dict[str, str]:
    """What decisions of other games take, in microseconds and in decisions of the base game.

    Every game is another one, and the games are played in turns: machines are noisy.
    """
    every = {name: (load(name), players) for name, players in {GAME: 4, **AGAINST}.items()}
    spent = {name: {True: Spent(), False: Spent()} for name in every}
    for seed in range(warm + games):
        if seed == warm:  # At first much is found that is kept, and then looked through for garbage
            spent = {name: {True: Spent(), False: Spent()} for name in every}
            gc.collect()
            gc.freeze()  # no more: that would be told of whichever game is in turn.
        for name, (rules, players) in every.items():
            play_timed(rules, players, seed, spent[name])
    clock = clock_seconds()
    base = _together(spent[GAME]).each(clock)
    found: dict[str, str] = {}
    for name in AGAINST:
        kinds = {"": _together(spent[name])}
        if spent[name][True].decisions:
            kinds |= {"asked for a place": spent[name][True], "elsewhere": spent[name][False]}
        found |= {
            f"{name} {kind}".strip(): f"{of.each(clock):.1f} microseconds each, "
            f"{of.each(clock) / base:.2f} times base ({of.decisions} decisions)"
            for kind, of in kinds.items()
        }
    gc.unfreeze()
    return found


def _together(kinds: dict[bool, Spent]) -> Spent:
    both = Spent()
    for each in kinds.values():
        both.decisions += each.decisions
        both.seconds += each.seconds
    return both


def in_machine(games: int = 10, repeats: int = 5) -> dict[str, str]:
    """How many times as fast the machine in C plays other games than Python does."""
    found: dict[str, str] = {}
    for name, players in {GAME: 4, **AGAINST}.items():
        rules = load(name)
        if not plays_native(rules, players):
            found[name] = "left to Python"
            continue
        best = dict.fromkeys(("python", "states", "rollouts"), 0.0)
        for _ in range(repeats):
            best["python"] = max(best["python"], rate(play_states, rules, players, games))
            native = rate(play_states, rules, players, games, 0.0, "native")
            best["states"] = max(best["states"], native)
            rolled = rate(play_rollouts, rules, players, 20 * games)
            best["rollouts"] = max(best["rollouts"], rolled)
        ratios = (best[way] / best["python"] for way in ("states", "rollouts"))
        found[name] = "apply {:.1f} times, rollouts {:.1f} times Python".format(*ratios)
    return found


def yardstick_rate(folder: Path, games: int) -> float:
    """Decisions per second of the hand-written engine, through its public interface."""
    command = [sys.executable, str(folder / "playout.py"), "--mode", "api"]
    command += ["--players", "4", "--games", str(games)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    return float(json.loads(done.stdout)["decisions_per_s"])


def speeds(games: int, repeats: int, yardstick: Path | None) -> dict[str, float]:
    """The best rate of each way to play, taken in turns."""
    rules = load(GAME)
    ways: dict[str, Callable[[], float]] = {
        "apply": lambda: rate(play_states, rules, 4, games),
        "cursor": lambda: rate(play_cursor, rules, 4, games),
        "apply_anytime": lambda: rate(play_states, rules, 4, games // 4 or 1, 0.1),
    }
    if plays_native(rules, 4):
        ways |= {
            "native_apply": lambda: rate(play_states, rules, 4, games, 0.0, "native"),
            "native_cursor": lambda: rate(play_cursor, rules, 4, games, "native"),
            "native_anytime": lambda: rate(play_states, rules, 4, games, 0.1, "native"),
            "native_rollout": lambda: rate(play_rollouts, rules, 4, 4 * games),
            "rollout_anytime": lambda: rate(play_rollouts, rules, 4, 4 * games, 10),
        }
    if yardstick is not None:
        ways["yardstick"] = lambda: yardstick_rate(yardstick, games * 3)
    best = dict.fromkeys(ways, 0.0)
    play_states(rules, 4, 10)
    for _ in range(repeats):
        for name, measure in ways.items():
            best[name] = max(best[name], measure())
    return best


def as_users_have_it() -> dict[str, str]:
    """The environment, in which Python keeps the modules that it has compiled."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def seconds(code: str, first: str = "", **environment: str) -> float:
    """The time that a line of code takes in a new process, the interpreter's start aside.

    After a line that comes ``first`` it is time of the processor.
    """
    clock = "time.process_time()" if first else "time.perf_counter()"
    script = f"import time\n{first}\nt = {clock}\n{code}\nprint({clock} - t)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env=as_users_have_it() | environment,
    )
    return float(done.stdout)


def loading() -> dict[str, float]:
    """Milliseconds to import, to load without and with the cache; the best of five.

    Without it means that the text is another one: what does not depend on it is kept.
    """
    code = f"from homesteaders_rules import load; load({GAME!r})"
    with tempfile.TemporaryDirectory() as folder:
        cached = {"XDG_CACHE_HOME": folder}
        seconds(code, **cached)
        seconds(code, HOMESTEADERS_RULES_CACHE="off")
        measured: dict[str, Callable[[], float]] = {
            "import_ms": lambda: seconds("import homesteaders_rules"),
            "load_cold_ms": lambda: seconds(code, HOMESTEADERS_RULES_CACHE="off"),
            "load_cached_ms": lambda: seconds(code, **cached),
        }
        return {
            name: round(min(measure() for _ in range(5)) * 1000, 1)
            for name, measure in measured.items()
        }


def first_tables(times: int = 15) -> dict[str, str]:
    """What it takes from loaded rules to the first table of a process, all imports included.

    In the machine in C, with a random game to its end too, and in Python: medians, in milliseconds
    of the processor.
    """
    found: dict[str, str] = {}
    for name, players in {GAME: 4, **AGAINST}.items():
        rules = load(name)
        if not plays_native(rules, players):
            continue
        first = f"from homesteaders_rules import load; rules = load({name!r})"
        table = f"rules.for_table({players}, machine='{{}}').machine".format
        game = "from homesteaders_rules import new_game, rollout; "
        game += f"rollout(new_game(rules, {players}, machine='native'), 1)"
        ways = {"table": table("native"), "game": game, "in Python": table("python")}
        with tempfile.TemporaryDirectory() as folder:
            kept = {"XDG_CACHE_HOME": folder, "HOMESTEADERS_RULES_CACHE": "on"}
            for _ in range(2):  # The first compiles, the second makes the image.
                seconds(game, first, **kept)
            taken = {
                way: median(seconds(code, first, **kept) for _ in range(times)) * 1000
                for way, code in ways.items()
            }
        found[name] = ", ".join(f"{way} {value:.1f} ms" for way, value in taken.items())
    return found


GROWING = {
    "actions": "action walk {0}: gain 1 silver\n",
    "options": "option choice {0}: no\n    A text.\n",
    "conditions": "option choice {0}: no\n    A text.\nwith choice {0}: after income: do nothing\n",
    "whenever": "whenever you gain a pearl: gain 1 silver\n",
    "exchanges": "exchange swap {0}: 1 gold -> 2 silver\n",
    "tracks": 'track "Path {0}", for all: 1, 2\n',
    "groups": "public urn {0}/urn {0}s: 9 bead {0}\n",
    "hooks": "after income: each player: gain 1 silver\n",
    "incomes": "income: gain 1 silver per rail\n",
    "substitutions": "1 pearl may pay for 1 wood\n",
    "examples": "example case {0}, with 2 players:\n    in income\n    player 1 has 6 silver\n",
}
GROWING_PIECES = {
    "buildings": "building Hut {0}:\n    residential, town\n    1 worker: gain 1 pearl\n",
    "lots": "lots of Auction 2, town:\n    lot Plot {0}: may build residential\n",
    "events": "with events:\n    events of Events, town:\n        event Rain {0}: do nothing\n",
}
LINES = 1000
PIECES_MADE = 200
"""Four times as many pieces are less than a game may have."""
PIECES = """\
building Hut {0}:
    residential, town
    cost 1 wood, 1 silver
    income: gain 1 silver
    1 worker: gain 1 pearl
    whenever you swap {1}: gain 1 food
lots of Auction 2, town:
    lot Plot {0}: may build residential or commercial
"""
ORDINARY = """\
action walk {1}:
    if you have 3 or more silver: pay 1 silver, then gain 1 wood
    otherwise: gain 1 silver
action ride {1}: gain 1 food or gain 1 wood
exchange swap {1}: 1 gold, 2 pearls -> 2 silver
whenever you swap {1}: gain 2 silver
before income: if you have 5 or more wood: pay 1 wood to walk {1}
after income: ride {1}
"""
TITLED = (*GROWING_PIECES.values(), GROWING["tracks"])
"""Lines that name what begins with a capital letter."""
MOST_BLOCKS = 400
"""So many blocks of an ordinary pack have pieces, of which there can be a thousand."""
CHECKED = 2000, 20_000
"""So many lines, which are less than a file may have bytes."""


def letters(number: int) -> str:
    """A word for a number: names have no digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:06}")


def checking_seconds(line: str, count: int) -> float:
    """The time to read and link a pack with so many definitions, and play its examples."""
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(folder) / "growing.rules"
        game = "New Beginnings" if "events" in line else "Homesteaders"
        header = f"pack Growing, version 1, extends {game}\npublic shell/shells: 9 pearl/pearls\n"
        words = map(letters, range(count))
        every = (line.format(word.title() if line in TITLED else word) for word in words)
        pack.write_text(header + "".join(every), encoding="utf-8")
        start = time.process_time()
        rules, diagnostics = read(pack)
        assert rules is not None, diagnostics[0]
        assert not any(each.is_error for each in link_more(rules))
        assert not list(failed_examples(rules))
        return time.process_time() - start


def ordinary(lines: int) -> str:
    """A pack of so many lines, with a bit of everything."""
    parts = ["pack Growing, version 1, extends Homesteaders\npublic shell/shells: 9 pearl/pearls\n"]
    written = 2
    for number in count():
        block = (PIECES if number < MOST_BLOCKS else "") + ORDINARY
        written += block.count("\n")
        if written > lines:
            return "".join(parts)
        name = letters(number)
        parts.append(block.format(name.title(), name))
    raise AssertionError("there is always another block")


def checking() -> dict[str, float]:
    """Milliseconds to check ordinary packs, the interpreter's start aside; the best of three."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for lines in CHECKED:
            pack = Path(folder) / f"lines_{lines}.rules"
            pack.write_text(ordinary(lines), encoding="utf-8")
            run = "from homesteaders_rules.cli.texts.checking import check_paths; import os, sys; "
            run += "out, sys.stdout = sys.stdout, open(os.devnull, 'w'); "
            run += f"wrong = check_paths([{str(pack)!r}], [], 'text', True); sys.stdout = out; "
            run += "assert not wrong"
            taken = min(seconds(run, HOMESTEADERS_RULES_CACHE="off") for _ in range(3))
            found[f"check_{lines}_ms"] = round(taken * 1000, 1)
    return found


def growth() -> dict[str, float]:
    """How much longer four times as many definitions take to check: 4 where it is linear."""
    os.environ["HOMESTEADERS_RULES_CACHE"] = "off"
    checking_seconds(GROWING["actions"], 1)  # What is made once for all texts.
    found: dict[str, float] = {}
    for name, line in (GROWING | GROWING_PIECES).items():
        lines = PIECES_MADE if name in GROWING_PIECES else LINES
        nothing, few, many = (checking_seconds(line, n) for n in (1, lines, 4 * lines))
        found[f"4 x {name}"] = round((many - nothing) / (few - nothing), 1)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="speed, as ratios taken in one run")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=5)
    default = Path(__file__).resolve().parents[2] / "shared" / "yardstick"
    parser.add_argument("--yardstick", type=Path, default=default if default.exists() else None)
    arguments = parser.parse_args()
    best = speeds(arguments.games, arguments.repeats, arguments.yardstick)
    for name, value in best.items():
        each = f"{1e6 / value:5.2f} microseconds each"
        print(f"{name:>15}: {value:>10,.0f} decisions a second, {each}")
    if "yardstick" in best:
        for name in (name for name in best if name != "yardstick"):
            ratio = best[name] / best["yardstick"]
            times = f"{ratio:.2f} times" if ratio > 1 else f"1/{1 / ratio:.1f} of"
            print(f"{name:>15}: {times} the hand-written engine")
    for name, text in against_base().items():
        print(f"{name:>26}: {text}")
    for name, text in in_machine().items():
        print(f"{name:>14}: in the machine in C, {text}")
    for name, text in planning().items():
        print(f"{name:>14}: {text} of the time of {UNIT} decisions")
    for name, text in first_tables().items():
        print(f"{name:>14}: first of a process, {text}")
    for name, value in (loading() | checking() | growth()).items():
        print(f"{name:>14}: {value}")
    print(f"{'state_bytes':>14}: {len(pickle.dumps(new_game(load(GAME), 4)))}")


if __name__ == "__main__":
    main()
