"""The log of a game that is being played: told on as events come, taken back when they are undone."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from riotsim.viewer.session.hosted import GameNarrator
from riotsim.viewer.session.messages import Line, LogChanged


class Log:
    """The lines of a game, and what of them the window doesn't have yet."""

    def __init__(self, words: Callable[[], GameNarrator[Any]]) -> None:
        self._words = words
        self._sent: list[Line] = []
        self._begin()

    def _begin(self) -> None:
        self.words = self._words()
        """They have told the events so far."""
        self._heard = [0]  # how many events there were, each time some were told
        self._complete: list[Line] = []

    def hear(self, events: Sequence[object]) -> None:
        """Take up how a game has gone on; `events` are all of it."""
        if len(events) > self._heard[-1]:
            self._complete += self.words.tell(events[self._heard[-1] :])
            self._heard.append(len(events))

    def anew(self, events: Sequence[object]) -> None:
        """Take up how a game has gone after some of it was undone or redone: what is left is told as it was then."""
        stops = [count for count in self._heard if count <= len(events)]
        self._begin()
        for begin, end in pairwise(stops):
            self._complete += self.words.tell(events[begin:end])
            self._heard.append(end)
        self.hear(events)

    def news(self) -> LogChanged | None:
        """Give what has changed since this was asked last, if anything has."""
        growing = self.words.growing()
        lines = [*self._complete, growing] if growing is not None else self._complete
        kept = next(
            (place for place, (old, new) in enumerate(zip(self._sent, lines, strict=False)) if old != new),
            min(len(self._sent), len(lines)),
        )
        if kept == len(lines) == len(self._sent):
            return None
        self._sent = list(lines)
        return LogChanged(tuple(lines[kept:]), kept)
