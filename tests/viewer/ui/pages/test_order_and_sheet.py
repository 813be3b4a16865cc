"""The order of the round, the sheet of a piece, and the panel of a check, in the window of a game."""

from dataclasses import replace

import pytest
from layout_faults import layout_faults
from shown_checks import ATTACK, INITIATIVE

from riotsim.play.displays import Initiative, SheetCell, ShownDice
from riotsim.viewer.session.messages import LessonStatus
from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, ShowSheet, UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.lesson_model import Lesson, LessonModel
from riotsim.viewer.ui.models import Company, LogLine, Sheet
from riotsim.viewer.ui.panels.units.order import PADDING
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame
from riotsim.viewer.ui.widgets.text import TextPainter

from .. import samples
from ..conftest import Screen, done, table_screen


def test_the_order_of_the_round_stands_at_the_side(screen: Screen) -> None:
    """Units are listed in the order of the round, and units without a place are left out. The mouse on a unit
    highlights its model. A click looks at the model and opens its sheet.
    """
    ordered = table_screen(samples.ORDERED)
    assert screen.hover(ordered, "order.m6") == [HighlightPieces(("m6",))]
    assert done(screen.click(ordered, "order.m1")) == [FocusPieces(("m1",)), ShowSheet("m1")]
    assert screen.ui is not None
    rows = {key: box[1] for key, box in screen.ui.frame.items.items() if key.startswith("order.m")}
    assert sorted(rows, key=rows.__getitem__) == ["order.m2", "order.m1", "order.m6"]


def test_the_order_of_the_round_names_its_columns(screen: Screen) -> None:
    """The order of the round has the names of its gauges above them, whole and beside each other."""
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        ui.frame.drawn = drawn
        return game_screen(ui, samples.ORDERED)

    screen.frame(draw)
    title, wounds, shock = (
        next(one.box for one in drawn.texts if one.text == text) for text in ("Order of the round", "Wounds", "Shock")
    )
    assert title[2] < wounds[0]
    assert wounds[2] < shock[0]
    assert screen.ui is not None
    assert shock[2] <= screen.ui.frame.items["order"][2]


def test_an_order_without_room_ends_below_a_whole_row() -> None:
    """If not all fighters of the round have room, the list ends below a whole row."""
    fighters = tuple(
        replace(samples.FIGHTERS[0], piece=f"m{n}", initiative=Initiative(n, 8, 8, "waits")) for n in range(9)
    )
    ordered = replace(samples.ORDERED, companies=(Company(samples.ADA, "Ines", fighters),), units=())
    screen = Screen(1280, 560)
    screen.settled(table_screen(ordered))
    assert screen.ui is not None
    items = screen.ui.frame.items
    end = items["order"][3] - PADDING / 2
    rows = [box for key, box in items.items() if key.startswith("order.m")]
    assert rows[-1][3] > end
    assert not any(top + 2 < end < bottom - 2 for _, top, _, bottom in rows)
    screen.close()


def test_a_line_of_a_sheet_is_wrapped(screen: Screen) -> None:
    """If a line of a sheet is too long, it is wrapped, and not cut."""
    line = "Specialized in single weapon, reflexes, toughness, handgun and willpower"
    assert samples.KEPT.sheet is not None
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        nonlocal drawn
        drawn = ui.frame.drawn = DrawnFrame()
        return game_screen(ui, replace(samples.KEPT, sheet=Sheet("Ines", (line,), (SheetCell(0, 0, "Might"),))))

    screen.settled(draw)
    assert line in " ".join(one.text for one in drawn.texts if one.panel == "sheet")


def test_a_sheet_whose_cells_need_no_word_is_drawn(screen: Screen) -> None:
    """If a sheet has cells without meanings below them, it is drawn as a panel like others."""
    bare = Sheet("Hired Hand 1", ("knife",), (SheetCell(0, 0, "Might d6"), SheetCell(1, 0, "Move d6")), samples.ADA)
    screen.settled(table_screen(replace(samples.GAME, sheet=bare)))
    assert screen.ui is not None
    assert "sheet" in screen.ui.frame.items


def test_a_sheet_below_the_order_of_the_round_is_seen_whole() -> None:
    """In a low window with six fighters in the order, the sheet of a fighter with ten Traits shows all its lines and
    dice. The names of its Traits are whole, and all fighters of the order are seen.
    """
    fighters = tuple(
        replace(samples.FIGHTERS[0], piece=f"m{n}", initiative=Initiative(n, 8, 8, "waits")) for n in range(1, 7)
    )
    names = ("Might", "Move", "Fight", "Shoot", "Think", "Wits", "Will", "Speak", "Drive", "Craft")
    cells = tuple(SheetCell(n % 5, n // 5, name, sides=8) for n, name in enumerate(names))
    sheet = Sheet("Ines of Ada", tuple(f"line {n}" for n in range(7)), cells, samples.ADA)
    ordered = replace(samples.ORDERED, companies=(Company(samples.ADA, "Ines", fighters),), units=(), sheet=sheet)
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        nonlocal drawn
        drawn = ui.frame.drawn = DrawnFrame()
        return game_screen(ui, ordered)

    screen = Screen(1280, 640)
    screen.settled(draw)
    assert screen.ui is not None
    frame = screen.ui.frame
    top, bottom = frame.items["sheet"][1::2]
    needed = frame.memory["sheet Ines of Ada"]
    assert isinstance(needed, float)
    assert needed <= bottom - top
    assert {one.text for one in drawn.texts} >= set(names)
    assert frame.items["order.m6"][3] <= frame.items["order"][3]
    screen.close()


@pytest.mark.parametrize(
    ("lines", "height", "left"), [(3, 660, {"standings", "order"}), (3, 600, {"standings"}), (18, 600, set())]
)
def test_a_sheet_without_room_takes_the_place_of_panels_above_it(lines: int, height: int, left: set[str]) -> None:
    """In a low window, a sheet with a portrait and wrapped lines is seen whole. If it has too little room, the order of
    the round is left out, and for a long sheet the standings too.
    """
    names = ("Might", "Move", "Fight", "Shoot", "Think", "Wits", "Will", "Talk", "Drive", "Tech")
    cells = tuple(SheetCell(n % 5, n // 5, name, sides=8) for n, name in enumerate(names))
    wrapped = "Quick adds a d6 to initiative and reflexes rolls"
    sheet = Sheet("Ines of Ada", (wrapped, *("Weapons: sword",) * (lines - 1)), cells, samples.ADA, piece="m1")
    model = replace(samples.ORDERED, standings=samples.STANDINGS, sheet=sheet, portraits={"m1": 1}, log=())
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        nonlocal drawn
        drawn = ui.frame.drawn = DrawnFrame()
        return game_screen(ui, model)

    screen = Screen(960, height)
    screen.settled(draw)
    assert screen.ui is not None
    assert not [fault for fault in layout_faults(drawn) if fault.startswith("sheet")]
    assert screen.ui.frame.items.keys() & {"standings", "order"} == left
    screen.close()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_log_stays_beside_a_sheet(size: tuple[int, int]) -> None:
    """While the sheet of a piece is shown, the last lines of the log stand below it, and the sheet is seen whole."""
    log = tuple(LogLine(f"line {n}", 1, 1, ("p0",)) for n in range(40))
    screen = Screen(*size)
    screen.settled(table_screen(replace(samples.KEPT, standings=samples.STANDINGS[:1], log=log)))
    assert screen.ui is not None
    frame = screen.ui.frame
    assert {"log.38", "log.39"} <= frame.items.keys()
    sheet, record, camera = (frame.items[key] for key in ("sheet", "record", "camera"))
    assert sheet[3] < record[1]
    assert record[3] < camera[1]
    needed = frame.memory["sheet Quire of Ada"]
    assert isinstance(needed, float)
    assert needed <= sheet[3] - sheet[1]
    screen.close()


def test_a_sheet_over_the_table_leaves_its_piece_in_view(screen: Screen) -> None:
    """If all columns of panels are at the left, the sheet stands at the right. If its piece is there, the sheet stands
    beside the columns.
    """
    for is_at_right in (False, True):
        assert samples.KEPT.sheet is not None
        sheet = replace(samples.KEPT.sheet, is_at_right=is_at_right)
        screen.settled(table_screen(replace(samples.KEPT, sheet=sheet, one_column=True)))
        assert screen.ui is not None
        items = screen.ui.frame.items
        left, _, right, _ = items["sheet"]
        assert left > items["ask"][2]
        assert (right + left < items["tools"][0] + items["ask"][2]) == is_at_right


def test_the_sheet_of_a_piece_near_the_middle_stays_on_its_side(screen: Screen) -> None:
    """If a piece passes the middle of the window, its sheet stays until the piece is clearly at the other side. The
    sheet of another piece near the middle stands at the right.
    """
    assert samples.KEPT.sheet is not None
    steps = (("p0", True), ("p0", None), ("p1", None), ("p0", None), ("p0", True), ("p0", None), ("p0", False))
    beside = []
    for piece, is_at_right in steps:
        sheet = replace(samples.KEPT.sheet, piece=piece, is_at_right=is_at_right)
        screen.settled(table_screen(replace(samples.KEPT, sheet=sheet, one_column=True)))
        assert screen.ui is not None
        beside.append(screen.ui.frame.items["sheet"][2] < screen.ui.frame.items["tools"][0])
    assert beside == [True, True, False, False, True, True, False]


def test_a_sheet_beside_the_panels_leaves_the_lesson_in_view() -> None:
    """In a narrow window, the sheet beside the panels begins below the panel of a lesson, also a lesson with long
    sentences.
    """
    screen = Screen(1024, 640)
    assert samples.KEPT.sheet is not None
    sheet = replace(samples.KEPT.sheet, is_at_right=True)
    status = LessonStatus(0, 2, "Press the die that stands on the square beside yours.", about="It turns north. " * 8)
    lesson = LessonModel(Lesson("cube_clash", "Cube Clash", ("Step", "Strike")), 0, status)
    screen.settled(table_screen(replace(samples.KEPT, sheet=sheet, one_column=True, lesson=lesson)))
    assert screen.ui is not None
    over, shown = (screen.ui.frame.items[key] for key in ("lesson", "sheet"))
    assert shown[0] < over[2], "the sheet is below the panel, not beside it"
    assert over[3] < shown[1]
    screen.close()


def test_the_dice_of_initiative_have_their_reasons(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """If more than two pools are compared, a tooltip at the dice of a pool says why they are thrown."""
    told: list[str] = []
    monkeypatch.setattr(TextPainter, "tooltip", lambda _painter, text: told.append(text))
    dice = ShownDice(8, 2, "Move", "reflexes +1"), ShownDice(6, 1, "Quick")
    check = replace(INITIATIVE, pools=(replace(INITIATIVE.pools[0], dice=dice), *INITIATIVE.pools[1:]))
    rolled = table_screen(replace(samples.CHECKED, checks=(check,)))
    screen.hover(rolled, "pool.0.dice")
    screen.frame(rolled, 1.0)  # a tooltip waits until the mouse rests
    assert "Move 2d8 (reflexes +1), Quick d6" in told


def test_that_the_lowest_die_counts_is_never_cut(screen: Screen) -> None:
    """If a pool has many reasons for its dice, the panel says first that the lowest die counts. The reasons take
    several lines.
    """
    about = "handgun +1, 3 attacks −2, called shot −1, dropped prone −1, hampered −1"
    dice = ShownDice(10, 3, "Shoot", about, is_lowest=True)
    check = replace(ATTACK, pools=(replace(ATTACK.pools[0], dice=(dice,)), ATTACK.pools[1]))
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        nonlocal drawn
        drawn = ui.frame.drawn = DrawnFrame()
        return game_screen(ui, replace(samples.CHECKED, prompt=replace(samples.ASK, choices=()), checks=(check,)))

    screen.settled(draw)
    told = " ".join(one.text for one in drawn.texts if one.panel == "check")
    assert f"Shoot the lowest counts, {about}" in told
