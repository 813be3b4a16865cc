"""SVG pictures of areas, seen from above, for notebooks and web pages. The areas have titles and labels.

The pictures are plain text without scripts or links. All texts in a picture are escaped, because names may come from
files.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from riotsim.table.dice.icons import icon_path
from riotsim.table.dice.signs import COUNT_GAP, COUNT_HEIGHT, COUNT_PLACE, Sign
from riotsim.table.geometry.patches import Patch, outlines, polygon
from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.poses import Point

SURFACE, EDGE, TERRAIN, TOKEN, BLANK = "#3f6b57", "#24302a", "#8a8378", "#e9c46a", "#d9d6cf"
"""Five colours: of the table's surface, of edges, of terrain, of tokens, and of dice and areas without an owner."""

WOOD = "#c29a66"
"""Colour of a wooden surface."""

OWNED_OPACITY, OUTLINE_WIDTH = 0.35, 1.5
"""Opacity of a patch in a player's colour, and width of a patch's outline (mm).

A player's colour fills only patches that are outlined and have no fill of their own.
"""

OWNER_PALETTE: Final = ("#2d69b7", "#d65e28", "#41c296", "#dda2d3")
"""Colours of owners (after Okabe and Ito 2008). The first owner in alphabetical order has the first colour."""

DARK_LABEL, LIGHT_LABEL = "#111", "#fff"
"""Colours of labels, for light and for dark areas."""


DIGIT_SHARE: Final = 0.72
"""Height of a digit as a fraction of the font size, in common fonts without serifs."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text in the middle of an area."""

    text: str
    """The text to draw."""
    at: Point
    """Centre of the text, in the table's coordinates (mm)."""
    size: float
    """Height of the letters (mm)."""
    colour: str = DARK_LABEL
    """Colour of the text, as in SVG."""


@dataclass(frozen=True, slots=True)
class SignLabel:
    """A sign in the middle of an area."""

    sign: Sign
    """The sign to draw."""
    at: Point
    """Centre of the die's face that has the sign, in the table's coordinates (mm)."""
    radius: float
    """Radius of the sign's circle on this face (mm)."""
    colour: str = DARK_LABEL
    """Colour of the sign, as in SVG."""


@dataclass(frozen=True, slots=True)
class Area:
    """A footprint to draw. It may have a text or a sign in its middle, and a line."""

    footprint: Footprint
    """The footprint, in the table's coordinates."""
    colour: str
    """Colour that fills the footprint, as in SVG."""
    title: str = ""
    """The text in a browser when the mouse is over the area; empty for no text."""
    label: Label | SignLabel | None = None
    """The text or the sign in the middle of the area; None for no label."""
    arrow: tuple[Point, Point] | None = None
    """Start and end of a line on the area that shows a direction (mm); None for no line."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A patch (a marked area of the table) in a picture, and the colour of its outline."""

    patch: Patch
    """The patch, in the table's coordinates."""
    edge: str
    """Colour of the outline, as in SVG.

    If a player's outlined patch has no fill of its own, this colour also fills the patch, with `OWNED_OPACITY`.
    """


@dataclass(frozen=True, slots=True)
class Ground:
    """A rectangular surface under all else in a picture, such as the table or its tray."""

    at: Point
    """Front left corner of the surface (mm)."""
    width: float
    """Width of the surface, along x (mm)."""
    depth: float
    """Depth of the surface, along y (mm)."""
    cover: str = "felt"
    """Name of the material that covers the surface, such as `wood`."""


def svg_picture(
    title: str,
    corners: tuple[Point, Point],
    size: tuple[int, int],
    areas: Iterable[Area],
    grounds: Iterable[Ground] = (),
    drawings: Iterable[Drawing] = (),
) -> str:
    """Return an SVG picture of areas seen from above.

    Args:
        title: The title of the picture.
        corners: The front left and the back right corner of the picture, in the table's coordinates (mm).
        size: Width and height of the picture (pixels).
        areas: The areas, in the order of drawing.
        grounds: The surfaces under all areas.
        drawings: The patches on the surfaces, in the order of drawing. All areas are drawn over them.
    """
    (left, front), (right, back) = corners
    # The table's y axis leads away from the reader, and SVG's leads down.
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" role="img" ',
            f'viewBox="{left:g} {-back:g} {right - left:g} {back - front:g}" font-family="sans-serif">',
            f"<title>{_escape(title)}</title>",
            *map(_ground, grounds),
            *map(_drawing, drawings),
            *map(_area, areas),
            "</svg>",
        )
    )


def owner_colours(owners: Iterable[str]) -> dict[str, str]:
    """Return a colour for each of `owners`, except for the empty name.

    If there are more than four owners, some of them have the same colour.
    """
    return {owner: OWNER_PALETTE[place % len(OWNER_PALETTE)] for place, owner in enumerate(sorted({*owners} - {""}))}


def _ground(ground: Ground) -> str:
    x, y = ground.at
    return (
        f'<rect x="{x:g}" y="{-y - ground.depth:g}" width="{ground.width:g}" height="{ground.depth:g}" '
        f'fill="{WOOD if ground.cover == "wood" else SURFACE}" stroke="{EDGE}" stroke-width="3"/>'
    )


def _drawing(drawing: Drawing) -> str:
    """Return a patch as SVG: its fill, its outline and its name."""
    patch, made = drawing.patch, ""
    fill, opacity = (patch.fill, patch.opacity) if patch.fill else (drawing.edge, OWNED_OPACITY)
    if patch.fill or (patch.owner and patch.is_outlined):
        shape = "".join(f"M{_path(polygon(part))}Z" for part in patch.footprint.parts)
        # A thin line of the same colour closes the seams between parts.
        seam = f' stroke="{fill}" stroke-width="0.4"' if len(patch.footprint.parts) > 1 else ""
        made += f'<g opacity="{opacity:g}"><path d="{shape}" fill="{fill}"{seam}/></g>'
    if patch.is_outlined:
        lines = "".join(f"M{_path(line)}" for line in outlines(patch.footprint))
        made += f'<path d="{lines}" fill="none" stroke="{drawing.edge}" stroke-width="{OUTLINE_WIDTH}"/>'
    if patch.name:
        made += _label(Label(patch.name, patch.name_place, patch.name_size, patch.name_colour))
    return made


def _path(points: Iterable[Point]) -> str:
    return "L".join(f"{x:.2f} {-y:.2f}" for x, y in points)


def _area(area: Area) -> str:
    shape = "".join(_part(part, area.colour) for part in area.footprint.parts)
    shape += _line(*area.arrow) if area.arrow is not None else ""
    match area.label:
        case Label():
            shape += _label(area.label)
        case SignLabel():
            shape += _sign(area.label, area.colour)
    if area.title:
        return f"<g><title>{_escape(area.title)}</title>{shape}</g>"
    return shape


def _part(part: Part, fill: str) -> str:
    """Return a convex part as SVG."""
    if len(part.points) == 1:
        ((x, y),) = part.points
        return f'<circle cx="{x:.2f}" cy="{-y:.2f}" r="{part.radius:.2f}" fill="{fill}" stroke="{EDGE}"/>'
    points = " ".join(f"{x:.2f},{-y:.2f}" for x, y in part.points)
    # A wide stroke of the fill's colour rounds the corners.
    edge, wide = (fill, 2 * part.radius) if part.radius > 0 else (EDGE, 0.8)
    return (
        f'<polygon points="{points}" fill="{fill}" stroke="{edge}" stroke-width="{wide:.2f}" stroke-linejoin="round"/>'
    )


def _line(start: Point, end: Point) -> str:
    (x, y), (to_x, to_y) = start, end
    return f'<path d="M{x:.1f} {-y:.1f}L{to_x:.1f} {-to_y:.1f}" stroke="{LIGHT_LABEL}" stroke-width="2"/>'


def _label(label: Label) -> str:
    x, y = label.at
    return (
        f'<text x="{x:.2f}" y="{-y:.2f}" font-size="{label.size:.1f}" fill="{label.colour}" text-anchor="middle" '
        f'dominant-baseline="central">{_escape(label.text)}</text>'
    )


def _sign(label: SignLabel, ground: str) -> str:
    """Return a sign as SVG.

    Args:
        label: The sign, its place and its colour.
        ground: Colour of the area under the sign, as in SVG.
    """
    (x, y), r, sign = label.at, label.radius, label.sign
    right, up = sign.icon_place
    icon = (
        f'<path transform="translate({x + r * right:.2f} {-y - r * up:.2f}) scale({r * sign.icon_size:.3f})" '
        f'd="{icon_path(sign.icon)}" fill="{label.colour}"/>'
    )
    if not sign.count:
        return icon
    right, up = COUNT_PLACE
    return (
        f'{icon}<text x="{x + r * right:.2f}" y="{-y - r * (up - COUNT_HEIGHT / 2):.2f}" '
        f'font-size="{r * COUNT_HEIGHT / DIGIT_SHARE:.2f}" font-weight="bold" text-anchor="middle" '
        f'fill="{label.colour}" stroke="{ground}" stroke-width="{2 * r * COUNT_GAP:.2f}" paint-order="stroke">'
        f"{sign.count}</text>"
    )


def _escape(text: str) -> str:
    from html import escape  # late: it takes a millisecond to import, and few programs draw pictures

    return escape(text)
