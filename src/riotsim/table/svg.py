"""Tables and dice as SVG pictures seen from above, for notebooks and pages.

The pictures are plain text without scripts or links. Every name that a file may contain is escaped.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import ahead
from riotsim.table.state import Table
from riotsim.table.units import in_inches

WIDTH: Final = 480
"""Width of a table's picture (pixels)."""

DIE_WIDTH: Final = 64
"""Width of a die's picture (pixels)."""

MARGIN: Final = 12.0
"""Space around a table (mm)."""

SURFACE, EDGE, TERRAIN, TOKEN, BLANK = "#3f6b57", "#24302a", "#8a8378", "#e9c46a", "#d9d6cf"
"""Colours of what nobody owns."""

OWNERS: Final = ("#2d69b7", "#d65e28", "#41c296", "#dda2d3")
"""Colours of owners, in the alphabetical order of their names; after Okabe and Ito (2008)."""


def table_svg(table: Table, width: int = WIDTH) -> str:
    """Return a table and its tray as an SVG picture.

    Args:
        table: The table.
        width: Width of the picture in pixels; the height follows.
    """
    (left, front), (right, back) = table.outline
    across, deep = right - left + 2 * MARGIN, back - front + 2 * MARGIN
    colours = _colours(table)
    height = round(width * deep / across)
    # The table's y axis leads away from the reader, and SVG's leads down.
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" ',
            f'viewBox="{left - MARGIN:g} {-back - MARGIN:g} {across:g} {deep:g}" font-family="sans-serif">',
            f"<title>{escape(_title(table))}</title>",
            _rectangle(0.0, 0.0, table.width, table.depth),
            *_tray(table),
            *_patches(table, colours),
            *_terrain(table),
            *_tokens(table),
            *_models(table, colours),
            *_dice(table, colours),
            "</svg>",
        )
    )


def die_svg(die: Die, width: int = DIE_WIDTH) -> str:
    """Return a die as an SVG picture with the number that it shows."""
    reach = die.size * die.kind.reach * 1.05
    x, y = die.pose.plan
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" role="img" '
        f'viewBox="{x - reach:.3f} {-y - reach:.3f} {2 * reach:.3f} {2 * reach:.3f}" font-family="sans-serif">'
        f"<title>{escape(f'{die.kind.name} showing {die.shows}')}</title>"
        f"{_shape(die.footprint, BLANK)}{_text(x, y, die.size * 0.55, str(die.shows))}</svg>"
    )


def _title(table: Table) -> str:
    size = f"{in_inches(table.width):g} by {in_inches(table.depth):g} in"
    return f"A table of {size} with {len(table.models)} models and {len(table.dice)} dice"


def _colours(table: Table) -> dict[str, str]:
    owners = {model.owner for model in table.models.values()} | {die.owner for die in table.dice.values()}
    return {owner: OWNERS[place % len(OWNERS)] for place, owner in enumerate(sorted(owners - {""}))}


def _tray(table: Table) -> Iterator[str]:
    if table.tray is not None:
        yield _rectangle(*table.tray.at, table.tray.width, table.tray.depth)


def _patches(table: Table, colours: dict[str, str]) -> Iterator[str]:
    for patch in table.patches:
        yield f'<g opacity="0.35">{_shape(patch.ground, colours.get(patch.owner, BLANK))}</g>'


def _terrain(table: Table) -> Iterator[str]:
    for piece in table.terrain.values():
        yield _group(piece.id, _shape(piece.footprint, TERRAIN))


def _tokens(table: Table) -> Iterator[str]:
    for token in table.tokens.values():
        yield _group(token.id, _shape(token.footprint, TOKEN))


def _models(table: Table, colours: dict[str, str]) -> Iterator[str]:
    for model in table.models.values():
        left, front, right, back = model.footprint.bounds()
        label = _text(*model.at, (right - left) * 0.4, model.id, "#fff")
        base = _shape(model.footprint, colours.get(model.owner, BLANK))
        yield _group(_about(model), f"{base}{_nose(model, (back - front) / 2)}{label}")


def _about(model: Model) -> str:
    return f"{model.id} of {model.owner}" + (", lying" if model.fallen else "")


def _nose(model: Model, reach: float) -> str:
    """Return a line from a model's middle in the direction in which it looks."""
    (x, y), (to_x, to_y) = ahead(model.at, model.heading, reach * 0.6), ahead(model.at, model.heading, reach)
    return f'<path d="M{x:.1f} {-y:.1f}L{to_x:.1f} {-to_y:.1f}" stroke="#fff" stroke-width="2"/>'


def _dice(table: Table, colours: dict[str, str]) -> Iterator[str]:
    for die in table.loose_dice():
        yield _die(die, str(die.shows), f"{die.kind.name} showing {die.shows}", colours)
    for name, tower in table.towers.items():
        dice = table.tower_dice(name)
        for die in dice[:-1]:
            yield _shape(die.footprint, colours.get(die.owner, BLANK))
        yield _die(dice[-1], f"×{len(tower.dice)}", f"the tower of {name}: {len(tower.dice)} dice", colours)


def _die(die: Die, text: str, title: str, colours: dict[str, str]) -> str:
    ink = "#fff" if die.owner in colours else "#111"
    face = _shape(die.footprint, colours.get(die.owner, BLANK))
    return _group(title, f"{face}{_text(*die.pose.plan, die.size * 0.6, text, ink)}")


def _group(title: str, content: str) -> str:
    return f"<g><title>{escape(title)}</title>{content}</g>"


def _rectangle(x: float, y: float, width: float, depth: float) -> str:
    return (
        f'<rect x="{x:g}" y="{-y - depth:g}" width="{width:g}" height="{depth:g}" fill="{SURFACE}" '
        f'stroke="{EDGE}" stroke-width="3"/>'
    )


def _shape(footprint: Footprint, fill: str) -> str:
    return "".join(_part(part, fill) for part in footprint.parts)


def _part(part: Part, fill: str) -> str:
    """Return a convex part; a stroke of its colour rounds its corners."""
    if len(part.points) == 1:
        ((x, y),) = part.points
        return f'<circle cx="{x:.2f}" cy="{-y:.2f}" r="{part.radius:.2f}" fill="{fill}" stroke="{EDGE}"/>'
    points = " ".join(f"{x:.2f},{-y:.2f}" for x, y in part.points)
    edge, wide = (fill, 2 * part.radius) if part.radius > 0 else (EDGE, 0.8)
    return (
        f'<polygon points="{points}" fill="{fill}" stroke="{edge}" stroke-width="{wide:.2f}" stroke-linejoin="round"/>'
    )


def _text(x: float, y: float, size: float, text: str, ink: str = "#111") -> str:
    return (
        f'<text x="{x:.2f}" y="{-y:.2f}" font-size="{size:.1f}" fill="{ink}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(text)}</text>'
    )
