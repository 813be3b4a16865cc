"""The drop of a token on the table."""

from collections.abc import Generator
from dataclasses import replace

from riotsim.physics.acts.chance import any_turn, generator
from riotsim.physics.acts.release import RELEASE, within
from riotsim.physics.bodies.body import Hold
from riotsim.physics.bodies.size_and_mass import reach_of
from riotsim.physics.engine.world import Solver
from riotsim.physics.scene.broad_phase import Loose
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.physics.scene.settle import outcome
from riotsim.table.acts import Drop, Frame, Settled
from riotsim.table.poses import Pose, rotate
from riotsim.table.state import Table


def drop(
    table: Table, act: Drop, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Drop a token.

    It falls under impulses: the exact solver has no rolling friction, and cannot solve a disc that rolls on its rim.
    When a tower is reached the exact solver takes over, because the tower would creep by 0.4 mm otherwise.

    Args:
        table: The table before the act.
        act: The act.
        seed: Seed of the hand's errors.
        every: Ticks between two frames; 0 for none.
        exact: Whether the exact solver may take over.
        listen: Whether frames report impacts.
    """
    token = act.token
    if token.id in table.tokens:
        table = table.without(token.id)
    chance = generator(seed)
    aim_x, aim_y = (float(part) for part in chance.normal(0.0, act.hand.aim_sigma, 2))
    turn = any_turn(chance)
    x, y = act.at[0] + aim_x, act.at[1] + aim_y
    with Scene(table, Solver.IMPULSES, loose=Loose.LIVE, listen=listen) as scene:
        scene.registry.exact = exact
        reach = reach_of(token)
        if table.walls > 0.0:
            x, y = within((x, y), table, reach)
        upright = rotate(turn, (0.0, 0.0, 1.0))[2]
        below = token.diameter / 2 * max(0.0, 1 - upright * upright) ** 0.5 + token.thickness / 2 * abs(upright)
        z = act.height + below
        while (top := scene.registry.top_in((x - reach, y - reach, z - reach, x + reach, y + reach, z + reach))) > 0:
            z = top + reach + RELEASE.safe_gap
        scene.registry.dropped.append(scene.registry.enter(replace(token, pose=Pose((x, y, z), turn)), Hold.FREE))
        yield from scene.run(LIMITS.ticks, every)
        return outcome(scene, (token.id,))
