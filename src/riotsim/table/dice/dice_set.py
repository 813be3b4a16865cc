"""The dice of a game: usual kinds with its size and edges, and kinds of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from riotsim.table.dice.kinds import DieKind, die_kind
from riotsim.table.dice.rounded import rounded, roundest
from riotsim.table.pieces import Die, PieceId

_rounded = cache(rounded)


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The dice of a game, by the names of their kinds."""

    size: float = 16.0
    """Size of usual dice (mm)."""
    edges: float = 0.0
    """Radius of the edges and corners of usual dice (mm)."""
    kinds: Mapping[str, DieKind] = field(default_factory=dict)
    """Kinds of its own."""

    def kind(self, name: str) -> DieKind:
        """Return a kind.

        Raises:
            ValueError: There is no kind of that name, or it can't have such round edges.
        """
        own = self.kinds.get(name)
        return _rounded(die_kind(name), self.edges / self.size) if own is None else own

    def allows_edges(self, name: str) -> float:
        """Return the largest radius of edges of a usual kind (mm).

        Raises:
            ValueError: There is no usual kind of that name.
        """
        return roundest(die_kind(name)) * self.size

    def die(self, piece: PieceId, name: str, owner: str = "") -> Die:
        """Return a new die of a kind.

        Raises:
            ValueError: There is no kind of that name, or it can't have such round edges.
        """
        kind = self.kind(name)
        return Die(piece, kind, self.size if kind.own_size is None else kind.own_size, owner=owner)
