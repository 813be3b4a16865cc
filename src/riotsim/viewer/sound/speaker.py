"""Sound that is played as things happen, by pyglet. Without a device all of it is silent, with one note."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from riotsim.table.impacts import Impact
from riotsim.table.state import Table
from riotsim.viewer.sound.knock import RATE
from riotsim.viewer.sound.track import TICKS, Mix

TAIL: Final = 0.4
"""What a batch of knocks needs beyond its last one (s)."""

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
        self._playing: list[Any] = []
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
        self._playing = [player for player in self._playing if player.source is not None]
        if len(self._playing) >= MOST:
            return
        first = min(impact.tick for impact in impacts)
        last = max(impact.tick for impact in impacts)
        self._seed += 1
        mix = Mix((last - first) / TICKS / speed + TAIL, seed=self._seed)
        for impact in impacts:
            mix.add((impact.tick - first) / TICKS / speed, impact, table)
        self._play(mix.samples(self._volume).tobytes())

    def close(self) -> None:
        """Be quiet."""
        for player in self._playing:
            player.pause()
            player.delete()
        self._playing = []

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

    def _play(self, samples: bytes) -> None:
        try:
            source = self._media.codecs.StaticMemorySource(samples, self._media.codecs.AudioFormat(2, 16, RATE))
            player = self._media.Player()
            player.queue(source)
            player.play()
        except Exception:  # a device may go away at any time
            self._give_up()
        else:
            self._playing.append(player)

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
