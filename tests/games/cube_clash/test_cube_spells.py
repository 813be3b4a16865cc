"""Spells: the five colours, what they cost, and whom they reach."""

import itertools
from typing import Any

import pytest
from clash_rules import army, rules
from clash_scene import DECLINE, Scene, dead, place, scene, where

from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.board.setup import lined_up, new_match
from riotsim.games.cube_clash.board.squares import parse_square, square_name
from riotsim.games.cube_clash.turns import spells
from riotsim.games.cube_clash.turns.options import Banish, DamageUnit, MoveUnit, Option, Recall, Reorient, Swap
from riotsim.games.cube_clash.turns.turn import OVER, Casting, Situation, acting, is_open, options
from riotsim.games.cube_clash.units.orientations import ID_UP, ORIENTATIONS

FAR = ("N far a8 coral_elves 3 saves 9", "S fan h1 coral_elves 3 saves 9")
"""A die of each side that is out of reach and has many saves, so that nobody wins."""


def kinds(found: Scene, die: str) -> set[type]:
    """Return the kinds of spells that a die can cast."""
    return {type(option) for option in found.open(die)}


@pytest.mark.parametrize(
    ("race", "colours"),
    [
        ("coral_elves", {Swap, MoveUnit}),
        ("dwarves", {DamageUnit, Reorient}),
        ("goblins", {Reorient, Recall, Banish}),
        ("lava_elves", {DamageUnit, Recall, Banish}),
        ("firewalkers", {DamageUnit, Swap}),
        ("undead", {Recall, Banish}),
        ("feral", {Swap, Reorient}),
        ("snakefolk", {MoveUnit, Recall, Banish}),
    ],
)
@pytest.mark.parametrize("face", ["magic 3", "cantrip 3"])
def test_a_die_casts_the_spells_of_its_colours(race: str, colours: set[type], face: str) -> None:
    """CC-36, CC-41: a die may cast spells of each colour of its race. A Cantrip as an action is magic."""
    found = scene(
        f"S hero e4 {race} 3 {face}", "S pal d4 feral 1 id", "S old dead undead 1 id", "N foe e5 feral 2 id",
        "N gone dead feral 1 id",
    )  # fmt: skip
    assert kinds(found, "south.hero") == colours


def test_magic_that_can_do_nothing_ends_the_turn() -> None:
    """CC-36: if a die has magic but no spell is possible, its points are lost and the turn is over."""
    found = scene("S hero e4 undead 3 magic 3", *FAR)
    assert acting(found.match, found.here, "south.hero").stage == OVER


def test_points_are_split() -> None:
    """CC-36: a player may split points over several spells. With `magic.split` off, one spell takes all points."""
    lines = "S hero e4 lava_elves 3 magic 4", "N foe e5 feral 1 saves 1", "N two d4 feral 1 saves 1", *FAR
    found = scene(*lines)
    now = found.acts("south.hero", DamageUnit(2, "north.foe"))
    assert now.stage == Casting("south.hero", 2)
    now = found.play(now, DamageUnit(2, "north.two"))
    assert (dead(now), now.over) == ({"foe", "two"}, True)
    whole = scene(*lines, magic__split=False)
    assert whole.acts("south.hero", DamageUnit(4, "north.foe")).over
    damage_spells = [option for option in whole.open("south.hero") if isinstance(option, DamageUnit)]
    assert {option.points for option in damage_spells} == {4}
    assert found.acts("south.hero", DECLINE).over


def test_a_caster_that_is_gone_casts_no_more() -> None:
    """CC-36: if the caster is killed by its own spell, its other points are lost. If its spell makes another die
    vanish, it goes on casting.
    """
    found = scene("S hero e4 lava_elves 1 magic 4", "N foe e5 feral 3 saves 9", "S old dead lava_elves 1 id", *FAR)
    now = found.acts("south.hero", DamageUnit(1, "south.hero"))
    assert dead(now) == {"hero", "old"}
    assert now.stage == OVER
    ghost = scene("S hero e4 goblins 1 vanish", "S mage d4 lava_elves 3 magic 4", *FAR)
    now = ghost.acts("south.mage", DamageUnit(1, "south.hero"))
    now = ghost.play(now, place("south.hero", "a1"))
    assert now.stage == Casting("south.mage", 3)


@pytest.mark.parametrize(
    ("lines", "points", "swapped"),
    [
        (["N foe e5 feral 1 id"], 1, {"foe"}),
        (["N foe e6 feral 1 id"], 1, set()),
        (["N foe e6 feral 1 id"], 2, {"foe"}),
        (["N foe f5 feral 1 id", "N wall e5 undead 1 id"], 2, {"foe", "wall"}),
        (["N foe f5 feral 1 id", "N wall e5 undead 1 id", "S pal f4 feral 1 id"], 2, {"wall", "pal"}),
        (["N foe e6 feral 1 id", "N wall e5 undead 1 id"], 2, {"wall"}),
        (["N foe e6 feral 1 id", "N wall e5 undead 1 id"], 4, {"wall", "foe"}),
    ],
)
def test_blue(lines: list[str], points: int, swapped: set[str]) -> None:
    """CC-60: a blue spell of X points exchanges two dice that an unblocked path of at most X squares joins. The path
    may have bends and detours.
    """
    found = scene(f"S hero e4 coral_elves 3 magic {points}", *lines, *FAR)
    swaps = [option for option in found.open("south.hero") if isinstance(option, Swap)]
    with_hero = {{option.one, option.other}.difference({"south.hero"}).pop().split(".")[1]
                 for option in swaps if "south.hero" in (option.one, option.other)}  # fmt: skip
    assert with_hero == swapped


def test_blue_keeps_faces() -> None:
    """CC-60: a blue spell may exchange two dice other than the caster. Each keeps its orientation."""
    found = scene("S hero e4 coral_elves 3 magic 4", "N foe e6 feral 1 id", "N two c6 feral 1 melee 2", *FAR)
    now = found.acts("south.hero", Swap(2, "north.foe", "north.two"))
    assert (where(now)["foe"], where(now)["two"]) == ("c6", "e6")
    for die in ("north.foe", "north.two"):
        assert now.position[die].lies == found.here[die].lies
    assert now.stage == Casting("south.hero", 2)


def test_green() -> None:
    """CC-61: a green spell moves any die up to X squares. It may pass over dice, and ends on an empty square."""
    found = scene("S hero e4 coral_elves 3 magic 2", "N foe e5 feral 1 id", "S pal d4 feral 1 id", *FAR)
    unit_moves = [option for option in found.open("south.hero") if isinstance(option, MoveUnit)]
    mine = {square_name(option.to): option.points for option in unit_moves if option.die == "south.hero"}
    assert mine == {"f4": 1, "e3": 1, "e6": 2, "d5": 2, "f5": 2, "g4": 2, "f3": 2, "d3": 2, "e2": 2, "c4": 2}
    assert {option.die for option in unit_moves} == set(found.match.dice)
    now = found.acts("south.hero", MoveUnit(2, "north.foe", parse_square("e3")))
    assert where(now)["foe"] == "e3"
    assert now.position["north.foe"].lies == found.here["north.foe"].lies


def test_yellow() -> None:
    """CC-62: a yellow spell of X points turns dice of either side with at most X health together. It may change their
    top faces, but these don't act.
    """
    found = scene("S hero e4 feral 3 magic 3", "N foe e5 coral_elves 2 id", "S pal d4 undead 1 melee 2", *FAR)
    turned = [option for option in found.open("south.hero") if isinstance(option, Reorient)]
    groups = {tuple(die for die, _ in option.lies) for option in turned}
    assert groups == {
        ("north.foe",), ("south.pal",), ("north.foe", "south.pal"), ("south.hero",), ("north.far",), ("south.fan",),
    }  # fmt: skip
    assert len(turned) == 5 * 23 + 23 * 23
    assert {option.points for option in turned if len(option.lies) == 2} == {3}
    lies = ID_UP[1]
    now = found.acts("south.hero", Reorient(1, (("south.pal", lies),)))
    assert now.position["south.pal"].lies == lies
    assert now.stage == Casting("south.hero", 2), "what was brought up doesn't act"


def test_yellow_without_the_top() -> None:
    """CC-62: with `yellow.top` off, a yellow spell only rotates dice."""
    found = scene("S hero e4 feral 1 magic 1", *FAR, yellow__top=False)
    turned = [option for option in found.open("south.hero") if isinstance(option, Reorient)]
    assert len(turned) == 3
    assert {lies.top for option in turned for _, lies in option.lies} == {found.here["south.hero"].lies.top}


def all_dice() -> tuple[Match, Any]:
    """Return the match of both armies, and a position in which all dice stand on their home rows."""
    match = new_match(rules(), army("lantern_guild"), army("reed_court"), ("coast", "swamp", "waste", "plains"))
    return match, lined_up(match, "south")


def test_there_are_a_million_yellow_answers() -> None:
    """CC-62: with both armies on the board, a yellow spell of 4 points has 956,271 answers. They are made one at a
    time, so the first thousand come without the rest.
    """
    match, here = all_dice()
    healths = [match.health(one.die) for one in here.standing]
    wanted = {
        points: sum(
            23**count
            for count in range(1, points + 1)
            for chosen in itertools.combinations(healths, count)
            if sum(chosen) <= points
        )
        for points in (1, 2, 3, 4)
    }
    assert wanted[4] == 956_271
    for points in (1, 2, 3):
        assert sum(1 for _ in spells.reorientations(match, here, points)) == wanted[points]
    first = list(itertools.islice(spells.reorientations(match, here, 4), 1000))
    assert len(set(first)) == 1000


@pytest.mark.parametrize(
    ("option", "opens"),
    [
        (Reorient(1, (("south.pal", ID_UP[1]),)), True),
        (Reorient(2, (("south.pal", ID_UP[1]),)), False),
        (Reorient(0, ()), False),
        (Reorient(1, (("south.nobody", ID_UP[1]),)), False),
        (Reorient(3, (("north.foe", ID_UP[1]), ("south.pal", ID_UP[1]))), True),
        (Reorient(3, (("south.pal", ID_UP[1]), ("north.foe", ID_UP[1]))), False),
        (Reorient(2, (("south.pal", ID_UP[1]), ("south.pal", ID_UP[2]))), False),
        (Reorient(4, (("south.fan", ID_UP[1]), ("south.pal", ID_UP[2]))), False),
        (Reorient(2, (("north.foe", ID_UP[0]),)), False),
        (Swap(1, "north.foe", "south.hero"), True),
        (Swap(1, "south.hero", "north.foe"), False),
    ],
)
def test_a_yellow_answer_is_checked_without_the_others(option: Option, opens: bool) -> None:
    """CC-62: a yellow answer is refused if a die keeps its orientation, or if dice, points or order are wrong. This is
    found without listing all answers.
    """
    found = scene("S hero e4 feral 3 magic 3", "N foe e5 coral_elves 2 id", "S pal d4 undead 1 melee 2", *FAR)
    now = acting(found.match, found.here, "south.hero")
    assert is_open(found.match, now, option) == opens
    assert opens == (option in list(options(found.match, now)))
    assert not is_open(found.match, Situation(found.here, OVER), option)


@pytest.mark.parametrize(
    ("at", "least"), [("e5", 1), ("e6", 1), ("e7", 2), ("f7", 2), ("h4", 2), ("g7", 3), ("a4", 2), ("a1", None)]
)
def test_the_reach_of_red(at: str, least: int | None) -> None:
    """CC-63: a red spell of X points reaches 2X squares from the caster, counted orthogonally. Dice in between don't
    matter.
    """
    found = scene(
        "S hero e4 lava_elves 3 magic 3", f"N foe {at} feral 1 magic 1", "N wall d4 feral 3 id",
        "N wall2 f4 feral 3 id",
    )  # fmt: skip
    damage_spells = [option for option in found.open("south.hero") if isinstance(option, DamageUnit)]
    assert {option.points for option in damage_spells if option.target == "north.foe"} == (
        set() if least is None else set(range(least, 4))
    )
    assert {option.points for option in damage_spells if option.target == "south.hero"} == {1, 2, 3}


@pytest.mark.parametrize(
    ("foe", "points", "dies"),
    [("saves 1", 2, False), ("saves 1", 3, True), ("fly 3", 2, True), ("id", 2, False), ("counter 9", 2, True)],
)
def test_saves_count_against_red(foe: str, points: int, dies: bool) -> None:
    """CC-46, CC-63: saves count against a red spell. Fly doesn't count, and no Counter answers the spell."""
    found = scene("S hero e4 lava_elves 2 magic 3", f"N foe e5 feral 2 {foe}", *FAR)
    now = found.acts("south.hero", DamageUnit(points, "north.foe"))
    assert ("foe" in dead(now)) == dies
    assert "hero" in where(now)


def test_red_reaches_from_where_the_caster_is() -> None:
    """CC-36, CC-63: if the caster moves itself by a blue spell, a red spell then reaches from its new square."""
    found = scene("S hero e1 firewalkers 3 magic 4", "N foe e4 feral 1 id", "N aim e6 feral 1 magic 1", *FAR)
    now = found.acts("south.hero", Swap(3, "north.foe", "south.hero"), DamageUnit(1, "north.aim"))
    assert dead(now) == {"aim"}


def test_amazons_cast_in_the_colours_of_where_they_are() -> None:
    """CC-72: amazons have the spells of the terrain on which they stand: red and yellow on a mountain, blue and green
    at a coast.
    """
    lines = "S hero e4 amazons 3 magic 3", "N foe e5 feral 3 id"
    assert kinds(scene(*lines, terrain="mountain"), "south.hero") == {DamageUnit, Reorient}
    assert kinds(scene(*lines, terrain="coast"), "south.hero") == {Swap, MoveUnit}


def test_black_brings_back() -> None:
    """CC-64: a black spell of X points brings back an own dead die of at most X - 1 health. The die comes to the home
    row with its ID on top, turned as the player likes.
    """
    lines = "S one dead feral 1 id", "S two dead feral 2 id", "S three dead feral 3 id", "N foe dead undead 1 id"
    found = scene("S hero e4 undead 3 magic 3", *lines, *FAR)
    recalls = [option for option in found.open("south.hero") if isinstance(option, Recall)]
    assert {(option.place.die, option.points) for option in recalls} == {("south.one", 2), ("south.two", 3)}
    assert {square_name(option.place.at) for option in recalls} == {f"{column}1" for column in "abcdefg"}
    assert {option.place.lies for option in recalls} == set(ID_UP)
    now = found.acts("south.hero", Recall(2, place("south.one", "c1", 1)))
    assert where(now)["one"] == "c1"
    assert now.eventful


def test_black_with_a_full_home_row() -> None:
    """CC-64: if the home row is full, a black spell brings the die to the nearest row with a free square."""
    row = [f"S r{column} {column}1 feral 1 id" for column in "abcdefgh"]
    found = scene("S hero e2 undead 3 magic 2", "S one dead feral 1 id", "N far a8 feral 1 id", *row)
    recalls = [option for option in found.open("south.hero") if isinstance(option, Recall)]
    assert {square_name(option.place.at) for option in recalls} == {f"{column}2" for column in "abcdfgh"}


def test_black_banishes() -> None:
    """CC-65: a black spell of X points takes opposing dead dice of at most X health together out of the game."""
    lines = "N one dead feral 1 id", "N two dead feral 2 id", "N three dead feral 3 id", "S own dead feral 1 id"
    found = scene("S hero e4 undead 3 magic 3", *lines, *FAR)
    banishments = [option for option in found.open("south.hero") if isinstance(option, Banish)]
    assert {(option.dice, option.points) for option in banishments} == {
        (("north.one",), 1), (("north.two",), 2), (("north.three",), 3), (("north.one", "north.two"), 3),
    }  # fmt: skip
    now = found.acts("south.hero", Banish(3, ("north.one", "north.two")))
    assert dead(now) == {"three", "own"}
    assert "one" not in where(now)


def test_orientations_of_a_yellow_spell() -> None:
    """CC-62: a yellow spell may give a die every one of the 24 orientations except its present one."""
    found = scene("S hero e4 feral 1 magic 1", *FAR)
    stands = found.here["south.hero"]
    assert set(spells.open_orientations(found.match, stands)) == set(ORIENTATIONS) - {stands.lies}
