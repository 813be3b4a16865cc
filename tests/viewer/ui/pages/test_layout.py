"""The layout of all screens at several sizes: no text is cut off, and no panel lies over another one's text."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from clash_rules import rules
from layout_faults import layout_faults

from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.rules_pages import rules_pages
from riotsim.games.cube_clash.show.names import what_it_does
from riotsim.games.cube_clash.units.faces import COUNTLESS, Face, Icon
from riotsim.play.displays import SheetCell
from riotsim.table.dice.signs import Sign
from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen, replay_screen
from riotsim.viewer.ui.models import GameModel, ReplayModel, Sheet, Tip
from riotsim.viewer.ui.panels.scene.annotations import MouseTip, draw_mouse_tip
from riotsim.viewer.ui.rules_model import RulesModel
from riotsim.viewer.ui.sandbox_model import SandboxModel
from riotsim.viewer.ui.sandbox_screen import sandbox_screen
from riotsim.viewer.ui.start_model import StartModel, fit_draft
from riotsim.viewer.ui.start_screen import PAGES, start_screen
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame

from .. import samples
from ..conftest import Screen
from ..test_pictures import SCREENS

pytestmark = pytest.mark.xdist_group("layout")  # what they share is made once

SIZES = ((800, 600, 1.0), (1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 1.5))
"""Width and height of the windows (pixels), and the scale of panels."""

OWN = ("Cleopatra VII", "The committee of Dice", "~/")
"""Names that users have given in the samples, too long for their places."""

Model = GameModel | ReplayModel | StartModel | SandboxModel


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]} at {size[2]}")
def sized(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A screen of one of the sizes."""
    width, height, scale = request.param
    screen = Screen(width, height)
    screen.scale = scale
    yield screen
    screen.close()


def faults(screen: Screen, model: Model) -> list[str]:
    """Return the faults of a screen's layout, once its panels have found their heights."""
    found = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        nonlocal found
        found = ui.frame.drawn = DrawnFrame()
        match model:
            case GameModel():
                return game_screen(ui, model)
            case ReplayModel():
                return replay_screen(ui, model)
            case StartModel():
                return start_screen(ui, model)
            case SandboxModel():
                return sandbox_screen(ui, model)

    screen.settled(draw)
    assert found.texts, "something is drawn"
    return layout_faults(found, OWN)


def test_no_sample_screen_has_a_fault(sized: Screen) -> None:
    """Games, replays, the sandbox and the start screen have no fault in their layout, in all states of the samples."""
    found = {name: told for name, model in SCREENS.items() if (told := faults(sized, model))}
    assert found == {}


def start_screens() -> Iterator[tuple[str, StartModel]]:
    """Yield the pages of the start screen as the program has them, with the tabs of each game."""
    backend = WindowBackend()
    offer, draft = backend.new_game_options(), backend.default_draft()
    model = StartModel(draft, offer, samples.START.settings, credits=backend.credits, lessons=backend.lessons())
    for page, _, _ in PAGES:
        yield page, replace(model, page=page, games=samples.GAMES)
    for game in offer.games:
        rules = next(one for one in offer.rules if one.game == game.key)
        its = replace(model, draft=fit_draft(replace(draft, rules=rules.key), offer))
        yield game.key, its
        yield f"sandbox of {game.key}", replace(its, page="sandbox")


def test_no_page_of_the_start_screen_has_a_fault(sized: Screen) -> None:
    """No page of the start screen has a fault in its layout, with the program's own texts for each game."""
    found = {name: told for name, model in start_screens() if (told := faults(sized, model))}
    assert found == {}


def test_no_rules_have_a_fault(sized: Screen) -> None:
    """The rules page of each game has no fault in its layout, also while the player searches it."""
    pages = rules_pages()
    games = tuple((page.game, page.title) for page in pages)
    found = {}
    for n, page in enumerate(pages):
        for query in ("", "die") if n else ("", "no such words"):
            model = replace(samples.START, rules=RulesModel(page, games, query, visit=n + 1))
            if told := faults(sized, model):
                found[page.game, query] = told
    assert found == {}


def test_all_lessons_are_in_sight(sized: Screen) -> None:
    """The buttons of all lessons can be clicked without scrolling, and so can *Quit* below the pages."""
    pages = dict(start_screens())
    faults(sized, pages["learn"])
    assert sized.ui is not None
    items = sized.ui.frame.items
    for lesson in pages["learn"].lessons:
        assert items[f"learn.{lesson.game}"][3] <= items["lessons"][3]
    assert items["page.credits"][3] <= items["quit"][1]


TIPS = (
    MouseTip(None, "The base of m7 must stay on the table, more than 1 in from any other model"),
    MouseTip(Tip("m3, a ruffian of the second gang", ("Tower of 2, safe in a careful hand", "Drag along its line"))),
    MouseTip(Tip("", ("Drag the model along its line: gently, or its tower of 11 dice falls and wakes everybody",))),
    MouseTip(Tip("Nell", ("kind of model: git", "move dice 3d6", "toughness 3", "pistol, fists", "no tower", "free"))),
)
"""Texts at the mouse."""


def test_no_sheet_of_a_die_has_a_fault(sized: Screen) -> None:
    """The sheet of a Cube Clash die shows the effects of all faces whole, also with the bonuses of races."""
    faces = [Face(icon, 0 if icon in COUNTLESS else 3) for icon in Icon]
    texts = {
        "fly 6": "flies up to 3 squares, or 6 saves against melee (twice on mountain)",
        "cantrip 6": "3 points for spells, or 6 saves (twice on mountain)",
        **{str(face): what_it_does(rules(), face) for face in faces},
    }
    cells = [SheetCell(n % 4, n % 3, name, text, Sign("id")) for n, (name, text) in enumerate(texts.items())]
    for begin in range(0, len(cells), 6):
        sheet = Sheet("Furnace Warden of Ada", ("dwarves, health 3, on e4, mountain",), tuple(cells[begin : begin + 6]))
        assert faults(sized, replace(samples.GAME, sheet=sheet)) == [], begin


def test_no_text_at_the_mouse_has_a_fault(sized: Screen) -> None:
    """Refusals and tooltips are whole wherever the mouse is."""
    width, height = sized.window.get_size()
    found = DrawnFrame()

    def draw(ui: Ui, tip: MouseTip) -> list[UiCommand]:
        nonlocal found
        found = ui.frame.drawn = DrawnFrame()
        draw_mouse_tip(ui, tip)
        return []

    for tip in TIPS:
        edges = ((2, 2), (width - 2, 2), (2, height - 2), (width - 2, height - 2))
        for at in (*edges, (width / 2, height / 2), (width / 2, height - 140 * sized.scale)):
            sized.point(*at)
            sized.settled(partial(draw, tip=tip))
            assert found.texts
            assert layout_faults(found) == [], at


def test_faults_are_found(sized: Screen) -> None:
    """The check of layouts finds a text that is cut off, and a text outside its panel. It also finds two texts on each
    other, and a text under another panel.
    """

    def told(draw: Callable[[Ui], None]) -> list[str]:
        found = DrawnFrame()

        def drawn(ui: Ui) -> list[UiCommand]:
            nonlocal found
            found = ui.frame.drawn = DrawnFrame()
            draw(ui)
            return []

        sized.settled(drawn)
        return layout_faults(found, ("Cleopatra",))

    def cut(ui: Ui) -> None:
        with ui.frame.panel("small", 10, 10, 100, 80):
            ui.text.write("Cleopatra of the Nile", width=60)
            ui.text.write("A long line of words", width=60)

    def beside(ui: Ui) -> None:
        with ui.frame.panel("small", 10, 10, 100, 90):
            ui.text.draw_at("A long line of words", 20 * ui.scale, 50 * ui.scale)
            ui.text.draw_at("Below", 20 * ui.scale, 120 * ui.scale)

    def overlapping(ui: Ui) -> None:
        with ui.frame.panel("one", 10, 10, 300, 90):
            ui.text.draw_at("First line", 20 * ui.scale, 50 * ui.scale)
            ui.text.draw_at("Second", 60 * ui.scale, 54 * ui.scale)

    def covered(ui: Ui) -> None:
        with ui.frame.panel("one", 10, 10, 300, 90):
            ui.text.draw_at("First line", 20 * ui.scale, 50 * ui.scale)
        with ui.frame.panel("two", 60, 20, 400, 90):
            ui.text.draw_at("Second", 330 * ui.scale, 60 * ui.scale)

    def right(ui: Ui) -> None:
        with ui.frame.panel("one", 10, 10, 300, 190):
            ui.text.draw_at("First line", 20 * ui.scale, 150 * ui.scale)
            ui.text.write("Words that are wrapped because they are too long for one line of it", wrap=True)

    assert [line.split(": ")[1].split(" ")[-2:] for line in told(cut)] == [["cut", "off"]]
    assert len(told(beside)) == 2
    assert told(overlapping) == ["one: “First line” lies on “Second”"]
    assert told(covered) == ["one: “First line” is under or over the panel two"]
    assert told(right) == []
