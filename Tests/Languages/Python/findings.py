"""Writes what FlowReading says about each log that the standard input names, for ../same-findings."""

import json
import sys
from pathlib import Path

import sources  # noqa: F401

from flowmachine import FlowError, reading

place = Path(sys.argv[1])
before = None
readable = []
for number, log in enumerate(sys.stdin.read().splitlines(), start=1):
    results = {
        "triage": lambda: reading._result([log], "flow_reading_summarize", 1),
        "explain": lambda: reading._result([log], "flow_reading_explain", 0, 1),
        "sequence": lambda: reading.draw(log),
        "states": lambda: reading.draw(log, "states", "mermaid"),
        "timeline": lambda: reading.draw(log, "timeline", "svg"),
        "diff": lambda: reading._result([before, log], "flow_reading_compare", 1) if before else "",
    }
    for name, result in results.items():
        try:
            text = result()
        except FlowError:
            continue
        if text:
            (place / f"{number}.{name}").write_bytes(text.encode())
            if name == "triage":
                readable.append(log)
    if log.startswith("Specs/scenarios"):
        # What a program gets are values: they say the same.
        assert [json.dumps(launch) for launch in reading.summarize(log)]
    before = log
(place / "all.triage").write_bytes(reading._result(readable, "flow_reading_summarize", 1).encode())
(place / "all.text").write_bytes(reading.summary(*readable).encode())
assert len(reading.summarize(*readable)) == reading.total(*readable)["launches"]
