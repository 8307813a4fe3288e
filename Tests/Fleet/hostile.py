"""hostile.py FILE.tar [COUNT]

Writes uploads that no app makes into an archive: logs that are built to cost a reader time or memory, and logs that are cut, damaged, forged
or not logs at all. COUNT: how many of the damaged ones; default: 200.
"""

from __future__ import annotations

import io
import random
import sys
import tarfile
import unittest.mock
from pathlib import Path
from typing import Dict, Iterator, Tuple

_REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_REPOSITORY / "Tests" / "Benchmarks"))

import hostile_logs  # noqa: E402

#: The size of a log that is built to cost.
SIZE = 300_000


def shaped() -> Iterator[Tuple[str, bytes]]:
    """One of each shape, with a support id of its own, so that none joins another's launch."""
    ordinary = hostile_logs.scenario
    for number, (name, shape) in enumerate(hostile_logs.SHAPES.items()):

        def renamed(*scenario: str) -> list:
            lines = ordinary(*scenario)
            begin = lines[0].index(b'"support":"') + 11
            return [lines[0][:begin] + b"HSTL%04d" % number + lines[0][lines[0].index(b'"', begin) :]] + lines[1:]

        # The longest is longer than any line may be: there is nothing in it that a shorter one lacks but its 65 MB.
        if name != "endless":
            with unittest.mock.patch.object(hostile_logs, "scenario", renamed):
                yield f"hostile-{name}.jsonl", shape(SIZE)


def damaged(logs: Dict[str, bytes], count: int, seed: int = 1) -> Iterator[Tuple[str, bytes]]:
    """Ordinary logs with something wrong with each."""
    source = random.Random(seed)
    names = sorted(logs)
    for number in range(count):
        name = source.choice(names)
        log = bytearray(logs[name])
        kind = ("flip", "cut", "zeros", "twice", "swap", "header", "noise", "empty")[number % 8]
        if kind == "flip":
            log[source.randrange(len(log))] ^= 1 << source.randrange(8)
        elif kind == "cut":
            del log[source.randrange(len(log)) :]
        elif kind == "zeros":
            place = source.randrange(len(log))
            log[place : place + 512] = bytes(512)
        elif kind == "twice":
            log.extend(bytes(log))
        elif kind == "swap":
            lines = bytes(log).split(b"\n")
            source.shuffle(lines)
            log = bytearray(b"\n".join(lines))
        elif kind == "header":
            log = bytearray(b'{"format":1,"support":"' + b"<script>'" * source.randrange(1, 9000) + b'"}\n')
        elif kind == "noise":
            log = bytearray(source.randbytes(source.randrange(1, 5000)))
        else:
            log = bytearray()
        yield f"{kind}-{number}-{name}", bytes(log)


def write(path: Path, files: Iterator[Tuple[str, bytes]], when: int = 1_767_400_000) -> int:
    """Writes an archive. Returns the number of its files."""
    count = 0
    with tarfile.open(path, "w") as archive:
        for name, content in files:
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(content), when
            archive.addfile(member, io.BytesIO(content))
            count += 1
    return count


def main() -> None:
    with tarfile.open(_REPOSITORY / "Sources" / "flow-trace" / "Fleet" / "sample" / "logs.tar.gz") as archive:
        logs = {member.name: archive.extractfile(member).read() for member in archive}
    files = [*shaped(), *damaged(logs, int(sys.argv[2]) if len(sys.argv) > 2 else 200)]
    print(f"{write(Path(sys.argv[1]), iter(files))} files")


if __name__ == "__main__":
    main()
