"""The planner in games of Cube Clash on the table: it plays whole turns of the search, and needs no memory of earlier
searches.
"""

import numpy as np
import pytest
from clash_rules import rules

import riotsim
from riotsim.bots.bot import play_out
from riotsim.games.cube_clash.bot import thinker
from riotsim.games.cube_clash.bot.answers import ClashAnswerEvaluator
from riotsim.games.cube_clash.bot.evaluation import Evaluator
from riotsim.games.cube_clash.bot.search import Limits, Search
from riotsim.games.cube_clash.events import TurnsUnits
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.offers import offers
from riotsim.games.cube_clash.state import State
from riotsim.games.registry import GAMES
from riotsim.physics.perform import perform
from riotsim.play.game import Assets
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.store.database.document import Seat

RULES, LONG = rules(turns__max=8), rules(turns__max=28)


def game(book: Rulebook, seed: int) -> Session[State]:
    """Begin a game of two players with the usual armies."""
    seats = [Seat(name="Ada", player="planner"), Seat(name="Bea", player="planner")]
    return GAMES["cube_clash"].begin(book, seats, seed, perform, Assets({}, {}, {}), False)


def answers(session: Session[State], *, forget: bool) -> list[object]:
    """Play a game of a planner against a hasty bot to its end, and return the answers."""
    bots = make_bots({"Ada": "planner", "Bea": "hasty"}, RULES, 5)
    for _ in play_out(session, bots):
        if forget:
            thinker._best_line.cache_clear()
    return [entry for entry in session.journal if hasattr(entry, "answers")]


def test_planners_answer_alike_whether_or_not_they_remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner that forgets its searches gives the same answers as a planner that remembers them. So a resumed game
    goes on alike.
    """
    monkeypatch.setattr(thinker, "NODES", 150)
    assert answers(game(RULES, 5), forget=False) == answers(game(RULES, 5), forget=True)


def test_every_question_of_a_yellow_spell_has_ratings_and_offers() -> None:
    """While the dice of a yellow spell are turned, each question has ratings for greedy bots, and offers."""
    session, asked = game(LONG, 3), set()
    bots = make_bots({"Ada": "random", "Bea": "random"}, LONG, 3)
    while not session.is_over:
        request = session.pending[0]
        if request.purpose in ("units", "top", "north"):
            asked.add(request.purpose)
            rated = ClashAnswerEvaluator(LONG).evaluate(request, session, np.random.default_rng)
            assert all(request.refusal(answer) is None for answer, _ in rated)
            single = [offer for offer in offers(LONG, session, request) if not offer.lasts]
            assert request.purpose == "units" or len(single) == len(rated)
        session.answer(bots[request.player].answer(request, session), request.player)
    assert asked == {"units", "top", "north"}


def test_a_greedy_bot_casts_yellow_spells() -> None:
    """In a game of two Lantern Guilds, greedy bots turn dice by the magic of dwarves."""
    with riotsim.new_game("cube_clash", seats={"Bea": {"army": "lantern_guild"}}, seed=3) as match:
        match.play()
        assert any(isinstance(event, TurnsUnits) for event in match.events)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("better", "worse", "seeds", "least"), [("greedy", "random", 100, 0.95), ("planner", "greedy", 200, 0.7)]
)
def test_the_better_bot_wins(better: str, worse: str, seeds: int, least: float) -> None:
    """Of 200 games against random greedy wins 95 %, and of 400 against greedy the planner 70 %.

    On each seed it plays once with either army. A draw counts half, and so does a game that is stopped unfinished.
    """
    won = 0.0
    for seed in range(seeds):
        for bots in ((better, worse), (worse, better)):
            players = dict(zip(("Ada", "Bea"), bots, strict=True))
            with riotsim.new_game("cube_clash", players, seed=seed) as match:
                match.play()
                assert match.result is not None
                winners = [players[name] for name in match.result.winners]
                won += winners.count(better) / len(winners) if winners else 0.5
    assert won / (2 * seeds) >= least


def test_the_planner_plays_on_when_it_is_a_little_behind() -> None:
    """The planner's searches rate a draw below an even game, so the planner plays on when it is a little behind."""
    limits: list[Limits] = []

    class Watched(Search):
        def __init__(self, evaluator: Evaluator, its: Limits) -> None:
            limits.append(its)
            super().__init__(evaluator, its)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinker, "Search", Watched)
        session = game(RULES, 4)
        bots = make_bots({"Ada": "planner", "Bea": "planner"}, RULES, 4)
        while not limits:
            request = session.pending[0]
            session.answer(bots[request.player].answer(request, session), request.player)
    assert all(one.draw < 0.0 for one in limits)
