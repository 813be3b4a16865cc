"""The random bot always gives a legal answer, and needs only the request."""

import math
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.bots import custom
from riotsim.bots.bot import Luck
from riotsim.bots.random import AnswerSampler, RandomBot
from riotsim.games.registry import GAMES
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Way,
)
from riotsim.players import make_bots
from riotsim.rulebooks import load_rules
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region

WIDTH = 610.0

names = st.lists(st.sampled_from(["a1", "a2", "b1", "b2", "t1"]), min_size=1, unique=True).map(tuple)
lengths = st.floats(0, 200)
points = st.tuples(st.floats(0, WIDTH), st.floats(0, WIDTH))


class Own(RandomBot):
    """A bot of a user that extends the random bot."""


def choose(options: tuple[object, ...]) -> Choose[object]:
    """Return a choice between options."""
    return Choose("Ada", "turn", options)


@st.composite
def regions(draw: st.DrawFn) -> Region:
    """Return a table with up to three discs to keep clear of, and perhaps a disc to touch."""
    clear = draw(
        st.lists(st.builds(lambda at, by: Clearance(disc(at, 20.0), by, "too close"), points, lengths), max_size=3)
    )
    touching = draw(st.none() | points.map(lambda at: disc(at, 12.5)))
    region = Region(disc((0.0, 0.0), 12.5), WIDTH, WIDTH, tuple(clear), touching)
    return region if len(region.allowed_points()) else Region(disc((0.0, 0.0), 12.5), WIDTH, WIDTH)


def ways(dice: tuple[str, ...]) -> st.SearchStrategy[tuple[Way, ...]]:
    """Return a strategy for ways towards some dice."""
    return st.tuples(*(st.builds(Way, st.just(die), st.floats(-math.pi, math.pi), lengths) for die in dice))


requests: st.SearchStrategy[Request[object]] = st.one_of(
    names.map(choose),
    names.map(lambda pieces: PickPiece("Ada", "boot", pieces)),
    st.tuples(names, regions()).map(lambda d: PickPoint("Ada", "place", tuple((name, d[1]) for name in d[0]))),
    st.tuples(names.flatmap(ways), st.booleans(), st.booleans()).map(lambda d: PickWay("Ada", "move", "a1", *d)),
    st.floats(0, 150).map(lambda least: AimThrow("Ada", "roll", ("d6",), WIDTH, WIDTH, least)),
    st.floats(1, 10).map(lambda reach: PlaceDie("Ada", "stack", "a1", 3, reach)),
    names.map(lambda paces: SetPace("Ada", "carry", "a1", (1.0, 1.0), 2, paces)),
)


GROUP: Request[Any] = PickSome(
    "Ada", "group", ("a", "b", "c", "d"), 1, 3, (1, 2, 2, 0), 4, (("a", "b"), ("b", "c"), ("c", "d"))
)
"""A request to pick one to three of four items, which are linked in a chain, within a budget."""


@given(requests, st.integers(0, 2**32))
def test_answers_are_legal(request: Request[object], seed: int) -> None:
    """For each kind of request, the random answer is one that the request allows."""
    assert request.refusal(AnswerSampler(Luck(seed, 0).random_source(0)).answer(request)) is None


def test_all_options_come_up() -> None:
    """All three options of a choice come up, each about equally often."""
    boss = AnswerSampler(Luck(1, 0).random_source(0))
    request = choose(("thump", "shove", "pinch"))
    counts = Counter(boss.answer(request) for _ in range(600))
    assert all(150 < counts[throw] < 250 for throw in ("thump", "shove", "pinch"))


def test_every_legal_subset_comes_up() -> None:
    """All legal subsets come up. Subsets of one item are about as frequent as those of two."""
    sampler = AnswerSampler(Luck(1, 0).random_source(0))
    counts = Counter(sampler.answer(GROUP) for _ in range(900))
    legal = [subset for size in range(5) for subset in combinations("abcd", size) if GROUP.refusal(subset) is None]
    assert {*counts} == {*legal}
    assert [*map(len, legal)] == [1, 1, 1, 1, 2, 2, 2, 3]  # a-b-c has 5, more than the budget
    assert all(sum(counts[subset] for subset in legal if len(subset) == size) > 250 for size in (1, 2))


def test_no_legal_subset_is_said() -> None:
    """If no subset is legal, the random bot raises an error and gives no answer."""
    apart: Request[Any] = PickSome("Ada", "group", ("a", "b"), 2, links=())
    with pytest.raises(ValueError, match="where there is none"):
        AnswerSampler(Luck(1, 0).random_source(0)).answer(apart)


def test_a_piece_with_a_place_is_put_where_others_have_none() -> None:
    """If only one of several pieces has a legal place, the random bot always picks that piece. If no piece has one, it
    raises an error.
    """
    nowhere = Region(disc((0.0, 0.0), 12.5), WIDTH, WIDTH, (Clearance(disc((305.0, 305.0), 600.0), 0.0, "too close"),))
    free = Region(disc((0.0, 0.0), 12.5), WIDTH, WIDTH)
    request: Request[Any] = PickPoint("Ada", "deploy", (("a1", nowhere), ("a2", free), ("a3", nowhere)))
    hopeless: Request[Any] = PickPoint("Ada", "deploy", (("a1", nowhere), ("a3", nowhere)))
    sampler = AnswerSampler(Luck(1, 0).random_source(0))
    assert all(request.refusal(sampler.answer(request)) is None for _ in range(20))
    with pytest.raises(ValueError, match="where there is none"):
        sampler.answer(hopeless)


def test_options_that_all_weigh_nothing_are_drawn_alike() -> None:
    """If every option has weight 0, each is drawn equally often."""
    sampler = AnswerSampler(Luck(1, 0).random_source(0), {"thump": 0.0, "shove": 0.0})
    counts = Counter(sampler.answer(choose(("thump", "shove"))) for _ in range(200))
    assert 70 < counts["thump"] < 130


def test_seldom_leaves() -> None:
    """In Riot Dice, the random bot legs it in about one of a hundred turns. If there is no other option, it legs it at
    once.
    """
    boss = AnswerSampler(Luck(1, 0).random_source(0), GAMES["riot_dice"].option_weights)
    options = (*(f"activate a{n}" for n in range(1, 6)), "leg it")
    left = sum(boss.answer(choose(options)) == "leg it" for _ in range(1000))
    assert 1 <= left <= 30
    assert boss.answer(choose(("leg it",))) == "leg it"


def test_a_random_bot_of_ones_own_has_the_weights_of_the_game() -> None:
    """If a user's bot extends the random bot, it gets the game's weights of options, too."""
    rules = load_rules("riot_dice")
    players = {"Ada": "random", "Bea": f"{Own.__module__}:{Own.__name__}"}
    custom.allow_class(players["Bea"], Own)
    shares = [bot._weights for bot in make_bots(players, rules, 1).values() if isinstance(bot, RandomBot)]
    assert shares == [GAMES["riot_dice"].option_weights] * 2


def test_a_group_that_hardly_fits_is_placed() -> None:
    """If a group hardly fits into its region, the random bot still places it legally."""
    room = Region(disc((0.0, 0.0), 10.0), 140.0, 44.0)
    corner = Region(room.piece, room.width, room.depth, places=((10.0, 10.0),))
    others = tuple((f"a{k}", room) for k in range(2, 13))
    request: Any = PlaceSome("Ada", "places", (("a1", corner), *others), 5.0, "a1", 400.0)
    chance = np.random.default_rng(1)
    answer = AnswerSampler(lambda: chance).answer(request)
    assert request.refusal(answer) is None


def test_a_group_is_spread_about_its_leader() -> None:
    """The pieces of a group stand anywhere within their distance of the leader, and not only close to it. Over the ring
    from 25 to 125 mm between the centres, the mean gap is 61 mm.
    """
    room = Region(disc((0.0, 0.0), 12.5), WIDTH, WIDTH)
    group = tuple((f"a{k}", room) for k in range(1, 8))
    request: Any = PlaceSome("Ada", "places", group, None, "a4", 100.0)
    chance = np.random.default_rng(1)
    sampler = AnswerSampler(lambda: chance)
    found: list[float] = []
    for _ in range(15):
        answer: Any = sampler.answer(request)
        spots = {spot.piece: spot for spot in answer}
        leader = spots.pop("a4")
        found += [request.gap(leader, spot) for spot in spots.values()]
    assert sum(found) / len(found) == pytest.approx(61.0, abs=12.0)
