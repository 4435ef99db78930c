"""Are the rules of a save the rules at hand? If not, what is it that differs?

The digest of rules covers the order of all definitions, since cells and options are counted in
it. A save is made of keys, so it is good as long as nothing differs but an order that means
nothing to them: which files definitions stand in, and in which order, as far as chance, what
follows from what, and the words of keys do not go by it.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from ..commands.amounts import Number
from ..commands.base import walk
from ..commands.control import Collect
from ..commands.course import Hook
from ..commands.definitions import Clause, Exchange, Good, Substitution, Trigger
from ..commands.examples import Example
from ..commands.goods import Gain
from ..commands.identity import title_of
from ..commands.pieces import Piece, Sort
from ..errors import BadSave
from ..rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..commands.definitions import Definition
    from .reading import SaveData

Titled = tuple[str, "Definition"]
MOST_LISTED = 8


def fingerprints(rules: Rules) -> dict[str, str]:
    """A short digest of each definition, by its kind and name; examples left out."""
    found: dict[str, str] = {}
    times: dict[str, int] = {}
    for name, definition in _titled(rules):
        times[name] = times.get(name, 0) + 1
        found[f"{name} #{times[name]}" if times[name] > 1 else name] = rules.digest_of(definition)
    return found


def _titled(rules: Rules) -> list[Titled]:
    words = rules.vocabulary
    return [(title_of(d, words), d) for d in rules.definitions if not isinstance(d, Example)]


def check_rules(data: SaveData, rules: Rules) -> None:
    """Raise BadSave, with what differs, if the choices of a save mean something else now."""
    if data.digest == rules.digest:
        if data.packs != rules.headers_data():
            raise BadSave(f"the save is of other packs than {rules.title}, which its digest names")
        return
    packs = [*_other_packs(data.packs, rules)]
    saved = _as_saved(data, rules)
    if saved is None:
        now = fingerprints(rules)
        names = dict.fromkeys([*data.definitions, *now])
        changed = tuple(name for name in names if data.definitions.get(name) != now.get(name))
        more = len(changed) - MOST_LISTED
        listed = ", ".join(f"{name:.80}" for name in changed[:MOST_LISTED])
        raise _refusal(
            rules, [*packs, f"changed: {listed}{f' and {more} more' * (more > 0)}"], changed
        )
    then = Rules(rules.headers, tuple(d for _, d in saved), rules.defaults, rules.settings)
    if packs or then.digest != data.digest:
        defaults = "options have other defaults than packs gave them then, or it was edited"
        raise _refusal(rules, packs or [defaults])
    moved = _moved(saved, _titled(rules))
    if moved:
        raise _refusal(rules, [moved])


def _refusal(rules: Rules, reasons: Sequence[str], changed: tuple[str, ...] = ()) -> BadSave:
    return BadSave(
        f"the save is of other rules than {rules.title} is now: {'; '.join(reasons)}. "
        "Play it on with the packs it was made with",
        changed,
    )


def _as_saved(data: SaveData, rules: Rules) -> list[Titled] | None:
    """The definitions in the order of the save; None if they are not the same."""
    left: dict[tuple[str, str], list[Titled]] = {}
    for title, definition in _titled(rules):
        left.setdefault((title, rules.digest_of(definition)), []).append((title, definition))
    found = []
    for name, digest in data.definitions.items():
        same = left.get((name, digest)) or left.get((name.rpartition(" #")[0], digest))
        if not same:
            return None
        found.append(same.pop(0))
    return None if any(left.values()) else found


def _moved(then: Sequence[Titled], now: Sequence[Titled]) -> str:
    """What stands in another order, where the order means something; empty if nothing does."""
    before, after = _orders(then), _orders(now)
    for what, names in before.items():
        for old, new in zip(names, after[what], strict=True):
            if old != new:
                return f"{what} go by their order, and {new[0]} stands before {old[0]} now"
    return ""


def _orders(definitions: Sequence[Titled]) -> dict[str, list[tuple[str, str]]]:
    """By what goes by an order: the definitions in it, each with its text where names repeat."""
    collected = {c.moment for _, d in definitions for c in walk(d) if isinstance(c, Collect)}
    found: dict[str, list[tuple[str, str]]] = {}
    for name, definition in definitions:
        for what in _reasons(definition):
            found.setdefault(what, []).append((name, repr(definition)))
    collecting = [(name, d) for name, d in definitions if _collects(d, collected)]
    runs = groupby(collecting, lambda each: _only_gains(each[1]))
    found["what pieces give"] = [
        (name, "")
        for only_gains, run in runs
        for name in (sorted(n for n, _ in run) if only_gains else [n for n, _ in run])
    ]
    return found


def _reasons(definition: Definition) -> Iterator[str]:
    match definition:
        case Good(group=group):
            yield f"choices of {group}"
        case Sort(stacks=stacks) if stacks:
            yield "stacks"
        case Hook(around=around):
            yield f"hooks around {around}"
        case Clause(moment=moment):
            yield f"clauses of {moment}"
        case Trigger():
            yield "triggers"
        case Substitution():
            yield "substitutions"
        case Exchange(cost=cost) if not cost.items:
            yield "exchanges without a cost"
        case Piece(stack=stack, triggers=triggers, substitutions=substitutions):
            if stack:
                yield f"the pieces of {stack}"
            if triggers:
                yield "triggers of pieces"
            if substitutions:
                yield "substitutions of pieces"


def _collects(definition: Definition, moments: Iterable[str]) -> bool:
    """Is something of a piece collected together with what other pieces give?"""
    return (
        isinstance(definition, Piece)
        and not definition.stack
        and bool(definition.slots or any(clause.moment in moments for clause in definition.clauses))
    )


def _only_gains(definition: Definition) -> bool:
    """Does a piece only give fixed goods? Then it may do so before or after any other such."""
    assert isinstance(definition, Piece)
    effects = [clause.effect for clause in definition.clauses]
    effects += [slot.effect for slot in definition.slots]
    return all(
        isinstance(effect, Gain)
        and all(isinstance(item.amount, Number) for item in effect.bundle.items)
        for effect in effects
    )


def _other_packs(packs: list[list[str]], rules: Rules) -> Iterator[str]:
    """Which packs of a save are not there, are of another version, or are there besides."""
    saved = {pack[0]: pack[-1] for pack in packs if pack}
    now = {header.identity: header for header in rules.headers}
    for identity, version in saved.items():
        header = now.get(identity)
        if header is None:
            yield f"{identity} is not among the packs"
        elif header.version != version:
            yield f"{header.name} is version {header.version}, and was version {version}"
    yield from (
        f"{now[identity].name} was not among them" for identity in now if identity not in saved
    )
