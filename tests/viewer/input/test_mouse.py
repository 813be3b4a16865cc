"""Mouse events on the table. The window has a size only, and nothing is drawn."""

import math
from pathlib import Path
from typing import Any

import pytest
from sandbox_user import at_a_bare_table
from told_host import asked, screens

pyglet = pytest.importorskip("pyglet")
pyglet.options["headless"] = True

# These are imported after pyglet's options are set, so they can't come first (E402).
from pyglet.window import mouse  # noqa: E402

from riotsim.play.requests import AimThrow  # noqa: E402
from riotsim.table.acts import Frame, Hand, Pace, Roll  # noqa: E402
from riotsim.table.pieces import Die  # noqa: E402
from riotsim.table.poses import Pose  # noqa: E402
from riotsim.table.state import Table  # noqa: E402
from riotsim.viewer.input.camera import Camera  # noqa: E402
from riotsim.viewer.mouse import Mouse  # noqa: E402
from riotsim.viewer.render.view import SceneView  # noqa: E402
from riotsim.viewer.scene.figures.background import BackgroundBuilder  # noqa: E402
from riotsim.viewer.screens.sandbox import SandboxScreen  # noqa: E402
from riotsim.viewer.session.messages import ActFrames, ActStarted, Answer  # noqa: E402
from riotsim.viewer.ui.commands import TakeFromTray  # noqa: E402

WIDTH, HEIGHT = 960, 600

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))


class SizedWindow:
    """A window that sends no events."""

    width, height = WIDTH, HEIGHT

    def get_size(self) -> tuple[int, int]:
        """Return its size (pixels)."""
        return WIDTH, HEIGHT

    def push_handlers(self, **_: object) -> None:
        """Do nothing."""


def looking_across(sandbox: SandboxScreen, folder: Path) -> tuple[Mouse, SceneView]:
    """Return a mouse over the sandbox's table, and a view in which the horizon is in the upper half."""
    window: Any = SizedWindow()
    view = SceneView(window, dict, BackgroundBuilder(folder))
    view.table = sandbox.table
    view.camera = Camera((300.0, 300.0, 0.0), 900.0, pitch=math.radians(10.0))
    return Mouse(window, view, lambda: sandbox, lambda: False), view


def looking_down(sandbox: SandboxScreen, folder: Path) -> tuple[Mouse, SceneView]:
    """Return a mouse over the sandbox's table, and a view from above the front edge."""
    hand, view = looking_across(sandbox, folder)
    view.camera = Camera((300.0, 300.0, 0.0), 900.0, pitch=math.radians(48.0))
    return hand, view


def put_tower(sandbox: SandboxScreen, hand: Mouse, view: SceneView) -> None:
    """Put a model into the middle of the table, and three dice onto its tower."""
    for piece, height in (("model.git", 0.0), ("die", 10.0), ("die", 10.0), ("die", 10.0)):
        sandbox.handle(TakeFromTray(piece))
        at = view.pixel((300.0, 300.0, height))
        assert at is not None
        hand.on_mouse_motion(at[0], HEIGHT - at[1], 0.0, 0.0)
        hand.on_mouse_press(at[0], HEIGHT - at[1], mouse.LEFT, 0)
        hand.on_mouse_release(at[0], HEIGHT - at[1], mouse.LEFT, 0)
        view.table = sandbox.table


def test_a_click_above_the_horizon_puts_nothing_down(tmp_path: Path) -> None:
    """If a click is above the horizon, a piece from the tray stays in the hand. A click on the table puts the piece
    down.
    """
    with at_a_bare_table(tmp_path) as ann:
        sandbox = ann.sandbox
        hand, view = looking_across(sandbox, tmp_path)
        sandbox.handle(TakeFromTray("die"))
        place = view.pixel((300.0, 300.0, 0.0))
        assert place is not None
        x, y = place[0], HEIGHT - place[1]
        sky = HEIGHT - 5.0
        assert view.pointer(x, HEIGHT - sky) is None
        hand.on_mouse_motion(x, y, 0.0, 0.0)
        hand.on_mouse_press(x, sky, mouse.LEFT, 0)
        hand.on_mouse_release(x, sky, mouse.LEFT, 0)
        assert not sandbox.position.table.dice
        assert sandbox.holding is not None
        hand.on_mouse_press(x, y, mouse.LEFT, 0)
        hand.on_mouse_release(x, sky, mouse.LEFT, 0)  # beyond the horizon, the last place counts
        assert len(sandbox.position.table.dice) == 1


def test_a_drag_from_above_the_horizon_turns_the_camera(tmp_path: Path) -> None:
    """If a drag with the left button begins above the horizon, it turns the camera."""
    with at_a_bare_table(tmp_path) as ann:
        hand, view = looking_across(ann.sandbox, tmp_path)
        hand.on_mouse_press(500.0, HEIGHT - 5.0, mouse.LEFT, 0)
        hand.on_mouse_drag(400.0, HEIGHT - 5.0, -100.0, 0.0, mouse.LEFT, 0)
        assert view.camera.goal.yaw != pytest.approx(math.pi / 2)


def test_a_held_piece_is_below_the_mouse_wherever_it_jumps(tmp_path: Path) -> None:
    """If the mouse jumps from a tower to the bare table, the held die is at once at the mouse, without an offset for
    the tower's height.
    """
    with at_a_bare_table(tmp_path) as ann:
        sandbox = ann.sandbox
        hand, view = looking_down(sandbox, tmp_path)
        put_tower(sandbox, hand, view)
        sandbox.handle(TakeFromTray("die"))
        over = view.pixel((300.0, 300.0, 10.0))
        assert over is not None
        hand.on_mouse_motion(over[0], HEIGHT - over[1], 0.0, 0.0)
        assert sandbox.level > 30.0, "the die is held over the tower"
        beside = view.pixel((150.0, 300.0, 0.0))
        assert beside is not None
        hand.on_mouse_motion(beside[0], HEIGHT - beside[1], 0.0, 0.0)
        assert sandbox.pointer is not None
        assert sandbox.pointer.at == pytest.approx((150.0, 300.0))


def test_the_pointer_stays_at_a_resting_mouse_while_the_camera_moves(tmp_path: Path) -> None:
    """If the camera moves while the mouse rests, the pointer is computed again. During a drag it stays."""
    with at_a_bare_table(tmp_path) as ann:
        sandbox = ann.sandbox
        hand, view = looking_down(sandbox, tmp_path)
        hand.on_mouse_motion(400.0, 300.0, 0.0, 0.0)
        before = sandbox.pointer
        hand.follow_camera((400.0, 300.0), over_panel=False)
        assert sandbox.pointer is before
        view.camera.distance *= 0.5
        hand.follow_camera((400.0, 300.0), over_panel=False)
        expected = view.pointer(400.0, HEIGHT - 300.0)
        assert before is not None
        assert sandbox.pointer is not None
        assert expected is not None
        assert sandbox.pointer.at == expected.at != before.at
        hand.on_mouse_press(400.0, 300.0, mouse.LEFT, 0)
        view.camera.distance *= 0.5
        hand.follow_camera((400.0, 300.0), over_panel=False)
        assert sandbox.pointer.at == expected.at


def test_what_a_panel_has_hidden_is_pointed_at_once_it_is_gone(tmp_path: Path) -> None:
    """While the mouse is over a panel, the pointer on the table stays. Once the panel is gone, the pointer goes to
    where the mouse is.
    """
    with at_a_bare_table(tmp_path) as ann:
        sandbox = ann.sandbox
        hand, view = looking_down(sandbox, tmp_path)
        hand.on_mouse_motion(400.0, 300.0, 0.0, 0.0)
        before = sandbox.pointer
        hand.follow_camera((500.0, 200.0), over_panel=True)
        assert sandbox.pointer is before
        hand.follow_camera((500.0, 200.0), over_panel=False)
        expected = view.pointer(500.0, 200.0)
        assert before is not None
        assert sandbox.pointer is not None
        assert expected is not None
        assert sandbox.pointer.at == expected.at != before.at


def test_a_second_flick_while_the_throw_is_computed_moves_nothing(tmp_path: Path) -> None:
    """If released dice don't fly yet, a second drag doesn't move the camera. Once they fly, a drag turns it."""
    floor = Table(600.0, 600.0)
    host, table = screens("Bob", persons=("Bob",), on=floor)
    host.coming.append(asked(AimThrow("Bob", "pitch", ("d6",), 600.0, 600.0, 50.0)))
    table.advance(0.01)
    window: Any = SizedWindow()
    view = SceneView(window, dict, BackgroundBuilder(tmp_path))
    view.table, view.camera = floor, Camera((300.0, 300.0, 0.0), 900.0, pitch=math.radians(48.0))
    hand = Mouse(window, view, lambda: table, lambda: False)

    def flick() -> float:
        hand.on_mouse_motion(480.0, 300.0, 0.0, 0.0)
        hand.on_mouse_press(480.0, 300.0, mouse.LEFT, 0)
        table.advance(0.01)
        for k in range(5):
            hand.on_mouse_drag(480.0, 300.0 + 10.0 * k, 0.0, 10.0, mouse.LEFT, 0)
        hand.on_mouse_release(480.0, 340.0, mouse.LEFT, 0)
        table.advance(0.01)
        return view.camera.goal.pitch

    rests = flick()
    assert any(isinstance(word, Answer) for word in host.heard), "the dice are thrown"
    assert table.effects.released_dice.are_awaited
    assert flick() == rests
    assert len([word for word in host.heard if isinstance(word, Answer)]) == 1
    die = Die("d1", pose=Pose((300.0, 300.0, 8.0)))
    roll = Roll((die,), (100.0, 50.0), 0.0, HAND)
    host.coming += [ActStarted(1, roll, floor, "Bob"), ActFrames(1, (Frame(0, {"d1": die.pose}),))]
    for _ in range(5):
        table.advance(0.1)
    assert not table.effects.released_dice.are_awaited
    assert flick() != rests
