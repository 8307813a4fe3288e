"""Runs queries on a fleet, with DuckDB on its Parquet files. The queries are those of this package, or others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

import pyarrow as pa

from . import FleetError
from .schema import LOGS, schemas, summaries_schema

QUERIES = Path(__file__).parent / "queries"
#: The smallest number of launches in a group that is shown.
SMALLEST = 10
#: What makes the rows of each table.
MADE_BY = {
    "logs": "pack FLEET LOGS", "summaries": "summaries FLEET FILES", "launches": "judge FLEET", "requests": "judge FLEET",
    "events": "judge FLEET --events", "verdicts": "judge FLEET --build NAME",
}
_NOTE = r"-- (title|chart|needs|replace|nothing): "


class Query(NamedTuple):
    """A query, from a file in `queries` or another file."""

    name: str
    title: str
    #: The chart for the report, as `VALUE by COLUMN, COLUMN`; empty for none.
    chart: str
    #: The meaning of the query, from the comments in its file.
    meaning: str
    #: Whether the query needs values that only logs have.
    needs_logs: bool
    #: The words that have to be replaced by values, such as SUPPORT_ID.
    words: Tuple[str, ...]
    #: What it means if no row answers.
    nothing: str
    sql: str


def query(name: str) -> Query:
    path = Path(name) if name.endswith(".sql") else QUERIES / f"{name}.sql"
    if not path.exists():
        raise FleetError(f"there is no query {name!r}: use one of {', '.join(names())}, or a file that ends in .sql")
    text = path.read_text()
    notes = dict(re.findall(rf"^{_NOTE}(.*)$", text, re.M))
    comments = [line[3:] for line in text.splitlines() if line.startswith("-- ") and not re.match(_NOTE, line)]
    return Query(
        path.stem, notes.get("title", path.stem), notes.get("chart", ""), " ".join(comments), notes.get("needs") == "logs",
        tuple(re.findall(r"\w+", notes.get("replace", ""))), notes.get("nothing", "No row answers this question."), text,
    )


def names() -> List[str]:
    return sorted(path.stem for path in QUERIES.glob("*.sql") if path.stem != "view")


def connect(fleet: Path) -> Any:
    """Returns a connection with the views `launches`, `requests`, `events`, `verdicts`, `logs`, `summaries` and `asked`."""
    try:
        import duckdb
    except ImportError:
        raise FleetError("duckdb is not installed: pip install duckdb") from None
    connection = duckdb.connect()
    text = (QUERIES / "view.sql").read_text().replace("FLEET", str(fleet.resolve()).replace("'", "''"))
    for statement in filter(str.strip, _statements(text)):
        found = re.search(r"create or replace view (\w+)", statement)
        if found and "read_parquet" in statement and not _has_files(fleet, found[1]):
            _empty(connection, found[1])
        else:
            connection.execute(statement)
    return connection


def _statements(text: str) -> List[str]:
    return re.sub(r"^--.*$", "", text, flags=re.M).split(";")


def _has_files(fleet: Path, table: str) -> bool:
    pattern = "*/*/*.parquet" if table == "verdicts" else "*/*.parquet"
    return any((fleet / table).glob(pattern))


def _empty(connection: Any, name: str) -> None:
    """Creates an empty view with all columns, for a table that was not written yet."""
    schema = {"logs": LOGS, "summaries": summaries_schema()}.get(name) or schemas()[name]
    schema = schema.append(pa.field("received_day", pa.date32()))
    if name == "verdicts":
        schema = schema.append(pa.field("build", pa.string()))
    connection.register(f"no_{name}", schema.empty_table())
    connection.execute(f"create or replace view {name} as select * from no_{name}")


def of_summaries(connection: Any, asked: Query) -> None:
    """Replaces the view `launches` by the summaries, each of which represents one launch."""
    if asked.needs_logs:
        raise FleetError(f"{asked.name} asks for what summaries do not have: ask it without --summaries")
    connection.execute("create or replace view launches as select * from summaries")
    for name in ("asked", "requests", "events", "verdicts"):
        connection.execute(f"drop view {name}")


def ask(connection: Any, asked: Query, replace: Sequence[str] = ()) -> Dict[str, List[Any]]:
    """The result, by column. `replace`: WORD=VALUE for each of the query's words."""
    import duckdb

    sql = asked.sql
    for word, value in _values(asked, replace).items():
        sql = sql.replace(word, value.replace("'", "''"))
    try:
        cursor = connection.execute(sql)
        rows = cursor.fetchall()
    except duckdb.Error as error:
        raise FleetError(f"{asked.name}: {error}") from None
    columns = [column[0] for column in cursor.description]
    return {column: [row[place] for row in rows] for place, column in enumerate(columns)}


def _values(asked: Query, replace: Sequence[str]) -> Dict[str, str]:
    values = {}
    for pair in replace:
        word, equals, value = pair.partition("=")
        if not equals or not word or word not in asked.sql:
            raise FleetError(f"{asked.name} has no word {word!r} to replace: write --replace WORD=VALUE" + _example(asked))
        values[word] = value
    missing = [word for word in asked.words if not values.get(word)]
    if missing:
        raise FleetError(f"{asked.name} needs a value for {', '.join(missing)}" + _example(asked))
    return values


def _example(asked: Query) -> str:
    return "".join(f": add --replace {word}=K7PWQ3MX" if word == "SUPPORT_ID" else f": add --replace {word}=VALUE" for word in asked.words[:1])


def why_nothing(connection: Any, fleet: Path, asked: Query, replace: Sequence[str] = (), summaries: bool = False) -> str:
    """Why a query has no rows: a table that was not made, an id that is not here, or what that means for the question.

    `summaries`: whether the launches are those of the summaries.
    """
    used = set(re.findall(r"\b(?:from|join)\s+(\w+)", re.sub(r"--.*", "", asked.sql).lower()))
    if "asked" in used:
        used |= {"launches", "requests"}
    read = {"summaries"} if summaries else used
    for table, command in MADE_BY.items():
        if table in read and not _has_files(fleet, table):
            return f"The table {table} has no rows: python3 -m flowfleet {command} makes them."
    support = _values(asked, replace).get("SUPPORT_ID")
    if support and "launches" in used:
        found = connection.execute("select count(*) from launches where support_id = $1", [support]).fetchone()[0]
        if not found:
            return f"No launch here has the support id {support}."
    return asked.nothing


def text(result: Dict[str, List[Any]]) -> str:
    """Returns the result as a text table for people."""
    columns = list(result)
    cells = [columns] + [["" if cell is None else printable(str(cell)) for cell in row] for row in zip(*result.values())]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    return "".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n" for row in cells)


def printable(cell: str) -> str:
    """A name in a log may contain what moves the cursor or ends a line."""
    return cell if cell.isprintable() else cell.encode("unicode_escape").decode()
