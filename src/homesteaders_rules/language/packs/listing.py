"""The games that can be found by name, each with the packs for it."""

from __future__ import annotations

from attrs import field, frozen

from .discovery import find_all, game_of, header_of, identity_of


@frozen
class Listed:
    """A game or a pack: the ``name`` it is found by, its ``title``, and the packs for a game."""

    name: str
    title: str
    packs: list[Listed] = field(factory=list, eq=False)


def listed_games() -> tuple[Listed, ...]:
    """All games that are found by name, those whose packs are found by name with them.

    What cannot be read, or is for a game that is not there, is left out.
    """
    games: dict[str, Listed] = {}
    packs: list[tuple[str, Listed]] = []
    for name, place in find_all().items():
        title = header_of(place.path)
        if title is None:
            continue
        game = game_of(place, {})
        if game == identity_of(title):
            games[game] = Listed(name, title)
        else:
            packs.append((game, Listed(name, title)))
    for game, pack in packs:
        if game in games:
            games[game].packs.append(pack)
    return tuple(games.values())
