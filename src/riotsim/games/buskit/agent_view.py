"""Learning agents' view of Buskit."""

from collections.abc import Mapping
from typing import Final

from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, State
from riotsim.play.agent_view import AgentSizes, AgentView, turns_of_corners
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

ROLES: Final = ("hero", "other", "mook")
DIE_SCALE: Final = 12.0
"""Sides of a die, number of wounds, or initiative roll that an observation encodes as 1. Our choice."""
SHOCK_SCALE: Final = 24.0
"""Shock that an observation encodes as 1. We chose the Shock of a character whose Might and Will are d12."""
WILD_SCALE: Final = 4.0
"""Number of wild dice that an observation encodes as 1. Our choice."""
ARMOUR_SCALE: Final = 8.0
"""Number of dice of armour that an observation encodes as 1. Our choice."""


def _trait_names(rules: Rulebook) -> tuple[str, ...]:
    return (
        *(f"is {role}" for role in ROLES), *rules.traits, *(f"has {weapon}" for weapon in rules.weapons), "armour",
        "wounds", "shock", "wild dice", "initiative", "can act", "prone", "holding", "aiming", "has acted",
    )  # fmt: skip


def _traits(rules: Rulebook, state: State, _table: Table) -> Mapping[PieceId, tuple[float, ...]]:
    return {name: _of_one(rules, fighter) for name, fighter in state.fighters.items()}


def _of_one(rules: Rulebook, fighter: Fighter) -> tuple[float, ...]:
    armour = None if fighter.armour is None else rules.armours[fighter.armour]
    dice = 0 if armour is None else sum(layer.dice[0] for layer in armour.layers) - sum(fighter.spent)
    weapons = fighter.weapons
    return (
        *(float(role == fighter.character.role) for role in ROLES),
        *(fighter.character.traits.get(name, 0) / DIE_SCALE for name in rules.traits),
        *(float(name in weapons) for name in rules.weapons),
        dice / ARMOUR_SCALE,
        fighter.wounds / DIE_SCALE,
        fighter.shock / SHOCK_SCALE,
        fighter.wild / WILD_SCALE,
        fighter.initiative / DIE_SCALE,
        float(fighter.is_up),
        float(fighter.prone),
        float(fighter.holding),
        float(bool(fighter.aiming)),
        float(fighter.acted),
    )


VIEW: Final = AgentView(
    purposes=(
        "set up", "faster, worse attack", "faster, less damage", "roll", "action", "move", "run", "interrupt",
        "free strike", "weapon", "attacks", "target", "second weapon", "stance", "blow", "fire", "wild dice",
        "under fire", "take cover", "armour", "whom to help", "Trait", "difficulty", "whom to treat",
        "concession", "complication",
    ),
    words=(
        "attack", "aim", "run", "treat", "help", "reload", "stand up", "hold", "move", "drop prone", "done", "wait",
        "interrupt", "let go", "strike", "one attack", "two attacks", "three attacks", "one weapon", "steady",
        "reckless", "wary", "plain blow", "called shot", "telling blow", "single shots", "burst", "half", "all", "stay",
        "dodge", "stop", "spend a die", "fight", "shoot", "d4", "d6", "d8", "d10", "d12", "unarmed", "knife", "sword",
        "bat", "hold_out", "semi_automatic",
    ),
    sizes=AgentSizes(),
    trait_names=_trait_names,
    traits=_traits,
    quarter_turns=turns_of_corners,
    acting=lambda state: state.acting[-1] if state.acting else None,
)  # fmt: skip
