"""The last frame of panels is repeated if a new one would be the same, and only then."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from pyglet.window import key, mouse

from riotsim.viewer.presenter import mouse_tip
from riotsim.viewer.ui.commands import UiCommand, Undo
from riotsim.viewer.ui.models import Tip
from riotsim.viewer.ui.panels.scene.annotations import MouseTip, draw_mouse_tip
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame
from riotsim.viewer.ui.widgets.text import TextPainter

from . import samples
from .conftest import Draw, Screen, table_screen

GAME = table_screen(samples.GAME)


def rest(screen: Screen, shown: object = samples.GAME, draw: Draw = GAME) -> None:
    """Draw until frames are repeated."""
    for _ in range(20):
        if screen.once_more(shown, draw):
            return
    raise AssertionError("it is drawn anew for ever")


def test_what_is_drawn_once_more_is_the_same(screen: Screen) -> None:
    """A repeated frame is the same to the pixel."""
    rest(screen)
    again = screen.seen(lambda: screen.once_more(samples.GAME, GAME))
    assert screen.once_more(samples.GAME, GAME)
    assert np.array_equal(again, screen.picture(GAME))


def test_equal_things_are_not_drawn_anew(screen: Screen) -> None:
    """If the panels' data are equal to the last data, the frame is repeated. New objects with equal data don't matter,
    because each frame makes its data again.
    """
    rest(screen)
    assert screen.once_more(replace(samples.GAME), GAME)


def test_what_has_changed_is_drawn_at_once(screen: Screen) -> None:
    """If the panels' data change, the next frame shows the change. The following frames are drawn too, because panels
    find their heights in them.
    """
    rest(screen)
    waiting = replace(samples.GAME, prompt=None, waiting="Bea thinks ...")
    assert not screen.once_more(waiting, table_screen(waiting))
    assert screen.ui is not None
    assert "waiting" in screen.ui.frame.items
    rest(screen, waiting, table_screen(waiting))
    again = screen.seen(lambda: screen.once_more(waiting, table_screen(waiting)))
    assert np.array_equal(again, screen.picture(table_screen(waiting)))
    screen.scale = 1.2
    assert not screen.once_more(waiting, table_screen(waiting)), "another size"


def test_a_mouse_over_the_table_changes_no_panel(screen: Screen) -> None:
    """If the mouse moves over the table, no panel is drawn again. The tooltip follows the mouse on its own layer, and
    disappears when the mouse leaves.
    """
    told = mouse_tip(samples.WATCHED)
    bare = replace(samples.WATCHED, tip=None)
    draw = table_screen(bare)

    def look() -> npt.NDArray[np.uint8]:
        def frame() -> None:
            assert screen.once_more(bare, draw)
            screen.gui.draw_tip(told, draw_mouse_tip, 1 / 30)

        frame()
        frame()
        return screen.seen(frame)

    def leave() -> None:
        screen.event("on_mouse_leave", 0, 0)
        rest(screen, bare, draw)

    leave()
    without = look()
    seen = []
    for x in (420, 520, 620):
        screen.point(x, 300)
        changed = np.argwhere((look() != without).any(axis=2))
        seen.append(changed.min(axis=0))
        assert len(changed) > 2000
    assert [int(place[1]) - int(seen[0][1]) for place in seen] == [0, 100, 200]
    leave()
    assert np.array_equal(look(), without)


def test_a_long_hint_is_told_whole(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints and descriptions at the mouse are wrapped, and no word of theirs is cut off."""
    cut = []
    fitted = TextPainter.fitted

    def record(painter: TextPainter, text: str, *args: float, **kwargs: bool) -> str:
        shown = fitted(painter, text, *args, **kwargs)
        cut.extend([text] if shown != text else [])
        return shown

    monkeypatch.setattr(TextPainter, "fitted", record)
    hint = "Drag the model along its line, gently: it carries its tower, which falls if you jerk it"
    told = MouseTip(Tip(hint, (hint, "a " * 60)))
    rest(screen, samples.GAME, table_screen(samples.GAME))
    cut.clear()
    for _ in range(2):
        screen.gui.draw_tip(told, draw_mouse_tip, 1 / 30)
    assert cut == []


def test_a_tooltip_beside_a_sheet_hides_nothing_of_it() -> None:
    """While the sheet of a piece stands at the right, a tooltip near it stands on the other side of the mouse."""
    screen = Screen(1280, 720)
    tip = replace(samples.KEPT, tip=Tip("Hired Hand 2: hit in 75 %; has 12 Shock and 6 Wounds left"))
    told = mouse_tip(tip)
    assert told is not None
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        nonlocal drawn
        drawn = ui.frame.drawn = DrawnFrame()
        draw_mouse_tip(ui, told)
        return []

    screen.point(760, 260)
    screen.settled(draw)
    assert max(one.box[2] for one in drawn.texts) < 760
    screen.close()


def test_nothing_is_told_beneath_a_menu() -> None:
    """Below a menu, or without a text, there is no tooltip. If there is a refusal, it replaces the tooltip."""
    assert mouse_tip(replace(samples.WATCHED, menu=True)) is None
    assert mouse_tip(samples.GAME) is None
    assert mouse_tip(samples.REFUSED) == MouseTip(None, samples.REFUSED.refusal)
    assert mouse_tip(samples.WATCHED) == MouseTip(samples.WATCHED.tip)


def test_a_mouse_on_a_panel_is_heeded(screen: Screen) -> None:
    """If the mouse comes onto a panel's item or leaves it, the next frame is drawn, and not repeated."""
    rest(screen)
    screen.to("undo")
    assert not any(screen.once_more(samples.GAME, GAME) for _ in range(20))
    screen.point(500, 300)
    assert not screen.once_more(samples.GAME, GAME)
    rest(screen)
    again = screen.seen(lambda: screen.once_more(samples.GAME, GAME))
    assert np.array_equal(again, screen.picture(GAME))


def test_a_click_after_a_rest_is_taken(screen: Screen) -> None:
    """A click counts even if ImGui didn't see the mouse move to its place."""
    wished: list[UiCommand] = []

    def draw(ui: Ui) -> list[UiCommand]:
        wished.extend(found := GAME(ui))
        return found

    rest(screen, samples.GAME, draw)
    screen.point(480, 310)
    screen.point(500, 300)
    assert screen.once_more(samples.GAME, draw)
    x, y = screen.to("undo")
    up = screen.window.height - y
    screen.event("on_mouse_press", x, up, mouse.LEFT, 0)
    screen.once_more(samples.GAME, draw)
    screen.event("on_mouse_release", x, up, mouse.LEFT, 0)
    screen.once_more(samples.GAME, draw)
    screen.once_more(samples.GAME, draw)
    assert Undo() in wished


@pytest.mark.parametrize("symbol", [key.Z, key.F12])
def test_a_key_is_heard(screen: Screen, symbol: int) -> None:
    """If a key is pressed, the next frames are drawn, and not repeated, as long as the key is held."""
    rest(screen)
    screen.event("on_key_press", symbol, 0)
    assert not any(screen.once_more(samples.GAME, GAME) for _ in range(10))
    screen.event("on_key_release", symbol, 0)
    rest(screen)
