"""A judge that dies of one launch and never ends with another: named by FLOWFLEET_TEST_HOOK."""

from __future__ import annotations

import ctypes
import os
import time


def wrap(judged):
    crash, hang = os.environ.get("CRASH", "-"), os.environ.get("HANG", "-")

    def rows(launch):
        name = launch[0][0]
        if crash in name:
            ctypes.string_at(0)
        if hang in name:
            time.sleep(3600)
        return judged(launch)

    return rows
