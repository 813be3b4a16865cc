"""Options in a low window: their second lines move into their labels, or into tooltips."""

from dataclasses import replace

from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.models import Choice, LogLine, Prompt
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame

from .. import samples
from ..conftest import Screen


def test_a_short_option_has_what_fits_of_its_second_line(screen: Screen) -> None:
    """Where the second lines have no room, a label has the second line, or what stands there before a bracket. A text
    that is too long even so is left to the tooltip, and nothing is cut off.
    """
    long = "damage 4, health 3, saves 6 on mountain: withstood"
    abouts = ("Melee 4", "ID (melee, saves or maneuver 1)", long, "Magic 1", "Smite 2", "Rend 3")
    choices = tuple(Choice(f"m{n}", f"North to c{n}", about) for n, about in enumerate(abouts))
    why = "A step rolls the die over an edge. A rotation keeps the top face."
    asked = Prompt(samples.ADA, "Step or rotate", why, "CC-11", choices)
    log = tuple(LogLine(f"event {n}", 1, 1, ("m1",)) for n in range(40))
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        nonlocal drawn
        drawn = ui.frame.drawn = DrawnFrame()
        return game_screen(ui, replace(samples.GAME, log=log, one_column=True, prompt=asked))

    own = Screen(1024, 640)
    try:
        own.settled(draw)
        texts = {one.text for one in drawn.texts if one.panel == "ask"}
    finally:
        own.close()
        screen.window.switch_to()
    assert {"North to c0: Melee 4", "North to c1: ID", "North to c2"} <= texts
    assert not texts & {"Melee 4", long}
