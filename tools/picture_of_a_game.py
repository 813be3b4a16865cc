"""Draws the table of a game as it stands at the start of a turn, for the README: an SVG, seen from the front.

python tools/picture_of_a_game.py [FILE] [SEED] [ACTIVATIONS]
"""

import itertools
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from riotsim.bosses.boss import play_out
from riotsim.commands.seats import seated
from riotsim.files.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.game import new_game
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.physics import perform
from riotsim.table.dice import die_kind
from riotsim.table.pieces import BASE_THICKNESS, MODEL_HEIGHT, Box, Die, Mesh, Model, Round, Terrain, Token
from riotsim.table.poses import Pose, Vector, about_z
from riotsim.table.state import Table

BOTS = {"Ada": "greedy", "Bea": "greedy"}
COLOURS = {"Ada": (52, 118, 196), "Bea": (214, 126, 40)}
FELT, WOOD, GOLD, STONE, IVORY, INK = (
    (44, 96, 66),
    (96, 62, 40),
    (216, 176, 70),
    (150, 146, 138),
    (246, 240, 226),
    (30, 28, 26),
)

ELEVATION = math.radians(48)
"""How steeply the eye looks down."""

SUN: Vector = (-0.45, -0.35, 0.82)
"""Where the light comes from."""

PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Facet:
    """A flat patch of a solid, counterclockwise from outside (mm)."""

    corners: Sequence[Vector]
    colour: Colour
    marks: Sequence[Sequence[Vector]] = ()
    """Ivory spots on it."""
    lift: float = 0.0
    """Drawn this much nearer than it is."""


def prism(outline: Sequence[tuple[float, float]], foot: float, top: float, colour: Colour) -> Iterator[Facet]:
    """Give the sides and the top of an upright solid."""
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        yield Facet(((ax, ay, foot), (bx, by, foot), (bx, by, top), (ax, ay, top)), colour)
    yield Facet([(x, y, top) for x, y in outline], colour)


def circle(x: float, y: float, radius: float, count: int = 20) -> list[tuple[float, float]]:
    """Give points on a circle."""
    return [
        (x + radius * math.cos(k * math.tau / count), y + radius * math.sin(k * math.tau / count)) for k in range(count)
    ]


def cube(die: Die, colour: Colour) -> Iterator[Facet]:
    """Give the faces of a d6 with their pips."""
    half = die.size / 2
    for face in die_kind("d6").faces:
        n = face.normal
        u: Vector = (n[1], n[2], n[0])
        v: Vector = (n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0])

        def at(a: float, b: float, n: Vector = n, u: Vector = u, v: Vector = v) -> Vector:
            return die.pose.of(tuple(half * (n[i] + a * u[i] + b * v[i]) for i in range(3)))  # type: ignore[arg-type]  # three

        pips = [[at(0.5 * a + dx, 0.5 * b + dy) for dx, dy in circle(0, 0, 0.17, 8)] for a, b in PIPS[face.value]]
        yield Facet([at(1, 1), at(-1, 1), at(-1, -1), at(1, -1)], colour, pips)


def scenery(piece: Terrain) -> Iterator[Facet]:
    """Give the patches of a piece of terrain."""
    match piece.shape:
        case Box():
            (part,) = piece.footprint.parts
            yield from prism(part.points, 0.0, piece.height, WOOD if piece.stand_on else STONE)
        case Mesh(vertices=vertices, triangles=triangles):
            pose = Pose((*piece.at, 0.0), about_z(piece.heading))
            for triangle in triangles:
                yield Facet([pose.of(tuple(map(float, vertices[k]))) for k in triangle], STONE)  # type: ignore[arg-type]  # three


def figure(model: Model) -> Iterator[Facet]:
    """Give a pawn on its base; one that has fallen lies on its side."""
    x, y = model.at
    colour = COLOURS[model.owner]
    radius = model.base.diameter / 2 if isinstance(model.base, Round) else model.base.width / 2
    foot = model.level
    yield from prism(circle(x, y, radius), foot, foot + BASE_THICKNESS, INK)
    rings = ((0.55, 0.1), (0.45, 0.45), (0.25, 0.62), (0.42, 0.72), (0.42, 0.88), (0.2, 1.0))
    for (r0, h0), (r1, h1) in itertools.pairwise(rings):
        low, high = (circle(0, 0, radius * r, 12) for r in (r0, r1))
        for k in range(12):
            j = (k + 1) % 12
            patch = [(*low[k], h0), (*low[j], h0), (*high[j], h1), (*high[k], h1)]
            yield Facet([_placed(model, p[0], p[1], p[2] * MODEL_HEIGHT, foot + BASE_THICKNESS) for p in patch], colour)


def _placed(model: Model, x: float, y: float, z: float, foot: float) -> Vector:
    if model.fallen:
        x, y, z = z - MODEL_HEIGHT / 2, y, 6.0 - x
    return (model.at[0] + x, model.at[1] + y, foot + z)


def patches(table: Table) -> Iterator[Facet]:
    """Give all that stands on a table."""
    for terrain in table.terrain.values():
        yield from scenery(terrain)
    for token in table.tokens.values():
        yield from _token(token)
    for model in table.models.values():
        yield from figure(model)
    for die in table.dice.values():
        yield from cube(die, COLOURS[die.owner])


def _token(token: Token) -> Iterator[Facet]:
    x, y, z = token.pose.at
    yield from prism(circle(x, y, token.diameter / 2), z - 1.5, z + 1.5, GOLD)


def svg(table: Table) -> str:
    """Draw a table: patches that face the eye, the farthest first."""
    s, c = math.sin(ELEVATION), math.cos(ELEVATION)
    eye: Vector = (0.0, -c, s)
    w, d = table.width, table.depth
    rim = 18.0
    ground = [
        Facet(f.corners, f.colour, lift=-1e5)
        for f in prism([(-rim, -rim), (w + rim, -rim), (w + rim, d + rim), (-rim, d + rim)], -30, -1, WOOD)
    ]
    ground.append(Facet([(0, 0, 0), (w, 0, 0), (w, d, 0), (0, d, 0)], FELT, lift=-5e4))
    drawn = []
    for facet in [*ground, *patches(table)]:
        normal = _normal(facet.corners)
        if sum(n * e for n, e in zip(normal, eye, strict=True)) <= 0:
            continue
        light = 0.45 + 0.6 * max(0.0, sum(n * m for n, m in zip(normal, SUN, strict=True)))
        near = sum(y * -c + z * s for _, y, z in facet.corners) / len(facet.corners) + facet.lift
        marks = "".join(_polygon(mark, IVORY, light) for mark in facet.marks)
        drawn.append((near, _polygon(facet.corners, facet.colour, light) + marks))
    drawn.sort(key=lambda one: one[0])
    left, top, width, height = -rim - 20, -(d + rim) * s - 60, w + 2 * rim + 40, (d + 2 * rim) * s + 110
    body = "\n".join(patch for _, patch in drawn)
    frame = f'x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}">\n'
        f'<rect {frame} fill="#26221f"/>\n{body}\n</svg>\n'
    )


def _polygon(corners: Sequence[Vector], colour: Colour, light: float) -> str:
    s, c = math.sin(ELEVATION), math.cos(ELEVATION)
    paint = "#" + "".join(f"{min(255, round(part * light)):02x}" for part in colour)
    points = " ".join(f"{x:.1f},{-(y * s + z * c):.1f}" for x, y, z in corners)
    return f'<polygon points="{points}" fill="{paint}" stroke="{paint}" stroke-width=".4"/>'


def _normal(corners: Sequence[Vector]) -> Vector:
    a, b, c = corners[0], corners[1], corners[2]
    u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(a, c, strict=True)]
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = math.hypot(*n) or 1.0
    return (n[0] / length, n[1] / length, n[2] / length)


def main(file: str = "docs/pictures/game.svg", seed: str = "11", activations: str = "22") -> None:
    """Play the game of a seed as far as that and draw its table."""
    rules = load_rules("riot_dice", Rulebook)
    session = new_game(rules, list(BOTS), int(seed), perform, load_meshes(rules))
    for _ in play_out(session, seated(BOTS, rules, int(seed))):
        if session.state.activations == int(activations):
            break
    with open(file, "w", encoding="utf-8") as out:
        out.write(svg(session.table))


if __name__ == "__main__":
    main(*sys.argv[1:])
