"""The reach of models, their data sheets and their marks are what the rules say."""

from dataclasses import replace

import numpy as np
import pytest
from lucky_table import LuckyTable, any_answer, begin, rules, stand
from rules_data import change

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.turn import Activate
from riotsim.games.riot_dice.show.standing import marks, reaches, sheets, status
from riotsim.games.riot_dice.state import State
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import CONTACT_GAP
from riotsim.table.units import inches


@pytest.fixture
def deployed() -> Session[State]:
    """Return a random game in which all models have been deployed."""
    session, luck = begin(LuckyTable(clumsy=0.1), 1), np.random.default_rng(1)
    while session.state.phase != "play":
        session.answer(any_answer(session.pending[0], luck))
    return session


def test_reaches_are_the_rules_figures(deployed: Session[State]) -> None:
    """RD-06: a model's reaches are contact, its move dice at their most, and the range of its weapons. If the rules
    have other figures, so have the reaches.
    """
    state, table = deployed.state, deployed.table
    name = next(model for model, fighter in state.fighters.items() if "pistol" in fighter.weapons)
    kind = state.fighters[name].kind
    book = rules()
    by_text = {reach.text.partition(":")[0]: reach.mm for reach in reaches(book, state, table)[name]}
    assert by_text[""] == CONTACT_GAP
    assert by_text["a move die"] == inches(6)
    assert by_text["scoot"] == inches(6 * len(book.models[kind].move))
    assert by_text["pistol"] == book.weapons["pistol"].range

    data = book.model_dump(mode="json", by_alias=True)
    other = Rulebook.model_validate(change(change(data, "weapons.pistol.range", "7in"), f"models.{kind}.move", "1d4"))
    found = reaches(other, state, table)[name]
    assert {reach.text: reach.mm for reach in found} == {
        "": CONTACT_GAP,
        "scoot: 4 in at most": inches(4),
        "pistol: 7 in": inches(7),
    }


def test_what_has_been_done_reaches_nothing_more() -> None:
    """RD-22: after its scoot, the active model shows only the reach of contact and of its pistol. Other models still
    show all their reaches.
    """
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "a2": (4.0, 20.0), "b1": (20.0, 12.0)})
    session.answer(Activate("a1"))
    whole = status(rules(), session, 0.0).reaches["a1"]
    session.answer("scoot")
    luck = np.random.default_rng(1)
    while session.pending[0].purpose != "action":
        session.answer(any_answer(session.pending[0], luck))
    found = status(rules(), session, 0.0).reaches
    assert {reach.text.partition(":")[0] for reach in whole} == {"", "a move die", "scoot", "pistol"}
    assert {reach.text.partition(":")[0] for reach in found["a1"]} == {"", "pistol"}
    assert found["a2"] == whole


def test_who_lies_reaches_nothing(deployed: Session[State]) -> None:
    """A fallen model has no reach."""
    name = next(iter(deployed.table.models))
    lying = deployed.table.with_pieces(replace(deployed.table.models[name], fallen=True))
    assert name in reaches(rules(), deployed.state, deployed.table)
    assert name not in reaches(rules(), deployed.state, lying)


def test_marks_and_sheets_of_models(deployed: Session[State]) -> None:
    """RD-01, RD-64: a sheet has name, kind, move dice, thump dice, toughness and weapons. Marks tell who acts, and hit
    points.
    """
    state, table = deployed.state, deployed.table
    name = next(model for model, fighter in state.fighters.items() if "pistol" in fighter.weapons)
    kind = rules().models[state.fighters[name].kind]
    sheet = sheets(rules(), state, table)[name]
    assert (sheet.title, sheet.kind) == (state.name_of(name), state.fighters[name].kind)
    assert sheet.lines[0] == f"kind of model: {state.fighters[name].kind}"
    assert sheet.lines[2] == "thump dice 2d6 in a fight, with fists"
    assert sheet.lines[3] == f"toughness {kind.toughness}: {kind.toughness} or more does big damage"
    assert sheet.lines[4] == "pistol, fists"
    assert marks(rules(), state, table).get(name, ()) == ()
    state.activating, state.fighters[name].hit_points = name, 1
    assert [mark.text for mark in marks(rules(), state, table)[name]] == ["is being activated"]
    hardy = marks(rules({"tower.mode": "hit_points"}), state, table)
    assert [mark.text for mark in hardy[name]] == ["is being activated", "1 hit point left"]
    assert len(hardy) == len(table.models)
