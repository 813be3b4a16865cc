"""The description of RiftWar for the registry."""

from __future__ import annotations  # each part of the game is imported when it is first used

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from riotsim.games.riftwar.rulebook import ArmyFile, Rulebook, army_schema
from riotsim.play.game import (
    Assets,
    DiceRules,
    Game,
    RulesFlag,
    Seat,
    SeatOption,
    SeatOptionChoices,
    Seats,
    brought_companies,
    chosen_options,
)

if TYPE_CHECKING:
    from riotsim.games.riftwar.armies.unit_types import UnitType
    from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator
    from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator
    from riotsim.games.riftwar.bot.proposals import RiftWarProposals
    from riotsim.games.riftwar.sandbox import RiftWarSandbox
    from riotsim.games.riftwar.scenario.scenario import Scenario
    from riotsim.games.riftwar.show.narration import RiftWarFormatter
    from riotsim.games.riftwar.state import State
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
    "RiftWar was written by a11ce (https://a11ce.com/wargames). Its text states no licence.\n"
    "None of its wording is used: the rules are told in words of our own. The maps are ours, and the armies are after "
    "the author's examples. What the text leaves open is our choice, and is marked so. The author has not endorsed "
    "this project."
)


def _scenario() -> type[Scenario]:
    from riotsim.games.riftwar.scenario.scenario import Scenario

    return Scenario


def _begin(
    rules: Rulebook, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    from riotsim.games.riftwar.battle.game import new_game

    armies = chosen_options(seats, "army", rules.armies)
    hands = chosen_options(seats, "hand", rules.hands)
    players, brought = [seat.name for seat in seats], _brought(seats)
    return new_game(
        rules,
        players,
        seed,
        perform,
        armies=armies,
        hands=hands,
        brought=brought,
        kinds=assets.dice,
        meshes=assets.meshes,
    )


def _brought(seats: Sequence[Seat]) -> Mapping[PlayerId, ArmyFile]:
    return {player: company.content for player, company in brought_companies(seats).items()}


def _company(rules: Rulebook) -> CompanySchema[ArmyFile]:
    return army_schema(rules)


def _seats(rules: Rulebook) -> Seats:
    return Seats(rules.players, rules.players, rules.players)


def _armies(rules: Rulebook) -> SeatOptionChoices:
    names = tuple(rules.armies)
    usual = tuple(names[number % len(names)] for number in range(rules.players))
    about = {name: _units(army.unit_types(rules.traits)) for name, army in rules.armies.items()}
    titles = {name: army.name for name, army in rules.armies.items()}
    return SeatOptionChoices(titles, usual_by_seat=usual, about=about)


def _units(types: Sequence[tuple[UnitType, int]]) -> str:
    """Return the units of an army, such as `Commander, 2 × IFV, ATGM, 7 × Rifleman`."""
    return ", ".join(f"{count} × {one.title}" if count > 1 else one.title for one, count in types)


def _hands(rules: Rulebook) -> SeatOptionChoices:
    return SeatOptionChoices({name: name for name in rules.hands}, rules.hand)


def _answer_evaluator(rules: Rulebook) -> RiftWarAnswerEvaluator:
    from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator

    return RiftWarAnswerEvaluator(rules)


def _position_evaluator(rules: Rulebook) -> RiftWarPositionEvaluator:
    from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator

    return RiftWarPositionEvaluator(rules)


def _proposals(rules: Rulebook) -> RiftWarProposals:
    from riotsim.games.riftwar.bot.proposals import RiftWarProposals

    return RiftWarProposals(rules)


def _dice_rules(rules: Rulebook) -> DiceRules:
    from dataclasses import replace

    from riotsim.games.riftwar.battle.setup import empty_table

    table = empty_table(rules)
    bare = replace(table.without(*table.terrain), wall_height=rules.tray.walls)
    return DiceRules(rules.dice, {name: one.hand for name, one in rules.hands.items()}, rules.hand, bare)


def _sandbox(rules: Rulebook, assets: Assets, seats: Sequence[Seat]) -> RiftWarSandbox:
    from riotsim.games.riftwar.sandbox import RiftWarSandbox

    return RiftWarSandbox(rules, [seat.name for seat in seats], assets.meshes, _brought(seats))


def _events() -> ModuleType:
    from riotsim.games.riftwar import events

    return events


def _turn(state: State) -> Turn:
    from riotsim.games.riftwar.show.standing import turn_of

    return turn_of(state)


def _final_score(state: State) -> FinalScore | None:
    from riotsim.games.riftwar.show.standing import final_score

    return final_score(state)


def _formatter(rules: Rulebook, begin: Checkpoint[State]) -> RiftWarFormatter:
    from riotsim.games.riftwar.show.narration import RiftWarFormatter

    return RiftWarFormatter(begin.state.players)


def _reason(rules: Rulebook, session: Session[State], request: Request[object]) -> Reason:
    from riotsim.games.riftwar.show.reasons import reason

    return reason(rules, session.state, request, session.events)


def _offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    from riotsim.games.riftwar.battle.battle import Battle
    from riotsim.games.riftwar.battle.game import dice_of
    from riotsim.games.riftwar.show.offers import offers

    return offers(Battle(session.play, rules, dice_of(rules)), request)


def _unavailable(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Unavailable, ...]:
    from riotsim.games.riftwar.show.unavailable import unavailable

    return unavailable(request)


def _incoming_pieces(
    rules: Rulebook, figures: Mapping[str, Figure], session: Session[State], request: Request[object]
) -> Mapping[PieceId, Piece]:
    from riotsim.games.riftwar.battle.setup import incoming_models

    return incoming_models(rules, session.state, request)


def _scores(state: State, table: Table) -> Mapping[PlayerId, int]:
    from riotsim.games.riftwar.show.standing import scores

    return scores(state, table)


def _status(rules: Rulebook, session: Session[State], now: float) -> GameStatus:
    from riotsim.games.riftwar.show.standing import status

    return status(rules, session, now)


def _marks(rules: Rulebook, state: State, table: Table) -> Mapping[PieceId, tuple[PieceMark, ...]]:
    from riotsim.games.riftwar.show.standing import marks

    return marks(rules, state, table)


def _sheets(rules: Rulebook, state: State, table: Table) -> Mapping[PieceId, DataSheet]:
    from riotsim.games.riftwar.show.standing import sheets

    return sheets(rules, state, table)


def _rosters(rules: Rulebook, state: State, table: Table) -> Mapping[PlayerId, Roster]:
    from riotsim.games.riftwar.show.standing import rosters

    return rosters(state, table)


def _checks(_rules: Rulebook, state: State, _table: Table) -> tuple[ShownCheck, ...]:
    from riotsim.games.riftwar.show.checks import checks

    return checks(state)


def _model_owners(state: State) -> Mapping[PieceId, PlayerId]:
    return {name: unit.player for name, unit in state.units.items()}


def _at_back(state: State) -> frozenset[PlayerId]:
    return frozenset(state.players[1::2])


def _agent_view() -> AgentView:
    from riotsim.games.riftwar.agent_view import VIEW

    return VIEW


def _measure(rules: Rulebook, course: GameRecord) -> Measures:
    from riotsim.games.riftwar.measures import measure

    return measure(rules, course)


GAME: Final = Game(
    name="riftwar",
    title="RiftWar",
    motto="Battles of whole armies. Every move may be fired at on its way.",
    credit=CREDIT,
    rules=Rulebook,
    scenario=_scenario,
    seats=_seats,
    seat_options=(
        SeatOption("army", "The army of a player.", _armies, phrase="with {}", may_follow_bot=True),
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
    rules_flags=(RulesFlag("unbound", "army.check", "false", "Play armies that break the rules for building armies."),),
    company=_company,
    no_scenery_options={"layout": "open"},
    begin=_begin,
    answer_evaluator=_answer_evaluator,
    options=("direct fire", "coordinated fire", "move", "close combat", "rally"),
    option_weights={
        "coordinated fire": 4.0,
        "direct fire": 4.0,
        "attack": 4.0,
        "close combat": 3.0,
        "rally": 2.0,
        "go on": 3.0,
        "pass": 0.4,
        "turn": 0.3,
        "withdraw": 0.3,
        "aim": 0.2,
        "change": 0.1,
    },
    position_evaluator=_position_evaluator,
    proposals=_proposals,
    dice_rules=_dice_rules,
    sandbox=_sandbox,
    events=_events,
    turn=_turn,
    turn_word="phase",
    final_score=_final_score,
    formatter=_formatter,
    reason=_reason,
    offers=_offers,
    unavailable=_unavailable,
    incoming_pieces=_incoming_pieces,
    score_name="units left",
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
        "phases": "number",
        "phases before the first attack": "number",
        "actions a phase": "number",
        "most actions in a phase": "number",
        "most destroyed in a phase": "number",
        "attacks": "number",
        "attacks that wound": "share",
        "reactions": "number",
        "reactions with effect": "share",
        "moves": "number",
        "moves stopped": "share",
        "rallies": "number",
        "rallies that succeed": "share",
        "units destroyed": "number",
        "drawn": "share",
        "unfinished": "share",
    },
)
