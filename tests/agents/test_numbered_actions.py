"""Numbers of agents' actions on small requests: which are legal, and what they mean, worked out by hand."""

import math
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from riotsim.agents.actions import (
    ActionLayout,
    Block,
    Unfinished,
    _candidates,
    _own_cell,
    _table_cell,
    cells_of,
    legal_actions,
)
from riotsim.play.agent_view import AgentSizes
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    SetPace,
    Spot,
    Step,
    Target,
    Way,
)
from riotsim.table.acts import Mark
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region

SMALL = ActionLayout(AgentSizes(options=5, ways=2))
"""Numbers of a game with five options and two paths."""


def menu(request: Any, picked: tuple[str, ...] = (), turns: int = 0) -> dict[int, object]:
    """Return all legal actions with their meaning, and check that all others are refused."""
    legal = legal_actions(request, Unfinished(picked), SMALL, turns)
    mask = legal.mask()
    assert mask.shape == (1825,)
    for number in (*np.flatnonzero(mask == 0)[:50].tolist(), -1, 1825):
        with pytest.raises(ValueError, match=f"^action {number} is not legal now: its place in the action mask is 0$"):
            legal.answer(number)
    return {number: legal.answer(number) for number in np.flatnonzero(mask).tolist()}


def test_blocks_follow_each_other() -> None:
    """Actions are numbered in blocks: waiting, options, five steps on each path, places for two pieces, aims, and nine
    ways to put a die.
    """
    layout = ActionLayout(AgentSizes(options=5, ways=2))
    assert layout.blocks == {
        "wait": Block(0, (1,)), "option": Block(1, (5,)), "way": Block(6, (2, 5)), "spot": Block(16, (2, 10, 10)),
        "aim": Block(216, (10, 10, 8, 2)), "put": Block(1816, (9,)),
    }  # fmt: skip
    assert (layout.count, layout.done) == (1825, 4)
    spot = layout.spot
    assert (spot.end, spot.number(1, 2, 3), spot.place(139)) == (216, 139, (1, 2, 3))


def test_lists_are_chosen_from_by_number() -> None:
    """Options, pieces and paces are chosen by number. Of a long list only the first entries have a number. A player who
    isn't asked can only wait.
    """
    assert menu(None) == {0: None}
    assert menu(Choose("p", "act", ("go", "stop"))) == {1: "go", 2: "stop"}
    assert menu(PickPiece("p", "pick", tuple("abcdefg"))) == dict(enumerate("abcde", 1))
    assert menu(SetPace("p", "pace", "m", (1.0, 2.0), 0, ("usual", "slow"))) == {1: "usual", 2: "slow"}


def test_a_subset_is_picked_item_by_item() -> None:
    """A subset of one or two of four items is picked item by item. The last number ends the choice once an item is
    picked.
    """
    request = PickSome("p", "pick", tuple("abcd"), least=1, most=2)
    assert menu(request) == {k + 1: Unfinished((item,)) for k, item in enumerate("abcd")}
    assert menu(request, ("c",)) == {
        1: Unfinished(("c", "a")), 2: Unfinished(("c", "b")), 4: Unfinished(("c", "d")), 5: ("c",),
    }  # fmt: skip
    assert menu(request, ("c", "a")) == {5: ("a", "c")}


def test_a_subset_keeps_its_budget_labels_and_links() -> None:
    """Of seven items only the first four have a number. An item without a number can't be picked to make use of the
    weights, labels or links.
    """
    weighted = PickSome("p", "pick", tuple("abcdefg"), weights=(3, 1, 2, 5, 1, 1, 1), budget=4)
    assert menu(weighted, ("a",)) == {2: Unfinished(("a", "b")), 5: ("a",)}
    labelled = PickSome("p", "pick", tuple("abcdefg"), labels=("x", "y", "x", "y", "x", "x", "x"))
    assert menu(labelled, ("a",)) == {3: Unfinished(("a", "c")), 5: ("a",)}
    linked = PickSome("p", "pick", tuple("abcdefg"), links=(("a", "b"), ("c", "d"), ("a", "g"), ("g", "c")))
    assert menu(linked, ("a",)) == {2: Unfinished(("a", "b")), 5: ("a",)}


def test_a_path_is_gone_in_quarters() -> None:
    """A player goes a quarter, a half, three quarters or all of a path, or discards its die. A third path has no
    number.
    """
    ways = (Way("d1", 0.5, 40.0), Way("d2", 1.5, 60.0), Way("d3", 2.5, 80.0))
    free = PickWay("p", "way", "m", ways, full_distance_only=False, may_discard=True)
    assert menu(free) == {
        6: Step("d1", 10.0), 7: Step("d1", 20.0), 8: Step("d1", 30.0), 9: Step("d1"), 10: Step("d1", discard=True),
        11: Step("d2", 15.0), 12: Step("d2", 30.0), 13: Step("d2", 45.0), 14: Step("d2"), 15: Step("d2", discard=True),
    }  # fmt: skip
    assert menu(PickWay("p", "way", "m", ways[:1])) == {9: Step("d1")}


@pytest.mark.parametrize(
    ("turns", "cells"),
    [
        (0, {(2, 3): (2, 3), (0, 0): (0, 0)}),
        (1, {(2, 3): (6, 2), (0, 0): (9, 0)}),
        (2, {(2, 3): (7, 6), (0, 0): (9, 9)}),
        (3, {(2, 3): (3, 7), (0, 0): (0, 9)}),
    ],
)
def test_a_player_counts_columns_from_the_own_left(turns: int, cells: dict[tuple[int, int], tuple[int, int]]) -> None:
    """A player who sits a quarter turn round the table sits at its right edge. This player's near left cell is the
    table's near right cell.
    """
    for own, cell in cells.items():
        assert _table_cell(own, turns) == _table_cell(own, turns - 4) == cell
        assert _own_cell(cell, turns) == own


def test_a_cell_stands_for_the_legal_point_nearest_to_its_middle() -> None:
    """The middle of a cell at the left edge is 10 mm from that edge, so a disc of radius 12 mm can't lie there. It lies
    in the fifth of the cell's seven columns of points, at 12.86 mm.
    """
    found = cells_of(Region(disc((0.0, 0.0), 12.0), 200.0, 300.0))
    assert len(found) == 100
    near, far = pytest.approx(20 * 4.5 / 7), pytest.approx(200 - 20 * 4.5 / 7)
    assert [found[cell] for cell in ((0, 0), (0, 4), (9, 9), (3, 4))] == [
        (near, 15.0), (near, 135.0), (far, 285.0), (70.0, 135.0),
    ]  # fmt: skip


def test_of_separate_places_a_cell_stands_for_the_one_nearest_to_its_middle() -> None:
    """Of two places in one cell, the cell stands for the one nearer to its middle. A place at the very edge belongs to
    the last cell.
    """
    places = ((52.0, 78.0), (48.0, 71.0), (90.0, 31.0), (200.0, 300.0))
    region = Region(disc((0.0, 0.0), 0.0), 200.0, 300.0, places=places)
    assert cells_of(region) == {(2, 2): (52.0, 78.0), (4, 1): (90.0, 31.0), (9, 9): (200.0, 300.0)}
    assert sorted(_candidates(region)) == [
        ((2, 2), (48.0, 71.0)), ((2, 2), (52.0, 78.0)), ((4, 1), (90.0, 31.0)), ((9, 9), (200.0, 300.0)),
    ]  # fmt: skip
    free = Region(disc((0.0, 0.0), 12.0), 200.0, 300.0)
    assert list(_candidates(free)) == list(cells_of(free).items())


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_piece_is_placed_in_a_cell_as_the_player_sees_it(turns: int) -> None:
    """The cells for a piece are numbered as the player sees the table. A third piece has no number."""
    one = Region(disc((0.0, 0.0), 0.0), 200.0, 300.0, places=((90.0, 31.0),))
    regions = (("a", Region(disc((0.0, 0.0), 0.0), 200.0, 300.0, places=((30.0, 31.0),))), ("b", one), ("c", one))
    own = {0: (4, 1), 1: (1, 5), 2: (5, 8), 3: (8, 4)}[turns]
    first = {0: (1, 1), 1: (1, 8), 2: (8, 8), 3: (8, 1)}[turns]
    assert menu(PickPoint("p", "place", regions), turns=turns) == {
        SMALL.spot.number(0, *first): Spot("a", (30.0, 31.0)), SMALL.spot.number(1, *own): Spot("b", (90.0, 31.0)),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("turns", "in_tray", "at", "way"),
    [
        (0, False, (50.0, 105.0), 45.0), (1, False, (130.0, 75.0), 135.0), (2, False, (150.0, 195.0), 225.0),
        (3, False, (70.0, 225.0), 315.0), (1, True, (50.0, 105.0), 45.0),
    ],
)  # fmt: skip
def test_a_throw_goes_to_the_middle_of_a_cell(turns: int, in_tray: bool, at: tuple[float, float], way: float) -> None:
    """A throw is aimed at the middle of a cell. Its cell and direction are numbered as the player sees the table. All
    players see a tray in the same way.
    """
    found = menu(AimThrow("p", "aim", ("d6",), 200.0, 300.0, 0.0, in_tray=in_tray), turns=turns)
    assert len(found) == 1600
    for strength, share in enumerate((0.5, 1.0)):
        aim = found[SMALL.aim.number(2, 3, 1, strength)]
        assert isinstance(aim, Aim)
        assert aim.at == pytest.approx(at)
        assert (aim.strength, aim.drop) == (share, 100.0)
        assert math.degrees(aim.heading) == pytest.approx(way)


@pytest.mark.parametrize(("least", "drop"), [(60.0, 100.0), (150.0, 150.0)])
def test_a_throw_is_released_as_high_as_the_rules_want(least: float, drop: float) -> None:
    """A throw is released from the height that the rules want, but from 100 mm at least. A throw at a target starts
    from the chosen cell and flies to the target, so no direction is chosen.
    """
    found = menu(AimThrow("p", "aim", ("d6",), 200.0, 300.0, least))
    assert {aim.drop for aim in found.values() if isinstance(aim, Aim)} == {drop}
    hand = Region(disc((0.0, 0.0), 0.0), 200.0, 300.0, places=((90.0, 31.0),))
    target = Target("m", (120.0, 71.0), Mark(9.0, 25.0), hand)
    at_target = menu(AimThrow("p", "aim", ("d6",), 200.0, 300.0, least, target=target), turns=2)
    most = AimThrow.MAX_TARGET_STRENGTH
    assert at_target == {
        SMALL.aim.number(5, 8, 0, n): Aim((120.0, 71.0), math.atan2(40, 30), strength, drop, mark=Mark(50.0, 25.0))
        for n, strength in enumerate((most / 2, most))
    }


@pytest.mark.parametrize(("turns", "first"), [(0, 0.0), (1, 90.0), (3, 270.0)])
def test_a_die_is_put_on_the_middle_or_a_quarter_of_the_way_out(turns: int, first: float) -> None:
    """A die is put on the middle of the one below, or off the middle in one of eight directions. The directions are
    those that the player sees. If the die may be up to 8 mm off, it is put 2 mm off.
    """
    found = menu(PlaceDie("p", "put", "t", 3, 8.0), turns=turns)
    angles = [math.radians(first + 45.0 * k) for k in range(8)]
    points = [(0.0, 0.0), *((2.0 * math.cos(angle), 2.0 * math.sin(angle)) for angle in angles)]
    assert [*found] == list(range(1816, 1825))
    assert np.array(list(found.values())) == pytest.approx(np.array(points), abs=1e-9)


def test_a_piece_that_has_to_touch_another_has_points_beside_it() -> None:
    """A piece that has to touch another one has a legal point in each cell in which it can touch it. Each point lies in
    its own cell.
    """
    region = Region(disc((0.0, 0.0), 12.0), 200.0, 300.0, must_touch=disc((100.0, 150.0), 30.0))
    found = cells_of(region)
    assert (5, 5) in found
    assert found[5, 5] == (110.0, 165.0)
    for (column, row), (x, y) in found.items():
        assert region.refusal((x, y)) is None
        assert (int(x // 20.0), int(y // 30.0)) == (column, row)
    fine = region.allowed_points()
    assert {(int(x // 20.0), int(y // 30.0)) for x, y in fine.tolist()} <= set(found)


def test_a_group_is_placed_around_its_first_piece_or_leader() -> None:
    """The choice of a cell puts the leader, or else the first piece, into this cell, and the other pieces near it. The
    numbers of cells are those for a first piece.
    """
    places = Region(disc((0.0, 0.0), 12.5), 200.0, 300.0)
    near = Region(disc((0.0, 0.0), 12.5), 200.0, 300.0, places=((90.0, 105.0), (50.0, 165.0)))
    for leader, regions in ((None, (("a", near), ("b", places))), ("b", (("a", places), ("b", near)))):
        first = leader or "a"
        request = PlaceSome("p", "place", regions, max_gap=25.4, leader=leader, max_leader_gap=150.0)
        for turns, cells in ((0, {(4, 3), (2, 5)}), (2, {(5, 6), (7, 4)})):
            found = menu(request, turns=turns)
            assert {SMALL.spot.place(number) for number in found} == {(0, *cell) for cell in cells}
            for answer in found.values():
                assert request.refusal(cast("Any", answer)) is None
            at = {spot.piece: spot.at for spot in cast("Any", found[SMALL.spot.number(0, *min(cells))])}
            assert at[first] == ((50.0, 165.0) if min(cells) == (2, 5) else (90.0, 105.0))


def test_a_known_answer_is_an_action_if_no_other_is_found() -> None:
    """If pieces can't be placed one after another, the only action is the answer that the request knows. Here the
    second piece has no neighbour until the third lies between the first two.
    """
    at = {"a": (50.0, 165.0), "b": (150.0, 165.0), "c": (100.0, 165.0)}
    regions = tuple((name, Region(disc((0.0, 0.0), 12.5), 200.0, 300.0, places=(place,))) for name, place in at.items())
    known = tuple(Spot(name, place) for name, place in at.items())
    request = PlaceSome("p", "place", regions, max_gap=25.4)
    assert not menu(request)
    for turns, cell in ((0, (2, 5)), (2, (7, 4))):
        found = menu(replace(request, known=known), turns=turns)
        assert found == {SMALL.spot.number(0, *cell): known}
