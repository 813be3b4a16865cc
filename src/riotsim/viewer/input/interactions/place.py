"""The interaction of placing a piece: a ghost of the piece follows the pointer, and the release puts the piece down."""

import math
from collections.abc import Mapping
from random import Random

from riotsim.play.requests import PickPoint, Spot
from riotsim.table.geometry.regions import Region
from riotsim.table.geometry.straight import WayEnd
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import Point, Pose, about_z, distance
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Area, Ghost, Mark, Path, Ring

ALLOWED, REFUSED = "#7fd08a", "#ff6b57"
"""Colours of the ghost: `ALLOWED` where the piece may be put, and `REFUSED` where it may not."""

PLACE_RING = 11.0
"""Radius of the ring around a place (mm). There are rings if the piece may be put only at certain places."""

RING_EDGE, RING_EDGE_COLOUR = 0.9, "#17351d"
"""Two dark rings, one just inside the ring around a place, and one just outside it.

- `RING_EDGE`: the distance of each dark ring from the ring around the place (mm).
- `RING_EDGE_COLOUR`: the colour of the dark rings.

The dark rings make the ring between them visible on light squares.
"""

SNAP_DISTANCE = 25.0
"""The ghost snaps to a legal spot within this distance (mm)."""

TRACK_GAP = 8.0
"""Greatest distance between neighbouring places in one part of a track (mm).

A track is a row of places on a straight line.
"""

TRACK_TOLERANCE = 0.5
"""Greatest distance from a track's straight line to one of its places (mm)."""

WAY_WIDTH = 1.2
"""Width of the line that shows a piece's straight way (mm)."""

TRACK_WIDTH = 5.0
"""Width of the line that shows a track (mm)."""


class PlaceInteraction:
    """The choice of a place for one of the pieces of a request."""

    level = 0.0

    def __init__(self, request: PickPoint, pieces: Mapping[PieceId, Piece], *, is_new: bool = False) -> None:
        self.request = request
        self.is_new = is_new
        """True if the piece is not on the table yet. After it, the game may ask for places for more new pieces."""
        self._pieces = pieces
        self._regions = dict(request.regions)
        self.open_pieces = tuple(piece for piece, region in request.regions if len(region.allowed_points()))
        """The pieces that have a legal spot."""
        self.piece = self.open_pieces[0] if self.open_pieces else request.regions[0][0]
        """The piece that is being placed."""
        self._at: Point | None = None
        self._explains = False
        """True if the player pressed the button beside the marked places, and hasn't pointed at one of them since.

        The hint then says why the piece can't be put at the pointer.
        """
        self._track: tuple[PieceId, tuple[tuple[Point, ...], ...]] | None = None
        """The last piece whose track was computed, and the parts of the track."""

    @property
    def instruction(self) -> str:
        """The player's task."""
        return "Click the glowing area of the table" if self.is_free or self.track else "Click one of the marked places"

    @property
    def track(self) -> tuple[tuple[Point, ...], ...]:
        """The parts of the track, which is divided at its gaps (see `track_of`). Each part has its places in order.

        A track is a row of places on a straight line. The ghost slides along it with the pointer. There are no parts if
        the places form no track, or if `moves_straight` is true.
        """
        if self._track is None or self._track[0] != self.piece:
            region = self._regions[self.piece]
            self._track = self.piece, track_of(region) if region.ways is None else ()
        return self._track[1]

    @property
    def is_free(self) -> bool:
        """True if the piece may be put anywhere in an area. False if it may be put only at separate places."""
        return self._regions[self.piece].places is None

    @property
    def moves_straight(self) -> bool:
        """True if the piece moves to its place in a straight line, False if it is put down there."""
        return self._regions[self.piece].ways is not None

    def select_piece(self, piece: PieceId) -> None:
        """Select the piece to place. A piece that the request doesn't name changes nothing."""
        if piece in self._regions:
            self.piece = piece

    def next(self, by: int = 1) -> None:
        """Select the piece that is `by` steps further on among those with a legal spot. A negative number goes back."""
        if self.piece in self.open_pieces:
            self.piece = self.open_pieces[(self.open_pieces.index(self.piece) + by) % len(self.open_pieces)]

    def moved(self, pointer: Pointer) -> None:
        """Move the ghost to the pointer.

        Within `SNAP_DISTANCE` of a legal spot, the ghost snaps to that spot. On a track, it always snaps to the nearest
        place.
        """
        region = self._regions[self.piece]
        near = region.nearest(pointer.at)
        close = near is not None and (bool(self.track) or distance(near, pointer.at) <= SNAP_DISTANCE)
        self._at = near if close else pointer.at
        self._explains = self._explains and not close

    def pressed(self, pointer: Pointer) -> object | None:
        """Move the ghost to the pointer. Always return None, because `released` returns the answer."""
        self._explains = True  # not before: the hint would cover the table wherever the pointer rests
        self.moved(pointer)
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Move the ghost to the pointer. Return the ghost's spot, or None if the piece can't be put there."""
        self.moved(pointer)
        if self._at is None or self._refusal(self._at) is not None:
            return None
        return Spot(self.piece, self._at)

    def _refusal(self, at: Point) -> str | None:
        """Return the reason why the piece can't be put at a point; None if it can be put there.

        There are two reasons:

        - The region forbids the point.
        - An obstacle stops the piece at the very start of its way. This is no reason if the piece can only go to marked
          places, because the player must choose one of them anyway.
        """
        region, end = self._regions[self.piece], self._end(at)
        is_stuck = end is not None and end.is_stuck and region.places is None
        return region.refusal(at) or (end.text if end is not None and is_stuck else None)

    def _end(self, at: Point) -> WayEnd | None:
        """Return where an obstacle stops the piece on its straight way to a point. Return None if nothing stops it."""
        ways = self._regions[self.piece].ways
        return None if ways is None else ways.end(at)

    def cancel(self) -> bool:
        """Return False, because there is no gesture to cancel: the piece only follows the pointer."""
        return False

    def default_answer(self) -> object | None:
        """Return the answer of a player who makes no click and no gesture.

        - If the piece slides on a `track`: the middle place of the track.
        - If the piece moves straight to a marked place: the nearest marked place that it can reach. If it can't reach
          any, the nearest of all marked places.
        - If the piece moves straight to any place in an area: the reachable spot nearest to the middle of the table.
        - In all other cases: the legal spot nearest to the middle of the table.

        If there is no such place or spot, the answer is None.
        """
        region = self._regions[self.piece]
        if self.track:
            places = [at for part in self.track for at in part]
            return Spot(self.piece, places[len(places) // 2])
        near = (region.width / 2, region.depth / 2)
        if region.places is not None and region.ways is not None:
            near = region.ways.start
        spot = region.nearest_reached(near)
        if spot is None and region.places is not None:
            spot = region.nearest(near)
        return None if spot is None else Spot(self.piece, spot)

    def any_answer(self, game: str = "") -> object | None:
        """Return a random legal spot, or None if there is none. All legal spots are equally likely.

        The draw's seed comes from the game, the piece and the number of its legal spots. So a second call returns the
        same spot.

        Args:
            game: The game's id; empty if the game is not stored.
        """
        points = self._regions[self.piece].allowed_points()
        if not len(points):
            return None
        x, y = points[Random(f"{game} {self.piece} {len(points)}").randrange(len(points))]
        return Spot(self.piece, (float(x), float(y)))

    def overlay(self) -> TableOverlay:
        """Return the ghost, and the legal area or the marked places.

        A hint may say why the piece can't be put at the pointer, or what stops the piece on its way.
        """
        region = self._regions[self.piece]
        marks: list[Mark] = [Area(region, ALLOWED)]
        if self.track:
            marks = [Path(part, ALLOWED, TRACK_WIDTH) for part in self.track]
        elif region.places is not None:
            marks = [
                Ring(at, PLACE_RING + wider, colour)
                for at, reached in _places(region)
                for wider, colour in (
                    (-RING_EDGE, RING_EDGE_COLOUR),
                    (RING_EDGE, RING_EDGE_COLOUR),
                    (0.0, ALLOWED if reached else REFUSED),
                )
            ]
        if self._at is None:
            return TableOverlay(marks=tuple(marks))
        refusal, end, at = self._refusal(self._at), self._end(self._at), self._at
        if end is not None and end.by.is_goal:
            end = None
        is_cut = end is not None and region.places is not None
        colour = REFUSED if refusal or is_cut else ALLOWED
        piece = self._pieces.get(self.piece)
        if region.ways is not None and region.refusal(at) is None:
            at = region.ways.reached(at)
            marks += [Path((region.ways.start, at), colour, WAY_WIDTH), Path((at, self._at), REFUSED, WAY_WIDTH)]
        if self.is_free and not self.request.moves and isinstance(piece, Model):
            marks += _look(piece, at, colour)
        elif (ghost := self._ghost(at, colour)) is not None:
            marks.append(ghost)
        told = refusal or ("" if end is None else end.text)
        if region.refusal(self._at) is not None and not (self.is_free or self.track or self._explains):
            told = ""
        return TableOverlay(marks=tuple(marks), hint=told, refused=refusal is not None, is_about_pointer=bool(told))

    def _ghost(self, at: Point, colour: str) -> Ghost | None:
        match self._pieces.get(self.piece):
            case Model() as model:
                return Ghost(model, Pose((*at, model.level), about_z(model.heading)), colour)
            case Token() as token:
                return Ghost(token, Pose((*at, token.thickness / 2)), colour)
            case Die() as die:
                return Ghost(die, Pose((*at, die.size / 2), die.pose.orientation), colour)
        return None


def _places(region: Region) -> tuple[tuple[Point, bool], ...]:
    """Return each allowed place of a region, and whether the piece's way to this place is free."""
    spots = region.allowed_points()
    free = region.ways.are_free(spots).tolist() if region.ways is not None and len(spots) else [True] * len(spots)
    return tuple(((float(x), float(y)), reached) for (x, y), reached in zip(spots, free, strict=True))


def _look(model: Model, at: Point, colour: str) -> tuple[Mark, ...]:
    """Return the line from a model to the point that it looks at, and a ghost of the turned model."""
    if distance(model.at, at) == 0.0:
        return ()
    turned = about_z(math.atan2(at[1] - model.at[1], at[0] - model.at[0]))
    return Path((model.at, at), colour), Ghost(model, Pose((*model.at, model.level), turned), colour)


def track_of(region: Region) -> tuple[tuple[Point, ...], ...]:
    """Return the places of a track, in their order on its straight line. The track is divided into parts.

    A new part begins at each gap of more than `TRACK_GAP`. The result is empty in two cases:

    - The region's places aren't on one line.
    - Each part has fewer than three places. The squares of a board are an example.
    """
    places = region.places or ()
    if len(places) < 3:
        return ()
    (x, y), (end_x, end_y) = places[0], max(places, key=lambda at: distance(at, places[0]))
    if (length := distance((x, y), (end_x, end_y))) == 0.0:
        return ()
    way = ((end_x - x) / length, (end_y - y) / length)
    if any(abs((at[0] - x) * way[1] - (at[1] - y) * way[0]) > TRACK_TOLERANCE for at in places):
        return ()
    parts: list[tuple[Point, ...]] = []
    for at in sorted(places, key=lambda at: at[0] * way[0] + at[1] * way[1]):
        if parts and distance(parts[-1][-1], at) <= TRACK_GAP:
            parts[-1] = (*parts[-1], at)
        else:
            parts.append((at,))
    return tuple(parts) if max(map(len, parts)) >= 3 else ()
