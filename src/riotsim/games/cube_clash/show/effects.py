"""Texts about the effect of a spell, the reach of a maneuver, and the faces of a die (CC-11, CC-32, CC-60)."""

from collections.abc import Iterator
from typing import Final

from riotsim.games.cube_clash.board.places import Layout
from riotsim.games.cube_clash.board.position import Match, Standing
from riotsim.games.cube_clash.board.squares import neighbour
from riotsim.games.cube_clash.combat.values import maneuver_points
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.show.names import face_title
from riotsim.games.cube_clash.units.faces import Face, Icon
from riotsim.games.cube_clash.units.orientations import DIRECTIONS, NUMBER_OF, ORIENTATIONS, FaceNumber, Orientation
from riotsim.games.cube_clash.units.unit import DieId
from riotsim.play.narration import PlacedSign

SPELL_TITLES: Final = {
    "red": "Red", "swap": "Blue", "move": "Green", "turn": "Yellow", "return": "Black, return",
    "banish": "Black, banish",
}  # fmt: skip
"""The name of each kind of spell: its colour, and for the two black kinds also their effect."""


def spell_text(rules: Rulebook, spell: str, points: int) -> str:
    """Return the name of a kind of spell, and its effect with all remaining points (CC-60 to CC-65).

    Args:
        rules: The rules.
        spell: The kind of spell, as questions name it.
        points: Number of remaining points for spells.
    """
    squares = f"{points} square{'' if points == 1 else 's'}"
    how = "at will" if rules.yellow.top else "but not their top faces"
    told = {
        "red": f"{'up to ' if points > 1 else ''}{points} damage, up to {2 * points} squares away",
        "swap": f"two dice change places, by an empty path of up to {squares}",
        "move": f"a die moves up to {squares}, also over dice",
        "turn": f"turns dice {how}, health {points} or less in all",
        "return": f"one of your dead of health {points - 1} or less returns home",
        "banish": f"opposing dead of health {points} or less in all leave the game",
    }
    return f"{SPELL_TITLES[spell]}: {told[spell]}"


def maneuver_text(face: Face) -> str:
    """Return the name of the maneuver of a face, and its length (CC-32, CC-46)."""
    count = maneuver_points(face)
    squares = f"{count} square{'' if count == 1 else 's'}"
    if face.icon is Icon.FLY:
        return f"Fly: up to {squares}, also over dice"
    return f"Maneuver: slides up to {squares} without turning"


def lying(top: FaceNumber, place: str) -> Orientation | None:
    """Return the orientation with given faces on top and at the north; None if the two faces aren't neighbours.

    Args:
        top: Number of the face on top, as in `NUMBER_OF`.
        place: The face at the north, called by its key in the unit's file, such as `east`. A face keeps this name in
            every orientation of the die.
    """
    north = next((number for known, number in NUMBER_OF.items() if known == place), 0)
    return next((lies for lies in ORIENTATIONS if (lies.top, lies.north) == (top, north)), None)


def side_text(match: Match, die: DieId, lies: Orientation) -> str:
    """Return a text with the north face, and the faces that steps to the north, east and west would bring up.

    A step to the south is not in the text: it brings up the north face.
    """
    unit = match.dice[die].unit
    # a step to the south brings up the face that looks north
    steps = (f"{way}: {face_title(unit.face(lies.step(way).top))}" for way in DIRECTIONS if way != "south")
    return f"{face_title(unit.face(lies.north))}: step {', '.join(steps)}"


def step_signs(match: Match, places: Layout, stands: Standing) -> Iterator[PlacedSign]:
    """Yield the signs of a die's new top faces, each on the square of the step to it."""
    for way in DIRECTIONS:
        if (there := neighbour(stands.at, way)) is not None:
            yield PlacedSign(places.middle(there), match.face(stands.turned(stands.lies.step(way))).sign)
