"""Stretches of a straight path where watchers see a moving body.

The search first finds the places of the body where one of the watcher's nine lines may enter or leave a solid. From one
such place to the next, each line stays open or stays blocked. So it is enough to test the lines once, in the middle
between these two places. All lengths are in mm.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.lines import lines_shut
from riotsim.table.sight.moving import MovingCylinders
from riotsim.table.sight.polyhedra import Array, BoolArray, Indices, cross
from riotsim.table.sight.roots import roots
from riotsim.table.sight.segments import lines_inside
from riotsim.table.sight.shadows import Ways, crossings
from riotsim.table.sight.solids import Solids

END_TOLERANCE = 0.001
"""Greatest error of the start and of the end of a stretch (mm).

A stretch shorter than this may not be found. The same is true of a shorter gap between two stretches.
"""

SHORTEST = 2e-6
"""Length of the shortest part of a path that is tested (mm): a little more than the precision of the part's ends."""

EDGE_SLACK = 1e-4
"""A line may miss an edge or a box by this distance and still count as meeting it (mm)."""

CHUNK_SIZE = 2048
"""Greatest number of paths that are computed at once, to limit the memory."""

Stretches: TypeAlias = tuple[tuple[float, float], ...]
"""Parts of a path: the start and the end of each part, as distances from the start of the path (mm)."""


def stretches_seen(watchers: Sequence[Body], mover: Body, end: Point, solids: Solids) -> tuple[Stretches, ...]:
    """Return the stretches of a straight path where each watcher sees a moving body.

    A watcher sees the body if at least one of the nine lines to the body is open. The watcher's own solids and the
    moving body's own solids block none of these lines. All solids stand still.

    Args:
        watchers: The watchers.
        mover: The body at the start of its path.
        end: The place of the body's centre at the end of its path (mm).
        solids: The solids that block lines of sight.

    Returns:
        For each watcher, the stretches in ascending order. If the path has no length, the result for a watcher who sees
        the body is the single stretch (0, 0).
    """
    return stretches_watched([(watcher, mover, end) for watcher in watchers], solids)


def stretches_watched(
    watched: Sequence[tuple[Body, Body, Point]],
    solids: Solids,
    ignored: BoolArray | None = None,
    lines: Sequence[int] = tuple(range(9)),
    moving: MovingCylinders | None = None,
) -> tuple[Stretches, ...]:
    """Return the stretches of straight paths where a watcher sees a moving body, for many paths at once.

    Args:
        watched: For each path: the watcher, the body at the start of the path, and the place of the body's centre at
            the end of the path (mm).
        solids: The solids that block lines of sight.
        ignored: Whether each solid is ignored for each path, shape (paths, solids). The watcher's own solids and the
            moving body's own solids are always ignored.
        lines: The numbers of the lines that are tested, from 0 to 8. All other lines are ignored.
        moving: Cylinders that move while the bodies move. They are ignored for paths of length 0.

    Returns:
        For each path, the stretches as in the result of `stretches_seen`.
    """
    own = solids.own([(watcher.name, body.name) for watcher, body, _ in watched])
    if ignored is not None:
        own |= ignored
    found: list[Stretches] = [()] * len(watched)
    still = [k for k, (_, body, end) in enumerate(watched) if body.at == end]
    for first in range(0, len(still), CHUNK_SIZE):
        some = still[first : first + CHUNK_SIZE]
        shut = lines_shut([watched[k][:2] for k in some], solids, ~own[some])[:, list(lines)]
        for row, k in enumerate(some):
            found[k] = () if shut[row].any(axis=1).all() else ((0.0, 0.0),)
    long = [k for k, (_, body, end) in enumerate(watched) if body.at != end]
    cylinders = MovingCylinders.none(len(watched)) if moving is None else moving
    for first in range(0, len(long), CHUNK_SIZE):
        chunk = np.array(long[first : first + CHUNK_SIZE], dtype=np.intp)
        way = Ways.of([watched[k] for k in chunk])
        for k, stretches in zip(chunk, _stretches(way, solids, own[chunk], lines, cylinders.only(chunk)), strict=True):
            found[k] = stretches
    return tuple(found)


def _stretches(
    way: Ways, solids: Solids, own: BoolArray, lines: Sequence[int], moving: MovingCylinders
) -> list[Stretches]:
    """Return the result of `stretches_watched` for paths that have a length.

    Args:
        way: The paths, each with its watcher.
        solids: The solids that stand still.
        own: Whether each solid is ignored for each path, shape (paths, solids).
        lines: The numbers of the lines that are tested, from 0 to 8.
        moving: The cylinders that move.
    """
    # Each way has a part of one long axis to itself, with room at both ends.
    apart = 2 * float(way.reach.max()) + 2.0
    stretches = np.zeros((0, 2))
    free = own | ~way.reaches(solids.lows, solids.highs)
    upright = solids.upright(float(way.levels[:, 0].min()))
    asked = np.flatnonzero(~_hidden(way, solids, free | ~(upright & solids.convex)))
    # Lines to the top come first. Where an upright solid shuts one, it shuts those below it too. So the rows below are
    # skipped there if, for each line that counts, the line to the top on the same side counts too.
    top_decides = all(6 + line % 3 in lines for line in lines)
    for rows in ([2], [0, 1]):
        some = [line for line in lines if line // 3 in rows]
        if not some:
            continue
        few, few_free = way.only(asked), free[asked]
        cylinders = moving.only(asked)
        line, low, high = _parts(*_changes(few, solids, few_free, rows, cylinders), some, few.reach)
        shift = asked[line // 9] * apart + few.reach[line // 9] + 1.0
        looked = np.flatnonzero(~_covered(stretches, low + shift, high + shift))
        line, low, high, shift = line[looked], low[looked], high[looked], shift[looked]
        middle = (low + high) / 2
        ends = few.points(line // 9, line % 9, middle)
        shut = lines_inside(solids, few.eyes[line // 9], ends, ~few_free[line // 9])
        hidden = cylinders.shut(few, line // 9, middle, ends)
        is_open = ~shut.any(axis=1) & ~hidden
        opened = np.stack((low + shift, high + shift), axis=1)[is_open]
        stretches = _joined(np.concatenate([stretches, opened]))
        if top_decides:
            asked = asked[np.unique(line[~is_open & ~shut[:, upright].any(axis=1) & ~hidden] // 9)]
        if not len(asked):
            break
    found: list[list[tuple[float, float]]] = [[] for _ in way.reach]
    for begin, finish in stretches.tolist():
        which = int(begin // apart)
        origin = which * apart + 1.0
        found[which].append((max(0.0, begin - origin), min(2 * float(way.reach[which]), finish - origin)))
    return list(map(tuple, found))


def _hidden(way: Ways, solids: Solids, free: BoolArray) -> BoolArray:
    """Return, for each path, whether a single solid hides the body on the whole path, shape (paths,).

    This is a quick test. A result of True is certain. The result may be False even if a solid hides the body.

    Args:
        way: The paths.
        solids: The solids.
        free: Whether each solid is left out of the test for each path, shape (paths, solids). All other solids must be
            convex, and upright as defined by `Solids.upright`.
    """
    # A rectangle at the height of the body's top surrounds all places of the body. A convex solid that hides the four
    # corners hides the whole rectangle, and an upright one also hides what is below.
    hidden = np.zeros(len(way.reach), dtype=np.bool_)
    which = np.flatnonzero(~free.all(axis=1))
    some, asked = way.only(which), ~free[which]
    across = np.stack((-some.direction[:, 1], some.direction[:, 0]), axis=1)
    for ahead, aside in ((1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)):
        corners = some.eyes[:, :2] + some.ways + aside * some.radius[:, None] * across
        corners += ahead * (some.reach + some.radius)[:, None] * some.direction
        asked = lines_inside(solids, some.eyes, np.column_stack((corners, some.levels[:, 2])), asked)
    hidden[which] = asked.any(axis=1)
    return hidden


def _covered(stretches: Array, begins: Array, ends: Array) -> BoolArray:
    """Return, for each interval from `begins` to `ends`, whether one of the stretches contains it, shape (n,).

    The stretches must be in ascending order.
    """
    if not len(stretches):
        return np.zeros(len(begins), dtype=np.bool_)
    before = np.searchsorted(stretches[:, 0], begins, side="right") - 1
    return np.asarray((before >= 0) & (ends <= stretches[before, 1]), dtype=np.bool_)


def _joined(stretches: Array) -> Array:
    """Return stretches in ascending order, shape (n, 2).

    If the gap between two stretches is at most `END_TOLERANCE`, they are joined to one stretch.
    """
    if not len(stretches):
        return stretches
    begins, ends = stretches[np.argsort(stretches[:, 0], kind="stable")].T
    ends = np.maximum.accumulate(ends)
    first = np.concatenate([[True], begins[1:] > ends[:-1] + END_TOLERANCE])
    last = np.concatenate([first[1:], [True]])
    return np.stack((begins[first], ends[last]), axis=1)


def _changes(
    way: Ways, solids: Solids, own: BoolArray, rows: Sequence[int], moving: MovingCylinders
) -> tuple[Indices, Array]:
    """Return, for each line of sight to a moving body, the places of the body where the line may open or close.

    Args:
        way: The paths, each with its watcher.
        solids: The solids that stand still.
        own: Whether each solid is ignored for each path, shape (paths, solids).
        rows: The rows of lines to consider. Row 0 leads to the body's foot, row 1 to its middle, row 2 to its top.
        moving: The cylinders that move.

    Returns:
        Two arrays of shape (n,), with an entry for each line and place. The first has the number of the line: nine
        times the index of the body's path, plus a number from 0 to 8. The second has the place of the body, as the
        distance from the middle of its path (mm). It is negative before the middle.
    """
    lines, places = [], []
    for each in (*crossings(way, solids, own, rows), *moving.crossings(way, rows)):
        which, at = roots(each.curves, way.reach[each.lines // 9])
        line = each.lines[which]
        if each.edges is not None:
            met = _meets(way, line, at, each.edges[which])
            line, at = line[met], at[met]
        if each.boxes is not None:
            ends, boxes = way.points(line // 9, line % 9, at), each.boxes[which]
            outside = (ends < boxes[:, 0] - EDGE_SLACK) | (ends > boxes[:, 1] + EDGE_SLACK)
            met = np.asarray(~outside.any(axis=1), dtype=np.bool_)
            line, at = line[met], at[met]
        lines.append(line)
        places.append(at)
    return np.concatenate([*lines, np.zeros(0, dtype=np.intp)]), np.concatenate([*places, np.zeros(0)])


def _meets(way: Ways, line: Indices, at: Array, edges: Array) -> BoolArray:
    """Return, for each line of sight, whether the line meets an edge of a solid, shape (n,).

    Each line is tested with one edge. A line that misses its edge by at most `EDGE_SLACK` counts as meeting the edge.

    Args:
        way: The paths of the bodies, each with its watcher's eye.
        line: The number of each line, shape (n,): nine times the index of its path, plus a number from 0 to 8.
        at: The body's place for each line, shape (n,): the distance from the middle of its path (mm).
        edges: The two ends of each line's edge, shape (n, 2, 3), in mm. The edge and the line must be in one plane.
    """
    eyes = way.eyes[line // 9]
    sight = way.points(line // 9, line % 9, at) - eyes
    off, step = edges[:, 0] - eyes, edges[:, 1] - edges[:, 0]
    normal = cross(off, step)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = -(cross(off, sight) * normal).sum(axis=1) / (cross(step, sight) * normal).sum(axis=1)
        reached = ((off + share[:, None] * step) * sight).sum(axis=1) / (sight * sight).sum(axis=1)
    slack = EDGE_SLACK / np.linalg.norm(step, axis=1)
    near = EDGE_SLACK / np.maximum(np.linalg.norm(sight, axis=1), EDGE_SLACK)
    missed = (share < -slack) | (share > 1 + slack) | (reached < -near) | (reached > 1 + near)
    return np.asarray(~missed, dtype=np.bool_)  # where nothing is known, all comparisons are False


def _parts(line: Indices, at: Array, lines: Sequence[int], reach: Array) -> tuple[Indices, Array, Array]:
    """Divide the path of each line's body where the line may open or close, and return the parts.

    A line's body is the body that the line leads to. Parts that are not longer than `SHORTEST` are left out.

    Args:
        line: The first array that `_changes` returns.
        at: The second array that `_changes` returns.
        lines: The numbers of the lines that are tested, from 0 to 8.
        reach: Half the length of each path, shape (paths,), in mm.

    Returns:
        Three arrays of shape (parts,): the number of each part's line, the start of the part, and its end. Start and
        end are distances from the path's middle (mm), negative before the middle.
    """
    every = (np.arange(len(reach))[:, None] * 9 + np.array(lines)).reshape(-1)
    counts = np.isin(line % 9, lines)
    line, at = line[counts], at[counts]
    line = np.concatenate([line, every, every])
    at = np.concatenate([at, -reach[every // 9], reach[every // 9]])
    order = np.lexsort((at, line))
    line, at = line[order], at[order]
    long = (line[1:] == line[:-1]) & (at[1:] - at[:-1] > SHORTEST)
    return line[:-1][long], at[:-1][long], at[1:][long]
