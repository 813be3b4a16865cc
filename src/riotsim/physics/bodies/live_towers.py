"""Towers whose dice are in the engine: how they enter, whether they stand, and when they are still."""

from dataclasses import dataclass, field, replace

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import creeps
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, Quaternion, Vector
from riotsim.table.state import Table
from riotsim.table.towers import is_stack

NESTLE = 0.001
"""By how much dice of a tower overlap when they enter (mm): about what they do at rest."""


@dataclass(slots=True)
class LiveTower:
    """A tower whose dice are in the engine."""

    name: str
    dice: list[Body]
    """From the bottom up."""
    level: float
    """Height of the ground at its foot (mm)."""
    fell: bool = False
    quiet: int = 0
    """For how many ticks it has been at rest."""
    places: list[tuple[Vector, Quaternion]] = field(default_factory=list)
    """Where its dice were when they were first seen slow, if they were."""
    carried: bool = False
    near_hand: bool = False
    """Whether a hand may reach it before the next look."""

    def moves(self, speed: float, spin: float) -> bool:
        """Tell whether any of its dice is faster than this (mm/s, rad/s)."""
        return any(body.speed > speed or body.spin > spin for body in self.dice)

    def note_places(self) -> None:
        """Note where its dice are."""
        self.places = [(body.at, body.turn) for body in self.dice]

    def creeps(self) -> bool:
        """Tell whether any of its dice has left the place that was noted."""
        return any(creeps(body, *place) for body, place in zip(self.dice, self.places, strict=False))

    def stands(self) -> bool:
        """Tell whether it is still one stack."""
        return is_stack([(body.at, body.piece.size) for body in self.dice if isinstance(body.piece, Die)], self.level)


def nestled(table: Table, dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Give the dice of a tower, from the bottom up, pressed together by so little that all are in contact.

    Dice that only just touch would all fall freely for a step, each on the one below: a tower of 13 sank by 1.7 mm.
    """
    pressed: list[Die] = []
    for die in dice:
        x, y, z = die.pose.at
        ceiling = pressed[-1].pose.at[2] + pressed[-1].size / 2 if pressed else table.level_under(die)
        z = min(z, ceiling + die.size / 2 - NESTLE)
        pressed.append(replace(die, pose=Pose((x, y, z), die.pose.turn)))
    return tuple(pressed)
