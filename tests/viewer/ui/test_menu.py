"""The menu over the table, the settings there and on the start screen, and the result of a game."""

from dataclasses import replace

import pytest
from pyglet.window import key

from riotsim.viewer.input.keys import Action
from riotsim.viewer.playback.highlights import Highlight
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import ChangeSettings, GoToStart, OpenMenu, OpenSettings, Quit, ShowReplay, UiCommand
from riotsim.viewer.ui.models import KeyClash, SettingsModel

from . import samples
from .conftest import Screen, table_screen
from .test_start import Sitting


@pytest.mark.parametrize(
    ("item", "wished"),
    [
        ("menu.back", OpenMenu(False)),
        ("menu.settings", OpenSettings(True)),
        ("menu.start", GoToStart()),
        ("menu.quit", Quit()),
    ],
)
def test_the_menu_leads_on(screen: Screen, item: str, wished: UiCommand) -> None:
    """Each entry of the menu leaves the game or goes back to it."""
    assert screen.click(table_screen(samples.MENU), item) == [wished]


def test_a_long_title_of_the_menu_is_not_cut_off(screen: Screen) -> None:
    """A title with many players takes further lines."""

    def first_entry(title: str) -> float:
        screen.settled(table_screen(replace(samples.MENU, title=title)))
        assert screen.ui is not None
        return screen.ui.frame.items["menu.back"][1] - screen.ui.frame.items["menu"][1]

    assert first_entry("Demolition Dice: Ada against Bea against Cleo") > first_entry("Demolition Dice") + 15.0


def test_what_lies_under_the_menu_hears_nothing(screen: Screen) -> None:
    """While the menu is open, keys and clicks go to the menu only."""
    draw = table_screen(samples.MENU)
    assert screen.press(draw, (key._1,)) == []
    assert screen.press(draw, (key.ESCAPE,)) == [OpenMenu(False)]
    assert screen.click(draw, "choice.activate") == []
    assert screen.gui.wants_mouse


def test_settings_open_over_the_game(screen: Screen) -> None:
    """If the settings are open over a game, their button or the menu key closes them."""
    draw = table_screen(samples.OPTIONS)
    assert screen.click(draw, "options.done") == [OpenSettings(False)]
    assert screen.press(draw, (key.ESCAPE,)) == [OpenSettings(False)]
    faster = samples.OPTIONS.settings.model_copy(update={"slow_motion": False})
    screen.settled(draw)
    screen.scroll_to(draw, "slow_motion", "options.page")
    assert screen.click(draw, "slow_motion") == [ChangeSettings(faster)]


def test_at_the_end_a_game_can_be_watched(screen: Screen) -> None:
    """If a game is stored, a button at its end shows its replay. Otherwise there is no such button."""
    draw = table_screen(samples.OVER)
    assert screen.click(draw, "over.replay") == [ShowReplay("g-2b7f")]
    assert screen.click(draw, "over.start") == [GoToStart()]
    screen.settled(table_screen(replace(samples.OVER, game="")))
    assert screen.ui is not None
    assert "over.replay" not in screen.ui.frame.items


def test_the_best_moments_stand_over_the_buttons_of_the_end(screen: Screen) -> None:
    """At the end of a game, each of its best moments makes the dialog higher by a line."""
    heights = []
    found = (Highlight("Tallest tower", "13 dice, Nell"), Highlight("Best throw", "6, 6 and 5 with 3d6, Bea"))
    for count in range(3):
        screen.settled(table_screen(replace(samples.OVER, highlights=found[:count])))
        assert screen.ui is not None
        _, top, _, bottom = screen.ui.frame.items["over"]
        heights.append((bottom - top) / screen.ui.scale)
    assert heights[0] + 10.0 < heights[1]
    assert heights[1] + 10.0 < heights[2]


def test_a_game_that_broke_leads_back(screen: Screen) -> None:
    """If a game has failed, a button leads back."""
    assert screen.click(table_screen(samples.BROKE), "broke.start") == [GoToStart()]


SETTINGS = replace(samples.START, page="settings")


def test_settings_are_set(screen: Screen) -> None:
    """Each switch, slider and choice changes just its own setting."""
    screens = Sitting(screen, SETTINGS)
    screen.wheel(screens.draw, "options.page", 1000.0)
    screens.click("quality.High").click("full_screen").click("muted")
    screens.click("hands_on").click("names").click("reaches").click("speed_of_all.¼×").click("slow_motion")
    screen.drag(screens.draw, "volume", 0.5, 0.0)
    screen.drag(screens.draw, "ui_scale", 0.2, 1.0)
    wanted = Settings(
        quality="high",
        full_screen=True,
        muted=True,
        hands=False,
        names=False,
        reaches=False,
        speed=0.25,
        slow_motion=False,
        volume=0.0,
        ui_scale=2.0,
    )
    assert screens.model.settings.settings == wanted


def _at_mute(screen: Screen) -> Sitting:
    screens = Sitting(screen, SETTINGS)
    screen.scroll_to(screens.draw, "key.mute", "options.page")
    return screens


def test_a_key_is_given_to_an_action(screen: Screen) -> None:
    """After a click on an action's key, the next key pressed becomes the action's key, and does nothing else."""
    screens = _at_mute(screen).click("key.mute")
    assert screens.model.settings.capturing == Action.MUTE
    screen.press(screens.draw, (key.LCTRL, key.F11))
    assert screens.model.settings.settings.keymap.chord(Action.MUTE) == "Ctrl+F11"
    assert screens.model.settings.capturing is None
    screens.click("key.mute.reset")
    assert screens.model.settings.settings == Settings()


def test_a_key_that_is_taken_is_told(screen: Screen) -> None:
    """If the key is in use, its action is named, and the user can take the key or cancel."""
    screens = _at_mute(screen).click("key.mute")
    screen.press(screens.draw, (key.F11,))
    assert screens.model.settings.clash == KeyClash(Action.MUTE, "F11", (Action.FULL_SCREEN,))
    assert not screens.model.settings.settings.full_screen, "the key is being chosen, not used"
    screens.click("clash.leave")
    assert screens.model.settings == SettingsModel(Settings(), measured="medium")
    screens.click("key.mute")
    screen.press(screens.draw, (key.F11,))
    screens.click("clash.take")
    keys = screens.model.settings.settings.keymap
    assert keys.chord(Action.MUTE) == "F11"
    assert keys.chord(Action.FULL_SCREEN) == ""


def test_escape_leaves_a_key_as_it_was(screen: Screen) -> None:
    """While the settings wait for a key, Escape leaves the action's key as it was."""
    screens = _at_mute(screen).click("key.mute")
    screen.press(screens.draw, (key.ESCAPE,))
    assert screens.model.settings == SettingsModel(Settings(), measured="medium")
