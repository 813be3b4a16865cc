"""The worth of positions for bots: the features of a die, and the kills that are one move away, worked out by hand."""

from typing import Any

import pytest
from clash_scene import Scene, scene, showing

from riotsim.games.cube_clash.board.position import Standing
from riotsim.games.cube_clash.board.squares import SQUARES, SquareSet, distance, parse_square
from riotsim.games.cube_clash.bot.evaluation import (
    LEVEL,
    WON,
    Evaluator,
    Features,
    Reach,
    Weights,
    evaluator_of,
    result_worth,
)
from riotsim.games.cube_clash.combat.resolver import Result
from riotsim.games.cube_clash.units.orientations import ORIENTATIONS, same_top

TOLD_APART = Weights(
    die=0.5, raider=64.0, advance=128.0, save=1024.0, team=16384.0, prospect=262144.0, due_kill=0, threat=0
)
"""Weights chosen so that a sum tells how often each weight was counted, if each was counted only a few times."""

HEALTH_ALONE = {"die": 0.0, "raider": 0.0, "advance": 0.0, "save": 0.0, "team": 0.0, "prospect": 0.0}
"""Weights with which a die is worth its health, wherever it stands."""


def near(at: str, least: int, most: int) -> SquareSet:
    """Return the squares at a distance of `least` to `most` steps from a square, found by looking at all squares."""
    return sum(1 << other for other in SQUARES if least <= distance(parse_square(at), other) <= most)


def bit(at: str) -> SquareSet:
    """Return the set of one square."""
    return 1 << parse_square(at)


def features(its: Scene, die: str, weights: Weights = TOLD_APART) -> Features:
    """Return the features of a die of a scene."""
    return Evaluator(its.match, weights).features(its.here[die])


def test_the_features_of_a_die() -> None:
    """A die whose ID is up may attack by the ID after a rotation. After a step it may attack by the face of the
    opposite side. A red spell reaches twice its points, and a missile two or three squares. Smite ignores saves.
    """
    its = scene("S hero d3 dwarves 2 id, melee 2, missile 4, magic 2, smite 3, saves 5")
    reaches = (
        Reach(0, near("d3", 1, 1), 1, 0, melee=True),
        Reach(bit("d4"), near("d4", 1, 4), 2, 0, melee=False),
        Reach(bit("e3"), near("e3", 1, 1), 3, 3, melee=True),
        Reach(bit("d2"), near("d2", 2, 3), 4, 0, melee=False),
        Reach(bit("c3"), near("c3", 1, 1), 2, 0, melee=True),
    )
    squares = 0
    for reach in reaches:
        squares |= reach.squares
    assert features(its, "south.hero") == Features(
        south=True,
        material=2.5,
        worth=2.5 + 2 * 128 + 1 * 1024 + 1 * 16384 + (1 + 2 + 3 + 4 + 2) * 262144,
        raids=False,
        health=2,
        melee_saves=1,
        other_saves=1,
        team=1,
        reaches=reaches,
        squares=squares,
    )


def test_the_features_of_a_raider_of_north() -> None:
    """A die of North on South's home row is seven rows forward, and is a raider. The saves of its Fly count only
    against melee.
    """
    its = scene("N raider b1 undead 3 fly 2")
    # Showing face 2, with face 1, its ID, at the north: a step to the south, which would show it, is off the board.
    assert features(its, "north.raider") == Features(
        south=False,
        material=3.5,
        worth=3.5 + 7 * 128 + 64 + 2 * 1024,
        raids=True,
        health=3,
        melee_saves=2,
        other_saves=0,
        team=0,
        reaches=(),
        squares=0,
    )


@pytest.mark.parametrize(
    ("line", "terrain", "options", "reach"),
    [
        ("S hero a1 dwarves 1 melee 3", None, {}, Reach(0, near("a1", 1, 1), 3, 0, melee=True)),
        ("S hero a1 dwarves 1 double_strike", None, {}, Reach(0, near("a1", 1, 1), 3, 0, melee=True)),
        ("S hero a1 dwarves 1 smite 2", None, {}, Reach(0, near("a1", 1, 1), 2, 2, melee=True)),
        ("S hero a1 dwarves 1 trample 2", None, {}, Reach(0, near("a1", 1, 1), 2, 1, melee=True)),
        ("S hero a1 dwarves 1 bulls_eye 2", None, {}, Reach(0, near("a1", 2, 3), 2, 2, melee=False)),
        ("S hero a1 dwarves 1 missile 2", None, {"missile__reach": [3, 5]}, Reach(0, near("a1", 3, 5), 2, 0, False)),
        ("S hero a1 dwarves 1 cantrip 3", None, {}, Reach(0, near("a1", 1, 6), 3, 0, melee=False)),
        ("S hero a1 undead 1 magic 3", None, {}, None),
        ("S hero a1 amazons 1 magic 1", "waste", {}, Reach(0, near("a1", 1, 2), 1, 0, melee=False)),
        ("S hero a1 amazons 1 maneuver 3", "plains", {}, Reach(0, near("a1", 2, 3), 3, 0, melee=False)),
        ("S hero a1 amazons 1 maneuver 3", "coast", {}, None),
        ("S hero a1 dwarves 1 counter 3", None, {}, None),
        ("S hero a1 dwarves 1 melee 3", None, {"turn__rotate_acts": False}, None),
    ],
)
def test_an_attack_after_a_rotation(
    line: str, terrain: str | None, options: dict[str, Any], reach: Reach | None
) -> None:
    """If a die stands in the corner a1, its steps to the north and east show faces with saves. So its only reach is
    that of an attack after a rotation.
    """
    known = features(scene(line, terrain=terrain, **options), "south.hero")
    assert known.reaches == (() if reach is None else (reach,))
    assert known.squares == (0 if reach is None else reach.squares)


def test_a_trample_that_may_be_a_missile_ignores_a_save_in_melee_alone() -> None:
    """CC-49, CC-72: with `bonus.faces: counts_as`, an amazon's Trample on plains attacks both in melee and as a
    missile. The Trample ignores a save only in melee.
    """
    its = scene("S hero a1 amazons 1 trample 3", terrain="plains", bonus__faces="counts_as")
    assert features(its, "south.hero").reaches == (
        Reach(0, near("a1", 1, 1), 3, 1, melee=True),
        Reach(0, near("a1", 2, 3), 3, 0, melee=False),
    )


def best_kill(its: Scene, *wounds: tuple[str, int]) -> float:
    """Return the health of the largest die of North that South could kill with its next move."""
    here = its.here
    for die, number in wounds:
        here = here.put(Standing(die, here[die].at, here[die].lies, number))
    evaluator = Evaluator(its.match, Weights(**HEALTH_ALONE, due_kill=1.0, threat=0.0, further_threat=0.0))
    health = [(1 if its.match.owner(one.die) == "south" else -1) * its.match.health(one.die) for one in here.standing]
    return evaluator.rate(here, "south", "south") - sum(health)


KILLS: list[tuple[str, list[str], dict[str, Any], float]] = [
    ("as much damage as health and saves", ["S a d4 dwarves 1 melee 4", "N v d5 goblins 2 saves 2"], {}, 2),
    ("one damage less", ["S a d4 dwarves 1 melee 3", "N v d5 goblins 2 saves 2"], {}, 0),
    ("exactly as much", ["S a d4 dwarves 1 melee 4", "N v d5 goblins 2 saves 2"], {"kill__at": "exceed"}, 0),
    ("more than health and saves", ["S a d4 dwarves 1 melee 5", "N v d5 goblins 2 saves 2"], {"kill__at": "exceed"}, 2),
    ("too far for melee", ["S a d4 dwarves 1 melee 9", "N v d6 goblins 2 saves 2"], {}, 0),
    ("fly saves in melee", ["S a d4 dwarves 1 melee 3", "N v d5 goblins 2 fly 2"], {}, 0),
    ("fly doesn't save from missiles", ["S a d4 dwarves 1 missile 2", "N v d6 goblins 2 fly 2"], {}, 2),
    ("a missile doesn't reach the next square", ["S a d4 dwarves 1 missile 9", "N v d5 goblins 2 fly 2"], {}, 0),
    ("a red spell", ["S a d4 dwarves 1 magic 2", "N v d8 goblins 2 vanish"], {}, 2),
    ("a red spell against saves", ["S a d4 dwarves 1 magic 2", "N v d8 goblins 2 saves 1"], {}, 0),
    ("smite ignores saves", ["S a d4 dwarves 1 smite 3", "N v d5 goblins 3 saves 3"], {}, 3),
    ("smite ignores no more than there are", ["S a d4 dwarves 1 smite 3", "N v d5 goblins 3 saves 1"], {}, 3),
    ("smite ignores some saves", ["S a d4 dwarves 1 smite 3", "N v d5 goblins 3 saves 4"], {}, 0),
    (
        "an adjacent attacker is not in its own team",
        ["S a d4 dwarves 1 melee 2", "N v d5 goblins 3 vanish"], {}, 0,
    ),
    (
        "a die beside the defender adds its melee",
        ["S a d4 dwarves 1 melee 2", "S b c5 dwarves 1 melee 1", "N v d5 goblins 3 vanish"], {}, 3,
    ),
    (
        "two dice beside the defender add theirs",
        ["S a d4 dwarves 1 melee 1", "S b c5 dwarves 1 melee 1", "S c e5 dwarves 1 melee 1", "N v d5 goblins 3 vanish"],
        {}, 3,
    ),
    (
        "a die that isn't beside the defender adds nothing",
        ["S a d4 dwarves 1 melee 2", "S b c4 dwarves 1 melee 1", "N v d5 goblins 3 vanish"], {}, 0,
    ),
    (
        "a die of the defender's side adds nothing",
        ["S a d4 dwarves 1 melee 2", "N b c5 goblins 2 melee 3", "N v d5 goblins 3 vanish"], {}, 0,
    ),
    (
        "a missile has no team",
        ["S a d3 dwarves 1 missile 2", "S b c5 dwarves 1 melee 1", "N v d5 goblins 3 vanish"], {}, 0,
    ),
    (
        "smites help each other",
        ["S a d4 dwarves 1 smite 2", "S b c5 dwarves 1 smite 1", "N v d5 goblins 3 vanish"], {}, 3,
    ),
    (
        "by option only melee helps",
        ["S a d4 dwarves 1 smite 2", "S b c5 dwarves 1 smite 1", "N v d5 goblins 3 vanish"],
        {"melee__team": "plain"}, 0,
    ),
    # A step to the north shows the face at the south, here face 4; a step to the east the face at the west, face 5.
    (
        "a step brings an attacker near",
        ["S a d3 dwarves 1 id, saves 1, saves 1, melee 3, saves 1, saves 1", "N v d5 goblins 3 vanish"], {}, 3,
    ),
    (
        "a die on the way blocks the step",
        ["S a d3 dwarves 1 id, saves 1, saves 1, melee 3, saves 1, saves 1", "S b d4 dwarves 1 vanish",
         "N v d5 goblins 3 vanish"], {}, 0,
    ),
    (
        "an attacker that comes near has the whole team",
        ["S a d3 dwarves 1 id, saves 1, saves 1, melee 1, saves 1, saves 1", "S b c5 dwarves 1 melee 2",
         "N v d5 goblins 3 vanish"], {}, 3,
    ),
    (
        "another attacker may kill where the first can't",
        ["S a c5 dwarves 1 vanish", "S b d4 dwarves 1 melee 1", "S c d3 dwarves 1 missile 2",
         "N v d5 goblins 2 vanish"], {}, 2,
    ),
    (
        "the largest of two counts",
        ["S a d4 dwarves 1 melee 3", "N v d5 goblins 3 vanish", "N w c4 goblins 2 vanish"], {}, 3,
    ),
]  # fmt: skip
"""Cases: the title, the dice, the options of the rules, and the health of the largest die that South can kill."""


@pytest.mark.parametrize(("lines", "options", "health"), [row[1:] for row in KILLS], ids=[row[0] for row in KILLS])
def test_a_kill_with_the_next_move(lines: list[str], options: dict[str, Any], health: float) -> None:
    """The evaluation finds the largest die that a side can kill after one step or rotation."""
    assert best_kill(scene(*lines, **options)) == health


def test_a_die_that_cannot_attack_can_be_killed() -> None:
    """If the dice of one side reach no square, the kills of the other side still count."""
    south = scene("S a d2 dwarves 1 melee 2", "N v d1 goblins 2 vanish")
    assert features(south, "north.v").squares == 0
    assert best_kill(south) == 2
    north = scene("N a e2 dwarves 1 melee 2", "S v e1 goblins 2 vanish")
    evaluator = Evaluator(north.match, Weights(**HEALTH_ALONE, due_kill=1.0, threat=0.0, further_threat=0.0))
    assert evaluator.rate(north.here, "north", "north") == 1 - 2 + 2
    assert evaluator.rate(north.here, "north", "south") == 1 - 2


@pytest.mark.parametrize(("at", "rows"), [("c1", 0), ("c2", 1), ("c5", 4), ("c7", 6), ("c8", 7)])
def test_rows_forward_count_from_the_home_row(at: str, rows: int) -> None:
    """South's rows count from row 1, and North's from row 8. A die is a raider only on the last row."""
    forward = Weights(die=0, raider=0.5, advance=1.0, save=0, team=0, prospect=0)
    south, north = scene(f"S one {at} goblins 2 vanish"), scene(f"N one {at} goblins 2 vanish")
    assert features(south, "south.one", forward).worth == 2 + rows + 0.5 * (rows == 7)
    assert features(north, "north.one", forward).worth == 2 + (7 - rows) + 0.5 * (rows == 0)
    assert [features(its, die).raids for its, die in ((south, "south.one"), (north, "north.one"))] == [
        rows == 7,
        rows == 0,
    ]


def test_wounds_make_a_die_easier_to_kill() -> None:
    """CC-21: with lasting damage, one point of damage kills a die of health 3 that has two wounds."""
    its = scene("S a d4 dwarves 1 melee 1", "N v d5 goblins 3 vanish", damage__lasts=True)
    assert [best_kill(its, ("north.v", wounds)) for wounds in (0, 1, 2)] == [0.0, 0.0, 3.0]


def test_kills_count_more_for_the_player_on_turn() -> None:
    """The best kill counts by `due_kill` for the player on turn, and by `threat` for the other. Each further kill of
    either player counts by `further_threat`.
    """
    its = scene(
        "S hero d4 dwarves 3 melee 3",
        "N one d5 goblins 1 saves 1",
        "N two c4 goblins 2 saves 1",
        "N far h8 goblins 3 saves 1",
    )
    evaluator = Evaluator(its.match, Weights(**HEALTH_ALONE, due_kill=0.5, threat=0.25, further_threat=0.125))
    dice, due, threat, further = 3 - 6, 0.5 * 2, 0.25 * 2, 0.125 * 1
    assert evaluator.rate(its.here, "south", "south") == dice + due + further
    assert evaluator.rate(its.here, "south", "north") == dice + threat + further
    assert evaluator.rate(its.here, "north", "south") == -(dice + due + further)
    assert evaluator.rate(its.here, "north", "north") == -(dice + threat + further)


def test_both_sides_have_kills() -> None:
    """If both sides can kill a die, the rating adds a player's own kill and subtracts the opponent's kill."""
    its = scene("S hero d4 dwarves 2 melee 3", "N foe d5 goblins 3 melee 4")
    evaluator = Evaluator(its.match, Weights(**HEALTH_ALONE, due_kill=0.5, threat=0.25, further_threat=0.125))
    assert evaluator.rate(its.here, "south", "south") == 2 - 3 + 0.5 * 3 - 0.25 * 2
    assert evaluator.rate(its.here, "south", "north") == 2 - 3 + 0.25 * 3 - 0.5 * 2


@pytest.mark.parametrize(
    ("turns", "doubled"),
    [(0, 1), (39, 1), (40, 2), (79, 2), (80, 4), (199, 16), (200, 32), (240, 32), (10_000, 32)],
)
def test_home_rows_and_advance_double_every_forty_turns(turns: int, doubled: int) -> None:
    """The weights of a row forward (0.04) and of a raid (0.6) double every 40 turns, but at most five times."""
    its = scene("S raider d8 dwarves 3 saves 4")
    known = evaluator_of(its.match, turns).features(its.here["south.raider"])
    assert known.worth == pytest.approx(3.5 + 4 * 0.06 + 1 * 0.01 + doubled * (7 * 0.04 + 0.6))


@pytest.mark.parametrize(("top", "ways"), [(True, 23), (False, 3)])
def test_the_turned_dice_of_a_yellow_spell(top: bool, ways: int) -> None:
    """CC-62: a die has 23 other orientations, or three if its top face has to stay. Each has the features that the die
    would get.
    """
    its = scene("S hero d3 dwarves 2 id, melee 2, missile 4, magic 2, smite 3, saves 5", yellow__top=top)
    evaluator, stands = Evaluator(its.match), its.here["south.hero"]
    others = [lies for lies in (ORIENTATIONS if top else same_top(stands.lies)) if lies != stands.lies]
    found = evaluator.turned(stands)
    assert len(found) == ways
    assert found == tuple((lies, Evaluator(its.match).features(stands.turned(lies))) for lies in others)
    assert evaluator.turned(stands) is found
    assert evaluator.features(stands) is evaluator.features(stands)
    assert showing(1) not in [lies for lies, _ in found]


def test_the_worth_of_an_end() -> None:
    """A win is worth 1000 points of health to the winner, and costs the other player as much. A draw is worth 0."""
    assert [result_worth(Result("south", "home row"), side) for side in ("south", "north")] == [WON, -WON]
    assert [result_worth(Result("north", "home row"), side) for side in ("south", "north")] == [-WON, WON]
    assert [result_worth(Result(None, "quiet"), side) for side in ("south", "north")] == [LEVEL, LEVEL] == [0.0, 0.0]
