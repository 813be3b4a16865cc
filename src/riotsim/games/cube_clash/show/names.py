"""The words for dice, faces and options."""

from collections.abc import Collection, Mapping
from typing import Final

from riotsim.games.cube_clash.board.position import Match, Standing
from riotsim.games.cube_clash.combat.values import (
    AMAZON_TERRAIN,
    AMAZONS,
    FIREWALKERS,
    MANEUVERS_SAVE,
    SAVES_DOUBLE,
    AttackKind,
    plain_saves,
    saves,
)
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.faces import Face, Icon
from riotsim.games.cube_clash.units.unit import DieId, Side
from riotsim.play.requests import PlayerId

ACTIONS: Final[Mapping[Icon, str]] = {
    Icon.MELEE: "{} damage on an adjacent die",
    Icon.MANEUVER: "moves up to {} square{s}",
    Icon.MISSILE: "{} damage on a die {reach} away",
    Icon.SAVES: "stops {saves} damage of each attack",
    Icon.MAGIC: "{} point{s} for spells",
    Icon.ID: "1 point of melee, saves or maneuver",
    Icon.BULLS_EYE: "missile of {} that ignores as many saves",
    Icon.CANTRIP: "{} point{s} for spells, or {saves} save{s}",
    Icon.COUNTER: "when attacked by melee, {} damage {hits}",
    Icon.CONVERT: "replaces an adjacent die by one of your dead",
    Icon.DOUBLE_STRIKE: "two attacks of 3 damage each",
    Icon.FLY: "flies up to {} square{s}, or {saves} save{s} against melee",
    Icon.REND: "{} damage and another turn; or moves up to {} square{s}",
    Icon.SMITE: "{} damage that ignores as many saves",
    Icon.TRAMPLE: "{} damage, ignores a save; or moves up to {} square{s}",
    Icon.VANISH: "when killed, it goes home",
}
"""The effect of each icon in words. `{}` stands for the count, `{s}` for a plural s, and `{saves}` for the number of
saves; `{reach}` and `{hits}` depend on the rules.
"""

CLAUSES: Final[Mapping[Icon, str]] = {
    Icon.MELEE: "CC-30", Icon.MANEUVER: "CC-32", Icon.MISSILE: "CC-33", Icon.SAVES: "CC-35", Icon.MAGIC: "CC-36",
    Icon.ID: "CC-37", Icon.BULLS_EYE: "CC-40", Icon.CANTRIP: "CC-41", Icon.COUNTER: "CC-42", Icon.CONVERT: "CC-43",
    Icon.DOUBLE_STRIKE: "CC-44", Icon.FLY: "CC-46", Icon.REND: "CC-47", Icon.SMITE: "CC-48", Icon.TRAMPLE: "CC-49",
    Icon.VANISH: "CC-50",
}  # fmt: skip
"""The clause of each icon."""

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
    """Return the name of a die for people, such as `Furnace Warden`."""
    return die.partition(".")[2].replace("_", " ").title()


def side_in(die: DieId) -> Side:
    """Return the side at the beginning of a die's name."""
    return "south" if die.startswith("south.") else "north"


def face_title(face: Face | str) -> str:
    """Return the title of a face for people, such as `Melee 3` or `Bulls-eye 2`."""
    text = str(face)
    if text == "id":
        return "ID"
    return "Bulls-eye" + text[9:] if text.startswith("bulls_eye") else text.replace("_", " ").capitalize()


def what_it_does(rules: Rulebook, face: Face) -> str:
    """Return the effect of a face under given rules in a few words, without the bonuses of races."""
    return _told(rules, face, face.count)


def what_it_does_there(match: Match, stands: Standing) -> str:
    """Return the effect of a die's top face on the die's square in a few words.

    Saves that the die's race adds on this terrain are included (CC-70, CC-71).
    """
    face = match.face(stands)
    plain, found = plain_saves(face, "melee"), saves(match, stands, "melee")
    if plain and found > plain and match.race(stands.die) in SAVES_DOUBLE:
        return f"{_told(match.rules, face, found)} (twice on {_terrain_name(match, stands)})"
    text = _told(match.rules, face, face.count)
    return f"{text}; {note}" if (note := bonus_saves(match, stands)) else text


def bonus_saves(match: Match, stands: Standing) -> str:
    """Return a note on a die whose race adds saves on the die's square, such as `saves 6 on mountain` (CC-70, CC-71).

    The note counts all saves of the die, not only the added ones. If the race adds none there, return an empty text.
    """
    face = match.face(stands)
    kinds: tuple[AttackKind, ...] = ("melee", "missile")
    numbers = {kind: (saves(match, stands, kind), plain_saves(face, kind)) for kind in kinds}
    more = {kind: counted for kind, (counted, plain) in numbers.items() if counted > plain}
    if not more:
        return ""
    kind = max(more, key=more.__getitem__)
    is_same = numbers["melee"] == numbers["missile"]
    against = "" if is_same else " against melee" if kind == "melee" else " against missiles"
    return f"saves {more[kind]}{against} on {_terrain_name(match, stands)}"


def face_there(match: Match, stands: Standing) -> str:
    """Return the title of a die's top face for people, such as `Melee 3`.

    If the die's race adds saves on the die's square, the text has a note: `Saves 3 (saves 6 on mountain)`.
    """
    title, note = face_title(match.face(stands)), bonus_saves(match, stands)
    return f"{title} ({note})" if note else title


def _terrain_name(match: Match, stands: Standing) -> str:
    """Return the terrain under a die in words."""
    return (match.terrain(stands.at) or "no terrain").replace("_", " ")


def _told(rules: Rulebook, face: Face, saved: int) -> str:
    """Return the effect of a face in a few words. `saved` is the number of saves in the text, if the face gives any."""
    told = ACTIONS[face.icon].replace("{}", str(face.count)).replace("{saves}", str(saved))
    told = told.replace("save{s}", "save" if saved == 1 else "saves").replace("{s}", "" if face.count == 1 else "s")
    return told.replace("{reach}", _reach(*rules.missile.reach)).replace("{hits}", HITS[rules.counter.hits])


def terrain_text(match: Match, players: Mapping[Side, PlayerId], terrain: str) -> str:
    """Return the bonuses of a terrain for the races in a match, such as `Ada's dwarves: saves count twice`."""
    return "; ".join(text for text, _ in terrain_bonuses(match, players, terrain)) or "no bonus for these armies"


def terrain_bonuses(match: Match, players: Mapping[Side, PlayerId], terrain: str) -> list[tuple[str, str]]:
    """Return the bonuses that a terrain gives to the races in a match (CC-70 to CC-73).

    Each bonus is a pair: a text, and the clause of the bonus.
    """
    colours = match.rules.terrains[terrain].colours
    bonuses = (
        ("Maneuver counts as saves", "CC-70", MANEUVERS_SAVE),
        ("saves count twice", "CC-71", SAVES_DOUBLE),
        (f"spells are {' and '.join(colours)}", "CC-72", {AMAZONS: terrain}),
        ("Maneuver may be used as Missile", "CC-72", {AMAZONS: AMAZON_TERRAIN}),
        ("they may move at home before a turn", "CC-73", {FIREWALKERS: terrain} if "blue" in colours else {}),
    )
    owners: dict[str, set[Side]] = {}
    for die in match.dice.values():
        owners.setdefault(die.unit.race, set()).add(die.owner)
    return [
        (f"{_whose(owners[race], players)}{race.replace('_', ' ')}: {bonus}", clause)
        for bonus, clause, where in bonuses
        for race in where
        if race in owners and where[race] == terrain
    ]


def _whose(owners: Collection[Side], players: Mapping[Side, PlayerId]) -> str:
    """Return words for the owner of a race, such as `Ada's `; an empty text if both players have dice of the race."""
    return "".join(f"{players[side]}'s " for side in owners) if len(owners) == 1 else ""


def _reach(least: int, most: int) -> str:
    """Return the distances of a missile in words, such as `two or three squares` (CC-33)."""
    if least == most:
        return f"{NUMBERS[least - 1]} square{'s' if least > 1 else ''}"
    return f"{NUMBERS[least - 1]} {'or' if most == least + 1 else 'to'} {NUMBERS[most - 1]} squares"
