"""The engine's own scale: its unit of length is a centimetre, and all else follows from grams and seconds.

The engine's collision margin is about 0.001 units, whatever a unit is. That is 0.01 mm here, and would be 1 mm if a
unit were a metre. Callers of `world` and `shapes` use millimetres.
"""

from typing import Final

UNIT: Final = 0.1
"""Engine units in a millimetre."""

MILLIMETRES: Final = 10.0
"""Millimetres in an engine unit."""
