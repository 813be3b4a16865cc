"""Materials of dice, tokens, miniatures and scenery.

The engine multiplies the friction of two touching bodies, and their restitution. So each figure here is a factor,
and only products of two can be measured. Published friction of acrylic ranges from 0.1 to 0.8. Hard plastic has a
restitution of 0.6 to 0.7 on hard floors and less on felt. The pairs below lie inside those ranges.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from riotsim.table.state import Surface
from riotsim.table.units import ACRYLIC_DENSITY


@dataclass(frozen=True, slots=True)
class Material:
    """Factors of a body's surface, and its density."""

    friction: float
    restitution: float
    density: float = 0.0
    """Density (g/mm³); 0 for bodies that never move."""


DICE = Material(friction=0.5, restitution=0.67, density=ACRYLIC_DENSITY)
"""Acrylic dice.

On felt (`table.state.FELT`: 0.9 and 0.72) their friction is 0.45. Between dice it is 0.25, in the lower half of
published values for acrylic on acrylic, because the faces are polished. With the restitution of 0.48 on felt dice
rise to 0.25 of their height, as if it were 0.50, because separating overlaps (`SolverSettings.overlap_share_fast`)
adds 0.02.
"""

TOKEN = Material(friction=0.5, restitution=0.6, density=ACRYLIC_DENSITY)
"""Acrylic discs. On felt their factors are 0.45 and 0.43: a disc that lands on its rim and chatters loses more than a
die.
"""

MINIATURE = Material(friction=0.6, restitution=0.7, density=1.5e-3)
"""Painted figures on plastic bases. With dice their factors are 0.30 and 0.49. Resin and PVC have 1.2 to 1.6 g/cm³."""

SCENERY = Material(friction=0.8, restitution=0.7)
"""Painted foam board and printed scenery. With dice its factors are 0.40 and 0.49."""

RIM = Material(friction=0.7, restitution=0.94)
"""Walls of a table or a tray: bare wood, as `surfaces.wood` in rules/riot_dice.yaml. With dice its factors are 0.35
and 0.63.
"""


@lru_cache(maxsize=64)  # act after act is on the same few
def table_top(surface: Surface) -> Material:
    """Return the material of a table that is covered with `surface`."""
    return Material(surface.friction, surface.restitution)


BOUNCE_THRESHOLDS: Final = ((0.6, 100.0), (math.inf, 300.0))
"""Bounce thresholds (mm/s), each for restitutions of die and table up to a limit. A rocking die meets the table with
two corners in one step. If one corner bounces and the other is too slow to bounce, the impulses may add energy, and
the die vibrates for ever. With 100 mm/s, of 60 throws of a die of 16 mm none did at 0.60, 25 did at 0.64 and 13 at
0.67. With 300 mm/s none of 40 did up to 0.90; with 200 a few in crowds still did. 300 mm/s is the speed of a fall
of 4.6 mm.
"""


@lru_cache(maxsize=64)
def bounce_threshold(surface: Surface) -> float:
    """Return the speed (mm/s) below which impacts don't bounce on a table that is covered with `surface`."""
    pair = surface.restitution * DICE.restitution
    return next(speed for most, speed in BOUNCE_THRESHOLDS if pair <= most)
