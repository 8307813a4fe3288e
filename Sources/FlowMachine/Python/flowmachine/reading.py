"""What a log means: what went wrong in it, why, and who can act on it. Over the shared library of Sources/flow-trace/FlowReading/C."""

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

# Result and arguments of each function.
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

#: The name of a log file and its bytes, or its path.
Log = Union[Tuple[str, bytes], str, "os.PathLike[str]"]


@functools.lru_cache(maxsize=None)
def _library() -> ctypes.CDLL:
    """The shared library: the one that FLOWREADING_LIBRARY names, or the one that Sources/flow-trace/FlowReading/C/build builds."""
    # Without the interpreter's lock, so that several threads read logs at once: no two share a reading.
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
    """What went wrong in each launch, why, and who can act on it: the objects of `flow-trace triage --json`.

    The files of one launch stand one after the other. Raises `Damaged` if the first line of a file cannot be read; damaged lines after it are
    skipped, and told.
    """
    return [found for found in _summary(logs) if "patterns" not in found]


def total(*logs: Log) -> Optional[Mapping[str, Any]]:
    """What several launches show together: the last object of `flow-trace triage --json`, with its `patterns`. `None` for one launch."""
    return next((found for found in _summary(logs) if "patterns" in found), None)


def _summary(logs: Sequence[Log]) -> List[Any]:
    return _objects(_result(list(logs), "flow_reading_summarize", _FORMS["json"]))


def summary(*logs: Log) -> str:
    """The same for people; of several launches also what they have in common."""
    return _result(list(logs), "flow_reading_summarize", _FORMS["text"])


def row_lines(*logs: Log, tables: Iterable[str] = ("launches",), one_in: int = 1) -> bytes:
    """The launches as rows of tables: JSON objects, each on a line, with the name of the table first. Specs/tables documents the columns.

    The files of one launch stand one after the other. A file whose first line cannot be read makes its launch damaged. Raises `NotBegun` if none can.
    `one_in`: of how many launches without a fault the app uploads the log of one; 1: of each.
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
    """The same as a list of the rows of one table, for `pandas.DataFrame(rows(...))`."""
    found = _objects(row_lines(*logs, tables=[table], one_in=one_in).decode())
    for row in found:
        del row["table"]
    return found


def tables() -> Mapping[str, Any]:
    """The columns of the tables, as Specs/tables/columns.json has them."""
    return _objects(_result([], "flow_reading_tables"))[0]


def explain(log: Log, event: Optional[int] = None) -> Mapping[str, Any]:
    """Why an event was decided as it was, and what would have changed it: the object of `flow-trace explain --json`.

    By default, the event that best shows why a request was not fulfilled. Raises `BadArgument` if the log has no such event.
    """
    return _objects(_result([log], "flow_reading_explain", event or 0, _FORMS["json"]))[0]


def explanation(log: Log, event: Optional[int] = None) -> str:
    """The same for people."""
    return _result([log], "flow_reading_explain", event or 0, _FORMS["text"])


def compare(left: Log, right: Log) -> List[Mapping[str, Any]]:
    """How two logs differ in meaning: the objects of `flow-trace diff --json`."""
    return _objects(_result([left, right], "flow_reading_compare", _FORMS["json"]))


def comparison(left: Log, right: Log) -> str:
    """The same for people."""
    return _result([left, right], "flow_reading_compare", _FORMS["text"])


def draw(log: Log, kind: str = "sequence", form: str = "text") -> str:
    """Draws a log. `kind`: sequence, states or timeline; `form`: text, mermaid or svg."""
    return _result([log], "flow_reading_draw", _number(_DRAWINGS, kind, "kind"), _number(_FORMS, form, "form"))
