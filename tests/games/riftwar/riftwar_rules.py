"""The rules of RiftWar with options, and its unit types, for tests."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from riotsim.files.rules import load_rules
from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of, rules_of
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.scenario.given import Given
from riotsim.games.riftwar.state import State
from riotsim.play.requests import Request
from riotsim.play.session.session import Session
from riotsim.simulation import perform

FOLDER = Path(__file__).parents[3] / "rules"
FILE = FOLDER / "riftwar.yaml"
AS_PLAYED = FOLDER / "riftwar_as_played.yaml"

OPEN: Final[dict[str, Any]] = {"layout": "open", "dice__by": "stream", "victory": "last_standing"}
"""Options for battles on a bare table."""

ARMIES: Final = {"Ada": "cold_war", "Bea": "cold_war"}

FIRE: Final[dict[str, dict[str, Any]]] = {
    "a.rifleman_1": {"at": [10, 6], "facing": 90},
    "a.rifleman_2": {"at": [12, 6], "facing": 90},
    "a.atgm": {"at": [20, 6], "facing": 90},
    "b.rifleman_1": {"at": [14, 26], "facing": 270},
    "b.rifleman_2": {"at": [18, 26], "facing": 270, "pinned": True},
}
"""Units of two players who see each other."""


def rules(**options: Any) -> Rulebook:
    """Load the rules with options. Write `__` for a dot in an option's name."""
    return _rules(json.dumps({key.replace("__", "."): value for key, value in options.items()}))


@cache
def _rules(options: str) -> Rulebook:
    return load_rules(FILE, Rulebook, json.loads(options))


def varied(**options: Any) -> Rulebook:
    """Return the rules for a bare table with other values of some keys, such as `hit__on=6`. This is faster than
    loading the rules anew. Values aren't checked, and lengths are in mm.
    """
    book = rules(**OPEN)
    for key, value in options.items():
        section, name = key.split("__")
        book = book.model_copy(update={section: getattr(book, section).model_copy(update={name: value})})
    return book


def session_at(units: Mapping[str, Mapping[str, Any]], book: Rulebook, **given: Any) -> Session[State]:
    """Begin a battle at a position: its units by name, as in scenario files, and its other keys in `given`."""
    position = Given.model_validate({"units": units, **given})
    return Session(rules_of(book), position.state(book), position.lay(book), 1, perform)


def ask(session: Session[State], *answers: Any) -> Request[object]:
    """Answer the requests of a battle one after the other, and return the next request."""
    for answer in answers:
        (request,) = session.pending
        session.answer(answer, request.player)
    (request,) = session.pending
    return request


@cache
def unit_type(army: str, name: str) -> UnitType:
    """Return a type of units of an army that comes with the rules."""
    found = {unit.name: unit for unit, _ in rules().armies[army].unit_types(rules().traits)}
    return found[name]


def game_of(session: Session[State]) -> Battle:
    """Return the battle of a session on a bare table."""
    book = rules(**OPEN)
    return Battle(session.play, book, dice_of(book))


def place(session: Session[State], name: str) -> Any:
    """Return the place of a model in inches, for approximate comparison."""
    x, y = session.table.models[name].at
    return pytest.approx((x / 25.4, y / 25.4), abs=1e-3)
