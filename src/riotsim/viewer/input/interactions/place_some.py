"""The interaction of placing a group: the player drags one piece, and the others follow in formation."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np

from riotsim.play.formations import Points, arrange, spread
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.straight import Obstacle, WayEnd, meeting
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token, place_of
from riotsim.table.poses import Point, Pose, about_z, distance
from riotsim.table.units import in_inches
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import ALLOWED, REFUSED
from riotsim.viewer.scene.marks import Area, Ghost, Mark, Path
from riotsim.viewer.scene.scene import Glow

GRAB_DISTANCE = 25.0
"""A press takes hold of a piece up to this distance from its middle (mm)."""

START_SPACING = 60.0
"""Least distance between two starting points (mm). A group of new pieces is tried at one such point after another."""

NOBODY_MOVED = "Nobody has moved yet"
"""Reason for refusing an answer that leaves all pieces at their places."""

ALL_TOGETHER = "Drag one, and the others follow; afterwards drag each, or all with Shift"
"""Hint before a piece is dragged."""

EACH = "Drag each, or all with Shift"
"""Hint after the first drag."""


class PlaceSomeInteraction:
    """The choice of places for a group of pieces. Ghosts show the places.

    The first drag moves all pieces. A later drag moves one piece, or all if Shift is held. A button or a key confirms
    the places.
    """

    level = 0.0

    instruction = ""

    def __init__(
        self, request: PlaceSome, pieces: Mapping[PieceId, Piece], new: Collection[PieceId] = frozenset()
    ) -> None:
        """Begin with each piece at its present place.

        The pieces that are not on the table yet begin together, around one point.

        Args:
            request: The request.
            pieces: The pieces of the request, and perhaps others.
            new: Names of the pieces that are not on the table yet.
        """
        self.request = request
        self._new = frozenset(new)
        self._pieces = {name: pieces[name] for name in request.pieces if name in pieces}
        self._regions = dict(request.regions)
        middle = {name: (region.width / 2, region.depth / 2) for name, region in request.regions}
        self.places: dict[PieceId, Point] = middle | {name: place_of(piece) for name, piece in self._pieces.items()}
        """The place of each piece (mm)."""
        if self.are_new:
            self._bring_in()
        self.selected: PieceId | None = None
        """The piece that arrow keys move, or None for all."""
        self._moved = self._had_moved = False
        self._held: PieceId | None = None
        self._together = False
        self._before: dict[PieceId, Point] = {}
        self._known: tuple[tuple[Point, ...], WayEnd | None] | None = None
        """The last arguments of `stopped`, and its result."""

    @property
    def answer(self) -> tuple[Spot, ...]:
        """The answer with the present places, even if this answer is not allowed."""
        return tuple(Spot(piece, self.places[piece]) for piece in self.request.pieces)

    @property
    def is_ready(self) -> bool:
        """True if the places can be the answer (see `refusal`)."""
        return self.refusal is None

    @property
    def refusal(self) -> str | None:
        """The reason why the places can't be the answer; None if they can be.

        If several of these reasons apply, the first is given:

        - All pieces were on the table already, and none has moved.
        - The request doesn't allow the places.
        - An obstacle stops a piece at the very start of its way (`WayEnd.is_stuck`). This is no reason for a piece that
          can only go to marked places.
        """
        if not self.are_new and not self._length():
            return NOBODY_MOVED
        end = self.stopped()
        is_stuck = end is not None and end.is_stuck and self._regions[end.piece].places is None
        return self.request.refusal(self.answer) or (end.text if end is not None and is_stuck else None)

    def stopped(self) -> WayEnd | None:
        """Return where an obstacle first stops a piece. The pieces move in straight lines, all at the same time.

        As soon as one piece is stopped, all pieces stop. Each has then covered the same fraction of its way. Return
        None if all ways are free, or if the pieces don't move but are put down.
        """
        places = tuple(self.places.values())
        if self._known is None or self._known[0] != places:
            self._known = places, self._first_end()
        return self._known[1]

    def _first_end(self) -> WayEnd | None:
        going = {name: region.ways for name, region in self._regions.items() if region.ways is not None}
        ends = ((name, ways.end(self.places[name])) for name, ways in going.items())
        found = [replace(end, piece=name) for name, end in ends if end is not None]
        for (name, ways), (other, others) in combinations(going.items(), 2):
            lines = (ways.start, self.places[name]), (others.start, self.places[other])
            if (share := meeting(*lines, ways.radius + others.radius)) is not None:
                found.append(WayEnd(share, 0.0, Obstacle(disc(others.start, others.radius), other), name))
        first = min(found, key=lambda end: end.share, default=None)
        return None if first is None else replace(first, length=first.share * self._length())

    def _length(self) -> float:
        """Return the length of the longest of the pieces' paths (mm). It is 0 if all pieces are new."""
        return max(self._lengths(), default=0.0)

    def _lengths(self) -> Iterator[float]:
        """Yield the length of each piece's path (mm). New pieces are left out."""
        for name, piece in self._pieces.items():
            if name not in self._new:
                yield distance(place_of(piece), self.places[name])

    @property
    def are_new(self) -> bool:
        """True if at least one piece of the request is not on the table yet."""
        return not self._new.isdisjoint(self.request.pieces)

    def any_answer(self) -> tuple[Spot, ...] | None:
        """Return allowed places for all pieces, or None if none are found.

        - If no piece is new: the present places, if they are allowed.
        - If some pieces are new, and the player has moved nothing: places in rows in the pieces' regions.
        - If some pieces are new, and the player has moved some: the present places, if they are allowed. Otherwise,
          allowed places near them. If none are found, places in rows.
        """
        if self.are_new and not (self._moved and self.is_ready):
            allowed = (name for name in self.request.pieces if self._regions[name].refusal(self.places[name]) is None)
            first = next(allowed, self.request.pieces[0])
            found = arrange(self.request, self.places, first) if self._moved else None
            if (found := found or spread(self.request)) is not None:
                return found
            if not self.is_ready:
                self._bring_in()
        return self.answer if self.is_ready else None

    def next(self, by: int = 1) -> None:
        """Select the piece that is `by` steps further on. The arrow keys move the selected piece.

        The step after the last piece selects all pieces. The next step selects the first piece.
        """
        names = (None, *self.request.pieces)
        self.selected = names[(names.index(self.selected) + by) % len(names)]

    def nudge(self, x: float, y: float) -> None:
        """Move the selected piece by a step (mm). If no piece is selected, move all pieces in formation."""
        one = self.selected or next(iter(self.request.pieces))
        at = self.places[one]
        self._before, self._together = dict(self.places), self.selected is None
        self._put(one, (at[0] + x, at[1] + y))

    def moved(self, pointer: Pointer) -> None:
        """Move the held piece to the pointer. If the drag moves all pieces, the others follow in formation."""
        if self._held is not None:
            self._put(self._held, pointer.at)

    def pressed(self, pointer: Pointer) -> object | None:
        """Take hold of the nearest piece within `GRAB_DISTANCE`. Return None: a press never answers the request."""
        near = min(self.request.pieces, key=lambda piece: distance(self.places[piece], pointer.at), default=None)
        if near is not None and distance(self.places[near], pointer.at) <= GRAB_DISTANCE:
            self._held, self._before, self._had_moved = near, dict(self.places), self._moved
            self._together = pointer.shift or not self._moved
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Release the held piece, if any. Return None: a release never answers the request."""
        self._held = None
        return None

    def cancel(self) -> bool:
        """Put all pieces back to their places before the current drag. Return whether a piece was held."""
        held, self._held = self._held, None
        if held is not None:
            self.places, self._moved = dict(self._before), self._had_moved
        return held is not None

    def default_answer(self) -> object | None:
        """Return the present places of the pieces as the answer, or None if this answer is refused (see `refusal`)."""
        return self.answer if self.is_ready else None

    def overlay(self) -> TableOverlay:
        """Return the ghosts of the pieces, and a hint. A line leads from each moved piece to its ghost.

        - If the chosen places are not allowed, the hint says why.
        - If something stops the pieces on their way, the ghosts stand there, and the hint names the obstacle.
        """
        refusal, end = self.request.refusal(self.answer), self.stopped()
        colour = REFUSED if refusal or (end is not None and end.is_stuck) else ALLOWED
        shown = self._held or next((name for name in self.request.pieces if name in self._new), None)
        marks: list[Mark] = [] if shown is None else [Area(self._regions[shown], ALLOWED)]
        for name, piece in self._pieces.items():
            at, start = self.places[name], place_of(piece)
            if name in self._new:
                marks.append(Ghost(piece, _pose(piece, at), colour))
            elif at != start:
                there = at if end is None else _between(start, at, end.share)
                marks += [Path((start, there), colour, 1.2), Ghost(piece, _pose(piece, there), colour)]
                marks += [Path((there, at), REFUSED, 1.2)] if there != at else []
        glow: dict[PieceId, Glow] = dict.fromkeys(self._pieces, "legal")
        glow |= dict.fromkeys((name for name in (self._held, self.selected) if name is not None), "hover")
        told = refusal or (self._told_length() if end is None else end.text)
        return TableOverlay(glow, tuple(marks), ". ".join(filter(None, (told, EACH if self._moved else ALL_TOGETHER))))

    def _told_length(self) -> str:
        """Return a sentence about the distance of the pieces' move; empty if all pieces are new.

        If they move different distances, the sentence names the greatest. If none has moved, it says so. New pieces
        don't count.
        """
        if not (lengths := [*self._lengths()]):
            return ""
        if not max(lengths):
            return NOBODY_MOVED
        up_to = "up to " if len({f"{in_inches(one):.1f}" for one in lengths}) > 1 else ""
        return f"They move {up_to}{in_inches(max(lengths)):.1f} in"

    def _bring_in(self) -> None:
        """Arrange the new pieces around a point of the first piece's region.

        Several points are tried, beginning with the one nearest to the region's middle. The first point that has room
        for all pieces is used. If no point has room, put all new pieces at the first point.
        """
        first = next(iter(self.request.pieces))
        nearest: dict[PieceId, Point] | None = None
        for point in _starts(self._regions[first].allowed_points()):
            wanted = {name: point if name in self._new else at for name, at in self.places.items()}
            nearest = nearest or wanted
            if (found := arrange(self.request, wanted, first)) is not None:
                self.places = {spot.piece: spot.at for spot in found}
                return
        self.places = nearest or self.places

    def _put(self, piece: PieceId, at: Point) -> None:
        """Move a piece to the allowed point nearest to `at` (mm).

        If all pieces move together, the others follow in formation and avoid obstacles. If they can't follow, no piece
        moves.
        """
        if not self._together:
            self.places[piece] = self._regions[piece].nearest(at) or at
            self._moved |= self.places != self._before
            return
        x, y = at[0] - self._before[piece][0], at[1] - self._before[piece][1]
        wanted = {name: (a + x, b + y) for name, (a, b) in self._before.items()}
        if (found := arrange(self.request, wanted, piece)) is not None:
            self.places = {spot.piece: spot.at for spot in found}
            self._moved |= self.places != self._before


def _starts(points: Points) -> Iterator[Point]:
    """Yield some of the points, at least `START_SPACING` apart. Points nearer to the mean of all points come first."""
    far = points - points.mean(axis=0) if len(points) else points
    left = points[np.argsort(np.hypot(far[:, 0], far[:, 1]), kind="stable")]
    while len(left):
        x, y = left[0]
        yield float(x), float(y)
        left = left[np.hypot(left[:, 0] - x, left[:, 1] - y) >= START_SPACING]


def _between(start: Point, end: Point, share: float) -> Point:
    """Return a point on the straight way from `start` to `end` (mm): 0 for `share` means `start`, 1 means `end`."""
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def _pose(piece: Piece, at: Point) -> Pose:
    """Return the pose that a piece has at a place on the table."""
    match piece:
        case Model() as model:
            return Pose((*at, model.level), about_z(model.heading))
        case Die() | Token():
            return Pose((*at, piece.pose.at[2]), piece.pose.orientation)
    return Pose((*at, 0.0))
