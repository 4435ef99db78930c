"""Ways to an option, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..play.planning.how import How, Way
    from ..words import Vocabulary


def way_text(way: Way, vocabulary: Vocabulary) -> str:
    """``after: sell wood, hire (costs 1 wood, 1 food; brings 1 worker; score -2)``."""
    if not way.keys:
        return "it can be chosen now"
    costs = _goods(((good, -n) for good, n in way.goods if n < 0), vocabulary)
    brings = _goods(((good, n) for good, n in way.goods if n > 0), vocabulary)
    parts = [
        f"costs {costs}" if costs else "",
        f"brings {brings}" if brings else "",
        f"score {way.points:+}" if way.points else "",
    ]
    return f"after: {way} ({'; '.join(part for part in parts if part)})"


def how_lines(answer: How, vocabulary: Vocabulary) -> list[str]:
    """An answer to "how?", a line for each way; or why there is none."""
    if not answer:
        return [f'"{answer.key}": {answer.reason}.']
    lines = [way_text(way, vocabulary) for way in answer.ways]
    if answer.left_out:
        lines.append(f"not looked at, since nobody knows what comes: {', '.join(answer.left_out)}")
    return lines


def _goods(goods: Iterable[tuple[str, int]], vocabulary: Vocabulary) -> str:
    return ", ".join(vocabulary.count(amount, good) for good, amount in goods)
