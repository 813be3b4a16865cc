"""The first frame of an act is shown as soon as it is computed, and without a wait that nobody needs."""

from collections.abc import Generator
from typing import cast

import pytest
from told_host import asked, screens

from riotsim.play.requests import AimThrow, Choose
from riotsim.table.acts import Frame, Hand, Pace, Roll, Settled, Stack
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.playback.hand_over import HandOver
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.decisions import FirstFrames
from riotsim.viewer.session.connection import WindowConnection
from riotsim.viewer.session.messages import ActFrames, ActStarted, Answer, FromHost, GameOpened, TableChanged

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))

EMPTY = Table(600.0, 600.0)

DIE = Die("d1", D6, owner="Bob")

TICK = 1 / 60
"""A frame of the window (s)."""

FLIGHT = [Frame(tick, {"d1": Pose((float(tick), 50.0, 8.0))}) for tick in range(0, 121, 4)]
"""Frames of a die that moves by 1 mm a tick."""


class Shown:
    """A pipe to a playback of Ann's and Bob's game."""

    def __init__(self, *persons: str) -> None:
        self.playback = LivePlayback()
        self.playback.receive(GameOpened((), {}, "", EMPTY, frozenset(persons)))
        self.playback.advance(TICK)

    def rest(self) -> None:
        """Advance until nothing is left to show."""
        while self.playback.busy:
            self.playback.advance(TICK)

    def send(self, message: object) -> None:
        """Give the playback a message of the host."""
        self.playback.receive(cast(FromHost, message))

    def recv(self) -> object:
        """Refuse: nothing is said."""
        raise EOFError

    def poll(self, _timeout: float = 0.0) -> bool:
        """Return False: nothing is said."""
        return False


@pytest.mark.parametrize("persons", [("Bob",), ()], ids=["of a person", "of a bot"])
def test_dice_are_seen_while_their_throw_is_computed(persons: tuple[str, ...]) -> None:
    """As soon as the first frame of a throw is computed, the next picture shows the die. The rest is still computed."""
    pipe, seen = Shown(*persons), []
    connection = WindowConnection(pipe, lambda: 0.0)
    connection.open(cast(GameOpened, pipe.playback.opened))

    def performing() -> Generator[Frame, None, Settled]:
        for frame in FLIGHT:
            yield frame
            pipe.playback.advance(TICK)
            seen.append("d1" in pipe.playback.display.poses)
        return Settled(EMPTY.with_pieces(DIE), (), 120)

    connection.show(EMPTY, Roll((DIE,), (100.0, 50.0), 0.0, HAND), performing())
    assert seen == [True] * len(FLIGHT)


def test_dice_are_seen_in_every_picture_from_the_hand_to_the_table() -> None:
    """After a person lets a die go, every picture shows it exactly once: in the hand until the first frame of the
    throw comes, and in the air from then on.
    """
    host, table = screens("Bob", persons=("Bob",), on=EMPTY)
    host.coming.append(asked(AimThrow("Bob", "pitch", ("d6",), 600.0, 600.0, 50.0)))
    table.advance(TICK)
    for press in (table.moved, table.pressed, table.moved):
        press(Pointer((300.0, 300.0), None, 0.0))
    table.advance(TICK)
    table.released(Pointer((300.0, 320.0), None, 0.1))
    assert any(isinstance(word, Answer) for word in host.heard)
    seen = []
    roll = Roll((DIE,), (100.0, 50.0), 0.0, HAND)
    first, rest = ActFrames(1, tuple(FLIGHT[:5])), ActFrames(1, tuple(FLIGHT[5:]))
    for message in (None, None, ActStarted(1, roll, EMPTY, "Bob"), None, None, first, None, rest):
        host.coming += [] if message is None else [message]
        table.advance(TICK)
        in_hand = sum(isinstance(mark, Ghost) for mark in table.overlay().marks)
        seen.append((in_hand, "d1" in table.playback.display.poses))
    assert seen == [(1, False)] * 5 + [(0, True)] * 3


def test_dice_that_were_not_thrown_leave_the_hand() -> None:
    """If the game asks something else after a person has let dice go, no dice are drawn in the hand."""
    host, table = screens("Bob", persons=("Bob",), on=EMPTY)
    host.coming.append(asked(AimThrow("Bob", "pitch", ("d6",), 600.0, 600.0, 50.0)))
    table.advance(TICK)
    for press in (table.moved, table.pressed, table.released):
        press(Pointer((300.0, 300.0), None, 0.0))
    table.advance(TICK)
    host.coming.append(asked(Choose("Bob", "action", ("stay", "go")), number=2))
    table.advance(TICK)
    assert not any(isinstance(mark, Ghost) for mark in table.overlay().marks)


def test_a_die_from_the_table_goes_onto_a_tower_without_a_wait() -> None:
    """If a person puts a die from the table on a tower, the act begins in the next picture. A bot's act begins only
    after the die has faded. If the rules have moved other pieces, a person's act waits too.
    """
    here, other = DIE.moved_to(Pose((0.0, 0.0, 8.0))), Die("d2", D6, owner="Ann", pose=Pose((90.0, 90.0, 8.0)))
    moved = other.moved_to(Pose((200.0, 200.0, 8.0)))
    for persons, others, after in (("Bob", other, 1), ("Ann", other, 13), ("Bob", moved, 28)):
        pipe, end = Shown(persons), DIE.moved_to(Pose((30.0, 30.0, 24.0)))
        taken = EMPTY.with_pieces(others)
        for message in (TableChanged(EMPTY.with_pieces(here, other)), TableChanged(taken)):
            pipe.rest()
            pipe.send(message)
        pipe.send(ActStarted(1, Stack(end, "b1", HAND), taken, "Bob"))
        pipe.send(ActFrames(1, (Frame(0, {"d1": end.pose}),)))
        pictures = 0
        while pipe.playback.display.act is None:
            pipe.playback.advance(TICK)
            pictures += 1
        assert pictures == pytest.approx(after, abs=1 if after > 1 else 0)


def test_the_end_of_a_question_drops_no_input() -> None:
    """Input is dropped in the first two pictures of a new question. When a question ends, no input is dropped."""
    frames, question = FirstFrames(HandOver()), object()
    seen = []
    for asked_now in (question, question, question, None, None, object()):
        frames.begin(asked_now, None)
        seen.append(frames.is_unseen)
        frames.end()
    assert seen == [True, True, False, False, False, True]
