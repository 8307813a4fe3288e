"""A page of HTML with the answers of the queries: no script, nothing is loaded."""

from __future__ import annotations

import datetime
import html
from pathlib import Path
from typing import Any, Dict, List, Sequence

from .ask import SMALLEST, Query, ask, connect, query

#: The queries of the page, in order.
PAGE = ("days", "alert", "correlation", "lifetimes", "refusals", "sign-in-time", "give-up", "policies")

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --bar: #2f6fb5; --paper: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9da7b1; --line: #30363d; --bar: #6cb0f5; --paper: #0d1117 } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2.2rem; border-top: 1px solid var(--line); padding-top: 1rem }
p { color: var(--soft); max-width: 46rem } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto } th { text-align: left; color: var(--soft); font-weight: 600 }
td, th { padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); white-space: nowrap } td.number, th.number { text-align: right }
svg { max-width: 100%; height: auto; display: block; margin: .8rem 0 } text { fill: var(--ink); font: 12px system-ui, sans-serif }
rect { fill: var(--bar) } .none { color: var(--soft) }
"""


def report(fleet: Path, title: str = "Fleet", replace: Sequence[str] = ()) -> str:
    """The page."""
    connection = connect(fleet)
    first, last, launches = connection.execute(
        "select min(received_day), max(received_day), coalesce(sum(weight), 0) from launches"
    ).fetchone()
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{html.escape(title)}</h1>",
        f"<p>Launches received from {first} to {last}, about {_rounded(launches):,}. Counts are of launches; a sampled log counts for all "
        f"launches that it stands for. A group of fewer than {SMALLEST} launches is left out, and counts are rounded, so that no "
        "difference of two numbers reveals a small group.</p>",
    ]
    for name in PAGE:
        asked = query(name)
        parts.append(_section(asked, ask(connection, asked, replace)))
    made = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    parts.append(f"<p>Made {made} by python -m flowfleet report.</p></body></html>\n")
    return "\n".join(parts)


def _rounded(count: Any) -> int:
    return int(count) // 100 * 100


def _section(asked: Query, result: Dict[str, List[Any]]) -> str:
    text = f"<h2>{html.escape(asked.title)}</h2><p>{html.escape(asked.meaning)}</p>"
    if not any(result.values()):
        return text + '<p class="none">Nothing.</p>'
    return text + _chart(asked.chart, result) + _table(result)


def _table(result: Dict[str, List[Any]]) -> str:
    numeric = {name for name, column in result.items() if any(isinstance(cell, (int, float)) for cell in column)}

    def cell(tag: str, name: str, value: Any) -> str:
        kind = ' class="number"' if name in numeric else ""
        return f"<{tag}{kind}>{html.escape('' if value is None else str(value))}</{tag}>"

    head = "".join(cell("th", name, name.replace("_", " ")) for name in result)
    rows = ["".join(cell("td", name, value) for name, value in zip(result, row)) for row in zip(*result.values())]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _chart(chart: str, result: Dict[str, List[Any]]) -> str:
    """Bars: `VALUE by COLUMN, COLUMN`."""
    value, _, by = chart.partition(" by ")
    labels = [column.strip() for column in by.split(",")]
    if value not in result or not all(label in result for label in labels):
        return ""
    rows = [
        (", ".join(str(result[label][row]) for label in labels), float(number))
        for row, number in enumerate(result[value])
        if number is not None
    ][:24]
    most = max((number for _, number in rows), default=0)
    if most <= 0:
        return ""
    lines = []
    for place, (label, number) in enumerate(rows):
        top = place * 22
        width = number / most * 420
        lines.append(
            f'<text x="230" y="{top + 15}" text-anchor="end">{html.escape(label[:38])}</text>'
            f'<rect x="240" y="{top + 4}" width="{width:.1f}" height="14"/>'
            f'<text x="{248 + width:.1f}" y="{top + 15}">{number:g}</text>'
        )
    name = html.escape(f"{value.replace('_', ' ')} by {', '.join(labels)}")
    return f'<svg viewBox="0 0 760 {len(rows) * 22 + 4}" role="img" aria-label="{name}">{"".join(lines)}</svg>'
