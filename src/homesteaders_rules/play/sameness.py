"""Are the rules of a save the rules at hand? If not, what is it that differs?

The digest of rules is blind to orders that mean nothing. That in a save of before covers the
order of all definitions, or was blind to one that means something: it is computed again in the
order of the save, and the save is good as long as nothing differs but an order that means nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import BadSave
from ..meaning import Titled, orders_of, short_digest
from ..rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .reading import SaveData

MOST_LISTED = 8


def check_rules(data: SaveData, rules: Rules) -> None:
    """Raise BadSave, with what differs, if the choices of a save mean something else now."""
    if data.digest == rules.digest:
        if data.packs != rules.headers_data():
            raise BadSave(f"the save is of other packs than {rules.title}, which its digest names")
        return
    packs = [*_other_packs(data.packs, rules)]
    saved = _as_saved(data, rules)
    if saved is None:
        now = rules.meaning.fingerprints
        names = dict.fromkeys([*data.definitions, *now])
        changed = tuple(name for name in names if data.definitions.get(name) != now.get(name))
        more = len(changed) - MOST_LISTED
        listed = ", ".join(f"{name:.80}" for name in changed[:MOST_LISTED])
        raise _refusal(
            rules, [*packs, f"changed: {listed}{f' and {more} more' * (more > 0)}"], changed
        )
    definitions = tuple(entry.definition for entry in saved)
    then = Rules(rules.headers, definitions, rules.defaults, rules.settings)
    before = then.meaning.digest(then.headers_data(), then.defaults, before=True)
    if packs or data.digest not in (then.digest, then.identity, before):
        defaults = "options have other defaults than packs gave them then, or it was edited"
        raise _refusal(rules, packs or [defaults])
    moved = _moved(saved, rules.meaning.entries)
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
    for entry in rules.meaning.entries:
        left.setdefault((entry.title, short_digest(entry.text)), []).append(entry)
    found = []
    for name, digest in data.definitions.items():
        same = left.get((name, digest)) or left.get((name.rpartition(" #")[0], digest))
        if not same:
            return None
        found.append(same.pop(0))
    return None if any(left.values()) else found


def _moved(then: Sequence[Titled], now: Sequence[Titled]) -> str:
    """What stands in another order, where the order means something; empty if nothing does."""
    before, after = orders_of(then), orders_of(now)
    for what, names in before.items():
        for old, new in zip(names, after[what], strict=True):
            if old != new:
                return f"{what} go by their order, and {new[0]} stands before {old[0]} now"
    return ""


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
