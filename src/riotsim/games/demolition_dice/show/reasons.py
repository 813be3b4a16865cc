"""Texts about the requests of Demolition Dice: why a request is made, its clause, and what each answer does."""

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import ROLL_THE_REST, STOP
from riotsim.games.demolition_dice.rules.knock import ThrowAt
from riotsim.games.demolition_dice.show.standing import points_of
from riotsim.games.demolition_dice.state import State
from riotsim.play.house_rules import REROLL_REASONS, RolledAgain
from riotsim.play.markup import join_names
from riotsim.play.narration import Offer, Reason
from riotsim.play.requests import AimThrow, Choose, PickPiece, PlaceDie, Request, Target, Unavailable
from riotsim.play.session.session import Session
from riotsim.table.units import in_inches


def reason(rules: Rulebook, session: Session[State], request: Request[object]) -> Reason:
    """Return the text that tells a player why a request is made.

    Raises:
        TypeError: The request is of a kind that Demolition Dice never makes.
    """
    game = Demolition(session.play, rules)
    match request:
        case Choose(purpose="knock"):
            text = "Yours is the lowest sum: throw one die at one tower, your own included, or leave them alone."
            return Reason("Knock a tower down?", text, "DD-30")
        case Choose(purpose="finish"):
            text = "A tower is done. Roll all dice that you hold and put them on your tower, or leave it as it is."
            return Reason("Roll the rest of your dice?", text, "DD-50")
        case PickPiece(purpose="pick"):
            text = "One of the dice that you rolled goes on your tower as it lies; the other comes back to your hand."
            return Reason("Pick a die for your tower", text, "DD-20")
        case PlaceDie(purpose="stack"):
            return _stack_reason(game, request)
        case AimThrow(target=Target() as target):
            return _knock_reason(rules, request, target)
        case AimThrow(purpose="roll"):
            return _roll_reason(game, request)
    raise TypeError(f"Demolition Dice asks no such thing as {request!r}")


def _stack_reason(game: Demolition, request: PlaceDie) -> Reason:
    player, left = request.player, request.remaining_dice + 1
    title = f"Put a die on your tower of {request.height}" if request.height else "Begin your tower"
    more = f" {left} dice are to go on it." if left > 1 else ""
    done = _last_event(game, (events.TowerDone, events.RoundBegins))
    fell = _last_event(game, (events.CameUp, events.Rebuilt, events.StandsAsPut, events.RoundBegins))
    if isinstance(fell, events.CameUp) and fell.tower == player:
        return Reason(title, f"It fell, and is built again with the faces that came up.{more}", "DD-40")
    if isinstance(done, events.TowerDone):
        return Reason(title, f"{done.tower}'s tower is done, so all your dice go on yours.{more}", "DD-50")
    return Reason(title, "The rolled face stays up. Put it down badly, and the tower falls.", "DD-20")


def _knock_reason(rules: Rulebook, request: AimThrow, target: Target) -> Reason:
    whose = "your own" if target.piece == request.player else f"{target.piece}'s"
    far = f"{in_inches(rules.knock.distance):g} in"
    text = f"From outside its area, and at least {far} away. One throw: a miss is a miss."
    return Reason(f"Throw at {whose} tower", text, "DD-30")


def _roll_reason(game: Demolition, request: AimThrow) -> Reason:
    count = len(request.dice)
    dice = "a die" if count == 1 else f"{count} dice"
    why = _last_event(
        game,
        (RolledAgain, events.Rolled, events.RollsOff, events.RoundBegins, events.TowerFalls, events.TowerDone),
    )
    match why:
        case RolledAgain(player, _, amiss) if player == request.player:
            return Reason(f"Roll {dice} again", f"{REROLL_REASONS[amiss]}.", "DD-40")
    since = _last_event(
        game, (events.RollsOff, events.RoundBegins, events.TowerFalls, events.Rebuilt, events.TowerDone)
    )
    match since:
        case events.RollsOff(players, least):
            text = f"{join_names(players)} are lowest with {least}: the same dice decide who is."
            return Reason(f"Roll {dice} off", text, "DD-11")
        case events.TowerFalls():
            return Reason(f"Roll {dice}", "Dice that lie cocked or off the table now are rolled again.", "DD-40")
        case events.TowerDone(tower):
            return Reason(f"Roll {dice}", f"{tower}'s tower is done: all your other dice go on yours.", "DD-50")
    return Reason(f"Roll {dice}", "The lowest sum may knock a tower down; the others build.", "DD-10")


def _last_event(game: Demolition, kinds: tuple[type, ...]) -> object:
    """Return the last event whose type is one of `kinds`; None if no such event has happened."""
    return next((event for event in reversed(game.play.events) if isinstance(event, kinds)), None)


def offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    """Return an offer for each answer to a request that asks for an option or for a die.

    Return an empty tuple for a request that asks for a throw or for the place of a die.
    """
    game = Demolition(session.play, rules)
    match request:
        case Choose(purpose="finish", player=player):
            count = len(game.held(player))
            rest = "the last die" if count == 1 else f"the other {count} dice"
            return (Offer(ROLL_THE_REST, f"Roll {rest}"), Offer(STOP, "Leave the tower as it is"))
        case Choose(player=player, options=options):
            return tuple(_knock_offer(game, player, option) for option in options)
        case PickPiece(pieces=pieces):
            return tuple(Offer(die, f"The {game.table.dice[die].shows}", die) for die in pieces)
    return ()


def _knock_offer(game: Demolition, player: str, option: object) -> Offer:
    if not isinstance(option, ThrowAt):
        return Offer(option, "Leave the towers alone")
    dice = game.tower(option.tower)
    whose = "your own" if option.tower == player else f"{option.tower}'s"
    text = f"Throw at {whose} tower: {len(dice)} high, {points_of(game.table, option.tower)} points"
    return Offer(option, text, dice[-1], parts=dice[:-1])


def unavailable(session: Session[State], request: Request[object]) -> tuple[Unavailable, ...]:
    """Return the towers that can't be thrown at, because their owners have no dice in a tower (DD-30).

    Return an empty tuple unless the request asks for a tower to throw at.
    """
    if not isinstance(request, Choose) or request.purpose != "knock":
        return ()
    bare = (name for name in session.state.players if name not in session.table.towers)
    return tuple(Unavailable(f"{name}'s tower", "It has no dice.") for name in bare)
