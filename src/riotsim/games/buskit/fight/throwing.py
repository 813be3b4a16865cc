"""Dice of a check: thrown into the shared tray, or drawn from a stream of random numbers (BK-01, BK-04)."""

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass

from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Waiting
from riotsim.play.shared_tray import SharedTray
from riotsim.pools.pool import Check, Pool
from riotsim.pools.resolving import CheckResult, PoolDie, PoolResult, resolve_pools
from riotsim.table.acts import Roll, Settled
from riotsim.table.pieces import Die

LOST_VALUE = 1
"""The number for which a die counts that has left the tray for good. Our choice: the lowest."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A pool, with the player whose dice it is made of."""

    pool: Pool
    owner: PlayerId


async def throw_check(game: Skirmish, check: Check, actor: PlayerId, defender: PlayerId, purpose: str) -> CheckResult:
    """Throw the dice of both pools of a check together, and return both results. The actor throws.

    Args:
        game: The game.
        check: The check.
        actor: The player who acts.
        defender: The player whose colour the other dice have.
        purpose: Word for the throw, with which the names of its dice begin.
    """
    game.state.check = check
    ours, theirs = await throw_pools(game, (Owned(check.actor, actor), Owned(check.defender, defender)), actor, purpose)
    return CheckResult(ours, theirs)


async def throw_pools(
    game: Skirmish, pools: Sequence[Owned], thrower: PlayerId, purpose: str, *, beside: bool = False
) -> tuple[PoolResult, ...]:
    """Throw the dice of several pools together, and those that are rolled again one by one. Return the results.

    Args:
        game: The game.
        pools: The pools.
        thrower: The player who throws.
        purpose: Word for the throw, with which the names of its dice begin.
        beside: True for dice of the same check as those that lie in the tray; False to take these up first (BK-06).
    """
    if not beside:
        game.play.table = game.table.without(*game.table.dice)
    number = len(game.table.dice)  # names of dice are unique on a table
    throws = resolve_pools([one.pool for one in pools])
    try:
        dice = next(throws)
        while True:
            dice = throws.send(await _show(game, pools, dice, thrower, purpose, number))
    except StopIteration as end:
        found: tuple[PoolResult, ...] = end.value
        return found


async def _show(
    game: Skirmish, pools: Sequence[Owned], dice: Sequence[PoolDie], thrower: PlayerId, purpose: str, number: int
) -> list[int]:
    """Return the numbers that dice show."""
    if game.rules.dice.by == "stream":
        return [game.play.chance.pick(Stream.CHECK, die.sides) + 1 for die in dice]

    def throw(act: Roll) -> Coroutine[Waiting, object, Settled]:
        return game.play.perform(act, Stream.ROLL)

    pieces: list[Die] = []
    for die in dice:
        name = f"{purpose}.{number + die.index}" if len(pools) == 1 else f"{purpose}.{die.pool}.{number + die.index}"
        pieces.append(game.dice.die(name.replace(" ", "-"), f"d{die.sides}", pools[die.pool].owner))
    tray = SharedTray(game.play, game.rules.rolls, throw, game.rules.tray.lying)
    landed = {die.id: die.shows for die in await tray.roll(thrower, pieces, game.hand(thrower))}
    return [min(max(landed.get(piece.id, LOST_VALUE), 1), die.sides) for piece, die in zip(pieces, dice, strict=True)]
