"""The view of Cube Clash for learning agents."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.state import State, match_of
from riotsim.games.cube_clash.units.faces import MAX_COUNT, Icon
from riotsim.games.cube_clash.units.unit import UnitDie, standing
from riotsim.play.agent_view import AgentSizes, AgentView
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

HEALTH_SCALE: Final = 3.0
"""An observation divides the health of a die by this number. It is the greatest health of a die (CC-03)."""


def _trait_names(_rules: Rulebook) -> tuple[str, ...]:
    return ("health", "on the board", "dead", *(f"shows {icon}" for icon in Icon), *(f"has {icon}" for icon in Icon))


def _traits(rules: Rulebook, state: State, _table: Table) -> Mapping[PieceId, tuple[float, ...]]:
    return {die.id: _of_one(state, die) for die in match_of(rules, state).dice.values()}


def _of_one(state: State, die: UnitDie) -> tuple[float, ...]:
    """Return the numbers for a die in an observation. Each is from 0 to 1.

    In this order, the numbers are:

    - the health of the die's unit, divided by the greatest health
    - whether the die is on the board, and whether it is dead
    - for each icon, its count on the top face
    - for each icon, its greatest count on any face of the die

    A count is divided by the greatest possible count. An icon that isn't on the top face, or on any face, has the
    number 0. An icon there without a count has the number 1. If a die isn't on the board, its ID face (CC-37) is taken
    as its top face.
    """
    stands = state.position.find(die.id)
    top = die.unit.face((standing(die.owner) if stands is None else stands.lies).top)
    greatest = {face.icon: max(f.count for f in die.unit.faces if f.icon == face.icon) for face in die.unit.faces}
    return (
        die.unit.health / HEALTH_SCALE,
        float(stands is not None),
        float(die.id in state.position.dead),
        *((top.count / MAX_COUNT or 1.0) if icon == top.icon else 0.0 for icon in Icon),
        *((greatest[icon] / MAX_COUNT or 1.0) if icon in greatest else 0.0 for icon in Icon),
    )


VIEW: Final = AgentView(
    purposes=(
        "terrain", "quarter", "turn", "die", "move", "action", "target", "second", "dead", "square", "top", "north",
        "spell", "points", "start", "revive", "counter", "share", "units", "banish",
    ),
    words=(
        "north", "east", "south", "west", "top", "bottom", "turn right", "turn about", "turn left", "nothing",
        "melee", "missile", "maneuver", "convert", "red", "return", "banish", "swap", "move", "turn",
    ),
    sizes=AgentSizes(ways=2, models=0, dice=32),
    trait_names=_trait_names,
    traits=_traits,
    units_are_dice=True,
    compass=("north", "west", "south", "east"),
    acting=lambda state: None if state.situation is None else getattr(state.situation.stage, "die", None),
)  # fmt: skip
