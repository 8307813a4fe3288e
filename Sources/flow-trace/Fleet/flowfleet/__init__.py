"""Keeps the launches of a fleet as Parquet: packs logs, judges them, runs queries, writes reports, and gates releases.

Needs pyarrow; `duckdb` for queries and the report; `pyspark` for many machines. The C library judges the launches (flowmachine.reading).
"""

from __future__ import annotations

import sys
from pathlib import Path

# In a checkout, the Python package flowmachine is found by this path.
_BESIDE = Path(__file__).resolve().parent / "../../../FlowMachine/Python"
if _BESIDE.is_dir() and str(_BESIDE) not in sys.path:
    sys.path.append(str(_BESIDE))


class FleetError(Exception):
    """The input or the fleet's folder is wrong. The text says what is wrong, where, and what to do."""
