"""Makes a log in two files of one in one file, with the core's library."""

from __future__ import annotations

import json
from typing import List

from flowmachine.machine import Machine


def split(log: bytes, cut: int) -> List[bytes]:
    """The log in two files; the second begins after the event `cut`."""
    lines = log.split(b"\n")[:-1]
    with Machine() as machine:
        machine.resume(b"\n".join(lines[: cut + 1]) + b"\n")
        files = [b"\n".join(lines[: cut + 1]) + b"\n", machine.rotate()]
        for line in lines[cut + 1 :]:
            record = json.loads(line)
            files[1] += machine.decide_line(record["event"], record.get("by", 0))
    return files
