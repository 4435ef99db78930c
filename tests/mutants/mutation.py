"""Do the project's own tests bite? mutmut changes a module, and tests of its kind must notice.

    pip install mutmut
    python tests/mutants/mutation.py payments                # every mutant of a module
    python tests/mutants/mutation.py views --sample 60       # some of them, drawn by --seed

Each module has the tests that are about it: fewer and faster than all. Each mutant has a process of
its own, in which nothing is kept of a program without it. In the end the score is told, and each
mutant that no test has noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
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
        "tests/language/test_turned_up.py",
        "tests/language/test_catalogue.py",
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
        "tests/runtime/test_limits.py",
        "tests/runtime/test_ending.py",
        "tests/runtime/test_owing.py",
        "tests/runtime/test_placing.py",
        "tests/runtime/test_losses.py",
        "tests/runtime/test_tracks.py",
        "tests/runtime/test_needed_pieces.py",
        "tests/play/test_ties.py",
        "tests/play/test_secrecy.py",
        "tests/play/test_old_saves.py",
        "tests/play/test_sameness.py",
        "tests/bots/test_appraisal.py",
        "tests/cli/test_ledger.py",
        "tests/rulings/test_scoring.py",
        "tests/rulings/test_income.py",
        "tests/language/test_every_verb.py",
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
MARGIN = 4
"""So many times as long as the tests take may they take of a mutant, in processor time."""


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
        prepare(module, folder)
        names = listed(folder)
        chosen = names if not asked.sample else Random(asked.seed).sample(names, asked.sample)
        alive = survivors(module, folder, chosen)
        killed = len(chosen) - len(alive)
        print(f"{module}: {killed} of {len(chosen)} killed, of {len(names)} in all ({folder})")


def survivors(module: str, folder: Path, names: list[str]) -> list[str]:
    """The mutants that no test has noticed; each is told when it is found."""
    passed, seconds = tried(module, folder, "none", 3600)
    if not passed:
        sys.exit(f"the tests of {module} fail without a mutant")
    alive = []
    for name in names:
        if tried(module, folder, name, round(seconds * MARGIN))[0]:
            alive.append(name)
            shown = output([str(Path(sys.executable).parent / "mutmut"), "show", name], folder)
            lines = shown.splitlines()
            changed = [line for line in lines if line[:1] in ("+", "-") and line[:3] not in HEADS]
            print(f"  {name}", *changed, sep="\n    ", flush=True)
    return alive


def tried(module: str, folder: Path, name: str, seconds: int) -> tuple[bool, float]:
    """Whether all tests of a module pass with a mutant, and their processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    flags = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *flags, *TESTS[module]],
        cwd=folder / "mutants",
        env=environment() | {"MUTANT_UNDER_TEST": name},
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)),
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return ended.returncode == 0, used


def prepare(module: str, folder: Path) -> None:
    """A copy of the tree, and which modules mutmut is to change there."""
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored, dirs_exist_ok=True)
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"{PACKAGE}/{file}" for file in MODULES[module]],
        "also_copy": ["grammar", "rules", "examples", "docs"],
        "use_git_change_detection": False,
    }
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    text = "\n".join([project, "[tool.mutmut]", *lines, ""])
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def environment() -> dict[str, str]:
    """The package and the tests are those of the copy, and nothing is kept on the disk."""
    return {
        **os.environ,
        "PYTHONPATH": "src:tests",
        "HOMESTEADERS_RULES_CACHE": "off",
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


if __name__ == "__main__":
    main()
