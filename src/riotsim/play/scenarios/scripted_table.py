"""The scripted table. It performs acts as a scenario describes them, without physics.

Dice and dropped tokens come to rest at the places that the scenario gives. A tower falls only if the scenario says so.
All other acts succeed exactly.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from riotsim.play.rulebook.bounds import MAX_LEAST_TURNS
from riotsim.play.scenarios.expected_events import ScenarioFailed
from riotsim.table.acts import (
    Act,
    Carry,
    Cocked,
    Drop,
    Fact,
    LeftTable,
    Roll,
    Settled,
    Shift,
    Stack,
    Tip,
    TowerFell,
    Turned,
)
from riotsim.table.dice.tray import readings
from riotsim.table.kinematic.shift import shift_motion
from riotsim.table.kinematic.tip import tip_motion
from riotsim.table.pieces import Die, PieceId, Tower
from riotsim.table.poses import Point, Pose, Quaternion, heading_of, multiply
from riotsim.table.state import Table
from riotsim.table.towers import first_die_pose, yaw_of

SCRIPTED_TURNS = MAX_LEAST_TURNS
"""Number of times that a scripted die turns over. It is enough for every rulebook's `least_turns` (RD-92)."""


COCKED_ORIENTATION: Quaternion = (math.sin(math.pi / 8), 0.0, 0.0, math.cos(math.pi / 8))
"""A rotation by an eighth of a turn about the x axis. After it, a flat cube lies on none of its faces."""


@dataclass(frozen=True, slots=True)
class DieResult:
    """The result of one die: a die of a scripted roll, or a die of a tower that falls."""

    at: Point | None
    """The place of the die (mm); None if it doesn't matter."""
    shows: int | None
    cocked: bool = False
    off: bool = False


@dataclass(frozen=True, slots=True)
class ScriptedOutcome:
    """The scripted outcome of the acts between one answer of a scenario file and the next."""

    path: str = ""
    """The path of the answer in the scenario file, for messages. If towers fall, it is the path of the last entry that
    says so.
    """
    dice: tuple[DieResult, ...] = ()
    """The results of the dice of the next roll, in order."""
    token_rest: Point | None = None
    """The point where a dropped token comes to rest (mm); None for the point directly below the drop.

    If the point is outside the table, the token leaves the table.
    """
    falls: Mapping[int, tuple[PieceId, ...]] | None = None
    """The falling towers, by the index of the act before the fall; None if no tower falls.

    The index 0 is the first act after the answer.
    """
    came_up: Mapping[tuple[int, PieceId], tuple[DieResult, ...]] = field(default_factory=dict)
    """The results of the dice of fallen towers. The key is the index of the act, as in `falls`, and the tower.

    The results of a tower are listed from the bottom up. A tower without results falls too, but its dice don't change.
    """

    @property
    def key(self) -> str:
        """The path in the scenario file of the key that names falling towers, such as `when[2].topples`."""
        return f"{self.path}.{'falls' if self.came_up else 'topples'}"


class ScriptedTable:
    """A function that performs acts for a `Session`, as the scenario describes them."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        """The acts since the last call of `follow`."""
        self.rolled: tuple[PieceId, ...] = ()
        """The dice of the last roll, in order. If some of these dice are thrown again, the order stays the same."""
        self._outcome = ScriptedOutcome()

    def follow(self, outcome: ScriptedOutcome) -> None:
        """Set the outcome of the acts that follow the next answer."""
        self._outcome = outcome
        self.acts = []

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act, and return its scripted outcome: the table after the act, and the facts.

        Raises:
            ScenarioFailed: The act can't have the scripted outcome.
        """
        number = len(self.acts)
        self.acts.append(act)
        facts: list[Fact] = []
        after = table
        match act:
            case Roll():
                after, facts = self._roll(table, act)
            case Drop():
                after, facts = self._drop(table, act)
            case Stack():
                after = _stack(table, act)
            case Carry():
                after = _carry(table, act)
            case Tip():
                after = tip_motion(table, act).table
            case Shift():
                after = shift_motion(table, act).table
        for tower in (self._outcome.falls or {}).get(number, ()):
            if tower not in after.towers:
                raise ScenarioFailed(self._outcome.key, "a tower to fall", f"no dice beside {tower}")
            dice = after.tower_dice(tower)
            after = after.with_tower(tower, None)
            facts.append(TowerFell(tower, 0))
            if (number, tower) in self._outcome.came_up:
                after, gone = self._tumbled(after, dice, self._outcome.came_up[number, tower])
                facts += gone
        return Settled(after, tuple(facts))

    def _tumbled(self, table: Table, dice: Sequence[Die], results: Sequence[DieResult]) -> tuple[Table, list[Fact]]:
        """Return the table with the dice of a fallen tower as scripted, and a fact for each die that left the table.

        Args:
            table: The table without the tower.
            dice: The dice of the tower from the bottom up.
            results: The scripted result of each die.

        Raises:
            ScenarioFailed: There are more or fewer results than dice.
        """
        if len(dice) != len(results):
            raise ScenarioFailed(f"{self._outcome.path}.falls", f"what {len(dice)} dice came up as", str(len(results)))
        gone: list[Fact] = []
        for die, lies in zip(dice, results, strict=True):
            if lies.off:
                table = table.without(die.id)
                gone.append(LeftTable(die.id, 0, die.pose.xy))
                continue
            turn = die.pose.orientation if lies.shows is None else die.kind.orientation_showing(lies.shows)
            turn = multiply(COCKED_ORIENTATION, turn) if lies.cocked else turn
            table = table.with_pieces(replace(die, pose=Pose((*die.pose.xy, die.size / 2), turn)))
        return table, gone

    def _roll(self, table: Table, act: Roll) -> tuple[Table, list[Fact]]:
        names = tuple(die.id for die in act.dice)
        if not set(names) <= set(self.rolled):
            self.rolled = names
        facts, before = list[Fact](), table
        for number, (die, lies) in enumerate(zip(act.dice, self._outcome.dice, strict=True)):
            if lies.shows is not None and lies.shows not in die.kind.values:
                raise ScenarioFailed(
                    f"{self._outcome.path}.roll[{number}].shows", f"a face of a {die.kind.name}", str(lies.shows)
                )
            facts.append(Turned(die.id, SCRIPTED_TURNS))
            at = lies.at or (table.tray.middle if act.in_tray and table.tray is not None else table.middle)
            if lies.off:
                facts.append(LeftTable(die.id, 0, at))
                continue
            # A die without a scripted number is thrown again, so any face will do.
            shows = lies.shows or die.kind.values[0]
            pose = Pose((*at, die.kind.flat_height(shows) * die.size), die.kind.orientation_showing(shows))
            table = table.with_pieces(replace(die, pose=pose))
            if lies.cocked:
                facts.append(Cocked(die.id))
        return table, [*facts, *(readings(before, act, table) if act.shared else ())]

    def _drop(self, table: Table, act: Drop) -> tuple[Table, list[Fact]]:
        at = self._outcome.token_rest or act.at
        if not (0 <= at[0] <= table.width and 0 <= at[1] <= table.depth):
            return table, [LeftTable(act.token.id, 0, at)]
        level = table.level_at(at)
        return table.with_pieces(replace(act.token, pose=Pose((*at, level + act.token.thickness / 2)))), []


def _stack(table: Table, act: Stack) -> Table:
    dice = table.tower_dice(act.tower)
    if dice:
        top = dice[-1]
        at, yaw = (*top.pose.xy, top.pose.at[2] + (top.size + act.die.size) / 2), yaw_of(top.pose.orientation)
    else:
        seat = first_die_pose(table, act.tower, act.bearing, act.die.size, act.ground)
        at, yaw = seat.at, heading_of(seat.orientation)
    pose = Pose(at, act.die.kind.orientation_showing(act.die.shows, yaw))
    return add_to_tower(table.with_pieces(replace(act.die, pose=pose)), act.tower, (act.die.id,), act.bearing)


def add_to_tower(table: Table, tower: str, dice: Sequence[PieceId], bearing: float) -> Table:
    """Return the table with some dice added on top of a tower. If there is no such tower, make one.

    The dice become part of the tower, but they aren't moved.

    Args:
        table: The table. These dice lie on it already.
        tower: The tower.
        dice: The dice to add, from the bottom up.
        bearing: `Tower.bearing` of a new tower (rad). An existing tower keeps its own bearing.
    """
    known = table.towers.get(tower, Tower((), bearing))
    return table.with_tower(tower, replace(known, dice=(*known.dice, *dice)))


def _carry(table: Table, act: Carry) -> Table:
    model = table.models[act.model]
    by = (act.to[0] - model.at[0], act.to[1] - model.at[1], table.level_at(act.to) - model.level)
    dice = [replace(die, pose=die.pose.translated(by)) for die in table.tower_dice(act.model)]
    return table.with_pieces(replace(model, at=act.to, level=model.level + by[2]), *dice)
