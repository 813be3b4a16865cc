"""The same throws on both engines: dice as riotsim's hand releases them, and where they come to rest on each engine."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from physics_suite.second_opinion.other_world import Block, OtherWorld, bouncing
from physics_suite.second_opinion.settings import CONTACT, STEP
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.release import release
from riotsim.physics.bodies.motion import REST
from riotsim.physics.engine.materials import DICE, table_top
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.acts import Roll
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Surface, Table

LIMIT = 8.0
"""Simulated seconds after which a throw is stopped even if dice still move, as in riotsim."""

LOOK_EVERY = 0.02
"""Simulated seconds between two checks whether all dice are still."""

QUIET = 4
"""A throw is at rest if all dice were still at this number of checks in a row."""

PUSHED_APART = 0.02
"""Restitution added on MuJoCo, as riotsim's engine adds it by separating overlaps (`physics/engine/materials.py`)."""


@dataclass(frozen=True, slots=True)
class Landed:
    """A die that was thrown, where it was released and where it came to rest."""

    kind: DieKind
    start: Pose
    end: Pose

    @property
    def began(self) -> int:
        """Return the number that was up when the die was released."""
        return self.kind.read(self.start.orientation)

    @property
    def shows(self) -> int:
        """Return the number that is up when the die has come to rest."""
        return self.kind.read(self.end.orientation)

    @property
    def travel(self) -> float:
        """Return the horizontal distance between start and end (mm)."""
        return math.dist(self.start.xy, self.end.xy)


@dataclass(frozen=True, slots=True)
class Let:
    """A die as it leaves the hand."""

    die: Die
    block: Block


def let_go(table: Table, act: Roll, seed: int) -> list[Let]:
    """Return the dice of a throw as riotsim's hand releases them.

    Raises:
        ValueError: If a die is not a box with sharp edges.
    """
    with Scene(table) as scene:
        release(scene, act, random_generator(seed))
        dice = []
        for body in sorted(scene.registry.thrown, key=lambda body: body.piece.id):
            die = body.piece
            if not isinstance(die, Die) or die.kind.box is None or die.kind.rounding > 0.0:
                raise ValueError(f"only sharp boxes have a second opinion, and {die.id} is none")
            x, y, z = (edge * die.size for edge in die.kind.box)
            velocity, spin = scene.world.velocity(body.number)
            dice.append(Let(die, Block((x, y, z), *scene.world.pose(body.number), velocity, spin)))
        return dice


def here(table: Table, act: Roll, seed: int) -> list[Landed]:
    """Return the dice thrown on riotsim's engine, without those that left the table."""
    settled = perform(table, act, seed)
    return [
        Landed(one.die.kind, Pose(one.block.at, one.block.turn), settled.table.dice[one.die.id].pose)
        for one in let_go(table, act, seed)
        if one.die.id in settled.table.dice
    ]


def there(thrown: Sequence[Let], surface: Surface) -> list[Landed]:
    """Return the dice thrown on MuJoCo, on an endless floor."""
    top = table_top(surface)
    world = OtherWorld(
        [one.block for one in thrown],
        bouncing(DICE.friction * top.friction, DICE.restitution * top.restitution + PUSHED_APART, CONTACT),
        bouncing(DICE.friction**2, DICE.restitution**2 + PUSHED_APART, CONTACT),
        STEP,
    )
    still = 0
    while world.time < LIMIT and still < QUIET:
        world.run(LOOK_EVERY)
        speed, spin = world.fastest()
        still = still + 1 if speed < REST.speed and spin < REST.spin else 0
    return [Landed(one.die.kind, Pose(one.block.at, one.block.turn), world.pose(k)) for k, one in enumerate(thrown)]
