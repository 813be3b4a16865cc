"""Learning agents' view of the fighters of Buskit."""

from typing import Any

import pytest
from buskit_rules import skirmish

from riotsim.games.buskit.agent_view import VIEW
from riotsim.games.buskit.state import State

DUEL: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [13, 14]}}
"""Ines of Ada (8 Wounds, 16 Shock, leathers) and Cole of Bea (6 Wounds, 14 Shock, four dice of a vest)."""


def test_agents_see_the_figures_of_each_fighter() -> None:
    """BK-10, BK-16: agents see roles, dice, weapons and state of each fighter as numbers that are about 1 at most."""
    game = skirmish(DUEL)
    cole: dict[str, Any] = {"shock": 6, "wounds": 3, "wild": 2, "initiative": 9, "spent": (1,), "prone": True}
    game.change("b.cole", **cole, holding=True, aiming="aimed", acted=True)
    names = VIEW.trait_names(game.rules)
    seen = VIEW.traits(game.rules, game.state, game.table)
    found = dict(zip(names, seen["b.cole"], strict=True))
    assert {name: value for name, value in found.items() if value} == pytest.approx({
        "is hero": 1.0, "might": 0.5, "move": 10 / 12, "fight": 0.5, "shoot": 10 / 12, "drive": 0.5, "think": 0.5,
        "talk": 0.5, "tech": 0.5, "wits": 8 / 12, "will": 8 / 12, "has semi_automatic": 1.0, "armour": armour(3),
        "wounds": 0.25, "shock": 0.25, "wild dice": 0.5, "initiative": 0.75, "can act": 1.0, "prone": 1.0,
        "holding": 1.0, "aiming": 1.0, "has acted": 1.0,
    })  # fmt: skip
    game.change("b.cole", broken=True, lost=("semi_automatic",), condition="out", holding=False, aiming="", acted=False)
    found = dict(zip(names, VIEW.traits(game.rules, game.state, game.table)["b.cole"], strict=True))
    gone = ("armour", "has semi_automatic", "can act", "holding", "aiming", "has acted")
    assert [found[name] for name in gone] == [0.0] * 6
    assert VIEW.acting is not None
    assert VIEW.acting(game.state) == "a.ines"
    state: State = game.state
    state.acting = ()
    assert VIEW.acting(state) is None


def armour(dice: int) -> float:
    """Return how a number of dice of armour is seen: eight dice are 1."""
    return dice / 8
