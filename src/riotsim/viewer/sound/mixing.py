"""The soundtrack of acts that follow each other: every impact at its time, from where on the table it was."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.impacts import Impact
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.sound.synthesis import RATE, impact_sound

Pcm: TypeAlias = npt.NDArray[np.int16]
"""Samples, a row for each with the left and the right one."""

WIDE: Final = 0.6
"""How far to the side the edges of the table are heard: 1 would be one ear alone."""

ROOM: Final = ((0.0067, 0.0083, 0.13), (0.0149, 0.0131, 0.09), (0.0237, 0.0271, 0.06))
"""What walls and ceiling give back: delays to the left and to the right (s), and gains."""

BLOCK: Final = 1 << 19
"""Samples that are worked on at a time: the sound of a long game has tens of millions."""

KNEE: Final = 0.6
"""What is louder than this share of the full scale is pressed, so that nothing ever reaches it."""


@dataclass(frozen=True, slots=True)
class SoundingAct:
    """An act, or a part of one, as it is heard."""

    begins: float
    """When its clock shows 0 (s)."""
    table: Table
    """What it is performed on, with the pieces that move."""
    impacts: Sequence[Impact]
    speed: float = 1.0
    """How many seconds of it pass in one."""


class Mix:
    """A stretch of sound that knocks are added to."""

    def __init__(self, seconds: float, *, seed: int = 0, rate: int = RATE) -> None:
        self._rate = rate
        self._seed = seed
        self._sound = np.zeros((max(0, round(seconds * rate)), 2), dtype=np.float32)

    def add(self, at: float, impact: Impact, table: Table) -> None:
        """Add an impact at a time (s); what is heard of it beyond the end is cut off."""
        begin = round(at * self._rate)
        if not 0 <= begin < len(self._sound):
            return
        sound = impact_sound(impact, table, self._seed, self._rate)[: len(self._sound) - begin]
        left, right = _ears(impact.at[0] / table.width)
        self._sound[begin : begin + len(sound), 0] += left * sound
        self._sound[begin : begin + len(sound), 1] += right * sound

    def samples(self, volume: float = 1.0) -> Pcm:
        """Give what there is, in a room, at a share of its full volume. Nothing is clipped, however much there is."""
        found = np.zeros(self._sound.shape, dtype=np.int16)
        for begin in range(0, len(found), BLOCK):
            end = min(begin + BLOCK, len(found))
            found[begin:end] = compress(self._in_room(begin, end) * np.float32(max(0.0, volume)))
        return found

    def _in_room(self, begin: int, end: int) -> npt.NDArray[np.float32]:
        """What is heard from one sample to another, with what the room gives back of earlier ones."""
        part = self._sound[begin:end].copy()
        for left, right, gain in ROOM:
            for ear, delay in ((0, left), (1, right)):
                shift = round(delay * self._rate)
                first = max(begin, shift)
                if first < end:
                    part[first - begin :, ear] += gain * self._sound[first - shift : end - shift, ear]
        return part


def soundtrack(
    acts: Iterable[SoundingAct], seconds: float, *, seed: int = 0, rate: int = RATE, volume: float = 1.0
) -> Pcm:
    """Give all that is heard of a sequence of acts in so many seconds: 16 bits, two channels."""
    mix = Mix(seconds, seed=seed, rate=rate)
    for act in acts:
        for impact in act.impacts:
            mix.add(act.begins + impact.tick / TICKS_PER_SECOND / act.speed, impact, act.table)
    return mix.samples(volume)


def compress(sound: npt.NDArray[np.float32]) -> Pcm:
    """Give samples as whole numbers, what is loud pressed softly below the full scale."""
    size = np.abs(sound)
    room = 1.0 - KNEE
    soft = np.where(size <= KNEE, size, KNEE + room * np.tanh((size - KNEE) / room) * 0.999)
    found: Pcm = np.round(np.copysign(soft, sound) * 32767.0).astype(np.int16)
    return found


def _ears(along: float) -> tuple[float, float]:
    """What the left and the right ear hear of a place, as a share of the table's width: equal power."""
    aside = (0.5 + WIDE * (min(max(along, 0.0), 1.0) - 0.5)) * math.pi / 2
    return math.cos(aside), math.sin(aside)
