"""The keyframes of one piece, and the spans in which it is on the table."""

import pytest

from riotsim.replay.tracks import HOP_HEIGHT, Track
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model, Movable, Round
from riotsim.table.poses import Pose

HERE, AWAY = Pose((100.0, 100.0, 8.0)), Pose((400.0, 100.0, 8.0))

DIE = Die("die-1", D6, 16.0, HERE, "Ada")

MODEL = Model("a1", "Ada", (100.0, 100.0), Round(25.0))


def come(piece: Movable = DIE) -> Track:
    """Return the track of a piece that appeared at time 0."""
    track = Track(piece)
    track.appear(0, HERE)
    return track


def times(track: Track) -> list[int]:
    """Return the times of a track's keyframes."""
    return [key.ms for key in track.keys]


def test_lying_there_takes_two_keys() -> None:
    """If many keyframes in a row have the same pose, only the first and the last are kept."""
    track = come()
    for ms in (10, 20, 30, 40):
        track.add_key(ms, HERE)
    assert times(track) == [0, 40]


def test_it_stays_where_it_went_until_it_comes_again() -> None:
    """If a piece disappears and appears again elsewhere, its track keeps the old place until 1 ms before. So the piece
    doesn't seem to glide.
    """
    track = come()
    track.disappear(50)
    assert not track.is_present
    track.appear(300, AWAY)
    assert [(key.ms, key.pose) for key in track.keys] == [(0, HERE), (50, HERE), (299, HERE), (300, AWAY)]
    track.end(400)
    assert track.spans == [(0, 50), (300, 400)]


def test_what_has_gone_does_not_last_to_the_end() -> None:
    """If a piece has disappeared, the end of its track adds no further span."""
    track = come()
    track.disappear(50)
    track.end(400)
    assert track.spans == [(0, 50)]


def test_what_goes_at_once_was_there() -> None:
    """If a piece disappears at the time at which it appears, its span lasts 1 ms and is not empty."""
    track = come()
    track.disappear(0)
    assert track.spans == [(0, 1)]


@pytest.mark.parametrize(("piece", "lifted"), [(DIE, HOP_HEIGHT), (MODEL, 0.0)], ids=["die", "model"])
def test_only_small_things_hop(piece: Movable, lifted: float) -> None:
    """If the rules move a die, it is lifted on its way. If the rules move a model, it slides."""
    track = come(piece)
    track.ease(100, 450, AWAY, hop=True)
    assert times(track)[:2] == [0, 100]
    assert times(track)[-1] == 550
    assert track.pose == AWAY
    assert max(key.pose.at[2] for key in track.keys) == pytest.approx(HERE.at[2] + lifted)


def test_a_moment_has_one_pose() -> None:
    """If a track gets a second keyframe for the same time, it replaces the first."""
    track = Track(Die("a"))
    track.add_key(0, Pose((0.0, 0.0, 8.0)))
    for x in (1.0, 2.0):
        track.add_key(10, Pose((x, 0.0, 8.0)))
    assert [(key.ms, key.pose.at[0]) for key in track.keys] == [(0, 0.0), (10, 2.0)]
