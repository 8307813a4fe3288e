"""Judges launches in a child process: a crash or a time limit costs one launch, and is its row."""

from __future__ import annotations

import marshal
import mmap
import os
import select
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import List, Optional, Sequence, Union

from . import FleetError
from .worker import INDEX, LENGTH, Launch

#: Why a launch has no rows: the values of `log_state` and `result`.
UNREADABLE, CRASHED, TIMED_OUT = "unreadable", "crashed", "timedOut"

#: A child starts within so many seconds, or something is wrong with the machine.
STARTS_WITHIN = 120.0
#: So often a child is started if others are killed while they start.
STARTS = 5

Rows = Union[bytes, str]


class Judge:
    """Judges launches, in a child that is started once, and again after each of its ends.

    It starts a program instead of a copy of this process, so that it works beside the threads of DuckDB and within Spark.
    """

    def __init__(self, tables: Sequence[str], one_in: int = 1, limit: float = 30.0, memory: int = 2 << 30) -> None:
        """`limit`: seconds for one launch. `memory`: bytes of the child."""
        self._tables, self._one_in, self._limit, self._memory = list(tables), one_in, limit, memory
        self._child: Optional[subprocess.Popen] = None
        self._lock = threading.Lock()
        # It has no name, so that nothing is left of it if this process is killed.
        self._file = tempfile.TemporaryFile(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self._file.write(INDEX.pack(0))
        self._file.flush()
        self._shared = mmap.mmap(self._file.fileno(), INDEX.size)

    def __enter__(self) -> "Judge":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the child."""
        self._stop()
        self._shared.close()
        self._file.close()

    def rows(self, launches: Sequence[Launch]) -> List[Rows]:
        """For each launch its rows as lines of JSON, or why it has none. Threads may share the judge: one at a time is served."""
        with self._lock:
            return self._rows(launches)

    def _rows(self, launches: Sequence[Launch]) -> List[Rows]:
        answers: List[Rows] = []
        while len(answers) < len(launches):
            ended = self._batch(launches[len(answers) :], answers)
            if ended is None:
                continue
            why, index = ended
            # Those before it that were not answered are judged again, then the one at fault is passed.
            before = launches[len(answers) : index]
            if before:
                again = self._rows(before)
                answers += again
            if len(answers) == index and index < len(launches):
                answers.append(self._again(launches[index]) if why == CRASHED else why)
        return answers

    def _again(self, launch: Launch) -> Rows:
        """Judges a launch once more, alone: what ended the child may have been something else, such as a system without memory."""
        answers: List[Rows] = []
        ended = self._batch([launch], answers)
        return answers[0] if ended is None else ended[0]

    def _batch(self, launches: Sequence[Launch], answers: List[Rows]):
        """Returns `None`, or why the child ended, and at which of all launches."""
        child = self._start()
        first = len(answers)
        self._shared[: INDEX.size] = INDEX.pack(0)
        data = marshal.dumps([[(name, log) for name, log in launch] for launch in launches])
        try:
            child.stdin.write(LENGTH.pack(len(data)))
            child.stdin.write(data)
            child.stdin.flush()
        except BrokenPipeError:
            return self._end(CRASHED, first)
        done = 0
        while done < len(launches):
            head = self._read(LENGTH.size, self._limit)
            found = head if isinstance(head, str) else self._read(LENGTH.unpack(head)[0], self._limit)
            if isinstance(found, str):
                return self._end(found, first)
            for answer in marshal.loads(found):
                answers.append(UNREADABLE if answer is None else answer)
                done += 1
        return None

    def _end(self, why: str, first: int):
        index = first + INDEX.unpack(self._shared[: INDEX.size])[0]
        self._stop()
        return why, index

    def _read(self, count: int, limit: float) -> Rows:
        """So many bytes of the child's answer, or why there are none. `limit`: seconds without a change."""
        data = bytearray()
        output = self._child.stdout.fileno()
        place, since = -1, time.monotonic()
        while len(data) < count:
            if not select.select([output], [], [], min(0.5, limit / 4))[0]:
                now = INDEX.unpack(self._shared[: INDEX.size])[0]
                if now != place:
                    place, since = now, time.monotonic()
                elif time.monotonic() - since > limit:
                    return TIMED_OUT
                continue
            piece = os.read(output, min(count - len(data), 1 << 20))
            if not piece:
                return CRASHED
            data += piece
        return bytes(data)

    def _start(self) -> subprocess.Popen:
        for _ in range(STARTS):
            if self._child is not None and self._child.poll() is None:
                return self._child
            self._stop()
            self._child = self._open()
            ready = self._read(LENGTH.size, max(self._limit, STARTS_WITHIN))
            if not isinstance(ready, str):
                return self._child
            # A signal comes from outside, so another child may fare better; a status is that of a library that is missing.
            if ready == TIMED_OUT or self._child.wait() >= 0:
                break
        self._stop()
        raise FleetError("the judge cannot start: see its message above. Build the library, or set FLOWREADING_LIBRARY to its path")

    def _open(self) -> subprocess.Popen:
        here = str(Path(__file__).resolve().parent.parent)
        path = os.pathsep.join([here] + [entry for entry in (os.environ.get("PYTHONPATH"),) if entry])
        shared = self._file.fileno()
        return subprocess.Popen(
            [sys.executable, "-m", "flowfleet.worker", str(shared), ",".join(self._tables), str(self._one_in), str(self._memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=-1,
            pass_fds=[shared],
            env={**os.environ, "PYTHONPATH": path},
        )

    def _stop(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            try:
                pipe.close()
            except OSError:
                pass
