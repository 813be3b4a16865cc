"""Carries that push other pieces: where these pieces end, even if they moved meanwhile or stand higher up."""

from dataclasses import replace

import numpy as np
import pytest
from physics_suite.tables import STEADY, board

from riotsim.physics.acts.carried_tower import RigidMotion
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.clearance import ClearWay
from riotsim.physics.acts.hand_path import hand_path
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.acts import Carry, TowerFell, TowerPushed
from riotsim.table.geometry.plan import gap
from riotsim.table.pieces import Box, Die, Model, Terrain, Token, Tower
from riotsim.table.poses import IDENTITY, Pose
from riotsim.table.state import Table

PACE = STEADY.paces[0][0]


def foreign_tower(table: Table, at: tuple[float, float], level: float, count: int) -> Table:
    """Return a table with another model's tower at a place."""
    x, y = at
    dice = [Die(f"f-{k}", pose=Pose((x, y, level + 8.0 + 16.0 * k), IDENTITY)) for k in range(count)]
    table = table.with_pieces(Model("f", "boss", (x, y + 40.0), level=level), *dice)
    return table.with_tower("f", Tower(tuple(die.id for die in dice)))


def test_a_model_that_climbs_pushes_the_tower_up_there() -> None:
    """A model that is carried onto a box of 100 mm pushes a tower that stands there."""
    box = Terrain("t", Box(250.0, 250.0, 100.0), (350.0, 300.0), can_stand_on=True)
    table = board().with_pieces(Model("m", "boss", (150.0, 300.0)), box)
    table = foreign_tower(table, (350.0, 300.0), 100.0, 5)
    settled = perform(table, Carry("m", (400.0, 300.0), replace(STEADY, tremor=0.0), PACE), 1)
    assert any(isinstance(fact, TowerPushed | TowerFell) for fact in settled.facts)


def test_no_ride_through_what_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once another tower has fallen, the rest of the carry is simulated. The way was checked only against the tower's
    old place.
    """
    asked: list[int] = []
    until = RigidMotion.rigid_until

    def watched(
        ride: RigidMotion, dice: list[Die], tick: int = 0, clear: float = 0.0, *, held: bool = True
    ) -> int | None:
        if held:
            asked.append(tick)
        return until(ride, dice, tick, clear, held=held)

    monkeypatch.setattr(RigidMotion, "rigid_until", watched)
    table = board().with_pieces(Model("m", "boss", (60.0, 300.0)))
    own = [Die(f"m-{k}", pose=Pose((60.0, 279.5, 8.0 + 16.0 * k), IDENTITY)) for k in range(2)]
    table = table.with_pieces(*own).with_tower("m", Tower(tuple(die.id for die in own)))
    table = foreign_tower(table, (200.0, 300.0), 0.0, 8)
    settled = perform(table, Carry("m", (500.0, 300.0), replace(STEADY, tremor=0.0), PACE), 1)
    fell = settled.facts_of(TowerFell)
    assert any(fact.tower == "f" for fact in fell)
    assert not [tick for tick in asked if tick > min(fact.tick for fact in fell)]


def hit(asleep: Model | None) -> tuple[list[int], tuple[float, float, float]]:
    """Return the steps in each tick while a hurled die hits a lying one, and where the lying die is then. A model that
    sleeps may stand beside them.
    """
    table = board() if asleep is None else board().with_pieces(asleep)
    with Scene(table) as scene:
        still = scene.registry.enter(Die("a", pose=Pose((350.0, 300.0, 8.0), IDENTITY)), MotionType.FREE)
        coming = scene.registry.enter(Die("c", pose=Pose((298.0, 300.0, 8.2), IDENTITY)), MotionType.FREE)
        scene.registry.thrown += [still, coming]
        scene.world.set_velocity(coming.number, (2800.0, 0.0, 0.0))
        coming.speed = 2800.0
        steps = [scene.world.substeps for _ in scene.run(16, 1)]
        assert asleep is None or asleep.id not in scene.registry.bodies
        return steps, still.at


@pytest.mark.parametrize("aside", [80.0, 110.0, 140.0])
def test_what_is_not_reached_changes_no_steps(aside: float) -> None:
    """If a die is hit, the engine takes more steps at once. A sleeping model that stands beside the dice makes no
    difference.
    """
    assert hit(Model("m", "boss", (310.0, 300.0 + aside))) == hit(None)


def test_a_way_is_clear_until_the_tick_before_something_is_near() -> None:
    """If a token lies beside the way of a model, the way is clear up to a tick. At the next tick, the token is near the
    model.
    """
    for x in np.linspace(300.0, 340.0, 9):
        token = Token("t", Pose((float(x), 305.0, 1.5)), 20.0)
        model = Model("m", "Ada", (200.0, 305.0))
        table = Table(610.0, 610.0).with_pieces(model, token)
        path = hand_path(table, model.at, (400.0, 305.0), STEADY, STEADY.pace(PACE), random_generator(1), model.at)
        way = ClearWay(table, model, path, STEADY.tremor)
        last = way.clear_until(())
        gaps = [gap(way._swept(way._base, model.at, 0, tick), token.footprint) for tick in (last, last + 1)]
        assert gaps[1] <= 0.0 < gaps[0]


def test_a_low_box_is_in_the_way_of_the_lowest_die_only() -> None:
    """If a tower is carried past a box of 12 mm, the box is near the lowest die, and not near the second, 16 mm up. If
    the engine has the model and the lowest die already, the way of the other dice is clear.
    """
    model = Model("m", "Ada", (200.0, 305.0))
    box = Terrain("t", Box(30.0, 30.0, 12.0), (320.0, 260.0))
    dice = [Die(f"m-{k}", pose=Pose((200.0, 260.0, 8.0 + 16.0 * k), IDENTITY)) for k in range(2)]
    table = Table(610.0, 610.0).with_pieces(model, box, *dice).with_tower("m", Tower(tuple(die.id for die in dice)))
    path = hand_path(table, model.at, (400.0, 305.0), STEADY, STEADY.pace(PACE), random_generator(1), model.at)
    way = ClearWay(table, model, path, 0.0)
    assert 0 <= way.clear_until(dice) < path.ticks
    assert way.clear_until(dice, held=False) == path.ticks
