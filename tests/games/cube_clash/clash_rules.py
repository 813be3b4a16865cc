"""The rules of Cube Clash with options, for tests."""

from pathlib import Path
from typing import Any

from riotsim.files.rules import load_rules
from riotsim.games.cube_clash.rulebook import Rulebook

FILE = Path(__file__).parents[3] / "rules" / "cube_clash.yaml"


def rules(**options: Any) -> Rulebook:
    """Load the rules with options; `__` in a name stands for a dot."""
    return load_rules(FILE, Rulebook, {key.replace("__", "."): value for key, value in options.items()})
