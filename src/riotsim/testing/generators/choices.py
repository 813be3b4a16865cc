"""Sources of random choices: a seed, or hypothesis, which shrinks failing cases."""

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import numpy as np

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

T = TypeVar("T")

RESOLUTION: Final = 10_000
"""Number of steps in the range of a number that hypothesis chooses: fine enough, and quick to shrink
to round numbers.
"""


class Chooser(Protocol):
    """A source of the choices for a random world."""

    def integer(self, low: int, high: int) -> int:
        """Choose a whole number from `low` to `high`, both included."""
        ...

    def number(self, low: float, high: float) -> float:
        """Choose a number between `low` and `high`."""
        ...


class SeededChooser:
    """Choices drawn from a seed."""

    def __init__(self, seed: int, nasty: bool) -> None:
        self._chance = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(int(nasty),))))

    def integer(self, low: int, high: int) -> int:
        """Draw a whole number from the uniform distribution."""
        return int(self._chance.integers(low, high, endpoint=True))

    def number(self, low: float, high: float) -> float:
        """Draw a number from the uniform distribution."""
        return float(self._chance.uniform(low, high))


class HypothesisChooser:
    """Choices made by hypothesis. They shrink towards the low end."""

    def __init__(self, draw: "DrawFn") -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        """Choose a whole number by hypothesis."""
        from hypothesis import strategies as st

        return self._draw(st.integers(low, high))

    def number(self, low: float, high: float) -> float:
        """Choose one of `RESOLUTION` + 1 evenly spaced numbers in the range."""
        return low + (high - low) * self.integer(0, RESOLUTION) / RESOLUTION


def pick(chooser: Chooser, options: tuple[T, ...]) -> T:
    """Choose one of several options with equal probability."""
    return options[chooser.integer(0, len(options) - 1)]


def maybe(chooser: Chooser, one_in: int) -> bool:
    """Choose True once in `one_in` times. It shrinks towards False."""
    return chooser.integer(0, one_in - 1) == one_in - 1
