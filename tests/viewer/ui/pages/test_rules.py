"""The rules page over the other panels: search, sections, scrolling, and the badges that lead to it."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from pyglet.window import key

from riotsim.app.window.rules_pages import rules_page, rules_pages
from riotsim.viewer.ui.commands import CloseRules, OpenMenu, OpenRules, SearchRules, UiCommand
from riotsim.viewer.ui.game_screen import game_screen, replay_screen
from riotsim.viewer.ui.models import GameModel
from riotsim.viewer.ui.rules_model import RulesModel, RulesPage
from riotsim.viewer.ui.sandbox_screen import sandbox_screen
from riotsim.viewer.ui.start_screen import start_screen
from riotsim.viewer.ui.widgets.controls import Ui

from .. import samples
from ..conftest import Screen, table_screen

VISITS = iter(range(1, 1000))


def _page(game: str = "riot_dice") -> RulesPage:
    page = rules_page(game)
    assert page is not None
    return page


def reading(clause: str = "", query: str = "", game: str = "riot_dice") -> GameModel:
    """Return a game over which the rules were just opened."""
    return replace(samples.GAME, rules=RulesModel(_page(game), (), query, clause, next(VISITS)))


def top(screen: Screen, item: str) -> float:
    """Return the upper edge of an item (pixels from the text's upper edge)."""
    assert screen.ui is not None
    items = screen.ui.frame.items
    return items[item][1] - items["rules.text"][1]


def test_a_badge_opens_its_clause(screen: Screen) -> None:
    """A click on the badge of a question or a fight opens the rules at the badge's clause."""
    assert samples.GAME.prompt is not None
    assert screen.click(table_screen(samples.GAME), "clause") == [OpenRules(samples.GAME.prompt.clause)]
    assert samples.OPEN_FIGHT.fight is not None
    assert screen.click(table_screen(samples.OPEN_FIGHT), "clause") == [OpenRules(samples.OPEN_FIGHT.fight.clause)]


@pytest.mark.parametrize("clause", ["RD-36", "RD-60"])
def test_the_page_opens_at_its_clause(screen: Screen, clause: str) -> None:
    """The rules page opens with the clause at the top of the text. If no clause is given, it opens at the beginning."""
    screen.settled(table_screen(reading(clause)))
    assert 0 <= top(screen, f"rules.{clause}") < 40
    screen.settled(table_screen(reading()))
    assert top(screen, "rules.RD-01") > 100


@pytest.mark.parametrize(
    "draw",
    [
        lambda ui: game_screen(ui, samples.GAME),
        lambda ui: replay_screen(ui, samples.REPLAY),
        lambda ui: sandbox_screen(ui, samples.SANDBOX),
        lambda ui: start_screen(ui, samples.START),
    ],
    ids=["game", "replay", "sandbox", "start"],
)
def test_a_key_opens_the_rules_anywhere(screen: Screen, draw: Callable[[Ui], list[UiCommand]]) -> None:
    """F1 opens the rules from every screen."""
    assert OpenRules() in screen.press(draw, (key.F1,))


def test_menu_and_start_screen_lead_to_the_rules(screen: Screen) -> None:
    """The menu and the start screen each have an entry for the rules. The entry in the menu also closes the menu."""
    assert screen.click(table_screen(samples.MENU), "menu.rules") == [OpenMenu(False), OpenRules()]
    assert screen.click(lambda ui: start_screen(ui, samples.START), "page.rules") == [OpenRules()]


def test_what_is_typed_is_searched(screen: Screen) -> None:
    """When the rules page opens, its search field has the keys. The text shows only what was found."""
    assert SearchRules("boot") in screen.press(table_screen(reading()), (), "boot")
    screen.settled(table_screen(reading(query="boot")))
    assert screen.ui is not None
    seen = {item for item in screen.ui.frame.items if item.startswith("rules.RD-")}
    assert "rules.RD-70" in seen
    assert "rules.RD-01" not in seen


def test_escape_closes_the_page(screen: Screen) -> None:
    """Escape closes the rules page, even while the search field has the keys. A button closes the page too. The screen
    below gets no other command.
    """
    draw = table_screen(reading())
    screen.settled(draw)
    assert set(screen.press(draw, (key.ESCAPE,))) == {CloseRules()}
    assert screen.click(draw, "rules.close") == [CloseRules()]
    assert screen.click(draw, "choice.activate") == []


def test_a_section_is_gone_to(screen: Screen) -> None:
    """A click on a section scrolls the text to this section."""
    draw = table_screen(reading())
    title = [section.title for section in _page().sections].index("Shoot")
    screen.click(draw, f"rules.section.{title}")
    screen.settled(draw)
    assert 0 < top(screen, "rules.RD-50") < 90


def test_wheel_and_keys_scroll(screen: Screen) -> None:
    """The wheel, arrows, Page Down, Home and End scroll the text of the rules, even while the search field has the
    keys.
    """
    draw = table_screen(reading())
    screen.settled(draw)
    begin = top(screen, "rules.RD-01")
    screen.wheel(draw, "rules.text", -2.0)
    assert top(screen, "rules.RD-01") < begin - 20
    screen.press(draw, (key.HOME,))
    screen.settled(draw)
    assert top(screen, "rules.RD-01") == begin
    for symbol, least in ((key.DOWN, 30), (key.PAGEDOWN, 200), (key.END, 1000)):
        before = top(screen, "rules.RD-01")
        screen.press(draw, (symbol,))
        screen.settled(draw)
        assert top(screen, "rules.RD-01") < before - least


def test_other_games_can_be_read_on_the_start_screen(screen: Screen) -> None:
    """The start screen offers the rules of all games."""
    games = tuple((page.game, page.title) for page in rules_pages())
    model = replace(samples.START, rules=RulesModel(_page(), games, visit=next(VISITS)))
    assert screen.click(lambda ui: start_screen(ui, model), "rules.game.Cube Clash") == [OpenRules(game="cube_clash")]
