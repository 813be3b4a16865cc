"""Whether a tower on a table stands: its dice made live and watched, and what statics says of it."""

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
"""How long a tower is watched (s). One of 13 whose centre is 0.3 mm beyond the edge falls in about a second."""


@dataclass(frozen=True, slots=True)
class WatchedTower:
    """A tower that was watched."""

    name: str
    dice: int
    fell_after: float | None
    """Time (s) after which it had fallen; None if it stood."""
    margin: float
    """What statics gives it (mm); below 0 it has to fall. Of rounded dice only the flat of their faces carries."""


def watch_tower(table: Table, name: str, seconds: float = WATCHED) -> WatchedTower:
    """Let a tower's dice go, and watch it for so many seconds. Raises `KeyError` if there is no such tower."""
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
    """Give a scene in which the dice of a tower are live, and the tower; `skip` are those that the table has already.

    With `sleeping` what has been still for 16 ticks is at rest, as in an act.
    """
    with Scene(table, skip=skip, sleeping=sleeping) as scene:
        for die in sorted(pressed_together(table, dice), key=lambda die: die.id):
            scene.enter(die, Hold.FREE)
        yield scene, scene.add_tower(name, tuple(die.id for die in dice))


def ticks(scene: Scene, count: int) -> Iterator[int]:
    """Let time pass as an act does, but without an end when all is at rest; gives each tick's number, from 1 on."""
    for _ in range(count):
        scene.world.step()
        scene.tick += 1
        scene.look_if_due()
        yield scene.tick
