"""A position as somebody sets it up by hand: what stands where, and the little that a table doesn't show."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from riotsim.play.requests import PlayerId
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game may begin, or a scenario."""

    table: Table
    turn: PlayerId
    """Whose turn it is."""
    kept: Mapping[PlayerId, int] = field(default_factory=dict)
    """What each boss has put by, such as loot in a stash."""
    rest: object = None
    """What else the game knows of it, in its own words: whoever changes the position hands it on as it is."""
