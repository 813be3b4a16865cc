"""The rules of Buskit with options, and its characters, for tests."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from riotsim.files.rules import load_rules
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.rulebook import Rulebook

FILE = Path(__file__).parents[3] / "rules" / "buskit.yaml"


def rules(**options: Any) -> Rulebook:
    """Load the rules with options; `__` in a name stands for a dot."""
    return _rules(json.dumps({key.replace("__", "."): value for key, value in options.items()}))


@cache
def _rules(options: str) -> Rulebook:
    return load_rules(FILE, Rulebook, json.loads(options))


@cache
def character(name: str) -> Character:
    """Return a character of the sides that come with the game."""
    terms = rules().terms()
    found = {one: figures for side in rules().companies.values() for one, figures in side.characters.items()}
    return found[name].character(name, terms)
