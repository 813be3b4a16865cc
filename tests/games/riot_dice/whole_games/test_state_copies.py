"""The state of a game is copied at the start of each turn. The copy shares nothing that can change."""

import copy
from dataclasses import fields, is_dataclass

from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.setup import initial_state
from riotsim.games.riot_dice.state import Result, State


def changeable(value: object) -> list[object]:
    """Return the mutable objects within a value, including the value itself."""
    found: list[object] = []
    if isinstance(value, dict):
        found = [value, *(one for part in value.values() for one in changeable(part))]
    elif isinstance(value, list | set):
        found = [value, *(one for part in value for one in changeable(part))]
    elif is_dataclass(value) and not isinstance(value, type):
        own = [] if value.__dataclass_params__.frozen else [value]  # type: ignore[attr-defined]  # every dataclass has it
        found = [*own, *(one for field in fields(value) for one in changeable(getattr(value, field.name)))]
    return found


def full(rules: Rulebook) -> State:
    """Return a state with a value in every part that is usually empty."""
    state = initial_state(rules, ["Ada", "Bea"], {}, {})
    state.fought.append(("a1", "b1"))
    state.last_activations = ["Ada"]
    state.activating, state.turn, state.clock = "a1", "Ada", 12.0
    state.fighters["a1"].hit_points = 3
    state.result = Result(("Ada",), (("Ada", 3), ("Bea", 1)))
    return state


def test_a_copy_is_equal_and_shares_nothing_that_changes(rules: Rulebook) -> None:
    """The copy of a state equals the state and shares nothing with it that can change. So later turns can't change a
    checkpoint.
    """
    state = full(rules)
    copied = copy.deepcopy(state)
    assert copied == state
    before = {id(one) for one in changeable(state)}
    assert len(before) > 10
    assert not [one for one in changeable(copied) if id(one) in before]


def test_a_state_in_which_nobody_counts_activations_is_copied_too(rules: Rulebook) -> None:
    """RD-82: a state without last activations can be copied too."""
    state = initial_state(rules, ["Ada", "Bea"], {}, {})
    assert copy.deepcopy(state) == state
