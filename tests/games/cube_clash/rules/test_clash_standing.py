"""Standings, rosters, sheets, areas and measures of Cube Clash, as whole values of small positions."""

from dataclasses import replace
from typing import Any

import pytest
from clash_rules import rules
from clash_table import begun, give, placed, play_at_random, until

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.measures import measure
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.reasons import reason
from riotsim.games.cube_clash.show.standing import (
    RAIDERS,
    areas,
    final_score,
    marks,
    rosters,
    rows,
    scores,
    sheets,
    shown_health,
    status,
    turn_of,
)
from riotsim.games.cube_clash.state import Result, State
from riotsim.play.displays import GameStatus, PieceMark, RosterUnit, Row, SheetCell
from riotsim.play.narration import FinalScore, Turn
from riotsim.play.session.recorder import GameRecord
from riotsim.play.session.session import Session
from riotsim.table.dice.signs import Sign

RAIDED: dict[str, Any] = {
    "dice": {
        "south.bellfounder": "e4",
        "south.ember_page": {"at": "h8", "top": "south"},
        "south.wick_runner": "b1",
        "north.coil_archer": "a1",
        "north.barrow_ox": {"at": "c1", "top": "east"},
        "north.reedling": "d5",
    },
    "dead": ["south.anvil_hand", "north.lychgate_imp", "north.pale_usher"],
    "terrain": ["swamp", "mountain", "coast", "plains"],
}
"""A position in which Bea has two raiders and Ada one."""


def raided(**options: Any) -> tuple[Rulebook, Session[State]]:
    """Begin at the position with raiders."""
    return placed(RAIDED, **options)


def test_the_standings() -> None:
    """The standings have health on the board, raiders and dead of each player, with South first."""
    book, session = raided()
    assert scores(session.state, session.table) == {"Ada": 5, "Bea": 6}
    expected = (
        Row("score", "Ada", "5", 5, "Ada"),
        Row("score", "Bea", "6", 6, "Bea"),
        Row("raids", "raiders", "1", 1, "Ada", about=RAIDERS),
        Row("raids", "raiders", "2", 2, "Bea", about=RAIDERS),
        Row("dead", "dead", "1", 1, "Ada"),
        Row("dead", "dead", "2", 2, "Bea"),
    )
    assert [replace(one, group="") for one in rows(book, session.state, session.table)] == [
        replace(one, group="") for one in expected
    ]
    assert len({one.group for one in rows(book, session.state, session.table)}) == 3
    session.answer("south.bellfounder")
    shown = status(book, session, 3.0)
    assert isinstance(shown, GameStatus)
    assert (shown.acting, shown.rows) == (None, rows(book, session.state, session.table))
    session.answer("turn right")
    assert status(book, session, 3.0).acting == "south.bellfounder"
    session.close()


def test_before_the_first_turn_whole_armies_count() -> None:
    """During the set-up, panels show the health of whole armies. Dice that wait have the mark `not set up yet`."""
    session = begun(first="south", terrain="off")
    assert turn_of(session.state) == Turn(0, None)
    until(session, "set-up")
    session.answer("north.barrow_ox")
    book = rules(first="south", terrain="off")
    assert shown_health(session.state) == {"Ada": 16, "Bea": 16}
    assert scores(session.state, session.table) == {"Ada": 0, "Bea": 0}
    found = marks(book, session.state, session.table)
    assert len(found) == 16
    assert set(found.values()) == {(PieceMark("not set up yet"),)}
    units = rosters(book, session.state, session.table)["Bea"].units
    assert units[1] == RosterUnit("north.barrow_ox", "Barrow Ox", "undead", "not set up", 3, Sign("id"), False)
    assert sheets(book, session.state, session.table)["north.barrow_ox"].lines == (
        "undead, health 3, beside the board",
    )
    until(session, "turns")
    assert turn_of(session.state) == Turn(1, "Ada")
    assert marks(book, session.state, session.table) == {}
    assert shown_health(session.state) == {"Ada": 16, "Bea": 16}


def test_marks_of_raiders_and_of_the_dead() -> None:
    """Dice on the opponent's home row are marked. Those of the player who would win now are marked as winning."""
    book, session = raided()
    wins = (PieceMark("raids the home row, wins after this turn", "danger"),)
    assert marks(book, session.state, session.table) == {
        **dict.fromkeys(RAIDED["dead"], (PieceMark("dead", "tall"),)),
        "north.coil_archer": wins,
        "north.barrow_ox": wins,
        "south.ember_page": (PieceMark("raids the home row", "danger"),),
    }
    session.close()


def test_the_rosters() -> None:
    """A roster lists each army in its order. Each die has its race, its place, its health and the sign on top."""
    book, session = raided()
    found = rosters(book, session.state, session.table)
    assert {player: roster.title for player, roster in found.items()} == {"Ada": "Lantern Guild", "Bea": "Reed Court"}
    assert found["Ada"].units == (
        RosterUnit("south.bellfounder", "Bellfounder", "dwarves", "e4", 3, Sign("id"), False),
        RosterUnit("south.furnace_warden", "Furnace Warden", "dwarves", "gone", 3, Sign("id"), True),
        RosterUnit("south.anvil_hand", "Anvil Hand", "dwarves", "dead", 2, Sign("id"), True),
        RosterUnit("south.tally_keeper", "Tally Keeper", "dwarves", "gone", 2, Sign("id"), True),
        RosterUnit("south.spray_lancer", "Spray Lancer", "coral elves", "gone", 2, Sign("id"), True),
        RosterUnit("south.tide_caller", "Tide Caller", "coral elves", "gone", 2, Sign("id"), True),
        RosterUnit("south.wick_runner", "Wick Runner", "coral elves", "b1", 1, Sign("id"), False),
        RosterUnit("south.ember_page", "Ember Page", "dwarves", "h8", 1, Sign("magic", 1), False),
    )
    ox = next(one for one in found["Bea"].units if one.piece == "north.barrow_ox")
    assert ox == RosterUnit("north.barrow_ox", "Barrow Ox", "undead", "c1", 3, Sign("melee", 4), False)
    session.close()


def test_a_whole_sheet() -> None:
    """The sheet of a die shows its six faces as a net around the top face, each with its effect. A die that has left
    the game has no sheet.
    """
    book, session = raided()
    found = sheets(book, session.state, session.table)
    assert sorted(found) == sorted([*RAIDED["dice"], *RAIDED["dead"]])
    sheet = found["south.bellfounder"]
    assert (sheet.title, sheet.lines) == ("Bellfounder of Ada", ("dwarves, health 3, on e4, mountain",))
    saves = "stops 6 damage of each attack (twice on mountain)"
    assert {(cell.column, cell.row): cell for cell in sheet.cells} == {
        (1, 0): SheetCell(1, 0, "Melee 4", "4 damage on an adjacent die", Sign("melee", 4)),
        (0, 1): SheetCell(0, 1, "Maneuver 2", "moves up to 2 squares", Sign("maneuver", 2)),
        (1, 1): SheetCell(1, 1, "ID", "1 point of melee, saves or maneuver", Sign("id"), marked=True),
        (2, 1): SheetCell(2, 1, "Saves 3", saves, Sign("saves", 3)),
        (3, 1): SheetCell(3, 1, "Counter 3", "when attacked by melee, 3 damage on adjacent dice", Sign("counter", 3)),
        (1, 2): SheetCell(1, 2, "Smite 2", "2 damage that ignores as many saves", Sign("smite", 2)),
    }
    assert found["north.lychgate_imp"].lines == ("undead, health 1, dead",)
    dead = {cell.title: cell for cell in found["south.anvil_hand"].cells}
    assert dead["Saves 2"].text == "stops 2 damage of each attack"
    assert not any(cell.marked for cell in dead.values())
    session.close()
    book, session = placed({**RAIDED, "terrain": None}, terrain="off")
    assert sheets(book, session.state, session.table)["south.bellfounder"].lines == (
        "dwarves, health 3, on e4, no terrain",
    )
    session.close()


def test_the_areas_of_the_board() -> None:
    """CC-80: each home row is divided into areas by terrain. Each of these areas says that dice there are raiders. Each
    terrain with a bonus names the bonus.
    """
    book, session = raided()
    south = "Bea's dice here are raiders: end your turn with fewer than the other, and you lose (CC-80)"
    north = "Ada's dice here are raiders: end your turn with fewer than the other, and you lose (CC-80)"
    swamp = "Bea's snakefolk: Maneuver counts as saves (CC-70)"
    mountain = "Ada's dwarves: saves count twice (CC-71)"
    coast = "Ada's coral elves: Maneuver counts as saves (CC-70)"
    none = "No bonus for these armies (CC-70 to CC-73)"
    found = areas(book, session.state, session.table)
    assert [(one.title, one.lines, len(one.footprint.parts)) for one in found] == [
        ("Ada's home row, swamp", (south, swamp), 4),
        ("Ada's home row, mountain", (south, mountain), 4),
        ("swamp", (swamp,), 12),
        ("mountain", (mountain,), 12),
        ("coast", (coast,), 12),
        ("plains", (none,), 12),
        ("Bea's home row, coast", (north, coast), 4),
        ("Bea's home row, plains", (north, none), 4),
    ]
    session.close()
    book, session = placed({**RAIDED, "terrain": None}, terrain="off")
    found = areas(book, session.state, session.table)
    assert [(one.title, one.lines, len(one.footprint.parts)) for one in found] == [
        ("Ada's home row", (south,), 8),
        ("Bea's home row", (north,), 8),
    ]
    session.close()


@pytest.mark.parametrize(
    ("winners", "ending", "why", "stopped"),
    [
        (
            ("Bea",), "home row",
            "At the end of Ada's turn, Bea has more dice on Ada's home row than Ada on Bea's (CC-80).", "",
        ),
        (("Ada",), "last standing", "Bea has no dice left on the board (CC-81).", ""),
        (("Ada", "Bea"), "nobody left", "No dice are left on either side (CC-81).", ""),
        (("Ada", "Bea"), "repetition", "The same position came too often (CC-82).", ""),
        (("Ada", "Bea"), "quiet", "Too many turns went by without a kill (CC-82).", ""),
        ((), "too long", "", "Too many turns were played."),
    ],
)  # fmt: skip
def test_the_end_of_a_game(winners: tuple[str, ...], ending: Any, why: str, stopped: str) -> None:
    """The final score gives the health on the board and the reason for the end. After the end, the last turn and its
    player are still shown.
    """
    _, session = raided()
    state = session.state
    assert final_score(state) is None
    assert turn_of(state) == Turn(1, "Ada")
    over = replace(
        state,
        phase="over",
        result=Result(winners, ending),
        history=replace(state.history, turns=7),
        position=state.position.passed(),
    )
    health = (("Ada", 5), ("Bea", 6))
    assert final_score(over) == FinalScore(winners, "health", health, stopped, reason=why, turns=7)
    assert turn_of(over) == Turn(7, "Ada")
    assert shown_health(over) == dict(health)
    session.close()


@pytest.mark.parametrize(
    ("answers", "options", "title", "text", "clause"),
    [
        ([], {}, "Pick a die to move", "A die steps or rotates, and then its top face acts.", "CC-10"),
        (
            [], {"turn__rotate_acts": False},
            "Pick a die to move", "A die steps, and then its top face acts; or it rotates.", "CC-10",
        ),
        (
            ["south.furnace_warden"], {},
            "Step or rotate", "A step rolls the die over an edge. A rotation keeps the top face.", "CC-11",
        ),
        (
            ["south.furnace_warden", "turn right"], {},
            "Cast a spell", "4 points are left. They may be split over several spells.", "CC-36",
        ),
        (
            ["south.furnace_warden", "turn right", "red"], {},
            "Pick a target", "Only dice in reach can be picked.", "CC-63",
        ),
        (
            ["south.furnace_warden", "turn right", "turn", ("north.reedling",)], {},
            "Reedling: choose the face on top", "The die stays on its square, and this face doesn't act.", "CC-62",
        ),
        (["south.ember_page", "turn right"], {}, "Cast a spell", "1 point is left.", "CC-36"),
        (
            ["south.ember_page", "turn right"], {"magic__split": False},
            "Cast a spell", "1 point is left. All points of the face go to one spell.", "CC-36",
        ),
        (
            ["south.anvil_hand", "turn right", "melee", "north.barrow_ox"], {},
            "Strike again?", "A Double Strike has a second attack.", "CC-44",
        ),
    ],
)  # fmt: skip
def test_whole_reasons(answers: list[object], options: dict[str, Any], title: str, text: str, clause: str) -> None:
    """Each question of a turn has a title, a text and a clause."""
    given = {
        "dice": {
            "south.furnace_warden": {"at": "c3", "top": "north"},
            "south.ember_page": {"at": "f4", "top": "south"},
            "south.anvil_hand": {"at": "d5", "top": "bottom"},
            "north.reedling": {"at": "d4", "top": "top"},
            "north.barrow_ox": {"at": "e5", "top": "south"},
        },
        "terrain": "coast",
    }
    book, session = placed(given, *answers, **options)
    found = reason(book, session, session.pending[0])
    assert (found.title, found.text, found.clause) == (title, text, clause)
    session.close()


def course(*history: object, winners: tuple[str, ...] = ()) -> GameRecord:
    """Return the record of a game."""
    return GameRecord(("Ada", "Bea"), history, (), (), winners, False, {}, None, 0)


def test_the_measures_of_a_game() -> None:
    """Turns, kills and faces are counted, and shares are taken of all moves and attacks."""
    history = (
        events.GoesFirst("Bea", True),
        events.ChoosesTerrain("Ada", "swamp", "south-west"),
        events.ChoosesTerrain("Bea", "swamp", "north-west"),
        *(events.TurnBegins("Bea", number) for number in (1, 2, 3)),
        *(events.Steps("south.a", "north", "a2", face) for face in ("melee 3", "melee 2", "id")),
        events.Rotates("south.a", "turn right", "fly 2"),
        *(events.Attacks("south.a", "north.b", how, 3, 2) for how in ("melee", "melee", "red", "missile")),
        events.Withstood("north.b"),
        events.Killed("north.b", "south.a"),
        events.Killed("north.c", "south.a"),
        events.Returns("north.c", "a1", "feral"),
        events.GameOver(("Bea",), "home row"),
    )
    found = measure(rules(), course(*history, winners=("Bea",)))
    assert found.figures == {
        "turns of both": 3.0,
        "kills": 2.0,
        "steps among moves": 0.75,
        "attacks that kill": 0.75,
        "first player wins": 1.0,
        "won by a raid": 1.0,
        "drawn": 0.0,
    }
    assert found.tallies == {
        "faces brought up": {"melee": 2, "id": 1},
        "faces after a rotation": {"fly": 1},
        "attacks": {"melee": 2, "red": 1, "missile": 1},
        "terrain": {"swamp": 2},
        "returns": {"feral": 1},
        "ends": {"home row": 1},
    }


@pytest.mark.parametrize(
    ("ending", "winners", "wins", "drawn"),
    [
        ("last standing", ("Ada",), 1.0, 0.0),
        ("last standing", ("Bea",), 0.0, 0.0),
        ("repetition", ("Ada", "Bea"), 0.5, 1.0),
        ("quiet", ("Ada", "Bea"), 0.5, 1.0),
        ("nobody left", ("Ada", "Bea"), 0.5, 1.0),
        ("too long", (), 0.5, 0.0),
    ],
)
def test_draws_count_half(ending: str, winners: tuple[str, ...], wins: float, drawn: float) -> None:
    """For the measure of the first player's wins, a game without a single winner counts as half a win. Without moves
    and attacks, all shares are 0.
    """
    over = (events.GoesFirst("Ada", False), events.GameOver(winners, ending))
    assert measure(rules(), course(*over, winners=winners)).figures == {
        "turns of both": 0.0,
        "kills": 0.0,
        "steps among moves": 0.0,
        "attacks that kill": 0.0,
        "first player wins": wins,
        "won by a raid": 0.0,
        "drawn": drawn,
    }


def test_whole_reasons_before_the_first_turn() -> None:
    """CC-05, CC-07: the player who goes second is told once why they choose terrain or set up first."""
    session, book = begun(first="south"), rules(first="south")

    def why() -> tuple[str, str, str, str]:
        request = session.pending[0]
        found = reason(book, session, request)
        return request.player, found.title, found.text, found.clause

    covers, quarter = "It covers all squares of the quarter that you choose next.", "Each quarter has one terrain."
    assert why() == ("Bea", "Choose a terrain", f"You go second, so you choose first. {covers}", "CC-07")
    session.answer("swamp")
    assert why() == ("Bea", "Choose a quarter", quarter, "CC-07")
    session.answer("south-west")
    assert why() == ("Ada", "Choose a terrain", covers, "CC-07")
    session.answer("coast")
    assert why() == ("Ada", "Choose a quarter", quarter, "CC-07")
    session.answer("north-west")
    assert why() == ("Bea", "Choose a terrain", covers, "CC-07")
    until(session, "set-up")
    stands = "It stands on your home row with its ID up."
    assert why() == ("Bea", "Pick a die to set up", f"You go second, so you set up first. {stands}", "CC-05")
    session.answer("north.barrow_ox")
    assert why() == ("Bea", "Set up Barrow Ox", "The home row is filled first.", "CC-05")
    give(session, "d8")
    side = "A step south brings up the side that looks north. The ID is on top at first."
    assert why() == ("Bea", "Choose the side of Barrow Ox that looks north", side, "CC-05")
    session.answer("north")
    assert why() == ("Bea", "Pick a die to set up", stands, "CC-05")
    while session.pending[0].player == "Bea":
        play_at_random(session, 1)
    assert why() == ("Ada", "Pick a die to set up", stands, "CC-05")


def test_the_reason_of_another_turn() -> None:
    """CC-51: after an attack with Rend the same die may move again."""
    given = {
        "dice": {"north.barrow_ox": {"at": "e4", "top": "west"}, "south.bellfounder": "d4"},
        "mover": "north",
        "terrain": "coast",
    }
    book, session = placed(given, "turn right", "melee")
    found = reason(book, session, session.pending[0])
    text = "It may step or rotate again, and act."
    assert (found.title, found.text, found.clause) == ("Another turn of Barrow Ox", text, "CC-51")
    session.close()
