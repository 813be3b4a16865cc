"""The game screen plays a made-up game with two kinds of requests, without knowing the game."""

import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from pitch_game import Pitch
from small_table import SIZE
from told_host import screens

from riotsim.play.requests import AimThrow, PickPiece
from riotsim.table.acts import Roll
from riotsim.table.poses import Point
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.game import NUDGE_DISTANCE, GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.secret_choice import COUNT_SECONDS
from riotsim.viewer.session.host import Host
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import commands as commands

TIMEOUT = 60.0
"""Time that a host may take on a busy machine (s)."""

FRAME = 1 / 60


class Sitting:
    """Ann at the table, with a bot as Bob. Time advances by frames, and the mouse has its own clock."""

    def __init__(self, opening: Pitch, settings: Settings) -> None:
        self.host = Host(opening)
        self.now = 0.0
        self.table_screen = GameScreen(self.host, settings, clock=lambda: self.now)
        self.acts: list[object] = []

    def frame(self) -> None:
        """Advance by a frame."""
        self.host.wait(FRAME / 4)
        self.now += FRAME
        self.table_screen.advance(FRAME)
        showing = self.table_screen.playback.display
        assert showing.failure is None, showing.failure
        if showing.act is not None and (not self.acts or self.acts[-1] is not showing.act):
            self.acts.append(showing.act)

    def until(self, true: Callable[[], object]) -> None:
        """Advance until something is true."""
        ends = time.monotonic() + TIMEOUT
        while not true():
            assert time.monotonic() < ends
            self.frame()

    def asked(self) -> None:
        """Wait until there is a decision at the table."""
        self.until(lambda: self.table_screen.interaction is not None)

    def pointer(self, at: Point, piece: str | None = None) -> Pointer:
        """Return a pointer at a point."""
        return Pointer(at, piece, self.now)

    def throw(self, points: list[Point]) -> None:
        """Grab the dice at the first point, and flick them over the others."""
        table = self.table_screen
        assert table.pressed(self.pointer(points[0]))
        for at in points[1:]:
            self.frame()
            table.moved(self.pointer(at))
        table.released(self.pointer(points[-1]))


@pytest.fixture
def ann() -> Iterator[Sitting]:
    """Yield Ann's sitting in a game of two rounds."""
    screens = Sitting(Pitch(rounds=2), Settings(speed=4.0))
    yield screens
    screens.host.close()


def test_a_made_up_game_is_played_with_the_mouse(ann: Sitting) -> None:
    """The player can pick only glowing pieces. The dice fly in the direction of the flick. The prompt has a clause."""
    table = ann.table_screen
    ann.asked()
    assert isinstance(table.interaction.request if table.interaction else None, PickPiece)
    model = game_model(table)
    assert model.prompt is not None
    assert (model.prompt.title, model.prompt.clause) == ("Pick a pawn", "P-1")
    assert [choice.label for choice in model.prompt.choices] == ["Take a1", "Take a2"]
    assert {piece for piece, glow in table.overlay().glow.items() if glow == "legal"} == {"a1", "a2"}
    table.moved(ann.pointer((80.0, 60.0), "a1"))
    assert table.overlay().glow["a1"] == "hover"
    table.pressed(ann.pointer((500.0, 60.0), "b1"))  # Bob's
    assert table.interaction is not None
    table.pressed(ann.pointer((80.0, 60.0), "a1"))
    assert table.interaction is None
    ann.asked()
    assert isinstance(table.interaction.request if table.interaction else None, AimThrow)
    ann.throw([(100.0 + 12.0 * k, 100.0 + 12.0 * k) for k in range(9)])
    ann.until(lambda: ann.acts)
    act = ann.acts[0]
    assert isinstance(act, Roll)
    assert act.heading == pytest.approx(np.pi / 4, abs=0.05)
    assert act.strength > 1.0  # 1,018 mm/s of a hand that usually throws at 700
    ann.asked()
    lines = [line.text for line in game_model(table).log]
    assert lines[0] == "a1 steps up"
    assert lines[1].startswith("a1 pitches")


def ghosts(table: GameScreen) -> list[Point]:
    """Return the places of dice that hang over the table."""
    return [mark.pose.xy for mark in table.overlay().marks if isinstance(mark, Ghost)]


def test_a_mouse_that_goes_to_the_panels_aims_at_nothing(ann: Sitting) -> None:
    """If the mouse is over the panels, no dice hang at the mouse, and the panel explains how to throw. Arrow keys move
    the dice on from their last place.
    """
    table = ann.table_screen
    ann.asked()
    table.pressed(ann.pointer((80.0, 60.0), "a1"))
    ann.asked()
    assert isinstance(table.interaction.request if table.interaction else None, AimThrow)
    table.moved(ann.pointer((200.0, 200.0)))
    hung = ghosts(table)
    assert len(hung) == 2
    table.mouse_away = True
    assert not ghosts(table)
    model = game_model(table)
    assert model.prompt is not None
    assert model.prompt.hint == (
        "Hold the button over the table, and shake. Let go while you move: faster throws farther"
    )
    assert model.tip is None  # it would lie on the panel
    table.nudge(1, 0)
    assert np.allclose(np.array(ghosts(table)) - np.array(hung), (NUDGE_DISTANCE, 0.0))
    table.mouse_away = False
    assert len(ghosts(table)) == 2


def test_it_can_be_played_by_keys_and_buttons_alone(ann: Sitting) -> None:
    """Keys choose a piece, and a button throws. A player can finish the game without the mouse."""
    table = ann.table_screen
    while True:
        ann.until(lambda: table.interaction is not None or table.playback.display.game_over is not None)
        if table.interaction is None:
            break
        if isinstance(table.interaction.request, PickPiece):
            table.next()
            table.confirm()
        else:
            table.handle(commands.ChooseOption("Ann", "plain"))
    model = game_model(table)
    assert model.result_lines
    assert len(ann.acts) == 4  # two of Ann's, two of Bob's


def test_secret_choices_are_shown_when_all_have_chosen() -> None:
    """Before both players have chosen, no choice is shown. Then the window counts down from 3 to 1, and the log tells
    the choices.
    """
    screens = Sitting(Pitch(rounds=1, bets=True), Settings(speed=4.0))
    try:
        table = screens.table_screen
        ends = time.monotonic() + TIMEOUT
        while table.secret_choice is None:
            assert time.monotonic() < ends
            screens.frame()
            if table.interaction is not None:
                table.submit(table.interaction.default_answer() or "a1")
        fight = game_model(table).fight
        assert fight is not None
        assert [choice.label for choice in fight.options] == ["high", "low"]
        assert fight.shown is None
        table.choose_secretly("Ann", 1)
        table.choose_secretly("Ann", 0)  # too late to change
        counted = []
        while (fight := game_model(table).fight) is not None and fight.count is not None:
            counted.append(fight.count)
            screens.frame()
        assert list(dict.fromkeys(counted)) == [3, 2, 1]
        assert abs(len(counted) - 3 * COUNT_SECONDS / FRAME) < 3
        screens.until(lambda: any("bets" in line.text for line in table.playback.display.lines))
        assert "('Ann', 'low')" in next(line.text for line in table.playback.display.lines if "bets" in line.text)
        screens.until(lambda: table.secret_choice is None or table.playback.display.game_over is not None)
    finally:
        screens.host.close()


def test_the_table_of_a_made_up_game_is_drawn() -> None:
    """If the window doesn't know a game, it still draws the game's pawns and tower."""
    from pitch_game import PAWNS, floor

    from riotsim.replay.recording import seats
    from riotsim.viewer.input.camera import Camera
    from riotsim.viewer.render.images import NoGraphics, OffscreenRenderer
    from riotsim.viewer.scene.scene import Scene

    stage = Scene(seats({"Ann": "", "Bob": ""}), PAWNS, {})
    table = floor()
    camera = Camera.above_table(table.outline)
    try:
        with OffscreenRenderer(*SIZE, "low") as make:
            stage.show(table)
            full = make.render(stage, camera)
            stage.show(table.without(*table.models, *table.dice))
            bare = make.render(stage, camera)
    except NoGraphics as reason:
        pytest.skip(str(reason))
    assert (np.abs(full.astype(int) - bare).max(axis=2) > 40).sum() > 100


def test_escape_closes_the_whole_log_before_it_opens_the_menu() -> None:
    """If the whole log is open, the menu key closes the log. The next press opens the menu."""
    _, table = screens("Ann", "Bob", persons=("Ann",))
    table.handle(commands.ShowRecord("whole log"))
    table.handle(commands.OpenMenu(True))
    assert (table.page, table.menu) == ("log", False)
    table.handle(commands.OpenMenu(True))
    assert (table.page, table.menu) == ("log", True)
