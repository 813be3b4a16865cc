"""Demolition Dice, as the program knows it."""

from collections.abc import Sequence
from typing import Final

from riotsim.games.demolition_dice.bot.judge import Judgement
from riotsim.games.demolition_dice.bot.outlook import Outlook
from riotsim.games.demolition_dice.measures import FIGURES, measure
from riotsim.games.demolition_dice.rulebook import PLAYERS, Rulebook
from riotsim.games.demolition_dice.rules.game import new_game
from riotsim.games.demolition_dice.sandbox import demolition_sandbox
from riotsim.games.demolition_dice.scenario.scenario import Scenario
from riotsim.games.demolition_dice.show.narration import DemolitionFormatter
from riotsim.games.demolition_dice.show.offers import offers
from riotsim.games.demolition_dice.show.reasons import reason
from riotsim.games.demolition_dice.show.standing import scores, stands, turn_of
from riotsim.games.demolition_dice.state import State
from riotsim.play.context import Checkpoint
from riotsim.play.game import Assets, Choice, DiceRules, Game, Seat, SeatOption, Seats, chosen_options
from riotsim.play.narration import FinalScore
from riotsim.play.rulebook.dice import Dice
from riotsim.play.session.session import Perform, Session

CREDIT: Final = (
    "Demolition Dice was designed by Sarah Cotner, Yukun Drew and Darrell Sweet.\n"
    "None of the wording of their text is used: how the game is played is told here in words of our own, in numbered "
    "clauses. Where the text is silent, a reading was chosen and marked as ours; figures were added, and became "
    "options. The designers have not endorsed this project."
)


def _begin(
    rules: Rulebook, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    for seat in seats:
        if strange := [name for name in seat.options if name != "hand"]:
            raise ValueError(f"{seat.name} has a {strange[0]}, and Demolition Dice has none")
    hands = chosen_options(seats, "hand", rules.hands)
    return new_game(rules, [seat.name for seat in seats], seed, perform, hands=hands)


def _seats(rules: Rulebook) -> Seats:
    return Seats(PLAYERS, PLAYERS, PLAYERS)


def _hands(rules: Rulebook) -> Choice:
    return Choice({name: name for name in rules.hands}, rules.hand)


def _dice_rules(rules: Rulebook) -> DiceRules:
    dice = Dice.model_construct(size=rules.die.size, edges=rules.die.edges)
    return DiceRules(dice, {name: one.hand for name, one in rules.hands.items()}, rules.hand, rules.bare_table)


def _tally(state: State) -> FinalScore | None:
    return None if state.result is None else FinalScore(state.result.winners, "points", state.result.scores)


def _formatter(rules: Rulebook, begin: Checkpoint[State]) -> DemolitionFormatter:
    return DemolitionFormatter(begin.state.bosses)


DEMOLITION_DICE: Final = Game(
    name="demolition_dice",
    title="Demolition Dice",
    motto="Build your tower. Knock theirs down. Real towers, real throws.",
    credit=CREDIT,
    rules=Rulebook,
    scenario=Scenario,
    seats=_seats,
    seat_options=(SeatOption("hand", "The hand of a player who is a bot.", _hands, for_persons=False),),
    begin=_begin,
    judge=Judgement,
    options=("leave them alone",),
    outlook=Outlook,
    dice_rules=_dice_rules,
    sandbox=demolition_sandbox,
    turn=turn_of,
    tally=_tally,
    formatter=_formatter,
    reason=reason,
    offers=offers,
    scored="points",
    scores=scores,
    stands=stands,
    measure=measure,
    figures=FIGURES,
)
