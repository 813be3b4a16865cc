"""A throw of dice onto the table or into a tray, and the drop of a token."""

from collections.abc import Generator
from dataclasses import replace

from riotsim.physics.acts.chance import random_generator, random_orientation
from riotsim.physics.acts.release import RELEASE, clamp_to_table, release, tray_throw_as_table_throw
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.size_and_mass import bounding_radius
from riotsim.physics.bodies.substeps import min_substeps
from riotsim.physics.engine.world import Solver
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.physics.scene.settle import outcome
from riotsim.table.acts import Drop, Fact, Frame, LeftTable, Roll, Settled
from riotsim.table.dice.tray import readings
from riotsim.table.impacts import TABLE, TRAY, Impact
from riotsim.table.poses import Pose, Vector, rotate
from riotsim.table.state import Table, Tray

MAX_EXACT_DICE = 12
"""Maximum number of moving dice for the exact solver.

Thrown dice count, and in a roll with `shared` also the other loose dice, which may be pushed. All these dice must be
boxes, with sharp or rounded edges.

- In piles, the exact solver's cost grows fast. With 24 dice, a step takes 6.5 ms, and with 48 dice 47 ms.
- A thrown rounded cube costs 2.2 times (3 dice) to 2.6 times (10 dice) as much as a sharp cube. In the engine, it is a
  small cube with a collision margin, and it needs four steps in a tick.
- A rounded cube in a tower has another shape (`Shapes.rounded_cube`). With one step in a tick, this shape costs 4 times
  as much as a sharp cube, or 8 times with the impulse solver.
"""


def roll(
    table: Table, act: Roll, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Throw dice onto a table or into the tray beside it. Yield frames, and return the settled table.

    Args:
        table: The table before the throw.
        act: The roll.
        seed: Seed of the act's random numbers.
        every: Ticks between two frames; 0 for none.
        exact: True to begin with the exact solver, provided that it suits the dice (see `MAX_EXACT_DICE`). Otherwise
            the impulse solver is used.
        listen: Whether frames report impacts.
    """
    ids = [die.id for die in act.dice]
    table = table.without(*[die for die in ids if die in table.dice])
    if act.in_tray and table.tray is not None:
        return (yield from _roll_into(table.tray, table, act, seed, every, exact, listen))
    chance = random_generator(seed)
    free = [*act.dice, *(table.loose_dice() if act.shared else ())]
    exact = exact and len(free) <= MAX_EXACT_DICE and all(die.kind.box is not None for die in free)
    solver = Solver.DANTZIG if exact else Solver.IMPULSES
    loose = LooseDice.LIVE if act.shared else LooseDice.STILL
    with Scene(table, solver, loose=loose, free_models=act.free_models, listen=listen) as scene:
        scene.world.set_least_substeps(min_substeps(act.dice))
        release(scene, act, chance)
        yield from scene.run(LIMITS.ticks, every)
        return outcome(scene, tuple(ids), knocked=act.shared)


def _roll_into(
    tray: Tray, table: Table, act: Roll, seed: int, every: int, exact: bool, listen: bool
) -> Generator[Frame, None, Settled]:
    """Throw dice into a tray. Yield frames, and return the settled table.

    The tray's bottom is simulated as a table of its own. The results are then moved to where the tray stands.

    Args:
        tray: The tray.
        table: The table without the dice that are thrown.
        act: The roll.
        seed: Seed of the act's random numbers.
        every: Ticks between two frames; 0 for none.
        exact: True to begin with the exact solver, provided that it suits the dice (see `MAX_EXACT_DICE`). Otherwise
            the impulse solver is used.
        listen: Whether frames report impacts.
    """
    x, y = tray.at
    inner = tray_throw_as_table_throw(tray.as_table, replace(act, at=(act.at[0] - x, act.at[1] - y)))
    there = [die for die in table.loose_dice() if tray.contains(die.pose.xy)]
    bed = tray.as_table.with_pieces(*(replace(die, pose=die.pose.translated((-x, -y, 0.0))) for die in there))
    settled = yield from _translate_frames(roll(bed, inner, seed, every, exact, listen), (x, y, 0.0))
    # Dice that were not pushed keep their poses to the last bit: moving them there and back would round.
    pushed = [die for die in settled.table.dice.values() if bed.dice.get(die.id) != die]
    dice = [replace(die, pose=die.pose.translated((x, y, 0.0))) for die in pushed]
    after = table.without(*(die.id for die in there if die.id not in settled.table.dice)).with_pieces(*dice)
    facts: tuple[Fact, ...] = tuple(
        replace(fact, at=(fact.at[0] + x, fact.at[1] + y)) if isinstance(fact, LeftTable) else fact
        for fact in settled.facts
    )
    overhanging = tuple(replace(piece, at=(piece.at[0] + x, piece.at[1] + y)) for piece in settled.overhanging)
    if act.shared:
        facts += readings(table, act, after)
    return Settled(after, facts, settled.ticks, rolled=settled.rolled, overhanging=overhanging)


def _translate_frames(under_way: Generator[Frame, None, Settled], by: Vector) -> Generator[Frame, None, Settled]:
    """Yield the frames of an act, with all poses and impacts moved by a vector (mm).

    Only the frames are changed. The settled table is returned as the act has returned it.
    """
    try:
        while True:
            frame = next(under_way)
            poses = {die: pose.translated(by) for die, pose in frame.poses.items()}
            yield Frame(frame.tick, poses, tuple(_translate_impact(impact, by) for impact in frame.impacts))
    except StopIteration as end:
        settled: Settled = end.value
        return settled
    finally:
        under_way.close()


def _translate_impact(impact: Impact, by: Vector) -> Impact:
    """Return an impact moved by a vector (mm). An impact on the table becomes an impact on the tray."""
    x, y, z = impact.at
    at = (x + by[0], y + by[1], z + by[2])
    return replace(impact, at=at, other=TRAY if impact.other == TABLE else impact.other)


def drop(
    table: Table, act: Drop, seed: int, every: int, exact: bool = True, listen: bool = False
) -> Generator[Frame, None, Settled]:
    """Drop a token. Yield frames, and return the settled table.

    The token falls with the impulse solver, because the exact solver can't simulate a disc rolling on its rim. If the
    token comes near a tower and `exact` is True, the exact solver takes over. The impulse solver would let the tower
    creep by 0.4 mm.

    Args:
        table: The table before the drop.
        act: The drop.
        seed: Seed of the act's random numbers.
        every: Ticks between two frames; 0 for none.
        exact: Whether the exact solver may take over.
        listen: Whether frames report impacts.
    """
    token = act.token
    if token.id in table.tokens:
        table = table.without(token.id)
    chance = random_generator(seed)
    aim_x, aim_y = (float(part) for part in chance.normal(0.0, act.hand.aim_sigma, 2))
    turn = random_orientation(chance)
    x, y = act.at[0] + aim_x, act.at[1] + aim_y
    with Scene(table, Solver.IMPULSES, loose=LooseDice.LIVE, listen=listen) as scene:
        scene.registry.exact = exact
        reach = bounding_radius(token)
        if table.wall_height > 0.0:
            x, y = clamp_to_table((x, y), table, reach)
        upright = rotate(turn, (0.0, 0.0, 1.0))[2]
        below = token.diameter / 2 * max(0.0, 1 - upright * upright) ** 0.5 + token.thickness / 2 * abs(upright)
        z = act.height + below
        while (top := scene.registry.top_in((x - reach, y - reach, z - reach, x + reach, y + reach, z + reach))) > 0:
            z = top + reach + RELEASE.safe_gap
        scene.registry.dropped.append(scene.registry.enter(replace(token, pose=Pose((x, y, z), turn)), MotionType.FREE))
        yield from scene.run(LIMITS.ticks, every)
        return outcome(scene, (token.id,))
