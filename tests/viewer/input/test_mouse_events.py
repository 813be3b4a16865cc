"""What each mouse event does to the screen and to the camera. The screens only record what they are told."""

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

pyglet = pytest.importorskip("pyglet")
pyglet.options["headless"] = True

# These are imported after pyglet's options are set, so they can't come first (E402).
from pyglet.window import mouse  # noqa: E402

from riotsim.viewer.input.camera import Camera  # noqa: E402
from riotsim.viewer.input.interactions.interaction import Pointer  # noqa: E402
from riotsim.viewer.input.interactions.stack import StackInteraction  # noqa: E402
from riotsim.viewer.mouse import Mouse, Screen  # noqa: E402
from riotsim.viewer.screens.game import GameScreen  # noqa: E402
from riotsim.viewer.screens.replay import ReplayScreen  # noqa: E402
from riotsim.viewer.screens.sandbox import SandboxScreen  # noqa: E402

HEIGHT = 600
LEFT, MIDDLE, RIGHT = mouse.LEFT, mouse.MIDDLE, mouse.RIGHT
TARGET = (300.0, 200.0, 0.0)


class Game(GameScreen):
    """A game that records what the mouse does. It uses only presses left of x = 500 pixels."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Pointer]] = []
        self.interaction: Any = SimpleNamespace(level=7.0)
        self.pointer: Pointer | None = None
        self.effects: Any = SimpleNamespace(released_dice=SimpleNamespace(are_awaited=False))
        self.aims_by_keys = False

    def moved(self, pointer: Pointer) -> None:
        """Record a move."""
        self.heard.append(("moved", pointer))

    def pressed(self, pointer: Pointer) -> bool:
        """Record a press."""
        self.heard.append(("pressed", pointer))
        return pointer.at[0] < 500.0

    def released(self, pointer: Pointer) -> None:
        """Record a release."""
        self.heard.append(("released", pointer))


class Sandbox(SandboxScreen):
    """A sandbox that records what the mouse does. A test says whether the wheel can turn a piece."""

    height = 11.0
    rises = 0.0
    turns = True

    def __init__(self) -> None:
        self.heard: list[tuple[str, object]] = []
        self.pointer: Pointer | None = None

    @property
    def level(self) -> float:
        """The height of the held piece."""
        return self.height

    def moved(self, pointer: Pointer) -> None:
        """Record a move, after which the held piece may be higher."""
        self.heard.append(("moved", pointer))
        self.height += self.rises

    def pressed(self, pointer: Pointer) -> bool:
        """Record a press."""
        self.heard.append(("pressed", pointer))
        return True

    def released(self, pointer: Pointer) -> None:
        """Record a release."""
        self.heard.append(("released", pointer))

    def wheel(self, notches: float) -> bool:
        """Record a turn of the wheel."""
        self.heard.append(("wheel", notches))
        return self.turns


class Replay(ReplayScreen):
    """A replay that only has a pointer."""

    def __init__(self) -> None:
        self.pointer: Pointer | None = None


class Stacked(StackInteraction):
    """An interaction in which a die is put on a tower. It records how far the die is turned."""

    def __init__(self) -> None:
        self.turns: list[float] = []

    def turned(self, notches: float) -> None:
        """Record a turn."""
        self.turns.append(notches)


class View:
    """A view in which a point of the table has the coordinates of its pixel. The horizon is 100 pixels from the top."""

    size = (960, HEIGHT)

    def __init__(self) -> None:
        self.camera = Camera(TARGET, 450.0, yaw=math.pi / 2, pitch=0.8)
        self.asked: list[tuple[float, float, float]] = []

    def pointer(self, x: float, y: float, level: float) -> Pointer | None:
        """Return the pointer at a pixel; None above the horizon."""
        self.asked.append((x, y, level))
        return None if y < 100.0 else seen(x, y)


def seen(x: float, y: float, *, shift: bool = False) -> Pointer:
    """Return the pointer at a pixel, from the upper left corner."""
    return Pointer((x, y), None, 0.0, shift)


class User:
    """A mouse over a screen, and what the mouse has registered with its window."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.view = View()
        self.shift = False
        self.handlers: dict[str, Any] = {}
        window: Any = SimpleNamespace(height=HEIGHT, push_handlers=self.handlers.update)
        view: Any = self.view
        self.mouse = Mouse(window, view, lambda: self.screen, lambda: self.shift)

    def press(self, x: float, y: float, button: int = LEFT) -> None:
        """Press a button at a pixel, from the upper left corner."""
        self.mouse.on_mouse_press(x, HEIGHT - y, button, 0)

    def drag(self, x: float, y: float, dx: float = 0.0, dy: float = 0.0) -> None:
        """Drag to a pixel."""
        self.mouse.on_mouse_drag(x, HEIGHT - y, dx, dy, LEFT, 0)

    def release(self, x: float, y: float, button: int = LEFT) -> None:
        """Release a button at a pixel."""
        self.mouse.on_mouse_release(x, HEIGHT - y, button, 0)

    def move(self, x: float, y: float) -> None:
        """Move to a pixel."""
        self.mouse.on_mouse_motion(x, HEIGHT - y, 0.0, 0.0)


def test_the_mouse_gets_the_events_of_its_window() -> None:
    """The mouse handles motion, presses, drags, releases, the wheel and leaving, each by its own method."""
    user = User(None)
    assert user.handlers == {
        name: getattr(user.mouse, name)
        for name in (
            *("on_mouse_motion", "on_mouse_press", "on_mouse_drag"),
            *("on_mouse_release", "on_mouse_scroll", "on_mouse_leave"),
        )
    }


def test_a_gesture_goes_to_the_game() -> None:
    """If the game uses a press, the moves and the release that follow go to the game, and the camera stays. The pointer
    is at the height of the question, and notes whether Shift is held.
    """
    game = Game()
    user = User(game)
    before = user.view.camera.goal
    assert (user.mouse.drags, user.mouse.holds) == (False, False)
    user.move(400.0, 300.0)
    user.press(410.0, 310.0)
    assert (user.mouse.drags, user.mouse.holds) == (True, True)
    user.shift = True
    user.drag(420.0, 320.0, 10.0, -10.0)
    user.drag(420.0, 99.0)
    user.release(430.0, 330.0, RIGHT)
    assert user.mouse.holds
    user.release(430.0, 330.0)
    assert (user.mouse.drags, user.mouse.holds) == (False, False)
    user.release(440.0, 340.0)
    assert game.heard == [
        ("moved", seen(400.0, 300.0)),
        ("pressed", seen(410.0, 310.0)),
        ("moved", seen(420.0, 320.0, shift=True)),
        ("released", seen(430.0, 330.0, shift=True)),
    ]
    assert user.view.asked[0] == (400.0, 300.0, 7.0)
    assert user.view.camera.goal == before


@pytest.mark.parametrize("last", [None, seen(300.0, 200.0)])
def test_a_release_above_the_horizon(last: Pointer | None) -> None:
    """If a button is released above the horizon, the game gets the release at its last pointer. If it never had a
    pointer, it gets nothing.
    """
    game = Game()
    game.pointer = last
    user = User(game)
    user.press(410.0, 310.0)
    user.release(410.0, 50.0)
    assert game.heard[1:] == ([] if last is None else [("released", last)])
    assert not user.mouse.drags


@pytest.mark.parametrize(
    ("screen", "button", "at", "does"),
    [
        (Game, LEFT, (400.0, 300.0), "gesture"),
        (Game, LEFT, (600.0, 300.0), "orbit"),
        (Game, LEFT, (400.0, 50.0), "orbit"),
        (Game, RIGHT, (400.0, 300.0), "orbit"),
        (Game, MIDDLE, (400.0, 300.0), "pan"),
        (Sandbox, LEFT, (600.0, 300.0), "gesture"),
        (Sandbox, LEFT, (600.0, 50.0), "orbit"),
        (Sandbox, MIDDLE, (600.0, 300.0), "pan"),
        (Replay, LEFT, (400.0, 300.0), "orbit"),
        (Replay, RIGHT, (400.0, 300.0), "orbit"),
        (Replay, MIDDLE, (400.0, 300.0), "pan"),
    ],
)
def test_what_a_drag_does(screen: Any, button: int, at: tuple[float, float], does: str) -> None:
    """A drag that isn't a gesture turns the camera by 0.006 rad a pixel, or pans it by 1.3 mm a pixel at a distance of
    900 mm. The table seems to move with the mouse. The screen doesn't get the release.
    """
    shown = screen()
    user = User(shown)
    start = user.view.camera.goal
    user.press(*at, button)
    assert (user.mouse.drags, user.mouse.holds) == (True, does == "gesture")
    user.drag(at[0] + 50.0, at[1] + 20.0, 50.0, -20.0)
    goal = user.view.camera.goal
    if does == "orbit":
        assert (goal.yaw, goal.pitch) == pytest.approx((math.pi / 2 - 0.3, 0.8 + 0.12))
        assert goal.target == TARGET
    elif does == "pan":
        assert goal.target == pytest.approx((300.0 - 32.5, 200.0 + 13.0, 0.0))
        assert goal == replace(start, target=goal.target)
    else:
        assert goal == start
    user.release(*at, button)
    assert (user.mouse.drags, user.mouse.holds) == (False, False)
    told = [what for what, _ in getattr(shown, "heard", [])]
    assert ("released" in told) == ("moved" in told) == (does == "gesture")


def test_a_second_button_is_ignored() -> None:
    """If another button is pressed or released during a gesture, nothing happens."""
    game = Game()
    user = User(game)
    user.press(410.0, 310.0)
    user.press(600.0, 310.0, RIGHT)
    assert user.mouse.holds
    user.release(600.0, 310.0, RIGHT)
    user.drag(420.0, 320.0)
    user.release(430.0, 330.0)
    assert [what for what, _ in game.heard] == ["pressed", "moved", "released"]


def test_presses_while_a_throw_is_computed() -> None:
    """While a throw is computed, a press that the game doesn't use begins no drag of the camera. A press that the game
    uses still begins a gesture.
    """
    game = Game()
    game.effects.released_dice.are_awaited = True
    user = User(game)
    start = user.view.camera.goal
    for at in ((600.0, 300.0), (400.0, 50.0)):
        user.press(*at)
        assert not user.mouse.drags
        user.drag(*at, 50.0, 20.0)
        user.release(*at)
        assert user.view.camera.goal == start
    user.press(410.0, 310.0)
    assert user.mouse.holds, "a press that the game uses is a gesture all the same"


def test_the_start_screen_has_no_table() -> None:
    """If no screen with a table is open, presses, drags and moves of the mouse do nothing."""
    user = User(None)
    start = user.view.camera.goal
    user.move(400.0, 300.0)
    user.press(400.0, 300.0)
    user.drag(420.0, 300.0, 20.0, 20.0)
    user.release(400.0, 300.0)
    assert not user.mouse.drags
    assert user.view.camera.goal == start


def test_a_replay_keeps_the_pointer() -> None:
    """If the mouse moves over a replay, only its pointer changes, which is always on the table."""
    replay = Replay()
    user = User(replay)
    user.move(400.0, 300.0)
    assert replay.pointer == seen(400.0, 300.0)
    user.move(400.0, 50.0)
    assert replay.pointer == seen(400.0, 300.0)
    assert [level for _, _, level in user.view.asked] == [0.0, 0.0]
    assert not user.mouse.drags


def test_a_move_that_lifts_what_is_held_is_repeated_once() -> None:
    """If a move lifts the held piece, the pointer is computed once more at the new height, and not again after that."""
    for rises, levels in ((0.0, [11.0]), (5.0, [11.0, 16.0])):
        sandbox = Sandbox()
        sandbox.rises = rises
        user = User(sandbox)
        user.move(400.0, 300.0)
        assert user.view.asked == [(400.0, 300.0, level) for level in levels]
        assert sandbox.heard == [("moved", seen(400.0, 300.0))] * len(levels)


def test_the_plane_of_the_pointer_without_a_question() -> None:
    """If a game asks nothing, the pointer is on the table."""
    game = Game()
    game.interaction = None
    user = User(game)
    user.move(400.0, 300.0)
    assert user.view.asked == [(400.0, 300.0, 0.0)]


def test_when_a_resting_mouse_points_elsewhere() -> None:
    """If the camera, the window's size or the height of the pointer changes, the pointer of a resting mouse is computed
    again. This isn't done during a drag, while keys aim, outside the window, or before the mouse has moved.
    """
    game = Game()
    user = User(game)
    view = user.view

    def follows(*, over_panel: bool = False) -> bool:
        game.heard.clear()
        user.mouse.follow_camera((410.0, 310.0), over_panel=over_panel)
        return bool(game.heard)

    assert not follows()
    user.move(400.0, 300.0)
    assert not follows()
    for name in ("distance", "yaw", "pitch"):
        setattr(view.camera, name, getattr(view.camera, name) + 0.01)
        assert follows(), name
        assert game.heard == [("moved", seen(400.0, 300.0))]
        assert not follows()
    view.camera.target = (301.0, 200.0, 0.0)
    assert follows()
    view.size = (961, HEIGHT)
    assert follows()
    game.interaction.level = 8.0
    assert follows()
    assert not follows()
    assert not follows(over_panel=True)
    assert follows()
    assert game.heard == [("moved", seen(410.0, 310.0))]
    assert not follows()
    for end in ("drag", "keys", "outside", "screen"):
        view.camera.distance += 1.0
        match end:
            case "drag":
                user.press(600.0, 300.0)
            case "keys":
                game.aims_by_keys = True
            case "outside":
                user.mouse.outside = True
            case _:
                user.screen = None
        assert not follows(), end
        user.release(600.0, 300.0)
        user.screen, user.mouse.outside, game.aims_by_keys = game, False, False
        view.camera.distance += 1.0
        assert follows(), end


def test_whether_the_mouse_is_outside() -> None:
    """If the mouse leaves the window, it counts as outside until it moves or is pressed over the table. Its earlier
    place is forgotten.
    """
    game = Game()
    user = User(game)
    assert not user.mouse.outside
    user.move(400.0, 300.0)
    for back in (user.move, user.press):
        user.mouse.on_mouse_leave(0.0, 0.0)
        assert user.mouse.outside
        user.view.camera.distance += 1.0
        user.mouse.outside = False
        game.heard.clear()
        user.mouse.follow_camera((1.0, 1.0), over_panel=False)
        assert game.heard == []
        user.mouse.outside = True
        back(420.0, 320.0)
        assert not user.mouse.outside


def test_what_the_wheel_does() -> None:
    """With Shift the wheel turns the die that is put on a tower, or a piece of the sandbox. Without Shift, or if
    nothing can be turned, each notch brings the camera nearer by a tenth.
    """
    stacks, game, sandbox = Game(), Game(), Sandbox()
    stacks.interaction = Stacked()
    stuck = Sandbox()
    stuck.turns = False
    found = []
    for screen in (stacks, game, sandbox, stuck, Replay(), None):
        for shift in (False, True):
            user = User(screen)
            user.shift = shift
            user.mouse.on_mouse_scroll(400.0, 300.0, 5.0, 2.0)
            found.append(round(user.view.camera.goal.distance, 6))
    zoomed, still = 364.5, 450.0
    assert found == [zoomed, still, zoomed, zoomed, zoomed, still, *[zoomed] * 6]
    assert stacks.interaction.turns == [2.0]
    assert sandbox.heard == stuck.heard == [("wheel", 2.0)]
    user = User(game)
    user.mouse.on_mouse_scroll(400.0, 300.0, 0.0, -1.0)
    assert user.view.camera.goal.distance == pytest.approx(500.0)
