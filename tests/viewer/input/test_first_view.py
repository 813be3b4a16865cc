"""The views of a table: panels don't hide a board at first, and on a large table the camera follows the game."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from pitch_game import floor

from riotsim.files.rules import load_rules
from riotsim.games.cube_clash.board.squares import SQUARES
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.game import initial_state, start_table
from riotsim.games.cube_clash.state import layout_of
from riotsim.games.cube_clash.units.unit import SIDES
from riotsim.play.displays import DataSheet, PieceMark
from riotsim.play.requests import AimThrow, Choose, PickPoint, Request
from riotsim.replay.poses import pose_of
from riotsim.replay.recording import seats
from riotsim.table.acts import Displacement, Shift
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Die, Model, Round, Token, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table, Tray
from riotsim.viewer.input.attention import first_view, view_of
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.input.framing import BAR_MARGIN, COLUMN_MARGIN, EDGE_MARGIN, Surroundings
from riotsim.viewer.input.interactions.interaction import TableOverlay
from riotsim.viewer.input.keys import Action

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from riotsim.viewer.camera_control import CameraControl  # noqa: E402
from riotsim.viewer.on_screen import labels_on_screen, names_on_screen  # noqa: E402
from riotsim.viewer.playback.display import DisplayState  # noqa: E402
from riotsim.viewer.presenter import ScreenPresenter, seen_at_right  # noqa: E402
from riotsim.viewer.render.view import SceneView  # noqa: E402
from riotsim.viewer.scene.marks import Label  # noqa: E402
from riotsim.viewer.session.messages import GameStatus  # noqa: E402
from riotsim.viewer.settings import Settings  # noqa: E402
from riotsim.viewer.ui.places import PLAYBACK_BAR, game_surroundings  # noqa: E402
from riotsim.viewer.ui.scene_model import SceneLabel  # noqa: E402
from riotsim.viewer.ui.widgets.layer import fitting_scale  # noqa: E402


class Sized:
    """A window that has only a size."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.get_size = lambda: size


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (800, 600)])
@pytest.mark.parametrize("wanted", [1.0, 1.5])
def test_a_board_lies_between_the_columns_of_panels(size: tuple[int, int], wanted: float) -> None:
    """The first view shows all corners of a board between the panels, which shrink in small windows."""
    window: Any = Sized(size)
    builder: Any = None
    view, scale = SceneView(window, dict, builder), fitting_scale(wanted, *size)
    table = Table(600.0, 600.0, floor().surface, patches=(Patch(rectangle((300.0, 300.0), 500.0, 500.0)),))
    view.show(table, {}, TableOverlay(), seats({"Ann": "", "Bob": ""}), {}, Surroundings(view.size, scale))
    for corner in ((50.0, 50.0), (550.0, 50.0), (50.0, 550.0), (550.0, 550.0)):
        at = view.pixel((*corner, 0.0))
        assert at is not None
        assert COLUMN_MARGIN * scale <= at[0] <= size[0] - COLUMN_MARGIN * scale


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (800, 600)])
@pytest.mark.parametrize("tray", [None, Tray(254.0, 203.0, 76.0, (624.0, 0.0))])
def test_from_above_the_whole_table_is_seen(size: tuple[int, int], tray: Tray | None) -> None:
    """The view from above shows all corners of the table and its tray between the panels, with the front edge below. It
    doesn't matter how near the camera was before.
    """
    window: Any = Sized(size)
    builder: Any = None
    view, scale = SceneView(window, dict, builder), fitting_scale(1.0, *size)
    table = Table(600.0, 600.0, floor().surface, tray=tray)
    view.show(table, {}, TableOverlay(), seats({"Ann": "", "Bob": ""}), {}, Surroundings(view.size, scale))
    view.camera.focus((100.0, 100.0, 0.0), 200.0)
    view.camera.arrive()
    view.look_from_above()
    view.camera.arrive()
    (left, front), (right, back) = table.outline
    seen = [view.pixel((x, y, 0.0)) for y in (front, back) for x in (left, right)]
    for at in seen:
        assert at is not None
        assert COLUMN_MARGIN * scale <= at[0] <= size[0] - COLUMN_MARGIN * scale
        assert 0 <= at[1] <= size[1] - BAR_MARGIN * scale
    assert seen[0] is not None
    assert seen[2] is not None
    assert seen[0][1] > seen[2][1]


def test_a_label_is_where_no_panel_hides_it() -> None:
    """If a column of panels hides the first place of a label, the label is drawn at its next place."""
    window: Any = Sized((1280, 720))
    builder: Any = None
    view = SceneView(window, dict, builder)
    view.show(
        Table(600.0, 600.0, floor().surface), {}, TableOverlay(), seats({"Ann": ""}), {}, Surroundings(view.size, 1.0)
    )
    left, middle = (-150.0, 300.0, 0.0), (300.0, 300.0, 0.0)
    label = Label(left, "scoot: 24 in at most", "#ffffff", (left, middle))
    game: Any = SimpleNamespace(settings=Settings())
    hidden = view.pixel(left)
    assert hidden is not None
    assert hidden[0] < COLUMN_MARGIN
    (drawn,) = labels_on_screen(game, view, (label,))
    assert (drawn.text, drawn.at) == ("scoot: 24 in at most", view.pixel(middle))


def test_names_float_over_models() -> None:
    """The name and kind of each model are above its base, in its owner's colour."""
    window: Any = Sized((1280, 720))
    builder: Any = None
    view, table = SceneView(window, dict, builder), floor()
    sides = seats({"Ann": "", "Bob": ""})
    view.table, view.camera = table, Camera.above_table(table.outline)
    status = GameStatus(sheets={"a1": DataSheet("Nell", ("sneak",), kind="sneak"), "b1": DataSheet("Hob")})
    nell, hob = names_on_screen(table, {}, status, sides, view)
    assert (nell.text, nell.colour) == ("Nell · sneak", sides[0].colour)
    assert (hob.text, hob.colour) == ("Hob", sides[1].colour)
    foot = view.pixel((*table.models["a1"].at, 0.0))
    assert foot is not None
    assert nell.at[1] < foot[1] - 20
    assert nell.at[0] == pytest.approx(foot[0], abs=25)


def test_names_leave_towers_and_bullets_free() -> None:
    """The box of a model contains its tower, so that its name is above the tower. A die in the play area and a token
    that is asked about have boxes without a text, so that no name covers them. A die that falls off a tower is no part
    of the model's box.
    """
    window: Any = Sized((1280, 720))
    builder: Any = None
    view, table = SceneView(window, dict, builder), floor()
    model = table.models["a1"]
    (x, y), size = model.at, 16.0
    stack = [Die(f"t{n}", size=size, pose=Pose((x - 20, y, size * (n + 0.5))), owner="Ann") for n in range(8)]
    table = table.with_pieces(*stack, Die("bullet", size=size, pose=Pose((x + 30, y - 40, 8.0)), owner="Ann"))
    table = table.with_pieces(Token("loot", Pose((x, y - 60, 1.5)))).with_tower(
        "a1", Tower(tuple(die.id for die in stack))
    )
    view.table, view.camera = table, Camera.above_table(table.outline)
    status = GameStatus(sheets={"a1": DataSheet("Nell")})

    def shown(poses: Mapping[str, Pose]) -> list[SceneLabel]:
        return list(names_on_screen(table, poses, status, seats({"Ann": "", "Bob": ""}), view, ("loot",)))

    nell, bullet, loot = shown({})
    places = ((x - 20, y, 128.0), (x + 30, y - 40, 8.0), (x, y - 60, 1.5))
    for label, place in zip((nell, bullet, loot), places, strict=True):
        seen = view.pixel(place)
        assert label.around is not None
        assert seen is not None
        left, upper, right, lower = label.around
        assert left <= seen[0] <= right
        assert upper <= seen[1] <= lower
    assert (nell.text, bullet.text, loot.text) == ("Nell · 8", "", "")
    flown, *_ = shown({"t7": Pose((x + 200, y, 60.0))})
    assert flown.around is not None
    assert nell.around is not None
    assert flown.around[1] > nell.around[1]
    assert flown.around[2] == nell.around[2]


def test_the_box_of_a_fallen_model_has_the_figure_alone() -> None:
    """If a model lies on the ground, its box contains its base and its head, and no room beside the figure. The names
    of nearby models may go there.
    """
    window: Any = Sized((1280, 720))
    builder: Any = None
    view, table = SceneView(window, dict, builder), floor()
    fallen = replace(table.models["a1"], fallen=True, heading=0.0)
    table = table.with_pieces(fallen)
    view.table, view.camera = table, Camera.above_table(table.outline)
    nell, *_ = names_on_screen(
        table, {}, GameStatus(sheets={"a1": DataSheet("Nell")}), seats({"Ann": "", "Bob": ""}), view
    )
    assert nell.around is not None
    left, top, right, bottom = nell.around
    seen = [view.pixel(pose_of(fallen).transform((0.0, 0.0, height))) for height in (0.0, 28.0)]
    assert all(at is not None and left <= at[0] <= right and top <= at[1] <= bottom for at in seen)
    beside = [view.pixel((fallen.at[0], fallen.at[1] + way, 0.0)) for way in (-30.0, 30.0)]
    assert all(at is not None and not top <= at[1] <= bottom for at in beside)


def test_a_state_that_matters_stands_beside_a_name() -> None:
    """If a unit's state is emphasized, as `pinned`, it is shown beside the name. Any other state isn't."""
    window: Any = Sized((1280, 720))
    builder: Any = None
    view, table = SceneView(window, dict, builder), floor()
    view.table, view.camera = table, Camera.above_table(table.outline)
    sheets = {"a1": DataSheet("Rifleman 1"), "b1": DataSheet("Rifleman 2")}
    marks = {"a1": (PieceMark("pinned", "tall"),), "b1": (PieceMark("can't react again"),)}
    pinned, ready = names_on_screen(
        table, {}, GameStatus(sheets=sheets, marks=marks), seats({"Ann": "", "Bob": ""}), view
    )
    assert (pinned.text, pinned.matters) == ("Rifleman 1 · pinned", True)
    assert (ready.text, ready.matters) == ("Rifleman 2", False)


def test_in_a_crowd_only_models_that_matter_have_names() -> None:
    """In a crowd of 60 models only those that are pinned, asked about or under the mouse have names."""
    window: Any = Sized((1280, 720))
    builder: Any = None
    view, table = SceneView(window, dict, builder), floor()
    crowd = tuple(replace(table.models["a1"], id=f"c{k}", at=(20.0 + 9.0 * k, 40.0)) for k in range(60))
    table = table.with_pieces(*crowd)
    view.table, view.camera = table, Camera.above_table(table.outline)
    status = GameStatus(
        sheets={model.id: DataSheet(model.id) for model in crowd}, marks={"c7": (PieceMark("pinned", "tall"),)}
    )
    shown = names_on_screen(table, {}, status, seats({"Ann": "", "Bob": ""}), view, ("c3", "c30"), ("c5",))
    assert [label.text for label in shown if label.text] == ["c3", "c5", "c7 · pinned", "c30"]
    assert len(shown) == 60
    assert [label.text for label in shown if label.pointed] == ["c5"]


def clash_view(size: tuple[int, int], wanted: float = 1.0) -> tuple[SceneView, float, list[tuple[float, float]]]:
    """Return a view of Cube Clash as a game begins, the scale of the panels, and all places of dice (mm). The places
    beside the board come last.
    """
    rules = load_rules("cube_clash", Rulebook)
    state = initial_state(rules, ("Ada", "Bea"), {}, {})
    window: Any = Sized(size)
    builder: Any = None
    view, scale = SceneView(window, dict, builder), fitting_scale(wanted, *size)
    table = start_table(rules, state)
    around = game_surroundings(table, {}, view.size, scale, players=2, is_lesson=False)
    view.show(table, {}, TableOverlay(), seats({"Ada": "", "Bea": ""}), {}, around)
    places = layout_of(rules, state)
    beside = [places.beside(side, number) for side in SIDES for number in range(len(state.armies[side]))]
    return view, scale, [*map(places.middle, SQUARES), *beside]


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (800, 600)])
@pytest.mark.parametrize("wanted", [1.0, 1.5])
def test_no_die_of_cube_clash_lies_behind_a_panel(size: tuple[int, int], wanted: float) -> None:
    """No panel or playback bar hides any part of the largest die, on any square or place beside the board."""
    view, scale, places = clash_view(size, wanted)
    assert view.around is not None
    right = EDGE_MARGIN if view.around.one_column else COLUMN_MARGIN
    half, high = 19.0 / 2, 19.0
    for x, y in places:
        for corner in ((x + i, y + j, z) for i in (-half, half) for j in (-half, half) for z in (0.0, high)):
            at = view.pixel(corner)
            assert at is not None
            assert COLUMN_MARGIN * scale <= at[0] <= size[0] - right * scale
            assert 0.0 <= at[1] <= size[1] - PLAYBACK_BAR * scale


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640), (800, 600)])
def test_dice_of_cube_clash_are_large_in_any_window(size: tuple[int, int]) -> None:
    """In windows of any size, a die of usual size in the middle of the board is at least 28 pixels high."""
    view, _, places = clash_view(size)
    x, y = places[27]
    corners = [(x + i, y + j, z) for i in (-8.0, 8.0) for j in (-8.0, 8.0) for z in (0.0, 16.0)]
    heights = [at[1] for at in map(view.pixel, corners) if at is not None]
    assert max(heights) - min(heights) >= 28.0


@pytest.mark.parametrize("from_back", [False, True])
def test_a_piece_is_at_the_side_where_its_middle_is_seen(from_back: bool) -> None:
    """The middle of a piece decides whether the piece is at the left or at the right, at whichever edge the camera is.
    If it is seen near the middle of the view, the piece is at neither side.
    """
    view, _, _ = clash_view((1024, 640))
    assert view.table is not None
    assert view.around is not None
    view.auto_camera.sit(at_back=from_back)
    view.follow(first_view(view.table), view.around)
    view.camera.arrive()
    left, top, right, bottom = view.around.between_panels()
    middle = view.pointer((left + right) / 2, (top + bottom) / 2)
    assert middle is not None
    ways = zip(("left", "middle", "right"), (50.0, 0.0, -50.0) if from_back else (-50.0, 0.0, 50.0), strict=True)
    wide = {name: Model(name, "Ada", (middle.at[0] + way, middle.at[1]), Round(70.0)) for name, way in ways}
    sides = [seen_at_right(view, replace(view.table, models=wide), name) for name in wide]
    assert sides == [False, None, True]


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (800, 600)])
def test_the_icons_of_a_focused_die_are_large(size: tuple[int, int]) -> None:
    """If the camera turns to a die, its upper face is at least 40 pixels wide."""
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


FIGHTERS = {name: Model(name, "Ada", (300.0 + 60.0 * k, 200.0)) for k, name in enumerate(("a", "b"))}
LARGE = Table(914.4, 609.6, wall_height=0.0, tray=Tray(203.2, 203.2, 70.0, (960.0, 200.0)), models=FIGHTERS)
"""A large table on which two models stand together."""

AIM = AimThrow("Ada", "roll", ("d6",), 203.2, 203.2, 50.0, in_tray=True)
ASKED = Choose("Ada", "action", ("attack", "done"))


def not_built(*_: object) -> None:
    """Build no figure."""


def large_view(size: tuple[int, int] = (1280, 720)) -> SceneView:
    """Return a view of a large table while nothing has happened on it."""
    window: Any = Sized(size)
    builder: Any = not_built
    view = SceneView(window, dict, builder)
    view.show(LARGE, {}, TableOverlay(), seats({"Ada": "", "Bea": ""}), {}, Surroundings(view.size, 1.0))
    view.follow(None, Surroundings(size, 1.0))
    return view


@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
def test_the_camera_follows_the_game_on_a_large_table(size: tuple[int, int]) -> None:
    """On a large table the camera shows the whole table first, then the models, with a base over 30 pixels wide, then
    the tray. Each is between the panels.
    """
    view = large_view(size)
    scale = fitting_scale(1.0, *size)
    steps: list[tuple[Request[Any] | None, list[tuple[float, float]]]] = [
        (None, [(0.0, 0.0), (914.4, 609.6)]),
        (ASKED, [(287.5, 187.5), (372.5, 212.5)]),
        (AIM, [(960.0, 200.0), (1163.2, 403.2)]),
    ]
    for request, corners in steps:
        view.follow(view_of(LARGE, None, () if request is None else (request,)), Surroundings(size, scale))
        view.camera.arrive()
        seen = [view.pixel((*corner, 0.0)) for corner in corners]
        assert all(at and COLUMN_MARGIN * scale - 1 <= at[0] <= size[0] - COLUMN_MARGIN * scale + 1 for at in seen)
        if request is ASKED:
            assert seen[0] is not None
            assert seen[1] is not None
            assert (seen[1][0] - seen[0][0]) * 25.0 / 85.0 > 30.0


def test_the_camera_stays_where_the_user_has_turned_it() -> None:
    """If the user has turned the camera, it stays until the user lets it follow the game again."""
    view = large_view()
    view.camera.orbit(0.3, 0.0)
    view.camera.arrive()
    view.follow(view_of(LARGE, None, (AIM,)), Surroundings((1280, 720), 1.0))
    assert view.camera.goal.yaw == view.camera.yaw
    assert view.camera.goal.distance == view.camera.distance
    view.auto_camera.follow_again()
    view.follow(view_of(LARGE, None, (AIM,)), Surroundings((1280, 720), 1.0))
    assert view.camera.goal.distance < view.camera.distance


def test_a_tray_out_of_sight_is_told_once() -> None:
    """If the user has moved the camera and dice are thrown into a tray out of view, one notice says how to see it."""
    view = large_view()
    silent: Any = SimpleNamespace()
    presenter, showing = ScreenPresenter(view, silent), DisplayState()
    game: Any = SimpleNamespace(settings=Settings(), playback=SimpleNamespace(display=showing))
    tray = view_of(LARGE, None, (AIM,))
    presenter._tell_of_tray(tray, game)
    assert showing.notices == []
    view.camera.pan(-900.0, 0.0)
    view.camera.arrive()
    presenter._tell_of_tray(view_of(LARGE, None, (ASKED,)), game)
    assert showing.notices == []
    for _ in range(2):
        presenter._tell_of_tray(tray, game)
    assert len(showing.notices) == 1
    assert "(key O)" in showing.notices[0]


def test_buttons_move_the_camera_by_a_step_and_reset_it() -> None:
    """Each camera action moves the view in its direction, and the reset brings back the first view."""
    view = large_view()
    control = CameraControl(view, lambda: "a")
    whole = view.camera.goal
    control.do(Action.ZOOM_IN)
    assert view.camera.goal.distance < whole.distance
    control.do(Action.ZOOM_OUT)
    assert view.camera.goal.distance == pytest.approx(whole.distance)
    control.do(Action.ORBIT_RIGHT)
    assert view.camera.goal.yaw > whole.yaw
    control.do(Action.ORBIT_LEFT)
    assert view.camera.goal.yaw == pytest.approx(whole.yaw)
    control.do(Action.TOP)
    assert view.camera.goal.pitch > whole.pitch
    control.do(Action.FOCUS)
    assert view.camera.goal.target[:2] == FIGHTERS["a"].at
    control.do(Action.FOLLOW)
    view.follow(None, Surroundings((1280, 720), 1.0))
    assert view.camera.goal == whole


def test_the_camera_rests_while_something_is_held() -> None:
    """While a button is held over the table, the camera doesn't glide, unless a key moves it."""
    view = large_view()
    control = CameraControl(view, lambda: None)
    view.camera.zoom(0.5)
    before = view.camera.distance
    control.move(0.1, lambda _: False, still=True)
    assert view.camera.distance == before
    control.move(0.1, lambda action: action is Action.ZOOM_IN, still=True)
    assert view.camera.distance < before


def test_a_look_at_a_piece_ends_when_the_game_goes_on() -> None:
    """If the camera has turned to a piece that a panel names, it follows the game again at the next request."""
    view = large_view()
    view.focus(("a",))
    assert view.camera.goal.target[:2] == FIGHTERS["a"].at
    view.follow(view_of(LARGE, None, (AIM,)), Surroundings((1280, 720), 1.0))
    assert view.camera.goal.target[0] > LARGE.width


def test_dice_that_are_set_aside_leave_the_tray_in_view() -> None:
    """While dice are moved on the rack, or nothing happens, the camera has no new part to show."""
    assert view_of(LARGE, Shift((Displacement("a-die", (970.0, 150.0)),), lifted=True), ()) is None
    assert view_of(LARGE, None, ()) is None


def test_where_a_model_may_look_widens_no_view() -> None:
    """If a model may look anywhere, the view stays as it was. If it may move somewhere, the view shows these places."""
    anywhere = Region(disc((0.0, 0.0), 0.0), LARGE.width, LARGE.depth)
    near = Region(disc((0.0, 0.0), 0.0), 600.0, 300.0)
    asked = view_of(LARGE, None, (ASKED,))
    assert asked is not None
    assert view_of(LARGE, None, (PickPoint("Ada", "look at", (("a", anywhere),)),)) == asked
    going = view_of(LARGE, None, (PickPoint("Ada", "move", (("a", near),)),))
    assert going is not None
    assert going.low == (0.0, 0.0)
