"""Reading what holds other phrases: lines, blocks, and sentences that depend on the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ...commands.catalogue import CONDITIONS, DEFINITIONS, VERBS, by_rule
from ...commands.conditions import Condition, OptionIs, Players
from ...commands.control import Choose, Do, If, May, Nothing, OnlyIf, Sequence
from ...commands.definitions.definition import CLOSED, Definition
from ...commands.definitions.exchanges import FREELY, UseExchange, UseFreely
from ...commands.effects import Effect
from ...commands.portions import ChoosePortion, IfSo, UpTo
from ...commands.sentences import Numbers, OfGood, Said, Sentences
from ...mechanisms.enclosing.definitions import EnclosedLies
from ...mechanisms.grids.definitions import Lies
from ...mechanisms.piles.commands import BuildSame
from ...spelling import did_you_mean, nearest
from ...trees import Node, Token, nodes, tokens
from ...words import a_or_an, join, missing_sentences
from ..messages.diagnostics import listed
from ..messages.phrases import EXAMPLES
from ..names.hints import plural
from .amounts import AmountReader
from .portions import portion_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Sequence as Listed


CONDITION, VERB, DEFINITION = by_rule(CONDITIONS), by_rule(VERBS), by_rule(DEFINITIONS)
OPENINGS = (
    "you have",
    "you built",
    "you built nothing",
    "you did not build",
    "you declined to build",
    "you are start player",
    "this is",
    "every player won",
    "nobody won",
    "a player won",
)
"""How conditions begin. What follows ``and`` and begins otherwise was read as a name."""
WITHIN = re.compile(
    r"(?!(?:if|in|with|without|only)\b)(?P<outer>.*?): "
    r"(?P<condition>(?:if|in rounds?|in the final|with|without) [^:]+):"
)
"""A line in which a condition stands behind something else."""
MOST_CONDITIONS = 6


class TextReader(AmountReader):
    """Reads phrases: each asks its class, which asks the reader for what is in it."""

    __slots__ = ()

    def condition(self, node: Node) -> Condition:
        """What stands before the colon of a line: ``with 2 players``, ``you have no debt``."""
        return CONDITION[node.data].read(self, node)

    def effect(self, node: Node) -> Effect:
        """One effect: ``A, then B``, ``may A``, ``A or B``, or a single deed."""
        if node.data == "words":
            return self._words(node)
        return VERB[node.data].read(self, node)

    def line(self, node: Node) -> Definition:
        """A sentence of a definition, by itself."""
        if node.data in Lies.rules and str(tokens(node, "PHRASE")[0]) in self.names.enclosed:
            return EnclosedLies.read(self, node)
        return DEFINITION[node.data].read(self, node)

    def on_edges(self) -> str:
        """The good that stands on the edges of a grid; empty where none does."""
        known = (self.names.goods.get(name, name) for name in self.names.on_edges)
        return next(known, "")

    def several_enclosed(self, token: Token) -> None:
        """Report a word that is not the plural of what is enclosed."""
        counts = {word: name for word, name in self.names.counts.items() if word != name}
        known = [word for word, name in counts.items() if name in self.names.enclosed]
        if str(token) not in known:
            self.unknown(token, known, "enclosed area")

    def exchange_kinds(self) -> tuple[str, ...]:
        """The words that names of exchanges are, or begin with."""
        names = (name.split() for name in self.names.exchanges)
        kinds = (" ".join(words[: n + 1]) for words in names for n in range(len(words)))
        return tuple(dict.fromkeys(kinds))

    # ---- blocks

    def body(self, node: Node, aside: Listed[str] = ()) -> Effect:
        """What follows a colon: an effect in the same line, or a block of lines.

        Lines that are read elsewhere are left ``aside``.
        """
        effects: list[Effect] = []
        for line in nodes(node):
            if line.data == "otherwise":
                self.add_otherwise(effects, line)
            elif line.data == "if_so":
                self._add_if_so(effects, line)
            elif line.data in aside:
                pass
            elif line.data == CLOSED:
                message = "exchanges are closed in a phase, by a line of its own"
                hint = "write it below the line that begins with phase, indented once"
                self.report("E340", message, line, hint)
            else:
                effects.append(self.effect(line))
        return effects[0] if len(effects) == 1 else Sequence((*effects,), span=self.span(node))

    def body_there(self, node: Node) -> Effect:
        """The same of what is done for a cell, which is ``there`` within it."""
        return evolve(self, on_cell=True).body(node)

    def add_otherwise(self, effects: list[Effect], line: Node) -> None:
        """``otherwise`` completes the line before it, which must begin with a condition."""
        other = self.body(nodes(line)[0])
        last = effects[-1] if effects else None
        if isinstance(last, If) and not isinstance(last, OnlyIf) and last.otherwise is None:
            effects[-1] = evolve(last, otherwise=other)
            return
        message = '"otherwise" must follow a line that begins with "if", "with", "without" or "in"'
        hint = "the line before it, indented as much, begins the choice: if ...: A / otherwise: B"
        if within := WITHIN.match(self._line_above(line)):
            both = f"{within['condition']}: A, and in the next line otherwise: B"
            hint = f'write both below "{within["outer"]}:", indented once more: {both}'
        self.report("E310", message, line, hint)

    def _line_above(self, line: Node) -> str:
        """The line of the text that stands above one, without its blanks."""
        number, source = self.span(line).line, self.passage.source
        lines = (source.line_text(each).strip() for each in range(number - 1, 0, -1))
        return next(filter(None, lines), "")

    def _add_if_so(self, effects: list[Effect], line: Node) -> None:
        """``if so`` completes the line before it, which may be left."""
        after = self.body(nodes(line)[0])
        last = effects[-1] if effects else None
        is_known = not (isinstance(last, May) and isinstance(last.effect, BuildSame))
        if isinstance(last, UpTo | May) and is_known:
            effects[-1] = IfSo(last, after, span=last.span)
            return
        message = '"if so" must follow a line that begins with "may" or "up to"'
        hint = "the line before it, indented as much, says what may be done: may A / if so: B"
        self.report("E315", message, line, hint)

    def choice(self, node: Node, make: Callable[[TextReader], Effect]) -> Effect:
        """An effect on a list of goods; where that names a group the player chooses one of it."""
        effects = tuple(make(each) for each, _ in self.each_of_group(nodes(node)[0]))
        if len(effects) == 1:
            return effects[0]
        span, chosen = self.span(node), portion_in(self, nodes(node)[0])
        if chosen is None:
            return Choose(effects, span=span)
        how = chosen.count, chosen.said, chosen.alike, chosen.goods
        return ChoosePortion(effects, *how, span=span)

    def _words(self, node: Node) -> Effect:
        """A line of words only: the name of an action or of an exchange."""
        token = tokens(node)[0]
        word = str(token)
        if word in self.names.exchanges and word not in self.names.actions:
            return UseExchange.read(self, node)
        is_kind = word.endswith(FREELY) and self.of_kind(word.removesuffix(FREELY))
        if is_kind and word not in self.names.actions:
            return UseFreely.read(self, node)
        if word not in self.names.actions and not self.names.in_unread_text(word):
            phrases = (phrase for phrase in EXAMPLES if " " in phrase)
            known = (*self.names.actions, *self.names.exchanges, *phrases)
            keyword = nearest(word.split(maxsplit=1)[0], EXAMPLES)
            example = f'did you mean "{keyword}"? write it like: {EXAMPLES.get(keyword, "")}'
            hint = self.names.in_a_pack(word, "action") or did_you_mean(word, known)
            hint = hint or (example if keyword else "")
            usual = "an effect is a phrase such as: gain 2 <goods>, or the name of an action"
            if self.names.actions:
                usual += f": {listed(self.names.actions)}"
            at = self.span(token)
            kind = self.names.kind_of(word)
            if hint == example:
                word = word.split(maxsplit=1)[0]
                at = evolve(at, end_column=at.column + len(word))
            message = f'unknown effect "{word}"'
            if kind:
                message = f'"{word}" is {a_or_an(kind)}; an effect is needed here'
            self.report("E202" if kind else "E201", message, at, hint or usual)
        return Do(str(token), span=self.span(node))

    # ---- names

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The names of exchanges that are the kind, or begin with its words."""
        return tuple(name for name in self.names.exchanges if f"{name} ".startswith(f"{kind} "))

    def kind(self, token: Token) -> str:
        """A kind of exchanges: what they are called, or the words that their names begin with."""
        if not self.of_kind(str(token)):
            self.unknown(token, tuple(self.names.exchanges), "exchange")
        return str(token)

    def unknown_kind(self, token: Token) -> None:
        """Report what names no exchanges that could be used freely."""
        known = tuple(f"{name}{FREELY}" for name in self.names.exchanges)
        self.unknown(token, known, "window of exchanges")

    def unit(self, token: Token) -> str:
        """The good that the game is scored in."""
        good, names = self.good(token), self.names
        known = {names.goods[unit] for unit in names.units if unit in names.goods}
        if known and good in names.goods and good not in known:
            message = f"the game is not scored in {plural(names, good)}, but in {join(names.units)}"
            self.report("E335", message, token, f"write: {next(iter(names.units))}")
        return good

    def unknown_part(self, token: Token) -> None:
        """Report what is neither a phase nor an action."""
        self.unknown(token, (*self.names.phases, *self.names.actions), "phase or action")

    # ---- conditions

    def no_condition(self, token: Token) -> None:
        """Report what stands where a condition should."""
        at, hint = self.span(token), "write it like: if you have no <good> and you built: ..."
        written, opening = self._opening_like(token)
        if opening:
            at = evolve(at, end_column=at.column + len(written))
            hint = f'did you mean "{opening}"?'
        self.report("E311", f'"{token}" is no condition', at, hint)

    def begins_condition(self, token: Token) -> bool:
        """Whether a name looks like the beginning of a condition."""
        return bool(self._opening_like(token)[1])

    def _opening_like(self, token: Token) -> tuple[str, str]:
        """The words at the head of a name that look like the opening of a condition, and that."""
        for opening in OPENINGS if token.type == "PHRASE" else ():
            written = " ".join(str(token).split()[: len(opening.split())])
            if nearest(written, [opening]):
                return written, opening
        return "", ""

    # ---- sentences of a mechanism

    def sentences(self, node: Node, sentences: Sentences) -> dict[str, Any]:
        """The fields that the sentences below a line fill."""
        rules = {rule for each in sentences.listed for rule in each.rules}
        lines = [line for line in nodes(node) if line.data in rules]
        return self.values(node, [self._said(line, sentences) for line in lines], sentences, "")

    def values(
        self, node: Node, said: Iterable[Said], sentences: Sentences, sort: str
    ) -> dict[str, Any]:
        """The fields that are filled; errors for what is missing, and for what is said twice."""
        found: dict[str, Said] = {}
        for each in said:
            before = found.setdefault(each.sentence.field, each)
            if before is not each:
                line = self.span(before.node).line
                message = f"the {sentences.of} already says this, or its contrary, in line {line}"
                self.report("E321", message, each.node, "keep one of the two sentences")
        unsaid = [each.hint(sort) for each in sentences.listed if each.field not in found]
        lines = [*filter(None, unsaid)]
        if lines:
            hint = f"add the line{'s' * (len(lines) > 1)}: {'; '.join(lines)}"
            message = missing_sentences(len(lines), f"of the {sentences.of}")
            self.report("E320", message, tokens(node)[0], hint)
        values: dict[str, Any] = {}
        for field, each in found.items():
            values |= each.value if isinstance(each.value, dict) else {field: each.value}
        return values

    def _said(self, line: Node, sentences: Sentences) -> Said:
        """Which of the sentences a line says, and with what value."""
        rule, words = str(line.data), tokens(line)
        end = "".join(str(word) for word in words[-1:] if word.type not in ("PHRASE", "NUMBER"))
        sentence = next(each for each in sentences.listed if each.is_said(rule, end))
        if isinstance(sentence, OfGood):
            good = {sentence.field: self.good(words[0]), sentence.called: str(words[0])}
            return Said(sentence, good, line)
        if not isinstance(sentence, Numbers):
            return Said(sentence, sentence.value(rule, end), line)
        numbers = tuple(self.number(token) for token in words)
        self.report_falling("bid", words, numbers)
        return Said(sentence, numbers, line)

    def for_each_table(
        self, node: Node, sentences: Sentences, make: Callable[[list[Said]], Effect]
    ) -> Effect:
        """What ``make`` makes of the sentences that hold, as choices within each other."""
        lines = [*self._under_conditions(nodes(node), sentences, ())]
        asked = list(dict.fromkeys(_positive(c) for _, given in lines for c in given))
        if len(asked) > MOST_CONDITIONS:
            of = f"the sentences of an {sentences.of}"
            message = f"{of} depend on more than {MOST_CONDITIONS} conditions"
            hint = f"write two {sentences.of}s: with <option>: {sentences.of} ..."
            self.report("E323", message, node, hint)
            return Nothing(span=self.span(node))

        def decided(rest: Listed[Condition], answers: dict[Condition, bool]) -> Effect:
            if not rest:
                return make(
                    [said for said, given in lines if all(_holds(c, answers) for c in given)]
                )
            first, *others = rest
            more = [{**answers, first: answer} for answer in (True, False)]
            branches = [decided(others, each) for each in more if self._is_possible(each)]
            return If(first, *branches, span=self.span(node)) if len(branches) > 1 else branches[0]

        return decided(asked, {})

    def _under_conditions(
        self, lines: Listed[Node], sentences: Sentences, given: tuple[Condition, ...]
    ) -> Iterator[tuple[Said, tuple[Condition, ...]]]:
        for line in lines:
            if line.data == "with_sentence":
                static, inner = nodes(line)
                more = (*given, self.condition(static))
                yield from self._under_conditions([inner], sentences, more)
            else:
                yield self._said(line, sentences), given

    def _is_possible(self, answers: dict[Condition, bool]) -> bool:
        """Whether some number of players gives these answers."""
        asked = {c: answer for c, answer in answers.items() if isinstance(c, Players)}
        return any(
            all(c.decide(n, {}) == answer for c, answer in asked.items())
            for n in self.names.players
        )


def _positive(condition: Condition) -> Condition:
    """``without X`` asks the same as ``with X``."""
    return evolve(condition, value=True) if isinstance(condition, OptionIs) else condition


def _holds(condition: Condition, answers: dict[Condition, bool]) -> bool:
    answer = answers.get(_positive(condition), True)
    return answer == (condition == _positive(condition))
