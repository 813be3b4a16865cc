"""Conditions that the state and the table must meet whenever no act is under way.

An act is what players do on the table, such as a throw of dice or a move of a model (see `table/acts.py`). The units on
the table have models there, and the rules allow the state of each unit.
"""

from collections.abc import Iterator

from riotsim.games.riftwar.chapters.damage import DIE_SIDES
from riotsim.games.riftwar.chapters.transport import has_room
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State, Unit
from riotsim.table.overlaps import clashes
from riotsim.table.state import Table


def find_violations(rules: Rulebook, state: State, table: Table) -> list[str]:
    """Return a sentence for each condition that isn't met. Call this function only when no act is under way."""
    found = [sentence for unit in state.units.values() for sentence in _broken(rules, state, unit, table)]
    found += [str(clash) for clash in clashes(table) if clash.piece in table.models]
    found += [f"the die {die.id} shows {die.shows}" for die in table.dice.values() if die.shows > DIE_SIDES]
    return found


def _broken(rules: Rulebook, state: State, unit: Unit, table: Table) -> Iterator[str]:
    there = unit.id in table.models
    if unit.stands and not there:
        yield f"{unit.id} stands, and has no model on the table"
    if there and not unit.stands and not (unit.destroyed and unit.type.size == "heavy"):
        yield f"the model of {unit.id} is on the table, and the unit is not"
    if unit.wounded and not unit.pinned and rules.rally.heals and not unit.destroyed:
        yield f"{unit.id} is wounded and not pinned (RW-61)"
    if unit.fray is not None and unit.stands and len({one.player for one in state.in_fray(unit.fray)}) < 2:
        yield f"{unit.id} is in a fray without opponents (RW-73)"
    if unit.aboard is not None and not unit.destroyed:
        transport = state.units[unit.aboard]
        others = [one.type for one in state.aboard(unit.aboard) if one.id != unit.id]
        if transport.player != unit.player or not transport.type.able.transport:
            yield f"{unit.id} rides on {transport.id}, which is no Transport of its side (RW-81)"
        elif not has_room(rules, others, unit.type):
            yield f"{transport.id} carries more than it has room for (RW-81)"
