"""A position set up by hand: the table, and the little that a table doesn't show."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from riotsim.play.requests import PlayerId
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Position:
    """A position from which a game or a scenario may begin."""

    table: Table
    turn: PlayerId
    """The player whose turn it is."""
    scores: Mapping[PlayerId, int] = field(default_factory=dict)
    """The pieces that each player has collected, such as loot in a stash."""
    rest: object = None
    """Further data of the game's own. Code that changes the position passes it on unchanged."""
