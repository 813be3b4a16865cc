"""The words for players, chances, the conditions of units, and lists of names."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from riotsim.games.riftwar.armies.unit_types import spoken_trait, title_of
from riotsim.games.riftwar.state import SIDES, Unit, UnitId
from riotsim.play.requests import PlayerId

LABELS: Final[Mapping[str, str]] = {
    "aim": "Turn a turret",
    "change": "Change: the move ends elsewhere",
    "withdraw": "Give up: no move, but another action",
}
"""The labels of options that their names don't explain. The part of a label after a colon is shown in a second line."""


MOST_NAMED: Final = 4
"""If a list is no longer than this, the text gives every name. A longer list ends with the number of the others."""


def player_of(players: tuple[PlayerId, ...], name: UnitId) -> PlayerId:
    """Return the player of a unit. The first letter of the unit's name stands for the side."""
    return players[SIDES.index(name[0])]


def owned_title(players: tuple[PlayerId, ...], name: UnitId) -> str:
    """Return the name of a unit with the name of its player, such as `Bea's Rifleman 1`. Several armies may have a
    Rifleman 1.
    """
    return f"{player_of(players, name)}'s {title_of(name)}"


def title_for(reader: PlayerId, players: tuple[PlayerId, ...], name: UnitId) -> str:
    """Return the name of a unit for a text that a player reads.

    The reader's own units have only their names. For all others the name begins with the player, such as `Bea's
    Rifleman 1`.

    Args:
        reader: The player who reads the text.
        players: The players in the order of their seats.
        name: The unit.
    """
    return title_of(name) if player_of(players, name) == reader else owned_title(players, name)


def percent(share: Fraction | float) -> str:
    """Return a chance as a whole percentage."""
    return f"{100 * float(share):.0f} %"


def option_label(option: str) -> str:
    """Return the label of an option, such as `Direct fire`."""
    return LABELS.get(option, option.capitalize())


def condition_of(unit: Unit) -> str:
    """Return the condition of a unit in a few words, such as `pinned`, or `wounded and pinned` (RW-61)."""
    if unit.destroyed:
        return "destroyed"
    if unit.aboard is not None:
        return "aboard"
    if not unit.placed:
        return "waits"
    found = [word for word, is_so in (("wounded", unit.wounded), ("pinned", unit.pinned)) if is_so]
    return " and ".join(found) or "ready"


def kind_of(unit: Unit) -> str:
    """Return the class, the kind and the traits of a unit in words, such as `Medium Ranged: AP, armored`."""
    traits = ", ".join(spoken_trait(trait) for trait in unit.type.traits)
    return f"{unit.type.size.capitalize()} {unit.type.kind.capitalize()}" + (f": {traits}" if traits else "")


def listed(titles: Sequence[str]) -> str:
    """Return names as a list in words.

    A list of more than `MOST_NAMED` names ends with the number of names that are left out, such as `3 more`.
    """
    told = [*titles]
    if len(told) > MOST_NAMED:
        told[MOST_NAMED - 1 :] = [f"{len(told) - MOST_NAMED + 1} more"]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
