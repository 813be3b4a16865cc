"""Stretches of a straight way on which watchers see a moving body.

The places are found at which each of the nine lines of each watcher may get into or out of a solid. Between
neighbouring places nothing changes, so one test in the middle decides. All lengths are in mm.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.lines import seen
from riotsim.table.sight.polyhedra import Array, BoolArray, Indices
from riotsim.table.sight.roots import roots
from riotsim.table.sight.segments import lines_inside
from riotsim.table.sight.shadows import Way, crossings
from riotsim.table.sight.solids import Solids

END_TOLERANCE = 0.001
"""Greatest error of an end of a stretch (mm). Shorter stretches and gaps may be left out."""

SHORTEST = 2e-6
"""Length of the shortest part of a way that is looked at (mm). It is a little more than the precision of its ends."""

EDGE_SLACK = 1e-4
"""Distance by which a line may miss an edge or a box and still count as meeting it (mm)."""

Stretches: TypeAlias = tuple[tuple[float, float], ...]
"""Parts of a way: where each begins and ends (mm from the start of the way)."""


def stretches_seen(watchers: Sequence[Body], mover: Body, end: Point, solids: Solids) -> tuple[Stretches, ...]:
    """Return the stretches of a straight way on which each watcher sees a moving body.

    A watcher sees the body where at least one of the nine lines is open. Solids with the name of this watcher or of the
    moving body shut none of his lines. No solid moves. The ends of stretches are exact to `END_TOLERANCE`.

    Args:
        watchers: The watchers.
        mover: The body at the start of its way.
        end: Where the body's centre arrives (mm).
        solids: The solids that shut lines of sight.

    Returns:
        For each watcher, the stretches in ascending order. On a way without length, this is (0, 0) or nothing.
    """
    if mover.at == end:
        return tuple(((0.0, 0.0),) if sees else () for sees in seen([(watcher, mover) for watcher in watchers], solids))
    way = Way.of(watchers, mover, end)
    own = np.array([[name in (watcher.name, mover.name) for name in solids.names] for watcher in watchers])
    own = own.reshape(len(watchers), len(solids.names)).astype(np.bool_)
    line, low, high = _parts(*_changes(way, solids, own), 9 * len(watchers), way.reach)
    # Each watcher has a part of one long axis to himself, with room at both ends.
    apart = 2 * way.reach + 2.0
    shift = (line // 9) * apart + way.reach + 1.0
    begins, ends = low + shift, high + shift
    stretches = np.zeros((0, 2))
    # The lines to the top are looked at first: mostly there is no need to look at the others.
    for rows in ([2], [0, 1]):
        looked = np.isin(line % 9 // 3, rows) & ~_covered(stretches, begins, ends)
        kept = np.flatnonzero(looked)[_open(way, solids, own, line[looked], (low + high)[looked] / 2)]
        stretches = _joined(np.concatenate([stretches, np.stack((begins[kept], ends[kept]), axis=1)]))
    found: list[list[tuple[float, float]]] = [[] for _ in watchers]
    for begin, finish in stretches.tolist():
        watcher = int(begin // apart)
        origin = watcher * apart + 1.0
        found[watcher].append((max(0.0, begin - origin), min(2 * way.reach, finish - origin)))
    return tuple(map(tuple, found))


def _covered(stretches: Array, begins: Array, ends: Array) -> BoolArray:
    """Return whether each part of an axis lies in one of some stretches in ascending order, shape (n,)."""
    if not len(stretches):
        return np.zeros(len(begins), dtype=np.bool_)
    before = np.searchsorted(stretches[:, 0], begins, side="right") - 1
    return np.asarray((before >= 0) & (ends <= stretches[before, 1]), dtype=np.bool_)


def _joined(stretches: Array) -> Array:
    """Return stretches of an axis in ascending order, shape (n, 2). Those with a gap of at most `END_TOLERANCE` become
    one.
    """
    if not len(stretches):
        return stretches
    begins, ends = stretches[np.argsort(stretches[:, 0], kind="stable")].T
    ends = np.maximum.accumulate(ends)
    first = np.concatenate([[True], begins[1:] > ends[:-1] + END_TOLERANCE])
    last = np.concatenate([first[1:], [True]])
    return np.stack((begins[first], ends[last]), axis=1)


def _changes(way: Way, solids: Solids, own: BoolArray) -> tuple[Indices, Array]:
    """Return the lines that may change, and the places on the way at which they do."""
    lines, places = [], []
    for each in crossings(way, solids, own):
        which, at = roots(each.curves, way.reach)
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


def _meets(way: Way, line: Indices, at: Array, edges: Array) -> BoolArray:
    """Return whether lines in one plane with an edge meet the edge before their end, shape (n,)."""
    eyes = way.eyes[line // 9]
    sight = way.points(line // 9, line % 9, at) - eyes
    off, step = edges[:, 0] - eyes, edges[:, 1] - edges[:, 0]
    normal = np.cross(off, step)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = -(np.cross(off, sight) * normal).sum(axis=1) / (np.cross(step, sight) * normal).sum(axis=1)
        reached = ((off + share[:, None] * step) * sight).sum(axis=1) / (sight * sight).sum(axis=1)
    slack = EDGE_SLACK / np.linalg.norm(step, axis=1)
    near = EDGE_SLACK / np.maximum(np.linalg.norm(sight, axis=1), EDGE_SLACK)
    missed = (share < -slack) | (share > 1 + slack) | (reached < -near) | (reached > 1 + near)
    return np.asarray(~missed, dtype=np.bool_)  # where nothing is known, all comparisons are False


def _parts(line: Indices, at: Array, count: int, reach: float) -> tuple[Indices, Array, Array]:
    """Return the parts of the way on which each line doesn't change: its number, and both ends of the part."""
    every = np.arange(count)
    line = np.concatenate([line, every, every])
    at = np.concatenate([at, np.full(count, -reach), np.full(count, reach)])
    order = np.lexsort((at, line))
    line, at = line[order], at[order]
    long = (line[1:] == line[:-1]) & (at[1:] - at[:-1] > SHORTEST)
    return line[:-1][long], at[:-1][long], at[1:][long]


def _open(way: Way, solids: Solids, own: BoolArray, line: Indices, at: Array) -> BoolArray:
    """Return whether lines to places on the way are open, shape (n,)."""
    watcher = line // 9
    inside = lines_inside(solids, way.eyes[watcher], way.points(watcher, line % 9, at))
    return np.asarray(~(inside & ~own[watcher]).any(axis=1), dtype=np.bool_)
