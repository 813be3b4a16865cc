"""Short messages that are not about the game, shown one after the other."""

NOTICE_SECONDS = 9.0
"""Longest time that a notice is shown (s). If others wait, it is a third of this."""


class Notices:
    """A queue that shows one notice at a time."""

    def __init__(self) -> None:
        self.now = ""
        """The notice that is shown, or empty."""
        self._since = 0.0

    def advance(self, waiting: list[str], seconds: float) -> None:
        """Advance by `seconds`, and take the next notice from `waiting` if it is due."""
        self._since += seconds
        if waiting and (not self.now or self._since > NOTICE_SECONDS / 3):
            self.now, self._since = waiting.pop(0), 0.0
        elif self._since > NOTICE_SECONDS:
            self.now = ""
