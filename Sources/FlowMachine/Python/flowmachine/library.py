"""Finds the shared library, and declares the functions of flowmachine.h for ctypes."""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import c_char_p, c_int, c_int64, c_size_t, c_void_p
from pathlib import Path

_HERE = Path(__file__).resolve().parent
# An installed module is not inside the repository.
REPOSITORY = _HERE.parents[3] if len(_HERE.parents) > 3 else _HERE
_DEFAULT = REPOSITORY / ".build" / "c" / "libflowmachine.so"

# The types of the result and the arguments of each function.
_FUNCTIONS = {
    "flow_new": (c_void_p, []),
    "flow_free": (None, [c_void_p]),
    "flow_begin": (c_int, [c_void_p, c_char_p, c_size_t]),
    "flow_decide": (c_int, [c_void_p, c_char_p, c_size_t, c_int64]),
    "flow_rotate": (c_int, [c_void_p]),
    "flow_resume": (c_int, [c_void_p, c_char_p, c_size_t]),
    "flow_verify": (c_int, [c_void_p, c_char_p, c_size_t]),
    "flow_share": (c_int, [c_void_p, c_char_p, c_size_t]),
    "flow_result": (c_void_p, [c_void_p]),
    "flow_result_length": (c_size_t, [c_void_p]),
    "flow_number": (c_int64, [c_void_p]),
    "flow_verified": (c_int64, [c_void_p]),
    "flow_error": (c_char_p, [c_void_p]),
    "flow_error_line": (c_size_t, [c_void_p]),
    "flow_error_column": (c_size_t, [c_void_p]),
    "flow_version": (c_char_p, []),
    "flow_format": (c_int, []),
    "flow_model_revision": (c_int, []),
}


class LibraryMissing(ImportError):
    """The shared library was not found, or the file found is not FlowMachine's library."""


def load(opened, functions, variable: str, default: Path, script: str) -> ctypes.CDLL:
    """Opens a shared library and declares its functions. The library is the one that the environment variable `variable` names; otherwise the one
    beside this module, as in a wheel; otherwise `default`, which `script` builds."""
    beside = _HERE / default.name
    path = os.environ.get(variable) or str(beside if beside.exists() else default)
    try:
        loaded = opened(path)
        for name, (result, arguments) in functions.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise LibraryMissing(
            f"{path}: {error}. Build the library with {REPOSITORY}/{script}, or set {variable} to its path."
        ) from None
    return loaded


@functools.lru_cache(maxsize=None)
def library() -> ctypes.PyDLL:
    """Returns the shared library: the one that FLOWMACHINE_LIBRARY names, or the one that Sources/FlowMachine/C/build builds."""
    # PyDLL keeps Python's global lock during a call, so that no second thread uses or frees a machine while it decides.
    return load(ctypes.PyDLL, _FUNCTIONS, "FLOWMACHINE_LIBRARY", _DEFAULT, "Sources/FlowMachine/C/build")
