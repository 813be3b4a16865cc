"""The stretches of a way on which watchers see a moving body."""

import math
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from brute_sight import Shape, Tube, sees, shape_of, tube_of
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.files.assets.meshes import load_mesh
from riotsim.table.pieces import Box, Model, Round, Terrain
from riotsim.table.poses import Point
from riotsim.table.sight import path
from riotsim.table.sight.bodies import Body, body_of, solids_of
from riotsim.table.sight.lines import seen
from riotsim.table.sight.path import END_TOLERANCE, Stretches, stretches_seen, stretches_watched
from riotsim.table.sight.roots import Curves, roots
from riotsim.table.sight.solids import Cylinder, Solid, Solids

WATCHER = Body("a", (0.0, 0.0), 12.5, 30.0)


def along(stretches: Stretches, at: float) -> bool:
    """Return whether a place lies in one of some stretches."""
    return any(begin <= at <= end for begin, end in stretches)


def near_an_end(stretches: Stretches, at: float) -> bool:
    """Return whether a place is so near to an end of a stretch that rounding decides."""
    return any(abs(at - end) <= 2 * END_TOLERANCE for stretch in stretches for end in stretch)


def place(mover: Body, end: Point, at: float) -> Body:
    """Return a body that has moved to a distance along its way."""
    share = at / math.dist(mover.at, end)
    x, y = (here + share * (there - here) for here, there in zip(mover.at, end, strict=True))
    return Body(mover.name, (x, y), mover.radius, mover.height, mover.level)


numbers = st.floats(-3.0, 3.0)


@given(st.lists(numbers, min_size=5, max_size=5), st.lists(numbers, min_size=3, max_size=3), numbers,
       st.floats(0.1, 3.0), numbers, st.floats(0.01, 2.0))  # fmt: skip
def test_no_curve_bends_more_than_its_bound(
    first: list[float], second: list[float], nearest: float, least: float, middle: float, half: float
) -> None:
    """On any part of a way, the second derivative of a function is within its bound. The derivative is taken
    numerically.
    """
    one = np.zeros(1, dtype=int)
    curves = Curves(np.array([first]).T, np.array([second]).T, np.array([nearest]), np.array([least]))
    at, step = np.linspace(middle - half, middle + half, 41), 1e-3
    which = np.zeros(len(at), dtype=int)
    slopes = [curves.slopes(which, at + side * step)[1] for side in (-1, 1)]
    bound = curves.bends(one, np.array([middle]), np.array([half]))[0]
    assert np.abs((slopes[1] - slopes[0]) / (2 * step)).max() <= bound * 1.001 + 0.01


def test_a_slim_body_passes_behind_a_wall() -> None:
    """A body without width that passes behind a wall is hidden in the wall's shadow. The wall is 100 mm long and 100 mm
    from the eye, so its shadow at 200 mm is 200 mm long.
    """
    wall = solids_of([Terrain("wall", Box(100.0, 0.002, 60.0), (0.0, 100.0))])
    (found,) = stretches_seen([WATCHER], Body("b", (-200.0, 200.0), 0.0, 30.0), (200.0, 200.0), wall)
    assert np.array(found) == pytest.approx(np.array([[0.0, 100.0], [300.0, 400.0]]), abs=0.005)


def test_a_wide_body_shows_its_sides() -> None:
    """If a body has a width, it is hidden on a shorter part of its way. Its stretches end where a tangent of the body
    passes the wall's end.
    """
    wall = solids_of([Terrain("wall", Box(100.0, 0.002, 60.0), (0.0, 100.0))])
    (found,) = stretches_seen([WATCHER], Body("b", (-200.0, 200.0), 12.5, 30.0), (200.0, 200.0), wall)
    (_, hidden), (shown, _) = found
    # From the eye, the left point is a little more to the left than the centre. Its ray passes the wall's end (1 : 2).
    centre = (hidden - 200.0, 200.0)
    ray = math.atan2(centre[1], centre[0]) + math.atan2(12.5, math.hypot(*centre))
    assert math.tan(ray) == pytest.approx(-2.0, abs=1e-4)
    assert hidden + shown == pytest.approx(400.0, abs=0.002)


def test_a_cylinder_hides_what_is_behind_it() -> None:
    """A barrel hides a slim body between the two tangents from the eye."""
    barrel = solids_of([Model("heavy", "", (0.0, 100.0), Round(60.0))], {"heavy": 50.0})
    (found,) = stretches_seen([WATCHER], Body("b", (-200.0, 200.0), 0.0, 30.0), (200.0, 200.0), barrel)
    half = 200.0 * math.tan(math.asin(0.3))
    assert np.array(found) == pytest.approx(np.array([[0.0, 200.0 - half], [200.0 + half, 400.0]]), abs=0.002)


def test_over_a_low_wall_the_top_is_seen() -> None:
    """If a watcher looks over a low wall, the top of a body is seen where the line over the wall's edge is at the top's
    height.
    """
    wall = solids_of([Terrain("wall", Box(2000.0, 0.002, 40.0), (0.0, 100.0))])
    giant = Body("a", (0.0, 0.0), 12.5, 60.0)
    (found,) = stretches_seen([giant], Body("b", (0.0, 105.0), 0.0, 30.0), (0.0, 305.0), wall)
    # The line falls 20 mm in 100 mm, and 30 mm in 150 mm.
    assert np.array(found) == pytest.approx(np.array([[45.0, 200.0]]), abs=0.005)


def test_a_way_without_length_is_one_place() -> None:
    """If a way has no length, its one place is seen or not. If there are no watchers, there is no answer. If there are
    no solids, the whole way is seen.
    """
    wall = solids_of([Terrain("wall", Box(100.0, 10.0, 60.0), (0.0, 100.0))])
    behind, beside = Body("b", (0.0, 200.0), 12.5, 30.0), Body("b", (200.0, 0.0), 12.5, 30.0)
    assert stretches_seen([WATCHER], behind, behind.at, wall) == ((),)
    assert stretches_seen([WATCHER], beside, beside.at, wall) == (((0.0, 0.0),),)
    assert stretches_seen([], behind, (9.0, 9.0), wall) == ()
    assert stretches_seen([WATCHER], behind, (0.0, 300.0), Solids.of([])) == (((0.0, 100.0),),)


def test_ways_without_length_ignore_what_is_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """If several bodies stay where they are, each ignores its own solids. This holds beside a body that moves, and for
    any number computed at once.
    """
    walls = solids_of([Terrain(name, Box(100.0, 10.0, 60.0), (0.0, y)) for name, y in (("near", 60.0), ("far", 100.0))])
    body = Body("b", (0.0, 200.0), 12.5, 30.0)
    ways = [(WATCHER, body, body.at), (WATCHER, body, (1.0, 200.0)), (WATCHER, body, body.at), (WATCHER, body, body.at)]
    ignored = np.array([[True, False], [True, True], [True, True], [False, True]])
    for chunk in (path.CHUNK_SIZE, 1):
        monkeypatch.setattr(path, "CHUNK_SIZE", chunk)
        assert stretches_watched(ways, walls, ignored) == ((), ((0.0, 1.0),), ((0.0, 0.0),), ())


def test_a_way_through_the_watcher_is_seen() -> None:
    """If a body passes right over its watcher, its left and right change places there. Its stretches still agree with
    brute force.
    """
    post = solids_of([Terrain("post", Box(10.0, 10.0, 60.0), (100.0, 3.0))])
    mover = Body("b", (-200.0, 0.0), 12.5, 30.0)
    (found,) = stretches_seen([WATCHER], mover, (300.0, 0.0), post)
    shapes = [shape_of(Terrain("post", Box(10.0, 10.0, 60.0), (100.0, 3.0)))]
    for at in np.linspace(0.5, 499.5, 200).tolist():
        if not near_an_end(found, at):
            assert along(found, at) == sees(WATCHER, mover, place(mover, (300.0, 0.0), at).at, shapes)


def test_own_bodies_shut_nothing() -> None:
    """The cylinders of the watcher and of the moving body shut no lines, but those of other bodies do."""
    models = [Model("a", "", (0.0, 0.0)), Model("b", "", (-200.0, 200.0)), Model("c", "", (0.0, 100.0))]
    a, b, c = (body_of(model, 30.0) for model in models)
    solids = solids_of(models, dict.fromkeys("abc", 40.0))
    found = stretches_seen([a, c], b, (200.0, 200.0), solids)
    assert len(found[0]) == 2
    assert np.array(found[1]) == pytest.approx(np.array([[0.0, 400.0]]))


coordinates = st.integers(0, 3000).map(lambda tenths: tenths / 10)
points = st.tuples(coordinates, coordinates)
angles = st.integers(0, 628).map(lambda hundredths: hundredths / 100)
boxes = st.builds(
    lambda at, length, height, heading: Terrain("wall", Box(float(length), 14.0, float(height)), at, heading),
    points, st.integers(5, 120), st.integers(5, 60), angles,
)  # fmt: skip
bodies = st.builds(
    lambda at, radius, height: Body("", at, radius, height),
    points, st.sampled_from([12.7, 25.4]), st.sampled_from([30.5, 50.8]),
)  # fmt: skip
tubes = st.builds(
    lambda at, tilt, roll: Cylinder(
        (*at, 20.0), (math.sin(tilt) * math.cos(roll), math.sin(tilt) * math.sin(roll), math.cos(tilt)), 40.0, 13.0
    ),
    points, angles, angles,
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(boxes, max_size=4), st.lists(bodies, max_size=2), st.lists(tubes, max_size=2), bodies, bodies, points)
def test_ways_agree_with_brute_force(
    walls: list[Terrain], others: list[Body], leaning: list[Cylinder], watcher: Body, mover: Body, end: Point
) -> None:
    """On any way among boxes, bodies and tilted cylinders, each place is seen exactly if brute force says so. The way
    may lead through solids.
    """
    if math.dist(mover.at, end) < 1.0:
        return
    models = [Model(f"m{k}", "", other.at, Round(2 * other.radius)) for k, other in enumerate(others)]
    heights = {f"m{k}": other.height for k, other in enumerate(others)}
    pieces = solids_of([*walls, *models], heights)
    solids = Solids.of(
        [(name, solid) for name, solid in _named(pieces)] + [(f"t{k}", solid) for k, solid in enumerate(leaning)]
    )
    shapes: list[Shape] = [*map(shape_of, walls), *map(tube_of, others), *map(Tube, leaning)]
    (found,) = stretches_seen([watcher], mover, end, solids)
    length = math.dist(mover.at, end)
    for at in np.linspace(0.013, length - 0.017, 15).tolist():
        if not near_an_end(found, at):
            assert along(found, at) == sees(watcher, mover, place(mover, end, at).at, shapes)


def _named(solids: Solids) -> Iterator[tuple[str, Solid]]:
    """Yield solids with their names. Each cylinder gets its full size again, since `Solids` has it slightly smaller."""
    yield from zip(solids.names, solids.polyhedra, strict=False)
    yield from zip(solids.names[len(solids.polyhedra) :], solids.cylinders, strict=True)


def _skirmish(seed: int) -> tuple[Solids, list[Body], Body, Point, list[Shape]]:
    """Return a table of 36 by 36 in with 508 triangles of scenery, 33 watchers, and a way of 36 in across the table."""
    random = np.random.default_rng(seed)
    kinds = ("hill", "hill", "ruin", "ruin", "barrel", *["wall"] * 8, "crate")
    scenery = [
        Terrain(f"{kind} {k}", load_mesh(f"{kind}.glb"), _point(random, 100.0, 814.0), float(random.uniform(0, 6.28)))
        for k, kind in enumerate(kinds)
    ]
    watchers = [
        Body(f"w{k}", _point(random, 20.0, 894.0), 12.7, (30.48, 50.8, 63.5)[int(random.integers(3))])
        for k in range(33)
    ]
    heavies = [Model(body.name, "", body.at, Round(63.5)) for body in watchers if body.height == 63.5][:4]
    solids = solids_of([*scenery, *heavies], {model.id: 63.5 for model in heavies})
    begin, end = (0.0, float(random.uniform(100, 800))), (914.4, float(random.uniform(100, 800)))
    shapes = [shape_of(piece) for piece in scenery]
    return solids, watchers, Body("mover", begin, 12.7, 30.48), end, shapes


def _point(random: np.random.Generator, low: float, high: float) -> Point:
    x, y = random.uniform(low, high, 2)
    return (float(x), float(y))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_skirmish_agrees_with_sight_at_single_places(seed: int) -> None:
    """At 1,000 places on a way of 36 in, each with one of 33 watchers, the stretches agree with the nine lines at that
    place.
    """
    solids, watchers, mover, end, _ = _skirmish(seed)
    assert sum(len(solid.triangles) for solid in solids.polyhedra) == 508
    found = stretches_seen(watchers, mover, end, solids)
    random = np.random.default_rng(seed)
    length = math.dist(mover.at, end)
    asked = [(int(random.integers(33)), float(random.uniform(0, length))) for _ in range(1000)]
    asked = [(k, at) for k, at in asked if not near_an_end(found[k], at)]
    expected = seen([(watchers[k], place(mover, end, at)) for k, at in asked], solids)
    assert [along(found[k], at) for k, at in asked] == expected
    assert 100 < sum(expected) < 900


def test_stretches_cost_less_than_single_places() -> None:
    """Computing all stretches of 33 watchers takes less time than looking at 100 single places, which would find the
    ends only to 9 mm. Usually it takes a tenth of that time.
    """
    solids, watchers, mover, end, _ = _skirmish(2)

    def all_stretches() -> None:
        stretches_seen(watchers, mover, end, solids)

    def single_places() -> None:
        for at in np.linspace(0.0, math.dist(mover.at, end), 100).tolist():
            seen([(watcher, place(mover, end, at)) for watcher in watchers], solids)

    assert min(_spent(all_stretches) for _ in range(2)) < min(_spent(single_places) for _ in range(2))


def _spent(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def test_the_same_question_has_the_same_bits() -> None:
    """If the same stretches are computed again, all ends are the same to the last bit. If only some watchers are asked
    about, theirs are the same but for rounding.
    """
    solids, watchers, mover, end, _ = _skirmish(2)
    found = stretches_seen(watchers, mover, end, solids)
    assert stretches_seen(watchers, mover, end, solids) == found
    few = stretches_seen(watchers[:5], mover, end, solids)
    assert [len(stretches) for stretches in few] == [len(stretches) for stretches in found[:5]]
    for one, other in zip(few, found, strict=False):
        assert np.allclose(one, other, atol=1e-5)


numbers = st.integers(-1000, 1000).map(lambda tenths: tenths / 10)


@given(st.tuples(numbers, numbers, numbers), st.tuples(numbers, numbers), numbers, st.integers(0, 500))
def test_no_root_is_missed(
    first: tuple[float, float, float], second: tuple[float, float], nearest: float, least: float
) -> None:
    """If a function changes its sign between two close places, a root is found between these places."""
    coefficients = np.array([*first, 0.0, 0.0])[:, None], np.array(second)[:, None]
    curves = Curves(*coefficients, np.array([nearest]), np.array([least / 10]))
    _, found = roots(curves, np.array([100.0]))
    places = np.linspace(-100.0, 100.0, 2001)
    values = curves.values(np.zeros(len(places), dtype=np.intp), places)
    sure = np.abs(values) > 1e-6
    for k in np.flatnonzero(sure[:-1] & sure[1:] & ((values[:-1] < 0) != (values[1:] < 0))):
        assert ((found >= places[k] - 1e-5) & (found <= places[k + 1] + 1e-5)).any()
