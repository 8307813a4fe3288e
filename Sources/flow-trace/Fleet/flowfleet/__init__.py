"""Launches of a fleet as Parquet: packs logs, judges them, asks, reports, and gates a release.

Needs pyarrow; `duckdb` for questions and the report; `pyspark` for many machines. The judgment is that of the C library (flowmachine.reading).
"""

from __future__ import annotations

import sys
from pathlib import Path

# The Python package of the core is beside this one in a checkout.
_BESIDE = Path(__file__).resolve().parent / "../../../FlowMachine/Python"
if _BESIDE.is_dir() and str(_BESIDE) not in sys.path:
    sys.path.append(str(_BESIDE))


class FleetError(Exception):
    """Something is wrong with the input or the fleet's folder. The text says what, where, and what to do."""
