"""Dice pools and checks as values."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from riotsim.errors import InvalidValue

Keep: TypeAlias = Literal["highest", "lowest"]
"""The die that counts among the dice of one part of a pool: the highest or the lowest."""

Again: TypeAlias = Literal["never", "once", "open"]
"""Rule for a die that shows its highest number. All rolls of a die are added up.

- `never`: the die is not rolled again.
- `once`: the die is rolled again once.
- `open`: the die is rolled again each time that it shows its highest number.
"""

MAX_SIDES: Final = 100
"""Greatest number of sides of a die in a pool."""

MAX_DICE: Final = 60
"""Greatest number of dice in one part of a pool (`Dice.count`)."""

MAX_NUMBER: Final = 1000
"""Greatest fixed number in a pool."""

OPEN_LIMIT: Final = 10
"""Greatest number of times that an `open` die is rolled again. Of 60 million d6, about one reaches this limit."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice with the same number of sides. Only the highest or the lowest of them counts."""

    sides: int
    """Number of sides of each die."""
    count: int = 1
    """Number of dice."""
    keep: Keep = "highest"
    """The die that counts."""
    again: Again = "never"
    """Rule for a die that shows its highest number."""
    why: str = ""
    """The reason why the dice are in the pool, such as `help`; empty for none."""

    def __post_init__(self) -> None:
        """Check the numbers of sides and dice, and the combination of `keep` and `again`.

        Raises:
            InvalidValue: One of the numbers is out of range, or `keep` is `lowest` and `again` is not `never`.
        """
        if not 2 <= self.sides <= MAX_SIDES:
            raise InvalidValue(f"a die has 2 to {MAX_SIDES} sides, not {self.sides}")
        if not 1 <= self.count <= MAX_DICE:
            raise InvalidValue(f"1 to {MAX_DICE} dice are rolled together, not {self.count}")
        if self.again != "never" and self.keep == "lowest":
            raise InvalidValue("of dice that are rolled again, the highest counts")

    @property
    def max_rolls(self) -> int:
        """The greatest number of times that one die is rolled."""
        return {"never": 1, "once": 2, "open": 1 + OPEN_LIMIT}[self.again]

    @property
    def highest(self) -> int:
        """The highest possible result: the number of sides multiplied by `max_rolls`, as a die's rolls are added up."""
        return self.sides * self.max_rolls


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed number. It counts like a die that shows this number."""

    value: int
    """The number, at least 0."""
    why: str = ""
    """The reason why the number is in the pool; empty for none."""

    def __post_init__(self) -> None:
        """Check the number.

        Raises:
            InvalidValue: The number is below 0 or too large.
        """
        if not 0 <= self.value <= MAX_NUMBER:
            raise InvalidValue(f"a number in a pool is 0 to {MAX_NUMBER}, not {self.value}")

    @property
    def highest(self) -> int:
        """The number itself."""
        return self.value


Part: TypeAlias = Dice | Fixed
"""A part of a pool: dice or a fixed number. Its result is the number of the die that counts, or the fixed number."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice and fixed numbers. The result of a pool is the highest result of its parts."""

    parts: tuple[Part, ...]
    """The parts; at least one."""

    def __post_init__(self) -> None:
        """Check that the pool isn't empty.

        Raises:
            InvalidValue: The pool has no part.
        """
        if not self.parts:
            raise InvalidValue("a pool has at least one die or number")

    def plus(self, *parts: Part) -> "Pool":
        """Return a pool that has the parts of this pool, followed by further parts."""
        return Pool((*self.parts, *parts))

    def without_reasons(self) -> "Pool":
        """Return a pool with the same chances, but without the reasons of its parts, and with the parts sorted.

        So pools that differ only in reasons and in the order of their parts become equal.
        """
        bare = [
            Dice(one.sides, one.count, one.keep if one.count > 1 else "highest", one.again)
            if isinstance(one, Dice)
            else Fixed(one.value)
            for one in self.parts
        ]
        return Pool(tuple(sorted(bare, key=repr)))


@dataclass(frozen=True, slots=True)
class Check:
    """Two pools that are rolled against each other. The degree is the actor's result minus the defender's."""

    actor: Pool
    """The pool of the side that tries something. This pool wins if its result is higher."""
    defender: Pool
    """The pool of the side that resists, or a pool for the difficulty."""
