"""The description of Riot Dice for the registry of games."""

from __future__ import annotations  # each part of the game is imported when it is first used

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Final

from riotsim.games.riot_dice.rulebook.rulebook import MAX_BOSSES, MIN_BOSSES, DiceOnlyRulebook, Rulebook
from riotsim.play.game import (
    Assets,
    Backdrop,
    DiceRules,
    Game,
    Seat,
    SeatOption,
    SeatOptionChoices,
    Seats,
    chosen_options,
    hand_option,
)
from riotsim.table.state import Table

if TYPE_CHECKING:
    from riotsim.games.riot_dice.bot.answers import RiotAnswerEvaluator
    from riotsim.games.riot_dice.bot.positions import RiotPositionEvaluator
    from riotsim.games.riot_dice.rulebook.catalogue import Muster
    from riotsim.games.riot_dice.sandbox import RiotSandbox
    from riotsim.games.riot_dice.scenario.scenario import Scenario
    from riotsim.games.riot_dice.state import State
    from riotsim.play.agent_view import AgentView
    from riotsim.play.presentation import Presentation
    from riotsim.play.session.recorder import GameRecord, Measures
    from riotsim.play.session.session import Perform, Session

CREDIT: Final = (
    "riotsim is powered by Riot Dice, an open-source rules engine by Mike Hutchinson "
    "(https://planetsmashergames.com/riot-dice).\n"
    "The Riot Dice System Reference Document is copyright 2025 Mike Hutchinson and is licensed under the Creative "
    "Commons Attribution 4.0 International licence, CC BY 4.0 (http://creativecommons.org/licenses/by/4.0/). "
    "Mike Hutchinson has not endorsed this project.\n"
    "The rules as they are played here, and their figures and options, are adaptations of that document and stand "
    "under CC BY 4.0 themselves. The rules were put in new words, cut into clauses and numbered; where the "
    "document is silent, a reading was chosen and marked as ours; figures that it doesn't give were added; "
    "alternatives became options; examples, hints to designers and the author's humour were left out."
)

RANDOM_OPTION_WEIGHTS: Final[Mapping[str, float]] = MappingProxyType({"leg it": 0.05})
"""Weights of the options for a random bot. All options that are not listed have weight 1.

If all weights were equal, a boss with five standing models would leave the game in one turn of six. With these weights,
such a boss leaves in one turn of a hundred.
"""


def _scenario() -> type[Scenario]:
    from riotsim.games.riot_dice.scenario.scenario import Scenario

    return Scenario


def _seats(rules: Rulebook) -> Seats:
    return Seats(MIN_BOSSES, MAX_BOSSES, rules.bosses, option="bosses")


def _gangs(rules: Rulebook) -> SeatOptionChoices:
    about = {name: _about_gang(gang) for name, gang in rules.gangs.items()}
    titles = {name: gang.title for name, gang in rules.gangs.items()}
    return SeatOptionChoices(titles, suggested_by_seat=_suggested_gangs(rules), about=about)


def _about_gang(gang: Muster) -> str:
    """Return a text about a gang, such as `cart, 2 × git: a cart and its crew`.

    It lists the gang's models. If the rules describe the gang, a colon and this description follow.
    """
    counts = Counter(model.replace("_", " ") for model in gang.models)
    models = ", ".join(f"{count} × {model}" if count > 1 else model for model, count in counts.items())
    return f"{models}: {gang.about}" if gang.about else models


def _suggested_gangs(rules: Rulebook) -> tuple[str, ...]:
    """Return the names of all gangs. The first is suggested for the first seat, the second for the second, and so on.

    The gangs are ordered so that the first two cost the same. If no two gangs cost the same, the result is empty.
    """
    costs = {name: sum(rules.models[model].cost for model in gang.models) for name, gang in rules.gangs.items()}
    paired = {cost for cost, count in Counter(costs.values()).items() if count > 1}
    if not paired:
        return ()
    return tuple(sorted(costs, key=lambda name: (costs[name] not in paired, -costs[name])))


def _begin(
    rules: Rulebook, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    from riotsim.games.riot_dice.rules.game import new_game

    gangs = chosen_options(seats, "gang", rules.gangs)
    hands = chosen_options(seats, "hand", rules.hands)
    return new_game(
        rules, [seat.name for seat in seats], seed, perform, assets.meshes, figures=assets.figures,
        own_dice=assets.dice, gangs=gangs, hands=hands, live_clock=live_clock,
    )  # fmt: skip


def _answer_evaluator(rules: Rulebook, avoiding: Collection[str] = ()) -> RiotAnswerEvaluator:
    from riotsim.games.riot_dice.bot.answers import RiotAnswerEvaluator

    return RiotAnswerEvaluator(rules, avoiding)


def _position_evaluator(rules: Rulebook) -> RiotPositionEvaluator:
    from riotsim.games.riot_dice.bot.positions import RiotPositionEvaluator

    return RiotPositionEvaluator(rules)


def _dice_rules(rules: Rulebook) -> DiceRules:
    its = rules.table
    tray = rules.tray_beside(its.width, its.depth)
    table = Table(its.width, its.depth, rules.surface, wall_height=its.walls, tray=tray)
    return DiceRules(rules.dice, {name: one.hand for name, one in rules.hands.items()}, rules.hand, table)


def _sandbox(rules: Rulebook, assets: Assets, seats: Sequence[Seat]) -> RiotSandbox:
    from riotsim.games.riot_dice.sandbox import RiotSandbox

    return RiotSandbox(rules, assets, [seat.name for seat in seats])


def _backdrop(rules: Rulebook, assets: Assets, perform: Perform) -> Backdrop:
    from riotsim.games.riot_dice.show.backdrop import backdrop

    return backdrop(rules, assets, perform)


def _events() -> ModuleType:
    from riotsim.games.riot_dice import events

    return events


def _presentation() -> Presentation[Rulebook, State]:
    from riotsim.games.riot_dice.show.presentation import PRESENTATION

    return PRESENTATION


def _agent_view() -> AgentView:
    from riotsim.games.riot_dice.agent_view import VIEW

    return VIEW


def _measure(rules: Rulebook, course: GameRecord) -> Measures:
    from riotsim.games.riot_dice.measures import measure

    return measure(rules, course)


GAME: Final = Game(
    name="riot_dice",
    title="Riot Dice",
    motto="Throw dice. Stack towers. Keep yours standing.",
    credit=CREDIT,
    rules=Rulebook,
    scenario=_scenario,
    seats=_seats,
    seat_options=(
        SeatOption("gang", "A player's gang.", _gangs, has_own_key=True),
        hand_option(),
    ),
    no_scenery_options={"table.terrain": "[]", "table.four.terrain": "[]"},
    begin=_begin,
    answer_evaluator=_answer_evaluator,
    options=("leg it", "scoot", "shoot", "boot", "thump", "shove", "pinch"),
    avoidable=("fight",),
    option_weights=RANDOM_OPTION_WEIGHTS,
    position_evaluator=_position_evaluator,
    dice_book=DiceOnlyRulebook,
    dice_rules=_dice_rules,
    sandbox=_sandbox,
    backdrop=_backdrop,
    events=_events,
    presentation=_presentation,
    score_name="stash",
    agent_view=_agent_view,
    measure=_measure,
    figures={
        "first boss wins": "win",
        "loot picked up": "number",
        "loot pinched": "number",
        "loot scooped": "number",
        "leg-its": "number",
        "minutes": "number",
        "falls": "number",
    },
)
