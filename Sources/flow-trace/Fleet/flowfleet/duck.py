"""Judges launches by a function of DuckDB, for a query about a few logs. For many logs, `judge` is faster, because it uses several processes."""

from __future__ import annotations

from typing import Any, Sequence

import pyarrow as pa

from .contained import Judge


def register(connection: Any, judged: Judge, name: str = "flow_rows") -> None:
    """Adds the function `flow_rows(names VARCHAR[], logs BLOB[])`. The result is a launch's rows as lines of JSON,
    or `unreadable`, `crashed` or `timedOut`.

    select flow_rows(list(name order by after_event), list(log order by after_event)) from logs group by support_id
    """

    def rows(names: pa.Array, logs: pa.Array) -> pa.Array:
        launches = [list(zip(files, contents)) for files, contents in zip(names.to_pylist(), logs.to_pylist())]
        return pa.array([_text(found) for found in judged.rows(launches)], pa.string())

    connection.create_function(name, rows, ["VARCHAR[]", "BLOB[]"], "VARCHAR", type="arrow")


def _text(rows: Any) -> str:
    return rows if isinstance(rows, str) else rows.decode()


def launches(connection: Any, where: str = "true", values: Sequence[Any] = ()) -> Any:
    """Returns the rows of the launches in the view `logs`. Call `register` first."""
    return connection.execute(
        f"""select support_id, flow_rows(list(name order by after_event, received_at, segment_key),
        list(log order by after_event, received_at, segment_key)) from logs
        where {where} group by support_id, case when support_id is null then segment_key end""",
        list(values),
    )
