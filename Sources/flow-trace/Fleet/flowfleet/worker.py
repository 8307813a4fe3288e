"""The child process that judges launches. It writes the index of the current launch into shared memory, so that the parent knows at which
launch it ended.

python -m flowfleet.worker FILE TABLES ONE_IN MEMORY

reads batches from standard input and writes their rows to standard output. FILE is the descriptor of the shared memory.
"""

from __future__ import annotations

import marshal
import mmap
import os
import resource
import struct
import sys
import threading
import time
from typing import BinaryIO, Callable, List, Optional, Sequence, Tuple

#: A launch: the names and contents of its files, in order.
Launch = Sequence[Tuple[str, bytes]]
#: The rows of a launch, as lines of JSON; `None` if nothing in the launch can be read.
Judgment = Optional[bytes]

#: The number of launches that are answered at once; after a crash, at most this many are judged again.
TOGETHER = 32
INDEX = struct.Struct("q")
LENGTH = struct.Struct("Q")


def judge(tables: Sequence[str], one_in: int) -> Callable[[Launch], Judgment]:
    """Returns a function that judges a launch with the C library."""
    from flowmachine import reading
    from flowmachine.machine import NotBegun

    def rows(launch: Launch) -> Judgment:
        try:
            return reading.row_lines(*launch, tables=tables, one_in=one_in)
        except NotBegun:
            return None

    return rows


def serve(judged: Callable[[Launch], Judgment], shared: mmap.mmap, input: BinaryIO, output: BinaryIO) -> None:
    """Answers batches until the input ends."""
    while True:
        head = input.read(LENGTH.size)
        if len(head) < LENGTH.size:
            return
        batch: List[Launch] = marshal.loads(input.read(LENGTH.unpack(head)[0]))
        for begin in range(0, len(batch), TOGETHER):
            answers = []
            for index in range(begin, min(begin + TOGETHER, len(batch))):
                shared[: INDEX.size] = INDEX.pack(index)
                answers.append(judged(batch[index]))
            data = marshal.dumps(answers)
            output.write(LENGTH.pack(len(data)) + data)
            output.flush()


def end_with(parent: int) -> None:
    """Ends this process soon after its parent, also while a launch is judged that never ends."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    end_with(os.getppid())
    file, tables, one_in, memory = sys.argv[1:5]
    if int(memory):
        resource.setrlimit(resource.RLIMIT_DATA, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    shared = mmap.mmap(int(file), INDEX.size)
    judged = judge(tables.split(","), int(one_in))
    hook = os.environ.get("FLOWFLEET_TEST_HOOK")
    if hook:
        import importlib

        judged = importlib.import_module(hook).wrap(judged)
    # Reports a missing library as an error of its own, not as a crash at a launch.
    from flowmachine import reading

    try:
        reading.tables()
    except ImportError as error:
        sys.exit(f"flowfleet: {error}")
    sys.stdout.buffer.write(LENGTH.pack(0))
    sys.stdout.buffer.flush()
    try:
        serve(judged, shared, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The parent process has ended.
        os._exit(0)


if __name__ == "__main__":
    main()
