"""The time for viewing the outcome of an act, before the game goes on elsewhere."""

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
"""An act's outcome stays in view at least for this time, if the camera shows the act from close by (s of game time)."""

FALL_SECONDS = 2.5
"""The dice of a fallen tower without a model stay on the table at least for this time (s of game time)."""


class Aftermath:
    """A delay that keeps the outcome of the last act in view.

    Messages that would turn the camera away from the outcome, or remove the act's dice, have to wait. On a table for
    towers, the camera shows two kinds of acts from close by, and only their outcomes are kept in view:

    - A throw at a target.
    - A die put on a tower without a model.

    If an act knocks down a tower without a model, the tower's dice stay on the table even longer.
    """

    def __init__(self) -> None:
        self._began: ActStarted | None = None
        """The message that started the act; None if nothing has to stay in view."""
        self._seconds = 0.0
        """Time since the end of the act (s of game time)."""

    def begin(self, began: ActStarted) -> None:
        """Begin to keep the outcome of an act in view. The act has just been shown to its end.

        Args:
            began: The message that started the act.
        """
        self._began, self._seconds = began, 0.0

    def advance(self, seconds: float) -> None:
        """Advance by `seconds` of game time."""
        self._seconds += seconds

    def forget(self) -> None:
        """Stop delaying messages until the next `begin`, because the player goes on."""
        self._began = None

    def waits(self, message: FromHost) -> bool:
        """Return whether a message must wait, so that the outcome stays in view."""
        has_fallen = self._has_fallen(message)
        if self._began is None or self._seconds >= (FALL_SECONDS if has_fallen else LOOK_SECONDS):
            return False
        act = self._began.act
        is_throw = isinstance(act, Roll) and isinstance(act.mark, Mark)
        match message:
            case TableChanged():
                return has_fallen or is_throw
            case Question() | ActStarted() | LessonStopped() | GameOver():
                return is_throw or (isinstance(act, Stack) and self._leaves(act, message))
        return False

    def _has_fallen(self, message: FromHost) -> bool:
        """Return whether a message takes the dice of a fallen tower off the table.

        The tower has no model, and the act has knocked it down.
        """
        if self._began is None or not isinstance(message, TableChanged):
            return False
        before = self._began.before
        gone = (name for name in before.towers if name not in (*before.models, *message.table.towers))
        return isinstance(self._began.act, Roll | Stack) and any(gone)

    def _leaves(self, act: Stack, message: FromHost) -> bool:
        """Return whether a message would turn the camera away from the tower that has just got a die.

        A message about the next die on the same tower would not. For a tower with a model, the result is always False.
        """
        if self._began is None or act.tower in self._began.before.models:
            return False
        match message:
            case ActStarted(act=Stack(tower=tower)):
                return tower != act.tower
            case Question(requests=requests):
                return not any(isinstance(one, PlaceDie) and one.tower == act.tower for one in requests)
        return True
