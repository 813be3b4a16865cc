"""The window's state at one moment of a live or a recorded game, and the window's notice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from riotsim.play.displays import SeenOutcome, ShownCheck, ShownStrike
from riotsim.play.narration import Turn
from riotsim.play.requests import PlayerId
from riotsim.replay.timeline import CloseUp
from riotsim.table.acts import Act
from riotsim.table.impacts import Impact
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.session.messages import (
    SETUP,
    GameOver,
    GameStatus,
    HostFailed,
    LessonStatus,
    LessonStopped,
    Line,
    Question,
)


@dataclass(slots=True)
class DisplayState:
    """The state that the window displays. The playback changes the object in place for each frame."""

    table: Table | None = None
    """The table with its pieces; None before the game is open."""
    poses: Mapping[PieceId, Pose] = field(default_factory=dict)
    """Poses of pieces that are not at their places on `table`."""
    act: Act | None = None
    """The act in progress, or None. An act of a recording lasts until the next moment begins."""
    seconds: float = 0.0
    """Time since tick 0 of the act (s of table time); 0 before tick 0."""
    close_up: CloseUp | None = None
    """The event that is now shown in slow motion and from close by; None at other times."""
    impacts: list[Impact] = field(default_factory=list)
    """Impacts whose sounds have not been played yet. Whoever plays them empties the list."""
    turn: Turn = SETUP
    lines: Sequence[Line] = ()
    """Log lines up to the displayed moment, in order. The sequence itself is never changed, only replaced."""
    status: GameStatus | None = None
    checks: tuple[ShownCheck, ...] = ()
    """The dice checks that the window shows. It shows the last check in full, and only the outcomes of the others."""
    outcome: SeenOutcome | None = None
    """The outcome of a check, such as a miss. It is set while the camera turns to the models of the check.

    None at other times.
    """
    strikes: list["PlacedStrike"] = field(default_factory=list)
    """Attacks, and outcomes of attacks, that have not been shown yet. Whoever shows them empties the list."""
    is_at_rest: bool = True
    """False while an act moves pieces."""
    question: Question | None = None
    """The question that people can answer now; None if there is none."""
    bot_asked: PlayerId | None = None
    """The bot that was asked last; None if no bot has been asked since the last question to a person."""
    refusal: str = ""
    """Reason why an answer, a drag, an undo or a redo was refused; empty for none. Whoever shows it empties the text.
    """
    notices: list[str] = field(default_factory=list)
    """Messages to the person that are not about the game. Whoever shows them empties the list."""
    game_over: GameOver | None = None
    lesson_stopped: LessonStopped | None = None
    """The message that the lesson has stopped; None while it goes on."""
    failure: HostFailed | None = None

    @property
    def lesson(self) -> LessonStatus | None:
        """The state of the lesson; None if the game is not a lesson or is not open yet."""
        return None if self.status is None else self.status.lesson


@dataclass(frozen=True, slots=True)
class PlacedStrike:
    """An attack or the outcome of an attack, and the table for showing it.

    An attack may follow an act, such as a throw. Then the table is as it was before the act, and still has the pieces
    that the act removes.
    """

    strike: ShownStrike
    table: Table


def placed_strikes(lines: Iterable[Line], table: Table) -> list[PlacedStrike]:
    """Return the attacks and the outcomes of attacks that log lines report. Each gets `table` as its table."""
    return [PlacedStrike(line.strike, table) for line in lines if line.strike is not None]


NOTICE_SECONDS = 9.0
"""A notice is shown for this time (s). If the next notice is already waiting, only a third of this time is used."""


class Notices:
    """A display of notices, one after the other. The caller keeps a list of the waiting notices."""

    def __init__(self) -> None:
        self.current = ""
        """The shown notice; empty if there is none."""
        self._since = 0.0

    def advance(self, waiting: list[str], seconds: float) -> None:
        """Advance by `seconds`. If the next notice is due, remove it from `waiting` and show it."""
        self._since += seconds
        if waiting and (not self.current or self._since > NOTICE_SECONDS / 3):
            self.current, self._since = waiting.pop(0), 0.0
        elif self._since > NOTICE_SECONDS:
            self.current = ""
