"""Requests that leave a person nothing to decide, and their answers. The host gives these answers by itself."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, PickWay, PlaceDie, Request, SetPace, Step
from riotsim.table.poses import Point, distance

LEAST_LENGTH = 0.5
"""A move that is shorter than this counts as no move (mm)."""


def only_answer(request: Request[Any], offers: Callable[[], Sequence[Offer]] = tuple) -> object | None:
    """Return the only sensible answer to a request. Return None if a person has to decide or to act.

    There is only one sensible answer in these cases:

    - The request has a single option.
    - The first die of a tower is to be put down.
    - The pace of a model is to be chosen, and the model has no tower or hardly moves.
    - The next of several dice is to be chosen, no die moves a model, and all dice have the same effect.

    Args:
        request: The request.
        offers: Function that returns the game's offers for the request. It is called only if needed.
    """
    match request:
        case SetPace():
            nothing = not request.tower_height or request.length < LEAST_LENGTH
            return request.paces[0] if nothing else None
        case PlaceDie(height=0):
            return (0.0, 0.0)
        case PickWay(ways=(way,), full_distance_only=True, may_discard=False):
            return Step(way.die)
        case PickWay(full_distance_only=True, may_discard=False) if _all_stay(offered := offers()):
            return offered[0].answer
        case Choose() if len(request.options) == 1:
            only: object = request.options[0]
            return only
        case PickPiece() if len(request.pieces) == 1:
            return request.pieces[0]
    return None


def _all_stay(offers: Sequence[Offer]) -> bool:
    """Return whether both are true: all offers have the same effect, and no offer moves a model."""
    effects = {(offer.text.partition(": ")[2], offer.touches) for offer in offers}
    return len(effects) == 1 and all(_length(offer.path) < LEAST_LENGTH for offer in offers)


def _length(path: Sequence[Point]) -> float:
    return sum(distance(a, b) for a, b in pairwise(path))
