"""Prints a row of the same-bytes table for each log that the standard input names."""

import sys
import time
from pathlib import Path

import sources

import flowmachine as flow


def decided_again(machine: flow.Machine, log: bytes) -> int:
    """How many lines of the log are the same when its events are decided again."""
    head, records = flow.log_lines(log)
    if len(head) == 2:
        machine.resume(b"".join(head))
    elif machine.begin(head[0]) != head[0]:
        return 0
    same = len(head)
    for line in records:
        start, end = line.index(b'"event":'), line.index(b',"rule":"')
        by = line.find(b'"by":', 0, start)
        again = machine.decide_line(line[start + 8 : end], int(line[by + 5 : start].rstrip(b",")) if by >= 0 else 0)
        if again != line:
            break
        same += 1
    return same


events, seconds = 0, 0.0
for name in sys.stdin.read().splitlines():
    log = Path(name).read_bytes()
    with flow.Machine() as machine:
        result, place, lines = "verified", "-", "-"
        try:
            machine.verify(log)
        except flow.Differs as problem:
            result, place = "differs", str(problem.line)
        except (flow.Damaged, flow.OtherRevision) as problem:
            result, place = "damaged", f"{problem.line}:{problem.column}"
        row = f"{name}\t{machine.verified}\t{result}\t{place}"
        if result == "verified" and b'"modelRevision":%d,' % flow.model_revision() in log[: log.index(b"\n")]:
            start = time.perf_counter()
            same = decided_again(machine, log)
            seconds += time.perf_counter() - start
            events += same - len(flow.log_lines(log)[0])
            lines = str(same)
    print(f"{row}\t{lines}")
print(f"#\t{events}\t{seconds:.3f}")
