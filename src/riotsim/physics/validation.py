"""Checks before a simulation: the feasibility of an act, and overlaps of pieces."""

import math
from dataclasses import dataclass, fields
from functools import lru_cache

from riotsim.errors import InvalidValue
from riotsim.physics.acts.drag_path import sample_error
from riotsim.physics.bodies.body import MotionType, add
from riotsim.physics.engine.world import World
from riotsim.physics.scene.ground import add_table_top
from riotsim.table.acts import Act, Carry, Drop, Hand, Mark, Roll, Shift, Stack, Tip
from riotsim.table.dice.tray import MAX_SHARED_DICE
from riotsim.table.kinematic.shift import shift_motion
from riotsim.table.kinematic.tip import tipped_cube
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table


def check(table: Table, act: Act) -> None:
    """Check that an act can be performed on a table.

    Raises:
        InvalidValue: The act can't be performed. The message says why.
    """
    if not isinstance(table, Table):
        raise InvalidValue(f"an act is performed on a riotsim.Table, not on {table!r:.80}")
    if not isinstance(act, Act):
        raise InvalidValue(f"an act is a Roll, Drop, Stack, Carry, Tip or Shift of riotsim, not {act!r:.80}")
    if not isinstance(act, Shift) and act.hand is not None:
        _check_hand(act.hand)
    _require_non_negative("a table", wall_height=table.wall_height)
    match act:
        case Roll():
            _check_roll(table, act)
        case Drop():
            _require_finite("a drop", at_x=act.at[0], at_y=act.at[1])
            _require_non_negative("a drop", height=act.height)
        case Stack():
            _check_stack(table, act)
        case Carry():
            _require_finite("a carry", to_x=act.to[0], to_y=act.to[1])
            _check_carry(table, act)
        case Tip():
            tipped_cube(table, act)
        case Shift():
            shift_motion(table, act)


def _check_roll(table: Table, act: Roll) -> None:
    """Check the numbers, the dice, the tray and the mark of a roll.

    Raises:
        InvalidValue: The roll can't be performed.
    """
    _require_finite("a roll", at_x=act.at[0], at_y=act.at[1], heading=act.heading)
    _require_non_negative("a roll", drop=act.drop, strength=act.strength)
    if act.spin is not None:
        along, left, up = act.spin
        _require_finite("a roll", spin_along=along, spin_left=left, spin_up=up)
    if act.in_tray:
        _check_tray(table)
    if act.shared:
        _check_shared(act)
    if act.mark is not None:
        _check_mark(act, act.mark)
    if not act.dice:
        raise InvalidValue("a roll needs at least one die")
    ids = sorted(die.id for die in act.dice)
    if len(set(ids)) < len(ids):
        raise InvalidValue(f"each die of a roll needs a name of its own, not {', '.join(ids)}")
    stacked = {die for tower in table.towers.values() for die in tower.dice}
    if taken := sorted(stacked.intersection(ids)):
        raise InvalidValue(f"dice that stand in a tower cannot be rolled: {', '.join(taken)}")


def _check_shared(act: Roll) -> None:
    """Check a throw into a shared tray.

    Raises:
        InvalidValue: The throw doesn't go into the tray, or has too many dice.
    """
    if not act.in_tray:
        raise InvalidValue("a shared throw goes into the tray; set in_tray too")
    if len(act.dice) > MAX_SHARED_DICE:
        raise InvalidValue(
            f"at most {MAX_SHARED_DICE} dice are thrown into a shared tray at once, not {len(act.dice)}; "
            "throw them in batches"
        )


def _check_mark(act: Roll, mark: Mark) -> None:
    """Check a throw at a mark. Only a single die may be thrown at a mark.

    Raises:
        InvalidValue: The throw can't be performed.
    """
    _require_non_negative("a throw at a mark", back=mark.back, height=mark.height)
    if len(act.dice) > 1:
        raise InvalidValue(f"one die is thrown at a mark, not {len(act.dice)}")
    if act.in_tray:
        raise InvalidValue("a die is thrown at a mark on the table, and not into the tray")
    if mark.back * act.hand.speed * act.strength <= 0:
        raise InvalidValue("a throw at a mark needs a speed, and some way to go")


def _check_tray(table: Table) -> None:
    """Check the tray beside a table before dice are rolled into it.

    Raises:
        InvalidValue: There is no tray, the tray would overlap the table, or the tray's numbers are invalid.
    """
    tray = table.tray
    if tray is None:
        raise InvalidValue("there is no tray beside this table to roll into; give the table one, or roll into play")
    _require_finite("a tray", at_x=tray.at[0], at_y=tray.at[1])
    _require_non_negative("a tray", width=tray.width, depth=tray.depth, wall_height=tray.wall_height, rack=tray.rack)
    if tray.width <= 0 or tray.depth <= 0:
        raise InvalidValue(f"a tray needs a bottom, not one of {tray.width} × {tray.depth} mm")
    for what, ((x, y), width, depth) in zip(("", "with the rack "), tray.areas, strict=False):
        if x + width > 0 and y + depth > 0 and x < table.width and y < table.depth:
            raise InvalidValue(f"a tray stands beside the table, and one {what}at {tray.at} would stand on it")


def _check_stack(table: Table, act: Stack) -> None:
    """Check whether a die can be stacked: the die, the numbers, and the tower to put it on or the place to begin one.

    Raises:
        InvalidValue: The die can't be stacked there.
    """
    _require_finite("a die to stack", offset_x=act.offset[0], offset_y=act.offset[1], bearing=act.bearing)
    if act.put is not None:
        (x, y), (u, v) = act.put.offset, act.put.velocity
        _require_finite("a die to stack", offset_x=x, offset_y=y, yaw=act.put.yaw, velocity_x=u, velocity_y=v)
    if not act.die.kind.is_cube:
        raise InvalidValue(f"only cubes can be stacked, and {act.die.id} is a {act.die.kind.name}; a d6 would do")
    for name, tower in table.towers.items():
        if act.die.id in tower.dice:
            raise InvalidValue(f"{act.die.id} stands in the tower {name!r} already")
    if act.ground is not None:
        _require_finite("a die to stack", ground_x=act.ground[0], ground_y=act.ground[1])
    elif act.tower not in table.towers and act.tower not in table.models:
        raise InvalidValue(f"there is no tower {act.tower!r} to put {act.die.id} on, and no model to begin one beside")


def _check_carry(table: Table, act: Carry) -> None:
    """Check a carry, and the samples of its drag if it has one.

    Raises:
        InvalidValue: The carry can't be performed.
    """
    if act.model not in table.models:
        raise InvalidValue(f"there is no model {act.model!r} to carry")
    if act.pace not in dict(act.hand.paces):
        known = ", ".join(name for name, _ in act.hand.paces)
        raise InvalidValue(f"the hand {act.hand.name!r} has no pace {act.pace!r}; it has {known}")
    if act.drag is not None:
        length, before = math.dist(table.models[act.model].at, act.to), -1
        for tick, way in act.drag.samples:
            if wrong := sample_error(tick, way, before, length):
                raise InvalidValue(wrong)
            before = tick


@lru_cache(maxsize=64)  # successive acts have the same few hands
def _check_hand(hand: Hand) -> None:
    """Check the numbers of a hand and of its paces.

    Raises:
        InvalidValue: A number is out of its range.
    """
    who = f"the hand {hand.name!r}"
    for field in fields(hand):
        if field.name not in ("name", "paces", "unbraced"):
            _require_non_negative(who, **{field.name: getattr(hand, field.name)})
    if not hand.unbraced > 0:  # it is infinite for a hand that never wavers
        raise InvalidValue(f"{who} needs an unbraced height above 0, not {hand.unbraced}")
    for name, pace in hand.paces:
        _require_finite(who, speed=pace.speed, acceleration=pace.acceleration)
        if pace.speed <= 0 or pace.acceleration <= 0:
            raise InvalidValue(f"{who} needs a speed and an acceleration above 0 for its pace {name!r}")


def _require_finite(what: str, **values: float) -> None:
    """Check that numbers are finite.

    Args:
        what: The owner of the numbers, in words for the error message, such as `a roll`.
        **values: The numbers, by their names in the error message.

    Raises:
        InvalidValue: A number is not finite.
    """
    for name, value in values.items():
        if not math.isfinite(value):
            raise InvalidValue(f"{what} needs a finite number as {name}, not {value}")


def _require_non_negative(what: str, **values: float) -> None:
    """Check that numbers are finite and not negative.

    Args:
        what: The owner of the numbers, in words for the error message, such as `a roll`.
        **values: The numbers, by their names in the error message.

    Raises:
        InvalidValue: A number is negative or not finite.
    """
    _require_finite(what, **values)
    for name, value in values.items():
        if value < 0:
            raise InvalidValue(f"{what} needs a {name} of at least 0, not {value}")


TABLE_TOP: PieceId = ""
"""The name that stands for the table itself in an overlap."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """An overlap of a die or a token with another piece or with the table."""

    first: PieceId
    second: PieceId
    """Name of the second piece, which comes after `first` in the alphabet; `TABLE_TOP` for the table."""
    depth: float
    """Depth of the overlap (mm)."""


def overlaps(table: Table, deeper_than: float = 0.0) -> tuple[Overlap, ...]:
    """Return the overlaps of dice and tokens with other pieces and with the table. The deepest overlap comes first.

    Overlaps of scenery and models with one another are not sought. If a die or a token lies wholly inside a piece that
    is a mesh, this isn't found.

    Args:
        table: The table.
        deeper_than: Overlaps up to this depth are ignored (mm).
    """
    with World() as world:
        names = {add_table_top(world, table): TABLE_TOP}
        for fixed in (table.terrain, table.models):
            for name in sorted(fixed):
                names[add(world, fixed[name], MotionType.FIXED).number] = name
        for free in (table.tokens, table.dice):
            for name in sorted(free):
                names[add(world, free[name], MotionType.FREE).number] = name
        deepest: dict[tuple[PieceId, PieceId], float] = {}
        for first, second, depth in world.detect_contacts():
            one, other = sorted((names[first], names[second]), key=lambda name: (name == TABLE_TOP, name))
            if depth > deeper_than:
                deepest[one, other] = max(depth, deepest.get((one, other), depth))
    found = (Overlap(one, other, depth) for (one, other), depth in deepest.items())
    return tuple(sorted(found, key=lambda overlap: (-overlap.depth, overlap.first, overlap.second)))
