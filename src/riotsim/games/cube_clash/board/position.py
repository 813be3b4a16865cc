"""A position of Cube Clash as a value: the dice on the board, the dead, and the player on turn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from riotsim.games.cube_clash.board.squares import (
    Square,
    SquareSet,
    adjacent,
    home_row,
    quarter_of,
    row_of,
    row_set,
    row_squares,
    rows_from,
    square_name,
    squares_in,
)
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.units.faces import Face
from riotsim.games.cube_clash.units.orientations import Orientation
from riotsim.games.cube_clash.units.unit import DieId, Side, UnitDie, opponent

HOME_ROWS: Final = row_set(home_row("south")) | row_set(home_row("north"))
"""The squares of both home rows."""

NO_TERRAIN: Final = (None, None, None, None)
"""The value of `Match.quarters` for a board without terrain."""


@dataclass(frozen=True, eq=False)
class Match:
    """The rules, the dice and the terrain of a game."""

    rules: Rulebook
    """The rules."""
    dice: Mapping[DieId, UnitDie]
    """All dice of both sides, by name."""
    quarters: tuple[str | None, str | None, str | None, str | None] = NO_TERRAIN
    """Name of the terrain in each quarter of the board; None for a quarter without terrain (CC-07)."""

    def health(self, die: DieId) -> int:
        """Return the health of a die."""
        return self.dice[die].unit.health

    def owner(self, die: DieId) -> Side:
        """Return the side of a die's owner."""
        return self.dice[die].owner

    def race(self, die: DieId) -> str:
        """Return the race of a die."""
        return self.dice[die].unit.race

    def terrain(self, at: Square) -> str | None:
        """Return the terrain of a square, or None if its quarter has no terrain or the rules don't use terrain."""
        return self.quarters[quarter_of(at)] if self.rules.terrain == "on" else None

    def face(self, stands: "Standing") -> Face:
        """Return the face that is on top of a die on the board."""
        return self.dice[stands.die].unit.faces[stands.lies.top - 1]


class Standing(NamedTuple):
    """A die on the board."""

    die: DieId
    """Name of the die."""
    at: Square
    """Square of the die."""
    lies: Orientation
    """Orientation of the die."""
    wounds: int = 0
    """Damage that the die keeps (CC-21). If the rules don't have `damage.lasts`, it is always 0."""

    def moved(self, at: Square) -> "Standing":
        """Return the die on another square, in the same orientation."""
        return Standing(self.die, at, self.lies, self.wounds)

    def turned(self, lies: Orientation) -> "Standing":
        """Return the die in another orientation, on the same square."""
        return Standing(self.die, self.at, lies, self.wounds)

    def __str__(self) -> str:
        """Return the name and the square, such as `south.bellfounder at e4`."""
        return f"{self.die} at {square_name(self.at)}"


@dataclass(frozen=True)
class Position:
    """The dice on the board, the dead, and the player on turn. A position is immutable and hashable.

    A die that is neither on the board nor dead isn't set up yet, or has left the game (CC-65).
    """

    standing: tuple[Standing, ...]
    """The dice on the board, sorted by name."""
    dead: tuple[DieId, ...]
    """The dead of both sides, sorted by name (CC-22)."""
    mover: Side
    """Side of the player on turn."""
    beyond_recall: tuple[DieId, ...] = ()
    """The dead dice that no black spell can bring back, sorted by name (CC-64).

    If the rules have `black.any_dead`, there are no such dice.
    """

    @cached_property
    def _by_square(self) -> dict[Square, Standing]:
        return {one.at: one for one in self.standing}

    @cached_property
    def _by_die(self) -> dict[DieId, Standing]:
        return {one.die: one for one in self.standing}

    @cached_property
    def occupied(self) -> SquareSet:
        """The squares with dice."""
        occupied = 0
        for one in self.standing:
            occupied |= 1 << one.at
        assert occupied.bit_count() == len(self.standing), "a square has one die"
        return occupied

    def __hash__(self) -> int:
        kept = vars(self)  # not a cached property: its lock costs more than the hash
        found: int | None = kept.get("_hash")
        if found is None:
            found = kept["_hash"] = hash((self.standing, self.dead, self.mover, self.beyond_recall))
        return found

    def __reduce__(self) -> tuple[object, ...]:
        # Without what is cached: hashes of texts differ between processes.
        return Position, (self.standing, self.dead, self.mover, self.beyond_recall)

    def at(self, where: Square) -> Standing | None:
        """Return the die on a square, or None if the square is empty."""
        return self._by_square.get(where)

    def find(self, die: DieId) -> Standing | None:
        """Return a die on the board, or None if the die isn't on the board."""
        return self._by_die.get(die)

    def __getitem__(self, die: DieId) -> Standing:
        """Return a die on the board.

        Raises:
            KeyError: The die isn't on the board.
        """
        return self._by_die[die]

    def neighbours(self, where: Square) -> Iterator[Standing]:
        """Yield the dice on the squares next to a square."""
        for beside in adjacent(where):
            if (found := self._by_square.get(beside)) is not None:
                yield found

    def row(self, row: int) -> Iterator[Standing]:
        """Yield the dice in a row, from west to east."""
        return (self._by_square[at] for at in squares_in(self.occupied & row_set(row)))

    def side(self, match: Match, side: Side) -> Iterator[Standing]:
        """Yield the dice of a side on the board, sorted by name."""
        return (one for one in self.standing if match.owner(one.die) == side)

    def dead_of(self, match: Match, side: Side) -> Iterator[DieId]:
        """Yield the dead of a side, sorted by name."""
        return (die for die in self.dead if match.owner(die) == side)

    def put(self, *placed: Standing) -> "Position":
        """Return a position with the given dice on the board.

        A die that is already on the board moves. A dead die comes back. Any other die is added.
        """
        by_die = self._by_die.copy()
        by_die.update([(one.die, one) for one in placed])
        if len(by_die) == len(self.standing):  # all of them move, so the order is the same
            found = Position(tuple(by_die.values()), self.dead, self.mover, self.beyond_recall)
            occupied = self.occupied
            for one in placed:
                occupied &= ~(1 << self._by_die[one.die].at)
            for one in placed:
                occupied |= 1 << one.at
            vars(found).update(_by_die=by_die, occupied=occupied)
            return found
        names = {one.die for one in placed}
        return Position(
            tuple(sorted(by_die.values(), key=_name)),
            tuple(die for die in self.dead if die not in names),
            self.mover,
            tuple(die for die in self.beyond_recall if die not in names),
        )

    def bury(self, dice: Iterable[DieId], beyond_recall: Iterable[DieId] = ()) -> "Position":
        """Return a copy of the position with the given dice among the dead (CC-22).

        Args:
            dice: Names of the dice.
            beyond_recall: Names of the given dice that no black spell can bring back.
        """
        names = set(dice)
        return replace(
            self,
            standing=tuple(one for one in self.standing if one.die not in names),
            dead=tuple(sorted({*self.dead, *names})),
            beyond_recall=tuple(sorted({*self.beyond_recall, *beyond_recall})),
        )

    def lift(self, dice: Iterable[DieId]) -> "Position":
        """Return a position with the given dice removed from the board. They don't join the dead."""
        names = set(dice)
        return replace(self, standing=tuple(one for one in self.standing if one.die not in names))

    def banish(self, dice: Iterable[DieId]) -> "Position":
        """Return a position with the given dice removed from the dead. They have left the game (CC-65)."""
        names = set(dice)
        return replace(
            self,
            dead=tuple(die for die in self.dead if die not in names),
            beyond_recall=tuple(die for die in self.beyond_recall if die not in names),
        )

    def passed(self) -> "Position":
        """Return the same position with the other player on turn."""
        then = Position(self.standing, self.dead, opponent(self.mover), self.beyond_recall)
        vars(then)["occupied"] = self.occupied
        return then


def position(standing: Iterable[Standing], dead: Iterable[DieId] = (), mover: Side = "south") -> Position:
    """Return a position, with its dice sorted by name.

    Args:
        standing: The dice on the board.
        dead: The dead of both sides.
        mover: Side of the player on turn.
    """
    return Position(tuple(sorted(standing, key=_name)), tuple(sorted(dead)), mover)


def free_squares(here: Position, row: int) -> tuple[Square, ...]:
    """Return the empty squares of a row, from west to east."""
    return tuple(at for at in row_squares(row) if here.at(at) is None)


def nearest_home_squares(here: Position, side: Side) -> tuple[Square, ...]:
    """Return the empty squares of a side's home row (CC-05, CC-50, CC-64).

    If the home row is full, return the empty squares of the nearest row with any.
    """
    for row in rows_from(side):
        if free := free_squares(here, row):
            return free
    return ()


def home_rows_changed(before: Position, after: Position) -> bool:
    """Return whether the dice in South's home row differ between the positions, or those in North's (CC-82)."""
    if not (before.occupied | after.occupied) & HOME_ROWS:
        return False
    if len(before.standing) == len(after.standing):
        for old, new in zip(before.standing, after.standing, strict=True):
            if old is not new:
                if old.die != new.die:
                    break
                if old.at != new.at and _home_row_of(old.at) != _home_row_of(new.at):
                    return True
        else:
            return False
    return home_row_dice(before) != home_row_dice(after)


def home_row_dice(here: Position) -> tuple[frozenset[DieId], frozenset[DieId]]:
    """Return the names of the dice in South's and in North's home row."""
    south, north = here.row(home_row("south")), here.row(home_row("north"))
    return (frozenset(one.die for one in south), frozenset(one.die for one in north))


def _home_row_of(at: Square) -> int | None:
    row = row_of(at)
    return row if row in (home_row("south"), home_row("north")) else None


def _name(one: Standing) -> DieId:
    return one.die
