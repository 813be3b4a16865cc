"""The host's end of the pipe: in which messages the frames of an act are sent, and when the host waits."""

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field, replace

import pytest

from riotsim.table.acts import Carry, Frame, Hand, Pace, Settled
from riotsim.table.state import Table
from riotsim.viewer.session.connection import (
    BATCH_FRAMES,
    BATCH_SECONDS,
    MAX_UNSHOWN_ACTS,
    WindowConnection,
    WindowGone,
)
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActShown,
    ActStarted,
    GameOpened,
    LeaveGame,
    Notice,
    Redo,
    Undo,
)

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))
ACT = Carry("m", (300.0, 50.0), HAND, "usual")
BEFORE, AFTER = Table(600.0, 600.0), Table(600.0, 500.0)
OPENED = GameOpened((), {}, "Carrying", BEFORE)


@dataclass
class Wire:
    """A pipe whose other end has said some things already."""

    coming: deque[object] = field(default_factory=deque)
    sent: list[object] = field(default_factory=list)
    waits: int = 0
    """How often the host has waited for a message that was not there yet."""
    shown: int = 0
    """Number of acts that the window has reported as shown, one for each time that the host has waited."""
    is_closed: bool = False
    seconds: float = 0.0

    def send(self, message: object, /) -> None:
        """Take a message."""
        if self.is_closed:
            raise BrokenPipeError
        self.sent.append(message)

    def recv(self) -> object:
        """Return the next message. If there is none, return the report that one more act was shown."""
        if self.is_closed:
            raise EOFError
        if self.coming:
            return self.coming.popleft()
        self.waits += 1
        self.shown += 1
        assert self.waits < 20, "the host waits and never stops"
        return ActShown(self.shown)

    def poll(self, _timeout: float = 0.0, /) -> bool:
        """Return whether a message is there."""
        if self.is_closed:
            raise OSError
        return bool(self.coming)


def connected(*coming: object) -> tuple[Wire, WindowConnection]:
    """Return a pipe with messages from the window, and the connection of an open game."""
    wire = Wire(deque(coming))
    connection = WindowConnection(wire, lambda: wire.seconds)
    connection.open(OPENED)
    wire.sent.clear()
    return wire, connection


def performing(wire: Wire, ticks: list[int], *, seconds: float = 0.0) -> Generator[Frame, None, Settled]:
    """Yield frames with some ticks; each takes some seconds to compute. Return the outcome."""
    for tick in ticks:
        wire.seconds += seconds
        yield Frame(tick, {})
    return Settled(AFTER, (), ticks[-1] if ticks else 0)


def batches(wire: Wire) -> list[list[int]]:
    """Return the ticks of the frames in each message that was sent."""
    return [[frame.tick for frame in one.frames] for one in wire.sent if isinstance(one, ActFrames)]


@pytest.mark.parametrize(
    ("count", "seconds", "sizes"),
    [
        (0, 0.0, []),
        (1, 0.0, [1]),
        (3, 0.0, [1, 2]),
        (1 + BATCH_FRAMES, 0.0, [1, BATCH_FRAMES]),
        (2 + 2 * BATCH_FRAMES, 0.0, [1, BATCH_FRAMES, BATCH_FRAMES, 1]),
        (4, BATCH_SECONDS, [1, 1, 1, 1]),
        (5, BATCH_SECONDS / 2, [1, 2, 2]),
        (8, BATCH_SECONDS / 4, [1, 4, 3]),
    ],
)
def test_how_frames_are_sent(count: int, seconds: float, sizes: list[int]) -> None:
    """The first frame is sent at once. Later frames are sent in batches of `BATCH_FRAMES`, or every `BATCH_SECONDS` if
    they are computed slowly. The rest is sent at the end.
    """
    wire, connection = connected()
    settled = connection.show(BEFORE, ACT, performing(wire, list(range(count)), seconds=seconds))
    assert [len(one) for one in batches(wire)] == sizes
    assert [tick for one in batches(wire) for tick in one] == list(range(count))
    assert [frame.tick for frame in settled.trace] == list(range(count))
    assert {one.number for one in wire.sent if isinstance(one, ActFrames)} <= {1}


def test_the_messages_of_acts() -> None:
    """Each act is announced with its number and the player whose turn it is. The end of an act is reported once,
    without its trace, before the next act or when asked for. Between the end and the next act, `before_act` is called.
    """
    wire, connection = connected()
    calls = []
    connection.before_act = lambda: calls.append(len(wire.sent))
    assert (connection.table, connection.hidden, connection.shown_at) == (BEFORE, False, 0.0)
    connection.report_settled()
    assert wire.sent == []
    settled = connection.show(BEFORE, ACT, performing(wire, [4]))
    assert connection.table == AFTER
    connection.turn_of = lambda: "Ann"
    connection.show(AFTER, ACT, performing(wire, [4]))
    connection.report_settled()
    connection.report_settled()
    frames = (Frame(4, {}),)
    told = Settled(AFTER, (), 4)
    assert settled == replace(told, trace=frames)
    assert wire.sent == [
        ActStarted(1, ACT, BEFORE, None), ActFrames(1, frames), ActSettled(1, told),
        ActStarted(2, ACT, AFTER, "Ann"), ActFrames(2, frames), ActSettled(2, told),
    ]  # fmt: skip
    assert calls == [0, 3]


def test_an_act_that_begins_anew_has_only_its_last_frames() -> None:
    """If an act begins again, all its frames are sent, but its outcome has only the frames since the last start."""
    wire, connection = connected()
    settled = connection.show(BEFORE, ACT, performing(wire, [0, 4, 8, 0, 4, 4, 8]))
    assert [frame.tick for frame in settled.trace] == [0, 4, 4, 8]
    assert [tick for one in batches(wire) for tick in one] == [0, 4, 8, 0, 4, 4, 8]


def test_an_act_that_a_bot_tries_is_not_sent() -> None:
    """While a bot tries acts, they are performed with all their frames, and nothing is sent or counted."""
    wire, connection = connected()
    connection.hidden = True
    settled = connection.show(BEFORE, ACT, performing(wire, [0, 4]))
    assert [frame.tick for frame in settled.trace] == [0, 4]
    assert (wire.sent, connection.table) == ([], BEFORE)
    connection.hidden = False
    connection.show(BEFORE, ACT, performing(wire, [0]))
    assert wire.sent[0] == ActStarted(1, ACT, BEFORE, None)


def test_the_host_waits_for_the_window() -> None:
    """The host is at most `MAX_UNSHOWN_ACTS` acts ahead of the window. The host notes when the window reports an act as
    shown. A report of an older act changes nothing.
    """
    wire, connection = connected()
    waits = []
    for number in range(6):
        wire.seconds = 10.0 * number
        connection.show(BEFORE, ACT, performing(wire, [0]))
        waits.append(wire.waits)
    assert waits == [0] * MAX_UNSHOWN_ACTS + [1, 2, 3]
    assert connection.shown_at == 50.0
    wire.coming += [ActShown(6), ActShown(2)]
    for _ in range(3):
        connection.show(BEFORE, ACT, performing(wire, [0]))
    assert wire.waits == 3


def test_messages_are_received_in_order() -> None:
    """If messages arrive during an act, the host receives them after the act, in order. The host doesn't receive
    reports of shown acts.
    """
    wire, connection = connected(Undo(), ActShown(1), Redo())
    connection.show(BEFORE, ACT, performing(wire, [0]))
    assert wire.coming == deque()
    wire.coming += [ActShown(2), Notice("last")]
    assert [connection.receive() for _ in range(3)] == [Undo(), Redo(), Notice("last")]
    wire.coming.append(Undo())
    connection.read_available()
    assert not wire.coming
    assert connection.receive() == Undo()


def test_messages_before_the_game_is_open() -> None:
    """Messages to the window wait until the game is open, and follow the message that opens the game. That message has
    the table before the first act. Until then, the host reads nothing from the window.
    """
    wire = Wire(deque([Undo()]))
    connection = WindowConnection(wire, lambda: wire.seconds)
    assert connection.table is None
    connection.notify("the disk is full")
    for _ in range(MAX_UNSHOWN_ACTS + 1):
        connection.show(AFTER, ACT, performing(wire, [0]))
    assert (wire.sent, len(wire.coming), wire.waits) == ([], 1, 0)
    connection.open(OPENED)
    assert wire.sent[:3] == [replace(OPENED, table=AFTER), Notice("the disk is full"), ActStarted(1, ACT, AFTER, None)]
    assert connection.table == AFTER
    wire = Wire()
    connection = WindowConnection(wire, lambda: 0.0)
    connection.open(OPENED)
    assert (wire.sent, connection.table) == ([OPENED], BEFORE)


def test_a_window_that_is_gone() -> None:
    """If the window leaves or is closed, the host ends. A notice to a closed window is dropped without an error."""
    wire, connection = connected(LeaveGame())
    with pytest.raises(WindowGone):
        connection.receive()
    wire, connection = connected(LeaveGame())
    under_way = performing(wire, [0, 4])
    with pytest.raises(WindowGone):
        connection.show(BEFORE, ACT, under_way)
    assert list(under_way) == [], "the act is not performed any further"
    wire, connection = connected()
    wire.is_closed = True
    connection.notify("so")
    for fails in (connection.receive, connection.read_available, lambda: connection.send(Notice("so"))):
        with pytest.raises(WindowGone):
            fails()
