"""Scores: what the quick ways say, and of what each of the points is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...play.scoring import score, totals

if TYPE_CHECKING:
    from ...play.state import State


def check_scored(state: State) -> None:
    """Totals alone are those of the whole scores; points of a piece are told of who owns it."""
    scores = score(state)
    assert totals(state) == tuple(each.total for each in scores), "the totals alone are others"
    printed = {piece.span: piece.name for piece in state.table.layout.pieces}
    for each in scores:
        for source in (source for line in each.lines for source in line.sources):
            if source.span in printed:
                name, owned = printed[source.span], state.pieces(each.player)
                assert source.what == name, f"points of {name} are told of {source.what}"
                assert name in owned, f"points of {name} for {each.player}, who has it not"
