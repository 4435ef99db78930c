"""Markup for notebooks: short, every word of a text escaped, and nothing in it that runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def paragraph(title: str, words: str) -> str:
    """A title in bold, and what is said of it."""
    return f"<p><b>{_escaped(title)}</b>: {_escaped(words)}</p>"


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the first entry of each row says what the row is of."""
    top = "".join(f"<th>{_escaped(word)}</th>" for word in head)
    lines = [f"<table><caption>{_escaped(caption)}</caption><tr>{top}</tr>"]
    for first, *others in rows:
        cells = "".join(f"<td>{_escaped(word)}</td>" for word in others)
        lines.append(f"<tr><th>{_escaped(first)}</th>{cells}</tr>")
    return "\n".join([*lines, "</table>"])


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)
