"""Dice of several players are thrown into one tray at once, and further dice while the first lie there."""

from dataclasses import replace

import pytest
from physics_suite.tables import SHAKY, board

from riotsim.errors import InvalidValue
from riotsim.play.house_rules import apply_house_rules
from riotsim.simulation import perform
from riotsim.table.acts import Cocked, LeftTable, Reading, Roll, RolledDie, Settled, Turned
from riotsim.table.dice.kinds import die_kind
from riotsim.table.dice.tray import MAX_SHARED_DICE, TRAY_STRENGTH, dice_in_tray, set_aside
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table, Tray

TRAY = Tray(203.0, 203.0, 75.0, at=(700.0, 100.0), rack=60.0)
"""A tray of 8 × 8 in with a rack, beside the table."""

OWNERS = ("Ada", "Bea")


def pool(*kinds: str, name: str = "p") -> tuple[Die, ...]:
    """Return dice that belong to two players in turn."""
    return tuple(
        Die(f"{name}{number:02}", die_kind(kind), owner=OWNERS[number % 2]) for number, kind in enumerate(kinds)
    )


def together(*dice: Die) -> Roll:
    """Return a throw of dice into the middle of the shared tray."""
    return Roll(dice, TRAY.middle, 0.0, SHAKY, strength=TRAY_STRENGTH, in_tray=True, shared=True)


def lying(*places: tuple[float, float], kind: str = "d6", shows: int = 6) -> Table:
    """Return a table in whose tray dice of Ada lie at places from the tray's corner (mm)."""
    its, (x, y) = die_kind(kind), TRAY.at
    height, orientation = its.flat_height(shows) * 16.0, its.orientation_showing(shows)
    dice = [
        Die(f"a{number}", its, pose=Pose((x + at[0], y + at[1], height), orientation), owner="Ada")
        for number, at in enumerate(places)
    ]
    return replace(board(), tray=TRAY).with_pieces(*dice)


EVERYWHERE = tuple((25.0 * column, 25.0 * row) for column in range(1, 8) for row in range(1, 8))
"""Places of dice that fill the tray."""


def test_dice_of_two_players_are_thrown_at_once() -> None:
    """If dice of two players are thrown at once, the facts say what each die shows and whose it is, as the table does.

    If the throw is repeated, it gives the same bits.
    """
    dice, table = pool("d4", "d6", "d8", "d10", "d12", "d20"), replace(board(), tray=TRAY)
    settled = perform(table, together(*dice), 1)
    found = settled.facts_of(Reading)
    assert [(one.die, one.owner, one.before, one.moved) for one in found] == [
        (die.id, die.owner, None, True) for die in dice
    ]
    assert {one.die: one.after for one in found} == {name: die.shows for name, die in settled.table.dice.items()}
    assert {die.owner for die in settled.table.dice.values()} == set(OWNERS)
    assert settled == perform(table, together(*dice), 1)


def test_a_throw_for_one_player_has_no_readings() -> None:
    """If a throw isn't shared, its facts tell the turns of the dice, and have no readings."""
    settled = perform(replace(board(), tray=TRAY), replace(together(*pool("d6", "d6")), shared=False), 1)
    assert settled.facts_of(Reading) == []
    assert len(settled.facts_of(Turned)) == 2


def test_further_dice_knock_those_that_lie() -> None:
    """If dice are thrown into a full tray, they move some dice that lie there.

    The facts have each die's number before and after.
    """
    before = lying(*EVERYWHERE, kind="d20")
    settled = perform(before, together(*pool("d12", "d12", "d20", "d20")), 3)
    found = {one.die: one for one in settled.facts_of(Reading)}
    assert found.keys() == {*before.dice, "p00", "p01", "p02", "p03"}
    old = [one for name, one in found.items() if name in before.dice]
    assert all(one.before == 6 for one in old)
    assert any(one.after != one.before for one in old)
    for one in old:
        assert one.moved == (settled.table.dice.get(one.die) != before.dice[one.die])
        assert one.moved or one.after == one.before


def test_dice_stand_fast_in_a_throw_for_one_player() -> None:
    """If a throw into a tray isn't shared, the dice that lie there don't move."""
    before = lying(*EVERYWHERE)
    settled = perform(before, replace(together(*pool("d12", "d12", "d20", "d20")), shared=False), 3)
    assert {name: settled.table.dice[name] for name in before.dice} == before.dice


def test_knocked_dice_may_be_cocked() -> None:
    """If a knocked die leans, it is reported as cocked before its reading.

    A thrown die is reported as cocked before its turns.
    """
    settled = perform(lying(*EVERYWHERE, kind="d20"), together(*pool("d12", "d12", "d20", "d20")), 3)
    moved = {one.die for one in settled.facts_of(Reading) if one.moved}
    assert {one.die for one in settled.rolled} == moved
    leaning = [RolledDie(name, 0.5, 2) for name in ("a1", "p00")]
    facts = (Turned("p00", 3.0), Reading("a1", "Ada", 6, 2), Reading("p00", "Ada", None, 3))
    judged = apply_house_rules(Settled(settled.table, facts, rolled=tuple(leaning)))
    assert judged.facts == (Cocked("p00"), facts[0], Cocked("a1"), *facts[1:])


def test_dice_on_the_rack_are_not_hit() -> None:
    """If dice are set aside on the rack, they keep their faces, and no throw moves them."""
    before = lying(*EVERYWHERE[::6], shows=2)
    aside = perform(before, set_aside(before, sorted(before.dice)), 0).table
    assert dice_in_tray(aside) == ()
    assert [die.shows for die in aside.dice.values()] == [2] * len(before.dice)
    assert all(TRAY.is_on_rack(die.pose.xy) for die in aside.dice.values())
    settled = perform(aside, together(*pool("d12", "d12", "d20", "d20")), 3)
    assert {name: settled.table.dice[name] for name in before.dice} == aside.dice
    assert {one.die for one in settled.facts_of(Reading)} == {"p00", "p01", "p02", "p03"}


def test_dice_are_set_aside_over_the_wall() -> None:
    """If dice are set aside, a hand lifts them over the wall of the tray, and fills the rack in rows."""
    before = lying((100.0, 100.0), (140.0, 100.0))
    act = set_aside(before, ["a0", "a1"])
    trace = perform(before, act, 0, trace_hz=60).trace
    assert max(frame.poses["a0"].at[2] for frame in trace) > TRAY.wall_height
    once = perform(before, act, 0).table
    more = once.with_pieces(replace(before.dice["a0"], id="a2"))
    (x, y), (x1, y1) = (move.to for move in act.moves)
    (move,) = set_aside(more, ["a2"]).moves
    assert y == y1 == move.to[1]
    assert x < x1 < move.to[0]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (together(*pool(*["d6"] * 13)), "at most 12 dice are thrown into a shared tray at once, not 13; throw"),
        (replace(together(*pool("d6")), in_tray=False), "a shared throw goes into the tray"),
        (together(), "at least one die"),
    ],
)
def test_throws_that_no_shared_tray_takes(act: Roll, why: str) -> None:
    """If a shared throw has no dice, too many, or doesn't go into the tray, it is refused with the reason."""
    with pytest.raises(InvalidValue, match=why):
        perform(replace(board(), tray=TRAY), act, 1)


def test_a_full_rack_is_refused() -> None:
    """If the rack has no room for a die, or the tray has no rack, setting dice aside is refused."""
    table = lying(*EVERYWHERE)
    with pytest.raises(InvalidValue, match="no room for a30 on the tray's rack"):
        set_aside(table, [f"a{number}" for number in range(len(EVERYWHERE))])
    with pytest.raises(InvalidValue, match="the tray has no rack"):
        set_aside(replace(table, tray=replace(TRAY, rack=0.0)), ["a0"])


def test_a_rack_stands_beside_the_table() -> None:
    """A tray whose rack would reach onto the table is refused."""
    table = replace(board(), tray=Tray(200.0, 100.0, 50.0, at=(0.0, 640.0), rack=60.0))
    with pytest.raises(InvalidValue, match="with the rack at"):
        perform(table, together(*pool("d6")), 1)


def test_no_die_is_lost_in_a_crowded_tray() -> None:
    """If twelve dice are thrown among twelve that lie in the tray, all stay in it."""
    kinds = ("d4", "d6", "d8", "d10", "d12", "d20") * (MAX_SHARED_DICE // 6)
    for seed in range(3):
        first = perform(replace(board(), tray=TRAY), together(*pool(*kinds)), seed)
        second = perform(first.table, together(*pool(*kinds, name="q")), seed)
        assert len(second.table.dice) == 2 * MAX_SHARED_DICE
        assert second.facts_of(LeftTable) == []
