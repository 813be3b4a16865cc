"""Room on the table of Riot Dice: terrain that reaches over the edge, and gangs with their loot that need more room."""

import math

import pytest
from bot_position import bot_session
from lucky_table import rules

from riotsim.games.riot_dice.rulebook.catalogue import Layout, TerrainKind
from riotsim.games.riot_dice.rulebook.space_check import off_table_faults, space_fault, square_area
from riotsim.games.riot_dice.sandbox import RiotSandbox, _edge_spots
from riotsim.play.game import Assets
from riotsim.play.sandbox.game_sandbox import Position
from riotsim.table.pieces import Hull, Round
from riotsim.table.state import Table
from riotsim.table.units import inches

KINDS = {
    "wall": TerrainKind.model_validate({"box": ["100mm", "20mm", "30mm"]}),
    "stage": TerrainKind.model_validate({"box": ["200mm", "100mm", "12mm"], "blocks_moves": False, "stand_on": True}),
    "mat": TerrainKind.model_validate({"box": ["200mm", "100mm", "3mm"], "blocks_moves": False}),
    "hill": TerrainKind.model_validate({"mesh": "hill.glb"}),
}


def layout(*terrain: tuple[str, float, float, float]) -> Layout:
    """Return a play area of 500 by 400 mm with terrain: kind, place (mm) and turn (degrees)."""
    pieces = [{"piece": kind, "at": [f"{x}mm", f"{y}mm"], "turn": f"{turn}deg"} for kind, x, y, turn in terrain]
    return Layout.model_validate({"width": "500mm", "depth": "400mm", "terrain": pieces})


def test_the_square_of_a_footing() -> None:
    """RD-01: a base counts as the square around it. A hull counts as the square in which it fits at any angle."""
    assert [square_area(Round(30.0)), square_area(Hull(60.0, 25.0))] == pytest.approx([900.0, 65.0**2])


@pytest.mark.parametrize(("piece", "covers"), [
    (("wall", 50.0, 10.0, 0.0), None), (("wall", 450.0, 390.0, 0.0), None), (("wall", 49.995, 10.0, 0.0), None),
    (("wall", 49.0, 10.0, 0.0), "x -1 to 99 mm and y 0 to 20 mm"),
    (("wall", 50.0, 8.0, 0.0), "x 0 to 100 mm and y -2 to 18 mm"),
    (("wall", 453.0, 10.0, 0.0), "x 403 to 503 mm and y 0 to 20 mm"),
    (("wall", 60.0, 394.0, 0.0), "x 10 to 110 mm and y 384 to 404 mm"),
    (("wall", 10.0, 50.0, 90.0), None), (("wall", 50.0, 10.0, 90.0), "x 40 to 60 mm and y -40 to 60 mm"),
    (("hill", 0.0, 400.0, 0.0), None), (("hill", 501.0, 40.0, 0.0), "x 501 to 501 mm and y 40 to 40 mm"),
    (("unknown", 900.0, 900.0, 0.0), None),
])  # fmt: skip
def test_terrain_lies_on_the_table(piece: tuple[str, float, float, float], covers: str | None) -> None:
    """RD-04: if any part of a box or the centre of a mesh is off the table, this is a fault. The fault tells what the
    piece covers.
    """
    found = list(off_table_faults(("table", "terrain"), layout(("wall", 250.0, 200.0, 0.0), piece), KINDS))
    text = f"this {piece[0]} reaches over the edge of its table; from front left, it covers {covers} of 500 x 400 mm"
    assert found == ([] if covers is None else [(("table", "terrain", 1, "at"), text)])


@pytest.mark.parametrize(("terrain", "free"), [
    ((), 200_000.0), ((("wall", 100.0, 100.0, 0.0), ("wall", 300.0, 100.0, 0.0)), 196_000.0),
    ((("stage", 200.0, 200.0, 0.0),), 200_000.0), ((("mat", 200.0, 200.0, 0.0),), 180_000.0),
    ((("hill", 200.0, 200.0, 0.0), ("unknown", 200.0, 200.0, 0.0)), 200_000.0),
])  # fmt: skip
def test_gangs_and_loot_need_room(terrain: tuple[tuple[str, float, float, float], ...], free: float) -> None:
    """RD-13: if models and loot need more than 0.3 of the area on which models can stand, this is a fault. The fault
    says how large the table would have to be.
    """
    assert list(space_fault(("table",), layout(*terrain), KINDS, 3, 0.3 * free)) == []
    taken = 0.3 * free + 60_000.0
    side = math.sqrt(taken / 0.3 + 200_000.0 - free) / 25.4
    assert list(space_fault(("table",), layout(*terrain), KINDS, 3, taken)) == [(
        ("table",),
        f"has no room for 3 gangs and their loot: with its terrain that takes about {side:.0f} x {side:.0f} in, and "
        "this is 20 x 16 in; make it larger, or gangs, loot or terrain smaller",
    )]  # fmt: skip


def test_places_of_gangs_along_the_edges() -> None:
    """The sandbox puts gangs in rows along an edge, from the middle of a row outward, 2 in apart. The first row is
    2.5 in from the edge.
    """
    table = Table(inches(16), inches(12))
    front = [(x / 25.4, y / 25.4) for x, y in _edge_spots(table, 0)]
    assert front[:6] == [pytest.approx(at) for at in [(8, 2.5), (10, 2.5), (6, 2.5), (12, 2.5), (4, 2.5), (8, 4.5)]]
    assert len(front) == 20
    assert front[-1] == pytest.approx((4, 8.5))
    for edge, first, second, last in ((1, (8, 9.5), (10, 9.5), (4, 3.5)), (2, (2.5, 6), (2.5, 8), (8.5, 4)),
                                      (3, (13.5, 6), (13.5, 8), (7.5, 4))):  # fmt: skip
        spots = [(x / 25.4, y / 25.4) for x, y in _edge_spots(table, edge)]
        assert [spots[0], spots[1], spots[-1]] == [pytest.approx(first), pytest.approx(second), pytest.approx(last)]


def test_a_new_sandbox_has_two_gangs_that_face_each_other() -> None:
    """RD-03: Ann's gang, the usual one, stands along the front edge. Bob's gang, which is chosen, stands along the back
    edge. Both look to the middle.
    """
    sandbox = RiotSandbox(rules(), Assets({}, {}, {}), ("Ann", "Bob"))
    position = sandbox.starting_position({"Bob": {"gang": "back_row"}, "Ann": {}})
    models = position.table.models
    assert {name: model.kind for name, model in models.items()} == {
        **dict.fromkeys(("a1", "a2", "a3", "a4", "a5"), "git"), **dict.fromkeys(("b1", "b2", "b3"), "marksman"),
        "b4": "bruiser",
    }  # fmt: skip
    assert models["a1"].at == pytest.approx((inches(12), inches(2.5)))
    assert models["a2"].at == pytest.approx((inches(14), inches(2.5)))
    assert models["b1"].at == pytest.approx((inches(12), inches(21.5)))
    assert [models["a1"].heading, models["b1"].heading] == pytest.approx([math.pi / 2, -math.pi / 2])
    assert (position.turn, position.scores) == ("Ann", {"Ann": 0, "Bob": 0})


def test_names_of_new_pieces() -> None:
    """A new model in the sandbox gets its boss's letter and the first free number. A new token is only called "new" at
    first.
    """
    sandbox = RiotSandbox(rules(), Assets({}, {}, {}), ("Ann", "Bob"))
    table = bot_session({"a1": (4.0, 4.0), "a3": (8.0, 8.0), "b1": (12.0, 12.0)}).table
    position = Position(table, "Ann", {})
    types = {one.key: one for one in sandbox.piece_types(position)}
    assert [sandbox.name(types["model.git"], boss, position) for boss in ("Ann", "Bob")] == ["a2", "b2"]
    assert sandbox.name(types["loot"], "Ann", position) == "new"
