"""What a replay shows of its pieces, and what its panels' commands do."""

import pytest
from pitch_game import Pitch

from riotsim.play.displays import DataSheet, SheetCell
from riotsim.play.narration import Narration
from riotsim.replay.recording import record
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.session.messages import GameStatus
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, OpenMenu, OpenSettings, ShowRecord, ShowSheet
from riotsim.viewer.ui.models import Sheet, Tip

CELLS = (SheetCell(0, 0, "Toughness 4"),)

STATUS = GameStatus(sheets={"a1": DataSheet("Pawn", (), CELLS), "a2": DataSheet("Knight", (), CELLS)}, acting="a2")


@pytest.fixture
def replay() -> ReplayScreen:
    """Return a replay of a game in which nothing has been thrown."""
    with Pitch(rounds=1)(lambda *_: pytest.fail("nothing is thrown"), lambda _: None) as hosted:
        session = hosted.session
        recording = record(
            session.rules, session.first_checkpoint, session.journal, Narration(), game="pitch", title="Pitching",
            players={"Ann": "", "Bob": ""},
        )  # fmt: skip
    return ReplayScreen(recording, Settings(), clock=lambda: 10.0)


def test_a_replay_shows_sheets_or_tooltips(replay: ReplayScreen) -> None:
    """A piece with a sheet has no tooltip. The sheet of the piece under the mouse is shown instead of a kept sheet. If
    no such piece is under the mouse, the kept sheet is shown.
    """
    replay.game.display.status = STATUS
    ann, bob = replay.recording.seats
    seen: list[tuple[Sheet | None, Tip | None]] = []
    for piece, kept, pointing in (
        ("a1", None, True), ("b1", None, True), ("z9", None, True), (None, None, True), ("a1", None, False),
        ("a1", "a2", True), ("a1", "a2", False), ("b1", "a2", True), ("a2", "a2", True), (None, "z9", True),
    ):  # fmt: skip
        replay.pointer = Pointer((300.0, 500.0), piece, 0.0)
        replay.kept_sheet = kept
        model = replay.model(pointing=pointing)
        seen.append((model.sheet, model.tip))
        assert (model.acting, model.title, model.seats) == ("a2", "Pitching", (ann, bob))
    pawn, knight = Sheet("Pawn", (), CELLS, ann, "a1"), Sheet("Knight", (), CELLS, ann, "a2", "a2")
    other = Tip("b1", (), bob)
    assert seen == [
        (pawn, None), (None, other), (None, None), (None, None), (None, None),
        (pawn, None), (knight, None), (knight, other), (knight, None), (None, None),
    ]  # fmt: skip
    replay.game.display.status = None
    replay.pointer = None
    assert (replay.model().acting, replay.model().tip) == (None, None)


def test_commands_of_panels_change_the_replay(replay: ReplayScreen) -> None:
    """Commands highlight pieces, look at pieces and open pages. If a sheet, the whole log or the ruler is shown, the
    menu key closes it before it opens the menu.
    """
    replay.handle(HighlightPieces(("a1", "b1")))
    assert replay.overlay().glow == {"a1": "hover", "b1": "hover"}
    replay.handle(FocusPieces(("a2",)))
    assert replay.focus == ("a2",)
    replay.handle(OpenSettings(True))
    assert replay.options_open
    replay.handle(OpenSettings(False))
    assert not replay.options_open
    replay.handle(ShowSheet("a1"))
    replay.handle(ShowRecord("dice"))
    seen = []
    for command in (OpenMenu(True), OpenMenu(True), OpenMenu(False), ShowRecord("whole log"), OpenMenu(True)):
        replay.handle(command)
        seen.append((replay.menu, replay.kept_sheet, replay.page))
    assert seen == [
        (False, None, "dice"), (True, None, "dice"), (False, None, "dice"), (False, None, "whole log"),
        (False, None, "log"),
    ]  # fmt: skip
    replay.pointer = Pointer((10.0, 20.0), None, 0.0)
    replay.measure()
    replay.pointer = Pointer((40.0, 60.0), None, 0.0)
    assert replay.measured() == ((10.0, 20.0), (40.0, 60.0), pytest.approx(50.0))
    replay.handle(OpenMenu(True))
    assert (replay.menu, replay.measured()) == (False, None)
    replay.settings = Settings(speed=2.0)
    replay.advance(0.01)
    assert replay.game.clock.speed == 2.0
    assert replay.model().playback.speed == 2.0
