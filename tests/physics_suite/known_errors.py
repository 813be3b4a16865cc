"""Known errors of the engine, with their causes, for the tests of mechanics."""

from typing import Final

from physics_suite.cases.laws import slide_length
from riotsim.testing.findings import KnownDeviation

HASTE: Final = KnownDeviation(
    "at a step's end all of its gravity is in the speed, and too little of it in the way", off=0.015
)
"""Error of the speed after a fall of 100 mm: 20 mm/s, which is half of what gravity adds in a step of 1/240 s."""

SHORTEST: Final = 100.0
"""Shortest fall whose speed is tested (mm). Only this fall has the error `HASTE`: after 300 mm, 18 mm/s too little are
0.7 %, and after a longer fall the share is smaller."""

RIGHT_UP_TO: Final = 0.45
"""Up to this friction of a pair, dice slide as far as they should. Of the shipped surfaces only neoprene has more
(0.6).
"""

FARTHER: Final = KnownDeviation(
    "from a friction of 0.5 on a sliding die goes farther than it should; why was not found", off=0.09
)
"""Error of the length of a slide."""

SPEED: Final = 1000.0
"""Speed at which a slide begins (mm/s)."""

ON_FELT: Final = 0.45
"""Friction of a die on felt."""

PYRAMID: Final = KnownDeviation(
    "the exact solver limits friction along two axes apart: a pyramid instead of a cone, at 45° √2 too strong",
    at_least=0.7 * slide_length(SPEED, ON_FELT),
)
"""Error of the length of a slide that begins with `SPEED` at 45° to the table's edges (mm)."""

OVERLAPS: Final = "what a step pushes apart adds to the bounce, the more the lower the fall"
"""Why dice bounce too high."""

UNEVEN: Final = "on a soft mat bounces are uneven, the lowest after falls from 40 to 80 mm; why was not found"
"""Why dice bounce too low on neoprene."""
