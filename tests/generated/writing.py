"""From a seed to a text: a game, a game with a pack, or a pack on a game that comes along."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from homesteaders_rules import Rules, load
from homesteaders_rules.testing.generating.games import Game
from homesteaders_rules.testing.generating.packs import Pack
from homesteaders_rules.testing.generating.text import Text
from homesteaders_rules.testing.generating.world import World

SHIPPED = {
    "Homesteaders": "homesteaders",
    "Homesteaders from version 1": "homesteaders",
    "New Beginnings": "new_beginnings",
    "Peer, then New Beginnings": "peer_new_beginnings",
}
"""What a pack extends, and the name of the rules whose words it uses."""


@lru_cache
def shipped(name: str) -> Rules:
    """Rules that come along, read once."""
    return load(name)


def write(seed: int) -> Text:
    """The text of a seed; the same one each time."""
    random = Random(seed)
    if seed % 5 == 4:
        extends = random.choice(list(SHIPPED))
        pack = Pack(random, World.of(shipped(SHIPPED[extends])), extends)
        return Text({"added/added.rules": pack.write()}, "added")
    game = Game(random)
    files = {"generated/game.rules": game.write()}
    if seed % 5 != 3:
        return Text(files, "generated")
    files["added/added.rules"] = Pack(random, game.world, "Generated").write()
    return Text(files, "added")
