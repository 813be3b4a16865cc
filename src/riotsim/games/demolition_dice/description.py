"""The description of Demolition Dice for the registry."""

from __future__ import annotations  # each part of the game is imported when it is first used

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from riotsim.games.demolition_dice.rulebook import PLAYER_COUNT, Rulebook
from riotsim.play.game import Assets, DiceRules, Game, Seat, Seats, chosen_options, hand_option
from riotsim.play.rulebook.dice import Dice

if TYPE_CHECKING:
    from riotsim.games.demolition_dice.bot.answers import DemolitionAnswerEvaluator
    from riotsim.games.demolition_dice.bot.positions import DemolitionPositionEvaluator
    from riotsim.games.demolition_dice.sandbox import DemolitionSandbox
    from riotsim.games.demolition_dice.scenario.scenario import Scenario
    from riotsim.games.demolition_dice.state import State
    from riotsim.play.agent_view import AgentView
    from riotsim.play.presentation import Presentation
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session

CREDIT: Final = (
    "Demolition Dice was designed by Sarah Cotner, Yukun Drew and Darrell Sweet.\n"
    "None of the wording of their text is used: how the game is played is told here in words of our own, in numbered "
    "clauses. Where the text is silent, a reading was chosen and marked as ours; figures were added, and became "
    "options. The designers have not endorsed this project."
)


def _scenario() -> type[Scenario]:
    from riotsim.games.demolition_dice.scenario.scenario import Scenario

    return Scenario


def _begin(
    rules: Rulebook, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    from riotsim.games.demolition_dice.rules.game import new_game

    hands = chosen_options(seats, "hand", rules.hands)
    return new_game(rules, [seat.name for seat in seats], seed, perform, hands=hands)


def _seats(rules: Rulebook) -> Seats:
    return Seats(PLAYER_COUNT, PLAYER_COUNT, PLAYER_COUNT)


def _answer_evaluator(rules: Rulebook) -> DemolitionAnswerEvaluator:
    from riotsim.games.demolition_dice.bot.answers import DemolitionAnswerEvaluator

    return DemolitionAnswerEvaluator(rules)


def _position_evaluator(rules: Rulebook) -> DemolitionPositionEvaluator:
    from riotsim.games.demolition_dice.bot.positions import DemolitionPositionEvaluator

    return DemolitionPositionEvaluator(rules)


def _dice_rules(rules: Rulebook) -> DiceRules:
    dice = Dice.model_construct(size=rules.die.size, edges=rules.die.edges)
    return DiceRules(dice, {name: one.hand for name, one in rules.hands.items()}, rules.hand, rules.bare_table)


def _sandbox(rules: Rulebook, assets: Assets, seats: Sequence[Seat]) -> DemolitionSandbox:
    from riotsim.games.demolition_dice.sandbox import demolition_sandbox

    return demolition_sandbox(rules, assets, [seat.name for seat in seats])


def _events() -> ModuleType:
    from riotsim.games.demolition_dice import events

    return events


def _presentation() -> Presentation[Rulebook, State]:
    from riotsim.games.demolition_dice.show.presentation import PRESENTATION

    return PRESENTATION


def _agent_view() -> AgentView:
    from riotsim.games.demolition_dice.agent_view import VIEW

    return VIEW


def _measure(rules: Rulebook, course: GameRecord) -> Measures:
    from riotsim.games.demolition_dice.measures import measure

    return measure(rules, course)


GAME: Final = Game(
    name="demolition_dice",
    title="Demolition Dice",
    motto="Build your tower. Knock theirs down. Real towers, real throws.",
    credit=CREDIT,
    rules=Rulebook,
    scenario=_scenario,
    seats=_seats,
    seat_options=(hand_option(),),
    begin=_begin,
    answer_evaluator=_answer_evaluator,
    options=("leave them alone", "roll the rest", "stop"),
    position_evaluator=_position_evaluator,
    dice_rules=_dice_rules,
    sandbox=_sandbox,
    events=_events,
    presentation=_presentation,
    turn_word="round",
    has_set_up=False,
    score_name="points",
    score_icon="crown",
    agent_view=_agent_view,
    measure=_measure,
    figures={
        "rounds": "number",
        "throws": "number",
        "towers felled": "number",
        "ties without a knock": "number",
        "throws that fell their target": "share",
    },
)
