"""The words for dice, faces and options."""

from collections.abc import Collection, Mapping
from typing import Final

from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.combat.values import AMAZON_TERRAIN, AMAZONS, FIREWALKERS, MANEUVERS_SAVE, SAVES_DOUBLE
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.faces import Face, Icon
from riotsim.games.cube_clash.units.unit import DieId, Side
from riotsim.play.requests import PlayerId

ACTIONS: Final[Mapping[Icon, str]] = {
    Icon.MELEE: "{} damage on an adjacent die",
    Icon.MANEUVER: "moves up to {} square{s}",
    Icon.MISSILE: "{} damage on a die {reach} away",
    Icon.SAVES: "stops {} damage of each attack",
    Icon.MAGIC: "{} point{s} for spells",
    Icon.ID: "1 point of melee, saves or maneuver",
    Icon.BULLS_EYE: "missile of {} that ignores as many saves",
    Icon.CANTRIP: "{} point{s} for spells, or {} save{s}",
    Icon.COUNTER: "when attacked by melee, {} damage {hits}",
    Icon.CONVERT: "replaces an adjacent die by one of your dead",
    Icon.DOUBLE_STRIKE: "two attacks of 3 damage each",
    Icon.FLY: "flies up to {} square{s}, or {} save{s} against melee",
    Icon.REND: "{} damage and another turn; or moves up to {} square{s}",
    Icon.SMITE: "{} damage that ignores as many saves",
    Icon.TRAMPLE: "{} damage, ignores a save; or moves up to {} square{s}",
    Icon.VANISH: "when killed, it goes home",
}
"""The effect of each icon in words. `{}` stands for the count and `{s}` for a plural s; `{reach}` and `{hits}` depend
on the rules.
"""

HITS: Final[Mapping[str, str]] = {
    "each": "on adjacent dice",
    "one": "on an adjacent die",
    "split": "that adjacent dice share",
    "attackers": "on all attackers",
}
"""The dice that a Counter hits, by `counter.hits` (CC-42)."""

NUMBERS: Final = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen",
)  # fmt: skip
"""The numbers of squares that a missile may reach, in words."""


def title_of(die: DieId) -> str:
    """Return the name of a die as people read it, such as `Furnace Warden`."""
    return die.partition(".")[2].replace("_", " ").title()


def side_in(die: DieId) -> Side:
    """Return the side that a die's name begins with."""
    return "south" if die.startswith("south.") else "north"


def face_title(face: Face | str) -> str:
    """Return a face as people read it, such as `Melee 3` or `Bulls-eye 2`."""
    text = str(face)
    if text == "id":
        return "ID"
    return "Bulls-eye" + text[9:] if text.startswith("bulls_eye") else text.replace("_", " ").capitalize()


def what_it_does(rules: Rulebook, face: Face) -> str:
    """Return what a face does under given rules, in a few words."""
    told = ACTIONS[face.icon].replace("{}", str(face.count)).replace("{s}", "" if face.count == 1 else "s")
    return told.replace("{reach}", _reach(*rules.missile.reach)).replace("{hits}", HITS[rules.counter.hits])


def terrain_text(match: Match, players: Mapping[Side, PlayerId], terrain: str) -> str:
    """Return the bonuses that a terrain gives to the races in a match, each with the owner of the race (CC-70 to
    CC-73).

    Examples are `Ada's dwarves: saves count twice` and `no bonus for these armies`.
    """
    colours = match.rules.terrains[terrain].colours
    bonuses = (
        ("Maneuver counts as saves", MANEUVERS_SAVE),
        ("saves count twice", SAVES_DOUBLE),
        (f"spells are {' and '.join(colours)}", {AMAZONS: terrain}),
        ("Maneuver may be used as Missile", {AMAZONS: AMAZON_TERRAIN}),
        ("they may move at home before a turn", {FIREWALKERS: terrain} if "blue" in colours else {}),
    )
    owners: dict[str, set[Side]] = {}
    for die in match.dice.values():
        owners.setdefault(die.unit.race, set()).add(die.owner)
    told = [
        f"{_whose(owners[race], players)}{race.replace('_', ' ')}: {bonus}"
        for bonus, where in bonuses
        for race in where
        if race in owners and where[race] == terrain
    ]
    return "; ".join(told) or "no bonus for these armies"


def _whose(owners: Collection[Side], players: Mapping[Side, PlayerId]) -> str:
    """Return the owner of a race, such as `Ada's `. Return an empty text if both players have dice of the race."""
    return "".join(f"{players[side]}'s " for side in owners) if len(owners) == 1 else ""


def _reach(least: int, most: int) -> str:
    """Return the distances of a missile in words, such as `two or three squares` (CC-33)."""
    if least == most:
        return f"{NUMBERS[least - 1]} square{'s' if least > 1 else ''}"
    return f"{NUMBERS[least - 1]} {'or' if most == least + 1 else 'to'} {NUMBERS[most - 1]} squares"
