"""What stands on a table, in plan and between which heights: what one thing may meet without any engine to tell."""

from dataclasses import dataclass

from riotsim.physics.bodies.extents import GIRTH, model_height, model_radius, reach_of
from riotsim.table.geometry.plan import Footprint, disc, gap, near
from riotsim.table.pieces import BASE_THICKNESS, Die, Model, PieceId, Round
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A thing or a part of one."""

    plan: Footprint
    bottom: float
    """mm above the table."""
    top: float

    def within(self, room: float, plan: Footprint, bottom: float, top: float) -> bool:
        """Tell whether it is nearer than `room` mm to what is between two heights (mm)."""
        if self.bottom - room > top or bottom > self.top + room:
            return False
        return near(plan, self.plan, room) and gap(plan, self.plan) <= room


def of_model(model: Model) -> list[Obstacle]:
    """Give a model: its base, and if its figure is a plain column that."""
    top = model.level + model_height(model)
    base = model.level + BASE_THICKNESS
    if not isinstance(model.base, Round) or model.figure is not None or top <= base:
        return [Obstacle(model.footprint, model.level, top)]
    column = disc(model.at, GIRTH * model_radius(model))
    return [Obstacle(model.footprint, model.level, base), Obstacle(column, base, top)]


def of_die(die: Die) -> Obstacle:
    """Give a die, however it lies."""
    z, reach = die.pose.at[2], reach_of(die)
    return Obstacle(disc(die.pose.plan, reach), z - reach, z + reach)


def of_table(table: Table, own: PieceId, *, loose: bool) -> list[Obstacle]:
    """Give all that stands on a table but the model of this name and its tower; with `loose`, loose dice too."""
    found = [Obstacle(terrain.footprint, 0.0, terrain.height) for terrain in table.terrain.values()]
    found += [part for model in table.models.values() if model.id != own for part in of_model(model)]
    for token in table.tokens.values():
        z, reach = token.pose.at[2], reach_of(token)
        found.append(Obstacle(token.footprint, z - reach, z + reach))
    found += [of_die(table.dice[die]) for name, tower in table.towers.items() if name != own for die in tower.dice]
    if loose:
        found += [of_die(die) for die in table.loose_dice()]
    return found
