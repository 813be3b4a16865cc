"""Sources of random choices: a seed, or hypothesis, which shrinks failing cases to simple ones."""

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import numpy as np

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

T = TypeVar("T")

RESOLUTION: Final = 10_000
"""Number of equal steps that `HypothesisChooser` makes of a number's range.

With steps, hypothesis can shrink a failing case to round numbers.
"""


class Chooser(Protocol):
    """A source of random choices."""

    def integer(self, low: int, high: int) -> int:
        """Choose a whole number from `low` to `high`, both included."""
        ...

    def number(self, low: float, high: float) -> float:
        """Choose a number from `low` to `high`."""
        ...


class SeededChooser:
    """A source of choices that are drawn from a seed."""

    def __init__(self, seed: int, nasty: bool) -> None:
        self._chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(int(nasty),))))

    def integer(self, low: int, high: int) -> int:
        """Draw a whole number from the uniform distribution over `low` to `high`, both included."""
        return int(self._chance.integers(low, high, endpoint=True))

    def number(self, low: float, high: float) -> float:
        """Draw a number from the uniform distribution over `low` to `high`."""
        return float(self._chance.uniform(low, high))


class HypothesisChooser:
    """A source of choices made by hypothesis.

    In a failing case, hypothesis shrinks a whole number towards the possible value that is nearest to 0. It shrinks
    any other number towards the lowest possible value.
    """

    def __init__(self, draw: "DrawFn") -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        """Choose a whole number from `low` to `high`, both included."""
        from hypothesis import strategies as st

        return self._draw(st.integers(low, high))

    def number(self, low: float, high: float) -> float:
        """Choose one of `RESOLUTION` + 1 evenly spaced numbers from `low` to `high`."""
        return low + (high - low) * self.integer(0, RESOLUTION) / RESOLUTION


def pick(chooser: Chooser, options: tuple[T, ...]) -> T:
    """Choose one of several options. A `SeededChooser` chooses each option with the same chance."""
    return options[chooser.integer(0, len(options) - 1)]


def maybe(chooser: Chooser, one_in: int) -> bool:
    """Choose True or False. A `SeededChooser` chooses True with the chance 1 / `one_in`."""
    return chooser.integer(0, one_in - 1) == one_in - 1
