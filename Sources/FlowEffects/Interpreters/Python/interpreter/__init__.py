"""Executes FlowMachine's calls to Adobe Pass: builds the requests, reads the answers, and keeps the secrets in memory.

The package needs only the standard library. Specs/interpreter has the contract that it follows and the vectors that it passes.
"""

from .adobe import Interpreter, Store
from .encoding import device_identifier

__all__ = ["Interpreter", "Store", "device_identifier"]
