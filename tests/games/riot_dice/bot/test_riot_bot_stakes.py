"""The worth of the place where a run ends: margins, nearness to enemies, and fallen models."""

import math

import numpy as np
import pytest

from riotsim.games.riot_dice.bot.stakes import Margins, Stakes, closeness, margin_values, place_values


def stakes(
    discs: list[tuple[float, float, float]],
    penalty: float = 0.0,
    margins: Margins | None = None,
    fallen: list[tuple[float, float, float, float]] | None = None,
) -> Stakes:
    """Return stakes of a run, without anything that could stop it."""
    return Stakes(
        np.zeros(0), np.zeros(0, dtype=np.bool_), np.zeros((0, 2)), np.array(discs).reshape(-1, 3), penalty, margins,
        np.array(fallen or []).reshape(-1, 4),
    )  # fmt: skip


def values(
    points: list[tuple[float, float]], *plans: Stakes, of: list[int] | None = None, taken: int = 0
) -> list[float]:
    """Return the values of points. `of` has the number of each point's plan."""
    numbers = np.array(of or [0] * len(points))
    found = place_values(np.array(points).T, plans, numbers, np.full(len(points), taken))
    return [float(value) for value in found]


def test_being_near_enemies_costs_once() -> None:
    """RD-81: if a place is near two enemies, it costs as much as a place near one. The edge of an enemy's disc counts
    as near.
    """
    one = stakes([(100.0, 50.0, 30.0), (130.0, 50.0, 30.0)], penalty=1.5)
    points = [(70.0, 50.0), (69.9, 50.0), (115.0, 50.0), (100.0, 80.1), (160.0, 50.0), (130.0, 20.0)]
    assert values(points, one) == [-1.5, 0.0, -1.5, 0.0, -1.5, -1.5]


def test_every_point_has_the_stakes_of_its_plan() -> None:
    """If points belong to different plans, each has the discs and costs of its own plan."""
    plans = (stakes([(100.0, 50.0, 30.0)], penalty=1.5), stakes([(300.0, 50.0, 30.0)], penalty=0.5))
    points = [(100.0, 50.0), (100.0, 50.0), (300.0, 50.0), (300.0, 50.0)]
    assert values(points, *plans, of=[0, 1, 0, 1]) == [-1.5, 0.0, 0.0, -0.5]


def worth_of(own: float, rival: float) -> float:
    """Return the worth of two margins: two logistic curves with their middle at half a token."""
    return 5.0 / (1 + math.exp(-(own - 0.5) / 1.5)) - 12.0 / (1 + math.exp(-(rival - 0.5) / 0.8))


@pytest.mark.parametrize(("own", "rival"), [(0.5, 0.5), (2.0, -1.3), (-3.0, 4.0), (0.0, 0.0)])
def test_margins_are_worth_what_two_curves_say(own: float, rival: float) -> None:
    """RD-80: the worth of two margins is that of two logistic curves, of 5 and of 12 tokens. Both have their middle at
    a margin of 0.5.
    """
    assert margin_values(np.array([own]), np.array([rival]))[0] == pytest.approx(worth_of(own, rival))


def test_margins_at_a_place() -> None:
    """RD-81: if a run ends near an enemy, its boss's margin is lower by 2. The rival's margin is lower by 2 for each of
    the rival's models near an enemy. Each token taken adds 2.
    """
    margins = Margins(3.0, -1.0, np.array([True, False, False]))
    one = stakes([(100.0, 50.0, 30.0), (130.0, 50.0, 30.0), (500.0, 50.0, 30.0)], margins=margins)
    rows = [((300.0, 300.0), 3.0, -3.0), ((80.0, 50.0), 1.0, -3.0), ((115.0, 50.0), 1.0, -5.0),
            ((150.0, 50.0), 1.0, -5.0), ((500.0, 60.0), 1.0, -5.0)]  # fmt: skip
    points = [at for at, _, _ in rows]
    assert values(points, one) == pytest.approx([worth_of(own, rival) for _, own, rival in rows])
    assert values(points, one, taken=2) == pytest.approx([worth_of(own + 4.0, rival) for _, own, rival in rows])


def test_margins_of_several_plans() -> None:
    """If points belong to different plans, each has the margins of its own plan."""
    near = np.array([True])
    plans = (stakes([(0.0, 0.0, 1.0)], margins=Margins(3.0, -1.0, near)),
             stakes([(0.0, 0.0, 1.0)], margins=Margins(-2.0, 1.5, ~near)))  # fmt: skip
    points = [(50.0, 50.0)] * 3
    wanted = [worth_of(-2.0, 1.5), worth_of(3.0, -3.0), worth_of(-2.0, 1.5)]
    assert values(points, *plans, of=[1, 0, 1]) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("distance", "close"), [(0.0, 1.0), (25.0, 1.0), (125.0, math.exp(-1)), (75.0, math.exp(-0.5))]
)
def test_closeness_falls_from_contact_on(distance: float, close: float) -> None:
    """RD-70: if bases of 25 mm are in contact, their closeness is 1. At a gap of 100 mm it is 1/e."""
    assert closeness(np.array([distance]))[0] == pytest.approx(close)


def test_fallen_models_are_worth_being_near_unless_a_friend_is_nearer() -> None:
    """RD-71, RD-72: a place near a fallen model is worth more the closer it is. If another friend is closer, the
    friend's closeness counts.
    """
    one = stakes([], fallen=[(100.0, 50.0, 1.5, 0.0), (400.0, 50.0, 2.0, 0.5)])
    at_first, at_second = values([(125.0, 50.0), (375.0, 50.0)], one)
    assert at_first == pytest.approx(1.5 + 2.0 * 0.5)
    assert at_second == pytest.approx(1.5 * math.exp(-2.5) + 2.0)
    other = stakes([], fallen=[(100.0, 50.0, 0.5, 0.0), (400.0, 50.0, 0.0, 0.5)])
    both = values([(125.0, 50.0), (125.0, 50.0)], one, other, of=[1, 0])
    assert both == pytest.approx([0.5, 2.5])
