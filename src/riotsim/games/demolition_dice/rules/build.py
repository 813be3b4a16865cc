"""Building: a player picks one of the dice just rolled, and puts it on their tower (DD-20)."""

from riotsim.games.demolition_dice.rules import towers
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.rebuild import rebuild
from riotsim.play.requests import PickPiece, PlayerId
from riotsim.table.pieces import Die


async def build(game: Demolition, boss: PlayerId, rolled: tuple[Die, ...]) -> None:
    """Have a boss stack one of the dice just rolled, the rolled face up (DD-20)."""
    die = await pick(game, boss, rolled)
    await towers.put_on(game, boss, die.id, die.shows)
    await rebuild(game)  # stacking is physical, and may have felled the tower


async def pick(game: Demolition, boss: PlayerId, rolled: tuple[Die, ...]) -> Die:
    """Have a boss pick one of some dice; of one there is nothing to pick."""
    if len(rolled) == 1:
        return rolled[0]
    chosen = await game.ask(PickPiece(boss, "pick", tuple(die.id for die in rolled)))
    return game.table.dice[chosen]
