"""The view that learning agents have of a game of Riot Dice."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.state import Fighter, State
from riotsim.play.agent_view import AgentSizes, AgentView
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.table.units import inches

NUMBER_SCALE: Final = 12.0
"""In an observation, numbers of dice, toughness and hit points are divided by this number. Our choice."""
RANGE_SCALE: Final = inches(24)
"""In an observation, the ranges of weapons are divided by this range (mm). Our choice."""


def _trait_names(rules: Rulebook) -> tuple[str, ...]:
    kinds, weapons = (f"is {kind}" for kind in rules.models), (f"has {weapon}" for weapon in rules.weapons)
    return (*kinds, *weapons, "toughness", "move dice", "range", "bullet dice", "thump dice", "hit points")


def _traits(rules: Rulebook, state: State, _table: Table) -> Mapping[PieceId, tuple[float, ...]]:
    return {model: _of_one(rules, fighter) for model, fighter in state.fighters.items()}


def _of_one(rules: Rulebook, fighter: Fighter) -> tuple[float, ...]:
    kind = rules.models[fighter.kind]
    weapons = [rules.weapons[name] for name in fighter.weapons]
    usual = kind.hit_points or rules.tower.hit_points
    points = 0 if rules.tower.mode != "hit_points" else usual if fighter.hit_points is None else fighter.hit_points
    return (
        *(float(name == fighter.kind) for name in rules.models),
        *(float(name in fighter.weapons) for name in rules.weapons),
        kind.toughness / NUMBER_SCALE,
        len(kind.move) / NUMBER_SCALE,
        max((one.range for one in weapons if one.range is not None), default=0.0) / RANGE_SCALE,
        max((len(one.dice) for one in weapons if one.dice is not None), default=0) / NUMBER_SCALE,
        max((len(one.thump) for one in weapons if one.thump is not None), default=0) / NUMBER_SCALE,
        points / NUMBER_SCALE,
    )


VIEW: Final = AgentView(
    purposes=(
        "drop", "place", "turn", "action", "roll", "move", "carry", "stack", "weapon", "bullet", "fight", "fight_next",
        "boot", "stand",
    ),
    words=(
        "leg it", "scoot", "shoot", "boot", "end", "thump", "shove", "pinch", "nothing", "terrain", "normal", "slow",
    ),
    sizes=AgentSizes(tokens=32),
    trait_names=_trait_names,
    traits=_traits,
    acting=lambda state: state.activating,
    clock=lambda state: state.clock,
)  # fmt: skip
