"""Random tables with walls, tray, scenery, models, towers, tokens and dice.

On a usual table, pieces lie within the edges and do not overlap, and towers stand. A nasty table may have overlapping
pieces, pieces over the edge, and unusual sizes.
"""

import math
from dataclasses import replace
from typing import Final

from riotsim.physics.bodies.size_and_mass import BODY, model_height
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import Footprint, disc, gap
from riotsim.table.pieces import (
    HULL_SIDES,
    MAX_BASE_DIAMETER,
    MIN_BASE_DIAMETER,
    Box,
    Die,
    Hull,
    Model,
    Piece,
    Round,
    Terrain,
    Token,
    Tower,
    pose_beside,
)
from riotsim.table.poses import ORIGIN, Point, Pose, Quaternion, about_z, multiply, rotate
from riotsim.table.state import Table, Tray
from riotsim.table.statics import loads
from riotsim.testing.generators.choices import Chooser, maybe, pick
from riotsim.testing.generators.parts import (
    choose_cube,
    choose_figure,
    choose_kind,
    choose_scenery,
    choose_size,
    choose_surface,
)

TABLE_SIDES: Final = (152.4, 3048.0)
"""Shortest and longest side that a rules file allows for a table (mm).

The sides of nasty tables lie in this range, and so do the sides of one usual table in six.
"""

USUAL_TABLE_SIDES: Final = (400.0, 1300.0)
"""Shortest and longest side of five in six usual tables (mm). Tables of games have such sides."""

WALL_HEIGHTS: Final = (10.0, 80.0)
"""Least and greatest height of the walls of usual tables and trays (mm)."""

NASTY_WALL_HEIGHTS: Final = (0.5, 300.0)
"""Least and greatest height of the walls of nasty tables and of their trays (mm)."""

TRAY_SIDES: Final = (150.0, 350.0)
"""Shortest and longest side of trays beside usual tables (mm). Trays on sale have sides from 6 to 14 in."""

NASTY_TRAY_SIDES: Final = (20.0, 600.0)
"""Shortest and longest side of trays beside nasty tables (mm). The smallest tray has room for a single die."""

TRAY_GAP: Final = 25.0
"""Distance of a tray from a usual table (mm): about one inch."""

MAX_DICE_IN_TRAY: Final = 4
"""Largest number of dice that lie in a tray from the start, as after an earlier throw."""

PIECE_GAP: Final = 1.0
"""Minimum gap between pieces of a usual table (mm)."""

MAX_TRIES: Final = 5
"""Maximum number of places that are tried for a piece. If the piece fits at none of them, it is left out."""

MAX_LOOSE_DICE: Final = 40
"""Largest number of dice in the play area that belong to no tower."""

MAX_DIE_OFFSET: Final = 1.5
"""Largest offset along x, and along y, of a die from the die below it in a crooked tower (mm).

In some nasty towers, half the width of a face's flat part is used instead. For a token in a heap, this is the largest
offset from the lowest token.
"""

MIN_STABILITY_MARGIN: Final = 1.0
"""Minimum margin of stability of a usual tower (mm). A tower with a lower margin may stand or fall."""


class _Ground:
    """A table that gets its pieces one after the other, with a record of the covered ground."""

    def __init__(self, table: Table, nasty: bool) -> None:
        self.table = table
        self.nasty = nasty
        self._taken: list[tuple[Footprint, float]] = []
        """For each piece on the table, its footprint and a height (mm).

        Pieces that stand at this height or above may overlap the footprint. Lower pieces must keep off it.
        """

    def free(self, footprint: Footprint, level: float) -> bool:
        """Return whether a piece fits on the table.

        It fits under three conditions: its area lies within the table's edges, the ground at the area's corners has the
        height `level`, and no piece is in the way. Pieces such as stages are not in the way of pieces on top of them.
        On a nasty table, every piece fits everywhere.

        Args:
            footprint: The area of the piece.
            level: Height of the ground on which the piece is to stand (mm).
        """
        if self.nasty:
            return True
        left, front, right, back = footprint.bounds()
        if left < 0 or front < 0 or right > self.table.width or back > self.table.depth:
            return False
        # On a stage or off it, not half on it.
        corners = ((left, front), (left, back), (right, front), (right, back))
        if any(self.table.level_at(corner) != level for corner in corners):
            return False
        return all(height <= level or _clear(footprint, taken) for taken, height in self._taken)

    def put(self, *pieces: Piece, height: float = math.inf) -> None:
        """Put pieces on the table.

        Args:
            *pieces: The pieces.
            height: Height of the top of these pieces (mm), if other pieces may stand on it, as on a stage. By default,
                no other piece may stand on them.
        """
        self.table = self.table.with_pieces(*pieces)
        self._taken += [(piece.footprint, height) for piece in pieces]


def _clear(one: Footprint, other: Footprint) -> bool:
    """Return whether the gap between two footprints is more than `PIECE_GAP`."""
    left, front, right, back = one.bounds()
    low, near, high, far = other.bounds()
    return max(low - right, left - high, near - back, front - far) > PIECE_GAP or gap(one, other) > PIECE_GAP


def choose_table(chooser: Chooser, nasty: bool) -> Table:
    """Choose a table with all sorts of pieces on it.

    Args:
        chooser: The source of choices.
        nasty: Whether pieces may overlap, reach over the edge and have unusual sizes.
    """
    low, high = TABLE_SIDES if nasty or maybe(chooser, 6) else USUAL_TABLE_SIDES
    walls = chooser.number(*(NASTY_WALL_HEIGHTS if nasty else WALL_HEIGHTS)) if maybe(chooser, 4) else 0.0
    surface = choose_surface(chooser, nasty)
    table = Table(chooser.number(low, high), chooser.number(low, high), surface, wall_height=walls)
    if maybe(chooser, 4):
        table = _with_tray(chooser, table, nasty)
    ground = _Ground(table, nasty)
    for k in range(chooser.integer(0, 3)):
        _put_terrain(chooser, ground, f"terrain-{k}")
    for k in range(chooser.integer(0, 5)):
        _put_model(chooser, ground, f"model-{k}")
    for k in range(chooser.integer(0, 2)):
        _put_tower(chooser, ground, f"tower-{k}", _anywhere(chooser, ground))
    for k in range(chooser.integer(0, 3)):
        _put_tokens(chooser, ground, f"token-{k}")
    most = MAX_LOOSE_DICE if maybe(chooser, 4) else 6
    for k in range(chooser.integer(0, most)):
        _put_die(chooser, ground, f"die-{k:02d}")
    return ground.table


def _with_tray(chooser: Chooser, table: Table, nasty: bool) -> Table:
    """Return a table with a tray beside it. The tray has from 0 to `MAX_DICE_IN_TRAY` dice in it.

    Args:
        chooser: The source of choices.
        table: The table.
        nasty: If True, the tray touches the table and may have unusual sizes.
    """
    low, high = NASTY_TRAY_SIDES if nasty else TRAY_SIDES
    width, depth = chooser.number(low, high), chooser.number(low, high)
    left, gap = maybe(chooser, 4), 0.0 if nasty else TRAY_GAP
    x = -width - gap if left else table.width + gap
    at = (x, chooser.number(-depth, table.depth))
    tray = Tray(
        width,
        depth,
        chooser.number(*(NASTY_WALL_HEIGHTS if nasty else WALL_HEIGHTS)),
        at,
        choose_surface(chooser, nasty),
    )
    inside = _Ground(tray.as_table, nasty)
    for k in range(chooser.integer(0, MAX_DICE_IN_TRAY)):
        _put_die(chooser, inside, f"tray-{k}")
    dice = (replace(die, pose=die.pose.translated((*at, 0.0))) for die in inside.table.dice.values())
    return replace(table, tray=tray).with_pieces(*dice)


def choose_turn(chooser: Chooser) -> Quaternion:
    """Choose any orientation, by Shoemake's method. A `SeededChooser` draws from the uniform distribution."""
    u, v, w = (chooser.number(0.0, 1.0) for _ in range(3))
    a, b = math.sqrt(1.0 - u), math.sqrt(u)
    v, w = math.tau * v, math.tau * w
    return (a * math.sin(v), a * math.cos(v), b * math.sin(w), b * math.cos(w))


def choose_place(chooser: Chooser, table: Table, beyond: float = 0.0) -> Point:
    """Choose a point that is on the table, or beyond its edges by up to `beyond` mm."""
    return (
        chooser.number(-beyond, table.width + beyond),
        chooser.number(-beyond, table.depth + beyond),
    )


def _anywhere(chooser: Chooser, ground: _Ground) -> Point:
    return choose_place(chooser, ground.table, beyond=20.0 if ground.nasty and maybe(chooser, 4) else 0.0)


def _put_terrain(chooser: Chooser, ground: _Ground, name: str) -> None:
    stage = maybe(chooser, 3)
    shape = choose_scenery(chooser, name, ground.nasty, stage=stage)
    for _ in range(MAX_TRIES):
        piece = Terrain(
            name, shape, _anywhere(chooser, ground), chooser.number(0.0, math.tau),
            blocks_moves=not stage, can_stand_on=stage,
        )  # fmt: skip
        if ground.free(piece.footprint, 0.0):
            return ground.put(piece, height=piece.height if stage and isinstance(shape, Box) else math.inf)


def _put_model(chooser: Chooser, ground: _Ground, name: str) -> None:
    hull = maybe(chooser, 5)
    least, most = HULL_SIDES if hull else (MIN_BASE_DIAMETER, MAX_BASE_DIAMETER)
    figure, own_base = choose_figure(chooser) if not hull and maybe(chooser, 4) else (None, 0.0)
    for _ in range(MAX_TRIES):
        size = chooser.number(least, most)
        base = Hull(size, chooser.number(least, most)) if hull else Round(own_base if figure else size)
        stages = tuple(piece.at for piece in ground.table.terrain.values() if piece.can_stand_on)
        at = pick(chooser, stages) if stages and maybe(chooser, 3) else _anywhere(chooser, ground)
        level = ground.table.level_at(at)
        heading, fallen = chooser.number(0.0, math.tau), maybe(chooser, 4)
        model = Model(name, "player", at, base, heading, fallen=fallen, level=level, figure=figure)
        if not ground.free(model.footprint, level):
            continue
        ground.put(model)
        if not model.fallen and not maybe(chooser, 4):
            _put_tower(chooser, ground, name, None)
        return


def _put_tower(chooser: Chooser, ground: _Ground, name: str, at: Point | None) -> None:
    """Put a tower on the ground, if it fits there.

    Args:
        chooser: The source of choices.
        ground: The table.
        name: Name of the tower, and of its model if it has one.
        at: Place of a tower without a model (mm); None for a tower beside its model.
    """
    bearing = chooser.number(0.0, math.tau)
    size = choose_size(chooser, ground.nasty)
    if at is None:
        seat = pose_beside(ground.table.models[name], bearing, size)
    else:
        seat = Pose((*at, ground.table.level_at(at) + size / 2), about_z(chooser.number(0.0, math.tau)))
    count = chooser.integer(1, 20 if ground.nasty else 10)
    kind = choose_cube(chooser)
    drift = _drift(chooser, count, size * (1.0 - 2.0 * kind.rounding), ground.nasty)
    level = seat.at[2] - size / 2
    dice = []
    for k, (dx, dy, yaw) in enumerate(drift):
        flat = D6.orientation_showing(chooser.integer(1, 6))
        spin = multiply(about_z(yaw), seat.orientation)
        at_k = (seat.at[0] + dx, seat.at[1] + dy, seat.at[2] + k * size)
        dice.append(Die(f"{name}-{k:02d}", kind, size, Pose(at_k, multiply(spin, flat)), "player"))
    if beside_model := ground.table.models.get(name):
        ground_is_even = ground.table.level_at(seat.xy) == beside_model.level
        if not ground.nasty and not ground_is_even:
            return
        figure = _figure(beside_model)
        top = beside_model.level + model_height(beside_model)
        reached = [die for die in dice[1:] if die.pose.at[2] - size / 2 < top]
        if not ground.nasty and any(gap(die.footprint, figure) <= 0.0 for die in reached):
            return
    # A tower touches its own model, and no other thing.
    others = _Ground(ground.table, ground.nasty)
    others._taken = [(f, h) for f, h in ground._taken if beside_model is None or f != beside_model.footprint]
    if all(others.free(die.footprint, level) for die in dice):
        ground.put(*dice)
        ground.table = ground.table.with_tower(name, Tower(tuple(die.id for die in dice), bearing))


def _figure(model: Model) -> Footprint:
    """Return the area that a model's figure covers, seen from above.

    The dice of a tower beside the model must keep off this area, except the tower's lowest die and the dice above the
    model's top. For a model on a round base, the area is the column that the physics engine has for the figure, widened
    by `PIECE_GAP`. For a vehicle, the area is the whole footprint of the vehicle.
    """
    if isinstance(model.base, Round):
        return disc(model.at, model.base.diameter / 2 * BODY.figure_width_share + PIECE_GAP)
    return model.footprint


def _drift(chooser: Chooser, count: int, flat: float, nasty: bool) -> list[tuple[float, float, float]]:
    """Return the pose of each die of a tower relative to the lowest die: offsets along x and y (mm), and yaw (rad).

    The tower is straight, crooked or leaning. Unless `nasty`, dice are taken off the top until the tower stands by
    statics. So it may have fewer than `count` dice.

    Args:
        chooser: The source of choices.
        count: Intended number of dice.
        flat: Width of the flat part of a face (mm).
        nasty: Whether the tower may fall.
    """
    sort = chooser.integer(0, 2)
    spread = flat / 2 if nasty and maybe(chooser, 4) else MAX_DIE_OFFSET
    x, y = 0.0, 0.0
    lean = (chooser.number(-spread / 4, spread / 4), chooser.number(-spread / 4, spread / 4))
    places = [(0.0, 0.0, 0.0)]
    for _ in range(count - 1):
        yaw = 0.0
        if sort == 1:
            x, y = x + chooser.number(-spread, spread), y + chooser.number(-spread, spread)
            yaw = chooser.number(-math.pi / 4, math.pi / 4)
        elif sort == 2:
            x, y = x + lean[0], y + lean[1]
        places.append((x, y, yaw))
    while not nasty and not _stands(places, flat):
        places.pop()
    return places


def _stands(places: list[tuple[float, float, float]], flat: float) -> bool:
    """Return whether a tower of equal cubes stands by statics with `MIN_STABILITY_MARGIN`.

    True only if the tower would stand with any yaw of its dice. The yaws in `places` are ignored.

    Args:
        places: Offset along x and y (mm) and yaw (rad) of each die, from the bottom up.
        flat: Width of the flat part of a face (mm).
    """
    at = [(x, y) for x, y, _ in places]
    return all(math.dist(centre, at[die]) <= flat / 2 - MIN_STABILITY_MARGIN for centre, die in loads(at))


def _put_tokens(chooser: Chooser, ground: _Ground, name: str) -> None:
    """Put a token, a heap of tokens, or a tilted token on the ground, if there is room.

    A tilted token will fall over.
    """
    diameter = chooser.number(5.0, 60.0) if ground.nasty else chooser.number(15.0, 40.0)
    heap = chooser.integer(2, 6) if maybe(chooser, 4) else 1
    tilt = chooser.number(0.05, math.pi / 2) if heap == 1 and maybe(chooser, 5) else 0.0
    for _ in range(MAX_TRIES):
        at = _anywhere(chooser, ground)
        level = ground.table.level_at(at)
        if not ground.free(disc(at, diameter / 2 + MAX_DIE_OFFSET), level):
            continue
        lean: Quaternion = (math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2))
        one = Token(name, ORIGIN, diameter)
        rise = diameter / 2 * math.sin(tilt) + one.thickness / 2 * math.cos(tilt)
        tokens = []
        for k in range(heap):
            off = (
                (chooser.number(-MAX_DIE_OFFSET, MAX_DIE_OFFSET), chooser.number(-MAX_DIE_OFFSET, MAX_DIE_OFFSET))
                if k
                else (0.0, 0.0)
            )
            place = (at[0] + off[0], at[1] + off[1], level + rise + k * one.thickness)
            tokens.append(replace(one, id=f"{name}-{k}", pose=Pose(place, lean)))
        return ground.put(*tokens)


def _put_die(chooser: Chooser, ground: _Ground, name: str) -> None:
    kind, size = choose_kind(chooser), choose_size(chooser, ground.nasty)
    for _ in range(MAX_TRIES):
        at = _anywhere(chooser, ground)
        level = ground.table.level_at(at)
        flat = kind.orientation_showing(
            kind.faces[chooser.integer(0, kind.sides - 1)].value, chooser.number(0.0, math.tau)
        )
        turn = choose_turn(chooser) if ground.nasty and maybe(chooser, 3) else flat
        lowest = min(rotate(turn, corner)[2] for corner in kind.corners) * size
        die = Die(name, kind, size, Pose((*at, level - lowest), turn))
        if ground.free(die.footprint, level):
            return ground.put(die)
