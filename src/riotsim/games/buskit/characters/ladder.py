"""The dice of Buskit from d4 to d12, and their notation in files (BK-10)."""

import re
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

LADDER: Final = (4, 6, 8, 10, 12)
"""The ladder of dice: their numbers of sides, in ascending order."""

MAX_POOL: Final = 20
"""Greatest number of dice of a weapon or of armour."""

_DICE: Final = re.compile(r"(\d*)d(\d+)")


def shifted(sides: int, steps: int) -> int:
    """Return the die that is `steps` steps above a given die on the ladder.

    If the steps lead past the end of the ladder, the die at this end is returned.

    Args:
        sides: Number of sides of the given die, which must be on the ladder.
        steps: Number of steps; negative for steps down.

    Returns:
        The number of sides of the new die.
    """
    return LADDER[min(max(LADDER.index(sides) + steps, 0), len(LADDER) - 1)]


@dataclass(frozen=True)
class DiceText:
    """An annotation for fields whose values are written as dice, such as `d8` or `2d6`.

    - If `many` is False, the value of the field is the number of sides of one die.
    - If `many` is True, the value is a pair: the number of dice, and the number of sides of each.
    """

    many: bool

    def read(self, value: object) -> int | tuple[int, int]:
        """Read a text such as `d8` or `2d6`.

        Returns:
            If `many` is False, 8 for `d8`. If `many` is True, (2, 6) for `2d6`, and (1, 8) for `d8`.

        Raises:
            ValueError: The value is not such a text, the die is not on the ladder, or the number of dice is not
                allowed. The message is for the file's author.
        """
        found = _DICE.fullmatch(value) if isinstance(value, str) else None
        count, sides = (int(found[1] or 1), int(found[2])) if found else (0, 0)
        if self.many:
            if sides in LADDER and 1 <= count <= MAX_POOL:
                return count, sides
            raise ValueError(f"dice are written like 2d6, with d4, d6, d8, d10 or d12, not {value!r:.40}")
        if sides in LADDER and count == 1:
            return sides
        raise ValueError(f"a die is d4, d6, d8, d10 or d12, not {value!r:.40}")

    def write(self, value: int | tuple[int, int]) -> str:
        """Return the text for `value`, in the notation that `read` understands."""
        count, sides = (1, value) if isinstance(value, int) else value
        return f"{count if self.many else ''}d{sides}"

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self.read, serialization=core_schema.plain_serializer_function_ser_schema(self.write, when_used="json")
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": r"^\d*d(4|6|8|10|12)$" if self.many else r"^1?d(4|6|8|10|12)$"}


LadderDie: TypeAlias = Annotated[int, DiceText(False)]
"""The number of sides of a die. In files, 8 is written as `d8`."""

LadderDice: TypeAlias = Annotated[tuple[int, int], DiceText(True)]
"""The number of dice, and the number of sides of each. In files, (2, 6) is written as `2d6`."""
