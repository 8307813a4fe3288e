"""A judge that dies of some launches, never ends with others, and is slow: named by FLOWFLEET_TEST_HOOK.

CRASH, HANG: parts of names, with commas between them. SLOW: seconds for each launch. HANGING: a pipe that is opened for writing while one hangs.
"""

from __future__ import annotations

import ctypes
import os
import time


def wrap(judged):
    crash, hang = (list(filter(None, os.environ.get(name, "").split(","))) for name in ("CRASH", "HANG"))
    slow = float(os.environ.get("SLOW", "0"))

    def rows(launch):
        name = launch[0][0]
        time.sleep(slow)
        if any(part in name for part in crash):
            ctypes.string_at(0)
        if any(part in name for part in hang):
            with open(os.environ.get("HANGING", os.devnull), "wb"):
                time.sleep(3600)
        return judged(launch)

    return rows
