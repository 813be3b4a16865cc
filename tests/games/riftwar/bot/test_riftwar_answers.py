"""Answers that RiftWar's greedy bot rates: throws, moves into sight, set-ups, and units among other enemies."""

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import sees
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Declaration, State
from riotsim.play.evaluation import RatedAnswer
from riotsim.play.requests import Aim, AimThrow, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.units import inches

WALLED: Final[dict[str, Any]] = {
    **OPEN,
    "map__screen": {"size": ["8in", "1in"], "height": "3in"},
    "maps__mine": {"pieces": [{"piece": "screen", "at": ["18in", "18in"]}]},
    "layout": "mine",
}
"""A wall from (14, 17.5) to (22, 18.5) on an otherwise bare table."""


def answers(
    session: Session[State], request: Request[object] | None = None, book: Rulebook | None = None
) -> list[RatedAnswer]:
    """Return the rated answers to a request, in order. Without a request, take the session's pending one."""
    evaluator = RiftWarAnswerEvaluator(book or rules(**OPEN))
    return evaluator.rate(request or session.pending[0], session, lambda: np.random.default_rng(1))


def rated(
    session: Session[State], request: Request[object] | None = None, book: Rulebook | None = None
) -> dict[Any, Any]:
    """Return the answers to a request with their ratings."""
    return dict(answers(session, request, book))


def started(units: Mapping[str, Mapping[str, Any]], **given: Any) -> Session[State]:
    """Begin a battle on a bare table."""
    return session_at(units, rules(**OPEN), **{"armies": ARMIES, **given})


def test_a_throw_is_aimed_at_the_middle_of_the_tray() -> None:
    """A bot aims a throw at the middle of the tray. The dice drop from 100 mm, or from higher if the request asks for
    more.
    """
    book = rules(**{**OPEN, "dice__by": "tray"})
    session = session_at(FIRE, book, armies=ARMIES)
    request = ask(session, "direct fire", "a.atgm", "b.rifleman_1")
    assert isinstance(request, AimThrow)
    middle = (request.width / 2, request.depth / 2)
    drop = max(100.0, request.least_drop)
    assert answers(session, book=book) == [(Aim(middle, 0.0, strength=TRAY_STRENGTH, drop=drop), 0.0)]


def test_moves_into_sight_rate_above_all_others() -> None:
    """If no unit can fire, a Ranged unit that can walk to a place in sight of an enemy rates 20 more. The place itself
    rates 20.
    """
    units = {
        "a.rifleman_1": {"at": [18, 14], "facing": 90},
        "a.rifleman_2": {"at": [16, 12], "facing": 90, "pinned": True},
        "b.atgm": {"at": [18, 26], "facing": 90},
    }
    book = rules(**WALLED)
    session = session_at(units, book, armies=ARMIES)
    request: Any = PickPiece("Ada", "who moves", ("a.rifleman_1", "a.rifleman_2"))
    far = {"a.rifleman_1": 12 / 36, "a.rifleman_2": math.dist((16, 12), (18, 26)) / 36}
    found = rated(session, request, book)
    assert direct_view(session, book, (18, 14)) is False
    assert found["a.rifleman_1"] == pytest.approx(25 - far["a.rifleman_1"])
    ask(session, "move")
    (best, rating), *others = answers(session, book=book)
    assert rating == 20.0
    assert isinstance(best, Spot)
    assert direct_view(session, book, (best.at[0] / 25.4, best.at[1] / 25.4)) is True
    assert session.pending[0].refusal(best) is None
    assert len(others) >= 3
    assert all(each <= 0.0 for _, each in others)
    # somebody can fire already
    units["a.rifleman_3"] = {"at": [30, 14], "facing": 90}
    session = session_at(units, book, armies=ARMIES)
    assert rated(session, request, book)["a.rifleman_1"] == pytest.approx(5 - far["a.rifleman_1"])


def direct_view(session: Session[State], book: Rulebook, at: tuple[float, float]) -> bool:
    """Return whether the first rifleman would see the ATGM from a place in inches."""
    units = {"a.rifleman_1": {"at": at, "facing": 90}, "b.atgm": {"at": [18, 26], "facing": 90}}
    there = session_at(units, book, armies=ARMIES)
    return sees(Battle(there.play, book, dice_of(book)), "a.rifleman_1", "b.atgm")


def test_units_off_the_table_and_battles_without_enemies() -> None:
    """If a unit is aboard or no enemy stands, the enemy counts as a table's width away. Units look at an enemy, or at
    the middle of the table if no enemy stands.
    """
    units: dict[str, dict[str, Any]] = {
        "a.ifv_1": {"at": [10, 10], "facing": 90}, "a.rifleman_1": {"aboard": "a.ifv_1"}, "b.atgm": FIRE["a.atgm"]
    }  # fmt: skip
    session = started(units)
    request: Any = PickPiece("Ada", "who moves", ("a.rifleman_1",))
    assert rated(session, request) == {"a.rifleman_1": 4.0}
    anywhere = Region(disc((0.0, 0.0), 0.0), inches(36), inches(36))
    look: Any = PickPoint("Ada", "look at", (("a.rifleman_1", anywhere), ("a.ifv_1", anywhere)), moves=False)
    there = (inches(20), inches(6))
    assert answers(session, look) == [(Spot("a.rifleman_1", there), 1.0), (Spot("a.ifv_1", there), 1.0)]
    game = Battle(session.play, rules(**OPEN), dice_of(rules(**OPEN)))
    game.change("b.atgm", destroyed=True)
    request = PickPiece("Ada", "who makes contact", ("a.ifv_1",))
    assert rated(session, request) == {"a.ifv_1": -1.0}
    middle = (inches(18), inches(18))
    assert answers(session, look) == [(Spot("a.rifleman_1", middle), 1.0), (Spot("a.ifv_1", middle), 1.0)]


def test_points_of_several_movers() -> None:
    """If a shot at two movers may come at several points of a path, each point rates lower than the one before."""
    places = ((100.0, 200.0), (150.0, 200.0))
    offered = Region(disc((0.0, 0.0), 0.0), inches(36), inches(36), places=places)
    request: Any = PickPoint("Bea", "fire at", (("a.rifleman_1", offered), ("a.atgm", offered)), moves=False)
    assert answers(started(FIRE), request) == [
        *((Spot("a.rifleman_1", places[0]), 0.0), (Spot("a.rifleman_1", places[1]), -1.0)),
        *((Spot("a.atgm", places[0]), 0.0), (Spot("a.atgm", places[1]), -1.0)),
    ]


FRAY: Final[dict[str, dict[str, Any]]] = {
    "a.rifleman_1": {"at": [18, 18], "facing": 90, "fray": 1},
    "a.rifleman_2": {"at": [19, 18], "facing": 90, "fray": 1},
    "b.rifleman_1": {"at": [18.5, 18.9], "facing": 270, "fray": 1},
    "b.atgm": {"at": [5, 30], "facing": 90},
}
ONE, ATGM_HIT = 0.25 + 1 / 9, 4.05 / 6 + 1 / 9
"""Ratings of two dice in close combat, first at a rifleman and then at an ATGM."""


def test_attackers_in_a_fray_count_only_its_enemies() -> None:
    """RW-74: if an ATGM is outside the fray, it is no target. If an ATGM is in the fray, one attacker or two attackers
    rate by their attack on the ATGM.
    """
    session = started(FRAY)
    request: Any = PickPiece("Ada", "who attacks", ("a.rifleman_1",))
    assert rated(session, request) == {"a.rifleman_1": pytest.approx(ONE)}
    session = started({**FRAY, "b.atgm": {"at": [18.5, 16.6], "facing": 90, "fray": 1}})
    found = rated(session)
    both = 4.05 / 3 + 1 - (8 / 9) ** 2
    assert (found["attack"], found["coordinated attack"]) == (pytest.approx(4 + ATGM_HIT), pytest.approx(4 + both))
    assert rated(session, request) == {"a.rifleman_1": pytest.approx(ATGM_HIT)}


def test_fire_together_at_the_best_target() -> None:
    """RW-53: if two riflemen may fire together at an ATGM or at a rifleman, the rating is that of the ATGM."""
    units = {name: FIRE[name] for name in ("a.rifleman_1", "a.rifleman_2", "b.rifleman_1")}
    found = rated(started({**units, "b.atgm": {"at": [20, 26], "facing": 270}}))
    assert found["coordinated fire"] == pytest.approx(4 + 2 * 4.05 * 7 / 27 + 1 - (20 / 27) ** 2)


def test_declared_attacks() -> None:
    """RW-55, RW-72: if an attack is declared, attackers and spotters rate by its chances. If an attack lacks an
    attacker or a target, spotters rate 0.
    """
    session = started(FIRE)
    request: Any = PickPiece("Ada", "who reacts", ("a.rifleman_1",))
    session.state.declared = Declaration("close", target="b.rifleman_1")
    assert rated(session, request) == {"a.rifleman_1": pytest.approx(ONE)}
    request = PickPiece("Ada", "spotter", ("a.rifleman_2",))
    session.state.declared = Declaration("indirect", "a.rifleman_1", "b.rifleman_1")
    assert rated(session, request) == {"a.rifleman_2": pytest.approx(17.5 / 27)}
    session.state.declared = Declaration("indirect", "a.rifleman_1")
    assert rated(session, request) == {"a.rifleman_2": 0.0}
    session.state.declared = Declaration("indirect", target="b.rifleman_1")
    assert rated(session, request) == {"a.rifleman_2": 0.0}


def test_one_of_two_bugs_is_near_enough() -> None:
    """If one of two Close units is within 14 in of an enemy, a charge rates 5.5. If the only unit without a target is
    pinned, a move rates -1.
    """
    units: dict[str, dict[str, Any]] = {
        "a.bug_1": {"at": [10, 8], "facing": 90}, "a.bug_2": {"at": [30, 2], "facing": 90},
        "b.rifleman_1": {"at": [10, 20], "facing": 270},
    }  # fmt: skip
    assert rated(started(units, armies={"Ada": "biters", "Bea": "cold_war"}))["close combat"] == 5.5
    pinned = {**FIRE, "a.rifleman_1": {"at": [10, 6], "facing": 270, "pinned": True}}
    assert rated(started(pinned))["move"] == -1.0


@pytest.mark.parametrize(("active", "letter", "side"), [("Ada", "a", 0), ("Bea", "b", 1)])
def test_groups_are_set_up_in_rows(active: str, letter: str, side: int) -> None:
    """RW-06: bots set up a group in a row about the middle of its side, 4.72, 3.12 or 1.52 in from the edge."""
    session = session_at({}, rules(**OPEN), armies=ARMIES, active=active)
    names = (f"{letter}.rifleman_1", f"{letter}.rifleman_2")
    request = ask(session, names)
    found = answers(session)
    assert [rating for _, rating in found] == [0.0, -1.0, -2.0]
    for (answer, _), y in zip(found, (4.72, 3.12, 1.52), strict=True):
        assert request.refusal(answer) is None
        spots: Any = answer
        for spot, x in zip(sorted(spots, key=lambda spot: str(spot.piece)), (-14.7, 14.7), strict=True):
            assert spot.at == pytest.approx((inches(18) + x, inches(36 - y if side else y)), abs=0.5)


def test_only_set_ups_of_groups_are_compared_by_chances() -> None:
    """Other requests are answered by their ratings alone."""
    session = session_at({}, rules(**OPEN), armies=ARMIES)
    evaluator = RiftWarAnswerEvaluator(rules(**OPEN))

    def chance() -> np.random.Generator:
        return np.random.default_rng(1)

    pick = session.pending[0]
    assert evaluator.evaluate(pick, session, chance) == evaluator.rate(pick, session, chance)
    session = started(FIRE)
    group = ask(session, "group move", ("a.rifleman_1", "a.rifleman_2"))
    assert evaluator.evaluate(group, session, chance) == evaluator.rate(group, session, chance)
