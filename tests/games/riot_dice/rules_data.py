"""The content of a rules file for tests to change, and its errors."""

from collections.abc import Mapping

import pytest
from pydantic import ValidationError

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook


def change(data: dict[str, object], key: str, value: object) -> dict[str, object]:
    """Put a value at a dotted key."""
    *way, last = key.split(".")
    here = data
    for part in way:
        inner = here[part]
        assert isinstance(inner, dict)
        here = inner
    here[last] = value
    return data


def faults(data: Mapping[str, object]) -> dict[str, str]:
    """Return the errors of a rulebook by their dotted keys."""
    with pytest.raises(ValidationError) as caught:
        Rulebook.model_validate(data)
    return {".".join(str(part) for part in detail["loc"]): detail["msg"] for detail in caught.value.errors()}
