"""The data of panels: log, standings, dice, choices and their numbers, and descriptions of pieces."""

from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.displays import DataSheet, PieceMark, Roster, Row, SheetCell, ShownArea
from riotsim.play.markup import NameSpan
from riotsim.play.narration import SCORE_GROUP, TOWER_GROUP, Offer, PlacedSign, Turn
from riotsim.play.requests import Choose, PickPiece, Request
from riotsim.replay.recording import Seat
from riotsim.table.acts import Roll
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.plan import rectangle
from riotsim.table.pieces import Box, Die, Model, PieceId, Terrain, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND, with_tower
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.screens.shared_models import (
    NO_TOWER,
    ChoiceNumbers,
    GameRecord,
    PieceInfo,
    area_tip,
    choices,
    companies,
    dice,
    is_shown_on_table,
    letters_of_dice,
    log,
    piece_info,
    seat_of,
    sheet,
    standings,
    titled,
    turn,
    with_titles,
)
from riotsim.viewer.session.messages import GameStatus, Line, RollCounts
from riotsim.viewer.ui import models

ADA, BEA = Seat("Ada", "#aa0000", "A"), Seat("Bea", "#00bb00", "B")

SEATS = (ADA, BEA)


def roll(*owners: str) -> Roll:
    """Return a throw of dice of these owners."""
    return Roll(tuple(Die(f"x{k}", owner=owner) for k, owner in enumerate(owners)), (9.0, 9.0), 0.0, STEADY_HAND)


@pytest.mark.parametrize(
    ("player", "act", "thrower"),
    [
        ("Ada", None, None),
        ("Ada", roll("Bea", "Bea"), BEA),
        ("Ada", roll("Ada"), None),
        ("Ada", roll("Ada", "Bea"), None),
        (None, roll("Bea"), None),
        ("Bea", roll("Ada"), ADA),
        ("Bea", roll("nobody"), None),
    ],
)
def test_the_turn_panel_names_who_throws_in_the_turn_of_another(
    player: str | None, act: Roll | None, thrower: Seat | None
) -> None:
    """If all dice belong to one other player, this player throws them. Otherwise the player of the turn does."""
    showing = DisplayState(act=act, turn=Turn(3, player, "round", "Last round"))
    assert turn(showing, SEATS) == models.Turn(
        3, seat_of(SEATS, player), turn_word="round", custom_title="Last round", thrower=thrower
    )
    assert [seat_of(SEATS, name) for name in ("Ada", "Bea", "Cy", None)] == [ADA, BEA, None, None]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (Line("Turn 2: Ada", "head", (), Turn(2, "Ada")), models.LogLine("Turn 2", 2, 0, (), ADA)),
        (Line("Turn 2: Bea", "head", (), Turn(2, "Ada")), models.LogLine("Turn 2: Bea", 2, 0, (), ADA)),
        (Line("Round 2: Ada", "head", (), Turn(2, None)), models.LogLine("Round 2: Ada", 2, 0)),
        (Line("hits: Ada", "line", ("a1", "b1"), Turn(4, "Ada")), models.LogLine("hits: Ada", 4, 1, ("a1", "b1"), ADA)),
        (
            Line("Bea's b1", "detail", (), Turn(4, "Bea"), (NameSpan(0, 3, 1), NameSpan(4, 6, 2), NameSpan(6, 8, 0))),
            models.LogLine("Bea's b1", 4, 2, (), BEA, ((0, 3, "#00bb00"), (6, 8, "#aa0000"))),
        ),
    ],
)
def test_lines_of_the_log_have_levels_seats_and_colours(line: Line, shown: models.LogLine) -> None:
    """A heading leaves out the name of the player of the turn, because the panel adds the name. The name of an unknown
    seat has no colour.
    """
    assert log([line, line], SEATS) == (shown, shown)


ROWS = (
    Row(SCORE_GROUP, "Ada", "7", 7.0, "Ada"),
    Row(TOWER_GROUP, "Nell", "12", 12.0, "Ada", ("a1",)),
    Row(TOWER_GROUP, "Tom", "lies", None, "Ada", ("a2",)),
    Row(TOWER_GROUP, "all", "12", 12.0, "Ada"),
    Row("gold", "gold", "3 coins", 3.0, "Ada", about="Gold buys dice."),
    Row("luck", "luck", "low", None, "Ada", ("a1",), about="Luck turns."),
    Row(SCORE_GROUP, "Bea", "-", None, "Bea"),
)

STATUS = GameStatus(
    ROWS,
    acting="a1",
    marks={"a1": (PieceMark("acts"), PieceMark("may fall", "danger"), PieceMark("falls", "danger"))},
)


def test_standings_have_scores_towers_and_notes() -> None:
    """Each player has a row with the score, the towers with their marks, and everything else as a note."""
    towers = (
        models.PieceStanding("a1", "Nell", 12, fallen=False, acting=True, risk="danger", about="acts, may fall, falls"),
        models.PieceStanding("a2", "Tom", 0, fallen=True, acting=False, risk="", about=""),
    )
    ada = models.Standing(ADA, 7, towers, note="gold 3 coins, luck low", about="Gold buys dice. Luck turns.")
    assert standings(STATUS, SEATS) == (ada, models.Standing(BEA, 0))
    assert standings(None, SEATS) == (models.Standing(ADA, None), models.Standing(BEA, None))
    listed = replace(STATUS, rosters={"Ada": Roster("The Blades", ())})
    assert standings(listed, SEATS)[0] == replace(ada, note="gold 3 coins", about="Gold buys dice.")


def test_rolled_numbers_are_counted_by_player() -> None:
    """The rolls of one player have the player's name and colour. The rolls of all together have only the kind."""
    status = GameStatus(
        rolled=(
            RollCounts("Ada", "d6", ((1, 5), (2, 3)), (4.0, 4.5)),
            RollCounts(None, "d8", ((1, 2),), (2.0,)),
            RollCounts("Cy", "d4", ((4, 9),), (1.0,)),
        )
    )
    assert dice(status, SEATS) == (
        models.DiceCount("Ada's d6", ("1", "2"), (5, 3), (4.0, 4.5), "#aa0000"),
        models.DiceCount("d8", ("1",), (2,), (2.0,), ""),
        models.DiceCount("d4", ("4",), (9,), (1.0,), ""),
    )
    assert dice(None, SEATS) == ()


def test_companies_come_in_the_order_of_the_seats() -> None:
    """Companies are listed in the order of the seats. Players without a company aren't listed."""
    status = GameStatus(rosters={"Bea": Roster("The Blades", ()), "Ada": Roster("The Crows", ())})
    assert companies(status, (BEA, Seat("Cy", "", "C"), ADA)) == (
        models.Company(BEA, "The Blades", ()),
        models.Company(ADA, "The Crows", ()),
    )
    assert companies(None, SEATS) == ()


def test_the_record_of_a_game_is_made_anew_only_after_a_change() -> None:
    """The log is made again if its lines change, and the other parts if the status changes. If the seats change, all
    parts are made again.
    """
    record = GameRecord()
    lines = (Line("one", turn=Turn(1, "Ada")),)
    showing = DisplayState(lines=lines, status=replace(STATUS, rosters={"Ada": Roster("The Crows", ())}))
    record.follow(showing, SEATS)
    parts = (record.log, record.standings, record.dice, record.companies)
    assert parts == (
        log(lines, SEATS),
        standings(showing.status, SEATS),
        (),
        (models.Company(ADA, "The Crows", ()),),
    )
    record.follow(showing, SEATS)
    assert record.log is parts[0]
    assert record.standings is parts[1]
    showing.lines = (*lines, Line("two", turn=Turn(1, "Ada")))
    record.follow(showing, SEATS)
    assert [line.text for line in record.log] == ["one", "two"]
    assert record.standings is parts[1]
    kept = record.log
    showing.status = GameStatus()
    record.follow(showing, SEATS)
    assert record.log is kept
    assert (record.standings[0].score, record.companies) == (None, ())
    record.follow(showing, (BEA,))
    assert [one.seat for one in record.standings] == [BEA]
    assert record.log is not kept


DICE = Table(400.0, 300.0).with_pieces(*(Die(f"d{k}", pose=Pose((20.0 * k, 9.0, 8.0))) for k in range(30)))


@pytest.mark.parametrize(
    ("offers", "letters"),
    [
        ([], {}),
        ([("d1", "The 6: hits", ""), ("d2", "The 6: misses", "")], {"d1": "A", "d2": "B"}),
        ([("d1", "The 6", ""), ("d2", "The 5", ""), ("d3", "The 6", "")], {"d1": "A", "d3": "B"}),
        ([("d1", "one", "The 6"), ("d1", "two", "The 6"), ("d2", "one", "The 5")], {}),
        ([("d1", "one", "The 6"), ("d1", "two", "The 6"), ("d2", "one", "The 6")], {"d1": "A", "d2": "B"}),
        ([("d2", "The 6", ""), ("d1", "x", "The 6")], {"d2": "A", "d1": "B"}),
        ([("a1", "The 6", ""), ("d1", "The 6", "")], {}),
        ([(f"d{k}", "The 6", "") for k in range(26)], {f"d{k}": chr(65 + k) for k in range(26)}),
        ([(f"d{k}", "The 6", "") for k in range(27)], {}),
    ],
)
def test_dice_that_look_alike_have_letters(offers: list[tuple[str, str, str]], letters: dict[PieceId, str]) -> None:
    """If several dice have the same heading, they get letters in the order of the offers. If the alphabet is too short,
    no die gets a letter.
    """
    made = [Offer(str(k), text, piece, group=group) for k, (piece, text, group) in enumerate(offers)]
    assert letters_of_dice(made, DICE) == letters
    assert letters_of_dice(made, None) == {}


def test_offers_become_choices() -> None:
    """The text before an offer's colon is the label of the choice, and the text after it the description. The choice
    names all pieces of the offer. An offer of a group has the group's heading, with the letter of its die.
    """
    area, sign = rectangle((9.0, 9.0), 4.0, 4.0), PlacedSign((1.0, 2.0), Sign("melee", 3))
    offers = (
        Offer("x", "Run: 3 in: fast", "a1", touches=("b1",), turns=("c1",), parts=("a2",), about="Runs away"),
        Offer("y", "Stay", area=area),
        Offer("z", "Turn", signs=(sign,)),
        Offer("u", "The 6: hits", "d1"),
        Offer("v", "The 5: one", "d2", group="The 5"),
        Offer("w", "two", group="Others"),
    )
    assert [is_shown_on_table(offer) for offer in offers] == [False, True, True, False, False, False]
    more = (models.Choice("more", "More"),)
    made = choices(offers, more, {"d1": "A", "d2": "B"}, (4, 5, 6, 7, 8, 9))
    assert made == (
        models.Choice("0", "Run", "3 in: fast", pieces=("a1", "b1", "c1", "a2"), number=4, tip="Runs away"),
        models.Choice("1", "Stay", previews=True, number=5),
        models.Choice("2", "Turn", previews=True, number=6),
        models.Choice("3", "The 6 (A)", "hits", pieces=("d1",), number=7),
        models.Choice("4", "The 5", "one", pieces=("d2",), number=8, group=("The 5 (B)", "d2")),
        models.Choice("5", "two", number=9, group=("Others", "")),
        *more,
    )
    assert [choice.number for choice in choices(offers)] == [None] * 6


def numbers(known: ChoiceNumbers, names: str, purpose: str = "act", player: str = "Ada") -> list[int]:
    """Return the numbers of options, each named by one letter."""
    request: Request[Any] = Choose(player, purpose, tuple(names))
    return [*known.of(request, [Offer(name, name) for name in names])]


def test_options_keep_their_numbers() -> None:
    """If other options are missing, an option keeps its number. A new option goes before the next known option, or else
    after the last known one. If the order changes, or no option is known, numbers begin at the first again.
    """
    known = ChoiceNumbers()
    seen = [numbers(known, names) for names in ("axd", "ad", "abcde", "xe", "ea", "ae", "f", "af")]
    # a x d; then a x b c d e; then the order e a; then only f; then a is inserted before f.
    assert seen == [[0, 1, 2], [0, 2], [0, 2, 3, 4, 5], [1, 5], [0, 1], [0, 1], [0], [0, 1]]
    assert numbers(known, "zf", player="Bea") == [0, 1]
    assert numbers(known, "f", purpose="other") == [0]
    assert numbers(known, "f") == [1]


def test_more_options_than_keys_are_numbered_anew() -> None:
    """There are nine number keys. If a tenth option comes, the present options are numbered from the first again."""
    known = ChoiceNumbers()
    numbers(known, "abcdefgh")
    assert numbers(known, "ai") == [0, 1]
    assert numbers(known, "h") == [8]
    assert numbers(known, "aj") == [0, 1]
    assert numbers(known, "ja") == [0, 1]


@pytest.mark.parametrize(
    ("offers", "keeps"),
    [
        ((Offer("b", "B", "p"), Offer("c", "C", "q")), False),
        ((Offer("b", "B", "p"), Offer("c", "C")), True),
        ((Offer("b", "B"), Offer("c", "C", area=rectangle((9.0, 9.0), 4.0, 4.0))), False),
        ((Offer("b", "B"), Offer("c", "C", group="G")), False),
    ],
)
def test_options_on_the_table_are_numbered_as_listed(offers: tuple[Offer, ...], *, keeps: bool) -> None:
    """In a choice, options keep their numbers unless all of them have pieces, or one has an area or a group. In a pick
    of pieces, options are numbered from the first.
    """
    known = ChoiceNumbers()
    numbers(known, "abc")
    request: Request[Any] = Choose("Ada", "act", ("b", "c"))
    assert known.of(request, offers) == ((1, 2) if keeps else (0, 1))
    picks: Request[Any] = PickPiece("Ada", "act", ("b", "c"))
    assert known.of(picks, (Offer("b", "B"), Offer("c", "C"))) == (0, 1)


NELL = DataSheet("Nell", ("sneak", "toughness 2", "pistol"), kind="sneak")

CELLS = (SheetCell(0, 1, "Melee 3"),)

SHEETS = GameStatus(
    sheets={"a1": NELL, "b1": DataSheet("Tom", ("strong",), CELLS, kind="brute"), "c1": DataSheet("Cy")}
)


@pytest.mark.parametrize(
    ("choice", "shown"),
    [
        (
            models.Choice("+a1", "Take a1 now"),
            models.Choice("+a1", "Take Nell now", "sneak · pistol", tip="toughness 2"),
        ),
        (
            models.Choice("0", "Take a1", "first", pieces=("a1",)),
            models.Choice("0", "Take Nell", "first", pieces=("a1",), tip="sneak\ntoughness 2\npistol"),
        ),
        (
            models.Choice("0", "a1", pieces=("a1",), tip="Mine"),
            models.Choice("0", "Nell", "sneak · pistol", pieces=("a1",), tip="Mine"),
        ),
        (models.Choice("b1", "b1"), models.Choice("b1", "Tom", "brute · strong")),
        (models.Choice("c1", "c1"), models.Choice("c1", "Cy")),
        (models.Choice("a1", "a1x"), models.Choice("a1", "a1x")),
        (
            models.Choice("+a1", "a1", pieces=("a1", "b1")),
            models.Choice("+a1", "Nell", "sneak · pistol", pieces=("a1", "b1"), tip="toughness 2"),
        ),
        (models.Choice("+a1", "a1", pieces=("b1",)), models.Choice("+a1", "a1", pieces=("b1",))),
    ],
)
def test_choices_have_the_titles_of_sheets(choice: models.Choice, shown: models.Choice) -> None:
    """A choice about a piece has the title of the piece's sheet. If the choice has no texts of its own, it also has the
    sheet's kind and lines.
    """
    assert titled((choice,), SHEETS) == (shown,)
    assert titled((choice,), None) == (choice,)


def test_messages_have_the_titles_of_sheets() -> None:
    """In a message, a word that names a piece becomes the title of the piece's sheet, also before a full stop. A word
    that only begins with such a name stays.
    """
    assert with_titles("a1 hits b1. a1x and z1 don't, c1!", SHEETS) == "Nell hits Tom. a1x and z1 don't, Cy!"
    assert with_titles("a1 hits b1.", None) == "a1 hits b1."
    dotted = GameStatus(sheets={"south.imp": DataSheet("Imp")})
    assert with_titles("south.imp meets south.", dotted) == "Imp meets south."


def test_a_tooltip_of_an_area_waits_for_the_pointer_to_rest() -> None:
    """If the pointer rests on an area for half a second, the area's title and lines are shown."""
    areas = (
        ShownArea(rectangle((50.0, 50.0), 20.0, 20.0), "Wood", ("hard to cross",)),
        ShownArea(rectangle((55.0, 50.0), 60.0, 60.0), "Field", ()),
    )
    pointer = Pointer((52.0, 45.0), None, 7.0)
    assert area_tip(areas, pointer, 7.5) == models.Tip("Wood", ("hard to cross",))
    assert area_tip(areas, pointer, 7.49) is None
    assert area_tip(areas, replace(pointer, at=(75.0, 50.0)), 9.0) == models.Tip("Field", ())
    assert area_tip(areas, replace(pointer, at=(150.0, 50.0)), 9.0) is None


TABLE = with_tower(
    with_tower(Table(400.0, 300.0), 3, name="a1", at=(120.0, 100.0)), 1, name="a2", at=(200.0, 100.0)
).with_pieces(
    Model("a1", "Ada", (100.0, 100.0), kind="git"),
    Model("a2", "Ada", (180.0, 100.0), fallen=True, level=50.8),
    Model("a3", "Bea", (250.0, 100.0), kind="lout"),
    Die("d1", owner="Bea", pose=Pose((300.0, 200.0, 8.0))),
    Token("t1", Pose((20.0, 20.0, 1.5)), 25.4),
    Terrain("w1", Box(40.0, 20.0, 50.8), (300.0, 50.0), name="ruined_wall"),
    Terrain("w2", Box(40.0, 20.0, 25.4), (300.0, 250.0), blocks_moves=False, can_stand_on=True),
    Terrain("w3", Box(40.0, 20.0, 25.4), (200.0, 250.0), blocks_moves=False, blocks_bullets=False),
)


@pytest.mark.parametrize(
    ("piece", "info"),
    [
        ("a1", PieceInfo("a1", ("git", "tower of 3 dice"), "Ada")),
        ("a2", PieceInfo("a2", ("lying on the ground", "tower of 1 die", "standing 2.0 in high"), "Ada")),
        ("a3", PieceInfo("a3", ("lout", NO_TOWER), "Bea")),
        ("d1", PieceInfo("d6", (f"shows {TABLE.dice['d1'].face}",), "Bea")),
        ("a1-01", PieceInfo("d6", (f"shows {TABLE.dice['a1-01'].face}", "2 of 3 in a1's tower"))),
        ("t1", PieceInfo("Token", ("1.0 in across",))),
        ("w1", PieceInfo("Ruined wall", ("2.0 in high", "blocks movement and shots"))),
        ("w2", PieceInfo("Scenery", ("1.0 in high", "blocks shots", "models may stand on it"))),
        ("w3", PieceInfo("Scenery", ("1.0 in high", "blocks nothing"))),
        ("z9", None),
    ],
)
def test_a_piece_is_described_as_the_table_shows_it(piece: str, info: PieceInfo | None) -> None:
    """Without a status, the description of a piece has only what anybody sees."""
    assert piece_info(TABLE, piece) == info


@pytest.mark.parametrize(
    ("piece", "status", "info"),
    [
        ("a3", GameStatus(), PieceInfo("a3", ("lout",), "Bea")),
        ("a3", GameStatus(ROWS), PieceInfo("a3", ("lout", NO_TOWER), "Bea")),
        (
            "a1",
            GameStatus(sheets={"a1": NELL}, marks={"a1": (PieceMark("pinned"), PieceMark("Pistol"))}),
            PieceInfo("Nell", ("sneak", "toughness 2", "pistol", "tower of 3 dice", "pinned"), "Ada"),
        ),
        ("a1", GameStatus(sheets={"a1": DataSheet("Nell")}), PieceInfo("Nell", ("git", "tower of 3 dice"), "Ada")),
        (
            "a1-02",
            GameStatus(sheets={"a1": NELL}),
            PieceInfo("d6", (f"shows {TABLE.dice['a1-02'].face}", "3 of 3 in Nell's tower")),
        ),
        (
            "w1",
            GameStatus(sheets={"w1": DataSheet("The wall", ("can be climbed",))}),
            PieceInfo("The wall", ("can be climbed", "2.0 in high")),
        ),
        ("z9", GameStatus(sheets={"z9": NELL}), None),
    ],
)
def test_a_status_adds_the_words_of_the_game(piece: str, status: GameStatus, info: PieceInfo | None) -> None:
    """A description has first the title and the lines of the piece's sheet, and then what the table shows. Last come
    marks that the sheet doesn't explain.
    """
    assert piece_info(TABLE, piece, status) == info


def test_only_sheets_with_cells_have_a_panel() -> None:
    """A piece has a panel only if its sheet has cells. The panel has the lines, the cells, further marks and the owner
    of the piece. No line comes twice.
    """
    lines = ("strong, slow", "bold", "bold")
    full = DataSheet("Tom", lines, CELLS)
    marks = (PieceMark("slow"), PieceMark("hurt"), PieceMark("bold"))
    status = GameStatus(sheets={"a3": full, "a1": NELL, "z9": full}, marks={"a3": marks})
    assert sheet(TABLE, "a3", status, SEATS) == models.Sheet("Tom", ("strong, slow", "bold", "hurt"), CELLS, BEA, "a3")
    assert sheet(TABLE, "z9", status, SEATS) == models.Sheet("Tom", ("strong, slow", "bold"), CELLS, None, "z9")
    assert sheet(TABLE, "a1", status, SEATS) is None
    assert sheet(TABLE, "d1", status, SEATS) is None
    assert sheet(TABLE, None, status, SEATS) is None
    assert sheet(TABLE, "a3", None, SEATS) is None
