"""Reads the records of a log."""

from __future__ import annotations

import json
from typing import Any, Iterator, Tuple

from .machine import verify


def log_lines(log: bytes) -> Tuple[list[bytes], list[bytes]]:
    """Returns the complete lines of a log file, each with its newline: the header (and the snapshot, if there is one), and the records."""
    lines = [line + b"\n" for line in log.split(b"\n")[:-1]]
    head = 2 if len(lines) > 1 and lines[1].startswith(b'{"snapshot":') else 1
    return lines[:head], lines[head:]


def read_log(log: bytes, verified: bool = True) -> Iterator[dict[str, Any]]:
    """Yields the records of a log file. Verifies the log first if `verified` is true."""
    if verified:
        verify(log)
    for line in log_lines(log)[1]:
        yield json.loads(line)
