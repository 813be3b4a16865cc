"""Soundtracks. Each impact is heard at its time, further left or right according to its place on the table."""

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.impacts import Impact
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.sound.synthesis import SAMPLE_RATE, impact_sound

Pcm: TypeAlias = npt.NDArray[np.int16]
"""Stereo sound: 16-bit samples of shape (n, 2), left and right."""

PAN_WIDTH: Final = 0.6
"""Shift of sounds at the table's left and right edges to one ear. 0 is the middle, 1 is one ear only."""

ECHOES: Final = ((0.0067, 0.0083, 0.13), (0.0149, 0.0131, 0.09), (0.0237, 0.0271, 0.06))
"""Echoes from walls and ceiling. Each has its delay to the left ear and to the right ear (s), and its gain."""

BLOCK_SAMPLES: Final = 1 << 19
"""Number of samples that are mixed at a time, to save memory. The sound of a long game has tens of millions."""

COMPRESSION_KNEE: Final = 0.6
"""Level above which sound is compressed to avoid clipping, as a fraction of full scale."""


class Mix:
    """A soundtrack of fixed length that grows by adding impacts."""

    def __init__(self, seconds: float, *, seed: int = 0, rate: int = SAMPLE_RATE) -> None:
        self._rate = rate
        self._seed = seed
        self._sound = np.zeros((max(0, round(seconds * rate)), 2), dtype=np.float32)

    def add(self, at: float, impact: Impact, table: Table) -> None:
        """Add the sound of an impact on a table, beginning at the time `at` of the mix (s).

        If `at` is outside the mix, do nothing. If the sound lasts beyond the end of the mix, cut it off there.
        """
        begin = round(at * self._rate)
        if not 0 <= begin < len(self._sound):
            return
        sound = impact_sound(impact, table, self._seed, self._rate)[: len(self._sound) - begin]
        left, right = _pan_gains(impact.at[0] / table.width)
        self._sound[begin : begin + len(sound), 0] += left * sound
        self._sound[begin : begin + len(sound), 1] += right * sound

    def add_act(
        self, impacts: Sequence[Impact], table: Table, *, begin: float = 0.0, tick: int = 0, speed: float = 1.0
    ) -> None:
        """Add the sounds of an act's impacts.

        Args:
            impacts: The impacts.
            table: The table of these impacts, with the pieces that move.
            begin: Time in the mix (s) of the act's tick `tick`.
            tick: Any tick of the act, such as the tick of its first impact.
            speed: Playback speed, as a multiple of real time.
        """
        for impact in impacts:
            self.add(begin + (impact.tick - tick) / TICKS_PER_SECOND / speed, impact, table)

    def samples(self, volume: float = 1.0) -> Pcm:
        """Return the mix with echoes, at a volume from 0 to 1. Loud passages are made quieter to avoid clipping."""
        found = np.zeros(self._sound.shape, dtype=np.int16)
        for begin in range(0, len(found), BLOCK_SAMPLES):
            end = min(begin + BLOCK_SAMPLES, len(found))
            found[begin:end] = compress(self._in_room(begin, end) * np.float32(max(0.0, volume)))
        return found

    def _in_room(self, begin: int, end: int) -> npt.NDArray[np.float32]:
        """Return the samples from the index `begin` up to `end`, with all echoes at that time."""
        part = self._sound[begin:end].copy()
        for left, right, gain in ECHOES:
            for ear, delay in ((0, left), (1, right)):
                shift = round(delay * self._rate)
                first = max(begin, shift)
                if first < end:
                    part[first - begin :, ear] += gain * self._sound[first - shift : end - shift, ear]
        return part


def compress(sound: npt.NDArray[np.float32]) -> Pcm:
    """Return samples as 16-bit integers. Loud samples are smoothly reduced, so that they stay below the full scale."""
    size = np.abs(sound)
    room = 1.0 - COMPRESSION_KNEE
    soft = np.where(
        size <= COMPRESSION_KNEE, size, COMPRESSION_KNEE + room * np.tanh((size - COMPRESSION_KNEE) / room) * 0.999
    )
    found: Pcm = np.round(np.copysign(soft, sound) * 32767.0).astype(np.int16)
    return found


def _pan_gains(along: float) -> tuple[float, float]:
    """Return the gains of the left and the right ear for a sound. Their total power is always the same.

    Args:
        along: Place of the sound: 0 at the left edge of the table, 1 at the right edge.
    """
    aside = (0.5 + PAN_WIDTH * (min(max(along, 0.0), 1.0) - 0.5)) * math.pi / 2
    return math.cos(aside), math.sin(aside)
