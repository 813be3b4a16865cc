"""The exact odds of a check, and series of rolled checks that are compared with the odds.

The dice of a rolled check are thrown, or their numbers are drawn from a stream of random numbers.

`riotsim odds` and its JSON use this module.
"""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict

from riotsim.app.output.progress import progress_bar
from riotsim.app.throws import prepare_throw, seed_of_throw
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES
from riotsim.measuring.chi_squared import chi_squared
from riotsim.play.house_rules import RolledAgain
from riotsim.play.requests import Aim, AimThrow
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Play, Session
from riotsim.play.shared_tray.checks import Checks, ThrownDice
from riotsim.play.shared_tray.throws import SharedTray
from riotsim.pools.exact import Odds
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Check, Dice
from riotsim.pools.resolving import CheckResult
from riotsim.table.dice.dice_set import MAX_DICE, DiceSet, write_dice
from riotsim.table.dice.kinds import KINDS
from riotsim.table.state import Table

if TYPE_CHECKING:
    from riotsim.table.acts import Roll

LEAST_EXPECTED: Final = 5.0
"""Smallest expected count in the χ² test. Rarer degrees are merged with their neighbours (Cochran's rule)."""

ACTOR, DEFENDER = "actor", "defender"
"""Names of the two sides of a check in JSON. They are also the names of the owners of the dice."""

By: TypeAlias = Literal["tray", "stream"]
"""Source of the number of each die: a throw into a tray, or a draw from a stream of random numbers."""


class Chance(TypedDict):
    """The chance of one result or of one degree, or the mean degree, as a fraction and as a decimal number."""

    exact: str
    """The chance as a fraction, such as 127/288."""
    share: float
    """The chance as a number from 0 to 1."""


class RolledChecks(TypedDict):
    """The counts of the results in a series of rolled checks, and a test of these counts against the exact odds."""

    checks: int
    """Number of checks."""
    seed: int
    """Seed of the series."""
    hand: str | None
    """Name of the hand that threw the dice; None if numbers were drawn at random instead."""
    fail: int
    """Number of checks that failed."""
    tie: int
    """Number of ties."""
    win: int
    """Number of checks that were won."""
    degrees: dict[str, int]
    """Number of checks with each degree."""
    thrown_again: int
    """Number of repeated throws of single dice that lay cocked or had left the tray."""
    chi2: float | None
    """Pearson's χ² of the degrees against their exact chances; None if there are too few checks, or only one degree."""
    freedom: int | None
    """Degrees of freedom of the test; None if `chi2` is None."""
    p: float | None
    """Probability that χ² of fair dice is at least as large; None if `chi2` is None."""
    wall_s: float
    """Time that all checks together took on this machine (s)."""


class OddsDocument(TypedDict):
    """The odds of a check, as `riotsim odds --json` writes them."""

    check: dict[str, str]
    """The two pools in notation: `actor` and `defender`."""
    fail: Chance
    """Chance that the defender's result is higher."""
    tie: Chance
    """Chance that the actor and the defender have equal results."""
    win: Chance
    """Chance that the actor's result is higher."""
    mean_degree: Chance
    """Mean of the degree. Unlike a chance, it may be below 0 or above 1."""
    degrees: dict[str, Chance]
    """Chance of each degree, by the degree as text. A degree is the actor's result minus the defender's."""
    thrown: RolledChecks | None
    """Checks whose dice were thrown; None if no such checks were asked for."""
    drawn: RolledChecks | None
    """Checks whose numbers were drawn at random, without throws of dice; None if no such checks were asked for."""


def odds_document(odds: Odds, thrown: RolledChecks | None = None, drawn: RolledChecks | None = None) -> OddsDocument:
    """Return the odds of a check as plain data, together with the results of checks that were rolled."""

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
        drawn=drawn,
    )


def throw_checks(
    odds: Odds,
    count: int,
    seed: int,
    hand: str | None = None,
    *,
    rules: str = DEFAULT_RULES,
    options: Mapping[str, str] | None = None,
) -> RolledChecks:
    """Throw the dice of a check `count` times into the rules' tray, with a progress bar.

    - The dice of both sides are thrown together. More than twelve dice are thrown in batches.
    - Dice that a pool rolls again after certain numbers (`Dice.again`) are thrown one by one.
    - Dice that lie cocked or have left the tray are thrown again in any case.

    Args:
        odds: The check, and its exact odds, to compare the results with.
        count: Number of checks.
        seed: Seed of the series.
        hand: Name of a hand in the rules; None for the rules' default hand.
        rules: Rules that come with the program, by name, or a rules file.
        options: Changed options of the rules by dotted key, such as `dice.edges`.

    Raises:
        BadInput: The dice of the check can't be thrown, the hand is unknown, or a throw can't be finished.
        BadFile: The rules are invalid.
    """
    check_dice_exist(odds.check)
    series = CheckSeries(odds.check, seed, _throw_of(odds.check, hand, rules, options or {}))
    return _counted(odds, count, series)


def draw_checks(odds: Odds, count: int, seed: int) -> RolledChecks:
    """Draw the numbers of a check's dice from a stream of random numbers, `count` times, with a progress bar.

    Args:
        odds: The check, and its exact odds, to compare the results with.
        count: Number of checks.
        seed: Seed of the series.
    """
    return _counted(odds, count, CheckSeries(odds.check, seed))


def _counted(odds: Odds, count: int, series: "CheckSeries") -> RolledChecks:
    """Roll `count` checks of a series. Return the counts of the results, and a test against the exact chances."""
    started, throw = time.perf_counter(), series.throw
    found: Counter[int] = Counter()
    with progress_bar(count, "drawing checks" if throw is None else "throwing checks") as numbers:
        for number in numbers:
            found[series.result(number).degree] += 1
    chi2, freedom, p = compare(found, odds)
    return RolledChecks(
        checks=count,
        seed=series.seed,
        hand=None if throw is None else throw.act.hand.name,
        fail=sum(one for degree, one in found.items() if degree < 0),
        tie=found[0],
        win=sum(one for degree, one in found.items() if degree > 0),
        degrees={str(degree): found[degree] for degree in odds.degrees},
        thrown_again=series.thrown_again,
        chi2=chi2,
        freedom=freedom,
        p=p,
        wall_s=time.perf_counter() - started,
    )


def check_dice_exist(check: Check) -> None:
    """Check that the dice of a check can be thrown together.

    Raises:
        BadInput: A kind of die is unknown, or the check has no dice or more than `MAX_DICE` dice.
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
    """Test by Pearson's χ² whether the results of rolled checks fit the exact chances.

    Results are counted by degree: the actor's result minus the defender's. Neighbouring degrees with small expected
    counts are merged (`LEAST_EXPECTED`).

    Args:
        found: The number of rolled checks with each degree.
        odds: The exact chances of the degrees.

    Returns:
        χ², its degrees of freedom and its p-value. All three are None if fewer than two groups of degrees are left.
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


@dataclass(frozen=True, slots=True)
class _HouseRules:
    """The house rules of rolled checks. Cocked and lost dice are thrown again.

    A throw is valid from any height, even if the dice hardly turn.
    """

    cocked: Literal["reroll"] = "reroll"
    off_table: Literal["reroll"] = "reroll"
    least_drop: float = 0.0
    least_turns: float = 0.0
    models: Literal["fixed"] = "fixed"


@dataclass(frozen=True, slots=True)
class _Throw:
    """The dice, the table and the act of one throw for a check."""

    dice: DiceSet
    """The dice."""
    table: Table
    """The empty table, with its tray."""
    act: "Roll"
    """A throw into the middle of the tray.

    All throws of the series have the same hand, heading, strength and drop as this one.
    """


@dataclass(slots=True)
class CheckSeries:
    """A series of rolls of one check. Each roll is played as a separate game, with its own seed."""

    check: Check
    """The check."""
    seed: int
    """Seed of the series. The seed of each roll is computed from this seed and the roll's number."""
    throw: _Throw | None = None
    """The dice, table and act of the throws; None if numbers are drawn from a stream."""
    thrown_again: int = 0
    """Number of repeated throws of single dice that lay cocked or had left the tray."""

    def result(self, number: int) -> CheckResult:
        """Return the result of one roll.

        Args:
            number: Number of the roll, from 0.

        Raises:
            BadInput: The engine can't finish a throw, or a die leaves the tray again and again.
        """
        from riotsim.physics import Diverged
        from riotsim.simulation import perform

        found: list[CheckResult] = []

        async def rules(play: Play[None]) -> None:
            found.append(await self._roll(play))

        table = Table(1.0, 1.0) if self.throw is None else self.throw.table
        try:
            session = Session(rules, None, table, seed_of_throw(self.seed, number), perform)
            while session.pending:
                session.answer(self._aim(session))
        except (ValueError, Diverged) as problem:
            raise BadInput(f"check {number} of seed {self.seed} can't be thrown: {problem}") from problem
        self.thrown_again += sum(isinstance(event, RolledAgain) for event in session.events)
        return found[0]

    async def _roll(self, play: Play[Any]) -> CheckResult:
        """Roll the check. The actor throws the dice of both sides."""
        thrown = None
        if self.throw is not None:
            hand = self.throw.act.hand
            tray = SharedTray(play, _HouseRules(), lambda act: play.perform(act, Stream.ROLL))
            thrown = ThrownDice(tray, self.throw.dice, lambda _: hand)
        return await Checks(play, thrown).roll(self.check, (ACTOR, DEFENDER))

    def _aim(self, session: Session[None]) -> Aim:
        """Return the aim of each throw: into the middle of the tray."""
        (request,) = session.pending
        assert isinstance(request, AimThrow), "nothing else is asked"
        assert self.throw is not None, "only throws are aimed"
        act = self.throw.act
        return Aim((request.width / 2, request.depth / 2), act.heading, act.strength, act.drop)


def _throw_of(check: Check, hand: str | None, rules: str, options: Mapping[str, str]) -> _Throw:
    """Return the dice, the table and the throw for a check, as the given rules define them.

    Raises:
        BadInput: The hand is unknown.
        BadFile: The rules are invalid.
    """
    parts = [part for pool in (check.actor, check.defender) for part in pool.parts if isinstance(part, Dice)]
    kinds = tuple(f"d{part.sides}" for part in parts)
    its, table, act = prepare_throw(write_dice(kinds), hand, in_tray=True, rules=rules, options=options)
    return _Throw(its.dice.dice_set(), table, act)
