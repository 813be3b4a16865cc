"""The replay screen, without graphics: the current time, and the state of the game at that time."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from riotsim.replay.clocks import PlaybackClock
from riotsim.replay.recording import Recording
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.playback.effects import TableEffects
from riotsim.viewer.playback.recorded import RecordedPlayback
from riotsim.viewer.scene.scene import Glow
from riotsim.viewer.screens import shared_models
from riotsim.viewer.screens.measuring import Ruler
from riotsim.viewer.screens.shared_models import piece_info
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui import models


class ReplayScreen:
    """The replay of one recording."""

    def __init__(
        self, recording: Recording, settings: Settings, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """Open a replay.

        Args:
            recording: The recording.
            settings: The player's settings.
            clock: Returns the time (s), as in `Pointer.seconds`.
        """
        self.recording = recording
        self.settings = settings
        self.game = RecordedPlayback(recording, PlaybackClock(settings.speed, slow_motion=settings.slow_motion))
        self.highlighted: tuple[PieceId, ...] = ()
        """Pieces that a panel highlights. The window empties the tuple whenever it draws the panels anew."""
        self.focus: tuple[PieceId, ...] = ()
        """Pieces for the camera: it moves to the first one that is on the table. Then the window empties the tuple."""
        self.pointer: Pointer | None = None
        self.effects = TableEffects()
        self.ruler = Ruler()
        self._clock = clock
        self.menu = self.options_open = self.rules_open = False
        self.page: models.RecordPage = "log"
        """The page of the panel at the right."""
        self.kept_sheet: PieceId | None = None
        """The piece whose sheet the user keeps open, or None if there is none."""
        self._record = shared_models.GameRecord()
        self._marks = tuple(
            models.TimelineMark(
                mark.ms / 1000,
                mark.text,
                "" if (seat := recording.seat(mark.player)) is None else seat.colour,
                mark.kind == "collapse",
            )
            for mark in self.game.marks
            if mark.kind != "end"
        ) + tuple(models.TimelineMark(self.game.length, text) for text in recording.result[:1])

    @property
    def table(self) -> Table:
        """The table at the current time."""
        return self.game.display.table or self.recording.first_table

    @property
    def poses(self) -> Mapping[PieceId, Pose]:
        """Current poses of the pieces that are not at their places on `table`, by name."""
        return self.game.display.poses

    def advance(self, seconds: float) -> None:
        """Advance the replay by `seconds` of real time. While the menu, settings or rules are open, it pauses."""
        if self.menu or self.options_open or self.rules_open:
            seconds = 0.0
        self.game.clock.speed, self.game.clock.slow_motion = self.settings.speed, self.settings.slow_motion
        self.game.advance(seconds)
        self.effects.advance(self.game.display, seconds, self.game.clock.game_seconds(seconds))

    def overlay(self) -> TableOverlay:
        """Return the overlay on the table: the pieces that a panel highlights, and the effects of `TableEffects`."""
        glow: dict[PieceId, Glow] = dict.fromkeys(self.highlighted, "hover")
        return self.effects.added_to(TableOverlay(glow), self.game.display)

    def handle(self, command: commands.UiCommand) -> None:
        """Carry out a command of the panels, if it concerns the replay."""
        match command:
            case commands.Seek(at):
                self._jump(at)
            case commands.SetPaused(paused):
                self.game.clock.paused = paused
                if not paused and not self.game.busy:
                    self._jump(0.0)
            case commands.HighlightPieces(pieces):
                self.highlighted = pieces
            case commands.FocusPieces(pieces):
                self.focus = pieces
            case commands.OpenMenu(open):
                closes_log = open and self.page == "whole log"
                self.menu = open and not self.ruler.stop() and self.kept_sheet is None and not closes_log
                self.kept_sheet, self.page = None, "log" if closes_log else self.page
            case commands.OpenSettings(open):
                self.options_open = open
            case commands.ShowRecord(page):
                self.page = page
            case commands.ShowSheet(piece):
                self.kept_sheet = piece

    def _jump(self, at: float) -> None:
        """Go to a time of the recording (s). End the effects of the attacks shown until now."""
        self.game.seek(at)
        self.effects.strikes.end()

    def measure(self) -> None:
        """Start measuring at the pointer, or stop measuring."""
        self.ruler.toggle(self.pointer)

    def measured(self) -> tuple[Point, Point, float] | None:
        """Return both ends of the ruler and the distance between them (mm), or None if the ruler is not in use."""
        return self.ruler.read(self.table, self.pointer)

    def model(self, *, pointing: bool = True) -> models.ReplayModel:
        """Return the panel data of the replay screen.

        Args:
            pointing: Whether the mouse points at the table. If so, texts about the piece or area there may be shown.
        """
        seats, showing = self.recording.seats, self.game.display
        self._record.follow(showing, seats)
        pointer = self.pointer if pointing else None
        pointed = None if pointer is None else pointer.piece
        sheet = shared_models.sheet(self.table, pointed, showing.status, seats)
        tip = None
        if sheet is None and pointed is not None:
            found = piece_info(self.table, pointed, showing.status)
            tip = (
                None
                if found is None
                else models.Tip(found.title, found.lines, shared_models.seat_of(seats, found.owner))
            )
        elif pointer is not None and pointed is None and showing.status is not None:
            tip = shared_models.area_tip(showing.status.areas, pointer, self._clock())
        kept = shared_models.sheet(self.table, self.kept_sheet, showing.status, seats)
        if kept is not None and (sheet is None or pointed == self.kept_sheet):
            sheet = replace(kept, kept=self.kept_sheet)
        return models.ReplayModel(
            title=self.recording.title,
            turn=shared_models.turn(showing, seats),
            seats=seats,
            seconds=self.game.seconds,
            length=self.game.length,
            marks=self._marks,
            highlights=tuple(
                models.TimelineMark(at, f"{one.kind}: {one.text}", short=one.kind) for at, one in self.game.highlights
            ),
            playback=models.PlaybackState(self.settings.speed, self.game.clock.paused),
            standings=self._record.standings,
            score_name=self.recording.score_name,
            score_icon=self.recording.score_icon,
            log=self._record.log,
            dice=self._record.dice,
            page=self.page,
            companies=self._record.companies,
            acting=None if showing.status is None else showing.status.acting,
            checks=self.effects.kept_dice.checks(showing),
            sheet=sheet,
            tip=tip,
            settings=self.settings,
            menu=self.menu,
        )
