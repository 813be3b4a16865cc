import math
from collections import Counter
from functools import cache

import pytest
import trimesh
from hypothesis import HealthCheck, given, settings

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.physics import overlaps
from riotsim.physics.validation import check
from riotsim.play.rulebook.surfaces import surface
from riotsim.table.acts import Roll
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import Box, Die, Mesh, Model, Terrain
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.generators.choices import SeededChooser
from riotsim.testing.generators.parts import _frustum, rules_surfaces
from riotsim.testing.generators.tables import TRAY_GAP, TRAY_SIDES, WALL_HEIGHTS
from riotsim.testing.generators.worlds import Trial, random_trial, trials

TOUCHING = 0.02
"""The greatest overlap (mm) that touching pieces may have, because of rounding and the engine's margin."""


@cache
def trial_of(seed: int, nasty: bool = False) -> Trial:
    """Return the random world of a seed, which several tests share."""
    return random_trial(seed, nasty=nasty)


@pytest.mark.parametrize("nasty", [False, True])
def test_a_seed_gives_one_trial(nasty: bool) -> None:
    """The same seed always gives the same table and act. Twenty different seeds give twenty different worlds."""
    assert random_trial(7, nasty=nasty) == random_trial(7, nasty=nasty)
    assert len({repr(trial_of(seed, nasty)) for seed in range(20)}) == 20


@pytest.mark.parametrize("nasty", [False, True])
def test_all_sorts_of_worlds_come_up(nasty: bool) -> None:
    """Within 200 seeds every sort of act and of piece comes up at least five times. Each act is valid on its table."""
    seen: Counter[str] = Counter()
    for seed in range(200):
        trial = trial_of(seed, nasty)
        check(trial.table, trial.act)
        table = trial.table
        seen[type(trial.act).__name__] += 1
        seen.update(type(piece.shape).__name__ for piece in table.terrain.values())
        seen.update(type(model.base).__name__ for model in table.models.values())
        seen.update("fallen" for model in table.models.values() if model.fallen)
        seen.update("on a stage" for model in table.models.values() if model.level > 0)
        seen.update("tower" for _ in table.towers)
        seen.update("tower beside its model" for name in table.towers if name in table.models)
        seen.update("token" for _ in table.tokens)
        seen.update("round edges" for die in table.dice.values() if die.kind.rounding > 0)
        seen.update("round tower" for name in table.towers if table.tower_dice(name)[0].kind.rounding > 0)
        seen.update(_sort(die.kind) for die in table.dice.values())
        seen.update(table.surface.name for _ in range(5))
        seen.update("walls" for _ in range(5) if table.wall_height)
        seen.update("tray" for _ in range(5) if table.tray)
        seen.update("in tray" for _ in range(5) if isinstance(trial.act, Roll) and trial.act.in_tray)
        seen.update("in the tray" for die in table.dice if die.startswith("tray"))
        seen.update("mesh" for piece in table.terrain.values() if isinstance(piece.shape, Mesh) and piece.shape.digest)
        seen.update("figure" for model in table.models.values() if model.figure and model.figure.pieces)
    sorts = ["Roll", "Drop", "Stack", "Carry", "Box", "Mesh", "Round", "Hull", "fallen", "on a stage", "tower", "token"]
    sorts += ["tower beside its model"]
    sorts += ["cuboid", "barrel", "lopsided", "round edges", "round tower"]
    sorts += ["walls", "tray", "in tray", "in the tray", "mesh", "figure", "felt", "wood", "neoprene"]
    for sort in (*sorts, "d4", "d6", "d8", "d10", "d12", "d20"):
        assert seen[sort] >= 5, sort


def _sort(kind: DieKind) -> str:
    """Return the sort of a kind of die, because the names of boxes and barrels also have their sizes."""
    return "barrel" if "barrel" in kind.name else "cuboid" if kind.box and not kind.is_cube else kind.name


def test_surfaces_are_those_of_the_rules() -> None:
    """Random tables have the surfaces of rules/riot_dice.yaml, with the same figures."""
    rules = load_rules("riot_dice", Rulebook)
    assert {one.name: one for one in rules_surfaces()} == {
        name: surface(name, figures) for name, figures in rules.surfaces.items()
    }


def test_in_usual_worlds_nothing_overlaps() -> None:
    """In a usual random world no pieces overlap, because play never leaves pieces inside each other. In some nasty
    worlds pieces overlap.
    """
    for seed in range(60):
        assert overlaps(trial_of(seed).table, TOUCHING) == (), seed
    assert any(overlaps(trial_of(seed, nasty=True).table, TOUCHING) for seed in range(10))


@settings(max_examples=20, suppress_health_check=list(HealthCheck))  # a table is many choices, by intent
@given(trials())
def test_hypothesis_finds_the_same_worlds(trial: Trial) -> None:
    """In worlds that Hypothesis chooses no pieces overlap, and each act is valid on its table."""
    check(trial.table, trial.act)
    assert overlaps(trial.table, TOUCHING) == ()


def test_overlaps_are_found_with_their_depth() -> None:
    """If one die is 3 mm deep in the table and another 2 mm deep in a crate, both overlaps are found, the deepest
    first.
    """
    low, high = Die("low", pose=Pose((50.0, 50.0, 5.0))), Die("high", pose=Pose((100.0, 50.0, 24.0)))
    table = Table(300.0, 300.0).with_pieces(low, high, Die("free", pose=Pose((200.0, 200.0, 8.0))))
    table = table.with_pieces(Terrain("crate", Box(40.0, 40.0, 18.0), (100.0, 50.0)), Model("m", "x", (250.0, 250.0)))
    found = overlaps(table, TOUCHING)
    assert [(one.first, one.second) for one in found] == [("low", ""), ("crate", "high")]
    assert [one.depth for one in found] == pytest.approx([3.0, 2.0], abs=0.01)


@pytest.mark.parametrize("seed", range(20))
def test_a_mound_is_closed_and_faces_outwards(seed: int) -> None:
    """The mesh of a mound, a pyramid or cone with its top cut off, has no hole. Its volume is that of the frustum of a
    regular polygon.
    """
    mesh = _frustum(SeededChooser(seed, nasty=False), "mound", 40.0, 30.0)
    solid = trimesh.Trimesh(mesh.vertices, mesh.triangles, process=False)
    corners = len(mesh.vertices) // 2
    top = math.hypot(*mesh.vertices[-1][:2]) / 40.0
    bottom = corners / 2 * 40.0**2 * math.sin(math.tau / corners)
    assert solid.is_watertight
    assert solid.volume == pytest.approx(bottom * 30.0 / 3 * (1 + top + top**2))


def test_trays_of_usual_tables_are_those_on_sale() -> None:
    """A tray beside a usual table has sides and walls of the documented sizes, and a gap is between both. A tray beside
    a nasty table touches it.
    """
    for nasty in (False, True):
        trays = [trial_of(seed, nasty).table for seed in range(150)]
        found = [(table, table.tray) for table in trays if table.tray is not None]
        assert len(found) > 3
        for table, tray in found:
            apart = max(-tray.at[0] - tray.width, tray.at[0] - table.width)
            assert apart == pytest.approx(0.0 if nasty else TRAY_GAP, abs=1e-9)
            if not nasty:
                assert all(TRAY_SIDES[0] <= side <= TRAY_SIDES[1] for side in (tray.width, tray.depth))
                assert WALL_HEIGHTS[0] <= tray.wall_height <= WALL_HEIGHTS[1]
