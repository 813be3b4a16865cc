"""The words for players, chances and the conditions of units."""

from fractions import Fraction

from riotsim.games.riftwar.state import SIDES, Unit, UnitId
from riotsim.play.requests import PlayerId


def player_of(players: tuple[PlayerId, ...], name: UnitId) -> PlayerId:
    """Return the player of a unit. The first letter of the unit's name stands for the side."""
    return players[SIDES.index(name[0])]


def percent(share: Fraction | float) -> str:
    """Return a chance as a whole percentage."""
    return f"{100 * float(share):.0f} %"


def condition_of(unit: Unit) -> str:
    """Return the condition of a unit in one word, such as `pinned`."""
    if unit.destroyed:
        return "destroyed"
    if unit.aboard is not None:
        return "aboard"
    if not unit.placed:
        return "waits"
    if unit.wounded:
        return "wounded"
    return "pinned" if unit.pinned else "ready"


def kind_of(unit: Unit) -> str:
    """Return class, kind and traits of a unit, such as `Heavy Ranged: armored, transport`."""
    traits = ", ".join(unit.type.traits)
    return f"{unit.type.size.capitalize()} {unit.type.kind.capitalize()}" + (f": {traits}" if traits else "")
