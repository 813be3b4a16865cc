"""Riot Dice, as the program knows it."""

from collections.abc import Mapping, Sequence
from typing import Final

from riotsim.games.riot_dice.bot.judge import Judgement
from riotsim.games.riot_dice.bot.outlook import Outlook
from riotsim.games.riot_dice.bot.view import FIGHT
from riotsim.games.riot_dice.measures import FIGURES, measure
from riotsim.games.riot_dice.rulebook.rulebook import FEWEST_BOSSES, MOST_BOSSES, DiceAlone, Rulebook
from riotsim.games.riot_dice.rules.game import new_game
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.setup import unplaced
from riotsim.games.riot_dice.sandbox import RiotSandbox
from riotsim.games.riot_dice.scenario.scenario import Scenario
from riotsim.games.riot_dice.show.backdrop import backdrop
from riotsim.games.riot_dice.show.narration import RiotFormatter
from riotsim.games.riot_dice.show.offers import offers
from riotsim.games.riot_dice.show.reasons import reason
from riotsim.games.riot_dice.show.standing import stands, turn_of
from riotsim.games.riot_dice.state import State
from riotsim.play.context import Checkpoint
from riotsim.play.game import Assets, Choice, DiceRules, Game, Seat, SeatOption, Seats, chosen_options
from riotsim.play.narration import FinalScore
from riotsim.play.requests import PickPoint, PlayerId, Request
from riotsim.play.session.session import Perform, Session
from riotsim.table.pieces import Figure, Piece, PieceId, Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table

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


def _seats(rules: Rulebook) -> Seats:
    return Seats(FEWEST_BOSSES, MOST_BOSSES, rules.bosses)


def _gangs(rules: Rulebook) -> Choice:
    return Choice({name: gang.title for name, gang in rules.gangs.items()})


def _hands(rules: Rulebook) -> Choice:
    return Choice({name: name for name in rules.hands}, rules.hand)


def _begin(
    rules: Rulebook, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    gangs = chosen_options(seats, "gang", rules.gangs)
    hands = chosen_options(seats, "hand", rules.hands)
    return new_game(
        rules, [seat.name for seat in seats], seed, perform, assets.meshes, figures=assets.figures,
        own_dice=assets.dice, gangs=gangs, hands=hands, live_clock=live_clock,
    )  # fmt: skip


def _dice_rules(rules: Rulebook) -> DiceRules:
    its = rules.table
    tray = rules.tray_beside(its.width, its.depth)
    table = Table(its.width, its.depth, rules.surface, walls=its.walls, tray=tray)
    return DiceRules(rules.dice, {name: one.hand for name, one in rules.hands.items()}, rules.hand, table)


def _tally(state: State) -> FinalScore | None:
    result = state.result
    if result is None:
        return None
    return FinalScore(
        result.winners,
        "loot",
        result.loot,
        "The game is unfinished: it passed the limit of activations." if result.unfinished else "",
        (("activations", state.activations),),
    )


def _formatter(rules: Rulebook, begin: Checkpoint[State]) -> RiotFormatter:
    return RiotFormatter(begin.state, begin.table, rules.clock.after)


def _coming(
    rules: Rulebook, figures: Mapping[str, Figure], session: Session[State], request: Request[object]
) -> Mapping[PieceId, Piece]:
    """The loot that is to be dropped, and the models that are to be placed."""
    game = Riot(session.play, rules, figures=figures)
    match request:
        case PickPoint(purpose="drop", regions=regions):
            return {token: Token(token, ORIGIN, rules.loot.size) for token, _ in regions}
        case PickPoint(purpose="place", regions=regions):
            return {model: unplaced(game, model) for model, _ in regions}
    return {}


def _scores(state: State, table: Table) -> Mapping[PlayerId, int]:
    return {name: boss.stash for name, boss in state.bosses.items()}


def _models(state: State) -> Mapping[PieceId, PlayerId]:
    return {model: fighter.boss for model, fighter in state.fighters.items()}


RIOT_DICE: Final = Game(
    name="riot_dice",
    title="Riot Dice",
    motto="Throw dice. Stack towers. Knock theirs down.",
    credit=CREDIT,
    rules=Rulebook,
    scenario=Scenario,
    seats=_seats,
    seat_options=(
        SeatOption("gang", "A boss's gang.", _gangs),
        SeatOption("hand", "The hand of a boss who is a bot.", _hands, for_persons=False),
    ),
    bare={"table.terrain": "[]", "table.four.terrain": "[]"},
    begin=_begin,
    judge=Judgement,
    options=("leg it", "scoot", "shoot", "boot", "thump", "shove", "pinch"),
    avoidable=(FIGHT,),
    outlook=Outlook,
    dice_book=DiceAlone,
    dice_rules=_dice_rules,
    sandbox=RiotSandbox,
    backdrop=backdrop,
    turn=turn_of,
    tally=_tally,
    formatter=_formatter,
    reason=reason,
    offers=offers,
    coming=_coming,
    scored="stash",
    scores=_scores,
    stands=stands,
    models=_models,
    measure=measure,
    figures=FIGURES,
)
