"""Rebuilding: the dice of a fallen tower are stacked again with the faces that came up in the fall (DD-40)."""

from collections.abc import Mapping

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules import towers
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.rolling import roll
from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId


async def rebuild(game: Demolition) -> None:
    """Rebuild all fallen towers by their owners, in turn order (DD-40)."""
    while game.ruins:
        await again(game, next(player for player in game.players if player in game.ruins))


async def again(game: Demolition, owner: PlayerId) -> None:
    """Stack all dice of a player's fallen tower again, in the order in which they stood."""
    faces: dict[PieceId, int] = {}
    for _ in range(1 + game.rules.rebuild.tries):
        # The dice that did not fall, and those that were not on it again yet, keep their faces.
        faces |= await came_up(game, owner, game.ruins.pop(owner))
        game.emit(events.CameUp(owner, tuple(faces.values())))
        for number, (die, shows) in enumerate(faces.items(), 1):
            await towers.put_on(game, owner, die, shows, len(faces) - number)
            if owner in game.ruins:
                break
        else:
            game.emit(events.Rebuilt(owner, tuple(faces.values())))
            return
    game.ruins.pop(owner)
    towers.stand(game, owner, faces)
    game.emit(events.StandsAsPut(owner, tuple(faces.values())))


async def came_up(game: Demolition, owner: PlayerId, fallen: Mapping[PieceId, int | None]) -> dict[PieceId, int]:
    """Return the faces of the dice of a fallen tower. Cocked dice and those off the table are rolled again (DD-40)."""
    amiss = [name for name, shows in fallen.items() if shows is None]
    rolled = {die.id: die.shows for die in await roll(game, owner, amiss)} if amiss else {}
    game.take_up(*amiss)
    return {name: rolled[name] if shows is None else shows for name, shows in fallen.items()}
