"""Sound that is played as things happen, by pyglet. Without a device all of it is silent, with one note."""

import io
import math
import time
import wave
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from riotsim.table.impacts import Impact
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.sound.mixing import Mix, Pcm
from riotsim.viewer.sound.synthesis import RATE

TAIL: Final = 0.4
"""What a batch of knocks needs beyond its last one (s)."""

LATE: Final = 0.3
"""A device may play something so much later (s)."""

MOST: Final = 24
"""So many batches sound at a time at the most; what comes then goes unheard, and nobody misses it."""

NO_DEVICE: Final = "no sound: this machine has no device that plays any"


class Speaker:
    """Plays knocks; never raises an error.

    The device is opened by `ready`, or else by the first knock: that may take a second.
    """

    def __init__(
        self, note: Callable[[str], None] = lambda _: None, *, volume: float = 0.8, muted: bool = False
    ) -> None:
        """`note` is told once if nothing can be heard on this machine."""
        self._note = note
        self._volume = min(max(volume, 0.0), 1.0)
        self.muted = muted
        self._media: Any = None
        """pyglet's module, once it is there and has a device."""
        self._silent = False
        self._playing: list[tuple[float, Any]] = []
        """Players, each with when it is over (s of the monotonic clock): the event that says so needs pyglet's loop."""
        self._seed = 0

    @property
    def volume(self) -> float:
        """From 0 to 1."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._volume = min(max(volume, 0.0), 1.0)

    @property
    def silent(self) -> bool:
        """Whether this machine was found to have no device."""
        return self._silent

    def hear(self, impacts: Sequence[Impact], table: Table, *, speed: float = 1.0) -> None:
        """Play impacts, the first of them now and each other as much later as it happened, at the speed of the act."""
        if not impacts or self.muted or self._volume == 0.0 or speed <= 0.0 or not self.ready():
            return
        self._tidy()
        if len(self._playing) >= MOST:
            return
        first = min(impact.tick for impact in impacts)
        last = max(impact.tick for impact in impacts)
        self._seed += 1
        mix = Mix((last - first) / TICKS_PER_SECOND / speed + TAIL, seed=self._seed)
        for impact in impacts:
            mix.add((impact.tick - first) / TICKS_PER_SECOND / speed, impact, table)
        self._play(mix.samples(self._volume))

    def close(self) -> None:
        """Be quiet."""
        self._tidy(math.inf)

    def _tidy(self, now: float | None = None) -> None:
        """Be done with what is over."""
        now = time.monotonic() if now is None else now
        over = [player for ends, player in self._playing if ends <= now]
        self._playing = [one for one in self._playing if one[0] > now]
        for player in over:
            with suppress(Exception):  # the device may be gone
                player.delete()

    def ready(self) -> bool:
        """Open the device, and tell whether there is one; found out once."""
        if self._media is None and not self._silent:
            try:
                self._media = _device()
            except Exception:  # whatever a driver or its library may raise: a game goes on without sound
                self._media = None
            if self._media is None:
                self._give_up()
        return self._media is not None

    def _play(self, samples: Pcm) -> None:
        try:
            source = self._media.load("knock.wav", file=_wave(samples), streaming=False)
            player = self._media.Player()
            player.queue(source)
            player.play()
        except Exception:  # a device may go away at any time
            self._give_up()
        else:
            self._playing.append((time.monotonic() + len(samples) / RATE + LATE, player))

    def _give_up(self) -> None:
        self._media, self._silent = None, True
        self._playing = []
        self._note(NO_DEVICE)


def _device() -> Any:
    """Pyglet's module for sound; None if it has found no device."""
    import pyglet.media

    media: Any = pyglet.media
    driver = media.get_audio_driver()
    return None if driver is None or type(driver).__name__ == "SilentDriver" else media


def _wave(samples: Pcm) -> io.BytesIO:
    """Samples as a file that pyglet reads by itself: it has no public way to take them as they are."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
    file.seek(0)
    return file
