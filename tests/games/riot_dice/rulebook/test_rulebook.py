"""Riot Dice as data: rules/riot_dice.yaml and what may stand in such a file."""

import itertools
import json
from dataclasses import fields

import pytest
from pydantic import ValidationError
from rules_data import change, faults

from riotsim.files.assets.meshes import load_meshes
from riotsim.files.rules import load_rules, read_rules
from riotsim.games.riot_dice.rulebook.catalogue import ModelKind, Muster, TerrainKind
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.physics.engine.materials import RIM
from riotsim.table.acts import Hand, Pace
from riotsim.table.geometry.plan import disc, gap
from riotsim.table.pieces import Box, Hull, Round, Terrain
from riotsim.table.state import FELT
from riotsim.table.units import inches
from riotsim.testing.rolls import BARE_WOOD

ROOM_IN_THE_MIDDLE = inches(2)
"""Free space around the middle in our layouts (mm)."""

A_BASE_BETWEEN = 32.0
"""Our widest base (mm): it gets through between any two pieces of our layouts."""


DEFAULTS = {
    "bosses": 2,  # RD-03
    "dice.size": 16.0,  # RD-07
    "loot.size": 20.0,  # RD-07
    "loot.each": 6,  # RD-10
    "loot.drop_height": 304.8,  # RD-10
    "loot.middle": 1,  # RD-11
    "deployment.clear_of": 101.6,  # RD-13
    "clock.minutes": 30,  # RD-15
    "activation.actions": 2,  # RD-22
    "tower.swig": 1,  # RD-23
    "tower.mode": "dice",  # RD-30
    "tower.own_fall": "falls_over",  # RD-33
    "tower.start": 0,  # RD-38
    "victory.tower_dice_count": False,  # RD-38
    "tower.hit_points": 5,  # RD-39
    "scoot.order": "any",  # RD-41
    "scoot.full_distance": True,  # RD-42
    "scoot.at_the_die": "stop",  # RD-43
    "scoot.use_all_dice": True,  # RD-44
    "clock.slow_carry_seconds": 10,  # RD-49
    "shoot.line": "any",  # RD-53
    "fight.fallen_still_acts": False,  # RD-63
    "fight.shove": 76.2,  # RD-65
    "fight.terrain_damage": 1,  # RD-66
    "fight.double_pinch": "swap",  # RD-67
    "fight.rounds": 20,  # RD-68
    "leg_it.within": 152.4,  # RD-81
    "clock.after": "no_boot",  # RD-82
    "victory.by": "loot",  # RD-84
    "clock.seconds_per_activation": 30,  # RD-85
    "clock.max_activations": 400,  # RD-86
    "house.cocked": "reroll",  # RD-90
    "house.off_table": "reroll",  # RD-91
    "house.least_drop": 50.0,  # RD-92
    "house.least_turns": 1,  # RD-92
    "house.models": "fixed",  # RD-93
    "gang.points": 25,  # RD-02
    "gang.models": ("git",) * 5,  # RD-03
}


def look(rules: object, key: str) -> object:
    """Return the value at a dotted key."""
    for part in key.split("."):
        rules = getattr(rules, part)
    return rules


@pytest.mark.parametrize("key", DEFAULTS)
def test_the_defaults_of_the_clauses(rules: Rulebook, key: str) -> None:
    """RD-02 to RD-93: every option is in the rules file, with the default that its clause gives."""
    wanted = DEFAULTS[key]
    assert look(rules, key) == (pytest.approx(wanted) if isinstance(wanted, float) else wanted)
    group = read_rules("riot_dice").data
    for part in key.split("."):
        assert isinstance(group, dict)
        group = group[part]


@pytest.mark.parametrize("key", [key for key in DEFAULTS if "." in key])
def test_an_option_left_out_has_its_default(data: dict[str, object], rules: Rulebook, key: str) -> None:
    """If a file leaves an option out, the option has the default of its clause."""
    group, name = key.split(".")
    inner = data[group]
    assert isinstance(inner, dict)
    del inner[name]
    assert look(Rulebook.model_validate(data), key) == look(rules, key)


def test_stats_of_a_git(rules: Rulebook) -> None:
    """RD-01, RD-02: the default model costs 5, moves 3d6, has toughness 3 and a 25 mm base."""
    git = next(iter(rules.models.values()))
    assert (git.cost, git.move, git.toughness, git.footing) == (5, ("d6",) * 3, 3, Round(25.0))
    assert git == ModelKind(weapons=("pistol", "fists"), figure=git.figure)


def test_weapons(rules: Rulebook) -> None:
    """RD-50, RD-54, RD-64: the five weapons have the figures that we read out of the rules."""
    told = {
        name: (weapon.range and round(weapon.range / inches(1), 6), weapon.dice, weapon.thump, weapon.damage.weak)
        for name, weapon in rules.weapons.items()
    }
    assert told == {
        "pistol": (12, ("d6",) * 2, None, 1),
        "rifle": (18, ("d6",), None, 1),
        "blunderbuss": (8, ("d6",) * 3, None, 1),
        "fists": (None, None, ("d6",) * 2, 1),
        "club": (None, None, ("d6",), 1),
    }
    assert [weapon.damage.big for weapon in rules.weapons.values()] == [2, 3, 2, 2, 4]
    assert [name for name, weapon in rules.weapons.items() if weapon.shoots] == ["pistol", "rifle", "blunderbuss"]
    assert [name for name, weapon in rules.weapons.items() if weapon.thumps] == ["fists", "club"]


def test_gangs_are_within_their_points(rules: Rulebook) -> None:
    """RD-02: each gang that comes with the game costs at most 25 points, and no two are alike."""
    gangs = {name: rules.muster(name) for name in ("", *rules.gangs)}
    assert len(gangs) >= 4
    assert all(sum(rules.models[kind].cost for kind in gang) <= 25 for gang in gangs.values())
    assert len({tuple(sorted(gang)) for gang in gangs.values()}) == len(gangs)


def test_felt_is_the_tables_own(rules: Rulebook) -> None:
    """The table is covered with the felt that the physics is measured on."""
    assert rules.surface == FELT


def test_wood_is_that_of_walls_and_of_fair_throws(rules: Rulebook) -> None:
    """Bare wood in the physics and in `riotsim.testing` has the same figures as in the rules that come with the
    program.
    """
    wood = rules.surfaces["wood"]
    for other in (RIM, BARE_WOOD):
        assert (other.friction, other.restitution) == (wood.friction, wood.restitution)


def test_hands_know_their_names(rules: Rulebook) -> None:
    """RD-46, RD-49: each hand has a normal and a slow pace. The slow pace has less speed and less acceleration."""
    assert list(rules.hands) == ["steady", "average", "drunk"]
    for name, figures in rules.hands.items():
        hand = figures.hand
        assert hand.name == name
        assert [pace for pace, _ in hand.paces] == ["normal", "slow"]
        assert hand.pace("slow").acceleration < hand.pace("normal").acceleration
        assert hand.pace("slow").speed < hand.pace("normal").speed


def test_a_hand_has_the_figures_of_the_file(rules: Rulebook) -> None:
    """RD-46: the physics gets every figure of a hand from the field of the same name in the file."""
    figures = rules.hands["drunk"]
    for one in fields(Hand):
        if one.name not in ("name", "paces"):
            assert getattr(figures.hand, one.name) == getattr(figures, one.name), one.name
    assert figures.hand.pace("slow") == Pace(figures.paces.slow.speed, figures.paces.slow.acceleration)
    assert figures.hand.pace("normal") == Pace(figures.paces.normal.speed, figures.paces.normal.acceleration)


def test_names_are_those_of_one_file(data: dict[str, object]) -> None:
    """Names of one rulebook don't hold for what is read next: a gang that is read alone may name any model."""
    faults(change(data, "hand", "nobody"))
    assert Muster.model_validate({"title": "Elsewhere", "models": ["stranger"]}).models == ("stranger",)


def test_the_drunk_hand_is_the_worst(rules: Rulebook) -> None:
    """Every error of the average hand is larger than the steady hand's. The drunk hand's are larger still."""
    for worse in ("place_sigma", "yaw_sigma", "tremor", "aim_sigma", "speed_sigma"):
        steady, average, drunk = (look(hand, worse) for hand in rules.hands.values())
        assert isinstance(steady, float)
        assert isinstance(average, float)
        assert isinstance(drunk, float)
        assert steady < average < drunk


def terrain_of(rules: Rulebook, bosses: int) -> list[Terrain]:
    """Return the pieces of the layout for this number of bosses, as they stand on the table."""
    meshes = load_meshes(rules)
    return [
        Terrain(
            f"{placed.piece}-{k}",
            rules.terrain[placed.piece].shape_box or meshes[placed.piece],
            placed.at,
            placed.heading,
        )
        for k, placed in enumerate(rules.layout(bosses).terrain)
    ]


@pytest.mark.parametrize(("bosses", "size"), [(2, 24), (3, 24), (4, 36)])
def test_layouts(rules: Rulebook, bosses: int, size: float) -> None:
    """RD-04: for two or three bosses the table is 24 x 24 in, for four 36 x 36 in. It has at least seven pieces of
    terrain, of four kinds.
    """
    layout = rules.layout(bosses)
    assert [layout.width, layout.depth] == pytest.approx([inches(size)] * 2)
    assert len(layout.terrain) >= 7
    assert len({placed.piece for placed in layout.terrain}) >= 4


@pytest.mark.parametrize("bosses", [2, 4])
def test_terrain_leaves_ways_free(rules: Rulebook, bosses: int) -> None:
    """RD-04, RD-11: all terrain lies on the table, and the middle is free. Between any two pieces there is room for the
    widest base.
    """
    layout, pieces = rules.layout(bosses), terrain_of(rules, bosses)
    for piece in pieces:
        left, front, right, back = piece.footprint.bounds()
        assert min(left, front, layout.width - right, layout.depth - back) >= 0
        assert gap(piece.footprint, disc((layout.width / 2, layout.depth / 2), 0.0)) > ROOM_IN_THE_MIDDLE
    for one, other in itertools.combinations(pieces, 2):
        assert gap(one.footprint, other.footprint) > A_BASE_BETWEEN, (one.id, other.id)


def test_a_dump_reads_as_the_same_rules(rules: Rulebook) -> None:
    """If rules are stored as JSON with a game, they read back the same. This holds for a clock that is off as well."""
    for options in ({}, {"clock.minutes": "off", "models.cart.cost": 8}):
        one = load_rules("riot_dice", Rulebook, options)
        assert Rulebook.model_validate(json.loads(one.model_dump_json())) == one


def test_rules_cannot_be_changed(rules: Rulebook) -> None:
    """If code sets a figure of a rulebook, this is refused. So rules can't change during a game."""
    with pytest.raises(ValidationError, match="frozen"):
        rules.tower.swig = 2


def test_the_clock_may_be_off(data: dict[str, object]) -> None:
    """RD-15: `clock.minutes: off` means that there is no clock. A blank value is a mistake."""
    assert Rulebook.model_validate(change(data, "clock.minutes", "off")).clock.minutes is None
    assert list(faults(change(data, "clock.minutes", None))) == ["clock.minutes"]


def test_a_base_of_another_size(data: dict[str, object]) -> None:
    """RD-01: a base that is smaller than 20 mm or larger than 40 mm is refused. The error names the field."""
    for size in ("19mm", "41mm", "2in"):
        found = faults(change(data, "models.git.base", size))
        assert list(found) == ["models.git.base"]
        assert "20 to 40mm" in found["models.git.base"]
    for size in ("20mm", "40mm"):
        Rulebook.model_validate(change(data, "models.git.base", size))


def test_a_vehicle(rules: Rulebook) -> None:
    """RD-01: a vehicle has a hull in place of a base. A kind with neither or both is refused."""
    assert rules.models["cart"].footing == Hull(60.0, 30.0)
    with pytest.raises(ValidationError, match="needs its hull"):
        ModelKind.model_validate({"base": "none"})
    with pytest.raises(ValidationError, match="write base: none"):
        ModelKind.model_validate({"hull": ["60mm", "30mm"]})


def test_terrain_has_one_shape() -> None:
    """RD-08: terrain is a box or a mesh. By default it blocks moves and bullets, and models can't stand on it."""
    wall = TerrainKind.model_validate({"box": ["4in", "12mm", "38mm"]})
    assert (wall.blocks_moves, wall.blocks_bullets, wall.stand_on) == (True, True, False)
    assert wall.shape_box == Box(inches(4), 12.0, 38.0)
    for shapes in ({}, {"box": ["1in", "1in", "1in"], "mesh": "hill.glb"}):
        with pytest.raises(ValidationError, match="terrain has one shape"):
            TerrainKind.model_validate(shapes)


def test_models_stand_on_flat_tops_only() -> None:
    """RD-08: a mesh on which models may stand is refused, since models need a flat top."""
    with pytest.raises(ValidationError, match="flat top"):
        TerrainKind.model_validate({"mesh": "hill.glb", "blocks_moves": False, "stand_on": True})
