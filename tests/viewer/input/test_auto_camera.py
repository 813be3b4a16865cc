"""The automatic camera: it comes near for what needs care, goes back afterwards, and leaves the user's view alone."""

from dataclasses import replace
from math import hypot, radians
from typing import Any

import pytest

from riotsim.play.requests import AimThrow, Choose, PickPiece, PlaceDie, Request, SetPace, Target
from riotsim.replay.timeline import Fall
from riotsim.table.acts import Act, Carry, Mark, Roll, Stack
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import STEADY_HAND, empty_table, with_tower
from riotsim.viewer.input.attention import first_view, view_of
from riotsim.viewer.input.auto_camera import FALL_DISTANCE, AutoCamera
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
TARGET = Target("a1", TOWER, Mark(170.0, 24.0), Region(disc((0.0, 0.0), 0.0), SIDE, SIDE))
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
    """While a die is put on a tower, a tower is carried or a die is thrown at it, the tower is much larger than before.
    Afterwards the camera is where it was.
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
    """A die on top of the tower is at least 36 pixels wide even in the smallest window."""
    watched = Watched(size=size)
    watched.shows(STACK)
    assert watched.width((*TOWER, 64.0)) >= 36.0


def test_the_camera_stays_near_while_the_die_comes_to_rest() -> None:
    """The act that a request has led to, and the pause after it, are seen from where the request was."""
    for request, act in (
        (STACK, Stack(Die("d", pose=Pose((0.0, 0.0, 8.0))), "a1", STEADY_HAND)),
        (CARRY, Carry("a1", (340.0, 300.0), STEADY_HAND, "steady")),
        (KNOCK, Roll((), (TOWER[0], TOWER[1] - 170.0), radians(90.0), STEADY_HAND, mark=Mark(170.0, 24.0))),
    ):
        watched = Watched()
        watched.shows(request)
        near = watched.auto.camera.goal
        watched.shows(act=act)
        watched.shows()
        assert watched.auto.camera.goal == near


def test_a_die_that_a_bot_throws_at_a_tower_is_seen_from_near() -> None:
    """A throw at a target that nobody here was asked for brings the camera near, too."""
    watched = Watched()
    before = watched.auto.camera.goal.distance
    watched.shows(act=Roll((), (TOWER[0], TOWER[1] - 170.0), radians(90.0), STEADY_HAND, mark=Mark(170.0, 24.0)))
    assert watched.auto.camera.goal.distance < 0.7 * before


def test_a_view_that_the_user_has_moved_is_left_alone() -> None:
    """After the user has turned the camera, nothing moves it, also no falling tower, until it may follow again."""
    watched = Watched()
    watched.auto.camera.orbit(0.4, 0.0)
    mine = watched.auto.camera.goal
    watched.shows(STACK)
    watched.auto.follow_fall(Fall("a1", TOWER, 60.0, 0.0))
    assert watched.auto.camera.goal == mine
    watched.auto.follow_fall(None)
    watched.auto.follow_again()
    watched.shows(STACK)
    assert watched.auto.camera.goal.distance < mine.distance


def test_after_a_fall_the_camera_goes_back() -> None:
    """A falling tower is seen from near while it falls, and then what was in view before."""
    watched = Watched()
    before = watched.auto.camera.goal
    watched.auto.follow_fall(Fall("a1", TOWER, 60.0, 0.0))
    assert watched.auto.camera.goal.distance == FALL_DISTANCE
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal.distance == FALL_DISTANCE
    watched.auto.follow_fall(None)
    watched.shows(CHOOSE)
    assert watched.auto.camera.goal == before


def test_a_piece_behind_a_panel_comes_into_sight() -> None:
    """If a panel hides a piece that is asked about, the camera moves; if it hides nothing, the camera stays."""
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
    """While a question is open, the camera moves at a change of the panels only if they would hide its pieces."""
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
    """When the panel that hid a piece moves away, as after the window was resized, the table is seen as at first."""
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
    """When nothing is asked any more, as at the end of a lesson, a panel that covers a piece moves nothing."""
    watched = Watched()
    watched.shows(PickPiece("Ada", "who", ("a1",)))
    before = watched.auto.camera.goal
    at = watched.auto.camera.project((*TOWER, 0.0), 1280, 720)
    assert at is not None
    over = (at[0] - 60, at[1] - 90, at[0] + 60, at[1] + 60)
    watched.auto.follow(watched.table, None, replace(watched.around, panels=(*watched.around.panels, over)))
    assert watched.auto.camera.goal == before


def test_dice_in_the_tray_are_seen_where_they_are_picked() -> None:
    """A choice among dice that lie in the tray leaves the tray in view."""
    table = Table(SIDE, SIDE, tray=Tray(200.0, 200.0, 70.0, (650.0, 0.0)))
    table = table.with_pieces(*(Die(f"d{k}", size=16.0, pose=Pose((700.0 + 30 * k, 100.0, 8.0))) for k in range(2)))
    view = view_of(table, None, (PickPiece("Ada", "pick", ("d0", "d1")),))
    assert view is not None
    assert view.is_tray


def test_a_table_for_towers_is_shown_around_them() -> None:
    """On a table with a tray and areas for towers only, the areas fill the window, and not the whole table."""
    areas = tuple(Patch(rectangle((x, y), 100.0, 100.0)) for x, y in ((200.0, 370.0), (410.0, 370.0), (305.0, 180.0)))
    table = Table(SIDE, SIDE, tray=Tray(254.0, 203.0, 76.0, (650.0, 0.0)), patches=areas)
    watched = Watched(table)
    whole = AutoCamera()
    whole.begin(table, watched.around)
    assert watched.auto.camera.goal.distance < 0.6 * whole.camera.goal.distance


def test_the_first_view_has_no_places_to_show() -> None:
    """Nothing is asked about before a question."""
    assert first_view(DESK).asked == ()
