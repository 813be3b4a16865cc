"""The reasons why bosses are asked something. Each reason has a title, a short text, and a clause of the rules."""

from collections.abc import Mapping
from itertools import takewhile

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.fight import damage_to_come
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.turn import LegIt
from riotsim.games.riot_dice.state import ModelId, State
from riotsim.play.house_rules import MAX_ROLL_ATTEMPTS, REROLL_REASONS, RolledAgain
from riotsim.play.narration import Reason
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
)
from riotsim.play.session.session import Session
from riotsim.table.units import in_inches

REROLL_CLAUSES: Mapping[str, str] = {"cocked": "RD-90", "off the table": "RD-91", "hardly turned": "RD-92"}
"""For each value of `RolledAgain.why`, the rules' clause for throwing the die again."""


def reason(rules: Rulebook, session: Session[State], request: Request[object]) -> Reason:
    """Return the reason for a request in words.

    Raises:
        TypeError: Riot Dice never makes such a request.
    """
    game = Riot(session.play, rules)
    match request:
        case Choose():
            return _choice(game, request)
        case PickPoint(purpose="drop"):
            left = rules.loot.each - game.state.bosses[request.player].dropped
            high = f"{in_inches(rules.loot.drop_height):g} in"
            text = f"Choose where a token falls from {high} up: it bounces and rolls. You have {left} to drop."
            return Reason("Drop loot", text, "RD-10")
        case PickPoint(purpose="place"):
            far = f"{in_inches(rules.deployment.clear_of):g} in"
            text = f"Pick a model and a place for it, no nearer than {far} to loot and to enemies."
            return Reason("Place a model", text, "RD-13")
        case PickPoint(purpose="stand", regions=((model, _), *_)):
            return Reason(
                f"Help {game.name_of(model)} up", "It stands up so that it touches the place where it lay.", "RD-72"
            )
        case PickPiece(purpose="boot"):
            text = "Kick a fallen enemy and take loot from its boss, or help a fallen friend up."
            return Reason("Put the boot in", text, "RD-70")
        case PickWay(purpose="move", piece=model):
            return _run(game, request, model)
        case SetPace(purpose="carry"):
            return _carry(game, request)
        case PlaceDie(purpose="stack"):
            return _stack(game, request)
        case AimThrow(purpose="roll"):
            return _throw(game, request)
    raise TypeError(f"Riot Dice asks no such thing as {request!r}")


def _choice(game: Riot, request: Choose[object]) -> Reason:
    match request.purpose:
        case "turn" if all(isinstance(option, LegIt) for option in request.options):
            text = "None of your models can be activated. All that is left is to leg it with what you have."
            return Reason("Leg it", text, "RD-24")
        case "turn":
            text = "Activate one of your models that stands, or leg it: leave the game with the loot in your stash."
            return Reason("Your turn", text, "RD-21")
        case "action":
            return _action(game)
        case "weapon":
            return Reason("Pick a weapon", "A model shoots with one of its weapons in an activation.", "RD-50")
        case "bullet":
            flight = "A bullet flies from the model over each die, in the order that you choose."
            damage = "It does big damage if its die shows the target's toughness or more, otherwise weak."
            return Reason("Pick a bullet", f"{flight} {damage}", "RD-51")
        case "fight":
            text = "Both choose unseen. A shove stops a thump, a pinch stops a shove, a thump stops a pinch."
            begun = _last_event(game, (events.FightBreaksOut,))
            assert isinstance(begun, events.FightBreaksOut), "a fight begins with this event"
            sides = begun.active, begun.passive
            mine, other = sides if game.boss_of(begun.active) == request.player else sides[::-1]
            return Reason(f"{game.name_of(mine)} against {game.name_of(other)}", text, "RD-61", is_fight=True)
        case "fight_next":
            return Reason("Pick the next fight", "A model that touches several enemies fights each in turn.", "RD-69")
    raise TypeError(f"Riot Dice asks no such thing as {request!r}")


def _action(game: Riot) -> Reason:
    model, most = game.state.activating, game.rules.activation.actions
    assert model is not None, "it is being activated"
    name, done = game.name_of(model), False
    for event in reversed(game.play.events):
        if isinstance(event, events.Activated):
            break
        done = done or isinstance(event, events.Acts)
    if done:
        return Reason(f"Another action for {name}", "It may take an action of another kind, or none.", "RD-22")
    number = {1: "one action", 2: "one action or two different ones"}.get(most, f"up to {most} different actions")
    return Reason(f"Pick an action for {name}", f"In an activation a model takes {number}.", "RD-22")


def _run(game: Riot, request: PickWay, model: ModelId) -> Reason:
    rolled = used = 0
    for event in reversed(game.play.events):
        if isinstance(event, events.Rolled):
            rolled = len(event.shows)
            break
        used += isinstance(event, (events.Moved, events.Discarded))
    left = max(rolled - used, len(request.ways))
    title = "Run to the last die" if left == 1 else "Which die next?" if used else "Which die first?"
    whole = "It has to go as far as it can." if request.full_distance_only else "It may stop on the way."
    more = f" {left} dice are left." if left > 1 else ""
    text = f"{game.name_of(model)} runs straight at each die in turn, an inch for every pip. {whole}{more}"
    return Reason(title, text, "RD-41")


def _carry(game: Riot, request: SetPace) -> Reason:
    model, name, dice = request.model, game.name_of(request.model), request.tower_height
    shoved = _last_event(game, (events.Shoved, events.Moved, events.Activated))
    clause = "RD-65" if isinstance(shoved, events.Shoved) and shoved.model == model else "RD-49"
    how = f"{name} is shoved, and you move it." if clause == "RD-65" else f"{name} is on its way."
    if not dice:
        return Reason(f"Move {name}", f"{how} It has no tower to take along.", clause)
    seconds = game.rules.clock.slow_carry_seconds
    cost = f" Going slowly is safer, and costs {seconds:g} s." if game.state.clock is not None else ""
    tower = f"Its tower of {dice} comes along." if dice > 1 else "The die of its tower comes along."
    return Reason(f"Carry {name}'s tower", f"{how} {tower}{cost}", clause)


def _stack(game: Riot, request: PlaceDie) -> Reason:
    model, left = request.tower, request.remaining_dice + 1
    name, is_hurt = game.name_of(model), _is_hurt(game, model, request.remaining_dice)
    where = f"Put a die on {name}'s tower of {request.height}" if request.height else f"Begin {name}'s tower"
    left += damage_to_come(game, model) if is_hurt else 0
    more = f" {left} dice are to go on it." if left > 1 else ""
    if game.state.phase == "deploy":
        count = game.rules.tower.start
        return Reason(where, f"Models begin with {'a die' if count == 1 else f'{count} dice'}.{more}", "RD-38")
    if is_hurt:
        return Reason(where, f"{name} is hurt: each point of damage is a die.{more}", "RD-31")
    return Reason(where, f"{name} still stands at the end of its activation, and takes a swig.{more}", "RD-23")


def _is_hurt(game: Riot, model: ModelId, more: int) -> bool:
    """Return whether the next die goes on a model's tower because of damage, and not for another reason such as a swig.

    `more` is the number of further dice to stack.
    """
    grown = 0
    for event in reversed(game.play.events):
        match event:
            case events.TowerGrows(name) if name == model:
                grown += 1
            case events.TowerFalls(name) if name == model:
                grown += 1  # the die that made the tower fall was stacked, too
            case events.Damage(name, points) if name == model:
                return grown + more + 1 <= points
            case events.Activated():
                return False
    return False


def _throw(game: Riot, request: AimThrow) -> Reason:
    again = _last_event(game, (RolledAgain, events.Rolled))
    count = len(request.dice)
    dice = "a die" if count == 1 else f"{count} dice"
    if isinstance(again, RolledAgain):
        return _rethrow(game, again, dice)
    model, deed = game.name_of(request.thrower or ""), _last_event(game, (events.Acts, events.Throws))
    if isinstance(deed, events.Throws):
        return Reason(f"Throw {dice} for a thump", f"{model} thumps: every die hurts its opponent.", "RD-64")
    if isinstance(deed, events.Acts) and deed.action == "shoot":
        text = f"{model} shoots: a bullet flies from the model over each die. Whom it hits is up to your aim."
        return Reason(f"Throw {dice} to shoot", text, "RD-50")
    runs = "runs" if game.rules.scoot.use_all_dice else "may run"  # RD-44
    text = f"{model} scoots: it {runs} straight at each of these dice in turn, an inch for every pip."
    return Reason(f"Throw {dice} to move", text, "RD-40")


def _rethrow(game: Riot, again: RolledAgain, dice: str) -> Reason:
    """Return the reason why a die must be thrown again: what was wrong with its last throw.

    If the die is thrown for the third time or more, the reason also has the number of this throw.

    Args:
        game: The game.
        again: The latest `RolledAgain` event.
        dice: What is thrown, in words, such as `a die`.
    """
    told = takewhile(lambda event: not isinstance(event, events.Acts | events.Rolled), reversed(game.play.events))
    throw = 1 + sum(isinstance(event, RolledAgain) and event.die == again.die for event in told)
    title, text = f"{again.why.capitalize()}: throw {dice}", f"{REROLL_REASONS[again.why]}: it is thrown again."
    if throw == 2:
        return Reason(f"{title} again", f"{text} The others stay where they are.", REROLL_CLAUSES[again.why])
    number = f"This is throw {throw} of {MAX_ROLL_ATTEMPTS} at most."
    return Reason(f"{title} once more", f"{text} {number}", REROLL_CLAUSES[again.why])


def _last_event(game: Riot, kinds: tuple[type, ...]) -> object:
    """Return the last event that has one of the types `kinds`, or None if there is no such event."""
    return next((event for event in reversed(game.play.events) if isinstance(event, kinds)), None)
