"""Writes the tables from packed logs: one file of rows for each file of logs."""

from __future__ import annotations

import contextlib
import hashlib
import io
import queue
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

import pyarrow as pa
import pyarrow.json as pj
import pyarrow.parquet as pq

from . import FleetError
from .contained import Judge, Rows
from .schema import day_of, days, schemas
from .store import Store, metadata, replacing
from .worker import Launch

#: The size of a batch for the child, in bytes of logs. A batch exceeds it by at most one launch.
BATCH = 8 << 20


class Judged(NamedTuple):
    """The result of a run."""

    files: int
    skipped: int
    launches: int
    #: The number of launches without rows, by reason.
    without: Dict[str, int]


class Known(NamedTuple):
    """The facts about a launch that are known without reading its log."""

    support: Optional[str]
    installation: Optional[str]
    #: The `segment_key` of the launch's first file.
    key: str


def launches(path: Path) -> Iterator[Tuple[Known, Launch]]:
    """Yields the launches in a file of logs. Each is complete, because no row group splits a launch."""
    file = pq.ParquetFile(path)
    for group in range(file.num_row_groups):
        yield from launches_in(file.read_row_group(group, columns=["support_id", "installation", "segment_key", "name", "log"]))


def launches_in(table: Any) -> Iterator[Tuple[Known, Launch]]:
    """Yields the launches in rows of logs. The rows of a launch's files must follow each other."""
    columns = [table.column(name).to_pylist() for name in ("support_id", "installation", "segment_key", "name", "log")]
    begin, count = 0, len(columns[0])
    for index in range(1, count + 1):
        if index < count and columns[0][index] is not None and columns[0][index] == columns[0][begin]:
            continue
        if begin < count:
            known = Known(columns[0][begin], columns[1][begin], columns[2][begin])
            yield known, [(columns[3][row], columns[4][row]) for row in range(begin, index)]
        begin = index


def batches(found: Iterable[Tuple[Known, Launch]]) -> Iterator[List[Tuple[Known, Launch]]]:
    batch: List[Tuple[Known, Launch]] = []
    size = 0
    for one in found:
        batch.append(one)
        size += sum(len(log) for _, log in one[1])
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class Tables:
    """Collects rows, table by table."""

    def __init__(self, names: Sequence[str]) -> None:
        self._schemas = {name: schemas()[name] for name in names}
        self._lines: Dict[str, List[bytes]] = {name: [] for name in names}
        self._others: Dict[str, List[Dict[str, Any]]] = {name: [] for name in names}
        self.without: Dict[str, int] = {}

    def add(self, known: Known, rows: Rows, segments: int) -> None:
        if isinstance(rows, str):
            self.without[rows] = self.without.get(rows, 0) + 1
            for name, row in without_log(known, rows, segments).items():
                if name in self._others:
                    self._others[name].append(row)
            return
        for line in rows.splitlines(keepends=True):
            # A line begins with {"table":"launches",…
            self._lines[line[10 : line.index(b'"', 10)].decode()].append(line)

    def table(self, name: str) -> pa.Table:
        schema = self._schemas[name]
        lines = self._lines[name]
        parts = [pa.Table.from_pylist(self._others[name], schema=schema)]
        if lines:
            data = b"".join(lines)
            block = max(1 << 20, max(map(len, lines)) + 1)
            found = pj.read_json(
                io.BytesIO(data),
                read_options=pj.ReadOptions(use_threads=False, block_size=min(max(block, len(data) + 1), (1 << 31) - 1)),
                parse_options=pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
            )
            parts.append(found.select(schema.names).cast(schema))
        return pa.concat_tables(parts)


def without_log(known: Known, why: str, segments: int) -> Dict[str, Dict[str, Any]]:
    """Returns the rows of a launch that could not be judged. Their key is the first file's key, by which the log can be found."""
    shared: Dict[str, Any] = {"upload_reason": None, "weight": 1}
    shared.update(launch_key=known.key, support_id=known.support, installation=known.installation)
    return {"launches": {"segments": segments, "log_state": why, **shared}, "verdicts": {"result": why, **shared}}


def judge(
    store: Store,
    build: str = "",
    events: bool = False,
    one_in: int = 1,
    processes: int = 1,
    limit: float = 30.0,
    again: bool = False,
    from_day: str = "",
    to_day: str = "",
) -> Judged:
    """Writes the tables launches and requests and, if `events` is true, events. With `build`, writes only
    the verdicts of the loaded library, under that name."""
    from flowmachine import reading

    if build and not all(character.isalnum() or character in ".-_+" for character in build):
        raise FleetError(f"{build!r} is no name of a build: use letters, digits, dots and dashes")
    given = {"one_in": str(one_in), "schema": str(reading.tables()["version"])}
    if build:
        given["library"] = hashlib.blake2b(Path(reading.library_path()).read_bytes(), digest_size=16).hexdigest()
    names = ["verdicts"] if build else ["launches", "requests"] + (["events"] if events else [])
    files = []
    for folder in days(store.folder / "logs"):
        if (not from_day or day_of(folder) >= from_day) and (not to_day or day_of(folder) <= to_day):
            files += sorted(folder.glob("[0-9]*.parquet"))
    if not files:
        raise FleetError(f"{store.folder}: no packed logs: pack some first")
    for name in names:
        for path in (store.folder / (f"verdicts/build={build}" if build else name)).glob("*/part-*"):
            raise FleetError(f"{path.parent} was written by Spark: judge there, or remove the folder {path.parent.parent}")
    with store.lock():
        todo = [path for path in files if again or not _is_done(store, path, names, build, given)]
        if build:
            _check_one_library(store, build, given["library"], {output(store, path, "verdicts", build) for path in files} if again else set())
        done = _files(store, todo, names, build, one_in, max(1, processes), limit, given)
    without: Dict[str, int] = {}
    for _, found in done:
        for why, count in found.items():
            without[why] = without.get(why, 0) + count
    return Judged(len(todo), len(files) - len(todo), sum(count for count, _ in done), without)


def output(store: Store, path: Path, name: str, build: str) -> Path:
    table = f"verdicts/build={build}" if name == "verdicts" else name
    return store.path(table, day_of(path), int(path.stem))


def _check_one_library(store: Store, build: str, library: str, replaced: Set[Path]) -> None:
    """One name is one library: verdicts of two under the same name would be compared as one."""
    from flowmachine.reading import library_path

    for path in sorted((store.folder / "verdicts" / f"build={build}").glob("*/[0-9]*.parquet")):
        if path not in replaced and metadata(path).get("library") != library:
            raise FleetError(
                f"the verdicts of {build} were made with another library than {library_path()}: set FLOWREADING_LIBRARY to that one, use another "
                "name, or judge all of its days with --again"
            )


def _facts(path: Path, given: Dict[str, str]) -> Dict[str, str]:
    return {"logs": metadata(path).get("content", ""), **given}


def _is_done(store: Store, path: Path, names: Sequence[str], build: str, given: Dict[str, str]) -> bool:
    expected = _facts(path, given)
    for name in names:
        place = output(store, path, name, build)
        if not place.exists():
            return False
        found = metadata(place)
        if any(found.get(key) != value for key, value in expected.items()):
            return False
    return True


def _files(
    store: Store, paths: Sequence[Path], names: Sequence[str], build: str, one_in: int, processes: int, limit: float, given: Dict[str, str]
) -> List[Tuple[int, Dict[str, int]]]:
    with contextlib.ExitStack() as ends:
        # Each child judges several files, because starting a child takes longer than judging fifty launches.
        idle: "queue.SimpleQueue[Judge]" = queue.SimpleQueue()
        for _ in range(min(processes, len(paths))):
            idle.put(ends.enter_context(Judge(names, one_in, limit)))

        def file(path: Path) -> Tuple[int, Dict[str, int]]:
            judged = idle.get()
            try:
                return _file(store, path, names, build, judged, _facts(path, given))
            finally:
                idle.put(judged)

        with ThreadPoolExecutor(processes) as pool:
            return list(pool.map(file, paths))


def _file(
    store: Store, path: Path, names: Sequence[str], build: str, judged: Judge, facts: Dict[str, str]
) -> Tuple[int, Dict[str, int]]:
    tables = Tables(names)
    count = 0
    for batch in batches(launches(path)):
        for (known, launch), rows in zip(batch, judged.rows([launch for _, launch in batch])):
            tables.add(known, rows, len(launch))
            count += 1
    for name in names:
        table = tables.table(name)
        with replacing(output(store, path, name, build), table.schema, facts) as writer:
            writer.write_table(table.cast(writer.schema))
    return count, tables.without


def processors() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
