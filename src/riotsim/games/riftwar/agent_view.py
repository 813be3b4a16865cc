"""Learning agents' view of RiftWar."""

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from riotsim.games.riftwar.armies.unit_types import CLASSES, Abilities
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State, Unit
from riotsim.play.agent_view import AgentSizes, AgentView, turns_of_corners
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

KINDS: Final = ("ranged", "close", "unarmed")
ABILITIES: Final = tuple(field.name for field in fields(Abilities) if field.name != "arc")


def _trait_names(_rules: Rulebook) -> tuple[str, ...]:
    return (
        *(f"is {one}" for one in (*CLASSES, *KINDS)), *ABILITIES, "arc", "pinned", "wounded", "destroyed", "aboard",
        "in a fray", "spent", "has attacked",
    )  # fmt: skip


def _traits(_rules: Rulebook, state: State, _table: Table) -> Mapping[PieceId, tuple[float, ...]]:
    return {name: _of_one(unit) for name, unit in state.units.items()}


def _of_one(unit: Unit) -> tuple[float, ...]:
    able = unit.type.able
    return (
        *(float(one in (unit.type.size, unit.type.kind)) for one in (*CLASSES, *KINDS)),
        *(float(getattr(able, name)) for name in ABILITIES),
        able.arc / math.tau,
        float(unit.pinned),
        float(unit.wounded),
        float(unit.destroyed),
        float(unit.aboard is not None),
        float(unit.fray is not None),
        float(unit.spent),
        float(bool(unit.attacked)),
    )


VIEW: Final = AgentView(
    purposes=(
        "set up", "roll", "action", "who moves", "group", "move", "how to move", "boundary", "cross", "dangers",
        "point out dangers", "look at", "turn the group", "who turns", "react", "fire at", "order of targets",
        "next target", "who fires", "target", "coordinated by", "attackers", "next attacker", "spotter",
        "close combat target", "who makes contact", "contact", "enter the fray", "who reacts", "fall back",
        "who attacks", "escape", "who rallies", "board", "survivors", "who is next",
    ),
    words=(
        "direct fire", "coordinated fire", "indirect fire", "attack", "coordinated attack", "move", "group move",
        "close combat", "group close combat", "escape", "cross", "turn", "aim", "rally", "pass", "walk", "fly",
        "this side", "far side", "go on", "change", "withdraw", "as they stand", "to one point", "one by one",
        "hold fire", "fire", "as listed", "stay", "fall back", "close group",
    ),
    sizes=AgentSizes(options=48, ways=1, models=40),
    trait_names=_trait_names,
    traits=_traits,
    quarter_turns=turns_of_corners,
    acting=lambda state: next(iter(state.plan.movers), None) if state.plan is not None else None,
)  # fmt: skip
