"""Sounds of impacts, their mix and their playback."""

import itertools
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from riotsim.simulation import frames
from riotsim.table.acts import Roll
from riotsim.table.impacts import TABLE, TRAY, WALL, Collider, Impact
from riotsim.table.pieces import Die
from riotsim.table.state import FELT, Surface, Table, Tray
from riotsim.testing.tables import STEADY_HAND
from riotsim.viewer.sound.materials import FELT as FELT_SOUND
from riotsim.viewer.sound.materials import FOAM, WOOD, surface_material
from riotsim.viewer.sound.mixing import Mix, Pcm, compress
from riotsim.viewer.sound.speaker import MAX_VOICES, NO_DEVICE, Speaker
from riotsim.viewer.sound.synthesis import SAMPLE_RATE, Samples, impact_sound

WOODEN = Surface("wood", friction=0.7, restitution=0.94)

ON_FELT, ON_WOOD = (
    Table(610.0, 610.0).with_pieces(Die("a"), Die("b")),
    Table(610.0, 610.0, WOODEN).with_pieces(Die("a"), Die("b")),
)


def hits(other: Collider = TABLE, speed: float = 1400.0, tick: int = 10, x: float = 305.0) -> Impact:
    """Return the impact of a 16 mm die at a speed (mm/s)."""
    return Impact(tick, Collider("die", "a"), other, (x, 305.0, 0.0), speed, 4.8 * 1.5 * speed)


def soundtrack(
    table: Table,
    impacts: Sequence[Impact],
    seconds: float,
    *,
    begin: float = 0.0,
    speed: float = 1.0,
    volume: float = 1.0,
) -> Pcm:
    """Return the sound of an act."""
    mix = Mix(seconds)
    mix.add_act(impacts, table, begin=begin, speed=speed)
    return mix.samples(volume)


def energy(sound: Samples | Pcm) -> float:
    """Return the sum of a sound's squares."""
    return float((sound.astype(np.float64) ** 2).sum())


def centroid(sound: Samples) -> float:
    """Return the middle of a sound's spectrum, weighted by power (Hz)."""
    power = np.abs(np.fft.rfft(sound)) ** 2
    return float((power * np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)).sum() / power.sum())


@pytest.mark.parametrize("other", [TABLE, WALL, Collider("die", "b"), Collider("terrain", "w"), Collider("model", "m")])
def test_what_hits_harder_is_louder(other: Collider) -> None:
    """Each speed from 60 mm/s to 3 m/s gives more energy, and a higher peak, than the one before."""
    sounds = [impact_sound(hits(other, speed), ON_FELT) for speed in (60.0, 150.0, 400.0, 1000.0, 1800.0)]
    loud = [energy(sound) for sound in sounds]
    peaks = [float(np.abs(sound).max()) for sound in sounds]
    assert loud == sorted(loud)
    assert peaks == sorted(peaks)
    assert loud[-1] > 30 * loud[0]


def test_what_hits_harder_is_brighter() -> None:
    """A faster impact has a brighter sound: the middle of its spectrum is higher."""
    slow, fast = (
        np.mean([centroid(impact_sound(hits(speed=speed), ON_FELT, seed)) for seed in range(8)])
        for speed in (80.0, 2500.0)
    )
    assert fast > 1.1 * slow


def test_materials_sound_apart() -> None:
    """Each of these impacts sounds at least a third brighter than the next: die on die, on wood, on felt, on a mat."""
    mat = Table(610.0, 610.0, Surface("neoprene", friction=1.2, restitution=0.45)).with_pieces(Die("a"))
    places = [(Collider("die", "b"), ON_FELT), (TABLE, ON_WOOD), (TABLE, ON_FELT), (TABLE, mat)]
    middles = [np.mean([centroid(impact_sound(hits(one), table, seed)) for seed in range(8)]) for one, table in places]
    for brighter, duller in itertools.pairwise(middles):
        assert brighter > 4 / 3 * duller, middles


def test_small_dice_sound_higher() -> None:
    """Smaller dice have a higher pitch: 10 mm against 24 mm."""
    small, large = (
        np.mean([centroid(impact_sound(hits(Collider("die", "b")), table, seed)) for seed in range(8)])
        for table in (
            Table(610.0, 610.0).with_pieces(Die("a", size=size), Die("b", size=size)) for size in (10.0, 24.0)
        )
    )
    assert small > 1.1 * large


def test_the_same_knock_sounds_alike_and_no_two_do() -> None:
    """The same impact and seed give the same sound. Another seed or time mostly gives a slightly different sound."""
    one = impact_sound(hits(), ON_FELT, 3)
    assert np.array_equal(one, impact_sound(hits(), ON_FELT, 3))
    others = [
        impact_sound(hits(tick=tick), ON_FELT, seed) for tick, seed in ((11, 3), (12, 3), (10, 4), (10, 5), (10, 6))
    ]
    assert sum(np.array_equal(one, other) for other in others) <= 1
    assert all(abs(centroid(other) - centroid(one)) < 0.5 * centroid(one) for other in others)


def test_nothing_is_heard_where_nothing_hits() -> None:
    """A track without impacts is silent. A track with an impact is silent before the impact and long after it."""
    assert not soundtrack(ON_FELT, [], 1.0).any()
    track = soundtrack(ON_FELT, [hits(tick=120)], 3.0, begin=0.5)
    assert track.shape == (3 * SAMPLE_RATE, 2)
    assert track.dtype == np.int16
    assert not track[: SAMPLE_RATE - 1].any()
    assert np.abs(track[SAMPLE_RATE : SAMPLE_RATE + 2400]).max() > 1000
    assert not track[2 * SAMPLE_RATE :].any()


def test_nothing_is_clipped() -> None:
    """A hundred dice that hit at once stay below the full scale, and no sample is cut off flat."""
    crowd = [replace(hits(speed=3000.0), one=Collider("die", f"d{k}")) for k in range(100)]
    track = soundtrack(ON_WOOD, crowd, 1.0)
    assert np.abs(track.astype(int)).max() < 32767
    assert compress(np.array([[9.0], [-9.0]], dtype=np.float32)).ravel().tolist() == [32754, -32754]


def test_long_tracks_have_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A track that is mixed in short blocks equals one that is mixed at once."""
    knocks = [hits(x=100.0 * k, tick=48 * k) for k in range(6)]
    whole = soundtrack(ON_WOOD, knocks, 1.5)
    monkeypatch.setattr("riotsim.viewer.sound.mixing.BLOCK_SAMPLES", 997)
    assert np.array_equal(soundtrack(ON_WOOD, knocks, 1.5), whole)


def test_where_it_is_is_heard() -> None:
    """An impact at one side is louder in this side's channel. An impact in the middle is equally loud in both."""
    left, middle, right = (
        [energy(soundtrack(ON_FELT, [hits(x=x)], 1.0)[2000:2240, ear]) for ear in (0, 1)] for x in (20.0, 305.0, 590.0)
    )
    assert left[0] > 2 * left[1]
    assert right[1] > 2 * right[0]
    assert middle[0] == pytest.approx(middle[1], rel=0.01)


def test_volume_and_speed() -> None:
    """Half the volume halves the samples. At twice the speed an act takes half the time."""
    loud, soft = (soundtrack(ON_FELT, [hits(speed=300.0)], 1.0, volume=volume) for volume in (1.0, 0.5))
    assert np.abs(loud.astype(int) - 2 * soft.astype(int)).max() <= 2
    assert not soundtrack(ON_FELT, [hits()], 1.0, volume=0.0).any()
    usual, fast = (np.argmax(soundtrack(ON_FELT, [hits(tick=240)], 2.0, speed=speed)[:, 0] != 0) for speed in (1, 2))
    assert usual / SAMPLE_RATE == pytest.approx(1.0, abs=0.001)
    assert fast / SAMPLE_RATE == pytest.approx(0.5, abs=0.001)


def test_what_is_cut_off_at_the_end_and_before_the_beginning() -> None:
    """A mix contains an impact just before its end. An impact after the end or before 0 is left out."""
    mix = Mix(0.5)
    mix.add(0.4999, hits(), ON_FELT)
    assert mix.samples().any()
    beyond = Mix(0.5)
    beyond.add(0.6, hits(), ON_FELT)
    beyond.add(-0.1, hits(), ON_FELT)
    assert not beyond.samples().any()


def test_a_throw_is_heard_as_it_happens() -> None:
    """The track of a real throw is silent until the dice land, and loudest about then."""
    table = Table(610.0, 610.0)
    act = Roll(tuple(Die(f"r{k}") for k in range(3)), (305.0, 305.0), 0.3, STEADY_HAND)
    impacts = [impact for frame in frames(table, act, 1, listen=True) for impact in frame.impacts]
    track = soundtrack(table.with_pieces(*act.dice), impacts, 3.0)
    assert not track[: round(impacts[0].tick / 240 * SAMPLE_RATE)].any()
    lands = next(impact.tick for impact in impacts if impact.other == TABLE) / 240
    assert 0.1 < lands < 0.2
    loudest = np.abs(track).max(axis=1).argmax() / SAMPLE_RATE
    assert lands <= loudest < lands + 0.15


def test_surfaces_of_other_names_sound_by_how_things_bounce() -> None:
    """The sound of a surface with an unknown name depends on its restitution. A tray sounds by its own surface."""
    assert [surface_material(Surface("x", 0.5, bounce)) for bounce in (0.95, 0.72, 0.4)] == [WOOD, FELT_SOUND, FOAM]
    tray = Table(610.0, 610.0, WOODEN, tray=Tray(200.0, 200.0, 40.0, (700.0, 0.0), FELT)).with_pieces(Die("a"))
    assert centroid(impact_sound(hits(TRAY), tray)) < 0.8 * centroid(impact_sound(hits(TABLE), tray))


def test_a_machine_without_a_device_is_silent_with_one_note() -> None:
    """If there is no sound device, playing raises no error and gives one notice. A separate process is needed, because
    pyglet looks for devices only once.
    """
    code = """
import pyglet
pyglet.options["headless"] = True
pyglet.options["audio"] = ("silent",)
from riotsim.table.impacts import TABLE, Collider, Impact
from riotsim.table.state import Table
from riotsim.viewer.sound.speaker import Speaker
notes = []
speaker = Speaker(notes.append)
speaker.muted = True
speaker.play([Impact(3, Collider("die", "a"), TABLE, (1.0, 1.0, 0.0), 900.0, 5000.0)], Table(610.0, 610.0))
assert notes == [], notes
speaker.muted = False
for _ in range(3):
    speaker.play([Impact(3, Collider("die", "a"), TABLE, (1.0, 1.0, 0.0), 900.0, 5000.0)], Table(610.0, 610.0))
speaker.close()
print(speaker.silent, notes)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"True {[NO_DEVICE]}\n"
    assert done.stderr == ""


def test_what_libraries_write_about_missing_devices_is_not_shown() -> None:
    """If a C library reports missing sound devices on stderr, this text is hidden. Only our own notice is shown."""
    code = """
import os, sys, types
import pyglet
pyglet.options["headless"] = True
pyglet.media = sys.modules["pyglet.media"] = types.ModuleType("pyglet.media")
pyglet.media.get_audio_driver = lambda: os.write(2, b"ALSA lib: cannot find card '0'") and None
from riotsim.viewer.sound.speaker import Speaker
notes = []
print(Speaker(notes.append).ready(), notes)
print("still heard", file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"False {[NO_DEVICE]}\n"
    assert done.stderr == "still heard\n"


def test_a_volume_stays_within_its_bounds() -> None:
    """The volume is clamped to 0 to 1."""
    speaker = Speaker(volume=3.0)
    assert speaker.volume == 1.0
    speaker.volume = -1.0
    assert speaker.volume == 0.0


def test_sound_costs_nothing_at_the_start() -> None:
    """Importing the modules of sound loads neither pyglet nor scipy."""
    code = """
import sys
import riotsim.viewer.sound.mixing, riotsim.viewer.sound.speaker
print([name for name in ("pyglet", "scipy", "av") if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_knocks_are_played_by_pyglet() -> None:
    """The speaker plays each batch of impacts by a player of pyglet. At most `MAX_VOICES` of them play at a time."""
    code = """
import pyglet
pyglet.options["headless"] = True
pyglet.options["audio"] = ("silent",)
import pyglet.media
from riotsim.table.impacts import TABLE, Collider, Impact
from riotsim.table.state import Table
from riotsim.viewer.sound import speaker
speaker._device = lambda: pyglet.media
notes = []
one = speaker.Speaker(notes.append)
for tick in range(30):
    one.play([Impact(tick, Collider("die", "a"), TABLE, (1.0, 1.0, 0.0), 900.0, 5000.0)], Table(610.0, 610.0))
print(one.ready(), one.silent, len(one._playing), one._playing[0][1].source.audio_format.sample_rate, notes)
one.close()
print(len(one._playing))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"True False {MAX_VOICES} {SAMPLE_RATE} []\n0\n"


def test_a_device_that_disappears_leaves_no_player_behind() -> None:
    """If the device fails while impacts play, all of pyglet's players are deleted, and one note is given."""
    deleted: list[object] = []

    class Player:
        """A player of which the second one fails to play."""

        made = 0

        def __init__(self) -> None:
            Player.made += 1
            self.fails = Player.made == 2

        def queue(self, source: object) -> None:
            """Do nothing."""

        def play(self) -> None:
            """Fail if the device is gone."""
            if self.fails:
                raise OSError("the device is gone")

        def delete(self) -> None:
            """Note that it was deleted."""
            deleted.append(self)

    notes: list[str] = []
    speaker = Speaker(notes.append)
    speaker._media = SimpleNamespace(load=lambda *_args, **_options: None, Player=Player)
    for _ in range(3):
        speaker.play([hits()], ON_FELT)
    assert len(deleted) == Player.made == 2
    assert speaker.silent
    assert notes == [NO_DEVICE]
