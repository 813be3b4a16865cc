"""Pools as values: their notation, the dice that they need, and their exact chances against an oracle."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from random import Random

import numpy as np
import pool_oracle as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.errors import InvalidValue
from riotsim.measuring.chi_squared import chi_squared
from riotsim.pools.exact import chances, mean, odds
from riotsim.pools.notation import parse_check, parse_pool, write_check
from riotsim.pools.pool import OPEN_LIMIT, Check, Dice, Fixed, Part, Pool
from riotsim.pools.resolving import CheckResult, PoolDie, draw_with, resolve, run_throws

sizes = st.sampled_from([2, 4, 6, 8])
plain = st.builds(
    Dice, sizes, st.integers(1, 3), st.sampled_from(["highest", "lowest"]), why=st.sampled_from(["", "help"])
)
wild = st.builds(Dice, sizes, st.integers(1, 2), again=st.just("once"), why=st.just("wild"))
fixed = st.builds(Fixed, st.integers(0, 9), st.sampled_from(["", "least damage"]))
pools = st.lists(plain | wild | fixed, min_size=1, max_size=2).map(lambda parts: Pool(tuple(parts)))
checks = st.builds(Check, pools, pools)
few = st.builds(Dice, st.sampled_from([2, 4, 6]), st.integers(1, 2), st.sampled_from(["highest", "lowest"]))
one_wild = st.builds(Dice, st.sampled_from([2, 4, 6]), again=st.just("once"), why=st.just("wild"))
small_pools = st.lists(few | one_wild | fixed, min_size=1, max_size=2).map(lambda parts: Pool(tuple(parts)))
small_checks = st.builds(Check, small_pools, small_pools)
"""Checks with few dice, so that all ways in which the dice can fall are listed quickly."""


def shown(check: Check, *batches: Iterable[int]) -> CheckResult:
    """Return the result of a check in which the dice show the given numbers, throw by throw."""
    left = [tuple(batch) for batch in batches]
    found = run_throws(resolve(check), lambda dice: left.pop(0))
    assert not left
    return found


@given(small_checks)
def test_the_exact_chances_are_those_of_every_fall(check: Check) -> None:
    """The exact chances of a check are the same fractions as those from listing all ways in which the dice can fall."""
    assert dict(odds(check).degrees) == dict(sorted(oracle.degrees(check).items()))
    assert dict(chances(check.actor)) == dict(sorted(oracle.results(check.actor).items()))


@given(checks)
def test_chances_add_up(check: Check) -> None:
    """The chances of fail, tie and win add up to 1. If the two pools change places, the chances of fail and win change
    places.
    """
    found, back = odds(check), odds(Check(check.defender, check.actor))
    assert found.fail + found.tie + found.win == sum(found.degrees.values()) == 1
    assert (found.fail, found.tie, found.win) == (back.win, back.tie, back.fail)
    assert found.mean_degree == mean(chances(check.actor)) - mean(chances(check.defender))


@given(checks)
def test_notation_is_read_as_it_is_written(check: Check) -> None:
    """A check that is written and read again has the same dice and reasons."""
    assert parse_check(write_check(check)) == check


@given(checks, st.randoms(use_true_random=False))
def test_the_result_is_that_of_the_dice_shown(check: Check, random: Random) -> None:
    """Whatever the dice show, each pool has the result that an independent calculation gives. The kept die, or else a
    fixed number, has this value.
    """
    found = run_throws(resolve(check), draw_with(lambda sides: random.randint(1, sides)))
    for pool, its in ((check.actor, found.actor), (check.defender, found.defender)):
        assert its.value == oracle.counted(pool, list(its.dice))
        assert its.value == (its.dice[its.kept] if its.kept is not None else max(_fixed(pool)))
    assert found.degree in odds(check).degrees


def _fixed(pool: Pool) -> list[int]:
    return [part.value for part in pool.parts if isinstance(part, Fixed)]


def test_dice_of_both_pools_come_first_and_wild_dice_follow_one_by_one() -> None:
    """The first throw of a check has all dice, the actor's dice first. Then each wild die that shows its highest number
    is thrown again alone.
    """
    steps = resolve(parse_check("d8+wild 2d6 vs 2d6lo"))
    assert next(steps) == (
        PoolDie(0, 0, 8, ""), PoolDie(0, 1, 6, "wild"), PoolDie(0, 2, 6, "wild"), PoolDie(1, 0, 6, ""),
        PoolDie(1, 1, 6, ""),
    )  # fmt: skip
    assert steps.send([3, 6, 6, 5, 2]) == (PoolDie(0, 1, 6, "wild", 1),)
    assert steps.send([6]) == (PoolDie(0, 2, 6, "wild", 1),)
    with pytest.raises(StopIteration) as end:
        steps.send([1])
    assert (end.value.value.actor.dice, end.value.value.actor.kept) == ((3, 12, 7), 1)
    assert (end.value.value.defender.value, end.value.value.degree) == (2, 10)


def test_open_dice_end() -> None:
    """An open die is rolled again each time it shows its highest number, ten times at most."""
    check = parse_check("open d6 vs 3")
    assert shown(check, [6], [6], [2]).actor.value == 14
    found = shown(check, *[[6]] * (1 + OPEN_LIMIT))
    assert found.actor.value == 6 * (1 + OPEN_LIMIT) == max(chances(check.actor))
    assert chances(check.actor)[7] == Fraction(1, 36)
    assert 6 not in chances(check.actor)


def test_wild_dice_never_show_six() -> None:
    """A wild d6 shows 1 to 5 or 7 to 12."""
    found = chances(parse_pool("wild d6"))
    assert {value: int(1 / chance) for value, chance in found.items()} == {
        **dict.fromkeys(range(1, 6), 6), **dict.fromkeys(range(7, 13), 36)
    }  # fmt: skip


@pytest.mark.parametrize("values", [[3], [3, 4, 5], [0, 4], [9, 4], [3, 7]])
def test_numbers_that_dice_cannot_show_are_refused(values: list[int]) -> None:
    """If a throw gives too few or too many values, or a value that a die doesn't have, that is an error."""
    with pytest.raises(ValueError, match="show"):
        shown(parse_check("d8 vs d6"), values)


@pytest.mark.parametrize("text", ["d8 vs 2d6", "2d6lo+help d8 vs d10", "d6+wild d6 vs d8"])
def test_drawn_checks_have_the_exact_chances(text: str) -> None:
    """If 20,000 checks are drawn at random, their degrees fit the exact chances by a χ² test."""
    check, exact = parse_check(text), odds(text).degrees
    random = np.random.default_rng(7)
    draw = draw_with(lambda sides: int(random.integers(1, sides, endpoint=True)))
    found = Counter(run_throws(resolve(check), draw).degree for _ in range(20_000))
    assert set(found) <= set(exact)
    verdict = chi_squared([found[one] for one in exact], [float(20_000 * p) for p in exact.values()], len(exact) - 1)
    assert verdict.p > 0.001


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("d8", "one pool stands before vs, and one after it; a check is written like"),
        ("d8 v 2d6", "did you mean 'd8 vs 2d6'?"),
        ("2d6/d8", "did you mean '2d6 vs d8'?"),
        ("d8 - d6", "did you mean 'd8 vs d6'?"),
        ("2d6kl1 vs d6", "did you mean '2d6lo vs d6'?"),
        ("2d6 low vs d6", "after dice comes hi or lo, not 'low'; did you mean '2d6lo vs d6'?"),
        ("2D6 best vs d6", "did you mean '2d6hi vs d6'?"),
        ("d8, d10 vs d12", "did you mean 'd8+d10 vs d12'?"),
        ("d8 help d10 vs d12", "did you mean 'd8+help d10 vs d12'?"),
        ("wild vs d6", "did you mean 'wild d6 vs d6'?"),
        ("d8+wlid d6 vs d6", "nearly the word wild, which has a meaning of its own; did you mean 'd8+wild d6 vs d6'?"),
        ("w8 vs 2w6", "did you mean 'd8 vs 2d6'?"),
        ("d 8 vs d6", "did you mean 'd8 vs d6'?"),
        ("d8 2d6", "did you mean 'd8 vs 2d6'?"),
        ("d8vs2d6", "did you mean 'd8 vs 2d6'?"),
        ("d8-d6", "did you mean 'd8 vs d6'?"),
        ("d8 beats d6", "did you mean 'd8 vs d6'?"),
        ("lowest of 2d6 vs d6", "'lowest of' is no reason for dice; did you mean '2d6lo vs d6'?"),
        ("lo 2d6 vs d6", "'lo' is no reason for dice; did you mean '2d6lo vs d6'?"),
        ("min(2d6) vs d6", "did you mean '2d6lo vs d6'?"),
        ("2d6 keep lowest vs d6", "did you mean '2d6lo vs d6'?"),
        ("2d6 drop highest vs d6", "did you mean '2d6lo vs d6'?"),
        ("two d6 vs d8", "'two' is no reason for dice; did you mean '2d6 vs d8'?"),
        ("2 d6 vs d8", "did you mean '2d6 vs d8'?"),
        ("2xd6 vs d8", "did you mean '2d6 vs d8'?"),
        ("d8 vs d%", "did you mean 'd8 vs d100'?"),
        ("d6! vs d8", "did you mean 'open d6 vs d8'?"),
        ("(d8+d10) vs d12", "did you mean 'd8+d10 vs d12'?"),
        ("d8 vs d6?", "did you mean 'd8 vs d6'?"),
        ("dd8 vs d6", "did you mean 'd8 vs d6'?"),
        ("d8 ++ d6 vs d4", "did you mean 'd8 + d6 vs d4'?"),
        ("d1 vs d6", "a die has 2 to 100 sides, not 1"),
        ("0d6 vs d4", "1 to 60 dice are rolled together, not 0"),
        ("d8 vs", "a die is missing"),
        ("wild 2d6lo vs d4", "of dice that are rolled again, the highest counts"),
        ("d6 vs 5000", "a number in a pool is 0 to 1000"),
        ("d8 vs d6 vs d4", "one pool stands before vs, and one after it"),
    ],
)
def test_wrong_notation_is_explained(text: str, says: str) -> None:
    """If the notation of a check is wrong, the message says what is wrong or which check is probably meant."""
    with pytest.raises(InvalidValue) as caught:
        parse_check(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("D8", Dice(8)),
        ("1d8hi", Dice(8)),
        ("2d6 lo", Dice(6, 2, "lowest")),
        ("Will d8", Dice(8, why="will")),
        ("One Last Shot d8", Dice(8, why="one last shot")),
        ("Single Weapon 2d10", Dice(10, 2, why="single weapon")),
        ("least damage 4", Fixed(4, "least damage")),
    ],
)
def test_forms_of_notation(text: str, part: Part) -> None:
    """The notation of a pool may have capitals, the number 1 for one die, spaces, and words for the reason of a die."""
    assert parse_pool(text).parts == (part,)


def test_other_words_for_vs() -> None:
    """In a check, `versus`, `vs.` and `against` mean the same as `vs`."""
    assert (
        parse_check("d8 against d6")
        == parse_check("d8 versus d6")
        == parse_check("d8 vs. d6")
        == parse_check("d8 vs d6")
    )


def test_odds_need_a_check() -> None:
    """If `odds` gets neither a text nor a check, the error shows how a check is written."""
    with pytest.raises(InvalidValue, match="a check is text such as 'd8 vs 2d6', not 8"):
        odds(8)  # type: ignore[arg-type]  # the wrong type is what is tested


def test_an_empty_pool_is_refused() -> None:
    """A pool without dice or numbers is an error."""
    with pytest.raises(InvalidValue, match="at least one die"):
        Pool(())
