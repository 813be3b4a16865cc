"""Texts at the mouse: the tooltip of a piece, or why an answer was refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from imgui_bundle import imgui

from riotsim.viewer.input.keys import Scope
from riotsim.viewer.ui.models import GameModel, ReplayModel, Tip
from riotsim.viewer.ui.panels.game import open_scopes
from riotsim.viewer.ui.sandbox.model import SandboxModel
from riotsim.viewer.ui.sandbox.screen import open_sandbox_scopes
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SIZE, SMALL
from riotsim.viewer.ui.widgets.theme import light

OverTableModel: TypeAlias = GameModel | ReplayModel | SandboxModel


class MouseTip(NamedTuple):
    """The texts shown at the mouse."""

    tip: Tip | None
    refusal: str = ""


def mouse_tip(model: OverTableModel) -> MouseTip | None:
    """Return the texts for the mouse, or None. Below a menu there are none."""
    if isinstance(model, ReplayModel):
        told = MouseTip(model.tip if open_scopes(model) else None)
    elif Scope.TABLE in (open_sandbox_scopes(model) if isinstance(model, SandboxModel) else open_scopes(model)):
        told = MouseTip(model.tip, model.refusal)
    else:
        told = MouseTip(None)
    return told if told.tip is not None or told.refusal else None


def draw_mouse_tip(ui: Ui, told: MouseTip) -> None:
    """Draw the texts at the mouse. A refusal replaces the tooltip."""
    mouse = imgui.get_mouse_pos()
    s = ui.scale
    tip, refusal = told
    if refusal:
        wide = min(ui.text.measure(refusal) + 62, 330.0)
        below = mouse.y + (24 + 90) * s < ui.pixels[1]
        x = min(max(mouse.x + 14 * s, 8 * s), ui.pixels[0] - (wide + 8) * s)
        y = mouse.y + 22 * s if below else mouse.y - 12 * s
        with _beside(ui, (x, y), (0.0, 0.0 if below else 1.0), "#4a2216", theme.BAD):
            ui.text.spans([(f"{fonts.WARNING}  ", theme.BAD), (refusal, "#ffe9df")], SIZE, wide - 24, 22)
    elif tip is not None:
        right = mouse.x + 270 * s > ui.pixels[0]
        low = mouse.y + 130 * s > ui.pixels[1]
        at = (mouse.x + (-12 if right else 18) * s, mouse.y + (-8 if low else 20) * s)
        with _beside(ui, at, (float(right), float(low)), theme.CARD, theme.EDGE):
            _tip(ui, tip)


def _tip(ui: Ui, tip: Tip) -> None:
    if tip.seat is not None:
        ui.text.badge(tip.seat.symbol, tip.seat.colour, 18)
        ui.frame.same_line(8)
    ui.text.write(tip.title, 15.5, light(tip.seat.colour) if tip.seat else theme.GOLD, bold=True, width=230)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, (0, 3 * ui.scale))
    for line in tip.lines:
        ui.text.write(line, SMALL, theme.SOFT, width=270)
    imgui.pop_style_var()


@contextmanager
def _beside(ui: Ui, at: tuple[float, float], pivot: tuple[float, float], back: str, edge: str) -> Iterator[None]:
    """Draw a small panel over all others that takes no mouse events."""
    imgui.set_next_window_pos((round(at[0]), round(at[1])), imgui.Cond_.always, pivot)
    imgui.push_style_color(imgui.Col_.popup_bg, theme.vector(back, 0.97))
    imgui.push_style_color(imgui.Col_.border, theme.vector(edge, 0.8))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (12 * ui.scale, 9 * ui.scale))
    imgui.begin_tooltip()
    try:
        yield
    finally:
        imgui.end_tooltip()
        imgui.pop_style_var()
        imgui.pop_style_color(2)
