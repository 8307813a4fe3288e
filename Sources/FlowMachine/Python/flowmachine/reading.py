"""Explains logs: what went wrong, why, and who can act on it. Calls the shared library of Sources/flow-trace/FlowReading/C."""

from __future__ import annotations

import ctypes
import functools
import json
import os
from ctypes import c_char_p, c_int, c_int64, c_size_t, c_void_p
from pathlib import Path
from typing import Any, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .library import REPOSITORY, load
from .machine import BadArgument, failure

_DEFAULT = REPOSITORY / ".build" / "c" / "libflowreading.so"

#: The status of a file that cannot be read.
_DAMAGED = 5

_FORMS = {"text": 0, "json": 1, "mermaid": 2, "svg": 3}
_TABLES = {"launches": 1, "requests": 2, "events": 4, "verdicts": 8}
_DRAWINGS = {"sequence": 0, "states": 1, "timeline": 2}

# The types of the result and the arguments of each function.
_FUNCTIONS = {
    "flow_reading_new": (c_void_p, []),
    "flow_reading_free": (None, [c_void_p]),
    "flow_reading_add": (c_int, [c_void_p, c_char_p, c_size_t, c_char_p, c_size_t]),
    "flow_reading_summarize": (c_int, [c_void_p, c_int]),
    "flow_reading_rows": (c_int, [c_void_p, c_int64, c_int64]),
    "flow_reading_tables": (c_int, [c_void_p]),
    "flow_reading_explain": (c_int, [c_void_p, c_int64, c_int]),
    "flow_reading_compare": (c_int, [c_void_p, c_int]),
    "flow_reading_draw": (c_int, [c_void_p, c_int, c_int]),
    "flow_reading_result": (c_void_p, [c_void_p]),
    "flow_reading_result_length": (c_size_t, [c_void_p]),
    "flow_reading_error": (c_char_p, [c_void_p]),
}

#: A log file: its name and its bytes, or its path.
Log = Union[Tuple[str, bytes], str, "os.PathLike[str]"]


@functools.lru_cache(maxsize=None)
def _library() -> ctypes.CDLL:
    """Returns the shared library: the one that FLOWREADING_LIBRARY names, or the one that Sources/flow-trace/FlowReading/C/build builds."""
    # CDLL releases Python's global lock, so that several threads can read logs at once. Each call has a reading of its own.
    return load(ctypes.CDLL, _FUNCTIONS, "FLOWREADING_LIBRARY", _DEFAULT, "Sources/flow-trace/FlowReading/C/build")


def library_path() -> str:
    """The path of the shared library that is loaded."""
    return _library()._name


def _result(logs: List[Log], name: str, *values: int) -> str:
    library = _library()
    reading = library.flow_reading_new()
    try:
        for log in logs:
            file, data = log if isinstance(log, tuple) else (os.fspath(log), Path(log).read_bytes())
            encoded = file.encode()
            _check(library, reading, library.flow_reading_add(reading, encoded, len(encoded), data, len(data)))
        _check(library, reading, getattr(library, name)(reading, *values))
        length = library.flow_reading_result_length(reading)
        return ctypes.string_at(library.flow_reading_result(reading), length).decode()
    finally:
        library.flow_reading_free(reading)


def _check(library: ctypes.CDLL, reading: int, status: int) -> None:
    if status != 0:
        raise failure(status, library.flow_reading_error(reading).decode())


def _number(words: Mapping[str, int], word: str, what: str) -> int:
    if word not in words:
        raise BadArgument(f"{what} is {word!r}: use one of {', '.join(words)}")
    return words[word]


def _objects(lines: str) -> List[Any]:
    return [json.loads(line) for line in lines.splitlines()]


def summarize(*logs: Log) -> List[Mapping[str, Any]]:
    """Returns what went wrong in each launch, why, and who can act on it: the objects of `flow-trace triage --json`.

    The files of one launch must follow each other. Raises `Damaged` if the first line of a file cannot be read. Later damaged lines are skipped
    and reported.
    """
    return [found for found in _summary(logs) if "patterns" not in found]


def total(*logs: Log) -> Optional[Mapping[str, Any]]:
    """Returns what several launches show together: the last object of `flow-trace triage --json`, with its `patterns`; `None` for one launch."""
    return next((found for found in _summary(logs) if "patterns" in found), None)


def _summary(logs: Sequence[Log]) -> List[Any]:
    return _objects(_result(list(logs), "flow_reading_summarize", _FORMS["json"]))


def summary(*logs: Log) -> str:
    """Returns the text of `flow-trace triage`: what `summarize` and `total` return, for people."""
    return _result(list(logs), "flow_reading_summarize", _FORMS["text"])


def row_lines(*logs: Log, tables: Iterable[str] = ("launches",), one_in: int = 1) -> bytes:
    """Returns the launches as rows of tables: one JSON object per line, with the name of the table first. Specs/tables documents the columns.

    The files of one launch must follow each other. A launch with a file whose first line cannot be read is damaged. Raises `NotBegun` if no file
    can be read. `one_in`: the app uploads the log of one in this many launches without a fault; 1 for every log.
    """
    bits = sum({_number(_TABLES, table, "table") for table in tables})
    library = _library()
    reading = library.flow_reading_new()
    try:
        for log in logs:
            name, data = log if isinstance(log, tuple) else (os.fspath(log), Path(log).read_bytes())
            encoded = name.encode()
            status = library.flow_reading_add(reading, encoded, len(encoded), data, len(data))
            if status != _DAMAGED:
                _check(library, reading, status)
        _check(library, reading, library.flow_reading_rows(reading, bits, one_in))
        return ctypes.string_at(library.flow_reading_result(reading), library.flow_reading_result_length(reading))
    finally:
        library.flow_reading_free(reading)


def rows(*logs: Log, table: str = "launches", one_in: int = 1) -> List[Mapping[str, Any]]:
    """Returns the launches as a list of the rows of one table, for `pandas.DataFrame(rows(...))`."""
    found = _objects(row_lines(*logs, tables=[table], one_in=one_in).decode())
    for row in found:
        del row["table"]
    return found


def tables() -> Mapping[str, Any]:
    """Returns the columns of the tables, as in Specs/tables/columns.json."""
    return _objects(_result([], "flow_reading_tables"))[0]


def explain(log: Log, event: Optional[int] = None) -> Mapping[str, Any]:
    """Returns why an event was decided as it was, and what would have changed the decision: the object of `flow-trace explain --json`.

    Without `event`, explains the event that best shows why a request was not fulfilled. Raises `BadArgument` if the log has no such event.
    """
    return _objects(_result([log], "flow_reading_explain", event or 0, _FORMS["json"]))[0]


def explanation(log: Log, event: Optional[int] = None) -> str:
    """Returns the explanation that `explain` returns, as text for people."""
    return _result([log], "flow_reading_explain", event or 0, _FORMS["text"])


def compare(left: Log, right: Log) -> List[Mapping[str, Any]]:
    """Returns how two logs differ in meaning: the objects of `flow-trace diff --json`."""
    return _objects(_result([left, right], "flow_reading_compare", _FORMS["json"]))


def comparison(left: Log, right: Log) -> str:
    """Returns the comparison that `compare` returns, as text for people."""
    return _result([left, right], "flow_reading_compare", _FORMS["text"])


def draw(log: Log, kind: str = "sequence", form: str = "text") -> str:
    """Returns a drawing of a log. `kind` is sequence, states or timeline; `form` is text, mermaid or svg."""
    return _result([log], "flow_reading_draw", _number(_DRAWINGS, kind, "kind"), _number(_FORMS, form, "form"))
