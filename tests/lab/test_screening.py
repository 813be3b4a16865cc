"""Morris' method on functions whose effects are known."""

import numpy as np
import pytest

from riotsim.lab.search.parameters import parse_parameter
from riotsim.lab.search.screening import design, effects, settings

KNOBS = [parse_parameter(text) for text in ("a=x|y", "b=p|q|r", "c=1..2", "d=1..3", "e=0..3", "f=0.5..2.5in")]

PLACES = {"x": 0.0, "y": 1.0, "p": 0.0, "q": 0.5, "r": 1.0}


def _place(option: str, value: str) -> float:
    """Where a value lies in its knob's range, 0 to 1."""
    low, high = {"c": (1, 2), "d": (1, 3), "e": (0, 3), "f": (0.5, 2.5)}.get(option, (0, 1))
    return PLACES[value] if value in PLACES else (float(value.removesuffix("in")) - low) / (high - low)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_knob_s_effect_is_that_of_its_whole_range_whatever_values_it_has(seed: int) -> None:
    """Six knobs, each of which adds 6 on its way from one end to the other, are told to add 6: exactly, and alike."""
    made = design(KNOBS, 10, seed)
    rows = [settings(KNOBS, row) for row in made]
    values = np.array([sum(6 * _place(option, value) for option, value in row.items()) for row in rows])
    found = {one.option: one for one in effects(KNOBS, made, values, seed)}
    assert set(found) == set("abcdef")
    for one in found.values():
        assert [one.strength, one.mean, one.spread, one.sure] == pytest.approx([6.0, 6.0, 0.0, 0.0], abs=1e-9)


def test_a_knob_that_works_either_way_is_strong_with_a_mean_of_nothing() -> None:
    """A knob that adds where another is low, and takes away where that is high: µ* is large, and so is σ."""
    knobs = [parse_parameter(text) for text in ("sign=plus|minus", "size=0.0..1.0", "idle=1..5")]
    made = design(knobs, 40, 1)
    rows = [settings(knobs, row) for row in made]
    values = np.array([(1 if row["sign"] == "plus" else -1) * float(row["size"]) for row in rows])
    found = {one.option: one for one in effects(knobs, made, values, 1)}
    assert found["size"].strength == pytest.approx(1.0)
    assert abs(found["size"].mean) < 0.5 < found["size"].spread
    assert (found["idle"].strength, found["idle"].spread, found["idle"].sure) == (0.0, 0.0, 0.0)
    assert 0.0 < found["sign"].sure < found["sign"].strength


def test_a_size_is_never_less_than_nothing() -> None:
    """Of a knob that did much in one of two places and nothing in the other, µ* may be 0, and not under it."""
    knobs = [parse_parameter("a=0.0..1.0"), parse_parameter("b=0.0..1.0")]
    made = design(knobs, 2, 1)
    steps = np.arange(len(made)) >= len(made) // 2
    (one, *_) = effects(knobs, made, np.where(steps, 9 * made[:, 0], 0.0), 1)
    assert one.option == "a"
    assert one.low == 0.0
    assert one.strength - one.sure < 0.0 < one.high
