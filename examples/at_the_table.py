"""At the table: refusals, views, undo and saves
=============================================

What a client needs beside ``apply``: why a move is not allowed, what a player may see, taking a
choice back while nothing new was shown, and a save that is replayed when it is read.

    python examples/at_the_table.py
"""

from __future__ import annotations

from homesteaders_rules import Game, GameError, IllegalOption, load, restore, save, view, why_not


def main() -> None:
    """Two players at the beginning of a game."""
    game = Game.new(load("homesteaders"), players=2, seed=3)
    first = game.state.decision.player
    other = 1 - first

    # A refusal has a reason, and the state is what it was.
    print("sell wood:", why_not(game.state, "sell wood"))
    try:
        game.choose("place worker Farm 1")
    except IllegalOption as error:
        print(error)

    # Undo, as long as nothing hidden was revealed and nobody else has chosen.
    game.choose("place worker Homestead 1")
    game.choose("borrow")
    print("taken back:", game.undo(first))
    print("chosen so far:", *game.keys)

    # A view holds what one player may know. Hands are hidden, buildings are not.
    mine, theirs = view(game.state, first), view(game.state, other)
    print("silver, as its owner sees it:", mine.holding(first, "silver"))
    print("silver, as the other sees it:", theirs.holding(first, "silver"))
    print("options that the other sees:", theirs.options)
    print("what lies on the second stack:", mine.stack("Auction 2")[:3])

    # A save is the packs, the seed and the choices; reading it plays them again.
    game.choose("done")
    text = save(game)
    again = restore(text)
    print("restored:", again.state == game.state, "after", *again.keys)
    try:
        restore(text.replace("place worker Homestead 1", "place worker Homestead 9"))
    except GameError as error:
        print(error)


if __name__ == "__main__":
    main()
