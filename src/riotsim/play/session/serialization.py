"""Answers, acts, facts and events as plain data, which can be written as JSON."""

import hashlib
import math
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any

from riotsim.play.scenarios.expected_events import event_name
from riotsim.table.acts import Act, Shift
from riotsim.table.poses import FILE_KEY

TYPE_KEY = "is"
"""The key of `to_plain` for the name of an object's class, in snake case."""

CHECKSUM_LENGTH = 16
"""Length of a checksum (hexadecimal digits)."""


def to_plain(value: object) -> Any:
    """Return a value as plain data.

    A dataclass becomes a mapping of its fields. Two kinds of fields are left out:

    - Fields that don't count in comparisons, such as the corners of a kind of die.
    - Fields marked `OMIT_DEFAULT` that have their default value.

    Raises:
        TypeError: The value has no form as plain data.
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
        kept = [field for field in _compared_fields(type(value)) if _is_stored(value, field)]
        plain = {field.metadata.get(FILE_KEY, field.name): to_plain(getattr(value, field.name)) for field in kept}
        return {TYPE_KEY: event_name(type(value)), **plain}
    raise TypeError(f"{value!r} is no plain data")


def _is_stored(value: object, field: Field[Any]) -> bool:
    return not field.metadata.get("left_out") or bool(getattr(value, field.name) != field.default)


@cache
def _compared_fields(kind: type) -> tuple[Field[Any], ...]:
    return tuple(field for field in fields(kind) if field.compare)


def checksum(*texts: str | bytes) -> str:
    """Return a checksum of several texts, as `CHECKSUM_LENGTH` hexadecimal digits. The order of the texts matters.

    The checksum finds accidental changes. It gives no protection against forgery.
    """
    digest = hashlib.sha256()
    for text in texts:
        content = text.encode() if isinstance(text, str) else text
        digest.update(len(content).to_bytes(8, "big"))
        digest.update(content)
    return digest.hexdigest()[:CHECKSUM_LENGTH]


def act_to_plain(act: Act) -> dict[str, Any]:
    """Return an act as plain data. If the act has a hand, the data contain the hand's name and nothing else of it."""
    plain: dict[str, Any] = to_plain(act)
    return plain if isinstance(act, Shift) or act.hand is None else {**plain, "hand": act.hand.name}
