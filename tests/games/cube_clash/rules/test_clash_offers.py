"""Whole offers of Cube Clash: the text of each answer, its tooltip, and what it shows on the table (CC-11 to CC-65)."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from clash_rules import rules
from clash_table import begun, give, placed, until

from riotsim.games.cube_clash.board.squares import column_of, parse_square, row_of
from riotsim.games.cube_clash.show.offers import offers
from riotsim.games.cube_clash.show.unavailable import unavailable
from riotsim.play.narration import Offer, PlacedSign
from riotsim.play.requests import Spot, Unavailable
from riotsim.table.dice.signs import Sign

SIDE, CORNER = 40.0, (12.0, 61.0)
"""Side of a square and place of the board's corner: a margin of 12, and at the front also a gap of 20 and a strip of 29
for the largest dice of 19 and a gap of 10 (mm).
"""

Given = Mapping[str, object]

Shown = tuple[Offer, tuple[float, ...]]


def middle(square: str) -> tuple[float, float]:
    """Return the middle of a square on the table."""
    at = parse_square(square)
    return (CORNER[0] + (column_of(at) + 0.5) * SIDE, CORNER[1] + (row_of(at) + 0.5) * SIDE)


def signs(**faces: str) -> tuple[PlacedSign, ...]:
    """Return the signs on squares, in the order given; a face is written like `melee_4`."""
    told = ((square, *face.rpartition("_")[::2]) for square, face in faces.items())
    return tuple(
        PlacedSign(middle(square), Sign(icon or count, int(count) if icon else 0)) for square, icon, count in told
    )


def shown(given: Given, *answers: object, **options: object) -> list[Shown]:
    """Return the offers after some answers from a position, each with the bounds of its area (or empty ones)."""
    book, session = placed(given, *answers, **options)
    found = offers(book, session, session.pending[0])
    session.close()
    bounds = [() if one.area is None else tuple(round(edge, 3) for edge in one.area.bounds()) for one in found]
    return [(replace(one, area=None), edges) for one, edges in zip(found, bounds, strict=True)]


def texts(given: Given, *answers: object, **options: object) -> dict[object, str]:
    """Return the texts of the offers after some answers from a position, by the answers."""
    return {offer.answer: offer.text for offer, _ in shown(given, *answers, **options)}


def around(square: str, across: float = SIDE, along: float = SIDE, x: float = 0.0, y: float = 0.0) -> tuple[float, ...]:
    """Return the bounds of an area of a given size about a point. The point is relative to the middle of a square."""
    at = middle(square)
    edges = (at[0] + x - across / 2, at[1] + y - along / 2, at[0] + x + across / 2, at[1] + y + along / 2)
    return tuple(round(edge, 3) for edge in edges)


ID = "ID (melee, saves or maneuver 1)"


def test_dice_to_move() -> None:
    """CC-10: a die's button names its square and top face. The squares of its open steps show the faces to come."""
    dice = {
        "south.bellfounder": "e4",
        "south.ember_page": {"at": "e5", "top": "north", "north": "bottom"},
        "north.reedling": "h8",
    }
    bellfounder = signs(f4="maneuver_2", e3="melee_4", d4="saves_3")
    ember_page = signs(e6="id", f5="maneuver_1", d5="saves_1")
    found = shown({"dice": dice, "terrain": "coast"})
    assert found == [
        (
            Offer(
                "south.bellfounder",
                f"Bellfounder on e4: {ID}",
                "south.bellfounder",
                about="Rule CC-37",
                signs=bellfounder,
            ),
            (),
        ),
        (
            Offer(
                "south.ember_page",
                "Ember Page on e5: Melee 2",
                "south.ember_page",
                about="2 damage on an adjacent die (CC-30)",
                signs=ember_page,
            ),
            (),
        ),
    ]


def test_steps_and_rotations() -> None:
    """CC-11, CC-12: a player steps by a click on the next square, or by a drag there. A player rotates by a click
    beside the die. A blocked step has no offer, but a reason.
    """
    given = {"dice": {"south.bellfounder": "a4", "south.ember_page": "a5", "north.reedling": "h8"}, "terrain": "coast"}
    moves, turns = "moves up to 2 squares (CC-32)", "Rule CC-37"
    die = "south.bellfounder"
    assert shown(given, die) == [
        (Offer("east", "East to b4: Maneuver 2", about=moves, signs=signs(b4="maneuver_2"), moves=die), around("b4")),
        (
            Offer(
                "south",
                "South to a3: Melee 4",
                about="4 damage on an adjacent die (CC-30)",
                signs=signs(a3="melee_4"),
                moves=die,
            ),
            around("a3"),
        ),
        (Offer("turn right", f"Turn right: {ID}", about=turns), around("a4", 5.6, 20, x=15.6)),
        (Offer("turn about", f"Turn about: {ID}", about=turns), around("a4", 20, 5.6, y=-15.6)),
        (Offer("turn left", f"Turn left: {ID}", about=turns), around("a4", 5.6, 20, x=-15.6)),
    ]
    book, session = placed(given, die)
    assert unavailable(book, session, session.pending[0]) == (
        Unavailable("North", "Ember Page stands on a5."),
        Unavailable("West", "That is off the board."),
    )
    session.answer("east")
    assert unavailable(book, session, session.pending[0]) == ()
    session.close()


def test_a_die_that_takes_another_turn_has_blocked_steps() -> None:
    """CC-47, CC-51: after its attack a die with Rend moves again without being picked. Blocked steps have reasons."""
    given = {
        "dice": {"north.barrow_ox": {"at": "h4", "top": "west"}, "south.bellfounder": "g4", "north.reedling": "h5"},
        "mover": "north",
        "terrain": "coast",
    }
    book, session = placed(given, "north.barrow_ox", "turn right", "melee")
    assert session.pending[0].purpose == "move"
    assert unavailable(book, session, session.pending[0]) == (
        Unavailable("North", "Reedling stands on h5."),
        Unavailable("East", "That is off the board."),
        Unavailable("West", "Bellfounder stands on g4."),
    )
    session.close()


def test_attacks_have_a_line_and_a_forecast() -> None:
    """CC-30: a player attacks by a click on the target. A line from the attacker's square to the target's belongs to
    the offer, and the dice that would be killed are marked.
    """
    given = {
        "dice": {
            "south.bellfounder": {"at": "e4", "top": "north"},
            "north.reedling": "e5",
            "north.barrow_ox": {"at": "d4", "top": "south"},
            "north.fen_duelist": {"at": "f4", "top": "south"},
        },
        "terrain": "coast",
    }
    assert shown(given, "turn right") == [(Offer("melee", "Melee"), ()), (Offer("nothing", "Nothing more"), ())]

    def attack(name: str, square: str, figures: str, *touches: str) -> Shown:
        title, die = name.replace("_", " ").title(), f"north.{name}"
        text = f"Melee at {title}: damage 4, {figures}"
        return (Offer(die, text, die, (middle("e4"), middle(square)), touches=touches), ())

    assert shown(given, "turn right", "melee") == [
        attack("reedling", "e5", "health 1, saves 1: killed", "north.reedling"),
        attack("fen_duelist", "f4", "health 2: killed, counters", "north.fen_duelist"),
        attack("barrow_ox", "d4", "health 3, saves 2: withstood"),
    ]


def test_a_counter_names_those_it_kills() -> None:
    """CC-42: if a Counter would kill dice, the button of the attack names them, and they are marked."""
    given = {
        "dice": {
            "south.bellfounder": {"at": "e4", "top": "bottom"},
            "north.reedling": {"at": "e5", "top": "south"},
            "north.coil_archer": {"at": "e3", "top": "south"},
        },
        "mover": "north",
        "terrain": "coast",
    }
    text = "Melee at Bellfounder: damage 1, health 3: withstood, counter kills Coil Archer and Reedling"
    assert shown(given, "north.reedling", "turn right")[0] == (
        Offer(
            "melee",
            text,
            "south.bellfounder",
            (middle("e5"), middle("e4")),
            touches=("north.coil_archer", "north.reedling"),
        ),
        (),
    )


def test_a_die_that_vanishes() -> None:
    """CC-50: if an attack would make a die vanish, the offer says `vanishes`, not `killed`, and marks the die."""
    dice = {"south.bellfounder": {"at": "e4", "top": "north"}, "north.pale_usher": {"at": "e5", "top": "south"}}
    dice["north.reedling"] = {"at": "h8", "top": "top"}
    (offer, _), *_ = shown({"dice": dice, "terrain": "coast"}, "turn left")
    assert offer.text == "Melee at Pale Usher: damage 4, health 2: vanishes"
    assert offer.touches == ("north.pale_usher",)


def test_maneuvers_are_areas() -> None:
    """CC-32, CC-46: a maneuver is offered as an area. A click on one of its squares also answers the next question, for
    the square. If the area has a single square, no question follows.
    """
    dice = {"south.spray_lancer": {"at": "e4", "top": "east"}, "north.reedling": "h8"}
    (offer, edges), nothing = shown({"dice": dice, "terrain": "swamp"}, "turn right")
    text = "Maneuver: slides up to 3 squares without turning"
    assert offer == Offer("maneuver", text, picks_place=True)
    assert edges == (*around("b1")[:2], *around("h7")[2:])
    assert nothing == (Offer("nothing", "Nothing more"), ())
    dice = {"south.wick_runner": {"at": "a1", "top": "bottom"}, "north.reedling": {"at": "a2", "top": "west"}}
    (offer, edges), _ = shown({"dice": dice, "terrain": "swamp"}, "turn about")
    assert offer == Offer("maneuver", "Fly: up to 1 square, also over dice", picks_place=False)
    assert edges == around("b1")


WARDEN: Given = {
    "dice": {
        "south.furnace_warden": {"at": "c3", "top": "north"},
        "north.reedling": {"at": "c5", "top": "west"},
        "north.barrow_ox": "c6",
        "south.ember_page": "d3",
    },
    "terrain": "coast",
}
CALLER: Given = {
    "dice": {"south.tide_caller": {"at": "c3", "top": "north"}, "north.reedling": "c4"},
    "terrain": "coast",
}
USHER: Given = {
    "dice": {"north.pale_usher": {"at": "c3", "top": "north"}, "south.ember_page": "d4", "north.barrow_ox": "c6"},
    "dead": ["north.lychgate_imp", "south.bellfounder", "north.reedling"],
    "mover": "north",
    "terrain": "coast",
}


@pytest.mark.parametrize(
    ("given", "answers", "options", "wanted"),
    [
        (
            WARDEN, ["south.furnace_warden", "turn right"], {},
            {
                "red": "Red: up to 4 damage, up to 8 squares away",
                "turn": "Yellow: turns dice at will, health 4 or less in all",
                "nothing": "Nothing more",
            },
        ),
        (
            WARDEN, ["south.furnace_warden", "turn right"], {"yellow__top": False},
            {
                "red": "Red: up to 4 damage, up to 8 squares away",
                "turn": "Yellow: turns dice but not their top faces, health 4 or less in all",
                "nothing": "Nothing more",
            },
        ),
        (
            WARDEN, ["south.furnace_warden", "turn right", "red"], {},
            {
                "north.barrow_ox": "Red spell at Barrow Ox: damage up to 4, health 3, saves 1: killed",
                "north.reedling": "Red spell at Reedling: damage up to 4, health 1, saves 1: killed",
                "south.ember_page": "Red spell at Ember Page: damage up to 4, health 1, saves 1: killed",
                "south.furnace_warden": "Red spell at Furnace Warden: damage up to 4, health 3: killed",
            },
        ),
        (
            WARDEN, ["south.furnace_warden", "turn right", "red", "north.barrow_ox"], {},
            {
                "2": "Red spell at Barrow Ox: damage 2, health 3, saves 1: withstood",
                "3": "Red spell at Barrow Ox: damage 3, health 3, saves 1: withstood",
                "4": "Red spell at Barrow Ox: damage 4, health 3, saves 1: killed",
            },
        ),
        (
            {"dice": {"south.ember_page": {"at": "c3", "top": "south"}, "north.reedling": "c5"}, "terrain": "coast"},
            ["turn right"], {},
            {
                "red": "Red: 1 damage, up to 2 squares away",
                "turn": "Yellow: turns dice at will, health 1 or less in all",
                "nothing": "Nothing more",
            },
        ),
        (
            CALLER, ["turn about"], {},
            {
                "swap": "Blue: two dice change places, by an empty path of up to 3 squares",
                "move": "Green: a die moves up to 3 squares, also over dice",
                "nothing": "Nothing more",
            },
        ),
        (
            USHER, ["north.pale_usher", "turn about"], {},
            {
                "return": "Black, return: one of your dead of health 2 or less returns home",
                "banish": "Black, banish: opposing dead of health 3 or less in all leave the game",
                "nothing": "Nothing more",
            },
        ),
        (
            USHER, ["north.pale_usher", "turn about", "return"], {},
            {"north.lychgate_imp": "Lychgate Imp", "north.reedling": "Reedling"},
        ),
        (
            USHER, ["north.pale_usher", "turn about", "return", "north.reedling"], {}, {},
        ),
    ],
)  # fmt: skip
def test_the_texts_of_spells(
    given: Given, answers: list[str], options: dict[str, object], wanted: dict[object, str]
) -> None:
    """CC-60 to CC-65: the offer of a kind of spell says what all points would do. The offer of a target says what a red
    spell would do to this die. A question for a square has no buttons.
    """
    assert texts(given, *answers, **options) == wanted


@pytest.mark.parametrize(
    ("given", "answers", "die", "wanted"),
    [
        (
            USHER, ["north.pale_usher", "turn about", "return", "north.reedling", "c8"], "north.reedling",
            [
                ("north", "Maneuver 2: step north: Melee 1, east: Saves 1, west: Missile 1",
                 signs(d8="saves_1", c7="maneuver_2", b8="missile_1")),
                ("west", "Saves 1: step north: Missile 1, east: Melee 1, west: Maneuver 2",
                 signs(d8="melee_1", c7="saves_1", b8="maneuver_2")),
                ("south", "Melee 1: step north: Maneuver 2, east: Missile 1, west: Saves 1",
                 signs(d8="missile_1", c7="melee_1", b8="saves_1")),
                ("east", "Missile 1: step north: Saves 1, east: Maneuver 2, west: Melee 1",
                 signs(d8="maneuver_2", c7="missile_1", b8="melee_1")),
            ],
        ),
        (
            {"dice": {"south.furnace_warden": {"at": "c3", "top": "north"}, "north.reedling": "c5"}},
            ["turn right", "turn", ("north.reedling",)], "north.reedling",
            [
                ("top", "ID", signs(c5="id")), ("east", "Missile 1", signs(c5="missile_1")),
                ("north", "Maneuver 2", signs(c5="maneuver_2")), ("south", "Melee 1", signs(c5="melee_1")),
                ("west", "Saves 1", signs(c5="saves_1")), ("bottom", "Magic 1", signs(c5="magic_1")),
            ],
        ),
        (
            {"dice": {"south.furnace_warden": {"at": "c3", "top": "north"}, "north.reedling": "c5"}},
            ["turn right", "turn", ("north.reedling",), "west"], "north.reedling",
            [
                ("top", "ID: step north: Magic 1, east: Maneuver 2, west: Melee 1",
                 signs(c6="magic_1", d5="maneuver_2", c4="id", b5="melee_1")),
                ("north", "Maneuver 2: step north: Melee 1, east: Magic 1, west: ID",
                 signs(c6="melee_1", d5="magic_1", c4="maneuver_2", b5="id")),
                ("south", "Melee 1: step north: Maneuver 2, east: ID, west: Magic 1",
                 signs(c6="maneuver_2", d5="id", c4="melee_1", b5="magic_1")),
                ("bottom", "Magic 1: step north: ID, east: Melee 1, west: Maneuver 2",
                 signs(c6="id", d5="melee_1", c4="magic_1", b5="maneuver_2")),
            ],
        ),
    ],
)  # fmt: skip
def test_the_faces_of_a_die_that_is_put_down_or_turned(
    given: Given, answers: list[object], die: str, wanted: list[tuple[str, str, tuple[PlacedSign, ...]]]
) -> None:
    """If a die is put down or turned, each side and face on offer shows its sign or the signs of the steps. The faces
    keep their names in the unit's file.
    """
    offered = [(Offer(answer, text, turns=(die,), signs=shows), ()) for answer, text, shows in wanted]
    assert shown(given, *answers) == offered


def test_the_set_up_of_one_die_or_of_the_rest() -> None:
    """CC-05: while a player sets up, the last offer sets up the rest. That offer takes the first die and the player's
    leftmost free square. The north side of the die's file then looks away from its player.
    """
    session = begun(first="south", terrain="off")
    until(session, "set-up")
    book = rules(first="south", terrain="off")

    def offered() -> list[Offer]:
        return [replace(one, area=None) for one in offers(book, session, session.pending[0])]

    rest = "Set up the rest for me"
    first = session.pending[0]
    assert first.player == "Bea"
    *dice, last = offered()
    assert last == Offer("north.reed_sovereign", rest, lasts="rest")
    assert dice[1] == Offer("north.barrow_ox", "Barrow Ox", "north.barrow_ox")
    assert len(dice) == 8
    give(session, "north.barrow_ox")
    (only,) = offered()
    assert only == Offer(Spot("north.barrow_ox", middle("h8")), rest, lasts="rest")
    give(session, "d8")
    *sides, last = offered()
    assert last == Offer("south", rest, lasts="rest")
    shows = signs(e8="rend_3", d7="trample_3", c8="melee_4")
    text = "Trample 3: step north: Saves 2, east: Rend 3, west: Melee 4"
    assert sides[0] == Offer("north", text, turns=("north.barrow_ox",), signs=shows)
    assert [one.answer for one in sides] == ["north", "west", "south", "east"]
    until(session, "turns")
    assert all(one.lasts == "" for one in offers(book, session, session.pending[0]))


def test_south_sets_up_from_its_left() -> None:
    """CC-05: if South lets the game set up, a die gets the first free square at the west. Its file's north side looks
    north.
    """
    session = begun(first="south", terrain="off")
    book = rules(first="south", terrain="off")
    until(session, "set-up")
    while session.pending[0].player != "Ada":
        session.answer(offers(book, session, session.pending[0])[-1].answer)
    answers = []
    for _ in range(3):
        found = offers(book, session, session.pending[0])[-1].answer
        answers.append(found)
        session.answer(found)
    assert answers == ["south.bellfounder", Spot("south.bellfounder", middle("a1")), "north"]


def test_quarters_and_terrains() -> None:
    """CC-07: a terrain's button names its bonuses. A player picks a quarter by a click on any of its 16 squares."""
    session = begun(first="south")
    until(session, "terrain")
    found = offers(rules(first="south"), session, session.pending[0])
    assert [(one.answer, one.text) for one in found] == [
        ("coast", "Coast: Ada's coral elves: Maneuver counts as saves"),
        ("plains", "Plains: no bonus for these armies"),
        ("mountain", "Mountain: Ada's dwarves: saves count twice"),
        ("swamp", "Swamp: Bea's snakefolk: Maneuver counts as saves"),
        ("fey_land", "Fey land: no bonus for these armies"),
        ("waste", "Waste: no bonus for these armies"),
    ]
    session.answer("swamp")
    quarters = [
        (one.answer, one.text, None if one.area is None else tuple(round(edge, 3) for edge in one.area.bounds()))
        for one in offers(rules(first="south"), session, session.pending[0])
    ]
    left, front, half = CORNER[0], CORNER[1], 160.0
    assert quarters == [
        ("south-west", "South-west", (left, front, left + half, front + half)),
        ("south-east", "South-east", (left + half, front, left + 2 * half, front + half)),
        ("north-west", "North-west", (left, front + half, left + half, front + 2 * half)),
        ("north-east", "North-east", (left + half, front + half, left + 2 * half, front + 2 * half)),
    ]
