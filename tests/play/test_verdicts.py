"""The house rules decide what the results of the physics mean for a game (RD-45, RD-90, RD-91, RD-93)."""

import math
from dataclasses import replace

import pytest

from riotsim import physics, simulation
from riotsim.play.house_rules import (
    KNOCKOVER_TILT,
    MODEL_MOVE_TOLERANCE,
    Lost,
    RolledAgain,
    apply_house_rules,
    is_cocked,
)
from riotsim.play.scenarios.expected_events import plain_event
from riotsim.table.acts import (
    Carry,
    Cocked,
    CutShort,
    FreeModel,
    LeftTable,
    ModelMoved,
    OverhangingPiece,
    Pace,
    Roll,
    RolledDie,
    Settled,
    TowerFell,
    TowerPushed,
    Turned,
)
from riotsim.table.geometry.plan import gap
from riotsim.table.pieces import Box, Die, Model, Terrain
from riotsim.table.poses import Point, Pose, Quaternion, about_z
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND

AT = (100.0, 100.0)
TABLE = Table(300.0, 300.0).with_pieces(Model("m", "x", AT, heading=0.4))


def tilted(angle: float) -> Quaternion:
    """Return an orientation that leans by an angle (rad)."""
    return (math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2))


def after(*models: FreeModel, table: Table = TABLE) -> Settled:
    """Return the outcome of the house rules for an act that left models in these poses."""
    return apply_house_rules(Settled(table, free_models=models))


def test_a_model_that_hardly_moved_stays_where_it_stood() -> None:
    """If a model is pushed by less than `MODEL_MOVE_TOLERANCE` and not knocked over, it stays at its old place."""
    settled = after(
        FreeModel("m", Pose((100.0 + 0.9 * MODEL_MOVE_TOLERANCE, 100.0, 0.0), tilted(0.9 * KNOCKOVER_TILT)))
    )
    assert settled.table == TABLE
    assert settled.facts == ()


@pytest.mark.parametrize("aside", [(-5.0, 0.0), (5.0, 0.0), (0.0, -5.0), (0.0, 5.0)])
def test_a_model_that_was_pushed_into_another_stands_beside_it(aside: Point) -> None:
    """RD-93: if a model is pushed into another model, it is put beside that model. Their bases touch and don't
    overlap.
    """
    table = TABLE.with_pieces(Model("n", "y", (150.0, 100.0)))
    settled = after(FreeModel("m", Pose((150.0 + aside[0], 100.0 + aside[1], 10.0))), table=table)
    one, other = (settled.table.models[name].footprint for name in ("m", "n"))
    assert 0.0 <= gap(one, other) < 0.1


def test_a_pushed_model_stands_where_it_was_pushed_to() -> None:
    """If a model is pushed, it stays at its new place and keeps the direction to which the push has turned it."""
    settled = after(FreeModel("m", Pose((120.0, 90.0, 0.0), about_z(1.1))))
    now = settled.table.models["m"]
    assert now.at == (120.0, 90.0)
    assert now.heading == pytest.approx(1.1)
    assert settled.facts == (ModelMoved("m", knocked_flat=False),)


def test_a_model_that_was_knocked_over_stands_up_and_faces_where_it_did() -> None:
    """If a model is knocked over, it is set up where it lies, with its old heading."""
    settled = after(FreeModel("m", Pose((130.0, 100.0, 0.0), tilted(1.1 * KNOCKOVER_TILT))))
    now = settled.table.models["m"]
    assert now.at == (130.0, 100.0)
    assert now.heading == 0.4
    assert settled.facts == (ModelMoved("m", knocked_flat=True),)


def test_a_model_that_fell_off_stands_at_the_edge_with_its_whole_base() -> None:
    """RD-45: if a model falls off the table, it is set up where it crossed the edge, with its whole base on the
    table.
    """
    settled = after(FreeModel("m", Pose((320.0, 100.0, -50.0)), edge_crossing=(300.0, 100.0), fell_off=True))
    assert settled.table.models["m"].footprint.bounds()[2] == pytest.approx(300.0)
    assert settled.facts == (ModelMoved("m", knocked_flat=True),)


def test_two_pushed_models_do_not_stand_in_one_another() -> None:
    """If two models are pushed to nearly the same place, they are put beside each other, and their bases don't
    overlap.
    """
    table = TABLE.with_pieces(Model("n", "x", (200.0, 100.0)))
    settled = after(FreeModel("m", Pose((150.0, 100.0, 0.0))), FreeModel("n", Pose((152.0, 100.0, 0.0))), table=table)
    one, other = (settled.table.models[name].at for name in "mn")
    assert math.dist(one, other) >= 24.9
    assert [fact.model for fact in settled.facts_of(ModelMoved)] == ["m", "n"]


@pytest.mark.parametrize(
    ("degrees", "touching", "cocked"),
    [(0.0, 1, False), (0.0, 3, False), (1.4, 2, False), (1.6, 2, True), (9.9, 2, True),
     (9.9, 1, False), (1.6, 1, False), (10.1, 1, True), (10.1, 2, True)],
)  # fmt: skip
def test_a_die_is_cocked_if_it_leans_on_something_or_is_far_from_flat(
    degrees: float, touching: int, cocked: bool
) -> None:
    """RD-90: if a die touches more than one thing, it is cocked if it leans by more than 1.5°. If a die touches only
    one thing, it is cocked if it leans by more than 10°.
    """
    assert is_cocked(RolledDie("a", math.radians(degrees), touching)) is cocked


def test_a_die_with_an_edge_on_a_step_leans() -> None:
    """RD-90: if dice are thrown onto plates of 1.5 mm, some come to rest across an edge, at 4° to 10°, and are cocked.

    These dice touch a plate and the table. With one contact, dice at such an angle would not be cocked.
    """
    plates = (Terrain(f"{n}", Box(20.0, 20.0, 1.5), (30.0 + 40.0 * (n % 7), 30.0 + 40.0 * (n // 7))) for n in range(49))
    table = replace(Table(300.0, 300.0), wall_height=30.0).with_pieces(*plates)
    dice = tuple(Die(f"r{k}") for k in range(8))
    act = Roll(dice, table.middle, 0.0, replace(STEADY_HAND, speed=300.0))
    leaning = flat = 0
    for seed in range(3):
        settled = simulation.perform(table, act, seed)
        cocked = {fact.die for fact in settled.facts_of(Cocked)}
        for rolled in settled.rolled:
            flat += rolled.tilt < math.radians(1.0)
            leaning += math.radians(4.0) < rolled.tilt < math.radians(10.0)
            assert (rolled.die in cocked) == (rolled.tilt > math.radians(1.5))
            assert rolled.contact_count >= (2 if rolled.die in cocked else 1)
    assert flat >= 5
    assert leaning >= 5


def test_facts_keep_their_order() -> None:
    """The facts of an outcome keep their order. Pieces beyond the edge come after the falls. Then come pushed towers,
    rolled dice, pushed models, and `CutShort` last.
    """
    table = TABLE.with_pieces(*(Die(name, pose=Pose((x, 50.0, 8.0))) for name, x in (("a", 301.0), ("b", 50.0))))
    facts = (TowerFell("t", 3), LeftTable("z", 9, (0.0, 1.0)), TowerPushed("u", 40), Turned("a", 2.0), Turned("b", 2.0))
    settled = apply_house_rules(
        Settled(
            table,
            (*facts, CutShort(40)),
            40,
            rolled=(RolledDie("a", 1.0, 1), RolledDie("b", 1.0, 1)),
            overhanging=(OverhangingPiece("a", (300.0, 50.0)),),
            free_models=(FreeModel("m", Pose((120.0, 90.0, 0.0))),),
        )
    )
    assert settled.facts == (
        TowerFell("t", 3),
        LeftTable("z", 9, (0.0, 1.0)),
        LeftTable("a", 40, (300.0, 50.0)),
        TowerPushed("u", 40),
        Cocked("b"),
        Turned("b", 2.0),
        ModelMoved("m", knocked_flat=False),
        CutShort(40),
    )
    assert sorted(settled.table.dice) == ["b"]


def test_an_outcome_has_frames_only_if_they_are_asked_for() -> None:
    """If no frame rate is given, the outcome of an act has no frames, even if the act takes more than a second."""
    slow = replace(STEADY_HAND, paces=(("slow", Pace(60.0, 200.0)),))
    act = Carry("m", (AT[0], AT[1] + 150.0), slow, "slow")
    without, with_frames = physics.perform(TABLE, act, 1), physics.perform(TABLE, act, 1, trace_hz=1)
    assert without.trace == ()
    assert len(with_frames.trace) >= 1


def test_the_physics_decides_nothing_of_this() -> None:
    """The physics keeps a pushed model's place and a die on the rim in its table. Only the simulation moves the model
    and takes the die off, by the house rules.
    """
    table = replace(Table(60.0, 60.0), wall_height=6.0)
    act = Roll(tuple(Die(f"r{k:02d}") for k in range(16)), (30.0, 30.0), 0.0, replace(STEADY_HAND, speed=10.0))
    raw, judged = physics.perform(table, act, 0), simulation.perform(table, act, 0)
    (over,) = raw.overhanging
    assert over.piece in raw.table.dice
    assert over.piece not in judged.table.dice
    assert [fact.at for fact in judged.facts_of(LeftTable) if fact.piece == over.piece] == [over.at]

    hard = Roll(act.dice[:8], AT, 0.0, replace(STEADY_HAND, speed=1200.0), drop=60.0, free_models=True)
    pushed = next(seed for seed in range(20) if simulation.perform(TABLE, hard, seed).facts_of(ModelMoved))
    assert physics.perform(TABLE, hard, pushed).table.models == TABLE.models
    assert simulation.perform(TABLE, hard, pushed).table.models["m"].at != AT


@pytest.mark.parametrize("event", [RolledAgain("Ada", "die", "cocked"), Lost("Ada", "die")])
def test_events_of_house_rules_are_written_as_in_0_1(event: object) -> None:
    """In files and JSON, the player in an event of the house rules is called `boss`, as in version 0.1, and not
    `player`.
    """
    assert plain_event(event)["boss"] == "Ada"
    assert "player" not in plain_event(event)
