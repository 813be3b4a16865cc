"""Rolls by the house rules with scripted outcomes: the requests, the throws and the events (RD-90 to RD-93)."""

from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from typing import Literal

import pytest

from riotsim.play.house_rules import Lost, RolledAgain, apply_house_rules, reroll_reason, roll
from riotsim.play.requests import Aim, AimThrow, WhyAgain
from riotsim.play.session.session import Play, Session, Waiting
from riotsim.table.acts import (
    Act,
    Cocked,
    Fact,
    FreeModel,
    Hand,
    LeftTable,
    ModelMoved,
    OverhangingPiece,
    Pace,
    Reading,
    Roll,
    RolledDie,
    Settled,
    Turned,
)
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Model, Tower
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table, Tray

HAND = Hand("steady", 1, 0, 0, 10, 0, 640, 0, 25, (("normal", Pace(300, 900)),))
DICE = tuple(Die(name, die_kind(kind)) for name, kind in (("a", "d6"), ("b", "d8"), ("c", "d6"), ("d", "d10")))
TABLE = Table(310.0, 220.0)
TRAY = Tray(203.0, 190.0, 75.0, at=(700.0, 100.0))
AIM = Aim((120.0, 90.0), 0.7, 1.5, 130.0, (0.1, 0.2, 0.3), by_hand=True)


@dataclass(frozen=True)
class House:
    """House rules of a test."""

    cocked: Literal["reroll", "nearest_face"] = "reroll"
    off_table: Literal["reroll", "lost"] = "reroll"
    least_drop: float = 60.0
    least_turns: float = 1.25
    models: Literal["fixed", "free"] = "free"


Outcome = dict[str, str]
"""The names of dice that don't simply lie flat, each with its fate: `off`, `cocked` or `lame` (hardly turned)."""


@dataclass
class Rolled:
    """The state of a game for tests that consists of one roll."""

    script: list[Outcome]
    rules: House = House()
    in_tray: bool = False
    thrown: list[Roll] = field(default_factory=list)
    found: list[str] | None = None


async def _game(play: Play[Rolled]) -> None:
    state = play.state

    async def throw(act: Roll) -> Settled:
        state.thrown.append(act)
        outcome = state.script[min(len(state.thrown), len(state.script)) - 1]
        facts: list[Fact] = []
        for die in act.dice:
            match outcome.get(die.id):
                case "off":
                    facts.append(LeftTable(die.id, 5, (0.0, 0.0)))
                case "cocked":
                    facts += [Cocked(die.id), Turned(die.id, 3.0)]
                case "lame":
                    facts.append(Turned(die.id, 1.2))
                case _:
                    facts.append(Turned(die.id, 1.25))
        gone = {fact.piece for fact in facts if isinstance(fact, LeftTable)}
        play.table = play.table.with_pieces(*(die for die in act.dice if die.id not in gone))
        return Settled(play.table, tuple(facts))

    dice = await roll(play, "Ann", DICE, thrower="m", hand=HAND, rules=state.rules, throw=throw, in_tray=state.in_tray)
    state.found = [die.id for die in dice]


def _rules(play: Play[Rolled]) -> Coroutine[Waiting, object, None]:
    return _game(play)


def _never(_table: Table, _act: Act, _seed: int, /) -> Settled:
    raise AssertionError("the roll is scripted")


def play_roll(rolled: Rolled, table: Table = TABLE) -> tuple[list[AimThrow], Session[Rolled]]:
    """Play a roll to its end, and return the requests and the session."""
    session = Session(_rules, rolled, table, 7, _never)
    asked: list[AimThrow] = []
    while not session.is_over:
        (request,) = session.pending
        assert isinstance(request, AimThrow)
        asked.append(request)
        session.answer(AIM, request.player)
    return asked, session


def asks(kinds: tuple[str, ...], *why: WhyAgain) -> AimThrow:
    """Return the request for a throw onto the table."""
    return AimThrow("Ann", "roll", kinds, 310.0, 220.0, 60.0, "m", in_tray=False, speed=640, why_again=why)


def throws(*dice: Die, at: Point = (120.0, 90.0), free: bool = True, in_tray: bool = False) -> Roll:
    """Return the throw that follows the aim."""
    return Roll(dice, at, 0.7, HAND, 130.0, 1.5, free, in_tray, (0.1, 0.2, 0.3), by_hand=True)


def test_dice_that_do_not_count_are_thrown_again() -> None:
    """If a die is cocked, off the table or hardly turned, it is thrown again, and an event tells the reason. The other
    dice stay where they are.
    """
    asked, session = play_roll(Rolled([{"b": "cocked", "c": "off", "d": "lame"}, {"c": "off"}, {}]))
    a, b, c, d = DICE
    assert asked == [
        asks(("d6", "d8", "d6", "d10")),
        asks(("d8", "d6", "d10"), "cocked", "off the table", "hardly turned"),
        asks(("d6",), "off the table"),
    ]
    assert session.state.thrown == [throws(a, b, c, d), throws(b, c, d), throws(c)]
    assert list(session.events) == [
        RolledAgain("Ann", "b", "cocked"),
        RolledAgain("Ann", "c", "off the table"),
        RolledAgain("Ann", "d", "hardly turned"),
        RolledAgain("Ann", "c", "off the table"),
    ]
    assert session.state.found == ["a", "b", "c", "d"]
    assert sorted(session.table.dice) == ["a", "b", "c", "d"]


def test_a_die_is_thrown_ten_times_at_most() -> None:
    """RD-90: after the tenth throw a cocked die counts as it lies, and a die off the table is lost."""
    asked, session = play_roll(Rolled([{"a": "cocked", "c": "off", "d": "lame"}]))
    assert [len(one.dice) for one in asked] == [4, *[3] * 9]
    again = [RolledAgain("Ann", "a", "cocked"), RolledAgain("Ann", "c", "off the table")]
    every = [*again, RolledAgain("Ann", "d", "hardly turned")]
    assert list(session.events) == [*every * 9, Lost("Ann", "c")]
    assert session.state.found == ["a", "b", "d"]


def test_a_die_off_the_table_is_lost_by_option() -> None:
    """RD-91: if the option is `lost`, a die that falls off the table is not thrown again."""
    asked, session = play_roll(
        Rolled([{"b": "off", "c": "cocked"}, {"c": "off"}], House(off_table="lost", models="fixed"))
    )
    assert [one.why_again for one in asked] == [(), ("cocked",)]
    assert session.state.thrown == [throws(*DICE, free=False), throws(DICE[2], free=False)]
    assert list(session.events) == [Lost("Ann", "b"), RolledAgain("Ann", "c", "cocked"), Lost("Ann", "c")]
    assert session.state.found == ["a", "d"]


def test_a_roll_into_the_tray() -> None:
    """If dice are rolled into the tray, the aim counts from the tray's corner. Without a tray, the dice go onto the
    table.
    """
    kinds, beside = ("d6", "d8", "d6", "d10"), replace(TABLE, tray=TRAY)
    asked, session = play_roll(Rolled([{}], in_tray=True), beside)
    assert asked == [AimThrow("Ann", "roll", kinds, 203.0, 190.0, 60.0, "m", in_tray=True, speed=640)]
    assert session.state.thrown == [throws(*DICE, at=(820.0, 190.0), in_tray=True)]
    for in_tray, table in ((True, TABLE), (False, beside), (False, TABLE)):
        asked, session = play_roll(Rolled([{}], in_tray=in_tray), table)
        assert asked == [asks(kinds)]
        assert session.state.thrown == [throws(*DICE)]


LEFT, LEANS = LeftTable("a", 1, (0.0, 0.0)), Cocked("a")
OTHER = (LeftTable("b", 1, (0.0, 0.0)), Cocked("b"), Turned("b", 0.0))


@pytest.mark.parametrize(
    ("facts", "rules", "why"),
    [
        ((), House(), None),
        ((Turned("a", 1.25),), House(), None),
        ((Turned("a", 1.24),), House(), "hardly turned"),
        ((Turned("a", 1.24), LEANS), House(), "cocked"),
        ((Turned("a", 1.24), LEANS, LEFT), House(), "off the table"),
        ((LEANS,), House(cocked="nearest_face"), None),
        ((LEANS, Turned("a", 0.0)), House(cocked="nearest_face"), "hardly turned"),
        ((LEFT,), House("nearest_face", "lost", 0.0, 0.0), "off the table"),
        (OTHER, House(), None),
        ((*OTHER, LEANS), House(), "cocked"),
    ],
)
def test_why_a_die_is_thrown_again(facts: tuple[Fact, ...], rules: House, why: str | None) -> None:
    """If a die has several reasons to be thrown again, `off the table` comes before `cocked`, and `cocked` before
    `hardly turned`. Facts about other dice don't matter.
    """
    assert reroll_reason(Settled(TABLE, facts), "a", rules) == why


def test_a_die_beyond_the_edge_has_no_number() -> None:
    """RD-91: if a die rests beyond the edge, it leaves the table at the end of the act and no longer counts as rolled.
    Its last number doesn't count.
    """
    readings = (Reading("a", "Ann", 3, 4), Reading("b", "Bob", 2, 5, moved=False))
    settled = apply_house_rules(
        Settled(
            TABLE.with_pieces(DICE[0], DICE[1]),
            (Turned("a", 2.0), *readings),
            31,
            rolled=(RolledDie("a", 0.0, 1), RolledDie("b", 0.0, 1)),
            overhanging=(OverhangingPiece("a", (310.0, 40.0)),),
        )
    )
    left = LeftTable("a", 31, (310.0, 40.0))
    assert settled.facts == (left, Reading("a", "Ann", 3, None, moved=True), readings[1])
    assert [*settled.table.dice] == ["b"]
    assert settled.rolled == (RolledDie("b", 0.0, 1),)
    assert settled.overhanging == ()


def test_a_leaning_die_is_cocked_once() -> None:
    """RD-90: if a rolled die leans, the fact `Cocked` is added once, before the first fact about this die. If a die
    lies flat, no fact is added.
    """
    readings = (Reading("a", "Ann", 3, 4), Reading("b", "Bob", 2, 5))
    facts = (Turned("a", 2.0), *readings)
    lying = (RolledDie("a", 0.5, 1), RolledDie("b", 0.0, 1))
    assert apply_house_rules(Settled(TABLE, facts, rolled=lying)).facts == (LEANS, *facts)
    lying = (RolledDie("a", 0.0, 1), RolledDie("b", 0.5, 1))
    assert apply_house_rules(Settled(TABLE, facts, rolled=lying)).facts == (*facts[:2], Cocked("b"), facts[2])
    lying = (RolledDie("a", 0.0, 1), RolledDie("b", 0.0, 1))
    assert apply_house_rules(Settled(TABLE, facts, rolled=lying)).facts == facts


@pytest.mark.parametrize(
    ("pushed", "at"),
    [
        ((400.0, 300.0), (297.5, 207.5)),
        ((-3.0, -4.0), (12.5, 12.5)),
        ((12.0, 100.0), (12.5, 100.0)),
        ((200.0, 208.0), (200.0, 207.5)),
        ((298.0, 100.0), (297.5, 100.0)),
        ((200.0, 12.0), (200.0, 12.5)),
        ((50.0, 60.0), (50.0, 60.0)),
    ],
)
def test_a_pushed_model_keeps_its_base_on_the_table(pushed: Point, at: Point) -> None:
    """RD-45: if a model with a base of 25 mm is pushed over an edge, its centre is put back 12.5 mm inside the edge."""
    table = TABLE.with_pieces(Model("m", "x", (100.0, 100.0), heading=0.4))
    settled = apply_house_rules(
        Settled(table, (Turned("a", 2.0),), free_models=(FreeModel("m", Pose((*pushed, 0.0))),))
    )
    assert settled.table.models["m"].at == pytest.approx(at)
    assert settled.facts == (Turned("a", 2.0), ModelMoved("m", knocked_flat=False))
    assert settled.free_models == ()


def test_a_pushed_model_keeps_clear_of_the_towers_of_others() -> None:
    """RD-93: if a model is pushed into another model's tower, the model is put beside the tower. The model's own tower
    is not in the way.
    """
    dice = [Die(name, pose=Pose((x, 100.0, 8.0))) for name, x in (("p", 130.0), ("q", 200.0))]
    table = (
        TABLE.with_pieces(Model("m", "x", (100.0, 100.0)), Model("n", "x", (230.0, 100.0)), *dice)
        .with_tower("m", Tower(("p",), 0.0))
        .with_tower("n", Tower(("q",), 3.0))
    )
    own = apply_house_rules(Settled(table, free_models=(FreeModel("m", Pose((131.0, 100.0, 0.0))),)))
    assert own.table.models["m"].at == (131.0, 100.0)
    other = apply_house_rules(Settled(table, free_models=(FreeModel("m", Pose((195.0, 100.0, 0.0))),)))
    # The base of 25 mm touches the die of 16 mm, at whose left side it is.
    assert other.table.models["m"].at == pytest.approx((200.0 - 8.0 - 12.5, 100.0), abs=0.1)


def test_a_model_without_room_stays_where_it_was() -> None:
    """RD-93: if a pushed model has no room but its old place, it is put back there with its old heading."""
    width = 25.0
    table = Table(width * 3, width).with_pieces(
        *(Model(name, "x", (width * (number + 0.5), 12.5), heading=0.4) for number, name in enumerate("mno"))
    )
    settled = apply_house_rules(Settled(table, free_models=(FreeModel("m", Pose((37.5, 12.5, 0.0))),)))
    assert settled.table.models == table.models
    assert settled.facts == (ModelMoved("m", knocked_flat=False),)
