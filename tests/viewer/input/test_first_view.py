"""The first view of a table: panels don't hide a board, however large they and the window are."""

from typing import Any

import pytest
from pitch_game import floor

from riotsim.files.rules import load_rules
from riotsim.games.cube_clash.board.squares import SQUARES
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.game import initial_state, start_table
from riotsim.games.cube_clash.state import layout_of
from riotsim.games.cube_clash.units.unit import SIDES
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
from riotsim.viewer.render.view import BAR_MARGIN, COLUMN_MARGIN, SceneView  # noqa: E402
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


def clash_view(size: tuple[int, int], wanted: float = 1.0) -> tuple[SceneView, float, list[tuple[float, float]]]:
    """Return a view of Cube Clash as a game begins, the scale of the panels, and all places of dice (mm)."""
    rules = load_rules("cube_clash", Rulebook)
    state = initial_state(rules, ("Ada", "Bea"), {}, {})
    window: Any = Sized(size)
    builder: Any = None
    view, scale = SceneView(window, dict, builder), fitting_scale(wanted, *size)
    view.show(start_table(rules, state), {}, TableOverlay(), seats({"Ada": "", "Bea": ""}), {}, scale)
    places = layout_of(rules, state)
    beside = [places.beside(side, number) for side in SIDES for number in range(len(state.armies[side]))]
    return view, scale, [*map(places.middle, SQUARES), *beside]


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (800, 600)])
@pytest.mark.parametrize("wanted", [1.0, 1.5])
def test_no_die_of_cube_clash_lies_behind_a_panel(size: tuple[int, int], wanted: float) -> None:
    """The largest die is seen whole on each square and at each place beside the board, dead or not set up yet: between
    the columns of panels, and above the bar of playback or of a replay.
    """
    view, scale, places = clash_view(size, wanted)
    half, high = 19.0 / 2, 19.0
    for x, y in places:
        for corner in ((x + i, y + j, z) for i in (-half, half) for j in (-half, half) for z in (0.0, high)):
            at = view.pixel(corner)
            assert at is not None
            assert COLUMN_MARGIN * scale <= at[0] <= size[0] - COLUMN_MARGIN * scale
            assert 0.0 <= at[1] <= size[1] - BAR_MARGIN * scale


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (800, 600)])
def test_the_icons_of_a_focused_die_are_large(size: tuple[int, int]) -> None:
    """The upper face of each die is at least 40 pixels wide once the camera has turned to it."""
    view, _, _ = clash_view(size)
    assert view.table is not None
    for die in view.table.dice.values():
        view.focus((die.id,))
        view.camera.arrive()
        x, y, z = die.pose.at
        left, right = (view.pixel((x + way * die.size / 2, y, z + die.size / 2)) for way in (-1, 1))
        assert left is not None
        assert right is not None
        assert right[0] - left[0] >= 40.0
