"""The folder of a fleet: its settings, its lock, and files that are replaced as a whole."""

from __future__ import annotations

import contextlib
import datetime
import fcntl
import hashlib
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any, Dict, Iterator, Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from . import FleetError
from .schema import day_of, days

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


def check_day(text: str) -> str:
    """Returns `text` if it is a day such as 2026-01-05; otherwise fails."""
    try:
        if _DAY.match(text) and datetime.date.fromisoformat(text).year >= 1970:
            return text
    except ValueError:
        pass
    raise FleetError(f"{text!r} is no day: write it as 2026-01-05")


class Store:
    """A fleet's folder: `logs`, `summaries`, `launches`, `requests`, `events`, `verdicts`, each with a folder per day received."""

    def __init__(self, folder: Path, buckets: int = 16) -> None:
        self.folder = folder
        self._settings = folder / "_fleet.json"
        self._buckets = 0
        if not self._settings.exists():
            self._defaults = {"version": 1, "buckets": buckets, "logs_from": "", "forgotten": []}
        else:
            self._defaults = {}

    @property
    def settings(self) -> Dict[str, Any]:
        """The settings: `buckets`, the number of files per day; `logs_from`, the first day with kept logs; `forgotten`, hashes of deleted ids."""
        if not self._settings.exists():
            return dict(self._defaults)
        try:
            found = json.loads(self._settings.read_text())
            if not isinstance(found.get("buckets"), int):
                raise ValueError("it has no number of buckets")
            return found
        except ValueError as error:
            raise FleetError(f"{self._settings}: {error}. Restore the file, or pack into another folder") from None

    def begin(self) -> None:
        """Writes the settings of a new fleet."""
        if not self._settings.exists():
            self.keep(self.settings)

    def keep(self, settings: Dict[str, Any]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_text(self._settings, json.dumps(settings, indent=1) + "\n")

    def bucket(self, support: str) -> int:
        """Returns the number of a launch's file, which is the same for all segments of the launch on every day."""
        if not self._buckets:
            self._buckets = self.settings["buckets"]
        return hashlib.blake2b(support.encode("utf-8", "surrogatepass"), digest_size=4).digest()[0] % self._buckets

    def path(self, table: str, day: str, bucket: int) -> Path:
        return self.folder / table / f"received_day={day}" / f"{bucket:03}.parquet"

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Locks the folder, so that only one process at a time changes it. Fails if another process has the lock."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "_lock", "w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FleetError(f"{self.folder} is being changed by another process: try again when it has ended") from None
            self._clean()
            yield

    def _clean(self) -> None:
        """Removes what a killed process left: nobody else changes the folder now. Also removes the checksums that Spark writes on a local disk,
        `.part-0.parquet.crc`, because Spark refuses to read a file that was written again beside its old checksum."""
        for place in ("_pack*", "_load*"):
            for folder in self.folder.glob(place):
                shutil.rmtree(folder, ignore_errors=True)
        for place in ("*/received_day=*/.*.parquet.*", "verdicts/*/received_day=*/.*.parquet.*"):
            for path in self.folder.glob(place):
                path.unlink(missing_ok=True)


def nearby(store: Store, table: str, bucket: int, given: Sequence[str], most: int) -> Iterator[Path]:
    """Yields the files of a bucket on these days and at most `most` days before and after them, the earliest first."""
    if not given:
        return
    around = datetime.timedelta(days=most)
    low = (datetime.date.fromisoformat(min(given)) - around).isoformat()
    high = (datetime.date.fromisoformat(max(given)) + around).isoformat()
    for folder in days(store.folder / table):
        path = store.path(table, day_of(folder), bucket)
        if low <= day_of(folder) <= high and path.exists():
            yield path


def forgotten_hash(kind: str, value: str) -> str:
    """Returns the hash by which a deleted id is remembered, so that an upload that arrives again is not kept."""
    return hashlib.blake2b(f"{kind}:{value}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def write_text(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text)
    os.replace(temporary, path)


@contextlib.contextmanager
def replacing(path: Path, schema: pa.Schema, metadata: Dict[str, str]) -> Iterator[pq.ParquetWriter]:
    """Writes a Parquet file that replaces `path` when it is complete. If the process ends earlier, the old file stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        schema = schema.with_metadata({key: str(value) for key, value in metadata.items()})
        writer = pq.ParquetWriter(temporary, schema, compression="zstd", compression_level=9)
        with writer:
            yield writer
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)


def metadata(path: Path) -> Dict[str, str]:
    """Returns the metadata that `replacing` wrote into a file."""
    found = pq.read_schema(path).metadata or {}
    return {key.decode(): value.decode("utf-8", "replace") for key, value in found.items() if not key.startswith(b"ARROW")}


def remove(path: Path) -> None:
    """Removes a file, and its folder if nothing else is in it."""
    path.unlink()
    with contextlib.suppress(OSError):
        path.parent.rmdir()
