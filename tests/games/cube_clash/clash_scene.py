"""Small positions of Cube Clash for tests, written as lines of text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clash_rules import rules

from riotsim.games.cube_clash.board.position import Match, Position, Standing, position
from riotsim.games.cube_clash.board.squares import parse_square, square_name
from riotsim.games.cube_clash.combat.choices import Decline, Place
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.turns.options import Move, Option, Shoot, Strike
from riotsim.games.cube_clash.turns.turn import Situation, acting, after, is_open
from riotsim.games.cube_clash.turns.turn import options as all_options
from riotsim.games.cube_clash.units.faces import ID_FACE, parse_face
from riotsim.games.cube_clash.units.orientations import ID_UP, ORIENTATIONS, Orientation
from riotsim.games.cube_clash.units.unit import Side, Unit, UnitDie

SIDE_OF: dict[str, Side] = {"S": "south", "N": "north"}

FILLER = parse_face("saves 1")
"""The face on each side for which a test names no face."""

DECLINE = Decline()

NO_OPTIONS: Mapping[str, Any] = {}


def showing(number: int) -> Orientation:
    """Return an orientation with a face on top."""
    return ID_UP[0] if number == 1 else next(lies for lies in ORIENTATIONS if lies.top == number)


@dataclass(frozen=True)
class Scene:
    """A position for a test."""

    match: Match
    """The match."""
    here: Position
    """The position."""

    def acts(self, die: str, *taken: Option) -> Situation:
        """Return the situation after options of a die whose action is due; each is checked to be open."""
        return self.play(acting(self.match, self.here, die), *taken)

    def play(self, now: Situation, *taken: Option) -> Situation:
        """Return the situation after some options; each is checked to be open."""
        for option in taken:
            assert is_open(self.match, now, option), f"{option} is not open: {list(all_options(self.match, now))[:40]}"
            now = after(self.match, now, option)
        return now

    def open(self, die: str) -> list[Option]:
        """Return the options of a die whose action is due, without declining."""
        return [option for option in all_options(self.match, acting(self.match, self.here, die)) if option != DECLINE]


def targets(found: Iterable[Option], kind: type[Strike] | type[Shoot]) -> set[str]:
    """Return the names of the dice that some options attack, without their sides."""
    return {option.target.split(".")[1] for option in found if isinstance(option, kind)}


def ends(found: Iterable[Option]) -> set[str]:
    """Return the names of the squares on which some maneuvers end."""
    return {square_name(option.to) for option in found if isinstance(option, Move)}


def where(now: Situation | Position) -> dict[str, str]:
    """Return the square of each die on the board, by its name without the side."""
    here = now.position if isinstance(now, Situation) else now
    return {one.die.split(".")[1]: square_name(one.at) for one in here.standing}


def dead(now: Situation) -> set[str]:
    """Return the names of the dead without their sides."""
    return {die.split(".")[1] for die in now.position.dead}


def place(die: str, at: str, quarters: int = 0) -> Place:
    """Return the choice to put a die on a square with its ID on top."""
    return Place(die, parse_square(at), ID_UP[quarters])


def scene(
    *lines: str,
    mover: Side = "south",
    terrain: str | None = None,
    options: Mapping[str, Any] = NO_OPTIONS,
    **chosen: Any,
) -> Scene:
    """Return a position.

    Args:
        lines: A die each, such as `S hero e4 dwarves 3 melee 2`: side, name, square or `dead`, race, health and the
            face on top. Further faces may follow after commas.
        mover: Side of the player on turn.
        terrain: The terrain of the whole board.
        options: Options of the rules by their keys, for keys that are arguments here.
        chosen: Options of the rules; `__` stands for a dot.
    """
    dice: dict[str, UnitDie] = {}
    stand: list[Standing] = []
    dead: list[str] = []
    for line in lines:
        letter, name, where, race, health, face = line.split(maxsplit=5)
        shown = [parse_face(text) for text in face.split(",")]
        side = SIDE_OF[letter]
        top = 1 if shown[0] == ID_FACE else 2
        rest = shown[1:] if top == 1 else shown
        faces = (ID_FACE, *rest, *[FILLER] * (5 - len(rest)))
        die = f"{side}.{name}"
        dice[die] = UnitDie(die, side, Unit(name, race, int(health), faces))  # type: ignore[arg-type]  # it has six
        if where == "dead":
            dead.append(die)
        else:
            stand.append(Standing(die, parse_square(where), showing(top)))
    book: Rulebook = rules(**options, **chosen)
    return Scene(Match(book, dice, (terrain,) * 4), position(stand, dead, mover))
