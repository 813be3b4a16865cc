import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from riotsim.table.acts import Carry, Frame, Hand, LeftTable, Pace, Roll, TowerFell
from riotsim.table.pieces import Die, Model, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.energy import gain
from riotsim.testing.inside import USUAL_PROMISES
from riotsim.testing.promises import broken
from riotsim.testing.random_worlds import Trial
from riotsim.testing.watching import Watched, watch

HAND = Hand("a", 0.0, 0.0, 0.0, 10.0, 0.0, 500.0, 0.0, 20.0, (("usual", Pace(300.0, 900.0)),))
STACK = tuple(Die(f"t-{k}", pose=Pose((60.0, 60.0, 8.0 + 16.0 * k))) for k in range(3))
TABLE = (
    Table(600.0, 600.0)
    .put(*STACK, Model("m", "x", (500.0, 60.0)), Die("lies", pose=Pose((540.0, 540.0, 8.0))))
    .with_tower("t", Tower(tuple(die.id for die in STACK)))
)
THROW = Trial(TABLE, Roll((Die("r0"), Die("r1")), (300.0, 300.0), 0.0, HAND), 3, nasty=False)


def settled_on(watched: Watched, table: Table) -> Watched:
    """The same act, with another table as its outcome."""
    return replace(watched, settled=replace(watched.settled, table=table))


def told(watched: Watched, *facts: LeftTable | TowerFell) -> Watched:
    """The same act, with more facts."""
    return replace(watched, settled=replace(watched.settled, facts=(*watched.settled.facts, *facts)))


def with_pose(watched: Watched, name: str, pose: Pose) -> Watched:
    """The same act, with a die elsewhere afterwards."""
    table = watched.settled.table
    return settled_on(watched, table.put(replace(table.dice[name], pose=pose)))


LIES: dict[str, Callable[[Watched], Watched]] = {
    "finite: r0 is nowhere": lambda w: with_pose(w, "r0", Pose((math.nan, 1.0, 1.0))),
    "finite: r0 has an orientation": lambda w: with_pose(w, "r0", Pose((300.0, 300.0, 8.0), (0.0, 0.0, 0.0, 1.1))),
    "in_time: it took": lambda w: replace(w, settled=replace(w.settled, ticks=9999)),
    "accounted: r1 is lost": lambda w: settled_on(w, w.settled.table.without("r1")),
    "accounted: r1 is on the table, and left it": lambda w: told(w, LeftTable("r1", 5, (0.0, 0.0))),
    "accounted: the model m has moved": lambda w: settled_on(w, w.settled.table.put(Model("m", "x", (9.0, 9.0)))),
    "accounted: lies was": lambda w: settled_on(w, w.settled.table.put(Die("lies", size=12.0))),
    "towers_told: the tower t is gone": lambda w: settled_on(w, w.settled.table.with_tower("t", None)),
    "towers_told: the tower t stands": lambda w: told(w, TowerFell("t", 5)),
    "told_when": lambda w: told(w, LeftTable("other", 9999, (0.0, 0.0))),
    "thrown_told: r0 lies on no face": lambda w: with_pose(
        w, "r0", Pose((300.0, 300.0, 10.0), (0.383, 0.0, 0.0, 0.924))
    ),
    "untouched_stay: lies was reached by nothing": lambda w: with_pose(w, "lies", Pose((540.0, 540.0, 8.0 + 1e-9))),
    "clear: r0 is 3.00 mm deep in the table": lambda w: with_pose(w, "r0", Pose((300.0, 300.0, 5.0))),
    "at_rest: r0 was at rest": lambda w: with_pose(w, "r0", Pose((300.0, 300.0, 100.0))),
}


def test_an_act_that_is_left_alone_keeps_all_promises() -> None:
    """The throw that the lies below are about is a good one."""
    assert broken(watch(THROW), USUAL_PROMISES) == ()


@pytest.mark.parametrize("how", LIES)
def test_a_broken_promise_is_told(how: str) -> None:
    """Each promise notices what it is there for, and names the piece."""
    assert any(said.startswith(how) for said in broken(LIES[how](watch(THROW)), USUAL_PROMISES))


def test_a_gain_of_energy_is_told() -> None:
    """A die that is given 1 m/s in mid-act, as nothing in nature does, has gained what that is: v²/2g = 51 mm."""
    watched = watch(THROW)
    frames = list(watched.frames)
    for k in range(len(frames) - 20, len(frames)):
        poses = dict(frames[k].poses)
        for name in ("r0", "r1"):
            way = (k - (len(frames) - 21)) * 1000.0 / 240
            poses[name] = poses[name].moved((way, 0.0, 0.0))
        frames[k] = Frame(frames[k].tick, poses)
    false = replace(watched, frames=tuple(frames))
    assert gain(false.frames, false.pieces).height == pytest.approx(1000.0**2 / 2 / 9810.0, rel=0.02)
    assert any(said.startswith("no_gain") for said in broken(false, USUAL_PROMISES))


def test_free_fall_gains_nothing() -> None:
    """Energy is conserved in free fall (mechanics): what the frames of a falling, spinning die tell is within 1e-6."""
    act = Roll((Die("r0"),), (300.0, 300.0), 0.0, HAND, drop=300.0)
    falling = watch(Trial(Table(600.0, 600.0), act, 1, nasty=False)).frames[:50]
    found = gain(falling, {"r0": Die("r0")})
    assert found.ratio < 1e-6
    assert found.put_in > 0.0


def test_a_carry_may_gain_what_the_hand_gives() -> None:
    """A tower that is carried gains speed from the hand, and keeps all promises."""
    dice = tuple(Die(f"m-{k}", pose=Pose((520.5, 60.0, 8.0 + 16.0 * k))) for k in range(4))
    table = TABLE.put(*dice).with_tower("m", Tower(tuple(die.id for die in dice)))
    watched = watch(Trial(table, Carry("m", (400.0, 200.0), HAND, "usual"), 1, nasty=False))
    assert gain(watched.frames, watched.pieces, watched.held).energy > 0.0
    assert broken(watched, USUAL_PROMISES) == ()
