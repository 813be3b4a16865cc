"""The window's side of a game for tests: on a pipe of lists in this process, or with a host in another."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from riotsim.viewer.session.driver import drive
from riotsim.viewer.session.host import Host
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.session.messages import ActSettled, ActShown, FromHost, GameOver, HostFailed, ToHost

Says = Callable[[FromHost, Sequence[FromHost]], Sequence[ToHost]]
"""A function that returns a window's replies to a message, given all messages so far."""

M = TypeVar("M")

LONGEST = 60.0
"""Time that a test waits for a host (s)."""


@dataclass
class Lists:
    """A pipe on lists, whose other end replies at once."""

    says: Says
    seen: list[FromHost] = field(default_factory=list)
    waiting: deque[ToHost] = field(default_factory=deque)
    now: float = 0.0
    """The time that a clock shows (s)."""

    def send(self, message: object) -> None:
        """Take a message of the host."""
        self.seen.append(message)  # type: ignore[arg-type]  # a host sends nothing else
        self.waiting.extend(self.says(self.seen[-1], self.seen))

    def recv(self) -> object:
        """Return the next reply. If none is left, the window counts as closed."""
        if not self.waiting:
            raise EOFError
        return self.waiting.popleft()

    def poll(self, timeout: float = 0.0) -> bool:
        """Return whether there is a reply."""
        return bool(self.waiting)


def shows(message: FromHost) -> list[ToHost]:
    """Report to the host that an act was shown, if the message brings one."""
    return [ActShown(message.number)] if isinstance(message, ActSettled) else []


def played_here(opening: Opening, says: Says) -> list[FromHost]:
    """Play a game in this process, and return all messages to the window."""
    pipe = Lists(lambda message, seen: [*shows(message), *says(message, seen)])
    drive(opening, pipe, lambda: pipe.now)
    return pipe.seen


def played_there(
    host: Host, says: Says, until: type[FromHost] | tuple[type[FromHost], ...] = GameOver
) -> list[FromHost]:
    """Play a game with a host until a message of some kind arrives or the host fails. Return all messages."""
    seen: list[FromHost] = []
    ends = time.monotonic() + LONGEST
    while time.monotonic() < ends:
        host.wait(0.1)
        for message in host.received_messages():
            seen.append(message)
            for word in (*shows(message), *says(message, seen)):
                host.send(word)
            if isinstance(message, (until, HostFailed)):
                return seen
    raise AssertionError(f"no {until} within {LONGEST:.0f} s, but {[type(message).__name__ for message in seen]}")


def of(kind: type[M], seen: Sequence[FromHost]) -> list[M]:
    """Return the messages of one kind."""
    return [message for message in seen if isinstance(message, kind)]
