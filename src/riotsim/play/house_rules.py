"""Rolling dice into the play area, and the house rules on dice that lie badly (RD-90 to RD-92)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from riotsim.play.requests import AimThrow, PlayerId
from riotsim.play.session.session import Play
from riotsim.table.acts import Cocked, Hand, LeftTable, Roll, Settled, Turned
from riotsim.table.pieces import Die, PieceId

TRIES = 10
"""After so many throws a die counts as it lies, and one that is off the table is lost (RD-90)."""


class DiceRules(Protocol):
    """The house rules on dice, as a rules file has them."""

    @property
    def cocked(self) -> Literal["reroll", "nearest_face"]:
        """What is done with a die that lies cocked."""

    @property
    def off_table(self) -> Literal["reroll", "lost"]:
        """What is done with a die that leaves the table."""

    @property
    def least_drop(self) -> float:
        """The lowest release that counts as a roll (mm)."""

    @property
    def least_turns(self) -> float:
        """How often a die must turn over to count as rolled."""

    @property
    def models(self) -> Literal["fixed", "free"]:
        """Whether models stand fast against dice."""


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
    play: Play[Any],  # rolling is the same whatever state a game keeps
    boss: PlayerId,
    dice: tuple[Die, ...],
    *,
    thrower: PieceId | None,
    hand: Hand,
    house: DiceRules,
    throw: Callable[[Roll], Awaitable[Settled]],
    in_tray: bool = False,
) -> tuple[Die, ...]:
    """Have a boss roll dice, again where the house says so, and give those that lie on the table, in order.

    `throw` performs one roll and settles what else it did; each throw is aimed by the boss. With `in_tray` they go into
    the table's tray, of which there has to be one.
    """
    tray = play.table.tray if in_tray else None
    area, (x, y) = (play.table, (0.0, 0.0)) if tray is None else (tray, tray.at)
    waiting = dice
    for attempt in range(1, TRIES + 1):
        kinds = tuple(die.kind.name for die in waiting)
        aim = await play.ask(
            AimThrow(
                boss,
                "roll",
                kinds,
                area.width,
                area.depth,
                house.least_drop,
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
                free_models=house.models == "free",
                in_tray=tray is not None,
                spin=aim.spin,
                by_hand=aim.by_hand,
            )
        )
        again: list[Die] = []
        for die in waiting:
            why = _amiss(settled, die.id, house)
            if why == "off the table" and (house.off_table == "lost" or attempt == TRIES):
                play.tell(Lost(boss, die.id))
            elif why is not None and attempt < TRIES:
                again.append(die)
                play.tell(RolledAgain(boss, die.id, why))
        play.table = play.table.without(*(die.id for die in again if die.id in play.table.dice))
        if not again:
            break
        waiting = tuple(again)
    return tuple(play.table.dice[die.id] for die in dice if die.id in play.table.dice)


def _amiss(
    settled: Settled, die: PieceId, house: DiceRules
) -> Literal["cocked", "off the table", "hardly turned"] | None:
    """Say why a die does not count as it lies."""
    if any(fact.piece == die for fact in settled.of(LeftTable)):
        return "off the table"  # RD-91
    if house.cocked == "reroll" and any(fact.die == die for fact in settled.of(Cocked)):
        return "cocked"  # RD-90
    if any(fact.die == die and fact.turns < house.least_turns for fact in settled.of(Turned)):
        return "hardly turned"  # RD-92
    return None
