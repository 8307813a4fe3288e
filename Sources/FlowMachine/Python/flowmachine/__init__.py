"""FlowMachine for Python: decides the steps of a TV app's sign-in with Adobe Pass, and reads and verifies its logs.

The package calls the shared library of Sources/FlowMachine/C. It has no build step and no dependencies.
"""

from .library import LibraryMissing
from .log import log_lines, read_log
from .machine import (
    BadArgument,
    Damaged,
    Decided,
    Differs,
    FlowError,
    Machine,
    NotBegun,
    OtherRevision,
    Unreadable,
    format_version,
    model_revision,
    share,
    verify,
    version,
)

__all__ = [
    "BadArgument",
    "Damaged",
    "Decided",
    "Differs",
    "FlowError",
    "LibraryMissing",
    "Machine",
    "NotBegun",
    "OtherRevision",
    "Unreadable",
    "format_version",
    "log_lines",
    "model_revision",
    "read_log",
    "share",
    "verify",
    "version",
]
