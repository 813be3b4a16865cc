"""The data of lessons: the lesson of a game, the scene that is open, and the lesson's panel."""

import math
from dataclasses import dataclass, replace
from typing import Final

from riotsim.table.pieces import PieceId
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.session.messages import LessonStatus

LESSON_PAUSE: Final = 3.0
"""Shortest pause between two scenes (s). The pause begins when a scene is over and its pieces have come to rest."""

READING_SECONDS: Final = 0.06
"""Extra pause after a scene for each character of the text at its end (s)."""

MAX_FRAME_SECONDS: Final = 0.1
"""One frame raises `LessonScene.seen_for` by no more than this (s)."""

UNDO_STEP: Final = "Undo, back to the beginning of this step. The same throw gives the same numbers"
"""The tooltip of Undo after a step has failed."""

RESTART_LABEL: Final = "Restart scene"
"""Label of the buttons that restart the scene of a lesson."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a game, for new players."""

    game: str
    """Name of the game."""
    title: str
    """Title of the game."""
    scenes: tuple[str, ...]
    """Title of each scene."""

    def heading(self, scene: int) -> str:
        """Return the number and the title of a scene, given its number from 0, such as `2 of 3: Fight`."""
        return f"{scene + 1} of {len(self.scenes)}: {self.scenes[scene]}"


@dataclass(slots=True)
class LessonScene:
    """A scene of a game's lesson that is open in the window."""

    lesson: Lesson
    """The lesson."""
    scene: int
    """Number of the scene, from 0."""
    seen_for: float = 0.0
    """The player has seen the end of the scene for this time, with everything at rest (s)."""
    shown: LessonStatus | None = None
    """The step that the panel shows; None before the first step. A step stays until the next question."""
    held: bool = False
    """True while the mouse rests on the lesson's panel or on a sheet. The next scene then waits."""
    _pause: float = LESSON_PAUSE
    """Length of the pause at the end of the scene (s)."""
    _covered: bool = False
    """True if something covers the table."""
    _rests_on: PieceId | None = None
    """The piece under the mouse since the end of the scene; None if there is none."""

    @property
    def is_last(self) -> bool:
        """True if no other scene follows."""
        return self.scene == len(self.lesson.scenes) - 1

    @property
    def has_ended(self) -> bool:
        """True if all steps are done, and their consequences have been shown."""
        return self.seen_for > 0.0

    @property
    def continues_at(self) -> int:
        """Number of the scene, from 0, where the lesson continues later if the player leaves it now.

        Once the last scene has ended, this is the count of the lesson's scenes.
        """
        return self.scene + self.has_ended

    @property
    def next_is_due(self) -> bool:
        """True if the next scene must begin now: there is a next scene, and the pause before it is over.

        The next scene doesn't begin while a menu covers the table, or while the mouse rests on the lesson's panel or on
        a sheet.
        """
        return not self.is_last and self.seen_for >= self._pause and not self._covered and not self.held

    @property
    def seconds_left(self) -> int:
        """Time until the next scene begins by itself, rounded up (s).

        0 before the end of this scene, after the last scene, and once the pause is over.
        """
        return 0 if self.is_last or not self.has_ended else max(0, math.ceil(self._pause - self.seen_for))

    def advance(
        self,
        showing: DisplayState,
        seconds: float,
        *,
        busy: bool,
        covered: bool = False,
        piece: PieceId | None = None,
    ) -> None:
        """Advance the scene by `seconds`.

        After the end of the scene there is a pause before the next scene. If the mouse moves to a piece during the
        pause, the pause begins anew when the mouse leaves the piece. So the player has time to read about the piece.

        Args:
            showing: The displayed state.
            seconds: Real time since the last call (s).
            busy: Whether something moves, or waits to be shown.
            covered: Whether the menu, the settings or the rules cover the table. Meanwhile the pause stands still.
            piece: The piece under the mouse; None if there is none.
        """
        self._covered = covered
        status = showing.lesson
        waits = status is not None and showing.question is None and not status.missed and not status.is_over
        self.shown = replace(self.shown, done=status.done) if waits and self.shown and status else status
        rests = not busy and (showing.lesson_stopped is not None or showing.game_over is not None)
        if status is None or not status.is_over or not rests:
            self.seen_for, self._rests_on = 0.0, piece
            return
        self._pause = LESSON_PAUSE + READING_SECONDS * len(status.say)
        if piece != self._rests_on:
            self._rests_on = None
        if piece is not None and self._rests_on is None:
            self.seen_for = min(self.seen_for + seconds, MAX_FRAME_SECONDS)
        elif not covered and not (self.held and self.has_ended):
            self.seen_for += min(seconds, MAX_FRAME_SECONDS)


@dataclass(frozen=True, slots=True)
class LessonModel:
    """The panel of a lesson: the scene, and the step that is due."""

    lesson: Lesson
    """The lesson."""
    scene: int
    """Number of the scene, from 0."""
    status: LessonStatus
    """The step that is due."""
    undo: bool = False
    """True if the player should press Undo. The button then glows."""
    seconds_left: int = 0
    """Time until the next scene begins by itself (s).

    0 before the end of this scene, after the last scene, and once the pause is over.
    """

    @property
    def is_last(self) -> bool:
        """True if no other scene follows."""
        return self.scene == len(self.lesson.scenes) - 1

    @property
    def next_label(self) -> str:
        """The label of the button that leads to the next scene or, after the last scene, to a game."""
        if self.is_last:
            return f"Play {self.lesson.title}"
        return f"Go on ({self.seconds_left})" if self.seconds_left else "Go on"
