"""What panels draw over the table: the names of pieces, and the labels and signs among a screen's marks."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from told_host import screens  # noqa: E402

from riotsim.play.displays import DataSheet  # noqa: E402
from riotsim.table.dice.signs import Sign  # noqa: E402
from riotsim.table.pieces import Model  # noqa: E402
from riotsim.table.state import Table  # noqa: E402
from riotsim.viewer.input.interactions.interaction import TableOverlay  # noqa: E402
from riotsim.viewer.presenter import PanelModels  # noqa: E402
from riotsim.viewer.scene.marks import Label, SignMark  # noqa: E402
from riotsim.viewer.session.messages import GameStatus  # noqa: E402
from riotsim.viewer.ui.models import GameModel, SettingsModel  # noqa: E402

TABLE = Table(600.0, 400.0).with_pieces(Model("nell", "Ann", (100.0, 50.0)), Model("hob", "Bob", (300.0, 200.0)))

STATUS = GameStatus(sheets={"nell": DataSheet("Nell"), "hob": DataSheet("Hob")})

VIEW: Any = SimpleNamespace(
    size=(1000, 700),
    around=None,
    auto_camera=SimpleNamespace(follows=False),
    camera=SimpleNamespace(project_all=lambda points, _width, _height: np.array(points)[:, :2]),
    poses={},
    pixel=lambda at: (at[0], at[1]),
    portraits=lambda _pieces: {},
)
"""A view that shows the table from above, a pixel for each millimetre."""


def shown_with(overlay: TableOverlay, monkeypatch: pytest.MonkeyPatch) -> GameModel:
    """Return the panel data of a game while something is drawn on its table."""
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=TABLE)
    host.coming.append(STATUS)
    screen.advance(0.01)
    monkeypatch.setattr(screen, "overlay", lambda: overlay)
    return PanelModels(VIEW, SettingsModel(screen.settings), "", None, pointing=True).game(screen, from_sandbox=False)


def test_panels_draw_what_belongs_to_the_overlay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a piece counts as important only if the piece glows. Labels and signs among the marks stand at their
    places in the window. If the overlay is empty, only the names are there.
    """
    marks = (
        Label((200.0, 300.0, 0.0), "12 in", "#ffffff"),
        SignMark((400.0, 100.0), Sign("melee", 3), "#ffe6a6"),
    )
    shown = shown_with(TableOverlay(glow={"hob": "legal"}, marks=marks), monkeypatch)
    names = {label.text: label.matters for label in shown.labels if label.piece}
    assert names == {"Nell": False, "Hob": True}
    assert [(label.text, label.at) for label in shown.labels if not label.piece] == [("12 in", (200.0, 300.0))]
    assert [(sign.sign, sign.at) for sign in shown.signs] == [(Sign("melee", 3), (400.0, 100.0))]
    plain = shown_with(TableOverlay(), monkeypatch)
    assert {label.text: label.matters for label in plain.labels} == {"Nell": False, "Hob": False}
    assert plain.signs == ()
