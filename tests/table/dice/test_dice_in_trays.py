"""Dice in a tray: which lie there, what they show after a throw, and where they are set aside; and dice by name."""

import re
from dataclasses import replace

import pytest

from riotsim.errors import InvalidValue
from riotsim.table.acts import Displacement, Reading, Roll, Shift
from riotsim.table.dice.custom import barrel, rounded
from riotsim.table.dice.dice_set import DiceSet, parse_dice, write_dice
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.dice.tray import by_owner, dice_in_tray, readings, set_aside
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import STEADY_HAND

TRAY = Tray(100.0, 80.0, 30.0, (350.0, 50.0), rack=50.0)
"""A tray whose rack reaches from y = -18 to y = 32."""

EMPTY = Table(300.0, 200.0, tray=TRAY)

ALL_KINDS = "d4, d6, d8, d10, d12, d20"


def die(name: str, at: Point, shows: int = 6, owner: str = "", size: float = 16.0) -> Die:
    """Return a d6 that lies flat."""
    return Die(name, D6, size, Pose((*at, size / 2), D6.orientation_showing(shows)), owner)


def test_dice_in_the_tray_are_told_by_name() -> None:
    """The dice in a tray are given in order of their names, without those on the rack, elsewhere or in a tower. A die
    exactly on the edge of the tray or of the rack counts.
    """
    inside = [die("b", (350.0, 130.0)), die("a", (450.0, 50.0)), die("c", (400.0, 90.0)), die("t", (410.0, 90.0))]
    outside = [
        die("rack", (400.0, 30.0)),
        die("table", (100.0, 100.0)),
        *(die(f"x{x}", (x, 90.0)) for x in (349.9, 450.1)),
        *(die(f"y{y}", (400.0, y)) for y in (49.9, 130.1)),
    ]
    table = EMPTY.with_pieces(*outside, *inside).with_tower("tower", Tower(("t",)))
    assert [one.id for one in dice_in_tray(table)] == ["a", "b", "c"]
    assert dice_in_tray(replace(table, tray=None)) == ()
    on_rack = {name for name, one in table.dice.items() if TRAY.is_on_rack(one.pose.xy)}
    assert on_rack == {"rack"}
    corners = {
        (x, y): TRAY.is_on_rack((x, y)) for x in (349.9, 350.0, 450.0, 450.1) for y in (-18.1, -18.0, 32.0, 32.1)
    }
    assert [at for at, on in corners.items() if on] == [(350.0, -18.0), (350.0, 32.0), (450.0, -18.0), (450.0, 32.0)]


def test_dice_by_their_owners() -> None:
    """If dice are grouped by owner, the owner of the first die comes first. Each owner's dice keep their order."""
    dice = [die("1", (0, 0), owner="Bea"), die("2", (0, 0), owner="Ada"), die("3", (0, 0), owner="Bea")]
    assert list(by_owner(dice).items()) == [("Bea", [dice[0], dice[2]]), ("Ada", [dice[1]])]


def test_what_dice_show_before_and_after_a_throw() -> None:
    """After a throw, each die has a reading with its number before and after. A thrown die has none before, and a die
    that left has none after. Only a die that stayed in place counts as unmoved.
    """
    lying = [
        die("again", (400.0, 90.0), 5, "Ada"),
        die("gone", (370.0, 60.0), 4, "Bea"),
        die("knocked", (420.0, 60.0), 2, "Bea"),
        die("slid", (430.0, 110.0), 1, "Ada"),
        die("still", (370.0, 110.0), 3, "Ada"),
    ]
    thrown = (replace(lying[0]), die("new", (0.0, 0.0), 1, "Cyd"), die("lost", (0.0, 0.0), 1))
    before = EMPTY.with_pieces(*lying, die("elsewhere", (100.0, 100.0)))
    after = before.without("gone").with_pieces(
        die("again", (400.0, 90.0), 5, "Ada"),
        die("knocked", (420.0, 60.0), 6, "Bea"),
        die("slid", (431.0, 110.0), 1, "Ada"),
        die("new", (400.0, 60.0), 4, "Cyd"),
    )
    act = Roll(thrown, TRAY.middle, 0.0, STEADY_HAND, in_tray=True, shared=True)
    assert readings(before, act, after) == (
        Reading("again", "Ada", None, 5, True),
        Reading("gone", "Bea", 4, None, True),
        Reading("knocked", "Bea", 2, 6, True),
        Reading("lost", "", None, None, True),
        Reading("new", "Cyd", None, 4, True),
        Reading("slid", "Ada", 1, 1, True),
        Reading("still", "Ada", 3, 3, False),
    )


def places(table: Table, *names: str) -> list[Point]:
    """Return the points at which dice are set aside on the rack."""
    act = set_aside(table, names)
    assert act == Shift(tuple(Displacement(name, move.to) for name, move in zip(names, act.moves, strict=True)), True)
    return [move.to for move in act.moves]


def test_dice_are_set_aside_in_rows_from_the_front_left() -> None:
    """The first die of 16 mm is set aside 2 mm from the rack's edges. The next places are tried in steps of 4 mm, with
    gaps of 2 mm at least.
    """
    names = [f"a{number}" for number in range(7)]
    table = EMPTY.with_pieces(*(die(name, (400.0, 90.0)) for name in names))
    row = [(360.0 + 20.0 * column, -8.0) for column in range(5)]
    assert places(table, *names) == [*row, (360.0, 12.0), (380.0, 12.0)]
    # Gaps of exactly 2 mm are enough: dice of 18 mm stand 20 mm apart.
    larger = EMPTY.with_pieces(*(die(name, (400.0, 90.0), size=18.0) for name in names))
    assert places(larger, *names[:5]) == [(361.0, -7.0), (381.0, -7.0), (401.0, -7.0), (421.0, -7.0), (361.0, 13.0)]


def test_dice_are_set_aside_beside_those_that_are_there() -> None:
    """Dice are set aside beside a die that is on the rack already. A die turned by 45° takes its diagonal's room."""
    table = EMPTY.with_pieces(die("a", (400.0, 90.0)), die("b", (400.0, 60.0)), die("there", (370.0, -8.0)))
    assert places(table, "a", "b") == [(388.0, -8.0), (408.0, -8.0)]
    turned = replace(die("a", (400.0, 90.0)), pose=Pose((400.0, 90.0, 8.0), about_z(0.25 * 3.141592653589793)))
    (at,) = places(EMPTY.with_pieces(turned), "a")
    assert at == pytest.approx((352.0 + 8.0 * 2**0.5, -16.0 + 8.0 * 2**0.5))


def test_the_last_row_and_the_last_column_of_a_rack() -> None:
    """A rack of 24 mm has two rows for dice of 16 mm, 4 mm apart. A rack of 23 mm has only the first row."""
    narrow = replace(TRAY, rack=24.0)
    small = [die(f"s{k}", (362.0 + 24.0 * k, 8.0), size=8.0) for k in range(4)]  # these block the first row
    table = replace(EMPTY, tray=narrow).with_pieces(die("a", (400.0, 90.0)), *small)
    assert places(table, "a") == [(360.0, 22.0)]
    message = "there is no room for a on the tray's rack; make it deeper, or take dice off it"
    with pytest.raises(InvalidValue, match=f"^{message}$"):
        set_aside(table.with_pieces(*(die(f"t{k}", (362.0 + 24.0 * k, 9.0), size=8.0) for k in range(4))), ["a"])
    lower = [die(f"s{k}", (362.0 + 24.0 * k, 9.0), size=8.0) for k in range(4)]
    with pytest.raises(InvalidValue, match="no room for a "):
        set_aside(replace(table, tray=replace(narrow, rack=23.0)).with_pieces(*lower), ["a"])


@pytest.mark.parametrize("tray", [None, replace(TRAY, rack=0.0)])
def test_without_a_rack_no_dice_are_set_aside(tray: Tray | None) -> None:
    """If a table has no tray, or its tray has no rack, setting dice aside is refused with a message."""
    table = replace(EMPTY, tray=tray).with_pieces(die("a", (400.0, 90.0)))
    with pytest.raises(InvalidValue, match=r"^dice can't be set aside: the tray has no rack; give it a depth$"):
        set_aside(table, ["a"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3", "dice are written like 3d6 or 2d6+1d8, not '3'"),
        ("2d6+", "dice are written like 3d6 or 2d6+1d8, not '2d6+'"),
        ("2d66", f"'2d66' asks for 'd66'; did you mean d6? There are {ALL_KINDS}"),
        ("2d7", f"'2d7' asks for 'd7'; there are {ALL_KINDS}"),
        ("d7", f"'d7' asks for 'd7'; there are {ALL_KINDS}. Dice are written like 3d6 or 2d6+1d8"),
        ("0d6", "'0d6' asks for 0 dice; 1 to 60 can be rolled at once"),
        ("61d6", "'61d6' asks for 61 dice; 1 to 60 can be rolled at once"),
        ("30d6+31D8", "'30d6+31D8' asks for 31 dice; 1 to 60 can be rolled at once"),
    ],
)
def test_what_is_wrong_with_dice_is_said_in_a_sentence(text: str, why: str) -> None:
    """If dice notation is invalid, the message quotes the text and says what can be written."""
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        parse_dice(text)


def test_sixty_dice_can_be_rolled_at_once() -> None:
    """Sixty dice may be written in one term or in several, and a game's own kinds by their names."""
    assert parse_dice("60d6") == ("d6",) * 60
    assert parse_dice("30d6+30d8") == ("d6",) * 30 + ("d8",) * 30
    assert parse_dice("2Herald + d6", ("herald", "d6")) == ("herald", "herald", "d6")
    assert write_dice(("d6", "d6", "d8", "d6")) == "2d6+1d8+1d6"
    assert write_dice(()) == ""


def test_the_dice_of_a_game() -> None:
    """In a set of dice, ordinary dice have the set's size and edges. A game's own "d8" replaces the ordinary d8."""
    own = replace(barrel("d8", (1, 2, 3)), own_size=22.0)
    dice = DiceSet(12.0, 1.5, {"d8": own})
    assert dice.kind("d6") == rounded(D6, 0.125)
    assert dice.kind("d6").core == rounded(D6, 0.125).core
    assert dice.kind("d8") is own
    assert dice.die("x", "d8", "Ada") == Die("x", own, 22.0, owner="Ada")
    assert dice.die("y", "d6") == Die("y", rounded(D6, 0.125), 12.0)
    assert DiceSet().die("z", "d20") == Die("z", die_kind("d20"), 16.0)
    assert dice.allows_edges("d6") == 3.0
    assert DiceSet(20.0).allows_edges("d12") == pytest.approx(5.0)
    assert DiceSet(20.0).allows_edges("d4") == pytest.approx(20.0 * 0.5 * (1 / 24) ** 0.5)
