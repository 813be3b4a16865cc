"""The description of RiftWar for the registry."""

from __future__ import annotations  # each part of the game is imported when it is first used

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from riotsim.games.riftwar.rulebook import MAX_PLAYERS, MIN_PLAYERS, Rulebook, army_schema
from riotsim.play.game import (
    Assets,
    DiceRules,
    Game,
    RulesFlag,
    Seat,
    SeatOption,
    SeatOptionChoices,
    Seats,
    brought_contents,
    chosen_options,
    hand_option,
)

if TYPE_CHECKING:
    from riotsim.games.riftwar.armies.unit_types import UnitType
    from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator
    from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator
    from riotsim.games.riftwar.bot.proposals import RiftWarProposals
    from riotsim.games.riftwar.sandbox import RiftWarSandbox
    from riotsim.games.riftwar.scenario.scenario import Scenario
    from riotsim.games.riftwar.state import State
    from riotsim.play.agent_view import AgentView
    from riotsim.play.presentation import Presentation
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session

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
    players, brought = [seat.name for seat in seats], brought_contents(seats)
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


def _seats(rules: Rulebook) -> Seats:
    return Seats(MIN_PLAYERS, MAX_PLAYERS, rules.players, option="players")


def _armies(rules: Rulebook) -> SeatOptionChoices:
    names = tuple(rules.armies)
    usual = tuple(names[number % len(names)] for number in range(MAX_PLAYERS))
    about = {name: _units(army.unit_types(rules.traits)) for name, army in rules.armies.items()}
    titles = {name: army.name for name, army in rules.armies.items()}
    return SeatOptionChoices(titles, usual_by_seat=usual, about=about)


def _units(types: Sequence[tuple[UnitType, int]]) -> str:
    """Return a list of the units of an army as text, such as `Commander, 2 × IFV, ATGM, 7 × Rifleman`."""
    return ", ".join(f"{count} × {one.title}" if count > 1 else one.title for one, count in types)


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

    return RiftWarSandbox(rules, [seat.name for seat in seats], assets.meshes, brought_contents(seats))


def _events() -> ModuleType:
    from riotsim.games.riftwar import events

    return events


def _presentation() -> Presentation[Rulebook, State]:
    from riotsim.games.riftwar.show.presentation import PRESENTATION

    return PRESENTATION


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
        hand_option(),
    ),
    rules_flags=(RulesFlag("unbound", "army.check", "false", "Play armies that break the rules for building armies."),),
    company=army_schema,
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
    presentation=_presentation,
    turn_word="phase",
    score_name="units left",
    score_icon="person",
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
