"""A path for a run is chosen with the mouse, with the distance on it if the model need not run the whole of it."""

import math
from dataclasses import replace

import pytest

from riotsim.play.narration import Offer
from riotsim.play.requests import PickWay, Step, Way
from riotsim.table.pieces import Model, PieceId
from riotsim.table.poses import Point, Pose, about_z
from riotsim.viewer.input.interactions.choose import HOVER, LEGAL
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.path import PATH_DISTANCE, PathInteraction
from riotsim.viewer.input.interactions.place import ALLOWED
from riotsim.viewer.scene.marks import Ghost, Path
from riotsim.viewer.scene.scene import Glow

START = (90.0, 70.0)

SLOPE = Offer(Step("d1"), "up the slope", "d1", (START, (210.0, 230.0)), 25.0, ("b1",))
"""An offer with a path 200 mm long, in the direction (0.6, 0.8)."""

LEFT = Offer(Step("d2"), "to the left", "d2", (START, (10.0, 70.0)), 30.0)

DROP = Offer(Step("d3", discard=True), "drop the die", "d3")

STAY = Offer("stay", "stay here")

REQUEST = PickWay(
    "Ada", "move", "a1", (Way("d1", math.atan2(4.0, 3.0), 200.0), Way("d2", math.pi, 80.0)), full_distance_only=False
)

MODEL = Model("a1", "Ada", START, level=7.0)


def running(request: PickWay = REQUEST) -> PathInteraction:
    """Return an interaction in which a path is chosen."""
    return PathInteraction(request, (SLOPE, LEFT, DROP, STAY), MODEL)


def beside(along: float, across: float) -> Point:
    """Return the point at a distance along the slope from its start, and at a distance to its left (mm)."""
    return (90.0 + 0.6 * along - 0.8 * across, 70.0 + 0.8 * along + 0.6 * across)


@pytest.mark.parametrize(
    ("at", "piece", "far"),
    [
        (beside(120.0, 0.0), None, 120.0),
        (beside(120.0, -15.0), None, 120.0),
        (beside(50.0, 19.9), "b1", 50.0),
        (beside(215.0, 0.0), None, 200.0),
        (beside(-5.0, -15.0), None, 0.0),
        (beside(120.0, 30.0), "d1", None),
        (beside(200.0, 0.0), "d1", None),
    ],
)
def test_the_pointer_sets_how_far_a_model_runs(at: Point, piece: str | None, far: float | None) -> None:
    """If the mouse is beside a path, the model runs as far as the nearest point of the path. If the mouse is on the
    path's die, the distance stays open.
    """
    paths = running()
    answer = paths.pressed(Pointer(at, piece, 0.0))
    assert paths.highlighted_offer == SLOPE
    assert isinstance(answer, Step)
    assert replace(answer, distance=None) == SLOPE.answer
    assert answer.distance == (None if far is None else pytest.approx(far))


@pytest.mark.parametrize(
    ("at", "offer"),
    [
        (beside(100.0, PATH_DISTANCE - 0.01), SLOPE),
        (beside(100.0, PATH_DISTANCE + 0.01), None),
        (beside(100.0, -PATH_DISTANCE + 0.01), SLOPE),
        (beside(100.0, -PATH_DISTANCE - 0.01), None),
        (beside(200.0 + PATH_DISTANCE - 0.01, 0.0), SLOPE),
        (beside(200.0 + PATH_DISTANCE + 0.01, 0.0), None),
        ((10.0 - PATH_DISTANCE + 0.01, 70.0), LEFT),
        ((10.0 - PATH_DISTANCE - 0.01, 70.0), None),
        ((50.0, 70.0 + PATH_DISTANCE), LEFT),
        ((95.0, 60.0), SLOPE),
        ((85.0, 75.0), LEFT),
    ],
)
def test_the_nearest_path_within_reach_is_highlighted(at: Point, offer: Offer | None) -> None:
    """A path is highlighted if the mouse is near one of its sides or its end. If several paths are near, the nearest
    one is highlighted.
    """
    paths = running()
    paths.moved(Pointer(at, None, 0.0))
    assert paths.highlighted_offer == offer


@pytest.mark.parametrize(("behind", "offer"), [(PATH_DISTANCE - 0.01, SLOPE), (PATH_DISTANCE + 0.01, None)])
def test_a_path_is_within_reach_behind_its_start(behind: float, offer: Offer | None) -> None:
    """If the mouse is behind the start of a path, the distance to the start decides whether the path is highlighted."""
    paths = PathInteraction(REQUEST, (SLOPE, replace(LEFT, path=(START,))), MODEL)
    paths.moved(Pointer(beside(-behind, 0.0), "d2", 0.0))
    assert paths.highlighted_offer == offer


def test_without_a_path_below_it_the_pointer_forgets_the_last_one() -> None:
    """If the mouse leaves all paths, nothing is highlighted and its distance is forgotten."""
    paths = running()
    paths.moved(Pointer(beside(120.0, 0.0), None, 0.0))
    paths.moved(Pointer((300.0, 20.0), None, 0.1))
    assert (paths.highlighted_offer, paths.answer()) == (None, None)
    paths.next()
    assert paths.answer() == SLOPE.answer


def test_the_full_distance_needs_no_pointer() -> None:
    """If a run always has its full length, a click on the path sets no distance."""
    paths = running(replace(REQUEST, full_distance_only=True))
    assert paths.pressed(Pointer(beside(120.0, 0.0), None, 0.0)) == Step("d1")


def test_keys_take_the_full_length() -> None:
    """Keys go round all offers, and clear the mouse's distance. An offer without a step gives no answer."""
    paths = running()
    paths.moved(Pointer(beside(120.0, 0.0), None, 0.0))
    seen = []
    for by in (1, 1, 1, 1, -1, -2):
        paths.preview(SLOPE)
        paths.next(by)
        seen.append((paths.previewed, paths.highlighted_offer, paths.answer()))
    assert seen == [
        (None, LEFT, Step("d2")),
        (None, DROP, Step("d3", discard=True)),
        (None, STAY, None),
        (None, SLOPE, Step("d1")),
        (None, STAY, None),
        (None, LEFT, Step("d2")),
    ]
    none = PathInteraction(REQUEST, (), MODEL)
    none.next()
    assert none.highlighted_offer is None


def test_a_die_without_a_path_is_not_clicked() -> None:
    """If a die has no path, a click on the die gives no answer."""
    assert running().pressed(Pointer((300.0, 20.0), "d3", 0.0)) is None


def ghost(at: Point, way: float) -> Ghost:
    """Return the ghost of the model at a place, on the model's level."""
    return Ghost("a1", Pose((*at, 7.0), about_z(way)), ALLOWED)


def test_a_path_is_drawn_with_the_model_on_it() -> None:
    """The model's ghost stands on the path where the mouse puts it, and looks along the path. If no distance is set,
    the ghost is at the path's end, and the pieces that the model would touch glow.
    """
    paths = running()
    glow: dict[PieceId, Glow] = {"a1": "chosen", "d1": "legal", "d2": "legal", "d3": "legal"}
    thin = Path(SLOPE.path, LEGAL, 2.0), Path(LEFT.path, LEGAL, 2.0)
    assert paths.overlay() == TableOverlay(glow, thin)

    paths.moved(Pointer(beside(127.0, 5.0), None, 0.0))
    overlay = paths.overlay()
    middle, bold, model = overlay.marks
    assert isinstance(bold, Path)
    assert isinstance(model, Ghost)
    assert middle == thin[1]
    assert (bold.points[0], bold.colour, bold.width) == (START, HOVER, 25.0)
    assert bold.points[1] == pytest.approx(beside(127.0, 0.0))
    assert model == ghost((model.pose.at[0], model.pose.at[1]), math.atan2(160.0, 120.0))
    assert model.pose.xy == pytest.approx(beside(127.0, 0.0))
    assert replace(overlay, marks=()) == TableOverlay(glow | {"d1": "hover"}, (), "5.0 in", is_about_pointer=True)

    paths.moved(Pointer((210.0, 230.0), "d1", 0.1))
    whole = TableOverlay(
        glow | {"d1": "hover", "b1": "reached"},
        (thin[1], Path(SLOPE.path, HOVER, 25.0), ghost((210.0, 230.0), math.atan2(160.0, 120.0))),
        "up the slope",
        is_about_pointer=True,
    )
    assert paths.overlay() == whole
    paths.moved(Pointer((50.0, 70.0), None, 0.2))
    paths.preview(SLOPE)
    assert paths.overlay() == whole
    paths.preview(DROP)
    assert paths.overlay() == TableOverlay(glow | {"d3": "hover"}, thin, "drop the die", is_about_pointer=True)
    paths.preview(STAY)
    assert paths.overlay() == TableOverlay(glow, thin, "stay here", is_about_pointer=True)
    paths.moved(Pointer((50.0, 70.0), None, 0.3))
    assert paths.overlay().hint == "1.6 in"


def test_the_only_path_is_the_usual_answer() -> None:
    """If there is only one offer, it is the answer without a click. A release never answers, and there is nothing to
    cancel.
    """
    assert PathInteraction(REQUEST, (SLOPE,), MODEL).default_answer() == Step("d1")
    assert PathInteraction(REQUEST, (), MODEL).default_answer() is None
    paths = running()
    assert paths.default_answer() is None
    paths.moved(Pointer((50.0, 70.0), None, 0.0))
    assert paths.released(Pointer((50.0, 70.0), None, 0.1)) is None
    assert (paths.cancel(), paths.level, paths.instruction) == (False, 0.0, "")
