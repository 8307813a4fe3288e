"""Deletes launches and old days: rewrites or removes files of logs and rows."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path
from typing import Dict, List, NamedTuple, Set

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import FleetError
from .pack import SUPPORT, read, write
from .schema import TABLES, day_of
from .store import Store, forgotten_hash, metadata, remove, replacing


class Forgotten(NamedTuple):
    """The number of logs and rows that a deletion removed, and of files that it changed."""

    logs: int
    rows: int
    files: int


def forget(store: Store, kind: str, value: str) -> Forgotten:
    """Deletes everything of a launch (`kind` is "support") or of an installation ("installation"), on every day, and refuses later uploads of it.

    The files of these days are written again without the deleted rows. Files made from them before, such as a report, are not changed.
    """
    if kind not in ("support", "installation") or not value:
        raise FleetError("name a support id or an installation id")
    with store.lock():
        column = "support_id" if kind == "support" else "installation"
        supports: Set[str] = {value} if kind == "support" else set()
        keys: Set[str] = set()
        remember(store, {forgotten_hash(kind, value)})
        for path in _logs(store):
            supports |= _values(path, "support_id", column, value)
        for path in _tables(store, "launches") + _tables(store, "summaries"):
            keys |= _values(path, "launch_key", column, value)
            supports |= _values(path, "support_id", column, value)
        return delete(store, supports, keys)


def delete(store: Store, supports: Set[str], keys: Set[str] = frozenset()) -> Forgotten:
    """Deletes everything of these launches, and refuses it from then on. Only with the lock of the folder."""
    keys = set(keys)
    # A log that comes again need not name the installation: an exported one does not. So its launches are refused by their support ids.
    remember(store, {forgotten_hash("support", support) for support in supports})
    # First all that names the launches, so that a run that was interrupted finds them again: those files change last.
    for path in _tables(store, "launches"):
        keys |= _values(path, "launch_key", "support_id", *supports)
    # What a job of Spark left that was killed.
    shutil.rmtree(store.folder / "staging", ignore_errors=True)
    removed = files = 0
    for table in ("requests", "events", "verdicts", "launches", "summaries"):
        for path in _tables(store, table):
            count = _without(path, {"launch_key": keys, "support_id": supports})
            removed, files = removed + count, files + (count > 0)
    gone = 0
    for path in _logs(store):
        if not _values(path, "support_id", "support_id", *supports):
            continue
        rows = read(path)
        kept = [row for row in rows if row[SUPPORT] not in supports]
        gone, files = gone + len(rows) - len(kept), files + 1
        if kept:
            write(path, kept)
            _stamp(store, path)
        else:
            remove(path)
    return Forgotten(gone, removed, files)


def remember(store: Store, marks: Set[str]) -> None:
    """Refuses uploads with one of these hashes from now on."""
    settings = store.settings
    new = sorted(marks - set(settings["forgotten"]))
    if new:
        settings["forgotten"] += new
        store.keep(settings)


def _logs(store: Store) -> List[Path]:
    return sorted((store.folder / "logs").glob("*/[0-9]*.parquet"))


def _tables(store: Store, table: str) -> List[Path]:
    pattern = "*/*/*.parquet" if table == "verdicts" else "*/*.parquet"
    return sorted(path for path in (store.folder / table).glob(pattern) if not path.name.startswith("."))


def _values(path: Path, wanted: str, column: str, *values: str) -> Set[str]:
    """Returns the values of the column `wanted` in the rows whose column `column` has one of `values`."""
    if not values:
        return set()
    table = pq.read_table(path, columns=list({wanted, column}))
    found = table.filter(pc.is_in(table[column], value_set=pa.array(values, pa.string())))
    return {value for value in found[wanted].to_pylist() if value is not None}


def _without(path: Path, gone: Dict[str, Set[str]]) -> int:
    """Rewrites a file without the rows that have one of these values. Returns the number of removed rows."""
    table = pq.read_table(path)
    keep = pa.array([True] * table.num_rows, pa.bool_())
    for column, values in gone.items():
        if column in table.column_names and values:
            keep = pc.and_(keep, pc.invert(pc.is_in(table[column], value_set=pa.array(sorted(values), pa.string()))))
    kept = table.filter(keep)
    count = table.num_rows - kept.num_rows
    if count:
        with replacing(path, kept.schema, metadata(path)) as writer:
            writer.write_table(kept.cast(writer.schema))
    return count


def _stamp(store: Store, logs: Path) -> None:
    """Marks the tables of a file of logs as made from the file's present content, after launches were removed from both."""
    content = metadata(logs).get("content", "")
    for table in TABLES:
        for path in _tables(store, table):
            if day_of(path) == day_of(logs) and path.name == logs.name:
                found = pq.read_table(path)
                facts = {**metadata(path), "logs": content}
                with replacing(path, found.schema, facts) as writer:
                    writer.write_table(found.cast(writer.schema))


class Expired(NamedTuple):
    """The number of files of logs and of rows that retention removed."""

    logs: int
    rows: int


def expire(store: Store, logs_days: int, rows_days: int, today: str = "") -> Expired:
    """Removes the logs and events of days before the last `logs_days`, and the rows of days before the last `rows_days`.

    Later uploads for a day whose logs are removed are refused, so that the rows of that day stay as they are.
    """
    if not 0 < logs_days <= rows_days:
        raise FleetError("keep rows at least as long as logs, and both at least a day")
    end = datetime.date.fromisoformat(today) if today else datetime.datetime.now(datetime.timezone.utc).date()
    first_log = (end - datetime.timedelta(days=logs_days - 1)).isoformat()
    first_row = (end - datetime.timedelta(days=rows_days - 1)).isoformat()
    removed = {"logs": 0, "rows": 0}
    with store.lock():
        settings = store.settings
        settings["logs_from"] = max(settings["logs_from"], first_log)
        store.keep(settings)
        for table, first, what in (
            ("logs", first_log, "logs"),
            ("events", first_log, "logs"),
            ("launches", first_row, "rows"),
            ("summaries", first_row, "rows"),
            ("requests", first_row, "rows"),
            ("verdicts", first_row, "rows"),
        ):
            for path in _tables(store, table):
                if day_of(path) < first:
                    remove(path)
                    removed[what] += 1
    return Expired(removed["logs"], removed["rows"])
