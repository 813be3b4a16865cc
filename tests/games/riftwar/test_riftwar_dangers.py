"""Dangers of a move in RiftWar: who may attack along which stretch (RW-40, RW-41)."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_riftwar_sight import heavy, light, pieces, the_map

from riotsim.games.riftwar.map.arcs import in_arc
from riotsim.games.riftwar.map.dangers import dangers
from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.sight import SightOptions
from riotsim.games.riftwar.map.stands import Mover, Watcher
from riotsim.table.units import inches

ALL_ROUND = math.tau


def sees_at(field: Field, watcher: Watcher, movers: list[Mover], which: int, share: float) -> bool:
    """Whether a watcher sees a mover and has it in its arc, with all movers at a share of their ways."""
    moved = {mover.stand.name: mover.at(share) for mover in movers}
    there = Field(field.game_map, field.stands | moved, field.options)
    target = moved[movers[which].stand.name]
    arc = in_arc(watcher.stand.at, watcher.facing, watcher.arc, target.at, target.radius)
    return arc and there.see([(watcher.stand, target)])[0]


def is_clear(stretches: tuple[tuple[float, float], ...], share: float, by: float) -> bool:
    """Whether a share isn't next to an end of a stretch."""
    return all(abs(share - place) > by for stretch in stretches for place in stretch)


def within(stretches: tuple[tuple[float, float], ...], share: float) -> bool:
    """Whether a share is on a stretch."""
    return any(begin <= share <= end for begin, end in stretches)


def test_a_mover_is_in_danger_where_it_is_seen_and_in_the_arc() -> None:
    """Behind a house and outside the arc there is no danger, and the stretches end where these do (RW-41)."""
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
    """A move without a way has the stretch (0, 0), or none (RW-33, RW-41)."""
    seen, hidden, watcher = light("a", 20, 20), light("b", 10, 20), light("w", 10, 4)
    field = Field.of(the_map(("house", 10, 12)), [seen, hidden, watcher])
    found = dangers(field, [Watcher(watcher, 0.0, ALL_ROUND)], [Mover(seen, seen.at), Mover(hidden, hidden.at)])
    assert found == {("w", "a"): ((0.0, 0.0),)}


def test_the_edge_of_a_forest_is_where_a_mover_comes_into_sight() -> None:
    """A unit that comes out of a forest is seen once its base is within half an inch of the edge (RW-17)."""
    watcher, mover = light("w", 30, 10), light("m", 10, 10)
    field = Field.of(the_map(("forest", 10, 10)), [watcher, mover])
    (stretch,) = dangers(field, [Watcher(watcher, 0.0, ALL_ROUND)], [Mover(mover, (inches(20), inches(10)))])["w", "m"]
    assert stretch == pytest.approx((0.2, 1.0), abs=1e-9)  # its centre is 1 in from the edge after 2 of 10 in


def test_a_mover_is_seen_along_the_lines_of_a_corner_that_it_passes() -> None:
    """A Ranged unit that passes a corner can be fired at round it, where the watcher stands hidden (RW-18)."""
    watcher, mover = light("w", 12.5, 13), light("m", 7.3, 6, ranged=True)
    field = Field.of(the_map(("house", 10, 10)), [watcher, mover])
    move, watch = Mover(mover, (inches(7.3), inches(11.8))), Watcher(watcher, 0.0, ALL_ROUND)
    found = dangers(field, [watch], [move])["w", "m"]
    plain = dangers(field, [watch], [Mover(light("m", 7.3, 6), move.to)])["w", "m"]
    assert sum(b - a for a, b in found) > sum(b - a for a, b in plain)


maps = st.lists(pieces, min_size=1, max_size=5)
places = st.tuples(st.floats(2, 34), st.floats(2, 34))


@settings(max_examples=80, deadline=None)
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
    """On any map, at places of the ways, dangers are what sight and arc are there: also in and out of areas, at
    corners, in the air, and behind Heavy units.
    """
    watchers: list[Watcher] = []
    movers: list[Mover] = []
    for k, ((x, y), is_heavy, ranged, facing) in enumerate(watching):
        stand = heavy(f"w{k}", x, y) if is_heavy else light(f"w{k}", x, y, ranged=ranged)
        watchers.append(Watcher(stand, facing, math.radians(90 if is_heavy else 270)))
    for k, ((x, y), (to_x, to_y), ranged, flying, is_heavy) in enumerate(moving):
        alone = len(moving) == 1
        stand = heavy(f"m{k}", x, y) if is_heavy and alone else light(f"m{k}", x, y, ranged=ranged, flying=flying)
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
