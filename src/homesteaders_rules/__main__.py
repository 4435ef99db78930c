"""``python -m homesteaders_rules`` is the command ``homesteaders``."""

from __future__ import annotations

from .cli import main

if __name__ == "__main__":
    main()
