"""Rolls of dice for a model (RD-90 to RD-94)."""

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.riot import PushedTogether, Riot
from riotsim.games.riot_dice.rules.towers import perform
from riotsim.games.riot_dice.state import ModelId
from riotsim.play import house_rules as rolling
from riotsim.table.acts import Roll, Settled
from riotsim.table.pieces import Die


async def roll(game: Riot, model: ModelId, dice: tuple[Die, ...], purpose: str, *, in_tray: bool = False) -> list[Die]:
    """Roll dice for a model onto the table or into the tray, and settle the effects on other pieces.

    Args:
        game: The game.
        model: The model that rolls.
        dice: The dice.
        purpose: Purpose of the roll, which the event of the roll reports: `move`, `shoot` or `thump`.
        in_tray: True if the dice are rolled into the dice tray, False if they are rolled onto the table.

    Returns:
        The dice where they lie, in the order of `dice`. Lost dice are left out.

    Raises:
        ActivationOver: The activating model has fallen over.
        PushedTogether: During an activation, the dice have pushed a model into contact with a standing enemy.
    """
    boss = game.boss_of(model)

    async def throw(act: Roll) -> Settled:
        return await perform(game, act, boss)

    landed = await rolling.roll(
        game.play,
        boss,
        dice,
        thrower=model,
        hand=game.hand(boss),
        rules=game.rules.house,
        throw=throw,
        in_tray=in_tray,
    )
    game.emit(events.Rolled(boss, model, purpose, tuple(die.shows for die in landed)))
    if game.state.activating is not None:
        game.pushed = [other for other in game.pushed if game.unfought_foes(other)]
        if game.pushed:
            raise PushedTogether
    return list(landed)
