"""The confirmation of a tuning: the best settings are played again on fresh seeds.

In the games of the tuning, the best settings look better than they are, because they were chosen by these games.

Another setting, the contrast, is played too. By the models' estimate, it differs most from the best setting. If even
the contrast and the best setting show no difference, the options have no effect, or the games are too few to show one.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from riotsim.lab.campaigns.measures import at_most_one
from riotsim.lab.search.parameters import Parameter
from riotsim.lab.search.surrogate import Surrogate, Values
from riotsim.lab.search.tuning import Target
from riotsim.lab.statistics.intervals import CONFIDENCE_LEVEL, Estimate, adjusted_p_values, estimate, median_estimate
from riotsim.lab.statistics.precision import pairs_to_show
from riotsim.lab.statistics.samples import Samples

Setting: TypeAlias = Mapping[str, str]

Answer: TypeAlias = Literal["met", "missed", "not known"]

CANDIDATES: Final = 2
"""Number of promising settings that are played again."""

DRAWN_SETTINGS: Final = 400
"""Number of random settings that are drawn. The best setting is sought among these and the settings that were tried."""

MIN_PAIRS: Final = 20
"""Smallest number of pairs that is proposed for a confirmation."""

CONTRAST: Final = "contrast"
"""Name of the arm that plays the contrast: the setting that is expected to differ most from the best setting."""


class Tried(NamedTuple):
    """A setting that was tried, with the values measured in its games."""

    setting: Setting
    found: Mapping[str, float]
    """Measured value for each target, by the target's measure. A measure that no game has is left out."""
    variances: Mapping[str, float]
    """Variance from one pair of games to the next, by the target's measure. It is NaN if it can't be estimated."""
    pairs: int


class Confirmed(NamedTuple):
    """A setting that was played again on fresh seeds, with the values measured in these games."""

    setting: Setting
    estimates: Mapping[str, Estimate]
    """Measured value with its interval for each target, by the target's measure.

    A measure that no game has is left out.
    """
    answers: Mapping[str, Answer]
    """For each target, whether the setting meets it:

    - `met` if the whole interval of the measured value is within the target's tolerance.
    - `missed` if the whole interval is outside the tolerance.
    - `not known` in all other cases.
    """


def tried_of(setting: Setting, found: Samples, arm: str, targets: Sequence[Target]) -> Tried:
    """Return the setting of a trial with the values measured in the trial's games."""
    values = {one.measure: one.measured_in(found, arm) for one in targets}
    scatter = {one.measure: found.values(arm, one.figure) for one in targets}
    return Tried(
        setting,
        {measure: value for measure, value in values.items() if value is not None},
        {
            measure: float(np.nanvar(of, ddof=1)) if (~np.isnan(of)).sum() > 1 else np.nan
            for measure, of in scatter.items()
        },
        len(found.pairs),
    )


def models(knobs: Sequence[Parameter], targets: Sequence[Target], tried: Sequence[Tried]) -> dict[str, Surrogate]:
    """Return a model for each target that has a measured value, by the name of the target's measure.

    A model predicts the measure from a setting of the options `knobs`.
    """
    made = {}
    for one in targets:
        known = [trial for trial in tried if one.measure in trial.found]
        if not known:
            continue
        values = np.array([trial.found[one.measure] for trial in known])
        counts = np.array([max(trial.pairs, 1) for trial in known])
        made[one.measure] = Surrogate(
            knobs, [trial.setting for trial in known], values, deviation(one, known, values) ** 2 / counts
        )
    return made


def deviation(target: Target, tried: Sequence[Tried], values: Values | None = None) -> float:
    """Return the standard deviation of a target's measure among pairs of games that were played with the same setting.

    If no setting has two pairs with the measure, return the standard deviation of the measured values of all trials.

    Args:
        target: The target.
        tried: The trials.
        values: The measured value of each trial; None to take the values from `tried`.
    """
    within = np.array([trial.variances[target.measure] for trial in tried])
    known = within[~np.isnan(within)]
    if len(known):
        return float(np.sqrt(known.mean()))
    found = values if values is not None else np.array([trial.found.get(target.measure, np.nan) for trial in tried])
    return float(np.nanstd(found)) if len(found) else 0.0


def chosen(
    knobs: Sequence[Parameter], targets: Sequence[Target], tried: Sequence[Tried], seed: int
) -> dict[str, Setting]:
    """Return the settings for the confirmation, by the names of their arms.

    They come in this order:

    - The best setting by the models' estimate, among the tried settings and randomly drawn ones.
    - The next best of the tried settings, until there are `CANDIDATES` settings together with the first one.
    - The contrast, in the arm `CONTRAST`. It is one of the remaining settings, which were tried or drawn at random. Its
      estimated measures differ most from the estimated measures of the best setting. If no settings remain, there is
      no contrast.

    Args:
        knobs: The options.
        targets: The targets.
        tried: The trials; at least one.
        seed: Seed of the settings that are drawn.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    drawn = [
        {knob.option: knob.value_by_index(int(rng.integers(knob.value_count))) for knob in knobs}
        for _ in range(DRAWN_SETTINGS)
    ]
    pool = list({tuple(one.items()): one for one in (*(dict(trial.setting) for trial in tried), *drawn)}.values())
    distance, apart = np.zeros(len(pool)), np.zeros(len(pool))
    expected = {}
    for one in targets:
        model = models(knobs, [one], tried).get(one.measure)
        if model is None:
            continue
        mean, spread = model.predict(pool)
        expected[one.measure] = mean
        distance += ((mean - one.value) ** 2 + spread**2) / one.within**2
    best = int(distance.argmin())
    places = [best]
    for place in np.argsort(distance[: len(tried)], kind="stable"):
        if len(places) < CANDIDATES and int(place) not in places:
            places.append(int(place))
    for one in targets:
        if one.measure in expected:
            apart += np.abs(expected[one.measure] - expected[one.measure][best]) / one.within
    made: dict[str, Setting] = {f"setting {number}": pool[place] for number, place in enumerate(places, 1)}
    others = [place for place in range(len(pool)) if place not in places]
    if others:
        made[CONTRAST] = pool[max(others, key=lambda place: apart[place])]
    return made


def level(targets: Sequence[Target]) -> float:
    """Return the confidence level of a confirmation's intervals. There is an interval for each setting and target.

    With this level, the chance that every interval contains its true value is at least 95 %.
    """
    return 1.0 - (1.0 - CONFIDENCE_LEVEL) / (CANDIDATES * len(targets))


def pairs_needed(targets: Sequence[Target], tried: Sequence[Tried]) -> int:
    """Return how many pairs of games each setting must play.

    With this number, the games will usually show for each target whether the setting meets it.
    """
    sizes = [pairs_to_show(one.within, max(deviation(one, tried), 1e-9), level(targets)) for one in targets]
    return max(sizes, default=MIN_PAIRS)


def confirmed(settings: Mapping[str, Setting], found: Samples, targets: Sequence[Target]) -> list[Confirmed]:
    """Return the results of the settings on fresh seeds, in the order of `settings`. The contrast is left out."""
    return [
        _confirmed(setting, found, arm, targets) for arm, setting in settings.items() if arm != CONTRAST
    ]  # fmt: skip


def _confirmed(setting: Setting, found: Samples, arm: str, targets: Sequence[Target]) -> Confirmed:
    found_ones = {one.measure: _estimate(found, arm, one, level(targets)) for one in targets}
    estimates = {measure: one for measure, one in found_ones.items() if one is not None}
    answers: dict[str, Answer] = {}
    for one in targets:
        known = estimates.get(one.measure)
        low, high = one.value - one.within, one.value + one.within
        if known is None:
            answers[one.measure] = "not known"
        elif low <= known.low and known.high <= high:
            answers[one.measure] = "met"
        else:
            answers[one.measure] = "missed" if known.high < low or known.low > high else "not known"
    return Confirmed(setting, estimates, answers)


def _estimate(found: Samples, arm: str, target: Target, level: float) -> Estimate | None:
    if target.is_median:
        return median_estimate(found.by_game(arm, target.figure).reshape(len(found.pairs), -1), level)
    return estimate(found.values(arm, target.figure), share=at_most_one(target.figure), least=0.0, level=level)


def chance_of_nothing(found: Samples, targets: Sequence[Target]) -> float | None:
    """Return the p-value of the hypothesis that the best setting and the contrast have equal measures.

    It is the least p-value of all targets, after the correction for several targets. It is None if there is no
    contrast, or if for every target fewer than two pairs of games have a value in both settings.
    """
    first = next(iter(found.plan.arms))
    if CONTRAST not in found.plan.arms:
        return None
    compared = [found.difference(CONTRAST, first, measure) for measure in dict.fromkeys(one.figure for one in targets)]
    return min(adjusted_p_values([one.p for one in compared if one is not None]), default=None)
