"""Dice in a tray: the number of dice in a throw, their numbers before and after it, and their place on the rack.

Dice that are set aside lie on the tray's rack, a ledge in front of the tray.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from riotsim.errors import InvalidValue
from riotsim.table.acts import Displacement, Reading, Roll, Shift
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table, Tray

TRAY_STRENGTH: Final = 0.6
"""Strength of a throw into a tray, as a multiple of the hand's usual speed.

At strength 1, the drunk hand threw 3 of 900 dice over walls 3 inches high. At this strength, it threw none of 900 over
them.
"""

MAX_SHARED_DICE: Final = 12
"""Greatest number of dice in one throw into a shared tray. Our choice."""

RACK_GAP: Final = 2.0
"""Least gap between dice on a rack (mm)."""

RACK_STEP: Final = 4.0
"""Distance between neighbouring places that are tried for a die on a rack (mm)."""


def dice_in_tray(table: Table) -> tuple[Die, ...]:
    """Return the dice that lie in a table's tray, in order of name. Dice on the tray's rack are left out."""
    tray = table.tray
    if tray is None:
        return ()
    return tuple(sorted((die for die in table.loose_dice() if tray.contains(die.pose.xy)), key=lambda die: die.id))


def by_owner(dice: Iterable[Die]) -> dict[str, list[Die]]:
    """Return the dice of each owner, by the owner's name. The owners are in the order of their first dice."""
    found: dict[str, list[Die]] = {}
    for die in dice:
        found.setdefault(die.owner, []).append(die)
    return found


def readings(before: Table, act: Roll, after: Table) -> tuple[Reading, ...]:
    """Return the number that each die in a shared tray shows before and after a throw, in order of name.

    Args:
        before: The table before the throw.
        act: The throw.
        after: The table after the throw.
    """
    thrown = {die.id for die in act.dice}
    found = {die.id: die for die in (*dice_in_tray(before), *act.dice)}
    return tuple(
        Reading(
            name,
            die.owner,
            None if name in thrown else die.shows,
            after.dice[name].shows if name in after.dice else None,
            name in thrown or after.dice.get(name) != die,
        )
        for name, die in sorted(found.items())
    )


def set_aside(table: Table, dice: Sequence[PieceId]) -> Shift:
    """Return the act that lifts dice from the tray onto free places on the tray's rack.

    The dice show the same faces as before. The places are in rows from left to right, the first row at the front.

    Args:
        table: The table.
        dice: Names of the dice.

    Raises:
        InvalidValue: There is no rack, or the rack has too little free room.
    """
    tray = table.tray
    if tray is None or tray.rack <= 0.0:
        raise InvalidValue("dice can't be set aside: the tray has no rack; give it a depth")
    taken = [(die.pose.xy, _reach(die)) for die in table.loose_dice() if tray.is_on_rack(die.pose.xy)]
    moves = []
    for name in dice:
        reach = _reach(table.dice[name])
        at = next((at for at in _rack_places(tray, reach) if all(_apart(at, reach, *other) for other in taken)), None)
        if at is None:
            raise InvalidValue(f"there is no room for {name} on the tray's rack; make it deeper, or take dice off it")
        taken.append((at, reach))
        moves.append(Displacement(name, at))
    return Shift(tuple(moves), lifted=True)


def _reach(die: Die) -> float:
    """Return half the side of the smallest square that contains a die, seen from above (mm).

    The square is centred on the die, and its sides are parallel to x and y.
    """
    (x, y), (left, front, right, back) = die.pose.xy, die.footprint.bounds()
    return max(x - left, y - front, right - x, back - y)


def _rack_places(tray: Tray, reach: float) -> Iterator[Point]:
    """Yield places on a rack, row by row (mm), for a die with the reach `reach` (see `_reach`)."""
    (left, front), edge = tray.rack_at, reach + RACK_STEP / 2
    rows, columns = (int((size - 2 * edge) // RACK_STEP) + 1 for size in (tray.rack, tray.width))
    for row in range(rows):
        for column in range(columns):
            yield (left + edge + column * RACK_STEP, front + edge + row * RACK_STEP)


def _apart(one: Point, one_reach: float, other: Point, other_reach: float) -> bool:
    """Return whether two squares have a gap of at least `RACK_GAP` between them.

    Each square is given by its middle and half its side (mm).
    """
    far = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
    return far >= one_reach + other_reach + RACK_GAP
