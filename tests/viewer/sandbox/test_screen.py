"""The sandbox without graphics: dragging, placing, turning and removing pieces, and starting a game."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_user import DRAFT, FRAME, TIMEOUT, SandboxUser, at_a_bare_table, foot

from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.sandbox import WindowSandbox
from riotsim.play.requests import Choose
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.sandbox_model import sandbox_model
from riotsim.viewer.session.host import Host
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui import start_model
from riotsim.viewer.ui.commands import (
    RemovePiece,
    SetDieFace,
    SetFallen,
    SetScore,
    SetTrayFace,
    SetTrayOwner,
    SetTurn,
    TakeFromTray,
    TryCarry,
    TurnPiece,
)


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[SandboxUser]:
    """Yield Ann as a user of the sandbox, at a bare table with two gangs of five."""
    with at_a_bare_table(tmp_path) as ann:
        yield ann


def test_gangs_stand_along_their_edges(ann: SandboxUser) -> None:
    """At the start all models stand on their owners' sides, and nothing overlaps."""
    assert sorted(ann.at) == [f"{letter}{n}" for letter in "ab" for n in range(1, 6)]
    depth = ann.sandbox.position.table.depth
    assert all((y < depth / 2) == name.startswith("a") for name, (_, y) in ann.at.items())


def test_a_model_is_dragged_and_undo_has_no_end(ann: SandboxUser) -> None:
    """A dragged model stays where it is released. Every change can be undone and redone."""
    sandbox = ann.sandbox
    begun = sandbox.position
    x, y = ann.at["a1"]
    for k in range(1, 6):
        ann.drag((x, y + 40.0 * (k - 1), 10.0), (x, y + 40.0 * k - 10.0, 10.0), (x, y + 40.0 * k, 10.0))
    assert math.dist(ann.at["a1"], (x, y + 200.0)) < 0.1
    ended = sandbox.position
    for _ in range(5):
        sandbox.handle(commands.Undo())
    assert sandbox.position == begun
    assert not sandbox_model(sandbox).can_undo
    for _ in range(5):
        sandbox.handle(commands.Redo())
    assert sandbox.position == ended


def test_what_overlaps_is_refused_at_the_mouse(ann: SandboxUser) -> None:
    """If a model is dragged over another model, its ghost is red, with a reason. Released there, it goes back."""
    sandbox = ann.sandbox
    begun = sandbox.position
    a, b = foot(ann, "a1"), foot(ann, "a2")
    sandbox.moved(ann.pointer(a))
    assert sandbox.pressed(ann.pointer(a))
    sandbox.moved(ann.pointer((a[0] + 8.0, a[1], a[2])))
    assert "a1" not in sandbox.table.models  # it is in the hand
    sandbox.moved(ann.pointer(b))
    assert sandbox.overlay().refused
    assert "a1" in sandbox_model(sandbox).refusal
    assert "overlap" in sandbox_model(sandbox).refusal
    sandbox.released(ann.pointer(b))
    assert "overlap" in sandbox.refusal
    assert sandbox.position == begun
    assert sandbox.table == begun.table


def test_dice_go_on_towers_with_the_face_that_is_chosen(ann: SandboxUser) -> None:
    """A die put at a model starts or extends its tower. Elsewhere it lies on the table. It shows the chosen face."""
    sandbox = ann.sandbox
    sandbox.handle(TakeFromTray("die"))
    for face in (3, 5):
        sandbox.handle(SetTrayFace(face))
        ann.click(foot(ann, "a1"))
    sandbox.handle(SetTrayFace(6))
    top = sandbox.position.table.tower_dice("a1")[-1].pose.at
    ann.click((top[0] + 6.0, top[1], top[2] + 8.0))
    ann.click((300.0, 300.0, 0.0))
    sandbox.handle(TakeFromTray(""))
    table = sandbox.position.table
    dice = table.tower_dice("a1")
    assert [die.shows for die in dice] == [3, 5, 6]
    assert dice[2].pose.at[0] - dice[1].pose.at[0] == pytest.approx(6.0, abs=0.01)
    assert {die.owner for die in dice} == {"Ann"}
    (loose,) = table.loose_dice()
    assert loose.shows == 6
    # A die that would make it fall is refused, and stays in the hand.
    sandbox.handle(TakeFromTray("die"))
    ann.click((dice[2].pose.at[0] + 7.0, dice[2].pose.at[1], dice[2].pose.at[2] + 8.0))
    assert "would fall" in sandbox.refusal
    assert sandbox.holding is not None
    assert sandbox.position.table == table


def test_the_top_die_of_a_tower_is_taken_and_lower_ones_swing_it(ann: SandboxUser) -> None:
    """If the top die of a tower is dragged, it can move to another tower. If a lower die is dragged, the tower moves
    around its model.
    """
    sandbox = ann.sandbox
    sandbox.handle(TakeFromTray("die"))
    x, y = ann.at["a1"]
    for _ in range(3):
        ann.click((x + 9.0, y, 3.0))  # on the right of its base
    sandbox.handle(TakeFromTray(""))
    top = sandbox.position.table.tower_dice("a1")[-1].pose.at
    ann.drag((top[0], top[1], top[2] + 7.0), (250.0, 250.0, 0.0), foot(ann, "b1"))
    table = sandbox.position.table
    assert (table.tower_height("a1"), table.tower_height("b1")) == (2, 1)
    low = table.tower_dice("a1")[0].pose.at
    ann.drag((low[0], low[1] - 8.0, low[2]), (x - 20.0, y + 5.0, 8.0), (x - 40.0, y, 8.0))
    dice = sandbox.position.table.tower_dice("a1")
    assert all(die.pose.at[0] < x - 15.0 for die in dice)


def test_a_piece_is_turned_laid_down_and_taken_away(ann: SandboxUser) -> None:
    """The selected piece can be turned by button and wheel, show another face, lie down, and be removed."""
    sandbox = ann.sandbox
    ann.click(foot(ann, "a2"))
    assert sandbox.chosen == "a2"
    before = sandbox.position.table.models["a2"].heading
    sandbox.handle(TurnPiece("a2", 15.0))
    assert sandbox.wheel(3.0)
    turned = sandbox.position.table.models["a2"].heading - before
    assert math.degrees(math.remainder(turned, math.tau)) == pytest.approx(30.0, abs=0.01)
    sandbox.handle(SetFallen("a2", True))
    assert sandbox.position.table.models["a2"].fallen
    sandbox.handle(TakeFromTray("die"))
    ann.click((300.0, 300.0, 0.0))
    sandbox.handle(TakeFromTray(""))
    ann.click((300.0, 300.0, 12.0))
    assert sandbox.chosen == "die-1"
    sandbox.handle(SetDieFace("die-1", 4))
    assert sandbox.position.table.dice["die-1"].shows == 4
    sandbox.handle(RemovePiece("die-1"))
    sandbox.handle(RemovePiece("a2"))
    assert not sandbox.position.table.dice
    assert "a2" not in ann.at
    assert sandbox.chosen is None


def test_who_is_taken_away_is_carried_no_more(ann: SandboxUser) -> None:
    """If a model is removed or laid down before its carry has a destination, the carry is cancelled."""
    sandbox = ann.sandbox
    for command in (SetFallen("a2", True), RemovePiece("a3")):
        sandbox.handle(TryCarry(command.model if isinstance(command, SetFallen) else command.piece))
        ann.sandbox.moved(ann.pointer((300.0, 300.0, 0.0)))
        assert "should go" in sandbox_model(sandbox).hint
        sandbox.handle(command)
        assert sandbox.model_to_carry is None
        assert sandbox_model(sandbox).hint == "Drag a piece, or click it to change it"


def test_what_changes_under_the_hand_stays_changed(ann: SandboxUser) -> None:
    """A model that is removed while a die from the tray is in hand stays removed after the die is put down."""
    sandbox = ann.sandbox
    sandbox.handle(TakeFromTray("die"))
    sandbox.moved(ann.pointer((300.0, 300.0, 0.0)))
    sandbox.handle(RemovePiece("a2"))
    ann.click((300.0, 300.0, 0.0))
    assert "die-1" in sandbox.position.table.dice
    assert "a2" not in ann.at


def test_what_goes_while_it_is_pressed_is_not_dragged(ann: SandboxUser) -> None:
    """If a model is removed after the mouse was pressed on it, a drag doesn't bring it back."""
    sandbox = ann.sandbox
    start = foot(ann, "a2")
    sandbox.moved(ann.pointer(start))
    sandbox.pressed(ann.pointer(start))
    sandbox.handle(RemovePiece("a2"))
    sandbox.moved(ann.pointer((start[0], start[1] + 60.0, 10.0)))
    sandbox.released(ann.pointer((start[0], start[1] + 60.0, 10.0)))
    assert "a2" not in ann.at


def test_models_loot_and_scenery_come_from_the_tray(ann: SandboxUser) -> None:
    """New models belong to the selected player and have new names. Loot is numbered."""
    sandbox = ann.sandbox
    sandbox.handle(SetTrayOwner("Bob"))
    for sort, at in (("model.cart", (200.0, 300.0)), ("loot", (300.0, 250.0)), ("terrain.wall", (400.0, 330.0))):
        sandbox.handle(TakeFromTray(sort))
        ann.click((*at, 0.0))
    sandbox.handle(commands.OpenMenu(True))  # the key that goes back puts away what is in the hand
    assert not sandbox.menu
    table = sandbox.position.table
    assert (table.models["b6"].kind, table.models["b6"].owner) == ("cart", "Bob")
    assert list(table.tokens) == ["loot-1"]
    assert [piece.name for piece in table.terrain.values()] == ["wall"]


def test_a_piece_at_the_mouse_is_described(ann: SandboxUser) -> None:
    """A tip at the mouse names the piece there and has its owner's seat. There is none over the bare table, or while a
    piece is held.
    """
    sandbox = ann.sandbox
    sandbox.moved(ann.pointer((300.0, 300.0, 0.0)))
    assert sandbox_model(sandbox).tip is None
    sandbox.moved(ann.pointer(foot(ann, "a1")))
    tip = sandbox_model(sandbox).tip
    assert tip is not None
    assert tip.seat is not None
    assert ("a1" in tip.title, tip.seat.name) == (True, "Ann")
    sandbox.pressed(ann.pointer(foot(ann, "a1")))
    ann.frame()
    sandbox.moved(ann.pointer(foot(ann, "a2")))
    assert sandbox.holding is not None
    assert sandbox_model(sandbox).tip is None


def test_turn_and_loot_are_of_the_position(ann: SandboxUser) -> None:
    """The position's turn and scores can be set, and an undo resets them."""
    sandbox = ann.sandbox
    sandbox.handle(SetTurn("Bob"))
    sandbox.handle(SetScore("Ann", 3))
    model = sandbox_model(sandbox)
    assert (model.turn, model.scores) == ("Bob", (3, 0))
    sandbox.handle(commands.Undo())
    sandbox.handle(commands.Undo())
    model = sandbox_model(sandbox)
    assert (model.turn, model.scores) == ("Ann", (0, 0))


def test_a_game_begins_at_the_position_and_undo_has_no_end(ann: SandboxUser) -> None:
    """A game that begins at the sandbox's position can be undone to its beginning, even after dice have rolled."""
    sandbox = ann.sandbox
    sandbox.handle(SetTurn("Bob"))
    assert isinstance(sandbox.game, WindowSandbox)
    host = Host(replace(sandbox.game, seed=7).play(sandbox.position))
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
        assert table.table == sandbox.position.table
        interaction = table.interaction
        assert interaction is not None
        assert isinstance(interaction.request, Choose)
        assert (interaction.request.player, interaction.request.purpose) == ("Bob", "turn")
        purposes = ["turn"]
        while purposes[-1] != "move":
            table.choose(0)
            until(lambda: table.interaction)
            assert table.interaction is not None
            purposes.append(table.interaction.request.purpose)
        assert list(dict.fromkeys(purposes)) == ["turn", "action", "roll", "move"]  # a cocked die is rolled again
        for purpose in reversed(purposes[:-1]):
            assert game_model(table).can_undo
            table.undo()
            until(lambda: table.interaction)
            assert table.interaction is not None
            assert table.interaction.request.purpose == purpose
        assert not game_model(table).can_undo
        until(lambda: table.table == sandbox.position.table)
    finally:
        host.close()


def test_bosses_need_names_of_their_own(tmp_path: Path) -> None:
    """If two players have the same name on the start screen, no sandbox is opened."""
    seats = (DRAFT.seats[0], DRAFT.seats[0])
    with pytest.raises(Unplayable, match="name"):
        WindowBackend(tmp_path / "games.sqlite").sandbox(start_model.Draft(seats, "riot_dice", ""))
