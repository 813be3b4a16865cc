"""Dice of a check: thrown into the shared tray, or drawn from a stream of random numbers (BK-01, BK-04)."""

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.games.buskit.chapters.traits import wild_dice
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Fighter, FighterId, Throw
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Waiting
from riotsim.play.shared_tray.checks import Checks, ThrownDice
from riotsim.play.shared_tray.throws import SharedTray
from riotsim.pools.pool import Check, Pool
from riotsim.pools.resolving import CheckResult, PoolResult
from riotsim.table.acts import Roll, Settled

LOST_VALUE = 1
"""The result of a die that has left the tray for good. We chose the lowest number of a die."""

FOLLOWING: Final = ("subtract", "damage", "armour die")
"""Purposes of throws that continue an earlier throw. Viewers still show the earlier throw."""

ROUND_THROWS: Final = ("initiative", "tie")
"""Purposes of the throws that decide the order of a round. Such a throw has the dice of several fighters."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A pool, with the owner of its dice."""

    pool: Pool
    owner: PlayerId
    fighter: FighterId = ""
    """The fighter who rolls the pool; empty if the pool is a difficulty."""


def owned(pool: Pool, fighter: Fighter) -> Owned:
    """Return a pool of a fighter, with the player who owns its dice."""
    return Owned(pool, fighter.player, fighter.id)


async def add_wild_dice(game: Skirmish, name: FighterId, check: Check) -> Check:
    """Ask for the number of wild dice that a fighter adds to a check, and return the check with them (BK-14).

    Don't call it for an attack: the declaration of an attack already contains this question.
    """
    fighter = game.fighter(name)
    game.state.open_check = check
    count = int(await game.choose(fighter.player, "wild dice", tuple(map(str, range(fighter.wild + 1)))))
    game.state.open_check = None
    game.change(name, wild=fighter.wild - count)
    return Check(check.actor.plus(*wild_dice(game.rules, count)), check.defender)


async def throw_check(
    game: Skirmish, check: Check, actor: Fighter, defender: Fighter | None, purpose: str
) -> CheckResult:
    """Throw the dice of both pools of a check together, and return both results. The actor's player throws.

    Args:
        game: The game.
        check: The check.
        actor: The fighter who acts.
        defender: The fighter with the other pool; None if the other pool is a difficulty.
        purpose: Word for the throw. The names of its dice begin with it.
    """
    game.state.check = check
    theirs = Owned(check.defender, actor.player) if defender is None else owned(check.defender, defender)
    results = await throw_pools(game, (owned(check.actor, actor), theirs), actor.player, purpose)
    return CheckResult(*results)


async def throw_pools(
    game: Skirmish,
    pools: Sequence[Owned],
    thrower: PlayerId,
    purpose: str,
    *,
    beside: bool = False,
    number: int = 1,
    tied: tuple[tuple[int, int], ...] = (),
) -> tuple[PoolResult, ...]:
    """Throw the dice of several pools together, and return the results.

    If dice are rolled again, they are thrown one by one.

    Args:
        game: The game.
        pools: The pools.
        thrower: The player who throws.
        purpose: Word for the throw. The names of its dice begin with it.
        beside: True if the dice of earlier throws stay in the tray, as part of the same check; False to take those dice
            up first (BK-06).
        number: Number of the throw, counted from 1, if ties make several throws follow each other.
        tied: The ties that the throw decides; empty for no tie. It has a pair for each pool: the index of the pool's
            tie, and the tied result. For example, two fighters tied at 6 and two at 4 have the pairs (0, 6), (0, 6),
            (1, 4) and (1, 4).
    """
    checks = _checks(game)
    if not beside:
        checks.take_up()
    name = purpose.replace(" ", "-")
    if beside:  # names of dice are unique on a table
        name += f"-{len(game.table.dice)}"
    state, owners = game.state, tuple(one.owner for one in pools)
    fighters = tuple(one.fighter for one in pools)
    thrown = Throw(purpose, name, tuple(one.pool for one in pools), owners, fighters, number=number, tied=tied)
    before = state.throws if purpose in FOLLOWING else ()
    state.throws = (*before, thrown)
    results = await checks.roll_pools(thrown.pools, owners, name=name, thrower=thrower)
    state.throws = (*before, replace(thrown, results=results))
    return results


def _checks(game: Skirmish) -> Checks:
    if game.rules.dice.by == "stream":
        return Checks(game.play, None)

    def throw(act: Roll) -> Coroutine[Waiting, object, Settled]:
        return game.play.perform(act, Stream.ROLL)

    tray = SharedTray(game.play, game.rules.rolls, throw, game.rules.tray.lying)
    return Checks(game.play, ThrownDice(tray, game.dice, game.hand, LOST_VALUE))
