"""Steps, rotations, and the actions of faces other than magic (CC-10 to CC-12, CC-30 to CC-49)."""

from collections.abc import Iterator

from riotsim.games.cube_clash.board.position import Match, Position, Standing
from riotsim.games.cube_clash.board.squares import neighbour, reach, squares_in, within
from riotsim.games.cube_clash.combat import resolver, values
from riotsim.games.cube_clash.combat.attacks import melee_attack, melee_targets, missile_attack, missile_targets
from riotsim.games.cube_clash.combat.choices import Place
from riotsim.games.cube_clash.combat.resolver import Resolution
from riotsim.games.cube_clash.turns.options import Convert, Move, Rotate, Shoot, Step, Strike
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.orientations import DIRECTIONS, ID_UP
from riotsim.games.cube_clash.units.unit import DieId


def moves(here: Position, die: DieId) -> Iterator[Step | Rotate]:
    """Yield the steps and rotations of a die (CC-11, CC-12)."""
    stands = here[die]
    for direction in DIRECTIONS:
        there = neighbour(stands.at, direction)
        if there is not None and here.at(there) is None:
            yield Step(die, direction)
    yield from (Rotate(die, 1), Rotate(die, 2), Rotate(die, 3))


def moved(here: Position, move: Step | Rotate) -> Position:
    """Return the position after a step or a rotation (CC-13).

    Args:
        here: The position.
        move: One of the `moves` of a die.
    """
    stands = here[move.die]
    if isinstance(move, Rotate):
        return here.put(stands.turned(stands.lies.rotate(move.quarters)))
    there = neighbour(stands.at, move.direction)
    assert there is not None, "a step stays on the board"
    return here.put(stands.moved(there).turned(stands.lies.step(move.direction)))


def actions(match: Match, here: Position, die: DieId) -> Iterator[Strike | Shoot | Move | Convert]:
    """Yield the possible actions of a die with its top face, except spells.

    Saves, Counter and Vanish allow no actions (CC-35, CC-42, CC-50). Cantrip and Magic allow only spells (CC-36,
    CC-41).
    """
    stands = here[die]
    face = match.face(stands)
    if values.melee_points(face):
        yield from (Strike(one.die) for one in melee_targets(match, here, stands))
    if values.missile_points(match, stands):
        yield from (Shoot(one.die) for one in missile_targets(match, here, stands))
    if points := values.maneuver_points(face):
        if face.icon is Icon.FLY:
            ends = within(stands.at, points) & ~here.occupied
        else:
            ends = reach(stands.at, points, here.occupied)
        yield from (Move(to) for to in squares_in(ends))
    if face.icon is Icon.CONVERT:
        yield from _conversions(match, here, stands)


def acted(match: Match, here: Position, die: DieId, action: Strike | Shoot | Move | Convert) -> Resolution:
    """Return the resolution of an action, up to the first choice of a player.

    Args:
        match: The match.
        here: The position.
        die: The die that acts.
        action: One of the die's `actions`.
    """
    stands = here[die]
    match action:
        case Strike(target):
            return resolver.attack(match, here, melee_attack(match, here, stands, here[target]))
        case Shoot(target):
            return resolver.attack(match, here, missile_attack(match, stands, here[target]))
        case Move(to):
            return Resolution(here.put(stands.moved(to)))
        case Convert(target, new):
            return resolver.convert(match, here, die, target, new)


def can_strike(match: Match, here: Position, die: DieId) -> bool:
    """Return whether a target for melee is next to `die` (CC-45). The top face of `die` isn't checked."""
    return next(melee_targets(match, here, here[die]), None) is not None


def _conversions(match: Match, here: Position, stands: Standing) -> Iterator[Convert]:
    """Yield the ways of using a die's Convert: a dead die replaces an adjacent target (CC-43).

    The dead die belongs to the player of the die that converts. It has at most as much health as the target, and comes
    back with its face ID on top.

    Args:
        match: The match.
        here: The position.
        stands: The die that converts.
    """
    dead = list(here.dead_of(match, match.owner(stands.die)))
    for target in melee_targets(match, here, stands):
        for die in dead:
            if match.health(die) <= match.health(target.die):
                yield from (Convert(target.die, Place(die, target.at, lies)) for lies in ID_UP)
