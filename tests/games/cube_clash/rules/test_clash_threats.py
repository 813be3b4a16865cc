"""Warnings in questions and marks that a player will lose by the home rows at the end of the turn (CC-80)."""

from typing import Any

import pytest
from clash_table import placed

from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.reasons import reason
from riotsim.games.cube_clash.show.standing import marks
from riotsim.games.cube_clash.state import State
from riotsim.play.session.session import Session

CASTER = {"south.furnace_warden": {"at": "c3", "top": "north"}}

RAIDED: dict[str, Any] = {"dice": {**CASTER, "north.coil_archer": "a1", "north.reed_sovereign": "d8"}}
"""A position in which a die of Bea is on Ada's home row."""


def asked(found: tuple[Rulebook, Session[State]]) -> tuple[str, str]:
    """Return the title and the text of the question."""
    book, session = found
    why = reason(book, session, session.pending[0])
    return why.title, why.text


@pytest.mark.parametrize("answers", [(), ("turn right",), ("turn right", "red"), ("turn right", "turn")])
def test_each_question_of_the_turn_warns_of_a_loss(answers: tuple[str, ...]) -> None:
    """While Bea would win at the end of Ada's turn, each of Ada's questions says so, and how Ada can avert it."""
    title, text = asked(placed(RAIDED, *answers))
    assert title.startswith("Bea wins after this turn. ")
    assert text.startswith("Bea has more dice on your home row. Clear a1, or bring a die to row 8. ")


@pytest.mark.parametrize(
    ("raiders", "mine", "advice"),
    [
        ("ab", "", "Clear a1 and b1, or bring 2 dice to row 8."),
        ("ab", "h8", "Clear a1 or b1, or bring another die to row 8."),
        ("abc", "h8", "Clear 2 of a1, b1 and c1, or bring 2 dice to row 8."),
    ],
)
def test_the_advice_counts_the_dice_on_both_home_rows(raiders: str, mine: str, advice: str) -> None:
    """If the opponent has more raiders, the question says how many of them must go. It also says how many own raiders
    would make up for them.
    """
    theirs = ("north.coil_archer", "north.barrow_ox", "north.reedling")
    dice = {die: f"{column}1" for die, column in zip(theirs, raiders, strict=False)}
    raid = {"south.wick_runner": mine} if mine else {}
    assert advice in asked(placed({"dice": {**CASTER, **dice, **raid}}))[1]


def test_the_warning_ends_when_the_raider_is_gone() -> None:
    """Once a red spell has killed the raider, the question for the next spell has no warning."""
    title, text = asked(placed(RAIDED, "turn right", "red", "north.coil_archer", "3"))
    assert (title, text) == ("Cast a spell", "1 point is left.")


def test_as_many_raiders_are_no_threat() -> None:
    """If both players have as many raiders, there is no warning."""
    dice = {**RAIDED["dice"], "south.wick_runner": "h8"}
    assert asked(placed({"dice": dice}))[0] == "Pick a die to move"


def test_the_other_player_is_not_warned() -> None:
    """A question to the player who is not on turn, such as that for a Counter, has no warning."""
    dice = {
        "south.bellfounder": {"at": "e4", "top": "bottom"},
        "south.wick_runner": "a8",
        "north.reedling": {"at": "e5", "top": "south"},
        "north.coil_archer": {"at": "e3", "top": "south"},
    }
    found = placed({"dice": dice, "mover": "north"}, "north.reedling", counter__hits="one")
    assert asked(found)[0].startswith("Ada wins after this turn. ")
    found[1].answer("turn right")
    found[1].answer("melee")
    assert found[1].pending[0].player == "Ada"
    assert asked(found)[0] == "Pick whom the Counter hits"


def test_a_raider_that_will_win_is_marked() -> None:
    """In the opponent's turn, the mark of a raider that decides the game says that it wins after this turn. In its
    owner's turn, the mark doesn't say so.
    """
    for mover, told in (("south", "raids the home row, wins after this turn"), ("north", "raids the home row")):
        book, session = placed({**RAIDED, "mover": mover})
        (mark,) = marks(book, session.state, session.table)["north.coil_archer"]
        assert (mark.text, mark.alert) == (told, "danger")
