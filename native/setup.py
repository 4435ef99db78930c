"""What pyproject.toml cannot say yet: the extension, and its wheel for every later Python."""

import sys
from pathlib import Path

from setuptools import Extension, setup

SOURCES = sorted(path.as_posix() for path in Path("src").glob("*.c"))
HEADERS = sorted(path.as_posix() for path in Path("src").glob("*.h"))
OPTIONS = ["-std=c11", "-O3", "-fvisibility=hidden"]
"""Hidden: the modules call each other without a look into a table, since nobody else calls them."""

setup(
    ext_modules=[
        Extension(
            "homesteaders_rules_native._machine",
            sources=SOURCES,
            depends=HEADERS,
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            py_limited_api=True,
            extra_compile_args=[] if sys.platform == "win32" else OPTIONS,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
