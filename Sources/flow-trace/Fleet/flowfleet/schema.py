"""The Arrow schemas. Every file has every column with its type, whatever the rows contain."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Dict, List

import pyarrow as pa

_KINDS = {"text": pa.string(), "number": pa.int64(), "truth": pa.bool_(), "texts": pa.list_(pa.string())}

_COLUMNS = Path(__file__).resolve().parents[4] / "Specs" / "tables" / "columns.json"

TABLES = ("launches", "requests", "events", "verdicts")

#: The schema of the logs: one row per file of a log. The folder's name is the `received_day`, so no file contains it.
LOGS = pa.schema(
    [
        # null if the file's first line is unreadable.
        ("support_id", pa.string()),
        # null if the app logs no installation id.
        ("installation", pa.string()),
        # A hash of the file's first two lines. An upload that arrives again has the same key.
        ("segment_key", pa.string()),
        # The number of the event before the file's first event, which gives the order of a launch's files; 0 for the first file.
        ("after_event", pa.int64()),
        # The time in milliseconds since 1970, by the server's clock.
        ("received_at", pa.int64()),
        ("name", pa.string()),
        ("log", pa.binary()),
    ]
)


def _described() -> str:
    """That of the library; without one, which only judging needs, that of the checkout."""
    from flowmachine import reading

    try:
        return json.dumps(reading.tables())
    except ImportError:
        if _COLUMNS.exists():
            return _COLUMNS.read_text()
        raise


@functools.lru_cache(maxsize=None)
def schemas(described: str = "") -> Dict[str, pa.Schema]:
    """The schema of each table: of the library, or of the JSON text that Specs/tables/columns.json contains."""
    found = json.loads(described or _described())
    return {
        name: pa.schema([(column["name"], _KINDS[column["kind"]]) for column in columns])
        for name, columns in found["tables"].items()
    }


def summaries_schema() -> pa.Schema:
    """Returns the columns of `launches`, and `upload_weight`: the number of launches that the uploaded log represents."""
    return schemas()["launches"].append(pa.field("upload_weight", pa.int64()))


def days(folder: Path) -> List[Path]:
    """Returns the folders of the days in a table, in order."""
    return sorted(path for path in folder.glob("received_day=*") if path.is_dir())


def day_of(path: Path) -> str:
    """Returns the day of a folder such as `received_day=2026-01-05`, or of a file in it."""
    for part in reversed(path.parts):
        if part.startswith("received_day="):
            return part.partition("=")[2]
    return ""
