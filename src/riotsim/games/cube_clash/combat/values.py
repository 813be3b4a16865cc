"""The damage, saves, magic and squares of movement from a die's top face (CC-30 to CC-50, CC-70 to CC-72).

On some terrain, the race of a die raises its saves, or lets a maneuver count as saves or as a missile.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from riotsim.games.cube_clash.board.position import Match, Standing
from riotsim.games.cube_clash.rulebook import Colour
from riotsim.games.cube_clash.units.faces import Face, Icon

AttackKind: TypeAlias = Literal["melee", "missile", "red"]
"""The kind of an attack: hand to hand, by a missile, or by the red spell."""

ID_VALUE: Final = 1
"""The value of an ID face as melee, saves or maneuver. No bonus changes this value (CC-37)."""

DOUBLE_STRIKE_DAMAGE: Final = 3
"""Damage of each of the two attacks of a Double Strike (CC-44)."""

TRAMPLE_IGNORES: Final = 1
"""Saves that a Trample ignores (CC-49)."""

MANEUVERS_SAVE: Final[Mapping[str, str]] = {"coral_elves": "coast", "lava_elves": "mountain", "snakefolk": "swamp"}
"""Terrain that makes maneuver faces count as saves too, by race (CC-70)."""

SAVES_DOUBLE: Final[Mapping[str, str]] = {"dwarves": "mountain", "goblins": "swamp"}
"""Terrain that doubles saves, by race (CC-71)."""

AMAZONS: Final = "amazons"
"""The race whose magic has the colours of the terrain, and whose maneuver faces may count as missiles (CC-72)."""

AMAZON_TERRAIN: Final = "plains"
"""The terrain that lets the maneuver faces of amazons count as missiles (CC-72)."""

FIREWALKERS: Final = "firewalkers"
"""The race that may move at the start of a turn (CC-73)."""

UNDEAD: Final = "undead"
"""The race whose killed dice are replaced by dead dice of the race (CC-74)."""

FERAL: Final = "feral"
"""The race that brings back a dead die of health 1 at the start of a turn (CC-75)."""

SNAKEFOLK: Final = "snakefolk"
"""The race whose kills may bring back a dead die (CC-76)."""

_MANEUVERS: Final = frozenset({Icon.MANEUVER, Icon.FLY, Icon.REND, Icon.TRAMPLE})
_MELEES: Final = frozenset({Icon.MELEE, Icon.SMITE, Icon.REND, Icon.TRAMPLE})
_MAGICS: Final = frozenset({Icon.MAGIC, Icon.CANTRIP})


def maneuver_points(face: Face) -> int:
    """Return the number of squares by which a face lets a die move (CC-32, CC-37, CC-46, CC-47, CC-49).

    A face that is not a maneuver gives 0.
    """
    return ID_VALUE if face.icon is Icon.ID else face.count if face.icon in _MANEUVERS else 0


def magic_points(face: Face) -> int:
    """Return a face's points for spells; 0 for no points (CC-36, CC-41)."""
    return face.count if face.icon in _MAGICS else 0


def melee_points(face: Face) -> int:
    """Return a face's damage in a melee attack by its die (CC-30, CC-37, CC-44, CC-47 to CC-49).

    A face without melee gives 0.
    """
    if face.icon is Icon.ID:
        return ID_VALUE
    if face.icon is Icon.DOUBLE_STRIKE:
        return DOUBLE_STRIKE_DAMAGE
    return face.count if face.icon in _MELEES else 0


def team_points(match: Match, stands: Standing) -> int:
    """Return the points that a die adds to the melee attack of another die of the same side (CC-31, CC-34, CC-44)."""
    face = match.face(stands)
    if face.icon is Icon.ID:
        return ID_VALUE
    plain = match.rules.melee.team == "plain"
    return face.count if face.icon is Icon.MELEE or (face.icon in _MELEES and not plain) else 0


def missile_points(match: Match, stands: Standing) -> int:
    """Return the damage of a die's missile; 0 if its top face is not a missile (CC-33, CC-40, CC-72)."""
    face = match.face(stands)
    if face.icon in (Icon.MISSILE, Icon.BULLS_EYE):
        return face.count
    if match.race(stands.die) == AMAZONS and match.terrain(stands.at) == AMAZON_TERRAIN:
        return _bonus_maneuver(match, face)
    return 0


def ignored_saves(face: Face) -> int:
    """Return the number of saves that an attack with a face can ignore (CC-40, CC-48, CC-49)."""
    if face.icon in (Icon.BULLS_EYE, Icon.SMITE):
        return face.count
    return TRAMPLE_IGNORES if face.icon is Icon.TRAMPLE else 0


def plain_saves(face: Face, kind: AttackKind) -> int:
    """Return the number of a face's saves against a kind of attack (CC-35, CC-37, CC-41, CC-46).

    The bonuses of races aren't included.
    """
    if face.icon is Icon.ID:
        return ID_VALUE
    counts = face.icon in (Icon.SAVES, Icon.CANTRIP) or (face.icon is Icon.FLY and kind == "melee")
    return face.count if counts else 0


def saves(match: Match, stands: Standing, kind: AttackKind) -> int:
    """Return the number of a die's saves against a kind of attack, with the bonus of its race (CC-37, CC-70, CC-71).

    Saves that the attack ignores (see `ignored_saves`) aren't subtracted here.
    """
    face = match.face(stands)
    found, terrain = plain_saves(face, kind), match.terrain(stands.at)
    # CC-37: no bonus changes an ID
    if terrain is None or face.icon is Icon.ID:
        return found
    race = match.race(stands.die)
    if SAVES_DOUBLE.get(race) == terrain:
        return 2 * found
    if MANEUVERS_SAVE.get(race) == terrain:
        return max(found, _bonus_maneuver(match, face))
    return found


def colours(match: Match, stands: Standing) -> tuple[Colour, ...]:
    """Return the colours of a die's magic (CC-36, CC-72).

    They are the colours of the die's race. An amazon die has the colours of the terrain under it instead.
    """
    race = match.race(stands.die)
    if race != AMAZONS:
        return match.rules.races[race].colours
    terrain = match.terrain(stands.at)
    return () if terrain is None else match.rules.terrains[terrain].colours


def _bonus_maneuver(match: Match, face: Face) -> int:
    """Return a face's count if the bonuses of races treat the face as a maneuver; 0 otherwise (CC-37, CC-70)."""
    if face.icon is Icon.MANEUVER or (face.icon in _MANEUVERS and match.rules.bonus.faces == "counts_as"):
        return face.count
    return 0
