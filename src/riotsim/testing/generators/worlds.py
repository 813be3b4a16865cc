"""Random tables with a random act on each: from a seed, or as a hypothesis strategy that shrinks what fails.

Two sorts. A *usual* world is one that play could lead to: nothing overlaps, towers stand, hands are hands. A *nasty*
one has pieces in one another and over the edge, tiny and huge ones, slippery and bouncy tables, and hands that rage.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riotsim.table.acts import Act
from riotsim.table.state import Table
from riotsim.testing.generators.acts import choose_act
from riotsim.testing.generators.choices import Chooser, HypothesisChooser, SeededChooser
from riotsim.testing.generators.tables import choose_table

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

LARGEST_SEED: Final = 2**32 - 1
"""Largest seed of an act; any whole number from 0 up would do."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A table, an act to perform on it, and the act's seed."""

    table: Table
    act: Act
    seed: int
    nasty: bool
    """True if the world may be one that no play leads to."""


def random_trial(seed: int, *, nasty: bool = False) -> Trial:
    """Return the table and act of a seed, always the same."""
    return choose_trial(SeededChooser(seed, nasty), nasty)


def choose_trial(chooser: Chooser, nasty: bool) -> Trial:
    """Make a table and an act with the choices of a chooser."""
    table = choose_table(chooser, nasty)
    return Trial(table, choose_act(chooser, table, nasty), chooser.integer(0, LARGEST_SEED), nasty)


def trials(*, nasty: bool = False) -> "SearchStrategy[Trial]":
    """Return the same space of tables and acts as a hypothesis strategy; hypothesis must be installed."""
    from hypothesis import strategies as st

    @st.composite
    def chosen(draw: "DrawFn") -> Trial:
        return choose_trial(HypothesisChooser(draw), nasty)

    return chosen()
