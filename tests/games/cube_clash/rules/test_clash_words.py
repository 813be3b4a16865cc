"""The words of Cube Clash fit the options of the rules: reasons of requests, and what faces do."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from clash_rules import rules
from clash_scene import scene
from clash_table import PLAYERS, begun, placed, until

from riotsim.app.window.lessons import scene_sandbox
from riotsim.app.window.narrator import make_narrator
from riotsim.games.cube_clash.board.position import Standing
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.game import new_game
from riotsim.games.cube_clash.show.names import face_there, face_title, what_it_does
from riotsim.games.cube_clash.show.narration import event_text
from riotsim.games.cube_clash.show.offers import offers
from riotsim.games.cube_clash.show.previews import preview_attack
from riotsim.games.cube_clash.show.reasons import reason
from riotsim.games.cube_clash.turns.options import Strike
from riotsim.games.cube_clash.turns.turn import acting
from riotsim.games.cube_clash.units.faces import parse_face
from riotsim.play.narration import ACTION_INDENT
from riotsim.replay.recording import seats
from riotsim.simulation import perform
from riotsim.viewer.screens.shared_models import sheet, standings

FILLER = "saves 1"


def band(**units: tuple[str, int]) -> dict[str, Any]:
    """Return an army of units, each with its race and health."""
    places = ("north", "east", "south", "west", "bottom")
    figures = {
        name: {"race": race, "health": health, "top": "id", **dict.fromkeys(places, FILLER)}
        for name, (race, health) in units.items()
    }
    return {"name": "Band", "units": figures, "army": list(units)}


def said(given: Mapping[str, Any], answers: Sequence[str] = (), **options: Any) -> tuple[str, str]:
    """Return text and clause of the reason of the request that comes after answers from a position."""
    book, session = placed(given, *answers, **options)
    found = reason(book, session, session.pending[0])
    session.close()
    assert found.title
    return found.text, found.clause


ROTATES = {"dice": {"south.bellfounder": "e4", "north.reedling": "a8"}}
CASTS = {"dice": {"south.furnace_warden": {"at": "c3", "top": "north"}, "north.reedling": "c5"}}
KILLS = {
    "dice": {
        "south.ember_page": {"at": "e4", "top": "south"},
        "south.bellfounder": "a2",
        "north.coil_archer": {"at": "e6", "top": "north"},
    },
    "dead": ["north.reedling", "north.lychgate_imp"],
    "mover": "north",
}
FERAL = {"armies": {"Ada": "band"}, "dice": {"south.bear": "d4", "north.reedling": "h8"}, "dead": ["south.cub"]}
COUNTERS = {
    "dice": {
        "south.bellfounder": {"at": "e4", "top": "bottom"},
        "north.reedling": {"at": "e5", "top": "south"},
        "north.coil_archer": {"at": "e3", "top": "south"},
    },
    "mover": "north",
}
STRIKES_ON = {
    "dice": {"south.bellfounder": {"at": "d5", "top": "east"}, "north.barrow_ox": {"at": "e4", "north": "east"}},
    "mover": "north",
}


@pytest.mark.parametrize(
    ("given", "answers", "option", "usual", "changed"),
    [
        (ROTATES, [], ("turn__rotate_acts", False), "A rotation keeps the top face.", "which doesn't act"),
        (
            STRIKES_ON, ["north", "melee"], ("turn__rotate_acts", False),
            "It may step or rotate again, and act.", "It may step again and act, or rotate.",
        ),
        (
            CASTS, ["turn right"], ("magic__split", False),
            "may be split over several spells", "All points of the face go to one spell.",
        ),
        (
            KILLS, ["turn right", "missile"], ("race__returns", "any"),
            "A dead snakefolk die of at most 1 health", "A dead die of at most 1 health",
        ),
        (FERAL, [], ("race__returns", "any"), "A dead feral die of health 1", "A dead die of health 1"),
    ],
)  # fmt: skip
def test_reasons_fit_the_options(
    given: Mapping[str, Any], answers: list[str], option: tuple[str, object], usual: str, changed: str
) -> None:
    """An option that changes what a player may do changes the text of the request."""
    armies = {"armies__band": band(bear=("feral", 2), cub=("feral", 1))}
    assert usual in said(given, answers, **armies)[0]
    text, _ = said(given, answers, **armies, **{option[0]: option[1]})
    assert changed in text
    assert text != said(given, answers, **armies)[0]


@pytest.mark.parametrize(("hits", "text"), [("one", "one adjacent die"), ("split", "Adjacent dice share its damage.")])
def test_the_owner_of_a_counter_is_told_what_it_hits(hits: str, text: str) -> None:
    """CC-42: the question for a Counter says whom it hits: a single die with `one`, and with `split` several dice that
    share its damage.
    """
    found = said(COUNTERS, ["north.reedling", "turn right", "melee"], counter__hits=hits)
    assert text in found[0]
    assert found[1] == "CC-42"


@pytest.mark.parametrize(
    ("answers", "clause"),
    [(["turn right"], "CC-36"), (["turn right", "red"], "CC-63"), (["turn right", "red", "north.reedling"], "CC-63")],
)
def test_a_request_names_the_clause_of_its_spell(answers: list[str], clause: str) -> None:
    """The question for the target of a spell names the clause of the spell, and not that of melee."""
    assert said(CASTS, answers)[1] == clause


@pytest.mark.parametrize(
    ("face", "options", "told"),
    [
        ("missile 3", {}, "3 damage on a die two or three squares away"),
        ("missile 3", {"missile__reach": [2, 5]}, "3 damage on a die two to five squares away"),
        ("missile 3", {"missile__reach": [1, 1]}, "3 damage on a die one square away"),
        ("magic 1", {}, "1 point for spells"),
        ("magic 3", {}, "3 points for spells"),
        ("maneuver 1", {}, "moves up to 1 square"),
        ("fly 1", {}, "flies up to 1 square, or 1 save against melee"),
        ("fly 3", {}, "flies up to 3 squares, or 3 saves against melee"),
        ("cantrip 1", {}, "1 point for spells, or 1 save"),
        ("cantrip 2", {}, "2 points for spells, or 2 saves"),
        ("rend 1", {}, "1 damage and another turn; or moves up to 1 square"),
        ("trample 2", {}, "2 damage, ignores a save; or moves up to 2 squares"),
        ("counter 2", {}, "when attacked by melee, 2 damage on adjacent dice"),
        ("counter 2", {"counter__hits": "one"}, "when attacked by melee, 2 damage on an adjacent die"),
        ("counter 2", {"counter__hits": "split"}, "when attacked by melee, 2 damage that adjacent dice share"),
        ("counter 2", {"counter__hits": "attackers"}, "when attacked by melee, 2 damage on all attackers"),
    ],
)
def test_sheets_fit_the_options(face: str, options: dict[str, Any], told: str) -> None:
    """The sheet of a die describes each face as the options of the rules have it."""
    assert what_it_does(rules(**options), parse_face(face)) == told


@pytest.mark.parametrize(
    ("face", "title"),
    [("bulls_eye 2", "Bulls-eye 2"), ("bulls_eye", "Bulls-eye"), ("double_strike", "Double strike"), ("id", "ID")],
)
def test_faces_have_titles(face: str, title: str) -> None:
    """A face is written as people read it, with its count if it has one."""
    assert face_title(face) == title


@pytest.mark.parametrize(
    ("line", "terrain", "options", "told"),
    [
        ("S hero e4 dwarves 1 saves 2", "mountain", {}, "Saves 2 (saves 4 on mountain)"),
        ("S hero e4 dwarves 1 saves 2", "swamp", {}, "Saves 2"),
        ("S hero e4 dwarves 1 saves 2", None, {}, "Saves 2"),
        ("S hero e4 dwarves 1 fly 2", "mountain", {}, "Fly 2 (saves 4 against melee on mountain)"),
        ("S hero e4 lava_elves 1 maneuver 3", "mountain", {}, "Maneuver 3 (saves 3 on mountain)"),
        ("S hero e4 lava_elves 1 fly 3", "mountain", {}, "Fly 3"),
        (
            "S hero e4 lava_elves 1 fly 3",
            "mountain",
            {"bonus__faces": "counts_as"},
            "Fly 3 (saves 3 against missiles on mountain)",
        ),
        ("S hero e4 dwarves 1 id", "mountain", {}, "ID"),
    ],
)
def test_a_face_is_told_with_the_saves_of_its_race(
    line: str, terrain: str | None, options: dict[str, Any], told: str
) -> None:
    """CC-70, CC-71: if a race has more saves on a terrain, the text of a face adds their number. For Fly it also adds
    the kind of attack against which they count.
    """
    its = scene(line, terrain=terrain, **options)
    assert face_there(its.match, its.here["south.hero"]) == told


def forecast(*lines: str, wounds: int = 0, **options: Any) -> tuple[str, tuple[str, ...]]:
    """Return the text about the attack of South's hero on North's foe by melee, and the dice that it kills."""
    its = scene(*lines, **options)
    foe = its.here["north.foe"]
    here = its.here.put(Standing(foe.die, foe.at, foe.lies, wounds))
    found = preview_attack(its.match, acting(its.match, here, "south.hero"), Strike("north.foe"))
    assert found is not None
    return found.text, found.killed


def test_forecasts_of_attacks() -> None:
    """CC-20, CC-42, CC-48: a forecast gives the health that is left, and the saves that the attack doesn't ignore. The
    list of killed dice begins with the defender.
    """
    smite, foe = "S hero e4 dwarves 1 smite 2", "N foe e5 goblins 3 saves 3"
    assert forecast(smite, foe) == ("damage 2, health 3, saves 1: withstood", ())
    assert forecast(smite, "N foe e5 goblins 3 saves 2") == ("damage 2, health 3: withstood", ())
    assert forecast(smite, "N foe e5 goblins 3 saves 1") == ("damage 2, health 3: withstood", ())
    lasts = {"damage__lasts": True}
    assert forecast(smite, foe, wounds=1, **lasts) == ("damage 2, health 2, saves 1: withstood", ())
    assert forecast(smite, foe, wounds=2, **lasts) == ("damage 2, health 1, saves 1: killed", ("north.foe",))
    two = ("S hero e4 dwarves 1 melee 3", "S ally d5 goblins 2 saves 1", "N foe e5 goblins 3 counter 3")
    text = "damage 3, health 3: killed, counter kills Ally and Hero"
    assert forecast(*two, "N other h8 goblins 1 saves 1", "S rest a1 goblins 1 saves 1") == (
        text,
        ("north.foe", "south.ally", "south.hero"),
    )


def test_the_first_player_has_not_always_fewer_points() -> None:
    """CC-06: with `first: south`, the log says only that South goes first, not that South spent fewer points."""
    (told, *_) = begun(first="south").events
    assert event_text(told, str, str) == ("Ada goes first", ACTION_INDENT)


def test_a_terrain_tells_what_it_does() -> None:
    """The button of a terrain names the bonuses of races in the game, each with its owner. Each quarter is offered as
    an area of the board.
    """
    session = begun()
    until(session, "terrain")
    book, request = rules(), session.pending[0]
    told = {one.answer: one.text for one in offers(book, session, request)}
    assert told["mountain"] == "Mountain: Ada's dwarves: saves count twice"
    assert told["swamp"] == "Swamp: Bea's snakefolk: Maneuver counts as saves"
    assert told["plains"] == "Plains: no bonus for these armies"
    session.answer("mountain")
    quarters = offers(book, session, session.pending[0])
    assert len({one.area for one in quarters if one.area is not None}) == 4


def test_the_colours_of_a_terrain_are_told_where_they_count() -> None:
    """CC-72, CC-73: the button of a terrain names the spells that it gives to amazons. If the terrain has blue magic,
    the button says that firewalkers may move at home. A race of both players has no owner's name.
    """
    races = band(one=("amazons", 1), two=("firewalkers", 1), three=("goblins", 1))
    book = rules(armies__band=races)
    session = new_game(book, PLAYERS, 3, perform, armies=dict.fromkeys(PLAYERS, "band"))
    told = {one.answer: one.text for one in offers(book, session, session.pending[0])}
    walks = "firewalkers: they may move at home before a turn"
    assert told["coast"] == f"Coast: amazons: spells are blue and green; {walks}"
    assert told["fey_land"] == "Fey land: amazons: spells are green and red"


def test_a_special_face_has_its_name_on_the_button_and_the_dead_are_counted() -> None:
    """In a fight with a Smite, the button says Smite, not Melee. A rotation to the ID says what the ID counts as. The
    standings count the killed die, and its sheet says once that it is dead.
    """
    found = scene_sandbox("cube_clash", 1)
    book = found.book
    assert isinstance(book, Rulebook)
    session = found.game_sandbox.begin(found.first_position, 1, perform, live_clock=False)

    def texts() -> dict[str, object]:
        return {one.text: one.answer for one in offers(book, session, session.pending[0])}

    if "North to d5: Smite 2" not in texts():
        session.answer("south.bellfounder")
    assert any(text.endswith(": ID (melee, saves or maneuver 1)") for text in texts())
    session.answer(texts()["North to d5: Smite 2"])
    (attack,) = (text for text in texts() if text.startswith("Smite at Reedling: damage 2"))
    session.answer(texts()[attack])
    shown = make_narrator(found.game, session, found.book, found.assets.figures)().status(session, 0.0)
    players = list(session.state.players.values())
    rows = standings(shown, seats(dict.fromkeys(players, "")))
    assert [one.note for one in rows] == ["raiders 0, dead 0", "raiders 0, dead 1"]
    assert {one.about for one in rows} == {"Raiders are dice on the opponent's home row."}
    found_sheet = sheet(session.table, "north.reedling", shown, ())
    assert found_sheet is not None
    assert found_sheet.lines == ("snakefolk, health 1, dead",)
