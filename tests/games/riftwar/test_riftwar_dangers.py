"""Dangers of a move in RiftWar: who may attack along which stretch (RW-40, RW-41)."""

import math
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_riftwar_maps import shipped
from test_riftwar_sight import heavy, light, pieces, the_map

from riotsim.games.riftwar.map.arcs import in_arc
from riotsim.games.riftwar.map.dangers import dangers
from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.sight import SightOptions
from riotsim.games.riftwar.map.stands import Mover, Stand, Watcher
from riotsim.games.riftwar.map.ways import fits
from riotsim.table.units import inches

ALL_ROUND = math.tau


def sees_at(field: Field, watcher: Watcher, movers: list[Mover], which: int, share: float) -> bool:
    """Return whether a watcher sees a mover in its arc, when all movers have gone a share of their paths."""
    moved = {mover.stand.name: mover.at(share) for mover in movers}
    there = Field(field.game_map, field.stands | moved, field.options)
    target = moved[movers[which].stand.name]
    arc = in_arc(watcher.stand.at, watcher.facing, watcher.arc, target.at, target.radius)
    return arc and there.see([(watcher.stand, target)])[0]


def is_clear(stretches: tuple[tuple[float, float], ...], share: float, by: float) -> bool:
    """Return whether a share is farther than a given distance from every end of a stretch."""
    return all(abs(share - place) > by for stretch in stretches for place in stretch)


def within(stretches: tuple[tuple[float, float], ...], share: float) -> bool:
    """Return whether a share lies on a stretch."""
    return any(begin <= share <= end for begin, end in stretches)


def test_a_mover_is_in_danger_where_it_is_seen_and_in_the_arc() -> None:
    """RW-41: a mover is in danger only where the watcher sees it in its arc. Behind a house, and outside the arc, it is
    in no danger.
    """
    watcher, mover = light("w", 10, 4), light("m", 4, 20)
    field = Field.of(the_map(("house", 10, 12)), [watcher, mover])
    move = Mover(mover, (inches(32), inches(20)))
    found = dangers(field, [Watcher(watcher, math.pi / 2, ALL_ROUND)], [move])
    (first, second) = found["w", "m"]
    assert first[0] == 0.0
    assert second[1] == 1.0
    assert 0.0 < first[1] < second[0] < 1.0
    found = dangers(field, [Watcher(watcher, math.pi / 2, math.radians(90))], [move])
    assert len(found["w", "m"]) == 2
    assert found["w", "m"][1][1] < 1.0
    assert dangers(field, [Watcher(watcher, -math.pi / 2, math.radians(90))], [move]) == {}


def test_a_turn_is_in_danger_where_the_unit_stands() -> None:
    """RW-33, RW-41: if a unit turns in sight of a watcher, its stretch is (0, 0). If it turns out of sight, it has
    none.
    """
    seen, hidden, watcher = light("a", 20, 20), light("b", 10, 20), light("w", 10, 4)
    field = Field.of(the_map(("house", 10, 12)), [seen, hidden, watcher])
    found = dangers(field, [Watcher(watcher, 0.0, ALL_ROUND)], [Mover(seen, seen.at), Mover(hidden, hidden.at)])
    assert found == {("w", "a"): ((0.0, 0.0),)}


def test_the_edge_of_a_forest_is_where_a_mover_comes_into_sight() -> None:
    """RW-17: a unit that leaves a forest is seen as soon as its base is within half an inch of the edge."""
    watcher, mover = light("w", 30, 10), light("m", 10, 10)
    field = Field.of(the_map(("forest", 10, 10)), [watcher, mover])
    (stretch,) = dangers(field, [Watcher(watcher, 0.0, ALL_ROUND)], [Mover(mover, (inches(20), inches(10)))])["w", "m"]
    assert stretch == pytest.approx((0.2, 1.0), abs=1e-9)  # its centre is 1 in from the edge after 2 of 10 in


def test_a_mover_is_seen_along_the_lines_of_a_corner_that_it_passes() -> None:
    """RW-18: a watcher stands hidden behind a corner. A Ranged unit that passes the corner is in danger on more of its
    path than another unit.
    """
    watcher, mover = light("w", 12.5, 13), light("m", 7.3, 6, ranged=True)
    field = Field.of(the_map(("house", 10, 10)), [watcher, mover])
    move, watch = Mover(mover, (inches(7.3), inches(11.8))), Watcher(watcher, 0.0, ALL_ROUND)
    found = dangers(field, [watch], [move])["w", "m"]
    plain = dangers(field, [watch], [Mover(light("m", 7.3, 6), move.to)])["w", "m"]
    assert sum(b - a for a, b in found) > sum(b - a for a, b in plain)


def test_a_heavy_that_moves_along_hides_who_moves_behind_it() -> None:
    """RW-15, RW-36: if a Heavy unit moves along with a mover, it hides the mover on a part of the path. If both turn on
    the spot, the Heavy unit hides the mover where it stands.
    """
    watcher, behind, tank = light("w", 18, 4), light("m", 8, 20), heavy("h", 10, 14)
    field = Field.of(the_map(), [watcher, behind, tank])
    watch = [Watcher(watcher, 0.0, ALL_ROUND)]
    alone = dangers(field, watch, [Mover(behind, (inches(28), inches(20)))])["w", "m"]
    moves = [Mover(behind, (inches(28), inches(20))), Mover(tank, (inches(26), inches(14)))]
    along = dangers(field, watch, moves)["w", "m"]
    assert sum(b - a for a, b in along) < sum(b - a for a, b in alone)
    tank = heavy("h", 13.5, 11)
    field = Field.of(the_map(), [watcher, light("m", 10, 16.5), tank])
    turns = [Mover(field.stands["m"], field.stands["m"].at), Mover(tank, tank.at)]
    assert set(dangers(field, watch, turns)) == {("w", "h")}


@settings(max_examples=30, deadline=None)
@given(
    st.tuples(*[st.floats(6.5, 13.5)] * 2), st.tuples(*[st.floats(2, 20)] * 4), st.tuples(*[st.floats(2, 20)] * 2),
    st.lists(st.floats(0.001, 0.999), min_size=6, max_size=6),
)  # fmt: skip
def test_lines_of_a_corner_are_shut_by_heavies_that_move(
    corner: tuple[float, float], tank: tuple[float, float, float, float], at: tuple[float, float], shares: list[float]
) -> None:
    """RW-18: a group with a Heavy unit moves near a house. A mover is in danger exactly at places where the watcher
    sees it.
    """
    watcher = Watcher(light("w", *at, ranged=True), 0.0, ALL_ROUND)
    unit, heavy_unit = light("m", *corner, ranged=True), heavy("h", tank[0], tank[1])
    movers = [
        Mover(unit, (unit.at[0] + 20.0, unit.at[1] + 30.0)),
        Mover(heavy_unit, (inches(tank[2]), inches(tank[3]))),
    ]
    field = Field.of(the_map(("house", 10, 10)), [watcher.stand, unit, heavy_unit])
    found = dangers(field, [watcher], movers).get(("w", "m"), ())
    for share in shares:
        if is_clear(found, share, 1e-3):
            assert within(found, share) == sees_at(field, watcher, movers, 0, share)


maps = st.lists(pieces, min_size=1, max_size=5)
places = st.tuples(st.floats(2, 34), st.floats(2, 34))


@settings(max_examples=40, deadline=None)
@given(
    maps, st.lists(st.tuples(places, st.booleans(), st.booleans(), st.floats(-3, 3)), min_size=2, max_size=4),
    st.lists(st.tuples(places, places, st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=2),
    st.lists(st.floats(0.001, 0.999), min_size=6, max_size=6), st.sampled_from(["mesh", "plan"]),
    st.sampled_from([9, 3, 1]),
)  # fmt: skip
def test_dangers_agree_with_sight_at_single_places(
    drawn: list[tuple[str, float, float, float]],
    watching: list[tuple[tuple[float, float], bool, bool, float]],
    moving: list[tuple[tuple[float, float], tuple[float, float], bool, bool, bool]],
    shares: list[float],
    mode: str,
    points: int,
) -> None:
    """On any map, a mover is in danger exactly where a watcher sees it in its arc. This includes areas, corners,
    flights, and places behind Heavy units.
    """
    watchers: list[Watcher] = []
    movers: list[Mover] = []
    for k, ((x, y), is_heavy, ranged, facing) in enumerate(watching):
        stand = heavy(f"w{k}", x, y) if is_heavy else light(f"w{k}", x, y, ranged=ranged)
        watchers.append(Watcher(stand, facing, math.radians(90 if is_heavy else 270)))
    for k, ((x, y), (to_x, to_y), ranged, flying, is_heavy) in enumerate(moving):
        stand = heavy(f"m{k}", x, y) if is_heavy else light(f"m{k}", x, y, ranged=ranged, flying=flying)
        movers.append(Mover(stand, (inches(to_x), inches(to_y))))
    options = SightOptions(mode=mode, points=points)  # type: ignore[arg-type]  # they are what these fields may be
    field = Field.of(the_map(*drawn), [*(one.stand for one in watchers), *(one.stand for one in movers)], options)
    found = dangers(field, watchers, movers)
    for watcher in watchers:
        for which, mover in enumerate(movers):
            stretches = found.get((watcher.stand.name, mover.stand.name), ())
            length = max(math.dist(mover.stand.at, mover.to), 1e-3)
            for share in shares:
                if is_clear(stretches, share, 0.01 / length):
                    assert within(stretches, share) == sees_at(field, watcher, movers, which, share)


CLASSES = ((12.7, 30.48, False), (12.7, 30.48, False), (12.7, 30.48, False), (25.4, 50.8, False), (31.75, 63.5, True))
"""Radius and height of a base (mm), and whether the unit is Heavy. Three of five are Light."""


def crowd(game_map: GameMap, seed: int) -> tuple[Field, list[Watcher], list[Stand]]:
    """Return a map with 33 watchers of all classes and 31 Light units, at places where they fit."""
    random = np.random.default_rng(seed)
    stands: list[Stand] = []
    while len(stands) < 64:
        is_watcher = len(stands) < 33
        radius, height, is_heavy = CLASSES[int(random.integers(len(CLASSES)))] if is_watcher else CLASSES[0]
        low, high = (460.0, 880.0) if is_watcher else (20.0, 250.0)
        at = (float(random.uniform(40.0, 870.0)), float(random.uniform(low, high)))
        if fits(game_map, radius, at, stands) is None:
            stands.append(Stand(f"u{len(stands)}", at, radius, height, is_heavy, ranged=bool(random.integers(2))))
    watchers = [
        Watcher(stand, float(random.uniform(-3, 3)), math.radians(270 if stand.radius == 12.7 else 90))
        for stand in stands[:33]
    ]
    return Field.of(game_map, stands), watchers, stands[33:]


@pytest.mark.parametrize(("name", "seed"), [("village", 1), ("rift", 2)])
def test_dangers_of_a_group_agree_with_single_places(name: str, seed: int) -> None:
    """RW-41: if 31 units move among 33 watchers on a map of the rules, dangers agree with sight and arc. This is
    checked at 500 random places of random pairs.
    """
    field, watchers, units = crowd(shipped(name), seed)
    movers = [Mover(unit, (unit.at[0] + 60.0, unit.at[1] + 300.0)) for unit in units]
    found = dangers(field, watchers, movers)
    random, seen = np.random.default_rng(seed), []
    pairs = [(int(random.integers(33)), int(random.integers(31)), float(random.uniform())) for _ in range(500)]
    places = [(watchers[k], movers[n], movers[n].at(share), share) for k, n, share in pairs]
    sights = field.see([(watcher.stand, stand) for watcher, _, stand, _ in places])
    for (watcher, mover, stand, share), sight in zip(places, sights, strict=True):
        stretches = found.get((watcher.stand.name, mover.stand.name), ())
        if is_clear(stretches, share, 0.01 / 300.0):
            arc = in_arc(watcher.stand.at, watcher.facing, watcher.arc, stand.at, stand.radius)
            assert within(stretches, share) == (sight and arc)
            seen.append(within(stretches, share))
    assert 50 < sum(seen) < 450


def test_dangers_of_a_group_cost_less_than_twelve_single_places() -> None:
    """The dangers of 31 units among 33 watchers take less processor time than sight at twelve places of each path."""
    field, watchers, units = crowd(shipped("village"), 1)
    movers = [Mover(unit, (unit.at[0] + 60.0, unit.at[1] + 300.0)) for unit in units]

    def all_dangers() -> None:
        dangers(field, watchers, movers)

    def single_places(number: int) -> None:
        for share in np.linspace(0.04, 0.96, number).tolist():
            field.see([(watcher.stand, mover.at(share)) for watcher in watchers for mover in movers])

    # They cost about as much as six. Twelve leave room for a busy machine.
    single_places(1)  # both use what the map remembers of its pieces
    rounds = [(spent(all_dangers), spent(partial(single_places, 12))) for _ in range(2)]
    assert min(all_ for all_, _ in rounds) < min(single for _, single in rounds)


def spent(work: Callable[[], None]) -> float:
    """Return the processor time that work takes (s)."""
    begun = time.process_time()
    work()
    return time.process_time() - begun
