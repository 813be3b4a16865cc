"""The table of scenarios: dice, tokens, towers and models come to rest exactly where the script says."""

import math
from dataclasses import replace

import pytest

from riotsim.play.scenarios.expected_events import ScenarioFailed
from riotsim.play.scenarios.scripted_table import (
    COCKED_ORIENTATION,
    SCRIPTED_TURNS,
    DieResult,
    ScriptedOutcome,
    ScriptedTable,
    add_to_tower,
)
from riotsim.table.acts import (
    Act,
    Carry,
    Cocked,
    Drop,
    Fact,
    Hand,
    LeftTable,
    Pace,
    Roll,
    Settled,
    Stack,
    TowerFell,
    Turned,
)
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Box, Die, Model, Terrain, Token, Tower
from riotsim.table.poses import ORIGIN, Point, Pose, Vector, about_z, multiply
from riotsim.table.state import Table, Tray

HAND = Hand("steady", 1, 0, 0, 10, 0, 640, 0, 25, (("normal", Pace(300, 900)),))
TABLE = Table(310.0, 220.0)
D8 = die_kind("d8")

NOTHING_SCRIPTED = ScriptedOutcome()


def performed(table: Table, act: Act, outcome: ScriptedOutcome = NOTHING_SCRIPTED) -> Settled:
    """Perform one act with a scripted outcome."""
    script = ScriptedTable()
    script.follow(outcome)
    return script(table, act, 1)


def roll(*dice: Die, in_tray: bool = False) -> Roll:
    """Return a throw of dice."""
    return Roll(dice, (1.0, 2.0), 0.0, HAND, in_tray=in_tray)


def turned(*names: str) -> list[Fact]:
    """Return facts by which dice have turned over often enough for any rules."""
    return [Turned(name, SCRIPTED_TURNS) for name in names]


def test_rolled_dice_lie_as_scripted() -> None:
    """Each rolled die has the place and number that the script gives. Without a place, a die lies in the table's
    middle. Without a number, it shows the first of its kind. A die that is off leaves the table, and a cocked die
    stays.
    """
    dice = (Die("a", D6), Die("b", D8), Die("c", D6, 12.0), Die("d", D6, 20.0))
    results = (DieResult((50.0, 60.0), 4), DieResult(None, None), DieResult((330.0, 20.0), None, off=True))
    settled = performed(TABLE, roll(*dice), ScriptedOutcome("when[1]", (*results, DieResult(None, 6, cocked=True))))
    left = LeftTable("c", 0, (330.0, 20.0))
    assert settled.facts == (*turned("a", "b", "c"), left, *turned("d"), Cocked("d"))
    first = D8.values[0]
    assert settled.table == TABLE.with_pieces(
        replace(dice[0], pose=Pose((50.0, 60.0, 8.0), D6.orientation_showing(4))),
        replace(dice[1], pose=Pose((155.0, 110.0, 16.0 * D8.flat_height(first)), D8.orientation_showing(first))),
        replace(dice[3], pose=Pose((155.0, 110.0, 10.0), D6.orientation_showing(6))),
    )
    assert [settled.table.dice[name].shows for name in "ad"] == [4, 6]


def test_dice_without_a_place_lie_in_the_middle_of_the_tray() -> None:
    """If dice without a place are thrown into a tray, they lie in its middle. Otherwise they lie in the table's
    middle.
    """
    with_tray = replace(TABLE, tray=Tray(203.0, 191.0, 75.0, at=(700.0, 100.0)))
    for table, in_tray, at in (
        (with_tray, True, (801.5, 195.5)),
        (with_tray, False, (155.0, 110.0)),
        (TABLE, True, (155.0, 110.0)),
    ):
        settled = performed(table, roll(Die("a", D6), in_tray=in_tray), ScriptedOutcome("", (DieResult(None, 2),)))
        assert settled.table.dice["a"].pose.xy == at


def test_a_number_that_the_die_does_not_have_is_an_error() -> None:
    """If the script gives a die a number that the die lacks, the failure names the path in the file and the
    die's kind.
    """
    outcome = ScriptedOutcome("when[2]", (DieResult(None, 8), DieResult(None, 7)))
    with pytest.raises(ScenarioFailed) as caught:
        performed(TABLE, roll(Die("a", D8), Die("b", D6)), outcome)
    failure = caught.value.failure
    assert (failure.path, failure.expected, failure.found) == ("when[2].roll[1].shows", "a face of a d6", "7")


def test_dice_that_are_thrown_again_keep_their_index() -> None:
    """If only some dice of the last roll are thrown again, the list of rolled dice stays. If another die is thrown, a
    new list begins.
    """
    script = ScriptedTable()
    a, b, c = (Die(name, D6) for name in "abc")
    for dice, rolled in (((a, b), ("a", "b")), ((b,), ("a", "b")), ((b, c), ("b", "c")), ((a,), ("a",))):
        script.follow(ScriptedOutcome("", (DieResult(None, 1),) * len(dice)))
        script(TABLE, roll(*dice), 1)
        assert script.rolled == rolled
        assert script.acts == [roll(*dice)]


@pytest.mark.parametrize(
    ("rest", "at", "stays"),
    [
        (None, (40.0, 70.0), True),
        ((310.0, 220.0), (310.0, 220.0), True),
        ((0.0, 0.0), (0.0, 0.0), True),
        ((310.5, 220.0), (310.5, 220.0), False),
        ((310.0, 220.5), (310.0, 220.5), False),
        ((-0.5, 0.0), (-0.5, 0.0), False),
        ((0.0, -0.5), (0.0, -0.5), False),
        ((280.0, 30.0), (280.0, 30.0), True),
    ],
)
def test_a_token_comes_to_rest(rest: Point | None, at: Point, stays: bool) -> None:
    """A dropped token lies flat where the script says, on the ground or on scenery. If the script gives no place, the
    token lies under the hand. If the place is beyond the edge, the token has left the table.
    """
    table = TABLE.with_pieces(Terrain("rock", Box(60.0, 60.0, 25.0), (280.0, 30.0), can_stand_on=True))
    token = Token("t", ORIGIN, thickness=3.0)
    settled = performed(table, Drop(token, (40.0, 70.0), 100.0, HAND), ScriptedOutcome(token_rest=rest))
    level = 25.0 if at == (280.0, 30.0) else 0.0
    if stays:
        assert settled == Settled(table.with_pieces(replace(token, pose=Pose((*at, level + 1.5)))))
    else:
        assert settled == Settled(table, (LeftTable("t", 0, at),))


def tower(*names: str, at: Point = (60.0, 50.0), yaw: float = 0.3) -> Table:
    """Return a table with a model at (100, 80) and a tower of dice of 16 mm beside it, turned by `yaw`."""
    dice = [Die(name, pose=Pose((*at, 8.0 + 16.0 * n), about_z(yaw))) for n, name in enumerate(names)]
    return TABLE.with_pieces(Model("m", "x", (100.0, 80.0)), *dice).with_tower("m", Tower(names, 1.25))


def test_a_die_is_stacked_squarely() -> None:
    """A stacked die stands on the top die and is turned like the top die, but keeps its number. The tower keeps its
    bearing.
    """
    die = Die("new", D6, 12.0, Pose((0.0, 0.0, 0.0), D6.orientation_showing(5)))
    settled = performed(tower("p", "q"), Stack(die, "m", HAND, bearing=0.5))
    found = settled.table.dice["new"]
    assert found.pose.at == (60.0, 50.0, 24.0 + 8.0 + 6.0)
    assert found.pose.orientation == pytest.approx(multiply(about_z(0.3), D6.orientation_showing(5)))
    assert found.shows == 5
    assert settled.table.towers == {"m": Tower(("p", "q", "new"), 1.25)}
    assert settled.facts == ()


def test_the_first_die_of_a_tower() -> None:
    """The first die of a tower stands at the given place, turned to the given bearing. The tower keeps this bearing
    when more dice are added.
    """
    die = Die("new", D6, 12.0, Pose((0.0, 0.0, 0.0), D6.orientation_showing(2)))
    settled = performed(TABLE, Stack(die, "post", HAND, bearing=0.5, ground=(70.0, 90.0)))
    found = settled.table.dice["new"]
    assert found.pose.at == (70.0, 90.0, 6.0)
    assert found.pose.orientation == pytest.approx(multiply(about_z(0.5), D6.orientation_showing(2)))
    assert settled.table.towers == {"post": Tower(("new",), 0.5)}
    again = add_to_tower(settled.table.with_pieces(Die("p"), Die("q")), "post", ("q", "p"), 0.75)
    assert again.towers == {"post": Tower(("new", "q", "p"), 0.5)}


@pytest.mark.parametrize(("to", "by"), [((180.0, 60.0), (80.0, -20.0, 0.0)), ((270.0, 150.0), (170.0, 70.0, 25.0))])
def test_a_carried_model_arrives_with_its_tower(to: Point, by: Vector) -> None:
    """If a model is carried, its tower moves by the same distance, even up onto scenery."""
    table = tower("p", "q").with_pieces(Terrain("rock", Box(60.0, 60.0, 25.0), (270.0, 150.0), can_stand_on=True))
    settled = performed(table, Carry("m", to, HAND, "normal"))
    model = settled.table.models["m"]
    assert (model.at, model.level, model.heading) == (to, by[2], 0.0)
    for name, height in (("p", 8.0), ("q", 24.0)):
        moved = settled.table.dice[name].pose
        assert moved.at == pytest.approx((60.0 + by[0], 50.0 + by[1], height + by[2]))
        assert moved.orientation == about_z(0.3)
    back = performed(settled.table, Carry("m", (100.0, 80.0), HAND, "normal"))
    assert back.table.models["m"].level == 0.0


CARRY = Carry("m", (180.0, 60.0), HAND, "normal")


def test_towers_fall_after_the_act_that_the_script_names() -> None:
    """If the script topples a tower after the second act, the tower still stands after the first. After the second the
    tower is gone, and its dice keep their places. If there is no tower, the script is an error.
    """
    script = ScriptedTable()
    script.follow(ScriptedOutcome("when[0]", falls={1: ("m",)}))
    first = script(tower("p", "q"), CARRY, 1)
    assert (first.facts, [*first.table.towers]) == ((), ["m"])
    second = script(first.table, CARRY, 1)
    assert (second.facts, [*second.table.towers]) == ((TowerFell("m", 0),), [])
    assert second.table.dice == first.table.dice
    assert script.acts == [CARRY, CARRY]
    with pytest.raises(ScenarioFailed) as caught:
        performed(second.table, CARRY, ScriptedOutcome("when[3]", falls={0: ("m",)}))
    failure = caught.value.failure
    assert (failure.path, failure.expected, failure.found) == ("when[3].topples", "a tower to fall", "no dice beside m")


def test_dice_of_a_fallen_tower_come_up_as_scripted() -> None:
    """The script can give a die of a fallen tower a number, leave its number, make it cocked, or take it off the table.
    All dice that stay lie on the ground.
    """
    results = (
        DieResult(None, 3),
        DieResult(None, None),
        DieResult(None, None, cocked=True),
        DieResult(None, 2, off=True),
    )
    before = performed(tower("p", "q", "r", "s"), CARRY).table
    settled = performed(
        tower("p", "q", "r", "s"), CARRY, ScriptedOutcome("when[0]", falls={0: ("m",)}, came_up={(0, "m"): results})
    )
    at = before.dice["p"].pose.xy
    assert settled.facts == (TowerFell("m", 0), LeftTable("s", 0, at))
    assert [*settled.table.dice] == ["p", "q", "r"]
    poses = [settled.table.dice[name].pose for name in "pqr"]
    assert [pose.at for pose in poses] == [(*at, 8.0)] * 3
    turns = [pose.orientation for pose in poses]
    assert turns == [D6.orientation_showing(3), about_z(0.3), multiply(COCKED_ORIENTATION, about_z(0.3))]
    assert math.degrees(2 * math.asin(COCKED_ORIENTATION[0])) == pytest.approx(45.0)


def test_results_for_a_wrong_number_of_dice_are_an_error() -> None:
    """If the script gives one result for a fallen tower of two dice, the script is an error."""
    outcome = ScriptedOutcome("when[4]", falls={0: ("m",)}, came_up={(0, "m"): (DieResult(None, 3),)})
    with pytest.raises(ScenarioFailed) as caught:
        performed(tower("p", "q"), CARRY, outcome)
    failure = caught.value.failure
    assert (failure.path, failure.expected, failure.found) == ("when[4].falls", "what 2 dice came up as", "1")
    assert outcome.key == "when[4].falls"
