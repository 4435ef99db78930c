"""The grammar as such: one LALR table without conflicts, every terminal named, all of it used."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lark import Lark, logger
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError
from lark.lexer import LexerThread

from homesteaders_rules.language.messages.diagnostics import has_errors
from homesteaders_rules.language.reading.automaton import Unreadable
from homesteaders_rules.language.reading.grammar import (
    automaton,
    expanded,
    joining_words,
    language,
    opening_words,
    structural_words,
)
from homesteaders_rules.language.reading.parser import parse_passage, parse_source, passages
from homesteaders_rules.language.reading.sources import read_sources, read_text
from homesteaders_rules.language.reading.syntax import Passage
from homesteaders_rules.paths import grammar_path
from homesteaders_rules.trees import Node, Token
from language.test_phrases import BLOCKS, DEFINITIONS, EFFECTS, OCCASIONS
from language.texts import ORCHARD, RULES

GRAMMAR = expanded(grammar_path().read_text(encoding="utf-8"))
SMALL = Path(__file__).parents[1] / "hostile" / "games"

MORE = """\
pack More, version 2, extends Orchard from version 3 and "Other one", then Third, for 3 players
remove tree Old Oak
remove option slow trees
more of scoring:
    hoard: 3 per pear, 1 for every 2 coins
remove track Path
rename tree Sapling to "Young Oak"
remove scoring
set slow trees: yes
tree Late Oak:
    late, tall
    needs 2 or fewer early trees
    needs no late tree
example all lines, with 2 players:
    in planting:
        player 1: "gain 1 coin"
    round 3
    final round
    option slow trees: yes
    player 2 is start player
    player 1 has 7 apples, 0 pears
    player 1 owns Old Oak, Sapling
    player 1 is at 2 on Path
    Level is at 4
    stall 1 is R1
    player 2 won stall 1 for 2
    R1 is turned up
    Old Oak lies on garden
    Old Oak holds 2 apples, 0 pears
    in fair
    player 1: "done"
    player 1 can "wait"
    player 1 cannot "pass"
    player 1 scores -15 for stars
    player 1 has 2 coins, 1 star due in round 3
    player 2 is next
    player 1 and player 2 win
    the phase is over
    the game ends after this round
    the game is over
    the game ends after this round
exchange swap, in your turn: 1 coin -> 1 star
phase sowing:
    each player: gain 1 coin
    closed: sell, lend
tree Yew:
    as Ash
tree Ash:
    small
    cost 2 coins, or 1 apple, or return 1 early
after fair: each player:
    on each of the next 3 rounds: gain 1 coin
    2 and 4 rounds from now: gain 1 star
    on each odd round to come: gain 1 star
    collect what is due
exchange barter: 1 coin -> 1 star, when offered, at most 2 times
exchange shift: 1 coin -> 1 star, once in each fair
after fair: each player: barter freely, at least once
before fair:
    each player takes a turn, in reverse order:
        gain any 2 of coin, apple and pear of one kind
        take another turn
    each other player:
        up to 2 times: lend
        if so: the game ends at once
play:
    rounds until the end: fair
play:
    rounds 1-9, or until the end: fair
phase sale:
    auction stalls:
        all bid at once, in secret, and ties go clockwise from you
        bids are 1 or 2
scoring in stars:
    hands: -1, 1 from 2, 3 from 4 helpers
    debts: -1, -2 and so on per note
    trees: what is printed on trees, what trees score
track Lane, for each player:
    1: gain 1 coin
    each advance takes the reward of the space reached
    at the end the marker stays, and the advance is lost
tree Elm:
    early/late
    1 copy for each player
    with slow trees: scores 1 star per tree
    1 helper: gain 1 star
    your bid may equal the bid it replaces
    early/late, small
play:
    rounds until the end: fair
play:
    rounds 1-60, or until the end: fair
    rounds 2, 4-6 and 9, afterwards: fair
    round 12, afterwards: fair
after fair: gain 1 coin per player before you
phase fair:
    each player takes a turn, from the start player:
        gain any 2 of apple, pear and coin of different kinds
        up to 3 times: pay 1 coin to gain 1 star
        if so: gain 1 apple
        may pay 1 star to take another turn
        the game ends after this round
exchange trade a star, in your turn: 1 star -> 1 coin
map of plots:
    neighbours are as listed
    Ash: Fern, "Old Elm"
    a player builds on any free plot
after fair:
    if the supply has 4 or more coins: each player: gain 1 coin for every 3 apples, at most 2
    if the supply has no coin and nursery has 2 or more trees: each player: gain 1 pear
    if no tree is left in garden: each player: gain 1 pear
display of trees: 2 spaces filled from nursery, that cost 0 and 2 coins, and what is left slides
after fair: fill the display of trees
after fair: each player: throw 2 dice for apples per coin
grid Yard, for each player, of 1 row and 2 columns:
    a cell holds 1 moss or 1 turf
    a moss lies beside another moss
    with 2 players: a turf lies anywhere
    what was laid stays
    coins lie on mosses, and count in scoring
    a bare cell is one that holds nothing and is not enclosed
    rails lie on the edges of cells, and stay
    a close is what rails enclose, chosen or not
    a lawn is what was enclosed
    a close has at most 2 cells
    the edge of A1 is no rail
after fair: each player:
    lay 1 moss on A1
    for each empty moss, at least one: put 1 coin there
    for each moss: take 1 from there
    for each moss: take everything from there
example a yard, with 2 players:
    player 1 has moss on A1, A2
    A1 of player 1 holds 2 coins
    in fair
"""


def texts() -> Iterator[Passage]:
    """All passages of the rules of this package, small games and the texts of these tests."""
    paths = [*sorted(RULES.iterdir()), *sorted(SMALL.glob("*.rules"))]
    sources = [source for path in paths for source in read_sources(path, "")[0]]
    effects = "\n".join(f"after fair: {effect}" for effect in EFFECTS)
    blocks = "\n".join(f"after fair:{block}" for block in BLOCKS)
    occasions = "\n".join(f"whenever {occasion}: do nothing" for occasion in OCCASIONS)
    inline = (ORCHARD, effects, blocks, occasions, MORE, *DEFINITIONS)
    for text in inline:
        source, found = read_text(text, "inline")
        assert source is not None
        assert not has_errors(found)
        sources.append(source)
    for source in sources:
        yield from passages(source)[0]


def test_there_are_no_conflicts() -> None:
    """Lark resolves some conflicts by itself, and only says so in its log."""
    log = StringIO()
    handler = logging.StreamHandler(log)
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        Lark(GRAMMAR, parser="lalr", postlex=language().options.postlex, debug=True)
        Lark('start: start "+" start | "n"', parser="lalr", debug=True)
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)
    # The second grammar has a conflict: it shows that the log would tell.
    assert log.getvalue().count("Shift/Reduce") == 1


def test_every_terminal_has_a_name_of_its_own() -> None:
    defined = set(re.findall(r"^(?:%declare )?([A-Z_]+)(?:\.-?\d+)?:", GRAMMAR, re.MULTILINE))
    assert {terminal.name for terminal in language().terminals} <= defined
    assert not [name for name in defined if name.startswith("__")]


SOME = 60


def test_text_is_cut_as_lark_would_cut_it() -> None:
    """All that may stand somewhere or nearly does; at each state of the parser some of it."""
    own = language().parser.lexer.lexer
    lexers = [own.root_lexer, *{id(each): each for each in own.lexers.values()}.values()]
    words = {re.sub(r"[()|?]|\\\\.*", " ", each.pattern.value) for each in language().terminals}
    words |= {word for each in words for word in (each.strip(), *each.split())} | {"ten", "B-1 2"}
    tails = ("", "s", "-day", " of", "_", "9", "é", ":", "\n    ", ", then")
    texts = [f"{word}{tail}" for word in sorted(words) for tail in tails if word + tail]
    texts += ["\n\n  a", "12-3", "-4", "'s", '"A b" c', '"A', "→ 1", "-> 1", "/ a", "É", "(", "?"]
    fitting = 0
    for number, lexer in enumerate(lexers):
        for text in texts[number % SOME :: SOME] if number else texts:
            whole = LexerThread.from_text(lexer, text).state.text
            expected = lexer.scanner.match(whole, 0)
            assert lexer.match(whole, 0) == expected, text
            fitting += expected is not None
        assert lexer.callback == {}
    assert fitting > len(texts)


PLACES = ("line", "column", "end_line", "end_column")


def told(part: Node | Token) -> object:
    """All that a tree or a token says of itself, and where it stands."""
    if isinstance(part, Token):
        return part.type, str(part), part.where
    return part.data, part.where, [told(child) for child in part.children]


def told_by_lark(part: Any) -> object:
    """The same of a tree or a token that Lark made."""
    if isinstance(part, str):
        return part.type, str(part), tuple(getattr(part, name) for name in PLACES)  # type: ignore[attr-defined]
    where = None if part.meta.empty else tuple(getattr(part.meta, name) for name in PLACES)
    return part.data, where, [told_by_lark(child) for child in part.children]


def ended_by_lark(error: UnexpectedInput | DedentError) -> tuple[int, int] | None:
    """The line and column where Lark reads no further; it does not say so of wrong depths."""
    return (error.line, error.column) if isinstance(error, UnexpectedInput) else None


def test_trees_are_those_of_lark_and_reading_ends_where_it_does() -> None:
    """Each text as it stands, and once with a word of it where another one was."""
    random = Random(1)
    wrong = 0
    for passage in texts():
        text = "\n".join(passage.lines) + "\n"
        words = text.split(" ")
        words[random.randrange(len(words))] = random.choice(words)
        for each in (text, " ".join(words)):
            own = automaton().tree(each)
            try:
                expected = language().parse(each)
            except (UnexpectedInput, DedentError) as error:
                assert own is None, each
                with pytest.raises(Unreadable) as refused:
                    automaton().read(each)
                end = refused.value.line, refused.value.column
                assert end == (ended_by_lark(error) or end), each
                wrong += 1
            else:
                assert own is not None, each
                assert told(own) == told_by_lark(expected), each
    assert wrong > SOME


def test_nothing_but_a_gap_begins_with_a_blank() -> None:
    texts = (" ", "  x", " \n", " 1", " a b: c", ' "A"')
    found = {language().parser.lexer.lexer.root_lexer.match(text, 0)[1] for text in texts}
    assert found == {"BLANKS"}


def test_every_phrase_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    lark = language()
    lines = lark.options.postlex
    assert lines is not None
    process = lines.process
    seen: set[str] = set()

    def recording(stream: Iterator[object]) -> Iterator[object]:
        for token in process(stream):  # type: ignore[arg-type]
            seen.add(token.type)
            yield token

    monkeypatch.setattr(lines, "process", recording)
    used: set[str] = set()
    for passage in texts():
        _, found = parse_passage(passage)
        assert not found, str(found[0])
        tree = lark.parse("\n".join(passage.lines) + "\n")
        used.update(str(node.data) for node in tree.iter_subtrees())
    rules = {rule.alias or rule.origin.name for rule in lark.rules if not rule.options.expand1}
    rules = {str(name) for name in rules if not name.startswith("_")}
    assert rules - used - {"start"} == set()
    terminals = {terminal.name for terminal in lark.terminals}
    assert terminals - seen - {"BLANKS"} == set()


NAMED = {
    "good": "public token/tokens: 3 {}",
    "group": "public {}/tokens: 3 cube",
    "plural": "public token/tokens: 3 cube/{}",
    "action": "action {}: do nothing",
    "exchange": "exchange {}: nothing -> 1 coin",
    "phase": "phase {}: do nothing",
    "option": "option {}: yes",
    "sort": "piece {}/cards:\n    places: table",
    "label": "piece card/cards:\n    labels: {}, odd",
    "moment": "piece card/cards:\n    moments: odd, {}",
    "place": "piece card/cards:\n    places: table, {}",
}
ALLOWED = {("place", "players")}


@pytest.mark.parametrize("kind", NAMED)
def test_no_structural_word_can_be_a_name(kind: str) -> None:
    for word in sorted(structural_words()):
        source, _ = read_text(NAMED[kind].format(word), "names")
        assert source is not None
        _, found = parse_source(source)
        assert found or (kind, word) in ALLOWED, f"{kind} {word}"


@pytest.mark.parametrize("kind", NAMED)
def test_other_words_can_be_names(kind: str) -> None:
    names = ("gainful", "ore", "toll", "inn", "pay-day", "o'hara", "round-about", "setting")
    longer = ("old gain", "very of-late", "pass the wood", "sunday's round")
    for name in (*names, *longer):
        source, _ = read_text(NAMED[kind].format(name), "names")
        assert source is not None
        assert parse_source(source)[1] == [], name


def test_the_message_says_that_the_word_is_taken() -> None:
    for word in (word for word in opening_words() if " " not in word):
        source, _ = read_text(f"exchange {word}: nothing -> 1 coin", "names")
        assert source is not None
        found = parse_source(source)[1][0]
        assert found.code == "E103", found
        assert f'"{word}"' in found.message


def test_the_lists_of_structural_words_are_in_order() -> None:
    for words in (opening_words(), joining_words()):
        assert words
        assert all(word == word.lower() for word in words)
    for name in ("_NO_OPENING", "_NO_JOINT"):
        listed = re.search(rf"^{name}: /\(\?!\(\?:([^)]*)\)", GRAMMAR, re.MULTILINE)
        assert listed is not None
        assert listed[1].split("|") == sorted(listed[1].split("|"))


def test_what_begins_an_effect_is_asked_of_the_grammar() -> None:
    begun = automaton().openings("effect")
    assert {"_GAIN", "_MAY", "PHRASE"} <= begun
    assert not {"_OR", "_PER", "_WHENEVER"} & begun


def test_words_of_the_language_are_known_without_what_lark_made_of_it() -> None:
    terminals = {each.name: each.pattern.value for each in language().terminals}
    assert automaton().terminals == terminals
    assert automaton().opening == automaton().openings("definition")


def test_quoted_words_become_terminals_named_after_them() -> None:
    text = expanded('start: "pay" NUMBER [", at most" NUMBER] "at most"\nNUMBER: /9/')
    start, *terminals = text.splitlines()
    assert start == "start: _PAY NUMBER [_TAIL_AT_MOST NUMBER] _AT_MOST"
    assert r"_PAY: /pay\b(?!-)/" in terminals
    assert r"_TAIL_AT_MOST: /, at most\b(?!-)/" in terminals
