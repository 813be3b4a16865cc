"""The camera over a game on a table that is always in view: one view for all turns, in which no panel hides a model."""

from collections.abc import Iterator
from typing import Any

import pytest

from riotsim.play.requests import PickWay, PlaceDie, SetPace
from riotsim.viewer.input.camera import CameraPose
from riotsim.viewer.input.framing import steady_pose
from riotsim.viewer.ui.places import record_height

from ..conftest import Screen
from .test_in_sight import Moment, ends, moments, person_at

pytestmark = pytest.mark.xdist_group("in_sight")  # what they share is made once

SIZES = ((800, 600), (1024, 640), (1280, 720), (1920, 1080))
"""Width and height of the windows (pixels)."""


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """Yield a window of one of the sizes."""
    screen = Screen(*request.param)
    yield screen
    screen.close()


def is_shown_from_near(moment: Moment) -> bool:
    """Return whether a question is about a place that is shown from near."""
    request: Any = moment.question.requests[0]
    carries = isinstance(request, PickWay) and bool(moment.table.tower_dice(request.piece))
    return carries or isinstance(request, PlaceDie | SetPace) or getattr(request, "target", None) is not None


def test_the_view_stays_the_same_and_no_panel_hides_a_model(window: Screen) -> None:
    """In all questions of a stored game the camera stays in one place, unless it shows a place from near. Each model's
    foot and head, and the top of its tower, are in the window and behind no panel.
    """
    person = person_at(window)
    width, height = window.window.get_size()
    poses: set[CameraPose] = set()
    hidden = []
    for moment in moments("riot_dice"):
        panels = person.sees(moment)
        purpose = moment.question.requests[0].purpose
        if is_shown_from_near(moment):
            continue
        poses.add(person.view.camera.goal)
        for model in moment.table.models:
            for x, y in map(person.pixel, ends(moment.table, model)):
                behind = [key for key, (left, top, right, bottom) in panels if left < x < right and top < y < bottom]
                if behind or not (0 <= x <= width and 0 <= y <= height):
                    hidden.append((purpose, model, behind, round(x), round(y)))
    assert hidden == []
    assert len(poses) == 1


def test_a_table_behind_panels_everywhere_has_no_steady_view() -> None:
    """If panels cover the whole window, there is no steady view."""
    assert steady_pose(600.0, 600.0, (800, 600), 1.0, ((0.0, 0.0, 800.0, 600.0),)) is None


@pytest.mark.parametrize("size", SIZES)
def test_the_log_covers_at_most_two_fifths_of_the_window(size: tuple[int, int]) -> None:
    """If the table is as large as the window, the log scrolls before it is higher than two fifths of the window."""
    assert record_height(*size, 160.0, over_table=True) <= 0.4 * size[1]
