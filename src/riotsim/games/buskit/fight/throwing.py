"""Dice of a check: thrown into the shared tray, or drawn from a stream of random numbers (BK-01, BK-04)."""

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass

from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Waiting
from riotsim.play.shared_tray.checks import Checks, ThrownDice
from riotsim.play.shared_tray.throws import SharedTray
from riotsim.pools.pool import Check, Pool
from riotsim.pools.resolving import CheckResult, PoolResult
from riotsim.table.acts import Roll, Settled

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
    checks = _checks(game)
    if not beside:
        checks.take_up()
    name = purpose.replace(" ", "-")
    if beside:  # names of dice are unique on a table
        name += f"-{len(game.table.dice)}"
    return await checks.roll_pools(
        [one.pool for one in pools], [one.owner for one in pools], name=name, thrower=thrower
    )


def _checks(game: Skirmish) -> Checks:
    if game.rules.dice.by == "stream":
        return Checks(game.play, None)

    def throw(act: Roll) -> Coroutine[Waiting, object, Settled]:
        return game.play.perform(act, Stream.ROLL)

    tray = SharedTray(game.play, game.rules.rolls, throw, game.rules.tray.lying)
    return Checks(game.play, ThrownDice(tray, game.dice, game.hand, LOST_VALUE))
