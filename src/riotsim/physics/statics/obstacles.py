"""The pieces of a table as obstacles: footprints between two heights."""

from dataclasses import dataclass

from riotsim.physics.bodies.extents import GIRTH, model_height, model_radius, reach_of
from riotsim.table.geometry.plan import Footprint, disc, gap, near
from riotsim.table.pieces import BASE_THICKNESS, Die, Model, PieceId, Round
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A piece or a part of one."""

    plan: Footprint
    """Its footprint."""
    bottom: float
    """Height of its lowest point (mm)."""
    top: float
    """Height of its highest point (mm)."""

    def within(self, distance: float, plan: Footprint, bottom: float, top: float) -> bool:
        """Return whether it is near another piece.

        Args:
            distance: Distance up to which it is near (mm).
            plan: Footprint of the other piece.
            bottom: Height of the other's lowest point (mm).
            top: Height of the other's highest point (mm).
        """
        if self.bottom - distance > top or bottom > self.top + distance:
            return False
        return near(plan, self.plan, distance) and gap(plan, self.plan) <= distance


def model_obstacles(model: Model) -> list[Obstacle]:
    """Return a model as obstacles: its base, and its figure apart if that is a plain column."""
    top = model.level + model_height(model)
    base = model.level + BASE_THICKNESS
    if not isinstance(model.base, Round) or model.figure is not None or top <= base:
        return [Obstacle(model.footprint, model.level, top)]
    column = disc(model.at, GIRTH * model_radius(model))
    return [Obstacle(model.footprint, model.level, base), Obstacle(column, base, top)]


def die_obstacle(die: Die) -> Obstacle:
    """Return a die as an obstacle for any orientation."""
    z, reach = die.pose.at[2], reach_of(die)
    return Obstacle(disc(die.pose.plan, reach), z - reach, z + reach)


def table_obstacles(table: Table, own: PieceId, *, loose: bool) -> list[Obstacle]:
    """Return the pieces of a table as obstacles.

    Args:
        table: The table.
        own: Name of the model that is left out with its tower.
        loose: Whether to include loose dice.
    """
    found = [Obstacle(terrain.footprint, 0.0, terrain.height) for terrain in table.terrain.values()]
    found += [part for model in table.models.values() if model.id != own for part in model_obstacles(model)]
    for token in table.tokens.values():
        z, reach = token.pose.at[2], reach_of(token)
        found.append(Obstacle(token.footprint, z - reach, z + reach))
    found += [
        die_obstacle(table.dice[die]) for name, tower in table.towers.items() if name != own for die in tower.dice
    ]
    if loose:
        found += [die_obstacle(die) for die in table.loose_dice()]
    return found
