"""The acts that bring the dice on the table to a position, by tips, slides and lifts (CC-11 to CC-15, CC-22, CC-32).

After each move, the poses of all dice are read from the table, and must agree with the position in the state.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Final

from riotsim.errors import RiotsimError
from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.board.places import read_die, tips_again
from riotsim.games.cube_clash.board.position import Position, Standing
from riotsim.games.cube_clash.board.squares import Square, path, square_name
from riotsim.games.cube_clash.rules.clash import Clash
from riotsim.games.cube_clash.turns.options import Rotate, Step
from riotsim.games.cube_clash.turns.turn import Situation, after, landed
from riotsim.games.cube_clash.units.orientations import Direction, Orientation, quaternion_of
from riotsim.games.cube_clash.units.unit import DieId
from riotsim.table.acts import Displacement, Shift, Tip
from riotsim.table.dice.cubes import QUARTER

HEADINGS: Final[Mapping[Direction, float]] = {
    "east": 0.0, "north": QUARTER, "west": 2 * QUARTER, "south": 3 * QUARTER,
}  # fmt: skip
"""The heading of each direction (rad from +x)."""

TURNS: Final[Mapping[int, float]] = {1: -QUARTER, 2: 2 * QUARTER, 3: QUARTER}
"""The angle of each rotation (rad anticlockwise). The keys are numbers of quarter turns clockwise."""

MAX_TIPS: Final = 10
"""Greatest number of tips for one step. If all fail, the die is set down as after a good tip. Our choice."""


class TableDiffers(RiotsimError, RuntimeError):
    """The error raised when a die is missing on the table, or doesn't lie as the state says.

    The cause is a fault in the program, or tampering with the stored game.
    """


async def step(game: Clash, now: Situation, option: Step) -> Situation:
    """Tip a die into the next square, and return the situation afterwards (CC-11, CC-15)."""
    then = after(game.match, now, option)
    stood, wanted = now.position[option.die], then.position[option.die]
    start, end = game.places.middle(stood.at), game.places.middle(wanted.at)
    tip = Tip(option.die, HEADINGS[option.direction], end, game.hand(now.position.mover))
    await game.perform(tip)
    number, found = 0, lies_on_table(game, wanted)
    while tips_again(game.rules, wanted.lies, found):
        number += 1
        game.emit(events.TippedAgain(option.die, str(game.match.dice[option.die].unit.face(found.top))))
        if number == MAX_TIPS:
            await lay(game, Displacement(option.die, end, lies=quaternion_of(wanted.lies)))
        else:
            await lay(game, Displacement(option.die, start, lies=quaternion_of(stood.lies)))
            await game.perform(tip)
        found = lies_on_table(game, wanted)
    then = then if found == wanted.lies else landed(game.match, now, option, found)
    keep(game, then.position)
    return then


async def rotate(game: Clash, now: Situation, option: Rotate) -> Situation:
    """Rotate a die on its square, and return the situation afterwards (CC-12)."""
    then = after(game.match, now, option)
    die = game.table.dice[option.die]
    largest = game.rules.dice.size[-1]
    needed = die.size / math.sqrt(2) + largest / 2
    turned = Displacement(option.die, die.pose.xy, TURNS[option.quarters])
    await game.perform(Shift((turned,), lifted=needed >= game.rules.board.square))
    keep(game, then.position)
    return then


async def slide(game: Clash, die: DieId, to: Position) -> None:
    """Slide a die to its square in the position `to` (CC-32).

    The die takes a shortest path of empty squares, one straight stretch after the other.
    """
    here = game.state.position
    squares = path(here[die].at, to[die].at, here.occupied)
    assert squares is not None, "a maneuver has a path"
    for corner in _corners(squares):
        await game.perform(Shift((Displacement(die, game.places.middle(corner)),)))
        keep(game, here.put(Standing(die, corner, here[die].lies, here[die].wounds)))
    keep(game, to)


async def carry(game: Clash, to: Position) -> None:
    """Bring the dice to a position, in one act.

    A die is lifted and set down if its square or its orientation changes. A die that leaves the board goes to its place
    beside the board (CC-22).
    """
    here, moves = game.state.position, list[Displacement]()
    for number, die in _numbered(game):
        stands, stood = to.find(die), here.find(die)
        if stands is None:
            if stood is not None:
                moves.append(Displacement(die, game.places.beside(game.match.owner(die), number)))
        elif stood is None or (stands.at, stands.lies) != (stood.at, stood.lies):
            lies = None if lies_on_table(game, stands) == stands.lies else quaternion_of(stands.lies)
            moves.append(Displacement(die, game.places.middle(stands.at), lies=lies))
    if moves:
        await game.perform(Shift(tuple(moves), lifted=True))
    keep(game, to)


async def lay(game: Clash, move: Displacement) -> None:
    """Lift the die `move.piece`, and set it down at `move.to`."""
    await game.perform(Shift((move,), lifted=True))


def keep(game: Clash, position: Position) -> None:
    """Store a position in the state, and check that the table agrees with it.

    Raises:
        TableDiffers: A die is missing on the table, or doesn't lie as the position says.
    """
    game.state.position = position
    corner = game.places.corner
    for _, die in _numbered(game):
        stands, lies = position.find(die), game.table.dice.get(die)
        if lies is None:
            raise TableDiffers(f"{die} is not on the table")
        at, orientation = read_die(game.rules, lies, corner)
        if stands is None:
            if at is not None:
                raise TableDiffers(f"{die} lies on {square_name(at)}, and should be beside the board")
        elif (at, orientation) != (stands.at, stands.lies):
            where = "beside the board" if at is None else f"on {square_name(at)}"
            raise TableDiffers(
                f"{die} lies {where} with the faces {orientation}, and should be on {square_name(stands.at)} "
                f"with {stands.lies}"
            )


def lies_on_table(game: Clash, stands: Standing) -> Orientation:
    """Return a die's orientation on the table.

    Raises:
        TableDiffers: The die isn't on the table.
    """
    die = game.table.dice.get(stands.die)
    if die is None:
        raise TableDiffers(f"{stands.die} is not on the table")
    return read_die(game.rules, die, game.places.corner)[1]


def _numbered(game: Clash) -> Iterator[tuple[int, DieId]]:
    """Yield the dice on and beside the board, each with its number in its army.

    Dice that have left the game, such as banished ones (CC-65), are left out.
    """
    for side, army in game.state.armies.items():
        for number, unit in enumerate(army):
            if (die := f"{side}.{unit.name}") not in game.state.gone:
                yield number, die


def _corners(squares: tuple[Square, ...]) -> Iterator[Square]:
    """Yield the squares of a path's bends, and then the path's last square."""
    for before, here, behind in itertools.zip_longest(squares, squares[1:], squares[2:]):
        if here is not None and (behind is None or behind - here != here - before):
            yield here
