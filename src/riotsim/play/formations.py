"""The search for places for a group of pieces, for example near a wanted place of each piece."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.table.geometry.regions import ROUNDING_TOLERANCE, Region, gaps
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, distance

Points = npt.NDArray[np.float64]
"""Points on the table, shape (n, 2), in mm."""

SPACES = (0.8, 0.5, 0.2, 0.0)
"""The gaps between pieces that `spread` tries in turn, as fractions of the greatest allowed gap. Our choice."""

DEFAULT_SPACE = 25.0
"""The greatest gap for `spread` if the rules allow any gap (mm). Our choice."""

REACHES = (30.0, 90.0)
"""Distances from a wanted place (mm). Points within the first distance are tried first, then those within the second.

If none of these points is allowed, all points are tried. Fewer points are faster to try.
"""


def arrange(request: PlaceSome, wanted: Mapping[PieceId, Point], first: PieceId) -> tuple[Spot, ...] | None:
    """Return places for all pieces of a request, each near its wanted place.

    Args:
        request: The request.
        wanted: The wanted place of each piece (mm).
        first: The piece that is placed first.

    Returns:
        An answer that the request allows, or None if none is found. In that case an allowed answer may still exist.
    """
    # A placed piece is not moved again. After the first piece and the leader come the pieces with the nearest places.
    order = sorted(
        request.pieces,
        key=lambda piece: (piece != first, piece != request.leader, distance(wanted[piece], wanted[first])),
    )
    return place_in_turn(request, order, lambda piece, points: points[_nearest(points, wanted[piece])], wanted)


def spread(request: PlaceSome) -> tuple[Spot, ...] | None:
    """Return places for all pieces of a request, in rows and, if possible, with room between the pieces.

    The rows run along the longer side of the allowed area. The smallest pieces stand in the rows that are nearest to
    the middle of the table.

    Returns:
        An answer that the request allows, or None if none is found.
    """
    most = DEFAULT_SPACE if request.max_gap is None else request.max_gap
    for share in SPACES:
        wanted = _rows(request, share * most)
        if wanted is None:
            continue
        first = min(wanted, key=lambda piece: distance(wanted[piece], _centre(list(wanted.values()))))
        if (found := arrange(request, wanted, request.leader or first)) is not None:
            return found
    return None


def _rows(request: PlaceSome, space: float) -> dict[PieceId, Point] | None:
    """Return places in rows, or None if the rows don't fit into the allowed area.

    The smallest pieces stand in front, in as few rows as possible. All other pieces stand in one row behind them. This
    row is spread to at least the width of the rows in front.

    Args:
        request: The request.
        space: Space between neighbours in a row (mm). The rows are also this far apart, or less if there is no room.
    """
    sizes = {piece: _size(region) for piece, region in request.regions}
    if (edges := _edges(request)) is None:
        return None
    low, high = edges
    along = 0 if high[0] - low[0] >= high[1] - low[1] else 1
    across = 1 - along
    small = [piece for piece in request.pieces if sizes[piece] == min(sizes.values())]
    large = [piece for piece in request.pieces if piece not in small]
    cell = sizes[small[0]] + space
    count = -(-len(small) // max(1, int((high[along] - low[along] + space) / cell)))
    rows = [small[k * len(small) // count : (k + 1) * len(small) // count] for k in range(count)]
    width = max(cell * max(map(len, rows)), sum(sizes[piece] + space for piece in large))
    rows += [large] if large else []
    depths = [max(sizes[piece] for piece in row) for row in rows]
    between = min(space, (high[across] - low[across] - sum(depths)) / max(len(rows) - 1, 1))
    if between < 0.0 or width - space > high[along] - low[along]:
        return None
    table = request.regions[0][1]
    is_front = (table.width, table.depth)[across] / 2 >= (low[across] + high[across]) / 2
    edge, back = (high[across], -1.0) if is_front else (low[across], 1.0)
    places: dict[PieceId, Point] = {}
    for row, depth in zip(rows, depths, strict=True):
        step = width / len(row) if row is large else cell
        for n, piece in enumerate(row):
            at = (low[along] + high[along]) / 2 + (n - (len(row) - 1) / 2) * step
            places[piece] = _point(at, edge + back * depth / 2, along)
        edge += back * (depth + between)
    return places


def _point(along: float, across: float, axis: int) -> Point:
    """Return the point with the coordinate `along` on one axis (0 for x, 1 for y), and `across` on the other axis."""
    return (along, across) if axis == 0 else (across, along)


def _edges(request: PlaceSome) -> tuple[Point, Point] | None:
    """Return the front left corner and the back right corner of the allowed rectangle for all pieces (mm).

    Return None if the region of any piece has no allowed point.
    """
    # The part that the regions have in common, each enlarged to a rectangle that holds its whole piece.
    lows, highs = [], []
    for _, region in request.regions:
        points, half = region.allowed_points(), _size(region) / 2
        if not len(points):
            return None
        lows.append(points.min(axis=0) - half)
        highs.append(points.max(axis=0) + half)
    (left, front), (right, back) = np.max(lows, axis=0).tolist(), np.min(highs, axis=0).tolist()
    return (left, front), (right, back)


def _size(region: Region) -> float:
    """Return the size of a piece: the longer side of the smallest rectangle along the axes that holds it (mm).

    Args:
        region: The piece's region. It knows the piece's outline.
    """
    left, front, right, back = region.piece.bounds()
    return max(right - left, back - front)


def _centre(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return (sum(xs) / len(xs), sum(ys) / len(ys))


def place_in_turn(
    request: PlaceSome,
    order: Sequence[PieceId],
    choose: Callable[[PieceId, Points], npt.NDArray[np.float64]],
    wanted: Mapping[PieceId, Point],
) -> tuple[Spot, ...] | None:
    """Place all pieces of a request one after another, and return their places.

    Args:
        request: The request.
        order: All pieces, in the order of placing.
        choose: Function that takes a piece and its allowed points, and returns one of these points. If the piece has a
            wanted place, the function may be given only points near this place.
        wanted: Wanted places of some of the pieces (mm). A piece gets its wanted place if it may be there.

    Returns:
        An answer that the request allows, or None if none is found.
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
    """Return points of a piece's region where the request allows the piece, given the pieces that are placed already.

    If there is a wanted place, return only the points near it: those within the first distance of `REACHES` that
    suffices. Return all points if no distance suffices.
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
    """Return the allowed points in `points` for a piece, given the placed pieces.

    Args:
        request: The request.
        piece: The piece.
        points: The points. If there are several, the piece's region must allow all of them: this isn't checked. If
            there is only one, it is checked whether the region allows it.
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
    """Yield each placed piece, with its gaps from `piece` (mm): one gap for each point where `piece` may be."""
    regions = dict(request.regions)
    for other, spot in placed.items():
        yield other, gaps(regions[piece].piece, points, regions[other].piece.translated(*spot.at))


def _nearest(points: Points, to: Point) -> int:
    """Return the index of the point that is nearest to a given point."""
    return int(np.argmin(np.hypot(points[:, 0] - to[0], points[:, 1] - to[1])))
