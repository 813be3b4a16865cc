"""The view of a whole table in films, in pictures and on the page: one lens and one way to choose the distance."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Overview:
    """Figures of a camera that looks down at a whole table from its front. The page's script reads them too."""

    lens: float = 32.0
    """Vertical field of view (degrees)."""
    side_margin: float = 110.0
    """Width that is visible beside the table and its tray (mm)."""
    near_edge: float = 0.36
    """Distance of the near edge from the table's middle along the camera's axis (share of the depth)."""
    foreshortened: float = 0.82
    """Height of the table in the picture (share of the depth)."""
    far_edge: float = 0.22
    """Addition to the distance if the height of the picture is what limits the view (share of the depth)."""
    damping: float = 3.2
    """Rate at which the camera's remaining way to a new pose decays (1/s)."""

    def distance(self, table: Table, aspect: float) -> float:
        """Return the distance from which a whole table and its tray are visible (mm).

        Args:
            table: The table.
            aspect: Width of the picture divided by its height.
        """
        (left, _), (right, _) = table.outline
        tan = math.tan(math.radians(self.lens) / 2)
        return max(
            (right - left + self.side_margin) / (2 * tan * aspect) + table.depth * self.near_edge,
            table.depth * self.foreshortened / (2 * tan) + table.depth * self.far_edge,
        )


OVERVIEW: Final = Overview()
"""The view in use. Its figures are this program's own, chosen by eye."""
