"""The ruler, the camera, pauses and the menu in a replay."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from pitch_game import Pitch

from riotsim.play.displays import ShownArea
from riotsim.play.narration import Narration, Turn
from riotsim.replay.poses import PoseArray
from riotsim.replay.recording import Moment, record
from riotsim.replay.timeline import Fall, Landing
from riotsim.table.acts import Frame, Roll, Settled
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import rectangle
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Pose
from riotsim.testing.tables import STEADY_HAND
from riotsim.viewer.input.auto_camera import FALL_DISTANCE
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import OpenMenu, OpenSettings, Seek, SetPaused, ShowRecord
from riotsim.viewer.ui.models import Tip

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from riotsim.viewer.presenter import ScreenPresenter  # noqa: E402
from riotsim.viewer.render.view import SceneView  # noqa: E402


@pytest.fixture
def at_replay() -> ReplayScreen:
    """Return a replay of a game that has just begun."""
    with Pitch(rounds=1)(lambda *_: pytest.fail("nothing is thrown"), lambda _: None) as hosted:
        session = hosted.session
        recording = record(
            session.rules, session.first_checkpoint, session.journal, Narration(), game="pitch", title="Pitching",
            players={"Ann": "", "Bob": ""},
        )  # fmt: skip
    return ReplayScreen(recording, Settings())


def test_a_replay_names_who_throws_in_the_turn_of_another(at_replay: ReplayScreen) -> None:
    """While Bob's dice roll in Ann's turn, the header names Bob as the thrower. Without an act, it names no thrower."""
    showing = at_replay.game.display
    showing.turn = Turn(1, "Ann")
    assert at_replay.model().turn.thrower is None
    showing.act = Roll((Die("bob-1", D6, owner="Bob"),), (0.0, 0.0), 0.0, STEADY_HAND)
    thrower = at_replay.model().turn.thrower
    assert thrower is not None
    assert thrower.name == "Bob"


def test_the_mouse_that_rests_on_an_area_says_what_it_is() -> None:
    """If the mouse has rested on an area, the area's tooltip appears, as in a game. Beside the area none appears."""
    with Pitch(rounds=1)(lambda *_: pytest.fail("nothing is thrown"), lambda _: None) as hosted:
        session = hosted.session
        session.answer("a1")
        lawn = ShownArea(rectangle((300.0, 500.0), 100.0, 100.0), "lawn", ("Dice roll far here",))
        recording = record(
            session.rules, session.first_checkpoint, session.journal, Narration(), game="pitch", title="Pitching",
            players={"Ann": "", "Bob": ""}, areas=lambda _state, _table: (lawn,),
        )  # fmt: skip
    replay = ReplayScreen(recording, Settings(), clock=lambda: 10.0)
    middle, found = (300.0, 500.0), []
    for at, since in ((middle, 9.0), (middle, 9.9), ((300.0, 400.0), 9.0)):
        replay.pointer = Pointer(at, None, since)
        found.append(replay.model().tip)
    assert found == [Tip("lawn", ("Dice roll far here",)), None, None]
    replay.pointer = Pointer(middle, None, 9.0)
    assert replay.model(pointing=False).tip is None


def test_esc_closes_the_whole_log_before_it_opens_the_menu(at_replay: ReplayScreen) -> None:
    """If the whole log is open, the menu key closes the log. The next press opens the menu."""
    at_replay.handle(ShowRecord("whole log"))
    at_replay.handle(OpenMenu(True))
    assert (at_replay.page, at_replay.menu) == ("log", False)
    at_replay.handle(OpenMenu(True))
    assert at_replay.menu


def test_the_ruler_measures_from_edge_to_edge(at_replay: ReplayScreen) -> None:
    """Between two models the ruler shows the gap between their bases. To the bare table it shows the distance to the
    point.
    """
    a, b = at_replay.table.models["a1"], at_replay.table.models["b1"]
    at_replay.pointer = Pointer(a.at, "a1", 0.0)
    assert at_replay.measured() is None
    at_replay.measure()
    at_replay.pointer = Pointer(b.at, "b1", 0.0)
    measured = at_replay.measured()
    assert measured is not None
    begin, end, mm = measured
    apart = ((a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2) ** 0.5
    assert (begin, end) == (a.at, b.at)
    assert mm == pytest.approx(apart - 25.0)
    at_replay.pointer = Pointer((a.at[0] + 50.0, a.at[1]), None, 0.0)
    measured = at_replay.measured()
    assert measured is not None
    assert measured[2] == pytest.approx(50.0 - 12.5)


class FiguresToCome:
    """A builder of figures whose figures are never ready."""

    def __call__(self, *_: object) -> None:
        """Build nothing."""


def test_the_camera_of_a_replay_shows_close_ups_from_near(at_replay: ReplayScreen) -> None:
    """If a replay shows a close-up, the camera goes near. Afterwards the camera shows the table as before."""
    window: Any = SimpleNamespace(get_size=lambda: (1280, 720))
    builder: Any = FiguresToCome()
    speaker: Any = SimpleNamespace(play=lambda *_args, **_kwargs: None)
    view = SceneView(window, dict, builder)
    presenter = ScreenPresenter(view, speaker)
    distances = []
    for close_up in (None, Fall("tower", (300.0, 300.0), 128.0, 0.0), None, Landing((80.0, 60.0), 16.0, 30.0, 0.0)):
        at_replay.game.display.close_up = close_up
        presenter.present(at_replay)
        presenter.present(at_replay)
        distances.append(view.camera.goal.distance)
    whole, fall, again, landing = distances
    assert fall == landing == FALL_DISTANCE < whole
    assert again == whole


def test_a_frame_moves_all_dice_at_once(at_replay: ReplayScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame in which dice roll puts them where the playback has them, and reads no pose of a single die on the way.

    The window once made two `Pose` objects for each piece in each frame.
    """
    dice = tuple(Die(f"d{n}", pose=Pose((100.0 + 20.0 * n, 200.0, 8.0))) for n in range(10))
    way = tuple(
        Frame(tick, {die.id: die.pose.translated((tick / 4, 0.0, 0.0)) for die in dice}) for tick in range(0, 481, 4)
    )
    table = at_replay.table
    assert table is not None
    after = table.with_pieces(*(die.moved_to(way[-1].poses[die.id]) for die in dice))
    act = Roll(dice, (200.0, 200.0), 0.0, STEADY_HAND)
    thrown = Moment(0, Turn(1, "Ann"), table, after, act, settled=Settled(after, (), 480), frames=way)
    screen = ReplayScreen(replace(at_replay.recording, moments=(thrown,)), Settings())
    window: Any = SimpleNamespace(get_size=lambda: (1280, 720))
    builder: Any = FiguresToCome()
    speaker: Any = SimpleNamespace(play=lambda *_args, **_kwargs: None)
    view = SceneView(window, dict, builder)
    presenter = ScreenPresenter(view, speaker)
    read: list[PieceId] = []
    one = PoseArray.__getitem__

    def reading(poses: PoseArray, name: PieceId) -> Pose:
        read.append(name)
        return one(poses, name)

    for _ in range(150):
        screen.advance(1 / 60)
    with monkeypatch.context() as patch:
        patch.setattr(PoseArray, "__getitem__", reading)
        presenter.present(screen)
        assert all(die.id in screen.poses for die in dice)
        assert "d99" not in screen.poses
    assert read == []
    assert view.poses["d3"] == screen.poses["d3"] != way[0].poses["d3"]


def test_a_replay_stands_still_under_the_menu(at_replay: ReplayScreen) -> None:
    """While the menu or the settings are open, no time passes in the replay. Afterwards it goes on."""
    at_replay.handle(OpenMenu(True))
    for _ in range(20):
        at_replay.advance(0.1)
    assert at_replay.game.seconds == 0.0
    at_replay.handle(OpenMenu(False))
    at_replay.handle(OpenSettings(True))
    at_replay.advance(0.1)
    assert at_replay.game.seconds == 0.0
    at_replay.handle(OpenSettings(False))
    at_replay.advance(0.1)
    assert at_replay.game.seconds > 0.0 or at_replay.game.length == 0.0


def test_a_replay_goes_on_after_a_pause(at_replay: ReplayScreen) -> None:
    """After a pause, a replay goes on from where it was. If a replay is continued at its end, it begins again."""
    recording, table, die = at_replay.recording, at_replay.table, Die("d1", pose=Pose((100.0, 200.0, 8.0)))
    way = tuple(Frame(tick, {"d1": die.pose.translated((tick / 4, 0.0, 0.0))}) for tick in range(0, 481, 4))
    after = table.with_pieces(die.moved_to(way[-1].poses["d1"]))
    act = Roll((die,), (200.0, 200.0), 0.0, STEADY_HAND)
    thrown = Moment(0, Turn(1, "Ann"), table, after, act, settled=Settled(after, (), 480), frames=way)
    screen = ReplayScreen(replace(recording, moments=(thrown,)), Settings())
    for _ in range(60):
        screen.advance(1 / 60)
    stood = screen.game.seconds
    assert 0.0 < stood < screen.game.length
    for paused in (True, False):
        screen.handle(SetPaused(paused))
        assert screen.game.seconds == stood
    screen.handle(Seek(screen.game.length))
    screen.handle(SetPaused(True))
    assert screen.game.seconds == screen.game.length
    screen.handle(SetPaused(False))
    assert screen.game.seconds == 0.0


def test_the_ruler_is_put_away_by_its_key_and_by_the_menu_s(at_replay: ReplayScreen) -> None:
    """If the ruler is out, its own key or the menu key puts the ruler away. The next press of the menu key opens the
    menu.
    """
    at_replay.pointer = Pointer((10.0, 10.0), None, 0.0)
    at_replay.measure()
    at_replay.measure()
    assert at_replay.measured() is None
    at_replay.measure()
    at_replay.handle(OpenMenu(True))
    assert at_replay.measured() is None
    assert not at_replay.menu
    at_replay.handle(OpenMenu(True))
    assert at_replay.menu


def test_the_end_of_the_timeline_names_the_winner(at_replay: ReplayScreen) -> None:
    """The result of the game stands beside the timeline at its end."""
    told = ReplayScreen(replace(at_replay.recording, result=("Bob wins.", "Bob: 3 points")), Settings())
    (mark, *_) = reversed(told.model().marks)
    assert (mark.at, mark.about) == (told.game.length, "Bob wins.")
