"""The odds that are printed in the text of Buskit (BK-20, BK-21, BK-31, BK-32) are computed exactly."""

from fractions import Fraction

import pytest

from riotsim.pools.exact import chances, mean, odds
from riotsim.pools.notation import parse_pool

LADDER = (4, 6, 8, 10, 12)

MISPRINTS = {(8, 12): 64.58, (12, 8): 64.58, (6, 12): 70.9, (12, 6): 70.9}
"""Wrong chances in the text, each for a pair of dice (%). The right chance is 62.5 in place of 64.58, and 70.83 in
place of 70.9.
"""


@pytest.mark.parametrize("die", LADDER)
@pytest.mark.parametrize("against", LADDER)
def test_one_die_against_another(die: int, against: int) -> None:
    """BK-T1: for each pair of two dice, the chances of fail, tie and win follow simple formulas. The two misprints of
    the text don't follow them.
    """
    found = odds(f"d{die} vs d{against}")
    assert found.tie == Fraction(1, max(die, against))
    if die <= against:
        assert found.win == Fraction(die - 1, 2 * against)
    if die >= against:
        assert found.fail == Fraction(against - 1, 2 * die)
    if printed := MISPRINTS.get((die, against)):
        assert abs(float(100 * max(found.win, found.fail)) - printed) > 0.05


@pytest.mark.parametrize(
    ("check", "fail", "tie", "win"),
    [
        ("2d6 vs d8", "127/288", "1/8", "125/288"),
        ("2d6lo vs d6", "125/216", "1/6", "55/216"),
        ("3d8lo vs d8", "175/256", "1/8", "49/256"),
        ("2d8 vs d8", "35/128", "1/8", "77/128"),
        ("2d6lo+aspect d6 vs d6", "145/432", "1/6", "215/432"),
        ("d8+help d10 vs d12", "109/240", "1/12", "37/80"),
        ("d8 vs d12+help d10", "63/80", "1/15", "7/48"),
        ("d6+wild d6 vs d8", "29/72", "1/9", "35/72"),
        ("d8 vs 2d6", "125/288", "1/8", "127/288"),
        ("d8 vs 3d4", "39/128", "1/8", "73/128"),
    ],
)
def test_pools(check: str, fail: str, tie: str, win: str) -> None:
    """BK-T2: pools have the exact chances from the text. There are pools that keep the highest or lowest die, and pools
    with Aspect, help and a wild die.
    """
    found = odds(check)
    assert (str(found.fail), str(found.tie), str(found.win)) == (fail, tie, win)


def test_a_shot() -> None:
    """BK-T3: a shot has the exact chance of a hit and the exact mean shock and wounds. It is Shoot d8 against the range
    die d6, with damage 2d6 of at least the degree, against Might d6.
    """
    attack = odds("d8 vs d6")
    might = chances(parse_pool("d6"))
    shock = wounds = Fraction(0)
    for degree, chance in attack.degrees.items():
        if degree > 0:
            damage = chances(parse_pool(f"2d6+least damage {degree}"))
            shock += chance * mean(damage)
            wounds += chance * sum(p * q * max(0, hit - its) for hit, p in damage.items() for its, q in might.items())
    assert (attack.win, shock, wounds) == (Fraction(9, 16), Fraction(175, 64), Fraction(1099, 1152))
