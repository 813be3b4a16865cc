"""Rolling dice into the play area, and the house rules on dice that lie badly (RD-90 to RD-92)."""

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from riotsim.play.requests import AimThrow, PlayerId
from riotsim.table.acts import Cocked, Fact, Hand, LeftTable, Roll, RolledDie, Settled, Turned
from riotsim.table.dice.kinds import COCKED_TILT
from riotsim.table.pieces import Die, PieceId

if TYPE_CHECKING:
    from riotsim.play.session.session import Play

TRIES = 10
"""After this many throws a die counts as it lies, and one that is off the table is lost (RD-90)."""


FLAT_TILT: Final = math.radians(1.5)
"""Tilt up to which a die lies flat on its face, whatever it touches (rad)."""


def is_cocked(rolled: RolledDie) -> bool:
    """Return whether a rolled die lies cocked (RD-90): no face is flat down, or it leans on something."""
    return rolled.tilt > COCKED_TILT or (rolled.tilt > FLAT_TILT and rolled.touching > 1)


def with_verdicts(settled: Settled) -> Settled:
    """Return what an act ends with, with a `Cocked` fact before the `Turned` fact of each die that lies cocked."""
    cocked = {rolled.die for rolled in settled.rolled if is_cocked(rolled)}
    if not cocked:
        return settled
    facts: list[Fact] = []
    for fact in settled.facts:
        if isinstance(fact, Turned) and fact.die in cocked:
            facts.append(Cocked(fact.die))
        facts.append(fact)
    return replace(settled, facts=tuple(facts))


class RollRules(Protocol):
    """The house rules on dice, as a rules file has them."""

    @property
    def cocked(self) -> Literal["reroll", "nearest_face"]:
        """The rule for a die that lies cocked."""

    @property
    def off_table(self) -> Literal["reroll", "lost"]:
        """The rule for a die that leaves the table."""

    @property
    def least_drop(self) -> float:
        """The lowest release that counts as a roll (mm)."""

    @property
    def least_turns(self) -> float:
        """The number of times that a die must turn over to count as rolled."""

    @property
    def models(self) -> Literal["fixed", "free"]:
        """The rule whether dice can push models."""


@dataclass(frozen=True, slots=True)
class RolledAgain:
    """A die is thrown again, alone."""

    boss: PlayerId
    die: PieceId
    why: Literal["cocked", "off the table", "hardly turned"]


@dataclass(frozen=True, slots=True)
class Lost:
    """A die that left the table is out of the roll."""

    boss: PlayerId
    die: PieceId


async def roll(
    play: "Play[Any]",  # rolling is the same whatever state a game keeps
    player: PlayerId,
    dice: tuple[Die, ...],
    *,
    thrower: PieceId | None,
    hand: Hand,
    rules: RollRules,
    throw: Callable[[Roll], Awaitable[Settled]],
    in_tray: bool = False,
) -> tuple[Die, ...]:
    """Ask a player to roll dice, again where the house rules say so, and return those that lie on the table, in order.

    Args:
        play: The context of the rules.
        player: Who rolls and aims each throw.
        dice: The dice.
        thrower: The model they are rolled for.
        hand: The player's hand.
        rules: The house rules.
        throw: Performs one roll and settles what else it caused.
        in_tray: Whether they are rolled into the table's tray, which must exist.
    """
    tray = play.table.tray if in_tray else None
    area, (x, y) = (play.table, (0.0, 0.0)) if tray is None else (tray, tray.at)
    waiting = dice
    for attempt in range(1, TRIES + 1):
        kinds = tuple(die.kind.name for die in waiting)
        aim = await play.ask(
            AimThrow(
                player,
                "roll",
                kinds,
                area.width,
                area.depth,
                rules.least_drop,
                thrower,
                in_tray=tray is not None,
                speed=hand.speed,
            )
        )
        settled = await throw(
            Roll(
                waiting,
                (aim.at[0] + x, aim.at[1] + y),
                aim.heading,
                hand,
                aim.drop,
                aim.strength,
                free_models=rules.models == "free",
                in_tray=tray is not None,
                spin=aim.spin,
                by_hand=aim.by_hand,
            )
        )
        again: list[Die] = []
        for die in waiting:
            why = _amiss(settled, die.id, rules)
            if why == "off the table" and (rules.off_table == "lost" or attempt == TRIES):
                play.tell(Lost(player, die.id))
            elif why is not None and attempt < TRIES:
                again.append(die)
                play.tell(RolledAgain(player, die.id, why))
        play.table = play.table.without(*(die.id for die in again if die.id in play.table.dice))
        if not again:
            break
        waiting = tuple(again)
    return tuple(play.table.dice[die.id] for die in dice if die.id in play.table.dice)


def _amiss(
    settled: Settled, die: PieceId, rules: RollRules
) -> Literal["cocked", "off the table", "hardly turned"] | None:
    """Return why a die does not count as it lies, or None if it counts."""
    if any(fact.piece == die for fact in settled.of(LeftTable)):
        return "off the table"  # RD-91
    if rules.cocked == "reroll" and any(fact.die == die for fact in settled.of(Cocked)):
        return "cocked"  # RD-90
    if any(fact.die == die and fact.turns < rules.least_turns for fact in settled.of(Turned)):
        return "hardly turned"  # RD-92
    return None
