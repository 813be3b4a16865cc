"""The description of Buskit for the registry."""

from __future__ import annotations  # each part of the game is imported when it is first used

from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from riotsim.games.buskit.rulebook import Rulebook, company_schema
from riotsim.play.game import (
    Assets,
    DiceRules,
    Game,
    Seat,
    SeatOption,
    SeatOptionChoices,
    Seats,
    brought_contents,
    chosen_options,
    hand_option,
)

if TYPE_CHECKING:
    from riotsim.games.buskit.bot.answers import BuskitAnswerEvaluator
    from riotsim.games.buskit.bot.positions import BuskitPositionEvaluator
    from riotsim.games.buskit.characters.figures import CompanyFigures
    from riotsim.games.buskit.sandbox import BuskitSandbox
    from riotsim.games.buskit.scenario.scenario import Scenario
    from riotsim.games.buskit.state import State
    from riotsim.play.agent_view import AgentView
    from riotsim.play.presentation import Presentation
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session

CREDIT: Final = (
    "Buskit was written by Adam and Matt Schwaninger (www.headonastick.com). Its text states no licence. Aspects are "
    "after FATE by Fred Hicks.\n"
    "None of its wording is used: the rules are told in words of our own, and the characters are ours. It is a "
    "role-playing game without a board; table, moves and whatever a game master would decide are our choice, and are "
    "marked so. The authors have not endorsed this project."
)


def _scenario() -> type[Scenario]:
    from riotsim.games.buskit.scenario.scenario import Scenario

    return Scenario


def _begin(
    rules: Rulebook, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    from riotsim.games.buskit.fight.game import new_game

    companies = chosen_options(seats, "side", rules.companies)
    hands = chosen_options(seats, "hand", rules.hands)
    players, brought = [seat.name for seat in seats], brought_contents(seats)
    return new_game(rules, players, seed, perform, companies=companies, hands=hands, brought=brought, kinds=assets.dice)


def _seats(rules: Rulebook) -> Seats:
    return Seats(rules.sides, rules.sides, rules.sides)


def _sides(rules: Rulebook) -> SeatOptionChoices:
    names = tuple(rules.companies)
    usual = tuple(names[number % len(names)] for number in range(rules.sides))
    titles = {name: side.name for name, side in rules.companies.items()}
    about = {name: _characters(side) for name, side in rules.companies.items()}
    return SeatOptionChoices(titles, usual_by_seat=usual, about=about)


def _characters(side: CompanyFigures) -> str:
    """Return a text about the characters of a side.

    If some characters have only one model, the text lists just their `concept`s, such as `duellist of the old town`. If
    every character has several models, it lists the number of models and the name of each, such as `4 × Hired Hand`.
    """
    counts = Counter(side.side)
    single = [side.characters[name].concept for name, count in counts.items() if count == 1]
    return ", ".join(single or [f"{count} × {name.replace('_', ' ').title()}" for name, count in counts.items()])


def _answer_evaluator(rules: Rulebook) -> BuskitAnswerEvaluator:
    from riotsim.games.buskit.bot.answers import BuskitAnswerEvaluator

    return BuskitAnswerEvaluator(rules)


def _position_evaluator(rules: Rulebook) -> BuskitPositionEvaluator:
    from riotsim.games.buskit.bot.positions import BuskitPositionEvaluator

    return BuskitPositionEvaluator(rules)


def _dice_rules(rules: Rulebook) -> DiceRules:
    from dataclasses import replace

    from riotsim.games.buskit.fight.setup import empty_table

    table = empty_table(rules)
    bare = replace(table.without(*table.terrain), wall_height=rules.tray.walls)
    return DiceRules(rules.dice, {name: one.hand for name, one in rules.hands.items()}, rules.hand, bare)


def _sandbox(rules: Rulebook, assets: Assets, seats: Sequence[Seat]) -> BuskitSandbox:
    from riotsim.games.buskit.sandbox import BuskitSandbox

    return BuskitSandbox(rules, [seat.name for seat in seats], brought_contents(seats))


def _events() -> ModuleType:
    from riotsim.games.buskit import events

    return events


def _presentation() -> Presentation[Rulebook, State]:
    from riotsim.games.buskit.show.presentation import PRESENTATION

    return PRESENTATION


def _agent_view() -> AgentView:
    from riotsim.games.buskit.agent_view import VIEW

    return VIEW


def _measure(rules: Rulebook, course: GameRecord) -> Measures:
    from riotsim.games.buskit.measures import measure

    return measure(rules, course)


GAME: Final = Game(
    name="buskit",
    title="Buskit",
    motto="Skirmishes of a few characters. Throw a handful of dice: the highest counts.",
    credit=CREDIT,
    rules=Rulebook,
    scenario=_scenario,
    seats=_seats,
    seat_options=(
        SeatOption("side", "The side of a player.", _sides, phrase="with {}"),
        hand_option(),
    ),
    company=company_schema,
    no_scenery_options={"table.terrain": "[]"},
    begin=_begin,
    answer_evaluator=_answer_evaluator,
    options=(
        *("attack", "aim", "hold", "run", "one attack", "two attacks", "three attacks", "steady", "reckless", "wary"),
        *("plain blow", "called shot", "stay", "drop prone", "dodge"),
    ),
    option_weights={
        "attack": 8.0,
        "stand up": 3.0,
        "move": 2.0,
        "help": 0.5,
        "aim": 0.5,
        "done": 0.4,
        "hold": 0.3,
        "drop prone": 0.15,
    },
    position_evaluator=_position_evaluator,
    dice_rules=_dice_rules,
    sandbox=_sandbox,
    events=_events,
    presentation=_presentation,
    turn_word="round",
    score_name="fighters up",
    score_icon="person",
    agent_view=_agent_view,
    measure=_measure,
    figures={
        "rounds": "number",
        "attacks": "number",
        "attacks that hit": "share",
        "shock taken": "number",
        "wounds taken": "number",
        "fighters down": "number",
        "down of shock alone": "share",
        "deaths": "number",
        "interrupts": "number",
        "drawn": "share",
    },
)
