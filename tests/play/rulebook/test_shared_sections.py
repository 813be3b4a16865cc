"""The sections that all rulebooks share: names, errors across sections, dice, trays and hands."""

import math
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import ValidationError

from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.hands import HandFigures
from riotsim.play.rulebook.sections import (
    Book,
    Fault,
    Section,
    ValidSections,
    current_section,
    faults_below,
    name_in,
    unknown_name,
    unknown_names,
)
from riotsim.play.rulebook.surfaces import DiceTray, SurfaceFigures, TrayRollRules
from riotsim.table.acts import Hand, Pace
from riotsim.table.state import Surface, Tray


class Entry(Section):
    """An entry of the rulebook below."""

    size: int
    like: Annotated[str, name_in("things", "thing", "nothing")] = "nothing"


class Things(Book):
    """A rulebook of things, in which no two things may have the same size."""

    things: dict[str, Entry]
    other: Entry | None = None

    @classmethod
    def faults(cls, parts: ValidSections) -> Iterator[Fault]:
        """Yield an error for each thing that has the size of an earlier thing."""
        seen: set[int] = set()
        for name, entry in parts.entries("things", Entry).items():
            if entry.size in seen:
                yield ("things", name, "size"), "is there twice"
            seen.add(entry.size)


def errors(data: object) -> list[tuple[tuple[int | str, ...], str]]:
    """Return the paths and messages of all errors of a rulebook."""
    with pytest.raises(ValidationError) as found:
        Things.model_validate(data)
    return [(error["loc"], error["msg"].removeprefix("Value error, ")) for error in found.value.errors()]


def test_a_rulebook_tells_the_errors_of_fields_and_across_sections_at_once() -> None:
    """All errors of a rulebook are told at once. Entries without errors are compared even if other entries have errors.
    A name must be one of the section's names or an allowed word.
    """
    big, same, wrong = {"size": 5}, {"size": 5, "like": "big"}, {"size": "x", "like": "bug"}
    things = {"big": big, "same": same, "wrong": wrong}
    assert errors({"game": "things", "things": things, "other": {"size": 1, "x": 2}}) == [
        (("things", "wrong", "size"), "Input should be a valid integer, unable to parse string as an integer"),
        (("things", "wrong", "like"), "no thing is called 'bug'; did you mean big?"),
        (("other", "x"), "Extra inputs are not permitted"),
        (("things", "same", "size"), "is there twice"),
    ]
    assert errors({"things": {"big": big, "same": same}}) == [(("things", "same", "size"), "is there twice")]
    assert errors({"things": {"big": {"size": 1, "like": "zzz"}}}) == [
        (("things", "big", "like"), "no thing is called 'zzz'; there are big, nothing")
    ]
    assert [where for where, _ in errors({"things": 3})] == [("things",)]
    assert [where for where, _ in errors("text")] == [()]
    read = Things.model_validate({"game": "any", "things": {"big": big, "b": {"size": 6, "like": "big"}}})
    assert read == Things(things={"big": Entry(size=5), "b": Entry(size=6, like="big")})


def test_names_are_checked_only_within_a_rulebook() -> None:
    """If a section is read alone, outside a rulebook, its names are not checked."""
    assert Entry.model_validate({"size": 1, "like": "whatever"}).like == "whatever"
    assert current_section("things") == {}


def test_a_check_can_look_at_other_sections_while_a_rulebook_is_read() -> None:
    """While a rulebook is read, a check finds a section by its path of keys. If the path leads to no section, the check
    gets an empty section.
    """
    seen: list[object] = []

    class Looking(Book):
        things: dict[str, dict[str, int]]

        @classmethod
        def faults(cls, parts: ValidSections) -> Iterator[Fault]:
            ways = ((), ("things",), ("things", "a"), ("things", "a", "n"), ("b",), ("b", "c", "d"))
            seen.extend(current_section(*way) for way in ways)
            yield from ()

    Looking.model_validate({"things": {"a": {"n": 1}}})
    things = {"a": {"n": 1}}
    assert seen == [{"things": things}, things, {"n": 1}, {}, {}, {}]


def test_sections_without_errors_can_be_read() -> None:
    """If a section or entry has an error, it is left out. A missing section gets its defaults if it has them. The names
    of entries include those with errors.
    """
    entries = {"a": {"size": 1}, "b": {}, 7: {"size": 2}}
    parts = ValidSections({"good": {"size": 3}, "bad": {"size": "x"}, "all": entries})
    assert parts.section("good", Entry) == Entry(size=3)
    assert parts.section("bad", Entry) is None
    assert parts.section("missing", Entry) is None
    assert parts.section("missing", TrayRollRules) == TrayRollRules()
    assert parts.entries("all", Entry) == {"a": Entry(size=1), "7": Entry(size=2)}
    assert (parts.names("all"), parts.names("good"), parts.names("missing")) == (("a", "b", "7"), ("size",), ())
    assert parts.entries("missing", Entry) == {}
    ways = [(), ("good",), ("good", "size"), ("good", "size", "x"), ("good", "x"), ("x",), ("all", "b"), ("x", "good")]
    assert [parts.has_key(*way) for way in ways] == [True, True, True, False, False, False, True, False]


def test_an_unknown_name_is_told_with_the_most_similar_or_all_known_names() -> None:
    """If a name is unknown, the message offers a similar known name. If none is similar, the message lists all known
    names, or says `none`.
    """
    assert [unknown_name("no", "gitt", known) for known in (("grub", "git"), ("abc", "def"), ("abc",), ())] == [
        "no; did you mean git?",
        "no; there are abc, def",
        "no; there is abc",
        "no; there is none",
    ]
    said = {("a",): "Ann", ("b", 1): None, ("c",): "Bob", ("d",): ""}
    assert list(unknown_names("boss", ["Ann", "Eve"], said)) == [
        (("c",), "no boss is called 'Bob'; there are Ann, Eve"),
        (("d",), "no boss is called ''; there are Ann, Eve"),
    ]
    assert list(faults_below(("x", 2), [(("y",), "one"), ((), "two")])) == [(("x", 2, "y"), "one"), (("x", 2), "two")]


def faces(*numbers: int) -> list[dict[str, object]]:
    """Return sides with numbers; their directions don't matter."""
    return [{"looks": [0, 0, 1], "shows": number} for number in numbers]


def test_the_numbers_and_stand_ins_of_dice() -> None:
    """The numbers of a rulebook's own kind of dice are in ascending order. If a kind has 2 sides, its stand-in has each
    number twice.
    """
    numbers = {"coin": (7, 2), "lump": (3, 1, 1, 9)}
    kinds = {name: {"mesh": "m.obj", "faces": faces(*shown)} for name, shown in numbers.items()}
    dice = Dice.model_validate({"kinds": kinds})
    assert dice.values("coin") == (2, 7)
    assert dice.values("lump") == (1, 1, 3, 9)
    assert dice.values("d4") == (1, 2, 3, 4)
    with pytest.raises(ValueError, match="d7"):
        dice.values("d7")
    found = dice.stand_ins()
    assert [(name, kind.name, kind.values) for name, kind in found.items()] == [
        ("coin", "coin", (2, 2, 7, 7)),
        ("lump", "lump", (1, 1, 3, 9)),
    ]


def test_faults_of_dice() -> None:
    """A rulebook's own kinds of dice need new names in small letters. The edges of dice must not be rounder than their
    kinds allow.
    """
    names = ("d6", "lump", "Lump", "7d", "d7", "a b")
    dice = Dice.model_validate({"kinds": {name: {"mesh": "m", "faces": faces(1)} for name in names}})
    form = "the name of a die has small letters and numbers, such as lump or d7"
    assert list(dice.faults()) == [
        (("dice", "kinds", "d6"), "d6 is a usual die; give yours another name"),
        (("dice", "kinds", "Lump"), form),
        (("dice", "kinds", "7d"), form),
        (("dice", "kinds", "a b"), form),
    ]
    limits = {kind: Dice().dice_set().allows_edges(kind) for kind in ("d6", "d20")}
    assert limits["d20"] < limits["d6"]
    between = Dice.model_validate({"edges": f"{(limits['d20'] + limits['d6']) / 2}mm"})
    assert list(between.rounding_faults(("d20", "d6", "lump", "d20"))) == [
        (("dice", "edges"), f"a d20 of 16 mm can have edges of at most {limits['d20']:.2f} mm")
    ]
    assert list(Dice().rounding_faults(("d20", "d6"))) == []
    assert list(between.model_copy(update={"edges": limits["d20"]}).rounding_faults(("d20",))) == []


def test_a_tray_stands_to_the_right_of_the_middle_of_the_table() -> None:
    """The tray stands 50 mm to the right of the table, halfway along its side. If the tray has no surface of its own,
    it has the table's.
    """
    felt, wood = SurfaceFigures(friction=0.9, restitution=0.3), SurfaceFigures(friction=0.5, restitution=0.6)
    surfaces = {"felt": felt, "wood": wood}
    tray = DiceTray.model_validate({"width": "200mm", "depth": "300mm", "walls": "70mm"})
    assert tray.beside(900.0, 600.0, "wood", surfaces) == Tray(
        200.0, 300.0, 70.0, (950.0, 150.0), Surface("wood", 0.5, 0.6)
    )
    covered = tray.model_copy(update={"surface": "felt"}).beside(900.0, 200.0, "wood", surfaces)
    assert (covered.at, covered.surface) == ((950.0, -50.0), Surface("felt", 0.9, 0.3))
    usual = DiceTray()
    assert (usual.width, usual.depth, usual.walls) == pytest.approx((254.0, 203.2, 76.2))
    rules = TrayRollRules()
    assert (rules.cocked, rules.off_table, rules.least_drop, rules.least_turns, rules.models) == (
        "reroll",
        "reroll",
        50.0,
        1.0,
        "fixed",
    )


def test_the_figures_of_a_hand_become_a_hand_with_its_name() -> None:
    """Every figure of a hand in a rulebook sets the field of the same name. If a copy gets a name, the first hand stays
    unchanged.
    """
    data: dict[str, Any] = {
        "place_sigma": "1.5mm",
        "unbraced": "120mm",
        "yaw_sigma": "30deg",
        "tremor": "0.25mm",
        "tremor_hz": 9,
        "aim_sigma": "12mm",
        "speed": "700mm/s",
        "speed_sigma": "90mm/s",
        "spin": "45rad/s",
        "paces": {
            "normal": {"speed": "500mm/s", "acceleration": "1600mm/s2"},
            "slow": {"speed": "200mm/s", "acceleration": "400mm/s2"},
        },
    }
    figures = HandFigures.model_validate(data)
    paces = (("normal", Pace(500.0, 1600.0)), ("slow", Pace(200.0, 400.0)))
    expected = Hand("", 1.5, math.radians(30), 0.25, 9.0, 12.0, 700.0, 90.0, 45.0, paces, 120.0)
    assert figures.hand == expected
    steady = figures.with_name("steady")
    assert (steady.hand.name, figures.hand.name, steady.hand.paces) == ("steady", "", paces)
