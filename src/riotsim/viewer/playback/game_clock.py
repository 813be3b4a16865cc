"""The game's clock in the window. It ticks while a person decides."""

from riotsim.play.displays import Clock
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.session.messages import ClockPaused, GameStatus


class GameClock:
    """The game's clock. It counts down while a question to a person is shown.

    Whenever the host sends the remaining time, the clock goes on from there.
    """

    def __init__(self) -> None:
        self.told: Clock | None = None
        """The last clock that the host has sent; None if the game has none."""
        self.left: float | None = None
        """Time left (s); None if the game has no clock."""
        self.waits = False
        """True if the clock stands still until a question is shown."""
        self._paused = False
        self._status: GameStatus | None = None
        self._question = 0

    def advance(self, showing: DisplayState, seconds: float, *, paused: bool) -> list[ClockPaused]:
        """Show a new time from the host. If there is none, let the clock run while a question is shown.

        Args:
            showing: The displayed state.
            seconds: Real time since the last call (s).
            paused: Whether the clock stands still, as in the menu.

        Returns:
            A message that tells the host whether the clock stands still. The list is empty if this has not changed.
        """
        paused = paused or self.waits
        question, told = showing.question, None
        if showing.status is not self._status and showing.status is not None:
            told = showing.status.clock
        self._status = showing.status
        if question is not None and question.number != self._question:
            self._question, told = question.number, question.clock or told
        if told is not None:
            self.told, self.left = told, told.left
        elif self.left is not None and self.told is not None and self.told.running and question and not paused:
            self.left -= seconds
        changes = [ClockPaused(paused)] if paused != self._paused else []
        self._paused, self.waits = paused, self.waits and question is None
        return changes
