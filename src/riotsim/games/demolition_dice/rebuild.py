"""Rebuilding: the dice of a fallen tower are stacked again with the faces that came up in the fall (DD-40)."""

from collections.abc import Sequence

from riotsim.games.demolition_dice import events, towers
from riotsim.games.demolition_dice.demolition import Demolition
from riotsim.games.demolition_dice.rolling import roll
from riotsim.play.requests import BossId
from riotsim.table.dice import COCKED_TILT
from riotsim.table.pieces import Die, PieceId


async def rebuild(game: Demolition) -> None:
    """Have the owners of all fallen towers build them again, in turn order (DD-40)."""
    while game.ruins:
        await again(game, next(boss for boss in game.bosses if boss in game.ruins))


async def again(game: Demolition, owner: BossId) -> None:
    """Have a boss stack all dice of their fallen tower again, in the order in which they stood."""
    faces: dict[PieceId, int] = dict.fromkeys(game.ruins[owner], 0)
    put = faces
    for _ in range(1 + game.rules.rebuild.tries):
        # The dice that did not fall, and those that were not on it again yet, keep their faces.
        fallen = game.ruins.pop(owner)
        faces = {**faces, **await came_up(game, owner, fallen)}
        game.tell(events.CameUp(owner, tuple(faces.values())))
        put = faces
        for number, (die, shows) in enumerate(faces.items(), 1):
            await towers.put_on(game, owner, die, shows, len(faces) - number)
            if owner in game.ruins:
                break
        else:
            game.tell(events.Rebuilt(owner, tuple(faces.values())))
            return
    game.take_up(*game.ruins.pop(owner))
    towers.stand(game, owner, put)
    game.tell(events.StandsAsPut(owner, tuple(put.values())))


async def came_up(game: Demolition, owner: BossId, fallen: Sequence[PieceId]) -> dict[PieceId, int]:
    """Give what the dice of a fallen tower show; those that are cocked or off the table are rolled again (DD-40)."""
    lying = {die: game.table.dice[die] for die in fallen if die in game.table.dice}
    shown = {name: die.shows for name, die in lying.items() if not cocked(die)}
    game.take_up(*fallen)
    if amiss := [name for name in fallen if name not in shown]:
        shown |= {die.id: die.shows for die in await roll(game, owner, amiss)}
        game.take_up(*amiss)
    return {name: shown[name] for name in fallen}


def cocked(die: Die) -> bool:
    """Tell whether a die lies on none of its faces."""
    _, leans = die.kind.resting(die.pose.turn)
    return leans > COCKED_TILT
