"""The worth of a position of Cube Clash, in points of health.

It depends on the material, on the home rows, on the faces on top, and on the attacks after one move. All weights are
our choice, tuned by games between bots.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from riotsim.games.cube_clash.board.position import Match, Position, Standing
from riotsim.games.cube_clash.board.squares import (
    SIZE,
    SquareSet,
    adjacent,
    home_row,
    neighbour,
    row_of,
    within,
)
from riotsim.games.cube_clash.combat import values
from riotsim.games.cube_clash.combat.attacks import kills_by
from riotsim.games.cube_clash.combat.resolver import Result
from riotsim.games.cube_clash.turns.spells import open_orientations
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.orientations import DIRECTIONS, Orientation
from riotsim.games.cube_clash.units.unit import Side

WON: Final = 1000.0
"""Worth of a won game. With armies of usual size, any position in a game is worth less than half of this."""

PATIENCE: Final = 40
"""After this number of turns, the weights of dice near or on the opponent's home row double. Our choice."""

MAX_DOUBLINGS: Final = 5
"""Greatest number of times that the weights of dice near or on the opponent's home row double.

With more doublings, dice on the home row would be worth more than a win.
"""

LEVEL: Final = 0.0
"""Worth of a draw."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the evaluation.

    The three weights of kills are fractions. All others are in points of health.
    """

    die: float = 0.5
    """Worth of a die in addition to its health."""
    raider: float = 0.6
    """Additional worth of a die on the opponent's home row (CC-80)."""
    advance: float = 0.04
    """Worth of each row of a die's distance from its own home row. This weight makes armies advance and meet."""
    save: float = 0.06
    """Worth of each save on a die's top face."""
    team: float = 0.06
    """Worth of each point that a die's top face adds to the melee of other dice (CC-31)."""
    prospect: float = 0.01
    """Worth of each point of a die's possible damage after one step or rotation."""
    due_kill: float = 0.75
    """Worth of the best kill that the player on turn can make, as a fraction of the killed die's `material`."""
    threat: float = 0.2
    """Worth of the best kill that the other player threatens, as a fraction of the killed die's `material`."""
    further_threat: float = 0.1
    """Worth of each other kill that a player can make or threatens, as a fraction of the killed die's `material`."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An attack that a die can make after one step or rotation."""

    needs: SquareSet
    """The square of the die's step, as a set. No die may stand there. For a rotation, the set is empty."""
    squares: SquareSet
    """The squares that the attack reaches. Dice in the way of a missile are ignored."""
    damage: int
    """Damage of the attack by the die alone. The points that other dice add to a melee are not included."""
    ignores: int
    """Greatest number of saves that the attack ignores."""
    melee: bool
    """True for melee; False for a missile or a red spell."""


@dataclass(frozen=True, slots=True)
class Features:
    """The features of one die on one square, in one orientation. The features don't depend on other dice."""

    south: bool
    """True if the die is South's."""
    material: float
    """Worth of the die on the board, without regard to its square and its faces."""
    worth: float
    """Worth of the die to its owner, from its `material`, its square, its top face, and its attacks after one move."""
    raids: bool
    """True if the die is on the opponent's home row."""
    health: int
    """Health of the die."""
    melee_saves: int
    """Saves of the die against melee."""
    other_saves: int
    """Saves of the die against missiles and red spells."""
    team: int
    """Points that the die's top face adds to the melee of another die of its side."""
    reaches: tuple[Reach, ...]
    """Possible attacks of the die after one step or rotation."""
    squares: SquareSet
    """All squares that the attacks in `reaches` reach."""


Army: TypeAlias = list[tuple[Standing, Features]]
"""The dice of one side on the board, each with its features."""


class Evaluator:
    """The evaluator of the positions of a match. It remembers the features of dice."""

    def __init__(self, match: Match, weights: Weights = Weights()) -> None:
        self.match = match
        self._weights = weights
        self._features: dict[Standing, Features] = {}
        self._turned: dict[Standing, Sequence[tuple[Orientation, Features]]] = {}

    def features(self, stands: Standing) -> Features:
        """Return the features of a die on the board."""
        found = self._features.get(stands)
        if found is None:
            found = self._features[stands] = _features(self.match, self._weights, stands)
        return found

    def turned(self, stands: Standing) -> Sequence[tuple[Orientation, Features]]:
        """Return all orientations that a yellow spell can give a die.

        Each comes with the features that the die has in this orientation.
        """
        found = self._turned.get(stands)
        if found is None:
            ways = open_orientations(self.match, stands)
            found = self._turned[stands] = tuple((lies, self.features(stands.turned(lies))) for lies in ways)
        return found

    def rate(self, here: Position, side: Side, on_turn: Side) -> float:
        """Return the worth of a position at the start of a turn to a side.

        Args:
            here: The position. Its `mover` is ignored.
            side: The side.
            on_turn: Side of the player whose turn begins.
        """
        armies: tuple[Army, Army] = ([], [])
        reached = [0, 0]
        get = self._features.get
        for one in here.standing:
            known = get(one) or self.features(one)
            armies[known.south].append((one, known))
            reached[known.south] |= known.squares
        south, north = armies[True], armies[False]
        total = sum([known.worth for _, known in south]) - sum([known.worth for _, known in north])
        total += self._threats(here, north, south, reached[True], on_turn == "south")
        total -= self._threats(here, south, north, reached[False], on_turn == "north")
        return total if side == "south" else -total

    def _threats(self, here: Position, dice: Army, attackers: Army, reached: SquareSet, first: bool) -> float:
        """Return the worth of an army's possible kills with its next move.

        Args:
            here: The position.
            dice: The opposing dice.
            attackers: The army.
            reached: All squares that the army's attacks reach.
            first: True if the army's player is on turn.
        """
        best = total = 0.0
        for one, known in dice:
            if reached >> one.at & 1 and self._threatened(here, one, known, attackers):
                total += known.material
                best = max(best, known.material)
        weights = self._weights
        return (weights.due_kill if first else weights.threat) * best + weights.further_threat * (total - best)

    def _threatened(self, here: Position, one: Standing, known: Features, attackers: Army) -> bool:
        """Return whether an opposing die could kill a given die with its next move.

        Args:
            here: The position.
            one: The die that may be killed.
            known: The features of this die.
            attackers: The opposing dice, each with its features.
        """
        left, square, occupied = known.health - one.wounds, 1 << one.at, here.occupied
        team: int | None = None
        for other, attacker in attackers:
            if not attacker.squares & square:
                continue
            for reach in attacker.reaches:
                if not reach.squares & square or reach.needs & occupied:
                    continue
                damage = reach.damage
                saves = known.melee_saves if reach.melee else known.other_saves
                if reach.melee:
                    if team is None:
                        team = self._team(here, one, known.south)
                    damage += team
                    if other.at in adjacent(one.at):
                        damage -= attacker.team  # it doesn't help itself
                if kills_by(self.match, damage, left + max(0, saves - reach.ignores)):
                    return True
        return False

    def _team(self, here: Position, defender: Standing, south: bool) -> int:
        """Return the points that the dice beside a defender add to a melee attack on it (CC-31).

        All dice of the attacking side count, also the attacker if it is beside the defender.

        Args:
            here: The position.
            defender: The die that is attacked.
            south: True if `defender` belongs to South.
        """
        known = (self.features(one) for one in here.neighbours(defender.at))
        return sum(one.team for one in known if one.south != south)


def result_worth(result: Result, side: Side) -> float:
    """Return the worth of a game's result to a side."""
    if result.winner is None:
        return LEVEL
    return WON if result.winner == side else -WON


def evaluator_of(match: Match, turns: int) -> Evaluator:
    """Return the evaluator of a match after a number of turns.

    The weights `advance` and `raider` reward dice near or on the opponent's home row. They double every `PATIENCE`
    turns, at most `MAX_DOUBLINGS` times. This keeps bots from killing dice and bringing them back until the limit of
    turns.

    Args:
        match: The match.
        turns: Number of turns that have been played.
    """
    return _evaluator(match, min(turns // PATIENCE, MAX_DOUBLINGS))


@lru_cache(maxsize=64)
def _evaluator(match: Match, haste: int) -> Evaluator:
    usual = Weights()
    return Evaluator(match, replace(usual, advance=2**haste * usual.advance, raider=2**haste * usual.raider))


def _features(match: Match, weights: Weights, stands: Standing) -> Features:
    owner, health = match.owner(stands.die), match.health(stands.die)
    saves = values.saves(match, stands, "melee")
    team = values.team_points(match, stands)
    rows = abs(row_of(stands.at) - home_row(owner))
    raids = rows == SIZE - 1
    reaches = tuple(_reaches(match, stands))
    squares = 0
    for reach in reaches:
        squares |= reach.squares
    material = health + weights.die
    worth = material + weights.advance * rows + weights.raider * raids + weights.save * saves + weights.team * team
    worth += weights.prospect * sum(reach.damage for reach in reaches)
    return Features(
        south=owner == "south",
        material=material,
        worth=worth,
        raids=raids,
        health=health,
        melee_saves=saves,
        other_saves=values.saves(match, stands, "missile"),
        team=team,
        reaches=reaches,
        squares=squares,
    )


def _reaches(match: Match, stands: Standing) -> list[Reach]:
    """Return the possible attacks of a die after one step or rotation."""
    found = _attacks(match, stands, 0) if match.rules.turn.rotate_acts else []
    for direction in DIRECTIONS:
        there = neighbour(stands.at, direction)
        if there is not None:
            moved = Standing(stands.die, there, stands.lies.step(direction), stands.wounds)
            found += _attacks(match, moved, 1 << there)
    return found


def _attacks(match: Match, stands: Standing, needs: SquareSet) -> list[Reach]:
    """Return the attacks that a die can make with its top face after a step or rotation.

    Args:
        match: The match.
        stands: The die as it stands after the step or rotation.
        needs: The square of the die's step, as a set; 0 after a rotation. It becomes the `Reach.needs` of each returned
            attack.
    """
    face, found = match.face(stands), []
    if damage := values.melee_points(face):
        found.append(Reach(needs, within(stands.at, 1), damage, values.ignored_saves(face), melee=True))
    if damage := values.missile_points(match, stands):
        least, most = match.rules.missile.reach
        ring = within(stands.at, most) & ~within(stands.at, least - 1)
        ignores = 0 if face.icon is Icon.TRAMPLE else values.ignored_saves(face)
        found.append(Reach(needs, ring, damage, ignores, melee=False))
    if (damage := values.magic_points(face)) and "red" in values.colours(match, stands):
        found.append(Reach(needs, within(stands.at, 2 * damage), damage, 0, melee=False))
    return found
