import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from physics_suite.invariants.any_world import broken
from physics_suite.invariants.encounters import encounters
from physics_suite.invariants.energy import Track, excess, gain, rise, rise_within
from physics_suite.invariants.observation import Watched, watch
from physics_suite.invariants.usual_world import USUAL_PROMISES, no_gain

from riotsim.table.acts import Carry, Frame, Hand, LeftTable, Pace, Roll, TowerFell
from riotsim.table.pieces import Die, Model, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.generators.worlds import Trial

HAND = Hand("a", 0.0, 0.0, 0.0, 10.0, 0.0, 500.0, 0.0, 20.0, (("usual", Pace(300.0, 900.0)),))
STACK = tuple(Die(f"t-{k}", pose=Pose((60.0, 60.0, 8.0 + 16.0 * k))) for k in range(3))
TABLE = (
    Table(600.0, 600.0)
    .with_pieces(*STACK, Model("m", "x", (500.0, 60.0)), Die("lies", pose=Pose((540.0, 540.0, 8.0))))
    .with_tower("t", Tower(tuple(die.id for die in STACK)))
)
THROW = Trial(TABLE, Roll((Die("r0"), Die("r1")), (300.0, 300.0), 0.0, HAND), 3, nasty=False)


def settled_on(watched: Watched, table: Table) -> Watched:
    """Return the same act with another table as its outcome."""
    return replace(watched, settled=replace(watched.settled, table=table))


def told(watched: Watched, *facts: LeftTable | TowerFell) -> Watched:
    """Return the same act with more facts."""
    return replace(watched, settled=replace(watched.settled, facts=(*watched.settled.facts, *facts)))


def with_pose(watched: Watched, name: str, pose: Pose) -> Watched:
    """Return the same act with a die in another place afterwards."""
    table = watched.settled.table
    return settled_on(watched, table.with_pieces(replace(table.dice[name], pose=pose)))


LIES: dict[str, Callable[[Watched], Watched]] = {
    "finite: r0 is nowhere": lambda w: with_pose(w, "r0", Pose((math.nan, 1.0, 1.0))),
    "finite: r0 has an orientation": lambda w: with_pose(w, "r0", Pose((300.0, 300.0, 8.0), (0.0, 0.0, 0.0, 1.1))),
    "in_time: it took": lambda w: replace(w, settled=replace(w.settled, ticks=9999)),
    "accounted: r1 is lost": lambda w: settled_on(w, w.settled.table.without("r1")),
    "accounted: r1 is on the table, and left it": lambda w: told(w, LeftTable("r1", 5, (0.0, 0.0))),
    "accounted: the model m has moved": lambda w: settled_on(
        w, w.settled.table.with_pieces(Model("m", "x", (9.0, 9.0)))
    ),
    "accounted: lies was": lambda w: settled_on(w, w.settled.table.with_pieces(Die("lies", size=12.0))),
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
    """The throw on which the made-up errors of this file are based breaks no promise."""
    assert broken(watch(THROW), USUAL_PROMISES) == ()


@pytest.mark.parametrize("how", LIES)
def test_a_broken_promise_is_told(how: str) -> None:
    """If an outcome is changed so that it breaks a promise, the message names the promise and the piece."""
    assert any(said.startswith(how) for said in broken(LIES[how](watch(THROW)), USUAL_PROMISES))


def test_a_gain_of_energy_is_told() -> None:
    """If dice suddenly move at 1 m/s in the middle of an act, this is reported as a gain of energy. Its height is v²/2g
    = 51 mm.
    """
    watched = watch(THROW)
    frames = list(watched.frames)
    for k in range(len(frames) - 20, len(frames)):
        poses = dict(frames[k].poses)
        for name in ("r0", "r1"):
            way = (k - (len(frames) - 21)) * 1000.0 / 240
            poses[name] = poses[name].translated((way, 0.0, 0.0))
        frames[k] = Frame(frames[k].tick, poses)
    false = replace(watched, frames=tuple(frames))
    assert gain(false.frames, false.pieces).height == pytest.approx(1000.0**2 / 2 / 9810.0, rel=0.02)
    assert any(said.startswith("no_gain") for said in broken(false, USUAL_PROMISES))


def test_a_gain_of_one_of_many_is_told() -> None:
    """If one of eight dice is given 0.6 m/s, the energy would lift this die by 18 mm but all eight by only 2 mm. The
    gain is reported for the one die.
    """
    act = Roll(tuple(Die(f"r{k}") for k in range(8)), (300.0, 300.0), 0.0, HAND)
    watched = watch(Trial(TABLE, act, 5, nasty=False))
    assert broken(watched, USUAL_PROMISES) == ()
    frames = list(watched.frames)
    for k in range(len(frames) - 20, len(frames)):
        poses = dict(frames[k].poses)
        poses["r0"] = poses["r0"].translated((0.0, 0.0, (k - (len(frames) - 21)) * 600.0 / 240))
        frames[k] = Frame(frames[k].tick, poses)
    assert any("of r0 alone" in said for said in no_gain(replace(watched, frames=tuple(frames))))


def track(*energy: float) -> Track:
    """Return the track of a body of 1 g that has each given energy for ten ticks."""
    return Track(np.repeat(np.array(energy), 10), 1.0)


def test_energy_is_passed_on_within_a_group() -> None:
    """If one body loses energy and another of its group gains as much, neither the group nor the body counts as
    gaining.
    """
    one, other = track(100.0, 20.0), track(0.0, 80.0)
    assert rise([one, other]).energy == 0.0
    assert excess(other, [one, other]).energy == 0.0
    assert rise([other]).energy == 80.0


def test_what_no_group_had_reaches_none_of_it() -> None:
    """If a body has an energy of 50, and its whole group never had more than 30 before, the body has gained 20."""
    assert excess(track(5.0, 50.0), [track(5.0, 50.0), track(25.0, 0.0)]).energy == 20.0


def test_a_rise_counts_only_while_a_body_is_apart() -> None:
    """Energy that a body gains near another body isn't counted as its own gain. Energy that it gains before or after
    the meeting is counted.
    """
    apart = np.repeat(np.array([True, False, True]), 10)
    assert rise_within(track(0.0, 40.0, 40.0), np.roll(apart, -3)).energy == 0.0
    grows = Track(np.arange(30.0), 1.0)  # from 0 to 9 before it meets one; the least it had for `DIP` ticks is 3
    assert rise_within(grows, apart).energy == 6.0


def test_who_met_whom() -> None:
    """Two dice of 16 mm are one group if they come within 27 mm of each other, or if both come near a third.

    The balls around them have a radius of 13.9 mm. A die that moves 23 mm in a tick counts as that much nearer.
    """

    def frame(tick: int, third: float) -> Frame:
        return Frame(tick, {"a": Pose((0.0, 0.0, 8.0)), "b": Pose((third, 0.0, 8.0)), "c": Pose((100.0, 0.0, 8.0))})

    pieces = {name: Die(name) for name in "abc"}
    apart = [frame(1, 50.0), frame(2, 50.5)]
    assert encounters(apart, pieces).groups == (("a",), ("b",), ("c",))
    met = encounters([frame(1, 27.0), frame(2, 27.5), frame(3, 50.0), frame(4, 73.0)], pieces)
    assert met.groups == (("a", "b", "c"),)
    assert met.near["a"].tolist() == [True, True, True, False]


def test_free_fall_gains_nothing() -> None:
    """In free fall energy is conserved (mechanics). The energy found from the frames of a falling, spinning die stays
    within 1e-6.
    """
    act = Roll((Die("r0"),), (300.0, 300.0), 0.0, HAND, drop=300.0)
    falling = watch(Trial(Table(600.0, 600.0), act, 1, nasty=False)).frames[:50]
    found = gain(falling, {"r0": Die("r0")})
    assert found.ratio < 1e-6
    assert found.put_in > 0.0


def test_a_carry_may_gain_what_the_hand_gives() -> None:
    """If a tower is carried, its gain of speed from the hand breaks no promise."""
    dice = tuple(Die(f"m-{k}", pose=Pose((520.5, 60.0, 8.0 + 16.0 * k))) for k in range(4))
    table = TABLE.with_pieces(*dice).with_tower("m", Tower(tuple(die.id for die in dice)))
    watched = watch(Trial(table, Carry("m", (400.0, 200.0), HAND, "usual"), 1, nasty=False))
    assert gain(watched.frames, watched.pieces, watched.held).energy > 0.0
    assert broken(watched, USUAL_PROMISES) == ()
