"""What the tests of the fleet share: the package on the path, a folder that is removed, and launches to pack."""

from __future__ import annotations

import json
import os
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path
from typing import Iterator, List, Tuple

REPOSITORY = Path(__file__).resolve().parents[2]
FLEET = REPOSITORY / "Sources" / "flow-trace" / "Fleet"
SAMPLE = FLEET / "sample" / "logs.tar.gz"
sys.path.insert(0, str(FLEET))
# The library of FlowReading contains the core, too.
_LIBRARY = os.environ.setdefault("FLOWREADING_LIBRARY", str(REPOSITORY / ".build" / "c" / "libflowreading.so"))
os.environ.setdefault("FLOWMACHINE_LIBRARY", _LIBRARY)
os.environ["PYTHONPATH"] = os.pathsep.join([str(FLEET), str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])

try:
    import flowfleet
    import pyarrow
    from flowmachine import reading

    reading.tables()
    MISSING = ""
except ImportError as error:
    MISSING = str(error)


def sample() -> Iterator[Tuple[str, bytes]]:
    """The logs of the sample, in the order in which they were received."""
    with tarfile.open(SAMPLE) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file:
                yield member.name, file.read()


def support_of(log: bytes) -> str:
    return json.loads(log[: log.index(b"\n")])["support"]


def whole_launches(count: int) -> List[Tuple[str, bytes]]:
    """Launches of the sample that have one file."""
    from flowfleet.uploads import facts

    names: dict = {}
    for name, log in sample():
        names.setdefault(facts(log).support, []).append((name, log))
    return [files[0] for support, files in names.items() if support and len(files) == 1][:count]


@unittest.skipIf(MISSING, MISSING)
class FleetTest(unittest.TestCase):
    """A test with a fleet's folder."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.fleet = self.folder / "fleet"

    def store(self, buckets: int = 2):
        from flowfleet.store import Store

        return Store(self.fleet, buckets)

    def write(self, name: str, content: bytes) -> Path:
        path = self.folder / "uploads" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def pack(self, *places, received: str = "2026-01-05", complaints: list = None):
        from flowfleet.pack import pack

        return pack(self.store(), [str(place) for place in places], received, (complaints if complaints is not None else []).append)

    def logs(self) -> list:
        """The packed logs: day, support id, event before, content."""
        from flowfleet.pack import AFTER, LOG, SUPPORT, read
        from flowfleet.schema import day_of

        found = []
        for path in sorted(self.fleet.glob("logs/*/[0-9]*.parquet")):
            found += [(day_of(path), row[SUPPORT], row[AFTER], row[LOG]) for row in read(path)]
        return found

    def rows(self, table: str) -> list:
        import pyarrow.parquet as pq

        found = []
        for path in sorted((self.fleet / table).glob("**/[0-9]*.parquet")):
            found += pq.ParquetFile(path).read().to_pylist()
        return found
