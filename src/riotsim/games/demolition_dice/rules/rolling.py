"""A player rolls dice into the tray, where they fell no tower (DD-10)."""

from collections.abc import Sequence

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules.demolition import HOUSE, Demolition
from riotsim.games.demolition_dice.rules.towers import perform
from riotsim.play import house_rules as rolling
from riotsim.play.requests import PlayerId
from riotsim.table.acts import Roll, Settled
from riotsim.table.pieces import Die, PieceId


async def roll(game: Demolition, player: PlayerId, names: Sequence[PieceId]) -> tuple[Die, ...]:
    """Roll some of a player's dice together, and return them as they lie in the tray, in order."""

    async def throw(act: Roll) -> Settled:
        return await perform(game, act, player)

    game.take_up(*names)
    while missing := [name for name in names if name not in game.table.dice]:
        await rolling.roll(
            game.play,
            player,
            tuple(game.die(player, name) for name in missing),
            thrower=None,
            hand=game.hand(player),
            rules=HOUSE,
            throw=throw,
            in_tray=True,
        )
    landed = tuple(game.table.dice[name] for name in names)
    game.emit(events.Rolled(player, tuple(die.shows for die in landed)))
    return landed
