"""Loads the summaries that apps send for each launch, `LaunchSummary` as JSON, into a table beside the rows made from logs."""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any, BinaryIO, Callable, Dict, Iterable, Iterator, List, NamedTuple, Set, Tuple

import pyarrow as pa
import pyarrow.parquet as pq

from . import FleetError
from .pack import LOOKBACK, Spill, day_of_time, given_day
from .privacy import delete
from .schema import day_of, days, summaries_schema
from .store import Store, forgotten_hash, metadata, nearby, replacing
from .summary import Row, row

#: The maximum size of a line, in bytes. The summary of a launch with many failures has 3,000 bytes.
LONGEST = 1 << 20
_ENDINGS = (".ndjson", ".jsonl", ".json")


class Loaded(NamedTuple):
    """The result of a run."""

    summaries: int
    #: The number of summaries of launches that were there already.
    again: int
    #: The number of summaries that were refused because their ids were deleted.
    forgotten: int
    #: Logs of such an installation that were here: only the summary said that they are.
    deleted: int
    #: Lines that are no summaries.
    others: int
    #: The number of files that were written in the fleet's folder.
    written: int


def load(
    store: Store,
    places: Iterable[str],
    received: str = "",
    complain: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
) -> Loaded:
    """Loads the summaries in `places`: folders, files (.ndjson, .jsonl, .json, also with .gz), or - for the standard input.

    `received` has the same meaning as in `pack`. Of two summaries of a launch, the one with more events is kept, on the day of the first.
    """
    with store.lock(), tempfile.TemporaryDirectory(prefix="_load", dir=store.folder) as work:
        store.begin()
        spill, forgotten_hashes, given = Spill(Path(work)), set(store.settings["forgotten"]), given_day(received)
        summaries = forgotten = others = deleted = 0
        supports: Set[str] = set()
        for place in places:
            for where, stored, value in _values(place, complain):
                try:
                    found = row(value)
                except ValueError as error:
                    others += 1
                    if others <= 3:
                        complain(f"{where}: {error}")
                    continue
                if forgotten_hashes and _is_forgotten(found, forgotten_hashes):
                    forgotten += 1
                    supports.add(found["support_id"])
                    continue
                summaries += 1
                spill.add(store.bucket(found["support_id"]), given or day_of_time(int(stored * 1000)), found)
        again = written = 0
        for bucket, rows in spill.buckets():
            merged = _merge(store, bucket, rows)
            again, written = again + merged[0], written + merged[1]
        if supports:
            deleted = delete(store, supports).logs
    return Loaded(summaries, again, forgotten, deleted, others, written)


def _is_forgotten(found: Row, hashes: Set[str]) -> bool:
    installation = found["installation"]
    return forgotten_hash("support", found["support_id"]) in hashes or (
        installation is not None and forgotten_hash("installation", installation) in hashes
    )


def _values(place: str, complain: Callable[[str], None]) -> Iterator[Tuple[str, float, Any]]:
    """Yields the JSON values in a place, each with its place in words and the time when the server stored its file, in seconds since 1970."""
    if place == "-":
        for number, value in _lines(sys.stdin.buffer):
            yield f"standard input, line {number}", time.time(), value
        return
    path = Path(place)
    if not path.exists():
        raise FleetError(f"{place}: there is no such file or folder")
    files = [path]
    if path.is_dir():
        files = [file for file in sorted(path.rglob("*")) if file.is_file() and file.name.removesuffix(".gz").endswith(_ENDINGS)]
    for file in files:
        try:
            stored = min(max(file.stat().st_mtime, 0.0), time.time())
            with gzip.open(file, "rb") if file.name.endswith(".gz") else open(file, "rb") as opened:
                for number, value in _lines(opened):
                    yield f"{file}, line {number}", stored, value
        except (OSError, EOFError, zlib.error) as error:
            complain(f"{file}: {error}: what was read before is kept, the rest of this file is not")


def _lines(file: BinaryIO) -> Iterator[Tuple[int, Any]]:
    """Yields the number and the value of each line, or of each element of a list on one line. The value is `None` if the line is not JSON."""
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        rest = line
        while len(rest) == LONGEST and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST)
        if not line.strip():
            continue
        try:
            value = json.loads(line) if rest is line else None
        except (ValueError, RecursionError):
            value = None
        for one in value if isinstance(value, list) else [value]:
            yield number, one


def _merge(store: Store, bucket: int, incoming: List[Tuple[str, Row]]) -> Tuple[int, int]:
    """Adds rows to the files of one bucket. Returns the number of launches that were there already, and of files that were written."""
    names = summaries_schema().names
    known = _known(store, bucket, [day for day, _ in incoming])
    changed: Dict[str, Dict[str, Row]] = {}
    again = 0
    for day, found in incoming:
        support = found["support_id"]
        again += support in known
        target = known.setdefault(support, day)
        if target not in changed:
            path = store.path("summaries", target, bucket)
            before = pq.read_table(path, schema=summaries_schema()).to_pylist() if path.exists() else []
            changed[target] = {old["support_id"]: old for old in before}
        old = changed[target].get(support)
        if old is None or found["events"] > old["events"]:
            changed[target][support] = {name: found.get(name) for name in names}
    written = sum(_write(store.path("summaries", day, bucket), list(rows.values())) for day, rows in changed.items())
    return again, written


def _known(store: Store, bucket: int, incoming: List[str]) -> Dict[str, str]:
    """Returns the launches that already have a summary, each with its day."""
    known: Dict[str, str] = {}
    for path in nearby(store, "summaries", bucket, incoming, LOOKBACK):
        for support in pq.read_table(path, columns=["support_id"])["support_id"].to_pylist():
            known.setdefault(support, day_of(path))
    return known


def _write(path: Path, rows: List[Row]) -> int:
    rows.sort(key=lambda found: (found["app_version"] or "", found["started_at"] or 0, found["support_id"]))
    content = hashlib.blake2b(repr(sorted((found["support_id"], found["events"]) for found in rows)).encode(), digest_size=16).hexdigest()
    if path.exists() and metadata(path).get("content") == content:
        return 0
    with replacing(path, summaries_schema(), {"content": content}) as writer:
        writer.write_table(pa.Table.from_pylist(rows, schema=writer.schema))
    return 1
