"""What lies on pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..play.views import View


def lying_text(seen: View, piece: str) -> list[str]:
    """The goods that lie on a piece, as far as they can be seen."""
    layout = seen.layout
    amounts = [(g.name, seen.lying(piece, g.name)) for g in layout.goods]
    return [layout.vocabulary.count(amount, good) for good, amount in amounts if amount]
