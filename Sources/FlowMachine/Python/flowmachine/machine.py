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
    """A call failed. The text says what is wrong, where, and what to do."""

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
    """Settings or an event that cannot be read."""


class Damaged(FlowError):
    """A log is damaged, or has a newer format than the library."""


class Differs(FlowError):
    """The library decides differently about an event of a log."""


class OtherRevision(FlowError):
    """A log of another revision of the model, which the library cannot continue."""


_ERRORS: dict[int, Type[FlowError]] = {
    2: BadArgument,
    3: NotBegun,
    4: Unreadable,
    5: Damaged,
    6: Differs,
    7: OtherRevision,
}


def failure(status: int, text: str, line: int = 0, column: int = 0) -> FlowError:
    """The error of a status of flowmachine.h."""
    return _ERRORS.get(status, FlowError)(text, line, column)


@dataclass(frozen=True)
class Decided:
    """A record: one line of the log."""

    #: The line as bytes, with its newline. Write it to the log before carrying out its effects.
    line: bytes
    #: The same as a dictionary: number, event, rule, state, step, effects, digest …
    record: dict[str, Any]


def _encoded(value: Union[JSON, str, bytes]) -> bytes:
    """JSON as bytes; text and bytes are JSON already."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


class Machine:
    """Decides about the events of one launch.

    It cannot be copied or pickled, because both copies would free it. Threads may share it: each call is whole, in the order of the calls.
    """

    def __init__(self, settings: Union[JSON, str, bytes, None] = None) -> None:
        """A machine that begins a launch with these settings, as flow_begin takes them; without settings it has not begun."""
        # A machine that is initialized again must not lose the one before.
        self.close()
        self._library = library()
        self._lock = threading.RLock()
        self._pointer: Optional[int] = self._library.flow_new()
        #: The first line of the log, with its newline; empty after `resume`.
        self.header_line = b""
        if settings is not None:
            self.begin(settings)

    def begin(self, settings: Union[JSON, str, bytes]) -> bytes:
        """Begins a launch, and forgets the one before. Returns the first line of the log."""
        data = _encoded(settings)
        self.header_line = self._call("flow_begin", data, len(data))
        return self.header_line

    def decide(self, event: Union[JSON, str, bytes], by: int = 0) -> Decided:
        """Decides about the next event: the object that a log has in the field `event`.

        `by` is the number of the record whose effect caused it; 0 if none did.
        """
        line = self.decide_line(event, by)
        return Decided(line, json.loads(line))

    def decide_line(self, event: Union[JSON, str, bytes], by: int = 0) -> bytes:
        """Like `decide`, without reading the line: faster."""
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
        """Verifies a log file. Returns the number of its events; `verified` has it after a failure, too."""
        self._call("flow_verify", log, len(log))
        return self.verified

    def share(self, log: bytes) -> bytes:
        """The log file as it may be sent to somebody: without the field `installation` of its header. The checksums change.

        Call it on one machine for all files of a log, in order. Uses neither the state nor the settings.
        """
        return self._call("flow_share", log, len(log))

    @property
    def number(self) -> int:
        """The number of the last record; 0 before the first."""
        with self._lock:
            return int(self._library.flow_number(self._pointer))

    @property
    def verified(self) -> int:
        """How many events the last `verify` or `resume` found to be decided in the same way."""
        with self._lock:
            return int(self._library.flow_verified(self._pointer))

    def close(self) -> None:
        """Frees the machine. Happens by itself, too."""
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
        # Nothing to free if the library was not found.
        self.close()

    def _call(self, name: str, *arguments: Union[bytes, int]) -> bytes:
        # The result is that of the last call, so no other thread may call in between, or close the machine.
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
    """The files of a log, in order, as they may be sent to somebody: without the field `installation` of their headers."""
    with Machine() as machine:
        return [machine.share(log) for log in logs]


def version() -> str:
    """The library's version."""
    return str(library().flow_version().decode())


def format_version() -> int:
    """The version of the log's format that the library writes."""
    return int(library().flow_format())


def model_revision() -> int:
    """The revision of the model. Libraries with the same revision decide the same, byte for byte."""
    return int(library().flow_model_revision())
