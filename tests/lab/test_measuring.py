from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

import pytest
from small_campaigns import plan

from riotsim.games.registry import GAMES
from riotsim.games.riftwar import events as riftwar
from riotsim.games.riftwar.description import GAME as RIFTWAR
from riotsim.games.riot_dice import events
from riotsim.lab.campaigns.measures import measure_game, measure_names
from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.campaigns.running import job_of
from riotsim.lab.campaigns.trial import Played, play
from riotsim.play.session.journal import Acted, Answered
from riotsim.play.session.recorder import Decision, GameRecord, ScoreSnapshot
from riotsim.table.acts import Carry, Hand, Pace, Stack
from riotsim.table.pieces import Die

pytestmark = pytest.mark.xdist_group("measuring")  # what they share is made once

HAND = Hand("h", 1, 0, 0, 9, 1, 1, 1, 1, (("normal", Pace(1, 1)),))

COURSE = GameRecord(
    seats=("Ada", "Bea"),
    history=(),
    decisions=(Decision("Ada", "turn", 3), Decision("Ada", "action", 1), Decision("Ada", "aim", None)),
    score_snapshots=tuple(
        ScoreSnapshot(turn, {"Ada": ada, "Bea": bea})
        for turn, ada, bea in ((1, 0, 0), (2, 1, 0), (3, 1, 2), (5, 3, 2), (9, 3, 2))
    ),
    winners=("Ada",),
    unfinished=False,
    owners={"a1": "Ada", "b1": "Bea"},
    state=None,
    turns=8,
)
"""Eight turns: Ada leads from the second on, Bea from the third, Ada from the fifth to the end."""


@pytest.fixture(scope="module")
def games() -> dict[str, Played]:
    """Return a game of each kind, which bots have played."""
    random = [{"name": name, "bot": "random"} for name in ("Ada", "Bea")]
    brief = {"clock.minutes": 2, "clock.after": "last_activation"}
    riot = plan(rules="riot_dice", bosses=[], arms={"usual": {"set": brief}})
    clash = plan(rules="cube_clash", bosses=[], arms={"usual": {"set": {"turns.max": 20}}})
    duel = {"mode": "duel", "dice.by": "stream"}
    buskit = plan(rules="buskit", bosses=[], arms={"usual": {"set": duel}})
    short = {"dice.by": "stream", "phase.max_per_unit": 1, "phase.max_actions": 3}
    riftwar = plan(rules="riftwar", bosses=random, arms={"usual": {"set": short}})
    plans = (plan(), riot, clash, buskit, riftwar)
    return {made.game.name: play(job_of(made, Trial(next(iter(made.arms)), 0, 0))) for made in plans}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_all_that_is_measured_can_be_asked_for(name: str, games: dict[str, Played]) -> None:
    """A played game has all figures that its kind of game declares. It has no figure whose name a campaign couldn't ask
    for.
    """
    found = games[name].figures
    seats = [figure.removeprefix("score ") for figure in found if figure.startswith("score ")]
    known = measure_names(GAMES[name], seats)
    assert set(found) <= set(known)
    assert set(GAMES[name].figures) <= set(found)


def test_leads_are_counted_and_the_last_one_is_timed() -> None:
    """If the lead changes twice in eight turns, and the winner leads from the fifth turn on, the game is "decided at"
    4/8.
    """
    found = measure_game(COURSE, GAMES["demolition_dice"], None).figures
    assert found["turns"] == 8
    assert found["lead changes"] == 2
    assert found["decided at"] == pytest.approx(4 / 8)
    assert found["decided early"] == 0.0
    assert found["margin"] == 1.0
    assert (found["options a decision"], found["forced decisions"]) == (2.0, 0.5)


def test_who_leads_from_the_set_up_on_has_decided_at_once() -> None:
    """If the winner leads from the set-up on, the game is "decided at" 0, and not at a negative share of its turns."""
    led = tuple(ScoreSnapshot(turn, {"Ada": 3, "Bea": 1}) for turn in (0, 4))
    assert measure_game(replace(COURSE, score_snapshots=led), GAMES["riftwar"], None).figures["decided at"] == 0.0


def test_phases_of_riftwar_are_measured() -> None:
    """Three phases have 2, 1 and 3 actions. The first attack comes in the second phase, and most units fall in the
    third: two. Reactions, passes and a move that is taken back don't count as actions.
    """
    attack = riftwar.Attacks("a", "b", "direct", (5, 6, 1), False, 2, "wound")
    of_phases = (
        (riftwar.PhaseBegins(1, "Ada"), *[_action()] * 2, Answered("react", (("Bea", "fire"),), 0.0)),
        (riftwar.PhaseBegins(2, "Bea"), _action(), attack, riftwar.Destroyed("a"), _action("pass")),
        (
            riftwar.PhaseBegins(3, "Ada"),
            *[_action()] * 4,
            _answer("dangers", "change"),
            _answer("dangers", "withdraw"),
            attack,
            *[riftwar.Destroyed("b")] * 2,
        ),
    )
    course = replace(COURSE, history=tuple(chain.from_iterable(of_phases)))
    found = RIFTWAR.measure(None, course).figures
    assert (found["phases"], found["actions a phase"], found["most actions in a phase"]) == (3.0, 2.0, 3.0)
    assert (found["phases before the first attack"], found["most destroyed in a phase"]) == (1.0, 2.0)
    calm = RIFTWAR.measure(None, replace(course, history=of_phases[0])).figures
    assert calm["phases before the first attack"] == 1.0


def _action(option: str = "move") -> Answered:
    return _answer("action", option)


def _answer(purpose: str, option: str) -> Answered:
    return Answered(purpose, (("Ada", option),), 0.0)


def test_a_draw_is_shared_and_never_decided() -> None:
    """If two players draw, each has half a win, and the game is "decided at" its very end."""
    drawn = replace(
        COURSE,
        winners=("Ada", "Bea"),
        score_snapshots=(*COURSE.score_snapshots, ScoreSnapshot(9, {"Ada": 3, "Bea": 3})),
    )
    found = measure_game(drawn, GAMES["demolition_dice"], None).figures
    assert (found["wins Ada"], found["wins seat 2"], found["draws"]) == (0.5, 0.5, 1.0)
    assert (found["decided at"], found["margin"]) == (1.0, 0.0)


def test_a_game_that_nobody_won_has_no_share_of_wins() -> None:
    """If nobody wins, the game counts as unfinished, and has no figure of wins for any boss or seat."""
    found = measure_game(replace(COURSE, winners=(), unfinished=True), GAMES["demolition_dice"], None).figures
    assert found["unfinished"] == 1.0
    assert not [name for name in found if name.startswith("wins")]


def test_a_fall_is_put_down_to_the_act_it_came_of() -> None:
    """If several towers fall in one act, the act is the cause of the first fall, and the others count as a cascade."""
    rules = type("Rules", (), {"clock": type("Clock", (), {"minutes": None})})
    happened = (
        Acted(Carry("a1", (0, 0), HAND, "normal"), 1, None),
        events.TowerFalls("a1", "Ada", 5),
        events.TowerFalls("b1", "Ada", 7),
        Acted(Stack(Die("d"), "b1", HAND), 1, None),
        events.TowerFalls("b1", "Bea", 9),
        Acted(Carry("b1", (0, 0), HAND, "normal"), 1, None),
        events.TowerFalls("a1", "Bea", 2),
    )
    from riotsim.games.riot_dice.measures import measure

    found = measure(rules, replace(COURSE, history=happened))  # type: ignore[arg-type]  # all it looks at
    assert found.tallies["falls"] == Counter({"own carry": 1, "cascade": 1, "stacking": 1, "run into": 1})
    assert found.tallies["dice of fallen towers"]["own carry: 5"] == 1


def test_figures_of_real_games_agree_with_each_other(games: dict[str, Played]) -> None:
    """In games that bots have played, shares of wins add up to 1, or to 0 if nobody won. The number of falls is the sum
    over their causes, and the number of turns is that of the turns played.
    """
    for played in games.values():
        assert played.failure == ""
        wins = sum(value for name, value in played.figures.items() if name.startswith("wins seat"))
        assert wins == pytest.approx(1.0 if played.winners else 0.0)
    riot, demolition = games["riot_dice"], games["demolition_dice"]
    assert riot.figures["falls"] == sum(riot.tallies.get("falls", {}).values())
    assert riot.figures["turns"] == riot.tallies["decisions"]["turn"]
    assert riot.figures["minutes"] == pytest.approx(riot.figures["turns"] / 2, abs=1.5)
    assert demolition.figures["turns"] == demolition.figures["rounds"]
    assert games["cube_clash"].figures["turns"] == games["cube_clash"].figures["turns of both"]
    assert demolition.figures["throws"] == sum(
        count for what, count in demolition.tallies["throws at"].items() if what != "none"
    )


def _tallies(never: list[str], options: dict[str, object], pair: int) -> Mapping[str, Mapping[str, int]]:
    """Play a game of two bosses who never choose the options in `never`, and return what was counted."""
    bosses = [{"name": name, "never": never} for name in ("Ada", "Bea")]
    riot = plan(
        rules="riot_dice", bosses=bosses, arms={"usual": {"set": {"clock.after": "last_activation", **options}}}
    )
    return play(job_of(riot, Trial("usual", pair, 0))).tallies


def test_a_boss_who_never_shoots_never_does() -> None:
    """If `never` of both bosses names shooting, nobody shoots in a game in which there would otherwise be six shots."""
    options: dict[str, object] = {"clock.minutes": 2}
    assert _tallies([], options, 0)["actions"]["shoot"] == 6
    assert "shoot" not in _tallies(["shoot"], options, 0)["actions"]


def test_peaceful_bosses_hardly_fight() -> None:
    """If both bosses keep clear of fights, a game has at most a third of the fights that it has otherwise."""
    options: dict[str, object] = {"clock.minutes": 3, "table.terrain": []}
    fights, peaceful = (sum(_tallies(never, options, 1).get("fights", {}).values()) for never in ([], ["fight"]))
    assert fights >= 3
    assert peaceful * 3 <= fights
