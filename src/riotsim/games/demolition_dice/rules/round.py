"""A round: all roll, two build, the third may knock, and what fell is rebuilt (DD-10, DD-11, DD-20)."""

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules import towers
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.knock import knock
from riotsim.games.demolition_dice.rules.rebuild import rebuild
from riotsim.games.demolition_dice.rules.rolling import roll
from riotsim.play.requests import PickPiece, PlayerId
from riotsim.table.pieces import Die

TOGETHER = 2
"""Number of dice that a player rolls at once (DD-10)."""


async def play_round(game: Demolition) -> None:
    """Play a round from its rolls to the end of the rebuild."""
    game.state.rounds += 1
    game.emit(events.RoundBegins(game.state.rounds))
    # DD-10: two of the dice that they hold, or one if that is all. They roll one after another, for nobody has anything
    # to decide by what the others have rolled.
    rolled = {player: await roll(game, player, game.held(player)[:TOGETHER]) for player in game.players}
    least = min(map(_sum, rolled.values()))
    lowest = tuple(player for player, dice in rolled.items() if _sum(dice) == least)
    if len(lowest) > 1 and game.rules.ties == "roll_off":
        lowest, least = await roll_off(game, lowest, rolled)
    if len(lowest) > 1:
        game.emit(events.NobodyKnocks(lowest, least))  # DD-11
    else:
        game.emit(events.Lowest(lowest[0], least))
    for player, dice in rolled.items():
        if player not in lowest:
            await build(game, player, dice)
    game.take_up(*(die.id for dice in rolled.values() for die in dice if die.id in game.held(die.owner)))
    if len(lowest) == 1:
        await knock(game, lowest[0])
    await rebuild(game)


async def roll_off(
    game: Demolition, tied: tuple[PlayerId, ...], rolled: dict[PlayerId, tuple[Die, ...]]
) -> tuple[tuple[PlayerId, ...], int]:
    """Reroll the dice of those with the lowest sum until one of them is lowest (DD-11).

    Gives who that is, and their sum. `rolled` has their last rolls then: it is from these that the others build.
    """
    least = _sum(rolled[tied[0]])
    while len(tied) > 1:
        game.emit(events.RollsOff(tied, least))
        for player in tied:
            rolled[player] = await roll(game, player, [die.id for die in rolled[player]])
        least = min(_sum(rolled[player]) for player in tied)
        tied = tuple(player for player in tied if _sum(rolled[player]) == least)
    return tied, least


def _sum(dice: tuple[Die, ...]) -> int:
    return sum(die.shows for die in dice)


async def build(game: Demolition, player: PlayerId, rolled: tuple[Die, ...]) -> None:
    """Stack one of the dice that a player has just rolled, the rolled face up (DD-20)."""
    die = await pick(game, player, rolled)
    await towers.put_on(game, player, die.id, die.shows)
    await rebuild(game)  # stacking is physical, and may have felled the tower


async def pick(game: Demolition, player: PlayerId, rolled: tuple[Die, ...]) -> Die:
    """Ask a player to pick one of some dice; a single die is picked without asking."""
    if len(rolled) == 1:
        return rolled[0]
    chosen = await game.ask(PickPiece(player, "pick", tuple(die.id for die in rolled)))
    return game.table.dice[chosen]
