"""The look of the screens, compared with stored pictures that were checked by eye.

After an intended change, `RIOTSIM_STORE_PICTURES=1 pytest tests/viewer/ui/test_pictures.py` stores new pictures. Look
at them before committing.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from skimage.metrics import structural_similarity

from riotsim.app.window.backend import WindowBackend
from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen, replay_screen
from riotsim.viewer.ui.models import Choice, GameModel, Prompt, ReplayModel
from riotsim.viewer.ui.sandbox_model import SandboxModel
from riotsim.viewer.ui.sandbox_screen import sandbox_screen
from riotsim.viewer.ui.start_model import StartModel
from riotsim.viewer.ui.start_screen import start_screen
from riotsim.viewer.ui.widgets.controls import Ui

from . import samples
from .conftest import Screen, opened_screen

FOLDER = Path(__file__).parent / "pictures"

SMALL = (512, 320)
"""Size of a stored picture (pixels): half of what is drawn."""

ALIKE = 0.93
"""Least structural similarity of a screen and its stored picture (1 if they are equal). Another version of the library
costs about 0.02; a missing or moved panel costs 0.1 and more.
"""

SHOOTING = replace(
    samples.GAME,
    prompt=Prompt(
        samples.ADA,
        "Pick a bullet",
        "Every die is a bullet that flies from the model over the die, in the order that you choose.",
        "RD-51",
        (
            Choice("0", "Bea's m7, 2 damage", pieces=("d1", "m7"), group=("The 4", "d1")),
            Choice("1", "into nothing", pieces=("d1",), group=("The 4", "d1")),
            Choice("2", "m8, 1 damage", pieces=("d2", "m8"), group=("The 2", "d2")),
            Choice("3", "into nothing", pieces=("d2",), group=("The 2", "d2")),
            Choice("4", "into the scenery", pieces=("d2",), group=("The 2", "d2")),
            Choice("5", "The 3", "m9, 1 damage", pieces=("d3", "m9")),
        ),
        hint="Click a die that glows",
    ),
)
"""A question whose choices have variants."""

SCREENS: dict[str, GameModel | ReplayModel | StartModel | SandboxModel] = {
    "game": samples.GAME,
    "setting": samples.SETTING,
    "dropping": samples.DROPPING,
    "shooting": SHOOTING,
    "watched": samples.WATCHED,
    "refused": samples.REFUSED,
    "crowded": samples.CROWDED,
    "fight": samples.FIGHT,
    "units": samples.UNITS,
    "checked": samples.CHECKED,
    "hit": samples.HIT,
    "ordered": samples.ORDERED,
    "sheet": samples.KEPT,
    "counted": samples.COUNTED,
    "shown": samples.SHOWN,
    "menu": samples.MENU,
    "rules": samples.RULES,
    "options": samples.OPTIONS,
    "over": samples.OVER,
    "unwatchable": samples.UNWATCHABLE,
    "broke": samples.BROKE,
    "replay": samples.REPLAY,
    "sandbox": samples.SANDBOX,
    "sandbox-die": samples.SANDBOX_DIE,
    "sandbox-aims": samples.AIMS,
    "sandbox-tried": samples.TRIED,
    "sandbox-saving": samples.SAVING,
    "sandbox-opening": samples.OPENING,
    "opens": samples.FIRST_FRAME,
    "new": samples.START,
    "new-sandbox": replace(samples.START, page="sandbox"),
    "new-four": samples.FOUR_SEATS,
    "new-own": samples.OWN_RULES,
    "continue": replace(samples.START, page="continue"),
    "replays": replace(samples.START, page="replays"),
    "settings": replace(samples.START, page="settings"),
    "clash": samples.CLASHING,
    "credits": replace(samples.START, page="credits", credits=WindowBackend().credits),
}


@pytest.fixture(scope="module")
def the_screen() -> Iterator[Screen]:
    """Yield a window that other tests haven't used: they may have scrolled its panels."""
    yield from opened_screen()


def _taken(screen: Screen, name: str) -> npt.NDArray[np.uint8]:
    model = SCREENS[name]

    def draw(ui: Ui) -> list[UiCommand]:
        match model:
            case GameModel():
                return game_screen(ui, model)
            case ReplayModel():
                return replay_screen(ui, model)
            case StartModel():
                return start_screen(ui, model)
            case SandboxModel():
                return sandbox_screen(ui, model)

    if name in ("settings", "options"):
        screen.wheel(draw, "options.page", 1000.0)
        screen.event("on_mouse_leave", 0, 0)
    if name in ("watched", "refused"):
        screen.point(400, 430)
    if name == "clash":
        screen.scroll_to(draw, "clash.take", "options.page")
        screen.event("on_mouse_leave", 0, 0)
    small = Image.fromarray(screen.picture(draw)).resize(SMALL, Image.Resampling.BOX)
    return np.asarray(small)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(screen: Screen, name: str) -> None:
    """Each screen looks like its stored picture."""
    seen = _taken(screen, name)
    path = FOLDER / f"{name}.png"
    if os.environ.get("RIOTSIM_STORE_PICTURES"):
        FOLDER.mkdir(exist_ok=True)
        Image.fromarray(seen).save(path, optimize=True)
        return
    stored = np.asarray(Image.open(path).convert("RGB"))
    alike = structural_similarity(seen, stored, channel_axis=2)
    assert alike >= ALIKE, f"{name} is alike to {alike:.3f} only"


def test_different_screens_are_told_apart(screen: Screen) -> None:
    """Pictures of different screens have a low similarity, so that the measure would notice a missing panel."""
    game, fight = _taken(screen, "game"), _taken(screen, "fight")
    watched = _taken(screen, "watched")
    assert structural_similarity(game, fight, channel_axis=2) < ALIKE
    assert structural_similarity(game, watched, channel_axis=2) < ALIKE
