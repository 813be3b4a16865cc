"""Towers as geometry: standing, swinging round a model, sliding back."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import CONTACT_GAP, gap
from riotsim.table.pieces import Box, Die, Hull, Model, Round, Terrain, Token, Tower, pose_beside
from riotsim.table.poses import Pose, about_z, angle_between, multiply
from riotsim.table.state import Table
from riotsim.table.towers import free_bearing, is_in_place, push_back, stands, turn_tower, yaw_of

SIZE = 16.0
bearings = st.floats(-math.pi, math.pi)


def table_with_tower(count: int, bearing: float = 0.0, at: tuple[float, float] = (300.0, 300.0)) -> Table:
    """Return a table with a model and a slightly crooked tower beside the model."""
    model = Model("a1", "Ada", at)
    foot = pose_beside(model, bearing, SIZE)
    dice = [
        Die(
            f"d{k}",
            pose=Pose((foot.at[0] + 0.3 * k, foot.at[1] - 0.2 * k, foot.at[2] + SIZE * k), about_z(bearing + 0.05 * k)),
        )
        for k in range(count)
    ]
    return Table(600, 600).with_pieces(model, *dice).with_tower("a1", Tower(tuple(die.id for die in dice), bearing))


@given(st.sampled_from([Round(20.0), Round(40.0), Hull(60.0, 30.0)]), bearings, bearings)
def test_a_die_beside_a_model_touches_it(base: Round | Hull, heading: float, bearing: float) -> None:
    """A die that is put beside a model touches the model's base and doesn't overlap it, whatever the bearing
    (RD-30).
    """
    model = Model("a1", "Ada", (300, 300), base, heading)
    die = Die("d", pose=pose_beside(model, bearing, SIZE))
    assert -1e-6 <= gap(model.footprint, die.footprint) <= CONTACT_GAP


def test_a_stack_stands_and_a_gap_in_it_does_not() -> None:
    """If the die below no longer carries a die, the dice aren't a stack (RD-32)."""
    dice = table_with_tower(5).tower_dice("a1")
    assert stands(dice)
    slipped = replace(dice[4], pose=dice[4].pose.translated((17.0, 0.0, 0.0)))
    assert not stands((*dice[:4], slipped))
    dropped = replace(dice[4], pose=dice[4].pose.translated((0.0, 0.0, -SIZE)))
    assert not stands((*dice[:4], dropped))


@pytest.mark.parametrize(("below", "above"), [(16.0, 16.0), (16.0, 12.0), (12.0, 20.0)])
@pytest.mark.parametrize(
    ("share", "aside", "carried"),
    [(0.0, 0.0, True), (0.14, 0.0, True), (-0.14, 0.0, True), (0.16, 0.0, False), (-0.16, 0.0, False),
     (0.0, 0.99, True), (0.0, 1.01, False)],
)  # fmt: skip
def test_a_die_is_carried_within_fifteen_hundredths_of_its_height(
    below: float, above: float, share: float, aside: float, carried: bool
) -> None:
    """A die is carried if it is one die's height above the next, give or take 15 %, and overlaps it seen from above.

    A die that was tipped onto an edge is 21 % too high, so it has come off (RD-32).
    """
    height = (below + above) / 2
    dice = (
        Die("a", size=below, pose=Pose((0.0, 0.0, below / 2))),
        Die(
            "b", size=above, pose=Pose((0.6 * aside * height, 0.8 * aside * height, below / 2 + (1.0 + share) * height))
        ),
    )
    assert stands(dice) is carried
    assert (math.sqrt(2.0) - 1.0) / 2 > 0.16


@pytest.mark.parametrize(("share", "there"), [(0.14, True), (-0.14, True), (0.16, False), (-0.16, False)])
def test_a_foot_stands_within_fifteen_hundredths_of_its_size(share: float, there: bool) -> None:
    """The lowest die of a tower stands on the ground if its height is right to within 15 % of its size."""
    assert stands((Die("a", size=12.0, pose=Pose((0.0, 0.0, 30.0 + 6.0 + share * 12.0))),), level=30.0) is there


@pytest.mark.parametrize(("gap_between", "touches"), [(0.49, True), (0.51, False)])
def test_a_tower_is_in_place_where_it_touches_its_model(gap_between: float, touches: bool) -> None:
    """A tower is in place if its lowest die is at most 0.5 mm from the model's base (RD-30)."""
    model = Model("a1", "Ada", (100.0, 100.0))
    die = Die("a", pose=Pose((100.0 + 12.5 + SIZE / 2 + gap_between, 100.0, SIZE / 2)))
    assert is_in_place(model, (die,)) is touches


def test_a_tower_stands_on_its_ground() -> None:
    """A tower stands on the ground, or on a stage below it. If its lowest die hangs in the air or is a step lower, the
    tower isn't standing there.
    """
    dice = table_with_tower(2).tower_dice("a1")
    raised = tuple(replace(die, pose=die.pose.translated((0, 0, 12.0))) for die in dice)
    assert not stands(raised)
    assert stands(raised, level=12.0)


@given(bearings)
def test_a_swing_keeps_the_tower_as_it_is(bearing: float) -> None:
    """If a tower is swung around its model, it touches the model, and its dice lie on each other as before (RD-30)."""
    before = table_with_tower(6)
    after = turn_tower(before, "a1", bearing)
    dice = after.tower_dice("a1")
    assert stands(dice)
    assert is_in_place(after.models["a1"], dice)
    for (a, b), (c, d) in zip(_pairs(before), _pairs(after), strict=True):
        assert math.dist(a.pose.at, b.pose.at) == pytest.approx(math.dist(c.pose.at, d.pose.at))
        assert angle_between(a.pose.orientation, b.pose.orientation) == pytest.approx(
            angle_between(c.pose.orientation, d.pose.orientation)
        )
        assert a.shows == c.shows


def test_two_hundred_swings_to_the_same_side_do_not_creep() -> None:
    """If a tower is swung two hundred times to the side where it stands, its dice stay where they are."""
    table = table_with_tower(6)
    there = turn_tower(table, "a1", 1.0)
    again = there
    for _ in range(200):
        again = turn_tower(again, "a1", 1.0)
    for a, b in zip(there.tower_dice("a1"), again.tower_dice("a1"), strict=True):
        assert a.pose.at == pytest.approx(b.pose.at, abs=1e-9)


def test_a_pushed_tower_is_slid_back_to_its_model() -> None:
    """If a tower still stands but was pushed away, it is put back in contact with its model (RD-32)."""
    table = table_with_tower(4)
    pushed = table.with_pieces(*(replace(d, pose=d.pose.translated((9.0, 4.0, 0.0))) for d in table.tower_dice("a1")))
    assert not is_in_place(pushed.models["a1"], pushed.tower_dice("a1"))
    back = push_back(pushed, "a1")
    assert is_in_place(back.models["a1"], back.tower_dice("a1"))
    assert stands(back.tower_dice("a1"))


def test_free_ground_is_found_on_the_nearest_side() -> None:
    """A tower goes to the wanted side of its model, or else to the nearest free side (RD-30)."""
    table = Table(600, 600).with_pieces(Model("a1", "Ada", (300, 300)))
    assert free_bearing(table, "a1", 0.5, SIZE) == pytest.approx(0.5)
    walled = table.with_pieces(Terrain("wall", Box(20, 200, 30), (335, 300)))
    bearing = free_bearing(walled, "a1", 0.0, SIZE)
    die = Die("d", pose=pose_beside(walled.models["a1"], bearing, SIZE))
    assert gap(die.footprint, walled.terrain["wall"].footprint) >= 0
    assert abs(bearing) < math.pi / 2 + 0.6


def test_free_ground_is_on_the_table() -> None:
    """If a model is in a corner of the table, its tower goes to the side towards the middle of the table."""
    table = Table(600, 600).with_pieces(Model("a1", "Ada", (12.5, 12.5)))
    bearing = free_bearing(table, "a1", math.pi, SIZE)
    x, y = pose_beside(table.models["a1"], bearing, SIZE).xy
    assert x >= SIZE / 2
    assert y >= SIZE / 2


def test_loot_gives_way_only_where_there_is_no_other_ground() -> None:
    """If tokens around a model leave no free ground, its tower is put among the tokens, but not into a wall."""
    table = Table(600, 600).with_pieces(Model("a1", "Ada", (300, 300)))
    for k in range(8):
        a = k * math.pi / 4
        table = table.with_pieces(Token(f"t{k}", Pose((300 + 24 * math.cos(a), 300 + 24 * math.sin(a), 1.5))))
    table = table.with_pieces(Terrain("wall", Box(20, 200, 30), (335, 300)))
    bearing = free_bearing(table, "a1", 0.0, SIZE)
    die = Die("d", pose=pose_beside(table.models["a1"], bearing, SIZE))
    assert gap(die.footprint, table.terrain["wall"].footprint) >= 0


def _pairs(table: Table) -> list[tuple[Die, Die]]:
    dice = table.tower_dice("a1")
    return [(a, b) for i, a in enumerate(dice) for b in dice[i + 1 :]]


@given(st.floats(-10.0, 10.0), st.sampled_from(D6.values))
def test_a_cube_is_turned_by_its_yaw_whatever_face_is_up(yaw: float, shows: int) -> None:
    """The rotation of a cube about the vertical is found up to a multiple of a quarter turn, whichever number is on
    top.
    """
    found = yaw_of(multiply(about_z(yaw), D6.orientation_showing(shows)))
    zero = yaw_of(D6.orientation_showing(shows))
    assert math.remainder(found - zero - yaw, math.pi / 2) == pytest.approx(0.0, abs=1e-9)
