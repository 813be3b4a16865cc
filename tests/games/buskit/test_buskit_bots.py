"""Bots of Buskit: what the greedy bot answers, how planners look ahead, and which bot beats which."""

from typing import Any

import pytest
from buskit_rules import rules

import riotsim
from riotsim.bots.bot import Luck
from riotsim.bots.greedy import GreedyBot
from riotsim.games.buskit.bot.answers import BuskitAnswerEvaluator
from riotsim.games.buskit.fight.game import rules_of
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.show.offers import offers
from riotsim.games.buskit.show.reasons import reason
from riotsim.games.buskit.state import State
from riotsim.play.requests import AimThrow, Request
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.table.acts import Act, Roll, Settled
from riotsim.table.state import Table

INES, COLE = "a.ines", "b.cole"


class Position:
    """A position of a fight without thrown dice, in which players answer as given or as the greedy bot does."""

    def __init__(self, fighters: dict[str, dict[str, Any]], **options: Any) -> None:
        self.rules = rules(dice__by="stream", table__terrain=[], **options)
        given = Given.model_validate({"fighters": fighters})
        table = given.lay(self.rules)
        self.session: Session[State] = Session(rules_of(self.rules), given.state(self.rules), table, 1, perform)
        self._bot = GreedyBot(BuskitAnswerEvaluator(self.rules), Luck(1, 0))

    def request(self, purpose: str, *answers: object) -> Request[object]:
        """Give the answers, and then those of the greedy bot, until a request with this purpose comes. Return the
        request.
        """
        left = list(answers)
        while (request := self.session.pending[0]).purpose != purpose:
            self.session.answer(left.pop(0) if left else self._bot.answer(request, self.session), request.player)
        return request

    def greedy(self, purpose: str, *answers: object) -> object:
        """Return the greedy bot's answer to the next request with a purpose, after some answers (see `request`)."""
        return self._bot.answer(self.request(purpose, *answers), self.session)


def test_a_held_action_is_used_before_the_last_chance_is_gone() -> None:
    """BK-47: a greedy bot keeps a held action if it can attack no opponent. It also does so before an action of its own
    side if an opponent acts later. It interrupts an opponent in reach. The question names who holds the action.
    """
    near, far = {"at": [10, 11.5], "holding": True, "acted": True}, {"at": [30, 20], "holding": True, "acted": True}
    assert Position({INES: far, COLE: {"at": [10, 10]}}).greedy("interrupt", "aim") == "wait"
    met = Position({INES: near, COLE: {"at": [10, 10]}})
    assert met.greedy("interrupt", "aim") == "interrupt"
    told = reason(met.rules, met.session, met.session.pending[0])
    assert (told.title, told.text) == (
        "Ines holds an action: interrupt?",
        "It would come before the action of Cole.",
    )
    mate = {"at": [30, 3]}
    early = Position({INES: near, "a.hired_hand_1": mate, COLE: {"at": [10, 10]}})
    assert early.greedy("interrupt", "hold") == "wait"
    last = Position({INES: near, COLE: {"at": [10, 10], "acted": True}, "a.hired_hand_1": mate})
    assert last.greedy("interrupt", "hold") == "interrupt"


def test_an_aim_is_given_up_for_a_better_shot_only() -> None:
    """BK-56: before a fighter of its own side acts, a greedy bot keeps its aim for the better shot of its next turn. It
    gives up the aim if it can strike down a strong opponent first.
    """
    aims = {"at": [10, 10], "holding": True, "aiming": "aiming"}
    early = Position({"b.hired_hand_1": {"at": [30, 3]}, COLE: aims, INES: {"at": [10, 20]}})
    assert early.greedy("interrupt", "aim") == "wait"
    falling = Position(
        {INES: {"at": [10, 14], "shock": 1}, COLE: aims}, companies__ines__characters__ines__weapons=["magnum"]
    )
    assert falling.greedy("interrupt", "aim") == "interrupt"


RIFLE = {"companies__cole__characters__cole__weapons": ["assault_rifle"]}


@pytest.mark.parametrize(
    ("fired", "chosen"), [(0, "half"), (12, "half"), (15, "burst"), (26, "burst"), (27, "single shots")]
)
def test_bursts_are_fired_as_long_as_the_magazine_lasts(fired: int, chosen: str) -> None:
    """BK-62: a greedy bot fires the burst that does most harm and still leaves shots in the magazine."""
    cole = {"at": [10, 10], "fired": {"assault_rifle": fired}}
    position = Position({COLE: cole, INES: {"at": [10, 14]}}, **RIFLE)
    assert position.greedy("fire", "attack", "one attack", "steady", "plain blow") == chosen


def test_wild_dice_are_shared_among_attacks() -> None:
    """BK-14: a greedy bot adds some of its wild dice to an attack, and keeps others."""
    position = Position({INES: {"at": [10, 11.5], "wild": 5}, COLE: {"at": [10, 10]}})
    assert position.greedy("wild dice", "attack", "one attack", "steady", "plain blow") in ("1", "2")


def test_wild_dice_of_other_checks_are_told_with_their_chances() -> None:
    """BK-14: before a treatment, each number of wild dice is offered with the chance of success. The greedy bot adds
    some dice and keeps others.
    """
    hurt = {"at": [10, 11.5], "shock": 3}
    position = Position({INES: {"at": [10, 10], "wild": 3}, "a.hired_hand_1": hurt, COLE: {"at": [30, 20]}})
    request = position.request("wild dice", "treat", "d8")
    texts = [offer.text for offer in offers(position.rules, position.session, request)]
    assert texts[0] == "0: success in 31 %"
    assert len(texts) == 4
    assert texts == sorted(texts)
    assert position.greedy("wild dice") in ("1", "2")


def test_a_planner_draws_checks_where_dice_are_thrown() -> None:
    """BK-01: when a planner plays ahead, it throws no dice on the table but draws their results, because this is
    faster. The fight itself goes on with thrown dice.
    """
    acts: list[Act] = []

    def counted(table: Table, act: Act, seed: int, /) -> Settled:
        acts.append(act)
        return perform(table, act, seed)

    with riotsim.new_game("buskit", {"Ada": "greedy", "Bea": "greedy"}, seed=3) as match:
        planner = make_bots({"Ada": "planner"}, match.rules, 3, perform=counted)["Ada"]
        while not (acts and match.table.dice):
            match.step()
            before = match.table
            assert match.pending[0].refusal(planner.answer(match.pending[0], match.session)) is None
            assert match.table is before
        assert not any(isinstance(act, Roll) for act in acts)
        while not isinstance(match.pending[0], AimThrow):
            match.step()


@pytest.mark.proof
@pytest.mark.parametrize(("better", "worse", "least"), [("greedy", "random", 0.9), ("planner", "greedy", 0.6)])
def test_the_better_bot_wins(better: str, worse: str, least: float) -> None:
    """In 200 fights without thrown dice, the better bot wins at least its share. The bots change seats after each
    fight.
    """
    won = 0
    for seed in range(200):
        bots = (better, worse) if seed % 2 == 0 else (worse, better)
        players = dict(zip(("Ada", "Bea"), bots, strict=True))
        with riotsim.new_game("buskit", players, seed=seed, options={"dice.by": "stream"}) as match:
            match.play()
            assert match.result is not None
            won += [players[name] for name in match.result.winners] == [better]
    assert won / 200 >= least
