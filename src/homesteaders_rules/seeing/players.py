"""The players of a screen: what can be seen of what each holds, owns and expects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from ..commands.definitions.pieces import Piece
from ..play.due import in_rounds
from ..play.spaces import Space
from ..play.views import View
from .lying import lying_text
from .model import Held, Marker, Owned, Player


@frozen
class PlayerRows:
    """A view with the names of the players, the texts of pieces, and the spaces of its map."""

    seen: View
    names: Sequence[str]
    text: Callable[[Piece], str]
    spaces: Sequence[Space]

    def player(self, seat: int) -> Player:
        """The row of a seat."""
        seen, layout, words = self.seen, self.seen.layout, self.seen.layout.vocabulary
        held = []
        for good in layout.goods:
            amount = seen.holding(seat, good.name)
            said = "" if amount is None else words.count(amount, good.name)
            held.append(Held(good.name, amount, said, good.group_plural))
        markers = (
            Marker(track.name, seen.position(track.name, seat), track.last)
            for track in layout.tracks
            if not track.common
        )
        on_map = {space.name for space in self.spaces if space.owner == seat}
        return Player(
            seat=seat,
            name=self.names[seat],
            is_viewer=seat == seen.player,
            decides=seat == seen.decider and not seen.over,
            starts=seat == seen.start_player,
            goods=tuple(held),
            markers=tuple(markers),
            pieces=tuple(self._owned(seat, on_map)),
            spaces=words.count(len(on_map), layout.map.sort) if on_map and layout.map else "",
            counted=tuple(self._counted(seat)),
            lying=tuple(self._on_grid(seat)),
            due=tuple(self._due(seat)),
        )

    def _owned(self, seat: int, on_map: set[str]) -> Iterator[Owned]:
        """Pieces, spaces of the map left out: where they lie is drawn."""
        filled: dict[str, list[int]] = {}
        for name, number in self.seen.placed(seat):
            filled.setdefault(name, []).append(number)
        for name in self.seen.pieces(seat):
            if name not in on_map:
                piece = self._piece(name)
                places = sum(slot.count for slot in piece.slots)
                there, lying = tuple(filled.get(name, ())), tuple(lying_text(self.seen, name))
                yield Owned(name, self.text(piece), places, there, lying)

    def _counted(self, seat: int) -> list[str]:
        sorts = Counter(self._piece(name).sort for name in self.seen.pieces(seat))
        return [self.seen.layout.vocabulary.count(amount, sort) for sort, amount in sorts.items()]

    def _on_grid(self, seat: int) -> list[str]:
        amounts: dict[str, int] = {}
        for cell in self.seen.grid(seat):
            for good, amount in cell.lying:
                amounts[good] = amounts.get(good, 0) + amount
        return [self.seen.layout.vocabulary.count(amount, good) for good, amount in amounts.items()]

    def _due(self, seat: int) -> Iterator[str]:
        rounds: dict[str, list[int]] = {}
        for due in self.seen.due(seat):
            rounds.setdefault(due.text, []).append(due.round)
        return (f"{in_rounds(found)}: {text}" for text, found in rounds.items())

    def _piece(self, name: str) -> Piece:
        layout = self.seen.layout
        return layout.pieces[layout.piece_index[name]]
