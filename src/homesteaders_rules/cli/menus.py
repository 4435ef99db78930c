"""Options as a menu: numbers, keys, and what an option would bring."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.text import Text

from ..commands.definitions.definition import Exchange
from ..mechanisms.owing import PayOrElse
from ..play.planning.how import how
from ..play.planning.reach import reachable
from ..play.views import view
from ..runtime.offering import due
from ..runtime.offering.exchanges import ExchangeOffer, UseOnce
from ..telling.describing import piece_text
from .console import grid, spread, style_of, width_of, write
from .screen import lying_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ..commands.definitions.definition import Slot
    from ..commands.definitions.pieces import Piece
    from ..play.state import Decision, State
    from ..runtime.offering.options import Option

TIMES = re.compile(r"(.+) (\d+)")
AS_ABOVE = "as above"
MANY = 12
"""From so many options on, those without a note are set in columns."""
FEW = 3
"""So many options that exchanges would open are shown, unless somebody asks for more."""


class Menu:
    """The options of a decision, numbered from 1. Those of any time come last."""

    def __init__(self, state: State, all_of_them: bool = False) -> None:
        self.state = state
        self.all_of_them = all_of_them
        self.exchanges = {key for each in state.table.program.exchanges for key in each.keys()}
        self.listed, self.anytime, self.most = _gathered(state.decision)
        self.open = all_of_them or len(self.anytime) <= 3
        self.notes = Notes(state)
        keys = [option.key for option in (*self.listed, *self.anytime)]
        self.numbers = {key: number for number, key in enumerate(keys, 1)}
        self.all_keys = {option.key for option in state.decision.all}

    @property
    def count(self) -> int:
        """The highest number."""
        return len(self.numbers)

    def key_of(self, answer: str) -> str | None:
        """The key that an answer means: a number, or the key itself."""
        if answer.isdecimal() and 1 <= int(answer[:9]) <= self.count:
            return list(self.numbers)[int(answer[:9]) - 1]
        wanted = " ".join(answer.lower().split())
        return next((key for key in self.all_keys if key.lower() == wanted), None)

    def show(self, console: Console, names: Sequence[str]) -> None:
        """Print the menu."""
        decision = self.state.decision
        prompt = decision.prompt
        console.print()
        text = f"{names[decision.player]}: {prompt}" if prompt else names[decision.player]
        write(console, text, style=f"bold {style_of(decision.player)}".strip())
        self._show(console, self.listed)
        if self.anytime and self.open:
            write(console, "at any time:", style="dim")
            self._show(console, self.anytime)
        elif self.anytime:
            keys = ", ".join(f"{self.numbers[o.key]} {o.key}" for o in self.anytime)
            write(console, f"at any time: {keys} (say more for what they bring)", style="dim")
        self._show_beyond(console)

    def _show_beyond(self, console: Console) -> None:
        """What is there after exchanges, each with the cheapest of them."""
        step = self.state.decision.step
        beyond = [key for key in reachable(self.state) if key not in self.all_keys]
        beyond = [key for key in beyond if key not in self.exchanges and step.may_offer(key)]
        shown = beyond if self.all_of_them else beyond[:FEW]
        for key in shown:
            answer = how(self.state, key, 1)
            if answer:
                write(console, f"{key}, after: {answer.ways[0]}", 2, "dim", hanging=4)
        if len(beyond) > len(shown):
            more = f"and {len(beyond) - len(shown)} more after exchanges (say more)"
            write(console, more, 2, "dim")

    def _show(self, console: Console, options: Sequence[Option]) -> None:
        notes = [self.notes.of(option, self.most.get(option.key, 1)) for option in options]
        if not any(notes) and len(options) >= MANY:
            self._show_columns(console, options)
            return
        table = grid("", "", "", right=(0,), wide=(2,))
        for option, note, above in zip(options, notes, ["", *notes], strict=False):
            same = note == above and len(note) > len(AS_ABOVE)
            number = Text(str(self.numbers[option.key]), style="bold")
            table.add_row(number, option.key, Text(AS_ABOVE if same else note, style="dim"))
        spread(console, table)

    def _show_columns(self, console: Console, options: Sequence[Option]) -> None:
        """Options below each other, in as many columns as there is room for."""
        columns = _columns(options)
        cells = [[f"{self.numbers[o.key]:>3} {o.key}" for o in column] for column in columns]
        widest = max(len(cell) for column in cells for cell in column) + 2
        if widest * len(cells) > width_of(console):
            cells = [[cell for column in cells for cell in column]]
        for row in zip_longest(*cells, fillvalue=""):
            line = "".join(cell.ljust(widest) for cell in row)
            console.print(Text(line.rstrip()), soft_wrap=True)


def _columns(options: Sequence[Option]) -> list[list[Option]]:
    """Options whose keys end alike in one column; what is left alone goes to the last."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(" ".join(option.key.split()[-2:]), []).append(option)
    columns = [group for group in groups.values() if len(group) > 1]
    alone = [group[0] for group in groups.values() if len(group) == 1]
    if not columns:
        half = -(-len(alone) // 2)
        return [alone[:half], alone[half:]]
    return [*columns[:-1], columns[-1] + alone]


def _gathered(decision: Decision) -> tuple[list[Option], list[Option], dict[str, int]]:
    """What is asked, what may be used at any time, and how often at once, by the key of a single
    use: several uses of an exchange stand with it, wherever it is."""
    keys = {option.key for option in decision.all}
    most: dict[str, int] = {}

    def single(option: Option) -> bool:
        is_use = isinstance(option.offer, ExchangeOffer | UseOnce)
        found = TIMES.fullmatch(option.key) if is_use else None
        if not found or found.group(1) not in keys:
            return True
        most[found.group(1)] = max(most.get(found.group(1), 1), int(found.group(2)))
        return False

    listed = [option for option in decision.options if single(option)]
    return listed, [option for option in decision.anytime if single(option)], most


class Notes:
    """What an option would bring, as far as the rules say it in words."""

    def __init__(self, state: State) -> None:
        layout = state.table.layout
        self.seen = view(state, state.decision.player)
        self.layout = layout
        self.vocabulary = layout.vocabulary
        self.exchanges = {d.key(): d for d in state.table.definitions if isinstance(d, Exchange)}
        self.exchanges |= {
            exchange.key(piece.name): exchange
            for piece in layout.pieces
            for exchange in piece.exchanges
            if exchange.name
        }

    def of(self, option: Option, most: int = 1) -> str:
        """The note of an option; empty where its key says it all."""
        if missing := self._missing(option):
            return missing
        bare = option.key.partition(" with ")[0].partition(", returning ")[0]
        several = f" (up to {most} at once: {option.key} {most})" if most > 1 else ""
        times = TIMES.fullmatch(bare)
        exchange = self.exchanges.get(bare) or (times and self.exchanges.get(times.group(1)))
        if exchange:
            cost, gain = (b.words(self.vocabulary) for b in (exchange.cost, exchange.gain))
            return f"{cost} -> {gain}{several}"
        piece = self._piece(bare)
        return self._note(piece, option.key) + several if piece else several.strip()

    def _missing(self, option: Option) -> str:
        """What comes for what is not paid of all that is due."""
        step = option.offer
        if not isinstance(step, due.PayOrElse) or not isinstance(step.effect, PayOrElse):
            return ""
        owed, paid, _ = option.operands
        instead = step.effect.instead.words(self.vocabulary)
        return f"{owed - paid} of {owed} missing: {instead} for each" if owed > paid else "all"

    def _piece(self, key: str) -> Piece | None:
        """The piece an option names: the one with the longest name that stands in its key."""
        padded = f" {key} "
        named = [piece for piece in self.layout.pieces if f" {piece.name} " in padded]
        return max(named, key=lambda piece: len(piece.name), default=None)

    def _note(self, piece: Piece, key: str) -> str:
        place = TIMES.fullmatch(key)
        if place and place.group(1).endswith(piece.name):
            return self._slot(piece, place.group(1), int(place.group(2)))
        for slot in piece.slots:
            if key.endswith(f" {slot.good} on {piece.name}"):
                return self._place_of_all(piece, slot)
        for exchange in piece.exchanges:
            gained = " and ".join(item.good for item in exchange.gain.items)
            if key.endswith(f"{piece.name} for {gained}"):
                words = (b.words(self.vocabulary) for b in (exchange.cost, exchange.gain))
                return " -> ".join(words)
        cost = piece.cost_words(self.vocabulary)
        worth = f"worth {piece.worth}" if piece.worth else ""
        parts = [f"costs {cost}" if cost else "", worth, *piece_text(piece, self.vocabulary)]
        return "; ".join(part for part in parts if part)

    def _slot(self, piece: Piece, key: str, number: int) -> str:
        """What the slot with place ``number`` gives, the places of each good counted apart."""
        filled: dict[str, int] = {}
        for slot in piece.slots:
            filled[slot.good] = filled.get(slot.good, 0) + slot.count
            if f" {slot.good} " in f" {key} " and number <= filled[slot.good]:
                return slot.words(self.vocabulary)
        return ""

    def _place_of_all(self, piece: Piece, slot: Slot) -> str:
        """What lies there now, and what is given; how it grows is said at the table."""
        lying = ", ".join(lying_text(self.seen, piece.name))
        given = slot.effect.words(self.vocabulary)
        return f"{lying} there; {given}" if lying else given
