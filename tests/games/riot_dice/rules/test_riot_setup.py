"""Tests of the set-up that scenarios can't show: drops, the first boss, and deployment on every table."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lucky_table import LuckyTable, any_answer, begin, play_on, rules

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.boot import room_to_stand
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.setup import deployment_region
from riotsim.play.requests import PickPoint, Spot
from riotsim.table.acts import Drop, LeftTable, Settled
from riotsim.table.geometry.plan import CONTACT_GAP, gap
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.units import inches

SEEDS = st.integers(0, 2**32)


def off_the_table(table: Table, settled: Settled) -> Settled:
    """Return an outcome in which the dropped token bounces over the edge."""
    (token,) = settled.table.tokens.keys() - table.tokens.keys()
    return Settled(table, (LeftTable(token, 0, (-1.0, 100.0)),))


def test_each_boss_drops_six_from_a_height() -> None:
    """RD-10: the bosses drop six tokens each, in turn. Each token falls from 12 in, where its boss aims."""
    lucky = LuckyTable()
    session = begin(lucky)
    asked = []
    aims = []
    luck = np.random.default_rng(5)
    while session.state.phase == "drop":
        request = session.pending[0]
        assert request.purpose == "drop"
        asked.append(request.player)
        answer = any_answer(request, luck)
        assert isinstance(answer, Spot)
        aims.append(answer.at)
        session.answer(answer)
    assert asked == ["Ann", "Bob"] * 6
    drops = [act for act in lucky.acts if isinstance(act, Drop)]
    assert [drop.at for drop in drops] == aims
    assert {drop.height for drop in drops} == {inches(12)}
    assert {drop.hand.name for drop in drops} == {"average"}


def test_one_more_in_the_middle() -> None:
    """RD-11: after the drops, one more token lies within 2 in of the middle. It overlaps no other token."""
    session = begin(LuckyTable(), seed=3)
    play_on(session, 1, 12)
    assert len(session.table.tokens) == 13
    landed = [event for event in session.events if isinstance(event, events.TokenLands)]
    middle = session.table.tokens[landed[-1].token]
    assert landed[-1].boss is None
    others = [token for token in session.table.tokens.values() if token.id != middle.id]
    assert all(gap(middle.footprint, token.footprint) >= -1e-6 for token in others)
    assert max(abs(middle.pose.at[0] - inches(12)), abs(middle.pose.at[1] - inches(12))) < inches(2)


def test_first_boss_is_drawn() -> None:
    """RD-12: the seed of the game decides which boss is first. Over many seeds, both bosses come first about equally
    often.
    """
    firsts = []
    for seed in [*range(40), 7]:
        session = begin(LuckyTable(), seed, options={"loot.each": 0, "loot.middle": 0})
        firsts.append(session.pending[0].player)
    assert firsts[7] == firsts[-1]
    counts = Counter(firsts[:40])
    assert 8 <= counts["Ann"] <= 32  # beyond that, 1 in 10,000 by chance


def test_dropped_again() -> None:
    """RD-14: if a dropped token leaves the table, the same boss drops it again. Only the second drop counts."""
    lucky = LuckyTable(changes={0: off_the_table})
    session = begin(lucky)
    play_on(session, 1, 1)
    assert session.pending[0].player == "Ann"
    assert session.table.tokens == {}
    play_on(session, 2, 1)
    assert session.pending[0].player == "Bob"
    assert len(session.table.tokens) == 1


def test_pushed_off_by_another_drop() -> None:
    """RD-14: if a later token pushes one off the table, the pushed token returns to the nearest point of the edge."""

    def push(table: Table, settled: Settled) -> Settled:
        (first,) = table.tokens
        return Settled(settled.table.without(first), (LeftTable(first, 0, (-4.0, 100.0)),))

    session = begin(LuckyTable(changes={1: push}))
    (_, region) = session.pending[0].regions[0]  # type: ignore[attr-defined]  # the first request is a PickPoint
    assert region.refusal((0.0, 0.0)) is not None
    play_on(session, 1, 2)
    first = min(session.table.tokens)
    assert session.table.tokens[first].pose.at == (10.0, 100.0, 1.5)
    assert session.pending[0].player == "Ann"


@settings(max_examples=3)
@given(SEEDS, st.sampled_from([2, 3, 4]))
def test_deployment_keeps_its_distances(seed: int, count: int) -> None:
    """RD-13: models stand at least 4 in from tokens and enemies. If there is less room, the game first tells how much
    is missing.
    """
    bosses = ("Ann", "Bob", "Cat", "Dan")[:count]
    session = begin(LuckyTable(), seed, bosses)
    play_on(session, seed, 6 * count)
    assert session.state.phase == "deploy"
    first = session.pending[0].player
    order = []
    while session.state.phase == "deploy":
        request = session.pending[0]
        assert isinstance(request, PickPoint)
        order.append(request.player)
        far = inches(4) - max(region.shortfall for _, region in request.regions)
        answer = any_answer(request, np.random.default_rng(seed))
        assert isinstance(answer, Spot)
        session.answer(answer)
        placed = session.table.models[answer.piece]
        clear = [token.footprint for token in session.table.tokens.values()]
        clear += [model.footprint for model in session.table.models.values() if model.owner != placed.owner]
        assert all(gap(placed.footprint, other) >= far - 1e-3 for other in clear)
        friends = [m for m in session.table.models.values() if m.owner == placed.owner and m.id != placed.id]
        assert all(gap(placed.footprint, friend.footprint) > CONTACT_GAP for friend in friends)
    start = bosses.index(first)
    assert order == [bosses[(start + k) % count] for k in range(5 * count)]
    # RD-15: the first boss activates first, with all the time on the clock and nothing in the stash.
    assert session.pending[0].player == first
    assert session.state.clock == 1800.0
    assert [boss.stash for boss in session.state.bosses.values()] == [0] * count


def test_four_bosses_have_more_room() -> None:
    """RD-04: for four bosses the play area is 36 in each way, for fewer 24 in."""
    assert begin(LuckyTable(), bosses=("Ann", "Bob", "Cat", "Dan")).table.width == inches(36)
    assert begin(LuckyTable(), bosses=("Ann", "Bob", "Cat")).table.depth == inches(24)


def test_no_legal_spot_offers_the_nearest_to_legal() -> None:
    """RD-13: if no spot is legal, the game offers the farthest spots, and tells how much is missing."""
    small = {"loot.each": 0, "loot.middle": 0, "table.width": "8in", "table.depth": "8in"}
    session = begin(LuckyTable(), options={**small, "gang.models": ["git"], "gangs": {}})
    game = Riot(session.play, rules())
    centre = Model("x", "Bob", (inches(4), inches(4)))
    game.table = session.table.with_pieces(centre)
    region = deployment_region(game, Model("y", "Ann", (0.0, 0.0)))
    assert region.shortfall > 0
    spots = region.allowed_points()
    assert len(spots)
    corner = inches(8) - 12.5
    distances = np.hypot(spots[:, 0] - inches(4), spots[:, 1] - inches(4))
    farthest = np.hypot(corner - inches(4), corner - inches(4))
    assert np.all(distances > farthest - 8.0)


@pytest.mark.parametrize("bosses", [("Ann",), ("Ann", "Bob", "Cat", "Dan", "Eve"), ("Ann", "Ann")])
def test_two_to_four_bosses(bosses: tuple[str, ...]) -> None:
    """RD-03: a game with one boss, with five bosses or with two of the same name is refused."""
    with pytest.raises(ValueError, match="2 to 4 bosses play"):
        begin(LuckyTable(), bosses=bosses)


def test_gangs_of_five() -> None:
    """RD-02, RD-03: each boss has five default models for 25 points."""
    session = begin(LuckyTable())
    assert Counter(fighter.boss for fighter in session.state.fighters.values()) == {"Ann": 5, "Bob": 5}
    assert {fighter.kind for fighter in session.state.fighters.values()} == {"git"}


@pytest.mark.parametrize("buried", [False, True])
def test_in_a_crowd_one_stands_up_where_one_lay(buried: bool) -> None:
    """RD-72: a fallen model can stand up where it lies, among models that almost overlap and under a leaning die."""
    game = Riot(begin(LuckyTable()).play, rules())
    at = (300.37, 300.81)
    game.table = game.table.with_pieces(Model("x", "Ann", at, fallen=True))
    for k in range(6):
        turn = k * math.pi / 3
        near = (at[0] + 24.6 * math.cos(turn), at[1] + 24.6 * math.sin(turn))
        game.table = game.table.with_pieces(Model(f"y{k}", "Bob", near))
    if buried:
        game.table = game.table.with_pieces(Die("z", pose=Pose((*at, 40.0))))
    region = room_to_stand(game, "x")
    assert region.refusal(at) is None
    assert len(region.allowed_points())
