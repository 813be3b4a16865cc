"""Riot Dice as data: rules/riot_dice.yaml and what may stand in such a file."""

import itertools
import json
import math
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from riotsim.files.meshes import load_meshes
from riotsim.files.plain import Plain
from riotsim.files.problems import BadFile, Problem, Where
from riotsim.files.rules import load_rules, read_rules
from riotsim.files.yaml import validate
from riotsim.games.riot_dice import catalogue, rulebook
from riotsim.games.riot_dice.catalogue import ModelKind, Muster, TerrainKind, Weapon
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.play.quantities import Quantity
from riotsim.table.acts import Hand, Pace
from riotsim.table.pieces import Box, Hull, Round, Terrain
from riotsim.table.plan import disc, gap
from riotsim.table.state import FELT
from riotsim.table.units import inches

ROOM_IN_THE_MIDDLE = inches(2)
"""What lies free about the middle in our layouts (mm)."""

A_BASE_BETWEEN = 32.0
"""Our widest base (mm): it gets through between any two pieces of our layouts."""


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    """The rules that come with the program."""
    return load_rules("riot_dice", Rulebook)


@pytest.fixture
def data() -> dict[str, object]:
    """What the rules file says, to be changed."""
    found = read_rules("riot_dice").data
    assert isinstance(found, dict)
    return deepcopy(dict(found))


def change(data: dict[str, object], key: str, value: object) -> dict[str, object]:
    """Put a value at a dotted key."""
    *way, last = key.split(".")
    here = data
    for part in way:
        inner = here[part]
        assert isinstance(inner, dict)
        here = inner
    here[last] = value
    return data


def faults(data: Mapping[str, object]) -> dict[str, str]:
    """What is wrong with a rulebook, by the dotted key."""
    with pytest.raises(ValidationError) as caught:
        Rulebook.model_validate(data)
    return {".".join(str(part) for part in detail["loc"]): detail["msg"] for detail in caught.value.errors()}


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
    """Follow a dotted key."""
    for part in key.split("."):
        rules = getattr(rules, part)
    return rules


@pytest.mark.parametrize("key", DEFAULTS)
def test_the_defaults_of_the_clauses(rules: Rulebook, key: str) -> None:
    """Every option stands in the file with the default that its clause gives it, RD-02 to RD-93."""
    wanted = DEFAULTS[key]
    assert look(rules, key) == (pytest.approx(wanted) if isinstance(wanted, float) else wanted)
    group = read_rules("riot_dice").data
    for part in key.split("."):
        assert isinstance(group, dict)
        group = group[part]


@pytest.mark.parametrize("key", [key for key in DEFAULTS if "." in key])
def test_an_option_left_out_has_its_default(data: dict[str, object], rules: Rulebook, key: str) -> None:
    """A file that leaves an option out plays by the clause's default."""
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
    """RD-50, RD-54, RD-64: the five weapons have the figures of our reading."""
    told = {
        name: (weapon.range and round(weapon.range / inches(1), 6), weapon.dice, weapon.thump, weapon.damage.weak)
        for name, weapon in rules.weapons.items()
    }
    assert told == {
        "pistol": (12, ("d6",) * 2, None, 1),
        "rifle": (18, ("d6",), None, 1),
        "blunderbuss": (8, ("d6",) * 4, None, 1),
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


def test_hands_know_their_names(rules: Rulebook) -> None:
    """RD-46, RD-49: each hand carries at a normal and a slow pace, the slow one gentler in every way."""
    assert list(rules.hands) == ["steady", "average", "drunk"]
    for name, figures in rules.hands.items():
        hand = figures.hand
        assert hand.name == name
        assert [pace for pace, _ in hand.paces] == ["normal", "slow"]
        assert hand.pace("slow").acceleration < hand.pace("normal").acceleration
        assert hand.pace("slow").speed < hand.pace("normal").speed


def test_a_hand_has_the_figures_of_the_file(rules: Rulebook) -> None:
    """RD-46: the physics gets each figure of a hand as the file has it, and none in another's place."""
    figures = rules.hands["drunk"]
    for one in fields(Hand):
        if one.name not in ("name", "paces"):
            assert getattr(figures.hand, one.name) == getattr(figures, one.name), one.name
    assert figures.hand.pace("slow") == Pace(figures.paces.slow.speed, figures.paces.slow.acceleration)
    assert figures.hand.pace("normal") == Pace(figures.paces.normal.speed, figures.paces.normal.acceleration)


def test_names_are_those_of_one_file(data: dict[str, object]) -> None:
    """The names of a rulebook that was read are forgotten then; a group on its own may name anything."""
    faults(change(data, "hand", "nobody"))
    assert Muster.model_validate({"title": "Elsewhere", "models": ["stranger"]}).models == ("stranger",)


def test_the_drunk_hand_is_the_worst(rules: Rulebook) -> None:
    """From steady over average to drunk, every error grows."""
    for worse in ("place_sigma", "yaw_sigma", "tremor", "aim_sigma", "speed_sigma"):
        steady, average, drunk = (look(hand, worse) for hand in rules.hands.values())
        assert isinstance(steady, float)
        assert isinstance(average, float)
        assert isinstance(drunk, float)
        assert steady < average < drunk


def terrain_of(rules: Rulebook, bosses: int) -> list[Terrain]:
    """The pieces of a layout, as they stand."""
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
    """RD-04: 24 x 24 in with plenty of terrain; for four bosses 36 x 36 in."""
    layout = rules.layout(bosses)
    assert [layout.width, layout.depth] == pytest.approx([inches(size)] * 2)
    assert len(layout.terrain) >= 7
    assert len({placed.piece for placed in layout.terrain}) >= 4


@pytest.mark.parametrize("bosses", [2, 4])
def test_terrain_leaves_ways_free(rules: Rulebook, bosses: int) -> None:
    """RD-04, RD-11: all terrain lies on the table, the middle is free, and any base gets through between two pieces."""
    layout, pieces = rules.layout(bosses), terrain_of(rules, bosses)
    for piece in pieces:
        left, front, right, back = piece.footprint.bounds()
        assert min(left, front, layout.width - right, layout.depth - back) >= 0
        assert gap(piece.footprint, disc((layout.width / 2, layout.depth / 2), 0.0)) > ROOM_IN_THE_MIDDLE
    for one, other in itertools.combinations(pieces, 2):
        assert gap(one.footprint, other.footprint) > A_BASE_BETWEEN, (one.id, other.id)


def test_a_dump_reads_as_the_same_rules(rules: Rulebook) -> None:
    """Rules can be stored as JSON with a game and come back the same, a clock that is off too."""
    for options in ({}, {"clock.minutes": "off", "models.cart.cost": 8}):
        one = load_rules("riot_dice", Rulebook, options)
        assert Rulebook.model_validate(json.loads(one.model_dump_json())) == one


def test_rules_cannot_be_changed(rules: Rulebook) -> None:
    """A rulebook is a value: nobody changes a figure under a running game."""
    with pytest.raises(ValidationError, match="frozen"):
        rules.tower.swig = 2


def test_the_clock_may_be_off(data: dict[str, object]) -> None:
    """RD-15: `clock.minutes: off` is no clock at all; a blank is a slip, not a clock that is off."""
    assert Rulebook.model_validate(change(data, "clock.minutes", "off")).clock.minutes is None
    assert list(faults(change(data, "clock.minutes", None))) == ["clock.minutes"]


def test_a_base_of_another_size(data: dict[str, object]) -> None:
    """RD-01: a base that is not 20 to 40 mm is an error that names the field."""
    for size in ("19mm", "41mm", "2in"):
        found = faults(change(data, "models.git.base", size))
        assert list(found) == ["models.git.base"]
        assert "20 to 40mm" in found["models.git.base"]
    for size in ("20mm", "40mm"):
        Rulebook.model_validate(change(data, "models.git.base", size))


def test_a_vehicle(rules: Rulebook) -> None:
    """RD-01: a vehicle has a hull in place of a base; neither or both is an error."""
    assert rules.models["cart"].footing == Hull(60.0, 30.0)
    with pytest.raises(ValidationError, match="needs its hull"):
        ModelKind.model_validate({"base": "none"})
    with pytest.raises(ValidationError, match="write base: none"):
        ModelKind.model_validate({"hull": ["60mm", "30mm"]})


def test_terrain_has_one_shape() -> None:
    """RD-08: terrain is a box or a mesh; by default it blocks both and nothing stands on it."""
    wall = TerrainKind.model_validate({"box": ["4in", "12mm", "38mm"]})
    assert (wall.blocks_moves, wall.blocks_bullets, wall.stand_on) == (True, True, False)
    assert wall.shape_box == Box(inches(4), 12.0, 38.0)
    for shapes in ({}, {"box": ["1in", "1in", "1in"], "mesh": "hill.glb"}):
        with pytest.raises(ValidationError, match="terrain has one shape"):
            TerrainKind.model_validate(shapes)


def test_models_stand_on_flat_tops_only() -> None:
    """RD-08: models may stand on a box; on a mesh they may not, and the file's writer is told so."""
    with pytest.raises(ValidationError, match="flat top"):
        TerrainKind.model_validate({"mesh": "hill.glb", "blocks_moves": False, "stand_on": True})


def test_half_a_weapon() -> None:
    """RD-50: a weapon with a range but no dice, or with no use at all, is refused."""
    damage = {"weak": 1, "big": 2}
    for half, missing in (({"range": "12in"}, "dice: 2d6"), ({"dice": "2d6"}, "range: 12in")):
        with pytest.raises(ValidationError, match=f"add {missing}"):
            Weapon.model_validate({**half, "damage": damage})
    with pytest.raises(ValidationError, match="shoots or thumps"):
        Weapon.model_validate({"damage": damage})


@pytest.mark.parametrize(
    ("key", "value", "where", "says"),
    [
        ("hand", "stedy", "hand", "did you mean steady?"),
        ("table.surface", "grass", "table.surface", "there is felt, wood, neoprene"),
        ("models.git.weapons", ["pistol", "fist"], "models.git.weapons.1", "did you mean fists?"),
        ("gang.models", ["git", "got"], "gang.models.1", "did you mean git?"),
        ("gangs.back_row.models", ["marksmen"], "gangs.back_row.models.0", "did you mean marksman?"),
        (
            "table.terrain",
            [{"piece": "wal", "at": ["12in", "12in"]}],
            "table.terrain.0.piece",
            "did you mean wall?",
        ),
    ],
)
def test_names_must_exist(data: dict[str, object], key: str, value: object, where: str, says: str) -> None:
    """A name that stands for nothing is told where it stands, with what was probably meant."""
    found = faults(change(data, key, value))
    assert list(found) == [where]
    assert says in found[where]


def test_too_dear_a_gang(data: dict[str, object]) -> None:
    """RD-02: a gang that costs more than its points is refused, and both sums are told."""
    found = faults(change(data, "gangs.back_row.models", ["bruiser"] * 4))
    assert list(found) == ["gangs.back_row.models"]
    assert "costs 28 points; gang.points allows 25" in found["gangs.back_row.models"]
    assert faults(change(data, "gangs.back_row.models", ["bruiser", "bruiser", "marksman", "marksman"]))  # 26
    Rulebook.model_validate(change(data, "gangs.back_row.models", ["bruiser", "marksman", "marksman", "marksman"]))


OVER_THE_EDGE = [("1in", "12in", "0deg"), ("23in", "12in", "0deg"), ("12in", "1in", "90deg"), ("12in", "23in", "90deg")]


@pytest.mark.parametrize(("x", "y", "turn"), OVER_THE_EDGE)
def test_terrain_off_its_table(data: dict[str, object], x: str, y: str, turn: str) -> None:
    """RD-08: terrain that reaches over any edge of its table is refused, and its reach is told."""
    found = faults(change(data, "table.terrain", [{"piece": "wall", "at": [x, y], "turn": turn}]))
    assert list(found) == ["table.terrain.0.at"]
    assert "over the edge" in found["table.terrain.0.at"]


def test_terrain_at_the_edge(data: dict[str, object]) -> None:
    """RD-08: a wall that lies along the edge is on its table; the table for four has edges of its own."""
    wall = {"piece": "wall", "at": ["0.25in", "12in"], "turn": "90deg"}
    Rulebook.model_validate(change(data, "table.terrain", [wall]))
    Rulebook.model_validate(change(data, "table.four.terrain", [{**wall, "at": ["35.75in", "12in"]}]))
    assert list(faults(change(data, "table.four.terrain", [{**wall, "at": ["36in", "12in"]}]))) == [
        "table.four.terrain.0.at"
    ]


def test_all_faults_at_once(data: dict[str, object]) -> None:
    """Faults of fields, of names and between groups are told together, not one after the other."""
    change(data, "tower.swigs", 2)
    change(data, "house.models", "glued")
    change(data, "hand", "nobody")
    change(data, "gangs.heavy_mob.models", ["bruiser"] * 5)
    change(data, "table.terrain", [{"piece": "wall", "at": ["0in", "0in"]}])
    change(data, "weapons.rifle", {"range": "18", "dice": "1d6", "damage": {"weak": 1}})
    assert sorted(faults(data)) == [
        "gangs.heavy_mob.models",
        "hand",
        "house.models",
        "table.terrain.0.at",
        "tower.swigs",
        "weapons.rifle.damage.big",
        "weapons.rifle.range",
    ]


def test_a_fault_is_told_once(data: dict[str, object]) -> None:
    """A model with a fault doesn't make its gangs wrong as well: what rests on a fault is not told."""
    change(data, "models.git.cost", "five")
    change(data, "terrain.wall.box", ["4in", "4in"])
    change(data, "gangs.back_row.models", ["nobody"])
    assert sorted(faults(data)) == ["gangs.back_row.models.0", "models.git.cost", "terrain.wall.box.2"]


def test_a_gang_of_nobody(data: dict[str, object]) -> None:
    """RD-03: a gang has at least one model, and so has the rulebook."""
    change(data, "gang.models", [])
    change(data, "models", {})
    assert {"gang.models", "models"} <= set(faults(data))


WAYS = sorted((path for path in read_rules("riot_dice").lines if path), key=str)
ODD = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(
    ["4in", "0mm", "-3in", "3d6", "off", "none", "git", [], {}, ["git"], [[]], {"a": {"b": "c"}}, ["1in", "1in"]]
)  # fmt: skip


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(WAYS), ODD, min_size=1, max_size=4))
def test_any_mistake_is_told_with_its_line(mistakes: dict[Where, Plain]) -> None:
    """Whatever stands anywhere in the file, it is the rules of a game, or every complaint names a line and a field."""
    document = read_rules("riot_dice")
    data = deepcopy(document.data)
    for way, value in mistakes.items():
        here = data
        for part in way[:-1]:
            here = here[part] if isinstance(here, dict | list) and has(here, part) else None  # type: ignore[index]  # has() looked
        if isinstance(here, dict | list) and has(here, way[-1]):
            here[way[-1]] = value  # type: ignore[index]  # has() looked
    told: tuple[Problem, ...] = ()
    try:
        validate(replace(document, data=data), Rulebook)
    except BadFile as error:
        told = error.problems
    assert all(problem.line and problem.field and problem.message for problem in told)


def has(around: dict[str, Plain] | list[Plain], part: str | int) -> bool:
    """Whether a mapping or list has such a part."""
    if isinstance(around, list):
        return isinstance(part, int) and part < len(around)
    return part in around


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("house.least_drop", "301mm", "0 to 300mm"),  # RD-92: no release would be high enough and still a throw
        ("house.least_turns", 6.0, "less than or equal to 5"),
        ("loot.size", "5mm", "15 to 40mm"),
        ("loot.size", "24in", "15 to 40mm"),
        ("loot.drop_height", "1000in", "10 to 1219"),
        ("loot.each", 100, "less than or equal to 20"),
        ("dice.size", "50mm", "8 to 30mm"),
        ("table.width", "1in", "152.4 to 3048mm"),
        ("table.four.depth", "11ft", "number and a unit"),
        ("table.four.depth", "121in", "152.4 to 3048mm"),
        ("deployment.clear_of", "10000in", "0 to 6096mm"),
        ("clock.minutes", 1e308, "at most 1440"),
        ("models.cart.hull", ["60mm", "1000mm"], "10 to 150mm"),
        ("terrain.wall.box", ["4in", "1in", "300in"], "1 to 609.6mm"),
        ("surfaces.felt.friction", 0.0, "greater than or equal to 0.05"),
        ("hands.average.aim_sigma", "10000mm", "0 to 100mm"),
        ("hands.average.spin", "100000rad/s", "0 to 150rad/s"),
        ("hands.average.paces.normal.speed", "0mm/s", "10 to 3000mm/s"),
    ],
)
def test_figures_that_no_game_survives(data: dict[str, object], key: str, value: object, says: str) -> None:
    """What would leave no legal answer, break the physics or never come to rest is refused, with its bounds."""
    found = faults(change(data, key, value))
    (sentence,) = (text for where, text in found.items() if where.startswith(key))
    assert says in sentence


def test_every_figure_has_its_bounds() -> None:
    """No length or speed goes on for ever: the largest of each is refused where a game could not bear it."""
    sections = (rulebook.Dice, rulebook.Loot, rulebook.Deployment, rulebook.Fight, rulebook.LegIt, rulebook.House)
    parts = (*sections, catalogue.Layout, catalogue.Weapon, catalogue.PaceFigures, catalogue.HandFigures)
    endless = [
        f"{section.__name__}.{name}"
        for section in parts
        for name, field in section.model_fields.items()
        for mark in field.metadata
        if isinstance(mark, Quantity) and math.isinf(mark.most)
    ]
    assert endless == []


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"table.width": "6in", "table.depth": "6in", "table.terrain": []}, "table"),
        ({"table.four.width": "6in", "table.four.depth": "6in", "table.four.terrain": []}, "table.four"),
        ({"gang.models": ["git"] * 80, "gang.points": 400}, "table"),
        ({"table.terrain": [{"piece": "wall", "at": ["12in", "12in"]}], "terrain.wall.box": ["24in"] * 3}, "table"),
    ],
)
def test_a_table_without_room(data: dict[str, object], options: dict[str, object], where: str) -> None:
    """RD-13: where the models and the loot of all bosses find no place, the table is refused before the game."""
    for key, value in options.items():
        change(data, key, value)
    assert "has no room for" in faults(data)[where]
