"""The table, and the set-up of the models (BK-02)."""

import math
from dataclasses import replace
from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.fight.field import clearances
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, State
from riotsim.play.requests import PickPoint, Request
from riotsim.play.rulebook.surfaces import surface
from riotsim.table.geometry.plan import CONTACT_GAP, MIN_EDGE, Footprint, disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import MODEL_HEIGHT, Figure, Model, PieceId, Round, Terrain
from riotsim.table.poses import Point, heading
from riotsim.table.state import Table

CORNERS: Final = ((0, 0), (1, 1), (1, 0), (0, 1))
"""Each side's corner of the table in a fight of three or four sides.

A corner is given as x (0 left, 1 right) and y (0 front, 1 back).
"""

OUTSIDE: Final = "the whole base must stand in the area of its side"
"""The message to a player who puts a model outside the set-up area of its side."""


def empty_table(rules: Rulebook) -> Table:
    """Return the table with its terrain and its tray, without models (BK-02, BK-04)."""
    width, depth = rules.table.width, rules.table.depth
    tray = replace(rules.tray.beside(width, depth, rules.surface, rules.surfaces), rack=rules.tray.rack)
    table = Table(width, depth, surface(rules.surface, rules.surfaces[rules.surface]), tray=tray)
    pieces = []
    for number, placed in enumerate(rules.table.terrain, 1):
        kind = rules.scenery[placed.piece]
        pieces.append(Terrain(f"{placed.piece}{number}", kind.shape, placed.at, placed.turn, placed.piece))
    return table.with_pieces(*pieces)


def model_of(rules: Rulebook, fighter: Fighter, at: Point, facing: float = 0.0) -> Model:
    """Return the model of a fighter."""
    down, who = fighter.prone or fighter.condition != "up", fighter.character
    # The height is that of a model without a figure: the figure is only drawn.
    figure = Figure(who.miniature, "", MODEL_HEIGHT) if who.miniature else None
    return Model(fighter.id, fighter.player, at, Round(rules.bodies.base), facing, fallen=down,
                 kind=who.name, figure=figure)  # fmt: skip


def deployment_area(rules: Rulebook, side: int) -> Footprint:
    """Return the area for a side's models in the set-up (BK-02).

    It lies along an edge of the table if there are two sides, otherwise in a corner.

    Args:
        rules: The rulebook.
        side: Index of the side.
    """
    width, depth, reach = rules.table.width, rules.table.depth, rules.deployment.depth
    if rules.sides == 2:
        y = reach / 2 if side == 0 else depth - reach / 2
        return rectangle((width / 2, y), width, reach)
    right, back = CORNERS[side]
    at = (width - reach / 2 if right else reach / 2, depth - reach / 2 if back else reach / 2)
    return rectangle(at, reach, reach)


def deployment_region(game: Skirmish, fighter: Fighter) -> Region:
    """Return the places where a model may be set up.

    Its whole base must lie in the area of its side. If this area has no room left, any free place on the table is
    allowed.
    """
    radius = game.rules.bodies.base / 2
    left, front, right, back = deployment_area(game.rules, game.state.players.index(fighter.player)).bounds()
    shrunk = 2 * (2 * radius + CONTACT_GAP)  # a base that touches the inner area lies wholly within the outer one
    middle = ((left + right) / 2, (front + back) / 2)
    inner = rectangle(middle, max(MIN_EDGE, right - left - shrunk), max(MIN_EDGE, back - front - shrunk))
    base, clear = disc((0.0, 0.0), radius), clearances(game, fighter)
    region = Region(base, game.table.width, game.table.depth, clear, inner, OUTSIDE)
    return region if region.has_room() else replace(region, must_touch=None)


async def set_up_model(game: Skirmish) -> None:
    """Ask the next player for a model and its place, and put the model there (BK-02).

    The sides take turns, and set up one model each time.
    """
    state = game.state
    player = next_to_set_up(state)
    waiting = [one for one in state.side(player) if not one.placed]
    regions = tuple((one.id, deployment_region(game, one)) for one in waiting)
    spot = await game.ask(PickPoint(player, "set up", regions))
    fighter = game.change(spot.piece, placed=True)
    middle = (game.table.width / 2, game.table.depth / 2)
    facing = 0.0 if math.dist(spot.at, middle) == 0.0 else heading(spot.at, middle)
    game.table = game.table.with_pieces(model_of(game.rules, fighter, spot.at, facing))
    game.emit(events.SetsUp(player, fighter.id))
    if all(one.placed for one in state.fighters.values()):
        state.phase = "surprise" if game.rules.scenario.surprise else "round"


def next_to_set_up(state: State) -> str:
    """Return the player who sets up the next model.

    Only players with models left to set up count. Among them, it is the player with the fewest models on the table. If
    several players have equally few, it is the first of them in the order of play.
    """
    left = [player for player in state.players if any(not one.placed for one in state.side(player))]
    return min(left, key=lambda player: sum(one.placed for one in state.side(player)))


def incoming_models(rules: Rulebook, state: State, request: Request[object]) -> dict[PieceId, Model]:
    """Return the models that a player may choose in a request to set up a model, by name.

    For any other request, return nothing.
    """
    if not isinstance(request, PickPoint) or request.purpose != "set up":
        return {}
    return {name: model_of(rules, state.fighters[name], (0.0, 0.0)) for name, _ in request.regions}
