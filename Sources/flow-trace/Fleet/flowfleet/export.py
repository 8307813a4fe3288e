"""Logs out of a fleet, as the files that a flow wrote: for `flow-trace`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, List, NamedTuple


class Exported(NamedTuple):
    """The log of a launch, as it was written."""

    #: The file, or the folder of all files of the launch.
    launch: Path
    #: Each file, and the event before its first.
    files: List[Path]
    after: List[int]


def export(connection: Any, support: str, folder: Path) -> List[Exported]:
    """Writes the log of a launch into a folder, or several files of it into a folder of its own. Returns nothing if it is not here."""
    logs = connection.execute("select after_event, log from logs where support_id = $1 order by after_event, received_at", [support]).fetchall()
    # A support id becomes the name of a file, and nothing in a log is trusted.
    if not (support.isascii() and support.isalnum()) or not logs:
        return []
    place = folder / support if len(logs) > 1 else folder
    place.mkdir(parents=True, exist_ok=True)
    files = [place / f"flow-{support}-{number:04}.jsonl" for number in range(1, len(logs) + 1)]
    for path, (_, log) in zip(files, logs):
        path.write_bytes(log)
    return [Exported(place if len(files) > 1 else files[0], files, [after for after, _ in logs])]
