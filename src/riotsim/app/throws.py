"""Throws of dice on an empty table: how they are made, the counts of the faces, and a test for fairness.

`riotsim throw`, `riotsim doctor` and `riotsim.throw` use this module.
"""

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

from riotsim.app.output.progress import progress_bar, spinner
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES
from riotsim.measuring.chi_squared import chi_squared
from riotsim.table.acts import Cocked, CutShort, Hand, LeftTable, Roll, Settled
from riotsim.table.dice.dice_set import parse_dice
from riotsim.table.dice.kinds import KINDS, DieKind, die_kind
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND

if TYPE_CHECKING:
    from riotsim.files.yaml import Document
    from riotsim.play.game import DiceRules, Game
    from riotsim.play.rulebook.dice import Dice
    from riotsim.play.rulebook.sections import Book

TABLE_HEADING: Final = pi / 2
"""Direction of a throw from front to back (rad from +x).

All throws onto the table have this direction. Throws into a tray have it if the tray is deeper than it is wide.
"""

TRAY_HEADING: Final = 0.0
"""Direction of a throw along a tray's width (rad from +x). It is used if the tray is at least as wide as it is deep."""

PERCENTILE_95_INDEX: Final = 18
"""Index of the 95th percentile among the 19 values that `statistics.quantiles(…, n=20)` returns."""


class FaceCounts(TypedDict):
    """Counts of each face of one kind of die, and a test against a fair die."""

    counts: dict[str, int]
    """Number of dice that show each face. Cocked dice, and dice off the table, are left out."""
    fair: dict[str, float]
    """Probability of each face for a fair die: the share of the die's sides that have the face's number."""
    chi2: float | None
    """Pearson's χ² of `counts` against `fair`; None if no die was counted, or if the die has only one number."""
    p: float | None
    """Probability that χ² of fair dice is at least as large; None if `chi2` is None."""


class ThrowSummary(TypedDict):
    """The results of a series of throws, as `riotsim throw --json` writes them."""

    hand: str
    """Name of the hand in the rules."""
    rolls: int
    """Number of throws. In each throw, all dice are thrown together."""
    faces: dict[str, FaceCounts]
    """Counts of the faces by kind of die, such as `d6`."""
    cocked: int
    """Number of dice that came to rest cocked: leaning, so that no face counts."""
    off_table: int
    """Number of dice that left the table. If the dice are thrown into a tray, the number of dice that left the tray."""
    cut_short: int
    """Number of throws that ended at the limit of simulated time while dice still moved."""
    rest_s: dict[str, float]
    """Simulated time from release to rest (s): the mean (`mean`) and the 95th percentile (`p95`) of all throws."""
    wall_s: float
    """Time that all throws together took on this machine (s)."""
    results: list[list[int | None]]
    """For each throw, the values of its dice in the order of the notation; None for a die cocked or off the table."""


@dataclass(slots=True)
class ThrowTally:
    """The counts of a series of throws so far."""

    kinds: tuple[str, ...]
    """Kinds of the dice in each throw, in order."""
    own_values: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The numbers on the sides of each kind of die that the rules define, by kind."""
    hand: str = ""
    """Name of the hand that throws."""
    cocked: int = 0
    off_table: int = 0
    cut_short: int = 0
    rest_seconds: list[float] = field(default_factory=list)
    """Simulated time from release to rest of each throw (s)."""
    results: list[list[int | None]] = field(default_factory=list)
    """For each throw, the values of its dice in the order of `kinds`; None for a die cocked or off the table."""
    started_at: float = field(default_factory=time.perf_counter)
    """Time at which the tally was created (s, `time.perf_counter`)."""

    def add(self, dice: tuple[Die, ...], settled: Settled) -> None:
        """Count one throw.

        Args:
            dice: The dice before they were thrown, in the order of the tally's `kinds`.
            settled: The outcome of the throw.
        """
        off = {fact.piece for fact in settled.facts_of(LeftTable)}
        leaning = {fact.die for fact in settled.facts_of(Cocked)} - off
        self.off_table += sum(die.id in off for die in dice)
        self.cocked += sum(die.id in leaning for die in dice)
        self.cut_short += bool(settled.facts_of(CutShort))
        self.rest_seconds.append(settled.ticks / TICKS_PER_SECOND)
        self.results.append([_value(die.id, settled, off | leaning) for die in dice])

    def summary(self) -> ThrowSummary:
        """Return the results of the throws so far.

        Raises:
            ValueError: No throw was counted yet.
        """
        if not self.rest_seconds:
            raise ValueError("nothing has been thrown yet")
        wall = time.perf_counter() - self.started_at
        return ThrowSummary(
            hand=self.hand,
            rolls=len(self.results),
            faces={kind: self._faces(kind) for kind in dict.fromkeys(self.kinds)},
            cocked=self.cocked,
            off_table=self.off_table,
            cut_short=self.cut_short,
            rest_s={"mean": statistics.fmean(self.rest_seconds), "p95": _p95(self.rest_seconds)},
            wall_s=wall,
            results=self.results,
        )

    def _faces(self, kind: str) -> FaceCounts:
        seen = Counter(
            value
            for throw in self.results
            for value, die in zip(throw, self.kinds, strict=True)
            if die == kind and value is not None
        )
        sides = Counter(self.own_values.get(kind) or die_kind(kind).values)
        values = sorted(sides)
        counts = [seen[value] for value in values]
        chi2, p = fairness(counts, [sides[value] for value in values])
        return FaceCounts(
            counts={str(value): seen[value] for value in values},
            fair={str(value): sides[value] / sides.total() for value in values},
            chi2=chi2,
            p=p,
        )


def fairness(counts: Sequence[int], sides: Sequence[int]) -> tuple[float, float] | tuple[None, None]:
    """Test by Pearson's χ² whether counts of values come from a fair die.

    Args:
        counts: Number of times that each value came up.
        sides: Number of the die's sides that have each value, in the same order.

    Returns:
        χ² and its p-value. Both are None if all counts are 0 or the die has a single value.
    """
    if not any(counts) or len(counts) < 2:
        return None, None
    each = sum(counts) / sum(sides)
    verdict = chi_squared(counts, [its * each for its in sides], len(counts) - 1)
    return verdict.chi2, verdict.p


def throw_many(
    notation: str,
    count: int,
    seed: int,
    hand: str | None = None,
    *,
    in_tray: bool = False,
    rules: str = DEFAULT_RULES,
    options: Mapping[str, str] | None = None,
) -> ThrowSummary:
    """Throw dice `count` times on an empty table, with a progress bar on stderr.

    Each throw has a seed of its own, which depends only on `seed` and on the number of the throw.

    Args:
        notation: The dice, such as `3d6` or `2d6+1d8`.
        count: Number of throws, at least 1.
        seed: Seed of the series.
        hand: Name of a hand in the rules; None for the rules' default hand.
        in_tray: Whether to throw into a tray beside the table.
        rules: Rules that come with the program, by name, or a rules file.
        options: Changed options of the rules by dotted key, such as `dice.edges`.

    Raises:
        BadInput: The notation is malformed, a kind of die or the hand is unknown, or the engine can't finish a throw.
        BadFile: The rules, or the dice that they define, are invalid.
    """
    its, table, roll = prepare_throw(notation, hand, in_tray=in_tray, rules=rules, options=options)

    from riotsim.physics import Diverged
    from riotsim.simulation import perform

    kinds = tuple(die.kind.name for die in roll.dice)
    tally = ThrowTally(kinds, {name: its.dice.values(name) for name in its.dice.kinds}, roll.hand.name)
    with progress_bar(count, f"throwing {notation}") as numbers:
        for number in numbers:
            try:
                tally.add(roll.dice, perform(table, roll, seed_of_throw(seed, number)))
            except (ValueError, Diverged) as problem:
                raise BadInput(f"throw {number} of seed {seed} can't be done: {problem}") from problem
    return tally.summary()


def seed_of_throw(seed: int, number: int) -> int:
    """Return the seed of one throw of a series (64 bits).

    Args:
        seed: Seed of the series.
        number: Number of the throw, from 0.
    """
    import numpy as np

    (own,) = np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(1, np.uint64)
    return int(own)


def prepare_throw(
    notation: str,
    hand: str | Hand | None = None,
    *,
    in_tray: bool = False,
    rules: str | Path = DEFAULT_RULES,
    options: Mapping[str, object] | None = None,
) -> "tuple[DiceRules, Table, Roll]":
    """Return the dice rules, an empty table, and a throw into the middle of the table or its tray.

    Args:
        notation: The dice, such as `3d6` or `2d6+1d8`.
        hand: A hand, or the name of a hand in the rules; None for the rules' default hand.
        in_tray: Whether to throw into a tray beside the table.
        rules: Rules that come with the program, by name, or a rules file.
        options: Changed options of the rules by dotted key, such as `dice.edges`.

    Raises:
        BadInput: The notation is malformed, or a kind of die or the hand is unknown.
        BadFile: The rules, or the dice that they define, are invalid.
        InvalidValue: `rules` is neither text nor a path, or an option's key isn't text.
    """
    from riotsim.files.rules import folder_of

    document, game, book = read_dice_rules(rules, options or {})
    its_rules = game.dice_rules(book)
    section = its_rules.dice
    try:
        kinds = parse_dice(notation, (*KINDS, *section.kinds))
    except ValueError as problem:
        raise BadInput(str(problem)) from None
    check_rounding(document, section, kinds)
    bag = section.dice_set(_own_dice(book, section, kinds, document, folder_of(rules)))
    dice = tuple(bag.die(f"die-{n:02}", kind) for n, kind in enumerate(kinds))
    its = hand if isinstance(hand, Hand) else find_hand(its_rules, hand)
    return (its_rules, *_prepare(its_rules.table, dice, its, in_tray=in_tray))


def check_rounding(document: "Document", section: "Dice", kinds: Iterable[str]) -> None:
    """Check that the edges of some kinds of dice can be as round as the rules say.

    Raises:
        BadFile: The edges are too round for one of the kinds.
    """
    from riotsim.files.problems import BadFile

    if faults := tuple(section.rounding_faults(kinds)):
        raise BadFile(document.problem(*fault) for fault in faults)


def read_dice_rules(rules: str | Path, options: Mapping[str, object]) -> "tuple[Document, Game, Book]":
    """Read rules for throwing and stacking dice outside any game.

    Args:
        rules: Rules that come with the program, by name, or a rules file.
        options: Changed options of the rules by dotted key.

    Returns:
        The data of the rules, their game, and the rulebook. The game's method `dice_rules` takes this rulebook.

    Raises:
        BadFile: The rules are invalid.
        InvalidValue: `rules` is neither text nor a path, or an option's key isn't text.
    """
    from riotsim.files.rules import read_rules, with_options
    from riotsim.files.yaml import validate
    from riotsim.rulebooks import check_form, game_of

    check_form(rules, options)
    document = with_options(read_rules(rules), dict(options))
    game = game_of(document)
    return document, game, validate(document, game.dice_book or game.rules)


def find_hand(rules: "DiceRules", name: str | None) -> Hand:
    """Return the rules' hand with this name, or the default hand if the name is None.

    Raises:
        BadInput: The rules have no hand of that name.
    """
    from riotsim.play.rulebook.sections import unknown_name

    name = rules.hand if name is None else name
    if name not in rules.hands:
        raise BadInput(unknown_name(f"no hand is called {name!r}", name, rules.hands))
    return rules.hands[name]


def _own_dice(
    book: "Book", section: "Dice", kinds: Sequence[str], document: "Document", beside: Path | None
) -> dict[str, DieKind]:
    """Load the thrown kinds of dice that the rules define, not the built-in ones. Return them by name.

    Args:
        book: The rulebook.
        section: The rulebook's section on dice.
        kinds: The kinds of dice that are thrown.
        document: The data of the rules, for messages.
        beside: Folder of the rules file; None for rules that come with the program.

    Raises:
        BadFile: A mesh can't be used.
    """
    if not any(kind in section.kinds for kind in kinds):
        return {}
    from riotsim.files.assets.checks import has_custom_dice
    from riotsim.files.assets.dice import load_dice  # late: reading meshes takes longer to import than a throw to throw

    assert has_custom_dice(book), "it has such kinds"
    with spinner() as progress:
        return load_dice(book, beside, document, only=kinds, progress=progress)


def _prepare(table: Table, dice: tuple[Die, ...], hand: Hand, *, in_tray: bool) -> tuple[Table, Roll]:
    """Return the table for a throw, and the throw.

    The throw goes into the middle of the table or of the tray. For a throw onto the table, the tray is removed.

    Args:
        table: The empty table of the rules.
        dice: The dice to throw.
        hand: The hand that throws.
        in_tray: Whether to throw into the tray.
    """
    tray = table.tray
    if not in_tray:
        return replace(table, tray=None), Roll(dice, table.middle, TABLE_HEADING, hand)
    assert tray is not None, "the rules put a tray beside the table"
    heading = TABLE_HEADING if tray.depth > tray.width else TRAY_HEADING
    return table, Roll(dice, tray.middle, heading, hand, strength=TRAY_STRENGTH, in_tray=True)


def _value(die: PieceId, settled: Settled, unread: set[PieceId]) -> int | None:
    return None if die in unread else settled.table.dice[die].shows


def _p95(values: list[float]) -> float:
    if len(values) == 1:
        return values[0]
    return statistics.quantiles(values, n=20, method="inclusive")[PERCENTILE_95_INDEX]
