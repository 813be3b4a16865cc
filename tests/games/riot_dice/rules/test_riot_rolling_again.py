"""Dice that don't count as rolled, and how they are rolled again or lost (RD-90 to RD-92)."""

import pytest
from lucky_table import LuckyTable, with_facts
from scooting import AIM, rolls, scooting

from riotsim.play.house_rules import MAX_ROLL_ATTEMPTS, Lost, RolledAgain
from riotsim.play.requests import AimThrow, PickWay, Refused
from riotsim.table.acts import (
    Cocked,
    LeftTable,
    Settled,
    Turned,
)
from riotsim.table.state import Table


def cocked(table: Table, settled: Settled) -> Settled:
    """Return the outcome with the first die of the roll cocked."""
    (die, *_) = sorted(settled.table.dice.keys() - table.dice.keys())
    return with_facts(settled, Cocked(die))


def over_the_edge(table: Table, settled: Settled) -> Settled:
    """Return the outcome without the first die of the roll, which has left the table."""
    (die, *_) = sorted(settled.table.dice.keys() - table.dice.keys())
    return Settled(settled.table.without(die), (*settled.facts, LeftTable(die, 1, (0.0, 0.0))))


def lame(table: Table, settled: Settled) -> Settled:
    """Return an outcome in which no die of the roll turned over."""
    return Settled(settled.table, tuple(Turned(die, 0.3) for die in settled.table.dice.keys() - table.dice.keys()))


def test_cocked_die_is_rolled_alone() -> None:
    """RD-90: a cocked die is rolled again on its own, while the other dice stay where they are."""
    lucky = LuckyTable(changes={0: cocked})
    session = scooting(lucky)
    session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, AimThrow)
    assert request.dice == ("d6",)
    others = dict(session.table.dice)
    assert len(others) == 2
    session.answer(AIM)
    assert isinstance(session.pending[0], PickWay)
    assert others.items() <= session.table.dice.items()
    assert [len(act.dice) for act in rolls(lucky)] == [3, 1]
    assert rolls(lucky)[0].dice[0] == rolls(lucky)[1].dice[0]


def test_ten_tries() -> None:
    """RD-90: if a die is cocked at the tenth try, its nearest face counts."""
    lucky = LuckyTable(changes=dict.fromkeys(range(20), cocked))
    session = scooting(lucky)
    for _ in range(MAX_ROLL_ATTEMPTS):
        assert isinstance(session.pending[0], AimThrow)
        session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, PickWay)
    assert len(request.ways) == 3
    assert sum(isinstance(event, RolledAgain) for event in session.events) == MAX_ROLL_ATTEMPTS - 1


def test_nearest_face() -> None:
    """RD-90: under `nearest_face`, the nearest face of a cocked die counts at once."""
    session = scooting(LuckyTable(changes={0: cocked}), {"house.cocked": "nearest_face"})
    session.answer(AIM)
    assert isinstance(session.pending[0], PickWay)


@pytest.mark.parametrize(("option", "asked"), [("reroll", AimThrow), ("lost", PickWay)])
def test_die_over_the_edge(option: str, asked: type) -> None:
    """RD-91: a die that leaves the table is rolled again on its own under `reroll`. Under `lost`, it is lost."""
    session = scooting(LuckyTable(changes={0: over_the_edge}), {"house.off_table": option})
    session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, asked)
    lost = [event for event in session.events if isinstance(event, Lost)]
    assert len(lost) == (option == "lost")
    assert len(session.table.dice) == 2


def test_tenth_try_off_the_table() -> None:
    """RD-91: if a die leaves the table at the tenth try too, the die is lost. The game tells so."""
    session = scooting(LuckyTable(changes=dict.fromkeys(range(20), over_the_edge)))
    for _ in range(MAX_ROLL_ATTEMPTS):
        assert isinstance(session.pending[0], AimThrow)
        session.answer(AIM)
    request = session.pending[0]
    assert isinstance(request, PickWay)
    assert len(request.ways) == 2
    assert [event.player for event in session.events if isinstance(event, Lost)] == ["Ann"]


def test_least_drop_is_an_option() -> None:
    """RD-92: the least height of a roll is an option. With 120 mm, a roll from lower is refused."""
    session = scooting(LuckyTable(), {"house.least_drop": "120mm"})
    with pytest.raises(Refused, match="120 mm"):
        session.answer(AIM)


@pytest.mark.parametrize(("least", "asked"), [(1, AimThrow), (0, PickWay)])
def test_die_that_hardly_turned(least: int, asked: type) -> None:
    """RD-92: a die that turned over less than once is rolled again. If `house.least_turns` is 0, the die counts."""
    session = scooting(LuckyTable(changes={0: lame}), {"house.least_turns": least})
    session.answer(AIM)
    assert isinstance(session.pending[0], asked)
