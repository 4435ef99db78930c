"""A setting: the table before a phase begins, with things laid on it one by one.

What lies anywhere is taken from where it lay, so nothing is lost and nothing is there twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.definitions.course import Play
from ..errors import GameError, suggestion
from ..mechanisms.chance.steps import Roll
from ..mechanisms.piles.randomness import below
from ..mechanisms.piles.steps import TurnUp
from ..mechanisms.piles.taking import DrawPiece
from ..play.lookups import seat_of
from ..play.state import State
from ..runtime.packing import copies_of, laid, shift_of, unpacked
from ..runtime.registers import END, NEXT_STEP, RANDOM, ROUND
from ..runtime.steps import Asking
from ..runtime.turns import Enter, RoundBegin
from ..words import a_or_an, join
from .boards.grids import GridBuilder
from .boards.maps import MapBuilder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..linking.table import Table
    from ..mechanisms.displays.steps import Spaces
    from ..runtime.recording.events import Log

MOST_TRIED = 1 << 18
"""So many random numbers are tried until chance comes to what is wanted."""
NO_ROLL = "nothing is rolled at this table"


class Setting:
    """A table being set up: each method lays one thing, taken from where it lies."""

    def __init__(self, table: Table, cells: list[int]) -> None:
        self.table = table
        self.layout = table.layout
        self.cells = cells
        self.map = MapBuilder(table, cells)
        self.grid = GridBuilder(table, cells)
        self.log: Log = []
        self.final, self.part = False, 0
        draws = (step for step in table.program.steps if isinstance(step, DrawPiece))
        self.drawable = {piece for draw in draws for piece in draw.pieces}
        self.drawn = [
            [
                piece
                for piece in sorted(self.drawable)
                if cells[self.layout.owned + player] >> piece & 1
            ]
            for player in range(table.players)
        ]

    # ------------------------------------------------------------------ the course

    def skip_to(self, phase: str, last: int) -> None:
        """Let everything before the phase happen that asks nothing."""
        course = self.table.program.course
        self.final = last > self.table.rounds
        when = "final" if self.final else "round"
        play = next(each for each in self.table.definitions if isinstance(each, Play))
        known = [name for name, time in course if time == when]
        if not self.final:
            known = [name for name in known if last in play.rounds_of(name)]
        if phase not in known:
            hint = _when_it_comes(phase, play) or suggestion(phase, known)
            raise GameError(f'no phase of that round is called "{phase}"{hint}')
        self.cells[ROUND] = 0
        end = self.layout.at.get(END)
        before = 1 if self.final and end is not None else min(last - 1, self.table.rounds)
        for number in range(1, before + 1):
            self._parts(number, "round", None)
        if self.final and end is not None:
            self.cells[end] = before
        self._parts(last, when, phase)
        self.part = course.index((phase, when))

    def _parts(self, number: int, when: str, stop: str | None) -> None:
        self.cells[ROUND] = number
        for part, (name, time) in enumerate(self.table.program.course):
            if time == when and name == stop:
                break
            if time == when:
                self._quietly(part)

    def _quietly(self, part: int) -> None:
        """Run a part of the course; undo it if it asks."""
        before = list(self.cells)
        if self._run(part):
            self.cells[:] = before

    def _run(self, part: int) -> bool:
        """Run a part until it asks (True) or the next part begins (False)."""
        program = self.table.program
        step = program.steps[program.entries[part]].run(self.cells, self.log)
        while step >= 0 and not isinstance(program.steps[step], (Enter, RoundBegin)):
            step = program.steps[step].run(self.cells, self.log)
        return step < 0

    def end(self) -> None:
        """This round is the last."""
        if END not in self.layout.at:
            raise GameError("the rounds of this game are counted: nothing ends it before")
        self.cells[self.layout.at[END]] = self.cells[ROUND]

    def begin(self, phase: str) -> State:
        """The first question of the phase, or after it; limited goods must not be overdrawn."""
        for good in sorted(self.layout.limited):
            if self.left(good) < 0:
                self.map.release(good, -self.left(good))
            if self.left(good) < 0:
                count = self.layout.vocabulary.count
                there = next(each.count for each in self.layout.goods if each.name == good)
                raise GameError(
                    f"there are {count(there, good)} in all, {-self.left(good)} too few for this"
                )
        course = self.table.program.course
        part = course.index((phase, "final" if self.final else "round"))
        self.table.program.run(self.cells, self.log, self.table.program.entries[part])
        assert isinstance(self.table.program.steps[self.cells[NEXT_STEP]], Asking)
        return State.of(self.table, self.cells)

    def leave_to_chance(self, wanted: Sequence[tuple[str, int]]) -> None:
        """Random numbers with which the next things that hang on them come to what is wanted."""
        bounds = [(self._spaces(track), number) for track, number in wanted]
        for (track, number), (spaces, _) in zip(wanted, bounds, strict=True):
            if number not in spaces:
                raise GameError(f"{track or 'a roll'} cannot come to {number}")
        for random in range(MOST_TRIED):
            if self._comes_to(random, bounds):
                self.cells[RANDOM] = random
                return
        raise GameError("nothing of the kind comes about by chance: ask for less at once")

    def _spaces(self, track: str) -> Sequence[int]:
        """What a spin of a track, or a roll where none is named, may come to."""
        for step in self.table.program.steps if not track else ():
            if isinstance(step, Roll):
                return range(1, len(step.entries) + 1)
        found = next((t for t in self.layout.tracks if t.name == track), None)
        if found is None:
            raise GameError(f'there is no track "{track}" at this table' if track else NO_ROLL)
        return found.values or range(1, found.last + 1)

    def _comes_to(self, random: int, wanted: Sequence[tuple[Sequence[int], int]]) -> bool:
        for spaces, number in wanted:
            index, random = below(len(spaces), random)
            if spaces[index] != number:
                return False
        return True

    # ------------------------------------------------------------------ things

    def hold(self, player: int, good: str, amount: int) -> None:
        """A player holds so much of a good; the rest is in the stock."""
        if self.grid.is_counted(good):
            raise GameError(
                f"{good} is only counted: say which cells: player {player + 1} encloses A1"
            )
        if good not in self.layout.good_index:
            raise GameError(f'there is no good "{good}"{suggestion(good, self.layout.good_index)}')
        held = self.layout.goods_cell(seat_of(self.layout, player), good)
        if self.grid.is_tile(good) and amount != self.cells[held]:
            raise GameError(f"say where it lies: player {player + 1} has {good} on A1")
        if good == self.grid.built and amount != self.cells[held]:
            raise GameError(f"say where it stands: player {player + 1} encloses A1")
        self._from_stock(good, held, amount)

    def left(self, good: str) -> int:
        """How much the stock has of a good."""
        return self.cells[self.layout.goods_cell(self.table.players, good)]

    def put(self, name: str, good: str, amount: int) -> None:
        """So much of a good lies on a piece."""
        if self.map.put(self._piece(name), good, amount):
            return
        if (name, good) not in self.layout.here:
            raise GameError(f"no {good} ever lies on {name}")
        self._from_stock(good, self.layout.at["here", name, good], amount)

    def use(self, name: str, player: int) -> None:
        """What lies on a piece is a player's."""
        self._piece(name)
        if name not in self.layout.users:
            raise GameError(f"nobody takes back what lies on {name}")
        lying = any(self.cells[cell] for _, cell in self.layout.lying_on(name))
        self.cells[self.layout.at["user", name]] = seat_of(self.layout, player) + 1 if lying else 0

    def _from_stock(self, good: str, cell: int, amount: int) -> None:
        if not 0 <= amount <= self.layout.most:
            raise GameError(f"nobody has {self.layout.vocabulary.count(amount, good)}")
        self.cells[self.layout.goods_cell(self.table.players, good)] -= amount - self.cells[cell]
        self.cells[cell] = amount

    def own(self, player: int, name: str) -> None:
        """A player owns a copy of a piece, from the last place that has one."""
        index = self._piece(name)
        bit = 1 << index
        if not self.layout.is_owned(index):
            raise GameError(f"nobody owns {a_or_an(self.layout.pieces[index].sort)}")
        held = self.layout.owned + seat_of(self.layout, player)
        if self.cells[held] & bit:
            if index in self.drawn[player]:
                self.drawn[player].remove(index)
            return
        if index in self.drawable:
            self._free(player, index)
        if self.map.is_space(index):
            self.map.build_on(index)
        sort = self.layout.sort_of(self.layout.pieces[index].sort)
        for place in reversed(sort.common_places):
            cell = self.layout.at["pieces", place]
            if copies_of(self.cells[cell], index):
                self.cells[cell] -= 1 << shift_of(index)
                self.cells[held] |= bit
                return
        raise GameError(f"no {name} is left to own")

    def _free(self, player: int, wanted: int) -> None:
        """What a player drew at random goes back for another of its sort, also if one drew that."""
        sort = self.layout.pieces[wanted].sort
        of_sort = {index for index, _ in self.layout.of_sort(sort)}
        own = [piece for piece in self.drawn[player] if piece in of_sort]
        if own:
            self._swap(player, own[0])
        if copies_of(self.cells[self._first(sort)], wanted):
            return
        for other, drawn in enumerate(self.drawn):
            if wanted in drawn and other != player:
                held = self.cells[self.layout.owned + other]
                there = self.cells[self._first(sort)]
                left = (p for p in sorted(of_sort) if copies_of(there, p) and not held >> p & 1)
                self._swap(other, wanted, next(left, None))
                return

    def _swap(self, player: int, given: int, taken: int | None = None) -> None:
        """A piece that was drawn goes back, and another may come in its place."""
        held, place = self.layout.owned + player, self._first(self.layout.pieces[given].sort)
        self.drawn[player].remove(given)
        self.cells[held] ^= 1 << given
        self.cells[place] += 1 << shift_of(given)
        if taken is not None:
            self.drawn[player].append(taken)
            self.cells[held] |= 1 << taken
            self.cells[place] -= 1 << shift_of(taken)

    def _first(self, sort: str) -> int:
        """The cell of the place where pieces of a sort begin."""
        return self.layout.at["pieces", self.layout.sort_of(sort).places[0]]

    def _piece(self, name: str) -> int:
        if name not in self.layout.piece_index:
            raise GameError(
                f'no piece is called "{name}"{suggestion(name, self.layout.piece_index)}'
            )
        return self.layout.piece_index[name]

    def bring(self, places: Mapping[str, str]) -> None:
        """A copy of each piece lies in its place."""
        for name, place in places.items():
            self._bring(name, place)

    def _bring(self, name: str, place: str) -> None:
        index, layout = self._piece(name), self.layout
        sort = layout.sort_of(layout.pieces[index].sort)
        if place not in sort.places:
            raise GameError(f"{name} never lies on {place}{suggestion(place, sort.places)}")
        cells = {each: layout.at["pieces", each] for each in sort.common_places}
        there = cells.pop(place)
        start = next((c for c in cells.values() if copies_of(self.cells[c], index)), None)
        if copies_of(self.cells[there], index):
            return
        if start is None:
            raise GameError(f"no {name} is left to lie there")
        self.cells[start] -= 1 << shift_of(index)
        self.cells[there] += 1 << shift_of(index)

    def mark(self, track: str, player: int, value: int) -> None:
        """A marker stands on a space, or that of a common track on a value."""
        found = next((t for t in self.layout.tracks if t.name == track), None)
        if found is None:
            raise GameError(f'there is no track "{track}" at this table')
        if found.common:
            places = found.values or range(found.last + 1)
            if value not in places:
                raise GameError(f"{track} has no {value}")
            cell = self.layout.at["track", self.table.players, track]
            self.cells[cell] = places.index(value)
        else:
            if not 0 <= value <= len(found.rewards):
                raise GameError(f"{track} has no space {value}")
            self.cells[self.layout.at["track", seat_of(self.layout, player), track]] = value

    def _lot(self, number: int) -> str:
        if not 1 <= number <= len(self.layout.lots):
            raise GameError(f"there is no lot {number} at this table")
        return self.layout.lots[number - 1]

    def lay(self, number: int, name: str) -> None:
        """A piece lies on a lot, or on a space of the display of its sort."""
        index = self._piece(name)
        spaces = self.layout.displays.get(self.layout.pieces[index].sort)
        if spaces is not None:
            self._display(spaces, number - 1, index)
            return
        self.turn(self._lot(number), name)

    def _display(self, spaces: Spaces, space: int, index: int) -> None:
        """A copy of a piece comes to a space, and what lies there goes where that was."""
        lying = list(spaces.lie(self.cells))
        if not 0 <= space < len(lying):
            raise GameError(f"the display has {spaces.size} spaces")
        here, name = lying[space], self.layout.pieces[index].name
        if index in lying[space:]:
            lying[lying.index(index, space)] = here
        elif here != index:
            sort = self.layout.sort_of(self.layout.pieces[index].sort)
            cells = (self.layout.at["pieces", place] for place in sort.common_places)
            others = (cell for cell in cells if cell != spaces.place)
            start = next((cell for cell in others if copies_of(self.cells[cell], index)), None)
            if start is None:
                raise GameError(f"no {name} is left to lie there")
            for piece, change in ((index, 1), (here, -1)):
                if piece >= 0:
                    self.cells[spaces.place] += change << shift_of(piece)
                    self.cells[start] -= change << shift_of(piece)
        lying[space] = index
        spaces.put(self.cells, lying)

    def turn(self, stack: str, name: str) -> None:
        """Swap a piece, of the stack or of the box, with the one that the stack shows now."""
        index = self._piece(name)
        if stack not in self.layout.stacks:
            raise GameError(f'there is no stack "{stack}"{suggestion(stack, self.layout.stacks)}')
        if index not in self.layout.stack_pieces[stack]:
            raise GameError(f"{name} does not belong to {stack}")
        here = self._shown(stack)
        cell = self.layout.at["stack", stack]
        order = unpacked(self.cells[cell], self.layout.stack_size[stack])
        if not 0 <= here < len(order):
            raise GameError(f"nothing is turned up on {stack} yet")
        self._change_places(order[here], index)
        if index in order:
            order[order.index(index)] = order[here]
        order[here] = index
        self.cells[cell] = laid(order, self.layout.stack_size[stack])

    def _shown(self, stack: str) -> int:
        """Which piece of a stack lies up where the phase first asks: it may turn one up itself."""
        before = list(self.cells)
        self._run(self.part)
        shown = self.cells[self.layout.at["turned", stack]] - 1
        self.cells[:] = before
        return shown

    def _change_places(self, shown: int, wanted: int) -> None:
        """Where what is turned up comes onto a place, and stays: it lies there and not the other.

        What has come onto the other goes back to the stock.
        """
        stays = [step.onto for step in self.table.program.steps if isinstance(step, TurnUp)]
        for onto in filter(None, stays):
            _, start, target = onto
            if copies_of(self.cells[target], shown) and copies_of(self.cells[start], wanted):
                for piece, change in ((shown, -1), (wanted, 1)):
                    self.cells[target] += change << shift_of(piece)
                    self.cells[start] -= change << shift_of(piece)
                for name, good in self.layout.here:
                    if name == self.layout.pieces[shown].name:
                        self.put(name, good, 0)

    def win(self, number: int, player: int, bid: int) -> None:
        """A player leads a lot with a bid."""
        self._lot(number)
        lot = number - 1
        self.cells[self.layout.leaders[lot]] = seat_of(self.layout, player) + 1
        self.cells[self.layout.at["standing", lot]] = bid
        self.cells[self.layout.at["marker lot", player]] = number
        self.cells[self.layout.at["marker bid", player]] = bid


def _when_it_comes(phase: str, play: Play) -> str:
    """The rounds in which a phase is played, and how an example says one; empty if in none."""
    rounds = sorted(play.rounds_of(phase))
    if rounds:
        some = f"round{'s' * (len(rounds) > 1)} {join(map(str, rounds))}"
        which = play.rounds_words() if phase in play.round_phases else some
        return f'; it comes in {which}: write "round {rounds[0]}" above it'
    if phase in play.final_phases:
        return '; it comes in the final round: write "final round" above it'
    return ""
