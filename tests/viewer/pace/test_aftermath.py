"""The time for which the outcome of an act stays in view before the camera turns away."""

from typing import Any

import pytest

from riotsim.play.displays import ShownStrike
from riotsim.play.requests import Choose, PlaceDie, Request
from riotsim.table.acts import Act, Frame, Hand, Mark, Pace, Roll, Settled, Stack
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.interactions.interaction import TableOverlay
from riotsim.viewer.playback.aftermath import FALL_SECONDS, LOOK_SECONDS
from riotsim.viewer.playback.effects import TableEffects
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.playback.strikes import STRIKE_SECONDS
from riotsim.viewer.scene.marks import Label
from riotsim.viewer.session.messages import (
    SETUP,
    ActFrames,
    ActSettled,
    ActStarted,
    FromHost,
    GameOpened,
    Line,
    LogChanged,
    Question,
    TableChanged,
)

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))
DIE = Die("d1", D6, owner="Bob")
TOWER = with_tower(Table(600.0, 600.0), 3, name="Ann", at=(300.0, 300.0), size=16.0)
"""A table with a tower without a model."""

KNOCK = Roll((DIE,), (300.0, 100.0), 0.0, HAND, mark=Mark(170.0, 24.0))
STACK = Stack(DIE, "Ann", HAND, 0.0, (0.0, 0.0))
OTHER = Choose("Ann", "action", ("go", "stay"))
NEXT_DIE = PlaceDie("Ann", "stack", "Ann", 4, 8.0)

TICK = 1 / 60
"""A frame of the window (s)."""


def asked(request: Request[Any]) -> Question:
    """Return the message of a question."""
    return Question((request,), (), SETUP, can_undo=False, can_redo=False)


THROWN = (Line("Bob throws a die at Ann's tower"),)
"""The log before the act."""

NOT_TOLD = LogChanged((), 0)


def after(act: Act, before: Table, *messages: FromHost, earlier: FromHost = NOT_TOLD) -> LivePlayback:
    """Return a playback that has just shown an act to its end, with the messages before and after the act."""
    frames = tuple(Frame(tick, {"d1": Pose((200.0, float(tick), 8.0))}) for tick in range(0, 61, 4))
    settled = before.with_pieces(DIE.moved_to(frames[-1].poses["d1"]))
    playback = LivePlayback()
    for message in (
        GameOpened((), {}, "", before, frozenset()), earlier,
        ActStarted(1, act, before, "Bob"), ActFrames(1, frames), ActSettled(1, Settled(settled, (), 60)), *messages,
    ):  # fmt: skip
        playback.receive(message)
    playback.advance(TICK)
    while playback.display.act is not None:
        playback.advance(TICK)
    return playback


def seconds_until_asked(playback: LivePlayback) -> float:
    """Advance until a question is open, and return the time that this takes (s)."""
    seconds = 0.0
    while playback.display.question is None:
        playback.advance(TICK)
        seconds += TICK
    return seconds


def test_a_throw_at_a_tower_is_seen_to_its_end() -> None:
    """After a throw at a tower, the thrown die lies on the table for `LOOK_SECONDS`. Only then the next question is
    asked, for which the camera turns away.
    """
    playback = after(KNOCK, TOWER, TableChanged(TOWER), asked(OTHER))
    for _ in range(int(LOOK_SECONDS / TICK) - 2):
        playback.advance(TICK)
        assert playback.display.table is not None
        assert "d1" in playback.display.table.dice
        assert playback.display.question is None
    assert seconds_until_asked(playback) < LOOK_SECONDS


@pytest.mark.parametrize(
    ("before", "request_", "waits"),
    [
        (TOWER, OTHER, True),
        (TOWER, NEXT_DIE, False),
        (TOWER.with_pieces(Model("Ann", "Ann", (325.0, 300.0))), OTHER, False),
    ],
    ids=["something else", "the next die", "a model's tower"],
)
def test_a_tower_is_seen_before_the_camera_leaves_it(before: Table, request_: Request[Any], *, waits: bool) -> None:
    """After a die was put on a tower, a question that turns the camera away waits for `LOOK_SECONDS`. A question for
    the next die of the same tower doesn't wait, nor does any question on a table with models.
    """
    seconds = seconds_until_asked(after(STACK, before, asked(request_)))
    assert (seconds > LOOK_SECONDS - 2 * TICK) == waits


def test_the_dice_of_a_fallen_tower_lie_for_a_while() -> None:
    """If a throw knocks a tower down, all its dice stay on the table for `FALL_SECONDS`. A label where the tower stood
    says what has happened, and ends soon after the dice are gone.
    """
    fall = ShownStrike(("Ann",), "Ann's tower of 3 comes down:\nBob's doing")
    told = LogChanged((Line("Ann's tower of 3 comes down: Bob's doing", pieces=("Ann",), strike=fall),), 0)
    playback = after(KNOCK, TOWER, told, TableChanged(Table(600.0, 600.0)), asked(OTHER), earlier=LogChanged(THROWN, 0))
    effects = TableEffects()
    for _ in range(int(FALL_SECONDS / TICK) - 2):
        playback.advance(TICK)
        effects.advance(playback.display, TICK, TICK)
        assert playback.display.table is not None
        assert len(playback.display.table.dice) == 4
        drawn = effects.added_to(TableOverlay(), playback.display)
        (label,) = (mark for mark in drawn.marks if isinstance(mark, Label))
        assert (label.at, label.text) == ((300.0, 300.0, 8.0), fall.text)
    assert seconds_until_asked(playback) < LOOK_SECONDS
    assert playback.display.table is not None
    assert not playback.display.table.dice
    effects.advance(playback.display, TICK, STRIKE_SECONDS - FALL_SECONDS + 4 * TICK)
    assert not effects.added_to(TableOverlay(), playback.display).marks


def test_a_player_who_skips_need_not_wait() -> None:
    """If a player skips after an act, the next question comes at once, without the time for looking at the outcome."""
    playback = after(KNOCK, TOWER, TableChanged(TOWER), asked(OTHER))
    playback.skip(to_question=True)
    assert seconds_until_asked(playback) < 3 * TICK
