"""The automatic camera: it comes near for what needs care, goes back afterwards, and leaves the user's view alone."""

from dataclasses import replace
from math import atan2, hypot, pi, radians
from typing import Any

import pytest

from riotsim.play.group_requests import PickSome
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickWay, PlaceDie, Request, SetPace, Target, Way
from riotsim.replay.timeline import Fall, Landing, TallestTower
from riotsim.table.acts import Act, Carry, Mark, Roll, Stack
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import STEADY_HAND, empty_table, with_tower
from riotsim.viewer.input.attention import first_view, view_of, whole
from riotsim.viewer.input.auto_camera import DISTANCE_PER_REACH, FALL_DISTANCE, AutoCamera
from riotsim.viewer.input.camera import CameraPose
from riotsim.viewer.input.framing import Surroundings

SIZES = [(800, 600), (1024, 640), (1280, 720)]

SIDE = 609.6
TOWER = (280.0, 330.0)
BARE = with_tower(empty_table(SIDE, SIDE), 4, name="a1", at=TOWER, size=16.0)
DESK = BARE.with_pieces(Model("a1", "Ada", (TOWER[0] + 25.0, TOWER[1])))
"""A small table with a model and its tower."""

STACK = PlaceDie("Ada", "stack", "a1", 4, 8.0)
CARRY = SetPace("Ada", "carry", "a1", (340.0, 300.0), 4, ("steady",))
CHOOSE = Choose("Ada", "action", ("scoot", "done"))
ANYWHERE = Region(disc((0.0, 0.0), 0.0), SIDE, SIDE)
TARGET = Target("a1", TOWER, Mark(170.0, 24.0), ANYWHERE)
KNOCK = AimThrow("Ada", "knock", ("d6",), SIDE, SIDE, 50.0, target=TARGET)


class Watched:
    """A table under an automatic camera, in a window of some size with a panel at each side."""

    def __init__(self, table: Table = DESK, size: tuple[int, int] = (1280, 720)) -> None:
        self.table, self.auto = table, AutoCamera()
        width, height = size
        scale = min(1.0, width / 960.0)
        side = 312.0 * scale
        panels = ((12.0, 12.0, side, 400.0), (width - side, 12.0, width - 12.0, 300.0))
        self.around = Surroundings((width, height), scale, 76.0, 12.0, panels)
        self.auto.begin(table, self.around)
        self.shows()

    def shows(self, *requests: Request[Any], act: Act | None = None) -> None:
        """Show a question or an act, until the camera rests."""
        view = view_of(self.table, act, requests, before=self.auto.view)
        for _ in range(2):  # the panels of a question are there from the second frame on
            self.auto.follow(self.table, view, self.around)
        self.auto.camera.arrive()

    def width(self, at: tuple[float, float, float], mm: float = 16.0) -> float:
        """Return how wide something is seen at a place of the table (pixels)."""
        x, y, z = at
        a, b = (self.auto.camera.project((x + way * mm / 2, y, z), *self.around.size) for way in (-1, 1))
        assert a is not None
        assert b is not None
        return hypot(a[0] - b[0], a[1] - b[1])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("request_of", [STACK, CARRY, KNOCK], ids=["stack", "carry", "knock"])
def test_the_camera_comes_near_and_goes_back(size: tuple[int, int], request_of: Request[Any]) -> None:
    """If a die is put on a tower, a tower is carried, or a die is thrown at it, the camera comes near to the tower.
    Afterwards the camera goes back to where it was.
    """
    watched = Watched(size=size)
    top = (*TOWER, 64.0)
    before, pose = watched.width(top), watched.auto.camera.goal
    watched.shows(request_of)
    assert watched.width(top) > 1.4 * before
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal == pose


@pytest.mark.parametrize("size", SIZES)
def test_a_die_to_stack_is_large(size: tuple[int, int]) -> None:
    """If a die is put on a tower, the top die is at least 36 pixels wide, even in the smallest window."""
    watched = Watched(size=size)
    watched.shows(STACK)
    assert watched.width((*TOWER, 64.0)) >= 36.0


def test_the_camera_stays_near_while_the_die_comes_to_rest() -> None:
    """While an act and the pause after it are shown, the camera stays where it was for the request."""
    for request, act in (
        (STACK, Stack(Die("d", pose=Pose((0.0, 0.0, 8.0))), "a1", STEADY_HAND)),
        (CARRY, Carry("a1", (340.0, 300.0), STEADY_HAND, "steady")),
        (KNOCK, Roll((), TOWER, radians(90.0), STEADY_HAND, mark=Mark(170.0, 24.0))),
    ):
        watched = Watched()
        watched.shows(request)
        near = watched.auto.camera.goal
        watched.shows(act=act)
        watched.shows()
        assert watched.auto.camera.goal == near


def test_a_die_that_a_bot_throws_at_a_tower_is_seen_from_near() -> None:
    """If a bot throws at a tower, the camera comes as near as for a person's throw from the same place."""
    asked, watched = Watched(), Watched()
    asked.shows(KNOCK)
    watched.shows(act=Roll((), TOWER, radians(90.0), STEADY_HAND, mark=Mark(170.0, 64.0)))
    ours, theirs = asked.auto.camera.goal, watched.auto.camera.goal
    assert theirs.target == pytest.approx(ours.target, abs=5.0)
    assert theirs.distance == pytest.approx(ours.distance, rel=0.1)


def run_in_steps(watched: Watched) -> list[CameraPose]:
    """Show a run along two dice as a person does it, and return where the camera is at each step."""
    poses = []
    steps: list[tuple[Request[Any] | None, Act | None]] = [
        (PickWay("Ada", "move", "a1", (way_to(watched, "d0"), way_to(watched, "d1"))), None),
        (SetPace("Ada", "carry", "a1", (380.0, 330.0), 4, ("steady",)), None),
        (None, Carry("a1", (380.0, 330.0), STEADY_HAND, "steady")),
        (PickWay("Ada", "move", "a1", (way_to(watched, "d1"),)), None),
        (None, Carry("a1", (330.0, 300.0), STEADY_HAND, "steady")),
    ]
    for request, act in steps:
        watched.shows(*filter(None, (request,)), act=act)
        poses.append(watched.auto.camera.goal)
        if act is not None:
            watched.table = watched.table.without("d0") if "d0" in watched.table.dice else watched.table
    return poses


def way_to(watched: Watched, die: str) -> Way:
    """Return the way of the model to a die."""
    (x, y), (u, v) = watched.table.models["a1"].at, watched.table.dice[die].pose.xy
    return Way(die, atan2(v - y, u - x), 75.0)


RUN = DESK.with_pieces(Die("d0", pose=Pose((420.0, 330.0, 8.0))), Die("d1", pose=Pose((330.0, 260.0, 8.0))))
"""A table with a model and its tower, and the dice of a run."""


def test_a_run_with_a_tower_is_seen_from_one_place() -> None:
    """For a run with a tower the camera comes near, and stays in one place from the first choice to the last carry."""
    watched = Watched(RUN)
    before = watched.auto.camera.goal
    poses = run_in_steps(watched)
    assert len(set(poses)) == 1
    assert poses[0].distance < 0.7 * before.distance


def test_a_bot_that_carries_a_tower_is_seen_from_near() -> None:
    """If a bot carries a tower, the camera comes as near as for a person. For a model without a tower it stays."""
    asked, watched, bare = Watched(RUN), Watched(RUN), Watched(RUN.without(*(die.id for die in RUN.tower_dice("a1"))))
    whole = bare.auto.camera.goal
    for one in (watched, bare):
        one.shows(act=Carry("a1", (380.0, 330.0), STEADY_HAND, "steady"))
    assert watched.auto.camera.goal.distance == pytest.approx(run_in_steps(asked)[0].distance, rel=0.05)
    assert bare.auto.camera.goal == whole


def test_dice_of_a_run_that_lie_far_apart_are_seen_from_the_usual_place() -> None:
    """If the dice of a run are so far apart that a near view can't show them, the camera stays."""
    far = (Die(f"d{k}", pose=Pose((x, y, 8.0))) for k, (x, y) in enumerate(((20.0, 20.0), (590.0, 590.0))))
    watched = Watched(DESK.with_pieces(*far))
    usual = watched.auto.camera.goal
    watched.shows(PickWay("Ada", "move", "a1", (way_to(watched, "d0"), way_to(watched, "d1"))))
    assert watched.auto.camera.goal == usual


def test_dice_that_are_stacked_in_a_row_move_the_camera_seldom() -> None:
    """While six dice are put on a tower one after the other, the camera moves at most three times."""
    watched, poses = Watched(), []
    for height in range(4, 10):
        bare = with_tower(empty_table(SIDE, SIDE), height, name="a1", at=TOWER, size=16.0)
        watched.table = bare.with_pieces(*DESK.models.values())
        watched.shows(PlaceDie("Ada", "stack", "a1", height, 8.0))
        poses.append(watched.auto.camera.goal)
        watched.shows(act=Stack(Die("d", pose=Pose((0.0, 0.0, 8.0))), "a1", STEADY_HAND))
    assert len(set(poses)) <= 3


def test_a_view_that_the_user_has_moved_is_left_alone() -> None:
    """If the user has turned the camera, no request or fall moves it, until the user lets it follow again."""
    watched = Watched()
    watched.auto.camera.orbit(0.4, 0.0)
    mine = watched.auto.camera.goal
    watched.shows(STACK)
    watched.auto.follow_close_up(Fall("a1", TOWER, 60.0, 0.0))
    assert watched.auto.camera.goal == mine
    watched.auto.follow_close_up(None)
    watched.auto.follow_again()
    watched.shows(STACK)
    assert watched.auto.camera.goal.distance < mine.distance


def test_a_zoom_in_a_close_up_lasts_until_something_else_matters() -> None:
    """If the user zooms while a die is put on a tower, the zoom ends with the act. The camera then goes back."""
    watched = Watched()
    usual = watched.auto.camera.goal
    watched.shows(STACK)
    watched.auto.camera.zoom(0.8)
    mine = watched.auto.camera.goal
    watched.shows(act=Stack(Die("d", pose=Pose((0.0, 0.0, 8.0))), "a1", STEADY_HAND))
    assert watched.auto.camera.goal == mine
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal == usual


def test_a_zoom_while_a_tower_falls_ends_with_the_fall() -> None:
    """If the user zooms while a tower falls, the camera goes back after the fall and follows the game again."""
    watched = Watched()
    before = watched.auto.camera.goal
    watched.auto.follow_close_up(Fall("a1", TOWER, 60.0, 0.0))
    watched.auto.camera.zoom(0.8)
    watched.auto.follow_close_up(None)
    watched.shows(CHOOSE)
    assert watched.auto.follows
    assert watched.auto.camera.goal == before


def test_after_a_fall_the_camera_goes_back() -> None:
    """While a tower falls, the camera is near to it. Afterwards the camera goes back to where it was."""
    watched = Watched()
    before = watched.auto.camera.goal
    watched.auto.follow_close_up(Fall("a1", TOWER, 60.0, 0.0))
    assert watched.auto.camera.goal.distance == FALL_DISTANCE
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal.distance == FALL_DISTANCE
    watched.auto.follow_close_up(None)
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal == before


def test_a_fall_that_is_seen_from_near_moves_nothing() -> None:
    """If a tower falls where the camera is already near, the camera stays."""
    watched = Watched()
    watched.shows(STACK)
    near = watched.auto.camera.goal
    watched.auto.follow_close_up(Fall("a1", TOWER, 60.0, 0.0))
    assert watched.auto.camera.goal == near


def test_the_dice_of_a_throw_are_seen_from_near() -> None:
    """At the end of a throw the camera comes as near as all dice allow, and never goes farther away."""
    watched = Watched()
    before = watched.auto.camera.goal
    for reach, distance in ((20.0, FALL_DISTANCE), (120.0, 120.0 * DISTANCE_PER_REACH), (2000.0, before.distance)):
        watched.auto.follow_close_up(Landing(TOWER, 16.0, reach, 0.0))
        assert watched.auto.camera.goal.distance == pytest.approx(distance)
        assert watched.auto.camera.goal.target == (*TOWER, 8.0)
        watched.auto.follow_close_up(None)
        watched.shows(CHOOSE)
        assert watched.auto.camera.goal == before


@pytest.mark.parametrize("height", [48.0, 176.0, 368.0])
def test_the_tallest_tower_is_seen_whole_from_near(height: float) -> None:
    """In a close-up of the tallest tower, its foot and its top are in view above the timeline."""
    watched = Watched()
    usual = watched.auto.camera.goal.distance
    watched.auto.follow_close_up(TallestTower("a1", TOWER, height, 0.0))
    watched.auto.camera.arrive()
    assert watched.auto.camera.goal.distance < 0.8 * usual
    for z in (0.0, height):
        at = watched.auto.camera.project((*TOWER, z), 1280, 720)
        assert at is not None
        assert 0.0 < at[1] < 720.0 - 145.0


def test_a_close_up_that_follows_another_is_seen_too() -> None:
    """If the close-up of a throw follows that of a fall at once, the camera turns to the dice. Afterwards it goes back
    to where it was before both.
    """
    watched = Watched()
    before = watched.auto.camera.goal
    watched.auto.follow_close_up(Fall("a1", TOWER, 60.0, 0.0))
    dice = (TOWER[0] - 100.0, TOWER[1])
    watched.auto.follow_close_up(Landing(dice, 16.0, 20.0, 400.0))
    assert watched.auto.camera.goal.target == (*dice, 8.0)
    watched.auto.follow_close_up(None)
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal == before


def test_a_piece_behind_a_panel_comes_into_sight() -> None:
    """If a panel hides a piece that is asked about, the camera moves so that the piece is seen. If not, it stays."""
    watched = Watched(size=(800, 600))
    corner = Model("b1", "Bea", (15.0, SIDE - 15.0))
    watched.table = DESK.with_pieces(corner)
    before = watched.auto.camera.goal
    watched.shows(PickPiece("Ada", "who", ("a1",)))
    assert watched.auto.camera.goal == before
    watched.shows(PickPiece("Ada", "who", ("a1", "b1")))
    at = watched.auto.camera.project((*corner.at, 0.0), 800, 600)
    assert at is not None
    hidden = [box for box in watched.around.panels if box[0] < at[0] < box[2] and box[1] < at[1] < box[3]]
    assert hidden == []
    assert watched.auto.camera.goal != before


def test_a_higher_panel_moves_the_camera_only_if_it_hides_something() -> None:
    """If a panel changes while a question is open, the camera moves only if the panel hides a piece of the question."""
    watched = Watched()
    watched.shows(PickPiece("Ada", "who", ("a1",)))
    before = watched.auto.camera.goal
    at = watched.auto.camera.project((*TOWER, 0.0), 1280, 720)
    assert at is not None
    beside, over = (0.0, 0.0, 40.0, 40.0), (at[0] - 60, at[1] - 90, at[0] + 60, at[1] + 60)
    for panel, moves in ((beside, False), (over, True)):
        watched.around = replace(watched.around, panels=(*watched.around.panels, panel))
        watched.shows(PickPiece("Ada", "who", ("a1",)))
        assert (watched.auto.camera.goal != before) is moves


def test_the_camera_comes_back_when_a_panel_has_gone() -> None:
    """If the panel that hid a piece goes away, the camera goes back to where it was before."""
    watched = Watched()
    watched.shows(PickPiece("Ada", "who", ("a1",)))
    first, usual = watched.auto.camera.goal, watched.around
    at = watched.auto.camera.project((*TOWER, 0.0), 1280, 720)
    assert at is not None
    for panels in ((*usual.panels, (at[0] - 60, at[1] - 90, at[0] + 60, at[1] + 60)), usual.panels):
        watched.around = replace(usual, panels=panels)
        watched.shows(PickPiece("Ada", "who", ("a1",)))
        assert (watched.auto.camera.goal == first) is (panels == usual.panels)


def test_a_panel_moves_the_camera_only_while_something_is_asked() -> None:
    """If nothing is asked, a panel that covers a piece doesn't move the camera."""
    watched = Watched()
    watched.shows(PickPiece("Ada", "who", ("a1",)))
    before = watched.auto.camera.goal
    at = watched.auto.camera.project((*TOWER, 0.0), 1280, 720)
    assert at is not None
    over = (at[0] - 60, at[1] - 90, at[0] + 60, at[1] + 60)
    watched.auto.follow(watched.table, None, replace(watched.around, panels=(*watched.around.panels, over)))
    assert watched.auto.camera.goal == before


def test_dice_in_the_tray_are_seen_where_they_are_picked() -> None:
    """If a player picks among dice that lie in the tray, the tray is in view."""
    table = Table(SIDE, SIDE, tray=Tray(200.0, 200.0, 70.0, (650.0, 0.0)))
    table = table.with_pieces(*(Die(f"d{k}", size=16.0, pose=Pose((700.0 + 30 * k, 100.0, 8.0))) for k in range(2)))
    view = view_of(table, None, (PickPiece("Ada", "pick", ("d0", "d1")),))
    assert view is not None
    assert view.is_tray


def test_a_table_for_towers_is_shown_around_them() -> None:
    """If a table has a tray and areas for towers only, the camera shows these areas and not the whole table."""
    areas = tuple(Patch(rectangle((x, y), 100.0, 100.0)) for x, y in ((200.0, 370.0), (410.0, 370.0), (305.0, 180.0)))
    table = Table(SIDE, SIDE, tray=Tray(254.0, 203.0, 76.0, (650.0, 0.0)), patches=areas)
    watched = Watched(table)
    whole = AutoCamera()
    whole.begin(table, watched.around)
    assert watched.auto.camera.goal.distance < 0.6 * whole.camera.goal.distance


def test_towers_that_grow_move_the_camera_seldom() -> None:
    """On a table for towers, the first view is the same for a tower of none to three dice."""
    poses = set()
    for height in range(4):
        area = Patch(rectangle((300.0, 300.0), 100.0, 100.0))
        table = Table(SIDE, SIDE, tray=Tray(254.0, 203.0, 76.0, (650.0, 0.0)), patches=(area,))
        watched = Watched(with_tower(table, height, at=(300.0, 300.0), size=16.0) if height else table)
        poses.add(watched.auto.camera.goal)
    assert len(poses) == 1


def test_the_first_view_has_no_places_to_show() -> None:
    """The first view of a table shows no places that are asked about."""
    assert first_view(DESK).asked == ()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("with_tray", [False, True])
def test_a_player_at_the_back_sees_what_one_at_the_front_sees(size: tuple[int, int], with_tray: bool) -> None:
    """If a player sits at the back edge, the view is that from the front edge of a table turned by half a turn. If the
    player sits at the front again, the camera turns back.
    """
    tray = Tray(200.0, 200.0, 40.0, (SIDE + 20.0, 100.0)) if with_tray else None
    front, back = replace(DESK, tray=tray), replace(DESK, tray=tray)
    if tray is not None:
        back = replace(back, tray=replace(tray, at=(SIDE - tray.at[0] - 200.0, SIDE - tray.at[1] - 200.0)))
    back = back.with_pieces(replace(DESK.models["a1"], at=(SIDE - DESK.models["a1"].at[0], SIDE - TOWER[1])))
    asked = PickPiece("Ada", "who", ("a1",))
    one, other = Watched(front, size), Watched(back, size)
    first = other.auto.camera.goal
    other.auto.sit(at_back=True)
    for watched in (one, other):
        watched.shows(asked)
    x, y = front.models["a1"].at
    at, there = (
        watched.auto.camera.project((*place, 0.0), *size)
        for watched, place in ((one, (x, y)), (other, (SIDE - x, SIDE - y)))
    )
    assert at == pytest.approx(there, abs=1.0)
    other.auto.sit(at_back=False)
    other.shows(CHOOSE)
    assert other.auto.camera.goal.yaw == pytest.approx(first.yaw)


def test_from_above_a_player_at_the_back_sees_the_own_edge_below() -> None:
    """If a player sits at the back edge, the view from above is turned by half a turn."""
    front, back = Watched(), Watched()
    back.auto.sit(at_back=True)
    for watched in (front, back):
        watched.auto.look_from_above(watched.table, watched.around)
    assert back.auto.camera.goal.yaw - front.auto.camera.goal.yaw == pytest.approx(pi)
    assert back.auto.camera.goal.pitch == front.auto.camera.goal.pitch


def test_the_camera_of_a_user_stays_when_the_other_player_is_asked() -> None:
    """If the user has turned the camera, it stays when another player is asked. If it follows again, it turns."""
    watched = Watched()
    watched.auto.camera.orbit(0.3, 0.0)
    turned = watched.auto.camera.goal
    watched.auto.sit(at_back=True)
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal == turned
    watched.auto.follow_again()
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal.yaw == pytest.approx(3 * pi / 2)


def test_the_camera_goes_calmly_to_the_other_side() -> None:
    """If the camera goes to the other side, it turns gradually, in less than two seconds."""
    watched = Watched()
    watched.auto.sit(at_back=True)
    before = watched.auto.camera.yaw
    view = view_of(watched.table, None, [CHOOSE])
    watched.auto.follow(watched.table, view, watched.around)
    watched.auto.camera.glide(0.1)
    assert 0.1 < watched.auto.camera.yaw - before < 0.5
    for _ in range(15):
        watched.auto.camera.glide(0.1)
    assert watched.auto.camera.yaw - before == pytest.approx(pi, abs=0.05)


def test_the_whole_table_is_in_view_while_units_are_set_up() -> None:
    """While a player sets up units on a large table, the whole table is in view."""
    large = replace(DESK, width=914.4, depth=914.4, tray=Tray(200.0, 200.0, 40.0, (940.0, 100.0)))
    asked = PickSome("Ada", "set up", ("a2", "a3"), are_pieces=False)
    assert view_of(large, None, [asked]) == whole(large)
    assert view_of(large, None, [CHOOSE]) != whole(large)
