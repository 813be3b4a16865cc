"""The first view of a table: panels don't hide a board, however large they and the window are."""

from typing import Any

import pytest
from pitch_game import floor

from riotsim.replay.recording import seats
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import rectangle
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import TableOverlay

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from riotsim.viewer.render.view import COLUMN_MARGIN, SceneView  # noqa: E402
from riotsim.viewer.ui.widgets.layer import fitting_scale  # noqa: E402


class Sized:
    """A window that has only a size."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.get_size = lambda: size


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (800, 600)])
@pytest.mark.parametrize("wanted", [1.0, 1.5])
def test_a_board_lies_between_the_columns_of_panels(size: tuple[int, int], wanted: float) -> None:
    """All corners of a board are between the panels, which shrink where the window is too small for them."""
    window: Any = Sized(size)
    builder: Any = None
    view, scale = SceneView(window, dict, builder), fitting_scale(wanted, *size)
    table = Table(600.0, 600.0, floor().surface, patches=(Patch(rectangle((300.0, 300.0), 500.0, 500.0)),))
    view.show(table, {}, TableOverlay(), seats({"Ann": "", "Bob": ""}), {}, scale)
    for corner in ((50.0, 50.0), (550.0, 50.0), (50.0, 550.0), (550.0, 550.0)):
        at = view.pixel((*corner, 0.0))
        assert at is not None
        assert COLUMN_MARGIN * scale <= at[0] <= size[0] - COLUMN_MARGIN * scale
