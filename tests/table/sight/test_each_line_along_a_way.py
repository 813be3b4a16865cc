"""Each of the nine lines along a way: where it opens and shuts, past solids that stand still and that move."""

import itertools
import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pytest

from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Box, Die, Hull, Model, Round, Terrain
from riotsim.table.poses import Point, Pose
from riotsim.table.sight.bodies import Body, solids_of
from riotsim.table.sight.lines import lines_shut
from riotsim.table.sight.moving import MovingCylinders, open_shares
from riotsim.table.sight.path import Stretches, stretches_watched
from riotsim.table.sight.polyhedra import BOX_TRIANGLES, box_corners, polyhedron
from riotsim.table.sight.solids import Cylinder, Solids

LOW, HIGH = Body("a", (405.0, 292.0), 12.5, 24.0), Body("a", (405.0, 292.0), 12.5, 70.0)

SLIM = Body("b", (250.0, 480.0), 9.0, 31.0, 3.0)

WALL = Terrain("wall", Box(60.0, 25.0, 36.0), (410.0, 400.0), 0.4)

TILTED = Cylinder((408.0, 395.0, 22.0), (0.48, 0.6, 0.64), 50.0, 14.0)

LYING = Cylinder((408.0, 395.0, 14.0), (0.8, 0.6, 0.0), 70.0, 14.0)

CLOSE = 0.004
"""Distance from an end of a stretch at which the line is surely open on one side and shut on the other (mm)."""


def dented() -> Solids:
    """Return a box with a dent in its top, which is not convex."""
    corners = box_corners(np.array([370.0, 370.0, 0.0]), np.array([440.0, 420.0, 45.0]))
    corners = np.vstack((corners, [[403.0, 390.0, 9.0]]))
    triangles = [tuple(one) for one in BOX_TRIANGLES.tolist() if not all(corner % 2 for corner in one)]
    triangles += [(a, b, 8) for a, b in itertools.pairwise((1, 5, 7, 3, 1))]
    return Solids.of([("dented", polyhedron(corners, np.array(triangles)))])


@dataclass(frozen=True)
class Scene:
    """A body on its way, and what stands beside it."""

    solids: Solids
    watcher: Body
    body: Body
    end: Point


DIE = Die("d", die_kind("d8"), 50.0, Pose((406.0, 400.0, 26.0), (0.1, 0.5, -0.7, 0.5)))

TRUCK = Model("truck", "", (410.0, 400.0), Hull(50.0, 20.0), 0.3, level=12.0)

BARREL = Model("barrel", "", (410.0, 400.0), Round(44.0))

KINDS: dict[str, Solids] = {
    "wall": solids_of([WALL]),
    "dented": dented(),
    "barrel": solids_of([BARREL]),
    "tilted": Solids.of([("tube", TILTED)]),
    "lying": Solids.of([("tube", LYING)]),
    "die": solids_of([DIE]),
    "truck": solids_of([TRUCK], {"truck": 15.0}),
}

WAYS: dict[str, tuple[Point, Point]] = {
    "across": ((250.0, 480.0), (570.0, 530.0)),
    "through": ((340.0, 380.0), (470.0, 418.0)),
    "away": ((391.0, 370.0), (435.0, 630.0)),
}

SCENES: dict[str, Scene] = {
    f"{name}, {where}, {height} eye": Scene(solids, watcher, replace(SLIM, at=begin), end)
    for name, solids in KINDS.items()
    for where, (begin, end) in WAYS.items()
    for height, watcher in (("low", LOW), ("high", HIGH))
}


def placed(scene: Scene, at: float) -> Body:
    """Return the body at a distance from the start of its way (mm)."""
    share = at / math.dist(scene.body.at, scene.end)
    (x, y), (u, v) = scene.body.at, scene.end
    return replace(scene.body, at=(x + share * (u - x), y + share * (v - y)))


def are_open(scene: Scene, places: list[float]) -> npt.NDArray[np.bool_]:
    """Return which of the nine lines are open at some places on the way, shape (places, 9)."""
    shut = lines_shut([(scene.watcher, placed(scene, at)) for at in places], scene.solids)
    return np.asarray(~shut.any(axis=2))


def inner_ends(stretches: Stretches, length: float) -> list[float]:
    """Return the ends of stretches, without those at the ends of the way."""
    return [end for stretch in stretches for end in stretch if 1e-6 < end < length - 1e-6]


@pytest.mark.parametrize("name", SCENES)
def test_a_line_opens_and_shuts_at_the_ends_of_its_stretches(name: str) -> None:
    """Each of the nine lines is open on its stretches of the way and shut between them. The ends of its stretches are
    correct to a few micrometres.
    """
    scene = SCENES[name]
    length = math.dist(scene.body.at, scene.end)
    places = np.linspace(0.37, length - 0.41, 40).tolist()
    single = are_open(scene, places)
    watched = [(scene.watcher, scene.body, scene.end)]
    for line in range(9):
        (found,) = stretches_watched(watched, scene.solids, lines=[line])
        assert all(0.0 <= begin < end <= length + 1e-9 for begin, end in found)
        ends = inner_ends(found, length)
        for at, is_open in zip(places, single[:, line].tolist(), strict=True):
            if all(abs(at - end) > CLOSE for end in ends):
                assert any(begin <= at <= end for begin, end in found) == is_open, (line, at)
        beside = are_open(scene, [end + side for end in ends for side in (-CLOSE, CLOSE)])[:, line]
        assert (beside[::2] != beside[1::2]).all(), (line, ends)


def test_many_ways_at_once_are_those_one_by_one() -> None:
    """Many bodies pass the same solids, with watchers of their own. The stretches computed together are those of each
    way alone, also if a way ignores a solid.
    """
    post = Cylinder((460.0, 420.0, 20.0), (0.0, 0.0, 1.0), 40.0, 9.0)
    solids = KINDS["wall"].with_cylinders([("tube", TILTED), ("post", post)])
    stays = (WAYS["away"][0], WAYS["away"][0])
    ways = [
        (watcher, replace(SLIM, name=name, at=begin), end)
        for watcher in (LOW, HIGH)
        for name in ("b", "post")
        for begin, end in (*WAYS.values(), stays)
    ]
    ignored = np.zeros((len(ways), 3), dtype=np.bool_)
    ignored[::3, 0] = ignored[1::5, 1] = True
    lines = (0, 4, 8)
    together = stretches_watched(ways, solids, ignored, lines)
    for number, way in enumerate(ways):
        (alone,) = stretches_watched([way], solids, ignored[number : number + 1], lines)
        assert np.array(together[number]) == pytest.approx(np.array(alone), abs=1e-4)
    # A body is seen where one of its lines is open.
    each = [stretches_watched(ways, solids, ignored, [line]) for line in lines]
    seen = []
    for number, way in enumerate(ways):
        for at in np.linspace(0.0, math.dist(way[1].at, way[2]), 9).tolist():
            near = [abs(at - end) < CLOSE for one in (*each, together) for ends in one[number] for end in ends]
            if any(near):
                continue
            seen.append(any(begin <= at <= end for one in each for begin, end in one[number]))
            assert any(begin <= at <= end for begin, end in together[number]) == seen[-1]
    assert min(seen.count(True), seen.count(False)) > 10


MOVES: dict[str, tuple[Point, Point, float, float]] = {
    "against": ((490.0, 390.0), (340.0, 420.0), 16.0, 50.0),
    "along": ((340.0, 390.0), (490.0, 420.0), 16.0, 50.0),
    "low": ((460.0, 410.0), (360.0, 370.0), 20.0, 22.0),
    "still": ((410.0, 400.0), (410.0, 400.0), 18.0, 40.0),
    "into the body": ((380.0, 340.0), (415.0, 520.0), 15.0, 29.0),
}
"""Begin, end, radius and height of moving cylinders."""


@pytest.mark.parametrize("name", MOVES)
def test_a_moving_cylinder_shuts_lines_where_it_is(name: str) -> None:
    """If a cylinder moves while a body moves, both cover the same share of their ways. Each of the nine lines then has
    the right stretches and ends.

    Two bodies are watched at once. On the other body's way the cylinder moves back, and another cylinder is ignored.
    """
    begin, to, radius, height = MOVES[name]
    across, back = WAYS["across"]
    bodies = [(LOW, replace(SLIM, at=across), back), (HIGH, replace(SLIM, at=back), across)]
    scenes = [Scene(Solids.of([]), watcher, body, end) for watcher, body, end in bodies]
    length = math.dist(across, back)
    moving = MovingCylinders(
        np.array([[begin, (410.0, 390.0)], [to, (410.0, 390.0)]]),
        np.array([[to, (410.0, 390.0)], [begin, (410.0, 390.0)]]),
        np.array([radius, 30.0]),
        np.array([height, 60.0]),
        np.array([[False, True], [False, True]]),
    )

    def single(number: int, at: float) -> list[bool]:
        share = at / length if number == 0 else 1.0 - at / length
        x, y = (a + share * (b - a) for a, b in zip(begin, to, strict=True))
        tube = Cylinder((x, y, height / 2), (0.0, 0.0, 1.0), height, radius)
        found: list[bool] = are_open(replace(scenes[number], solids=Solids.of([("c", tube)])), [at])[0].tolist()
        return found

    places = [[(at, single(number, at)) for at in np.linspace(0.37, length - 0.41, 14).tolist()] for number in (0, 1)]
    for line in range(9):
        both = stretches_watched(bodies, Solids.of([]), lines=[line], moving=moving)
        for number, found in enumerate(both):
            ends = inner_ends(found, length)
            for at, is_open in places[number]:
                if all(abs(at - end) > CLOSE for end in ends):
                    assert any(first <= at <= last for first, last in found) == is_open[line]
            assert all(single(number, end - CLOSE)[line] != single(number, end + CLOSE)[line] for end in ends)


def test_fixed_lines_past_moving_cylinders() -> None:
    """If a slanting line is 20 mm high in its middle, a moving cylinder shuts the line only where the line is lower
    than the cylinder.

    The line leads from (0, 0, 40) to (100, 0, 0). A cylinder of 30 mm height and 10 mm radius moves along the line from
    (0, 0) to (200, 0). It shuts the line from 15 mm on: its far side is then at 25 mm, where the line is 30 mm high. It
    does so until 110 mm, where its near side has left the line's end.
    """
    line = np.array([[(0.0, 0.0, 40.0), (100.0, 0.0, 0.0)]])
    begin, end, size = np.array([[0.0, 0.0]]), np.array([[200.0, 0.0]]), (np.array([10.0]), np.array([30.0]))

    def ends(*stretches: tuple[float, float]) -> list[float]:
        return [one for stretch in stretches for one in stretch]

    assert ends(*open_shares(line, begin, end, *size)) == pytest.approx([0.0, 0.075, 0.55, 1.0], abs=1e-6)
    assert ends(*open_shares(line[:, ::-1], begin, end, *size)) == pytest.approx([0.0, 0.075, 0.55, 1.0], abs=1e-6)
    # Across the line at x = 60, its height there is 16 mm: from y = -10 to y = 10.
    across = np.array([[60.0, -30.0]]), np.array([[60.0, 50.0]])
    assert ends(*open_shares(line, *across, *size)) == pytest.approx([0.0, 0.25, 0.5, 1.0], abs=1e-6)
    # Across it at x = 20, it is only reached by the far part of the disc, beyond 25 mm: there y² < 100 - 25.
    across = np.array([[20.0, -30.0]]), np.array([[20.0, 50.0]])
    half = math.sqrt(75.0)
    shares = [0.0, (30.0 - half) / 80.0, (30.0 + half) / 80.0, 1.0]
    assert ends(*open_shares(line, *across, *size)) == pytest.approx(shares, abs=1e-6)
    assert open_shares(line, np.array([[5.0, -30.0]]), np.array([[5.0, 50.0]]), *size) == [(0.0, 1.0)]
    # Cylinders that stand still, in the line and beside it; and a second line that stays open.
    assert open_shares(line, np.array([[60.0, 5.0]]), np.array([[60.0, 5.0]]), *size) == []
    assert open_shares(line, np.array([[60.0, 15.0]]), np.array([[60.0, 15.0]]), *size) == [(0.0, 1.0)]
    both = np.concatenate([line, line + np.array([0.0, 100.0, 0.0])])
    assert open_shares(both, begin, end, *size) == [(0.0, 1.0)]
    # Two cylinders one after the other across the line.
    two = np.array([[60.0, -30.0], [60.0, -70.0]]), np.array([[60.0, 50.0], [60.0, 10.0]])
    sizes = np.array([10.0, 5.0]), np.array([30.0, 30.0])
    found = ends(*open_shares(line, *two, *sizes))
    assert found == pytest.approx([0.0, 0.25, 0.5, 0.8125, 0.9375, 1.0], abs=1e-6)
    # Straight down, a line is met where the disc covers it.
    down = np.array([[(50.0, 0.0, 40.0), (50.0, 0.0, 0.0)]])
    assert ends(*open_shares(down, begin, end, *size)) == pytest.approx([0.0, 0.2, 0.3, 1.0], abs=1e-6)
