"""Edits of a position: what is lifted from a table and put down elsewhere."""

import math
from dataclasses import replace

import pytest

from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Box, Die, Model, Piece, Terrain, Token, Tower
from riotsim.table.poses import ORIGIN, Point, Pose, Vector, about_z
from riotsim.table.state import Table
from riotsim.table.towers import yaw_of
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import ALLOWED, REFUSED
from riotsim.viewer.sandbox import edits
from riotsim.viewer.sandbox.document import History
from riotsim.viewer.sandbox.edits import lift, put_down
from riotsim.viewer.sandbox.holding import GHOST_HEIGHT, HeldPiece, from_tray, pick_up
from riotsim.viewer.scene.marks import Ghost


@pytest.mark.parametrize("to", [(250.0, 330.0), (100.0, 330.0), (250.0, 200.0)])
def test_a_tower_goes_with_its_model(to: tuple[float, float]) -> None:
    """If a model is put down elsewhere, each die of its tower keeps its place beside the model."""
    dice = [Die(f"d{k}", pose=Pose((130.0, 205.0, 8.0 + 16.0 * k))) for k in range(3)]
    table = Table(600.0, 600.0).with_pieces(Model("a1", "Ada", (100.0, 200.0)), Token("t1", ORIGIN, 20.0), *dice)
    table = table.with_tower("a1", Tower(tuple(die.id for die in dice)))
    without, held = lift(table, "a1")
    there = put_down(without, held, to, table.towers["a1"])
    assert there.models["a1"].at == to
    for before, after in zip(dice, there.tower_dice("a1"), strict=True):
        moved = [a - b for a, b in zip(after.pose.at, before.pose.at, strict=True)]
        assert moved == pytest.approx([to[0] - 100.0, to[1] - 200.0, 0.0])


NELL = Model("nell", "Ann", (100.0, 200.0), heading=0.3)
STAGE = Terrain("stage", Box(100.0, 80.0, 30.0), (400.0, 300.0), can_stand_on=True)
EMPTY = Table(600.0, 500.0, terrain={"stage": STAGE})
TABLE = with_tower(EMPTY.with_pieces(NELL), 3, name="nell", at=(130.0, 205.0)).with_pieces(
    Token("coin", Pose((50.0, 60.0, 1.5), about_z(0.4)), 20.0, 3.0),
    Die("loose", size=20.0, pose=Pose((500.0, 100.0, 10.0), D6.orientation_showing(4, 0.2)), owner="Bob"),
)
"""Nell with a tower of three dice, a coin, a loose die of 20 mm that shows a 4, and a stage of 30 mm."""


def at(table: Table, name: str) -> Vector:
    """Return the place of a die or token (mm)."""
    piece = table.movable(name)
    assert isinstance(piece, Die | Token)
    return piece.pose.at


def is_turned(die: Die, angle: float) -> bool:
    """Return whether the sides of a die are turned by an angle (rad). Quarter turns look alike."""
    return abs(math.remainder(yaw_of(die.pose.orientation) - angle, math.pi / 2)) < 1e-9


def test_what_is_found_and_lifted() -> None:
    """Pieces of all types are found. A model is lifted with its tower, from the bottom up; any other piece is lifted
    alone.
    """
    dice = TABLE.tower_dice("nell")
    assert [edits.piece_on(TABLE, name) for name in ("nell", "stage", "nobody")] == [NELL, STAGE, None]
    assert [edits.tower_of(TABLE, name) for name in ("nell-02", "loose", "nell")] == ["nell", None, None]
    wanted: dict[str, tuple[Piece, ...]] = {
        "nell": (NELL, *dice),
        "loose": (TABLE.dice["loose"],),
        "stage": (STAGE,),
    }
    for name, held in wanted.items():
        rest, lifted = lift(TABLE, name)
        assert lifted == held
        assert rest == TABLE.without(*(piece.id for piece in held))


@pytest.mark.parametrize(("to", "level"), [((300.0, 100.0), 0.0), ((400.0, 300.0), 30.0)])
def test_how_pieces_lie_where_they_are_put(to: Point, level: float) -> None:
    """Pieces are put on the ground, which may be the top of scenery. A die lies flat with its number and its rotation.
    A token lies flat with its rotation, and scenery keeps its heading.
    """
    x, y = to
    tilted = replace(TABLE.dice["loose"], pose=Pose((0.0, 0.0, 90.0), D6.orientation_showing(4, 0.2)))
    die = put_down(EMPTY, (tilted,), to).dice["loose"]
    assert (die.pose.at, die.shows) == ((x, y, level + 10.0), 4)
    assert is_turned(die, 0.2)
    four = Die("four", die_kind("d4"), 20.0, Pose((0.0, 0.0, 0.0), die_kind("d4").orientation_showing(3, 0.5)))
    die = put_down(EMPTY, (four,), to).dice["four"]
    assert die.shows == 3
    assert die.pose.at == pytest.approx((x, y, level + 20.0 / math.sqrt(24.0)))
    coin = put_down(EMPTY, (TABLE.tokens["coin"],), to).tokens["coin"]
    assert coin.pose.at == (x, y, level + 1.5)
    assert coin.pose.orientation == pytest.approx(about_z(0.4))
    nell = put_down(EMPTY, (NELL,), to)
    assert (nell.models["nell"], nell.towers) == (replace(NELL, at=to, level=level), {})
    both = put_down(EMPTY, (NELL, *TABLE.tower_dice("nell")), to, TABLE.towers["nell"])
    assert at(both, "nell-01") == pytest.approx((x + 30.0, y + 5.0, level + 24.0))
    assert put_down(EMPTY, (replace(STAGE, heading=0.5),), to).terrain["stage"] == replace(STAGE, at=to, heading=0.5)


@pytest.mark.parametrize(("offset", "snaps"), [((1.2, 1.6), True), ((1.3, 1.6), False), ((-5.0, 3.0), False)])
def test_how_a_die_is_put_on_a_tower(offset: Point, *, snaps: bool) -> None:
    """If a die is held within 2 mm of the middle of the top die, it is put exactly above. Elsewhere it is put where it
    is held. It keeps its number. The owner of the tower's model gets it. Without a model, its owner stays.
    """
    loose = TABLE.dice["loose"]
    held = (130.0 + offset[0], 205.0 + offset[1])
    there = edits.stack_on(TABLE.without("loose"), loose, "nell", held)
    top = there.tower_dice("nell")[-1]
    x, y = (130.0, 205.0) if snaps else held
    assert (top.id, top.owner, top.shows, top.size) == ("loose", "Ann", 4, 20.0)
    assert top.pose.at == (x, y, 48.0 + 10.0)
    assert there.tower_height("nell") == 4
    alone = with_tower(EMPTY, 2, name="t", at=(130.0, 205.0), yaw=0.3)
    top = edits.stack_on(alone, loose, "t", held).tower_dice("t")[-1]
    assert (top.owner, top.shows) == ("Bob", 4)
    assert is_turned(top, 0.3)


def test_the_first_die_of_a_tower() -> None:
    """A first die stands against the base of the model, on the side that faces the pointer. It belongs to the model's
    owner. From there it can be moved around the model.
    """
    there = edits.stack_on(EMPTY.with_pieces(NELL), TABLE.dice["loose"], "nell", (100.0, 400.0))
    (die,) = there.tower_dice("nell")
    assert (die.owner, die.shows) == ("Ann", 4)
    assert die.pose.at == pytest.approx((100.0, 200.0 + 12.5 + 10.0, 10.0))
    assert there.towers["nell"] == Tower(("loose",), math.pi / 2)
    there = edits.swing_tower(there, "nell", (90.0, 200.0))
    assert at(there, "loose") == pytest.approx((77.5, 200.0, 10.0))
    assert there.towers["nell"].bearing == pytest.approx(math.pi)


def test_how_pieces_are_turned() -> None:
    """A piece turns about its middle, anticlockwise. If a model turns, its tower moves around it."""
    there = edits.turn(TABLE, "nell", math.pi / 2)
    assert there.models["nell"] == replace(NELL, heading=0.3 + math.pi / 2)
    assert at(there, "nell-01") == pytest.approx((95.0, 230.0, 24.0))
    assert there.dice["nell-01"].pose.orientation == pytest.approx(about_z(math.pi / 2))
    assert there.towers["nell"].bearing == pytest.approx(TABLE.towers["nell"].bearing + math.pi / 2)
    assert edits.turn(TABLE, "stage", 0.5).terrain["stage"] == replace(STAGE, heading=0.5)
    assert edits.turn(EMPTY.with_pieces(NELL), "nell", 0.5).models["nell"] == replace(NELL, heading=0.8)
    for name, before in (("coin", 0.4), ("loose", 0.2)):
        there = edits.turn(TABLE, name, 0.5)
        piece = there.movable(name)
        assert isinstance(piece, Die | Token)
        assert at(there, name) == at(TABLE, name)
        if isinstance(piece, Token):
            assert piece.pose.orientation == pytest.approx(about_z(before + 0.5))
        else:
            assert is_turned(piece, before + 0.5)
    assert edits.turn(TABLE, "nobody", 0.5) is TABLE


def test_numbers_falls_and_removals() -> None:
    """If a die gets another number, it stays in its place. A model that is laid down loses its tower. If a die is
    removed from a tower, the dice above move down by its size.
    """
    for name, place in (("nell-02", (130.0, 205.0, 40.0)), ("loose", (500.0, 100.0, 10.0))):
        die = edits.show_number(TABLE, name, 2).dice[name]
        assert die.shows == 2
        assert die.pose.at == pytest.approx(place)
    raised = TABLE.with_pieces(replace(TABLE.dice["loose"], pose=Pose((400.0, 300.0, 90.0))))
    assert at(edits.show_number(raised, "loose", 2), "loose") == pytest.approx((400.0, 300.0, 40.0))
    down = edits.set_fallen(TABLE, "nell", True)
    assert (down.models["nell"], down.tower_height("nell")) == (replace(NELL, fallen=True), 0)
    assert edits.set_fallen(down, "nell", False).models["nell"] == NELL
    there = edits.remove(TABLE, "nell-01")
    assert [(die.id, die.pose.at) for die in there.tower_dice("nell")] == [
        ("nell-00", (130.0, 205.0, 8.0)), ("nell-02", (130.0, 205.0, 24.0)),
    ]  # fmt: skip
    assert edits.remove(TABLE, "loose") == TABLE.without("loose")
    assert edits.remove(TABLE, "nell") == TABLE.without("nell", "nell-00", "nell-01", "nell-02")


def test_which_tables_are_refused() -> None:
    """A table is refused if pieces overlap, or if a tower has a gap or leans so far that it would fall."""
    assert edits.refusal(with_tower(EMPTY, 3, name="t", at=(200.0, 200.0))) is None
    assert edits.refusal(with_tower(EMPTY, 3, name="t", at=(200.0, 200.0), lean=(5.0, 0.0))) is None
    would_fall = edits.refusal(with_tower(EMPTY, 4, name="t", at=(200.0, 200.0), lean=(6.0, 0.0)))
    assert would_fall == "the tower of t would fall: its weight is not above the dice below"
    gap = with_tower(EMPTY, 3, name="t", at=(200.0, 200.0)).without("t-01")
    assert edits.refusal(gap) == "the tower of t is not possible: each die must stand on the one below"
    assert edits.refusal(EMPTY.with_pieces(NELL, replace(NELL, id="other", at=(110.0, 200.0)))) is not None


# A piece in hand.


def pointer(x: float, y: float, piece: str | None = None) -> Pointer:
    """Return a place of the mouse."""
    return Pointer((x, y), piece, 0.0)


def test_a_piece_stays_under_the_mouse() -> None:
    """If a piece is picked up beside its middle, it keeps its offset from the mouse. A die from a tower jumps to the
    mouse. If a die below the top of a model's tower is picked up, the whole tower moves.
    """
    held = pick_up(TABLE, "loose", pointer(503.0, 96.0))
    assert (held.held, held.grabbed, held.table) == ((TABLE.dice["loose"],), (-3.0, 4.0), TABLE.without("loose"))
    assert (held.tower, held.from_tray, held.swinging, held.level) == (None, False, None, 0.0)
    held.pointer = pointer(303.0, 196.0)
    there = held.dropped()
    assert there is not None
    assert at(there, "loose") == (300.0, 200.0, 10.0)
    held = pick_up(TABLE, "nell", pointer(102.0, 201.0))
    assert (held.piece, held.grabbed, held.tower) == (NELL, (-2.0, -1.0), TABLE.towers["nell"])
    held.turned(math.pi / 2)
    held.pointer = pointer(302.0, 101.0)
    there = held.dropped()
    assert there is not None
    assert (there.models["nell"].at, there.models["nell"].heading) == ((300.0, 100.0), 0.3 + math.pi / 2)
    assert at(there, "nell-02") == pytest.approx((295.0, 130.0, 40.0))
    top = pick_up(TABLE, "nell-02", pointer(133.0, 205.0, "nell-02"))
    assert (top.grabbed, top.held, top.swinging) == ((0.0, 0.0), (TABLE.dice["nell-02"],), None)
    swung = pick_up(TABLE, "nell-01", pointer(133.0, 205.0))
    assert (swung.swinging, swung.level, swung.held, swung.table) == (
        "nell",
        8.0,
        tuple(TABLE.tower_dice("nell")),
        TABLE,
    )
    swung.turned(1.0)
    swung.pointer = pointer(100.0, 300.0)
    assert swung.dropped() == edits.swing_tower(TABLE, "nell", (100.0, 300.0))


def test_a_die_over_a_tower() -> None:
    """If a held die is over a die of a tower or over its model, it is put on the tower. Over the model, it is put on
    the middle of the top. The first die of a model stands beside it, unless the model has fallen. Other pieces, and
    dice that are no cubes, are put on the ground.
    """
    rest, die = TABLE.without("loose"), TABLE.dice["loose"]
    for name, place in (("nell-00", (134.0, 207.0, 58.0)), ("nell", (130.0, 205.0, 58.0))):
        held = HeldPiece(rest, (die,), pointer=pointer(134.0, 207.0, name))
        there = held.dropped()
        assert there is not None
        assert (at(there, "loose"), there.tower_height("nell"), held.level) == (place, 4, 48.0)
    alone = EMPTY.with_pieces(NELL)
    held = HeldPiece(alone, (die,), pointer=pointer(100.0, 300.0, "nell"))
    assert (held.dropped(), held.level) == (edits.stack_on(alone, die, "nell", (100.0, 300.0)), 0.0)
    fallen = EMPTY.with_pieces(replace(NELL, fallen=True))
    eight = Die("eight", die_kind("d8"), 20.0)
    on_ground: tuple[tuple[Table, Piece, str | None], ...] = (
        (fallen, die, "nell"), (rest, eight, "nell-00"), (rest, TABLE.tokens["coin"], "nell-00"), (rest, die, None),
        (rest, die, "coin"),
    )  # fmt: skip
    for table, piece, under in on_ground:
        held = HeldPiece(table, (piece,), pointer=pointer(100.0, 300.0, under))
        assert (held.dropped(), held.level) == (put_down(table, (piece,), (100.0, 300.0)), 0.0)
    nowhere = HeldPiece(rest, (die,))
    assert (nowhere.dropped(), nowhere.level, nowhere.overlay()) == (None, 0.0, TableOverlay())


def test_the_ghost_of_a_held_piece() -> None:
    """Held pieces are drawn a little above the place where they would be put. They are green if they may be put there.
    Otherwise they are red, with the reason.
    """
    held = pick_up(TABLE, "nell", pointer(100.0, 200.0))
    for x, why in ((300.0, None), (5.0, edits.refusal(edits.put_down(EMPTY, (NELL,), (5.0, 200.0))))):
        held.pointer = pointer(x, 200.0)
        drawn = held.overlay()
        assert (drawn.hint, drawn.refused) == (why or "", why is not None)
        ghosts = [mark for mark in drawn.marks if isinstance(mark, Ghost)]
        assert [one.piece.id for one in ghosts if not isinstance(one.piece, str)] == [
            "nell", "nell-00", "nell-01", "nell-02",
        ]  # fmt: skip
        assert ghosts[0].pose.at == (x, 200.0, GHOST_HEIGHT)
        assert {one.colour for one in ghosts} == {ALLOWED if why is None else REFUSED}
    scenery = HeldPiece(Table(600.0, 500.0), (replace(STAGE, heading=0.5),), pointer=pointer(200.0, 200.0))
    (ghost,) = scenery.overlay().marks
    assert isinstance(ghost, Ghost)
    assert ghost.pose == Pose((200.0, 200.0, GHOST_HEIGHT), about_z(0.5))
    swung = pick_up(TABLE, "nell-00", pointer(100.0, 300.0))
    assert len(swung.overlay().marks) == 3


def test_new_pieces_from_the_tray() -> None:
    """A new die shows the chosen number, or its first face if it has no such number. A new model looks along the
    diagonal of the table. New scenery belongs to nobody.
    """
    for face, shows in ((5, 5), (9, 1), (None, 1)):
        (die,) = from_tray(EMPTY, Die("kind"), "d9", "Ann", face).held
        assert isinstance(die, Die)
        assert (die.id, die.owner, die.shows) == ("d9", "Ann", shows)
    held = from_tray(EMPTY, NELL, "new", "Bob", None)
    assert (held.table, held.from_tray, held.grabbed, held.pointer) == (EMPTY, True, (0.0, 0.0), None)
    assert held.held == (replace(NELL, id="new", owner="Bob", heading=math.atan2(250.0, 300.0)),)
    assert from_tray(EMPTY, STAGE, "new", "Bob", 3).held == (replace(STAGE, id="new"),)


def test_a_history_of_values() -> None:
    """Each change can be undone and redone. After a new change nothing can be redone."""
    history = History(0)
    history.undo()
    history.redo()
    assert (history.current, history.can_undo, history.can_redo) == (0, False, False)
    for value in (1, 2, 3):
        history.change(value)
    seen = []
    for step in (history.undo, history.undo, history.undo, history.undo, history.redo, history.redo):
        step()
        seen.append((history.current, history.can_undo, history.can_redo))
    assert seen == [
        (2, True, True), (1, True, True), (0, False, True), (0, False, True), (1, True, True), (2, True, True),
    ]  # fmt: skip
    history.change(7)
    history.redo()
    assert (history.current, history.can_undo, history.can_redo) == (7, True, False)
    history.undo()
    assert history.current == 2
