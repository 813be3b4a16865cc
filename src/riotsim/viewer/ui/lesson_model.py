"""The data of lessons: those that games have, the scene that is open, and its panel."""

import math
from dataclasses import dataclass, replace
from typing import Final

from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.session.messages import LessonStatus

LESSON_PAUSE: Final = 3.0
"""Least time from the end of a scene, when nothing moves any more, to the beginning of the next one (s)."""

READING_SECONDS: Final = 0.06
"""Reading time for each character of the text at the end of a scene (s)."""

MAX_FRAME_SECONDS: Final = 0.1
"""Longest part of the time between two frames that counts as time to look at the end of a scene (s)."""


RESTART_LABEL: Final = "Restart scene"
"""Label of the buttons that begin the scene of a lesson anew."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson that a game has for new players."""

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
    """Time for which the player has seen the end of the scene, with everything at rest (s)."""
    shown: LessonStatus | None = None
    """The step that the panel shows; None before the first. While nobody is asked anything, the instruction of a new
    step waits, because what it speaks of may not be there yet.
    """
    _pause: float = LESSON_PAUSE
    """Time for which the player should see the end (s)."""
    _covered: bool = False
    """True if something covers the table."""

    @property
    def is_last(self) -> bool:
        """True if no other scene follows."""
        return self.scene == len(self.lesson.scenes) - 1

    @property
    def has_ended(self) -> bool:
        """True if all steps are done, and everything that they have caused has been shown to its end."""
        return self.seen_for > 0.0

    @property
    def next_is_due(self) -> bool:
        """True if another scene follows, nothing covers the end of this one, and the player has had time to see it."""
        return not self.is_last and self.seen_for >= self._pause and not self._covered

    @property
    def seconds_left(self) -> int:
        """Time until the next scene begins by itself, rounded up (s); 0 if no scene is to begin by itself, or it is
        due.
        """
        return 0 if self.is_last or not self.has_ended else max(0, math.ceil(self._pause - self.seen_for))

    def advance(self, showing: DisplayState, seconds: float, *, busy: bool, covered: bool = False) -> None:
        """Advance by some time.

        Args:
            showing: The displayed state.
            seconds: Real time since the last call (s).
            busy: Whether something moves, or waits to be shown.
            covered: Whether the menu, the settings or the rules cover the table, so that the end isn't seen.
        """
        self._covered = covered
        status = showing.lesson
        waits = status is not None and showing.question is None and not status.missed and not status.is_over
        self.shown = replace(self.shown, done=status.done) if waits and self.shown and status else status
        rests = not busy and (showing.lesson_stopped is not None or showing.game_over is not None)
        if status is None or not status.is_over or not rests:
            self.seen_for = 0.0
            return
        self._pause = LESSON_PAUSE + READING_SECONDS * len(status.say)
        if not covered:
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
    """True if the player is to press Undo, which glows."""
    seconds_left: int = 0
    """Time until the next scene begins by itself (s); 0 if no scene is to begin by itself, or it is due."""

    @property
    def is_last(self) -> bool:
        """True if no other scene follows."""
        return self.scene == len(self.lesson.scenes) - 1

    @property
    def next_label(self) -> str:
        """The label of the button that goes on after this scene: to the next scene or, after the last, to a game."""
        if self.is_last:
            return f"Play {self.lesson.title}"
        return f"Go on ({self.seconds_left})" if self.seconds_left else "Go on"
