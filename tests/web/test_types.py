"""The code of the page keeps to the types of the protocol: TypeScript reads it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from make_site import PAGE, from_npm, program

TYPESCRIPT = "5.9.3"
INTEGRITY = (
    "sha512-jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD"
    "41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
)
OPTIONS = ("--noEmit", "--allowJs", "--checkJs", "--target", "es2022", "--module", "es2022")
LIBRARIES = ("--lib", "es2023,dom,dom.iterable", "--moduleResolution", "bundler")
WRONG = """\
import { ask } from "./engine.js";
const welcome = await ask("hello");
console.log(welcome.gamse, await ask("choose", { match: "match 1", key: "pass" }));
export {};
"""
"""What has no such field, and what lacks one."""


def test_the_page_keeps_to_the_types_of_the_protocol(tmp_path: Path) -> None:
    try:
        node = program("node", "TypeScript runs in it")
        compiler = from_npm("typescript", TYPESCRIPT, INTEGRITY) / "bin" / "tsc"
    except SystemExit as error:
        pytest.skip(str(error))
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    (page / "wrong.js").write_text(WRONG, encoding="utf-8")
    command = [node, str(compiler), *OPTIONS, *LIBRARIES, "main.js", "wrong.js"]
    done = subprocess.run(command, cwd=page, capture_output=True, text=True, check=False)
    found = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert [line.partition(":")[0] for line in found] == ["wrong.js(3,21)", "wrong.js(3,48)"], found
    assert "'gamse' does not exist" in found[0]
    assert "Choose" in found[1]
