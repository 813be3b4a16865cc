"""Checks in a game: both pools are thrown into the shared tray at once, or drawn from a stream of the game's seed."""

from dataclasses import dataclass, field, replace

import pytest
from made_up_game import HANDS
from made_up_pool_game import TRAY, House

from riotsim.errors import InvalidValue
from riotsim.play.requests import Aim, AimThrow
from riotsim.play.session.chance import Chance, Stream
from riotsim.play.session.session import Play, Session
from riotsim.play.shared_tray.checks import Checks, ThrownDice, die_name
from riotsim.play.shared_tray.throws import LyingDice, SharedTray
from riotsim.pools.notation import parse_check, parse_pool
from riotsim.pools.resolving import CheckResult, PoolResult
from riotsim.simulation import perform
from riotsim.table.acts import Roll, Settled
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.dice.tray import TRAY_STRENGTH, dice_in_tray
from riotsim.table.state import Table

TABLE = Table(400.0, 400.0, tray=TRAY)


@dataclass
class Rolled:
    """The results of the rolled checks and pools, and the throws."""

    results: list[CheckResult] = field(default_factory=list)
    more: list[PoolResult] = field(default_factory=list)
    throws: list[Roll] = field(default_factory=list)
    lying: list[set[str]] = field(default_factory=list)
    """The names of the dice in the tray after each roll."""
    numbers: list[dict[str, int]] = field(default_factory=list)
    """The numbers that the dice in the tray show after each check."""


def play(texts: list[str], seed: int, *, lying: LyingDice | None = "stay", more: str | None = None) -> Rolled:
    """Roll the checks one after another, and then the pool `more`. If `lying` is None, numbers are drawn, not
    thrown.
    """
    found = Rolled()

    async def rules(play: Play[None]) -> None:
        async def throw(act: Roll) -> Settled:
            found.throws.append(act)
            return await play.perform(act, Stream.ROLL)

        tray = None if lying is None else SharedTray(play, House(), throw, lying)
        checks = Checks(play, None if tray is None else ThrownDice(tray, DiceSet(), lambda _: HANDS["steady"]))
        for text in texts:
            found.results.append(await checks.roll(parse_check(text), ("Ada", "Bea")))
            found.lying.append(set(play.table.dice))
            found.numbers.append({die.id: die.shows for die in play.table.dice.values()})
        if more is not None:
            found.more += await checks.roll_pools([parse_pool(more)], ["Bea"], name="more")
            found.lying.append(set(play.table.dice))

    session = Session(rules, None, TABLE, seed, perform)
    while session.pending:
        (request,) = session.pending
        assert isinstance(request, AimThrow)
        session.answer(Aim((request.width / 2, request.depth / 2), 0.0, TRAY_STRENGTH))
    return found


def test_both_pools_are_one_throw_of_two_owners() -> None:
    """In a check, one throw has the dice of both pools, and each die has its owner. After the throw the dice lie in the
    tray, and show the numbers of the result.
    """
    found = play(["2d6lo+help d8 vs d12"], 7)
    (first,) = found.throws
    assert first.shared
    assert [(die.id, die.kind.name, die.owner) for die in first.dice] == [
        ("check-1-1", "d6", "Ada"), ("check-1-2", "d6", "Ada"), ("check-1-3", "d8", "Ada"), ("check-2-1", "d12", "Bea")
    ]  # fmt: skip
    (result,) = found.results
    (numbers,) = found.numbers
    shown = [numbers[die.id] for die in first.dice]
    assert len(set(shown)) == len(shown), "so each number is that of its own die"
    assert [*result.actor.dice, *result.defender.dice] == shown
    assert (result.actor.value, result.defender.value) == (max(min(shown[:2]), shown[2]), shown[3])
    assert found.lying == [{die.id for die in first.dice}]


def test_the_next_check_takes_up_the_dice_and_further_pools_do_not() -> None:
    """The dice of a check stay in the tray until the next check takes them up. If a further pool is thrown, the dice of
    the check stay.
    """
    found = play(["d8 vs 2d6", "d4 vs d10"], 5, more="2d6", lying="set_aside")
    assert found.lying == [
        {"check-1-1", "check-2-1", "check-2-2"},
        {"check-1-1", "check-2-1"},
        {"check-1-1", "check-2-1", "more-1-1", "more-1-2"},
    ]


def test_a_die_that_is_rolled_again_is_a_die_more() -> None:
    """If a wild die shows its highest number, it stays in the tray, and another die of the same owner is thrown."""
    found = next(found for seed in range(30) if (found := play(["wild d4 vs d4"], seed)).results[0].actor.value > 4)
    assert found.lying == [{"check-1-1", "check-2-1", "check-1-1-again1"}]
    assert die_name("check", 0, 0, 1) == "check-1-1-again1"
    assert [die.owner for die in found.throws[-1].dice] == ["Ada"]


def test_drawn_numbers_are_those_of_the_stream() -> None:
    """If dice are drawn instead of thrown, each number is the next of the game's stream, and no die is on the table."""
    found = play(["d8 vs 2d6", "d4 vs d10"], 9, lying=None)
    chance = Chance(9)
    numbers = [chance.pick(Stream.CHECK, sides) + 1 for sides in (8, 6, 6, 4, 10)]
    assert [number for one in found.results for number in (*one.actor.dice, *one.defender.dice)] == numbers
    assert found.throws == []
    assert found.lying == [set(), set()]


def test_a_die_that_nobody_has_is_refused() -> None:
    """A pool with a d7 can be drawn, but not thrown."""
    assert play(["d7 vs d6"], 1, lying=None).results
    with pytest.raises(InvalidValue, match=r"a die of a pool can't be thrown: .*d7"):
        play(["d7 vs d6"], 1)


def test_dice_elsewhere_stay() -> None:
    """A check takes up the dice in the tray and on its rack. Dice elsewhere on the table stay."""
    from riotsim.table.dice.kinds import die_kind
    from riotsim.table.pieces import Die
    from riotsim.table.poses import Pose

    height = die_kind("d6").flat_height(3) * 16.0
    dice = [
        Die(name, die_kind("d6"), pose=Pose((*at, height), die_kind("d6").orientation_showing(3)))
        for name, at in (
            ("tray", TRAY.middle),
            ("rack", (TRAY.rack_at[0] + 20.0, TRAY.rack_at[1] + 20.0)),
            ("table", (50.0, 50.0)),
        )
    ]
    table = replace(TABLE).with_pieces(*dice)
    context: Play[None] = Play(None, table, Chance(1), 0.0)
    assert [die.id for die in dice_in_tray(table)] == ["tray"]
    Checks(context, None).take_up()
    assert set(context.table.dice) == {"table"}
