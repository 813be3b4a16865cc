"""The same throws on both engines: dice as our hand lets go of them, and where each engine brings them to rest."""

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
"""A throw is cut short after so many simulated seconds, as ours is."""

LOOK_EVERY = 0.02
"""Seconds between looks."""

QUIET = 4
"""A throw is at rest when it was still at so many looks on end."""

PUSHED_APART = 0.02
"""Restitution that separating overlaps adds in our engine (`physics/engine/materials.py`), added here too."""


@dataclass(frozen=True, slots=True)
class Landed:
    """A die that was thrown."""

    kind: DieKind
    start: Pose
    end: Pose

    @property
    def began(self) -> int:
        """The number that was up when it was let go."""
        return self.kind.read(self.start.orientation)

    @property
    def shows(self) -> int:
        """The number that is up."""
        return self.kind.read(self.end.orientation)

    @property
    def travel(self) -> float:
        """Return how far it has come (mm, in plan)."""
        return math.dist(self.start.xy, self.end.xy)


@dataclass(frozen=True, slots=True)
class Let:
    """A die as it leaves the hand."""

    die: Die
    block: Block


def let_go(table: Table, act: Roll, seed: int) -> list[Let]:
    """Return the dice of a throw as our hand releases them: sharp boxes only.

    Raises:
        ValueError: For other kinds.
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
    """Throw on our engine. Dice that left the table are not among those that landed."""
    settled = perform(table, act, seed)
    return [
        Landed(one.die.kind, Pose(one.block.at, one.block.turn), settled.table.dice[one.die.id].pose)
        for one in let_go(table, act, seed)
        if one.die.id in settled.table.dice
    ]


def there(thrown: Sequence[Let], surface: Surface) -> list[Landed]:
    """Throw on the other engine, on a floor without an end."""
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
