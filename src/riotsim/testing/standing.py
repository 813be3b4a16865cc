"""Whether a tower on a table stands: its dice made live and watched, and what statics says of it."""

from dataclasses import dataclass

from riotsim.physics.bodies import Hold
from riotsim.physics.live_towers import nestled
from riotsim.physics.scene import LOOK_EVERY, Scene
from riotsim.physics.world import TICK
from riotsim.table.state import Table
from riotsim.table.towers import yaw_of
from riotsim.testing.towers import WATCHED, Stack


@dataclass(frozen=True, slots=True)
class Watched:
    """A tower that was watched."""

    name: str
    dice: int
    fell_after: float | None
    """Time (s) after which it had fallen; None if it stood."""
    margin: float
    """What statics gives it (mm); below 0 it has to fall. Of rounded dice only the flat of their faces carries."""


def watch(table: Table, name: str, seconds: float = WATCHED) -> Watched:
    """Let a tower's dice go, and watch it for so many seconds. Raises `KeyError` if there is no such tower."""
    tower = table.towers[name]
    dice = table.tower_dice(name)
    flat = min(die.size * (1 - 2 * die.kind.rounding) for die in dice)
    stack = Stack(tuple(die.pose.plan for die in dice), tuple(yaw_of(die.pose.turn) for die in dice), flat)
    fell: float | None = None
    with Scene(table, skip=tower.dice, lull=False) as scene:
        for die in sorted(nestled(table, dice), key=lambda die: die.id):
            scene.enter(die, Hold.FREE)
        live = scene.stand(name, tower.dice)
        for tick in range(1, round(seconds / TICK) + 1):
            scene.world.step()
            scene.tick = tick
            if tick % LOOK_EVERY == 0:
                scene.look()
                if live.fell or not live.stands():
                    fell = tick * TICK
                    break
    return Watched(name, len(dice), fell, stack.margin)
