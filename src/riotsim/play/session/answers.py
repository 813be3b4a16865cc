"""The parser of answers: it turns plain data into the answer to a request."""

from typing import Any

from riotsim.play.group_requests import PickSome, PlaceSome
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
"""The names of fields of answers that contain a point."""


def parse_answer(request: Request[object], data: object) -> object:
    """Convert plain data, as stored games have it, to an answer.

    This function only checks the form of the answer. Call `request.refusal` to learn whether the answer is allowed.

    Args:
        request: The request that the answer is for.
        data: The plain data, as read from JSON.

    Raises:
        Refused: The data doesn't have the form of an answer to this request, or is no option of a `Choose`.
    """
    match request:
        case Choose(options=options):
            for option in options:
                if to_plain(option) == data:
                    return option
            raise Refused(f"{data} is not among the options")
        case PickSome() if isinstance(data, list):
            return tuple(data)
        case PlaceSome() if isinstance(data, list):
            return tuple(map(_parse_object, data))
        case PlaceSome():
            raise Refused(f"{data} is no list of spots")
        case PickSome():
            raise Refused(f"{data} is no list of names")
        case PickPoint() | PickWay() | AimThrow():
            return _parse_object(data)
        case PlaceDie() if not isinstance(data, dict):
            return _point(data)
        case PlaceDie():
            return _parse_object(data)
        case SetPace() if isinstance(data, dict):
            return _parse_object(data)
    if not isinstance(data, str):
        raise Refused(f"{data} is no word")
    return data


def _parse_object(data: object) -> object:
    kind = data.get(TYPE_KEY) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(kind, str) or kind not in _KINDS:
        raise Refused(f"{data} is none of {', '.join(_KINDS)}")
    fields: dict[str, Any] = {key: value for key, value in data.items() if key != TYPE_KEY}
    for name in _POINTS:
        if name in fields:
            fields[name] = _point(fields[name])
    if isinstance(fields.get("spin"), list):
        fields["spin"] = tuple(fields["spin"])
    if kind == "aim" and isinstance(fields.get("mark"), dict):
        fields["mark"] = _mark(fields["mark"])
    if isinstance(fields.get("samples"), list):
        fields["samples"] = tuple(tuple(one) if isinstance(one, list) else one for one in fields["samples"])
    try:
        return _KINDS[kind](**fields)
    except TypeError as error:
        raise Refused(f"{kind} is not stored as it should be: {error}") from error


def _mark(data: dict[str, Any]) -> Mark:
    try:
        return Mark(**{key: value for key, value in data.items() if key != TYPE_KEY})
    except TypeError as error:
        raise Refused(f"a mark is not stored as it should be: {error}") from error


def _point(data: object) -> tuple[object, ...]:
    if not isinstance(data, list | tuple) or len(data) != 2:
        raise Refused(f"{data} is no point")
    return tuple(data)
