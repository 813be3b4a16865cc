"""Towers: a single stack of dice in the area of each player, that grows die by die (DD-02, DD-20)."""

from dataclasses import replace

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules.consequences import perform
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.play.requests import PlaceDie, PlayerId
from riotsim.table.acts import Put, Stack
from riotsim.table.pieces import PieceId, Tower
from riotsim.table.towers import first_die_pose


async def put_on(game: Demolition, boss: PlayerId, die: PieceId, shows: int, more: int = 0) -> None:
    """Have a boss put one of their dice on their tower, with a face up; `more` are to follow on the same one.

    It may fall: then it is among the ruins.
    """
    height = game.table.tower_height(boss)
    # DD-02: a tower begins in the middle of its area.
    ground = None if height else game.middle(boss)
    answer = await game.ask(PlaceDie(boss, "stack", boss, height, game.rules.die.size / 2, more, ground))
    by_hand = answer if isinstance(answer, Put) else None
    offset = answer.offset if isinstance(answer, Put) else answer
    game.take_up(die)
    taken = game.die(boss, die, shows)
    await perform(game, Stack(taken, boss, game.hand(boss), game.bearing(boss), offset, by_hand, ground), boss)
    if boss not in game.ruins:
        game.tell(events.Stacked(boss, shows, height + 1))


def stand(game: Demolition, boss: PlayerId, faces: dict[PieceId, int]) -> None:
    """Let dice stand as a straight tower in the middle of the area of their owner, from the bottom up."""
    size = game.rules.die.size
    seat = first_die_pose(game.table, boss, game.bearing(boss), size, game.middle(boss))
    dice = []
    for level, (name, shows) in enumerate(faces.items()):
        die = game.die(boss, name)
        pose = replace(seat, turn=die.kind.showing(shows, game.bearing(boss))).moved((0.0, 0.0, level * size))
        dice.append(replace(die, pose=pose))
    game.table = game.table.put(*dice).with_tower(boss, Tower(tuple(faces), game.bearing(boss)))
