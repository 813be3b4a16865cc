"""The surfaces of random tables: those of the rules that come with the program, and extremes."""

from functools import cache
from typing import Final

from riotsim.files.rules import read_rules
from riotsim.table.state import Surface
from riotsim.testing.generators.choices import Chooser, maybe, pick

RULES: Final = "riot_dice"
"""The rules whose surfaces are taken, so that random tables are those of games."""

EXTREME_SURFACES: Final = (
    Surface("ice", 0.05, 0.7), Surface("rubber", 3.0, 0.2), Surface("drumhead", 0.9, 1.3), Surface("oiled", 0.0, 1.0),
)  # fmt: skip
"""Slippery ones, one that grips, and one from which a die rises to three quarters of its height."""


def choose_surface(chooser: Chooser, nasty: bool) -> Surface:
    """Choose a surface; one in five of a usual table's may be an extreme one."""
    usual = rules_surfaces()
    return pick(chooser, usual + EXTREME_SURFACES if nasty or maybe(chooser, 5) else usual)


@cache
def rules_surfaces() -> tuple[Surface, ...]:
    """Return the surfaces of the rules file, in its order.

    Raises:
        TypeError: The file lists none.
    """
    data = read_rules(RULES).data
    listed = data.get("surfaces") if isinstance(data, dict) else None
    if not isinstance(listed, dict):
        raise TypeError(f"{RULES}.yaml should list surfaces:")
    return tuple(_surface(name, figures) for name, figures in listed.items())


def _surface(name: object, figures: object) -> Surface:
    match figures:
        case {"friction": int() | float() as friction, "restitution": int() | float() as restitution}:
            return Surface(str(name), float(friction), float(restitution))
    raise TypeError(f"surfaces.{name} of {RULES}.yaml should have a friction and a restitution")
