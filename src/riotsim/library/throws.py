"""Throws of dice on an empty table."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import pi
from pathlib import Path
from typing import Any, Final

import numpy as np

from riotsim.errors import InvalidValue
from riotsim.files.assets.dice import load_dice
from riotsim.files.problems import BadFile
from riotsim.library.rules import NO_OPTIONS, folder_of, hand_of, load
from riotsim.physics import perform
from riotsim.table.acts import INTO_TRAY, Cocked, Hand, LeftTable, Roll, Settled
from riotsim.table.dice.kinds import KINDS
from riotsim.table.dice.notation import parse_dice
from riotsim.table.pieces import Die
from riotsim.table.state import Table
from riotsim.table.svg import table_svg

SEED_BITS: Final = 32
"""Length of a seed that is drawn; short enough to be typed again."""

AWAY: Final = pi / 2
"""Heading of a throw by someone at the front edge (rad)."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The result of one throw."""

    faces: tuple[int | None, ...]
    """The number that each die shows, in the order in which they were named; None if it is cocked or left the table."""
    seed: int
    """The seed of this throw: `perform` gives the same result for it."""
    act: Roll
    before: Table
    settled: Settled
    """The outcome with all of its facts."""

    @property
    def table(self) -> Table:
        """The table with the dice as they lie."""
        return self.settled.table

    @property
    def total(self) -> int:
        """The sum of the faces that can be read."""
        return sum(face for face in self.faces if face is not None)

    def _repr_html_(self) -> str:
        """Return a picture of the table from above; notebooks show it."""
        return table_svg(self.table)


def throw(
    dice: str,
    *,
    seed: int | None = None,
    hand: str | Hand | None = None,
    tray: bool = False,
    rules: str | Path = "riot_dice",
    options: Mapping[str, object] = NO_OPTIONS,
) -> Throw:
    """Throw dice on an empty table, and wait until they lie still. The command line gives the same for the same seed.

    Args:
        dice: What is thrown together, such as `3d6` or `2d6+1d8`; kinds of the rules' own may be named too.
        seed: The same seed gives the same throw, to the bit. By default one is drawn.
        hand: A hand of the rules by its name, or one of your own; by default the usual hand of the rules.
        tray: Whether the dice are thrown into a dice tray beside the table.
        rules: The rules whose dice, hands and table are used: a name or a file.
        options: Options of the rules, such as `{"dice.edges": "1.5mm"}`.

    Raises:
        InvalidValue: The dice or the hand don't exist.
        BadFile: The rules are wrong.
        Diverged: The physics engine broke down.
    """
    return next(throws(dice, 1, seed=seed, hand=hand, tray=tray, rules=rules, options=options))


def throws(
    dice: str,
    count: int,
    *,
    seed: int | None = None,
    hand: str | Hand | None = None,
    tray: bool = False,
    rules: str | Path = "riot_dice",
    options: Mapping[str, object] = NO_OPTIONS,
) -> Iterator[Throw]:
    """Yield `count` independent throws. The seed of each follows from `seed` and its number alone.

    The arguments and errors are those of `throw`.
    """
    before, act = _prepared(dice, hand, rules, options, tray=tray)
    root = secrets.randbits(SEED_BITS) if seed is None else seed
    return (_thrown(before, act, _seed_of(root, number)) for number in range(count))


def _seed_of(root: int, number: int) -> int:
    (own,) = np.random.SeedSequence(root, spawn_key=(number,)).generate_state(1, np.uint64)
    return int(own)


def _thrown(before: Table, act: Roll, seed: int) -> Throw:
    settled = perform(before, act, seed)
    unread = {fact.die for fact in settled.of(Cocked)} | {fact.piece for fact in settled.of(LeftTable)}
    faces = tuple(None if die.id in unread else settled.table.dice[die.id].shows for die in act.dice)
    return Throw(faces, seed, act, before, settled)


def _prepared(
    notation: str, hand: str | Hand | None, rules: str | Path, options: Mapping[str, object], *, tray: bool
) -> tuple[Table, Roll]:
    document, book = load(rules, options)
    try:
        kinds = parse_dice(notation, (*KINDS, *book.dice.kinds))
    except ValueError as problem:
        raise InvalidValue(str(problem)) from None
    if faults := tuple(book.dice.too_round(kinds)):
        raise BadFile(document.problem(*fault) for fault in faults)
    own = any(kind in book.dice.kinds for kind in kinds)
    bag = book.dice.bag(load_dice(book, folder_of(rules), document, only=kinds) if own else {})
    dice = tuple(bag.die(f"die-{number:02}", kind) for number, kind in enumerate(kinds))
    return _laid_out(book, dice, hand if isinstance(hand, Hand) else hand_of(book, hand), tray=tray)


def _laid_out(book: Any, dice: tuple[Die, ...], hand: Hand, *, tray: bool) -> tuple[Table, Roll]:
    """Return the empty table of the rules, and a throw into its middle or into that of its tray."""
    width, depth = book.table.width, book.table.depth
    table = Table(width, depth, book.surface, walls=book.table.walls)
    if not tray:
        return table, Roll(dice, table.middle, AWAY, hand)
    beside = book.tray_beside(width, depth)
    heading = AWAY if beside.depth > beside.width else 0.0
    act = Roll(dice, beside.middle, heading, hand, strength=INTO_TRAY, in_tray=True)
    return replace(table, tray=beside), act
