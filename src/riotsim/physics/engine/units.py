"""The engine's own scale: a unit of length is a centimetre, and all else follows from grams and seconds.

Its collision margin is about 0.001 units whatever they are, which is 0.01 mm here and would be 1 mm if a unit were a
metre. Callers of `physics/engine/world.py` and `physics/engine/shapes.py` speak millimetres.
"""

from typing import Final

UNIT: Final = 0.1
"""Engine units in a millimetre."""

MILLIMETRES: Final = 10.0
"""Millimetres in an engine unit."""
