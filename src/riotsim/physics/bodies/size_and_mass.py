"""Sizes, masses and moments of inertia of pieces in the simulation."""

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

from riotsim.physics.engine.materials import DICE
from riotsim.table.dice.kinds import DieKind
from riotsim.table.geometry.solids import moments, rounded_moments
from riotsim.table.pieces import BASE_THICKNESS, MODEL_HEIGHT, Die, Hull, Model, Piece, Round, Token
from riotsim.table.poses import Vector
from riotsim.table.units import MODEL_MASS


@dataclass(frozen=True, slots=True)
class BodySettings:
    """Settings of the engine's rigid bodies. Neither the pieces on the table nor the rulebooks give these values."""

    figure_width_share: float = 0.55
    """Width of the column that represents a figure in the engine, as a fraction of the width of the figure's base.

    A wider column would overlap dice of the model's tower that are turned.
    """
    model_mass: float = MODEL_MASS
    """Mass of a 28 mm plastic figure with its base (g)."""
    token_damping: float = 0.8
    """Fraction of its spin that a token loses in a second.

    Without this loss, a token with a rigid rim would roll on a rigid table for ever.
    """
    token_rolling_lever: float = 0.05
    """Lever of a token's rolling friction (mm). A longer lever means more friction.

    We simulated 240 tokens. With every shorter lever that we tried, some tokens still rolled on their rims after 8
    seconds. With this lever, one token came to rest on its rim. With a lever four times as long, 8 tokens did.
    """
    activation_distance: float = 2.0
    """A piece is put into the engine when a moving body comes nearer than this (mm)."""
    tower_overlap: float = 0.001
    """Overlap of neighbouring dice of a tower when they enter the engine (mm).

    Dice that rest on each other in the engine overlap by about as much.
    """


BODY: Final = BodySettings()
"""The settings that the simulation uses for bodies."""


def bounding_radius(piece: Die | Token) -> float:
    """Return the radius of the smallest sphere around the centre of a die or token that contains the piece (mm)."""
    if isinstance(piece, Die):
        return piece.kind.circumradius * piece.size
    return math.hypot(piece.diameter, piece.thickness) / 2


def half_thickness(piece: Piece) -> float:
    """Return the distance from the centre of a die or token to its nearest face (mm); infinity for any other piece.

    Only some faces count: the numbered faces of a die, and the two flat faces of a token.
    """
    match piece:
        case Die(kind=kind, size=size):
            return size * _inradius(kind)
        case Token(thickness=thickness):
            return thickness / 2
    return math.inf


@cache
def _inradius(kind: DieKind) -> float:
    """Return the distance from the centre of a die to its nearest numbered face, for a die of size 1."""
    return min(
        max(sum(n * c for n, c in zip(face.normal, corner, strict=True)) for corner in kind.corners)
        for face in kind.faces
    )


def model_radius(model: Model) -> float:
    """Return the radius of the smallest circle that contains a model's base (mm)."""
    match model.base:
        case Round(diameter):
            return diameter / 2
        case Hull(length, width):
            return math.hypot(length, width) / 2


def model_height(model: Model) -> float:
    """Return the height that a model has in the engine, from the bottom of its base (mm).

    - A fallen model has the height of its base.
    - A standing model whose figure has `pieces` has the height of its base plus the height of the figure.
    - Any other standing model has the height `MODEL_HEIGHT`.
    """
    if model.fallen:
        return BASE_THICKNESS
    if model.figure is not None and model.figure.pieces:
        return BASE_THICKNESS + model.figure.height
    return MODEL_HEIGHT


def mass(kind: DieKind, size: float) -> float:
    """Return the mass (g) of a die whose size is `size` (mm). The hollows of engraved numbers are ignored."""
    return DICE.density * _volume_and_inertia(kind)[0] * size**3


def inertia(kind: DieKind, size: float) -> Vector:
    """Return a die's moments of inertia about the x, y and z axes of the die's own frame (g·mm²).

    Args:
        kind: The kind of the die.
        size: The size of the die (mm).
    """
    scale = DICE.density * size**5
    x, y, z = _volume_and_inertia(kind)[1]
    return (x * scale, y * scale, z * scale)


@cache
def _volume_and_inertia(kind: DieKind) -> tuple[float, Vector]:
    """Return the volume of a die of size 1 and density 1, and its moments of inertia about x, y and z."""
    if kind.rounding > 0.0:
        found = rounded_moments(kind.core, kind.normals, kind.rounding)
    else:
        found = moments(kind.corners, kind.normals)
    xx, yy, zz = (float(found.second[k, k]) for k in range(3))
    return found.volume, (yy + zz, xx + zz, xx + yy)
