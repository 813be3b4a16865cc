"""Chances to win in RiftWar, worked out by hand from lives and threats, and when bots look ahead."""

import math
from collections.abc import Mapping
from typing import Any

import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, game_of, rules, session_at

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.bot.positions import (
    LEAST_THREAT,
    LIVES_WEIGHT,
    THREAT_WEIGHT,
    RiftWarPositionEvaluator,
    looks_ahead,
    pairs_of_enemies,
)
from riotsim.games.riftwar.state import Result, State, Unit
from riotsim.play.requests import Choose
from riotsim.play.session.session import Session


def started(units: Mapping[str, Mapping[str, Any]]) -> Session[State]:
    """Begin a battle on a bare table."""
    return session_at(units, rules(**OPEN), armies=ARMIES)


T = 1 / 27 + 6 / 27 * 7 / 27
"""The chance that a rifleman destroys another in a phase: at once, or with a wound and then another one."""


def test_the_chance_to_win_follows_from_lives_and_threats() -> None:
    """A side's weight grows with its remaining lives, and with the enemies it expects to destroy as a share of their
    lives. A chance to win is a side's share of all weights. Two riflemen far apart face one here.
    """
    units = {
        "a.rifleman_1": {"at": [10, 6], "facing": 90},
        "a.rifleman_2": {"at": [20, 6], "facing": 90},
        "b.rifleman_1": {"at": [14, 26], "facing": 270},
    }
    session = started(units)
    evaluator = RiftWarPositionEvaluator(rules(**OPEN))

    def weight(lives: float, threat: float) -> float:
        return math.exp(LIVES_WEIGHT * lives) * math.pow(threat + LEAST_THREAT, THREAT_WEIGHT)

    ada, bea = weight(1.0, T), weight(1.0, (T + T * T) / 2)
    assert evaluator.evaluate("Ada", session) == pytest.approx(ada / (ada + bea))
    assert evaluator.evaluate("Bea", session) == pytest.approx(bea / (ada + bea))
    assert evaluator.evaluate("Cy", session) == 0.0
    game = game_of(session)
    game.change("a.rifleman_2", destroyed=True)
    ada, bea = weight(0.5, T), weight(1.0, T)
    assert evaluator.chance_to_win("Ada", game) == pytest.approx(ada / (ada + bea))


def test_the_chance_to_win_with_half_of_the_units() -> None:
    """RW-07: if a side is out after losing half of its units, a side of three units begins with two lives."""
    book = rules(**{**OPEN, "victory": "half"})
    units = {f"a.rifleman_{k}": {"at": [8 * k, 6], "facing": 270} for k in (1, 2, 3)}
    units |= {f"b.rifleman_{k}": {"at": [8 * k, 26], "facing": 90} for k in (1, 2, 3)}
    session = session_at(units, book, armies=ARMIES)
    game = Battle(session.play, book, dice_of(book))
    game.change("a.rifleman_3", destroyed=True)
    ada, bea = math.exp(LIVES_WEIGHT / 2), math.exp(LIVES_WEIGHT)
    assert RiftWarPositionEvaluator(book).chance_to_win("Ada", game) == pytest.approx(ada / (ada + bea))


def test_the_winners_share_what_a_game_is_worth() -> None:
    """After a game with one winner, the winner's chance is 1. After a draw, the winners share 1. Without winners, each
    player has 0.
    """
    session = started(FIRE)
    evaluator = RiftWarPositionEvaluator(rules(**OPEN))
    for winners, shares in ((("Ada",), (1.0, 0.0)), (("Ada", "Bea"), (0.5, 0.5)), ((), (0.0, 0.0))):
        session.state.result = Result(winners, "quiet")
        assert (evaluator.evaluate("Ada", session), evaluator.evaluate("Bea", session)) == shares


def test_bots_look_ahead_in_small_battles() -> None:
    """In a battle with up to 400 pairs of enemies, a bot looks ahead. It tries three actions, or two answers to
    dangers, and no other answers.
    """
    session = started(FIRE)
    assert pairs_of_enemies(session.state) == 6
    evaluator = RiftWarPositionEvaluator(rules(**OPEN))
    for purpose, tried in (("action", 3), ("dangers", 2), ("target", 0)):
        request: Any = Choose("Ada", purpose, ("pass",))
        assert evaluator.answers_to_try(request, session) == tried
    unit = session.state.units["a.rifleman_1"]
    sides = [(f"{letter}.{k}", name) for letter, name in (("a", "Ada"), ("b", "Bea")) for k in range(20)]
    session.state.units = {name: Unit(name, unit.type, player, placed=True) for name, player in sides}
    assert (pairs_of_enemies(session.state), looks_ahead(session.state)) == (400, True)
    session.state.units["a.20"] = Unit("a.20", unit.type, "Ada", placed=True)
    assert (pairs_of_enemies(session.state), looks_ahead(session.state)) == (420, False)
    action: Any = Choose("Ada", "action", ("pass",))
    assert evaluator.answers_to_try(action, session) == 0
