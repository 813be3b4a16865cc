"""The time for which the outcome of an act stays in view, before the game goes on elsewhere."""

from riotsim.play.requests import PlaceDie
from riotsim.table.acts import Mark, Roll, Stack
from riotsim.viewer.session.messages import (
    ActStarted,
    FromHost,
    GameOver,
    LessonStopped,
    Question,
    TableChanged,
)

LOOK_SECONDS = 1.0
"""Least time for which the outcome of an act that is seen from close by stays in view (s of game time)."""


class Aftermath:
    """The outcome of the last act. Messages that would turn the camera away from it, or take its dice away, wait.

    This concerns acts that the camera shows from close by on a table for towers: throws at a target, and dice that are
    put on a tower without a model.
    """

    def __init__(self) -> None:
        self._began: ActStarted | None = None
        """The start of the act; None if nothing has to stay in view."""
        self._seconds = 0.0
        """Time since the end of the act (s of game time)."""

    def begin(self, began: ActStarted) -> None:
        """Begin with the outcome of an act that has just been shown."""
        self._began, self._seconds = began, 0.0

    def advance(self, seconds: float) -> None:
        """Advance by `seconds` of game time."""
        self._seconds += seconds

    def forget(self) -> None:
        """Let all messages pass, because the player goes on."""
        self._began = None

    def waits(self, message: FromHost) -> bool:
        """Return whether a message must wait, so that the outcome stays in view."""
        if self._began is None or self._seconds >= LOOK_SECONDS:
            return False
        act = self._began.act
        match message:
            case TableChanged():
                return isinstance(act, Roll) and isinstance(act.mark, Mark)
            case Question() | ActStarted() | LessonStopped() | GameOver():
                is_throw = isinstance(act, Roll) and isinstance(act.mark, Mark)
                return is_throw or (isinstance(act, Stack) and self._leaves(act, message))
        return False

    def _leaves(self, act: Stack, message: FromHost) -> bool:
        """Return whether a message leads away from a tower without a model, on which a die has just been put."""
        if self._began is None or act.tower in self._began.before.models:
            return False
        match message:
            case ActStarted(act=Stack(tower=tower)):
                return tower != act.tower
            case Question(requests=requests):
                return not any(isinstance(one, PlaceDie) and one.tower == act.tower for one in requests)
        return True
