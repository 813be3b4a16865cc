"""Where hints stand: at the mouse if they are about what is there, and otherwise in the panel; never at both places."""

from collections.abc import Iterator

import pytest
from told_host import Told

from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.throw import HOLD
from riotsim.viewer.presenter import PanelModels
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import GameModel, SettingsModel

from ..conftest import Screen
from .test_in_sight import Person, moments, person_at

pytestmark = pytest.mark.xdist_group("in_sight")  # what they share is made once


@pytest.fixture(scope="module")
def person() -> Iterator[Person]:
    """Yield somebody at a window of 1280 by 720 pixels."""
    screen = Screen(1280, 720)
    yield person_at(screen)
    screen.close()


def pointed(person: Person, purpose: str, piece: str, *, pointing: bool = True) -> GameModel:
    """Ask the last question of a purpose in a stored game, and return the data of the panels while the mouse is over
    a model.
    """
    moment = [one for one in moments("riot_dice") if one.question.requests[0].purpose == purpose][-1]
    person.sees(moment)
    host = Told()
    host.coming = [moment.opened, moment.lines, moment.status, moment.question]
    game = GameScreen(host, Settings(), clock=lambda: 0.0)
    while game.interaction is None:
        game.advance(0.5)
    game.moved(Pointer(moment.table.models[piece].at, piece, 0.0))
    panels = PanelModels(person.view, SettingsModel(game.settings), "", None, pointing=pointing)
    return panels.game(game, from_sandbox=False)


def test_what_a_click_does_stands_at_the_mouse(person: Person) -> None:
    """If the mouse is over a model that may be picked, a tooltip describes the model, and the panel doesn't. If nothing
    can stand at the mouse, as during a drag, the panel describes the model.
    """
    model = pointed(person, "turn", "a1")
    assert model.prompt is not None
    assert model.tip is not None
    assert (model.tip.title, model.prompt.hint) == ("a1: git · pistol 12 in · tower of 3", "")
    dragging = pointed(person, "turn", "a1", pointing=False)
    assert dragging.prompt is not None
    assert (dragging.tip, dragging.prompt.hint) == (None, "a1: git · pistol 12 in · tower of 3")


def test_how_to_throw_stands_in_the_panel(person: Person) -> None:
    """The hint on how to throw stands in the panel alone. At the mouse, it would hide what the player aims at."""
    model = pointed(person, "roll", "a1")
    assert model.prompt is not None
    assert (model.tip, model.prompt.hint) == (None, HOLD)


def test_a_tooltip_leaves_the_line_of_a_bullet_in_sight(person: Person) -> None:
    """The tooltip of a bullet knows where the bullet's line begins, so that the tooltip can stand on the other side of
    the mouse.
    """
    tips = [pointed(person, "bullet", f"{boss}{n}").tip for boss in "ab" for n in range(1, 6)]
    lines = [tip.away_from for tip in tips if tip is not None and tip.away_from is not None]
    assert lines
