"""The end: a tower is done, the others add the rest of their dice, and all is counted (DD-50, DD-51)."""

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules import towers
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.rebuild import rebuild
from riotsim.games.demolition_dice.rules.rolling import roll
from riotsim.games.demolition_dice.state import Result
from riotsim.play.requests import PlayerId


def is_done(game: Demolition) -> bool:
    """Return whether some tower holds all dice of its owner (DD-50)."""
    return any(map(game.done, game.players))


async def finish(game: Demolition) -> None:
    """Add the rest of the others' dice to their towers, and count the scores (DD-50, DD-51)."""
    done = [player for player in game.players if game.done(player)]
    for player in done:
        game.emit(events.TowerDone(player))
    for player in game.players:
        if player not in done:
            await add_the_rest(game, player)
    count(game)


async def add_the_rest(game: Demolition, player: PlayerId) -> None:
    """Roll the rest of a player's dice together and add them to their tower, rolled faces up (DD-50)."""
    rolled = await roll(game, player, game.held(player))
    game.take_up(*(die.id for die in rolled))
    for number, die in enumerate(rolled, 1):
        await towers.put_on(game, player, die.id, die.shows, len(rolled) - number)
        await rebuild(game)


def count(game: Demolition) -> None:
    """The sum of the faces up on the dice of a tower is its owner's score; the highest wins, and ties are draws."""
    scores = tuple(sum(die.shows for die in game.table.tower_dice(player)) for player in game.players)
    winners = tuple(player for player, score in zip(game.players, scores, strict=True) if score == max(scores))
    game.state.phase = "over"
    game.state.result = Result(winners, tuple(zip(game.players, scores, strict=True)))
    game.emit(events.GameOver(winners, scores))
