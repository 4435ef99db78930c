"""The engine: every answer is as the schema says, and hostile requests get one too."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from homesteaders_rules import apply, load, new_game, save, view
from homesteaders_rules.play.hidden.sampling import sample
from homesteaders_rules.play.saves import Game
from homesteaders_rules.play.state import State
from homesteaders_rules.workshop import engine as engines
from homesteaders_rules.workshop import protocol
from homesteaders_rules.workshop.engine import Engine
from homesteaders_rules.workshop.workspace import Workspace
from play.schemas import SCHEMAS, faults
from sizes import size, some
from workshop.texts import FILE, INN, TEXTS, ask

SCHEMA = SCHEMAS["workshop"]()


def answered(engine: Engine, question: str, **fields: Any) -> dict[str, Any]:
    """An answer that must be no failure, checked against the schema."""
    answer = ask(engine, question, **fields)
    assert answer["answer"] != "failed", answer["reason"]
    assert faults(answer, SCHEMA["$defs"]["Answer"], root=SCHEMA) == []
    return answer


def refused(engine: Engine, question: str, **fields: Any) -> str:
    answer = ask(engine, question, **fields)
    assert faults(answer, SCHEMA["$defs"]["Failed"], root=SCHEMA) == []
    assert answer["kind"] != "broken", answer["reason"]
    return f"{answer['kind']}: {answer['reason']}"


def test_what_is_there() -> None:
    answer = answered(Engine(), "hello")
    games = {game["id"]: game for game in answer["games"]}
    assert games["homesteaders"]["extends"] == []
    assert games["new_beginnings"]["extends"] == ["Homesteaders"]
    assert "sensible" in answer["bots"]
    assert list(games)[:2] == ["homesteaders", "agricola"]
    assert [*games].index("new_beginnings") > [*games].index("montana")
    assert {"gain", "whenever", "or"} <= {*answer["words"]}
    assert "example" in answer["openings"]


def test_texts_are_checked_and_completed() -> None:
    engine = Engine()
    answer = answered(engine, "check", texts=TEXTS)
    assert (answer["findings"], answer["players"]) == ([], [2, 3, 4])
    assert [tile["name"] for tile in answer["cards"]] == ["Wayside Inn"]
    assert answer["settings"]
    wrong = answered(engine, "check", texts={FILE: INN.replace("income: gain", "income: gian")})
    (finding,) = wrong["findings"]
    assert finding["fix"]["text"] == "gain"
    words = answered(engine, "complete", texts=TEXTS, file=FILE, offset=INN.index("wood") + 2)
    assert words["words"][0] == {"text": "wood", "kind": "good"}
    assert answered(engine, "source", texts=TEXTS, file=FILE)["text"] == INN.rstrip("\n")
    base = answered(engine, "source", texts=TEXTS, file="homesteaders/buildings.rules")
    assert "building Farm:" in base["text"]


@pytest.mark.parametrize("pack", some(["homesteaders", "new_beginnings", "montana", "agricola"], 3))
def test_a_whole_match_is_as_the_schema_says(pack: str) -> None:
    """Of every table; and by the same keys it is the same game as without an engine."""
    engine, random = Engine(), Random(pack)
    table = answered(engine, "play", packs=[pack], seats=["human", "random", "random"], seed=4)
    assert answered(engine, "cards", match=table["match"])["cards"]
    keys = 0
    while not table["over"] and keys < 400:
        assert table["ended"]
        assert table["seat"] == table["view"]["viewer"] == 0
        due = [each for each in table["options"] if each["needed"] or not each["anytime"]]
        offered = [choice["key"] for choice in due]
        fields = {"match": table["match"], "key": random.choice(offered), "turns": table["turns"]}
        table = (answered if keys % 10 == 0 else ask)(engine, "choose", **fields)
        keys += 1
    assert table["over"]
    assert len(table["scores"]) == 3
    assert table["winners"]
    told = answered(engine, "save", match=table["match"])
    again = answered(engine, "restore", save=told["text"], seats=["human", "random", "random"])
    assert again["view"] == table["view"]
    assert again["log"] == table["log"]


def test_nothing_hidden_is_in_any_answer() -> None:
    """Two games that differ in what others hold alone get equal tables."""
    from homesteaders_rules.testing.situations import situation
    from homesteaders_rules.workshop.match import Match
    from homesteaders_rules.workshop.places import Places
    from homesteaders_rules.workshop.tables import table_of

    rules, tables = load("homesteaders"), []
    for silver, gold in ((1, 2), (2, 1)):
        holdings = {0: {"silver": 5}, 1: {"silver": silver, "gold": gold}, 2: {"silver": gold}}
        state = situation(rules, 3, "bidding", 3, holdings=holdings)
        match = Match.from_state(state, ("human", "human", "human"))
        assert match.viewer == 0
        tables.append(table_of("match", match, Places((), ""), True))
    assert tables[0] == tables[1]


@pytest.mark.parametrize("pack", ["homesteaders", "new_beginnings", "montana", "agricola"])
def test_no_message_tells_what_is_hidden(pack: str) -> None:
    """Worlds that agree in all that a seat sees get equal answers, whatever is asked."""
    state, random = new_game(load(pack), 3, 5), Random(5)
    differ = 0
    for turn in range(size(36, 60)):
        if turn % size(18, 12) == 11 and not state.over:
            seat = state.decision.player
            seats = ["human" if each == seat else "random" for each in range(3)]
            other = sample(view(state, seat), turn)
            differ += other.cells != state.cells
            assert messages(pack, state, seats) == messages(pack, other, seats)
        state, _ = apply(state, random.choice(state.decision.all).key)
    assert differ


def messages(pack: str, state: State, seats: list[str]) -> list[dict[str, Any]]:
    """All that a page may ask about a match, answered; but for a save, which is the whole game."""
    engine, whole = Engine(), save(Game.begun_with(state))
    table = answered(engine, "restore", save=whole, seats=seats, packs=[pack])
    name = table.pop("match")
    wanted = [each["key"] for each in table["refused"]][:40]
    asked: list[tuple[str, dict[str, Any]]] = [("cards", {}), ("reach", {"keys": wanted})]
    asked += [("how", {"key": key}) for key in wanted[:2]]
    return [table, *(ask(engine, each, match=name, **fields) for each, fields in asked)]


def test_to_play_from_an_example() -> None:
    engine = Engine()
    seats = ["sensible", "sensible", "human"]
    table = answered(engine, "play", texts=TEXTS, seats=seats, example="guests at the inn")
    assert table["view"]["phase"] == "bidding"
    assert table["seats"] == ["human", "sensible", "sensible"]
    assert table["seat"] == table["view"]["decider"] == 0
    assert "Wayside Inn" in table["view"]["players"][1]["pieces"]
    asked = table["asked_at"]
    assert asked["file"] == "homesteaders/game.rules"


def test_how_and_undo() -> None:
    engine = Engine()
    table = answered(engine, "play", packs=["homesteaders"], seats=["human", "human"], seed=2)
    match = table["match"]
    opened: list[str] = []
    while not opened and table["turns"] < 200:
        offered = [option for option in table["options"] if option["verb"] != "pass"]
        key = offered[0]["key"]
        table = answered(engine, "choose", match=match, key=key, turns=table["turns"])
        keys = [each["key"] for each in table["refused"] if not each["anytime"]]
        opened = answered(engine, "reach", match=match, keys=keys)["keys"]
        assert {*opened} <= {*keys}
    ways = answered(engine, "how", match=match, key=opened[0])
    assert ways["ways"]
    assert ways["reason"] == ""
    assert "nothing is called so" in answered(engine, "how", match=match, key="fly")["reason"]
    if not table["no_undo"]:
        assert answered(engine, "undo", match=match)["turns"] == table["turns"] - 1


def test_the_same_choice_does_not_come_twice() -> None:
    engine = Engine()
    table = answered(engine, "play", packs=["homesteaders"], seats=["human", "random"], seed=2)
    key = table["options"][0]["key"]
    answered(engine, "choose", match=table["match"], key=key, turns=table["turns"])
    reason = refused(engine, "choose", match=table["match"], key=key, turns=table["turns"])
    assert "has gone on" in reason


def test_old_matches_are_given_up() -> None:
    engine = Engine()
    fields = {"packs": ["homesteaders"], "seats": ["human", "human"]}
    first = answered(engine, "play", **fields)["match"]
    for _ in range(engines.MOST_MATCHES):
        answered(engine, "play", **fields)
    assert refused(engine, "look", match=first).startswith("gone: ")


def test_every_request_is_answered_by_something() -> None:
    names = {protocol.called(kind) for kind in protocol.REQUESTS}
    assert {name for name in names if not callable(getattr(Engine, name, None))} == set()


SEATS = ["human", "human"]
HOSTILE = [
    ("", "not JSON"),
    ("[" * 100_000, "at most 8 levels"),
    ('{"a":' * 100_000, "at most 8 levels"),
    ('{"version":1,"id":1,"ask":"check","texts":{"a.rules":' + "[" * 50_000, "levels"),
    ("[]", "no object"),
    ("1", "no object"),
    ('"' + "x" * 100, "not JSON"),
    ("{}", "version 1"),
    ('{"version":2,"id":1,"ask":"hello"}', "version 1"),
    ('{"version":true,"id":1,"ask":"hello"}', "version 1"),
    ('{"version":1,"ask":"fly"}', "nothing that can be asked"),
    ('{"version":1,"ask":["hello"]}', "nothing that can be asked"),
    ('{"version":1,"ask":"hello","more":1}', 'no field "more"'),
    ('{"version":1,"ask":"look"}', 'no field "match"'),
    ('{"version":1,"ask":"look","match":7}', 'in "match": expected str, not 7'),
    (
        '{"version":1,"ask":"play","seats":["human"],"packs":[],"seed":"x","texts":{}}',
        'in "seed": expected int',
    ),
    (
        '{"version":1,"ask":"choose","game":"x"}',
        '"choose" has no field "game"; it has match, key, turns',
    ),
    ('{"version":1,"ask":"check","texts":[]}', "expected dict"),
    ('{"version":1,"ask":"check","texts":{"a.rules":1}}', "expected str"),
    ('{"version":1,"ask":"check","packs":"homesteaders"}', "expected list"),
    ('{"version":1,"ask":"check"}', "neither texts nor packs"),
    ("1" * 5000, "not JSON"),
    ("NaN", "no object"),
]


@pytest.mark.parametrize(("text", "message"), HOSTILE, ids=[str(n) for n in range(len(HOSTILE))])
def test_what_is_no_request_is_told_so(text: str, message: str) -> None:
    answer = json.loads(Engine().answer(text))
    assert answer["answer"] == "failed"
    assert answer["kind"] == "request"
    assert message in answer["reason"]


@pytest.mark.parametrize(
    ("question", "fields", "message"),
    [
        ("check", {"packs": ["/etc"]}, "no name of a pack"),
        ("check", {"packs": ["../rules"]}, "no name of a pack"),
        ("check", {"packs": [".hidden"]}, "no name of a pack"),
        ("check", {"packs": ["a.rules"]}, "no name of a pack"),
        ("check", {"packs": ["homesteaders"] * 100}, "more than"),
        ("check", {"texts": {"../a.rules": "x"}}, "no name of a rule file"),
        ("check", {"texts": {"a.rules": "x" * 1_000_001}}, "too big"),
        ("source", {"packs": ["homesteaders"], "file": "/etc/passwd"}, "no file"),
        ("source", {"packs": ["homesteaders"], "file": "../../pyproject.toml"}, "no file"),
        ("complete", {"texts": TEXTS, "file": "b.rules", "offset": 0}, "no place"),
        ("complete", {"texts": TEXTS, "file": FILE, "offset": -1}, "no place"),
        ("complete", {"texts": {FILE: "🎪"}, "file": FILE, "offset": 3}, "no place"),
        ("play", {"packs": ["homesteaders"], "seats": []}, "1 to 20 seats"),
        ("play", {"packs": ["homesteaders"], "seats": ["human"] * 1000}, "1 to 20 seats"),
        ("play", {"packs": ["homesteaders"], "seats": ["os:system", "human"]}, "no bot"),
        ("play", {"packs": ["homesteaders"], "seats": SEATS, "seed": -1}, "a seed is"),
        ("play", {"packs": ["homesteaders"], "seats": SEATS, "seed": 10**30}, "a seed is"),
        ("play", {"packs": ["homesteaders"], "seats": SEATS, "settings": {"x": True}}, "option"),
        ("play", {"packs": ["no_game"], "seats": SEATS}, "errors"),
        ("play", {"texts": TEXTS, "seats": SEATS, "example": "nothing"}, "no example"),
        ("restore", {"save": "[" * 100_000, "seats": SEATS}, "no save"),
        ("restore", {"save": "{}", "seats": SEATS}, "no save"),
        ("look", {"match": "match 9"}, "not there any more"),
        ("reach", {"match": "match 9", "keys": []}, "not there any more"),
    ],
)
def test_what_cannot_be_done_is_told_with_the_reason(
    question: str, fields: dict[str, Any], message: str
) -> None:
    assert message in refused(Engine(), question, **fields)


def test_a_fault_of_the_engine_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("x" * 1000)

    monkeypatch.setattr(Engine, "hello", broken)
    answer = ask(Engine(), "hello")
    assert answer["kind"] == "broken"
    assert len(answer["reason"]) < 300
    assert "Traceback" not in answer["reason"]


def test_an_engine_goes_on_with_the_texts_of_another_and_without_its_matches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a browser remembers of one must not be an old match by the name of a newer one."""
    engine = Engine()
    checked = answered(engine, "check", texts=TEXTS)
    table = answered(engine, "play", texts=TEXTS, seats=["human", "sensible"])
    again = engine.again()
    assert refused(again, "look", match=table["match"]).startswith("gone")
    assert answered(engine, "look", match=table["match"])["turns"] == table["turns"]
    monkeypatch.setattr(Workspace, "_reading", None)  # Nothing is read anew.
    assert answered(again, "check", texts=TEXTS) == checked


def test_a_save_for_others_is_fitted_to_who_sits_there() -> None:
    game = Game.new(load("homesteaders"), 3, 3)
    while game.state.decision.player != 2:
        game.choose(game.state.decision.keys[-1])
    table = answered(Engine(), "restore", save=save(game), seats=["human", "random"])
    assert table["seats"][2] == "human"
    assert table["seat"] == 2


def test_a_save_of_a_client_goes_on_in_a_match() -> None:
    game = Game.new(load("homesteaders"), 2, 3)
    game.choose(game.state.decision.keys[0])
    table = answered(Engine(), "restore", save=save(game), seats=SEATS)
    seat = game.state.decision.player
    assert table["view"] == json.loads(view(game.state, seat).to_json())
    assert apply(game.state, table["options"][0]["key"])
