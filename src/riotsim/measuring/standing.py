"""Stability of towers: of one tower, simulated in the engine, or of thousands that a hand stacks, by statics alone.

The criterion of `standing_chances` is that of `riotsim.table.statics`, which computes the margin of one stack.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from riotsim.physics.bodies.body import Hold
from riotsim.physics.bodies.live_towers import LiveTower, pressed_together
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Scene
from riotsim.table.acts import Hand
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Table
from riotsim.table.statics import Stack

SAMPLE_COUNT = 20_000
"""Number of random towers. The chance is then accurate to 0.7 percentage points, with 95 % confidence."""


def standing_chances(
    hand: Hand, heights: Sequence[int], *, size: float = 16.0, samples: int = SAMPLE_COUNT, seed: int = 0
) -> list[float]:
    """Return the chance (0 to 1) that a tower grows to each of these heights.

    Each die is released off the middle of the die below, by the hand's error. The tower stands if, after each die,
    the centre of mass of all dice above each joint lies over both dice of the joint. All dice have the same
    orientation: the hand's `yaw_sigma`, which would make the joints a little smaller, is ignored.

    Args:
        hand: The hand.
        heights: Heights in dice.
        size: Size of the dice (mm).
        samples: Number of towers that are drawn.
        seed: Seed of the errors.
    """
    most = max(heights)
    chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    spread = np.array([hand.place_sigma_at(k * size) for k in range(most - 1)])
    errors = chance.standard_normal((samples, most - 1, 2)) * spread[None, :, None]
    places = np.concatenate([np.zeros((samples, 1, 2)), errors.cumsum(axis=1)], axis=1)
    standing = np.ones(samples, dtype=np.bool_)
    shares = {1: 1.0}
    for count in range(2, most + 1):
        above = places[:, count - 1 :: -1].cumsum(axis=1)  # of the top die, the top two, and so on, down to all
        for level in range(count - 1):
            centre = above[:, count - 2 - level] / (count - 1 - level)
            for support in (places[:, level], places[:, level + 1]):
                standing &= np.abs(centre - support).max(axis=1) < size / 2
        shares[count] = float(standing.mean())
    return [shares[count] for count in heights]


WATCH_SECONDS = 2.0
"""Time for which a tower is watched (s). A tower of 13 with a margin of -0.3 mm falls in about a second."""


@dataclass(frozen=True, slots=True)
class WatchedTower:
    """The result of watching a tower."""

    name: str
    dice: int
    fell_after: float | None
    """Time after which the tower had fallen (s); None if it stood."""
    margin: float
    """Margin of stability by statics (mm). A tower with a margin below 0 must fall. Only the flat parts of rounded
    dice count.
    """


def watch_tower(table: Table, name: str, seconds: float = WATCH_SECONDS) -> WatchedTower:
    """Simulate a tower's dice and watch it.

    Args:
        table: The table.
        name: Name of the tower.
        seconds: Time for which it is watched (s).

    Raises:
        KeyError: If there is no tower of that name.
    """
    tower = table.towers[name]
    dice = table.tower_dice(name)
    fell: float | None = None
    with released_tower(table, name, dice, skip=tower.dice) as (scene, live):
        for tick in simulate_ticks(scene, round(seconds / TICK)):
            if tick % LOOK_INTERVAL == 0 and (live.fell or not live.stands()):
                fell = tick * TICK
                break
    return WatchedTower(name, len(dice), fell, Stack.from_dice(dice).margin)


@contextmanager
def released_tower(
    table: Table, name: str, dice: tuple[Die, ...], *, skip: tuple[PieceId, ...] = (), sleeping: bool = False
) -> Iterator[tuple[Scene, LiveTower]]:
    """Open a scene in which the dice of a tower are simulated, and yield it with the tower.

    Args:
        table: The table.
        name: Name of the tower.
        dice: Its dice from the bottom up.
        skip: Those of the dice that the table has already.
        sleeping: Whether bodies at rest sleep, as they do in an act.
    """
    with Scene(table, skip=skip, sleeping=sleeping) as scene:
        for die in sorted(pressed_together(table, dice), key=lambda die: die.id):
            scene.registry.enter(die, Hold.FREE)
        yield scene, scene.registry.add_tower(name, tuple(die.id for die in dice))


def simulate_ticks(scene: Scene, count: int) -> Iterator[int]:
    """Simulate a number of ticks, even if all bodies are at rest, and yield the tick after each."""
    for _ in range(count):
        scene.world.step()
        scene.tick += 1
        scene.look_if_due()
        yield scene.tick
