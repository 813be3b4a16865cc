"""A carried model presses pieces against obstacles. The hand does not yield, so the pieces have to go."""

import math

import pytest
from physics_suite.cases.squeezed import MIDDLE, SIDE, squeeze
from physics_suite.invariants.any_world import PROMISES, broken
from physics_suite.invariants.observation import Watched, watch
from physics_suite.invariants.squeezing import FLICK, pressed
from physics_suite.invariants.usual_world import gains, no_gain

from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.table.acts import Carry
from riotsim.table.pieces import Box, Model, Round, Terrain, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.generators.worlds import USUAL_HAND, Trial
from riotsim.testing.plugin import Record, Size


def fastest(watched: Watched, names: frozenset[str]) -> float:
    """Return the highest speed that any free piece with one of these names has between two frames (mm/s)."""
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
    """If a hand presses a piece against an obstacle, the piece stays accounted for, and is no faster than 9.8 m/s.

    Pieces that are not pressed gain no more energy than the hand gives. A person's hand would feel the piece and stop.
    Ours does not: the engine pushes the piece out, at up to 8.9 m/s in 400 such carries. If anything reaches 10 m/s,
    the engine gives the act up.
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
    """Watch a hand carry a model past a wall, 10 mm from it, with this token on the table."""
    table = Table(SIDE, SIDE).with_pieces(Terrain("wall", Box(300.0, 40.0, 60.0), MIDDLE), token)
    start = (MIDDLE[0] - 100.0, MIDDLE[1] - 42.5)
    table = table.with_pieces(Model("m", "owner", start, Round(25.0)))
    return watch(Trial(table, Carry("m", (start[0] + 200.0, start[1]), USUAL_HAND, "usual"), 1, nasty=False))


def most_of(watched: Watched) -> float:
    """Return the greatest height that any body or group of an act may gain (mm)."""
    return max(one.most for one in gains(watched))


def test_only_what_is_pressed_may_fly_off() -> None:
    """If a token lies in the gap between a wall and a carried base, it counts as pressed, and may have 9.8 m/s.

    If a token lies beside the way, the base pushes it aside, and it may rise by less than 40 mm. A pushed token leaves
    with at most twice the hand's speed, 0.6 m/s, which lifts it by 18 mm. A step's way is added.
    """
    x, y = MIDDLE
    between = carried_past(Token("t", Pose((x, y - 29.0, 1.5)), 17.0))
    aside = carried_past(Token("t", Pose((x, y - 60.0, 1.5)), 17.0))
    assert pressed(between) == {"t"}
    assert pressed(aside) == frozenset()
    assert "t" in aside.reached
    assert most_of(between) > FLICK**2 / (2.0 * GRAVITY)
    assert most_of(aside) < 40.0
