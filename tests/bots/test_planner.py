"""The planner doesn't foresee throws, always answers alike, and leaves the game unchanged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import cast

import pytest
from test_luck import QUICK, lucky

from riotsim.bots.bot import Luck, play_out
from riotsim.bots.planner import Budget, PlannerBot
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.bot.answers import RiotAnswerEvaluator
from riotsim.games.riot_dice.bot.positions import RiotPositionEvaluator
from riotsim.games.riot_dice.events import Activated
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game, rules_of
from riotsim.games.riot_dice.rules.towers import STREAMS
from riotsim.games.riot_dice.state import State
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.requests import Choose, Request
from riotsim.play.session.chance import Chance
from riotsim.play.session.journal import Acted
from riotsim.play.session.session import Session
from riotsim.players import BOTS, PLANNERS, bots_for, make_bots
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

PLANS = {"Ada": "planner", "Bea": "greedy"}
RULES = load_rules("riot_dice", Rulebook, QUICK)
SEED = 3


def positions(bots: dict[str, str] = PLANS) -> Iterator[Session[State]]:
    """Yield a game of greedy bots before each answer. Its throws are drawn by chance, without physics."""
    session = new_game(RULES, list(bots), SEED, lucky, {})
    playing = play_out(session, make_bots(dict.fromkeys(bots, "greedy"), RULES, SEED))
    while not session.is_over:
        yield session
        next(playing, None)


@cache
def _before_a_turn() -> Session[State]:
    """Return the game before the first turn that follows at least three activations."""
    return next(s.fork() for s in positions() if s.pending[0].purpose == "turn" and s.state.activations > 2)


def before_a_turn() -> Session[State]:
    """Return a copy of a game before a turn, after at least three activations."""
    return _before_a_turn().fork()


def with_another_future(session: Session[State], root: int) -> Session[State]:
    """Return the game at the same point with other seeds, so that its next throws differ."""
    chance = Chance(root, dict(session.checkpoint.chance.counts))
    begin = replace(session.checkpoint, chance=chance.copy())
    since = session.journal[begin.entry_count - session.first_checkpoint.entry_count :]
    seeded = [replace(e, seed=chance.seed(STREAMS[type(e.act)])) if isinstance(e, Acted) else e for e in since]
    return Session.resume(session.rules, begin, seeded, lucky)


@dataclass
class Counted:
    """A function that performs acts without physics and notes their seeds."""

    seeds: list[int]

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act."""
        self.seeds.append(seed)
        return lucky(table, act, seed)


def asked(session: Session[State]) -> tuple[str, Request[object]]:
    """Return the player who is asked, and the request."""
    return session.pending[0].player, session.pending[0]


@pytest.mark.parametrize("bot", [*PLANNERS, "greedy"])
def test_bots_foresee_no_throw(bot: str) -> None:
    """If a game's future throws were others, a bot would give the same answer and try the same acts."""
    planned = 0
    for session in islice(positions(), 151):
        boss, request = asked(session)
        if boss != "Ada" or session.state.phase != "play":
            continue
        tries: list[Counted] = []
        answers = []
        for course in (session, with_another_future(session, 2**40)):
            tries.append(Counted([]))
            bots = make_bots(PLANS | {"Ada": bot}, RULES, SEED, perform=tries[-1])
            answers.append(bots["Ada"].answer(request, course))
        assert answers == answers[:1] * 2
        assert tries == tries[:1] * 2
        planned += bool(tries[0].seeds)
    assert planned > 3 or bot == "greedy"


def test_what_is_tried_is_not_what_comes() -> None:
    """The acts that a planner tries have other seeds than the throws of the game."""
    tried, acted = Counted([]), Counted([])
    session = new_game(RULES, list(PLANS), SEED, acted, {})
    bots = make_bots(PLANS, RULES, SEED, perform=tried)
    for _ in play_out(session, bots):
        if len(tried.seeds) > 150 and acted.seeds:
            break
    assert tried.seeds
    assert set(tried.seeds).isdisjoint(acted.seeds)


def test_a_hidden_answer_is_not_seen() -> None:
    """RD-61: in a fight, a planner's answer doesn't depend on the other boss's hidden answer."""
    unanswered = (s for s in positions() if s.pending[0].purpose == "fight" and len(s.pending) == 2)
    fights = [s.fork() for s in islice(unanswered, 7)]  # those of the whole game
    assert len(fights) == 7, "hardly anybody fights"
    for fight in fights:
        bots = make_bots({"Ada": "planner", "Bea": "planner"}, RULES, SEED, perform=lucky)
        for boss, other in (("Ada", "Bea"), ("Bea", "Ada")):
            found = set()
            for throw in ("thump", "shove", "pinch"):
                half = fight.fork()
                half.answer(throw, other)
                (request,) = half.pending
                assert request.player == boss
                found.add(bots[boss].answer(request, half))
            assert len(found) == 1


def test_thinking_changes_nothing() -> None:
    """While a planner thinks, the game's table, state, journal and chance stay as they are."""
    planned = 0
    for session in islice(positions(), 0, 190, 7):
        before = (session.table, repr(session.state), list(session.journal), session.play.chance.copy())
        boss, request = asked(session)
        tried = Counted([])
        make_bots(dict.fromkeys(PLANS, "hasty"), RULES, SEED, perform=tried)[boss].answer(request, session)
        planned += bool(tried.seeds)
        assert before == (session.table, repr(session.state), list(session.journal), session.play.chance)
    assert planned > 3


def test_new_planners_go_on_with_the_same_bits() -> None:
    """If a game with a planner is cut and resumed with new bots, it goes on exactly as the game that wasn't cut."""
    bots = {"Ada": "hasty", "Bea": "greedy"}
    session = new_game(RULES, list(bots), SEED, lucky, {})
    cuts = [(session.checkpoint, session.entry_count)]
    for _ in play_out(session, make_bots(bots, RULES, SEED, perform=lucky)):
        cuts.append((session.checkpoint, session.entry_count))
        if session.state.activations == 5:
            break
    checkpoint, entries = cuts[len(cuts) * 2 // 3]
    kept = session.journal[checkpoint.entry_count : entries]
    again = Session.resume(rules_of(RULES), checkpoint, kept, lucky)
    for _ in play_out(again, make_bots(bots, RULES, SEED, perform=lucky)):
        if again.entry_count == session.entry_count:
            break
    assert again.journal == session.journal[checkpoint.entry_count :]
    assert (again.state, again.table) == (session.state, session.table)


def test_thinking_is_counted() -> None:
    """If a planner may do more rollouts, it tries more acts. If only one answer is possible, it tries none."""
    session = before_a_turn()
    boss, request = asked(session)

    def acts(*rounds: int) -> int:
        tried, judge = Counted([]), RiotAnswerEvaluator(RULES)
        PlannerBot(judge, judge, RiotPositionEvaluator(RULES), Luck(1, 0), tried, Budget(rounds)).answer(
            request, session
        )
        return len(tried.seeds)

    assert 0 < acts(1) < acts(4) < acts(4, 4)
    only = cast(Request[object], Choose(boss, "action", ("end",)))
    tried = Counted([])
    assert make_bots(dict.fromkeys(PLANS, "planner"), RULES, 1, perform=tried)[boss].answer(only, session) == "end"
    assert not tried.seeds


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_rollout_goes_on_for_so_many_turns(turns: int) -> None:
    """A rollout goes on for as many turns as the evaluator of positions asks for. The position is then evaluated
    between two turns.
    """
    session = before_a_turn()
    _, request = asked(session)
    reached: list[int] = []

    class Noting:
        """An evaluator that gives all positions the same value, and notes how many activations the game has had."""

        rating_scale = 0.01

        def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
            return 9

        def evaluate(self, boss: str, session: Session[State]) -> float:
            reached.append(session.state.activations)
            assert session.state.activating is None
            return 0.5

        @property
        def turns(self) -> int:
            return turns

    judge = RiotAnswerEvaluator(RULES)
    PlannerBot(judge, judge, Noting(), Luck(1, 0), lucky, Budget((2,))).answer(request, session)
    assert max(reached) == session.state.activations + turns


@pytest.mark.parametrize(("answers", "rollouts"), [(2, 2 + 2 * 2), (3, 3 + 2 * 2), (4, 4 + 2 * 2), (5, 5 + 3 * 2)])
def test_all_rounds_compare_answers(answers: int, rollouts: int) -> None:
    """After a round, the better half of the answers is tried again, and at least two of them."""
    session = before_a_turn()
    _, request = asked(session)
    reached: list[str] = []

    class Counting:
        """An evaluator that gives all positions the same value, and counts them."""

        rating_scale = 0.01
        turns = 1

        def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
            return answers

        def evaluate(self, boss: str, session: Session[State]) -> float:
            reached.append(boss)
            return 0.5

    class Alike:
        """An evaluator that gives the best answer nine times, each with the same rating."""

        def evaluate(
            self, request: Request[object], session: Session[State], chance: ChanceSource
        ) -> Sequence[RatedAnswer]:
            rated = RiotAnswerEvaluator(RULES).evaluate(request, session, chance)
            return [(max(rated, key=lambda one: one[1])[0], 0.0)] * 9

    judge = RiotAnswerEvaluator(RULES)
    PlannerBot(Alike(), judge, Counting(), Luck(1, 0), lucky, Budget((1, 2))).answer(request, session)
    assert len(reached) == rollouts


class Foolish:
    """An evaluator that rates the last model slightly above the others."""

    def evaluate(
        self, request: Request[object], session: Session[State], chance: ChanceSource
    ) -> Sequence[RatedAnswer]:
        """Rate the options in ascending order. Requests about other things than turns go to another evaluator."""
        if not isinstance(request, Choose) or request.purpose != "turn":
            return RiotAnswerEvaluator(RULES).evaluate(request, session, chance)
        return [(option, float(number)) for number, option in enumerate(request.options)]


def test_what_turns_out_better_is_taken() -> None:
    """If a lower-rated answer turns out better in rollouts, the planner takes it. If the higher rating is clearly
    ahead, it takes the higher-rated answer.
    """
    session = before_a_turn()
    _, request = asked(session)
    assert isinstance(request, Choose)
    best = request.options[0]

    class Fond:
        """An evaluator that rates positions after one answer higher than all others."""

        rating_scale = 0.01
        turns = 1

        def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
            return 9

        def evaluate(self, boss: str, session: Session[State]) -> float:
            activated = [event.model for event in session.events if isinstance(event, Activated)]
            return 0.6 if getattr(best, "model", None) in activated else 0.4

    fond, sure = Fond(), Fond()
    sure.rating_scale = 2.0
    answers = [
        PlannerBot(Foolish(), RiotAnswerEvaluator(RULES), outlook, Luck(1, 0), lucky, Budget((2, 2))).answer(
            request, session
        )
        for outlook in (fond, sure)
    ]
    assert answers == [best, request.options[-1]]


def test_proposals_are_not_for_rollouts() -> None:
    """A planner tries the answers that its proposer rates. Within rollouts, answers come from the usual evaluator."""
    session = before_a_turn()
    _, request = asked(session)
    asked_for: list[Request[object]] = []

    class Proposing(Foolish):
        """A proposer that notes what it is asked for."""

        def evaluate(
            self, request: Request[object], session: Session[State], chance: ChanceSource
        ) -> Sequence[RatedAnswer]:
            asked_for.append(request)
            return super().evaluate(request, session, chance)

    class Indifferent:
        """An evaluator that rates all positions alike."""

        rating_scale = 0.01
        turns = 2

        def answers_to_try(self, request: Request[object], session: Session[State]) -> int:
            return 9

        def evaluate(self, boss: str, session: Session[State]) -> float:
            return 0.5

    judge = RiotAnswerEvaluator(RULES)
    bot = PlannerBot(judge, judge, Indifferent(), Luck(1, 0), lucky, Budget((1, 1)), Proposing())
    assert isinstance(request, Choose)
    assert bot.answer(request, session) == request.options[-1]
    assert asked_for == [request]


def test_who_can_plan() -> None:
    """All bots can play each game of the program. A planner without a function that performs acts is refused."""
    from riotsim.games.registry import GAMES

    assert {bots_for(game) for game in GAMES.values()} == {BOTS}
    with pytest.raises(ValueError, match="nobody performs acts for it"):
        make_bots(PLANS, RULES, SEED)


def test_what_is_never_done_is_not_tried() -> None:
    """If a planner may activate only one model, it takes this model without trying an act."""
    session = before_a_turn()
    boss, request = asked(session)
    assert isinstance(request, Choose)
    *never, only = [str(option) for option in request.options if str(option) != "leg it"]
    assert never
    tried = Counted([])
    bots = make_bots(dict.fromkeys(PLANS, "planner"), RULES, SEED, {boss: never}, tried)
    assert str(bots[boss].answer(request, session)) == only
    assert not tried.seeds
