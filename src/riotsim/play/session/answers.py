"""Answers read from plain data, according to the request that they answer."""

from typing import Any

from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPoint,
    PickWay,
    PlaceDie,
    Refused,
    Request,
    SetPace,
    Spot,
    Step,
)
from riotsim.play.session.serialization import TYPE_KEY, to_plain
from riotsim.table.acts import Drag, Mark, Put

_KINDS = {"spot": Spot, "step": Step, "aim": Aim, "put": Put, "drag": Drag}

_POINTS = ("at", "offset", "velocity")
"""The names of fields that are points."""


def parse_answer(request: Request[object], told: object) -> object:
    """Return the answer that plain data stands for. The request itself checks whether it is allowed.

    Raises:
        Refused: The data is no answer to this request.
    """
    match request:
        case Choose(options=options):
            for option in options:
                if to_plain(option) == told:
                    return option
            raise Refused(f"{told} is not among the options")
        case PickPoint() | PickWay() | AimThrow():
            return _made(told)
        case PlaceDie() if not isinstance(told, dict):
            return _point(told)
        case PlaceDie():
            return _made(told)
        case SetPace() if isinstance(told, dict):
            return _made(told)
    if not isinstance(told, str):
        raise Refused(f"{told} is no word")
    return told


def _made(told: object) -> object:
    kind = told.get(TYPE_KEY) if isinstance(told, dict) else None
    if not isinstance(told, dict) or not isinstance(kind, str) or kind not in _KINDS:
        raise Refused(f"{told} is none of {', '.join(_KINDS)}")
    said: dict[str, Any] = {key: value for key, value in told.items() if key != TYPE_KEY}
    for name in _POINTS:
        if name in said:
            said[name] = _point(said[name])
    if isinstance(said.get("spin"), list):
        said["spin"] = tuple(said["spin"])
    if kind == "aim" and isinstance(said.get("mark"), dict):
        said["mark"] = _mark(said["mark"])
    if isinstance(said.get("samples"), list):
        said["samples"] = tuple(tuple(one) if isinstance(one, list) else one for one in said["samples"])
    try:
        return _KINDS[kind](**said)
    except TypeError as error:
        raise Refused(f"{kind} is not told as it should be: {error}") from error


def _mark(told: dict[str, Any]) -> Mark:
    try:
        return Mark(**{key: value for key, value in told.items() if key != TYPE_KEY})
    except TypeError as error:
        raise Refused(f"a mark is not told as it should be: {error}") from error


def _point(told: object) -> tuple[object, ...]:
    if not isinstance(told, list | tuple) or len(told) != 2:
        raise Refused(f"{told} is no point")
    return tuple(told)
