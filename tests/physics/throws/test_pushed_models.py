"""Models that dice may push (RD-93 `free`): where they may come to stand."""

import math
from dataclasses import replace

import pytest
from physics_suite.tables import STEADY, board, dice, model_with_tower

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.scene.scene import Scene
from riotsim.physics.scene.settle import has_moved, outcome
from riotsim.simulation import frames, perform
from riotsim.table.acts import ModelMoved, Roll, Settled
from riotsim.table.geometry.plan import CONTACT_GAP, gap
from riotsim.table.pieces import MODEL_HEIGHT, Box, Hull, Model, Round, Terrain
from riotsim.table.poses import Point, Pose, heading_of, rotate
from riotsim.table.state import Table

EDGE = 14.0
"""Distance of the middle of a base of 25 mm from the table's edge (mm)."""

HARD = replace(STEADY, speed=1200.0)


def hard(at: Point, heading: float) -> Roll:
    """Return a hard throw of eight dice that push free models in their way."""
    return Roll(dice(8), at, heading, HARD, drop=60.0, free_models=True)


def overlap(table: Table, name: str) -> float:
    """Return how deep a model is in other models, walls or the feet of other towers (mm)."""
    others = [m.footprint for m in table.models.values() if m.id != name]
    others += [t.footprint for t in table.terrain.values()]
    others += [table.tower_dice(tower)[0].footprint for tower in table.towers if tower != name]
    return max((-gap(table.models[name].footprint, other) for other in others), default=0.0)


def beyond(table: Table, name: str) -> float:
    """Return how far a base reaches over the table's edge (mm)."""
    left, front, right, back = table.models[name].footprint.bounds()
    return max(-left, -front, right - table.width, back - table.depth)


@pytest.mark.parametrize("base", [Round(25.0), Hull(60.0, 26.0)], ids=["base", "hull"])
def test_a_pushed_model_stays_on_the_table_with_its_whole_base(base: Round | Hull) -> None:
    """RD-93, RD-45: if a drunk hand's 4d6 push a model near the edge, no part of its base ends beyond the edge."""
    hand = load_rules("riot_dice", Rulebook, {}).hands["drunk"].hand
    table = board().with_pieces(Model("m", "x", (305.0, EDGE), base))
    moved = 0
    for seed in range(40):
        settled = perform(table, Roll(dice(4), (305.0, EDGE + 20), -1.57, hand, free_models=True), seed)
        moved += len(settled.facts_of(ModelMoved))
        assert beyond(settled.table, "m") <= 1e-6, f"seed {seed}"
    assert moved > 5


def test_pushed_models_overlap_nothing() -> None:
    """RD-93, RD-45: if dice push models in a corner with a wall and a tower, no model ends inside another thing."""
    wall = Terrain("wall", Box(120.0, 12.0, 40.0), (60.0, 62.0))
    table = model_with_tower(board(), "t", 4, (95.0, 20.0), 1.57).with_pieces(
        wall, Model("a", "x", (22.0, EDGE)), Model("b", "y", (50.0, EDGE)), Model("c", "y", (34.0, 41.0))
    )
    moved = 0
    for seed in range(12):
        settled = perform(table, hard((55.0, 30.0), 3.14), seed)
        for fact in settled.facts_of(ModelMoved):
            moved += 1
            assert beyond(settled.table, fact.model) <= 1e-6, f"seed {seed}"
            assert overlap(settled.table, fact.model) <= CONTACT_GAP + 1e-6, f"seed {seed}"
    assert moved > 10


def watch(table: Table, act: Roll, seed: int, name: str) -> tuple[Settled, Pose | None]:
    """Return the outcome of an act, and the last pose of a model in its frames."""
    under_way, last = frames(table, act, seed, every=1), None
    while True:
        try:
            last = next(under_way).poses.get(name, last)
        except StopIteration as end:
            return end.value, last


def test_a_pushed_cart_looks_where_the_push_has_turned_it() -> None:
    """RD-93: if dice push a hull and turn it, its heading is the one in its last frame.

    If the dice miss the hull or knock it over, it keeps its heading.
    """
    table = board().with_pieces(Model("m", "x", (305.0, 305.0), Hull(60.0, 26.0), heading=0.4))
    turned = 0
    for seed in range(30):
        settled, last = watch(table, hard((330.0, 315.0), 1.97), seed, "m")
        now, told = settled.table.models["m"], settled.facts_of(ModelMoved)
        if not told or told[0].knocked_flat:
            assert now.heading == 0.4
            continue
        assert last is not None
        off = math.remainder(now.heading - heading_of(last.orientation), math.tau)
        assert off == pytest.approx(0.0, abs=math.radians(1.0)), f"seed {seed}"
        turned += abs(math.remainder(now.heading - 0.4, math.tau)) > math.radians(10.0)
    assert turned > 3


@pytest.mark.parametrize("fallen", [False, True], ids=["stands", "lies"])
@pytest.mark.parametrize("base", [Round(25.0), Hull(60.0, 26.0)], ids=["base", "hull"])
def test_frames_show_a_free_model_by_its_foot(base: Round | Hull, fallen: bool) -> None:
    """If nothing pushes a free model, each frame shows its foot on the ground below, and the model has not moved."""
    stage = Terrain("stage", Box(200.0, 200.0, 10.0), (305.0, 305.0), blocks_moves=False, can_stand_on=True)
    model = Model("m", "x", (305.0, 305.0), base, heading=0.4, fallen=fallen, level=10.0)
    with Scene(board().with_pieces(stage)) as scene:
        body = scene.registry.enter(model, MotionType.FREE)
        places = [frame.poses["m"].at for frame in scene.run(240, every=4)]
        (free,) = outcome(scene).free_models
    assert places
    assert max(math.dist(at, (305.0, 305.0, 10.0)) for at in places) < 0.2
    assert body.at == pytest.approx(places[-1], abs=0.01)
    assert free.pose.xy == pytest.approx(body.at[:2], abs=0.2)
    assert not has_moved(body)


def test_a_vehicle_on_its_side_is_set_up_where_its_middle_lies() -> None:
    """RD-93: if dice knock a vehicle onto its side, it is set up where its middle lies.

    Its foot lies half its height away from the middle, and doesn't count.
    """
    table = board().with_pieces(Model("m", "x", (305.0, 305.0), Hull(40.0, 20.0)))
    knocked = 0
    for seed in range(30):
        act = Roll(dice(8), (305.0, 330.0), -math.pi / 2, replace(STEADY, speed=2500.0), drop=30.0, free_models=True)
        settled, last = watch(table, act, seed, "m")
        if not any(fact.knocked_flat for fact in settled.facts_of(ModelMoved)):
            continue
        assert last is not None
        up = rotate(last.orientation, (0.0, 0.0, MODEL_HEIGHT / 2))
        middle = (last.at[0] + up[0], last.at[1] + up[1])
        knocked += math.hypot(up[0], up[1]) > 10.0
        assert math.dist(settled.table.models["m"].at, middle) < 1.0, f"seed {seed}"
    assert knocked


def test_a_model_that_was_pushed_over_something_finds_free_ground() -> None:
    """RD-93, RD-45: if dice push a model over a plate at the edge, it is set up beside the plate, on the table."""
    plate = Terrain("plate", Box(2.0, 200.0, 0.5), (609.0, 305.0))
    table = board().with_pieces(Model("m", "x", (595.0, 305.0)), plate)
    pushed = 0
    for seed in range(30):
        settled = perform(table, replace(hard((600.0, 305.0), 0.0), drop=30.0), seed)
        assert overlap(settled.table, "m") <= CONTACT_GAP, f"seed {seed}"
        assert beyond(settled.table, "m") <= 1e-6, f"seed {seed}"
        pushed += len(settled.facts_of(ModelMoved))
    assert pushed > 0
