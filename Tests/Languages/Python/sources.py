"""Makes the packages under Sources importable: import this before them."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Sources" / folder) for folder in ("FlowMachine/Python", "FlowEffects/Interpreters/Python")]
