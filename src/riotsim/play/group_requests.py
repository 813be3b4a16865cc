"""The requests about several pieces or values at once."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from riotsim.play.requests import Request, Spot, is_spot
from riotsim.table.geometry.plan import gap
from riotsim.table.geometry.regions import ROUNDING_TOLERANCE, Region
from riotsim.table.pieces import PieceId


@dataclass(frozen=True, slots=True)
class PickSome(Request[tuple[str, ...]]):
    """A request to pick some of several pieces or values.

    The answer is a tuple of their names, in the order of `items`. No name may occur twice.
    """

    items: tuple[str, ...]
    """The names of the pieces or values that may be picked."""
    least: int = 0
    """Minimum number of items to pick."""
    most: int | None = None
    """Maximum number of items to pick; None if there is no maximum."""
    weights: tuple[int, ...] = ()
    """The weight of each item, at least 0; empty if items have no weights."""
    budget: int | None = None
    """Maximum of the sum of the picked items' weights; None if there is no maximum."""
    links: tuple[tuple[str, str], ...] | None = None
    """Pairs of linked items. A chain of links between picked items must connect each picked item with every other.

    None if the picked items needn't be connected.
    """
    labels: tuple[str, ...] = ()
    """The label of each item. All picked items must have the same label. Empty if items have no labels."""
    are_pieces: bool = True
    """True if the items are pieces on the table; False if they are values."""

    def __post_init__(self) -> None:
        """Check that the data fit together.

        Raises:
            ValueError: An item is listed twice. Or the number of weights or labels differs from the number of items. Or
                a weight is negative. Or `budget` is set although the items have no weights. Or a link names an unknown
                item.
        """
        if len({*self.items}) < len(self.items):
            raise ValueError(f"an item is listed twice among {', '.join(self.items)}")
        for name, given in (("weight", self.weights), ("label", self.labels)):
            if given and len(given) != len(self.items):
                raise ValueError(f"{len(self.items)} items need one {name} each, not {len(given)}")
        if any(weight < 0 for weight in self.weights):
            raise ValueError(f"weights are at least 0, not {min(self.weights)}")
        if self.budget is not None and self.items and not self.weights:
            raise ValueError("a budget needs a weight for each item")
        if unknown := [item for link in self.links or () for item in link if item not in self.items]:
            raise ValueError(f"a link names {unknown[0]}, which is not among the items")

    def refusal(self, answer: tuple[str, ...]) -> str | None:
        """Return a message about the first condition that an answer breaks, or None if the answer is allowed."""
        if not _are_names(answer):
            return "the answer is a list of names"
        for item in answer:
            if item not in self.items:
                return f"{item} cannot be picked; there is {', '.join(self.items) or 'nothing'}"
            if answer.count(item) > 1:
                return f"{item} is picked twice"
        if answer != self.in_order(answer):
            return f"the picked ones are named in this order: {', '.join(self.in_order(answer))}"
        if len(answer) < self.least:
            return f"at least {self.least} must be picked"
        if self.most is not None and len(answer) > self.most:
            return f"at most {self.most} may be picked"
        if self.budget is not None and (total := self.total(answer)) > self.budget:
            return f"together they may come to at most {self.budget}, not {total}"
        return self._mixed(answer) or self._apart(answer)

    def in_order(self, items: Iterable[str]) -> tuple[str, ...]:
        """Return items in the order of the request. Unknown items come last."""
        places = {item: place for place, item in enumerate(self.items)}
        return tuple(sorted(items, key=lambda item: places.get(item, len(places))))

    def total(self, items: Collection[str]) -> int:
        """Return the sum of the weights of items; 0 if items have no weights."""
        return sum(weight for item, weight in zip(self.items, self.weights, strict=False) if item in items)

    def additions(self, picked: Collection[str]) -> tuple[str, ...]:
        """Return the items that can be picked next on the way to an allowed answer.

        If there are both a `budget` and `links`, the running time of this method can grow exponentially with `least`.

        Args:
            picked: The items picked so far, one at a time. This method must have allowed each of these picks.
        """
        neighbours, failed = self._neighbours(), set[frozenset[str]]()
        chosen = frozenset(picked)
        return tuple(
            item
            for item in self._next_items(chosen, neighbours)
            if self._can_be_completed(chosen | {item}, neighbours, failed)
        )

    def largest_group(self) -> tuple[str, ...]:
        """Return the largest group of items that have the same label and are connected by links.

        The other conditions of the request are ignored. The group is in the order of `items`.
        """
        neighbours, grouped, largest = self._neighbours(), set[str](), set[str]()
        for item in self.items:
            if item not in grouped:
                group = _connected({item}, self._same_label(frozenset({item})), neighbours)
                grouped |= group
                largest = group if len(group) > len(largest) else largest
        return self.in_order(largest)

    def _mixed(self, answer: Sequence[str]) -> str | None:
        """Return a message about two items of an answer whose labels differ, or None if no labels differ."""
        labels = dict(zip(self.items, self.labels, strict=False))
        for item in answer if labels else ():
            if labels[item] != labels[answer[0]]:
                return f"{answer[0]} is {labels[answer[0]]} and {item} is {labels[item]}: all must be the same"
        return None

    def _apart(self, answer: Sequence[str]) -> str | None:
        """Return a message about an item of an answer that no chain of links connects with the answer's first item.

        All items of the chain must be in the answer. Return None if there is no such item, or if picked items needn't
        be connected.
        """
        if self.links is None or not answer:
            return None
        group = _connected({answer[0]}, {*answer}, self._neighbours())
        rest = [item for item in answer if item not in group]
        return f"{rest[0]} does not hang together with {', '.join(self.in_order(group))}" if rest else None

    def _neighbours(self) -> Mapping[str, Set[str]]:
        """Return each item's linked items. If `links` is None, every item counts as linked to all."""
        if self.links is None:
            return dict.fromkeys(self.items, frozenset(self.items))
        found: dict[str, set[str]] = {item: set() for item in self.items}
        for one, other in self.links:
            found[one].add(other)
            found[other].add(one)
        return found

    def _next_items(self, chosen: frozenset[str], neighbours: Mapping[str, Set[str]]) -> list[str]:
        """Return each item that may be added to a group. With it, the group breaks no condition except perhaps `least`.

        Args:
            chosen: The group. It breaks no condition except perhaps `least`.
            neighbours: The items linked to each item.
        """
        if self.most is not None and len(chosen) >= self.most:
            return []
        left = None if self.budget is None else self.budget - self.total(chosen)
        weights = self.weights or (0,) * len(self.items)
        near = set().union(*(neighbours[item] for item in chosen)) if chosen else {*self.items}
        same = self._same_label(chosen)
        return [
            item
            for item, weight in zip(self.items, weights, strict=True)
            if item in near and item in same and item not in chosen and (left is None or weight <= left)
        ]

    def _same_label(self, chosen: frozenset[str]) -> set[str]:
        """Return the items that have the same label as the chosen items.

        Return all items if no item is chosen, or if items have no labels.
        """
        label = next((label for item, label in zip(self.items, self.labels, strict=False) if item in chosen), None)
        if label is None:
            return {*self.items}
        return {item for item, own in zip(self.items, self.labels, strict=True) if own == label}

    def _can_be_completed(
        self, chosen: frozenset[str], neighbours: Mapping[str, Set[str]], failed: set[frozenset[str]]
    ) -> bool:
        """Return whether a group can become an allowed answer if items are added.

        Args:
            chosen: The group, with at least one item. It breaks no condition except perhaps `least`.
            neighbours: The items linked to each item.
            failed: Groups that were found unable to become an allowed answer. This method adds such groups.
        """
        missing = self.least - len(chosen)
        if missing <= 0:
            return True
        if chosen in failed or (self.most is not None and self.least > self.most):
            return False
        reachable = _connected(chosen, self._same_label(chosen), neighbours) - chosen
        lightest = sorted(w for item, w in zip(self.items, self.weights, strict=False) if item in reachable)[:missing]
        if len(reachable) >= missing and (self.budget is None or self.total(chosen) + sum(lightest) <= self.budget):
            # Without both links and a budget, the lightest items that are left complete the group.
            if self.links is None or self.budget is None:
                return True
            more = self._next_items(chosen, neighbours)
            if any(self._can_be_completed(chosen | {item}, neighbours, failed) for item in more):
                return True
        failed.add(chosen)
        return False


@dataclass(frozen=True, slots=True)
class PlaceSome(Request[tuple[Spot, ...]]):
    """A request to place several pieces at once. The answer has a spot for each piece, in the order of the request.

    Gaps between pieces are measured from edge to edge.
    """

    regions: tuple[tuple[PieceId, Region], ...]
    """The pieces, each with the region where its centre may be."""
    max_gap: float | None = None
    """Greatest gap between two neighbours (mm); None if gaps don't matter.

    A chain of neighbours must connect each piece with every other piece.
    """
    leader: PieceId | None = None
    """The piece near which all other pieces must be; None if there is no such piece."""
    max_leader_gap: float = 0.0
    """Greatest gap that any piece may have from the leader (mm). It has no effect if there is no leader."""
    known: tuple[Spot, ...] | None = None
    """An allowed answer that the rules have found already. None if they have not looked for one."""

    def __post_init__(self) -> None:
        """Check that the data fit together.

        Raises:
            ValueError: A piece is listed twice, or the leader is not among the pieces.
        """
        if len({*self.pieces}) < len(self.pieces):
            raise ValueError(f"a piece is listed twice among {', '.join(self.pieces)}")
        if self.leader is not None and self.leader not in self.pieces:
            raise ValueError(f"the leader {self.leader} is not among the pieces")

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """The names of the pieces."""
        return tuple(piece for piece, _ in self.regions)

    def refusal(self, answer: tuple[Spot, ...]) -> str | None:
        """Return a message about a condition that the places break, or None if the pieces may be placed there."""
        if not _are_spots(answer):
            return "the answer is a list of spots, each a piece and a point of two numbers (mm)"
        if tuple(spot.piece for spot in answer) != self.pieces:
            return f"each of these is placed once, in this order: {', '.join(self.pieces)}"
        for spot, (piece, region) in zip(answer, self.regions, strict=True):
            if (reason := region.refusal(spot.at)) is not None:
                return f"{piece}: {reason}"
        return self._crowded(answer) or self._far_from_leader(answer) or self._scattered(answer)

    def gap(self, one: Spot, other: Spot) -> float:
        """Return the gap between the pieces of two spots, with both placed there (mm); negative if they overlap."""
        regions = dict(self.regions)
        return gap(regions[one.piece].piece.translated(*one.at), regions[other.piece].piece.translated(*other.at))

    def _crowded(self, answer: Sequence[Spot]) -> str | None:
        """Return a message about two pieces that would overlap, or None if no pieces would overlap."""
        for one, other in combinations(answer, 2):
            if self.gap(one, other) < -ROUNDING_TOLERANCE:
                return f"{other.piece} would stand where {one.piece} does"
        return None

    def _far_from_leader(self, answer: Sequence[Spot]) -> str | None:
        """Return a message about a piece that is too far from the leader, or None if no piece is too far."""
        leader = next((spot for spot in answer if spot.piece == self.leader), None)
        for spot in answer if leader is not None else ():
            assert leader is not None, "there is a leader"
            if spot is not leader and self.gap(leader, spot) > self.max_leader_gap + ROUNDING_TOLERANCE:
                return f"{spot.piece} must be within {self.max_leader_gap:.0f} mm of {leader.piece}"
        return None

    def _scattered(self, answer: Sequence[Spot]) -> str | None:
        """Return a message about a piece that no chain of neighbours connects with the first piece.

        Two pieces are neighbours if the gap between them is at most `max_gap`. Return None if there is no such piece,
        or if gaps don't matter.
        """
        if self.max_gap is None or not answer:
            return None
        neighbours: dict[str, set[str]] = {piece: set() for piece in self.pieces}
        for one, other in combinations(answer, 2):
            if self.gap(one, other) <= self.max_gap + ROUNDING_TOLERANCE:
                neighbours[one.piece].add(other.piece)
                neighbours[other.piece].add(one.piece)
        group = _connected({answer[0].piece}, self.pieces, neighbours)
        rest = [piece for piece in self.pieces if piece not in group]
        return f"{rest[0]} is more than {self.max_gap:.0f} mm from the others" if rest else None


def _connected(start: Collection[str], among: Collection[str], neighbours: Mapping[str, Set[str]]) -> set[str]:
    """Return the items of `start`, and the items of `among` connected with them by a chain of links.

    All items of the chain must be in `among`.
    """
    found, waiting, inside = {*start}, [*start], {*among}
    while waiting:
        new = (neighbours[waiting.pop()] & inside) - found
        found |= new
        waiting += new
    return found


def _are_spots(answer: object) -> bool:
    """Return whether an answer is a tuple of spots."""
    return isinstance(answer, tuple) and all(map(is_spot, answer))


def _are_names(answer: object) -> bool:
    """Return whether an answer is a tuple of texts."""
    return isinstance(answer, tuple) and all(isinstance(item, str) for item in answer)
