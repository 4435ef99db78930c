"""Do the project's own tests bite? mutmut changes a module, and tests of its kind must notice.

    pip install mutmut
    python tests/mutants/mutation.py payments                # every mutant of a module
    python tests/mutants/mutation.py views --sample 60       # some of them, drawn by --seed

Each module has the tests that are about it: fewer and faster than all. Before each test what was
linked before is forgotten. In the end the score is told, and each mutant that no test has noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("src", "grammar", "rules", "examples", "docs", "tests")
PACKAGE = "src/homesteaders_rules"
MODULES = {
    "payments": ("runtime/offering/payments.py", "runtime/offering/prices.py"),
    "paying": ("runtime/offering/exchanges.py", "runtime/offering/due.py"),
    "tracks": ("mechanisms/tracks.py", "mechanisms/rewards.py"),
    "auction": ("mechanisms/auction/steps.py", "mechanisms/auction/paying.py"),
    "commands": ("commands/*.py",),  # those of its folders too
    "views": ("play/views.py",),
}
TESTS = {
    "payments": (
        "tests/runtime/test_payments.py",
        "tests/runtime/test_substitutions.py",
        "tests/runtime/test_losses.py",
        "tests/runtime/test_portions.py",
        "tests/runtime/test_rights.py",
        "tests/runtime/test_displays.py",
        "tests/rulings/test_construction.py",
        "tests/rulings/test_wages.py",
        "tests/rulings/test_debts.py",
    ),
    "paying": (
        "tests/runtime/test_limits.py",
        "tests/runtime/test_rights.py",
        "tests/play/test_parts_of_options.py",
        "tests/play/test_old_saves.py",
        "tests/runtime/test_owing.py",
        "tests/runtime/test_own_stock.py",
        "tests/runtime/test_holding.py",
        "tests/rulings/test_trading.py",
        "tests/rulings/test_debts.py",
        "tests/rulings/test_wages.py",
        "tests/rulings/test_strict_supply.py",
    ),
    "tracks": (
        "tests/runtime/test_tracks.py",
        "tests/language/test_verbs.py",
        "tests/bots/test_appraisal.py",
        "tests/rulings/test_track.py",
        "tests/rulings/test_two_players.py",
        "tests/rulings/test_scoring.py",
    ),
    "auction": (
        "tests/runtime/test_auctions.py",
        "tests/runtime/test_kinds_of_auctions.py",
        "tests/rulings/test_auction.py",
        "tests/rulings/test_two_players.py",
    ),
    "commands": (
        "tests/language/test_phrases.py",
        "tests/language/test_verbs.py",
        "tests/runtime/test_counters.py",
        "tests/runtime/test_counted_costs.py",
        "tests/runtime/test_tiers.py",
        "tests/runtime/test_portions.py",
        "tests/runtime/test_orders.py",
        "tests/runtime/test_only_if.py",
        "tests/runtime/test_up_to.py",
        "tests/runtime/test_turns.py",
        "tests/runtime/test_triggers.py",
        "tests/runtime/test_taking.py",
        "tests/bots/test_appraisal.py",
        "tests/language/test_every_verb.py",
        "tests/cli/test_ledger.py",
    ),
    "views": (
        "tests/play/test_json_views.py",
        "tests/play/test_secrecy.py",
        "tests/play/test_sampling.py",
        "tests/play/test_notebooks.py",
        "tests/rulings/test_history.py",
        "tests/rulings/test_setup.py",
    ),
}
LISTING = """
import json, sys
from mutmut import __main__ as m
m.set_mutant_under_test("mutant_generation")
m.makedirs("mutants", exist_ok=True)
m.copy_src_dir()
m.copy_also_copy_files()
m.setup_source_paths()
m.create_mutants(1)
names = [name for _, name, _ in m.collect_source_file_mutation_data(mutant_names=())[0]]
print("=" + json.dumps(names))
"""
"""Makes the mutants in a folder, and tells their names."""
HEADS = ("+++", "---")
KILLED = (1, 3, 152, -24, 24, 36, 255)
"""The ends of a run of pytest in which a test failed, or never came to its end."""


def main() -> None:
    """Measure the modules that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help=f"of {', '.join(MODULES)}; none: all of them")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if shutil.which("mutmut", path=Path(sys.executable).parent) is None:
        sys.exit("mutmut is not installed beside this Python: pip install mutmut")
    for module in asked.modules or MODULES:
        folder = Path(tempfile.mkdtemp(prefix=f"mutation-{module}-"))
        begun = time.monotonic()
        told = measured(module, folder, asked.sample, asked.seed)
        print(f"{module}: {told} ({time.monotonic() - begun:.0f} s, in {folder})", flush=True)


def measured(module: str, folder: Path, sample: int, seed: int) -> str:
    """The score of a module, and the mutants that no test has noticed."""
    prepare(module, folder)
    names = listed(folder)
    chosen = names if not sample else Random(seed).sample(names, min(sample, len(names)))
    program = str(Path(sys.executable).parent / "mutmut")
    with (folder / "log.txt").open("w") as log:
        command = [program, "run", "--max-children", "1", *chosen]
        subprocess.run(command, cwd=folder, env=environment(), stdout=log, stderr=log, check=False)
    ends = {name: end for name, end in results(folder).items() if name in set(chosen)}
    if None in ends.values():
        sys.exit(f"mutmut has stopped: {folder / 'log.txt'} says why")
    alive = sorted(name for name, end in ends.items() if end not in KILLED)
    for name in alive:
        shown = output([program, "show", name], folder).splitlines()
        changed = [line for line in shown if line[:1] in ("+", "-") and line[:3] not in HEADS]
        print(f"  {name} ({ends[name]})", *changed, sep="\n    ", flush=True)
    killed = len(ends) - len(alive)
    return f"{killed} of {len(ends)} killed, of {len(names)} in all"


def prepare(module: str, folder: Path) -> None:
    """A copy of the tree, and what mutmut is to do there."""
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored, dirs_exist_ok=True)
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"{PACKAGE}/{file}" for file in MODULES[module]],
        "also_copy": ["grammar", "rules", "examples", "docs"],
        "pytest_add_cli_args_test_selection": list(TESTS[module]),
        "pytest_add_cli_args": ["-p", "no:cacheprovider", "-p", "mutants.fresh"],
        "track_dependencies": False,
        "timeout_multiplier": 4.0,  # of the time that the tests take, also by the clock
        "use_git_change_detection": False,
    }
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    text = "\n".join([project, "[tool.mutmut]", *lines, ""])
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def environment() -> dict[str, str]:
    """The package and the tests are those of the copy."""
    return {
        **os.environ,
        "PYTHONPATH": "src:tests",
        "HOMESTEADERS_RULES_MACHINE": "python",
        "PYTHONHASHSEED": "0",
    }


def listed(folder: Path) -> list[str]:
    """The names of all mutants."""
    told = output([sys.executable, "-c", LISTING], folder)
    line = next((each for each in told.splitlines() if each.startswith("=")), None)
    if line is None:
        sys.exit(f"no mutants were made:\n{told}")
    return sorted(json.loads(line[1:]))


def output(command: list[str], folder: Path) -> str:
    """What a program says in a folder."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def results(folder: Path) -> dict[str, int | None]:
    """How the tests of each mutant have ended."""
    found: dict[str, int | None] = {}
    for file in (folder / "mutants" / "src").rglob("*.meta"):
        found |= json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


if __name__ == "__main__":
    main()
