"""Places for a group of pieces, each near the place where it is wanted."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.table.geometry.regions import ROUNDING_TOLERANCE, gaps
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, distance

Points = npt.NDArray[np.float64]
"""Points on the table, shape (n, 2), in mm."""

REACHES = (30.0, 90.0)
"""Distances from a wanted place within which places are tried first (mm). Trying fewer points is faster."""


def arrange(request: PlaceSome, wanted: Mapping[PieceId, Point], first: PieceId) -> tuple[Spot, ...] | None:
    """Return places for all pieces of a request, each near the place where it is wanted.

    `first` is placed first, then the leader, then the others in the order of the distances between their wanted places
    and that of `first`. A piece that is placed is not moved again, so None may be returned although an answer exists.

    Args:
        request: The request.
        wanted: The wanted place of each piece (mm).
        first: The piece that is placed first.

    Returns:
        An answer that is allowed, or None if no place is left for a piece.
    """
    order = sorted(
        request.pieces,
        key=lambda piece: (piece != first, piece != request.leader, distance(wanted[piece], wanted[first])),
    )
    return place_in_turn(request, order, lambda piece, points: points[_nearest(points, wanted[piece])], wanted)


def place_in_turn(
    request: PlaceSome,
    order: Sequence[PieceId],
    choose: Callable[[PieceId, Points], npt.NDArray[np.float64]],
    wanted: Mapping[PieceId, Point],
) -> tuple[Spot, ...] | None:
    """Return places for all pieces of a request, which are placed one after another.

    Args:
        request: The request.
        order: All pieces, in the order in which they are placed.
        choose: Function that returns one of the points where a piece may be. It gets at least one point. If the piece
            has a wanted place, it gets points around this place, and the nearest possible point is among them.
        wanted: Wanted places of some of the pieces (mm). A piece gets its wanted place if it may be there.

    Returns:
        An answer that is allowed, or None if no place is left for a piece.
    """
    placed: dict[PieceId, Spot] = {}
    for piece in order:
        if piece in wanted and len(_allowed(request, piece, np.array([wanted[piece]]), placed)):
            placed[piece] = Spot(piece, wanted[piece])
            continue
        points = _allowed_near(request, piece, wanted.get(piece), placed)
        if not len(points):
            return None
        x, y = choose(piece, points)
        placed[piece] = Spot(piece, (float(x), float(y)))
    answer = tuple(placed[piece] for piece in request.pieces)
    return answer if request.refusal(answer) is None else None


def _allowed_near(request: PlaceSome, piece: PieceId, wanted: Point | None, placed: Mapping[PieceId, Spot]) -> Points:
    """Return points where a piece may be beside the pieces that are placed already.

    If `wanted` is given, return only the points within the smallest distance of `REACHES` within which there are any.
    Return all points if `wanted` is None, or if there are none within any of these distances.
    """
    points = dict(request.regions)[piece].allowed_points()
    if wanted is None:
        return _allowed(request, piece, points, placed)
    far = np.hypot(points[:, 0] - wanted[0], points[:, 1] - wanted[1])
    for reach in REACHES:
        near = points[far <= reach]
        if len(near) > 1 and len(found := _allowed(request, piece, near, placed)):
            return found
    return _allowed(request, piece, points, placed)


def _allowed(request: PlaceSome, piece: PieceId, points: Points, placed: Mapping[PieceId, Spot]) -> Points:
    """Return the points where a piece may be beside the pieces that are placed already.

    Args:
        request: The request.
        piece: The piece.
        points: The points to choose from: any single point, or several allowed points of the piece's region.
        placed: The spots of the pieces that are placed already.
    """
    region = dict(request.regions)[piece]
    if len(points) == 1:
        points = points[[region.refusal((float(x), float(y))) is None for x, y in points]]
    allowed, near = np.ones(len(points), dtype=np.bool_), np.zeros(len(points), dtype=np.bool_)
    for other, between in _gaps(request, piece, points, placed):
        allowed &= between >= -ROUNDING_TOLERANCE
        if request.leader in (piece, other):
            allowed &= between <= request.max_leader_gap + ROUNDING_TOLERANCE
        near |= request.max_gap is None or between <= request.max_gap + ROUNDING_TOLERANCE
    return points[allowed & near] if placed else points


def _gaps(
    request: PlaceSome, piece: PieceId, points: Points, placed: Mapping[PieceId, Spot]
) -> Iterator[tuple[PieceId, npt.NDArray[np.float64]]]:
    """Yield each placed piece with its gaps from `piece`, one for each of `points` at which `piece` may be (mm)."""
    regions = dict(request.regions)
    for other, spot in placed.items():
        yield other, gaps(regions[piece].piece, points, regions[other].piece.translated(*spot.at))


def _nearest(points: Points, to: Point) -> int:
    """Return the index of the point that is nearest to a given point."""
    return int(np.argmin(np.hypot(points[:, 0] - to[0], points[:, 1] - to[1])))
