from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pyglet.window import key

from riotsim.app.window.backend import WindowBackend
from riotsim.viewer.input.keys import Action
from riotsim.viewer.screens.settings import settings_after
from riotsim.viewer.screens.start import start_after
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import (
    BeginGame,
    BindKey,
    CaptureKey,
    ChangeSettings,
    EditDraft,
    GoToPage,
    OpenSandbox,
    Quit,
    ResumeGame,
    ShowReplay,
    UiCommand,
)
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.start_model import (
    OWN_COMPANY_KEY,
    OWN_RULES_KEY,
    CompanyOffer,
    Draft,
    FileReport,
    Option,
    OwnFile,
    Page,
    RulesOffer,
    StartModel,
)
from riotsim.viewer.ui.start_screen import start_screen
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.text import TextPainter

from . import samples
from .conftest import Draw, Screen


def at_start(model: StartModel) -> Draw:
    """Return a function that draws the start screen."""
    return lambda ui: start_screen(ui, model)


class Sitting:
    """A user of the start screen whose commands are carried out."""

    def __init__(self, screen: Screen, model: StartModel) -> None:
        self.screen = screen
        self.model = model
        self.wished: list[UiCommand] = []

    def draw(self, ui: Ui) -> list[UiCommand]:
        """Draw the current screen."""
        commands = start_screen(ui, self.model)
        for command in commands:
            self.model = start_after(self.model, command)
        self.wished += commands
        return commands

    def click(self, item: str) -> "Sitting":
        """Click an item."""
        self.screen.click(self.draw, item)
        return self

    @property
    def draft(self) -> Draft:
        """The new game that is being set up."""
        return self.model.draft


START = at_start(samples.START)


@pytest.mark.parametrize(
    ("item", "wished"),
    [
        ("page.continue", GoToPage("continue")),
        ("page.replays", GoToPage("replays")),
        ("page.settings", GoToPage("settings")),
        ("page.credits", GoToPage("credits")),
        ("begin", BeginGame(samples.DRAFT)),
        ("quit", Quit()),
    ],
)
def test_buttons_are_wishes(screen: Screen, item: str, wished: UiCommand) -> None:
    """Each button issues one command."""
    assert screen.click(START, item) == [wished]


def test_a_game_for_four_is_made_by_mouse_and_keys(screen: Screen) -> None:
    """On the start screen, players can be added, named, given to bots and removed."""
    screens = Sitting(screen, samples.START).click("seat.add").click("seat.add")
    assert [seat.name for seat in screens.draft.seats] == ["Ada", "Bea", "Cleo", "Dora"]
    assert [seat.colour for seat in screens.draft.seats] == [0, 1, 2, 3]
    assert screen.ui is not None
    assert "seat.add" not in screen.ui.frame.items, "there are four at most"
    screens.click("seat.1.remove")
    assert [seat.name for seat in screens.draft.seats] == ["Ada", "Cleo", "Dora"]
    screens.click("seat.2.player").click("seat.2.player.A person")
    assert screens.draft.seats[2].player == "person"
    screens.click("seat.0.gang").click("seat.0.gang.Bruiser and four runners")
    assert screens.draft.seats[0].options == {"gang": "mixed"}
    screens.click("table").click("table.The yard, 36 × 36 in")
    assert screens.draft.table == "yard"
    screens.click("draft.hands")
    assert not screens.draft.hands


def test_a_name_is_written(screen: Screen) -> None:
    """Letters go into the clicked field and trigger no action. Line breaks are dropped."""
    screens = Sitting(screen, samples.START).click("seat.0.name")
    assert screen.gui.wants_text
    screen.press(screens.draw, (key.END,))
    screen.press(screens.draw, (key.M,), "m")
    screen.press(screens.draw, (key.E,), "é\n")
    assert screens.draft.seats[0].name == "Adamé"
    assert not any(isinstance(command, ChangeSettings) for command in screens.wished)
    screens.click("page.credits")


@pytest.mark.parametrize("seed", ["", "12345"])
def test_the_seed_is_labelled(screen: Screen, seed: str) -> None:
    """There is a label over the field for the seed, whether the field is empty or filled."""
    seen = screen.picture(at_start(replace(samples.START, draft=replace(samples.DRAFT, seed=seed))))
    assert screen.ui is not None
    left, top, *_ = map(round, screen.ui.frame.items["seed"])
    over = seen[top - 14 : top - 2, left : left + 40].astype(int)
    assert np.ptp(over) > 50, "nothing is written there"


def test_two_bosses_never_have_one_colour(screen: Screen) -> None:
    """A player who gets another's colour gives away their own."""
    screens = Sitting(screen, samples.START).click("seat.0.colour")
    assert [seat.colour for seat in screens.draft.seats] == [1, 0]


@pytest.mark.parametrize(
    "draft",
    [
        replace(samples.DRAFT, seats=(samples.DRAFT.seats[0], replace(samples.DRAFT.seats[1], name=" Ada "))),
        replace(samples.DRAFT, seats=(samples.DRAFT.seats[0], replace(samples.DRAFT.seats[1], name=" "))),
        replace(samples.DRAFT, seed="seven"),
    ],
)
def test_a_game_that_can_not_be_is_not_begun(screen: Screen, draft: Draft) -> None:
    """Repeated or missing names and an invalid seed are reported before the game begins."""
    assert screen.click(at_start(replace(samples.START, draft=draft)), "begin") == []


def test_a_game_is_begun_once(screen: Screen) -> None:
    """While the table of a new game is being opened, a click on *Begin* does nothing."""
    assert screen.click(at_start(replace(samples.START, busy_text="Opening the table …")), "begin") == []


def test_stored_games_are_continued_or_watched(screen: Screen) -> None:
    """Unfinished games can be continued unless they are open elsewhere. All games can be watched."""
    waiting = at_start(replace(samples.START, page="continue"))
    assert screen.click(waiting, "resume.g-2b7f") == [ResumeGame("g-2b7f")]
    assert screen.click(waiting, "resume.g-11c0") == []
    assert screen.click(waiting, "replay.g-2b7f") == [ShowReplay("g-2b7f")]
    assert screen.ui is not None
    assert "resume.g-09aa" not in screen.ui.frame.items
    assert screen.click(at_start(replace(samples.START, page="replays")), "replay.g-09aa") == [ShowReplay("g-09aa")]


def test_a_long_list_of_games_scrolls(screen: Screen) -> None:
    """Of a thousand stored games, only those in view are drawn. The user can scroll to the last one."""
    games = tuple(replace(samples.GAMES[0], id=f"g-{n}") for n in range(1000))
    draw = at_start(replace(samples.START, page="replays", games=games))
    screen.wheel(draw, "games", 1000.0)
    assert screen.ui is not None
    assert sum(item.startswith("replay.") for item in screen.ui.frame.items) < 15
    screen.wheel(draw, "games", -10_000.0)
    assert "replay.g-999" in screen.ui.frame.items


def test_the_credits_tell_whose_the_rules_are() -> None:
    """The credits show what the licence of the rules asks for: author, source, licence and changes."""
    told = " ".join(text for _, text in WindowBackend().credits)
    listed = (Path(__file__).parents[3] / "LICENSE-ATTRIBUTION.md").read_text()
    for needed in (
        "Mike Hutchinson",
        "https://planetsmashergames.com/riot-dice",
        "copyright 2025 Mike Hutchinson",
        "CC BY 4.0",
        "http://creativecommons.org/licenses/by/4.0/",
        "Mike Hutchinson has not endorsed this project",
        "The rules were put in new words, cut into clauses",
    ):
        assert needed in told
        assert needed in " ".join(listed.split())


def test_wishes_for_others_change_no_page() -> None:
    """If a command isn't meant for the pages of the start screen, it leaves them unchanged."""
    for command in (Quit(), BeginGame(samples.DRAFT), ResumeGame("g")):
        assert start_after(samples.START, command) is samples.START
        assert settings_after(samples.START.settings, command) is samples.START.settings


def test_wishes_are_seen_to() -> None:
    """The pages of the start screen carry out the commands that are meant for them."""
    assert start_after(samples.CAPTURING, GoToPage("new")).settings.capturing is None
    assert start_after(samples.FOUR_SEATS, EditDraft(samples.DRAFT)).problem == ""
    assert settings_after(SettingsModel(Settings()), CaptureKey(Action.UNDO)).capturing == Action.UNDO
    bound = settings_after(SettingsModel(Settings(), Action.UNDO), BindKey(Action.UNDO, "U"))
    assert bound.settings.keys == {Action.UNDO: "U"}


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("page", ["new", "continue", "settings", "credits"])
def test_every_page_fits_a_small_window(screen: Screen, page: Page, scale: float) -> None:
    """At any text size, the page stays on the screen beside the list of pages."""
    screen.scale = scale
    screen.settled(at_start(replace(samples.FOUR_SEATS, page=page, credits=WindowBackend().credits)))
    assert screen.ui is not None
    left, top, right, bottom = screen.ui.frame.items["page"]
    assert 0 <= top < bottom <= screen.window.height
    assert screen.ui.frame.items["page.new"][2] < left < right <= screen.window.width
    assert screen.ui.frame.items["quit"][3] <= screen.window.height


def test_arrow_keys_go_from_button_to_button(screen: Screen) -> None:
    """Arrow keys move between buttons, space presses, and Escape leaves a field."""
    screen.menu = True
    screens = Sitting(screen, samples.START)
    screen.settled(screens.draw)
    for _ in range(12):
        screen.press(screens.draw, (key.DOWN,))
        screen.press(screens.draw, (key.SPACE,))
        if screen.gui.wants_text:
            screen.press(screens.draw, (key.ESCAPE,))
        if screens.wished:
            break
    assert screens.wished
    assert not screen.gui.wants_text


def test_sound_is_turned_off_by_its_key(screen: Screen) -> None:
    """The key for the sound turns it off and on. While the settings wait for a key, this key does neither."""
    screens = Sitting(screen, samples.START)
    screen.press(screens.draw, (key.M,))
    assert screens.model.settings.settings.muted
    screen.press(screens.draw, (key.M,))
    assert not screens.model.settings.settings.muted
    assert not any(
        isinstance(command, ChangeSettings) for command in screen.press(at_start(samples.CAPTURING), (key.M,))
    )


def test_a_notice_stands_over_the_start_screen(screen: Screen) -> None:
    """A notice, such as where a screenshot was saved, is shown over the start screen."""
    draw = at_start(replace(samples.START, notice="saved as /home/ada/riotsim.png"))
    screen.settled(draw)
    assert screen.ui is not None
    assert "notice" in screen.ui.frame.items


OWN_RULES = replace(
    samples.START,
    draft=replace(samples.DRAFT, rules=OWN_RULES_KEY, own="~/ru"),
    own_rules=OwnFile(matches=("/home/ada/rules.yaml", "/home/ada/ruins.yaml", "/home/ada/rummage/")),
)


def test_a_rules_file_is_written_or_picked(screen: Screen) -> None:
    """The path of a custom rules file can be typed or chosen from completions."""
    screens = Sitting(screen, samples.START)
    assert screens.draft.rules != OWN_RULES_KEY
    screens.click("rules").click("rules.A rules file of your own …")
    assert screens.draft.rules == OWN_RULES_KEY
    screens.click("own")
    screen.press(screens.draw, (key.R,), "r")
    assert screens.draft.own == "r"
    screens = Sitting(screen, OWN_RULES).click("own./home/ada/ruins.yaml")
    assert screens.draft.own == "/home/ada/ruins.yaml"


def test_nothing_is_begun_by_rules_that_are_not_sound(screen: Screen) -> None:
    """A game can't begin while its rules file is missing, being checked, or faulty."""
    sound = OwnFile(FileReport(offer=replace(samples.START.offer.rules[0], key=OWN_RULES_KEY)))
    for own, begins in ((OwnFile(), 0), (OwnFile(is_checking=True), 0), (samples.FAULTY, 0), (sound, 1)):
        assert len(screen.click(at_start(replace(OWN_RULES, own_rules=own)), "begin")) == begins


BRINGING = replace(
    samples.START,
    offer=replace(
        samples.OFFER,
        rules=(
            replace(samples.OFFER.rules[0], companies=CompanyOffer("Crew", "gang", (Option("swift", "Swift"),))),
            replace(samples.OFFER.rules[1], companies=CompanyOffer("Crew")),
        ),
    ),
)


@pytest.mark.parametrize("page", ["new", "sandbox"])
def test_a_company_is_chosen_in_a_list(screen: Screen, page: Page) -> None:
    """Companies are listed below the choices of a seat's option, or in a column of their own. The path of a player's
    own file is typed. The page of the sandbox has the same lists.
    """
    bringing = replace(BRINGING, page=page)
    screens = Sitting(screen, bringing).click("seat.0.gang").click("seat.0.gang.Swift")
    assert (screens.draft.seats[0].company, screens.draft.seats[0].options) == ("swift", {"gang": "ruffians"})
    screens.click("seat.0.gang").click("seat.0.gang.Bruiser and four runners")
    assert (screens.draft.seats[0].company, screens.draft.seats[0].options) == ("", {"gang": "mixed"})
    own = Sitting(screen, replace(bringing, draft=replace(samples.DRAFT, rules="mine")))
    own.click("seat.1./company").click("seat.1./company.A file of your own …")
    assert own.draft.seats[1].company == OWN_COMPANY_KEY
    own.click("seat.1.file")
    screen.press(own.draw, (key.R,), "r")
    assert own.draft.seats[1].company_file == "r"
    assert screen.click(own.draw, "begin") == [], "nothing is begun without the file"
    sound = replace(own.model, own_companies=(OwnFile(), OwnFile(FileReport())))
    assert len(screen.click(at_start(sound), "begin")) == 1


def test_a_faulty_seed_does_not_hinder_a_sandbox(screen: Screen) -> None:
    """The page of the sandbox has no field for the seed, so the seed of the other page doesn't matter there."""
    model = replace(samples.START, draft=replace(samples.DRAFT, seed="seven"))
    assert screen.click(at_start(model), "begin") == []
    assert screen.click(at_start(replace(model, page="sandbox")), "begin") == [OpenSandbox(model.draft)]


TWO_GAMES = replace(
    samples.START,
    offer=replace(
        samples.OFFER,
        games=(*samples.OFFER.games, Option("trio", "Trio", "For three.")),
        rules=(
            *samples.OFFER.rules,
            RulesOffer("trio", "Trio", "trio", (), (Option("", "Felt"),), 3, 3, flags=(Option("unbound", "Unbound"),)),
        ),
    ),
)


def test_a_game_is_chosen_and_the_draft_fits_it(screen: Screen) -> None:
    """If a game for three without gangs is chosen, the draft gets three seats without gangs, and the game's rules and
    table. If the other game is chosen again, its rules, table and gangs are back.
    """
    screens = Sitting(screen, TWO_GAMES).click("game.trio")
    assert screens.model.game.label == "Trio"
    assert screens.draft.rules == "trio"
    assert screens.draft.table == ""
    assert [(seat.name, seat.options) for seat in screens.draft.seats] == [("Ada", {}), ("Bea", {}), ("Cleo", {})]
    screen.settled(screens.draw)
    assert screen.ui is not None
    assert not {"seat.0.gang", "seat.add", "seat.0.remove"} & screen.ui.frame.items.keys()
    screens.click("game.riot_dice")
    assert screens.draft.rules == "riot_dice"
    assert screens.draft.table == "alley"
    assert {seat.options["gang"] for seat in screens.draft.seats} == {"ruffians"}


@pytest.mark.parametrize("page", ["new", "sandbox"])
def test_a_flag_of_the_rules_is_a_switch(screen: Screen, page: Page) -> None:
    """If the rules of a game have a flag, a switch sets the flag in the draft, also on the page of the sandbox. If
    rules without the flag are chosen, the draft loses it.
    """
    screens = Sitting(screen, replace(TWO_GAMES, page=page)).click("game.trio")
    flags = []
    for item in ("draft.unbound", "draft.unbound", "draft.unbound", "game.riot_dice"):
        screen.scroll_to(screens.draw, item, "new")
        flags.append(screens.click(item).draft.flags)
    assert flags == [("unbound",), (), ("unbound",), ()]


def test_a_file_of_rules_is_of_the_chosen_game_until_it_says_otherwise(screen: Screen) -> None:
    """If a player wants a rules file of their own for the chosen game, its name and players stay while the file has
    faults.
    """
    screens = Sitting(screen, replace(TWO_GAMES, own_rules=samples.FAULTY)).click("game.trio")
    seats = screens.draft.seats
    screens.click("rules").click("rules.A rules file of your own …")
    assert screens.draft.rules == OWN_RULES_KEY
    assert screens.model.game.label == "Trio"
    assert screens.draft.seats == seats
    screens.click("game.riot_dice")
    assert screens.draft.rules == "riot_dice"


def test_bots_and_gangs_introduce_themselves(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line under each seat says what its bot does, and what its gang is like."""
    written: list[str] = []
    monkeypatch.setattr(TextPainter, "write", lambda _painter, text, *_args, **_kwargs: written.append(text))
    screen.settled(at_start(samples.START))
    (_, bot, _), (gang, _) = samples.OFFER.players, samples.GANG.choices
    line = f"{bot.about} · {gang.about}"
    assert f"{line[0].upper()}{line[1:]}" in written


def test_one_game_alone_needs_no_buttons(screen: Screen) -> None:
    """If there is only one game, there are no buttons to choose a game."""
    screen.settled(START)
    assert screen.ui is not None
    assert not any(item.startswith("game.") for item in screen.ui.frame.items)
