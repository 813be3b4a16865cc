"""The faces of units: an icon and, for most icons, a count (CC-30 to CC-50)."""

import difflib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from riotsim.table.dice.signs import Sign


class Icon(StrEnum):
    """The picture on a face. The value of a member, such as `melee`, is the name of the picture in files."""

    MELEE = "melee"
    MANEUVER = "maneuver"
    MISSILE = "missile"
    SAVES = "saves"
    MAGIC = "magic"
    ID = "id"
    BULLS_EYE = "bulls_eye"
    CANTRIP = "cantrip"
    COUNTER = "counter"
    CONVERT = "convert"
    DOUBLE_STRIKE = "double_strike"
    FLY = "fly"
    REND = "rend"
    SMITE = "smite"
    TRAMPLE = "trample"
    VANISH = "vanish"


COUNTLESS: Final = frozenset({Icon.ID, Icon.CONVERT, Icon.DOUBLE_STRIKE, Icon.VANISH})
"""Icons without a count."""

MAX_COUNT: Final = 9
"""Greatest count on a face. Our choice: one digit can be read on a small die."""

COUNTLESS_WEIGHT: Final = 3
"""The weight of a face without a count. Weights serve to compare units: in our own armies, all units of the same health
have the same sum of weights.
"""

Place: TypeAlias = Literal["top", "north", "east", "south", "west", "bottom"]
"""The place of a face on a unit's die while the ID is on top. The die's owner sits at the south."""

PLACES: Final[tuple[Place, ...]] = get_args(Place)
"""The places of the faces in the order of unit files."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a unit."""

    icon: Icon
    """The picture."""
    count: int = 0
    """The number of pictures; 0 for an icon without a count."""

    @property
    def sign(self) -> Sign:
        """The sign drawn on the face."""
        return Sign(str(self.icon), self.count)

    @property
    def weight(self) -> int:
        """The weight of the face, for comparing units: its count, or `COUNTLESS_WEIGHT` if it has no count."""
        return COUNTLESS_WEIGHT if self.icon in COUNTLESS else self.count

    def __str__(self) -> str:
        """Return the face in the notation of files, such as `melee 3` or `vanish`."""
        return f"{self.icon}" if self.icon in COUNTLESS else f"{self.icon} {self.count}"


ID_FACE: Final = Face(Icon.ID)
"""The top face of every unit in the set-up."""


def parse_face(text: object) -> Face:
    """Parse a face, such as `melee 3` or `double_strike`. Spaces and hyphens in a name count as underscores.

    Raises:
        ValueError: The value is not a text, names no icon, or has a wrong count. The message is for the file's author.
    """
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"a face is written like melee 3 or vanish, not {text!r}")
    return _parse_face(text)


@lru_cache(maxsize=256)  # some more than there are faces: a rulebook has each of them many times
def _parse_face(text: str) -> Face:
    *words, last = text.lower().replace("-", " ").replace("_", " ").split() or [""]
    number = last if last.isdecimal() and words else None
    name = "_".join(words if number else [*words, last])
    if name not in list(Icon):
        close = difflib.get_close_matches(name, list(Icon), n=1)
        meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(Icon)}"
        raise ValueError(f"no icon is called {name!r}; {meant}")
    icon = Icon(name)
    if icon in COUNTLESS:
        if number is not None:
            raise ValueError(f"{icon} has no count; write {icon} alone")
        return Face(icon)
    if number is None:
        raise ValueError(f"{icon} needs a count from 1 to {MAX_COUNT}, such as {icon} 2")
    if len(number) > 1 or not 1 <= int(number) <= MAX_COUNT:
        raise ValueError(f"the count of {icon} is 1 to {MAX_COUNT}, not {number:.20}")
    return Face(icon, int(number))


@dataclass(frozen=True)
class FaceText:
    """Metadata for the type of a field in a pydantic model: `Annotated[Face, FaceText()]`.

    The model then reads the face from text such as `melee 3`, and writes it as such text in JSON.
    """

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            parse_face, serialization=core_schema.plain_serializer_function_ser_schema(str, when_used="json")
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        counted = "|".join(icon for icon in Icon if icon not in COUNTLESS)
        countless = "|".join(icon for icon in Icon if icon in COUNTLESS)
        return {"type": "string", "pattern": rf"^(({counted}) [1-{MAX_COUNT}]|{countless})$"}
