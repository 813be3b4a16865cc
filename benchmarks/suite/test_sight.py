"""Lines of sight along a way, against brute force at a few places of it."""

import math
import time

import numpy as np
import numpy.typing as npt
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.suite.against import Against
from riotsim.files.assets.meshes import load_mesh
from riotsim.table.geometry.plan import covers
from riotsim.table.pieces import Terrain
from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body, solids_of
from riotsim.table.sight.lines import nine_points
from riotsim.table.sight.path import stretches_seen

ROUNDS = 9

WATCHERS, SIDE = 33, 914.4
"""Number of watchers, and side of the table, which is the length of the way (mm, 36 in)."""

SCENERY = ("hill", "hill", "ruin", "ruin", "barrel", *["wall"] * 8, "crate")
"""Meshes of the scenery. Made coarse for lines of sight, they have 508 triangles."""

PLACES = (150.0, 450.0, 750.0)
"""Places on the way at which brute force looks (mm). To find the ends of stretches, it would need hundreds."""

Array = npt.NDArray[np.float64]


def point(random: np.random.Generator, edge: float) -> Point:
    """Return a random point of the table that is not near its edge."""
    x, y = random.uniform(edge, SIDE - edge, 2)
    return (float(x), float(y))


def runs_through(triangles: Array, eye: Array, end: Array) -> bool:
    """Return whether a line crosses a triangle (Möller and Trumbore 1997). `triangles` has the shape (n, 3, 3)."""
    way, (a, b, c) = end - eye, np.moveaxis(triangles, 1, 0)
    across = np.cross(way, c - a)
    steep = ((b - a) * across).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = ((eye - a) * across).sum(axis=1) / steep
        turned = np.cross(eye - a, b - a)
        v, t = turned @ way / steep, (turned * (c - a)).sum(axis=1) / steep
        return bool(((u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0) & (t < 1)).any())


@pytest.mark.benchmark(timer=time.process_time, disable_gc=True)
def test_stretches_of_a_way(benchmark: BenchmarkFixture, against: Against) -> None:
    """On which stretches of 36 in each of 33 watchers sees a body, among 508 triangles. Plain work looks along each of
    their nine lines at three places, and finds the same there.
    """
    random = np.random.default_rng(2)
    pieces = [
        Terrain(f"{kind} {k}", load_mesh(f"{kind}.glb"), point(random, 100.0), float(random.uniform(0, math.tau)))
        for k, kind in enumerate(SCENERY)
    ]
    spots = [at for at in (point(random, 20.0) for _ in range(200)) if not any(covers(p.footprint, at) for p in pieces)]
    watchers = [Body(f"w{k}", at, 12.7, 30.48) for k, at in enumerate(spots[:WATCHERS])]
    assert len(watchers) == WATCHERS
    solids, mover = solids_of(pieces), Body("mover", (0.0, 430.0), 12.7, 30.48)
    triangles = np.concatenate([solid.corners[solid.triangles] for solid in solids.polyhedra])
    assert len(triangles) == 508
    bodies = [Body("mover", (at, 430.0), 12.7, 30.48) for at in PLACES]

    def brute_force() -> list[bool]:
        found = []
        for watcher in watchers:
            eye = np.array(watcher.eye)
            for body in bodies:
                shut = [runs_through(triangles, eye, end) for end in nine_points(watcher, body)]
                found.append(not all(shut))
        return found

    def stretches() -> list[bool]:
        seen = stretches_seen(watchers, mover, (SIDE, 430.0), solids)
        return [any(begin <= at <= end for begin, end in one) for one in seen for at in PLACES]

    assert stretches() == brute_force()
    against.compare(benchmark, "stretches seen by 33 watchers", stretches, brute_force, rounds=ROUNDS)
