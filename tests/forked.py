"""Work in a child of this process: alone as a process is, without reading all modules again."""

from __future__ import annotations

import gc
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path


def in_child(
    work: Callable[[], int], folder: Path, environment: Mapping[str, str], told: Path
) -> tuple[int, str]:
    """Its exit code and all that it prints; ``told`` is a file for that."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        code = 70
        gc.freeze()  # What its parent has made is no garbage of the child.
        try:
            with told.open("w", encoding="utf-8", buffering=1) as printed:
                sys.stdout = sys.stderr = printed
                for stream in (1, 2):
                    os.dup2(printed.fileno(), stream)
                os.chdir(folder)
                os.environ.update(environment)
                warnings.resetwarnings()
                try:
                    code = int(work())
                except BaseException:
                    traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, told.read_text(encoding="utf-8")
