"""Figures as bodies: where their parts are, how dice push them, and that towers beside them stand."""

import math
from dataclasses import replace

import pytest
from physics_suite.tables import STEADY, board, throw

from riotsim.files.assets.figures import MAX_WIDTH_SHARE, load_figure
from riotsim.games.riot_dice.rulebook.catalogue import FigureKind
from riotsim.physics.bodies.body import MotionType, add
from riotsim.physics.bodies.size_and_mass import model_height
from riotsim.physics.engine.world import Solver, World
from riotsim.simulation import perform
from riotsim.table.acts import Carry, ModelMoved, TowerFell
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import BASE_THICKNESS, Die, Figure, Model, Round, Tower, pose_beside
from riotsim.table.poses import Pose, about_z, multiply

MIDDLE = (305.0, 305.0)
SIZE = 16.0

TALL = 40.0
"""Height of the figures here (mm)."""


def post(half: float = 4.0) -> Figure:
    """Return a figure of two square posts, one on the other. The upper one is shifted to where the figure looks."""

    def corners(x: float, low: float, high: float) -> tuple[tuple[float, float, float], ...]:
        return tuple((x + a, b, z) for a in (-half, half) for b in (-half, half) for z in (low, high))

    return Figure("post", "", TALL, (corners(0.0, 0.0, 20.0), corners(half, 20.0, TALL)))


def ours(name: str, base: float) -> Figure:
    """Return one of the program's own figures."""
    return load_figure(FigureKind.model_validate({"file": f"{name}.glb", "height": "32mm"}), base).figure


def landing(model: Model, x: float, y: float) -> float:
    """Return the height of the lower face of a small cube that fell on a model (mm)."""
    small = 4.0
    with World(Solver.IMPULSES) as world:
        add(world, model, MotionType.FIXED)
        cube = Die("d", die_kind("d6"), small, Pose((MIDDLE[0] + x, MIDDLE[1] + y, 60.0)))
        body = add(world, cube, MotionType.FREE)
        world.set_least_substeps(16)  # a tick's way at the end of the fall is 4 mm
        lowest = 60.0
        for _ in range(60):
            world.step()
            lowest = min(lowest, world.pose(body.number)[0][2])
    return lowest - small / 2


def test_pieces_are_where_the_figure_has_them() -> None:
    """If a cube falls on a figure, it meets the top of the parts, which stand on the base and turn with the model."""
    model = Model("m", "o", MIDDLE, Round(25.0), figure=post())
    top = BASE_THICKNESS + TALL
    assert model_height(model) == top
    assert landing(model, 4.0, 0.0) == pytest.approx(top, abs=0.5)
    assert landing(model, -2.5, 0.0) < BASE_THICKNESS + 21.0
    turned = replace(model, heading=math.pi)
    assert landing(turned, -4.0, 0.0) == pytest.approx(top, abs=0.5)


def test_a_figure_only_to_be_seen_has_a_columns_body() -> None:
    """If a figure has no parts, as with `body: column`, an act ends exactly as it does without a figure."""
    plain = Model("m", "o", MIDDLE)
    seen = replace(plain, figure=Figure("ruffian.glb", "x", 32.0))
    acts = [perform(board().with_pieces(model), throw(), 7) for model in (plain, seen)]
    assert acts[0].table.dice == acts[1].table.dice
    assert acts[0].facts == acts[1].facts


@pytest.mark.parametrize(("name", "base"), [("ruffian", 25.0), ("bruiser", 32.0)])
def test_ours_fit_their_bases(name: str, base: float) -> None:
    """Each of our figures has at most 16 parts of 32 corners, stands on z = 0, and keeps within 66 % of its base."""
    figure = ours(name, base)
    assert 1 <= len(figure.pieces) <= 16
    assert max(map(len, figure.pieces)) <= 32
    corners = [corner for piece in figure.pieces for corner in piece]
    assert min(z for _, _, z in corners) == pytest.approx(0.0, abs=1e-3)
    assert max(z for _, _, z in corners) == pytest.approx(32.0, abs=1e-3)
    assert 2 * max(math.hypot(x, y) for x, y, _ in corners) <= base * MAX_WIDTH_SHARE + 1e-3


@pytest.mark.parametrize("yaw", [0.0, math.radians(20), math.radians(45)])
def test_a_turned_tower_beside_a_figure_stands(yaw: float) -> None:
    """If a tower of 6 dice stands beside one of our figures, it stands through a slow carry.

    Its upper dice may be turned against the first.
    """
    for name, base in (("ruffian", 25.0), ("bruiser", 32.0)):
        table = board()
        model = Model("m", "o", MIDDLE, Round(base), figure=ours(name, base))
        seat = pose_beside(model, 0.7, SIZE)
        turns = [seat.orientation] + [multiply(about_z(yaw), seat.orientation)] * 5
        dice = [
            Die(f"t{k}", die_kind("d6"), SIZE, replace(seat.translated((0.0, 0.0, k * SIZE)), orientation=turn))
            for k, turn in enumerate(turns)
        ]
        table = table.with_pieces(model, *dice).with_tower("m", Tower(tuple(die.id for die in dice), 0.7))
        settled = perform(table, Carry("m", (MIDDLE[0] + 25.4, MIDDLE[1]), STEADY, "slow"), 3)
        assert settled.facts_of(TowerFell) == []


def test_figures_are_pushed_and_come_out_the_same() -> None:
    """Under `models: free` dice push a figure that has parts.

    If the throw is repeated, the outcome has the same bits.
    """
    pushed = 0
    for seed in range(6):
        model = Model("m", "o", (MIDDLE[0] - 20, MIDDLE[1] - 6), Round(25.0), figure=ours("ruffian", 25.0))
        act = replace(throw(count=6), free_models=True)
        first, again = (perform(board().with_pieces(model), act, seed) for _ in range(2))
        assert first.table == again.table
        assert first.facts == again.facts
        pushed += len(first.facts_of(ModelMoved))
        after = first.table.models["m"]
        assert after.figure == model.figure
        assert 12.5 <= after.at[0] <= 610 - 12.5
    assert pushed >= 2
