"""The miniatures of characters: they show at a glance how a character fights.

A miniature is only drawn. Its height is that of a model without a miniature, so it changes neither lines of sight nor
physics.
"""

from collections.abc import Mapping
from typing import Final

from riotsim.games.buskit.characters.equipment import WeaponFigures
from riotsim.games.buskit.characters.figures import CharacterFigures, CompanyFigures

MOOK, DUELLIST, MARKSMAN, BRUISER, UNARMED = "sneak.glb", "ruffian.glb", "marksman.glb", "bruiser.glb", "wildcard.glb"
"""Files of the miniatures of mooks, and of other characters by their first weapon: a light one, one that shoots, a
heavy one, and none.
"""

MINIATURES: Final = (DUELLIST, MARKSMAN, BRUISER, UNARMED, "unit_close.glb", "unit_ranged.glb", MOOK)
"""Files of all miniatures, in the order in which they replace a miniature that is taken."""


def miniatures(company: CompanyFigures, weapons: Mapping[str, WeaponFigures]) -> dict[str, str]:
    """Return the file of the miniature of each character of a side, by the character's name in the company.

    Each character has the miniature that fits the character's rank and first weapon. If an earlier character of the
    side has this miniature already, a free one is taken instead.

    Args:
        company: The company.
        weapons: The weapons of the rules, by name.
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys(company.side):
        wanted = fitting_miniature(company.characters[name], weapons)
        free = (one for one in (wanted, *MINIATURES) if one not in found.values())
        found[name] = next(free, wanted)
    return found


def fitting_miniature(character: CharacterFigures, weapons: Mapping[str, WeaponFigures]) -> str:
    """Return the file of the miniature that fits a character's rank and first weapon."""
    if character.role == "mook":
        return MOOK
    if not character.weapons or character.weapons[0] == "unarmed":
        return UNARMED
    weapon = weapons[character.weapons[0]]
    if weapon.skill == "shoot":
        return MARKSMAN
    return BRUISER if weapon.might > 1 else DUELLIST
