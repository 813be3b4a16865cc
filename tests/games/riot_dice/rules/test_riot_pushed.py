"""Models and tokens that dice push (RD-93, RD-14)."""

from dataclasses import replace

import numpy as np
import pytest
from lucky_table import LuckyTable, Outcome, any_answer, stand, with_facts
from scooting import AIM, FAR, finish, rolls, scooting

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.turn import Activate
from riotsim.games.riot_dice.state import State
from riotsim.play.session.session import Session
from riotsim.table.acts import (
    LeftTable,
    ModelMoved,
    Settled,
    TowerFell,
)
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.towers import is_in_place
from riotsim.table.units import inches


@pytest.mark.parametrize(("option", "free"), [("fixed", False), ("free", True)])
def test_models_stand_fast_or_not(option: str, free: bool) -> None:
    """RD-93: with `fixed`, rolled dice can't push models. With `free`, they can."""
    lucky = LuckyTable()
    session = scooting(lucky, {"house.models": option})
    session.answer(AIM)
    assert [act.free_models for act in rolls(lucky)] == [free]


def test_pushed_model_stays_there_and_keeps_its_tower() -> None:
    """RD-93, RD-30: a pushed model stays where it was pushed. Its tower is moved back to its side."""
    lucky = LuckyTable()
    session = scooting(lucky, {"house.models": "free"}, swigs=2)

    def push(table: Table, settled: Settled) -> Settled:
        pushed = replace(settled.table.models["b1"], at=(400.0, 420.0))
        return with_facts(replace(settled, table=settled.table.with_pieces(pushed)), ModelMoved("b1", False))

    lucky.changes[len(lucky.acts)] = push
    session.answer(AIM)
    model, dice = session.table.models["b1"], session.table.tower_dice("b1")
    assert model.at == (400.0, 420.0)
    assert len(dice) == 2
    assert is_in_place(model, dice)


def test_models_pushed_together_fight() -> None:
    """RD-60, RD-93: if a rolled die pushes a model at an enemy, the pushed model fights as the active one. Then the
    activation is over.
    """
    lucky = LuckyTable()
    session = scooting(lucky, {"house.models": "free"})

    def push(table: Table, settled: Settled) -> Settled:
        pushed = replace(settled.table.models["b1"], at=(inches(4) + 25.2, inches(12)))
        return with_facts(replace(settled, table=settled.table.with_pieces(pushed)), ModelMoved("b1", False))

    lucky.changes[0] = push
    session.answer(AIM)
    assert [request.purpose for request in session.pending] == ["fight", "fight"]
    (fight,) = [event for event in session.events if isinstance(event, events.FightBreaksOut)]
    assert (fight.active, fight.passive) == ("b1", "a1")
    session.answer("pinch", "Ann")
    session.answer("shove", "Bob")
    session.answer("shove", "Ann")
    session.answer("thump", "Bob")
    finish(session, 1)
    assert (session.pending[0].player, len(session.table.tower_dice("a1"))) == ("Bob", 1)


def pushing(**places: Point) -> Outcome:
    """Return an outcome that moves models to these places (inches)."""

    def push(table: Table, settled: Settled) -> Settled:
        models = [replace(settled.table.models[name], at=(inches(x), inches(y))) for name, (x, y) in places.items()]
        facts = [ModelMoved(name, False) for name in places]
        return with_facts(replace(settled, table=settled.table.with_pieces(*models)), *facts)

    return push


def fight_it_out(session: Session[State]) -> list[tuple[str, str]]:
    """Answer until the next turn is asked, with a pinch in every fight. Return who fought whom."""
    luck = np.random.default_rng(1)
    while session.pending[0].purpose != "turn":
        request = session.pending[0]
        session.answer("pinch" if request.purpose == "fight" else any_answer(request, luck), request.player)
    return [(event.active, event.passive) for event in session.events if isinstance(event, events.FightBreaksOut)]


FOUR = {"a1": (4.0, 12.0), "a2": (12.0, 4.0), "b1": (4.0, 20.0), "b2": (12.0, 20.0)}
FREE = {"house.models": "free", "fight.rounds": 1}


def test_all_who_are_pushed_together_fight() -> None:
    """RD-60, RD-93: if dice push two pairs of enemies together, both pairs fight, one after the other."""
    session = stand(LuckyTable(changes={0: pushing(b1=(4.0, 12.99), b2=(12.0, 4.99))}), FOUR, FREE)
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(AIM)
    assert fight_it_out(session) == [("b1", "a1"), ("b2", "a2")]


def test_thump_dice_push_others_into_a_fight() -> None:
    """RD-60, RD-93: if the dice of a thump push two other models together, these fight after the fight of the thump."""
    lucky = LuckyTable(changes={0: pushing(b1=(4.0, 12.99)), 1: pushing(b2=(12.0, 4.99))})
    session = stand(lucky, FOUR, FREE)
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(AIM)
    session.answer("thump", "Ann")
    session.answer("pinch", "Bob")
    assert fight_it_out(session) == [("b1", "a1"), ("b2", "a2")]


def test_push_that_fells_the_active_models_tower_too() -> None:
    """RD-60, RD-33: if the dice push two models together and fell the active model's tower, those two models still
    fight.
    """
    lucky = LuckyTable()
    session = stand(lucky, FOUR, FREE)
    for model in ("a1", "b1"):
        session.answer(Activate(model))
        session.answer("shoot")
        finish(session, 1)
    push = pushing(b2=(12.0, 4.99))

    def fell(table: Table, settled: Settled) -> Settled:
        after = push(table, settled)
        return with_facts(replace(after, table=after.table.with_tower("a1", None)), TowerFell("a1", 4))

    lucky.changes[len(lucky.acts)] = fell
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(AIM)
    assert session.table.models["a1"].fallen
    assert fight_it_out(session) == [("b2", "a2")]


def test_pushed_token_comes_back_to_the_edge() -> None:
    """RD-14: a token that a rolled die pushes off the table returns to the nearest point of the edge."""

    def push(table: Table, settled: Settled) -> Settled:
        return Settled(
            settled.table.without("loot-0"), (*settled.facts, LeftTable("loot-0", 3, (300.0, inches(24) + 2)))
        )

    session = stand(LuckyTable(changes={0: push}), FAR, loot=((12.0, 22.0),))
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(AIM)
    assert session.table.tokens["loot-0"].pose.at == (300.0, inches(24) - 10.0, 1.5)
