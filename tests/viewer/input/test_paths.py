"""A path for a model is chosen with the mouse: by its die, or by the nearest line on the table."""

import pytest

from riotsim.play.narration import Offer
from riotsim.play.requests import PickWay, Step, Way
from riotsim.table.pieces import Model
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.path import PATH_DISTANCE, PathInteraction
from riotsim.viewer.screens.decisions import end_preview, prepared_answer, preview_offer_of

EAST = Offer(Step("d1"), "east", "d1", ((100.0, 100.0), (300.0, 100.0)))

NORTH = Offer(Step("d2"), "north", "d2", ((100.0, 100.0), (100.0, 300.0)))

REQUEST = PickWay("Ada", "move", "a1", (Way("d1", 0.0, 200.0), Way("d2", 1.5707963267948966, 200.0)))


@pytest.mark.parametrize(
    ("at", "piece", "answer"),
    [
        ((300.0, 100.0), "d1", EAST.answer),  # on a die
        ((110.0, 290.0), "d1", EAST.answer),  # on a die, although another path is nearer
        ((200.0, 100.0 + 0.9 * PATH_DISTANCE), None, EAST.answer),  # near a path
        ((100.0 - 0.9 * PATH_DISTANCE, 200.0), None, NORTH.answer),
        ((200.0, 100.0 + 1.1 * PATH_DISTANCE), None, None),  # near none
    ],
)
def test_the_mouse_chooses_a_path(at: tuple[float, float], piece: str | None, answer: Step | None) -> None:
    """A press on a die chooses its path, and a press near a path chooses this path. Any other press chooses none."""
    paths = PathInteraction(REQUEST, (EAST, NORTH), Model("a1", "Ada", (100.0, 100.0)))
    assert paths.pressed(Pointer(at, piece, 0.0)) == answer


def test_what_a_button_previews_is_no_prepared_path() -> None:
    """If the mouse is on the button of a path, the path is shown, but the Enter key doesn't choose it."""
    paths = PathInteraction(REQUEST, (EAST, NORTH), Model("a1", "Ada", (100.0, 100.0)))
    preview_offer_of(paths, ("d2",))
    assert (paths.overlay().hint, prepared_answer(paths, None)) == ("north", None)
    end_preview(paths)
    assert paths.overlay().hint == ""


@pytest.mark.parametrize(("by", "first", "then"), [(1, EAST, NORTH), (-1, NORTH, EAST)])
def test_keys_go_through_the_paths_from_either_end(by: int, first: Offer, then: Offer) -> None:
    """The key for the next path begins with the first path. The key for the previous path begins with the last."""
    paths = PathInteraction(REQUEST, (EAST, NORTH), Model("a1", "Ada", (100.0, 100.0)))
    for wanted in (first, then, first):
        paths.next(by)
        assert paths.highlighted_offer == wanted
