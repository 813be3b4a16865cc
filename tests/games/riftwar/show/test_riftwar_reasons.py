"""What requests of RiftWar say: the figures of the rules in play, what hits or rallies, and why."""

from typing import Any

import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at

from riotsim.games.riftwar.show.reasons import reason


@pytest.mark.parametrize(
    ("options", "answers", "text"),
    [
        ({}, ("rally",), "4 or more on a d6 clears pin and wound."),
        ({"rally__on": 3, "rally__heals": False}, ("rally",), "3 or more on a d6 clears the pin."),
        ({"group__within": "2in"}, ("group move",), "Units in a chain of gaps of at most 2 in."),
        ({"move__range": "12in"}, ("move", "a.atgm"), "In a straight line, 12 in at most, as far as the way is free."),
        (
            {"move__range": "12in", "group__within": "2in"},
            ("group move", ("a.rifleman_2", "a.rifleman_3")),
            "Each in a straight line, 12 in at most. When something stops one, all stop.",
        ),
    ],
)
def test_reasons_say_what_the_options_say(options: dict[str, Any], answers: tuple[str, ...], text: str) -> None:
    """RW-31, RW-35, RW-80: the text of a question has the figures of the rules in play."""
    book = rules(**OPEN, **options)
    units = {name: {**unit, "pinned": name == "a.rifleman_1"} for name, unit in FIRE.items()}
    units |= {"a.rifleman_3": {"at": [12, 4], "facing": 90}, "a.rifleman_4": {"at": [30, 4], "pinned": True}}
    session = session_at(units, book, armies=ARMIES)
    assert reason(book, session.state, ask(session, *answers)).text == text


@pytest.mark.parametrize(
    ("options", "answers", "text"),
    [
        (
            {},
            ("direct fire", "a.atgm", "b.rifleman_1"),
            "4 dice into the tray. Bea's Rifleman 1 has no cover: 5 and 6 hit.",
        ),
        (
            {"cover__mode": "one_die_less"},
            ("direct fire", "a.atgm", "b.rifleman_1"),
            "4 dice into the tray. Bea's Rifleman 1 has no cover. 5 and 6 hit.",
        ),
        ({"hit__on": 6}, ("direct fire", "a.atgm", "b.rifleman_1"), "4 dice into the tray. 6 hits."),
        (
            {"dice__medium": 1},
            ("direct fire", "a.atgm", "b.rifleman_1"),
            "A die into the tray. Bea's Rifleman 1 has no cover: 5 and 6 hit.",
        ),
        (
            {"hit__on": 3},
            ("direct fire", "a.atgm", "b.rifleman_1"),
            "4 dice into the tray. Bea's Rifleman 1 has no cover: 3 or more hits.",
        ),
        ({"rally__on": 5}, ("rally",), "A die into the tray. Rifleman 2 rallies on 5 or more."),
    ],
)
def test_a_throw_says_what_counts(options: dict[str, Any], answers: tuple[str, ...], text: str) -> None:
    """RW-61, RW-80: a throw says which numbers hit, or rally, and points at the clause about it."""
    book = rules(**{**OPEN, "dice__by": "tray", **options})
    session = session_at({**FIRE, "a.rifleman_2": {"at": [12, 6], "pinned": True}}, book, armies=ARMIES)
    request = ask(session, *answers)
    told = reason(book, session.state, request)
    assert told.text == text
    assert told.clause == ("RW-80" if answers == ("rally",) else "RW-61")


@pytest.mark.parametrize(
    ("leader", "looks", "text"),
    [
        ([12, 8], True, "Rifleman 2 rallies on 3 or more, as a Leader adds 1."),
        ([30, 2], False, "Rifleman 2 rallies on 3 or more, as being out of sight adds 1."),
        ([12, 8], False, "Rifleman 2 rallies on 2 or more, as a Leader adds 1 and being out of sight adds 1."),
    ],
)
def test_a_rally_says_what_is_added(leader: list[float], looks: bool, text: str) -> None:
    """RW-80: the question for the throw of a rally names the unit, the number it needs, and what adds to the die."""
    book = rules(layout="village", dice__by="tray", victory="last_standing")
    units: dict[str, dict[str, Any]] = {
        "a.rifleman_2": {"at": [12, 9.5], "pinned": True},
        "a.commander": {"at": leader},
        "b.rifleman_1": {"at": [12, 2] if looks else [12, 30], "facing": 270},
    }
    session = session_at(units, book, armies=ARMIES)
    told = reason(book, session.state, ask(session, "rally"))
    assert told.text == f"A die into the tray. {text}"


@pytest.mark.parametrize(
    ("options", "attacker", "text"),
    [
        ({}, "a.atgm", "4 dice into the tray. Bea's IFV 1 has no cover: 5 and 6 hit."),
        ({}, "a.rifleman_1", "3 dice into the tray. Bea's IFV 1 has cover: 5 and 6 hit only if a die shows a 6."),
        ({"dice__light": 1}, "a.rifleman_1", "A die into the tray. Bea's IFV 1 has cover: only a 6 hits."),
        (
            {"cover__mode": "one_die_less"},
            "a.rifleman_1",
            "2 dice into the tray. Bea's IFV 1 has cover, for one die less. 5 and 6 hit.",
        ),
    ],
)
def test_a_throw_says_whether_the_target_has_cover(options: dict[str, Any], attacker: str, text: str) -> None:
    """RW-65, RW-95: the question for a throw says whether the target has cover, and which numbers hit then. Armour is
    cover, but not from AP.
    """
    book = rules(**{**OPEN, "dice__by": "tray", **options})
    units = {**FIRE, "b.ifv_1": {"at": [16, 26], "facing": 270}}
    session = session_at(units, book, armies=ARMIES)
    request = ask(session, "direct fire", attacker, "b.ifv_1")
    assert reason(book, session.state, request).text == text
