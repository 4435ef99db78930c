"""What pyproject.toml cannot say yet: the extension, and its wheel for every later Python."""

import sys
from pathlib import Path

from setuptools import Extension, setup

SOURCES = sorted(path.as_posix() for path in Path("src").glob("*.c"))
HEADERS = sorted(path.as_posix() for path in Path("src").glob("*.h"))

setup(
    ext_modules=[
        Extension(
            "homesteaders_rules_native._machine",
            sources=SOURCES,
            depends=HEADERS,
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            py_limited_api=True,
            extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O3"],
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
