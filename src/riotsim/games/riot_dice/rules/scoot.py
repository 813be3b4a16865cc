"""The scoot action: move dice are rolled, and the model moves towards them (RD-40 to RD-49)."""

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules import fight
from riotsim.games.riot_dice.rules.moving import move
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.rolling import roll
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import PickWay, Way
from riotsim.table.pieces import Die
from riotsim.table.poses import distance, heading
from riotsim.table.units import inches


async def scoot(game: Riot, model: ModelId) -> None:
    """Roll the move dice of a model, and move the model towards one die after the other (RD-40).

    If the model touches a standing enemy whom it hasn't fought yet, the scoot ends and the two fight (RD-48).
    """
    boss = game.boss_of(model)
    dice = await roll(game, model, game.new_dice(game.kind(model).move, boss), "move")  # RD-40
    while dice:
        die = await _next_die(game, model, dice)
        dice = [other for other in dice if other.id != die.id]
        if game.unfought_foes(model):
            # RD-48: the rest of the dice are lost.
            game.discard_loose_dice()
            await fight.resolve_fights(game, model)
            return


async def _next_die(game: Riot, model: ModelId, dice: list[Die]) -> Die:
    """Ask which of the rolled dice to use next, and move the model towards it (RD-41). Return the die.

    The number that the die shows is the length of the move in inches. Where the rules allow it, the boss may choose a
    shorter move, or discard the die without a move (RD-42, RD-44). In each case the die is put away.
    """
    rules = game.rules.scoot
    here = game.model(model)
    ways = tuple(
        Way(die.id, heading(here.at, die.pose.xy), inches(die.shows))
        for die in _usable_dice(dice, rules.order, game, model)
    )
    may_discard = not rules.use_all_dice  # RD-44
    step = await game.ask(
        PickWay(game.boss_of(model), "move", model, ways, rules.full_distance, may_discard)  # RD-42
    )
    # The die as it came to rest: later acts don't change the roll.
    die = next(die for die in dice if die.id == step.die)
    if step.discard:
        game.emit(events.Discarded(model, die.id))
    else:
        way = next(way for way in ways if way.die == step.die)
        wanted = way.distance if step.distance is None else step.distance
        towards = die if rules.at_the_die == "stop" else None  # RD-43
        await move(game, model, way.heading, wanted, towards)
    game.put_away(die)
    return die


def _usable_dice(dice: list[Die], order: str, game: Riot, model: ModelId) -> list[Die]:
    """Return the dice that may be used next in the order of the rules (RD-41).

    - `order` is `ascending`: return all dice that show the lowest number.
    - `order` is `nearest_first`: return only the die nearest to the model.
    - `order` has another value: return all dice.
    """
    match order:
        case "ascending":
            least = min(die.shows for die in dice)
            return [die for die in dice if die.shows == least]
        case "nearest_first":
            here = game.model(model).at
            return [min(dice, key=lambda die: (distance(here, die.pose.xy), die.id))]
        case _:
            return dice
