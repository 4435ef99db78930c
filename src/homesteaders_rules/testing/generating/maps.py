"""Maps at random: pieces with neighbours, one by one or on tiles of seven."""

from __future__ import annotations

from .amounts import Where
from .boards import Boards
from .effects import Lines, indented
from .world import Sort, titled

TILES = ["West", "East Coast", "South 2"]
SHAPES = ["hexes", "squares", "squares that also meet at corners"]
SEVEN = "hexes, and a tile is one of them with six around it"


class Maps(Boards):
    """Lays the pieces that players build onto a map, with what follows from building there."""

    def write_map(self) -> None:
        """Perhaps a map of what is owned: each piece a tile of its own, or spaces on tiles."""
        world = self.world
        sort = world.owned
        if sort is None or not sort.labels or not world.builds or self.maybe(0.6):
            return
        world.mapped = world.in_rows = True
        many = sort.word.many
        if self.maybe():
            world.tiles = self.some(TILES, 2, 3)
            sort.pieces = [f"{tile} {number}" for tile in world.tiles for number in range(7)]
            for tile in world.tiles:
                self.write_tile(sort, tile)
            lines = [f"{many} are {SEVEN}", self.rows(len(world.tiles)), self.dealing()]
        elif self.maybe(0.2):
            lines = [f"{many} are {self.pick(SHAPES)}", self.rows(len(sort.pieces)), self.dealing()]
        else:
            rows = zip(sort.pieces, sort.pieces[1:], strict=False)
            world.in_rows = False
            lines = ["neighbours are as listed"]
            lines += [f"{titled(one)}: {titled(other)}" for one, other in rows]
        reach = self.reach(sort)
        lines.append(f"{self.with_()}: {reach}" if self.maybe(0.1) else reach)
        if self.maybe():
            label = self.pick(sort.all_labels)
            lines.append(f"a {label} begins with {self.some_of(self.pick(list(world.goods)))}")
        self.texts.append([f"map of {many}:", *indented(lines)])

    def rows(self, most: int) -> str:
        """So many tiles at most, in one row or two."""
        tiles = self.number(2, most)
        first = self.number(1, tiles)
        rows = [first, tiles - first] if first < tiles else [first]
        return f"tiles lie in rows of {' and '.join(map(str, rows))}"

    def dealing(self) -> str:
        return self.pick(["tiles are drawn at random", "tiles lie in the order of the text"])

    def reach(self, sort: Sort) -> str:
        one = sort.word.one
        near = f"a player builds on a free {one} next to one"
        ways = [f"{near} of theirs, the first anywhere", f"{near} that is built on or neutral"]
        return self.pick([*ways, f"{near} of theirs", f"a player builds on any free {one}"])

    def write_tile(self, sort: Sort, tile: str) -> None:
        """A space in the middle, and six around it."""
        lines: Lines = []
        for number in range(7):
            labels = ", ".join(self.pick(group) for group in sort.labels)
            cost = f", cost {self.some_of(self.world.money.one)}" if self.maybe(0.4) else ""
            lines.append(f"{number}: {labels}{cost}")
        self.texts.append([f"tile {titled(tile)}:", *indented(lines)])

    def laid(self) -> Lines:
        """How the map is laid, and what is neutral on it."""
        label = self.pick(self.owned.all_labels)
        lines = ["lay the map", f"the start player makes any {label} neutral"]
        return lines[: self.number(1, 2)] + [f"a random {label} becomes neutral"] * self.maybe()

    def write_building_on_the_map(self) -> None:
        """What happens on the space that was just built on."""
        where = Where(space=True, tracks=self.tracks, calm=self.maybe())
        head = f"whenever a player builds a {self.owned_word}"
        lines = self.body(f"if {self.here_on_the_map()}", where, 1) if self.maybe() else []
        self.texts.append([f"{head}:", *indented(lines + self.block(where, 1))])
