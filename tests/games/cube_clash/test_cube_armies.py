"""Armies of Cube Clash: the two that come with the game, and every fault that an army file of a player may have."""

from pathlib import Path
from typing import Any

import pytest
from clash_rules import army, rules

from riotsim.files.companies import load_company, parse_company
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_companies
from riotsim.games.cube_clash.units.armies import ArmyFile, army_schema, shared_race_message, shared_races
from riotsim.games.cube_clash.units.faces import ID_FACE, Icon
from riotsim.games.cube_clash.units.orientations import NUMBER_OF
from riotsim.games.cube_clash.units.unit import build_points, standing, unit_dice

ARMIES = ("lantern_guild", "reed_court")

FACES = "top: id, north: melee 1, east: saves 1, south: magic 1, west: fly 1, bottom: vanish"
HEAD = "game: cube_clash\nname: Mine\nunits:\n"


def faults(text: str, **options: Any) -> list[str]:
    """Return the problems of an army file, each as one line."""
    with pytest.raises(BadFile) as caught:
        parse_company(text.encode(), "mine.yaml", army_schema(rules(**options)))
    return [str(problem) for problem in caught.value.problems]


def test_two_armies_come_with_the_game() -> None:
    """CC-02: Lantern Guild and Reed Court have eight dice each. Both cost exactly the 16 build points that may be
    spent.
    """
    assert tuple(builtin_companies("cube_clash")) == ARMIES
    for name in ARMIES:
        found = army(name)
        assert build_points(found) == rules().build.points == 16
        assert len(found) == 8
        assert sorted(unit.health for unit in found) == [1, 1, 2, 2, 2, 2, 3, 3]


@pytest.mark.parametrize("name", ARMIES)
def test_our_armies_keep_the_house_law(name: str) -> None:
    """In armies that come with the game, the five faces beside a unit's ID weigh 2 + 4 × health in all. A face without
    a count weighs 3.
    """
    for unit in army(name):
        assert unit.faces[0] == ID_FACE
        assert sum(face.weight for face in unit.faces[1:]) == 2 + 4 * unit.health, unit.name


def test_our_armies_show_everything() -> None:
    """The two armies that come with the game together have all fifteen icons beside the ID, and every colour of magic.
    They share no race (CC-04).
    """
    both = [unit for name in ARMIES for unit in army(name)]
    assert {face.icon for unit in both for face in unit.faces} == set(Icon)
    casters = [unit for unit in both if {Icon.MAGIC, Icon.CANTRIP} & {face.icon for face in unit.faces}]
    colours = {colour for unit in casters for colour in rules().races[unit.race].colours}
    assert colours == {"blue", "green", "yellow", "red", "black"}
    assert shared_races(army("lantern_guild"), army("reed_court")) == ()


def test_a_unit_has_its_faces_by_place() -> None:
    """A die stands upright for its owner. So North's dice are turned by half a turn on the board (CC-05, CC-13)."""
    sovereign = army("reed_court")[0]
    assert sovereign.title == "Reed Sovereign"
    assert [str(sovereign.face(NUMBER_OF[place])) for place in ("top", "north", "west")] == ["id", "melee 3", "convert"]
    assert sovereign.face(standing("south").north) == sovereign.face(standing("north").south)
    assert unit_dice("north", (sovereign,))[0].id == "north.reed_sovereign"


def test_an_army_of_ones_own_is_read() -> None:
    """A player's own army may cost less than the build points, and may leave out some of the file's units (CC-02)."""
    text = (
        f"{HEAD}  imp: {{race: undead, health: 1, {FACES}}}\n  elf: {{race: feral, health: 2, {FACES}}}\narmy: [imp]\n"
    )
    found = parse_company(text.encode(), "mine.yaml", army_schema(rules())).content
    assert isinstance(found, ArmyFile)
    assert [unit.name for unit in found.chosen()] == ["imp"]


def test_every_fault_is_told_with_file_line_unit_and_face() -> None:
    """One check finds a wrong face, icon and count, two ids, no id, an unknown race, and a sum over the points."""
    text = (
        f"{HEAD}"
        "  one: {race: undad, health: 3, top: id, north: meele 1, east: id, south: melee, west: melee 10, bottom: 7}\n"
        "  two: {race: undead, health: 3, top: melee 1, north: id, east: id, south: id 2, west: fly 1}\n"
        f"  Three: {{race: 5, health: 4, {FACES}}}\n"
        f"  four: {{race: undead, health: 3, {FACES}, sixth: fly 1}}\n"
        "army: [one, two, four, fuor, one]\n"
    )
    expected = [
        "mine.yaml:4: units.one.race: no race is called 'undad'; did you mean undead?",
        "mine.yaml:4: units.one.north: no icon is called 'meele'; did you mean melee?",
        "mine.yaml:4: units.one.east: a unit has one id, and it is on top",
        "mine.yaml:4: units.one.south: melee needs a count from 1 to 9, such as melee 2",
        "mine.yaml:4: units.one.west: the count of melee is 1 to 9, not 10",
        "mine.yaml:4: units.one.bottom: a face is written like melee 3 or vanish, not 7",
        "mine.yaml:5: units.two.top: the face on top is the id, not melee 1",
        "mine.yaml:5: units.two.north: a unit has one id, and it is on top",
        "mine.yaml:5: units.two.east: a unit has one id, and it is on top",
        "mine.yaml:5: units.two.south: id has no count; write id alone",
        "mine.yaml:5: units.two.bottom: is missing; add a line for it (face at the bottom, such as fly 2)",
        "mine.yaml:6: units.Three: the name of a unit has small letters, digits and underscores, such as tide_caller",
        "mine.yaml:6: units.Three.race: must be a word, not 5",
        "mine.yaml:6: units.Three.health: must be 1, 2 or 3, not 4",
        "mine.yaml:7: units.four.sixth: is no key that is known here; did you mean south?",
        "mine.yaml:8: army: the army costs 9 build points, and 8 may be spent (CC-02)",
        "mine.yaml:8: army[3]: no unit is called 'fuor'; did you mean four?",
        "mine.yaml:8: army[4]: one is in the army already; each unit is one die",
    ]
    found = faults(text, build__points=8)
    assert sorted(found) == sorted(expected)
    assert [line.split(":")[1] for line in found] == sorted(line.split(":")[1] for line in found)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{HEAD}  imp: {{race: undead, health: 1, {FACES}}}\n" * 1 + f"  imp: {{race: feral, health: 1, {FACES}}}\n"
         "army: [imp]\n", "mine.yaml:5: units.imp: comes twice, first on line 4"),
        (f"{HEAD}  imp: {{race: undead, health: 1, {FACES}}}\narmy: []\n", "mine.yaml:5: army: must not be empty"),
        ("game: cube_clash\nname: Mine\nunits: {}\narmy: [imp]\n", "mine.yaml:3: units: must not be empty"),
        ("game: cube_clash\nname: Mine\nunits: 5\narmy: 5\n", "mine.yaml:4: army: must be a list"),
        ("game: cube_clash\nname: Mine\nunits: {imp: 5}\narmy: [5]\n", "mine.yaml:4: army[0]: must be a word, not 5"),
        ("game: riot_dice\nbosses: 2\n", "mine.yaml:1: game: must be cube_clash, not riot_dice"),
    ],
)  # fmt: skip
def test_further_faults(text: str, says: str) -> None:
    """A unit that is named twice, an empty list, a value of another kind, or another game is a fault. The message gives
    the line.
    """
    assert any(line.startswith(says) for line in faults(text))


def test_a_missing_file() -> None:
    """If an army file doesn't exist, the error is a single line."""
    with pytest.raises(BadFile, match=r"nowhere\.yaml: cannot be read"):
        load_company(Path("nowhere.yaml"), army_schema(rules()))
    with pytest.raises(BadFile, match="did you mean reed_court"):
        load_company("red_court", army_schema(rules()))


def test_a_shared_race() -> None:
    """CC-04: if both armies have a race in common, a message names it. With `build.shared_race: allow`, there is no
    message.
    """
    reeds = army("reed_court")
    assert shared_race_message(rules(), reeds, army("lantern_guild")) is None
    said = "both armies have snakefolk and undead (CC-04)"
    assert shared_race_message(rules(), reeds, reeds) == said
    assert shared_race_message(rules(build__shared_race="refuse"), reeds, reeds) == said
    assert shared_race_message(rules(build__shared_race="allow"), reeds, reeds) is None


@pytest.mark.parametrize("name", ["lantern_guild", "reed_court"])
def test_the_armies_of_the_rules_are_the_files(name: str) -> None:
    """Each army from which players choose is a company file too, with the same units."""
    assert rules().armies[name].model_dump() == load_company(name, army_schema(rules())).content.model_dump()
