"""The entries of scenario files, the results of rolled dice, and files without a script."""

from collections.abc import Iterator
from typing import ClassVar

import pytest
from pydantic import ValidationError

from riotsim.play.rulebook.sections import Fault
from riotsim.play.scenarios.document import Entry, Given, RolledDie, ScenarioFile, TrayDie, millimetres
from riotsim.play.scenarios.expected_events import Failure


class Answers(Entry):
    """The entries of a made-up game."""

    PURPOSES: ClassVar[dict[str, str]] = {"go": "move"}

    go: str | None = None
    stay: int | None = None


@pytest.mark.parametrize(
    ("data", "kind", "purpose", "fallen"),
    [
        ({"go": "there"}, "go", "move", ()),
        ({"stay": 0}, "stay", "stay", ()),
        ({"topples": ["a1", "b1"]}, "topples", "topples", ("a1", "b1")),
        ({"falls": {"b2": [4, "cocked"], "a2": []}}, "falls", "falls", ("b2", "a2")),
    ],
)
def test_an_entry_is_its_only_key(data: dict[str, object], kind: str, purpose: str, fallen: tuple[str, ...]) -> None:
    """The purpose of an entry is its key, unless the game has another word for that key. The towers that an entry
    topples are in the order of the file.
    """
    entry = Answers.model_validate(data)
    assert (entry.kind, entry.purpose, entry.fallen) == (kind, purpose, fallen)
    assert entry.answer == getattr(entry, kind)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({}, "an entry has one key, such as `- activate: a1`, not nothing"),
        ({"stay": 1, "go": "x"}, "an entry has one key, such as `- activate: a1`, not go, stay"),
        ({"go": None}, "go says nothing"),
    ],
)
def test_an_entry_has_one_key_with_a_value(data: dict[str, object], why: str) -> None:
    """If an entry has no key, two keys or no value, it is an error. The error names the keys in alphabetical order."""
    with pytest.raises(ValidationError) as found:
        Answers.model_validate(data)
    assert [error["msg"] for error in found.value.errors()] == [f"Value error, {why}"]


def test_a_rolled_die_has_a_place_and_a_face_unless_it_is_cocked_or_off() -> None:
    """A die rolled on the table needs a place and a number. A die in the tray needs only a number, which may stand
    alone. A cocked die or a die off the table needs neither.
    """
    at, table, tray = [3.0, 4.0], RolledDie, TrayDie
    rows: list[tuple[type[RolledDie], object, bool]] = [
        (table, {"at": at, "shows": 1}, True),
        (table, {"at": at}, False),
        (table, {"shows": 1}, False),
        (table, {"at": at, "shows": 0}, False),
        (table, {"cocked": True}, True),
        (table, {"off": True}, True),
        (table, {}, False),
        (table, 4, False),
        (tray, 4, True),
        (tray, {"shows": 4}, True),
        (tray, {"at": at}, False),
        (tray, {"off": True}, True),
        (tray, {"cocked": True}, True),
        (tray, {"cocked": False}, False),
    ]
    for kind, data, fits in rows:
        if fits:
            kind.model_validate(data)
        else:
            with pytest.raises(ValidationError):
                kind.model_validate(data)
    assert TrayDie.model_validate(4).shows == 4
    assert millimetres((2.0, 10.0)) == pytest.approx((50.8, 254.0))


def test_a_file_has_a_script_if_it_has_answers_or_expectations() -> None:
    """If a file has only a position, it has no script. If a game has no towers, entries about towers are errors."""
    head = {"riotsim": "scenario/1", "title": "t", "rules": "r"}

    class Position(Given):
        def faults(self, rules: object) -> Iterator[Fault]:
            yield from ()

    class File(ScenarioFile):
        given: Position
        when: tuple[Answers, ...] = ()

        def faults(self, rules: object, meshes: object) -> Iterator[Fault]:
            yield from self.fall_faults()

        def run(self, rules: object, meshes: object) -> tuple[Failure, ...]:
            return ()

    def read(when: list[dict[str, object]], then: dict[str, object]) -> File:
        return File.model_validate({**head, "given": {}, "when": when, "then": then})

    assert [one.has_script for one in (read([], {}), read([{"go": "x"}], {}), read([], {"refused": False}))] == [
        False,
        True,
        True,
    ]
    towers = read([{"topples": ["a"]}, {"go": "x"}, {"falls": {"a": [1]}}], {})
    why = "is not for this game, which has no towers"
    assert list(towers.faults(None, {})) == [(("when", 0), why), (("when", 2), why)]
    assert (towers.players, towers.needs(None), towers.brought) == ((), (), {})
