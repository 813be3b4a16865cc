"""The dice that a game has at hand: usual kinds in its size and with its edges, and kinds of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from riotsim.table.dice.kinds import DieKind, die_kind
from riotsim.table.dice.rounded import rounded, roundest
from riotsim.table.pieces import Die, PieceId

_rounded = cache(rounded)


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Where dice are taken from, by the names of their kinds."""

    size: float = 16.0
    """Of usual dice (mm)."""
    edges: float = 0.0
    """Radius of the edges and corners of usual dice (mm)."""
    kinds: Mapping[str, DieKind] = field(default_factory=dict)
    """Kinds of its own, ready made."""

    def kind(self, name: str) -> DieKind:
        """Find a kind. Raises `ValueError` if there is none of that name, or if it can't have such round edges."""
        own = self.kinds.get(name)
        return _rounded(die_kind(name), self.edges / self.size) if own is None else own

    def allows_edges(self, name: str) -> float:
        """Give the largest radius of edges (mm) that a usual kind can have. Raises `ValueError` as `kind` does."""
        return roundest(die_kind(name)) * self.size

    def die(self, piece: PieceId, name: str, owner: str = "") -> Die:
        """Take a die in hand. Raises `ValueError` as `kind` does."""
        kind = self.kind(name)
        return Die(piece, kind, self.size if kind.own_size is None else kind.own_size, owner=owner)
