"""Throws of dice on an empty table, for scripts and notebooks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from riotsim.app.new_games import check_seed
from riotsim.app.throws import prepare_throw, seed_of_throw
from riotsim.games import DEFAULT_RULES
from riotsim.library.arguments import check_count, check_dice, check_hand
from riotsim.rulebooks import NO_OPTIONS
from riotsim.simulation import perform
from riotsim.table.acts import Cocked, Hand, LeftTable, Roll, Settled
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Throw:
    """The result of one throw."""

    faces: tuple[int | None, ...]
    """The number on each die, in the order of the dice in the notation.

    A die has None instead of a number if it is cocked, or if it has left the table or the tray.
    """
    seed: int
    """The seed of the call of `throw` or `throws`. The same call with this seed gives the same result again."""
    number: int
    """This throw's position among all throws of the same call of `throws`; the first throw has 0."""
    act_seed: int = field(repr=False)
    """The seed of the act. It is computed from `seed` and `number`.

    `perform(throw.before, throw.act, throw.act_seed)` gives the same result again.
    """
    act: Roll = field(repr=False)
    """The act that was performed."""
    before: Table = field(repr=False)
    """The empty table before the throw."""
    settled: Settled = field(repr=False)
    """The outcome of the act: the table afterwards, and the facts, such as that a die is cocked."""

    @property
    def table(self) -> Table:
        """The table with the dice at rest."""
        return self.settled.table

    @property
    def total(self) -> int:
        """The sum of the numbers in `faces`. A die that has None there adds nothing."""
        return sum(face for face in self.faces if face is not None)

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the numbers that the dice show, and a picture of the table from above."""
        shown = ", ".join("unread" if face is None else str(face) for face in self.faces)
        return f"<p>{shown}: total {self.total}</p>{self.table.svg()}"


def throw(
    dice: str,
    *,
    seed: int | None = None,
    hand: str | Hand | None = None,
    tray: bool = False,
    rules: str | Path = DEFAULT_RULES,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Throw:
    """Throw dice on an empty table, let them come to rest, and return the result.

    The command `riotsim throw` gives the same result for the same arguments and seed.

    Args:
        dice: The dice that are thrown together, such as `3d6` or `2d6+1d8`. They may be of kinds that the rules define.
        seed: The same seed gives exactly the same throw. By default a seed is drawn.
        hand: The name of a hand of the rules, or a `Hand` of your own; by default the usual hand of the rules.
        tray: Whether to throw the dice into a dice tray beside the table.
        rules: The rules whose dice, hands and table are used: a name, or the path of a file.
        options: Options of the rules by dotted keys, such as `{"dice.edges": "1.5mm"}`.

    Raises:
        InvalidInput: A kind of die or the hand doesn't exist, the rules are wrong, or an argument has a wrong value.
        PhysicsError: The physics engine failed.
    """
    return next(throws(dice, 1, seed=seed, hand=hand, tray=tray, rules=rules, options=options))


def throws(
    dice: str,
    count: int,
    *,
    seed: int | None = None,
    hand: str | Hand | None = None,
    tray: bool = False,
    rules: str | Path = DEFAULT_RULES,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Iterator[Throw]:
    """Return an iterator over `count` independent throws.

    Each throw is simulated with a seed of its own. This seed depends only on `seed` and on the number of the throw, not
    on `count`. The other arguments have the same meaning as for `throw`, and the same errors are raised. An error is
    also raised if `count` is not a whole number of at least 0.
    """
    check_dice(dice)
    check_count("the number of throws", count, 0)
    check_hand(hand)
    root = check_seed(seed)
    _, before, act = prepare_throw(dice, hand, in_tray=tray, rules=rules, options=options)
    return (_perform_throw(before, act, root, number) for number in range(count))


def _perform_throw(before: Table, act: Roll, seed: int, number: int) -> Throw:
    act_seed = seed_of_throw(seed, number)
    settled = perform(before, act, act_seed)
    unread = {fact.die for fact in settled.facts_of(Cocked)} | {fact.piece for fact in settled.facts_of(LeftTable)}
    faces = tuple(None if die.id in unread else settled.table.dice[die.id].shows for die in act.dice)
    return Throw(faces, seed, number, act_seed, act, before, settled)
