"""Which moving bodies of an act may have touched, and when. This is worked out from the act's frames alone."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies.size_and_mass import bounding_radius, model_height, model_radius
from riotsim.table.acts import Frame
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token

Near = npt.NDArray[np.bool_]
"""Whether something is true at each frame (shape: frames)."""


@dataclass(frozen=True, slots=True)
class Encounters:
    """The bodies that came near each other during an act, directly or through others."""

    groups: tuple[tuple[PieceId, ...], ...]
    """All moving bodies in groups.

    Two are in one group if they came near each other, or both near a third, at any time.
    """
    near: dict[PieceId, Near]
    """For each body, whether it was near any other body at each frame.

    It counts as near where a frame doesn't have it.
    """


def encounters(frames: Sequence[Frame], pieces: Mapping[PieceId, Piece]) -> Encounters:
    """Find which bodies came near each other.

    Two bodies are near if their bounding balls meet, each grown by its motion in a tick: between two frames they may
    have touched.
    """
    names = sorted({name for frame in frames for name in frame.poses})
    at = {name: _places(frames, name) for name in names}
    reach = {name: _reach(pieces[name]) + _step(at[name]) for name in names}
    near = {name: np.isnan(at[name][:, 0]) for name in names}
    leader = {name: name for name in names}
    for one, other in combinations(names, 2):
        with np.errstate(invalid="ignore"):  # who is not there is near to nobody
            met = ((at[one] - at[other]) ** 2).sum(axis=1) <= (reach[one] + reach[other]) ** 2
        if met.any():
            near[one] |= met
            near[other] |= met
            leader[_first(leader, other)] = _first(leader, one)
    groups: dict[PieceId, list[PieceId]] = {}
    for name in names:
        groups.setdefault(_first(leader, name), []).append(name)
    return Encounters(tuple(tuple(group) for group in groups.values()), near)


def _places(frames: Sequence[Frame], name: PieceId) -> npt.NDArray[np.float64]:
    """Return the place of a piece at each frame (frames × 3, mm); NaN where a frame doesn't have it."""
    nowhere = (math.nan,) * 3
    return np.array([frame.poses[name].at if name in frame.poses else nowhere for frame in frames])


def _step(at: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return a piece's motion from the frame before or to the next frame, whichever is larger (mm)."""
    steps = np.zeros(len(at) + 1)
    steps[1:-1] = np.nan_to_num(np.linalg.norm(np.diff(at, axis=0), axis=1))
    farther: npt.NDArray[np.float64] = np.maximum(steps[1:], steps[:-1])
    return farther


def _first(leader: dict[PieceId, PieceId], name: PieceId) -> PieceId:
    while leader[name] != name:
        leader[name] = name = leader[leader[name]]
    return name


def _reach(piece: Piece) -> float:
    match piece:
        case Die() | Token():
            return bounding_radius(piece)
        case Model():
            return math.hypot(model_radius(piece), model_height(piece))
    return math.inf
