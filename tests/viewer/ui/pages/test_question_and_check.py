"""The panel of a check, and that of a question in a low window: what fits, and where it stands."""

from dataclasses import replace

import pytest
from shown_checks import ATTACK, DAMAGE, INITIATIVE, LANDED

from riotsim.play.displays import ShownCheck, ShownDice, ShownPool
from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.models import Choice, LogLine, Prompt
from riotsim.viewer.ui.panels.units.checks import checks_height
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame
from riotsim.viewer.ui.widgets.theme import COLUMN

from .. import samples
from ..conftest import Screen, table_screen


@pytest.mark.parametrize("shown", [ATTACK, LANDED, DAMAGE, INITIATIVE])
def test_a_check_stands_below_the_question(screen: Screen, shown: ShownCheck) -> None:
    """The panel of a check is as high as what it shows. If there is room, it shows the reasons for the dice too."""
    model = replace(samples.CHECKED, checks=(shown,))
    screen.settled(table_screen(model))
    assert screen.ui is not None
    items = screen.ui.frame.items
    _, top, _, bottom = items["check"]
    assert top > items["ask"][3]
    assert bottom <= screen.window.height
    heights = [checks_height(screen.ui, (shown,), COLUMN, compact=compact) for compact in (False, True)]
    assert any(bottom - top == pytest.approx(height, abs=1.5) for height in heights)


@pytest.mark.parametrize("results", [("wounded", "already destroyed"), ("wounded", "already destroyed", "no effect")])
def test_each_pool_has_its_own_result_beside_its_dice(screen: Screen, results: tuple[str, ...]) -> None:
    """The result of a pool stands at the right of its dice, whether or not there is room for their reasons."""
    dice = (ShownDice(6, 3, "No cover", values=(6, 2, 4)),)
    pools = tuple(ShownPool(f"Rifleman {k}", "Bea", dice, result=one) for k, one in enumerate(results))
    model = replace(samples.CHECKED, checks=(ShownCheck("They fire at Bug 12", pools, outcome="wounded"),))
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        ui.frame.drawn = drawn
        return table_screen(model)(ui)

    screen.settled(table_screen(model))
    screen.frame(draw)
    told = [one.text for one in drawn.texts if one.panel == "check" and one.text in results]
    assert sorted(told) == sorted(results)


def test_a_short_option_has_what_fits_of_its_second_line(screen: Screen) -> None:
    """If second lines have no room, the second line's text stands behind the label, or only its part before a bracket.
    A text that is still too long is left to the tooltip, and nothing is cut off.
    """
    long = "damage 4, health 3, saves 6 on mountain: withstood"
    abouts = (
        "Melee 4",
        "ID (melee, saves or maneuver 1)",
        long,
        "wound 22 %, kill 4 % (pin 44 %)",
        "Smite 2",
        "Rend 3",
    )
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
    assert {"North to c0", "Melee 4", "ID", "North to c2", "wound 22 %, kill 4 %"} <= texts
    assert not any(text.startswith(long[:8]) for text in texts)
