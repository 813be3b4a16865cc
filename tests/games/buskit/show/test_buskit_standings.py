"""The standings of a fight: scores, rows, reaches, sights, rosters, marks and sheets of fighters."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, begun, rules

from riotsim.games.buskit.fight.game import initial_state
from riotsim.games.buskit.fight.setup import empty_table
from riotsim.games.buskit.show.standing import (
    final_score,
    marks,
    rosters,
    scores,
    sheet_of,
    sheets,
    status,
    turn_of,
)
from riotsim.games.buskit.state import Ending, Fighter, Result, State
from riotsim.play.displays import DataSheet, Gauge, Initiative, PieceMark, Reach, RosterUnit, Row, SheetCell
from riotsim.play.narration import FinalScore, Turn
from riotsim.play.requests import Spot
from riotsim.table.units import inches

TWO: dict[str, Any] = {"a.ines": {"at": [10, 10], "shock": 9}, "b.cole": {"at": [10, 16], "wounds": 5}}
"""Ines of Ada, whose turn it is, and Cole of Bea, 6 in from her between the middles of their bases."""


def fight() -> State:
    """Return a fight of Ines and two hired hands of Ada against Cole and two hired hands of Bea."""
    return initial_state(rules(), ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})


def changed(state: State, name: str, **changes: Any) -> Fighter:
    """Change a fighter of a state, and return it."""
    state.fighters[name] = replace(state.fighters[name], **changes)
    return state.fighters[name]


def test_the_score_is_the_number_of_fighters_up() -> None:
    """BK-05: the score counts the fighters of each player who aren't out or dead, even those who aren't set up yet."""
    state = fight()
    changed(state, "a.ines", condition="out")
    changed(state, "a.hired_hand_1", condition="dead")
    changed(state, "b.cole", placed=True)
    assert scores(state, empty_table(rules())) == {"Ada": 1, "Bea": 3}
    state.round = 7
    assert turn_of(state) == Turn(7, None, "round")


@pytest.mark.parametrize(("ending", "told"), [("last side", ""), ("too long", "Too many rounds were played.")])
def test_the_final_score(ending: Ending, told: str) -> None:
    """BK-05: at the end, the score names the winners and the number of fighters up. If too many rounds ended the game,
    it says so.
    """
    state = fight()
    assert final_score(state) is None
    state.round, state.result = 12, Result(("Bea",), ending)
    changed(state, "a.ines", condition="out")
    assert final_score(state) == FinalScore(("Bea",), "still up", (("Ada", 2), ("Bea", 3)), told, turns=12)


def test_rows_are_in_the_order_of_initiative() -> None:
    """BK-44, BK-74: the players come first, then the fighters in the order of initiative. Each has its health, or
    whether it is out or dead.
    """
    three = {**TWO, "b.hired_hand_1": {"at": [10, 20], "wounds": 0}}
    book, session, _ = begun(three)
    session.state.order = "b.cole", "a.ines"
    assert status(book, session, 0.0).rows == (
        Row("score", "Ada", "1", 1, "Ada"),
        Row("score", "Bea", "1", 1, "Bea"),
        Row("fighters", "Cole", "14 Shock and 5 Wounds left", 14, "Bea", ("b.cole",)),
        Row("fighters", "Ines", "9 Shock and 8 Wounds left", 9, "Ada", ("a.ines",)),
        Row("fighters", "Hired Hand 1", "out", 12, "Bea", ("b.hired_hand_1",)),
    )


def test_reaches_are_melee_a_move_and_the_bands_of_range() -> None:
    """BK-41, BK-43, BK-51: the reaches of a fighter begin with the shortest. Only a fighter with a weapon that shoots
    has bands of range. A fighter who is out has no reaches.
    """
    book, session, _ = begun({**TWO, "b.hired_hand_1": {"at": [10, 20], "wounds": 0}}, move__distance="9in")
    assert status(book, session, 0.0).reaches == {
        "a.ines": (Reach("melee", inches(1)), Reach("move", inches(9))),
        "b.cole": (
            Reach("melee", inches(1)), Reach("range d6", inches(8)), Reach("move", inches(9)),
            Reach("range d8", inches(60)), Reach("range d10", inches(240)),
        ),
    }  # fmt: skip


def test_the_move_that_is_left_is_that_of_the_fighter_who_acts() -> None:
    """BK-41: while a place for a move is asked for, the circle of the acting fighter is that of this move. Between
    questions, it is shown if the move isn't used yet.
    """
    book, session, _ = begun(TWO)
    answer(session, "drop prone")
    assert status(book, session, 0.0).reaches["a.ines"] == (Reach("melee", inches(1)),)
    assert Reach("move", inches(6)) in status(book, session, 0.0).reaches["b.cole"]
    book, session, _ = begun(TWO)
    answer(session, "run")
    assert [one.text for one in status(book, session, 0.0).reaches["a.ines"]] == ["melee", "run"]
    answer(session, Spot("a.ines", (inches(10), inches(11))), "move")
    assert [one.text for one in status(book, session, 0.0).reaches["a.ines"]] == ["melee", "move"]


def test_the_attack_that_is_asked_about_says_nothing_of_a_move() -> None:
    """BK-41: during the questions of an attack, the circle of a move is shown only if the fighter hasn't moved yet."""
    for moves in (False, True):
        book, session, _ = begun({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.8]}})
        if moves:
            answer(session, "move", Spot("a.ines", (inches(10), inches(10.3))))
        answer(session, "attack")
        found = [one.text for one in status(book, session, 0.0).reaches["a.ines"]]
        assert found == (["melee"] if moves else ["melee", "move"])


def test_what_the_acting_fighter_sees_of_each_opponent() -> None:
    """BK-40, BK-51: sight tells the distance between bases in inches and feet (five to an inch) with the range die. Of
    an opponent in melee it says only that. Bases are 25 mm, so 0.98 in. A fighter who is out sees nobody.
    """
    far = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 20]}, "b.hired_hand_1": {"at": [11.8, 10]}}
    book, session, _ = begun(far)
    found = status(book, session, 0.0)
    assert {name: one.text for name, one in found.sights.items()} == {
        "b.cole": "9.0 in (45 ft): range d8",
        "b.hired_hand_1": "in melee",
    }
    assert [len(one.lines) for one in found.sights.values()] == [9, 9]
    assert (found.acting, found.targets) == ("a.ines", ())
    session.state.acting = ()
    shown = status(book, session, 0.0)
    assert (shown.sights, shown.acting) == ({}, None)
    changed(session.state, "a.ines", condition="out")
    session.state.acting = ("a.ines",)
    assert status(book, session, 0.0).sights == {}


def test_the_target_is_shown_only_for_the_attacker_who_acts() -> None:
    """BK-47: while another fighter interrupts the attack, its target isn't shown."""
    book, session, _ = begun(TWO)
    session.state.between = "a.ines", "b.cole"
    assert status(book, session, 0.0).targets == ("b.cole",)
    session.state.between = "b.cole", "a.ines"
    assert status(book, session, 0.0).targets == ()


def unit(state: State, name: str) -> RosterUnit:
    """Return the unit of a fighter in the rosters, as if its model were on the table."""
    _, session, _ = begun({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 16]}})
    found = rosters(state, session.table)
    return next(one for roster in found.values() for one in roster.units if one.piece == name)


@pytest.mark.parametrize(
    ("changes", "place", "is_out", "gauges"),
    [
        ({}, "off table", False, (6, 14)),
        ({"placed": True}, "up", False, (6, 14)),
        ({"placed": True, "prone": True, "wounds": 2, "shock": 5}, "prone", False, (2, 5)),
        ({"placed": True, "condition": "out", "wounds": 0, "shock": -3}, "out", True, (0, 0)),
        ({"placed": True, "condition": "dead", "wounds": -7}, "dead", True, (0, 14)),
    ],
)
def test_the_unit_of_a_fighter_in_the_roster(
    changes: dict[str, Any], place: str, is_out: bool, gauges: tuple[int, int]
) -> None:
    """BK-16, BK-74: a unit tells where its fighter is, or that it is out or dead. Its gauges don't fall below 0. Cole
    has 6 Wounds and 14 Shock.
    """
    state = fight()
    changed(state, "b.cole", **changes)
    health = Gauge("Wounds", gauges[0], 6), Gauge("Shock", gauges[1], 14)
    assert unit(state, "b.cole") == RosterUnit(
        "b.cole", "Cole", "hero", place, is_out=is_out, gauges=health, initiative=None
    )


def test_the_roster_has_the_name_of_the_side_and_all_its_fighters() -> None:
    """BK-02: a roster has the name of the side, and its fighters in their order. A fighter without a model on the table
    is out.
    """
    state = fight()
    found = rosters(state, empty_table(rules()))
    assert {player: roster.title for player, roster in found.items()} == {
        "Ada": "Ines and Two Hands", "Bea": "Cole and Two Hands",
    }  # fmt: skip
    assert [(one.name, one.kind, one.is_out) for one in found["Ada"].units] == [
        ("Ines", "hero", True), ("Hired Hand 1", "mook", True), ("Hired Hand 2", "mook", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "acting", "turn", "sides"),
    [
        ({"initiative": 8}, (), "waits", 10),
        ({"initiative": 10, "acted": True}, (), "done", 10),
        ({"initiative": 11, "acted": True, "holding": True}, (), "holds", 12),
        ({"initiative": 1, "prone": True}, (), "waits", 10),
        ({"initiative": 8, "condition": "out"}, (), "done", 10),
        ({"initiative": 8, "acted": True}, ("b.cole",), "acts", 10),
        ({"initiative": 8, "acted": True}, ("b.cole", "a.ines"), "acts", 10),
    ],
)
def test_the_initiative_of_a_fighter(changes: dict[str, Any], acting: tuple[str, ...], turn: Any, sides: int) -> None:
    """BK-44: a fighter has a place in the order, the number rolled, and a die that shows it. This is the Move die, here
    a d10, or else the next larger die that can show the number.
    """
    state = fight()
    changed(state, "b.cole", placed=True, **changes)
    state.phase, state.acting, state.order = "turns", acting, ("a.ines", "b.hired_hand_1", "b.cole")
    assert unit(state, "b.cole").initiative == Initiative(3, changes["initiative"], sides, turn)
    state.phase = "round"
    assert unit(state, "b.cole").initiative is None


def test_without_a_roll_or_a_place_there_is_no_initiative() -> None:
    """BK-44: before the first roll, and for a fighter who isn't in the order, nothing is shown."""
    state = fight()
    state.phase, state.order = "turns", ("a.ines",)
    changed(state, "b.cole", initiative=5)
    assert unit(state, "b.cole").initiative is None
    assert unit(state, "a.ines").initiative is None


MARKS: list[tuple[dict[str, Any], list[PieceMark]]] = [
    ({}, []),
    ({"condition": "out", "prone": True}, [PieceMark("out", "danger")]),
    ({"condition": "dead"}, [PieceMark("dead", "danger")]),
    ({"wounds": 5}, [PieceMark("Shock 14 of 14, Wounds 5 of 6")]),
    ({"shock": -2}, [PieceMark("Shock −2 of 14, Wounds 6 of 6")]),
    ({"prone": True}, [PieceMark("prone", "tall")]),
    ({"holding": True}, [PieceMark("holds an action")]),
    ({"holding": True, "aiming": "aiming"}, [PieceMark("aims")]),
    ({"stance": "wary"}, [PieceMark("wary")]),
    ({"help": (("fight", 6),)}, [PieceMark("helped")]),
    ({"initiative": 4}, [PieceMark("initiative 4")]),
    (
        {"wounds": 1, "prone": True, "aiming": "aimed", "stance": "reckless", "help": (("shoot", 4),)},
        [
            PieceMark("Shock 14 of 14, Wounds 1 of 6"), PieceMark("prone", "tall"), PieceMark("aims"),
            PieceMark("reckless"), PieceMark("helped"),
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "found"), MARKS)
def test_the_marks_of_a_model(changes: dict[str, Any], found: list[PieceMark]) -> None:
    """Each state of a fighter is a mark on its model. A fighter who is out has no other mark, and a fighter without any
    state has none.
    """
    book, session, _ = begun({"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 16]}})
    changed(session.state, "b.cole", **changes)
    told = marks(book, session.state, session.table)
    assert told == ({"b.cole": tuple(found)} if found else {})
    assert marks(book, session.state, empty_table(book)) == {}


def test_the_sheet_of_a_fighter() -> None:
    """BK-10 to BK-16: the sheet has concept, health, equipment, Aspects and Specializations, and a cell for each Trait
    in two rows of five. Traits with a Specialization are marked.
    """
    one = changed(fight(), "a.ines", shock=4, wounds=-1, wild=2)
    dice = {"might": 8, "move": 8, "fight": 10, "shoot": 6, "drive": 6, "think": 6, "talk": 6, "tech": 6, "wits": 8,
            "will": 8}  # fmt: skip
    assert sheet_of(rules(), one) == DataSheet(
        "Ines of Ada",
        (
            "Duellist of the old town",
            "Shock 4 of 16, Wounds −1 of 8",
            "Weapons: sword",
            "Armour: leathers",
            "Feint adds a d8 to attack rolls",
            "Quick adds a d6 to initiative and reflexes rolls",
            "Stubborn adds a d6 to toughness and recovery rolls",
            "Specialized in single weapon, reflexes, toughness",
            "Wild dice: 2",
        ),
        tuple(
            SheetCell(k % 5, k // 5, name.capitalize(), sides=sides, marked=name in ("might", "move", "fight"))
            for k, (name, sides) in enumerate(dice.items())
        ),
    )


def test_the_sheet_of_a_fighter_with_little() -> None:
    """A mook without a concept and weapons has few lines. Dice of armour that are spent are counted over all layers."""
    state = fight()
    one = state.fighters["b.hired_hand_1"]
    bare = replace(one, character=replace(one.character, concept="", weapons=()))
    assert sheet_of(rules(), bare).lines == ("Shock 12 of 12, Wounds 6 of 6", "Weapons: bare hands")
    cole = changed(state, "b.cole", spent=(3,))
    assert "Armour: vest ii, 3 dice spent" in sheet_of(rules(), cole).lines
    assert "Armour: vest ii" in sheet_of(rules(), replace(cole, spent=(0,))).lines
    assert "Armour: vest ii" in sheet_of(rules(), replace(cole, spent=())).lines
    assert list(sheets(rules(), state, empty_table(rules()))) == list(state.fighters)
