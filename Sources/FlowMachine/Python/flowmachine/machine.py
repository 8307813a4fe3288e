"""The machine: events in, records out."""

from __future__ import annotations

import ctypes
import json
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Iterable, Mapping, Optional, Tuple, Type, Union

from .library import library

JSON = Mapping[str, Any]


class FlowError(Exception):
    """The base of all errors. The text says what is wrong, where, and what to do."""

    def __init__(self, text: str, line: int = 0, column: int = 0) -> None:
        super().__init__(text)
        #: The place of the problem in the input, from 1; 0 if the problem is not in the input.
        self.line = line
        self.column = column


class BadArgument(FlowError):
    """An argument is wrong."""


class NotBegun(FlowError):
    """The machine has not begun, or is closed."""


class Unreadable(FlowError):
    """Settings or an event cannot be read."""


class Damaged(FlowError):
    """A log is damaged, or has a newer format than the library."""


class Differs(FlowError):
    """The library decides differently about an event of a log."""


class OtherRevision(FlowError):
    """A log has another revision of the model, so the library cannot continue it."""


_ERRORS: dict[int, Type[FlowError]] = {
    2: BadArgument,
    3: NotBegun,
    4: Unreadable,
    5: Damaged,
    6: Differs,
    7: OtherRevision,
}


def failure(status: int, text: str, line: int = 0, column: int = 0) -> FlowError:
    """Returns the error for a status of flowmachine.h."""
    return _ERRORS.get(status, FlowError)(text, line, column)


@dataclass(frozen=True)
class Decided:
    """A record: one line of the log."""

    #: The line as bytes, with its newline. Write it to the log before you execute its effects.
    line: bytes
    #: The record as a dictionary: number, event, rule, state, step, effects, digest …
    record: dict[str, Any]


def _encoded(value: Union[JSON, str, bytes]) -> bytes:
    """Returns JSON as bytes. Text and bytes are taken as JSON."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


class Machine:
    """Decides about the events of one launch.

    A machine cannot be copied or pickled, because both copies would free it. Threads may share a machine: their calls run one after the other.
    """

    def __init__(self, settings: Union[JSON, str, bytes, None] = None) -> None:
        """Creates a machine, and begins a launch with these settings, if any, in the form of flow_begin."""
        # If `__init__` is called again, frees the machine that was created before.
        self.close()
        self._library = library()
        self._lock = threading.RLock()
        self._pointer: Optional[int] = self._library.flow_new()
        #: The first line of the log, with its newline; empty after `resume`.
        self.header_line = b""
        if settings is not None:
            self.begin(settings)

    def begin(self, settings: Union[JSON, str, bytes]) -> bytes:
        """Begins a launch, and forgets the previous one. Returns the first line of the log."""
        data = _encoded(settings)
        self.header_line = self._call("flow_begin", data, len(data))
        return self.header_line

    def decide(self, event: Union[JSON, str, bytes], by: int = 0) -> Decided:
        """Decides about the next event, an object as in the field `event` of a log.

        `by` is the number of the record whose effect caused the event; 0 if none did.
        """
        line = self.decide_line(event, by)
        return Decided(line, json.loads(line))

    def decide_line(self, event: Union[JSON, str, bytes], by: int = 0) -> bytes:
        """Decides like `decide`, but returns only the line, without parsing it, which is faster."""
        data = _encoded(event)
        if not -(2**63) <= by < 2**63:
            raise BadArgument(f"by is {by}: pass the number of an earlier record, or 0 if none caused the event")
        return self._call("flow_decide", data, len(data), by)

    def rotate(self) -> bytes:
        """Begins another log file. Returns its first two lines, which contain the complete state."""
        return self._call("flow_rotate")

    def resume(self, log: bytes) -> None:
        """Verifies a log file and continues it after its last record."""
        self._call("flow_resume", log, len(log))
        self.header_line = b""

    def verify(self, log: bytes) -> int:
        """Verifies a log file. Returns the number of its events. After a failure, `verified` has the number of events before it."""
        self._call("flow_verify", log, len(log))
        return self.verified

    def share(self, log: bytes) -> bytes:
        """Returns the log file in a form that may be sent to others: without the field `installation` of its header. The checksums change.

        Call this on one machine for all files of a log, in order. It does not use the machine's state or settings.
        """
        return self._call("flow_share", log, len(log))

    @property
    def number(self) -> int:
        """The number of the last record; 0 before the first."""
        with self._lock:
            return int(self._library.flow_number(self._pointer))

    @property
    def verified(self) -> int:
        """The number of events that the last `verify` or `resume` decided as recorded."""
        with self._lock:
            return int(self._library.flow_verified(self._pointer))

    def close(self) -> None:
        """Frees the machine. Deleting the object also frees it."""
        if getattr(self, "_pointer", None) is None:
            return
        with self._lock:
            pointer, self._pointer = self._pointer, None
            if pointer is not None:
                self._library.flow_free(pointer)

    def __copy__(self) -> Machine:
        raise TypeError("a Machine cannot be copied: create another, and resume the log with it")

    def __deepcopy__(self, memo: dict[int, Any]) -> Machine:
        raise TypeError("a Machine cannot be copied: create another, and resume the log with it")

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a Machine cannot be pickled: keep its log, and resume it with another")

    def __enter__(self) -> Machine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        # `close` does nothing if the library was not found.
        self.close()

    def _call(self, name: str, *arguments: Union[bytes, int]) -> bytes:
        # The library keeps only the result of the last call, so no other thread may call or close the machine in between.
        with self._lock:
            if self._pointer is None:
                raise NotBegun(f"{name}: the machine is closed: create another")
            flow, pointer = self._library, self._pointer
            status = getattr(flow, name)(pointer, *arguments)
            if status != 0:
                text = flow.flow_error(pointer).decode("utf-8", "replace")
                raise failure(status, text, flow.flow_error_line(pointer), flow.flow_error_column(pointer))
            return ctypes.string_at(flow.flow_result(pointer), flow.flow_result_length(pointer))


def verify(log: bytes) -> int:
    """Verifies a log file: checks every line and decides every event again. Returns the number of events."""
    with Machine() as machine:
        return machine.verify(log)


def share(logs: Iterable[bytes]) -> list[bytes]:
    """Returns the files of a log, in order, in a form that may be sent to others: without the field `installation` of their headers."""
    with Machine() as machine:
        return [machine.share(log) for log in logs]


def version() -> str:
    """Returns the library's version."""
    return str(library().flow_version().decode())


def format_version() -> int:
    """Returns the version of the log format that the library writes."""
    return int(library().flow_format())


def model_revision() -> int:
    """Returns the revision of the model. Libraries with the same revision make the same decisions, byte for byte."""
    return int(library().flow_model_revision())
