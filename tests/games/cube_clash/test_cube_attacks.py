"""Attacks in Cube Clash: each face as an action and in defence, with the bonuses of races and every option."""

from typing import Any

import pytest
from clash_scene import dead, ends, scene, targets, where

from riotsim.games.cube_clash.combat import values
from riotsim.games.cube_clash.combat.attacks import counter_allotments, melee_attack
from riotsim.games.cube_clash.turns.options import Shoot, Strike
from riotsim.games.cube_clash.turns.turn import OVER, Moving, StrikingAgain

FOE = "N foe e5 goblins 2 {}"
HERO = "S hero e4 dwarves 3 {}"


def struck(hero: str, foe: str, *others: str, **chosen: Any) -> bool:
    """Return whether a melee attack of a die at e4 kills a die of health 2 at e5."""
    found = scene(HERO.format(hero), FOE.format(foe), "N far a8 goblins 1 id", *others, **chosen)
    return "foe" in dead(found.acts("south.hero", Strike("north.foe")))


def shot(hero: str, foe: str, *others: str, **chosen: Any) -> bool:
    """Return whether a missile of a die at e4 kills a die of health 2 at e6."""
    foe_line = f"N foe e6 goblins 2 {foe}"
    found = scene(HERO.format(hero), foe_line, "N far a8 goblins 1 id", *others, **chosen)
    return "foe" in dead(found.acts("south.hero", Shoot("north.foe")))


@pytest.mark.parametrize(
    ("hero", "foe", "kills"),
    [
        ("melee 2", "magic 1", True),
        ("melee 1", "magic 1", False),
        ("melee 5", "saves 3", True),
        ("melee 4", "saves 3", False),
        ("melee 5", "cantrip 3", True),
        ("melee 4", "cantrip 3", False),
        ("melee 4", "fly 3", False),
        ("melee 5", "fly 3", True),
        ("melee 2", "maneuver 3", True),
        ("melee 2", "vanish", False),
        ("melee 2", "convert", True),
        ("melee 2", "id", False),
        ("melee 3", "id", True),
        ("smite 2", "saves 2", True),
        ("smite 2", "saves 3", False),
        ("smite 3", "saves 3", True),
        ("rend 2", "magic 1", True),
        ("rend 2", "saves 1", False),
        ("trample 2", "saves 1", True),
        ("trample 2", "saves 2", False),
        ("trample 2", "id", True),
        ("id", "magic 1", False),
        ("double strike", "saves 1", True),
        ("double strike", "saves 2", False),
    ],
)
def test_melee(hero: str, foe: str, kills: bool) -> None:
    """CC-20, CC-30, CC-35, CC-37, CC-41, CC-44, CC-46, CC-47, CC-48, CC-49: damage of at least health + saves kills.
    Here the health is 2. Smite ignores up to N saves, Trample one. Double Strike has three points, the ID one.
    """
    if foe == "vanish":
        found = scene(HERO.format(hero), FOE.format(foe), "N far a8 goblins 1 id")
        now = found.acts("south.hero", Strike("north.foe"))
        assert now.pending, "it is killed, and goes home"
        return
    assert struck(hero, foe) == kills


@pytest.mark.parametrize(
    ("hero", "foe", "kills"),
    [
        ("missile 2", "magic 1", True),
        ("missile 2", "saves 1", False),
        ("missile 3", "saves 1", True),
        ("missile 2", "fly 3", True),
        ("missile 2", "cantrip 1", False),
        ("missile 2", "id", False),
        ("missile 3", "id", True),
        ("missile 2", "counter 3", True),
        ("bulls_eye 2", "saves 2", True),
        ("bulls_eye 2", "saves 3", False),
    ],
)
def test_missiles(hero: str, foe: str, kills: bool) -> None:
    """CC-33, CC-40, CC-46: Fly and Counter don't save a die from missiles. Bulls-eye ignores up to N saves."""
    assert shot(hero, foe) == kills


def test_kill_at_exceed() -> None:
    """CC-20: with `kill.at: exceed`, the damage has to be more than health and saves."""
    assert struck("melee 5", "saves 3")
    assert not struck("melee 5", "saves 3", kill__at="exceed")
    assert struck("melee 6", "saves 3", kill__at="exceed")


def test_damage_is_forgotten_or_lasts() -> None:
    """CC-21: damage that doesn't kill is forgotten. By option, the damage beyond the saves lowers the health."""
    lines = HERO.format("double strike"), "N foe e5 goblins 3 saves 1", "N far a8 goblins 1 id"
    twice = Strike("north.foe"), Strike("north.foe")
    assert "foe" in where(scene(*lines).acts("south.hero", *twice))
    assert "foe" in dead(scene(*lines, damage__lasts=True).acts("south.hero", *twice))
    once = scene(*lines, damage__lasts=True).acts("south.hero", Strike("north.foe"))
    assert once.position["north.foe"].wounds == 2
    assert scene(*lines).acts("south.hero", Strike("north.foe")).position["north.foe"].wounds == 0


def test_the_killed_join_the_dead() -> None:
    """CC-22: a killed die leaves the board and is among its owner's dead."""
    now = scene(HERO.format("melee 2"), FOE.format("magic 1"), "N far a8 goblins 1 id").acts(
        "south.hero", Strike("north.foe")
    )
    assert where(now) == {"hero": "e4", "far": "a8"}
    assert now.position.dead == ("north.foe",)


def test_attacks_are_at_opposing_dice() -> None:
    """CC-23: a die may attack or convert only opposing dice. With `friendly_fire`, it may also attack or convert its
    own side's dice.
    """
    lines = ("S hero e4 dwarves 3 {}", "S pal d4 dwarves 1 id", "S gone dead dwarves 1 id", "N foe e5 goblins 2 id")
    for face, kind in (("melee 1", Strike), ("convert", None)):
        for fire, wanted in ((False, {"foe"}), (True, {"foe", "pal"})):
            found = scene(*(line.format(face) for line in lines), friendly_fire=fire).open("south.hero")
            named = {option.target.split(".")[1] for option in found if hasattr(option, "target")}
            assert named == wanted
            assert kind is None or targets(found, Strike) == wanted
    near = scene("S hero e4 dwarves 3 missile 2", "S pal e6 dwarves 1 id", "N foe c4 goblins 1 id")
    assert targets(near.open("south.hero"), Shoot) == {"foe"}


def test_melee_is_at_adjacent_dice() -> None:
    """CC-30: melee reaches a die on an orthogonally adjacent square. It reaches no die at a corner or farther away."""
    found = scene(HERO.format("melee 1"), "N one e5 goblins 1 id", "N two f5 goblins 1 id", "N six e6 goblins 1 id")
    assert targets(found.open("south.hero"), Strike) == {"one"}


@pytest.mark.parametrize(
    ("pal", "at", "adds", "plain"),
    [
        ("melee 2", "d5", 2, 2),
        ("id", "f5", 1, 1),
        ("smite 2", "e6", 2, 0),
        ("rend 2", "d5", 2, 0),
        ("trample 2", "d5", 2, 0),
        ("missile 3", "d5", 0, 0),
        ("double strike", "d5", 0, 0),
        ("melee 2", "d4", 0, 0),
        ("melee 2", "d6", 0, 0),
    ],
)
def test_team(pal: str, at: str, adds: int, plain: int) -> None:
    """CC-31, CC-34, CC-44: another friendly die next to the defender adds its Melee or ID. Faces that count as melee
    add too, unless the option says `plain`. Missiles and Double Strike add nothing.
    """
    for option, wanted in (("counts_as", adds), ("plain", plain)):
        found = scene(HERO.format("melee 1"), f"S pal {at} feral 1 {pal}", FOE.format("id"), melee__team=option)
        attack = melee_attack(found.match, found.here, found.here["south.hero"], found.here["north.foe"])
        assert attack.damage == 1 + wanted
        assert attack.team == (("south.pal",) if wanted else ())


def test_a_team_has_no_special() -> None:
    """CC-31, CC-48: a Smite in the team ignores no saves. If the acting die shows a Smite, the saves that it ignores
    are lost against the whole team.
    """
    assert not struck("melee 2", "saves 2", "S pal d5 feral 1 smite 1")
    assert struck("smite 2", "saves 3", "S pal d5 feral 1 melee 1")
    assert not struck("smite 1", "saves 3", "S pal d5 feral 1 melee 2")


def test_dice_of_the_defender_do_not_team() -> None:
    """CC-31: only friends of the attacker add to the attack."""
    assert not struck("melee 1", "magic 1", "N pal d5 feral 1 melee 2")


def test_missiles_do_not_team() -> None:
    """CC-34: friends next to the target add nothing to a missile."""
    assert not shot("missile 1", "magic 1", "S pal e7 feral 1 melee 2")


def test_double_strike_teams_by_option() -> None:
    """CC-44: a Double Strike has no team. By option it has a team."""
    pal = "S pal d5 feral 1 melee 1"
    assert not struck("double strike", "saves 2", pal)
    assert struck("double strike", "saves 2", pal, double_strike__team=True)


@pytest.mark.parametrize(
    ("foes", "chosen", "hit"),
    [
        (["N foe e5 goblins 1 id"], {}, set()),
        (["N foe e6 goblins 1 id"], {}, {"foe"}),
        (["N foe e7 goblins 1 id"], {}, {"foe"}),
        (["N foe e8 goblins 1 id"], {}, set()),
        (["N foe f5 goblins 1 id"], {}, {"foe"}),
        (["N foe g5 goblins 1 id"], {}, {"foe"}),
        (["N foe f5 goblins 1 id"], {"missile__path": "straight"}, set()),
        (["N foe e6 goblins 1 id"], {"missile__path": "straight"}, {"foe"}),
        (["N foe e6 goblins 1 id", "N wall e5 goblins 1 id"], {}, set()),
        (["N foe f5 goblins 1 id", "N wall e5 goblins 1 id"], {}, {"foe"}),
        (["N foe f5 goblins 1 id", "N wall e5 goblins 1 id", "S pal f4 feral 1 id"], {}, set()),
        (["N foe e5 goblins 1 id"], {"missile__reach": [1, 2]}, {"foe"}),
        (["N foe e7 goblins 1 id"], {"missile__reach": [1, 2]}, set()),
    ],
)
def test_targets_of_missiles(foes: list[str], chosen: dict[str, Any], hit: set[str]) -> None:
    """CC-33: a missile reaches dice two or three squares away, along a shortest path of empty squares. Options set
    other distances, and forbid bends.
    """
    found = scene(HERO.format("missile 1"), *foes, **chosen).open("south.hero")
    assert targets(found, Shoot) - {"wall"} == hit
    other = scene(HERO.format("bulls eye 1"), *foes, **chosen).open("south.hero")
    assert targets(other, Shoot) == targets(found, Shoot)


@pytest.mark.parametrize("face", ["saves 3", "counter 2", "vanish"])
def test_faces_without_an_action(face: str) -> None:
    """CC-35, CC-42, CC-50: Saves, Counter and Vanish offer no action."""
    found = scene(HERO.format(face), FOE.format("id"))
    assert found.open("south.hero") == []


@pytest.mark.parametrize(
    ("face", "squares"),
    [
        ("maneuver 1", {"d4", "e3"}),
        ("id", {"d4", "e3"}),
        ("maneuver 2", {"d4", "e3", "c4", "d5", "d3", "e2", "f3"}),
        ("rend 1", {"d4", "e3"}),
        ("trample 1", {"d4", "e3"}),
        ("fly 1", {"d4", "e3"}),
        ("fly 2", {"d4", "e3", "c4", "d5", "d3", "e2", "f3", "e6", "f5", "g4"}),
        ("melee 2", set()),
        ("missile 2", set()),
    ],
)
def test_maneuvers(face: str, squares: set[str]) -> None:
    """CC-32, CC-37, CC-46, CC-47, CC-49: a die moves up to N squares through empty squares, also round corners. Fly
    also passes over dice.
    """
    found = scene(HERO.format(face), FOE.format("id"), "S pal f4 feral 1 id").open("south.hero")
    assert ends(found) == squares


def test_a_maneuver_keeps_face_and_orientation() -> None:
    """CC-32: after a maneuver, the die doesn't act again, and has the same face and orientation as before."""
    found = scene(HERO.format("maneuver 2"), FOE.format("id"))
    move = next(option for option in found.open("south.hero"))
    now = found.acts("south.hero", move)
    assert now.over
    assert now.position["south.hero"].lies == found.here["south.hero"].lies


@pytest.mark.parametrize(
    ("face", "strikes"),
    [("id", True), ("rend 2", True), ("trample 2", True), ("smite 2", True), ("double strike", True),
     ("maneuver 2", False), ("fly 2", False), ("cantrip 2", False), ("magic 2", False)],
)  # fmt: skip
def test_what_counts_as_melee(face: str, strikes: bool) -> None:
    """CC-30, CC-37, CC-44, CC-47 to CC-49: the faces with which a die may attack an adjacent die."""
    found = scene(HERO.format(face), FOE.format("id")).open("south.hero")
    assert targets(found, Strike) == ({"foe"} if strikes else set())


@pytest.mark.parametrize(
    ("race", "terrain", "face", "kind", "saves", "counted"),
    [
        ("coral_elves", "coast", "maneuver 3", "melee", 3, 3),
        ("coral_elves", "coast", "maneuver 3", "missile", 3, 3),
        ("coral_elves", "mountain", "maneuver 3", "melee", 0, 0),
        ("coral_elves", "coast", "trample 3", "melee", 0, 3),
        ("coral_elves", "coast", "fly 3", "missile", 0, 3),
        ("coral_elves", "coast", "fly 3", "melee", 3, 3),
        ("coral_elves", "coast", "rend 3", "red", 0, 3),
        ("coral_elves", "coast", "saves 3", "red", 3, 3),
        ("coral_elves", "coast", "id", "melee", 1, 1),
        ("lava_elves", "mountain", "maneuver 2", "red", 2, 2),
        ("lava_elves", "swamp", "maneuver 2", "red", 0, 0),
        ("snakefolk", "swamp", "maneuver 2", "melee", 2, 2),
        ("snakefolk", None, "maneuver 2", "melee", 0, 0),
        ("dwarves", "mountain", "saves 2", "melee", 4, 4),
        ("dwarves", "mountain", "cantrip 2", "missile", 4, 4),
        ("dwarves", "mountain", "fly 2", "melee", 4, 4),
        ("dwarves", "mountain", "fly 2", "missile", 0, 0),
        ("dwarves", "mountain", "id", "melee", 1, 1),
        ("dwarves", "mountain", "maneuver 2", "melee", 0, 0),
        ("dwarves", "swamp", "saves 2", "melee", 2, 2),
        ("goblins", "swamp", "saves 2", "red", 4, 4),
        ("goblins", "mountain", "saves 2", "red", 2, 2),
        ("undead", "swamp", "saves 2", "melee", 2, 2),
        ("feral", "coast", "maneuver 2", "melee", 0, 0),
        ("feral", "coast", "fly 2", "red", 0, 0),
    ],
)
def test_saves_of_races(
    race: str, terrain: str | None, face: str, kind: values.AttackKind, saves: int, counted: int
) -> None:
    """CC-35, CC-37, CC-41, CC-46, CC-70, CC-71, CC-74, CC-77: the saves of a die depend on face, race and terrain. By
    option, every face that counts as a maneuver gets the bonus. The ID has one save.
    """
    for option, wanted in (("plain", saves), ("counts_as", counted)):
        found = scene(f"S hero e4 {race} 2 {face}", terrain=terrain, bonus__faces=option)
        assert values.saves(found.match, found.here["south.hero"], kind) == wanted


def test_doubled_saves_are_ignored_after_doubling() -> None:
    """CC-71: the terrain doubles the saves first. Then a Smite ignores some of them."""
    lines = "S hero e4 feral 3 smite 2", "N foe e5 goblins 1 saves 2", "N far a8 goblins 1 id"
    assert "foe" in where(scene(*lines, terrain="swamp").acts("south.hero", Strike("north.foe")))
    assert "foe" in dead(scene(*lines, terrain="coast").acts("south.hero", Strike("north.foe")))


def test_terrain_off() -> None:
    """CC-07: without terrain no race has a bonus by terrain, and amazons have no colours."""
    lines = "S hero e4 dwarves 2 saves 2", "S ama e5 amazons 2 magic 2"
    for off, saves, colours in ((False, 4, ("red", "yellow")), (True, 2, ())):
        found = scene(*lines, terrain="mountain", options={"terrain": "off"} if off else {})
        assert values.saves(found.match, found.here["south.hero"], "melee") == saves
        assert values.colours(found.match, found.here["south.ama"]) == colours


@pytest.mark.parametrize(
    ("race", "terrain", "colours"),
    [
        ("coral_elves", "swamp", "blue green"),
        ("dwarves", "swamp", "red yellow"),
        ("goblins", None, "yellow black"),
        ("lava_elves", None, "red black"),
        ("firewalkers", None, "blue red"),
        ("undead", "coast", "black"),
        ("feral", None, "blue yellow"),
        ("snakefolk", None, "green black"),
        ("amazons", "coast", "blue green"),
        ("amazons", "plains", "blue yellow"),
        ("amazons", "mountain", "red yellow"),
        ("amazons", "swamp", "green yellow"),
        ("amazons", "fey_land", "green red"),
        ("amazons", "waste", "blue red"),
        ("amazons", None, ""),
    ],
)
def test_colours(race: str, terrain: str | None, colours: str) -> None:
    """CC-08, CC-36, CC-72: a die has the colours of its race. Amazons have the colours of the terrain under them."""
    found = scene(f"S hero e4 {race} 2 magic 2", terrain=terrain)
    assert values.colours(found.match, found.here["south.hero"]) == tuple(colours.split())


def test_colours_of_terrain_are_an_option() -> None:
    """CC-08: the rules file sets the colours of each type of terrain."""
    found = scene("S hero e4 amazons 2 magic 2", terrain="coast", terrains__coast__colours=["black"])
    assert values.colours(found.match, found.here["south.hero"]) == ("black",)


@pytest.mark.parametrize(
    ("race", "terrain", "face", "chosen", "shoots"),
    [
        ("amazons", "plains", "maneuver 2", {}, True),
        ("amazons", "coast", "maneuver 2", {}, False),
        ("feral", "plains", "maneuver 2", {}, False),
        ("amazons", "plains", "fly 2", {}, False),
        ("amazons", "plains", "fly 2", {"bonus__faces": "counts_as"}, True),
        ("amazons", "plains", "id", {"bonus__faces": "counts_as"}, False),
    ],
)
def test_amazons_shoot(race: str, terrain: str, face: str, chosen: dict[str, Any], shoots: bool) -> None:
    """CC-72: on plains, amazons may use their maneuver faces as missiles instead."""
    found = scene(f"S hero e4 {race} 2 {face}", "N foe e6 goblins 2 magic 1", terrain=terrain, **chosen)
    assert targets(found.open("south.hero"), Shoot) == ({"foe"} if shoots else set())
    assert ends(found.open("south.hero")), "it may still move"
    if shoots:
        now = found.acts("south.hero", Shoot("north.foe"))
        assert dead(now) == {"foe"}
        assert now.over, "never both at once"


def test_an_amazons_trample_is_no_trample_as_a_missile() -> None:
    """CC-49, CC-72: if an amazon uses a Trample as a missile, the Trample ignores no save."""
    lines = "S hero e4 amazons 2 trample 2", "N foe e6 goblins 1 saves 2", "N far a8 goblins 1 id"
    found = scene(*lines, terrain="plains", bonus__faces="counts_as")
    assert "foe" in where(found.acts("south.hero", Shoot("north.foe")))


@pytest.mark.parametrize(
    ("hits", "allotted"),
    [
        ("each", [{"hero": 2, "pal": 2, "idle": 2}]),
        ("attackers", [{"hero": 2, "pal": 2}]),
        ("one", [{"hero": 2}, {"idle": 2}, {"pal": 2}]),
        ("split", [{"hero": 2}, {"hero": 1, "idle": 1}, {"hero": 1, "pal": 1}, {"idle": 2}, {"idle": 1, "pal": 1},
                   {"pal": 2}]),
    ],
)  # fmt: skip
def test_counter_hits(hits: str, allotted: list[dict[str, int]]) -> None:
    """CC-42: a Counter N hits every adjacent opposing die. By option it hits one, or several that share N, or all that
    attack.
    """
    found = scene(
        "S hero e4 feral 3 melee 1", "S pal d5 feral 2 melee 1", "S idle f5 feral 1 magic 1",
        "N foe e5 goblins 2 counter 2", "N near e6 goblins 1 magic 1", counter__hits=hits,
    )  # fmt: skip
    attack = melee_attack(found.match, found.here, found.here["south.hero"], found.here["north.foe"])
    ways = counter_allotments(found.match, found.here, attack)
    assert [{die.split(".")[1]: damage for die, damage in way.hits} for way in ways] == allotted


def test_double_strike_has_two_attacks() -> None:
    """CC-44, CC-45: after the first attack of a Double Strike, the second may be at the same target or at another. Then
    the turn is over.
    """
    lines = HERO.format("double strike"), "N foe e5 goblins 3 saves 3", "N two d4 goblins 3 id"
    found = scene(*lines)
    now = found.acts("south.hero", Strike("north.foe"))
    assert now.stage == StrikingAgain("south.hero", 0)
    assert found.play(now, Strike("north.foe")).stage == OVER
    assert found.play(now, Strike("north.two")).stage == OVER


def test_double_strike_without_a_second_target() -> None:
    """CC-45: if a Double Strike has no second target, the same die gets another turn. If it had no first target either,
    it has no action.
    """
    lines = HERO.format("double strike"), "N foe e5 goblins 2 magic 1", "N far a8 goblins 1 id"
    assert scene(*lines).acts("south.hero", Strike("north.foe")).stage == Moving("south.hero", 1)
    alone = HERO.format("double strike"), "N far a8 goblins 1 id"
    assert scene(*alone).open("south.hero") == []
