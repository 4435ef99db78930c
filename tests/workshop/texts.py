"""A small pack that is written in the tests of the workshop."""

from __future__ import annotations

import json
from typing import Any, Protocol

FILE = "inn.rules"
INN = """\
pack Travellers, version 1, extends Homesteaders

building Wayside Inn:
    commercial, settlement/town
    cost 1 wood
    worth 2 points
    income: gain 1 silver
    whenever a player passes: gain 1 silver

example guests at the inn, with 3 players:
    player 2 owns Wayside Inn
    in bidding
    player 1: "pass", "gain 1 trade"
    player 2 has 7 silver
"""
TEXTS = {FILE: INN}


class Answering(Protocol):
    """An engine, here or in another process."""

    def answer(self, text: str) -> str: ...


def ask(engine: Answering, question: str, **fields: Any) -> dict[str, Any]:
    """The answer to a request."""
    request = {"version": 1, "id": 7, "ask": question, **fields}
    answer: dict[str, Any] = json.loads(engine.answer(json.dumps(request)))
    assert (answer["version"], answer["id"]) == (1, 7)
    return answer
