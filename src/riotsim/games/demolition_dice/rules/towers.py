"""Towers: one stack in each player's area, how it grows and how it falls (DD-02, DD-20, DD-31, DD-40)."""

from dataclasses import replace
from typing import Final

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.play.requests import PlaceDie, PlayerId
from riotsim.play.session.chance import Stream
from riotsim.table import acts
from riotsim.table.acts import Put, Stack
from riotsim.table.dice.kinds import COCKED_TILT
from riotsim.table.geometry.plan import covers
from riotsim.table.pieces import Die, PieceId, Tower
from riotsim.table.state import Table
from riotsim.table.towers import first_die_pose, move_tower

STREAMS: Final = {acts.Roll: Stream.ROLL, acts.Stack: Stream.STACK}


async def perform(game: Demolition, act: acts.Roll | acts.Stack, by: PlayerId) -> acts.Settled:
    """Perform a physical act of the player `by`, and return its outcome.

    Towers that the act knocks down become ruins (see `Demolition.ruins`). Towers that it pushes out of their areas are
    put back in the middle.
    """
    before = game.table
    settled = await game.play.perform(act, STREAMS[type(act)])
    for fell in settled.facts_of(acts.TowerFell):
        _resolve_fall(game, fell.tower, by, before, act)
    for owner in [name for name in game.table.towers if _has_turned(before, game.table, name)]:
        game.table = game.table.with_tower(owner, None)
        _resolve_fall(game, owner, by, before, act)
    for pushed in settled.facts_of(acts.TowerPushed):
        if pushed.tower in game.table.towers:
            _put_back_if_pushed(game, pushed.tower)
    return settled


def _resolve_fall(game: Demolition, owner: PlayerId, by: PlayerId, before: Table, act: acts.Roll | acts.Stack) -> None:
    """Add a tower that an act has knocked down to `game.ruins`, and take its dice off the table (DD-31).

    Args:
        game: The game, with the table after the act.
        owner: The player who owns the tower.
        by: The player who performed the act.
        before: The table before the act.
        act: The act.
    """
    dice = [die.id for die in before.tower_dice(owner)]
    if isinstance(act, acts.Stack) and act.tower == owner:
        dice.append(act.die.id)  # the one that was just being put on it belongs to it
    lying = {name: game.table.dice.get(name) for name in dice}
    # DD-40: what is cocked or off the table is to be rolled. All are taken up, so that nothing is in anybody's way.
    game.ruins[owner] = {name: None if die is None or cocked(die) else die.shows for name, die in lying.items()}
    game.take_up(*dice)
    game.emit(events.TowerFalls(owner, by, len(dice)))


def cocked(die: Die) -> bool:
    """Return whether a die is cocked: its lowest face is tilted by more than `COCKED_TILT` (DD-40)."""
    _, leans = die.kind.lowest_face(die.pose.orientation)
    return leans > COCKED_TILT


def _has_turned(before: Table, after: Table, owner: PlayerId) -> bool:
    """Return whether an act has changed the upper face of any die of a tower.

    For example, an act may turn over a tower of one die. Such a tower counts as knocked down, even if it stands (our
    reading of DD-31).
    """
    dice = before.tower_dice(owner)
    return any(after.dice[die.id].shows != die.shows for die in dice)


def _put_back_if_pushed(game: Demolition, owner: PlayerId) -> None:
    """Put a standing tower back in the middle of its area if it was pushed out of the area (DD-02)."""
    dice = game.table.tower_dice(owner)
    if not covers(game.area(owner), dice[0].pose.xy):
        game.emit(events.TowerPushed(owner))
        seat = first_die_pose(game.table, owner, game.bearing(owner), dice[0].size, game.middle(owner))
        game.table = move_tower(game.table, owner, seat)


async def stack_die(game: Demolition, player: PlayerId, die: PieceId, shows: int, more: int = 0) -> None:
    """Ask a player where on their tower they put a die, and stack the die there.

    If towers fall, they are recorded in `game.ruins`.

    Args:
        game: The game.
        player: The player who owns the die and the tower.
        die: Name of the die.
        shows: The face that is turned up.
        more: Number of dice that the player will stack after this one.
    """
    height = game.table.tower_height(player)
    # DD-02: a tower begins in the middle of its area.
    ground = None if height else game.middle(player)
    answer = await game.ask(PlaceDie(player, "stack", player, height, game.rules.die.size / 2, more, ground, shows))
    by_hand = answer if isinstance(answer, Put) else None
    offset = answer.offset if isinstance(answer, Put) else answer
    game.take_up(die)
    taken = game.die(player, die, shows)
    await perform(game, Stack(taken, player, game.hand(player), game.bearing(player), offset, by_hand, ground), player)
    if player not in game.ruins:
        game.emit(events.Stacked(player, shows, height + 1))


def build_straight_tower(game: Demolition, player: PlayerId, faces: dict[PieceId, int]) -> None:
    """Build a straight tower in the middle of a player's area. `faces` has the name and the upper face of each die,
    from the bottom up.
    """
    size = game.rules.die.size
    seat = first_die_pose(game.table, player, game.bearing(player), size, game.middle(player))
    dice = []
    for level, (name, shows) in enumerate(faces.items()):
        die = game.die(player, name)
        pose = replace(seat, orientation=die.kind.orientation_showing(shows, game.bearing(player))).translated(
            (0.0, 0.0, level * size)
        )
        dice.append(replace(die, pose=pose))
    game.table = game.table.with_pieces(*dice).with_tower(player, Tower(tuple(faces), game.bearing(player)))
