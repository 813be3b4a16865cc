"""The stability of towers.

- `watch_tower` simulates a given tower in the engine.
- `standing_chances` checks thousands of random towers by statics alone. It uses the same condition of stability as
  `riotsim.table.statics`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.live_towers import LiveTower, pressed_together
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Scene
from riotsim.table.acts import Hand
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Table
from riotsim.table.statics import CubeStack

SAMPLE_COUNT = 20_000
"""Number of random towers that `standing_chances` checks.

With this number, the error of a returned chance is at most 0.7 percentage points, with a confidence of 95 %.
"""


def standing_chances(
    hand: Hand, heights: Sequence[int], *, size: float = 16.0, samples: int = SAMPLE_COUNT, seed: int = 0
) -> list[float]:
    """Return, for each of the given heights, the chance (0 to 1) that a hand builds a tower to this height.

    Each die misses the middle of the die below it by the hand's random error. The tower has to stand after each new
    die. It stands if, for every two neighbouring dice, the common centre of mass of all dice above the lower one lies
    over both dice. The hand's `yaw_sigma` is ignored.

    Args:
        hand: The hand.
        heights: The heights (dice).
        size: Size of the dice (mm).
        samples: Number of random towers.
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
"""A tower is watched for this time, in simulated seconds.

A tower of 13 dice with a margin of stability of -0.3 mm (see `WatchedTower.margin`) falls in about a second.
"""


@dataclass(frozen=True, slots=True)
class WatchedTower:
    """The result of watching a tower."""

    name: str
    dice: int
    fell_after: float | None
    """Simulated time until the tower had fallen (s); None if it still stood at the end."""
    margin: float
    """Margin of stability by statics (mm). If it is below 0, statics predicts a fall.

    In this calculation, only the flat parts of the faces of rounded dice support other dice.
    """


def watch_tower(table: Table, name: str, seconds: float = WATCH_SECONDS) -> WatchedTower:
    """Simulate a tower whose dice no hand holds, and report whether it falls.

    Args:
        table: The table.
        name: Name of the tower.
        seconds: Simulated time of the watch (s).

    Raises:
        KeyError: The table has no tower of that name.
        Diverged: The simulation fails.
    """
    tower = table.towers[name]
    dice = table.tower_dice(name)
    fell: float | None = None
    with released_tower(table, name, dice, skip=tower.dice) as (scene, live):
        for tick in simulate_ticks(scene, round(seconds / TICK)):
            if tick % LOOK_INTERVAL == 0 and (live.fell or not live.stands()):
                fell = tick * TICK
                break
    return WatchedTower(name, len(dice), fell, CubeStack.from_dice(dice).margin)


@contextmanager
def released_tower(
    table: Table, name: str, dice: tuple[Die, ...], *, skip: tuple[PieceId, ...] = (), sleeping: bool = False
) -> Iterator[tuple[Scene, LiveTower]]:
    """Open a scene, put a tower into it whose dice can move freely, and yield the scene and the tower.

    This is a context manager. At its end, the scene is closed.

    Args:
        table: The table.
        name: Name of the tower.
        dice: The dice of the tower from the bottom up.
        skip: Ids of the tower's dice that `table` already has. Otherwise the scene would have these dice twice.
        sleeping: Whether bodies at rest may sleep, as in the acts of a game. The engine doesn't move sleeping bodies.
    """
    with Scene(table, skip=skip, sleeping=sleeping) as scene:
        for die in sorted(pressed_together(table, dice), key=lambda die: die.id):
            scene.registry.enter(die, MotionType.FREE)
        yield scene, scene.registry.add_tower(name, tuple(die.id for die in dice))


def simulate_ticks(scene: Scene, count: int) -> Iterator[int]:
    """Simulate a number of ticks, even if all bodies are at rest. After each tick, yield the scene's clock (ticks).

    Args:
        scene: The scene.
        count: Number of ticks.
    """
    for _ in range(count):
        scene.world.step()
        scene.tick += 1
        scene.look_if_due()
        yield scene.tick
