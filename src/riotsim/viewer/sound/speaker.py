"""Sounds of impacts in the window, played by pyglet. Without a sound device, nothing is played."""

import io
import math
import os
import time
import wave
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from riotsim.table.impacts import Impact
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.sound.mixing import Mix, Pcm
from riotsim.viewer.sound.synthesis import SAMPLE_RATE

TAIL_SECONDS: Final = 0.4
"""Duration of the sound of a batch of impacts after the last impact (s)."""

DEVICE_LATENCY: Final = 0.3
"""Longest expected delay until a sound device begins to play a sound (s)."""

MAX_VOICES: Final = 24
"""Greatest number of batches of impacts that sound at the same time. Further batches are not played."""

STDERR: Final = 2
"""File descriptor of the standard error output."""

NO_DEVICE: Final = "no sound: this machine has no device that plays any"


class Speaker:
    """A player of impact sounds. It catches errors of the sound device.

    The first sound, or an earlier call of `ready`, opens the sound device. That may take a second.
    """

    def __init__(
        self, note: Callable[[str], None] = lambda _: None, *, volume: float = 0.8, muted: bool = False
    ) -> None:
        """Create a speaker.

        Args:
            note: Function that is called once, with a message, if this machine can't play sound.
            volume: Volume from 0 to 1.
            muted: Whether to play nothing.
        """
        self._note = note
        self._volume = min(max(volume, 0.0), 1.0)
        self.muted = muted
        self._media: Any = None
        """pyglet's media module, or None until a device is open."""
        self._silent = False
        self._playing: list[tuple[float, Any]] = []
        """The sounds that are playing: the time when each ends (monotonic clock, s), and its pyglet player."""
        self._seed = 0

    @property
    def volume(self) -> float:
        """Volume from 0 to 1."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._volume = min(max(volume, 0.0), 1.0)

    @property
    def silent(self) -> bool:
        """True if this machine was found to have no working sound device."""
        return self._silent

    def play(self, impacts: Sequence[Impact], table: Table, *, speed: float = 1.0) -> None:
        """Play the sounds of a batch of impacts. If `MAX_VOICES` batches are playing already, do nothing.

        If the speaker is muted, has the volume 0 or has no device, do nothing either.

        Args:
            impacts: The impacts. The first impact is played at once. The others follow at the intervals of the act.
            table: The table, with the pieces of the impacts.
            speed: Playback speed, as a multiple of real time.
        """
        if not impacts or self.muted or self._volume == 0.0 or speed <= 0.0 or not self.ready():
            return
        self._tidy()
        if len(self._playing) >= MAX_VOICES:
            return
        first = min(impact.tick for impact in impacts)
        last = max(impact.tick for impact in impacts)
        self._seed += 1
        mix = Mix((last - first) / TICKS_PER_SECOND / speed + TAIL_SECONDS, seed=self._seed)
        mix.add_act(impacts, table, tick=first, speed=speed)
        self._play(mix.samples(self._volume))

    def close(self) -> None:
        """Stop all sound."""
        self._tidy(math.inf)

    def _tidy(self, now: float | None = None) -> None:
        """Release each pyglet player whose sound has ended.

        Args:
            now: The time (monotonic clock, s). None stands for the present time.
        """
        now = time.monotonic() if now is None else now
        over = [player for ends, player in self._playing if ends <= now]
        self._playing = [one for one in self._playing if one[0] > now]
        for player in over:
            with suppress(Exception):  # the device may be gone
                player.delete()

    def ready(self) -> bool:
        """Return whether there is a sound device. The first call opens it."""
        if self._media is None and not self._silent:
            try:
                self._media = _device()
            except Exception:  # drivers raise all kinds of errors: the game goes on without sound
                self._media = None
            if self._media is None:
                self._give_up()
        return self._media is not None

    def _play(self, samples: Pcm) -> None:
        try:
            source = self._media.load("knock.wav", file=_wave(samples), streaming=False)
            player = self._media.Player()
            self._playing.append((time.monotonic() + len(samples) / SAMPLE_RATE + DEVICE_LATENCY, player))
            player.queue(source)
            player.play()
        except Exception:  # a device may disappear at any time
            self._give_up()

    def _give_up(self) -> None:
        self._media, self._silent = None, True
        self.close()
        self._note(NO_DEVICE)


def _device() -> Any:
    """Return pyglet's media module, or None if pyglet has found no sound device."""
    with _silent_libraries():
        import pyglet.media

        media: Any = pyglet.media
        driver = media.get_audio_driver()
    return None if driver is None or type(driver).__name__ == "SilentDriver" else media


@contextmanager
def _silent_libraries() -> Iterator[None]:
    """Discard the output of C libraries to stderr within the `with` block.

    ALSA and OpenAL write a message for each device that they don't find.
    """
    try:
        stderr = os.dup(STDERR)
    except OSError:  # it is closed, as under some launchers
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STDERR)
        os.close(nowhere)
        yield
    finally:
        os.dup2(stderr, STDERR)
        os.close(stderr)


def _wave(samples: Pcm) -> io.BytesIO:
    """Return samples as a WAV file, because pyglet has no public way to take raw samples."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(SAMPLE_RATE)
        out.writeframes(samples.tobytes())
    file.seek(0)
    return file
