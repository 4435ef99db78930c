"""Finding a bot of one's own: a class in a module of the working directory, or installed.

Only what somebody names is imported, as Python would with ``python -m``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from ..errors import GameError, suggestion
from .asking import blame

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any


def found(name: str, folder: Path | None = None) -> Callable[..., Any] | None:
    """The class that ``module:Class`` names, or the only bot of ``module``; None: no such module.

    ``folder``: where a file of the module is looked for before what is installed.
    Raises GameError where the module has no such class, and BotFault where it cannot be imported.
    """
    module_name, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")):
        return None
    module = _imported(name, module_name, folder)
    if module is None:
        if attribute:
            raise GameError(
                f'the bot "{name}" cannot be loaded: there is no module "{module_name}", '
                f"neither in {folder or Path.cwd()} nor installed"
            )
        return None
    named = getattr(module, attribute, None) if attribute else _only_bot(name, module)
    if named is None:
        hint = suggestion(attribute, vars(module)) or "; classes are written with their case"
        raise GameError(f'the bot "{name}" cannot be loaded: no "{attribute}" is in it{hint}')
    if not callable(named):
        raise GameError(f'the bot "{name}" cannot be made: it is not a class')
    maker: Callable[..., Any] = named
    return maker


def as_module(name: str) -> str:
    """How ``bots/mine.py:Mine``, the path of a file, is written; empty for what is no such path."""
    path, colon, attribute = name.partition(":")
    module = ".".join(PurePath(path.removesuffix(".py")).parts)
    is_one = module != path and all(part.isidentifier() for part in module.split("."))
    return f"{module}{colon}{attribute}" if is_one else ""


def _only_bot(name: str, module: ModuleType) -> type:
    """The only class of a module that is defined there and has a method ``choose``."""
    classes = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__ and hasattr(each, "choose")
    ]
    if len(classes) == 1:
        return classes[0]
    if not classes:
        raise GameError(f'"{name}" is no bot: no class in it has a method "choose"')
    names = " or ".join(f'"{name}:{each.__name__}"' for each in classes)
    raise GameError(f'several bots are in "{name}"; say which one: {names}')


def _imported(name: str, module: str, folder: Path | None) -> ModuleType | None:
    """A module; None: there is none. Raises BotFault where it is there and fails."""
    try:
        if folder is not None:
            file = folder.joinpath(*module.split(".")).with_suffix(".py")
            if file.is_file():
                return _from_file(module, file, folder)
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            return None
        blame(name, error)
    except (Exception, SystemExit) as error:
        blame(name, error)


def _from_file(module: str, file: Path, folder: Path) -> ModuleType:
    """A file in the working directory, also one that is called as something that is installed."""
    known = sys.modules.get(module)
    if known is not None and getattr(known, "__file__", None) == str(file):
        return known
    name = module if known is None else f"own_{module}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None, "a file with this ending can be loaded"
    made = module_from_spec(spec)
    if str(folder) not in sys.path:
        # What the bot imports from beside it is found, behind everything that is installed.
        sys.path.append(str(folder))
    sys.modules[name] = made
    try:
        spec.loader.exec_module(made)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return made
