"""Rule lines: which line stands behind an option, and what it says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..language.reading.sources import read_file
from ..paths import data_folder
from ..runtime.offering.exchanges import ExchangeOffer, UseOnce

if TYPE_CHECKING:
    from ..play.state import State
    from ..rules import Rules
    from ..runtime.offering.options import Option
    from ..words import Span


def line_behind(state: State, option: Option) -> Span | None:
    """The rule line that offers an option: that of an exchange, else of what asks."""
    offer = option.offer.exchange if isinstance(option.offer, UseOnce) else option.offer
    if isinstance(offer, ExchangeOffer):
        return state.table.program.decoders[offer.gain_source].span
    return state.decision.span


def shown(span: Span | None) -> str:
    """``goods.rules:12: exchange sell: ...``: where a line stands and what it says."""
    if span is None:
        return ""
    text = text_of(span).strip()
    return f"{span.file}:{span.line}: {text}" if text else f"{span.file}:{span.line}"


def text_of(span: Span) -> str:
    """The first line of a stretch of text; empty where the file cannot be read any more."""
    return line_of(lines_of(span.file), span.line)


def line_of(lines: tuple[str, ...], number: int) -> str:
    """One of some lines, counted from 1; empty where there is none."""
    return lines[number - 1] if 0 < number <= len(lines) else ""


def lines_of(file: str) -> tuple[str, ...]:
    """The lines of a file as spans name it: a path, or one of the rules that come along."""
    for path in (Path(file), data_folder("rules") / file):
        source, _ = read_file(path, file)
        if source is not None:
            return source.written
    return ()


def is_own(rules: Rules, span: Span | None) -> bool:
    """Does it stand in the last pack of some rules?"""
    return span is not None and stands_in(span, rules.headers[-1].place)


def stands_in(span: Span, place: str) -> bool:
    """Is a stretch of text one of the pack that was read from a place?"""
    return span.file == place or span.file.startswith(f"{place}/")
