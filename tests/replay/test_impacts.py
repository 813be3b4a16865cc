"""Impacts that are derived from the frames of an act, if the physics reported none."""

import math

import pytest

from riotsim.play.narration import Turn
from riotsim.play.session.journal import Acted
from riotsim.replay.impacts import derive_impacts, impacts_of
from riotsim.replay.recording import Moment
from riotsim.simulation import frames, perform
from riotsim.table.acts import Frame, Roll, Stack
from riotsim.table.dice.kinds import die_kind
from riotsim.table.impacts import Collider, Impact
from riotsim.table.kinematic.motion import SET_DOWN_SPEED
from riotsim.table.pieces import Box, Die, Model, Terrain, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.units import ACRYLIC_DENSITY, GRAVITY
from riotsim.testing.tables import STEADY_HAND

SIZE = 16.0


LYING = Pose((300.0, 200.0, SIZE / 2))
"""Pose of a die on the table."""


def fall(height: float, bounce: float, lands_in: Pose = LYING) -> list[Frame]:
    """Return the frames of a falling piece, at 60 a second. The piece falls from `height` (mm) above the pose
    `lands_in`, and bounces with the share `bounce` of its speed.
    """
    lands = math.sqrt(2 * height / GRAVITY)
    speed = bounce * GRAVITY * lands
    found = []
    for tick in range(0, 240, 4):
        time = tick / 240
        after = time - lands
        high = height - GRAVITY * time**2 / 2 if after < 0 else max(0.0, speed * after - GRAVITY * after**2 / 2)
        found.append(Frame(tick, {"a": lands_in.translated((0.0, 0.0, high))}))
    return found


@pytest.mark.parametrize("height", [40.0, 100.0, 300.0])
@pytest.mark.parametrize("bounce", [0.3, 0.5])
def test_a_fall_is_derived_about_as_it_was(height: float, bounce: float) -> None:
    """If a die falls onto the table, the derived impact has the right body, and about the right time, speed and height:
    the frames allow no better.
    """
    table = Table(610.0, 610.0).with_pieces(Die("a"))
    first = derive_impacts(table, fall(height, bounce))[0]
    assert (first.one, first.other) == (Collider("die", "a"), Collider("table"))
    assert first.tick == pytest.approx(math.sqrt(2 * height / GRAVITY) * 240, abs=8)
    assert first.speed == pytest.approx(math.sqrt(2 * GRAVITY * height), abs=GRAVITY / 30)
    assert first.at[2] == pytest.approx(0.0, abs=15.0)


def test_a_tilted_token_lands_on_its_rim() -> None:
    """If a token that leans at 60° falls onto a die, the derived impact is at the height of the die's top."""
    token, tilt = Token("a", LYING, 40.0, 4.0), math.radians(60.0)
    rim = 20.0 * math.sin(tilt) + 2.0 * math.cos(tilt)
    lands_in = Pose((300.0, 200.0, SIZE + rim), (math.sin(tilt / 2), 0.0, 0.0, math.cos(tilt / 2)))
    first = derive_impacts(Table(610.0, 610.0).with_pieces(token, Die("b", pose=LYING)), fall(10.0, 0.4, lands_in))[0]
    assert (first.one, first.other) == (Collider("token", "a"), Collider("die", "b"))
    assert first.at[2] == pytest.approx(SIZE, abs=5.0)


def test_a_derived_impulse_is_a_change_of_momentum() -> None:
    """The impulse of a landing is the mass of an acrylic die times the sum of its speeds before and after."""
    first = derive_impacts(Table(610.0, 610.0).with_pieces(Die("a")), fall(100.0, 0.5))[0]
    assert first.impulse == pytest.approx(ACRYLIC_DENSITY * SIZE**3 * 1.5 * first.speed, rel=0.1)


def test_what_flies_slides_or_lies_is_silent() -> None:
    """If a die flies, slides to a stop or lies at rest, no impact is derived."""
    table = Table(610.0, 610.0).with_pieces(Die("a"), Die("b"), Die("c"))
    found = []
    for tick in range(0, 60, 4):
        time = tick / 240
        slid = 400.0 * time - 0.45 * GRAVITY * time**2 / 2 if time < 400.0 / (0.45 * GRAVITY) else 18.1
        poses = {
            "a": Pose((100.0 + 900.0 * time, 100.0, 400.0 - GRAVITY * time**2 / 2)),
            "b": Pose((100.0 + slid, 300.0, SIZE / 2)),
            "c": Pose((400.0, 400.0, SIZE / 2)),
        }
        found.append(Frame(tick, poses))
    assert derive_impacts(table, found) == ()


def test_throws_are_derived_much_as_they_are_heard() -> None:
    """In eight throws, at least 4 in 5 of the hard impacts that the physics reports are derived. At most 1 in 8 derived
    impacts is wrong.
    """
    hand, heard, matched, found, wrong = STEADY_HAND, 0, 0, 0, 0
    dice = tuple(Die(f"r{k}", die_kind("d6")) for k in range(4))
    crate = Terrain("crate", Box(60.0, 60.0, 40.0), (400.0, 330.0), heading=0.3)
    table = Table(610.0, 610.0).with_pieces(Model("m", "Ada", (250.0, 300.0)), crate)
    for seed in range(8):
        act = Roll(dice, (305.0, 305.0), 0.3, hand)
        told = [impact for frame in frames(table, act, seed, listen=True) for impact in frame.impacts]
        ours = derive_impacts(table.with_pieces(*dice), perform(table, act, seed, trace_hz=60).trace)
        hard = [impact for impact in told if impact.speed > 400.0]
        heard, found = heard + len(hard), found + len(ours)
        matched += sum(any(same(impact, other) for other in ours) for impact in hard)
        wrong += sum(not any(same(other, impact) for impact in told) for other in ours)
    assert heard > 60
    assert matched >= 0.8 * heard
    assert wrong <= found / 8


def same(one: Impact, other: Impact) -> bool:
    """Return whether two impacts are of one piece at about the same time."""
    names = {one.one.piece, one.other.piece} - {""}
    return bool(names & {other.one.piece, other.other.piece}) and abs(one.tick - other.tick) <= 6


def test_a_moment_tells_what_the_physics_told() -> None:
    """If an act's frames have impacts from the physics, these are used unchanged. If the first die of a tower is put
    down without frames, it has one impact, with the table.
    """
    table = Table(610.0, 610.0)
    act = Roll((Die("a"),), (305.0, 305.0), 0.3, STEADY_HAND)
    way = tuple(frames(table, act, 1, listen=True))
    told = tuple(impact for frame in way for impact in frame.impacts)
    assert told
    assert impacts_of(Moment(0, Turn(1, "Ada"), table, table, act, frames=way)) == told
    table = table.with_pieces(Model("m", "Ada", (250.0, 300.0)))
    begin = Stack(Die("s"), "m", STEADY_HAND)
    entry = Acted(begin, 0, perform(table, begin, 0))
    (click,) = impacts_of(Moment(0, Turn(1, "Ada"), table, table, begin, settled=entry.settled))
    assert (click.one, click.other, click.speed) == (Collider("die", "s"), Collider("table"), SET_DOWN_SPEED)


def test_a_die_put_on_a_tower_hits_the_die_below_it() -> None:
    """If a die is put on a tower without frames, it has one impact, with the die below it."""
    table = Table(610.0, 610.0).with_pieces(Model("m", "Ada", (250.0, 300.0)))
    table = perform(table, Stack(Die("s"), "m", STEADY_HAND), 0).table
    act = Stack(Die("t"), "m", STEADY_HAND)
    settled = perform(table, act, 0)
    (click,) = impacts_of(Moment(0, Turn(1, "Ada"), table, table, act, settled=settled))
    assert (click.one, click.other) == (Collider("die", "t"), Collider("die", "s"))
    assert click.at[2] == pytest.approx(SIZE, abs=0.1)
