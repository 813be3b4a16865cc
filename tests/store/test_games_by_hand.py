"""A game that people play with the mouse is stored, resumed, exported and simulated again, with exactly equal
results.
"""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from stored import BRIEF, header, traced

from riotsim.bots.bot import Luck
from riotsim.bots.random import RandomBot
from riotsim.files.problems import BadFile
from riotsim.games.registry import GAMES
from riotsim.play.requests import AimThrow, PlaceDie, Request, SetPace
from riotsim.play.session.preview import preview_act
from riotsim.play.session.session import Session
from riotsim.simulation import live_carry, perform
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.exchange import export_game, read_export, replay_import
from riotsim.store.recorder import record_new_game, record_resumed_game
from riotsim.store.resume import resume_game
from riotsim.store.verify import verify_game
from riotsim.table.acts import Act, Carry, Drag, Put, Roll, Settled, Stack
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.input.gestures.carry import CarryGesture
from riotsim.viewer.input.gestures.stack import StackGesture
from riotsim.viewer.input.gestures.throw import ThrowGesture

pytestmark = pytest.mark.xdist_group("games_by_hand")  # what they share is made once


def by_hand(request: Request[Any], session: Session[Any], number: int) -> object | None:
    """Return an answer as a person gives it with the mouse, or None if the request needs no hand movement."""
    match request:
        case AimThrow(width=width, depth=depth):
            hand = ThrowGesture(request, 0.0, width / 2 - 150.0, depth / 2)
            for k in range(12):
                hand.move(k / 60, width / 2 - 150.0 + 10.0 * k, depth / 2 + 4.0 * (number % 3) * k)
            return hand.preview.aim
        case PlaceDie(tower=tower, height=height) if height:
            x, y = session.table.tower_dice(tower)[-1].pose.xy
            die = StackGesture(request, (x, y))
            die.turn(0.1)
            return die.release(1.0, x + 1.0, y - 1.0)
        case SetPace(model=model):
            return dragged(request, session, model, jerky=number % 2 == 1)
    return None


def dragged(request: SetPace, session: Session[Any], model: str, *, jerky: bool) -> Drag | None:
    """Return a drag of a model, which is simulated live while the mouse moves. Return None if the model needn't
    move.
    """
    coming = preview_act(session, Drag(()), request.player)
    assert coming is not None
    assert isinstance(coming.act, Carry)
    start = session.table.models[model].at
    if coming.act.to == start:
        return None
    carry = live_carry(coming.table, coming.act, coming.seed)
    hand = CarryGesture(request, start, 0.0, *start)
    (dx, dy), steps = (request.to[0] - start[0], request.to[1] - start[1]), 6 if jerky else 60
    for k in range(steps):
        share = (1 - math.cos(math.pi * k / steps)) / 2
        hand.move(k / 30, start[0] + share * dx, start[1] + share * dy)
        for sample in hand.take_samples():
            carry.send(sample)
    assert carry.finish() == hand.release() or carry.fell
    SEEN[(coming.seed, repr(carry.act))] = repr(carry.settled)
    return carry.drag


SEEN: dict[tuple[int, str], str] = {}
"""Outcomes of live drags as text, by seed and act."""


def watched(table: Table, act: Act, seed: int, hz: int) -> Settled:
    """Perform an act. If it is a drag, assert that the outcome is the same as in the live drag."""
    settled = traced(table, act, seed, hz)
    seen = SEEN.pop((seed, repr(act)), None)
    if isinstance(act, Carry) and act.drag is not None:
        assert seen == repr(traced(table, act, seed, 0))
    return settled


def play(session: Session[Any], most: int) -> None:
    """Answer up to `most` requests: by hand if a hand movement is possible, and otherwise by a bot."""
    for number in range(most):
        if session.is_over:
            return
        request = session.pending[0]
        answer = by_hand(request, session, number)
        if answer is None:
            answer = bot().answer(request, session)
        session.answer(answer, request.player)


def bot() -> Any:
    """Return the bot for requests that are not answered by a hand movement."""
    return RandomBot(Luck(7, 0), GAMES["riot_dice"].option_weights)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> StoredGame:
    """Return a stored game that was played by hand, left after 60 answers, resumed, and played to its end."""
    path = tmp_path_factory.mktemp("hands") / "s"
    begin = header(options={**BRIEF, "tower.start": 3})
    with Store(path) as store:
        with record_new_game(store, begin, watched) as (begun, recorder):
            play(begun.session, 60)
            name = recorder.writer.game
        with record_resumed_game(store, name, watched) as (begun, _):
            play(begun.session, 400)
            assert begun.session.is_over
            entries = len(begun.session.journal)
        stored = store.read(name, with_traces=True)
        assert len(stored.entries) == entries
        return stored


def test_all_that_a_hand_does_is_in_the_journal(game: StoredGame) -> None:
    """If a game is played by hand, its stored acts have the hand's movements: the spin of throws, the place of stacked
    dice, and the samples of drags.
    """
    acts: list[tuple[type, Act]] = []

    def note(_entry: int, _table: Table, act: Act, _seed: int, _settled: Settled) -> None:
        acts.append((type(act), act))

    resume_game(game, seen=note).session.close()
    assert any(isinstance(act, Roll) and act.by_hand and act.spin is not None for _, act in acts)
    assert any(isinstance(act, Stack) and isinstance(act.put, Put) for _, act in acts)
    drags = [act.drag for _, act in acts if isinstance(act, Carry) and act.drag is not None]
    assert any(drag.samples[-1][0] > TICKS_PER_SECOND for drag in drags)


def test_it_replays_to_the_same_bits(game: StoredGame) -> None:
    """If the acts of a game played by hand are simulated again, each has exactly the same outcome."""
    report = verify_game(game, perform, "it")
    assert len(report.acts) == len(game.outcomes) > 0
    assert all(act.same for act in report.acts)


def test_it_is_passed_on(game: StoredGame) -> None:
    """If a game played by hand is exported and imported, its entries are the same. If a drag in it was tampered with,
    the import is refused.
    """
    text = export_game(game)
    assert replay_import(read_export(text.encode(), "it"), "it").game.entries == game.entries
    drag = next(
        k
        for k, entry in enumerate(game.entries)
        if entry.kind == "answered" and isinstance(entry.answers[0][1], dict) and entry.answers[0][1]["is"] == "drag"
    )
    entry = game.entries[drag]
    assert entry.kind == "answered"
    for samples in ([[4, 1e9]], [[4, 1.0], [4, 1.0]], [[2**70, 1.0]], "none", [[0, 0.0]] * 5000, [[1, 2.0]]):
        wrong = entry.model_copy(update={"answers": ((entry.answers[0][0], {"is": "drag", "samples": samples}),)})
        entries = (*game.entries[:drag], wrong, *game.entries[drag + 1 :])
        with pytest.raises(BadFile):
            replay_import(replace(game, entries=entries), "it")


def test_what_follows_an_answer_is_known_before_it_is_given(tmp_path: Path) -> None:
    """The preview of an answer has the act and the seed that follow if the answer is given. The preview adds nothing to
    the journal.
    """
    begin = header()
    with Store(tmp_path / "s") as store, record_new_game(store, begin, traced) as (begun, _):
        session = begun.session
        for _ in range(40):
            request = session.pending[0]
            answer = bot().answer(request, session)
            before = len(session.journal)
            coming = preview_act(session, answer, request.player) if len(session.pending) == 1 else None
            assert len(session.journal) == before
            session.answer(answer, request.player)
            if coming is not None:
                entry = session.journal[before + 1]
                assert (entry.act, entry.seed) == (coming.act, coming.seed)  # type: ignore[union-attr]  # an act
