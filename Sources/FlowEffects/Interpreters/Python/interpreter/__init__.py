"""Performs FlowMachine's calls to Adobe Pass: builds the requests, reads the answers, and keeps the secrets in memory.

The package needs only Python's standard library. Specs/interpreter contains the contract that the package follows, and its test vectors.
"""

from .adobe import Interpreter, Store
from .encoding import device_identifier

__all__ = ["Interpreter", "Store", "device_identifier"]
