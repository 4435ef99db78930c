"""The state of a game as tables, as one player may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ..commands.definitions.course import Play, Track
from ..mechanisms.maps.definitions import Shape
from ..mechanisms.maps.geometry import LISTED
from ..mechanisms.placing.filling import NOWHERE
from ..mechanisms.placing.in_turn import lies_open
from ..play.due import in_rounds
from ..play.views import view
from ..runtime.offering.payments import WITH
from ..runtime.registers import ROUND
from ..seeing.lying import lying_text
from ..telling import boards
from ..telling.describing import piece_text
from ..telling.landscape import drawn
from .console import grid, spread, style_of, title, width_of, write

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rich.console import Console
    from rich.table import Table as Grid

    from ..commands.base import Vocabulary
    from ..commands.definitions.pieces import Piece, Sort
    from ..linking.layout import Layout
    from ..play.spaces import Space
    from ..play.state import State
    from ..play.views import View

UNSEEN = "?"


def show_state(
    console: Console,
    state: State,
    names: Sequence[str],
    player: int | None = None,
    brief: bool = False,
) -> None:
    """Everything on the table that ``player`` may see; None: what everybody sees.

    ``brief``: of the pieces of all only those that an option names.
    """
    seen = view(state, player)
    title(console, headline(state, names))
    spread(console, players_table(seen, state, names))
    if any(seen.due(player) for player in seen.seats):
        console.print()
        spread(console, due_table(seen, names))
    for track in seen.layout.tracks:
        if track.common and track.rewards:
            write(console, _marked(track, state, seen.layout.vocabulary))
    if seen.map():
        console.print()
        show_map(console, seen, names)
    if seen.layout.grid is not None:
        console.print()
        show_grids(console, seen, names)
    for sort in seen.layout.sorts:
        if sort.is_owned or not brief or _is_named(seen, sort):
            _show_sort(console, state, seen, sort, names)
    _show_turned_up(console, seen)
    if seen.lots and not state.over:
        console.print()
        spread(console, lots_table(seen, names))


def _show_sort(
    console: Console, state: State, seen: View, sort: Sort, names: Sequence[str]
) -> None:
    """What was left on the pieces of a sort, who is there, and which are on display."""
    pieces = [piece for _, piece in seen.layout.of_sort(sort.name)]
    if any(piece.name in seen.layout.left for piece in pieces):
        console.print()
        spread(console, used_table(seen, sort.name, names))
    if not sort.is_owned and any(piece.slots for piece in pieces):
        console.print()
        spread(console, places_table(seen, state, sort, names))
    if sort.name in seen.layout.displays:
        console.print()
        spread(console, display_table(state, sort))


def _show_turned_up(console: Console, seen: View) -> None:
    """The pieces that lie up, with their texts; places of all stand in a table of their own."""
    for piece in turned_up(seen):
        if _is_place_of_all(seen, piece):
            continue
        text = "; ".join(piece_text(piece, seen.layout.vocabulary))
        write(
            console,
            f"{piece.sort}: {piece.name}, {text}" if text else f"{piece.sort}: {piece.name}",
        )


def asks_for_a_cell(seen: View) -> bool:
    """Does an option of the one who decides end with the name of a cell of their grid?"""
    if seen.layout.grid is None:
        return False
    cells = {cell.name for cell in seen.grid(seen.decider)}
    return any(key.rpartition(" ")[2] in cells for key in seen.options)


def show_grids(
    console: Console, seen: View, names: Sequence[str], players: Collection[int] = ()
) -> None:
    """The grids of players, or of all, side by side; where something may be laid now cells have
    names."""
    grids = [seen.grid(player) for player in range(seen.layout.players)]
    room = width_of(console)
    letters = boards.width_of(grids[0], room // min(len(grids), 2) - 2)
    keys = {key.rpartition(" ")[2] for key in seen.options}
    drawings = [
        [names[player], *boards.drawn(cells, letters, keys if player == seen.decider else ())]
        for player, cells in enumerate(grids)
        if player in players or not players
    ]
    for line in boards.beside_each_other(drawings, room):
        console.print(Text(line), soft_wrap=True)


def asks_for_a_space(seen: View) -> bool:
    """Does an option of the one who decides end with the name of a space of the map?"""
    spaces = tuple(f" {space.name}" for space in seen.map())
    return any(key.partition(WITH)[0].endswith(spaces) for key in seen.options)


def show_map(console: Console, seen: View, names: Sequence[str]) -> None:
    """The map as a player may see it: what can be built on now is marked, and who has built."""
    spaces, lines = seen.map(), seen.layout.map.lines if seen.layout.map else ()
    shape = next((line.spaces for line in lines if isinstance(line, Shape)), LISTED)
    if shape == LISTED:
        table = grid("", "", "", wide=(2,))
        for space in spaces:
            who = "" if space.owner is None else names[space.owner]
            lying = ", ".join(f"{amount} {good}" for good, amount in space.lying)
            said = (who, "neutral" * space.neutral, lying)
            table.add_row(space.name, ", ".join(space.labels), ", ".join(filter(None, said)))
        spread(console, table)
        return
    drawing = drawn(spaces, shape, width_of(console))
    for words in drawing.lines:
        line = Text()
        for word in words:
            line.pad_right(word.column - line.cell_len)
            line.append(word.text, _style(word.space, seen.options))
        console.print(line, soft_wrap=True)
    letters = (f"{letter} {tile}" for tile, letter in drawing.letters.items())
    legend = ", ".join((*letters, *(f"{s} {text}" for s, text in drawing.shortened.items())))
    if legend:
        write(console, legend, style="dim")


def _style(space: Space, options: Sequence[str]) -> str:
    if space.owner is not None:
        return style_of(space.owner)
    if space.neutral:
        return "reverse"
    return "bold" if any(f" {space.name}" in key for key in options) else "dim"


def _is_named(seen: View, sort: Sort) -> bool:
    """Does an option of the one who decides name a piece of the sort?"""
    names = [f" {piece.name} " for _, piece in seen.layout.of_sort(sort.name)]
    return any(name in f" {key} " for key in seen.options for name in names)


def _is_place_of_all(seen: View, piece: Piece) -> bool:
    """Its place stands among those that are open, with what it gives."""
    return bool(piece.slots) and not seen.layout.sort_of(piece.sort).is_owned


def turned_up(seen: View) -> list[Piece]:
    """What lies up on the stacks and is not up for auction; nothing does after all rounds."""
    layout = seen.layout
    if (seen.cells[ROUND] or 0) > layout.rounds:
        return []
    auctioned = {each.piece for each in seen.lots}
    tops = []
    for stack in layout.stacks:
        turned = seen.cells[layout.at["turned", stack]]
        name = seen.stack(stack)[turned - 1] if turned else None
        tops += [piece for piece in layout.pieces if piece.name == name]
    return [piece for piece in tops if piece.name not in auctioned]


def headline(state: State, names: Sequence[str]) -> str:
    """``Round 3 of 10, bidding; Player 2 is start player``."""
    if state.over:
        return "The game is over"
    play = next(d for d in state.table.definitions if isinstance(d, Play))
    of_all = "" if play.until_end else f" of {play.rounds}"
    when = "Final round" if state.is_final else f"Round {state.round}{of_all}"
    return f"{when}, {state.phase}; {names[state.start_player]} is start player"


def players_table(seen: View, state: State, names: Sequence[str]) -> Grid:
    """A row for each player: what they hold, as far as it can be seen, and own."""
    table = grid("player", "has", "owns", wide=(1, 2))
    for player in range(seen.layout.players):
        name = names[player] + (" (you)" if player == seen.player else "")
        table.add_row(
            Text(name, style=style_of(player)),
            Text(", ".join(_held(seen, state, player)) or "nothing"),
            Text(", ".join(_owned(seen, state, player)) or "nothing"),
        )
    return table


def due_table(seen: View, names: Sequence[str]) -> Grid:
    """Whatever comes to players in later rounds: for each the rounds, and what comes."""
    table = grid("due", "", wide=(1,))
    for player in seen.seats:
        rounds: dict[tuple[str, str], list[int]] = {}
        for due in seen.due(player):
            rounds.setdefault((due.piece, due.text), []).append(due.round)
        lines = (f"{in_rounds(found)}: {text}" for (_, text), found in rounds.items())
        if rounds:
            table.add_row(Text(names[player], style=style_of(player)), Text("; ".join(lines)))
    return table


def holdings_text(seen: View, state: State) -> str:
    """What the player whose view it is holds."""
    return ", ".join(_held(seen, state, seen.decider)) or "nothing"


def _held(seen: View, state: State, player: int) -> list[str]:
    """Goods in words; those that are hidden are summed up by their groups."""
    vocabulary = seen.layout.vocabulary
    found, unseen = [], []
    for good in seen.layout.goods:
        held = seen.holding(player, good.name)
        if held is None:
            unseen.append(good.group_plural)
        elif held:
            found.append(vocabulary.count(held, good.name))
    for track in seen.layout.tracks:
        if not track.common and state.position(track.name, player):
            found.append(f"at {state.position(track.name, player)} on {track.name}")
    return found + [f"{UNSEEN} {group}" for group in dict.fromkeys(unseen)]


def _owned(seen: View, state: State, player: int) -> list[str]:
    """Pieces, with the number of goods on their places and what else lies on them.

    Of spaces of the map only the number: where they lie is drawn.
    """
    filled: dict[str, int] = {}
    for name, _ in state.placed(player):
        filled[name] = filled.get(name, 0) + 1
    found = []
    spaces = [space.name for space in seen.map() if space.owner == player]
    for name in seen.pieces(player):
        if name in spaces:
            continue
        notes = [str(filled[name])] if name in filled else []
        notes += lying_text(seen, name)
        found.append(f"{name} ({', '.join(notes)})" if notes else name)
    ground = seen.layout.map
    if spaces and ground is not None:
        found.append(seen.layout.vocabulary.count(len(spaces), ground.sort))
    return found


def _marked(track: Track, state: State, vocabulary: Vocabulary) -> str:
    """Where the marker for all lies, and what is there."""
    space = state.position(track.name)
    if not space:
        return f"{track.name}: before the first space"
    return f"{track.name}: at {space}, {track.rewards[space - 1].words(vocabulary)}"


def used_table(seen: View, sort: str, names: Sequence[str]) -> Grid:
    """The pieces of a sort that are used by what is left there, and what lies there now."""
    layout = seen.layout
    table = grid(sort, "gives", "there", wide=(1,))
    for _, piece in layout.of_sort(sort):
        lying, user = ", ".join(lying_text(seen, piece.name)), seen.user(piece.name)
        whose = f" of {names[user]}" if user is not None and lying else ""
        style = "" if user is None else style_of(user)
        there = Text(f"{lying}{whose}", style=style) if lying else Text("free", style="dim")
        table.add_row(piece.name, "; ".join(piece_text(piece, layout.vocabulary)), there)
    return table


def places_table(seen: View, state: State, sort: Sort, names: Sequence[str]) -> Grid:
    """The places of all that are open: what they give, what lies there, and who is there."""
    layout = seen.layout
    table = grid(sort.name, "gives", "there", wide=(1,))
    for index, piece in layout.of_sort(sort.name):
        board, _ = lies_open(layout, index)
        if board != NOWHERE and not seen.copies(sort.places[:2][-1], piece.name):
            continue
        there = Text(", ".join(lying_text(seen, piece.name)))
        for player in range(layout.players):
            for name, _ in state.placed(player):
                if name == piece.name:
                    there.append(", " * bool(there.plain) + names[player], style_of(player))
        gives = "; ".join(piece_text(piece, layout.vocabulary))
        table.add_row(piece.name, gives, there if there.plain else Text("free", style="dim"))
    return table


def lots_table(seen: View, names: Sequence[str]) -> Grid:
    """What is up for auction, and who leads with which bid."""
    layout = seen.layout
    pieces = {piece.name: piece for piece in layout.pieces}
    sort = pieces[seen.lots[0].piece].sort
    table = grid(sort, "name", "gives", "bid", wide=(2,))
    for each in seen.lots:
        text = "; ".join(piece_text(pieces[each.piece], layout.vocabulary))
        bid = Text("-", style="dim")
        if each.neutral:
            bid = Text(f"{each.bid} neutral")
        elif each.leader is not None:
            bid = Text(f"{each.bid} {names[each.leader]}", style=style_of(each.leader))
        table.add_row(str(each.number), each.piece, Text(text), bid)
    return table


def show_offers(console: Console, state: State) -> None:
    """The pieces that can be had now, with what they cost and give."""
    layout = state.table.layout
    offered = [sort for sort in layout.placed_sorts() if sort.is_owned]
    if not offered:
        write(console, "No pieces can be had in this game.")
    for sort in offered:
        # Pieces are offered in the second place; without one they are had from the first.
        place = [each for each in sort.places if each != "players"][:2][-1]
        table = grid("", "", wide=(1,))
        if sort.name in layout.displays:
            title(console, f"the display of {sort.plural}")
            spread(console, display_table(state, sort))
            continue
        for _, piece in layout.of_sort(sort.name):
            copies = state.copies(place, piece.name)
            if copies:
                name = f"{piece.name} ×{copies}" if copies > 1 else piece.name
                table.add_row(Text(name, style="bold"), _offer(piece, layout.vocabulary))
        if table.row_count:
            title(console, f"{sort.plural} in the {place}")
            spread(console, table)
        else:
            write(console, f"There are no {sort.plural} in the {place}.")


def display_table(state: State, sort: Sort) -> Grid:
    """The spaces of a display, with what lies there and what it costs more."""
    layout = state.table.layout
    spaces, pieces = layout.displays[sort.name], {piece.name: piece for piece in layout.pieces}
    table = grid("", sort.name, "more", "gives", wide=(3,))
    for space, name in enumerate(state.display(sort.name)):
        text = _offer(pieces[name], layout.vocabulary) if name else Text("free", style="dim")
        more = str(spaces.fee(space) or "")
        table.add_row(str(space + 1), Text(name, style="bold"), more, text)
    return table


def _offer(piece: Piece, vocabulary: Vocabulary) -> Text:
    """``residential, for 1 wood; worth 2; income: gain 1 trade``."""
    cost = f"for {piece.cost_words(vocabulary) or 'nothing'}"
    worth = [f"worth {piece.worth}"] if piece.worth else []
    kinds = ", ".join([*piece.labels, cost])
    return Text("; ".join([kinds, *worth, *piece_text(piece, vocabulary)]))


def show_stacks(console: Console, state: State, player: int | None) -> None:
    """The stacks, as far as they are known: what comes next."""
    seen = view(state, player)
    layout: Layout = seen.layout
    for name in layout.stacks:
        pieces = seen.stack(name)
        known = [piece for piece in pieces if piece]
        hidden = len(pieces) - len(known)
        text = ", ".join(known) + (f", and {hidden} face down" if hidden else "")
        write(console, f"{name}: {text}")
