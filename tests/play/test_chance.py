"""Chance: streams of random numbers. Draws from one stream don't change the numbers of another."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from riotsim.play.session.chance import Chance, Stream

ROOTS = st.integers(0, 2**64)


@given(ROOTS, st.sampled_from(Stream), st.sampled_from(Stream), st.integers(1, 5))
def test_streams_do_not_shift_each_other(root: int, one: Stream, other: Stream, draws: int) -> None:
    """A stream gives the same seeds, even if seeds of another stream are drawn in between."""
    alone, mixed = Chance(root), Chance(root)
    expected = [alone.seed(one) for _ in range(3)]
    found = []
    for _ in range(3):
        found.append(mixed.seed(one))
        if other != one:
            for _ in range(draws):
                mixed.seed(other)
    assert found == expected


@given(ROOTS)
def test_seeds_differ(root: int) -> None:
    """No two draws in a game give the same seed, whether they are from one stream or from two."""
    chance = Chance(root)
    seeds = [chance.seed(stream) for stream in Stream for _ in range(20)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)


@given(ROOTS, st.integers(0, 5))
def test_copy_goes_its_own_way(root: int, draws: int) -> None:
    """A copy of a game's chance gives the same seeds as the original. Draws from the copy don't change the original."""
    chance = Chance(root)
    for _ in range(draws):
        chance.seed(Stream.ROLL)
    copied = chance.copy()
    ahead = [copied.seed(Stream.ROLL) for _ in range(4)]
    assert [chance.seed(Stream.ROLL) for _ in range(4)] == ahead


def test_picks_are_even() -> None:
    """RD-12: in 3,000 draws, each of three options is picked between 880 and 1,120 times."""
    counts = Counter(Chance(root).pick(Stream.FIRST, 3) for root in range(3000))
    assert sorted(counts) == [0, 1, 2]
    assert all(880 <= count <= 1120 for count in counts.values())  # 4.6 standard deviations


def test_stored_numbers_of_streams() -> None:
    """The numbers of the streams are stored in games, so they never change."""
    assert {stream.name: int(stream) for stream in Stream} == {
        "FIRST": 0, "ROLL": 1, "STACK": 2, "CARRY": 3, "DROP": 4, "BOT": 5, "TIP": 6, "SHIFT": 7, "CHECK": 8,
    }  # fmt: skip
