"""The sound of one impact: a few decaying tones of both bodies, and noise. Harder impacts are louder and brighter.

Two bodies that hit each other stay in contact for a fraction of a millisecond. Tones with a frequency far above
1 / (contact time) are hardly excited. By Hertz's theory, the contact time is proportional to speed^(−1/5). So faster
impacts sound brighter.
"""

import math
import zlib
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.impacts import Impact
from riotsim.table.state import Table
from riotsim.viewer.sound.materials import SoundMaterial, material_of, size_of

Samples: TypeAlias = npt.NDArray[np.float32]

SAMPLE_RATE: Final = 48000
"""Number of samples in a second of sound."""

USUAL_IMPULSE: Final = 9000.0
"""Impulse of an impact with the loudness 1 (g·mm/s). A 16 mm die that falls from a hand onto felt has this impulse.

If a die hits wood with this impulse, the sound peaks at half the full scale.
"""

LOUDNESS_EXPONENT: Final = 0.7
"""Exponent of the loudness: the loudness is (impulse / `USUAL_IMPULSE`) to this power.

It is below 1, so that faint impacts stay audible. An impact with 1/100 of the usual impulse has 1/25 of the loudness.
"""

MAX_LOUDNESS: Final = 1.6
"""Largest loudness. An impact with `USUAL_IMPULSE` has the loudness 1."""

STRIKER_SHARE: Final = 0.45
"""Factor on the strength of the moving body's sound. The factor for the struck body is 1."""

PITCH_VARIATION, GAIN_VARIATION = 0.035, 0.25
"""Random variation of each tone's frequency and strength. It stands for the different edges of a die that may hit.

The frequency and the strength of each tone are multiplied by random factors. `PITCH_VARIATION` is the standard
deviation of the frequency's factor. `GAIN_VARIATION` is the standard deviation of the logarithm of the strength's
factor.
"""

VARIANTS: Final = 8
"""Number of different sounds for the same kind of impact. The seed and the impact select one of them.

The sounds are cached.
"""

CONTACT_STEP: Final = 0.12
"""Step for rounding the natural logarithm of the contact time.

In this way, similar impacts share a cached sound.
"""

AUDIBLE_DECAYS: Final = 6.0
"""Number of decay times after which a tone can no longer be heard."""

DIE_SIZE: Final = 16.0
"""Size of a die with the given tones of its material (mm)."""

PITCH_EXPONENT: Final = 0.7
"""Exponent for the pitch of dice. The frequencies of a die are multiplied by (`DIE_SIZE` / its size) to this power."""


def loudness(impact: Impact) -> float:
    """Return the loudness of an impact. It is 1 for the impulse `USUAL_IMPULSE`, and at most `MAX_LOUDNESS`."""
    return min(MAX_LOUDNESS, math.pow(max(impact.impulse, 0.0) / USUAL_IMPULSE, LOUDNESS_EXPONENT))


def impact_sound(impact: Impact, table: Table, seed: int = 0, rate: int = SAMPLE_RATE) -> Samples:
    """Return the sound of an impact on a table: samples of one channel, from −1 to 1.

    The first sample is the beginning of the impact. The same arguments give exactly the same samples.

    Args:
        impact: The impact.
        table: The table, with the pieces of the impact.
        seed: Together with the impact, it picks one of several variants of the sound.
        rate: Samples per second.
    """
    named = f"{impact.one.kind} {impact.one.piece} {impact.other.kind} {impact.other.piece} {impact.tick} {seed}"
    struck, came = material_of(impact.other, table), material_of(impact.one, table)
    contact = math.hypot(struck.contact, came.contact) * math.pow(max(impact.speed, 1.0) / 1000.0, -0.2)
    pressed = round(math.log(contact) / CONTACT_STEP)
    pitches = [(DIE_SIZE / size_of(hit.piece, table)) ** PITCH_EXPONENT for hit in (impact.other, impact.one)]
    sound = _contact_sound(struck, came, pitches[0], pitches[1], pressed, zlib.crc32(named.encode()) % VARIANTS, rate)
    return sound * np.float32(0.5 * struck.loudness * loudness(impact))


@lru_cache(maxsize=1024)
def _contact_sound(
    struck: SoundMaterial, came: SoundMaterial, pitch: float, own_pitch: float, pressed: int, variant: int, rate: int
) -> Samples:
    """Return the sound of two bodies that meet, with a peak of 1. It is cached.

    Args:
        struck: Material of the body that is hit.
        came: Material of the body that moved.
        pitch: Factor of the frequencies of the struck body.
        own_pitch: Factor of the frequencies of the body that moved.
        pressed: Natural logarithm of the contact time (s), divided by `CONTACT_STEP` and rounded.
        variant: Number of the variant of the sound, from 0.
        rate: Samples per second.
    """
    contact = math.exp(pressed * CONTACT_STEP)
    chance = np.random.default_rng(variant)
    parts = [
        _body_tones(struck, 1.0, pitch, contact, chance, rate),
        _body_tones(came, STRIKER_SHARE, own_pitch, contact, chance, rate),
    ]
    sound = np.zeros(max(len(part) for part in parts))
    for part in parts:
        sound[: len(part)] += part
    press = max(2, round(contact * rate))  # the sound swells during the contact
    sound[:press] *= np.sin(np.linspace(0.0, math.pi / 2, press)) ** 2
    found: Samples = (sound / np.abs(sound).max()).astype(np.float32)
    found.flags.writeable = False
    return found


def _body_tones(
    stuff: SoundMaterial, share: float, pitch: float, contact: float, chance: np.random.Generator, rate: int
) -> npt.NDArray[np.float64]:
    """Return the tones and the noise that an impact makes in one of its two bodies.

    Args:
        stuff: Material of the body.
        share: Factor on the strength of the body's sound.
        pitch: Factor on the frequencies of the body's sound.
        contact: Contact time (s).
        chance: Source of random numbers.
        rate: Samples per second.
    """
    tuning = 1.0 + PITCH_VARIATION * chance.standard_normal(len(stuff.partials))
    colour = np.exp(GAIN_VARIATION * chance.standard_normal(len(stuff.partials)))
    longest = max(stuff.rustle_decay, *(partial.decay for partial in stuff.partials))
    sound = np.zeros(round(AUDIBLE_DECAYS * longest * rate))
    for partial, tuned, coloured in zip(stuff.partials, tuning, colour, strict=True):
        hertz = partial.hertz * float(tuned) * pitch
        if hertz >= 0.45 * rate:
            continue
        time = np.arange(round(AUDIBLE_DECAYS * partial.decay * rate)) / rate
        heard = share * partial.gain * float(coloured) / (1.0 + (hertz * contact) ** 2)
        sound[: len(time)] += heard * np.exp(-time / partial.decay) * np.sin(2 * math.pi * hertz * time)
    rustle = _rustle(stuff, contact, chance, rate)
    sound[: len(rustle)] += share * rustle
    return sound


def _rustle(stuff: SoundMaterial, contact: float, chance: np.random.Generator, rate: int) -> npt.NDArray[np.float64]:
    """Return the noise that an impact makes in a material. It decays, and has the material's band of frequencies.

    Args:
        stuff: The material.
        contact: Contact time (s).
        chance: Source of random numbers.
        rate: Samples per second.
    """
    count = round(AUDIBLE_DECAYS * stuff.rustle_decay * rate)
    low, high = stuff.rustle
    whole = 1 << (count - 1).bit_length()
    hertz = np.fft.rfftfreq(whole, 1 / rate)
    band = 1.0 / (1.0 + (low / np.maximum(hertz, 1.0)) ** 4) / (1.0 + (hertz / high) ** 4)
    band /= 1.0 + (hertz * contact) ** 2
    noise = np.fft.irfft(np.fft.rfft(chance.standard_normal(whole)) * band, whole)[:count]
    faded: npt.NDArray[np.float64] = stuff.rustle_gain * noise * np.exp(-np.arange(count) / rate / stuff.rustle_decay)
    return faded
