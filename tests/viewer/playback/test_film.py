"""Films: encoding, shots, camera, sound and slow motion."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest

from riotsim.play.narration import Turn
from riotsim.replay.clocks import SLOW_AFTER, SLOW_BEFORE, SLOWEST_RATE, FilmClock, playback_rate
from riotsim.replay.poses import movables
from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.recording import Moment, Recording, Seat
from riotsim.replay.timeline import Fall
from riotsim.simulation import perform
from riotsim.table.acts import Roll, Settled, TowerFell
from riotsim.table.pieces import Die, Model
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND, with_tower
from riotsim.viewer.film.camera import MIN_DISTANCE, overview
from riotsim.viewer.film.shots import ShotList
from riotsim.viewer.film.writer import FORMS, Form, Picture, film_writer
from riotsim.viewer.sound.synthesis import SAMPLE_RATE

COLOURS = ((200, 40, 30), (30, 160, 60), (40, 60, 190))


def pictures(count: int, width: int, height: int) -> Iterator[Picture]:
    """Return pictures of one colour each, in turn."""
    for k in range(count):
        yield np.full((height, width, 3), COLOURS[k % 3], dtype=np.uint8)


def written(path: Path, form: Form, count: int, *, fps: float = 10.0, sound: bool = True) -> None:
    """Write a film of 96 × 64 with half a second of noise."""
    noise = np.random.default_rng(1).integers(-9000, 9000, (SAMPLE_RATE // 2, 2), dtype=np.int16)
    with film_writer(path, form, 96, 64, fps=fps, sound=noise if sound else None) as writer:
        for picture in pictures(count, 96, 64):
            writer.add(picture)


@pytest.mark.parametrize("ending", sorted(FORMS))
@pytest.mark.parametrize("sound", [True, False])
def test_what_is_written_can_be_read_again(tmp_path: Path, ending: str, sound: bool) -> None:
    """A film has the number of pictures, the size, length, colours and sound that were written."""
    path = tmp_path / f"film{ending}"
    written(path, FORMS[ending], 12, sound=sound)
    with av.open(str(path)) as film:
        assert film.duration is not None
        assert film.duration / 1e6 == pytest.approx(1.2, abs=0.06)
        assert (film.streams.video[0].codec_context.width, film.streams.video[0].codec_context.height) == (96, 64)
        shown = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
    assert len(shown) == 12
    for picture, wanted in zip(shown, pictures(12, 96, 64), strict=True):
        assert np.abs(picture.astype(int) - wanted).mean() < 6.0
    with av.open(str(path)) as film:
        assert len(film.streams.audio) == sound
        if sound:
            assert film.streams.audio[0].codec_context.sample_rate == SAMPLE_RATE
            heard = [frame.to_ndarray().astype(float) for frame in film.decode(audio=0)]
            length = sum(one.shape[-1] for one in heard) / (1 if heard[0].shape[0] == 2 else 2)
            assert length / SAMPLE_RATE == pytest.approx(1.2, abs=0.08)
            assert any(np.abs(one).max() > 0.1 for one in heard)


def test_a_picture_of_another_size_is_refused(tmp_path: Path) -> None:
    """If a picture's size differs from that of the film, the film's writer refuses it with a `ValueError`."""
    with pytest.raises(ValueError, match="a picture of"), film_writer(tmp_path / "film.mp4", "mp4", 96, 64) as writer:
        writer.add(np.zeros((32, 32, 3), dtype=np.uint8))


def test_time_is_slow_where_a_tower_falls() -> None:
    """A film's time is slow near a fall, normal elsewhere, and never runs backward. If a time is converted to the
    replay's time and back, it stays the same.
    """
    fall = Fall("t", (0.0, 0.0), 80.0, 10000.0)
    clock = FilmClock(0, 20000, [fall])
    assert playback_rate(2000.0, [fall]) == 1.0
    assert playback_rate(10000.0, [fall]) == pytest.approx(SLOWEST_RATE)
    slow = clock.film_at(10000.0)
    assert clock.replay_at(slow + 0.1) - clock.replay_at(slow) == pytest.approx(100.0 * SLOWEST_RATE, rel=0.01)
    times = np.arange(0.0, clock.length, 0.05)
    there = [clock.replay_at(float(time)) for time in times]
    assert there == sorted(there)
    assert [clock.film_at(ms) for ms in there] == pytest.approx(list(times), abs=0.01)
    lost = clock.length - 20.0
    most = (SLOW_BEFORE + SLOW_AFTER) / 1000 * (1 / SLOWEST_RATE - 1)
    assert 0.64 * most < lost < most
    assert FilmClock(0, 20000, [fall], speed=2.0).length == pytest.approx(clock.length / 2, rel=1e-6)


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Return a recording in which two dice are thrown beside a model, and then a throw fells its tower."""
    seats = (Seat("Ada", "#2f7fc4", "●"), Seat("Bea", "#e0702a", "▲"))
    table = Table(610.0, 610.0).with_pieces(Model("a1", "Ada", (480.0, 400.0)))
    table = with_tower(table, 9, name="a1", at=(455.0, 400.0), size=16.0)
    first = Roll((Die("r1", owner="Bea"), Die("r2", owner="Bea")), (150.0, 300.0), 0.3, STEADY_HAND)
    one = performed(0, Turn(1, "Bea"), table, first, 1)
    hard = replace(STEADY_HAND, speed=2400.0)
    for seed in range(20):
        act = Roll(tuple(Die(f"s{k}", owner="Bea") for k in range(6)), (520.0, 400.0), 0.0, hard, drop=40.0)
        two = performed(1, Turn(2, "Bea"), one.after, act, seed)
        if two.tower_falls:
            return Recording("t", "t", seats, {"a1": "Ada"}, table, (one, two), ())
    raise AssertionError("no throw fells the tower")


def performed(place: int, turn: Turn, table: Table, act: Roll, seed: int) -> Moment:
    """Return a moment in which dice are thrown."""
    settled: Settled = perform(table, act, seed, trace_hz=60)
    return Moment(place, turn, table, settled.table, act, seed, replace(settled, trace=()), settled.trace)


def test_a_reel_shows_all_that_is_there(recording: Recording) -> None:
    """Each shot of a film shows the pieces that are on the table at its time. At the end they lie where they came to
    rest.
    """
    reel = ShotList(recording, fps=10.0)
    shots = list(reel.shots())
    assert len(shots) == reel.count == round(reel.length * 10)
    tower = {die.id for die in recording.first_table.tower_dice("a1")}
    assert set(movables(shots[0].table)) == {"a1", *tower}
    assert set(movables(shots[-1].table)) == recording.moments[-1].after.ids()
    for shot in shots:
        assert set(shot.poses) <= set(movables(shot.table))
    last = recording.moments[-1].after.dice["r1"].pose
    assert math.dist(shots[-1].table.dice["r1"].pose.at, last.at) < 0.1
    assert sum(one.table is not two.table for one, two in itertools.pairwise(shots)) <= 8


def test_the_camera_follows_what_happens(recording: Recording) -> None:
    """The camera shows the whole table at both ends, is nearer to a throw, and close to a falling tower."""
    timeline = lay_out(recording)
    fallen = timeline.falls
    (fact,) = recording.moments[1].tower_falls
    assert isinstance(fact, TowerFell)
    assert fallen[0].height == pytest.approx(9 * 16.0, abs=0.5)
    assert fallen[0].at == pytest.approx((455.0, 400.0), abs=1.0)
    reel = ShotList(recording, fps=10.0)
    shots = list(reel.shots())
    table_view = overview(recording.first_table, 16 / 9)
    assert shots[0].camera.distance == pytest.approx(table_view.distance, rel=0.01)
    begin, end = timeline.spans[0].begin, timeline.spans[0].end
    throw = [shot for shot in shots if begin + 1200 < shot.ms < end - 700]
    assert all(shot.camera.distance < 0.8 * table_view.distance for shot in throw)
    assert all(shot.camera.target[0] < 305.0 for shot in throw)
    falling = min(shots, key=lambda shot: abs(shot.ms - fallen[0].ms - 300))
    assert MIN_DISTANCE <= falling.camera.distance < 0.5 * table_view.distance
    assert math.dist(falling.camera.target[:2], (455.0, 400.0)) < 60.0
    moves = [math.dist(one.camera.target, two.camera.target) for one, two in itertools.pairwise(shots)]
    assert max(moves) < 120.0  # it glides


def test_a_film_is_heard_when_dice_land(recording: Recording) -> None:
    """A film's sound is as long as the film, silent before the first throw, and loud when the tower falls."""
    reel = ShotList(recording, fps=10.0)
    sound = reel.sound()
    assert len(sound) == round(reel.length * SAMPLE_RATE)
    released = lay_out(recording).spans[0].release_ms
    assert not sound[: round(reel.clock.film_at(released) * SAMPLE_RATE)].any()
    (fall,) = lay_out(recording).falls
    begin, end = (round(reel.clock.film_at(fall.ms + by) * SAMPLE_RATE) for by in (-100, 500))
    assert np.abs(sound[begin:end].astype(int)).max() > 3000
    assert np.array_equal(sound, ShotList(recording, fps=10.0).sound())
    assert not np.array_equal(sound, reel.sound(seed=1))


def test_a_slow_reel_is_longer(recording: Recording) -> None:
    """At half the speed a film has twice as many pictures."""
    usual, slow = ShotList(recording, fps=10.0), ShotList(recording, fps=10.0, speed=0.5)
    assert slow.count == pytest.approx(2 * usual.count, abs=1)


def test_a_film_is_drawn_by_the_renderer(recording: Recording, tmp_path: Path) -> None:
    """Pictures have the requested size, differ during a throw, and are not of one colour."""
    drawing = pytest.importorskip("riotsim.viewer.film.shots")
    reel = ShotList(recording.part(0, 1), fps=3.0)
    made = drawing.render_shots(recording.part(0, 1), reel, {}, 96, 64, "low")
    path = tmp_path / "film.mp4"
    found: list[Picture] = []
    with film_writer(path, "mp4", 96, 64, fps=3.0, sound=reel.sound()) as writer:
        for picture in made:
            found.append(picture)
            writer.add(picture)
    assert len(found) == reel.count
    assert all(picture.shape == (64, 96, 3) for picture in found)
    assert found[0].std() > 10.0
    assert any(np.abs(one.astype(int) - two).mean() > 1.0 for one, two in itertools.pairwise(found))
    with av.open(str(path)) as film:
        assert sum(1 for _ in film.decode(video=0)) == reel.count
