"""Towers whose dice are in the engine."""

from dataclasses import dataclass, field, replace

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import REST, STANDING, GroupRest
from riotsim.physics.bodies.size_and_mass import BODY
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.towers import is_stack


@dataclass(slots=True)
class LiveTower:
    """A tower whose dice are in the engine."""

    name: str
    dice: list[Body]
    """Dice of the tower from the bottom up."""
    level: float
    """Height of the ground under the tower's lowest die (mm)."""
    fell: bool = False
    rest: GroupRest = field(default_factory=GroupRest)
    """The record of how long all dice of the tower have been at rest together."""
    carried: bool = False
    """True if a hand carries the tower."""
    near_hand: bool = False
    """True if a hand may reach the tower before the next regular check (`LOOK_INTERVAL`)."""

    def moves(self) -> bool:
        """Return whether at least one die of the tower moves or spins too fast to be at rest."""
        speed, spin = REST.speed, REST.spin
        return any(body.speed > speed or body.spin > spin for body in self.dice)

    def begin_rest(self, tick: int) -> None:
        """Record that all dice of the tower are at rest from a given tick on, in their current poses."""
        for body in self.dice:
            body.motion.begin(STANDING, tick, body.at, body.orientation)

    def creeps(self) -> bool:
        """Return whether at least one die of the tower has moved or turned too far since the tower came to rest.

        The limits are those of `STANDING`.
        """
        return any(body.motion.drifted(STANDING, body.at, body.orientation) for body in self.dice)

    def stands(self) -> bool:
        """Return whether the dice of the tower still form one stack."""
        return is_stack([(body.at, body.piece.size) for body in self.dice if isinstance(body.piece, Die)], self.level)


def pressed_together(table: Table, dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Lower the dice of a tower so that each slightly overlaps what is below it, and return them from the bottom up.

    Without the overlap, all dice would fall freely for one step. A tower of 13 dice sank by 1.7 mm in this way.

    Args:
        table: The table with the tower.
        dice: The dice of the tower from the bottom up.
    """
    pressed: list[Die] = []
    for die in dice:
        x, y, z = die.pose.at
        ceiling = pressed[-1].pose.at[2] + pressed[-1].size / 2 if pressed else table.level_under(die)
        z = min(z, ceiling + die.size / 2 - BODY.tower_overlap)
        pressed.append(replace(die, pose=Pose((x, y, z), die.pose.orientation)))
    return tuple(pressed)
