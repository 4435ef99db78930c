"""Relations that need no knowledge of a game: two games that must go alike."""

from .chance import check_stacks
from .seats import check_rotated
from .texts import check_empty_pack, check_renamed, check_unused_good

__all__ = [
    "check_empty_pack",
    "check_renamed",
    "check_rotated",
    "check_stacks",
    "check_unused_good",
]
