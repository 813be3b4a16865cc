"""Materials of dice, tokens, miniatures, scenery and walls.

Each material has a factor of friction and a factor of restitution (bounce). The friction between two bodies is the
product of the two friction factors. The restitution is the product of the two restitution factors. So only the products
can be measured, and published values are products. For the friction of acrylic, they range from 0.1 to 0.8. Hard
plastic has a restitution of 0.6 to 0.7 on hard floors, and less on felt.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from riotsim.table.state import Surface
from riotsim.table.units import ACRYLIC_DENSITY


@dataclass(frozen=True, slots=True)
class Material:
    """The factors of friction and restitution of a body's surface, and the body's density."""

    friction: float
    restitution: float
    density: float = 0.0
    """Density (g/mm³); 0 for bodies that never move."""


DICE = Material(friction=0.5, restitution=0.67, density=ACRYLIC_DENSITY)
"""Acrylic dice.

Felt (`table.state.FELT`) has the factors 0.9 and 0.72. So the friction between a die and felt is 0.45, and the
restitution is 0.48. But dice bounce on felt as if the restitution were 0.50, because the engine pushes overlapping
bodies apart (see `SolverSettings.overlap_share_fast`).

Between two dice, the friction is 0.25. This is in the lower half of the published values for acrylic on acrylic. The
faces of dice are polished, so a low value fits.
"""

TOKEN = Material(friction=0.5, restitution=0.6, density=ACRYLIC_DENSITY)
"""Acrylic discs. On felt, their friction is 0.45 and their restitution 0.43.

This restitution is lower than that of dice on felt, because a disc that chatters on its rim loses more speed.
"""

MINIATURE = Material(friction=0.6, restitution=0.7, density=1.5e-3)
"""Painted figures of resin or PVC on plastic bases. These plastics have a density of 1.2 to 1.6 g/cm³.

Between a die and a figure, the friction is 0.30 and the restitution 0.47.
"""

SCENERY = Material(friction=0.8, restitution=0.7)
"""Painted foam board and printed scenery. Between scenery and a die, the friction is 0.40, the restitution 0.47."""

RIM = Material(friction=0.7, restitution=0.94)
"""Walls of a table or a tray: bare wood, with the values of `surfaces.wood` in rules/riot_dice.yaml.

Between a wall and a die, the friction is 0.35 and the restitution 0.63.
"""


@lru_cache(maxsize=64)  # successive acts have the same few surfaces
def table_top(surface: Surface) -> Material:
    """Return the material of a table top that is covered with `surface`."""
    return Material(surface.friction, surface.restitution)


BOUNCE_THRESHOLDS: Final = ((0.6, 100.0), (math.inf, 300.0))
"""Speeds below which impacts don't bounce, by the restitution between a die and the table.

Each entry is a pair: the greatest restitution to which the entry applies, and the speed (mm/s).

A rocking die meets the table with two corners in one step. If only one of the two corners bounces, the die may vibrate
for ever. We tried these speeds:

- 100 mm/s: a die of 16 mm was thrown 60 times at each restitution. The die vibrated in no throw at 0.60, in 25 throws
  at 0.64, and in 13 throws at 0.67.
- 200 mm/s: a few dice in crowds vibrated.
- 300 mm/s, which is the speed after a fall of 4.6 mm: at restitutions up to 0.90, none of 40 dice vibrated.
"""


@lru_cache(maxsize=64)
def bounce_threshold(surface: Surface) -> float:
    """Return the speed below which impacts don't bounce (mm/s).

    Args:
        surface: The surface that covers the table.
    """
    pair = surface.restitution * DICE.restitution
    return next(speed for most, speed in BOUNCE_THRESHOLDS if pair <= most)
