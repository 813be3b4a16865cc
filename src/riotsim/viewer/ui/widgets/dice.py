"""Dice on panels. Each is drawn as an outline, which depends on its number of sides, with a number inside."""

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from imgui_bundle import imgui

from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.theme import colour

Point: TypeAlias = imgui.ImVec2 | tuple[int | float, int | float] | list[int | float]
"""A point as ImGui takes it (pixels)."""

OUTLINES: Final[Mapping[int, tuple[int, float, float]]] = {
    4: (3, 90.0, 1.12),
    6: (4, 45.0, 1.12),
    8: (4, 90.0, 1.08),
    10: (6, 90.0, 1.0),
    12: (5, 90.0, 1.04),
    20: (6, 90.0, 1.0),
}
"""Outlines of dice as regular polygons, by the number of sides of the die.

An outline has three numbers. The first is the number of its corners. The second is the direction of its first corner
from the middle (degrees). The third is the distance of the corners from the middle (1 is half the die's size). A d10
has the outline `KITE` instead. A die whose number of sides is not listed here is round.
"""

KITE: Final = ((0.0, 1.0), (0.92, 0.12), (0.92, -0.3), (0.0, -1.0), (-0.92, -0.3), (-0.92, 0.12))
"""Corners of the outline of a d10: x to the right and y up from the middle (1 is half the die's size)."""

NUMBER_DROP: Final[Mapping[int, float]] = {4: 0.22, 12: 0.04}
"""Distance of the text below the middle of a die, by the number of sides of the die (1 is half the die's size).

On a die that is not listed, the text stands in the middle.
"""


def draw_die(
    ui: Ui,
    draw: imgui.ImDrawList,
    sides: int,
    text: str,
    at: tuple[float, float],
    size: float,
    back: str,
    ink: str,
    *,
    edge: str = "",
    alpha: float = 1.0,
) -> None:
    """Draw a die.

    Args:
        ui: The controls of the frame that is being drawn.
        draw: The draw list that gets the die.
        sides: Number of sides of the die.
        text: The text on the die, such as the number that it shows.
        at: Middle of the die (pixels).
        size: Size of the die (panel units).
        back: Colour of the die (#rrggbb).
        ink: Colour of the text (#rrggbb).
        edge: Colour of a line around the die (#rrggbb); empty for no line.
        alpha: Opacity of the die and the text (0 to 1).
    """
    x, y = at
    half = size / 2 * ui.scale
    corners: list[Point] = [(x + across * half, y - up * half) for across, up in _outline(sides)]
    if corners:
        draw.add_convex_poly_filled(corners, colour(back, alpha))
        if edge:
            draw.add_polyline(corners, colour(edge, alpha), 1.6 * ui.scale, imgui.ImDrawFlags_.closed)
    else:
        draw.add_circle_filled(at, half, colour(back, alpha))
        if edge:
            draw.add_circle(at, half, colour(edge, alpha), 0, 1.6 * ui.scale)
    drop = NUMBER_DROP.get(sides, 0.0) * half
    share = 0.5 if len(text) < 3 and sides != 4 else 0.42
    letters = max(size * share, 9.0)
    pixels, wide = ui.frame.pixel_size(letters), ui.text.measure(text, letters, bold=True) * ui.scale
    place = (round(x - wide / 2), round(y + drop - pixels * 0.58))
    draw.add_text(ui.frame.fonts.bold, pixels, place, colour(ink, alpha), text)  # also outside of panels


def _outline(sides: int) -> Sequence[tuple[float, float]]:
    """Return the corners of a die's outline, clockwise. A round die has no corners.

    A corner is given by two distances from the die's middle: to the right and up. In both, 1 is half the die's size.
    """
    if sides == 10:
        return KITE
    if sides not in OUTLINES:
        return ()
    count, first, reach = OUTLINES[sides]
    turns = [math.radians(first - 360.0 * k / count) for k in range(count)]
    lift = -0.14 if sides == 4 else 0.0
    return [(reach * math.cos(turn), reach * math.sin(turn) + lift) for turn in turns]
