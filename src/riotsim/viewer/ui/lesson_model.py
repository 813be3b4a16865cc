"""The data of lessons: those that games have, the scene that is open, and its panel."""

from dataclasses import dataclass
from typing import Final

from riotsim.viewer.session.messages import LessonStatus

LESSON_PAUSE: Final = 2.5
"""Time from the end of a scene to the beginning of the next one (s)."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson that a game has for new players."""

    game: str
    """Name of the game."""
    title: str
    """Title of the game."""
    scenes: tuple[str, ...]
    """Title of each scene."""


@dataclass(slots=True)
class LessonScene:
    """A scene of a game's lesson that is open in the window."""

    lesson: Lesson
    """The lesson."""
    scene: int
    """Number of the scene, from 0."""
    done_for: float = 0.0
    """Time for which all steps have been done (s)."""

    @property
    def is_last(self) -> bool:
        """True if no other scene follows."""
        return self.scene == len(self.lesson.scenes) - 1

    @property
    def next_is_due(self) -> bool:
        """True if another scene follows, and the player has had time to see that this one is done."""
        return not self.is_last and self.done_for >= LESSON_PAUSE

    def advance(self, status: LessonStatus | None, seconds: float) -> None:
        """Advance by `seconds`, given the state of the lesson, if it is known."""
        self.done_for = self.done_for + seconds if status is not None and status.is_over else 0.0


@dataclass(frozen=True, slots=True)
class LessonModel:
    """The panel of a lesson: the scene, and the step that is due."""

    lesson: Lesson
    """The lesson."""
    scene: int
    """Number of the scene, from 0."""
    status: LessonStatus
    """The step that is due."""
