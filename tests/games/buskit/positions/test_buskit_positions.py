"""Positions of Buskit: invariants, faults and expectations of scenarios, the sandbox, and measures."""

import math
from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import rules, skirmish

from riotsim.games.buskit import events
from riotsim.games.buskit.invariants import find_violations
from riotsim.games.buskit.measures import measure
from riotsim.games.buskit.sandbox import BuskitSandbox
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.scenario.scenario import Scenario
from riotsim.games.buskit.state import Fighter
from riotsim.play.sandbox.game_sandbox import Position
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.recorder import GameRecord, Measures
from riotsim.table.state import Table
from riotsim.table.units import inches

DUEL: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [13, 14]}}
"""Ines of Ada (8 Wounds, 16 Shock, leathers) and Cole of Bea (6 Wounds, 14 Shock, four dice of a vest)."""

RIFLE: dict[str, Any] = {"companies__cole__characters__cole__weapons": ["assault_rifle", "knife"]}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"placed": False}, ["b.cole is on the table"]),
        ({"prone": True}, ["the model of b.cole stands, and b.cole is up"]),
        ({"condition": "out", "shock": 0}, ["the model of b.cole stands, and b.cole is out"]),
        ({"wounds": 7}, ["b.cole has more Wounds or Shock than in health"]),
        ({"shock": 15}, ["b.cole has more Wounds or Shock than in health"]),
        ({"wounds": 6, "shock": 14}, []),
        ({"shock": 0}, ["b.cole is up with 0 Shock and 6 Wounds"]),
        ({"wounds": -6}, ["b.cole is up with 14 Shock and -6 Wounds"]),
        ({"wild": -1}, ["b.cole has spent more dice than there are"]),
        ({"spent": (-1,)}, ["b.cole has spent more dice than there are"]),
        ({"spent": (4,)}, []),
        ({"spent": (5,)}, ["b.cole has spent more armour than there is"]),
        ({"fired": (("assault_rifle", 30),)}, []),
        ({"fired": (("assault_rifle", 0),)}, []),
        ({"fired": (("assault_rifle", 31),)}, ["b.cole has fired 31 shots from a assault_rifle"]),
        ({"fired": (("assault_rifle", -1),)}, ["b.cole has fired -1 shots from a assault_rifle"]),
        ({"fired": (("knife", 0),)}, ["b.cole has fired 0 shots from a knife"]),
    ],
)
def test_each_invariant_has_its_sentence(changes: dict[str, Any], found: list[str]) -> None:
    """BK-14, BK-16, BK-62, BK-74, BK-81: each value of a fighter that is out of bounds breaks an invariant, with a
    sentence. So does the model of a prone fighter that stands.
    """
    game = skirmish(DUEL, **RIFLE)
    game.change("b.cole", **changes)
    assert find_violations(game.rules, game.state, game.table) == found


def test_a_model_that_is_missing_or_lies_breaks_an_invariant() -> None:
    """BK-74: a fighter who was set up is on the table, and stands unless prone or out."""
    game = skirmish(DUEL)
    cole = game.table.models["b.cole"]
    assert find_violations(game.rules, game.state, game.table.without("b.cole")) == ["b.cole is not on the table"]
    lying = game.table.with_pieces(replace(cole, fallen=True))
    assert find_violations(game.rules, game.state, lying) == ["the model of b.cole lies, and b.cole is up"]
    game.change("b.cole", prone=True)
    assert find_violations(game.rules, game.state, lying) == []


def test_each_layer_of_armour_has_its_own_dice() -> None:
    """BK-81: a heavy stab vest has one die in its first layer, and four in its second."""
    suit = {"companies__ines__characters__ines__armour": "heavy_stab_vest"}
    for spent, found in (((1, 4), []), ((0, 5), ["a.ines has spent more armour than there is"])):
        game = skirmish(DUEL, **suit)
        game.change("a.ines", spent=spent)
        assert find_violations(game.rules, game.state, game.table) == found
    game = skirmish(DUEL, **suit)
    game.change("a.ines", spent=(1, -1))
    assert find_violations(game.rules, game.state, game.table) == ["a.ines has spent more dice than there are"]


def given(**keys: Any) -> Given:
    """Return a position; by default that of `DUEL`."""
    return Given.model_validate({"fighters": DUEL, **keys})


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ({}, []),
        ({"sides": {"Cy": "ines"}}, [(("sides", "Cy"), "no player is called 'Cy'; there are Ada, Bea")]),
        ({"sides": {"Ada": "inez"}}, [(("sides", "Ada"), "no side is called 'inez'; did you mean ines?")]),
        ({"sides": {"Ada": "cole", "Bea": "ines"}, "fighters": {"a.cole": {"at": [9, 9]}, "b.ines": {"at": [13, 14]}}},
         []),
        ({"players": ["Ada"]},
         [(("players",),
           "no game can be begun: 2 players play, each with a name of their own, not Ada (BK-02)")]),
        ({"fighters": {**DUEL, "b.colette": {"at": [1, 1]}}},
         [(("fighters", "b.colette"), "no fighter is called 'b.colette'; did you mean b.cole?")]),
        ({"fighters": {"a.ines": {"at": [10, 10]}, "a.hired_hand_1": {"at": [13, 14]}}},
         [(("fighters",), "fighters of two sides at least stand on the table, such as a.ines and b.cole")]),
        ({"fighters": {**DUEL, "b.cole": {"at": [13, 14], "wounds": 7, "shock": 15}}},
         [(("fighters", "b.cole", "wounds"), "Cole has at most 6, not 7 (BK-16)"),
          (("fighters", "b.cole", "shock"), "Cole has at most 14, not 15 (BK-16)")]),
        ({"fighters": {**DUEL, "b.cole": {"at": [13, 14], "spent": [4, 0]}}},
         [(("fighters", "b.cole", "spent"), "one number for each layer of dice in the armour of Cole: 1")]),
        ({"fighters": {**DUEL, "b.cole": {"at": [13, 14], "spent": [4], "wounds": 6, "shock": 14}}}, []),
        ({"fighters": {**DUEL, "b.cole": {"at": [13, 14], "fired": {"magnum": 1, "semi_automatic": 2}}}},
         [(("fighters", "b.cole", "fired"), "Cole can't have fired 1 shot from a magazine of magnum"),
          (("fighters", "b.cole", "fired"), "Cole can't have fired 2 shots from a magazine of semi_automatic")]),
        ({"fighters": {**DUEL, "b.cole": {"at": [13, 14], "spent": [5]}}},
         [(("fighters", "b.cole", "spent"), "more dice are spent than the armour has")]),
        ({"fighters": {**DUEL, "b.hired_hand_1": {"at": [1, 1], "spent": []}}}, []),
    ],
)  # fmt: skip
def test_faults_of_a_position(keys: dict[str, Any], found: list[tuple[Any, str]]) -> None:
    """BK-02, BK-16, BK-81: each impossible position is refused with its place in the file and the reason."""
    assert list(given(**keys).faults(rules(table__terrain=[]))) == found


def test_models_that_overlap_are_refused() -> None:
    """BK-41: two models can't stand in the same place."""
    near = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 10.5]}}
    ((where, told),) = given(fighters=near).faults(rules(table__terrain=[]))
    assert where == ("fighters",)
    assert "a.ines" in told
    assert "b.cole" in told


def test_a_position_has_the_fighters_that_it_lists() -> None:
    """BK-16, BK-44: a position has just the fighters that it lists, with their facts. Their order is the order of
    initiative.
    """
    book = rules(table__terrain=[])
    whole = given(
        fighters={
            "b.cole": {
                "at": [13, 14], "facing": 90, "wounds": 2, "shock": 3, "wild": 4, "spent": [1], "prone": True,
                "stance": "wary", "acted": True, "holding": True, "aiming": "aiming",
            },
            "a.ines": {"at": [10, 10], "wounds": 0},
        },
        round=5, quiet=2,
    )  # fmt: skip
    state, table = whole.state(book), whole.lay(book)
    ines, cole = (state.fighters[name].character for name in ("a.ines", "b.cole"))
    assert state.fighters == {
        "a.ines": Fighter("a.ines", ines, "Ada", 0, 16, condition="out", spent=(0,), placed=True),
        "b.cole": Fighter(
            "b.cole", cole, "Bea", 2, 3, spent=(1,), wild=4, placed=True, prone=True, stance="wary", acted=True,
            holding=True, aiming="aiming",
        ),
    }  # fmt: skip
    assert (state.round, state.phase, state.order, state.quiet) == (5, "turns", ("b.cole", "a.ines"), 2)
    assert {name: (one.at, math.degrees(one.heading), one.fallen) for name, one in table.models.items()} == {
        "b.cole": ((inches(13), inches(14)), 90.0, True), "a.ines": ((inches(10), inches(10)), 0.0, True),
    }  # fmt: skip
    begins = given(begins=True, round=3).state(book)
    assert (begins.round, begins.phase, begins.order) == (2, "round", ())
    surprise = given(surprise=True, round=3).state(book)
    assert (surprise.round, surprise.phase, surprise.order) == (0, "surprise", ())


def scenario(then: object, when: object = ()) -> Scenario:
    """Return a scenario that begins with the turn of Ines."""
    return Scenario.model_validate({
        "riotsim": "scenario/1", "title": "A test", "clauses": ["BK-41"], "rules": "buskit",
        "given": {"fighters": DUEL}, "when": when, "then": then,
    })  # fmt: skip


MOVES = [{"action": "move"}, {"move": [10.04, 12.03]}, {"action": "drop prone"}]


@pytest.mark.parametrize(
    ("then", "found"),
    [
        ({"fighters": {"a.ines": {"at": [10.04, 12], "prone": True, "wounds": 8, "aiming": ""}}}, []),
        ({"fighters": {"a.ines": {"at": [10.1, 12]}}}, [("then.fighters.a.ines.at", "(10.1, 12.0)", "(10.0, 12.0)")]),
        ({"fighters": {"a.ines": {"at": [10, 12.1]}}}, [("then.fighters.a.ines.at", "(10.0, 12.1)", "(10.0, 12.0)")]),
        ({"fighters": {"a.ines": {"shock": 15, "holding": True, "condition": "out"}}},
         [("then.fighters.a.ines.condition", "out", "up"), ("then.fighters.a.ines.holding", "True", "False"),
          ("then.fighters.a.ines.shock", "15", "16")]),
        ({"fighters": {"b.cole": {"spent": [0]}}}, []),
        ({"fighters": {"b.cole": {"spent": [1]}}}, [("then.fighters.b.cole.spent", "(1,)", "(0,)")]),
    ],
)  # fmt: skip
def test_expectations_that_fail(then: object, found: list[tuple[str, str, str]]) -> None:
    """A scenario reports each expectation that isn't met, with what was found. Places are compared to a tenth of an
    inch.
    """
    failures = scenario(then, MOVES).run(rules(table__terrain=[]), {})
    assert [(one.path, one.expected, one.found) for one in failures] == found


@pytest.mark.parametrize(
    ("then", "found"),
    [
        ({"asks": {"player": "Cy"}}, [(("then", "asks", "player"), "no player is called 'Cy'; there are Ada, Bea")]),
        ({"over": {"winner": "Cy"}}, [(("then", "over", "winner"), "no player is called 'Cy'; there are Ada, Bea")]),
        ({"fighters": {"b.ines": {}}},
         [(("then", "fighters", "b.ines"), "no fighter is called 'b.ines'; did you mean a.ines?")]),
        ({"over": {"winner": "Ada"}, "asks": {"player": "Bea"}}, []),
    ],
)  # fmt: skip
def test_faults_of_expectations(then: object, found: list[tuple[Any, str]]) -> None:
    """Unknown names in expectations are refused with their place in the file."""
    assert list(scenario(then).faults(rules(table__terrain=[]), {})) == found


def sandbox(sides: int = 2) -> BuskitSandbox:
    """Return the sandbox of a fight with some sides."""
    return BuskitSandbox(rules(sides=sides, table__terrain=[]), ("Ada", "Bea", "Cy", "Dee")[:sides])


def begun(box: BuskitSandbox, *sides: str) -> Position:
    """Return the starting position of a sandbox with named sides."""
    return box.starting_position({name: {"side": side} for name, side in zip(box.players, sides, strict=True)})


def placed(table: Table) -> dict[str, tuple[float, float, int]]:
    """Return the place of each model (in), and the direction in which it looks (degrees)."""
    return {
        name: (round(one.at[0] / 25.4, 3), round(one.at[1] / 25.4, 3), round(math.degrees(one.heading)) % 360)
        for name, one in table.models.items()
    }


def test_the_sandbox_begins_with_all_fighters_in_rows() -> None:
    """BK-02: the sides stand opposite each other and look inwards. Each stands in a row in the middle of its area."""
    position = begun(sandbox(), "ines", "cole")
    assert placed(position.table) == {
        "a.ines": (9.0, 2.0, 90), "a.hired_hand_1": (18.0, 2.0, 90), "a.hired_hand_2": (27.0, 2.0, 90),
        "b.cole": (9.0, 22.0, 270), "b.hired_hand_1": (18.0, 22.0, 270), "b.hired_hand_2": (27.0, 22.0, 270),
    }  # fmt: skip
    assert position.turn == "Ada"
    corners = placed(begun(sandbox(4), "ines", "cole", "ottoline", "ines").table)
    assert [corners[name] for name in ("a.ines", "b.cole", "c.ottoline", "d.ines")] == [
        (1.0, 2.0, 0), (33.0, 22.0, 180), (33.0, 2.0, 180), (1.0, 22.0, 0),
    ]  # fmt: skip


def test_the_pieces_of_the_sandbox_are_the_characters_of_the_sides() -> None:
    """BK-02: the sandbox lists each kind of character once, with its health. A fighter that is put down is the next of
    its kind who isn't on the table.
    """
    box = sandbox()
    position = begun(box, "ines", "cole")
    found = {kind.key: kind for kind in box.piece_types(position)}
    assert {key: (kind.label, kind.heading, kind.about) for key, kind in found.items()} == {
        "ines": ("Ines", "Fighters", "Shock 16, Wounds 8"),
        "hired_hand": ("Hired Hand", "Fighters", "Shock 12, Wounds 6"),
        "cole": ("Cole", "Fighters", "Shock 14, Wounds 6"),
    }
    without = replace(position, table=position.table.without("b.hired_hand_2", "a.hired_hand_1"))
    assert box.name(found["hired_hand"], "Bea", without) == "b.hired_hand_2"
    assert box.name(found["hired_hand"], "Ada", without) == "a.hired_hand_1"


def test_a_position_of_the_sandbox_keeps_the_state_of_its_fighters() -> None:
    """BK-16: what a scenario says of a fighter stays while its model is moved. The fighter who is listed first has the
    turn.
    """
    box = sandbox()
    told = given(fighters={"b.cole": {"at": [13, 14], "shock": 3}, "a.ines": {"at": [10, 10]}}, round=4)
    position = box.position_of(told)
    assert position.turn == "Bea"
    model = position.table.models["b.cole"]
    moved = replace(position, table=position.table.with_pieces(replace(model, at=(inches(20), inches(12)))))
    back = box.given_of(moved)
    assert (back.round, list(back.fighters), back.fighters["b.cole"].shock) == (4, ["b.cole", "a.ines"], 3)
    assert back.fighters["b.cole"].at == pytest.approx((20, 12))
    session = box.begin(moved, 1, ScriptedTable(), live_clock=False)
    assert (session.state.acting, session.state.round) == (("b.cole",), 4)
    assert session.table.models["b.cole"].at == pytest.approx((inches(20), inches(12)))


def measured(*happened: object) -> Measures:
    """Return what is measured of a game with these events."""
    return measure(rules(), GameRecord(("Ada", "Bea"), happened, (), (), (), False, {}, None, 1))


def test_the_measures_of_a_fight() -> None:
    """BK-05, BK-47, BK-64, BK-65, BK-73, BK-74: measures count rounds, interrupts, answers to fire, and attacks and
    hits by weapon. They tell losses, who went down and why, and the end.
    """

    def attack(weapon: str, *, hits: bool) -> events.Attacks:
        return events.Attacks("a.ines", "b.cole", weapon, "d6", "d6", 3, 2, 1, hits=hits)

    found = measured(
        events.RoundBegins(1), attack("sword", hits=True), events.Harmed("b.cole", "d6", 9, 5, 9, 4, 5, 2),
        attack("sword", hits=False), events.RoundBegins(2), attack("magnum", hits=True),
        events.Harmed("b.cole", "d6", 6, 5, 6, 1, -1, 1), events.GoesDown("b.cole"), attack("magnum", hits=False),
        events.Harmed("b.hired_hand_1", "d6", 9, 2, 9, 7, 3, 0), events.GoesDown("b.hired_hand_1"),
        events.Dies("b.hired_hand_2"), events.Interrupts("a.ines", "b.cole"),
        events.DropsProne("a.ines", under_fire=True), events.DropsProne("a.ines", under_fire=False),
        events.Dodges("a.ines"), events.GameOver(("Ada",), "quiet"),
    )  # fmt: skip
    assert found.figures == {
        "rounds": 2.0, "attacks": 4.0, "attacks that hit": 0.5, "shock taken": 24.0, "wounds taken": 12.0,
        "fighters down": 3.0, "down of shock alone": 1 / 3, "deaths": 1.0, "interrupts": 1.0, "drawn": 1.0,
    }  # fmt: skip
    assert {name: dict(counts) for name, counts in found.tallies.items()} == {
        "attacks": {"sword": 2, "magnum": 2}, "answers to fire": {"prone": 1, "dodge": 1}, "ends": {"quiet": 1},
    }  # fmt: skip
    assert measured(attack("sword", hits=True)).figures["attacks that hit"] == 1.0
    fell = measured(events.Harmed("b.cole", "d6", 6, 5, 6, 1, -1, 1), events.GoesDown("b.cole"))
    assert fell.figures["down of shock alone"] == 1.0
    assert set(measured().figures.values()) == {0.0}
    assert measured(events.GoesDown("b.cole")).figures["down of shock alone"] == 0.0
    assert measured(events.GameOver(("Ada",), "last side")).figures["drawn"] == 0.0
