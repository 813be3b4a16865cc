"""The view of a whole table in films, in pictures and on HTML pages: a lens, and the camera's distance."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Overview:
    """Settings of a camera that looks down at a whole table from its front. The scripts of HTML pages read them too."""

    lens: float = 32.0
    """Vertical angle of view (degrees)."""
    side_margin: float = 110.0
    """Total width that is visible beside the table and its tray, left and right together (mm)."""
    near_edge: float = 0.36
    """Distance between the table's middle and its near edge along the camera's line of sight.

    It is a share of the table's depth.
    """
    foreshortened: float = 0.82
    """Apparent height of the table in the camera's slanting view, as a share of the table's depth."""
    far_edge: float = 0.22
    """Extra distance of the camera, as a share of the table's depth.

    It is added only if the picture's height, not its width, decides the camera's distance.
    """
    damping: float = 3.2
    """Rate of the camera's approach to a new pose (1/s). The camera's distance from this pose decays exponentially.
    """

    def distance(self, table: Table, aspect: float) -> float:
        """Return the distance of the camera from the table's middle (mm).

        At this distance, the whole table and the full width of its tray are visible.

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
"""The settings of the overview camera that this program uses. The values were found by trying."""
