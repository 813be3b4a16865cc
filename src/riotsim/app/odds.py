"""The exact odds of a check, and checks whose dice are thrown to compare with them.

`riotsim odds` and its JSON use this module.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypedDict

from riotsim.app.output.progress import progress_bar
from riotsim.app.throws import prepare_throw, seed_of_throw
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES
from riotsim.measuring.chi_squared import chi_squared
from riotsim.pools.exact import Odds
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Check, Dice
from riotsim.pools.resolving import PoolDie, resolve, run_throws
from riotsim.table.acts import Cocked, LeftTable, Roll
from riotsim.table.dice.dice_set import MAX_DICE, write_dice
from riotsim.table.dice.kinds import KINDS

if TYPE_CHECKING:
    from riotsim.table.state import Table

LEAST_EXPECTED: Final = 5.0
"""Least expected count of a degree in the χ² test; rarer degrees are counted together (Cochran's rule)."""

MAX_AGAIN: Final = 100
"""Number of times that a die which is cocked or out of the tray is thrown again before the program gives up."""

ACTOR, DEFENDER = "actor", "defender"
"""Names of both sides of a check in JSON."""


class Chance(TypedDict):
    """The chance of something."""

    exact: str
    """The chance as a fraction, such as 127/288."""
    share: float
    """The same as a number from 0 to 1."""


class ThrownChecks(TypedDict):
    """Checks whose dice were thrown."""

    checks: int
    """Number of checks."""
    seed: int
    """Seed of the series."""
    hand: str
    """Name of the hand that threw."""
    fail: int
    """Number of checks that failed."""
    tie: int
    """Number of ties."""
    win: int
    """Number of checks that were won."""
    degrees: dict[str, int]
    """Number of checks with each degree."""
    thrown_again: int
    """Number of dice that were thrown again because they lay cocked or had left the tray."""
    chi2: float | None
    """Pearson's χ² of the degrees against their exact chances; None if there are too few checks for a test."""
    freedom: int | None
    """Degrees of freedom of the test; None if `chi2` is None."""
    p: float | None
    """Probability that χ² of fair dice is at least as large; None if `chi2` is None."""
    wall_s: float
    """Time that all throws together took on this machine (s)."""


class OddsDocument(TypedDict):
    """The odds of a check, as `riotsim odds --json` writes them."""

    check: dict[str, str]
    """The two pools in notation: `actor` and `defender`."""
    fail: Chance
    """Chance that the defender's result is higher."""
    tie: Chance
    """Chance that both results are equal."""
    win: Chance
    """Chance that the actor's result is higher."""
    mean_degree: Chance
    """Mean of the degree. Its share may be below 0."""
    degrees: dict[str, Chance]
    """Chance of each degree: the actor's result less the defender's."""
    thrown: ThrownChecks | None
    """Checks whose dice were thrown; None if none were asked for."""


def odds_document(odds: Odds, thrown: ThrownChecks | None = None) -> OddsDocument:
    """Return the odds of a check as plain data."""

    def chance(one: Fraction) -> Chance:
        return Chance(exact=str(one), share=float(one))

    return OddsDocument(
        check={ACTOR: write_pool(odds.check.actor), DEFENDER: write_pool(odds.check.defender)},
        fail=chance(odds.fail),
        tie=chance(odds.tie),
        win=chance(odds.win),
        mean_degree=chance(odds.mean_degree),
        degrees={str(degree): chance(one) for degree, one in odds.degrees.items()},
        thrown=thrown,
    )


def throw_checks(
    odds: Odds,
    count: int,
    seed: int,
    hand: str | None = None,
    *,
    rules: str = DEFAULT_RULES,
    options: Mapping[str, str] | None = None,
) -> ThrownChecks:
    """Throw the dice of a check `count` times into the tray beside the table of some rules, with a progress bar.

    The dice of both pools are thrown together. Dice that are rolled again follow one by one. So do dice that lie cocked
    or have left the tray.

    Args:
        odds: The odds of the check, to which the degrees are compared.
        count: Number of checks.
        seed: Seed of the series.
        hand: Name of a hand in the rules; None for the rules' default hand.
        rules: Rules that come with the program, by name, or a rules file.
        options: Changed options of the rules by dotted key, such as `dice.edges`.

    Raises:
        BadInput: A die of the check can't be thrown, the hand is unknown, or the engine can't finish a throw.
        BadFile: The rules are invalid.
    """
    check, started = odds.check, time.perf_counter()
    check_dice_exist(check)
    tray = DiceTray(seed, hand, rules, dict(options or {}))
    found: Counter[int] = Counter()
    with progress_bar(count, "throwing checks") as numbers:
        for _ in numbers:
            found[run_throws(resolve(check), tray.show).degree] += 1
    chi2, freedom, p = compare(found, odds)
    return ThrownChecks(
        checks=count,
        seed=seed,
        hand=tray.hand_name,
        fail=sum(one for degree, one in found.items() if degree < 0),
        tie=found[0],
        win=sum(one for degree, one in found.items() if degree > 0),
        degrees={str(degree): found[degree] for degree in odds.degrees},
        thrown_again=tray.thrown_again,
        chi2=chi2,
        freedom=freedom,
        p=p,
        wall_s=time.perf_counter() - started,
    )


def check_dice_exist(check: Check) -> None:
    """Check that the dice of a check can be thrown together.

    Raises:
        BadInput: A die has a number of sides that no die of the program has, or there are too many dice.
    """
    parts = [part for pool in (check.actor, check.defender) for part in pool.parts if isinstance(part, Dice)]
    for part in parts:
        if f"d{part.sides}" not in KINDS:
            raise BadInput(f"--thrown: no die here has {part.sides} sides; there are {', '.join(KINDS)}")
    if not parts:
        raise BadInput("--thrown: the check has no dice")
    if (number := sum(part.count for part in parts)) > MAX_DICE:
        raise BadInput(f"--thrown: the check has {number} dice; at most {MAX_DICE} can be thrown at once")


def compare(found: Mapping[int, int], odds: Odds) -> tuple[float, int, float] | tuple[None, None, None]:
    """Test with Pearson's χ² test whether degrees were counted as the exact chances have it.

    Neighbouring degrees are counted together until each group is expected `LEAST_EXPECTED` times.

    Args:
        found: The number of checks with each degree.
        odds: The exact chances.

    Returns:
        χ², its degrees of freedom and its p-value; None for each if fewer than two groups are left.
    """
    total = sum(found.values())
    groups: list[tuple[int, float]] = []
    count, expected = 0, 0.0
    for degree, chance in odds.degrees.items():
        count, expected = count + found.get(degree, 0), expected + float(total * chance)
        if expected >= LEAST_EXPECTED:
            groups.append((count, expected))
            count, expected = 0, 0.0
    if expected and groups:
        groups[-1] = (groups[-1][0] + count, groups[-1][1] + expected)
    if len(groups) < 2:
        return None, None, None
    verdict = chi_squared([one for one, _ in groups], [its for _, its in groups], len(groups) - 1)
    return verdict.chi2, verdict.freedom, verdict.p


@dataclass(slots=True)
class DiceTray:
    """A tray into which dice of both pools are thrown, with the seeds of a series."""

    seed: int
    """Seed of the series."""
    hand: str | None
    """Name of the hand; None for the rules' default hand."""
    rules: str
    options: dict[str, str]
    acts: int = 0
    """Number of acts so far, by which each has a seed of its own."""
    thrown_again: int = 0
    """Number of dice that were thrown again because they lay cocked or had left the tray."""
    hand_name: str = ""
    """Name of the hand that has thrown; empty before the first throw."""
    _prepared: "dict[tuple[str, ...], tuple[Table, Roll]]" = field(default_factory=dict)

    def show(self, dice: tuple[PoolDie, ...]) -> Sequence[int]:
        """Throw dice together, and return what they show. Unread dice are thrown again until all can be read.

        Raises:
            BadInput: The engine can't finish a throw, or a die is never read.
        """
        shown: dict[int, int] = {}
        for _ in range(MAX_AGAIN):
            left = [k for k in range(len(dice)) if k not in shown]
            values = self._throw(tuple(f"d{dice[k].sides}" for k in left))
            shown |= {k: value for k, value in zip(left, values, strict=True) if value is not None}
            if len(shown) == len(dice):
                return [shown[k] for k in range(len(dice))]
            self.thrown_again += len(dice) - len(shown)
        raise BadInput(f"a die was cocked or out of the tray {MAX_AGAIN} times in a row")

    def _throw(self, kinds: tuple[str, ...]) -> list[int | None]:
        """Return the values of dice of some kinds; None for a die that lies cocked or has left the tray."""
        from riotsim.physics import Diverged
        from riotsim.simulation import perform

        if kinds not in self._prepared:
            notation = write_dice(kinds)
            _, table, roll = prepare_throw(notation, self.hand, in_tray=True, rules=self.rules, options=self.options)
            self._prepared[kinds] = table, roll
        table, roll = self._prepared[kinds]
        self.hand_name = roll.hand.name
        number, self.acts = self.acts, self.acts + 1
        try:
            settled = perform(table, roll, seed_of_throw(self.seed, number))
        except (ValueError, Diverged) as problem:
            raise BadInput(f"throw {number} of seed {self.seed} can't be done: {problem}") from problem
        unread = {fact.die for fact in settled.facts_of(Cocked)} | {fact.piece for fact in settled.facts_of(LeftTable)}
        return [None if die.id in unread else settled.table.dice[die.id].shows for die in roll.dice]
