"""The rating of positions of Demolition Dice, and planners that use the rating."""

from collections import Counter

import pytest
from dice_table import NAMES, LuckyTable, played, rules

from riotsim.bots.bot import play_out
from riotsim.games.demolition_dice.bot.positions import DemolitionPositionEvaluator
from riotsim.games.demolition_dice.events import Stops
from riotsim.games.demolition_dice.rules.game import new_game
from riotsim.play.session.journal import Answered
from riotsim.players import make_bots


def test_the_greedy_bot_rolls_the_rest_of_its_dice() -> None:
    """DD-50: a greedy bot never stops before all its dice are rolled, because each die adds to its score."""
    stopped, offered = 0, 0
    for seed in range(5):
        session = played(seed, LuckyTable(), kinds=("greedy", "greedy", "greedy"))
        stopped += sum(isinstance(event, Stops) for event in session.events)
        offered += sum(isinstance(one, Answered) and one.purpose == "finish" for one in session.journal)
    assert (stopped, offered > 5) == (0, True)


def test_chances_add_up() -> None:
    """At the start of each round, the players' chances to win add up to 1. After the end, only the winners have a
    chance. Planners try out throws, and play to the end.
    """
    book, lucky, tried = rules(), LuckyTable(), LuckyTable()
    session = new_game(book, NAMES, 3, lucky)
    outlook, turn = DemolitionPositionEvaluator(book), None
    bots = dict(zip(NAMES, ("hasty", "greedy", "hasty"), strict=True))
    asked: Counter[str] = Counter()
    for request in play_out(session, make_bots(bots, book, 3, perform=tried)):
        asked[request.purpose] += 1
        if session.checkpoint is not turn:
            turn = session.checkpoint
            assert sum(outlook.evaluate(name, session) for name in NAMES) == pytest.approx(1.0, abs=0.02)
    result = session.state.result
    assert result is not None
    assert {name for name in NAMES if outlook.evaluate(name, session) > 0} == set(result.winners)
    assert asked["knock"]
    assert tried.acts, "throws at towers are tried out"
