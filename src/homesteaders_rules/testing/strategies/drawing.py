"""Drawing a situation: things laid on a table one by one, as so many arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from ...commands.base import walk as walk_commands
from ...commands.definitions.course import Phase, Play
from ...errors import GameError
from ...linking.linker import lets_build
from ...mechanisms.auction.commands import Auction
from ...runtime.packing import copies_of
from ...runtime.registers import END
from ..beginnings import Beginning
from ..situations import FINAL, setting
from .tables import MOST, piece_names

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from ...commands.definitions.pieces import Piece
    from ...linking.table import Table
    from ...rules import Rules
    from ..setting import Setting
    from .numbers import Numbers

T = TypeVar("T")
MOST_PIECES = 6
"""So many pieces a player is given."""
MOST_AREAS = 2
MOST_TILES = 3
"""So many tiles are laid first, and so many spaces are neutral."""
MOST_SEED = 255
SEEKING = 0.75
"""So often all is laid for a piece to be built."""
MOST_WEALTH = 6
MARGIN = 5
"""So much more is held than a wish costs, since other things are paid for first."""
MOST_TRIED = 6
"""So many rounds are looked at for one in which it is on offer."""


@define
class Drawing:
    """Lays things on a table one by one, and notes them as the arguments of a situation.

    How many things are laid is drawn, so that it shrinks; which they are is up to ``chance``.
    """

    numbers: Numbers
    rules: Rules
    table: Table
    laid: dict[str, Any] = field(factory=dict)
    wishes: dict[int, str] = field(factory=dict)

    @property
    def chance(self) -> Random:
        return self.numbers.chance

    def beginning(self) -> Beginning:
        """A situation with everything laid."""
        defaults = self.rules.options
        options = {n: value for n, value in self.table.options.items() if value != defaults[n]}
        self.laid |= {"players": self.table.players, "phase": "", "round": 1, "options": options}
        self.laid["seed"] = self.numbers.number(0, MOST_SEED)
        self.laid["start_player"] = self.numbers.number(0, self.table.players - 1)
        before = self.moment()
        self.ground(before)
        self.grids(before)
        self.goods(before)
        self.pieces(before)
        self.tracks(before)
        leaders = self.winners(before)
        self.stacks(before, leaders)
        self.lying(before)
        self.end(before)
        sought = frozenset(self.wishes.values())
        return Beginning.of_situation(self.rules, sought, **self.laid)

    # ------------------------------------------------------------------ when

    def moment(self) -> Setting:
        """A phase and a round: any, or more often one in which a piece can be built.

        That piece is the wish of all players; at another moment each wishes for one on offer.
        """
        names = self._built()
        if names and self.chance.random() < SEEKING:
            wish = self.chance.choice(names)
            phases = [p for p in self._phases("round") if self._comes_after_auction(p)]
            for round in self.numbers.mixed(range(1, self.table.rounds + 1))[:MOST_TRIED]:
                before = self._setting(self.chance.choice(phases or self._phases("round")), round)
                if wish in self._offered(before):
                    self.wishes = dict.fromkeys(range(self.table.players), wish)
                    return before
        course = [part for part in self.table.program.course if part[1] != "opening"]
        phase, when = self.chance.choice(course)
        final = when == "final"
        before = self._setting(phase, FINAL if final else self.chance.randint(1, self.table.rounds))
        if offered := self._offered(before):
            self.wishes = {p: self.chance.choice(offered) for p in range(self.table.players)}
        return before

    def _setting(self, phase: str, round: int) -> Setting:
        if round != FINAL and round not in self._play.rounds_of(phase):
            round = self.chance.choice(sorted(self._play.rounds_of(phase)))
        self.laid |= {"phase": phase, "round": round}
        seed, start = self.laid["seed"], self.laid["start_player"]
        return setting(self.table, phase, round, seed=seed, start_player=start)

    @property
    def _play(self) -> Play:
        return next(each for each in self.table.definitions if isinstance(each, Play))

    def _phases(self, when: str) -> list[str]:
        return [name for name, time in self.table.program.course if time == when]

    def _built(self) -> list[str]:
        """The pieces that players build, those of each pack as often."""
        layout = self.table.layout
        sorts = [s for s in layout.placed_sorts() if "players" in s.places[2:]]
        built = {piece.name for sort in sorts for _, piece in layout.of_sort(sort.name)}
        return [name for name in piece_names(self.rules) if name in built]

    def _offered(self, before: Setting) -> list[str]:
        """Those of them that lie where they can be built from."""
        layout = self.table.layout
        places = {sort.name: sort.places[1] for sort in layout.placed_sorts() if sort.places[1:]}
        found = []
        for name in self._built():
            index = layout.piece_index[name]
            lying = before.cells[layout.at["pieces", places[layout.pieces[index].sort]]]
            if copies_of(lying, index):
                found.append(name)
        return found

    # ------------------------------------------------------------------ what

    def _cost(self, player: int) -> dict[str, int]:
        """What the piece that a player wishes for costs."""
        layout = self.table.layout
        if player not in self.wishes:
            return {}
        return layout.pieces[layout.piece_index[self.wishes[player]]].cost.numbers

    def ground(self, before: Setting) -> None:
        """Which tiles lie first, and which of their spaces are neutral."""
        layout = self.table.layout
        if layout.ground is None or layout.map is None or not before.map.is_laid:
            return
        tiles = self.numbers.some([tile.name for tile in layout.tiles], MOST_TILES)
        before.map.lay_first(tiles)
        laid = layout.ground.landscape(before.cells).laid
        free = laid & ~layout.ground.taken(before.cells)
        spaces = [p.name for index, p in layout.of_sort(layout.map.sort) if free >> index & 1]
        neutral = self.numbers.some(spaces, MOST_TILES)
        before.map.make_neutral(neutral)
        self.laid |= {"tiles": tiles, "neutral": neutral}

    def grids(self, before: Setting) -> None:
        """What lies on the cells of players: tiles where they may be laid, and goods on those."""
        lattice, goods = self.table.layout.lattice, self.table.layout.goods
        found: dict[tuple[int, str], dict[str, int]] = {}
        if lattice is None:
            return
        for player in range(self.table.players):
            for good in self.numbers.some([goods[kind].name for kind in lattice.kinds], MOST_TILES):
                free = before.grid.free_for(player, good)
                if free:
                    cell = self.chance.choice(free)
                    found[player, cell] = {good: 1} | self._lying_on(before, good)
                    before.grid.cover({(player, cell): found[player, cell]})
        self.laid["cells"] = found
        self.laid["areas"] = self._areas(before)

    def _areas(self, before: Setting) -> list[tuple[int, list[str]]]:
        """What some players enclose, one after the other."""
        found: list[tuple[int, list[str]]] = []
        for player in range(self.table.players):
            for _ in range(self.numbers.number(0, MOST_AREAS)):
                listed = before.grid.enclosable(player)
                if listed:
                    found.append((player, self.chance.choice(listed)))
                    before.grid.enclose(found[-1:])
        return found

    def _lying_on(self, before: Setting, tile: str) -> dict[str, int]:
        """Some of one good that may lie on a tile."""
        goods = before.grid.goods_on(tile)
        if not goods or not self.numbers.number(0, 1):
            return {}
        good, most = self.chance.choice(goods)
        left = before.left(good) if good in self.table.layout.limited else most
        amount = self.numbers.number(0, max(min(most, left, MOST), 0))
        return {good: amount} if amount else {}

    def goods(self, before: Setting) -> None:
        """What players hold: as dealt, or some of everything, and some goods of their own."""
        layout = self.table.layout
        found: dict[int, dict[str, int]] = {}
        for player in range(self.table.players):
            wealth = self.numbers.number(0, MOST_WEALTH)
            names = [g.name for g in layout.goods if not before.grid.comes_by_itself(g.name)]
            wanted = dict.fromkeys(names, wealth) if wealth else {}
            for good in self.numbers.some(names, 3):
                wanted[good] = self.numbers.number(0, MOST)
            if wealth:
                wanted |= {g: max(n + MARGIN, wanted[g]) for g, n in self._cost(player).items()}
            held = {}
            for good, amount in wanted.items():
                held[good] = self._at_most(before, player, good, amount)
                before.hold(player, good, held[good])
            if held:
                found[player] = held
        self.laid["holdings"] = found

    def _at_most(self, before: Setting, player: int, good: str, wanted: int) -> int:
        """So much of a good as is there for the player, where it is limited."""
        here = before.cells[self.table.layout.goods_cell(player, good)]
        return min(wanted, here + before.grid.left(player, good))

    def pieces(self, before: Setting) -> None:
        layout = self.table.layout
        names = [name for name in piece_names(self.rules) if name in layout.piece_index]
        names = [name for name in names if layout.is_owned(layout.piece_index[name])]
        names = [name for name in names if name not in self.wishes.values()]
        found: dict[int, list[str]] = {}
        if not names:
            return
        for player in range(self.table.players):
            for name in self.numbers.some(names, MOST_PIECES):
                try:
                    before.own(player, name)
                except GameError:
                    continue  # no copy is left
                found.setdefault(player, []).append(name)
        self.laid["pieces"] = found

    def tracks(self, before: Setting) -> None:
        found: dict[tuple[str, int], int] = {}
        if not self.numbers.flip():
            return
        for track in self.table.layout.tracks:
            if track.common:
                if self.numbers.flip():
                    found[track.name, -1] = self.numbers.pick(track.values or range(track.last + 1))
                continue
            for player in range(self.table.players):
                if space := self.numbers.number(0, len(track.rewards)):
                    found[track.name, player] = space
        for (name, player), value in found.items():
            before.mark(name, player, value)
        self.laid["positions"] = found

    def stacks(self, before: Setting, leaders: dict[int, int]) -> None:
        """Which pieces lie up, on lots and on other stacks.

        A lot that is won mostly lets its winner build what they wish for.
        """
        layout = self.table.layout
        shown: dict[str, str] = {}
        for stack in layout.stacks if self.laid["round"] != FINAL else ():
            here = [layout.pieces[index] for index in layout.stack_pieces[stack]]
            lot = layout.lots.index(stack) + 1 if stack in layout.lots else 0
            fitting = self._fitting(here, leaders[lot]) if lot in leaders else set()
            if before.cells[layout.at["turned", stack]] and (fitting or self.numbers.flip()):
                own = fitting or {piece.name for piece in here}
                shown[stack] = self.chance.choice([n for n in piece_names(self.rules) if n in own])
        lots = {layout.lots.index(s) + 1: name for s, name in shown.items() if s in layout.lots}
        self.laid["lots"] = lots
        self.laid["turned"] = {s: name for s, name in shown.items() if s not in layout.lots}
        for stack, name in shown.items():
            before.turn(stack, name)

    def _fitting(self, lots: list[Piece], player: int) -> set[str]:
        """The names of those lots whose winner may build what the player wishes for."""
        layout = self.table.layout
        if player not in self.wishes:
            return set()
        wished = layout.pieces[layout.piece_index[self.wishes[player]]]
        builds = ((piece.name, lets_build(piece)) for piece in lots)
        return {
            name
            for name, build in builds
            if build is not None and (not build.labels or set(build.labels) & set(wished.labels))
        }

    def winners(self, before: Setting) -> dict[int, int]:
        """Who leads which lot, each one at most; the seats by the numbers of lots."""
        lots, players = self.table.lots, self.table.players
        final = self.laid["round"] == FINAL
        if lots is None or final or not self._comes_after_auction(self.laid["phase"]):
            return {}
        offered = lots.offered(before.cells)
        numbers = [n + 1 for n in range(len(self.table.layout.lots)) if offered >> n & 1]
        bids = [bid for command in self._auctions() for bid in command.bids]
        pairs = zip(numbers, self.numbers.mixed(range(players)), strict=False)
        leaders = {number: player for number, player in pairs if self.numbers.flip()}
        self.laid["won"] = {n: (p, self.chance.choice(bids)) for n, p in leaders.items()}
        return leaders

    def _auctions(self, phase: str = "") -> list[Auction]:
        phases = [d for d in self.table.definitions if isinstance(d, Phase)]
        commands = (c for p in phases if phase in ("", p.name) for c in walk_commands(p))
        return [command for command in commands if isinstance(command, Auction)]

    def _comes_after_auction(self, phase: str) -> bool:
        names = self._phases("round")
        before = names[: names.index(phase)] if phase in names else []
        return any(self._auctions(name) for name in before)

    def lying(self, before: Setting) -> None:
        """What lies on pieces, so far as there is enough, and who takes it back."""
        found: dict[str, dict[str, int]] = {}
        for piece, good in self.table.layout.here if self.numbers.flip() else ():
            amount = self.numbers.number(0, MOST_PIECES)
            if good in self.table.layout.limited:
                amount = min(amount, max(before.left(good), 0))
            if amount:
                before.put(piece, good, amount)
                found.setdefault(piece, {})[good] = amount
        self.laid["lying"] = found
        users = {n: self.numbers.number(0, self.table.players - 1) for n in self._used(found)}
        for name, player in users.items():
            before.use(name, player)
        self.laid["users"] = users

    def _used(self, lying: Iterable[str]) -> list[str]:
        """Those of some pieces from which a player takes back what lies there."""
        return [name for name in lying if name in self.table.layout.users]

    def end(self, before: Setting) -> None:
        """Sometimes it is known that this round is the last."""
        ending = END in self.table.layout.at and self.laid["round"] != FINAL
        if ending and self.numbers.flip():
            before.end()
            self.laid["ends"] = True
