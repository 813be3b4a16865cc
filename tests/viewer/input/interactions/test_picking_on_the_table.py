"""Several items are picked with the mouse and the keys, and the panel tells what is picked and what may be."""

from dataclasses import replace

import pytest

from riotsim.play.group_requests import PickSome
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Point, Pose
from riotsim.testing.tables import empty_table
from riotsim.viewer.input.interactions.choose import HOVER
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.pick_some import BY_BOX, LEAST_BOX, PickSomeInteraction
from riotsim.viewer.scene.marks import Path
from riotsim.viewer.scene.scene import Glow

PLACES: dict[str, Point] = {
    "a1": (100.0, 60.0),
    "a2": (140.0, 90.0),
    "d1": (180.0, 60.0),
    "t1": (220.0, 30.0),
    "a5": (260.0, 60.0),
}

TABLE = empty_table(400.0, 300.0).with_pieces(
    Model("a1", "Ada", PLACES["a1"]),
    Model("a2", "Ada", PLACES["a2"]),
    Die("d1", pose=Pose((*PLACES["d1"], 8.0))),
    Token("t1", Pose((*PLACES["t1"], 1.5))),
    Model("a5", "Ada", PLACES["a5"]),
    Model("b1", "Bea", (300.0, 200.0)),
)

ANY = PickSome("Ada", "group", tuple(PLACES))

NUMBERS = PickSome("Ada", "numbers", tuple("pqrstuvw"), are_pieces=False)


def at(point: Point, piece: str | None = None, *, shift: bool = False) -> Pointer:
    """Return a pointer at a place."""
    return Pointer(point, piece, 0.0, shift)


def click(picks: PickSomeInteraction, item: str, *, shift: bool = False) -> tuple[str, ...]:
    """Press and release on a piece, and return what is picked then."""
    pointer = at(PLACES.get(item, (300.0, 200.0)), item, shift=shift)
    assert picks.pressed(pointer) is None
    assert picks.released(pointer) is None
    return picks.picked


def box(picks: PickSomeInteraction, one: Point, other: Point, *, shift: bool = False) -> tuple[str, ...]:
    """Drag from one corner to the other, and return what is picked then."""
    picks.pressed(at(one))
    picks.released(at(other, shift=shift))
    return picks.picked


def test_clicks_pick_and_drop_pieces_of_any_kind() -> None:
    """A click picks a model, a die or a token, and a second click drops it. With Shift a second click keeps it. A click
    on a piece that may not be picked changes nothing.
    """
    picks = PickSomeInteraction(ANY, TABLE)
    assert [click(picks, item) for item in ("t1", "a1", "b1", "d1", "a1")] == [
        ("t1",),
        ("a1", "t1"),
        ("a1", "t1"),
        ("a1", "d1", "t1"),
        ("d1", "t1"),
    ]
    assert [click(picks, item, shift=True) for item in ("d1", "a1")] == [("d1", "t1"), ("a1", "d1", "t1")]
    assert picks.default_answer() == ("a1", "d1", "t1")


def test_one_is_picked_in_place_of_another() -> None:
    """If at most one piece may be picked, a click picks its piece in place of the last one, and a second click drops
    it. Shift makes no difference.
    """
    picks = PickSomeInteraction(replace(ANY, most=1), TABLE)
    assert [click(picks, item) for item in ("a1", "d1", "d1")] == [("a1",), ("d1",), ()]
    assert [click(picks, item, shift=True) for item in ("a1", "d1", "d1")] == [("a1",), ("d1",), ()]


@pytest.mark.parametrize(
    ("one", "other", "inside"),
    [
        ((100.0, 60.0), (140.0, 90.0), ("a1", "a2")),
        ((140.0, 60.0), (100.0, 90.0), ("a1", "a2")),
        ((180.0, 60.0), (100.0, 60.0), ("a1", "d1")),
        ((140.0, 90.0), (220.0, 30.0), ("a2", "d1", "t1")),
        ((100.5, 60.5), (300.0, 250.0), ("a2",)),
        ((0.0, 0.0), (99.5, 300.0), ()),
        ((0.0, 0.0), (400.0, 29.5), ()),
        ((0.0, 59.5), (259.5, 0.0), ("t1",)),
    ],
)
def test_a_box_holds_the_pieces_whose_middles_lie_in_it(one: Point, other: Point, inside: tuple[str, ...]) -> None:
    """A box picks the pieces whose middles are inside it or on its edges. All earlier pieces are dropped, unless Shift
    is held.
    """
    picks = PickSomeInteraction(ANY, TABLE)
    click(picks, "a5")
    assert box(picks, one, other) == inside
    click(picks, "a5")
    assert box(picks, one, other, shift=True) == (*inside, "a5")


@pytest.mark.parametrize(("far", "is_box"), [(LEAST_BOX, False), (LEAST_BOX + 0.01, True), (-LEAST_BOX - 0.01, True)])
def test_a_short_drag_draws_no_box(far: float, *, is_box: bool) -> None:
    """If the mouse moves no farther than within a click, no box is drawn. Once a box is drawn, it stays a box, however
    small it becomes.
    """
    picks = PickSomeInteraction(ANY, TABLE)
    picks.pressed(at((140.0, 90.0), "a2"))
    picks.moved(at((140.0, 90.0 + far), "a2"))
    assert len(picks.overlay().marks) == is_box
    picks.moved(at((140.0, 90.0), "a2"))
    assert len(picks.overlay().marks) == is_box
    click(picks, "a2")
    picks.pressed(at((180.0, 60.0 - far)))
    picks.released(at((180.0, 60.0), "d1"))
    assert picks.picked == (("d1",) if is_box else ("a2", "d1"))


def test_a_release_without_a_press_picks_nothing() -> None:
    """If a press was cancelled, its release picks nothing. A release without a press picks nothing either."""
    picks = PickSomeInteraction(ANY, TABLE)
    picks.released(at(PLACES["a1"], "a1"))
    picks.pressed(at(PLACES["a1"], "a1"))
    assert not picks.cancel()
    picks.released(at(PLACES["a1"], "a1"))
    picks.pressed(at((0.0, 0.0)))
    picks.moved(at((200.0, 200.0)))
    assert picks.cancel()
    assert picks.overlay().marks == ()
    picks.released(at((200.0, 200.0)))
    assert not picks.picked
    assert click(picks, "a1") == ("a1",)
    picks.released(at(PLACES["a2"], "a2"))
    assert picks.default_answer() == ("a1",)


def test_the_overlay_shows_what_is_picked_and_what_would_be() -> None:
    """Pieces that may be picked glow. Picked pieces glow differently, and so do pieces under the mouse or in the box.
    Lines join picked pieces that are linked. The box is drawn as a closed line.
    """
    links = (("a1", "a2"), ("a2", "d1"), ("t1", "a5"))
    picks = PickSomeInteraction(replace(ANY, links=links), TABLE)
    glow: dict[PieceId, Glow] = dict.fromkeys(PLACES, "legal")
    assert picks.overlay() == TableOverlay(glow, (), "Pick any number, or none" + BY_BOX)
    click(picks, "a2")
    click(picks, "a1")
    line = Path((PLACES["a1"], PLACES["a2"]), HOVER, 2.0)
    assert picks.overlay().marks == (line,)
    click(picks, "t1")
    picks.moved(at(PLACES["d1"], "d1"))
    hint = "3 picked: t1 does not hang together with a1, a2"
    chosen: dict[PieceId, Glow] = dict.fromkeys(("a1", "a2", "t1"), "chosen")
    assert picks.overlay() == TableOverlay(glow | chosen | {"d1": "hover"}, (line,), hint)
    picks.pressed(at((210.0, 70.0)))
    picks.moved(at((270.0, 20.0), "b1"))
    corners = ((210.0, 70.0), (270.0, 70.0), (270.0, 20.0), (210.0, 20.0), (210.0, 70.0))
    marks = (line, Path(corners, HOVER, 1.5))
    assert picks.overlay() == TableOverlay(glow | chosen | {"t1": "hover", "a5": "hover"}, marks, hint)


def test_only_pieces_are_picked_on_the_table() -> None:
    """Values, and pieces that aren't on the table, don't glow and can't be picked by a click."""
    picks = PickSomeInteraction(PickSome("Ada", "x", ("a1", "a2"), are_pieces=False), TABLE)
    assert (click(picks, "a1"), picks.highlighted, picks.overlay().glow) == ((), None, {})
    away = PickSomeInteraction(PickSome("Ada", "x", ("a1", "z1"), links=(("a1", "z1"),)), TABLE)
    away.toggle("z1")
    away.toggle("a1")
    assert away.overlay() == TableOverlay({"a1": "chosen"}, (), "2 picked")


@pytest.mark.parametrize(
    ("request_", "has_many"),
    [
        (replace(NUMBERS, items=tuple("pqrs")), False),
        (replace(NUMBERS, items=tuple("pqrst")), True),
        (replace(NUMBERS, most=4), False),
        (replace(NUMBERS, most=5), True),
        (replace(NUMBERS, most=50, items=tuple("pqrs")), False),
        (replace(NUMBERS, weights=(3, 3, 3, 1, 1, 1, 1, 2), budget=7), True),  # 1 + 1 + 1 + 1 + 2 = 6
        (replace(NUMBERS, weights=(3, 3, 3, 1, 1, 1, 1, 2), budget=6), True),
        (replace(NUMBERS, weights=(3, 3, 3, 1, 1, 1, 1, 2), budget=5), False),
        (replace(NUMBERS, weights=(1,) * 8, budget=8, most=4), False),
    ],
)
def test_more_than_four_are_many(request_: PickSome, *, has_many: bool) -> None:
    """If more than four items may be picked together, they count as many. Their number follows from the items, the
    greatest number and the budget.
    """
    assert PickSomeInteraction(request_, TABLE).has_many is has_many


@pytest.mark.parametrize(
    ("request_", "limits"),
    [
        (NUMBERS, "Pick any number, or none"),
        (replace(NUMBERS, least=1), "Pick at least one"),
        (replace(NUMBERS, least=2), "Pick at least 2"),
        (replace(NUMBERS, most=1), "Pick at most one"),
        (replace(NUMBERS, most=7), "Pick at most 7"),
        (replace(NUMBERS, most=8), "Pick any number, or none"),
        (replace(NUMBERS, least=2, most=8), "Pick at least 2"),
        (replace(NUMBERS, least=1, most=1), "Pick one"),
        (replace(NUMBERS, least=1, most=3), "Pick 1 to 3"),
        (replace(NUMBERS, weights=(1,) * 8, budget=6), "Pick any number, or none, with a total of at most 6"),
        (ANY, "Pick any number, or none" + BY_BOX),
        (replace(ANY, most=4), "Pick at most 4"),
    ],
)
def test_the_limits_are_told_while_nothing_is_picked(request_: PickSome, limits: str) -> None:
    """While nothing is picked, one sentence names the least number, the greatest number and the budget. If there are
    many pieces, it also mentions the box.
    """
    assert PickSomeInteraction(request_, TABLE).summary == limits


def test_the_summary_counts_what_is_picked() -> None:
    """The summary says how many items are picked, their total weight and the budget. If these items aren't allowed, it
    says why.
    """
    weighed = replace(NUMBERS, least=2, weights=(5, 1, 1, 1, 1, 1, 1, 3))
    seen = []
    for request in (weighed, replace(weighed, budget=7), replace(NUMBERS, least=2)):
        picks = PickSomeInteraction(request, TABLE)
        for item in ("w", "p"):
            picks.toggle(item)
            seen.append((picks.summary, picks.is_ready))
    assert seen == [
        ("1 picked, total 3: at least 2 must be picked", False),
        ("2 picked, total 8", True),
        ("1 picked, total 3 of 7: at least 2 must be picked", False),
        ("2 picked, total 8 of 7: together they may come to at most 7, not 8", False),
        ("1 picked: at least 2 must be picked", False),
        ("2 picked", True),
    ]


def test_keys_highlight_and_pick() -> None:
    """Keys go round the items in both directions, and pick the highlighted item. If an unknown item is picked, nothing
    changes.
    """
    picks = PickSomeInteraction(NUMBERS, TABLE)
    picks.toggle()
    assert not picks.default_answer()
    seen = []
    for by in (1, 2, -1, -2, 1):
        picks.next(by)
        picks.toggle()
        seen.append((picks.highlighted, picks.picked))
    assert seen == [
        ("p", ("p",)),
        ("r", ("p", "r")),
        ("q", ("p", "q", "r")),
        ("w", ("p", "q", "r", "w")),
        ("p", ("q", "r", "w")),
    ]
    picks.toggle("z")
    assert picks.picked == ("q", "r", "w")
    back = PickSomeInteraction(NUMBERS, TABLE)
    back.next(-1)
    assert back.highlighted == "w"
    none = PickSomeInteraction(replace(NUMBERS, items=()), TABLE)
    none.next()
    assert none.highlighted is None


@pytest.mark.parametrize(
    ("before", "to", "picked"),
    [
        ((), "r", "r"),
        (("q",), "t", "qrst"),
        (("t",), "q", "qrst"),
        (("p", "t"), "v", "ptuv"),
        (("p", "t", "t"), "r", "prst"),  # the last toggled item was dropped, and is picked again
        (("q", "z"), "s", "qrs"),
    ],
)
def test_a_range_goes_from_the_last_item_to_the_new_one(before: tuple[str, ...], to: str, picked: str) -> None:
    """A range picks all items from the last one that was picked or dropped to the new one. Others stay picked."""
    picks = PickSomeInteraction(NUMBERS, TABLE)
    for item in before:
        picks.toggle(item)
    picks.pick_to(to)
    assert picks.picked == tuple(picked)


def test_a_range_begins_at_the_end_of_the_last_range() -> None:
    """A range begins at the last click or the end of the last range. After all were dropped, it has one item."""
    picks = PickSomeInteraction(NUMBERS, TABLE)
    picks.toggle("q")
    picks.pick_to("s")
    picks.pick_to("u")
    assert picks.picked == tuple("qrstu")
    picks.pick_none()
    picks.pick_to("v")
    assert picks.picked == ("v",)
    pieces = PickSomeInteraction(ANY, TABLE)
    click(pieces, "a2")
    pieces.pick_to("t1")
    assert pieces.picked == ("a2", "d1", "t1")


@pytest.mark.parametrize(("most", "picked"), [(1, ("s",)), (2, ("q", "r", "s")), (None, ("q", "r", "s"))])
def test_where_one_may_be_picked_there_is_no_range(most: int | None, picked: tuple[str, ...]) -> None:
    """If at most one item may be picked, a range picks only its last item. The same range a second time drops it."""
    picks = PickSomeInteraction(replace(NUMBERS, most=most), TABLE)
    picks.toggle("q")
    picks.pick_to("s")
    assert picks.default_answer() == picked
    picks.pick_to("s")
    assert picks.default_answer() == (() if most == 1 else picked)


def test_linked_items_are_all_picked_in_any_order() -> None:
    """The button for all picks the items that are linked with the picked one, in whatever order the links are listed.
    If nothing is picked, or items of two groups are, it picks the largest group.
    """
    links = (("w", "q"), ("q", "t"), ("t", "p"), ("r", "s"))
    picks = PickSomeInteraction(replace(NUMBERS, links=links), TABLE)
    picks.pick_all()
    assert picks.picked == tuple("pqtw")
    picks.pick_none()
    picks.toggle("r")
    picks.pick_all()
    assert picks.picked == ("r", "s")
    picks.toggle("w")
    picks.pick_all()
    assert picks.picked == tuple("pqtw"), "two groups are not allowed together"
    late = PickSomeInteraction(replace(NUMBERS, links=links), TABLE)
    late.toggle("w")
    late.pick_all()
    assert late.picked == tuple("pqtw")


def test_all_begin_a_range_anew() -> None:
    """After all items were picked at once, a range is only its own item."""
    picks = PickSomeInteraction(replace(NUMBERS, weights=(9, 9, 9, 9, 9, 1, 1, 1), budget=3), TABLE)
    picks.toggle("p")
    picks.pick_all()
    assert picks.picked == tuple("uvw"), "what was picked is not allowed, so it is dropped"
    picks.pick_to("u")
    assert picks.picked == tuple("uvw")


def test_what_is_picked_stays_if_a_box_is_cancelled_late() -> None:
    """If a box is cancelled after the button is released, its pieces stay picked."""
    picks = PickSomeInteraction(ANY, TABLE)
    box(picks, (90.0, 50.0), (150.0, 100.0))
    assert not picks.cancel()
    assert picks.picked == ("a1", "a2")


def test_an_item_is_described_by_label_weight_and_words() -> None:
    """The text about an item has its label, its weight and its description, as far as the item has them."""
    texts = {"q": "It fires first", "r": ""}
    plain = PickSomeInteraction(NUMBERS, TABLE, texts)
    assert [plain.about(item) for item in "pqr"] == ["", "It fires first", ""]
    full = replace(NUMBERS, labels=tuple("AABBCCDD"), weights=(4, 3, 2, 0, 0, 0, 0, 0))
    assert [PickSomeInteraction(full, TABLE, texts).about(item) for item in "pqrs"] == [
        "A, counts 4",
        "A, counts 3, It fires first",
        "B, counts 2",
        "B, counts 0",
    ]
    assert PickSomeInteraction(replace(NUMBERS, labels=tuple("AABBCCDD")), TABLE).about("w") == "D"
    assert (plain.level, plain.instruction) == (0.0, "")
