"""A game screen and a real host in one process: each gets the messages that the other sends."""

from collections.abc import Callable, Iterator

from told_host import Told

from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.session.driver import drive
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.settings import Settings

User = Callable[[GameScreen], Iterator[None]]
"""A function that uses a screen. The function yields whenever the host has to go on until the screen asks the next
question.
"""

LONGEST = 2000
"""Number of frames for which the screen waits for its next message."""


class _Pipe:
    """The host's end of the pipe."""

    def __init__(self, user: User) -> None:
        self._link = Told()
        self._screen = GameScreen(self._link, Settings(), clock=lambda: 0.0)
        self._user = user(self._screen)

    def send(self, message: object) -> None:
        """Let the screen take a message of the host."""
        self._link.coming.append(message)  # type: ignore[arg-type]  # a host sends nothing else

    def poll(self, timeout: float = 0.0) -> bool:
        """Return whether the screen has sent a message."""
        return bool(self._link.heard)

    def recv(self) -> object:
        """Return the next message of the screen. While a question is open, call the screen's user."""
        for _ in range(LONGEST):
            if self._link.heard:
                return self._link.heard.pop(0)
            if self._screen.interaction is None:
                self._screen.playback.skip()
                self._screen.advance(0.1)
            elif next(self._user, self) is self:
                raise EOFError("the user has left")
        raise AssertionError("the screen sends nothing")


def play(opening: Opening, user: User) -> None:
    """Play a game at a screen until its user is done."""
    drive(opening, _Pipe(user))
