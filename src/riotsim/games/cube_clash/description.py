"""The description of Cube Clash for the registry."""

from __future__ import annotations  # each part of the game is imported when it is first used

from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from riotsim.games.cube_clash.rulebook import EXACT, Rulebook
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
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.surfaces import DiceTray, surface

if TYPE_CHECKING:
    from riotsim.games.cube_clash.bot.answers import ClashAnswerEvaluator
    from riotsim.games.cube_clash.bot.thinker import ClashThinker
    from riotsim.games.cube_clash.sandbox import ClashSandbox
    from riotsim.games.cube_clash.scenario.scenario import Scenario
    from riotsim.games.cube_clash.state import State
    from riotsim.games.cube_clash.units.armies import ArmyFile
    from riotsim.games.cube_clash.units.figures import ArmyFigures
    from riotsim.play.agent_view import AgentView
    from riotsim.play.presentation import Presentation
    from riotsim.play.rulebook.companies import CompanySchema
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session

PLAYER_COUNT: Final = 2
"""The number of players (CC-01)."""

CREDIT: Final = (
    "Cube Clash was designed by Ryan Hackel; this is its early beta of 27 October 2008 "
    "(http://ceruleansgames.tripod.com/cubeclash.htm), which states no licence.\n"
    "It is played with Dragon Dice, whose icons, texts and units belong to their owners. None of them are here: armies "
    "and icons are our own, and the rules are told in words of our own. Where the text is silent, a reading was chosen "
    "and marked as ours. The designer has not endorsed this project."
)


def _scenario() -> type[Scenario]:
    from riotsim.games.cube_clash.scenario.scenario import Scenario

    return Scenario


def _begin(
    rules: Rulebook, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    from riotsim.games.cube_clash.rules.game import new_game

    armies = chosen_options(seats, "army", rules.armies)
    hands = chosen_options(seats, "hand", (*rules.hands, EXACT))
    players = [seat.name for seat in seats]
    return new_game(rules, players, seed, perform, armies=armies, hands=hands, brought=brought_contents(seats))


def _company(rules: Rulebook) -> CompanySchema[ArmyFile]:
    from riotsim.games.cube_clash.units.armies import army_schema

    return army_schema(rules)


def _seats(rules: Rulebook) -> Seats:
    return Seats(PLAYER_COUNT, PLAYER_COUNT, PLAYER_COUNT)


def _armies(rules: Rulebook) -> SeatOptionChoices:
    titles = {name: army.name for name, army in rules.armies.items()}
    about = {name: _races(army) for name, army in rules.armies.items()}
    return SeatOptionChoices(titles, usual_by_seat=rules.usual_armies, about=about)


def _races(army: ArmyFigures) -> str:
    """Return the number of an army's dice of each race as text, such as `5 dwarves, 3 coral elves`."""
    counts = Counter(unit.race.replace("_", " ") for unit in army.chosen())
    return ", ".join(f"{count} {race}" for race, count in counts.items())


def _hands(rules: Rulebook) -> SeatOptionChoices:
    return SeatOptionChoices({name: name for name in (EXACT, *rules.hands)}, rules.hand.name)


def _answer_evaluator(rules: Rulebook) -> ClashAnswerEvaluator:
    from riotsim.games.cube_clash.bot.answers import ClashAnswerEvaluator

    return ClashAnswerEvaluator(rules)


def _thinker(rules: Rulebook) -> ClashThinker:
    from riotsim.games.cube_clash.bot.thinker import ClashThinker

    return ClashThinker(rules)


def _dice_rules(rules: Rulebook) -> DiceRules:
    from riotsim.table.state import Table
    from riotsim.table.units import inches

    dice = Dice.model_construct(size=rules.dice.size[1], edges=0.0)
    usual = "average" if "average" in rules.hands else next(iter(rules.hands))
    width = depth = max(8 * rules.board.square, inches(24))  # a throw needs more room than the board has
    tray = DiceTray().beside(width, depth, rules.surface, rules.surfaces)
    table = Table(
        width, depth, surface(rules.surface, rules.surfaces[rules.surface]), wall_height=DiceTray().walls, tray=tray
    )
    hand = usual if rules.hand.name == EXACT else rules.hand.name
    return DiceRules(dice, {name: one.hand for name, one in rules.hands.items()}, hand, table)


def _sandbox(rules: Rulebook, assets: Assets, seats: Sequence[Seat]) -> ClashSandbox:
    from riotsim.games.cube_clash.sandbox import ClashSandbox

    return ClashSandbox(rules, [seat.name for seat in seats], brought_contents(seats))


def _events() -> ModuleType:
    from riotsim.games.cube_clash import events

    return events


def _presentation() -> Presentation[Rulebook, State]:
    from riotsim.games.cube_clash.show.presentation import PRESENTATION

    return PRESENTATION


def _agent_view() -> AgentView:
    from riotsim.games.cube_clash.agent_view import VIEW

    return VIEW


def _measure(rules: Rulebook, course: GameRecord) -> Measures:
    from riotsim.games.cube_clash.measures import measure

    return measure(rules, course)


GAME: Final = Game(
    name="cube_clash",
    title="Cube Clash",
    motto="Two armies of cubes on a chessboard. Tip them face by face.",
    credit=CREDIT,
    rules=Rulebook,
    scenario=_scenario,
    seats=_seats,
    seat_options=(
        SeatOption("army", "The army of a player.", _armies, phrase="with {}"),
        hand_option(_hands),
    ),
    company=_company,
    begin=_begin,
    answer_evaluator=_answer_evaluator,
    options=("melee", "missile", "maneuver", "nothing"),
    thinker=_thinker,
    dice_rules=_dice_rules,
    sandbox=_sandbox,
    events=_events,
    presentation=_presentation,
    score_name="health",
    score_icon="heart",
    agent_view=_agent_view,
    measure=_measure,
    figures={
        "turns of both": "number",
        "kills": "number",
        "steps among moves": "share",
        "attacks that kill": "share",
        "first player wins": "win",
        "won by a raid": "share",
        "drawn": "share",
    },
)
