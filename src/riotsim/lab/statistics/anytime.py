"""Evidence and intervals that hold at any time, however often anybody looks and whenever a campaign stops.

- Evidence is an e-value. If there is no effect, the mean of the e-value is at most 1, no matter when the campaign
  stops. The probability that the e-value ever reaches 20 is then at most 5 % (Ville's inequality, 1939).
- A p-value is 1 divided by the evidence. So the p-value may be looked at again and again.
- An interval contains all values that have evidence below 1 / (1 − confidence level) against them. At a level of 95 %,
  the probability that the true value lies in every interval, at all moments, is at least 95 % (a confidence sequence).

For means of numbers, the evidence of a t-test is averaged over normally distributed effects. See Lai, "On confidence
sequences", Annals of Statistics 4, 1976. See also Wang and Ramdas, "Anytime-valid t-tests and confidence sequences for
Gaussian means with unknown variance", 2024.

Shares use the beta-binomial mixture of Robbins (1970) in a later form. See Howard, Ramdas, McAuliffe and Sekhon,
"Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49, 2021.
"""

import math
from functools import cache
from typing import Final

from scipy.special import betaln

EFFECT_VARIANCE: Final = 0.4
"""Evidence is averaged over effects with this variance, in units of the variance of a single value.

The results would be valid with any other positive number, too. With a number below about 0.39, six values could not
reach a p-value of 0.05. For 10 to 400 values, other numbers would make the intervals narrower by 10 % at most.
"""

_EDGE: Final = 1e-12
"""Smallest number that can be an end of a share's interval. The greatest number is 1 minus this number."""


def p_value(log_evidence: float) -> float:
    """Return the p-value that belongs to an e-value: 1 divided by the e-value, but at most 1.

    Args:
        log_evidence: The natural logarithm of the e-value.
    """
    return min(1.0, math.exp(-log_evidence))


def log_t_evidence(t: float, freedom: float, information: float) -> float:
    """Return the logarithm of the evidence against a mean of 0, for a value of Student's t.

    The evidence is the likelihood of `t` with an effect, divided by its likelihood without an effect. The likelihood
    with an effect is an average over normally distributed effects.

    Args:
        t: The estimate divided by its standard error; it may be infinite.
        freedom: Degrees of freedom of the standard error.
        information: Variance of the effects, divided by the square of the standard error.
    """
    if freedom <= 0:
        return 0.0
    ratio = 1.0 + information
    half = (freedom + 1.0) / 2.0
    # log((1 + x) / (1 + x / ratio)) for x = t² / freedom, in a form that also holds for an infinite t
    x = t * t / freedom
    gain = math.log(ratio) if math.isinf(x) else math.log1p(x) - math.log1p(x / ratio)
    return half * gain - math.log(ratio) / 2.0


def log_mean_evidence(mean: float, deviation: float, count: int) -> float:
    """Return the logarithm of the evidence that the true mean of values is not 0.

    Args:
        mean: The mean of the observed values.
        deviation: The standard deviation of the values, with `count` − 1 in the denominator; above 0.
        count: Number of values.
    """
    return log_t_evidence(mean / deviation * math.sqrt(count), count - 1, EFFECT_VARIANCE * count)


@cache
def reach(count: int, level: float) -> float:
    """Return half the width of a mean's interval, in standard errors.

    If there are too few values for a finite interval, return ∞. The interval stays valid if it is computed again after
    more values. An interval from Student's t-distribution is about 0.6 times as wide, but may be computed only once.

    Args:
        count: Number of values.
        level: The confidence level, such as 0.95.
    """
    return t_reach(count - 1, EFFECT_VARIANCE * count, level)


def t_reach(freedom: float, information: float, level: float) -> float:
    """Return half the width of the interval of an estimate such as a slope, in standard errors.

    If there are too few degrees of freedom or too little information for a finite interval, return ∞.

    Args:
        freedom: Degrees of freedom of the standard error.
        information: Variance of the effects (see `log_t_evidence`), divided by the square of the standard error.
        level: The confidence level, such as 0.95.
    """
    if freedom <= 0:
        return math.inf
    ratio = 1.0 + information
    bound = math.exp(2.0 / (freedom + 1.0) * (math.log(ratio) / 2.0 - math.log(1.0 - level)))
    if bound >= ratio:
        return math.inf
    return math.sqrt(freedom * (bound - 1.0) / (1.0 - bound / ratio))


def share_interval(mean: float, count: int, level: float) -> tuple[float, float]:
    """Return the ends of the confidence interval of a share, such as the share of games that a player wins.

    The interval is meant for values that are 0 or 1. Values in between, such as shared wins, are allowed too: their
    variance is no greater than the variance of zeros and ones with the same mean.

    Args:
        mean: The observed share, from 0 to 1.
        count: Number of values.
        level: The confidence level, such as 0.95.
    """
    from scipy.optimize import brentq  # late: it takes half a second to import, and no game needs it

    bound = -math.log(1.0 - level)

    def over(share: float) -> float:
        return log_share_evidence(mean, count, share) - bound

    middle = min(max(mean, _EDGE), 1.0 - _EDGE)
    low = float(brentq(over, _EDGE, middle)) if mean > _EDGE and over(_EDGE) > 0.0 else 0.0
    high = float(brentq(over, middle, 1.0 - _EDGE)) if mean < 1.0 - _EDGE and over(1.0 - _EDGE) > 0.0 else 1.0
    return low, high


def log_share_evidence(mean: float, count: int, share: float) -> float:
    """Return the logarithm of the evidence that the true share differs from `share`.

    Args:
        mean: The observed share, from 0 to 1.
        count: Number of values.
        share: The share to test, between 0 and 1.
    """
    # A beta distribution about `share` with `EFFECT_VARIANCE` times the variance of a single value
    strength = 1.0 / EFFECT_VARIANCE - 1.0
    a, b = strength * share, strength * (1.0 - share)
    won, lost = mean * count, (1.0 - mean) * count
    there = won * math.log(share) + lost * math.log1p(-share)
    return float(betaln(a + won, b + lost) - betaln(a, b)) - there
