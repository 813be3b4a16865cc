"""Checks in a game: two pools of dice are rolled against each other (`riotsim.pools`).

Dice are thrown into the shared tray, or random numbers are drawn in their place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riotsim.errors import InvalidValue
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Stream
from riotsim.play.shared_tray.throws import SharedTray
from riotsim.pools.pool import Check, Pool
from riotsim.pools.resolving import CheckResult, PoolDie, PoolResult, R, Throws, resolve, resolve_pools
from riotsim.table.acts import Hand
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.pieces import Die, PieceId

if TYPE_CHECKING:
    from riotsim.play.session.session import Play

MAX_LOST: Final = 10
"""Number of times in a row that a die may be lost. After that, the game stops with an error."""


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """The dice, tray and hands for a game's checks."""

    tray: SharedTray
    """The tray for the dice."""
    dice: DiceSet
    """The game's dice. They must include the kinds `d4`, `d6` and so on for the sizes of dice in the game's pools."""
    hand_of: Callable[[PlayerId], Hand]
    """Function that returns a player's hand."""
    lost_value: int | None = None
    """The number that a lost die counts as; None if lost dice are thrown again."""


@dataclass(frozen=True, slots=True)
class Checks:
    """The roller of a game's checks. It throws dice into the tray, or draws random numbers.

    When a bot looks ahead in a copy of the game, the roller always draws numbers (see `Play.draws_checks`).
    """

    play: "Play[Any]"  # the state of any game
    """The context of the rules."""
    thrown: ThrownDice | None
    """The dice, tray and hands for throws; None if no dice are thrown and numbers are drawn from `Stream.CHECK`."""

    async def roll(
        self, check: Check, owners: Sequence[PlayerId], *, thrower: PlayerId | None = None, name: str = "check"
    ) -> CheckResult:
        """Remove all dice from the tray and its rack, and roll a check. The new dice are not removed after the check.

        The rack is the place beside the tray where dice are set aside. The dice of both pools are thrown together. If
        there are more than `MAX_SHARED_DICE`, they are thrown in batches, and each batch is removed before the next. If
        a pool's rule requires another roll of a die, the die stays in the tray, and a new die is thrown.

        Args:
            check: The check.
            owners: The owner of the actor's dice, then the owner of the defender's dice.
            thrower: The player who aims each throw and whose hand throws; by default the first owner.
            name: Beginning of the names of the dice; see `die_name`.

        Raises:
            InvalidValue: There is no tray, the dice set can't make a die of a pool, the rack has no room, or a die is
                lost again and again.
        """
        self.take_up()
        return await self._run(resolve(check), owners, thrower, name)

    async def roll_pools(
        self, pools: Sequence[Pool], owners: Sequence[PlayerId], *, name: str, thrower: PlayerId | None = None
    ) -> tuple[PoolResult, ...]:
        """Roll pools together, and return the result of each. Dice that already lie in the tray stay there.

        The throw may knock the dice of earlier calls. The results that these calls returned don't change.

        Args:
            pools: The pools.
            owners: For each pool, the owner of its dice.
            name: Beginning of the names of the dice (see `die_name`). No die on the table may have these names.
            thrower: The player who aims each throw and whose hand throws; by default the first owner.

        Raises:
            InvalidValue: There is no tray, the dice set can't make a die of a pool, the rack has no room, or a die is
                lost again and again.
        """
        return await self._run(resolve_pools(pools), owners, thrower, name)

    def take_up(self) -> None:
        """Remove all dice that lie in the tray or on its rack."""
        table = self.play.table
        if (tray := table.tray) is not None:
            dice = (die for die in table.loose_dice() if tray.contains(die.pose.xy) or tray.is_on_rack(die.pose.xy))
            self.play.table = table.without(*[die.id for die in dice])

    async def _run(self, throws: Throws[R], owners: Sequence[PlayerId], thrower: PlayerId | None, name: str) -> R:
        """Roll all dice that `throws` asks for, and return the result of `throws`.

        If `thrown` is None, or in a game that draws checks (`Play.draws_checks`), the numbers are drawn from
        `Stream.CHECK`. Otherwise the dice are thrown.

        Args:
            throws: A generator. It yields the dice to roll next, gets their numbers, and returns the result of the
                check or of the pools.
            owners: For each pool, the owner of its dice.
            thrower: The player who throws; by default the first owner.
            name: Beginning of the names of the dice (see `die_name`).
        """
        try:
            dice = next(throws)
            while True:
                if self.thrown is None or self.play.draws_checks:
                    dice = throws.send([self.play.chance.pick(Stream.CHECK, die.sides) + 1 for die in dice])
                else:
                    dice = throws.send(await _throw(self.thrown, dice, owners, thrower or owners[0], name))
        except StopIteration as end:
            found: R = end.value
            return found


def die_name(name: str, pool: int, index: int, throw: int = 0) -> PieceId:
    """Return the name of a check's die on the table.

    In the name, pools and dice are counted from 1. For example, `die_name("check", 0, 1)` is `check-1-2`: the second
    die of the first pool, which is the actor's.

    Args:
        name: Beginning of the name, as passed to `Checks.roll`.
        pool: Index of the pool, from 0. In a check, 0 is the actor's pool and 1 the defender's.
        index: Index of the die in the pool, from 0, as in `PoolResult.kept`.
        throw: 0 for the first roll of this die, 1 for the first time it is rolled again, and so on. A new piece is
            thrown for each of these rolls. From 1 on, the name of the piece ends in `-again` and this number.
    """
    return f"{name}-{pool + 1}-{index + 1}" + (f"-again{throw}" if throw else "")


async def _throw(
    thrown: ThrownDice, dice: Sequence[PoolDie], owners: Sequence[PlayerId], thrower: PlayerId, name: str
) -> list[int]:
    """Throw dice together, and return their numbers in order.

    A lost die counts as `lost_value`. If `lost_value` is None, a lost die is thrown again.

    Raises:
        InvalidValue: There is no tray, the dice set can't make a die of a pool, the rack has no room, or a die is lost
            again and again.
    """
    pieces = [_piece(thrown.dice, die, owners[die.pool], name) for die in dice]
    shown: dict[PieceId, int] = {}
    for _ in range(MAX_LOST):
        waiting = [die for die in pieces if die.id not in shown]
        landed = await thrown.tray.roll(thrower, waiting, thrown.hand_of(thrower))
        shown |= {die.id: die.shows for die in landed}
        if thrown.lost_value is not None:
            shown |= {die.id: thrown.lost_value for die in pieces if die.id not in shown}
        if len(shown) == len(pieces):
            return [shown[die.id] for die in pieces]
    raise InvalidValue("dice leave the tray again and again; give it higher walls or more room")


def _piece(dice: DiceSet, die: PoolDie, owner: PlayerId, name: str) -> Die:
    """Return the piece that is thrown for a die of a pool.

    Raises:
        InvalidValue: The dice set can't make this die.
    """
    try:
        return dice.die(die_name(name, die.pool, die.index, die.throw), f"d{die.sides}", owner)
    except ValueError as problem:
        raise InvalidValue(f"a die of a pool can't be thrown: {problem}") from problem
