"""The rules of Cube Clash with options, and its armies, for tests."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from riotsim.files.companies import load_company
from riotsim.files.rules import load_rules
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.armies import army_schema
from riotsim.games.cube_clash.units.unit import Unit

FILE = Path(__file__).parents[3] / "rules" / "cube_clash.yaml"


def rules(**options: Any) -> Rulebook:
    """Load the rules with options; `__` in a name stands for a dot."""
    return _rules(json.dumps({key.replace("__", "."): value for key, value in options.items()}))


@cache
def _rules(options: str) -> Rulebook:
    return load_rules(FILE, Rulebook, json.loads(options))


@cache
def army(name: str) -> tuple[Unit, ...]:
    """Load an army that comes with the game."""
    return load_company(name, army_schema(rules())).content.chosen()
