"""The panels of the sandbox."""

from dataclasses import replace
from functools import partial
from typing import Literal

import pytest
from pyglet.window import key

from riotsim.viewer.ui.commands import (
    DiscardTrial,
    EditFile,
    KeepTrial,
    OpenFileDialog,
    OpenMenu,
    OpenSandbox,
    OpenScenario,
    PlayFromHere,
    Redo,
    RemovePiece,
    SetDiceCount,
    SetDieFace,
    SetFallen,
    SetScore,
    SetTrayFace,
    SetTrayOwner,
    SetTurn,
    TakeFromTray,
    TryAgain,
    TryCarry,
    TryThrow,
    TurnPiece,
    UiCommand,
    Undo,
    UseFile,
)
from riotsim.viewer.ui.sandbox_model import FileDialog, SandboxModel, TrayItem
from riotsim.viewer.ui.sandbox_screen import sandbox_screen
from riotsim.viewer.ui.start_screen import start_screen
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.text import TextPainter

from . import samples
from .conftest import Draw, Screen

NEW = replace(samples.SANDBOX, file=FileDialog(True, "position-1.yaml", "A tower"))


def at_sandbox(model: SandboxModel) -> Draw:
    """Return a function that draws the sandbox."""
    return lambda ui: sandbox_screen(ui, model)


PRESSED: list[tuple[SandboxModel, str, list[UiCommand]]] = [
    (samples.SANDBOX, "owner.Bea", [SetTrayOwner("Bea")]),
    (samples.SANDBOX, "take.model.cart", [TakeFromTray("model.cart")]),
    (samples.SANDBOX, "take.die", [TakeFromTray("")]),
    (samples.SANDBOX, "face.6", [SetTrayFace(6)]),
    (samples.SANDBOX, "dice.more", [SetDiceCount(4)]),
    (samples.SANDBOX, "dice.less", [SetDiceCount(2)]),
    (samples.SANDBOX, "throw", [TryThrow()]),
    (samples.SANDBOX, "turn.Ada", [SetTurn("Ada")]),
    (samples.SANDBOX, "score.Ada.more", [SetScore("Ada", 3)]),
    (samples.SANDBOX, "score.Ada.less", [SetScore("Ada", 1)]),
    (samples.SANDBOX, "score.Bea.less", []),
    (samples.SANDBOX, "play_here", [PlayFromHere()]),
    (samples.SANDBOX, "save", [OpenFileDialog("save")]),
    (samples.SANDBOX, "open", [OpenFileDialog("open")]),
    (samples.SANDBOX, "turn.left", [TurnPiece("a2", 15.0)]),
    (samples.SANDBOX, "turn.right", [TurnPiece("a2", -15.0)]),
    (samples.SANDBOX, "remove", [RemovePiece("a2")]),
    (samples.SANDBOX, "lay", [SetFallen("a2", True)]),
    (samples.SANDBOX, "carry", [TryCarry("a2")]),
    (samples.SANDBOX, "undo", [Undo()]),
    (samples.SANDBOX, "redo", []),
    (replace(samples.SANDBOX, can_redo=True), "redo", [Redo()]),
    (samples.SANDBOX, "menu.open", [OpenMenu(True)]),
    (samples.SANDBOX_DIE, "chosen.face.2", [SetDieFace("a2-tower-03", 2)]),
    (samples.AIMS, "plain", [TryThrow()]),
    (samples.AIMS, "put_back", [DiscardTrial()]),
    (samples.TRIED, "put_back", [DiscardTrial()]),
    (samples.TRIED, "leave", [KeepTrial()]),
    (samples.TRIED, "again", [TryAgain()]),
    (samples.SAVING, "file.replace", [UseFile(overwrite=True)]),
    (samples.SAVING, "file.cancel", [OpenFileDialog("")]),
    (NEW, "file.use", [UseFile()]),
    (samples.OPENING, "file.use", [UseFile()]),
]


@pytest.mark.parametrize(("model", "item", "wished"), PRESSED, ids=lambda part: part if isinstance(part, str) else "")
def test_buttons_wish_for_what_they_say(
    screen: Screen, model: SandboxModel, item: str, wished: list[UiCommand]
) -> None:
    """A click on each button gives one command, and on a disabled one none."""
    assert screen.click(at_sandbox(model), item) == wished


def test_a_game_without_scores_has_no_empty_section(screen: Screen) -> None:
    """In a game without scores, one divider separates the trial throw from the buttons below."""

    def gap(model: SandboxModel, above: str) -> float:
        screen.settled(at_sandbox(model))
        assert screen.ui is not None
        return screen.ui.frame.items["play_here"][1] - screen.ui.frame.items[above][3]

    with_scores = gap(samples.SANDBOX, "score.Bea.more")
    assert gap(replace(samples.SANDBOX, score_name=""), "throw") == pytest.approx(with_scores, abs=4.0)


def test_the_tray_has_the_headings_of_its_pieces(screen: Screen) -> None:
    """Pieces of the same heading stand side by side; only dice have faces to choose from."""
    die = TrayItem("die", "Die", "Dice", is_die=True)
    screen.settled(at_sandbox(replace(samples.SANDBOX, tray=(die,), piece_in_hand="")))
    assert screen.ui is not None
    assert "face.6" in screen.ui.frame.items
    models = tuple(item for item in samples.SANDBOX.tray if item.heading == "Models")
    screen.settled(at_sandbox(replace(samples.SANDBOX, tray=models, piece_in_hand="")))
    items = screen.ui.frame.items
    assert "face.6" not in items
    assert items["take.model.git"][1] == items["take.model.sneak"][1]


KEYS: list[tuple[int, list[UiCommand]]] = [
    (key.BRACKETLEFT, [TurnPiece("a2", 15.0)]),
    (key.BRACKETRIGHT, [TurnPiece("a2", -15.0)]),
    (key.DELETE, [RemovePiece("a2")]),
    (key.ESCAPE, [OpenMenu(True)]),
]


@pytest.mark.parametrize(("symbol", "wished"), KEYS)
def test_keys_do_the_same(screen: Screen, symbol: int, wished: list[UiCommand]) -> None:
    """Keys turn and remove the selected piece. Below an overlay they do nothing."""
    assert screen.press(at_sandbox(samples.SANDBOX), [symbol]) == wished
    beneath = screen.press(at_sandbox(samples.SAVING), [symbol])
    assert beneath == ([OpenFileDialog("")] if symbol == key.ESCAPE else [])


def test_a_file_and_a_title_are_written(screen: Screen) -> None:
    """Text typed into the fields is reported letter by letter."""
    draw = at_sandbox(NEW)
    screen.click(draw, "file.title")
    wished = screen.press(draw, [], "!")
    assert next(command for command in wished if isinstance(command, EditFile)).title.endswith("!")


def test_the_start_screen_opens_it(screen: Screen) -> None:
    """The start screen has a page for the sandbox: with players and rules, or with a file."""
    model = replace(samples.START, page="sandbox", scenario="mine.yaml")

    def draw(ui: Ui) -> list[UiCommand]:
        return start_screen(ui, model)

    assert screen.click(draw, "begin") == [OpenSandbox(model.draft)]
    assert screen.click(draw, "scenario.open") == [OpenScenario("mine.yaml")]


@pytest.mark.parametrize("page", ["new", "sandbox"])
def test_a_game_for_a_fixed_number_of_players_says_so(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, page: Literal["new", "sandbox"]
) -> None:
    """If no player can be added or removed, a line under the seats says why, for a new game and for the sandbox."""
    written: list[str] = []
    monkeypatch.setattr(TextPainter, "write", lambda _painter, text, *_args, **_kwargs: written.append(text))
    for most, said in ((4, False), (2, True)):
        first, *others = samples.OFFER.rules
        offer = replace(samples.OFFER, rules=(replace(first, max_players=most), *others))
        written.clear()
        screen.settled(partial(start_screen, model=replace(samples.START, page=page, offer=offer)))
        assert ("Riot Dice is for 2 players." in written) == said
