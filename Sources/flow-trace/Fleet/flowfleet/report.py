"""Writes a page of HTML with the results of the queries. The page has no script and loads nothing."""

from __future__ import annotations

import datetime
import html
from pathlib import Path
from typing import Any, Dict, List, Tuple

from .ask import SMALLEST, Query, ask, connect, query, why_nothing

#: The queries of the page, in order. The queries of the first part return only unusual values, so their results are often empty.
FINDINGS = ("alert", "correlation", "lifetimes")
FIGURES = ("days", "refusals", "sign-in-time", "give-up", "policies")
#: The maximum number of bars in a chart.
MOST_BARS = 24
_UNITS = {"percent": "%", "s": "s", "ms": "ms"}

Result = Dict[str, List[Any]]


def report(fleet: Path, title: str = "Fleet") -> str:
    """The page."""
    connection = connect(fleet)
    found = [(asked, ask(connection, asked)) for asked in map(query, FINDINGS)]
    figures = [(asked, ask(connection, asked)) for asked in map(query, FIGURES)]

    def nothing(asked: Query) -> str:
        return why_nothing(connection, fleet, asked)

    made = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{html.escape(title)}</title><style>{Path(__file__).with_name('report.css').read_text()}</style></head><body>",
        f"<header><h1>{html.escape(title)}</h1>{_summary(connection, found)}</header>",
        "<main><h2>What stands out</h2>",
        *(_section(asked, result, "found" if _count(result) else "quiet", nothing(asked)) for asked, result in found),
        "<h2>How launches go</h2>",
        *(_section(asked, result, "figures", nothing(asked)) for asked, result in figures),
        "</main>",
        f"<footer><p>Counts are of launches. A sampled log counts for all launches that it stands for. A group of fewer than {SMALLEST} "
        "launches is left out, and counts are rounded, so that no difference of two numbers reveals a small group.</p>"
        f"<p>Made on {made} by python3 -m flowfleet report.</p></footer></body></html>\n",
    ]
    return "\n".join(parts)


def _summary(connection: Any, found: List[Tuple[Query, Result]]) -> str:
    first, last, launches, kept, failed, installations = connection.execute(
        """select min(received_day), max(received_day), coalesce(sum(weight), 0), count(*),
        coalesce(sum(weight) filter (failed), 0), count(distinct installation) from launches where weight > 0"""
    ).fetchone()
    if kept < SMALLEST:
        return '<p class="faint">There are fewer than ten launches: pack and judge more logs.</p>'
    period = f"received on {first}" if first == last else f"received from {first} to {last}"
    tiles = [
        (f"{_rounded(launches):,}", "launches"),
        (f"{_rounded(kept):,}", "logs kept"),
        (f"{_rounded(installations):,}" if installations >= SMALLEST else "unknown", "installations"),
        (f"{100 * failed / launches:.2f} %", "of launches with a fault"),
        (str(sum(_count(result) for _, result in found)), "findings"),
    ]
    cells = "".join(f"<div><dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd></div>" for value, name in tiles)
    return f'<p class="faint">Launches {period}. Counts are rounded.</p><dl class="tiles">{cells}</dl>'


def _rounded(count: Any) -> int:
    step = 100 if count >= 1000 else 10
    return int(count / step + 0.5) * step


def _count(result: Result) -> int:
    return max(map(len, result.values()), default=0)


def _section(asked: Query, result: Result, kind: str, nothing: str) -> str:
    content = _chart(asked.chart, result) + _table(result) if _count(result) else f'<p class="nothing">Nothing. {html.escape(nothing)}</p>'
    return f'<section class="{kind}"><h3>{html.escape(asked.title)}</h3><p class="meaning">{html.escape(asked.meaning)}</p>{content}</section>'


def _words(name: str) -> str:
    """Returns the heading of a column, for example `median, s` for `median_s`."""
    words, unit = _unit(name)
    return f"{words or 'share'}, {unit}" if unit else words


def _unit(name: str) -> Tuple[str, str]:
    """Returns the words of a column's name without its unit, and the unit."""
    words = name.split("_")
    unit = _UNITS.get(words[-1], "")
    return " ".join(words[:-1] if unit else words), unit


def _cell(value: Any) -> str:
    if value is None:
        return "none"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _table(result: Result) -> str:
    numeric = {name for name, column in result.items() if any(isinstance(cell, (int, float)) for cell in column)}

    def cell(tag: str, name: str, text: str) -> str:
        kind = ' class="number"' if name in numeric else ""
        return f"<{tag}{kind}>{html.escape(text)}</{tag}>"

    head = "".join(cell("th", name, _words(name)) for name in result)
    rows = ["".join(cell("td", name, _cell(value)) for name, value in zip(result, row)) for row in zip(*result.values())]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _chart(chart: str, result: Result) -> str:
    """Returns a bar chart as HTML. `chart` is `VALUE by COLUMN, COLUMN`."""
    value, _, by = chart.partition(" by ")
    labels = [column.strip() for column in by.split(",")]
    if value not in result or not all(label in result for label in labels):
        return ""
    rows = [
        (", ".join(_cell(result[label][row]) for label in labels), float(number))
        for row, number in enumerate(result[value])
        if number is not None
    ]
    most = max((number for _, number in rows), default=0)
    if most <= 0:
        return ""
    unit = f" {_unit(value)[1]}".rstrip()
    bars = "".join(
        f'<dt>{html.escape(label)}</dt><dd><i style="width:{100 * number / most:.1f}%"></i>{number:,g}{unit}</dd>'
        for label, number in rows[:MOST_BARS]
    )
    left = f'<p class="faint">The first {MOST_BARS} of {len(rows)}.</p>' if len(rows) > MOST_BARS else ""
    return f'<dl class="bars" aria-label="{html.escape(_words(value))} by {html.escape(by)}">{bars}</dl>{left}'
