"""The rules of RiftWar with options, and its unit types, for tests."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from riotsim.files.rules import load_rules
from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.rulebook import Rulebook

FOLDER = Path(__file__).parents[3] / "rules"
FILE = FOLDER / "riftwar.yaml"
AS_PLAYED = FOLDER / "riftwar_as_played.yaml"


def rules(**options: Any) -> Rulebook:
    """Load the rules with options; `__` in a name stands for a dot."""
    return _rules(json.dumps({key.replace("__", "."): value for key, value in options.items()}))


@cache
def _rules(options: str) -> Rulebook:
    return load_rules(FILE, Rulebook, json.loads(options))


@cache
def unit_type(army: str, name: str) -> UnitType:
    """Return a type of units of an army that comes with the rules."""
    found = {unit.name: unit for unit, _ in rules().armies[army].unit_types(rules().traits)}
    return found[name]
