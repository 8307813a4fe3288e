"""Packs logs into Parquet. Each log is a row, the segments of a launch follow each other, and each received day has a folder."""

from __future__ import annotations

import datetime
import hashlib
import marshal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, BinaryIO, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple

import pyarrow as pa
import pyarrow.parquet as pq

from .schema import LOGS, day_of
from .store import Store, check_day, forgotten_hash, metadata, nearby, remove, replacing
from .uploads import Upload, facts, uploads

#: The maximum numbers of logs and of their bytes in a row group, so that a task of a cluster is small. A launch is never split.
MOST_LOGS = 1000
MOST_BYTES = 64 << 20
#: The number of days before and after an upload in which earlier files of its launch are searched.
LOOKBACK = 14

# The columns of LOGS, as indexes in a row.
SUPPORT, INSTALLATION, KEY, AFTER, RECEIVED, NAME, LOG = range(7)
Row = Tuple[Any, ...]


class Packed(NamedTuple):
    """The result of a run."""

    files: int
    bytes: int
    #: The number of uploads that were there already, or arrived again with more events.
    again: int
    #: The number of uploads that were refused: their ids were deleted, or the logs of their days are no longer kept.
    forgotten: int
    #: The number of files that were written in the fleet's folder.
    written: int


def pack(
    store: Store,
    places: Iterable[str],
    received: str = "",
    complain: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
) -> Packed:
    """Packs the logs in `places`.

    `received` is the day on which the logs were received; "mtime" for the day on which each file was stored, by the server's clock; by default,
    today. The device's clock is never used for a day.
    """
    with store.lock(), tempfile.TemporaryDirectory(prefix="_pack", dir=store.folder) as work:
        store.begin()
        spill = Spill(Path(work))
        files = size = forgotten = 0
        hashes, logs_from = set(store.settings["forgotten"]), store.settings["logs_from"]
        day, now = given_day(received), time.time()
        for place in places:
            for upload in uploads(place, complain):
                row = _row(upload, now)
                if hashes and _is_forgotten(row, hashes):
                    forgotten += 1
                    continue
                on = day or day_of_time(row[RECEIVED])
                if on < logs_from:
                    forgotten += 1
                    continue
                files, size = files + 1, size + len(upload.log)
                spill.add(store.bucket(row[SUPPORT] or row[KEY]), on, row)
        again = written = 0
        for bucket, rows in spill.buckets():
            merged = _merge(store, bucket, rows)
            again, written = again + merged[0], written + merged[1]
        return Packed(files, size, again, forgotten, written)


def given_day(received: str) -> str:
    """Returns the day that was named, or today; empty if each file has its own day."""
    if received == "mtime":
        return ""
    return check_day(received) if received else datetime.datetime.now(datetime.timezone.utc).date().isoformat()


def day_of_time(milliseconds: int) -> str:
    """Returns the day of a time in milliseconds since 1970."""
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc).date().isoformat()


def _row(upload: Upload, now: float) -> Row:
    found = facts(upload.log)
    stored = now if upload.stored is None else min(max(upload.stored, 0.0), now + 366 * 86_400)
    name = upload.name.encode("utf-8", "replace").decode()
    return (found.support, found.installation, found.key, found.after_event, int(stored * 1000), name, upload.log)


def _is_forgotten(row: Row, hashes: Set[str]) -> bool:
    support, installation = row[SUPPORT], row[INSTALLATION]
    return (support is not None and forgotten_hash("support", support) in hashes) or (
        installation is not None and forgotten_hash("installation", installation) in hashes
    )


class Spill:
    """Stores the rows that were read on disk, in one file per bucket, so that only one bucket is in memory at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: Dict[int, BinaryIO] = {}

    def add(self, bucket: int, day: str, row: Any) -> None:
        if bucket not in self._files:
            self._files[bucket] = open(self._folder / str(bucket), "w+b")
        marshal.dump((day, row), self._files[bucket])

    def buckets(self) -> Iterator[Tuple[int, List[Tuple[str, Any]]]]:
        for bucket, file in sorted(self._files.items()):
            file.seek(0)
            rows = []
            while True:
                try:
                    rows.append(marshal.load(file))
                except EOFError:
                    break
            file.close()
            yield bucket, rows


def _merge(store: Store, bucket: int, incoming: List[Tuple[str, Row]]) -> Tuple[int, int]:
    """Adds rows to the files of one bucket. Returns the number of rows that were there already, and of files that were written."""
    groups: Dict[str, Tuple[str, List[Row]]] = {}
    for day, row in incoming:
        name = row[SUPPORT] or row[KEY]
        before = groups.get(name)
        # The launch belongs to the day on which its first file was received.
        groups[name] = (min(day, before[0]), before[1] + [row]) if before else (day, [row])
    places = _places(store, bucket, groups)
    changed: Dict[str, Dict[str, List[Row]]] = {}
    taken: Dict[str, Set[str]] = {}
    for name, (day, rows) in groups.items():
        target = min([day] + places.get(name, []))
        changed.setdefault(target, {})[name] = rows
        for other in places.get(name, []):
            if other != target:
                taken.setdefault(other, set()).add(name)
    again = written = 0
    moved: Dict[str, List[Row]] = {}
    for day, names in taken.items():
        for row in read(store.path("logs", day, bucket)):
            if (row[SUPPORT] or row[KEY]) in names:
                moved.setdefault(row[SUPPORT] or row[KEY], []).append(row)
    # Writes the earliest day first: it gets the rows that are then removed from later days.
    for day, added in sorted(changed.items()):
        path = store.path("logs", day, bucket)
        rows = read(path) if path.exists() else []
        for name, more in added.items():
            rows += moved.get(name, []) + more
        kept = _ordered(rows)
        again += len(rows) - len(kept)
        rows = [row for row in kept if (row[SUPPORT] or row[KEY]) not in taken.get(day, ())]
        written += write(path, rows)
    # Removes rows from these files only now, when the rows are in other files.
    for day in taken.keys() - changed.keys():
        path = store.path("logs", day, bucket)
        kept = [row for row in read(path) if (row[SUPPORT] or row[KEY]) not in taken[day]]
        if kept:
            written += write(path, kept)
        else:
            remove(path)
    return again, written


def _places(store: Store, bucket: int, groups: Dict[str, Any]) -> Dict[str, List[str]]:
    """Returns the days on which these launches already have files."""
    if not groups:
        return {}
    places: Dict[str, List[str]] = {}
    for path in nearby(store, "logs", bucket, [day for day, _ in groups.values()], LOOKBACK):
        day = day_of(path)
        names = pq.read_table(path, columns=["support_id", "segment_key"])
        for support, key in set(zip(names["support_id"].to_pylist(), names["segment_key"].to_pylist())):
            name = support or key
            if name in groups and day not in places.setdefault(name, []):
                places[name].append(day)
    return places


def read(path: Path) -> List[Row]:
    table = pq.read_table(path, schema=LOGS)
    return list(zip(*(column.to_pylist() for column in table.columns))) if table.num_rows else []


def _ordered(rows: List[Row]) -> List[Row]:
    """Sorts rows, so that the files of a launch follow each other in order. Keeps the longest copy of a file that arrived more than once."""
    longest: Dict[Tuple[Optional[str], str], Row] = {}
    for row in rows:
        place = (row[SUPPORT], row[KEY])
        before = longest.get(place)
        if before is None:
            longest[place] = row
        else:
            received = min(row[RECEIVED], before[RECEIVED])
            best = row if len(row[LOG]) > len(before[LOG]) else before
            longest[place] = best[:RECEIVED] + (received,) + best[NAME:]
    return sorted(longest.values(), key=lambda row: (row[SUPPORT] or row[KEY], row[AFTER], row[RECEIVED], row[KEY]))


def groups(rows: List[Row]) -> Iterator[List[Row]]:
    """Yields the files of each launch."""
    begin = 0
    for index in range(1, len(rows) + 1):
        if index == len(rows) or (rows[index][SUPPORT] or rows[index][KEY]) != (rows[begin][SUPPORT] or rows[begin][KEY]):
            yield rows[begin:index]
            begin = index


def write(path: Path, rows: List[Row]) -> int:
    """Writes a file of logs. Returns 1, or 0 if the file already has these rows."""
    content = hashlib.blake2b(digest_size=16)
    for row in rows:
        content.update(f"{row[SUPPORT]}\0{row[KEY]}\0{len(row[LOG])}\0".encode("utf-8", "surrogatepass"))
    size = sum(len(row[LOG]) for row in rows)
    facts = {"content": content.hexdigest(), "bytes": str(size)}
    if path.exists() and metadata(path).get("content") == facts["content"]:
        return 0
    with replacing(path, LOGS, facts) as writer:
        for chunk in _chunks(rows):
            columns = [pa.array(column, type=field.type) for column, field in zip(zip(*chunk), LOGS)]
            writer.write_table(pa.Table.from_arrays(columns, schema=writer.schema), row_group_size=len(chunk))
    return 1


def _chunks(rows: List[Row]) -> Iterator[List[Row]]:
    chunk: List[Row] = []
    size = 0
    for group in groups(rows):
        bytes_of_group = sum(len(row[LOG]) for row in group)
        if chunk and (len(chunk) + len(group) > MOST_LOGS or size + bytes_of_group > MOST_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.extend(group)
        size += bytes_of_group
    if chunk:
        yield chunk
