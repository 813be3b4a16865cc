"""Positions of Demolition Dice: what breaks an invariant, faults in scenarios, the sandbox, and measures of a game."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from dice_table import NAMES, rules

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.agent_view import VIEW
from riotsim.games.demolition_dice.invariants import find_violations
from riotsim.games.demolition_dice.measures import measure
from riotsim.games.demolition_dice.rules.areas import area_centre, area_footprint
from riotsim.games.demolition_dice.rules.demolition import dice_names
from riotsim.games.demolition_dice.rules.game import initial_state, new_game, start_table
from riotsim.games.demolition_dice.sandbox import ABOUT_DIE, DemolitionSandbox
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.games.demolition_dice.scenario.scenario import DemolitionEntry, Scenario
from riotsim.play.requests import AimThrow
from riotsim.play.sandbox.game_sandbox import PieceType, Position
from riotsim.play.scenarios.placed_pieces import TowerDie
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.recorder import GameRecord, Measures
from riotsim.table.geometry.patches import Patch
from riotsim.table.pieces import Tower
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.units import inches

RULES = rules()

TOWERS = {"Ada": (5, 3), "Bea": (6,)}


def laid(**given: Any) -> Given:
    """Return a position. By default Ada has a tower of two dice, and Bea a tower of a single die."""
    return Given.model_validate({"players": NAMES, "towers": TOWERS, **given})


def violations(table: Table, **given: Any) -> list[str]:
    """Return the invariants that a table breaks."""
    return find_violations(RULES, laid(**given).state(RULES), table)


def moved(table: Table, *names: str, by: tuple[float, float, float]) -> Table:
    """Return a table with some dice moved."""
    dice = [table.dice[name] for name in names]
    return table.with_pieces(*(replace(die, pose=die.pose.translated(by)) for die in dice))


def test_a_sound_position_breaks_nothing() -> None:
    """DD-01, DD-02: in a sound position some dice are in towers within their areas, and the rest are in hands."""
    assert violations(laid().lay(RULES)) == []
    assert violations(start_table(RULES, NAMES), towers={}) == []
    rolled = {"towers": {"Ada": (1, 2, 3, 4)}, "rolled": {"Ada": (6,), "Bea": (5, 4)}}
    assert violations(laid(**rolled).lay(RULES), **rolled) == []
    assert violations(laid(**rolled).lay(RULES).without("b1"), **rolled) == ["Bea has rolled 1 dice, not 2"]


def test_each_invariant_has_its_sentence() -> None:
    """DD-01, DD-02, DD-10: each broken invariant is named. A tower has an owner, only this owner's dice, each once, and
    is a single stack within its area.
    """
    table = laid().lay(RULES)
    strange = table.with_tower("Di", Tower(("b1",), 0.0)).with_tower("Bea", None)
    assert violations(strange) == ["a tower stands under 'Di', and nobody is called so"]
    foreign = table.with_tower("Bea", None).with_tower("Ada", Tower(("a1", "a2", "b1"), 0.0))
    assert violations(foreign)[:2] == [
        "dice of others stand in Ada's tower: b1", "Ada has 3 dice in hand and 3 in the tower",
    ]  # fmt: skip
    twice = table.with_tower("Ada", Tower(("a1", "a2", "a2"), 0.0))
    assert violations(twice)[:2] == [
        "a die stands in Ada's tower twice", "Ada has 3 dice in hand and 3 in the tower",
    ]  # fmt: skip
    assert violations(moved(table, "a2", by=(20.0, 0.0, 0.0))) == ["Ada's tower is no single stack"]
    out = moved(table, "b1", by=(inches(2.4), 0.0, 0.0))
    assert violations(moved(table, "b1", by=(inches(2.2), 0.0, 0.0))) == []
    assert violations(out) == ["Bea's tower stands outside its area"]
    nowhere = moved(table, "b1", by=(math.nan, 0.0, 0.0))
    assert violations(nowhere) == ["Bea's tower is nowhere"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({}, []),
        ({"players": ("Ada", "Bea")},
         [(("players",), "there are 3 players of different names, not Ada, Bea (DD-01)")]),
        ({"players": ("Ada", "Bea", "Bea")},
         [(("players",), "there are 3 players of different names, not Ada, Bea, Bea (DD-01)")]),
        ({"towers": {"Di": (1,)}}, [(("towers", "Di"), "no player is called 'Di'; there are Ada, Bea, Cy")]),
        ({"towers": {"Ada": (1,) * 6}}, [(("towers", "Ada"), "6 dice stand here, and each player has 5 (DD-01)")]),
        ({"towers": {"Ada": (1,) * 5}}, []),
        ({"towers": {"Ada": (1, 7, 0)}}, [(("towers", "Ada"), "there is no 7 on a d6")]),
        ({"tower_dice": {"Di": ({},)}}, [(("tower_dice", "Di"), "no player is called 'Di'; there are Ada, Bea, Cy")]),
        ({"tower_dice": {"Ada": ({},)}},
         [(("tower_dice", "Ada"), "says what `towers` says too; leave one of them out")]),
        ({"tower_dice": {"Cy": ({},) * 6}},
         [(("tower_dice", "Cy"), "6 dice stand here, and each player has 5 (DD-01)")]),
        ({"tower_dice": {"Cy": ({}, {"turned": (1, 1, 0, 0)})}},
         [(("tower_dice", "Cy", 1, "turned"), "is a unit quaternion: the squares of its four numbers add up to 1")]),
        ({"tower_dice": {"Cy": ({}, {"at": (2, 2)})}},
         [(("tower_dice", "Cy"), "these dice are no tower: each stands on the one below, and over it")]),
        ({"tower_dice": {"Di": ({},), "Cy": ({},) * 6}},
         [(("tower_dice", "Di"), "no player is called 'Di'; there are Ada, Bea, Cy"),
          (("tower_dice", "Cy"), "6 dice stand here, and each player has 5 (DD-01)")]),
        ({"rolled": {"Di": (1, 2), "Ada": (9, 1)}},
         [(("rolled", "Di"), "no player is called 'Di'; there are Ada, Bea, Cy"),
          (("rolled", "Ada"), "there is no 9 on a d6")]),
        ({"towers": {"Bea": (1,)}, "tower_dice": {"Cy": ({"at": (12, 12)},)}},
         [(("tower_dice", "Cy"), "a tower stands in the building area of its owner (DD-02)")]),
        ({"tower_dice": {"Cy": ({"at": (12, 12)},)}},
         [(("tower_dice", "Cy"), "a tower stands in the building area of its owner (DD-02)")]),
        ({"rolled": {"Di": (1, 2)}}, [(("rolled", "Di"), "no player is called 'Di'; there are Ada, Bea, Cy")]),
        ({"rolled": {"Ada": (1, 2), "Cy": (3, 4)}}, []),
        ({"rolled": {"Ada": (1,)}}, [(("rolled", "Ada"), "Ada rolls 2 dice at once here, not 1 (DD-10)")]),
        ({"towers": {"Ada": (1,) * 4}, "rolled": {"Ada": (1, 2)}},
         [(("rolled", "Ada"), "Ada rolls 1 die at once here, not 2 (DD-10)")]),
        ({"tower_dice": {"Cy": ({},) * 4}, "rolled": {"Cy": (1,)}}, []),
        ({"rolled": {"Ada": (0, 9)}}, [(("rolled", "Ada"), "there is no 0 on a d6")]),
    ],
)  # fmt: skip
def test_faults_of_a_position(given: dict[str, Any], found: list[tuple[Any, str]]) -> None:
    """DD-01, DD-02, DD-10: each impossible position is refused with its place in the file and the reason."""
    assert list(laid(**given).faults(RULES)) == found


def test_a_position_is_laid_on_the_table() -> None:
    """DD-01, DD-02, DD-10: straight towers stand in the middle of their areas. Rolled dice lie in the tray, in one row
    for each player. Ada's row is behind that of Cy.
    """
    given = laid(rolled={"Ada": (2, 4), "Cy": (6, 1)}, rounds=3)
    table = given.lay(RULES)
    assert given.state(RULES).rounds == 3
    assert given.height_of("Ada") == 2
    assert {owner: tower.dice for owner, tower in table.towers.items()} == {"Ada": ("a1", "a2"), "Bea": ("b1",)}
    stacked: list[Any] = [(die.id, die.owner, die.shows, die.pose.at[2]) for die in table.tower_dice("Ada")]
    assert stacked == [
        ("a1", "Ada", 5, pytest.approx(8.0)), ("a2", "Ada", 3, pytest.approx(24.0)),
    ]  # fmt: skip
    assert [die.pose.xy for die in table.tower_dice("Ada")] == [pytest.approx(area_centre(table, RULES.areas, 0))] * 2
    tray = table.tray
    assert tray is not None
    lying: dict[str, Any] = {}
    for die in table.loose_dice():
        x, y = (at - corner for at, corner in zip(die.pose.xy, tray.at, strict=True))
        lying[die.id] = die.shows, x / tray.width, y / tray.depth
    assert lying == {
        "a3": (2, pytest.approx(1 / 3), pytest.approx(3 / 4)), "a4": (4, pytest.approx(2 / 3), pytest.approx(3 / 4)),
        "c1": (6, pytest.approx(1 / 3), pytest.approx(1 / 4)), "c2": (1, pytest.approx(2 / 3), pytest.approx(1 / 4)),
    }  # fmt: skip
    assert {die.pose.at[2] for die in table.loose_dice()} == {8.0}


def test_a_game_begins_with_bare_areas() -> None:
    """DD-01, DD-02: each player has a marked area, five dice of one letter, and the hand of the rules or their own."""
    table = start_table(RULES, NAMES)
    assert table.patches == tuple(Patch(area_footprint(table, RULES.areas, k), name) for k, name in enumerate(NAMES))
    assert [dice_names(seat, 3) for seat in range(3)] == [("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3")]
    state = initial_state(RULES, NAMES, {"Bea": "steady"})
    assert state.players == {"Ada": RULES.hand, "Bea": "steady", "Cy": RULES.hand}
    session = new_game(RULES, NAMES, 1, ScriptedTable(), hands={"Cy": "steady"})
    assert session.state.players == {"Ada": RULES.hand, "Bea": RULES.hand, "Cy": "steady"}
    (request,) = session.pending
    assert isinstance(request, AimThrow)
    assert (request.player, request.dice, session.state.rounds) == ("Ada", ("d6", "d6"), 1)


@pytest.mark.parametrize(
    ("players", "told"),
    [(("Ada", "Bea"), "Ada, Bea"), (("Ada", "Bea", "Bea"), "Ada, Bea, Bea"), (("Ada", "", "Cy"), "Ada, , Cy"),
     ((), "none"), (("A", "B", "C", "D"), "A, B, C, D")],
)  # fmt: skip
def test_three_players_have_names_of_their_own(players: tuple[str, ...], told: str) -> None:
    """DD-01: three players play, and no two have the same name."""
    with pytest.raises(ValueError, match=f"^3 players play, each with a name of their own, not {told} .DD-01.$"):
        initial_state(RULES, players, {})


SANDBOX = DemolitionSandbox(RULES, NAMES)


def test_the_sandbox_has_one_kind_of_piece() -> None:
    """The sandbox begins with a table without dice and towers. Only dice can be put there."""
    start = SANDBOX.starting_position({})
    assert (start.table.dice, start.table.towers, start.turn) == ({}, {}, "Ada")
    (kind,) = SANDBOX.piece_types(start)
    assert kind == PieceType("die", "Die", RULES.die.dice_set.die("", "d6"), "Dice", ABOUT_DIE)
    assert SANDBOX.name(kind, "Ada", start) == "new"


def test_a_position_of_the_sandbox_is_saved_as_it_was_given() -> None:
    """DD-10, DD-40: if a position goes to the sandbox and back, its towers, leaning towers, rolled dice and number of
    rounds are the same.
    """
    given = laid(
        towers={"Ada": (5, 3)}, rolled={"Ada": (2, 4)}, rounds=4,
        tower_dice={"Bea": (TowerDie(shows=6), TowerDie(shows=2, turn=90.0))},
    )  # fmt: skip
    position = SANDBOX.position_of(given)
    assert position.turn == "Ada"
    back = SANDBOX.given_of(position)
    assert (back.players, back.towers, back.rolled, back.rounds) == (NAMES, {"Ada": (5, 3)}, {"Ada": (2, 4)}, 4)
    assert list(back.tower_dice) == ["Bea"]
    assert [die.shows for die in back.tower_dice["Bea"]] == [6, 2]
    assert [die.pose.xy for die in back.lay(RULES).tower_dice("Bea")] == [
        pytest.approx(die.pose.xy, abs=0.01) for die in position.table.tower_dice("Bea")
    ]
    assert SANDBOX.given_of(replace(position, game_data=None)).rounds == 0
    session = SANDBOX.begin(position, 1, ScriptedTable(), live_clock=False)
    assert (session.pending[0].player, session.state.rounds) == ("Bea", 5)


def with_die(at: Point, towers: dict[str, tuple[int, ...]]) -> Position:
    """Return a position with towers, and a die of nobody's tower at a place."""
    table = laid(towers=towers).lay(RULES)
    die = RULES.die.dice_set.die("c5", "d6", "Cy")
    return Position(table.with_pieces(replace(die, pose=replace(die.pose, at=(*at, 8.0)))), "Ada")


def test_a_die_in_an_empty_area_begins_a_tower() -> None:
    """DD-02: if a die is put into an empty area, it becomes the tower of the area's owner. This tower stands in the
    middle of the area.
    """
    centre = area_centre(start_table(RULES, NAMES), RULES.areas, 1)
    back = SANDBOX.given_of(with_die((centre[0] + 10.0, centre[1]), {"Ada": (5,)}))
    assert list(back.towers) == ["Ada", "Bea"]
    assert (back.towers["Ada"], len(back.towers["Bea"]), back.tower_dice) == ((5,), 1, {})


def test_a_die_that_is_out_of_place_is_refused() -> None:
    """DD-02, DD-10: a die is refused between the areas, and beside a tower in its area."""
    middle = inches(12), inches(12)
    with pytest.raises(ValueError, match=r"a die lies in a building area, or in the tray if it has been rolled .DD-10"):
        SANDBOX.given_of(with_die(middle, {}))
    centre = area_centre(start_table(RULES, NAMES), RULES.areas, 0)
    with pytest.raises(ValueError, match=r"Ada has a tower in this area: put the die on top of it .DD-02"):
        SANDBOX.given_of(with_die((centre[0] + 30.0, centre[1]), {"Ada": (5,)}))


def measured(*happened: object) -> Measures:
    """Return what is measured of a game with these events."""
    return measure(RULES, GameRecord(NAMES, happened, (), (), (), False, {}, None, 1))


def test_the_measures_of_a_game() -> None:
    """DD-11, DD-30, DD-31: measures count rounds, ties, throws with their targets, and falls with the owners of the
    towers.
    """
    found = measured(
        events.RoundBegins(1), events.Stacked("Ada", 5, 1), events.Stacked("Bea", 5, 2), events.ThrowsAt("Cy", "Bea"),
        events.TowerFalls("Bea", "Cy", 2), events.Rebuilt("Bea", (1, 2)), events.ThrowsAt("Cy", "Ada"),
        events.TowerFalls("Bea", "Cy", 2), events.StandsAsPut("Bea", (1, 2)), events.RoundBegins(2),
        events.RollsOff(("Ada", "Bea"), 4), events.NobodyKnocks(("Ada", "Bea"), 4), events.LeavesAlone("Ada"),
        events.TowerFalls("Ada", "Ada", 1), events.TowerFalls("Cy", "Cy", 1), events.ThrowsAt("Bea", "Bea"),
        events.TowerFalls("Bea", "Bea", 2),
        events.ThrowsAt("Ada", "Cy"),
    )  # fmt: skip
    assert found.figures == {
        "rounds": 2.0, "throws": 4.0, "towers felled": 2.0, "ties without a knock": 1.0,
        "throws that fell their target": 0.5,
    }  # fmt: skip
    assert {name: dict(counts) for name, counts in found.tallies.items()} == {
        "throws at": {"the highest tower": 2, "a lower tower": 2, "none": 1},
        "falls": {"target": 2, "another": 1, "own": 2},
        "dice of fallen towers": {"2": 3, "1": 2},
        "ties": {"rolled off": 1, "nobody knocks": 1},
    }
    lower = measured(
        events.Stacked("Ada", 5, 3), events.Stacked("Bea", 5, 1), events.Stacked("Cy", 5, 2),
        events.ThrowsAt("Ada", "Bea"), events.ThrowsAt("Ada", "Cy"), events.ThrowsAt("Bea", "Cy"),
    )  # fmt: skip
    assert dict(lower.tallies["throws at"]) == {"a lower tower": 2, "the highest tower": 1}
    assert measured().figures == {"rounds": 0.0, "throws": 0.0, "towers felled": 0.0, "ties without a knock": 0.0}
    assert measured().tallies == {}


def test_agents_see_the_table_from_their_area() -> None:
    """DD-02: agents see the table from their own area. The areas are 0, 120 and 240 degrees around the table, so their
    views turn by 0, 1 and 3 quarters.
    """
    assert [VIEW.quarter_turns(RULES, seat, 3) for seat in range(3)] == [0, 1, 3]


def scenario(when: Sequence[object], then: object, **given: Any) -> Scenario:
    """Return a scenario with a position, answers and expectations."""
    return Scenario.model_validate({
        "riotsim": "scenario/1", "title": "A test", "clauses": ["DD-10"], "rules": "demolition_dice",
        "given": {"players": NAMES, "towers": TOWERS, **given}, "when": when, "then": then,
    })  # fmt: skip


ROLLS = [{"roll": [6, 5]}, {"roll": [4, 4]}, {"roll": [2, 1]}]
BUILT: list[object] = [*ROLLS, {"pick": 0}, {"pick": 1}, {"knock": "nothing"}]


@pytest.mark.parametrize(
    ("when", "then", "found"),
    [
        (BUILT, {"towers": {"Ada": [5, 3, 6], "Bea": [6, 4]}, "rounds": 2}, []),
        (BUILT, {"towers": {"Ada": [5, 3]}}, [("then.towers.Ada", "[5, 3]", "[5, 3, 6]")]),
        (BUILT, {"rounds": 3}, [("then.rounds", "3", "2")]),
        (BUILT, {"over": {"winner": "Ada"}}, [("then.over", "the end of the game", "that it goes on")]),
        ([*ROLLS, {"pick": 2}], {}, [("when[3]", "one of the dice 0 to 1", "die 2")]),
    ],
)
def test_expectations_that_fail(when: list[object], then: object, found: list[tuple[str, str, str]]) -> None:
    """A scenario reports each expectation that isn't met, with what was found."""
    failures = scenario(when, then).run(RULES, {})
    assert [(one.path, one.expected, one.found) for one in failures] == found


END: list[object] = [
    {"roll": [6]},
    {"roll": [4, 4]},
    {"roll": [2, 1]},
    {"pick": 0},
    {"knock": "nothing"},
    {"finish": "stop"},
]


@pytest.mark.parametrize(
    ("over", "found"),
    [
        ({"winner": "Ada"}, []),
        ({"winner": "Ada", "scores": {"Ada": 20, "Bea": 10, "Cy": 8}}, []),
        ({"winner": "Bea"}, [("then.over", "won by Bea", "won by Ada")]),
        ({"draw": ["Ada", "Bea"]}, [("then.over", "won by Ada and Bea", "won by Ada")]),
        ({"scores": {"Ada": 20, "Bea": 11}}, [("then.over.scores.Bea", "11", "10")]),
    ],
)
def test_the_expected_end(over: object, found: list[tuple[str, str, str]]) -> None:
    """DD-50, DD-51: if a scenario expects other winners or scores than a game has, it reports both. Here Bea stops at
    the end, and Cy rolls all dice.
    """
    when = [*END, {"roll": [1, 2, 1, 2, 2]}]
    failures = scenario(when, {"over": over}, towers={"Ada": (5, 3, 4, 2), "Bea": (6,)}).run(RULES, {})
    assert [(one.path, one.expected, one.found) for one in failures] == found


@pytest.mark.parametrize(
    ("when", "then", "found"),
    [
        (BUILT, {}, []),
        ([{"knock": "Di"}], {}, ["no player is called 'Di'; there are Ada, Bea, Cy, nothing"]),
        ([*ROLLS, {"falls": {"Di": [1]}}], {}, ["no player is called 'Di'; there are Ada, Bea, Cy"]),
        ([{"falls": {"Ada": [1, 2]}}, *ROLLS], {}, ["stands after the answer that made them fall"]),
        ([{"topples": ["Ada"]}], {},
         ["is not for this game, where it matters what came up: falls: {Ada: [3, cocked]}",
          "stands after the answer that made them fall"]),
        (BUILT, {"towers": {"Di": [1]}}, ["no player is called 'Di'; there are Ada, Bea, Cy"]),
        (BUILT, {"over": {"winner": "Di"}}, ["no player is called 'Di'; there are Ada, Bea, Cy"]),
        (BUILT, {"over": {"draw": ["Ada", "Di"]}}, ["no player is called 'Di'; there are Ada, Bea, Cy"]),
        (BUILT, {"over": {"scores": {"Di": 3}}}, ["no player is called 'Di'; there are Ada, Bea, Cy"]),
        (BUILT, {"asks": {"player": "Di"}}, ["no player is called 'Di'; there are Ada, Bea, Cy"]),
    ],
)  # fmt: skip
def test_faults_of_answers_and_expectations(when: list[object], then: object, found: list[str]) -> None:
    """If a scenario names an unknown player, it is refused. It is also refused if it lists fallen towers before the
    answer that makes them fall.
    """
    assert [told for _, told in scenario(when, then).faults(RULES, {})] == found


@pytest.mark.parametrize(
    ("die", "shown"), [(4, (4, False, False)), ("cocked", (None, True, False)), ("off", (None, False, True))]
)
def test_rolled_dice_in_short(die: object, shown: tuple[object, ...]) -> None:
    """A rolled die is written as its number, or as `cocked` or `off`."""
    (found,) = DemolitionEntry.model_validate({"roll": [die]}).roll or ()
    assert (found.shows, found.cocked, found.off) == shown


def test_rolled_dice_that_say_nothing_are_refused() -> None:
    """If a rolled die has no number, it must be cocked or off the table. `True` isn't taken as a number."""
    wrongs: list[object] = [{}, True, "lost"]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="roll"):
            DemolitionEntry.model_validate({"roll": [wrong]})
