"""Signs on the faces of dice. A sign is an icon, which may have a count: a digit at the lower right.

All sizes and offsets are shares of the face's radius: the radius of the circle inside the face's flat part.
"""

import difflib
from dataclasses import dataclass
from typing import Final

from riotsim.errors import InvalidValue
from riotsim.table.dice.icons import DRAWINGS
from riotsim.table.poses import Point, Vector

MAX_COUNT: Final = 9
"""Greatest count on a face. Our choice: a single digit can still be read on a small die."""

COUNTED_ICON_SIZE: Final = 0.72
"""Half the width of the square around an icon with a count (share of the face's radius)."""

COUNTED_ICON_PLACE: Final[Point] = (-0.13, 0.13)
"""Offset of an icon with a count from the face's middle: to the right, and up (shares of the face's radius)."""

LONE_ICON_SIZE: Final = 0.80
"""Half the width of the square around an icon without a count (share of the face's radius)."""

COUNT_PLACE: Final[Point] = (0.66, -0.57)
"""Offset of the count's digit from the face's middle: to the right, and up (shares of the face's radius)."""

COUNT_HEIGHT: Final = 0.66
"""Height of the count's digit (share of the face's radius)."""

COUNT_GAP: Final = 0.075
"""Width of the gap that is left in an icon around the count's digit (share of the face's radius)."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A picture on a face of a die, with or without a count.

    Raises:
        InvalidValue: There is no such icon, or the count is negative or above `MAX_COUNT`.
    """

    icon: str
    """Name of the icon, such as `melee`: a key of `icons.DRAWINGS`."""
    count: int = 0
    """The count beside the icon, up to `MAX_COUNT`; 0 if the sign has no count."""

    def __post_init__(self) -> None:
        if self.icon not in DRAWINGS:
            close = difflib.get_close_matches(self.icon, DRAWINGS, n=1)
            meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(DRAWINGS)}"
            raise InvalidValue(f"no icon is called {self.icon!r}; {meant}")
        if not 0 <= self.count <= MAX_COUNT:
            raise InvalidValue(f"the count beside an icon is 0 to {MAX_COUNT}, not {self.count}")

    def __str__(self) -> str:
        """Return the sign in words, such as `melee 3` or `double strike`."""
        name = self.icon.replace("_", " ")
        return f"{name} {self.count}" if self.count else name

    @property
    def icon_size(self) -> float:
        """Half the width of the square around the icon, as a share of the face's radius.

        The face's radius is that of the circle inside the face's flat part.
        """
        return COUNTED_ICON_SIZE if self.count else LONE_ICON_SIZE

    @property
    def icon_place(self) -> Point:
        """Offset of the icon from the face's middle: to the right, and up.

        Both numbers are shares of the face's radius: the radius of the circle inside the face's flat part.
        """
        return COUNTED_ICON_PLACE if self.count else (0.0, 0.0)


def top_of_sign(normal: Vector) -> Vector:
    """Return the direction of a sign's top on a face of a box, as a unit vector along an axis of the die.

    - On the four sides, it is +z. These signs stand upright if the die stands on its face -z.
    - On the face +z, it is +y.
    - On the face -z, it is -y. After a half turn about the x axis, this face is on top and the sign's top is at +y.

    Args:
        normal: Outward direction of the face, along an axis.
    """
    if abs(normal[2]) < 0.5:
        return (0.0, 0.0, 1.0)
    return (0.0, 1.0 if normal[2] > 0 else -1.0, 0.0)
