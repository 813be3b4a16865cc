"""Invariants: facts about state and table that must be true between any two acts.

Models stand or lie on the table as the state says, and numbers such as Wounds stay within their bounds.
"""

from collections.abc import Iterator

from riotsim.games.buskit.chapters.damage import condition
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, State
from riotsim.table.state import Table


def find_violations(rules: Rulebook, state: State, table: Table) -> list[str]:
    """Return a sentence for each invariant that is broken. Call it between two acts, not during an act."""
    return [sentence for one in state.fighters.values() for sentence in _broken(rules, one, table)]


def _broken(rules: Rulebook, one: Fighter, table: Table) -> Iterator[str]:
    model, who = table.models.get(one.id), one.character
    if (model is not None) != one.placed:
        yield f"{one.id} is {'not ' if model is None else ''}on the table"
    elif model is not None and model.fallen != (one.prone or one.condition != "up"):
        yield f"the model of {one.id} {'lies' if model.fallen else 'stands'}, and {one.id} is {one.condition}"
    if one.wounds > who.full_wounds or one.shock > who.full_shock:
        yield f"{one.id} has more Wounds or Shock than in health"
    expected = condition(rules, who, one.wounds, one.shock)
    if one.condition == "up" and expected != "up":
        yield f"{one.id} is up with {one.shock} Shock and {one.wounds} Wounds"
    if one.wild < 0 or any(gone < 0 for gone in one.spent):
        yield f"{one.id} has spent more dice than there are"
    if who.armour is not None:
        layers = rules.armours[who.armour].layers
        if any(gone > layer.dice[0] for gone, layer in zip(one.spent, layers, strict=True)):
            yield f"{one.id} has spent more armour than there is"
    for name, shots in one.fired:
        full = rules.weapons[name].magazine
        if full is None or not 0 <= shots <= full:
            yield f"{one.id} has fired {shots} shots from a {name}"
