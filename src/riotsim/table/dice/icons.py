"""Icons for the faces of dice: bold silhouettes of our own drawing, as outlines.

An icon is a set of closed outlines in a square from about -1 to 1, with x to the right and y up. Outlines of ink run
anticlockwise. Outlines of holes run clockwise. A point belongs to the icon if its winding number is not zero.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias

from riotsim.table.poses import Point

Outline: TypeAlias = tuple[Point, ...]
"""A closed polygon: its corners in order."""

ARC_STEP: Final = 15.0
"""Greatest angle between neighbouring corners on a circle (degrees).

At this angle, a side is at most 1 % of the radius away from the circle.
"""


@cache
def icon_outlines(name: str) -> tuple[Outline, ...]:
    """Return the outlines of an icon.

    Raises:
        KeyError: There is no such icon.
    """
    return tuple(DRAWINGS[name]())


@cache
def icon_path(name: str) -> str:
    """Return an icon as the data of an SVG path with the fill rule `nonzero`. The y axis of the path points down.

    Raises:
        KeyError: There is no such icon.
    """
    return "".join(
        "M" + "L".join(f"{round(x, 3) + 0.0:g} {round(-y, 3) + 0.0:g}" for x, y in outline) + "Z"
        for outline in icon_outlines(name)
    )


def _solid(points: Iterable[Point]) -> Outline:
    """Return an outline of ink, which runs anticlockwise through the given points."""
    outline = tuple(points)
    return outline if _area(outline) > 0 else outline[::-1]


def _hole(points: Iterable[Point]) -> Outline:
    """Return the outline of a hole in the ink. Exactly one outline of ink must cover the place of the hole."""
    return _solid(points)[::-1]


def _area(outline: Outline) -> float:
    """Return twice the area of an outline, negative if the outline runs clockwise."""
    return sum(x * b - a * y for (x, y), (a, b) in zip(outline, (*outline[1:], outline[0]), strict=True))


def _arc(x: float, y: float, radius: float, begin: float = 0.0, end: float = 360.0, high: float = 0.0) -> list[Point]:
    """Return points on an arc of a circle or an ellipse. After a whole turn, the first point isn't repeated.

    Args:
        x: The x of the centre. The x axis points to the right.
        y: The y of the centre. The y axis points up.
        radius: Radius of the circle, or half the width of the ellipse.
        begin: Angle of the first point (degrees, anticlockwise from the right).
        end: Angle of the last point (degrees).
        high: Half the height of an ellipse; 0 for a circle.
    """
    steps = math.ceil(abs(end - begin) / ARC_STEP)
    turns = (math.radians(begin + (end - begin) * k / steps) for k in range(steps + (abs(end - begin) < 360.0)))
    return [(x + radius * math.cos(turn), y + (high or radius) * math.sin(turn)) for turn in turns]


def _bend(start: Point, towards: Point, end: Point, steps: int = 6) -> list[Point]:
    """Return points on a parabola from `start` to `end`.

    The tangents at both ends meet at `towards`.
    """
    shares = (k / steps for k in range(steps + 1))
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * towards[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * towards[1] + t * t * end[1],
        )
        for t in shares
    ]


def _turned(points: Iterable[Point], degrees: float) -> list[Point]:
    """Return points turned anticlockwise about the origin."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def _placed(points: Iterable[Point], x: float = 0.0, y: float = 0.0, size: float = 1.0) -> list[Point]:
    """Return points scaled by `size` and then moved."""
    return [(x + size * a, y + size * b) for a, b in points]


def _symmetric(right: Sequence[Point]) -> list[Point]:
    """Return a symmetric outline, given its right half. The right half begins and ends on the y axis."""
    return [*right, *((-x, y) for x, y in reversed(right) if x != 0.0)]


def _ring(x: float, y: float, outer: float, inner: float) -> list[Outline]:
    return [_solid(_arc(x, y, outer)), _hole(_arc(x, y, inner))]


def _star(points: int, outer: float, inner: float) -> list[Point]:
    """Return a star with one tip at the top. From each tip to the next runs a curve that bends inwards."""
    step = 360.0 / points
    tips = [_turned([(0.0, outer)], -step * k)[0] for k in range(points)]
    dips = [_turned([(0.0, inner)], -step * (k + 0.5))[0] for k in range(points)]
    return [place for k in range(points) for place in _bend(tips[k], dips[k], tips[(k + 1) % points])[:-1]]


def _shield(size: float) -> list[Point]:
    right = [(0.0, 1.0), *_bend((0.0, 1.0), (0.42, 0.80), (0.84, 0.78), 3)[1:], (0.84, 0.10)]
    right += _bend((0.84, 0.10), (0.80, -0.66), (0.0, -1.0))[1:]
    return _placed(_symmetric(right), size=size)


def _sword(degrees: float) -> list[Outline]:
    """Return a sword of length 2.5 around the origin. It points up, turned by `degrees` anticlockwise."""
    blade = [(0.16, -0.42), (0.16, 0.98), (0.0, 1.27), (-0.16, 0.98), (-0.16, -0.42)]
    guard = [(0.52, -0.40), *_arc(0.46, -0.54, 0.14, 40, -90), *_arc(-0.46, -0.54, 0.14, -90, -220)]
    grip = [(0.10, -0.6), (0.10, -1.0), (-0.10, -1.0), (-0.10, -0.6)]
    return [_solid(_turned(part, degrees)) for part in (blade, guard, grip, _arc(0.0, -1.06, 0.19))]


def _id() -> list[Outline]:
    """Draw a banner on a pole."""
    pole = [(-0.78, 0.84), (-0.58, 0.84), (-0.58, -1.0), (-0.78, -1.0)]
    cloth = [(-0.50, 0.80), *_bend((-0.50, 0.80), (0.1, 0.98), (0.95, 0.74))[1:], (0.52, 0.27), (0.95, -0.2)]
    cloth += _bend((0.95, -0.2), (0.1, 0.04), (-0.50, -0.14))[1:]
    return [_solid(pole), _solid(_arc(-0.68, 0.88, 0.16)), _solid(cloth)]


def _melee() -> list[Outline]:
    """Draw a sword."""
    return [_solid(_placed(part, 0.06, 0.06, 0.97)) for part in _sword(-45.0)]


def _double_strike() -> list[Outline]:
    """Draw two crossed swords."""
    return [_solid(_placed(part, 0.0, -0.04, 0.97)) for part in (*_sword(-42.0), *_sword(42.0))]


def _missile() -> list[Outline]:
    """Draw a bow with an arrow."""
    bow = [*_arc(-0.45, 0.0, 1.2, -72, 72, 1.12), *_arc(-0.45, 0.0, 0.94, 66, -66, 1.06)]
    string = [(-0.12, 1.0), (-0.02, 1.0), (-0.02, -1.0), (-0.12, -1.0)]
    shaft = [(-1.0, 0.09), (0.85, 0.09), (0.85, -0.09), (-1.0, -0.09)]
    head = [(0.82, 0.26), (1.3, 0.0), (0.82, -0.26)]
    feathers = [(-1.22, 0.26), (-0.86, 0.26), (-0.66, 0.0), (-0.86, -0.26), (-1.22, -0.26), (-1.04, 0.0)]
    return [_solid(_placed(_turned(part, 45.0), -0.02, -0.02, 0.86)) for part in (bow, string, shaft, head, feathers)]


def _maneuver() -> list[Outline]:
    """Draw a boot."""
    boot = [(-0.62, 0.95), (0.10, 0.95), *_bend((0.05, 0.35), (0.02, 0.05), (0.32, -0.06))]
    boot += [*_bend((0.32, -0.06), (0.92, -0.14), (0.92, -0.56))[1:], (-0.70, -0.56), (-0.70, 0.0)]
    cuff = [(-0.58, 0.52), (0.07, 0.52), (0.06, 0.40), (-0.60, 0.40)]
    sole = [(-0.70, -0.70), (0.94, -0.70), (0.90, -0.92), (0.04, -0.92), (-0.08, -0.82), (-0.14, -0.98), (-0.70, -0.98)]
    return [_solid(boot), _hole(cuff), _solid(sole)]


def _saves() -> list[Outline]:
    """Draw a shield whose left half is filled."""
    inner = _placed(_shield(0.72), 0.0, 0.0)
    return [_solid(_shield(1.0)), _hole([(0.0, 0.72), *(one for one in inner if one[0] > 0.0), (0.0, -0.72)])]


def _magic() -> list[Outline]:
    """Draw three sparkling stars."""
    star = _star(4, 1.0, 0.10)
    return [
        _solid(_placed(star, -0.10, -0.06, 0.92)),
        _solid(_placed(star, 0.66, 0.66, 0.36)),
        _solid(_placed(star, -0.74, -0.72, 0.28)),
    ]


def _bulls_eye() -> list[Outline]:
    """Draw a target."""
    return [*_ring(0.0, 0.0, 1.0, 0.77), *_ring(0.0, 0.0, 0.55, 0.32), _solid(_arc(0.0, 0.0, 0.13))]


def _cantrip() -> list[Outline]:
    """Draw a shield with a star in it."""
    return [_solid(_shield(1.0)), _hole(_placed(_star(4, 1.0, 0.10), 0.0, 0.08, 0.70))]


def _counter() -> list[Outline]:
    """Draw an arrow that turns back."""
    shaft = [(0.95, -0.42), *_arc(0.20, 0.20, 0.75, 0, 180), (-0.55, -0.10), (-0.15, -0.10)]
    shaft += [*_arc(0.20, 0.20, 0.35, 180, 0), (0.55, -0.42)]
    head = [(-1.0, -0.02), (0.30, -0.02), (-0.35, -0.95)]
    return [_solid(shaft), _solid(head)]


def _convert() -> list[Outline]:
    """Draw two arrows that chase each other around a circle."""
    bow = [*_arc(0.0, 0.0, 0.90, 18, 148), *_arc(0.0, 0.0, 0.54, 148, 18)]
    head = [(0.30, 0.26), (1.12, 0.26), (0.68, -0.40)]
    return [_solid(_placed(_turned(part, turn), size=0.9)) for turn in (0.0, 180.0) for part in (bow, head)]


def _fly() -> list[Outline]:
    """Draw a wing."""
    tips = [(-1.0, 0.92), (-0.88, 0.30), (-0.66, -0.22), (-0.34, -0.64), (0.10, -0.92)]
    notches = [(-0.42, 0.22), (-0.26, -0.12), (-0.04, -0.42), (0.26, -0.62)]
    wing = [(0.92, -0.72), *_bend((0.92, -0.72), (1.02, 0.98), (0.20, 0.86))[1:]]
    wing += _bend((0.20, 0.86), (-0.30, 0.72), tips[0])[1:]
    for tip, notch, then in zip(tips, notches, tips[1:], strict=False):
        wing += [*_bend(tip, (tip[0] + 0.12, notch[1] + 0.06), notch, 4)[1:], then]
    wing += _bend(tips[-1], (0.34, -0.94), (0.50, -0.66), 4)[1:]
    wing += _bend((0.50, -0.66), (0.66, -0.62), (0.92, -0.72), 4)[1:-1]
    return [_solid(wing)]


def _rend() -> list[Outline]:
    """Draw the marks of three claws."""
    cut = _bend((0.55, 1.0), (-0.34, 0.40), (-0.45, -1.0), 8) + _bend((-0.45, -1.0), (0.20, 0.06), (0.55, 1.0), 8)[1:-1]
    return [_solid(_placed(cut, x, y, s)) for x, y, s in ((-0.56, 0.10, 0.84), (0.0, 0.0, 1.0), (0.56, -0.10, 0.84))]


def _smite() -> list[Outline]:
    """Draw a war hammer."""
    handle = [(-0.14, 0.6), (0.14, 0.6), (0.14, -1.30), (-0.14, -1.30)]
    right = [
        (0.0, 1.02),
        (0.52, 1.02),
        (0.64, 1.14),
        (0.88, 1.14),
        (0.88, 0.30),
        (0.64, 0.30),
        (0.52, 0.42),
        (0.0, 0.42),
    ]
    return [_solid(_placed(_turned(part, -45.0), -0.06, -0.04, 0.74)) for part in (handle, _symmetric(right))]


def _trample() -> list[Outline]:
    """Draw a horseshoe."""
    right = [*_arc(0.0, 0.08, 0.88, 90, 0)[:-1], *_bend((0.88, 0.08), (0.86, -0.40), (0.74, -0.72), 4), (0.74, -0.98)]
    right += [(0.30, -0.98), *_bend((0.38, -0.72), (0.44, -0.30), (0.44, 0.08), 4), *_arc(0.0, 0.08, 0.44, 0, 90)[1:]]
    shoe = [*((x, y) for x, y in right), *((-x, y) for x, y in reversed(right[1:-1]))]
    nails = (_turned([(0.66, 0.0)], turn)[0] for turn in (8.0, 50.0, 90.0, 130.0, 172.0))
    return [_solid(shoe), *(_hole(_arc(x, y + 0.08, 0.085)) for x, y in nails)]


def _vanish() -> list[Outline]:
    """Draw a ghost."""
    body = [
        *_arc(0.0, 0.26, 0.72, 0, 180, 0.74),
        (-0.80, -0.92),
        *_bend((-0.80, -0.92), (-0.54, -0.52), (-0.28, -0.88))[1:],
    ]
    body += _bend((-0.28, -0.88), (0.0, -0.50), (0.28, -0.88))[1:]
    body += _bend((0.28, -0.88), (0.54, -0.52), (0.80, -0.92))[1:]
    eyes = (_hole(_arc(x, 0.28, 0.15, high=0.2)) for x in (-0.27, 0.27))
    mouth = _hole(_arc(0.0, -0.16, 0.13, high=0.15))
    return [_solid(body), *eyes, mouth]


DRAWINGS: Final = MappingProxyType[str, Callable[[], Iterable[Outline]]](
    {
        "bulls_eye": _bulls_eye,
        "cantrip": _cantrip,
        "convert": _convert,
        "counter": _counter,
        "double_strike": _double_strike,
        "fly": _fly,
        "id": _id,
        "magic": _magic,
        "maneuver": _maneuver,
        "melee": _melee,
        "missile": _missile,
        "rend": _rend,
        "saves": _saves,
        "smite": _smite,
        "trample": _trample,
        "vanish": _vanish,
    }
)
"""Functions that draw the icons: one function for each icon, by the icon's name."""
