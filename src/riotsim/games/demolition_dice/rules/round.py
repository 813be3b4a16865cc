"""A round: the rolls, building, the knock, and the rebuilding of fallen towers (DD-10, DD-11, DD-20, DD-40)."""

from collections.abc import Mapping, Sequence

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules import towers
from riotsim.games.demolition_dice.rules.demolition import HOUSE_RULES, Demolition
from riotsim.games.demolition_dice.rules.knock import knock
from riotsim.games.demolition_dice.rules.towers import perform
from riotsim.play import house_rules as rolling
from riotsim.play.requests import PickPiece, PlayerId
from riotsim.table.acts import Roll, Settled
from riotsim.table.pieces import Die, PieceId

DICE_PER_ROLL = 2
"""Number of dice of a player's roll at the start of a round, if the player holds that many (DD-10)."""


async def play_round(game: Demolition) -> None:
    """Play a round: the rolls, building, the knock, and the rebuild of fallen towers (DD-10, DD-11)."""
    game.state.rounds += 1
    game.emit(events.RoundBegins(game.state.rounds))
    # DD-10: two of the dice that they hold, or one if that is all. They roll one after another, for nobody has anything
    # to decide by what the others have rolled.
    rolled = {player: await first_roll(game, player) for player in game.players}
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


async def first_roll(game: Demolition, player: PlayerId) -> tuple[Die, ...]:
    """Roll the dice of a player at the start of a round, and return the rolled dice (DD-10).

    Dice that already lie in the tray count as rolled, and aren't rolled again. A scenario may begin with such dice.
    """
    rolled = rolled_dice(game, player)
    if not rolled:
        return await roll(game, player, game.held(player)[:DICE_PER_ROLL])
    game.emit(events.Rolled(player, tuple(die.shows for die in rolled)))
    return rolled


def rolled_dice(game: Demolition, player: PlayerId) -> tuple[Die, ...]:
    """Return the dice that a player has rolled in this round: those that lie in the tray (DD-10)."""
    tray = game.table.tray
    lying = (die for die in game.table.loose_dice() if die.owner == player)
    return tuple(die for die in lying if tray is not None and tray.contains(die.pose.xy))


async def roll_off(
    game: Demolition, tied: tuple[PlayerId, ...], rolled: dict[PlayerId, tuple[Die, ...]]
) -> tuple[tuple[PlayerId, ...], int]:
    """Roll again for the players with the lowest sum until only one of them has the lowest sum (DD-11).

    Args:
        game: The game.
        tied: The players with the lowest sum.
        rolled: The rolled dice of each player. Each new roll replaces the dice of its player in this dictionary.

    Returns:
        The player with the lowest sum, in a tuple of one, and this sum.
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
    """Ask a player to pick one of their rolled dice, and to stack it with the rolled face up (DD-20).

    If this makes a tower fall, the tower is rebuilt at once.
    """
    die = await pick(game, player, rolled)
    await towers.stack_die(game, player, die.id, die.shows)
    await rebuild(game)  # stacking is physical, and may have felled the tower


async def pick(game: Demolition, player: PlayerId, rolled: tuple[Die, ...]) -> Die:
    """Return the die that a player picks from the rolled dice. A single die is returned without asking."""
    if len(rolled) == 1:
        return rolled[0]
    chosen = await game.ask(PickPiece(player, "pick", tuple(die.id for die in rolled)))
    return game.table.dice[chosen]


async def roll(game: Demolition, player: PlayerId, names: Sequence[PieceId]) -> tuple[Die, ...]:
    """Roll dice of a player together, and return them as they lie in the tray.

    Args:
        game: The game.
        player: The player.
        names: Names of the dice. The returned dice have the same order.
    """

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
            rules=HOUSE_RULES,
            throw=throw,
            in_tray=True,
        )
    landed = tuple(game.table.dice[name] for name in names)
    game.emit(events.Rolled(player, tuple(die.shows for die in landed)))
    return landed


async def rebuild(game: Demolition) -> None:
    """Rebuild all fallen towers, in the turn order of their owners (DD-40)."""
    while game.ruins:
        await rebuild_tower(game, next(player for player in game.players if player in game.ruins))


async def rebuild_tower(game: Demolition, owner: PlayerId) -> None:
    """Ask a player to stack all dice of their fallen tower again, in their old order (DD-40).

    If the tower falls again, the player has a limited number of further tries. If all tries fail, the dice are set up
    as a straight tower.
    """
    faces: dict[PieceId, int] = {}
    for _ in range(1 + game.rules.rebuild.tries):
        # Dice that did not fall keep their faces, and so do dice that were not yet back on the tower.
        faces |= await read_fallen_dice(game, owner, game.ruins.pop(owner))
        game.emit(events.CameUp(owner, tuple(faces.values())))
        for number, (die, shows) in enumerate(faces.items(), 1):
            await towers.stack_die(game, owner, die, shows, len(faces) - number)
            if owner in game.ruins:
                break
        else:
            game.emit(events.Rebuilt(owner, tuple(faces.values())))
            return
    game.ruins.pop(owner)
    towers.build_straight_tower(game, owner, faces)
    game.emit(events.StandsAsPut(owner, tuple(faces.values())))


async def read_fallen_dice(
    game: Demolition, owner: PlayerId, fallen: Mapping[PieceId, int | None]
) -> dict[PieceId, int]:
    """Return the face of each die of a fallen tower. Dice whose face in `fallen` is None are rolled first (DD-40)."""
    amiss = [name for name, shows in fallen.items() if shows is None]
    rolled = {die.id: die.shows for die in await roll(game, owner, amiss)} if amiss else {}
    game.take_up(*amiss)
    return {name: rolled[name] if shows is None else shows for name, shows in fallen.items()}
