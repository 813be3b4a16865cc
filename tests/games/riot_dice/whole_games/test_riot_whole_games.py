"""Whole random games: what always holds, what a refused answer changes, and how games are resumed."""

import copy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lucky_table import LuckyTable, any_answer, begin, play_on, rules

from riotsim.games.riot_dice.rules.game import rules_of
from riotsim.games.riot_dice.rules.turn import Activate
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Refused,
    SetPace,
    Spot,
    Step,
)
from riotsim.play.session.journal import Answered, ReplayDiverged
from riotsim.play.session.session import Session
from riotsim.table.acts import Act, Settled
from riotsim.table.geometry.plan import gap
from riotsim.table.state import Table
from riotsim.table.towers import is_in_place, stands

SEEDS = st.integers(0, 2**32)
QUICK = {"loot.each": 2, "gang.models": "[git, bruiser, sneak]", "clock.minutes": 5}
"""Options for a short game."""


def wrong_answers(request: object) -> list[object]:
    """Return well-formed answers that the request doesn't allow."""
    match request:
        case Choose():
            return ["dance", Activate("nobody")]
        case PickPiece():
            return ["nobody"]
        case PickPoint(regions=regions):
            (piece, _), *_ = regions
            return [Spot("nobody", (100.0, 100.0)), Spot(piece, (-5.0, 100.0)), Spot(piece, (float("nan"), 1.0))]
        case PickWay(ways=ways):
            return [Step("nobody"), Step(ways[0].die, -1.0), Step(ways[0].die, 1e4), Step(ways[0].die, discard=True)]
        case AimThrow():
            return [Aim((-1.0, 5.0), 0.0), Aim((5.0, 5.0), 0.0, drop=1.0), Aim((5.0, 5.0), 0.0, strength=9.0)]
        case PlaceDie():
            return [(30.0, 0.0), (float("nan"), 0.0)]
        case SetPace():
            return ["breakneck"]
    raise AssertionError(f"nobody knows what is wrong for {request}")


def picture(session: Session[State]) -> tuple[object, ...]:
    """Return everything that makes up a game."""
    return (
        copy.deepcopy(session.state),
        session.table,
        session.pending,
        tuple(session.events),
        tuple(session.journal),
        session.play.chance.copy(),
    )


def check(table: Table, state: State) -> None:
    """Assert the properties that hold at every request."""
    for name, tower in table.towers.items():
        model, dice = table.models[name], table.tower_dice(name)
        assert not model.fallen, "RD-37: a fallen model has no tower"
        assert is_in_place(model, dice), "RD-30: a tower touches its model"
        assert stands(dice, model.level), "RD-32: a tower is a single stack"
        assert {die.kind.name for die in dice} == {"d6"}, "RD-94: of d6"
        assert len(set(tower.dice)) == len(tower.dice)
    for model in table.models.values():
        left, front, right, back = model.footprint.bounds()
        assert min(left, front) >= -1e-6, "RD-45: the whole base stays on the table"
        assert max(right - table.width, back - table.depth) <= 1e-6
        assert not state.bosses[model.owner].out, "RD-81: whoever is out has no models in play"
        for other in table.models.values():
            assert other.id == model.id or gap(model.footprint, other.footprint) > -0.5
    for boss in state.bosses.values():
        assert boss.stash >= 0


@settings(max_examples=6)
@given(SEEDS, st.sampled_from([2, 3, 4]), st.sampled_from([0.0, 0.3]))
def test_games_keep_the_table_in_order(seed: int, count: int, clumsy: float) -> None:
    """RD-30, RD-32, RD-37, RD-45: towers touch standing models. Bases stay on the table and don't overlap."""
    session = begin(LuckyTable(clumsy), seed, ("Ann", "Bob", "Cat", "Dan")[:count], QUICK)
    luck = np.random.default_rng(seed)
    tokens = 2 * count + 1
    for _ in range(150):
        if session.is_over:
            break
        request = session.pending[0]
        session.answer(any_answer(request, luck), request.player)
        check(session.table, session.state)
        if session.state.phase == "play":
            stashes = sum(boss.stash for boss in session.state.bosses.values())
            assert stashes + len(session.table.tokens) == tokens, "no loot is made or lost"
    session.close()


@settings(max_examples=4)
@given(SEEDS)
def test_refused_answers_change_nothing(seed: int) -> None:
    """If an answer is refused, state, table, request, events, journal and random numbers stay as they were."""
    session = begin(LuckyTable(0.2), seed, options=QUICK)
    luck = np.random.default_rng(seed)
    for _ in range(80):
        if session.is_over:
            break
        request = session.pending[0]
        before = picture(session)
        for wrong in wrong_answers(request):
            with pytest.raises(Refused):
                session.answer(wrong, request.player)
        assert picture(session) == before
        session.answer(any_answer(request, luck), request.player)
    session.close()


@settings(max_examples=4)
@given(SEEDS, st.integers(20, 120))
def test_fork_plays_on_alike_and_apart(seed: int, answers: int) -> None:
    """A fork begins with the state of its game. If both get the same answers, both go on alike. The fork never changes
    its game.
    """
    lucky = LuckyTable(0.2)
    session = begin(lucky, seed, options=QUICK)
    play_on(session, seed, answers)
    acts = len(lucky.acts)
    fork = session.fork()
    assert len(lucky.acts) == acts, "a fork replays without performing anything"
    assert (fork.state, fork.table, fork.requests) == (session.state, session.table, session.requests)
    before = picture(session)
    play_on(fork, seed + 1, 15)
    assert picture(session) == before
    play_on(session, seed + 1, 15)
    assert (fork.state, fork.table, fork.requests) == (session.state, session.table, session.requests)


def nobody_performs(table: Table, act: Act, seed: int, /) -> Settled:
    """Fail, because nothing may be performed."""
    raise AssertionError("a replay performs nothing")


@settings(max_examples=3)
@given(SEEDS)
def test_replay_from_the_journal(seed: int) -> None:
    """A game is resumed from its first checkpoint and its journal without physics. The resumed game is the same."""
    session = begin(LuckyTable(0.2), seed, options=QUICK)
    first = session.checkpoint
    play_on(session, seed, 100)
    again = Session.resume(rules_of(rules(QUICK)), first, session.journal, nobody_performs)
    assert (again.state, again.table, again.requests) == (session.state, session.table, session.requests)
    assert again.events == session.events
    assert again.journal == session.journal


def test_replay_under_other_rules_diverges() -> None:
    """If a journal no longer fits the rules, the journal is refused. The error tells which entry differs."""
    session = begin(LuckyTable(), 4, options=QUICK)
    first = session.checkpoint
    play_on(session, 4, 60)
    other = {**QUICK, "loot.each": 3}
    with pytest.raises(ReplayDiverged, match="entry 8 of the journal: the rules ask for drop of Ann, the journal has"):
        Session.resume(rules_of(rules(other)), first, session.journal, nobody_performs)


def test_answer_that_is_not_allowed_diverges() -> None:
    """If a journal has an answer that the rules forbid, the journal is refused. The error tells which entry it is."""
    session = begin(LuckyTable(), 4, options=QUICK)
    first = session.checkpoint
    play_on(session, 4, 60)
    journal = list(session.journal)
    turn = next(k for k, entry in enumerate(journal) if isinstance(entry, Answered) and entry.purpose == "turn")
    journal[turn] = Answered("turn", ((journal[turn].answers[0][0], Activate("nobody")),), 0.0)  # type: ignore[union-attr]  # it is an answer
    with pytest.raises(ReplayDiverged, match=f"entry {turn} "):
        Session.resume(rules_of(rules(QUICK)), first, journal, nobody_performs)


def test_games_end() -> None:
    """RD-83, RD-86: with nobody legging it, a game of bots ends as unfinished at its limit of activations."""
    session = begin(LuckyTable(0.1), 2, options={**QUICK, "clock.max_activations": 3})
    luck = np.random.default_rng(2)
    while not session.is_over:
        request = session.pending[0]
        answer = any_answer(request, luck)
        if request.purpose == "turn":
            assert isinstance(request, Choose)
            answer = request.options[0]
        session.answer(answer, request.player)
    assert session.state.result is not None
    assert session.state.result.unfinished
    assert session.state.activations == 3


def test_persons_are_not_cut_short() -> None:
    """RD-86: a game with a person's clock goes on after the limit of activations."""
    session = begin(LuckyTable(), 2, options={**QUICK, "clock.max_activations": 1})
    session.state.live_clock = True
    luck = np.random.default_rng(2)
    while session.state.activations < 2:
        request = session.pending[0]
        answer = any_answer(request, luck)
        if request.purpose == "turn":
            assert isinstance(request, Choose)
            answer = request.options[0]
        session.answer(answer, request.player)
    assert not session.is_over


def test_persons_clock_runs_by_stamps() -> None:
    """RD-85: with a person's clock, an activation costs the time between the stamps of the answers."""
    session = begin(LuckyTable(), 2, options=QUICK)
    session.state.live_clock = True
    luck = np.random.default_rng(2)
    assert session.state.clock == 300.0
    now = 1000.0  # the set-up took a while, and counts for nothing (RD-15)
    while session.state.activations < 1:
        request = session.pending[0]
        if session.state.phase == "play":
            now += 2.0
        answer = any_answer(request, luck)
        if request.purpose == "turn":
            assert isinstance(request, Choose)
            answer = request.options[0]
        elif isinstance(request, SetPace):
            answer = request.paces[0]  # a slow one would cost more
        session.answer(answer, request.player, now)
    assert session.state.clock == pytest.approx(300.0 - (now - 1000.0))
