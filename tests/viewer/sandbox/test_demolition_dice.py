"""Demolition Dice in the sandbox: towers in building areas, positions in files, trials, games from there."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_user import FRAME, TIMEOUT, SandboxUser

from riotsim.app.window.sandbox import WindowSandbox, sandbox_by, sandbox_of
from riotsim.cli.check import check_file
from riotsim.table.poses import Point
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.sandbox_model import sandbox_model
from riotsim.viewer.session.host import Host
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import commands
from riotsim.viewer.ui.commands import (
    EditFile,
    OpenFileDialog,
    SetDiceCount,
    SetTrayFace,
    TakeFromTray,
    TryThrow,
    UseFile,
)


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[SandboxUser]:
    """Yield Ada as a user of the sandbox, at an empty table with three building areas."""
    ada = SandboxUser(replace(sandbox_by("demolition_dice"), seed=7), tmp_path)
    yield ada
    ada.sandbox.close()


def area(ada: SandboxUser, owner: str) -> Point:
    """Return the middle of a player's building area (mm)."""
    patch = next(one for one in ada.sandbox.position.table.patches if one.owner == owner)
    left, front, right, back = patch.footprint.bounds()
    return ((left + right) / 2, (front + back) / 2)


def build(ada: SandboxUser, owner: str, *faces: int, lean: float = 0.0) -> None:
    """Put dice with these faces on the tower of a player, each `lean` mm further to the right."""
    x, y = area(ada, owner)
    ada.sandbox.handle(TakeFromTray("die"))
    for level, face in enumerate(faces):
        ada.sandbox.handle(SetTrayFace(face))
        if not level:
            ada.click((x, y, 0.0))
            continue
        top = ada.sandbox.position.table.tower_dice(owner)[-1].pose.at
        ada.click((top[0] + lean, top[1], top[2] + 8.0))
    ada.sandbox.handle(TakeFromTray(""))


def shown(ada: SandboxUser, owner: str) -> list[int]:
    """Return the faces of a tower from the bottom up."""
    return [die.shows for die in ada.sandbox.position.table.tower_dice(owner)]


def test_a_die_in_an_area_begins_a_tower(ada: SandboxUser) -> None:
    """A die put into an empty building area belongs to the area's owner. Another die goes on top. Undo removes both."""
    empty = ada.sandbox.position
    build(ada, "Bea", 3, 5)
    assert shown(ada, "Bea") == [3, 5]
    assert {die.owner for die in ada.sandbox.position.table.tower_dice("Bea")} == {"Bea"}
    assert sorted(ada.sandbox.position.table.dice) == ["b1", "b2"]
    ada.sandbox.handle(commands.Undo())
    ada.sandbox.handle(commands.Undo())
    assert ada.sandbox.position == empty


def test_the_panels_use_the_words_of_the_game(ada: SandboxUser) -> None:
    """The panel's title is the name of the game. The heading of dice doesn't mention loot, and there are no scores."""
    model = sandbox_model(ada.sandbox)
    assert model.title == "Demolition Dice"
    assert [(item.label, item.heading) for item in model.tray] == [("Die", "Dice")]
    assert model.score_name == ""


def test_dice_elsewhere_and_too_many_are_refused(ada: SandboxUser) -> None:
    """A die is refused outside the areas and the tray, beside the tower in an area, or as a sixth die of a player. The
    position stays.
    """
    build(ada, "Ada", 1, 2, 3, 4, 5)
    before = ada.sandbox.position
    x, y = area(ada, "Ada")
    ada.sandbox.handle(TakeFromTray("die"))
    ada.click((x + 30.0, y + 30.0, 0.0))
    assert "on top" in ada.sandbox.refusal
    top = before.table.tower_dice("Ada")[-1].pose.at
    ada.click((top[0], top[1], top[2] + 8.0))
    assert "6 dice stand here" in ada.sandbox.refusal
    ada.click((20.0, 20.0, 0.0))
    assert ada.sandbox.refusal == "a die lies in a building area, or in the tray if it has been rolled (DD-10)"
    assert ada.sandbox.position == before


def test_a_last_die_may_lie_in_the_tray(ada: SandboxUser) -> None:
    """DD-10: a player's last die may be put into the tray, as already rolled. The text about a die says so."""
    build(ada, "Ada", 1, 2, 3, 4)
    assert sandbox_model(ada.sandbox).tray[0].about.endswith("a last die in the tray has been rolled")
    tray = ada.sandbox.position.table.tray
    assert tray is not None
    ada.sandbox.handle(TakeFromTray("die"))
    ada.sandbox.handle(SetTrayFace(6))
    ada.click((tray.at[0] + tray.width / 2, tray.at[1] + tray.depth / 2, 0.0))
    assert ada.sandbox.refusal == ""
    assert [(die.owner, die.shows) for die in ada.sandbox.position.table.loose_dice()] == [("Ada", 6)]


def test_a_leaning_tower_is_saved_and_opened(ada: SandboxUser, tmp_path: Path) -> None:
    """If a position with a leaning tower is saved, the file is a valid scenario and opens as the same table."""
    build(ada, "Ada", 1, 2)
    build(ada, "Cy", 6, 4, 2, lean=4.0)
    sandbox = ada.sandbox
    sandbox.handle(OpenFileDialog("save"))
    sandbox.handle(EditFile("leaning", "A tower that leans"))
    sandbox.handle(UseFile())
    file = tmp_path / "leaning.yaml"
    text = file.read_text(encoding="utf-8")
    assert "Ada: [1, 2]" in text
    assert "tower_dice:" in text
    assert check_file(file).holds
    opened = sandbox_of(file)
    assert opened.normalised(opened.initial_position()).table == sandbox.position.table
    assert opened.names == ("Ada", "Bea", "Cy")


def test_a_throw_is_tried(tmp_path: Path) -> None:
    """If the user tries a throw, dice are thrown at the towers on the table, but the position stays as it was."""
    ada = SandboxUser(replace(sandbox_by("demolition_dice"), seed=7), tmp_path, Host)
    try:
        build(ada, "Ada", 1, 2)
        before = ada.sandbox.position
        ada.sandbox.handle(SetDiceCount(2))
        ada.sandbox.handle(TryThrow())
        ada.until(lambda: ada.sandbox.trials.purpose == "throw")
        ada.drag(*((200.0 + 6.0 * k, 200.0 + 6.0 * k, 70.0) for k in range(9)))
        ada.until(lambda: ada.sandbox.phase == "tried")
        assert len(ada.sandbox.table.dice) == 4
        assert ada.sandbox.position == before
    finally:
        ada.sandbox.close()


def test_a_game_begins_at_the_position(ada: SandboxUser) -> None:
    """If a game begins at the sandbox's position, it has the same table and asks for the round's first roll."""
    build(ada, "Bea", 4, 4)
    game = ada.sandbox.game
    assert isinstance(game, WindowSandbox)
    host = Host(game.play(ada.sandbox.position))
    table = GameScreen(host, Settings(speed=4.0))

    def until(true: Callable[[], object]) -> None:
        ends = time.monotonic() + TIMEOUT
        while not true():
            assert time.monotonic() < ends
            assert table.playback.display.failure is None, table.playback.display.failure
            host.wait(FRAME)
            table.playback.skip()
            table.advance(FRAME)

    try:
        until(lambda: table.interaction)
        assert table.interaction is not None
        assert (table.interaction.request.player, table.interaction.request.purpose) == ("Ada", "roll")
        assert table.table == ada.sandbox.position.table
    finally:
        host.close()
