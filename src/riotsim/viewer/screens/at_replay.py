"""A game that is shown again, without its pictures: a time that goes on, and what is known by then."""

from bisect import bisect_right

from riotsim.replay.recording import Recording
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.viewer.decisions.decision import Pointer
from riotsim.viewer.pace import LONGEST_STEP, SLOW
from riotsim.viewer.panels import models, wishes
from riotsim.viewer.past import Past
from riotsim.viewer.screens.models_of_game import seat_of
from riotsim.viewer.settings import Settings
from riotsim.viewer.telling_pieces import about

BEFORE, AFTER = 300, 700
"""Slow motion lasts from so long before a tower falls to so long after (ms)."""


class AtReplay:
    """Shows one recording."""

    def __init__(self, recording: Recording, settings: Settings) -> None:
        self.recording = recording
        self.settings = settings
        self.past = Past(recording)
        self.ms = 0.0
        self.paused = False
        self.lit: tuple[PieceId, ...] = ()
        self.focus: tuple[PieceId, ...] = ()
        self.pointer: Pointer | None = None
        self.menu = self.options_open = False
        self._falls = [mark.ms for mark in self.past.timeline.marks if mark.kind == "collapse"]
        self.table, self.poses = self.past.at(0.0)
        timeline = self.past.timeline
        self._marks = tuple(
            models.Mark(
                mark.ms / 1000,
                mark.text,
                "" if (seat := recording.seat(mark.boss)) is None else seat.colour,
                mark.kind == "collapse",
            )
            for mark in timeline.marks
            if mark.kind != "end"
        )
        self._known_at = [timeline.moments[line.known][1] for line in recording.lines]
        self._begins = [begin for begin, _ in timeline.moments]

    @property
    def length(self) -> float:
        """Of all of it (ms)."""
        return self.past.timeline.length

    @property
    def shown(self) -> Table:
        """The table as it is now."""
        return self.table

    def advance(self, seconds: float) -> None:
        """Let time pass for the one who looks (s)."""
        self.lit = ()
        if not self.paused:
            slow = self.settings.slow_motion and any(ms - BEFORE <= self.ms < ms + AFTER for ms in self._falls)
            step = min(seconds, LONGEST_STEP) * 1000 * self.settings.speed * (SLOW if slow else 1.0)
            self.ms = min(self.ms + step, self.length)
        self.table, self.poses = self.past.at(self.ms)

    def seek(self, seconds: float) -> None:
        """Go to another time (s)."""
        self.ms = min(max(seconds * 1000, 0.0), self.length)
        self.table, self.poses = self.past.at(self.ms)

    def step(self, by: int) -> None:
        """Go to the mark after this moment, or before."""
        times = sorted({round(mark.at * 1000) for mark in self._marks})
        later = [ms for ms in times if ms > self.ms + 1]
        earlier = [ms for ms in times if ms < self.ms - 400]
        where = (later[0] if later else self.length) if by > 0 else (earlier[-1] if earlier else 0)
        self.seek(where / 1000)

    def wish(self, wish: wishes.Wish) -> None:
        """Do what a panel wishes, as far as it is the replay's."""
        match wish:
            case wishes.Seek(at):
                self.seek(at)
            case wishes.Pause(paused):
                self.paused = paused
                if not paused and self.ms >= self.length:
                    self.seek(0.0)
            case wishes.Lit(pieces):
                self.lit = pieces
            case wishes.Focus(pieces):
                self.focus = pieces
            case wishes.OpenMenu(open):
                self.menu = open
            case wishes.OpenSettings(open):
                self.options_open = open

    def model(self) -> models.ReplayModel:
        """Give all that the panels show."""
        recording, seats = self.recording, self.recording.seats
        moment = recording.moments[max(bisect_right(self._begins, self.ms) - 1, 0)]
        log = tuple(
            models.LogLine(
                line.text.strip().removesuffix(f": {line.turn.boss}"), line.turn.number, _level(line.text), (),
                seat_of(seats, line.turn.boss),
            )
            for line, known in zip(recording.lines, self._known_at, strict=True)
            if known <= self.ms
        )  # fmt: skip
        tip = None
        if self.pointer is not None and self.pointer.piece is not None:
            found = about(self.table, self.pointer.piece)
            tip = None if found is None else models.Tip(found.title, found.lines, seat_of(seats, found.owner))
        return models.ReplayModel(
            title=recording.title,
            turn=models.Turn(moment.turn.number, seat_of(seats, moment.turn.boss)),
            seats=seats,
            now=self.ms / 1000,
            length=self.length / 1000,
            marks=self._marks,
            playing=models.Playing(self.settings.speed, self.paused),
            models=recording.models,
            log=log,
            tip=tip,
            settings=self.settings,
            menu=self.menu,
        )


def _level(text: str) -> int:
    """How deep a line is set: the head of a turn, a deed, or what came of it."""
    indent = len(text) - len(text.lstrip())
    return 0 if text.startswith("Turn ") else 1 if indent < 5 else 2
