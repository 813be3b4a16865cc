"""What there is to know besides the game, one thing after the other and each for a while."""

STANDS = 9.0
"""Seconds that a notice stands at the most; if others wait, a third of that."""


class Notices:
    """Shows one at a time."""

    def __init__(self) -> None:
        self.now = ""
        """What is shown."""
        self._since = 0.0

    def advance(self, waiting: list[str], seconds: float) -> None:
        """Let time pass (s), and take the next one out of those that wait if it is its turn."""
        self._since += seconds
        if waiting and (not self.now or self._since > STANDS / 3):
            self.now, self._since = waiting.pop(0), 0.0
        elif self._since > STANDS:
            self.now = ""
