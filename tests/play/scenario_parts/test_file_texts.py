"""Names of events in scenario files, progress of lessons, expected ends of games, and the text of written scenarios."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType

import pytest

from riotsim.play.scenarios.document import Asks, Over, Then
from riotsim.play.scenarios.expected_events import (
    Failure,
    event_kinds,
    event_repr,
    event_vocabulary,
    find_missing_event,
    is_event,
    matches_value,
    plain_event,
    plain_sentence,
)
from riotsim.play.scenarios.lesson import LessonStep, Progress, lesson_faults, lesson_progress
from riotsim.play.scenarios.writing import format_number, write_scenario
from riotsim.table.poses import FILE_KEY


@dataclass(frozen=True)
class TowerFalls:
    """An event with a field that has another name in files (`by`) than in the program (`culprit`)."""

    model: str
    culprit: str | None = field(default=None, metadata={FILE_KEY: "by"})
    at: tuple[float, float] = (3.0, 4.0)
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class Quiet:
    """An event without fields."""


FALL = TowerFalls("a1", "Bea", (2.5, 7.25), (6, 1))


def test_an_event_is_plain_data_a_repr_and_a_sentence() -> None:
    """An event becomes plain data, a text like Python's `repr`, or a sentence. In plain data, its name is in snake
    case, and its fields have their names in files.
    """
    assert plain_event(FALL) == {
        "event": "tower_falls",
        "model": "a1",
        "by": "Bea",
        "at": (2.5, 7.25),
        "dice": (6, 1),
    }
    assert event_repr(FALL) == "TowerFalls(model='a1', by='Bea', at=(2.5, 7.25), dice=(6, 1))"
    assert plain_sentence(FALL) == "tower falls: model a1, by Bea, at 2.5 7.2, dice 6 1"
    assert plain_sentence(TowerFalls("b2")) == "tower falls: model b2, by –, at 3.0 4.0, dice –"
    assert plain_sentence(Quiet()) == "quiet"
    assert plain_sentence("x") == "str"
    assert plain_event(Quiet()) == {"event": "quiet"}
    for no_event in (TowerFalls, "word", 3):
        with pytest.raises(TypeError, match="is no event"):
            plain_event(no_event)


def test_the_events_of_a_module_are_the_dataclasses_that_it_defines() -> None:
    """The events of a module are its own dataclasses, without imported or plain classes. If a field has another name in
    files, both names are listed.
    """
    module = ModuleType("made")

    @dataclass
    class Own:
        one: int
        two: int = field(default=2, metadata={FILE_KEY: "second"})

    plain = type("Plain", (), {})
    Own.__module__ = plain.__module__ = "made"
    vars(module).update(Own=Own, Plain=plain, TowerFalls=TowerFalls, number=7, value=Own(1))
    assert event_kinds(module) == {"own": Own}
    assert event_vocabulary(module) == {"own": ("one", "second", "two")}


@pytest.mark.parametrize(
    ("expected", "found", "fits"),
    [
        (True, True, True),
        (True, 1, False),
        (False, 0, False),
        (1, True, True),
        (3, 3, True),
        (3, 4, False),
        (3, 3.05, True),
        (3.0, 3, True),
        (3.0, 3.04, True),
        (3.0, 2.96, True),
        (3.0, 3.06, False),
        (3.0, 2.94, False),
        (3, "3", False),
        ("a", "a", True),
        ("a", "b", False),
        (None, None, True),
        ([1, 2.0], (1, 2.04), True),
        ([1, 2.0], (1, 2.06), False),
        ([1, 2.0], (2, 2.0), False),
        ([1], (1, 2), False),
        ((), [], True),
        ([[1, 2], "x"], ((1, 2), "x"), True),
        ([1], 1, False),
    ],
)
def test_a_value_of_an_event_fits_a_value_of_a_file(expected: object, found: object, fits: bool) -> None:
    """Two whole numbers fit if they are equal, and other numbers if they differ by at most 0.05. Lists fit if all items
    fit.
    """
    assert matches_value(expected, found) is fits


def test_an_event_fits_by_name_and_by_all_named_fields() -> None:
    """An event fits if its name and all given fields fit. A field may have its name in files or in the program. Fields
    that are not given don't matter.
    """
    rows: list[tuple[str, dict[str, object], bool]] = [
        ("tower_falls", {}, True),
        ("tower_falls", {"model": "a1", "by": "Bea"}, True),
        ("tower_falls", {"culprit": "Bea", "dice": [6, 1]}, True),
        ("tower_falls", {"model": "a1", "by": "Ada"}, False),
        ("tower_falls", {"model": "b1", "by": "Bea"}, False),
        ("TowerFalls", {}, False),
        ("quiet", {}, False),
    ]
    assert [is_event(name, fields, FALL) for name, fields, _ in rows] == [fits for *_, fits in rows]


def test_the_first_missing_event_is_told_with_what_came_instead() -> None:
    """Expected events must come in order, and other events may come between. One event can't stand for two. The failure
    names the first missing event and the events that came instead.
    """
    events = [Quiet(), FALL, Quiet()]

    def missing(*expected: dict[str, dict[str, object] | None]) -> list[Failure]:
        return list(find_missing_event(expected, events))

    told = "tower_falls(model: a1, by: Bea, at: [2.5, 7.25], dice: [6, 1])"
    assert missing() == []
    assert missing({"quiet": None}, {"quiet": {}}) == []
    assert missing({"quiet": None}, {"tower_falls": {"model": "a1"}}, {"quiet": None}) == []
    assert missing({"tower_falls": {"by": None, "dice": [6, 2]}}, {"quiet": None}) == [
        Failure("then.events[0]", "tower_falls(by: none, dice: [6, 2])", f"quiet(), {told}, quiet()")
    ]
    assert missing({"quiet": None}, {"tower_falls": None}, {"tower_falls": None}) == [
        Failure("then.events[2]", "tower_falls()", "after that, quiet()")
    ]
    assert missing({"quiet": None}, {"quiet": None}, {"quiet": None}) == [
        Failure("then.events[2]", "quiet()", "after that, nothing")
    ]
    assert list(find_missing_event([{"quiet": None}], [])) == [Failure("then.events[0]", "quiet()", "nothing")]
    assert str(Failure("then.over", "the end", "more")) == "then.over: expected the end, found more"


STEPS = tuple(
    LessonStep.model_validate(step)
    for step in (
        {
            "say": "first",
            "glow": ["a1", "a2"],
            "until": {"quiet": None},
            "asks": {"move": {"say": "move", "glow": ["b1"]}, "turn": {"say": "turn"}},
            "missed": [
                {"when": {"tower_falls": {"model": "a1"}}, "say": "one"},
                {"when": {"tower_falls": None, "never": {"x": 1}}, "say": "two"},
            ],
        },
        {"say": "second", "until": {"tower_falls": {"by": "Bea"}}},
    )
)


@pytest.mark.parametrize(
    ("events", "done", "missed"),
    [
        ((), 0, None),
        ((FALL,), 0, "one"),
        ((TowerFalls("b1"),), 0, "two"),
        ((TowerFalls("b1"), FALL), 0, "two"),
        ((FALL, Quiet()), 1, None),
        ((Quiet(), TowerFalls("a1")), 1, None),
        ((Quiet(), FALL), 2, None),
        ((FALL, Quiet(), FALL, FALL, Quiet()), 2, None),
    ],
)
def test_progress_counts_ended_steps_and_keeps_the_first_failure(
    events: Sequence[object], done: int, missed: str | None
) -> None:
    """An event ends at most one step of a lesson. The first failure in a step counts until that step ends. After the
    last step no failure counts.
    """
    found = lesson_progress(STEPS, events)
    assert (found.done, found.missed and found.missed.say) == (done, missed)
    assert lesson_progress((), events) == Progress(0, None)


def test_a_step_lists_what_glows_and_which_events_it_names() -> None:
    """A step of a lesson lists its glowing pieces and its events, each with the path of its key in the file."""
    assert list(STEPS[0].glowing) == [
        (("glow",), ("a1", "a2")),
        (("asks", "move", "glow"), ("b1",)),
        (("asks", "turn", "glow"), ()),
    ]
    assert list(STEPS[0].events) == [
        (("until",), "quiet", {}),
        (("missed", 0, "when"), "tower_falls", {"model": "a1"}),
        (("missed", 1, "when"), "tower_falls", {}),
        (("missed", 1, "when"), "never", {"x": 1}),
    ]


def test_unknown_events_and_fields_of_lessons_are_errors() -> None:
    """If a lesson names unknown events or fields, each error has the path in the file. The fields of an unknown event
    are not checked.
    """
    assert list(lesson_faults(STEPS, {"quiet": (), "tower_falls": ("model", "culprit")})) == [
        (("lesson", 0, "missed", 1, "when", "never"), "no event is called 'never'; there are quiet, tower_falls"),
        (
            ("lesson", 1, "until", "tower_falls", "by"),
            "tower_falls has no field 'by'; there are model, culprit",
        ),
    ]
    everything = {"quiet": (), "tower_falls": ("model", "by"), "never": ("x",)}
    assert list(lesson_faults(STEPS, everything)) == []


def test_needed_answers_and_what_is_said_without_them_stand_together() -> None:
    """If a step has only one of the keys `needs` and `missed`, that is an error."""
    for one in ({"needs": "a"}, {"missed": "b"}):
        with pytest.raises(ValueError, match="stand together"):
            LessonStep.model_validate({"say": "x", "until": {"quiet": None}, "asks": {"t": {"say": "y", **one}}})


def test_unknown_expected_events_are_errors() -> None:
    """An expected event must have one key, and its name and fields must be known. After an error the other events are
    still checked.
    """
    then = Then.model_validate(
        {"events": [{"quiet": None, "more": {}}, {"quite": {}}, {"tower_falls": {"modl": 1, "by": 2}}, {"quiet": None}]}
    )
    assert list(then.event_faults({"quiet": (), "tower_falls": ("model", "by")})) == [
        (("events", 0), "an event is one key with its fields, such as {quiet: {}}"),
        (("events", 1, "quite"), "no event is called 'quite'; did you mean quiet?"),
        (("events", 2, "tower_falls", "modl"), "tower_falls has no field 'modl'; did you mean model?"),
    ]
    assert (Then().asked, Then(asks=Asks(player="Ann")).asked) == (None, "Ann")


@dataclass(frozen=True)
class End:
    """How a game ended."""

    winners: tuple[str, ...]
    ending: str = "quiet"


@pytest.mark.parametrize(
    ("over", "end", "failures"),
    [
        (Over(), None, [Failure("then.over", "the end of the game", "that it goes on")]),
        (Over(winner="Ann"), End(("Ann",)), []),
        (Over(), End(()), []),
        (Over(), End(("Ann", "Bob")), []),
        (Over(), End(("Ann",)), [Failure("then.over.winner", "None", "Ann")]),
        (Over(winner="Ann"), End(("Ann", "Bob")), [Failure("then.over.winner", "Ann", "None")]),
        (Over(winner="Ann", ending="quiet"), End(("Ann",)), []),
        (
            Over(winner="Ann", ending="loud"),
            End(("Bob",)),
            [Failure("then.over.winner", "Ann", "Bob"), Failure("then.over.ending", "loud", "quiet")],
        ),
    ],
)
def test_an_expected_end_is_compared(over: Over, end: End | None, failures: list[Failure]) -> None:
    """A game has a winner only if exactly one player has won. The word for the ending is compared only if the file
    gives it.
    """
    assert list(over.failures(end)) == failures


def test_a_written_scenario_has_short_lines() -> None:
    """Mappings that hold mappings, and lists that hold mappings, begin below their key. Other values stand on the key's
    line.
    """
    long = [{"at": [2.5, 3], "shows": n} for n in range(6)]
    said = {
        "title": "A shot: 1",
        "yes": True,
        "none": None,
        "options": {},
        "given": {
            "table": (24, 22.5),
            "models": {"a1": {"boss": "No", "at": [1.0, 0.1234567891234]}, "b c": {}},
            "few": {"x": 1, "y": {}},
            "empty": {},
        },
        "when": [{"go": False}, {"roll": long, "word": "a"}],
        "then": {},
        "last": ["off", "ok", -0.0],
    }
    assert write_scenario(("One.", ""), said) == (
        "# One.\n"
        "#\n"
        'title: "A shot: 1"\n'
        '"yes": true\n'
        "none: null\n"
        "options: {}\n"
        "given:\n"
        "  table: [24, 22.5]\n"
        "  models:\n"
        '    a1: {boss: "No", at: [1, 0.123456789]}\n'
        '    "b c": {}\n'
        '  few: {x: 1, "y": {}}\n'
        "  empty: {}\n"
        "when:\n"
        "  - {go: false}\n"
        "  - {word: a,\n"
        "      roll: [\n" + "".join(f"        {{at: [2.5, 3], shows: {n}}},\n" for n in range(6)) + "      ]}\n"
        "then: {}\n"
        'last: ["off", ok, 0]\n'
    )


def test_a_line_is_split_above_110_characters() -> None:
    """A line with a mapping is split if it has more than 110 characters and the mapping holds a list of mappings. Other
    lines stay whole.
    """

    def written(word: int, part: object) -> list[str]:
        return write_scenario((), {"when": [{"word": "w" * word, "part": part}]}).splitlines()[1:]

    fits = "  - {word: " + "w" * 74 + ", part: [{a: 1}, {b: 2}]}"
    assert len(fits) == 110
    assert written(74, [{"a": 1}, {"b": 2}]) == [fits]
    assert written(75, [{"a": 1}, {"b": 2}]) == [
        "  - {word: " + "w" * 75 + ",",
        "      part: [",
        "        {a: 1},",
        "        {b: 2},",
        "      ]}",
    ]
    assert written(120, [{"a": 1}, 2])[1:] == ["      part: [", "        {a: 1},", "        2,", "      ]}"]
    assert write_scenario((), {"mixed": [3, {"a": 1}]}) == "mixed:\n  - 3\n  - {a: 1}\n"
    assert written(120, [1, 2]) == ["  - {word: " + "w" * 120 + ", part: [1, 2]}"]
    twice = write_scenario((), {"when": [{"p": [{"a": "x" * 90}], "q": [{"b": 2}], "r": 3}]})
    assert twice == (
        "when:\n  - {r: 3,\n      p: [\n        {a: "
        + "x" * 90
        + "},\n      ],\n      q: [\n        {b: 2},\n      ]}\n"
    )


def test_a_written_number_has_no_exponent_and_no_needless_zeros() -> None:
    """A number is written with at most 9 decimals and without an exponent. Zero has no sign."""
    rows = {
        0.1: "0.1",
        2.0: "2",
        100.0: "100",
        -1.5: "-1.5",
        1e-10: "0",
        -1e-10: "0",
        6e-10: "0.000000001",
        1e7: "10000000",
    }
    assert {number: format_number(number) for number in rows} == rows
    with pytest.raises(TypeError, match="nothing that a scenario file can say"):
        write_scenario((), {"x": {1, 2}})
