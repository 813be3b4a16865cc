"""The description of Buskit for the registry."""

from __future__ import annotations  # each part of the game is imported when it is first used

from collections import Counter
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from riotsim.games.buskit.rulebook import CompanyFile, Rulebook, company_schema
from riotsim.play.game import (
    Assets,
    DiceRules,
    Game,
    Seat,
    SeatOption,
    SeatOptionChoices,
    Seats,
    brought_companies,
    chosen_options,
)

if TYPE_CHECKING:
    from riotsim.games.buskit.bot.answers import BuskitAnswerEvaluator
    from riotsim.games.buskit.bot.positions import BuskitPositionEvaluator
    from riotsim.games.buskit.characters.figures import CompanyFigures
    from riotsim.games.buskit.sandbox import BuskitSandbox
    from riotsim.games.buskit.scenario.scenario import Scenario
    from riotsim.games.buskit.show.narration import BuskitFormatter
    from riotsim.games.buskit.state import State
    from riotsim.play.agent_view import AgentView
    from riotsim.play.context import Checkpoint
    from riotsim.play.displays import Roster, ShownCheck
    from riotsim.play.narration import DataSheet, FinalScore, GameStatus, Offer, PieceMark, Reason, Turn
    from riotsim.play.requests import PlayerId, Request, Unavailable
    from riotsim.play.rulebook.companies import CompanySchema
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session
    from riotsim.table.pieces import Figure, Piece, PieceId
    from riotsim.table.state import Table

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
    players, brought = [seat.name for seat in seats], _brought(seats)
    return new_game(rules, players, seed, perform, companies=companies, hands=hands, brought=brought, kinds=assets.dice)


def _brought(seats: Sequence[Seat]) -> Mapping[PlayerId, CompanyFile]:
    return {player: company.content for player, company in brought_companies(seats).items()}


def _company(rules: Rulebook) -> CompanySchema[CompanyFile]:
    return company_schema(rules)


def _seats(rules: Rulebook) -> Seats:
    return Seats(rules.sides, rules.sides, rules.sides)


def _sides(rules: Rulebook) -> SeatOptionChoices:
    names = tuple(rules.companies)
    usual = tuple(names[number % len(names)] for number in range(rules.sides))
    titles = {name: side.name for name, side in rules.companies.items()}
    about = {name: _characters(side) for name, side in rules.companies.items()}
    return SeatOptionChoices(titles, usual_by_seat=usual, about=about)


def _characters(side: CompanyFigures) -> str:
    """Return the concept of each character that comes only once in a side, such as `duellist of the old town`. If there
    is no such character, return the name and the number of each character, such as `4 × Hired Hand`.
    """
    counts = Counter(side.side)
    single = [side.characters[name].concept for name, count in counts.items() if count == 1]
    return ", ".join(single or [f"{count} × {name.replace('_', ' ').title()}" for name, count in counts.items()])


def _hands(rules: Rulebook) -> SeatOptionChoices:
    return SeatOptionChoices({name: name for name in rules.hands}, rules.hand)


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

    return BuskitSandbox(rules, [seat.name for seat in seats], _brought(seats))


def _events() -> ModuleType:
    from riotsim.games.buskit import events

    return events


def _turn(state: State) -> Turn:
    from riotsim.games.buskit.show.standing import turn_of

    return turn_of(state)


def _final_score(state: State) -> FinalScore | None:
    from riotsim.games.buskit.show.standing import final_score

    return final_score(state)


def _formatter(rules: Rulebook, begin: Checkpoint[State]) -> BuskitFormatter:
    from riotsim.games.buskit.show.narration import BuskitFormatter

    return BuskitFormatter(begin.state.players)


def _reason(rules: Rulebook, session: Session[State], request: Request[object]) -> Reason:
    from riotsim.games.buskit.show.reasons import reason

    return reason(rules, session, request)


def _offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    from riotsim.games.buskit.show.offers import offers

    return offers(rules, session, request)


def _incoming_pieces(
    rules: Rulebook, figures: Mapping[str, Figure], session: Session[State], request: Request[object]
) -> Mapping[PieceId, Piece]:
    from riotsim.games.buskit.fight.setup import incoming_models

    return incoming_models(rules, session.state, request)


def _scores(state: State, table: Table) -> Mapping[PlayerId, int]:
    from riotsim.games.buskit.show.standing import scores

    return scores(state, table)


def _status(rules: Rulebook, session: Session[State], now: float) -> GameStatus:
    from riotsim.games.buskit.show.standing import status

    return status(rules, session, now)


def _marks(rules: Rulebook, state: State, table: Table) -> Mapping[PieceId, tuple[PieceMark, ...]]:
    from riotsim.games.buskit.show.standing import marks

    return marks(rules, state, table)


def _sheets(rules: Rulebook, state: State, table: Table) -> Mapping[PieceId, DataSheet]:
    from riotsim.games.buskit.show.standing import sheets

    return sheets(rules, state, table)


def _rosters(rules: Rulebook, state: State, table: Table) -> Mapping[PlayerId, Roster]:
    from riotsim.games.buskit.show.standing import rosters

    return rosters(state, table)


def _checks(rules: Rulebook, state: State, table: Table) -> tuple[ShownCheck, ...]:
    from riotsim.games.buskit.show.checks import checks

    return checks(rules, state)


def _model_owners(state: State) -> Mapping[PieceId, PlayerId]:
    return {name: fighter.player for name, fighter in state.fighters.items()}


def _at_back(state: State) -> frozenset[PlayerId]:
    return frozenset(state.players[1::2])


def _agent_view() -> AgentView:
    from riotsim.games.buskit.agent_view import VIEW

    return VIEW


def _measure(rules: Rulebook, course: GameRecord) -> Measures:
    from riotsim.games.buskit.measures import measure

    return measure(rules, course)


def _unavailable(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Unavailable, ...]:
    from riotsim.games.buskit.show.unavailable import unavailable

    return unavailable(rules, session, request)


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
        SeatOption(
            "hand",
            "The hand of a player who is a bot.",
            _hands,
            for_persons=False,
            phrase="{} hand",
            has_own_key=True,
            may_follow_bot=True,
        ),
    ),
    company=_company,
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
    turn=_turn,
    turn_word="round",
    final_score=_final_score,
    formatter=_formatter,
    reason=_reason,
    offers=_offers,
    unavailable=_unavailable,
    incoming_pieces=_incoming_pieces,
    score_name="fighters up",
    score_icon="person",
    scores=_scores,
    status=_status,
    marks=_marks,
    sheets=_sheets,
    rosters=_rosters,
    checks=_checks,
    model_owners=_model_owners,
    at_back=_at_back,
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
