"""What things are made of: the engine's figures for dice, tokens, miniatures and scenery.

The engine multiplies friction and restitution of the two things that touch, so each figure here is a factor; only
the product of a pair can be measured. Published friction of acrylic disagrees five-fold (0.1 to 0.8), and hard plastic
bounces with about 0.6 to 0.7 from hard floors and less from felt; the pairs below lie inside those ranges.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from riotsim.table.state import Surface
from riotsim.table.units import ACRYLIC_DENSITY


@dataclass(frozen=True, slots=True)
class Material:
    """Factors of a thing's surface, and how heavy it is."""

    friction: float
    restitution: float
    density: float = 0.0
    """Grams a cubic millimetre; only of things that can move."""


DICE = Material(friction=0.5, restitution=0.67, density=ACRYLIC_DENSITY)
"""Acrylic dice. On felt (`table.state.FELT`: 0.9, 0.72) friction is 0.45; die on die it is 0.25, the lower half of what
is published for acrylic on acrylic, because polished faces meet. The product 0.48 makes dice rise to 0.25 of their
height, a restitution of 0.50: pushing overlaps apart (`world`) adds 0.02."""

TOKEN = Material(friction=0.5, restitution=0.6, density=ACRYLIC_DENSITY)
"""Acrylic discs: on felt 0.45 and 0.43, for a disc that lands on its rim and chatters flat loses more than a die."""

MINIATURE = Material(friction=0.6, restitution=0.7, density=1.5e-3)
"""A painted figure on a plastic base; with dice 0.30 and 0.49. Resin and PVC have 1.2 to 1.6 g/cm³."""

SCENERY = Material(friction=0.8, restitution=0.7)
"""Painted foam board and printed scenery; with dice 0.40 and 0.49."""


RIM = Material(friction=0.7, restitution=0.94)
"""Walls of a table or a tray: bare wood, as `surfaces.wood` in rules/riot_dice.yaml; with dice 0.35 and 0.63."""


@lru_cache(maxsize=64)  # act after act is on the same few
def table_top(surface: Surface) -> Material:
    """Give the material of a table that is covered with `surface`."""
    return Material(surface.friction, surface.restitution)


LEAST_BOUNCES: Final = ((0.6, 100.0), (math.inf, 300.0))
"""Up to which restitution of die and table impacts bounce from which speed (mm/s). A die that rocks meets it with
two corners in one step; if one of them bounces and the other is too slow to, the two impulses together may give it more
than it had. It then hums for ever: with 100 mm/s, of 60 throws of a die of 16 mm none at 0.60, 25 at 0.64, 13 at 0.67.
With 300 none of 40 up to 0.90; with 200 a few in crowds still did. Such a bounce is from a height of 4.6 mm."""


@lru_cache(maxsize=64)
def least_bounce(surface: Surface) -> float:
    """Give the speed (mm/s) from which impacts bounce on a table that is covered with `surface`."""
    pair = surface.restitution * DICE.restitution
    return next(speed for most, speed in LEAST_BOUNCES if pair <= most)
