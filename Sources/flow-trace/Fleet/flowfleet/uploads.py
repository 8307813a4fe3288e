"""Reads logs from folders, archives and standard input."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import sys
import tarfile
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO, Callable, Iterator, NamedTuple, Optional

from . import FleetError

#: The maximum size of a file, in bytes; the rest is cut off. A flow begins a new file at 4 MB.
LONGEST = 64 << 20
_NUMBER = re.compile(rb'\A\{"snapshot":\{"number":(\d{1,18})[,}]')


class Upload(NamedTuple):
    """A file as it was received."""

    name: str
    log: bytes
    #: The time when the server stored the file, in seconds since 1970; `None` if it is unknown.
    stored: Optional[float]


class Segment(NamedTuple):
    """The facts in the first two lines of a file."""

    support: Optional[str]
    installation: Optional[str]
    key: str
    after_event: int


def facts(log: bytes) -> Segment:
    """Returns the facts about a file, which is not trusted."""
    end = log.find(b"\n")
    second = log.find(b"\n", end + 1) if end >= 0 else -1
    head = log[: second + 1 if second >= 0 else len(log)]
    key = hashlib.blake2b(head, digest_size=16).hexdigest()
    try:
        header = json.loads(log[: end if end >= 0 else len(log)].decode("utf-8"))
        support = header["support"]
        installation = header.get("installation")
        if not isinstance(support, str) or "format" not in header:
            raise ValueError
        # Fails for half of a character, which no column can contain.
        support.encode()
        if isinstance(installation, str):
            installation.encode()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Segment(None, None, key, 0)
    snapshot = _NUMBER.match(log[end + 1 : end + 64])
    return Segment(support, installation if isinstance(installation, str) else None, key, int(snapshot[1]) if snapshot else 0)


def uploads(place: str, complain: Callable[[str], None]) -> Iterator[Upload]:
    """Yields the files in a folder and below, in an archive (.tar, .tar.gz, .tgz, .zip), in a file (also .gz), or with - in standard input,
    which contains logs one after the other."""
    if place == "-":
        yield from stream(sys.stdin.buffer, "standard-input")
        return
    path = Path(place)
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and not file.is_symlink() and not any(part.startswith(".") for part in file.relative_to(path).parts):
                yield from _file(file, complain)
    elif path.exists():
        yield from _file(path, complain)
    else:
        raise FleetError(f"{place}: there is no such file or folder")


def _file(path: Path, complain: Callable[[str], None]) -> Iterator[Upload]:
    name = path.name
    try:
        if name.endswith((".tar", ".tar.gz", ".tgz")):
            yield from _tar(path)
        elif name.endswith(".zip"):
            yield from _zip(path)
        elif name.endswith((".jsonl", ".jsonl.gz")):
            stored = path.stat().st_mtime
            opened = gzip.open(path, "rb") if name.endswith(".gz") else open(path, "rb")
            with opened as file:
                yield _whole(name.removesuffix(".gz"), file, stored)
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError) as error:
        complain(f"{path}: {error}: what was read before is kept, the rest of this file is not")


def _whole(name: str, file: BinaryIO, stored: Optional[float]) -> Upload:
    return Upload(name, file.read(LONGEST), stored)


def _tar(path: Path) -> Iterator[Upload]:
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            if member.isfile() and member.name.endswith((".jsonl", ".jsonl.gz")):
                file = archive.extractfile(member)
                if file is not None:
                    if member.name.endswith(".gz"):
                        file = gzip.open(file)
                    yield _whole(os.path.basename(member.name).removesuffix(".gz"), file, float(member.mtime))


def _zip(path: Path) -> Iterator[Upload]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if member.filename.endswith(".jsonl"):
                with archive.open(member) as file:
                    yield _whole(os.path.basename(member.filename), file, None)


def stream(file: BinaryIO, name: str) -> Iterator[Upload]:
    """Logs one after the other: each begins with a header, whose first field is `format`. A collector may have written empty lines between them."""
    lines: list = []
    size = number = 0
    for line in file:
        if line in (b"\n", b"\r\n"):
            continue
        if line.startswith(b'{"format":') and lines:
            number += 1
            yield Upload(f"{name}-{number}.jsonl", b"".join(lines), None)
            lines, size = [], 0
        if size < LONGEST:
            lines.append(line)
            size += len(line)
    if lines:
        yield Upload(f"{name}-{number + 1}.jsonl", b"".join(lines), None)
