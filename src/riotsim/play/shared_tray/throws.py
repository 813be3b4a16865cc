"""Throws into a tray that players share.

Dice of several owners can be thrown together. Other dice may already lie in the tray.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from riotsim.errors import InvalidValue
from riotsim.play.house_rules import MAX_ROLL_ATTEMPTS, Knocked, Lost, RolledAgain, RollRules, reroll_reason
from riotsim.play.requests import AimThrow, PlayerId, WhyAgain
from riotsim.play.session.chance import Stream
from riotsim.table.acts import Hand, Reading, Roll, Settled
from riotsim.table.dice.tray import MAX_SHARED_DICE, dice_in_tray, set_aside
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Tray

if TYPE_CHECKING:
    from riotsim.play.session.session import Play

LyingDice: TypeAlias = Literal["stay", "set_aside"]
"""Rule for dice in the tray before a throw.

- `stay`: the dice stay where they are, and may be knocked.
- `set_aside`: before the throw, the dice are put on the tray's rack, a place beside the tray.
"""


@dataclass(frozen=True, slots=True)
class SharedTray:
    """A game's shared tray, with the rules for throws into it."""

    play: "Play[Any]"  # the state of any game
    """The context of the rules."""
    rules: RollRules
    """The house rules about rolled dice."""
    throw: Callable[[Roll], Awaitable[Settled]]
    """Function that performs one throw, applies the game's rules to it, and returns the outcome."""
    lying: LyingDice = "stay"
    """The rule for dice in the tray before a throw."""

    async def roll(self, player: PlayerId, dice: Sequence[Die], hand: Hand, purpose: str = "roll") -> tuple[Die, ...]:
        """Ask a player to throw dice of any owners together into the tray.

        The house rules decide whether a cocked die or a die outside the tray is thrown again. These rules apply to the
        thrown dice, and to dice that the throw has knocked. If a knocked die shows another number than before, a
        `Knocked` event says so.

        If there are more than `MAX_SHARED_DICE` dice, they are thrown in batches. Before a batch is thrown, the dice of
        the preceding batch are removed from the tray.

        Args:
            player: The player who aims each throw.
            dice: The dice, each with its owner.
            hand: The player's hand.
            purpose: The purpose of the throws. Each request to aim a throw contains it.

        Returns:
            The dice as they came to lie, in the order of `dice`. Lost dice are left out: dice off the table that are
            not thrown again. The other dice of the last batch are still in the tray.

        Raises:
            InvalidValue: The table has no tray, or the tray's rack has no room for the dice to be set aside.
        """
        play, landed = self.play, list[Die]()
        for first in range(0, len(dice), MAX_SHARED_DICE):
            batch = dice[first : first + MAX_SHARED_DICE]
            play.table = play.table.without(*(die.id for die in landed if die.id in play.table.dice))
            await self._roll_batch(player, batch, hand, purpose)
            landed += [play.table.dice[die.id] for die in batch if die.id in play.table.dice]
        return tuple(landed)

    async def _roll_batch(self, player: PlayerId, batch: Sequence[Die], hand: Hand, purpose: str) -> None:
        """Throw the dice of a batch, and throw dice again as the house rules require.

        Each throw has at most `MAX_SHARED_DICE` dice. There are at most `MAX_ROLL_ATTEMPTS` throws, the first one
        included. After the last throw, dice that are off the table are lost. All others count as they lie.
        """
        waiting: list[tuple[Die, WhyAgain | None]] = [(die, None) for die in batch]
        for attempt in range(1, MAX_ROLL_ATTEMPTS + 1):
            now, later = waiting[:MAX_SHARED_DICE], waiting[MAX_SHARED_DICE:]
            thrown, reasons = [die for die, _ in now], tuple(why for _, why in now if why is not None)
            self._take_up(thrown)
            known = {die.id: die for die in (*dice_in_tray(self.play.table), *thrown)}
            settled = await self._throw(player, thrown, hand, purpose, reasons)
            again = self._judge(player, settled, known, is_last=attempt == MAX_ROLL_ATTEMPTS)
            waiting = [*again, *later]
            if not waiting:
                break

    def _take_up(self, dice: Sequence[Die]) -> None:
        """Remove dice from the table. Ignore dice that are not on it."""
        table = self.play.table
        self.play.table = table.without(*(die.id for die in dice if die.id in table.dice))

    async def _throw(
        self, player: PlayerId, dice: Sequence[Die], hand: Hand, purpose: str, why_again: tuple[WhyAgain, ...]
    ) -> Settled:
        """Ask a player to aim a throw, and perform the throw.

        If the rule `lying` is `set_aside`, the dice in the tray are first put on the tray's rack. `why_again` has the
        reason for each die that is thrown again.
        """
        play, tray = self.play, _tray(self.play)
        if self.lying == "set_aside" and (lying := dice_in_tray(play.table)):
            await play.perform(set_aside(play.table, [die.id for die in lying]), Stream.SHIFT)
        aim = await play.ask(
            AimThrow(
                player,
                purpose,
                tuple(die.kind.name for die in dice),
                tray.width,
                tray.depth,
                self.rules.least_drop,
                in_tray=True,
                speed=hand.speed,
                owners=tuple(die.owner for die in dice),
                why_again=why_again,
            )
        )
        return await self.throw(
            Roll(
                tuple(dice),
                (aim.at[0] + tray.at[0], aim.at[1] + tray.at[1]),
                aim.heading,
                hand,
                aim.drop,
                aim.strength,
                in_tray=True,
                spin=aim.spin,
                by_hand=aim.by_hand,
                shared=True,
            )
        )

    def _judge(
        self, player: PlayerId, settled: Settled, known: Mapping[PieceId, Die], *, is_last: bool
    ) -> list[tuple[Die, WhyAgain]]:
        """Emit events about the outcome of a throw, and return the dice to be thrown again.

        Each of these dice comes with the reason why it is thrown again. They are removed from the table.

        Args:
            player: The player who threw. A die without an owner counts as this player's.
            settled: The outcome of the throw.
            known: The dice that were thrown or lay in the tray, by name.
            is_last: True if no further throw is allowed. Then dice off the table are lost, and all others count as they
                lie.
        """
        play, again = self.play, list[tuple[Die, WhyAgain]]()
        for reading in settled.facts_of(Reading):
            if not reading.moved:
                continue
            owner, name = reading.owner or player, reading.die
            why = reroll_reason(settled, name, self.rules)
            if why == "off the table" and (self.rules.off_table == "lost" or is_last):
                play.emit(Lost(owner, name))
            elif why is not None and not is_last:
                again.append((known[name], why))
                play.emit(RolledAgain(owner, name, why))
            elif reading.before is not None and reading.after != reading.before:
                play.emit(Knocked(owner, name, reading.before, reading.after or 0))
        self._take_up([die for die, _ in again])
        return again


def _tray(play: "Play[Any]") -> Tray:
    """Return the table's tray.

    Raises:
        InvalidValue: The table has no tray.
    """
    if play.table.tray is None:
        raise InvalidValue("there is no tray beside this table to roll into; give the table one")
    return play.table.tray
