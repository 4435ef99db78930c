"""What a table knows of the rules it was made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from .definitions import Definition


@runtime_checkable
class Rulebook(Protocol):
    """Rules, as far as a table and its states need them."""

    def __hash__(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def identity(self) -> str: ...
    @property
    def spans_hash(self) -> int: ...
    @property
    def definitions(self) -> tuple[Definition, ...]: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> range: ...
    @property
    def options(self) -> dict[str, bool]: ...
    def headers_data(self) -> list[list[str]]: ...
