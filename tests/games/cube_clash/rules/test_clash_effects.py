"""The words on buttons of Cube Clash: for spells, maneuvers and sides that look north. Also the words of the set-up and
the log.
"""

from typing import Any

import pytest
from clash_rules import rules
from clash_table import begun, give, placed, play_at_random, until

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.board.squares import parse_square
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.effects import spell_text
from riotsim.games.cube_clash.show.narration import event_text
from riotsim.games.cube_clash.show.offers import offers
from riotsim.games.cube_clash.show.reasons import reason
from riotsim.games.cube_clash.show.standing import scores, status
from riotsim.games.cube_clash.state import State, layout_of
from riotsim.play.narration import SCORE_GROUP, Offer
from riotsim.play.session.session import Session
from riotsim.viewer.screens.shared_models import ChoiceNumbers

CASTS: dict[str, Any] = {
    "dice": {
        "south.furnace_warden": {"at": "c3", "top": "bottom"},
        "south.bellfounder": "e3",
        "north.reedling": "c6",
        "north.coil_archer": "c8",
    }
}
"""A position in which a die has a Cantrip of 2 points. One target is too far away for a spell of one point."""


def offered(found: tuple[Rulebook, Session[State]]) -> tuple[Offer, ...]:
    """Return the offers of the question."""
    book, session = found
    return offers(book, session, session.pending[0])


def test_each_spell_says_what_it_does() -> None:
    """The button of each kind of spell names its colour, and what the points that are left can do. `Nothing more` is
    the last button.
    """
    assert [offer.text for offer in offered(placed(CASTS, "south.furnace_warden", "turn right"))] == [
        "Red: up to 2 damage, up to 4 squares away",
        "Yellow: turns dice at will, health 2 or less in all",
        "Nothing more",
    ]


@pytest.mark.parametrize(
    ("spell", "points", "told"),
    [
        ("red", 1, "Red: 1 damage, up to 2 squares away"),
        ("swap", 3, "Blue: two dice change places, by an empty path of up to 3 squares"),
        ("move", 1, "Green: a die moves up to 1 square, also over dice"),
        ("return", 3, "Black, return: one of your dead of health 2 or less returns home"),
        ("banish", 2, "Black, banish: opposing dead of health 2 or less in all leave the game"),
    ],
)
def test_a_spell_is_told_with_its_points(spell: str, points: int, told: str) -> None:
    """CC-60 to CC-65: the text of a spell gives the distance, damage or health that its points allow."""
    assert spell_text(rules(), spell, points) == told


def test_a_yellow_spell_that_keeps_top_faces_says_so() -> None:
    """CC-62: without `yellow.top`, dice only turn about their upright axes."""
    told = spell_text(rules(yellow__top=False), "turn", 2)
    assert told == "Yellow: turns dice but not their top faces, health 2 or less in all"


def test_all_targets_of_a_red_spell_tell_what_it_would_do() -> None:
    """If the player may choose the points for a target of a red spell, its offer gives the most damage. If only one
    number of points reaches the target, the offer gives that damage.
    """
    found = placed(CASTS, "south.furnace_warden", "turn right", "red")
    told = {offer.answer: offer.text for offer in offered(found)}
    assert told["south.bellfounder"] == "Red spell at Bellfounder: damage up to 2, health 3, saves 1: withstood"
    assert told["north.reedling"] == "Red spell at Reedling: damage 2, health 1, saves 1: killed"
    assert all(": damage " in text for text in told.values())


def test_fly_is_called_fly() -> None:
    """CC-32, CC-46: the button of a Fly says `Fly`, not `Maneuver`. Both buttons say how the die moves."""
    flier = {"race": "goblins", "health": 1, "top": "id", "north": "fly 2", "south": "maneuver 1"}
    flier |= dict.fromkeys(("east", "west", "bottom"), "saves 1")
    band = {"name": "Band", "units": {"bat": flier}, "army": ["bat"]}
    told = []
    for top in ("north", "south"):
        given = {"armies": {"Ada": "band"}, "dice": {"south.bat": {"at": "d4", "top": top}, "north.reedling": "h8"}}
        texts = [offer.text for offer in offered(placed(given, "turn right", armies__band=band))]
        assert texts[-1] == "Nothing more"
        told.append(texts[0])
    assert told == ["Fly: up to 2 squares, also over dice", "Maneuver: slides up to 1 square without turning"]


def test_a_side_of_the_set_up_says_what_steps_bring_up() -> None:
    """CC-05: in the set-up, each side that may look north is offered with the faces that steps would bring up. The
    offer also shows these faces as signs on the squares around the die.
    """
    session, book = begun(first="south"), rules(first="south")
    until(session, "set-up")
    give(session, "north.reed_sovereign", "c8")
    found = [offer for offer in offers(book, session, session.pending[0]) if not offer.lasts]
    assert [offer.text for offer in found] == [
        "Melee 3: step north: Maneuver 3, east: Convert, west: Magic 3",
        "Convert: step north: Magic 3, east: Maneuver 3, west: Melee 3",
        "Maneuver 3: step north: Melee 3, east: Magic 3, west: Convert",
        "Magic 3: step north: Convert, east: Melee 3, west: Maneuver 3",
    ]
    signs = {one.at: str(one.sign) for one in found[0].signs}
    places = layout_of(book, session.state)
    assert signs == {
        places.middle(parse_square(square)): face
        for square, face in (("d8", "convert"), ("c7", "melee 3"), ("b8", "magic 3"))
    }
    assert reason(book, session, session.pending[0])[:3] == (
        "Choose the side of Reed Sovereign that looks north",
        "A step south brings up the side that looks north. The ID is on top at first.",
        "CC-05",
    )


def test_a_side_of_a_die_that_a_spell_turns_says_what_steps_bring_up() -> None:
    """CC-62: if a spell turns a die, the question names the die. Once a face is chosen for the top, the offers of its
    sides fit this face.
    """
    found = placed(CASTS, "south.furnace_warden", "turn right", "turn", ("north.reedling",))
    book, session = found
    why = reason(book, session, session.pending[0])
    assert why.title == "Reedling: choose the face on top"
    assert why.text == "The die stays on its square, and this face doesn't act."
    session.answer("north")
    texts = {offer.answer: offer.text for offer in offered(found)}
    assert texts["top"].startswith("ID: step north: ")
    lies = {str(offer.answer): {str(one.sign) for one in offer.signs} for offer in offered(found)}
    assert all("id" in faces for faces in lies.values())


def test_a_side_of_a_die_that_returns_says_what_steps_bring_up() -> None:
    """CC-75: if a dead die returns to the home row, the offer of each side says what steps would bring up. The offer
    shows these faces as signs too.
    """
    faces = {"north": "melee 1", "south": "fly 1", "east": "missile 1", "west": "magic 1", "bottom": "saves 1"}
    units = {
        name: {"race": "feral", "health": health, "top": "id", **faces} for name, health in (("cub", 1), ("bear", 2))
    }
    band = {"name": "Band", "units": units, "army": list(units)}
    given = {"armies": {"Ada": "band"}, "dice": {"south.bear": "d4", "north.reedling": "h8"}, "dead": ["south.cub"]}
    found = offered(placed(given, "return", "b1", armies__band=band))
    assert found[0].text == "Melee 1: step north: Fly 1, east: Magic 1, west: Missile 1"
    assert sorted(str(one.sign) for one in found[0].signs) == ["fly 1", "magic 1", "missile 1"]


def test_who_goes_second_is_told_why_they_are_asked_first() -> None:
    """CC-05, CC-07: the first question for terrain and the first die of the set-up say that this player goes second."""
    session, book = begun(first="south"), rules(first="south")
    told = []
    for phase in ("terrain", "set-up"):
        until(session, phase)
        while session.state.phase == phase:
            request = session.pending[0]
            told.append((request.player, request.purpose, "You go second" in reason(book, session, request).text))
            play_at_random(session, 1)
    assert [one for one in told if one[2]] == [("Bea", "terrain", True), ("Bea", "die", True)]
    assert told.count(("Bea", "terrain", False)) == 1


def test_before_the_first_turn_the_standings_have_the_health_of_the_armies() -> None:
    """Before the set-up, the panel counts the health of all dice beside the board. The scores of the game count only
    dice on the board.
    """
    session, book = begun(), rules()
    shown = {row.player: row.text for row in status(book, session, 0.0).rows if row.group == SCORE_GROUP}
    assert shown == {"Ada": "16", "Bea": "16"}
    assert scores(session.state, session.table) == {"Ada": 0, "Bea": 0}


def test_the_log_says_what_damage_is_held_against() -> None:
    """CC-20: the log compares the damage of an attack with the sum of health and saves."""
    told = event_text(events.Attacks("south.ox", "north.imp", "melee", 3, 4), str, str)
    assert told is not None
    assert told[0].endswith("3 damage against 4 of health and saves")


def test_the_number_keys_of_steps_and_rotations_follow_the_list() -> None:
    """For each picked die, the offers of steps and rotations have their number keys in the order of the list."""
    numbers = ChoiceNumbers()
    for die in ("south.furnace_warden", "south.bellfounder"):
        book, session = placed({"dice": {**CASTS["dice"], "south.bellfounder": "a1", "south.wick_runner": "a2"}}, die)
        request = session.pending[0]
        found = offers(book, session, request)
        assert numbers.of(request, found) == tuple(range(len(found)))
