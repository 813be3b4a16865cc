"""The choices of a player of Demolition Dice, in words and on the table."""

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.knock import ThrowAt
from riotsim.games.demolition_dice.show.standing import points_of
from riotsim.games.demolition_dice.state import State
from riotsim.play.offers import Offer
from riotsim.play.requests import Choose, PickPiece, Request
from riotsim.play.session.session import Session


def offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    """Return an offer for each option or die that a player may choose; none where a hand decides."""
    game = Demolition(session.play, rules)
    match request:
        case Choose(player=player, options=options):
            return tuple(_knock(game, player, option) for option in options)
        case PickPiece(pieces=pieces):
            return tuple(Offer(die, f"The {game.table.dice[die].shows}", die) for die in pieces)
    return ()


def _knock(game: Demolition, player: str, option: object) -> Offer:
    if not isinstance(option, ThrowAt):
        return Offer(option, "Leave the towers alone")
    dice = game.tower(option.tower)
    whose = "your own" if option.tower == player else f"{option.tower}'s"
    text = f"Throw at {whose} tower: {len(dice)} high, {points_of(game.table, option.tower)} points"
    return Offer(option, text, dice[-1], touches=dice)
