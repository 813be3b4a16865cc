"""Fairness of each kind of die, and independence of the side on which it began: 60,000 rolls each in the long run."""

import math
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import binomtest

from riotsim.table.dice.custom import barrel, rounded
from riotsim.table.dice.kinds import D6, KINDS, DieKind, die_kind
from riotsim.table.pieces import Die
from riotsim.testing.fairness import AS_IN_A_GAME, INTO_A_BOX, SIGNIFICANCE, Rolls, fairness, memory, repeats, roll_many
from riotsim.testing.findings import Chart, Series
from riotsim.testing.plugin import Record, Size

QUICK, QUICK_HULL, LONG = 300, 120, 60_000
"""Numbers of rolls: of cubes in the quick run, of other dice in the quick run, which cost several times as much, and of
each kind in the long run.
"""

QUICK_USUAL = 400
"""Number of rolls of the usual d6 in the quick run. Two tests share these rolls."""

USUAL = "d6, 16 mm"

shared = pytest.mark.xdist_group("usual d6")  # one process, so that it is rolled once

MOST_COCKED = 0.02
"""Greatest share of dice that may come to rest on no face if ten are thrown at once. They lean on each other, or on a
wall of the box. This limit is our own.
"""

MOST_SPINNING = 1e-3
"""Greatest share of throws in which a die may still spin after eight seconds. This limit is our own. In 6,000 throws of
rounded d6s, one went round and round on its edge, since only bounces slow it. Such a die counts as cocked.
"""

ROLL_ON = {"d20, 20 mm, edges of 1 mm": 0.04, "d7, a barrel": 0.04}
"""Greatest shares of cocked dice for kinds that roll until they lie against a wall. These limits are our own."""

LABBY = (53222, 52118, 52465, 52338, 52244, 53285)
"""Counts of real dice that a machine threw: Z. Labby, "Weldon's dice, automated", Chance 22 (2009), 315,672 rolls."""

DICE = {
    **{f"{name}, 16 mm": Die("", die_kind(name)) for name in KINDS},
    "d6, 12 mm": Die("", D6, 12.0),
    "d6, 16 mm, edges of 1.5 mm": Die("", rounded(D6, 1.5 / 16.0)),
    "d6, 12 mm, edges of 1.2 mm": Die("", rounded(D6, 1.2 / 12.0), 12.0),
    "d20, 20 mm, edges of 1 mm": Die("", rounded(die_kind("d20"), 1.0 / 20.0), 20.0),
    "d7, a barrel": Die("", barrel("d7", range(1, 8))),
}


def minutes(kind: DieKind) -> float:
    """Return about how long the long run of a kind takes alone (minutes). Dice that are hulls take longer, and longer
    still with many corners.
    """
    if kind.box is not None:
        return 3.0 if kind.rounding == 0.0 else 8.0
    return 8.0 if kind.sides <= 8 and kind.name != "d7" else 25.0


@cache
def usual() -> Rolls:
    """Return the rolls of the usual d6 in the quick run."""
    return roll_many(DICE[USUAL], QUICK_USUAL, 20)


def repeating(rolls: Rolls) -> float:
    """Return the p-value of the number of rolls that end on the side on which the die began, if the sides are
    independent.
    """
    return float(binomtest(int(np.trace(rolls.from_to)), rolls.read_count, 1 / rolls.kind.sides).pvalue)


def shares(name: str, rolls: Rolls) -> Chart:
    """Return the count of each number in fair shares, with three standard errors."""
    fair = rolls.read_count / rolls.kind.sides
    numbers = tuple(map(float, rolls.by_value))
    error = 3 * math.sqrt((1 - 1 / rolls.kind.sides) / fair)
    band = Series(
        "3 standard errors",
        numbers,
        (1.0,) * len(numbers),
        "band",
        (1 - error,) * len(numbers),
        (1 + error,) * len(numbers),
    )
    found = Series("found", numbers, tuple(count / fair for count in rolls.by_value.values()))
    return Chart(f"{name}: {rolls.read_count:,} rolls", "number", "how often, in fair shares", (band, found))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.takes(minutes(die.kind)), *([shared] if name == USUAL else [])])
        for name, die in DICE.items()
    ],
)
def test_a_die_is_fair_and_forgets(name: str, record: Record, size: Size) -> None:
    """If a die is thrown, its numbers come up equally often. The side on which it lies doesn't depend on the side on
    which it began (Pearson's χ², p above 0.001 for both).

    The report also tells how often it lies on the side on which it began, and how likely that is by chance.
    """
    die = DICE[name]
    if name == USUAL and not size.long:
        count, rolls = QUICK_USUAL, usual()
    else:
        count = size(QUICK if die.kind.box is not None else QUICK_HULL, LONG)
        rolls = roll_many(die, count, 20)
    fair, forgets = fairness(rolls), memory(rolls)
    one = record(
        "fairness",
        f"{name}: p of equal shares",
        found=fair.p,
        at_least=SIGNIFICANCE,
        source="Pearson's χ² against equal shares",
        note=f"{rolls.read_count} rolls, χ² {fair.chi2:.1f} with {fair.freedom} degrees of freedom; "
        f"{rolls.cocked} cocked",
        charts=(shares(name, rolls),),
    )
    other = record(
        "memory",
        f"{name}: p of forgetting the side it began on",
        found=forgets.p,
        at_least=SIGNIFICANCE,
        source="Pearson's χ² of independence",
        note=f"{repeats(rolls):.2%} ended on that side, chance has {1 / rolls.kind.sides:.2%} "
        f"(p of so many {repeating(rolls):.2g})",
    )
    one.must_hold()
    other.must_hold()
    assert rolls.cut_short <= MOST_SPINNING * count / INTO_A_BOX.together
    assert rolls.off_table == 0
    cocked = ROLL_ON.get(name, MOST_COCKED) * count
    assert rolls.cocked <= cocked + 3.0 * math.sqrt(cocked)  # a Poisson count's chance


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.takes(2.0)) for name in DICE])
def test_a_die_is_fair_as_a_game_throws_it(name: str, record: Record, size: Size) -> None:
    """If a die is thrown from low down onto felt, as in a game, its numbers come up equally often (p above 0.001).

    The report also tells how many dice lie on the side that was down in the hand. `test_fairness_memory.py` limits this
    share.
    """
    rolls = roll_many(DICE[name], size(120, 6000), 22, AS_IN_A_GAME)
    fair = fairness(rolls)
    record(
        "fairness",
        f"{name}, as in a game: p of equal shares",
        found=fair.p,
        at_least=SIGNIFICANCE,
        source="Pearson's χ² against equal shares",
        note=f"{rolls.read_count} rolls from {AS_IN_A_GAME.drop:g} mm onto felt; {repeats(rolls):.1%} ended on the "
        f"side that was down in the hand, chance has {1 / rolls.kind.sides:.1%}",
    ).must_hold()


def beside_real_ones(rolls: Rolls, real: npt.NDArray[np.int64]) -> Chart:
    """Return a chart of how often each number came up here and on the machine."""
    numbers = tuple(map(float, rolls.by_value))
    both = {"found": np.array(list(rolls.by_value.values())), "real dice (Labby)": real}
    series = tuple(Series(name, numbers, tuple(count / count.mean())) for name, count in both.items())
    return Chart("A d6 beside a machine with real ones", "number", "how often, in fair shares", series)


@shared
@pytest.mark.takes(15.0)
def test_a_d6_is_no_less_fair_than_real_ones(record: Record, size: Size) -> None:
    """In 315,672 rolls, a d6 here has a χ²/N of at most 7.8e-5, as Labby's real dice have.

    A fair die has 5/N on average. The quick run has too few rolls for this limit, so it asks for p above 0.001.
    """
    real = np.array(LABBY)
    labby = float((((real - real.mean()) ** 2) / real.mean()).sum() / real.sum())
    assert labby == pytest.approx(7.8e-5, rel=0.01)
    rolls = roll_many(D6, int(real.sum()), 1) if size.long else usual()
    fair = fairness(rolls)
    beyond_chance = 20.5 / rolls.read_count  # χ² of five degrees of freedom is larger once in a thousand times
    record(
        "real d6",
        "d6 against a machine with real dice: χ²/N",
        found=fair.chi2 / rolls.read_count,
        expected=labby,
        at_most=size(beyond_chance, labby),
        source="Labby, Chance 22 (2009): 315,672 rolls",
        note=f"{rolls.read_count} rolls: {', '.join(map(str, rolls.by_value.values()))}",
        charts=(beside_real_ones(rolls, real),),
    ).must_hold()
