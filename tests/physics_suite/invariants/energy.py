"""Energy during an act: how much the free bodies gain, if they do. It is worked out from the act's frames alone."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies.size_and_mass import BODY, inertia, mass, model_height, model_radius
from riotsim.physics.engine.materials import TOKEN
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.table.acts import Frame
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Vector

Array = npt.NDArray[np.float64]

DIP: Final = 4
"""If a loss of energy lasts for fewer ticks than this, it doesn't count.

In a tick of several steps a body may fall and bounce. Its places at the tick's ends then show less speed than it had,
and the next tick shows the speed.
"""


@dataclass(frozen=True, slots=True)
class Gain:
    """The most by which the energy of some bodies of an act rose, between any two of its ticks."""

    energy: float
    """Energy gained (g·mm²/s²; 10⁹ of them are a joule)."""
    tick: int
    """Tick at which the energy had risen by that much."""
    put_in: float
    """Most energy that the bodies had (g·mm²/s²): of motion, and of height above each body's lowest place."""
    mass: float
    """Mass of the bodies that moved (g)."""

    @property
    def ratio(self) -> float:
        """The gain as a share of what was put in."""
        return self.energy / self.put_in if self.put_in > 0.0 else 0.0

    @property
    def height(self) -> float:
        """Height to which the gain would lift all bodies that moved (mm)."""
        return self.energy / (self.mass * GRAVITY) if self.mass > 0.0 else 0.0


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Energies of the same bodies over some intervals between frames."""

    names: tuple[PieceId, ...]
    kinetic: Array
    """Kinetic energies (intervals × bodies, g·mm²/s²)."""
    potential: Array
    first: int
    """The tick at the end of the first interval."""


@dataclass(frozen=True, slots=True)
class Track:
    """The energy of one body over an act (g·mm²/s²), above its energy at rest in its lowest place.

    Before the body enters, it counts with its energy at entry; after it leaves, with its last energy. So what a body
    takes along is no loss.
    """

    energy: Array
    """Energy at the end of each tick but the first."""
    mass: float
    """Mass (g)."""


def gain(frames: Sequence[Frame], pieces: Mapping[PieceId, Piece], held: frozenset[PieceId] = frozenset()) -> Gain:
    """Return the greatest rise of the energy of all bodies during an act, from a frame of every tick.

    The bodies in `held`, which a hand moves, are left out.
    """
    return rise(list(tracks(frames, pieces, held).values()))


def rise(bodies: Sequence[Track]) -> Gain:
    """Return the greatest rise of the energy that some bodies have together."""
    if not bodies:
        return Gain(0.0, 0, 0.0, 0.0)
    total = sum((body.energy for body in bodies), np.zeros(1))
    energy, at = _greatest_rise(total)
    return Gain(energy, at, float(total.max()), sum(body.mass for body in bodies))


def rise_within(body: Track, apart: npt.NDArray[np.bool_]) -> Gain:
    """Return the greatest rise of a body's energy within any stretch of ticks that are all `apart`."""
    most = Gain(0.0, 0, 0.0, body.mass)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], apart, [False])).astype(np.int8)))
    for begin, end in edges.reshape(-1, 2).tolist():
        energy, at = _greatest_rise(body.energy[begin:end])
        if energy > most.energy:
            most = Gain(energy, begin + at, float(body.energy.max()), body.mass)
    return most


def excess(body: Track, group: Sequence[Track]) -> Gain:
    """Return by how much a body's energy exceeded the most that its group, itself included, had ever had before."""
    total = sum((one.energy for one in group), np.zeros(1))
    if len(total) <= DIP:
        return Gain(0.0, 0, float(total.max()), body.mass)
    beyond = body.energy[DIP:] - np.maximum.accumulate(total)[:-DIP]
    at = int(beyond.argmax())
    return Gain(max(0.0, float(beyond[at])), at + DIP, float(total.max()), body.mass)


def tracks(
    frames: Sequence[Frame], pieces: Mapping[PieceId, Piece], held: frozenset[PieceId] = frozenset()
) -> dict[PieceId, Track]:
    """Return the energies of all bodies that moved but those a hand `held`, from a frame of every tick.

    The speed is that between two frames, and the height is that in the middle of them. So free fall keeps its energy
    exactly, as the engine integrates it. What an impact leaves is seen in the tick after it.
    """
    found: dict[PieceId, list[Array]] = {}
    first: dict[PieceId, int] = {}
    places = {frame.tick: place for place, frame in enumerate(frames)}
    for stretch in _stretches(frames, pieces, held):
        for k, name in enumerate(stretch.names):
            first.setdefault(name, places[stretch.first] - 1)
            found.setdefault(name, []).append(np.array([stretch.kinetic[:, k], stretch.potential[:, k]]))
    whole = {}
    for name, parts in sorted(found.items()):
        kinetic, potential = np.concatenate(parts, axis=1)
        energy = kinetic + potential - potential.min()
        after = len(frames) - 1 - first[name] - len(energy)
        whole[name] = Track(np.pad(energy, (first[name], after), mode="edge"), _mass(pieces[name]))
    return whole


def _greatest_rise(totals: Array) -> tuple[float, int]:
    """Return the greatest rise of a total above an earlier level, and its place.

    A dip shorter than `DIP` is no level.
    """
    if len(totals) <= DIP:
        return 0.0, 0
    levels = np.lib.stride_tricks.sliding_window_view(totals, DIP).max(axis=1)[:-1]
    rises = totals[DIP:] - np.minimum.accumulate(levels)
    at = int(rises.argmax())
    return max(0.0, float(rises[at])), at + DIP


def _stretches(
    frames: Sequence[Frame], pieces: Mapping[PieceId, Piece], held: frozenset[PieceId]
) -> Iterator[_Stretch]:
    """Yield the energies in each run of frames with the same bodies, and of the common bodies between two runs."""
    runs = [list(run) for _, run in groupby(frames, key=lambda frame: frame.poses.keys())]
    for k, run in enumerate(runs):
        if len(run) > 1:
            yield _stretch(run, tuple(sorted(run[0].poses.keys() - held)), pieces)
        if k + 1 < len(runs):
            both = [run[-1], runs[k + 1][0]]
            yield _stretch(both, tuple(sorted(both[0].poses.keys() & both[1].poses.keys() - held)), pieces)


def _stretch(run: list[Frame], names: tuple[PieceId, ...], pieces: Mapping[PieceId, Piece]) -> _Stretch:
    at = np.array([[frame.poses[name].at for name in names] for frame in run]).reshape(len(run), len(names), 3)
    turn = np.array([[frame.poses[name].orientation for name in names] for frame in run]).reshape(
        len(run), len(names), 4
    )
    masses = np.array([_mass(pieces[name]) for name in names])
    moments = np.array([_moments(pieces[name]) for name in names]).reshape(len(names), 3)
    velocity = np.diff(at, axis=0) / TICK
    spin = _spin(turn[:-1], turn[1:])
    kinetic = (masses * (velocity**2).sum(axis=2) + (moments * spin**2).sum(axis=2)) / 2
    potential = masses * GRAVITY * (at[:-1, :, 2] + at[1:, :, 2]) / 2
    return _Stretch(names, kinetic, potential, run[1].tick)


def _spin(before: Array, after: Array) -> Array:
    """Return the spin (rad/s), in the body's own frame, that leads from one orientation to the next within a tick."""
    v, w = before[..., :3], before[..., 3:]
    u, s = after[..., :3], after[..., 3:]
    part = w * u - s * v - np.cross(v, u)  # of the inverse of `before` times `after`
    real = w * s + (v * u).sum(axis=-1, keepdims=True)
    part = np.where(real < 0.0, -part, part)
    length = np.linalg.norm(part, axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(length, np.abs(real))
    turned: Array = np.where(length > 0.0, part / np.where(length > 0.0, length, 1.0), 0.0) * angle / TICK
    return turned


def _mass(piece: Piece) -> float:
    match piece:
        case Die():
            return mass(piece.kind, piece.size)
        case Token():
            return TOKEN.density * math.pi / 4 * piece.diameter**2 * piece.thickness
        case Model():
            return BODY.model_mass
    return 0.0


def _moments(piece: Piece) -> Vector:
    """Return the moments of inertia about the body's own axes (g·mm²).

    A model has those of a box around it, as in the engine.
    """
    match piece:
        case Die():
            return inertia(piece.kind, piece.size)
        case Token():
            r, h = piece.diameter / 2, piece.thickness
            across = _mass(piece) * (3 * r * r + h * h) / 12
            return (across, across, _mass(piece) * r * r / 2)
        case Model():
            side, height = 2 * model_radius(piece), model_height(piece)
            across = BODY.model_mass * (side * side + height * height) / 12
            return (across, across, BODY.model_mass * side * side / 6)
    return (0.0, 0.0, 0.0)
