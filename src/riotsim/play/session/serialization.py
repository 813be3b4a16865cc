"""Answers, acts, facts and events as plain data that JSON can hold."""

import hashlib
import math
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any

from riotsim.play.scenarios.expected_events import event_name
from riotsim.table.acts import Act

TYPE_KEY = "is"
"""Under this key stands what a mapping is: its class in snake case."""

SUM_LENGTH = 16
"""Hexadecimal digits of a checksum."""


def to_plain(value: object) -> Any:
    """Give a value as plain data: a dataclass as a mapping of those fields by which it is compared.

    So a die's kind is its name and its digest, and no list of corners. A field that games which are stored don't know
    (`LEFT_OUT`) is told only where it is not as it would be without it. Raises `TypeError` for what can't be told so.
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    if isinstance(value, tuple | list):
        return [to_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): to_plain(part) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        told = {field.name: getattr(value, field.name) for field in _compared(type(value)) if _says(value, field)}
        said = {name: to_plain(part) for name, part in told.items()}
        return {TYPE_KEY: event_name(type(value)), **said}
    raise TypeError(f"{value!r} is no plain data")


def _says(value: object, field: Field[Any]) -> bool:
    return not field.metadata.get("left_out") or bool(getattr(value, field.name) != field.default)


@cache
def _compared(kind: type) -> tuple[Field[Any], ...]:
    return tuple(field for field in fields(kind) if field.compare)


def checksum(*texts: str | bytes) -> str:
    """Give a checksum of some texts: it tells chance damage, and no forgery."""
    digest = hashlib.sha256()
    for text in texts:
        content = text.encode() if isinstance(text, str) else text
        digest.update(len(content).to_bytes(8, "big"))
        digest.update(content)
    return digest.hexdigest()[:SUM_LENGTH]


def act_to_plain(act: Act) -> dict[str, Any]:
    """Give an act as plain data, its hand by name alone: what that hand is the rules say."""
    told: dict[str, Any] = to_plain(act)
    return {**told, "hand": act.hand.name}
