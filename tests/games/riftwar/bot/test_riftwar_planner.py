"""The bots of RiftWar: threats, chances to win, advances, set-ups, and how they do against each other."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from riftwar_rules import rules, session_at

from riotsim.bots.bot import play_out
from riotsim.files.assets.meshes import load_meshes
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import sees
from riotsim.games.riftwar.battle.game import dice_of, new_game
from riotsim.games.riftwar.bot.advances import AdvanceFinder
from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator
from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator
from riotsim.games.riftwar.bot.proposals import RiftWarProposals
from riotsim.games.riftwar.bot.threat import ThreatTable
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State
from riotsim.play.context import Play
from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.simulation import perform

OPEN: Final[dict[str, Any]] = {"layout": "open", "dice__by": "stream", "victory": "last_standing"}
"""Options for battles on a bare table."""

FEW: Final[dict[str, Any]] = {
    "dice__by": "stream",
    "army__check": False,
    "armies__cold_war__units__rifleman__count": 3,
}
"""Options for battles on a map between armies of fewer units than usual."""

ARMIES: Final = {"Ada": "cold_war", "Bea": "cold_war"}

PLAYERS: Final = ("Ada", "Bea")

RIFLES: Final[dict[str, dict[str, Any]]] = {
    "a.rifleman_1": {"at": [10, 6], "facing": 90},
    "b.rifleman_1": {"at": [10, 30], "facing": 270},
}
"""Two enemies who see each other."""


def battle(units: Mapping[str, Mapping[str, Any]], book: Rulebook) -> Battle:
    """Return a battle at a position."""
    return Battle(session_at(units, book, armies=ARMIES).play, book, dice_of(book))


def game(seed: int, book: Rulebook, armies: Mapping[str, str] = ARMIES) -> Session[State]:
    """Return a new battle."""
    return new_game(book, PLAYERS, seed, perform, armies=armies, meshes=load_meshes(book))


def at_the_set_up(seed: int, book: Rulebook, armies: Mapping[str, str] = ARMIES) -> Session[State]:
    """Return a battle whose first player is about to place a group."""
    session = game(seed, book, armies)
    bots = make_bots(dict.fromkeys(PLAYERS, "greedy"), book, seed)
    while not isinstance(session.pending[0], PlaceSome):
        session.answer(bots[session.pending[0].player].answer(session.pending[0], session))
    return session


@pytest.mark.parametrize(
    ("pinned", "shooters", "threat"),
    [
        (False, 1, 1 / 27 + 6 / 27 * 7 / 27),  # killed at once, or wounded and then killed
        (True, 1, 7 / 27),  # a wound kills who is pinned
        (True, 2, 1 - (20 / 27) ** 2),  # together, as a close group
    ],
)
def test_threat_is_exact_for_one_target(pinned: bool, shooters: int, threat: float) -> None:
    """RW-20, RW-53, RW-63: the threat is the chance to destroy a target before an attack on it fails."""
    units = {**RIFLES, "b.rifleman_1": {**RIFLES["b.rifleman_1"], "pinned": pinned}}
    if shooters == 2:
        units["a.rifleman_2"] = {"at": [11.5, 6], "facing": 90}
    book = rules(**OPEN)
    assert ThreatTable(book).threat(battle(units, book), "Ada") == pytest.approx(threat)


@pytest.mark.parametrize(
    ("state", "shooters", "threat"),
    [
        ("pinned", 1, 1 / 27 + 6 / 27 * 7 / 27),  # a wound doesn't kill who is only pinned
        ("wounded", 1, 7 / 27),
        ("pinned", 2, (89 + 240 * 329 / 729) / 729),  # by a kill or two wounds, or by one wound and then any wound
    ],
)
def test_threat_to_a_pinned_target_when_only_wounded_units_die_of_wounds(
    state: str, shooters: int, threat: float
) -> None:
    """RW-63: with the option `kill.second_wound: wounded`, a pinned target isn't rated as if it were wounded."""
    units = {**RIFLES, "b.rifleman_1": {**RIFLES["b.rifleman_1"], state: True}}
    if shooters == 2:
        units["a.rifleman_2"] = {"at": [11.5, 6], "facing": 90}
    book = rules(**OPEN, kill__second_wound="wounded")
    assert ThreatTable(book).threat(battle(units, book), "Ada") == pytest.approx(threat)


@pytest.mark.parametrize(
    ("second_wound", "shooters", "threat"),
    [
        ("pinned", 1, 1 / 27 + 6 / 27 * 7 / 27),  # a wound pins it again, and the next one kills it
        ("wounded", 1, 7 / 27),
        ("pinned", 2, (161 + 168 * 329 / 729) / 729),  # as a unit that was never hurt
    ],
)
def test_threat_to_a_wounded_target_after_a_rally(second_wound: str, shooters: int, threat: float) -> None:
    """RW-63, RW-80: with the option `rally.heals: false`, a rally leaves a unit wounded, but no longer pinned. A wound
    then kills the unit only with the option `kill.second_wound: wounded`.
    """
    units = {**RIFLES, "b.rifleman_1": {**RIFLES["b.rifleman_1"], "wounded": True}}
    if shooters == 2:
        units["a.rifleman_2"] = {"at": [11.5, 6], "facing": 90}
    book = rules(**OPEN, rally__on=1, rally__heals=False, kill__second_wound=second_wound)
    session = session_at(units, book, armies=ARMIES, active="Bea")
    session.answer("rally")
    there = Battle(session.play, book, dice_of(book))
    assert (there.unit("b.rifleman_1").pinned, there.unit("b.rifleman_1").wounded) == (False, True)
    assert ThreatTable(book).threat(there, "Ada") == pytest.approx(threat)


def test_chances_to_win_add_up_and_follow_threat_and_lives() -> None:
    """The chances to win of all players add up to 1. A player's chance rises with the threat to the enemy, and falls
    with units lost.
    """
    book = rules(**OPEN)
    evaluator = RiftWarPositionEvaluator(book)
    even = evaluator.chance_to_win("Ada", battle(RIFLES, book))
    looks_away = {**RIFLES, "b.rifleman_1": {"at": [10, 30], "facing": 90}}
    pinned = {**RIFLES, "b.rifleman_1": {**RIFLES["b.rifleman_1"], "pinned": True}}
    lost = battle({**RIFLES, "a.rifleman_2": {"at": [30, 6], "facing": 90}}, book)
    lost.change("a.rifleman_2", destroyed=True)
    lost.play.table = lost.table.without("a.rifleman_2")
    better, worse = [battle(looks_away, book), battle(pinned, book)], [lost]
    assert even == pytest.approx(0.5)
    for there in (*better, *worse):
        assert evaluator.chance_to_win("Ada", there) + evaluator.chance_to_win("Bea", there) == pytest.approx(1.0)
    assert all(evaluator.chance_to_win("Ada", there) > even for there in better)
    assert all(evaluator.chance_to_win("Ada", there) < even for there in worse)


HIDDEN: Final[dict[str, dict[str, Any]]] = {
    "a.rifleman_1": {"at": [10, 14], "facing": 90},
    "a.rifleman_2": {"at": [11.5, 14], "facing": 90},
    "b.atgm": {"at": [12, 24], "facing": 90},
}
"""Two units behind a house, and an enemy on its other side who looks away."""


def test_an_advance_leads_into_sight_of_an_enemy() -> None:
    """If nobody sees an enemy, a planner moves a unit to a place from which it sees one. If an enemy is in sight, no
    advance is found.
    """
    book = rules(dice__by="stream", victory="last_standing")
    there = battle(HIDDEN, book)
    assert not sees(there, "a.rifleman_1", "b.atgm")
    found = AdvanceFinder(book, RiftWarPositionEvaluator(book)).best(there, "Ada")
    assert found is not None
    assert found.gain > 0.0
    model = replace(there.table.models[found.mover], at=found.to)
    table = there.table.with_pieces(model)
    moved = Battle(Play(there.state, table, there.play.chance, 0.0), book, there.dice)
    assert sees(moved, found.mover, "b.atgm")
    in_sight = battle(RIFLES, rules(**OPEN))
    assert AdvanceFinder(in_sight.rules, RiftWarPositionEvaluator(in_sight.rules)).best(in_sight, "Ada") is None


def test_an_advance_stays_within_the_range_of_moves() -> None:
    """RW-31: with a limited range of moves, a planner's advance ends at a place that the move allows. If no such place
    is in sight of an enemy, there is no advance.
    """
    for limit in ("2in", "8in"):
        book = rules(dice__by="stream", victory="last_standing", move__range=limit)
        session = session_at(HIDDEN, book, armies=ARMIES)
        there = Battle(session.play, book, dice_of(book))
        best = AdvanceFinder(book, RiftWarPositionEvaluator(book)).best(there, "Ada")
        if limit == "2in":
            assert best is None  # nothing in sight is so near
            continue
        assert best is not None
        session.answer("move")
        if session.pending[0].purpose == "who moves":
            session.answer(best.mover)
        assert session.pending[0].refusal(Spot(best.mover, best.to)) is None


def test_a_greedy_bot_without_targets_moves_into_sight_of_an_enemy() -> None:
    """If no unit can fire, a unit walks to where it sees an enemy, though the house between them is in the way of a
    straight walk to the enemy.
    """
    book = rules(dice__by="stream", victory="last_standing")
    session = session_at(HIDDEN, book, armies=ARMIES)
    bot = make_bots(dict.fromkeys(PLAYERS, "greedy"), book, 1)["Ada"]
    asked: list[str] = []
    while not asked or (session.pending[0].purpose != "action" and session.pending[0].player == "Ada"):
        asked.append(session.pending[0].purpose)
        session.answer(bot.answer(session.pending[0], session))
    after = Battle(session.play, book, dice_of(book))
    assert "move" in asked
    assert any(sees(after, name, "b.atgm") for name in ("a.rifleman_1", "a.rifleman_2"))


WATCHED: Final = {**HIDDEN, "b.rifleman_1": {"at": [12, 24], "facing": 180}}
WATCHED.pop("b.atgm")
"""The two units, and an enemy who can fire at them where they would come into sight."""


def test_an_advance_counts_reaction_fire() -> None:
    """If an advance comes under the weak fire of one enemy, its gain is smaller. If the enemy's fire is strong, there
    is no advance.
    """
    book = rules(dice__by="stream", victory="last_standing")

    def gain(units: Mapping[str, Mapping[str, Any]]) -> float:
        found = AdvanceFinder(book, RiftWarPositionEvaluator(book)).best(battle(units, book), "Ada")
        return 0.0 if found is None else found.gain

    strong = {**HIDDEN, "b.atgm": {"at": [12, 28], "facing": 270}}
    assert gain(strong) == 0.0
    assert 0.0 < gain(WATCHED) < gain(HIDDEN)


@pytest.mark.parametrize(("units", "watched"), [(HIDDEN, False), (WATCHED, True)], ids=["safe", "watched"])
def test_an_advance_is_carried_out_request_by_request(units: Mapping[str, Mapping[str, Any]], *, watched: bool) -> None:
    """A planner answers each request of a move as its best advance needs: action, unit, place and dangers. It does so
    even if a new bot answers each request.
    """
    book = rules(dice__by="stream", victory="last_standing")
    session = session_at(units, book, armies=ARMIES)
    best = AdvanceFinder(book, RiftWarPositionEvaluator(book)).best(Battle(session.play, book, dice_of(book)), "Ada")
    assert best is not None
    asked: dict[str, object] = {}
    while not asked or (session.pending[0].purpose != "action" and session.pending[0].player == "Ada"):
        request = session.pending[0]
        bot = make_bots({"Ada": "planner", "Bea": "greedy"}, book, 1, perform=perform)["Ada"]
        asked[request.purpose] = answer = bot.answer(request, session)
        session.answer(answer)
    assert asked["action"] == "move"
    assert asked["who moves"] == best.mover
    assert getattr(asked["move"], "at", None) == best.to
    assert asked.get("dangers") == ("go on" if watched else None)


@pytest.mark.parametrize("seed", [1, 2], ids=["second player", "first player"])
def test_bots_set_up_where_they_expect_to_win(seed: int) -> None:
    """RW-06: a greedy bot's place for a group gives a better chance to win than the row in the middle of its side. The
    chance is compared after the enemy has set up too.
    """
    book = rules(dice__by="stream")
    session = at_the_set_up(seed, book)
    request = session.pending[0]
    rated = RiftWarAnswerEvaluator(book).evaluate(request, session, lambda: np.random.default_rng(1))
    row = rated[0][0]
    chosen = make_bots(dict.fromkeys(PLAYERS, "greedy"), book, 1)[request.player].answer(request, session)
    assert chance_after(session, chosen, book) > chance_after(session, row, book)


def test_a_planner_compares_more_set_ups() -> None:
    """RW-06: a planner's best set-up rates higher than a greedy bot's best set-up, because a planner compares more
    places.
    """
    book = rules(**FEW)
    session = at_the_set_up(1, book)
    request = session.pending[0]
    best = [
        max(
            rating
            for answer, rating in evaluator.evaluate(request, session, lambda: np.random.default_rng(1))
            if request.refusal(answer) is None
        )
        for evaluator in (RiftWarAnswerEvaluator(book), RiftWarProposals(book))
    ]
    assert best[1] > best[0]


def chance_after(session: Session[State], answer: object, book: Rulebook) -> float:
    """Return a player's chance to win, if the player answers a set-up request in a given way and all others then set
    up.
    """
    fork, player = session.fork(), session.pending[0].player
    bots = make_bots(dict.fromkeys(PLAYERS, "greedy"), book, 2)
    fork.answer(answer)
    while fork.state.stage == "set-up":
        fork.answer(bots[fork.pending[0].player].answer(fork.pending[0], fork))
    found = RiftWarPositionEvaluator(book).evaluate(player, fork)
    fork.close()
    return found


def test_planners_of_large_armies_answer_as_greedy_bots_do() -> None:
    """If there are too many pairs of enemies to look ahead, a planner's proposals are the ratings of a greedy bot."""
    book = rules(dice__by="stream")
    session = at_the_set_up(1, book, {"Ada": "legion", "Bea": "biters"})
    request = session.pending[0]
    rated = [
        evaluator.evaluate(request, session, lambda: np.random.default_rng(1))
        for evaluator in (RiftWarAnswerEvaluator(book), RiftWarProposals(book))
    ]
    assert rated[0] == rated[1]
    assert RiftWarPositionEvaluator(book).answers_to_try(request, session) == 0


def wins(bot: str, against: str, seeds: range) -> int:
    """Return how many battles of 11 units a side one bot wins against another. Each seed is played from both seats."""
    book, won = rules(dice__by="stream"), 0
    for seed in seeds:
        for winner in PLAYERS:
            session = game(seed, book)
            bots = {player: bot if player == winner else against for player in PLAYERS}
            for _ in play_out(session, make_bots(bots, book, seed, perform=perform)):
                pass
            assert session.state.result is not None
            won += session.state.result.winners == (winner,)
    return won


@pytest.mark.proof
def test_planners_beat_greedy_bots() -> None:
    """A planner wins at least 60 of 100 battles against a greedy bot."""
    assert wins("planner", "greedy", range(100, 150)) >= 60


@pytest.mark.proof
def test_greedy_bots_beat_random_ones() -> None:
    """A greedy bot wins at least 95 of 100 battles against a random one."""
    assert wins("greedy", "random", range(50)) >= 95
