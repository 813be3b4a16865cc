"""Sight round the corners of RiftWar's structures: which of several sights counts (RW-14, RW-18)."""

from dataclasses import replace
from typing import Final

import pytest
from riftwar_shapes import area, base, rectangle, structure

from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.sight import SightOptions, corner_share, corners_near
from riotsim.games.riftwar.map.stands import Stand
from riotsim.table.poses import Point

THREE_LINES: Final = SightOptions(mode="plan", points=3, edge=12.0, reach=25.0)
BLOCK = structure("block", rectangle(400.0, 400.0, 600.0, 600.0))
POST = structure("post", rectangle(419.9, 350.0, 420.1, 375.72))
"""A thin post that cuts the line from (380, 410) to (800, 50), but not the parallel line to its left. It cuts no line
from the corner of the block either.
"""

WOOD = area("wood", rectangle(790.0, 0.0, 900.0, 200.0))
WATCHER = replace(base("w", 380, 410), ranged=True)
TARGET = base("t", 800, 50)


def field_of(*stands: Stand, post: bool = False, wood: bool = False, options: SightOptions = THREE_LINES) -> Field:
    """Return a field with the block, and with the post or the wood if asked for."""
    structures = (BLOCK, POST) if post else (BLOCK,)
    return Field.of(GameMap(2000.0, 2000.0, structures, (WOOD,) if wood else ()), stands, options)


def test_ones_own_eye_counts_if_it_sees_a_target_without_cover() -> None:
    """RW-18: if a unit sees a target without cover from its own place, the corner isn't used."""
    found = field_of(WATCHER, TARGET).sight("w", "t")
    assert (found.open, found.cover, found.corner, found.cover_by) == (True, False, None, ())


def test_a_corner_counts_if_the_target_has_no_cover_from_there() -> None:
    """RW-14, RW-18: if the post gives cover from the unit's own place, but not from the corner, the sight from the
    corner counts.
    """
    blind = field_of(replace(WATCHER, ranged=False), TARGET, post=True).sight("w", "t")
    assert (blind.open, blind.cover, blind.corner, blind.cover_by) == (True, True, None, ("post",))
    found = field_of(WATCHER, TARGET, post=True).sight("w", "t")
    assert (found.open, found.cover, found.cover_by, found.returned) == (True, False, (), False)
    assert found.corner is not None
    assert found.corner.at == (400.0, 400.0)


def test_a_corner_does_not_count_if_the_target_has_cover_anyway() -> None:
    """RW-16, RW-18: if a target has cover from the corner too, the sight from the unit's own place counts."""
    found = field_of(WATCHER, TARGET, post=True, wood=True).sight("w", "t")
    assert (found.open, found.cover, found.corner, found.cover_by) == (True, True, None, ("post", "wood"))


def test_a_corner_counts_if_ones_own_eye_sees_nothing() -> None:
    """RW-18: if a target can be seen only from the corner, the sight from the corner counts. The target has cover only
    if it has cover from there.
    """
    hidden = base("t", 800, 300)
    assert not field_of(replace(WATCHER, ranged=False), hidden).sight("w", "t").open
    for wood, cover_by in ((False, ()), (True, ("wood",))):
        target = hidden.moved((800.0, 190.0)) if wood else hidden
        watcher = WATCHER.moved((380.0, 420.0))
        found = field_of(watcher, target, wood=wood).sight("w", "t")
        assert (found.open, found.cover, found.cover_by) == (True, wood, cover_by)
        assert found.corner is not None


def test_sights_to_several_targets_are_those_to_each() -> None:
    """RW-13: the sights to several targets, computed together, are the same as those computed one by one. This also
    holds for exposed targets.
    """
    after = replace(THREE_LINES, exposed="after_firing")
    places = [TARGET.at, (800.0, 300.0), (380.0, 425.0), (300.0, 700.0)]
    for fired in ((), ("t",)):
        targets = [replace(TARGET, ranged=True).moved(at) for at in places]
        together = field_of(base("w", 700, 300), TARGET, options=after)
        one_by_one = Field.of(together.game_map, together.stands.values(), after)
        together.look([(together.stands["w"], one) for one in targets], fired)
        found = [together.sight_of(together.stands["w"], target, fired) for target in targets]
        assert found == [one_by_one.sight_of(one_by_one.stands["w"], target, fired) for target in targets]
        assert [sight.open for sight in found] == [True, True, bool(fired), False]
        assert [sight.returned for sight in found] == [False, False, bool(fired), False]


@pytest.mark.parametrize(
    ("at", "near"),
    [
        *(((380.0, 428.6), True), ((380.0, 428.8), False), ((371.0, 380.8), True), ((371.0, 380.0), False)),
        *(((379.0, 372.0), True), ((428.6, 380.0), True), ((428.8, 380.0), False)),
    ],
)
def test_which_corner_is_near(at: Point, near: bool) -> None:
    """RW-18: a base of radius 10 is at the corner (400, 400) if its centre is at most 35 mm away."""
    table = GameMap(2000.0, 2000.0, (BLOCK,))
    unit = replace(base("a", *at), ranged=True)
    assert [one.at for one in corners_near(table, unit, 25.0)] == ([(400.0, 400.0)] if near else [])
    assert corners_near(table, replace(unit, ranged=False), 25.0) == ()
    assert corners_near(table, replace(unit, flying=True), 25.0) == ()


@pytest.mark.parametrize(
    ("start", "to", "share"),
    [
        # past the corner (400, 400) at a distance of 21, within 35 for 28 on both sides
        ((300, 379), (500, 379), (72 / 200, 128 / 200)),
        ((500, 379), (300, 379), (72 / 200, 128 / 200)),
        ((380, 379), (480, 379), (0.0, 48 / 100)),
        ((300, 379), (400, 379), (72 / 100, 1.0)),
        ((390, 379), (410, 379), (0.0, 1.0)),
        ((300, 379), (371, 379), None),
        ((300, 379), (373, 379), (72 / 73, 1.0)),
        ((430, 379), (500, 379), None),
        ((300, 364), (500, 364), None),
        ((390, 379), (390, 379), (0.0, 1.0)),
        ((360, 379), (360, 379), None),
    ],
)
def test_where_a_path_is_near_a_corner(start: Point, to: Point, share: tuple[float, float] | None) -> None:
    """RW-18: a mover is near a corner on the part of its path where its base is at most 25 mm from it."""
    corner = next(one for one in GameMap(2000.0, 2000.0, (BLOCK,)).corners if one.at == (400.0, 400.0))
    found = corner_share(corner, base("a", *start), to, 25.0)
    assert found == (None if share is None else pytest.approx(share))
