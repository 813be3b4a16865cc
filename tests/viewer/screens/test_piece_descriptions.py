"""The description of a piece in the window: its appearance, the game's data, and its marks."""

from riotsim.play.displays import DataSheet, PieceMark, Row
from riotsim.play.markup import NameSpan
from riotsim.play.narration import TOWER_GROUP
from riotsim.replay.recording import seats
from riotsim.table.pieces import Box, Model, Round, Terrain, Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.screens.shared_models import log, piece_info, standings, titled
from riotsim.viewer.session.messages import GameStatus, Line
from riotsim.viewer.ui.models import Choice

TABLE = Table(600.0, 600.0).with_pieces(
    Model("a1", "Ada", (100.0, 100.0), Round(25.0), kind="git"), Token("t1", ORIGIN, 20.0)
)

STATUS = GameStatus(
    (Row(TOWER_GROUP, "a1", "12", 12, "Ada", ("a1",)),),
    acting="a1",
    marks={"a1": (PieceMark("is being activated"), PieceMark("a tower that hardly stands", "danger"))},
    sheets={"a1": DataSheet("a1", ("git", "toughness 3")), "t1": DataSheet("Loot")},
)


def test_a_tooltip_has_the_game_s_words() -> None:
    """A tooltip has the title and the lines of the piece's sheet, what the table shows, and the marks. Nothing is
    listed twice.
    """
    found = piece_info(TABLE, "a1", STATUS)
    assert found is not None
    assert (found.title, found.owner) == ("a1", "Ada")
    assert found.lines == ("git", "toughness 3", "no tower", "is being activated", "a tower that hardly stands")
    token = piece_info(TABLE, "t1", STATUS)
    assert token is not None
    assert token.title == "Loot"
    assert piece_info(TABLE, "b1", STATUS) is None


def test_without_a_status_the_table_speaks() -> None:
    """If the game has sent no status, a piece is described in words that fit every game."""
    found = piece_info(TABLE, "t1")
    assert found is not None
    assert found.title == "Token"


def test_scenery_is_named_in_words() -> None:
    """The name of a piece of scenery in a file may have underscores, its tooltip has none."""
    table = Table(500.0, 500.0).with_pieces(Terrain("t1", Box(100.0, 10.0, 60.0), (100.0, 100.0), name="ruined_wall"))
    found = piece_info(table, "t1")
    assert found is not None
    assert found.title == "Ruined wall"


def test_a_piece_to_pick_has_the_title_of_its_sheet() -> None:
    """If a button names a piece with a sheet, the button has the sheet's title. A button without a piece, or with a
    piece without a sheet, stays as it is.
    """
    choices = (
        Choice("+t1", "Place t1 instead", pieces=("t1",)), Choice("+x", "x", pieces=("x",)), Choice("a", "t1"),
        Choice("+t1", "t1"),
    )  # fmt: skip
    assert [choice.label for choice in titled(choices, STATUS)] == ["Place Loot instead", "x", "t1", "Loot"]
    assert titled(choices, None) == choices


def test_a_piece_to_place_is_named_with_its_kind() -> None:
    """Before a model stands on the table, its button has its name, its kind and what it carries. The tooltip has the
    rest of its sheet, which nobody can see by pointing at the model.
    """
    status = GameStatus(sheets={"a2": DataSheet("Nell", ("sneak", "toughness 2", "pistol"), kind="sneak")})
    choices = (
        Choice("plain", "Place a2 for me", pieces=("a2",)),
        Choice("+a2", "Place a2 instead", pieces=("a2",)),
    )
    assert [(choice.label, choice.about, choice.tip) for choice in titled(choices, status)] == [
        ("Place Nell for me", "sneak · pistol", "toughness 2"),
        ("Place Nell instead", "sneak · pistol", "toughness 2"),
    ]


def test_a_name_of_two_units_has_the_colour_of_the_one_that_is_meant() -> None:
    """If both players have a Rifleman 1, the log gives each one's name the colour of its player."""
    two = seats({"Ada": "", "Bea": ""})
    said = [
        Line(f"{name}'s Rifleman 1: moves 3 in", names=(NameSpan(0, 16, n),)) for n, name in enumerate(["Ada", "Bea"])
    ]
    assert [line.names for line in log(said, two)] == [((0, 16, two[0].colour),), ((0, 16, two[1].colour),)]


def test_the_panel_shows_who_acts_and_which_tower_is_in_danger() -> None:
    """A model's entry in the standings tells that the model acts, and that its tower is in danger."""
    (ada,) = standings(STATUS, seats({"Ada": ""}))
    (piece,) = ada.pieces
    assert (piece.acting, piece.risk) == (True, "danger")


def test_the_panel_shows_whose_model_has_fallen() -> None:
    """If a model's row has no height, the model has fallen. A model with a tower stands, even one with no dice."""
    rows = (
        Row(TOWER_GROUP, "a1", "3", 3, "Ada", ("a1",)),
        Row(TOWER_GROUP, "a2", "0", 0, "Ada", ("a2",)),
        Row(TOWER_GROUP, "a3", "lies", None, "Ada", ("a3",)),
    )
    (ada,) = standings(GameStatus(rows), seats({"Ada": ""}))
    assert [(piece.height, piece.fallen) for piece in ada.pieces] == [(3, False), (0, False), (0, True)]


def test_a_die_of_a_tower_says_whose_tower_it_is() -> None:
    """The description of a die in a tower names the tower's model by the title of its sheet, and not by its id."""
    tall = with_tower(TABLE, 3, name="a1", at=(120.0, 100.0))
    found = piece_info(tall, tall.towers["a1"].dice[1], GameStatus(sheets={"a1": DataSheet("Nell")}))
    assert found is not None
    assert "2 of 3 in Nell's tower" in found.lines


def test_what_a_sheet_says_is_not_said_again_as_a_mark() -> None:
    """If a sheet tells a state of the piece in other words, the description leaves out the mark for that state."""
    lines = ("Leader: is seen by wounded units", "Pinned: it can't move", "In fray 1, a close combat")
    marks = (PieceMark("wounded"), PieceMark("pinned"), PieceMark("fray 1"))
    found = piece_info(TABLE, "a1", GameStatus(sheets={"a1": DataSheet("Nell", lines)}, marks={"a1": marks}))
    assert found is not None
    assert found.lines[:3] == lines
    assert found.lines[-1] == "wounded"
    assert {"pinned", "fray 1"}.isdisjoint(found.lines)
