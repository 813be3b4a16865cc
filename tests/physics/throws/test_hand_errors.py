"""A hand errs as much as its figures say: the scatter of many acts is tested with χ²."""

import math
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest
from physics_suite.tables import SIZE, STEADY, board, tower_at
from scipy.stats import chi2

from riotsim.physics.acts.release import RELEASE
from riotsim.physics.engine.world import TICK
from riotsim.simulation import frames
from riotsim.table.acts import Act, Drop, Frame, Mark, Roll, Stack
from riotsim.table.ballistics import TRAVEL_SQUARE_FACTOR, travel_per_speed
from riotsim.table.pieces import Die, Token
from riotsim.table.poses import ORIGIN, Point, Vector
from riotsim.table.state import Table

ACTS = 250
"""Number of acts whose errors are looked at."""

CHANCE = 1e-3
"""Probability that chance alone puts χ² below the lower bound. The upper bound has the same probability."""

LARGE = board(4000.0, 4000.0)
"""A table on which a hand has room for every throw."""

ERRING = replace(STEADY, name="erring", aim_sigma=20.0, speed_sigma=100.0)


def hold(errors: Sequence[float], sigma: float) -> None:
    """Assert by χ² that the errors are as large as N(0, sigma) has it."""
    found = sum((error / sigma) ** 2 for error in errors)
    low, high = chi2.ppf([CHANCE, 1.0 - CHANCE], len(errors))
    assert low < found < high, f"χ² is {found:.0f}: the errors are {math.sqrt(found / len(errors)):.2f} times σ"


def first(table: Table, act: Act, seed: int, piece: str, count: int = 1) -> list[Vector]:
    """Return the places of a piece (mm) at the first ticks of an act, which is then abandoned."""
    under_way = frames(table, act, seed, every=1)
    with closing(under_way):
        seen: list[Frame] = [next(under_way) for _ in range(count)]
    return [frame.poses[piece].at for frame in seen]


def released(act: Roll, seed: int) -> tuple[Point, Point]:
    """Return where a hand lets go of a die (mm, from above), and its velocity (mm/s).

    Nothing slows the die in the air.
    """
    (x, y, _), (u, v, _) = first(LARGE, act, seed, "a", 2)
    velocity = ((u - x) / TICK, (v - y) / TICK)
    return (x - velocity[0] * TICK, y - velocity[1] * TICK), velocity


def test_throws_scatter_as_the_aim_of_the_hand() -> None:
    """If a hand throws at an angle, it lets go off the meant place by N(0, `aim_sigma`) along x and along y."""
    act = Roll((Die("a"),), LARGE.middle, 0.7, ERRING)
    far = ERRING.speed * travel_per_speed(act.drop) + TRAVEL_SQUARE_FACTOR * ERRING.speed**2
    meant = (LARGE.middle[0] - far * math.cos(0.7), LARGE.middle[1] - far * math.sin(0.7))
    errors = [part - wanted for seed in range(ACTS) for part, wanted in zip(released(act, seed)[0], meant, strict=True)]
    hold(errors, ERRING.aim_sigma)


@pytest.mark.parametrize("strength", [1.0, 0.5])
def test_throws_scatter_as_the_speed_of_the_hand(strength: float) -> None:
    """If a hand throws with some strength, the speed is N(speed, `speed_sigma`) times the strength.

    The variance of a die's own jitter is added.
    """
    act = Roll((Die("a"),), LARGE.middle, 0.0, ERRING, strength=strength)
    speed, sigma = strength * ERRING.speed, strength * ERRING.speed_sigma
    errors = [released(act, seed)[1][0] - speed for seed in range(ACTS)]
    hold(errors, math.sqrt(sigma**2 + RELEASE.jitter**2 * (speed**2 + sigma**2)))


def test_a_die_thrown_at_a_mark_scatters_as_the_speed_of_the_hand() -> None:
    """If a single die is thrown at a mark, its speed over the ground is N(speed, `speed_sigma`).

    The fingers hold such a die, so it has no jitter.
    """
    act = Roll((Die("a"),), LARGE.middle, 0.3, ERRING, mark=Mark(180.0, 40.0))
    hold([math.hypot(*released(act, seed)[1]) - ERRING.speed for seed in range(ACTS)], ERRING.speed_sigma)


def test_a_hand_without_errors_does_what_is_meant() -> None:
    """If all standard deviations of a hand are 0, only a die's own jitter of speed is left."""
    act = Roll((Die("a"),), LARGE.middle, 0.0, STEADY)
    found = [released(act, seed) for seed in range(20)]
    assert [place for place, _ in found] == [pytest.approx(found[0][0], abs=1e-6)] * 20
    hold([velocity[0] - STEADY.speed for _, velocity in found], RELEASE.jitter * STEADY.speed)


def test_tokens_scatter_as_the_aim_of_the_hand() -> None:
    """A token is dropped off its point by N(0, `aim_sigma`) along x and along y."""
    act = Drop(Token("a", ORIGIN), LARGE.middle, 100.0, ERRING)
    errors = [
        part - wanted
        for seed in range(ACTS)
        for part, wanted in zip(first(LARGE, act, seed, "a")[0], LARGE.middle, strict=False)
    ]
    hold(errors, ERRING.aim_sigma)


@pytest.mark.parametrize(("dice", "times"), [(1, 1.0), (5, 2.0), (9, 3.0)])
def test_a_hand_wavers_more_the_higher_it_reaches(dice: int, times: float) -> None:
    """If a die is put at the foot of a tower, it is off its place by N(0, `place_sigma`).

    The error is twice as large at the height `unbraced`, and so on in proportion.
    """
    hand = replace(STEADY, place_sigma=0.8, unbraced=4 * SIZE)
    table = tower_at(board(), "t", dice, board().middle)
    act = Stack(Die("a"), "t", hand)
    errors = [
        part - wanted
        for seed in range(ACTS)
        for part, wanted in zip(first(table, act, seed, "a")[0], table.middle, strict=False)
    ]
    hold(errors, times * hand.place_sigma)
