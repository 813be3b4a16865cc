"""Energy during an act, worked out from its frames alone: how much the free bodies gain, if they do."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies import MODEL_MASS, model_height, model_radius
from riotsim.physics.materials import TOKEN
from riotsim.physics.solids import inertia, mass
from riotsim.physics.world import GRAVITY, TICK
from riotsim.table.acts import Frame
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Vector

Array = npt.NDArray[np.float64]

DIP: Final = 4
"""What lasts fewer ticks is no loss of energy. In a tick of several steps a body may fall and bounce: where it was at
the tick's ends tells less of its speed than it had. The next tick shows it."""


@dataclass(frozen=True, slots=True)
class Gain:
    """The most by which the energy of an act's free bodies rose, between any two of its ticks."""

    energy: float
    """g·mm²/s² (a thousand million of them are a joule)."""
    tick: int
    """When it had risen so far."""
    put_in: float
    """The most energy there was before (g·mm²/s²): movement, and height above the lowest place of each body."""
    mass: float
    """Of the bodies that moved (g)."""

    @property
    def ratio(self) -> float:
        """The gain as a share of what was put in."""
        return self.energy / self.put_in if self.put_in > 0.0 else 0.0

    @property
    def height(self) -> float:
        """How high the gain would lift all that moved (mm)."""
        return self.energy / (self.mass * GRAVITY) if self.mass > 0.0 else 0.0


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Energies of the same bodies over some intervals between frames."""

    names: tuple[PieceId, ...]
    kinetic: Array
    """(intervals, bodies)."""
    potential: Array
    first: int
    """The tick at the end of the first interval."""


def gain(frames: Sequence[Frame], pieces: Mapping[PieceId, Piece], held: frozenset[PieceId] = frozenset()) -> Gain:
    """Give the greatest rise of the bodies' energy during an act, from a frame of every tick.

    `held` are bodies that a hand moves: they are left out. A body counts from when it enters to when it leaves. The
    speed is that between two frames and the height that in the middle of them: so free fall keeps its energy exactly,
    as the engine integrates it, and what an impact leaves is seen in the tick after it.
    """
    totals, ticks = [0.0], [0]
    put_in = heaviest = 0.0
    last: dict[PieceId, float] = {}
    for stretch in _stretches(frames, pieces, held):
        energies = stretch.kinetic + stretch.potential
        if not stretch.names:
            last = {}
            continue
        heaviest = max(heaviest, sum(_mass(pieces[name]) for name in stretch.names))
        floor = stretch.potential.min(axis=0).sum()
        put_in = max(put_in, float((energies.sum(axis=1) - floor).max()))
        for k, row in enumerate(energies):
            now = dict(zip(stretch.names, row.tolist(), strict=True))
            totals.append(totals[-1] + sum(now[name] - last[name] for name in now if name in last))
            ticks.append(stretch.first + k)
            last = now
    rise, at = _greatest_rise(np.array(totals))
    return Gain(rise, ticks[at], put_in, heaviest)


def _greatest_rise(totals: Array) -> tuple[float, int]:
    """The most by which a total lies above an earlier level of it, and where; a dip shorter than `DIP` is no level."""
    if len(totals) <= DIP:
        return 0.0, 0
    levels = np.lib.stride_tricks.sliding_window_view(totals, DIP).max(axis=1)[:-1]
    rises = totals[DIP:] - np.minimum.accumulate(levels)
    at = int(rises.argmax())
    return max(0.0, float(rises[at])), at + DIP


def _stretches(
    frames: Sequence[Frame], pieces: Mapping[PieceId, Piece], held: frozenset[PieceId]
) -> Iterator[_Stretch]:
    """The frames in runs with the same bodies, and what two runs have in common between them."""
    runs = [list(run) for _, run in groupby(frames, key=lambda frame: frame.poses.keys())]
    for k, run in enumerate(runs):
        if len(run) > 1:
            yield _stretch(run, tuple(sorted(run[0].poses.keys() - held)), pieces)
        if k + 1 < len(runs):
            both = [run[-1], runs[k + 1][0]]
            yield _stretch(both, tuple(sorted(both[0].poses.keys() & both[1].poses.keys() - held)), pieces)


def _stretch(run: list[Frame], names: tuple[PieceId, ...], pieces: Mapping[PieceId, Piece]) -> _Stretch:
    at = np.array([[frame.poses[name].at for name in names] for frame in run]).reshape(len(run), len(names), 3)
    turn = np.array([[frame.poses[name].turn for name in names] for frame in run]).reshape(len(run), len(names), 4)
    masses = np.array([_mass(pieces[name]) for name in names])
    moments = np.array([_moments(pieces[name]) for name in names]).reshape(len(names), 3)
    velocity = np.diff(at, axis=0) / TICK
    spin = _spin(turn[:-1], turn[1:])
    kinetic = (masses * (velocity**2).sum(axis=2) + (moments * spin**2).sum(axis=2)) / 2
    potential = masses * GRAVITY * (at[:-1, :, 2] + at[1:, :, 2]) / 2
    return _Stretch(names, kinetic, potential, run[1].tick)


def _spin(before: Array, after: Array) -> Array:
    """The spin (rad/s) in the body's own frame that leads from one orientation to the next within a tick."""
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
            return MODEL_MASS
    return 0.0


def _moments(piece: Piece) -> Vector:
    """Moments of inertia about the body's own axes (g·mm²); of a model those of a box about it, as the engine's."""
    match piece:
        case Die():
            return inertia(piece.kind, piece.size)
        case Token():
            r, h = piece.diameter / 2, piece.thickness
            across = _mass(piece) * (3 * r * r + h * h) / 12
            return (across, across, _mass(piece) * r * r / 2)
        case Model():
            side, height = 2 * model_radius(piece), model_height(piece)
            across = MODEL_MASS * (side * side + height * height) / 12
            return (across, across, MODEL_MASS * side * side / 6)
    return (0.0, 0.0, 0.0)
