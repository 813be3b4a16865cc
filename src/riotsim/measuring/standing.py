"""Watching of a tower on a table: its dice are simulated, and statics gives its margin."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from riotsim.physics.bodies.body import Hold
from riotsim.physics.bodies.live_towers import LiveTower, pressed_together
from riotsim.physics.bodies.motion import LOOK_EVERY
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Scene
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Table
from riotsim.table.statics import Stack

WATCHED = 2.0
"""Time for which a tower is watched (s). A tower of 13 with a margin of -0.3 mm falls in about a second."""


@dataclass(frozen=True, slots=True)
class WatchedTower:
    """The result of watching a tower."""

    name: str
    dice: int
    fell_after: float | None
    """Time after which the tower had fallen (s); None if it stood."""
    margin: float
    """Margin of stability by statics (mm); below 0 it has to fall. Of rounded dice only the flat parts carry."""


def watch_tower(table: Table, name: str, seconds: float = WATCHED) -> WatchedTower:
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
    with let_go(table, name, dice, skip=tower.dice) as (scene, live):
        for tick in ticks(scene, round(seconds / TICK)):
            if tick % LOOK_EVERY == 0 and (live.fell or not live.stands()):
                fell = tick * TICK
                break
    return WatchedTower(name, len(dice), fell, Stack.of(dice).margin)


@contextmanager
def let_go(
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


def ticks(scene: Scene, count: int) -> Iterator[int]:
    """Simulate a number of ticks whether or not all is at rest, and yield the tick after each."""
    for _ in range(count):
        scene.world.step()
        scene.tick += 1
        scene.look_if_due()
        yield scene.tick
