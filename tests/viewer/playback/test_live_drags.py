"""A model that a person has dragged: its act goes on from where the person let go, or the model goes back."""

from dataclasses import replace

from test_live import EMPTY, HAND, TICK, asked, given, moments

from riotsim.table.acts import Carry, Drag, Frame, Settled
from riotsim.table.impacts import TABLE, Collider, Impact
from riotsim.table.pieces import Model, Round
from riotsim.table.poses import Pose
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActStarted,
    DragFrame,
    GameOpened,
    Refusal,
    TableChanged,
)

MODEL = Model("m", "Ann", (100.0, 50.0), Round(25.0))

DRAGGED = Carry("m", (300.0, 50.0), HAND, "usual", Drag(((60, 60.0),)))


def carried(tick: int, *, impact: bool = False) -> Frame:
    """Return a frame of a model that moves from x = 100 mm by 1 mm a tick, with an impact or without."""
    heard = (Impact(tick, Collider("model", "m"), TABLE, (100.0 + tick, 50.0, 0.0), 300.0, 900.0),) if impact else ()
    return Frame(tick, {"m": Pose((100.0 + tick, 50.0, 0.0))}, heard)


def dragged(*ticks: int) -> LivePlayback:
    """Return a playback in which a person drags a model; the last frame has an impact."""
    playback = given(GameOpened((), {}, "", EMPTY.with_pieces(MODEL), frozenset({"Ann"})), asked())
    playback.advance(TICK)
    for tick in ticks:
        playback.receive(DragFrame(carried(tick, impact=tick == ticks[-1]), DRAGGED))
        playback.advance(TICK)
        assert playback.display.poses["m"].at[0] == 100.0 + tick, "a drag is seen at once"
        assert playback.display.act is None
    return playback


def test_a_drag_goes_on_as_its_act() -> None:
    """After a drag, the model waits where the person let go until the act's frames come, and goes on from there. No
    impact is heard twice.
    """
    playback = dragged(7, 21, 60)
    playback.receive(ActStarted(1, DRAGGED, EMPTY.with_pieces(MODEL), "Ann"))
    seen = []
    for _ in range(3):
        playback.advance(TICK)
        seen.append(playback.display.poses["m"].at[0])
    frames = tuple(carried(tick, impact=tick in (60, 80)) for tick in range(0, 101, 4))
    end = EMPTY.with_pieces(replace(MODEL, at=(200.0, 50.0)))
    for message in (ActFrames(1, frames[:6]), ActFrames(1, frames[6:]), ActSettled(1, Settled(end, (), 100))):
        playback.receive(message)
        playback.advance(TICK)
        seen.append(playback.display.poses["m"].at[0])
    seen += [showing.poses["m"].at[0] for _, showing in moments(playback) if "m" in showing.poses]
    assert seen[:4] == [160.0] * 4
    assert seen == sorted(seen)
    assert seen[-1] >= 199.0
    assert playback.display.table == end
    assert [impact.tick for impact in playback.display.impacts] == [60, 80]


def test_a_drag_does_not_spring_back_while_the_rules_turn_the_model() -> None:
    """If the rules turn the model before the act of its drag, the model doesn't go back. In every picture from the
    release to the end it is where it was let go, or further on.
    """
    playback, turned = dragged(7, 21, 60), EMPTY.with_pieces(replace(MODEL, heading=1.0))
    end = EMPTY.with_pieces(replace(MODEL, at=(200.0, 50.0), heading=1.0))
    frames = tuple(carried(tick) for tick in range(0, 101, 4))
    seen = []
    for message in (
        TableChanged(turned),
        ActStarted(1, DRAGGED, turned, "Ann"),
        ActFrames(1, frames[:8]),
        ActFrames(1, frames[8:]),
        ActSettled(1, Settled(end, (), 100)),
    ):
        playback.receive(message)
        for _ in range(2):
            playback.advance(TICK)
            seen.append(playback.display.poses["m"].at[0])
    seen += [showing.poses["m"].at[0] for _, showing in moments(playback) if "m" in showing.poses]
    assert seen[0] == 160.0
    assert seen == sorted(seen)
    assert playback.display.table == end


def test_a_drag_that_was_undone_goes_back_with_the_table() -> None:
    """If a drag is followed by a changed table and a question, but no act, the display shows the changed table."""
    playback = dragged(7, 60)
    other = EMPTY.with_pieces(replace(MODEL, at=(250.0, 50.0)))
    for message in (TableChanged(other), asked()):
        playback.receive(message)
        playback.advance(TICK)
    for _ in moments(playback):
        pass
    assert playback.display.table == other


def test_a_drag_whose_act_begins_anew_stays_in_the_hand() -> None:
    """If the frames of a drag's act begin again, the model isn't drawn behind the place where the person let go."""
    playback = dragged(7, 21, 60)
    frames = tuple(carried(tick) for tick in range(0, 81, 4))
    for message in (
        ActStarted(1, DRAGGED, EMPTY.with_pieces(MODEL), "Ann"),
        ActFrames(1, frames),
        ActFrames(1, frames),
    ):
        playback.receive(message)
        playback.advance(TICK)
        assert playback.display.poses["m"].at[0] >= 160.0


def test_a_drag_ends_with_a_new_question() -> None:
    """If a new question comes after a drag, as after an undo, the model stands where it stood before the drag."""
    playback = dragged(7, 60)
    playback.receive(asked())
    playback.advance(TICK)
    assert playback.display.poses == {}


def test_a_refused_drag_goes_back() -> None:
    """If a drag is refused, the model stands where it stood before, and can be dragged again from there."""
    playback = dragged(7, 60)
    playback.receive(Refusal("no", "Ann"))
    playback.advance(TICK)
    assert playback.display.table == EMPTY.with_pieces(MODEL)
    assert playback.display.poses == {}
    playback.receive(DragFrame(carried(4), DRAGGED))
    playback.advance(TICK)
    assert playback.display.poses["m"].at[0] == 104.0
