"""Build the workshop as a static site: ``python web/make_site.py`` writes it to ``build/site``.

Pyodide comes from npm, what the library needs from PyPI, by name, version and hash; both are kept
in ``build/parts``. Node runs Pyodide once, so that everything is bytecode and nothing is parsed
when somebody opens the page. See docs/workshop.md. With ``--parts`` it only fetches what it needs.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "homesteaders_rules" / "workshop" / "page"
PARTS, SITE = ROOT / "build" / "parts", ROOT / "build" / "site"
PYODIDE = "314.0.7"
INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page may load: its own files. The worker, which runs Python, is a context of its own."""
FIRST = "transport.js"
"""What begins to load the engine, before the rest of the page is there."""
AGE = 1_000_000_000
"""Gzip writes down a time; this one is the same in each build."""
GIVEN_UP = 900
MADE_OF = {".py", ".rules", ".lark", ".toml"}


def main() -> None:
    """All of it; what is missing is told in a sentence."""
    shutil.rmtree(SITE, ignore_errors=True)  # What cannot be built anew is not that of today.
    node, python, wheels = program("node", "Pyodide runs in it once"), pyodide(), _wheels()
    if sys.argv[1:] == ["--parts"]:
        return
    made = _primed(node, python, wheels)
    shutil.copytree(PAGE, SITE, ignore=shutil.ignore_patterns("*.d.ts"))
    shutil.copytree(WEB / "page", SITE, dirs_exist_ok=True)
    shutil.copy(python / "pyodide.mjs", SITE)
    shutil.copy(made / "answers.json", SITE)
    (SITE / "licences.txt").write_text(_licences(), encoding="utf-8")
    parts = {
        "glue": _part("glue", python / "pyodide.asm.mjs"),
        "machine": _part("machine", python / "pyodide.asm.wasm"),
        "python": _part("python", made / "python.zip"),
        "library": _part("library", made / "library.bin"),
    }
    # What it comes to in a browser is kept there, and is no file of the site.
    begun = hashlib.sha256("".join(parts.values()).encode() + (SITE / "worker.js").read_bytes())
    info = json.loads((python / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    _write_page(parts, f"begun.{begun.hexdigest()[:12]}", info)
    size = sum(path.stat().st_size for path in SITE.iterdir())
    print(f"{SITE.relative_to(ROOT)} has {size / 1e6:.2f} MB: so much is loaded at a first visit")
    print("To try it: python -m http.server -d build/site, and open http://localhost:8000")


# ---------------------------------------------------------------------------------- its parts


def pyodide() -> Path:
    """The folder of Pyodide's package."""
    return from_npm("pyodide", PYODIDE, INTEGRITY)


def from_npm(name: str, version: str, integrity: str) -> Path:
    """The folder of a package of npm; it is fetched where it is not there yet.

    SystemExit says what is missing, or that its hash is another.
    """
    named = f"{name}-{version}"
    folder = PARTS / named
    if not (folder / "package.json").is_file():
        PARTS.mkdir(parents=True, exist_ok=True)
        npm = program("npm", f"{name} comes from npm, by name and version")
        wanted = f"{name}@{version}"
        wrong = f"npm cannot get {wanted}"
        _run([npm, "pack", "--silent", "--ignore-scripts", wanted], PARTS, wrong)
        packed = PARTS / f"{named}.tgz"
        digest = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
        if f"sha512-{digest}" != integrity:
            raise SystemExit(f"{packed.name} is not what was meant: its hash is another.")
        with tarfile.open(packed) as archive:
            # Before Python 3.11.4 there is no such filter; the hash has been looked at.
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(PARTS / f"{named}.part")
        (PARTS / f"{named}.part" / "package").rename(folder)
    return folder


def _wheels() -> Path:
    """A folder with our own package as it is now and all that it needs, unpacked."""
    folder, own = PARTS / "library", PARTS / "own"
    unpack_all(WEB / "requirements.txt", folder)
    shutil.rmtree(own, ignore_errors=True)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(own)]
    _run(build, ROOT, "hatchling cannot build the wheel of this package")
    (wheel,) = own.glob("*.whl")
    _unpack(wheel, folder)
    return folder


def unpack_all(wanted: Path, folder: Path) -> None:
    """Unpack what a list of requirements pins; it is fetched where it is not there yet.

    Any system takes it: no machine code is in it.
    """
    fetched = PARTS / "wheels"
    lines = wanted.read_text(encoding="utf-8").splitlines()
    pinned = [re.match(r"([\w-]+)==([\d.]+) ", line) for line in lines]
    names = [f"{each[1].replace('-', '_')}-{each[2]}-*-any.whl" for each in pinned if each]
    if not all([*fetched.glob(name)] for name in names):
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
        how = ["--no-deps", "--only-binary=:all:", "--platform=any", "--require-hashes"]
        wrong = f"pip cannot get what {wanted.relative_to(ROOT)} names"
        _run([*pip, *how, "--dest", str(fetched), "--requirement", str(wanted)], ROOT, wrong)
    shutil.rmtree(folder, ignore_errors=True)
    for name in names:
        (wheel,) = fetched.glob(name)
        _unpack(wheel, folder)


def _unpack(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def _primed(node: str, python: Path, wheels: Path) -> Path:
    """What Pyodide itself makes of the libraries (``prime.py``), unless that is known already."""
    folder = PARTS / "primed"
    made_of = [path for path in sorted(wheels.rglob("*")) if path.suffix in MADE_OF]
    made_of += [WEB / name for name in ("in_node.mjs", "prime.py", "written.py", "answers.mjs")]
    made_of += [PAGE / "beginning.js", python / "package.json"]
    key = hashlib.sha256(
        b"".join(b"%s\0%s" % (path.name.encode(), path.read_bytes()) for path in made_of)
    )
    known = folder / "key"
    if known.is_file() and known.read_text() == key.hexdigest():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    command = [node, str(WEB / "answers.mjs"), str(python), str(WEB / "prime.py")]
    folders = [f"/wheels={wheels}", f"/out={folder}", f"/page={PAGE}"]
    _run([*command, *folders], ROOT, "Pyodide cannot prepare it")
    known.write_text(key.hexdigest())
    return folder


def program(name: str, why: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(
            f"There is no {name} here, and {why}. On Debian and Ubuntu: apt-get install npm"
        )
    return found


def _run(command: list[str], folder: Path, wrong: str) -> None:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=GIVEN_UP, check=False
        )
    except subprocess.TimeoutExpired:
        raise SystemExit(f"{wrong}: it takes more than {GIVEN_UP} seconds.") from None
    if done.returncode:
        told = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise SystemExit(f"{wrong}: {told[-1][:300] if told else 'it says nothing of why'}")


# ---------------------------------------------------------------------------------- what it becomes


def _part(name: str, file: Path) -> str:
    """Write a file compressed, named by its content; its name."""
    data = gzip.compress(file.read_bytes(), 9, mtime=AGE)
    target = SITE / f"{name}.{hashlib.sha256(data).hexdigest()[:12]}.bin"
    target.write_bytes(data)
    return target.name


def _licences() -> str:
    """Who made what the site has in it, and what they ask for."""
    told = [
        f"Pyodide {PYODIDE}: MPL-2.0, https://github.com/pyodide/pyodide\n"
        "Python, which is part of it: PSF-2.0, https://docs.python.org/3/license.html\n"
    ]
    for file in sorted((PARTS / "library").glob("*.dist-info/licenses/*")):
        name = file.parents[1].name.removesuffix(".dist-info").replace("-", " ")
        told.append(f"{name}\n\n{file.read_text(encoding='utf-8')}")
    return f"\n{'-' * 80}\n\n".join(told)


def _write_page(parts: dict[str, str], begun: str, info: object) -> None:
    """Say in the files of the page what the site is made of."""
    named = json.dumps({**parts, "begun": begun, "info": info}, indent=2)
    told = f"// The parts of the site, named by what is in them.\nexport const PARTS = {named};\n"
    (SITE / "parts.js").write_text(told, encoding="utf-8")
    index = SITE / "index.html"
    before, after = index.read_text(encoding="utf-8").split('<meta charset="utf-8">')
    head = (
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<script type="module" async src="{FIRST}"></script>'
    )
    index.write_text(before + head + after, encoding="utf-8")
    offline = SITE / "offline.js"
    page = sorted(each.name for each in SITE.iterdir() if each.suffix != ".bin" and each != offline)
    contents = b"".join((SITE / name).read_bytes() for name in page)
    first = {
        "RELEASE": hashlib.sha256(contents + offline.read_bytes()).hexdigest()[:12],
        "PAGE": ["./", *page],
        "PARTS": sorted(parts.values()),
        "BEGUN": begun,
    }
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in first.items()]
    offline.write_text("".join(lines) + offline.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
