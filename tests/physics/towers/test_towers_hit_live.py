"""Towers that enter the engine only when something is near, and sleep once they stand, fall as often as live ones."""

import math
from functools import partial

import pytest
from physics_suite.tables import board, model_with_tower, throw

from riotsim.physics.acts import throw as roll
from riotsim.physics.budget import CostBudget
from riotsim.physics.scene import registry as cast
from riotsim.physics.scene import scene
from riotsim.simulation import perform
from riotsim.table.acts import TowerFell
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.testing.plugin import Record, Size

HEIGHTS = (4, 7, 10)

AIMS: tuple[Point, ...] = ((250.0, 300.0), (330.0, 290.0), (300.0, 360.0))

EVERY_STANDARD_ERROR = 3.0


def three_towers() -> Table:
    """Return a table with three models and their towers, so near one another that a throw may reach them all."""
    table = board()
    for height, at in zip(HEIGHTS, AIMS, strict=True):
        table = model_with_tower(table, f"m{height}", height, at, bearing=0.1 * height)
    return table


def fallen(table: Table, seed: int) -> frozenset[str]:
    """Throw three dice at one of the towers, and return the towers that fell."""
    settled = perform(table, throw(3, AIMS[seed % len(AIMS)], heading=0.7 * seed), seed)
    return frozenset(fact.tower for fact in settled.facts if isinstance(fact, TowerFell))


def test_towers_fall_as_often_as_if_all_had_been_live(
    monkeypatch: pytest.MonkeyPatch, record: Record, size: Size
) -> None:
    """If the same throws are made with all towers in the engine from the start and none asleep, as many towers fall."""
    table, count = three_towers(), size(16, 500)
    usual = [fallen(table, seed) for seed in range(count)]
    # All is near at once, nothing sleeps, and nothing is given up for that.
    for module in (cast, scene):
        monkeypatch.setattr(module, "distance_in", lambda speed, ticks: math.inf)
    monkeypatch.setattr(roll, "Scene", partial(scene.Scene, sleeping=False))
    monkeypatch.setattr(CostBudget, "_too_much", lambda *_: False)
    live = [fallen(table, seed) for seed in range(count)]
    only_usual = sum(len(a - b) for a, b in zip(usual, live, strict=True))
    only_live = sum(len(b - a) for a, b in zip(usual, live, strict=True))
    fell, fell_live = sum(map(len, usual)), sum(map(len, live))
    assert fell > count // 20, "hardly any throw fells a tower, so nothing is compared"
    # Of throws that come out otherwise as many should differ one way as the other (McNemar 1947).
    record(
        "standing",
        f"towers that fell in {count} throws at three, one at a time",
        found=fell,
        expected=fell_live,
        off=EVERY_STANDARD_ERROR * math.sqrt(max(1, only_usual + only_live)) / max(1, fell_live),
        unit="",
        source=f"the same throws with all towers live; {only_usual} fell only here, {only_live} only there",
    ).must_hold()
