"""Sizes of pieces as the simulation sees them."""

import math
from functools import cache
from typing import Final

from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import BASE_THICKNESS, MODEL_HEIGHT, Die, Hull, Model, Piece, Round, Token

GIRTH: Final = 0.55
"""Width of a figure as a share of its base. With more, turned dice of its tower would overlap it."""


def reach_of(piece: Die | Token) -> float:
    """Return the radius of a ball about a die or token (mm)."""
    if isinstance(piece, Die):
        return piece.kind.reach * piece.size
    return math.hypot(piece.diameter, piece.thickness) / 2


def half_thickness(piece: Piece) -> float:
    """Return the distance from a piece's centre to its nearest face (mm); infinite for models and terrain."""
    match piece:
        case Die(kind=kind, size=size):
            return size * _inner_radius(kind)
        case Token(thickness=thickness):
            return thickness / 2
    return math.inf


@cache
def _inner_radius(kind: DieKind) -> float:
    """Return the distance from the centre of a die of size 1 to its nearest face."""
    return min(
        max(sum(n * c for n, c in zip(face.normal, corner, strict=True)) for corner in kind.corners)
        for face in kind.faces
    )


def model_radius(model: Model) -> float:
    """Return the radius of a circle about a model's base (mm)."""
    match model.base:
        case Round(diameter):
            return diameter / 2
        case Hull(length, width):
            return math.hypot(length, width) / 2


def model_height(model: Model) -> float:
    """Return the height of a model (mm). A fallen one is its base and no more."""
    if model.fallen:
        return BASE_THICKNESS
    if model.figure is not None and model.figure.pieces:
        return BASE_THICKNESS + model.figure.height
    return MODEL_HEIGHT
