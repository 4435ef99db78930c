from collections.abc import Callable
from typing import Any

KNOWN: frozenset[int]
VOCABULARY: str

class Image:
    def __init__(
        self,
        words: bytes,
        make: Callable[[int, tuple[int, ...], int, int], Any],
        tell: Callable[[tuple[int, ...]], Any],
        secrets: bytes,
    ) -> None: ...

class Game:
    options: tuple[Any, ...]
    anytime: tuple[Any, ...]
    numbers: tuple[tuple[int, int, int, int], ...]
    cells: tuple[int, ...]
    player: int
    def __init__(self, image: Image, cells: tuple[int, ...]) -> None: ...
    def choose(self, option: Any) -> list[tuple[int, ...]] | None: ...
    def pick(self, number: int) -> list[tuple[int, ...]]: ...
    def take(
        self, place: int, operands: tuple[int, ...], anytime: bool
    ) -> list[tuple[int, ...]]: ...
    def ahead(self, weights: bytes, last: int, budget: int) -> bool: ...
    def rollout(self, seed: int, budget: int, anytime: int) -> tuple[int, int, int]: ...

def types(state: type, events: type, /) -> tuple[type, type]: ...
def state(image: Image, table: Any, cells: tuple[int, ...], /) -> Any: ...
def begin(
    image: Image, table: Any, cells: tuple[int, ...], start: int, chance: int, /
) -> tuple[Any, Any]: ...
