"""Bullet in C++ and MuJoCo play our throws. In C++ the dice end in the same places, on MuJoCo after a similar time."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from typing import TypeAlias

import pytest

from benchmarks.engines import bullet
from benchmarks.engines.bullet import Opponent, stepped, ticks_of
from benchmarks.engines.contender import GaveUp, Missing, Ours, Settled, Start, starts
from benchmarks.engines.mujoco import MuJoCo
from benchmarks.engines.same_work import Agreement, Likeness, agreement, likeness
from benchmarks.scenes import SIZE, seeds_that_stay

Compare: TypeAlias = Callable[[Sequence[Settled], Sequence[Settled]], Agreement | Likeness]

FLAT = 0.1
"""How far the centre of a die that lies flat may be from half its size (mm)."""


SEEDS = 40
"""The number of throws that are compared."""


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile the opponent in C++ once for all tests."""
    program = cache(partial(bullet.build, tmp_path_factory.mktemp("bullet")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bullet, "build", lambda _folder: program())
        yield


@pytest.fixture(scope="module")
def ours() -> list[Settled]:
    """Return our throws as they came to rest."""
    return Ours(seeds_that_stay(SEEDS)).settled()


def compiled(throws: Sequence[Sequence[Start]], *, sleeps: bool) -> Opponent:
    """Return Bullet in C++, or skip the test if there is no compiler or no Bullet. If both are there, compiling has to
    succeed.
    """
    try:
        return Opponent(throws, sleeps=sleeps)
    except GaveUp:
        raise
    except Missing as why:
        pytest.skip(str(why))


@pytest.mark.xdist_group("bullet")  # what they share is made once
@pytest.mark.usefixtures("built_once")
@pytest.mark.parametrize(("sleeps", "compare"), [(True, agreement), (False, likeness)], ids=["asleep", "awake"])
def test_bullet_in_c_plus_plus_does_the_same_work(sleeps: bool, compare: Compare, ours: list[Settled]) -> None:
    """Throws in C++ end where ours do and take as long, whether dice sleep or not. A throw ends with the same bits
    whatever was thrown before.
    """
    throws = starts(seeds_that_stay(SEEDS))
    with closing(compiled([*throws, *throws[:5]], sleeps=sleeps)) as opponent:
        assert opponent.play() > 0.0
        done = opponent.settled()
    found = compare(ours, done[:SEEDS])
    assert found.holds, found
    assert done[:5] == done[SEEDS:]


def test_the_wheel_alone_leaves_our_throws_as_they_are() -> None:
    """If the wheel's Bullet steps in the client that our throws use, our throws still end in the same way."""
    seeds = seeds_that_stay(3)
    ours = Ours(seeds)
    before = ours.settled()
    assert stepped(seeds, ticks_of(seeds)) > 0.0
    assert ours.settled() == before


def test_mujoco_brings_the_throws_to_rest() -> None:
    """On MuJoCo, dice come to rest flat on the table. Their mean time is within half of ours."""
    seeds = seeds_that_stay(3)
    engine = MuJoCo(starts(seeds))
    assert engine.play() > 0.0
    there, ours = engine.settled(), Ours(seeds).settled()
    assert all(abs(die.at[2] - SIZE / 2) < FLAT for throw in there for die in throw.dice)
    mean = statistics.fmean(throw.seconds for throw in there)
    assert mean == pytest.approx(statistics.fmean(throw.seconds for throw in ours), rel=0.5)
