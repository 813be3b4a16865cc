"""The table, and the set-up of the units (RW-04, RW-06)."""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.armies.unit_types import UnitType, title_of
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.map.laying import map_patches, terrain_pieces
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State, Unit, UnitId
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import PickPoint, PlayerId, Request, Spot
from riotsim.play.rulebook.surfaces import surface
from riotsim.table.geometry.plan import MIN_EDGE, Footprint, disc, rectangle
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.overlaps import terrain_clearances
from riotsim.table.pieces import BASE_THICKNESS, Figure, Mesh, Model, PieceId, Round
from riotsim.table.poses import Point, heading
from riotsim.table.state import Table

NO_MESHES: Final[Mapping[str, Mesh]] = MappingProxyType({})

OUTSIDE: Final = "the whole base must stand in the area of its side"
"""The message for a unit that is set up outside the area of its side."""

CORNERS: Final = ((0, 0), (1, 1), (1, 0), (0, 1))
"""For each side, the corner of the table where it is set up in a game with three or four sides.

A corner is given as x (0 is left, 1 is right) and y (0 is front, 1 is back).
"""


def empty_table(rules: Rulebook, meshes: Mapping[str, Mesh] = NO_MESHES) -> Table:
    """Return the table with its map and its tray, without units (RW-04, RW-10).

    Args:
        rules: The rulebook.
        meshes: The loaded meshes, by kind of piece. A structure whose mesh is missing is a box.
    """
    width, depth = rules.table.width, rules.table.depth
    tray = rules.tray.beside(width, depth, rules.surface, rules.surfaces)
    laid = rules.game_map(meshes)
    ground = surface(rules.surface, rules.surfaces[rules.surface])
    return Table(width, depth, ground, terrain=terrain_pieces(laid), tray=tray, patches=map_patches(laid))


def model_of(rules: Rulebook, unit: Unit, at: Point, facing: float = 0.0) -> Model:
    """Return the model of a unit."""
    base = Round(rules.base(unit.type.size))
    return Model(unit.id, unit.player, at, base, facing, kind=unit.type.name, figure=figure_of(rules, unit.type))


def figure_of(rules: Rulebook, unit_type: UnitType) -> Figure:
    """Return the figure that is drawn for a type of units.

    All Transports have the same shape. All flyers that are not Transports share another shape. Any other unit has the
    shape of its kind, such as Ranged. The figure and its base together have the height of the unit's class (RW-02).
    """
    able = unit_type.able
    what = "transport" if able.transport else "flyer" if able.flying else unit_type.kind
    return Figure(f"unit_{what}.glb", "", rules.height(unit_type.size) - BASE_THICKNESS)


def clearances(game: Battle, *without: UnitId) -> tuple[Clearance, ...]:
    """Return the things that a unit's base must not overlap: structures, and all models except those in `without`."""
    others = (model for name, model in game.table.models.items() if name not in without)
    return (
        *terrain_clearances(game.table),
        *(Clearance(model.footprint, 0.0, f"{title_of(model.id)} is in the way") for model in others),
    )


def deployment_area(rules: Rulebook, side: int, players: int) -> Footprint:
    """Return a side's area for the set-up (RW-06). With two players, the area lies along the side's edge of the table.
    With more players, the area lies in the side's corner.

    Args:
        rules: The rulebook.
        side: Index of the side.
        players: Number of players.
    """
    width, depth, reach = rules.table.width, rules.table.depth, rules.deployment.depth
    if players == 2:
        return rectangle((width / 2, reach / 2 if side == 0 else depth - reach / 2), width, reach)
    right, back = CORNERS[side]
    span = 2 * reach  # a strip holds 35 units, and a corner has to hold them too
    at = (width - span / 2 if right else span / 2, depth - span / 2 if back else span / 2)
    return rectangle(at, span, span)


def deployment_region(game: Battle, unit: Unit) -> Region:
    """Return the places where a unit may be set up. The unit's whole base must be in the area of its side.

    If there is no room in that area, return all free places on the table.
    """
    base = disc((0.0, 0.0), game.rules.base(unit.type.size) / 2)
    players = game.state.players
    area = deployment_area(game.rules, players.index(unit.player), len(players)).bounds()
    outside = tuple(Clearance(rest, 0.0, OUTSIDE) for rest in _around(game.table, area))
    others, width, depth = clearances(game), game.table.width, game.table.depth
    region = Region(base, width, depth, (*outside, *others))
    return region if len(region.allowed_points()) else Region(base, width, depth, others)


def _around(table: Table, area: tuple[float, float, float, float]) -> Iterator[Footprint]:
    """Yield rectangles that together cover all of the table except an area.

    Args:
        table: The table.
        area: The left, front, right and back edges of the area (mm).
    """
    left, front, right, back = area
    for x0, y0, x1, y1 in (
        (0.0, 0.0, left, table.depth),
        (right, 0.0, table.width, table.depth),
        (0.0, 0.0, table.width, front),
        (0.0, back, table.width, table.depth),
    ):
        if x1 - x0 > MIN_EDGE and y1 - y0 > MIN_EDGE:
            yield rectangle(((x0 + x1) / 2, (y0 + y1) / 2), x1 - x0, y1 - y0)


async def set_up_units(game: Battle) -> None:
    """Ask the next player which unit or close group to set up, and where to put it (RW-06)."""
    state = game.state
    player = next_to_set_up(state)
    waiting = tuple(unit for unit in state.side(player) if not unit.placed)
    chosen = await game.ask(PickSome(player, "set up", tuple(unit.id for unit in waiting), least=1, are_pieces=False))
    regions = tuple((name, deployment_region(game, game.unit(name))) for name in chosen)
    spots: tuple[Spot, ...]
    if len(chosen) == 1:
        spots = (await game.ask(PickPoint(player, "set up", regions)),)
    else:
        spots = await game.ask(PlaceSome(player, "set up", regions, max_gap=game.rules.group.within))
    for spot in spots:
        unit = game.change(spot.piece, placed=True)
        game.table = game.table.with_pieces(model_of(game.rules, unit, spot.at, _facing(game, player, spot.at)))
    game.emit(events.SetsUp(player, chosen))
    state.actions += 1
    if all(unit.placed for unit in state.units.values()):
        state.stage = "battle"


def next_to_set_up(state: State) -> PlayerId:
    """Return the player who sets up next. Players take turns, beginning with the first active player (RW-06).

    A player whose units are all set up is passed over.
    """
    first = state.players.index(state.active)
    order = (*state.players[first:], *state.players[:first])
    turn = state.actions % len(order)
    left = (player for player in (*order[turn:], *order[:turn]) if any(not one.placed for one in state.side(player)))
    return next(left)


def incoming_models(rules: Rulebook, state: State, request: Request[object]) -> dict[PieceId, Model]:
    """Return the models of the units that a request asks a player to put on the table."""
    if not isinstance(request, PickPoint | PlaceSome) or request.purpose not in ("set up", "survivors"):
        return {}
    return {name: model_of(rules, state.units[name], (0.0, 0.0)) for name, _ in request.regions}


def _facing(game: Battle, player: PlayerId, at: Point) -> float:
    """Return a unit's direction in the set-up (rad).

    With two players, the unit faces straight towards the enemy's edge of the table. With more players, the unit faces
    the middle of the table.
    """
    if len(game.state.players) == 2:
        return math.pi / 2 if player == game.state.players[0] else -math.pi / 2
    middle = (game.table.width / 2, game.table.depth / 2)
    return 0.0 if math.dist(at, middle) == 0.0 else heading(at, middle)
