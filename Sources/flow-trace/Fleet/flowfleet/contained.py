"""Judges launches in a child process, so that a crash or a time limit affects only one launch, whose row reports it."""

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

#: The reasons why a launch has no rows. They are values of `log_state` and `result`.
UNREADABLE, CRASHED, TIMED_OUT = "unreadable", "crashed", "timedOut"

#: The longest time that a child may take to start, in seconds.
STARTS_WITHIN = 120.0
#: The maximum number of attempts to start a child, if signals kill the others.
STARTS = 5

Rows = Union[bytes, str]


class Judge:
    """Judges launches in a child process. The child is started at the first launch, and again after each crash or time limit.

    The child runs a program of its own, not a copy of this process, so that it also works with the threads of DuckDB and within Spark.
    """

    def __init__(self, tables: Sequence[str], one_in: int = 1, limit: float = 30.0, memory: int = 2 << 30) -> None:
        """`limit` is the time for one launch, in seconds; `memory` is the memory of the child, in bytes."""
        self._tables, self._one_in, self._limit, self._memory = list(tables), one_in, limit, memory
        self._child: Optional[subprocess.Popen] = None
        self._lock = threading.Lock()
        # The file has no name, so that nothing is left of it if this process is killed.
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
        """Returns for each launch its rows as lines of JSON, or the reason why it has none. Threads may share the judge; it serves one at a time."""
        with self._lock:
            return self._rows(launches)

    def _rows(self, launches: Sequence[Launch]) -> List[Rows]:
        answers: List[Rows] = []
        while len(answers) < len(launches):
            ended = self._batch(launches[len(answers) :], answers)
            if ended is None:
                continue
            why, index = ended
            # Judges the unanswered launches before the launch that ended the child again, and then answers that launch.
            before = launches[len(answers) : index]
            if before:
                again = self._rows(before)
                answers += again
            if len(answers) == index and index < len(launches):
                answers.append(self._again(launches[index]) if why == CRASHED else why)
        return answers

    def _again(self, launch: Launch) -> Rows:
        """Judges a launch once more, alone, because something else may have ended the child, such as a lack of memory."""
        answers: List[Rows] = []
        ended = self._batch([launch], answers)
        return answers[0] if ended is None else ended[0]

    def _batch(self, launches: Sequence[Launch], answers: List[Rows]):
        """Judges launches, and adds to `answers`. Returns `None`, or why the child ended and the index of the launch at which it ended."""
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
        """Returns `count` bytes of the child's answer, or why there are none. `limit` is the longest time without progress, in seconds."""
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
            # A signal comes from outside, so another child may start. An exit status means that the library is missing.
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
