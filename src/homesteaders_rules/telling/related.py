"""What belongs to a definition: the actions it uses, its tracks, hooks and triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands.definitions.course import Action, Hook, Phase
from ..commands.definitions.definition import Clause, Definition, Exchange, Price, Trigger
from ..commands.definitions.tracks import Track
from ..linking.consequences import Consequences

if TYPE_CHECKING:
    from ..commands.base import Command
    from ..commands.protocols import Happening
    from ..rules import Rules

Related = list[tuple[str, list["Definition"]]]
"""Headings with the definitions below them."""


def related(rules: Rules, definition: Definition) -> Related:
    """Headings with the definitions that belong to this one."""
    found: Related = []
    consequences = Consequences(rules.definitions)
    reach = list(consequences.done_by(definition, USED))
    if isinstance(definition, Phase | Action):
        hooks = _hooks(rules, definition.name, isinstance(definition, Action))
        found.append(("around it", list(hooks)))
        reach += [command for hook in hooks for command in consequences.done_by(hook, USED)]
    happenings = consequences.caused(reach)
    following = _waiting(consequences, Trigger, happenings)
    clauses = [c for c in _waiting(consequences, Clause, happenings) if c in rules.definitions]
    reach += [c for other in (*following, *clauses) for c in consequences.done_by(other, USED)]
    found += [
        ("collects, besides what pieces give", clauses),
        ("follows from it", following),
        ("uses", [each for each in _used(rules, reach) if each is not definition]),
    ]
    if isinstance(definition, Price):
        found.append(("used by", _exchanges_of(rules, definition.good)))
    return [(heading, definitions) for heading, definitions in found if definitions]


def _hooks(rules: Rules, name: str, of_action: bool) -> list[Hook]:
    return [h for h in rules.of(Hook) if (h.around, h.of_action) == (name, of_action)]


USED = ("action", "track", "use")
"""What belongs to whatever leads to it."""


def _used(rules: Rules, reach: list[Command]) -> list[Definition]:
    """Actions, tracks and exchanges by name."""
    named = {each for command in reach for each in command.mentions()}
    return [
        *(action for action in rules.of(Action) if ("action", action.name) in named),
        *(track for track in rules.of(Track) if ("track", track.name) in named),
        *(exchange for exchange in rules.of(Exchange) if ("exchange", exchange.name) in named),
    ]


def _waiting(
    rules: Consequences, kind: type[Definition], happenings: set[Happening]
) -> list[Definition]:
    """The definitions of a kind that wait for what happens."""
    return [
        definition
        for happening, origins in rules.origins.items()
        if happening in happenings
        for definition, _ in origins
        if isinstance(definition, kind)
    ]


def _exchanges_of(rules: Rules, good: str) -> list[Definition]:
    return [exchange for exchange in rules.of(Exchange) if exchange.of == good]
