"""What a carried model presses against something that stands fast: the hand does not yield, and the thing has to go."""

import math

import numpy as np
import pytest
from physics_suite.invariants.any_world import PROMISES, broken
from physics_suite.invariants.observation import Watched, watch
from physics_suite.invariants.squeezing import FLICK, pressed
from physics_suite.invariants.usual_world import DEEPEST, gains, no_gain

from riotsim.physics import overlaps
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.table.acts import Carry
from riotsim.table.pieces import Box, Die, Model, Round, Terrain, Token, Tower
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table
from riotsim.testing.generators.worlds import USUAL_HAND, Trial
from riotsim.testing.plugin import Record, Size

SIDE = 900.0
"""Of the table (mm)."""

MIDDLE: Point = (SIDE / 2, SIDE / 2)


def squeeze(seed: int, pace: str) -> Trial:
    """A model is carried at or past a wall or another model, with a token or a tower of 1 to 3 dice in the way.

    Nothing begins in the wall: it would be pushed out and gain by it (the 400th such tower stood in one, and rose by
    11 mm). Where it would, the table is drawn again.
    """
    tables = (_squeeze(np.random.default_rng([seed, *again]), seed, pace) for again in _AGAIN)
    return next(trial for trial in tables if not overlaps(trial.table, DEEPEST))


_AGAIN = [(), *((number,) for number in range(1, 50))]
"""What is put behind a seed when its table is drawn for the first time, and when again."""


def _squeeze(chance: np.random.Generator, seed: int, pace: str) -> Trial:
    """Such a trial, wherever what is in the way may be."""
    fast = Terrain("wall", Box(300.0, 40.0, 60.0), MIDDLE, float(chance.uniform(0.0, math.pi)))
    table = Table(SIDE, SIDE).put(fast if seed % 4 else Model("wall", "owner", MIDDLE, Round(40.0)))
    start = (MIDDLE[0] + float(chance.uniform(-150.0, 150.0)), MIDDLE[1] - 120.0)
    table = table.put(Model("m", "owner", start, Round(float(chance.choice([25.0, 32.0, 40.0])))))
    x, y = (float((a + b) / 2 + chance.uniform(-12.0, 12.0)) for a, b in zip(start, MIDDLE, strict=True))
    size = float(chance.choice([8.0, 12.0, 16.0, 24.0]))
    if seed % 2:
        stack = tuple(
            Die(f"t-{k}", size=size, pose=Pose((x, y, (k + 0.5) * size), about_z(0.3)))
            for k in range(int(chance.integers(1, 4)))
        )
        table = table.put(*stack).with_tower("t", Tower(tuple(die.id for die in stack)))
    else:
        table = table.put(Token("t", Pose((x, y, 1.5)), float(chance.uniform(15.0, 40.0))))
    along = float(chance.uniform(0.8, 1.8))
    to = (start[0] + (MIDDLE[0] - start[0]) * along + float(chance.uniform(-20.0, 20.0)),
          MIDDLE[1] + float(chance.uniform(-30.0, 150.0)))  # fmt: skip
    return Trial(table, Carry("m", to, USUAL_HAND, pace), seed, nasty=False)


def fastest(watched: Watched, names: frozenset[str]) -> float:
    """The highest speed between two frames of some that are free (mm/s)."""
    pairs = zip(watched.frames, watched.frames[1:], strict=False)
    ways = (
        math.dist(before.poses[name].at, after.poses[name].at)
        for before, after in pairs
        for name in before.poses.keys() & after.poses.keys() & names
    )
    return max(ways, default=0.0) / TICK


@pytest.mark.takes(minutes=1)
@pytest.mark.parametrize("pace", [name for name, _ in USUAL_HAND.paces])
def test_what_a_hand_squeezes_keeps_all_promises(record: Record, size: Size, pace: str) -> None:
    """It is accounted for, and no faster than 9 m/s; nor has anything that is not pressed more than the hand gives.

    A person's hand would feel it and stop. Ours does not, so the thing is pressed into both and pushed out by the
    engine, at up to 8.9 m/s in 400 such carries. An act in which anything has 10 m/s is given up.
    """
    speeds = [0.0]
    for seed in range(size(16, 200)):
        watched = watch(squeeze(seed, pace))
        assert not broken(watched, (*PROMISES, no_gain)), f"squeeze({seed}, {pace!r})"
        if names := pressed(watched):
            speeds.append(fastest(watched, names))
    assert len(speeds) > size(4, 50)
    record(
        "random worlds",
        f"fastest of what a hand squeezes at the pace {pace!r}",
        found=max(speeds),
        at_most=FLICK,
        unit="mm/s",
        source="ours: a hand that does not yield; the fastest of 400 such carries had 8,900 mm/s",
    ).must_hold()


def carried_past(token: Token) -> Watched:
    """A model carried past a wall, 10 mm from it, with a token on its way or elsewhere."""
    table = Table(SIDE, SIDE).put(Terrain("wall", Box(300.0, 40.0, 60.0), MIDDLE), token)
    start = (MIDDLE[0] - 100.0, MIDDLE[1] - 42.5)
    table = table.put(Model("m", "owner", start, Round(25.0)))
    return watch(Trial(table, Carry("m", (start[0] + 200.0, start[1]), USUAL_HAND, "usual"), 1, nasty=False))


def most_of(watched: Watched) -> float:
    """The most that any body or group of an act may gain (mm)."""
    return max(one.most for one in gains(watched))


def test_only_what_is_pressed_may_fly_off() -> None:
    """A token in the gap between wall and base is pressed, and may have 9 m/s; one beside the way is pushed aside.

    What a hand pushes leaves with at most twice its speed, 0.6 m/s, which lifts it by 18 mm; a step's way comes on top.
    """
    x, y = MIDDLE
    between = carried_past(Token("t", Pose((x, y - 29.0, 1.5)), 17.0))
    aside = carried_past(Token("t", Pose((x, y - 60.0, 1.5)), 17.0))
    assert pressed(between) == {"t"}
    assert pressed(aside) == frozenset()
    assert "t" in aside.reached
    assert most_of(between) > FLICK**2 / (2.0 * GRAVITY)
    assert most_of(aside) < 40.0
