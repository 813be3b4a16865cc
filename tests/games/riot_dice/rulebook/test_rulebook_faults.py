"""Faults of a rules file: each names its field and what would be right."""

import math
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_examples import examples
from pydantic import ValidationError
from rules_data import change, faults

from riotsim.files.problems import BadFile, FieldPath, Problem
from riotsim.files.rules import read_rules
from riotsim.files.yaml import validate
from riotsim.files.yaml_composer import PlainData
from riotsim.games.riot_dice.rulebook import catalogue, rulebook
from riotsim.games.riot_dice.rulebook.catalogue import Weapon
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.play.rulebook.hands import HandFigures, PaceFigures
from riotsim.play.rulebook.quantities import Quantity


def test_half_a_weapon() -> None:
    """RD-50: a weapon is refused if it has a range but no dice, dice but no range, or no use at all."""
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
        ("table.surface", "grass", "table.surface", "there are felt, wood, neoprene"),
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
    """If a name in the file stands for nothing, the fault tells its field and what was probably meant."""
    found = faults(change(data, key, value))
    assert list(found) == [where]
    assert says in found[where]


@pytest.mark.parametrize(("section", "like"), [("gangs", "back_row"), ("hands", "steady")])
def test_a_name_fits_into_a_stored_game(data: dict[str, Any], section: str, like: str) -> None:
    """The name of a gang or a hand may have 200 letters, as many as a stored game can hold. A longer one is refused."""
    data[section]["x" * 200] = deepcopy(data[section][like])
    Rulebook.model_validate(data)
    data[section]["x" * 201] = deepcopy(data[section][like])
    found = faults(data)
    assert list(found) == [f"{section}.{'x' * 201}"]
    assert "has 200 letters at most, not 201" in found[f"{section}.{'x' * 201}"]


@pytest.mark.parametrize(
    ("key", "entries", "usual", "says"),
    [
        ("hand", "hands.average", "hand is 'average' unless told otherwise", "there are steady, drunk"),
        ("table.surface", "surfaces.felt", "table.surface is 'felt' unless told otherwise", "there are wood, neoprene"),
        ("gang.models", "models.git", "gang.models is 'git' unless told otherwise", "no model is called so here"),
    ],
)
def test_names_that_hold_where_nothing_is_said_must_exist(
    data: dict[str, object], key: str, entries: str, usual: str, says: str
) -> None:
    """If a file names no hand, surface or model, the default name holds. Without an entry of that name, this is a
    fault.
    """
    without(data, key)
    Rulebook.model_validate(data)  # all is well while the usual one is there
    without(data, entries)
    found = faults(data)
    assert usual in found[key]
    assert says in found[key]


def test_a_tray_is_covered_as_the_table_is(data: dict[str, object]) -> None:
    """If the rules don't name a surface for the tray, the tray has that of the table. No other surface is needed."""
    without(data, "tray")
    without(data, "surfaces.felt")
    book = Rulebook.model_validate(change(data, "table.surface", "wood"))
    assert book.tray_beside(600.0, 600.0).surface == book.surface


def without(data: dict[str, object], key: str) -> None:
    """Take a key out of the rules."""
    here: Any = data
    *way, last = key.split(".")
    for part in way:
        here = here[part]
    del here[last]


def test_too_dear_a_gang(data: dict[str, object]) -> None:
    """RD-02: a gang that costs more points than allowed is refused. The fault tells the cost and the limit."""
    found = faults(change(data, "gangs.back_row.models", ["bruiser"] * 4))
    assert list(found) == ["gangs.back_row.models"]
    assert "costs 28 points; gang.points allows 25" in found["gangs.back_row.models"]
    assert faults(change(data, "gangs.back_row.models", ["bruiser", "bruiser", "marksman", "marksman"]))  # 26
    Rulebook.model_validate(change(data, "gangs.back_row.models", ["bruiser", "marksman", "marksman", "marksman"]))


OVER_THE_EDGE = [("1in", "12in", "0deg"), ("23in", "12in", "0deg"), ("12in", "1in", "90deg"), ("12in", "23in", "90deg")]


@pytest.mark.parametrize(("x", "y", "turn"), OVER_THE_EDGE)
def test_terrain_off_its_table(data: dict[str, object], x: str, y: str, turn: str) -> None:
    """RD-08: terrain that reaches over any edge of its table is refused."""
    found = faults(change(data, "table.terrain", [{"piece": "wall", "at": [x, y], "turn": turn}]))
    assert list(found) == ["table.terrain.0.at"]
    assert "over the edge" in found["table.terrain.0.at"]


def test_terrain_at_the_edge(data: dict[str, object]) -> None:
    """RD-08: a wall may lie right along the edge of its table. On the table for four bosses, the edges of that table
    count.
    """
    wall = {"piece": "wall", "at": ["0.25in", "12in"], "turn": "90deg"}
    Rulebook.model_validate(change(data, "table.terrain", [wall]))
    Rulebook.model_validate(change(data, "table.four.terrain", [{**wall, "at": ["35.75in", "12in"]}]))
    assert list(faults(change(data, "table.four.terrain", [{**wall, "at": ["36in", "12in"]}]))) == [
        "table.four.terrain.0.at"
    ]


def test_all_faults_at_once(data: dict[str, object]) -> None:
    """Faults of fields, names and groups are all told at once."""
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
    """If a model or a terrain has a fault, the gangs and layouts that use it are not reported as well."""
    change(data, "models.git.cost", "five")
    change(data, "terrain.wall.box", ["4in", "4in"])
    change(data, "gangs.back_row.models", ["nobody"])
    assert sorted(faults(data)) == ["gangs.back_row.models.0", "models.git.cost", "terrain.wall.box.2"]


def test_a_gang_of_nobody(data: dict[str, object]) -> None:
    """RD-03: a gang without a model is refused, and so are rules without a model."""
    change(data, "gang.models", [])
    change(data, "models", {})
    assert {"gang.models", "models"} <= set(faults(data))


WAYS = sorted((path for path in read_rules("riot_dice").lines if path), key=str)
ODD = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(
    ["4in", "0mm", "-3in", "3d6", "off", "none", "git", [], {}, ["git"], [[]], {"a": {"b": "c"}}, ["1in", "1in"]]
)  # fmt: skip


@examples(40, 100)
@given(st.dictionaries(st.sampled_from(WAYS), ODD, min_size=1, max_size=4))
def test_any_mistake_is_told_with_its_line(mistakes: dict[FieldPath, PlainData]) -> None:
    """Whatever values are changed in the file, either the rules are valid or each problem names a line and a field."""
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


def has(around: dict[str, PlainData] | list[PlainData], part: str | int) -> bool:
    """Return whether a mapping or list has this key or index."""
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
    """Figures with which no game could be played are refused, and the fault tells their bounds."""
    found = faults(change(data, key, value))
    (sentence,) = (text for where, text in found.items() if where.startswith(key))
    assert says in sentence


def test_every_figure_has_its_bounds() -> None:
    """Every length and speed in these groups of the rules has a largest value."""
    sections = (rulebook.Dice, rulebook.Loot, rulebook.Deployment, rulebook.Fight, rulebook.LegIt, rulebook.HouseRules)
    parts = (*sections, catalogue.Layout, catalogue.Weapon, PaceFigures, HandFigures)
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
    """RD-13: if a table has no room for the models and loot of all bosses, the rules are refused."""
    for key, value in options.items():
        change(data, key, value)
    assert "has no room for" in faults(data)[where]


@pytest.mark.parametrize(("each", "middle"), [(6, 0), (0, 18)])
def test_all_loot_needs_room(data: dict[str, object], each: int, middle: int) -> None:
    """RD-10, RD-11: if a table has no room for the tokens of three bosses, it is refused. This also holds if all tokens
    lie in the middle.
    """
    for key, value in {"table.width": "15in", "table.depth": "15in", "table.terrain": [], "loot.size": "40mm"}.items():
        change(data, key, value)
    for key in ("loot.each", "loot.middle"):
        change(data, key, 0)
    Rulebook.model_validate(data)
    change(data, "loot.each", each)
    change(data, "loot.middle", middle)
    assert "has no room for 3 gangs" in faults(data)["table"]
