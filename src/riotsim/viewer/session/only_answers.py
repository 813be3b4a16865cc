"""The only answers of requests, which the host gives by itself, because nothing is left for a person to decide."""

from typing import Any

from riotsim.play.requests import Choose, PickPiece, PickWay, PlaceDie, Request, SetPace, Step

LEAST_LENGTH = 0.5
"""Length below which a carry moves nothing (mm)."""


def only_answer(request: Request[Any]) -> object | None:
    """Return the answer of a request that leaves nothing to decide; None if a person has to decide or to act.

    A die that begins a tower has a fixed place, and a model without a tower loses nothing on its way.
    """
    match request:
        case SetPace():
            nothing = not request.tower_height or request.length < LEAST_LENGTH
            return request.paces[0] if nothing else None
        case PlaceDie(height=0):
            return (0.0, 0.0)
        case PickWay(ways=(way,), full_distance_only=True, may_discard=False):
            return Step(way.die)
        case Choose() if len(request.options) == 1:
            only: object = request.options[0]
            return only
        case PickPiece() if len(request.pieces) == 1:
            return request.pieces[0]
    return None
