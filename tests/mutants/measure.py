"""Does the kit bite? Plant each fault in a copy of the tree, and see whether the kit finds it.

    python tests/mutants/measure.py                       # all faults, one after the other
    python tests/mutants/measure.py E01 E02 --seconds 60  # some of them
    python tests/mutants/measure.py --check               # only: does every patch still apply?

Results are kept in a file (``--into``), and what stands there is not measured again. A fault
counts as found when the kit's test fails within so many seconds of processor time.
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
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPIED = ("src", "grammar", "rules", "examples")
KIT = HERE / "kit.py"


def faults() -> dict[str, dict]:
    """Every fault by its name: those that were listed, and our own."""
    found: dict[str, dict] = {}
    for file in sorted(HERE.glob("*.toml")):
        found |= tomllib.loads(file.read_text(encoding="utf-8"))
    return found


def stale(root: Path = ROOT) -> list[str]:
    """The patches whose old text does not stand in its file just once."""
    found = []
    for name, fault in faults().items():
        for patch in fault["patches"]:
            file = root / patch["file"]
            count = file.read_text(encoding="utf-8").count(patch["old"]) if file.is_file() else 0
            if count != 1:
                found.append(f"{name}: the old text stands {count} times in {patch['file']}")
    return found


def copied(source: Path, tree: Path) -> Path:
    """All that the package is made of, so that it may be changed meanwhile."""
    for folder in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source / folder, tree / folder, ignore=ignored)
    return tree


def plant(fault: dict, tree: Path) -> None:
    """Put a fault into a copy of the tree."""
    for patch in fault["patches"]:
        file = tree / patch["file"]
        text = file.read_text(encoding="utf-8")
        assert patch["old"] in text, f"{patch['old']!r} does not stand in {patch['file']}"
        file.write_text(text.replace(patch["old"], patch["new"]), encoding="utf-8")


def measured(fault: dict, whole: Path, asked: argparse.Namespace) -> dict:
    """Whether the kit finds a fault, how fast, and what it says.

    It counts only if the kit has begun: a copy that cannot be imported proves nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = copied(whole, Path(folder))
        plant(fault, tree)
        cache = str(whole / "cache")
        elsewhere = filter(None, [os.environ.get("PYTHONPATH")])
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        finished = subprocess.run(
            [sys.executable, str(KIT), *(["games"] if asked.games else [])],
            cwd=tree,
            env={
                **os.environ,
                # What is installed elsewhere, as the machine in C, stays there.
                "PYTHONPATH": os.pathsep.join([str(tree / "src"), *elsewhere]),
                "XDG_CACHE_HOME": cache,
                # The faults are planted in Python, most of them in what that machine does.
                "HOMESTEADERS_RULES_MACHINE": fault.get("machine", "python"),
            },
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: _limit(asked.seconds),
        )
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    said = [line for line in finished.stderr.splitlines() if "Error" in line]
    begun = finished.stdout.startswith("begun")
    found = begun and finished.returncode == 1
    says = said[0].strip(" |")[:300] if said else ""
    return {"found": found, "begun": begun, "seconds": round(used, 1), "says": says}


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))


def main() -> None:
    """Measure what is asked for, and tell the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--into", type=Path, default=None)
    parser.add_argument("--games", action="store_true", help="without the examples of packs")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    if asked.check:
        print("\n".join(stale()) or "every patch applies")
        return
    into: Path | None = asked.into
    known = json.loads(into.read_text()) if into is not None and into.is_file() else {}
    every = {"none": {"patches": []}, **faults()}
    if old := stale():
        sys.exit("\n".join(old))
    whole = copied(ROOT, Path(tempfile.mkdtemp(prefix="whole")))
    for name in asked.names or every:
        if name not in known:
            known[name] = measured(every[name], whole, asked)
            print(time.strftime("%H:%M:%S"), name, known[name], flush=True)
        if into is not None:
            into.write_text(json.dumps(known, indent=1))
    shutil.rmtree(whole)
    planted = [known[name] for name in known if name != "none"]
    print(f"found {sum(each['found'] for each in planted)} of {len(planted)}")


if __name__ == "__main__":
    main()
