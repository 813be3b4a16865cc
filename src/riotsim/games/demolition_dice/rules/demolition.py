"""A game in progress: rules, state and table together, and queries that every chapter uses."""

from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules import areas
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Play
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import Footprint
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table

A = TypeVar("A")

DIE_LETTERS: Final = "abc"
"""First letters of the names of each seat's dice."""


@dataclass(frozen=True, slots=True)
class DemolitionDiceRules:
    """The rules for rolls and cocked dice (DD-10, DD-40), which no option changes."""

    cocked: Literal["reroll", "nearest_face"] = "reroll"
    off_table: Literal["reroll", "lost"] = "reroll"
    least_drop: float = 50.0
    """Minimum height of release (mm)."""
    least_turns: float = 1.0
    models: Literal["fixed", "free"] = "fixed"


HOUSE_RULES: Final = DemolitionDiceRules()


@dataclass(slots=True)
class Demolition:
    """A game of Demolition Dice as its rules see it."""

    play: Play[State]
    rules: Rulebook
    ruins: dict[PlayerId, dict[PieceId, int | None]] = field(default_factory=dict)
    """Faces of the dice of fallen towers that are not rebuilt yet, from the bottom up; None for dice that must be
    rolled. These dice are not on the table. Empty between rounds.
    """

    @property
    def state(self) -> State:
        """The players and the round."""
        return self.play.state

    @property
    def table(self) -> Table:
        """The current table."""
        return self.play.table

    @table.setter
    def table(self, table: Table) -> None:
        self.play.table = table

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players in turn order."""
        return tuple(self.state.players)

    async def ask(self, request: Request[A]) -> A:
        """Ask a player."""
        return await self.play.ask(request)

    def emit(self, event: object) -> None:
        """Record an event."""
        self.play.emit(event)

    def hand(self, player: PlayerId) -> Hand:
        """Return the hand of a player."""
        return self.rules.hands[self.state.players[player]].hand

    def dice_of(self, player: PlayerId) -> tuple[PieceId, ...]:
        """All dice of a player, wherever they are (DD-01)."""
        return dice_names(self.players.index(player), self.rules.dice)

    def held(self, player: PlayerId) -> tuple[PieceId, ...]:
        """Return the dice of a player that stand in no tower."""
        return tuple(die for die in self.dice_of(player) if die not in self.tower(player))

    def tower(self, player: PlayerId) -> tuple[PieceId, ...]:
        """Return the dice in the tower of a player, from the bottom up."""
        return tuple(die.id for die in self.table.tower_dice(player))

    def done(self, player: PlayerId) -> bool:
        """Return whether a player's tower holds all their dice (DD-50)."""
        return self.table.tower_height(player) == self.rules.dice

    def die(self, player: PlayerId, name: PieceId, shows: int = 1) -> Die:
        """Return a die of a player in their hand, turned so that it shows a number."""
        die = self.rules.die.dice_set.die(name, D6.name, player)
        return replace(die, pose=Pose(die.pose.at, die.kind.orientation_showing(shows)))

    def middle(self, player: PlayerId) -> Point:
        """Return the middle of the area of a player (mm, DD-02)."""
        return areas.area_centre(self.table, self.rules.areas, self.players.index(player))

    def bearing(self, player: PlayerId) -> float:
        """Return the turn of a player's area (rad)."""
        return areas.area_bearing(self.rules.areas, self.players.index(player))

    def area(self, player: PlayerId) -> Footprint:
        """Return the area of a player (DD-02)."""
        return areas.area_footprint(self.table, self.rules.areas, self.players.index(player))

    def take_up(self, *dice: PieceId) -> None:
        """Take dice from the table into the hand; dice that are not on the table are skipped."""
        self.table = self.table.without(*(die for die in dice if die in self.table.dice))


def dice_names(seat: int, dice: int) -> tuple[PieceId, ...]:
    """Return the names of the dice of a seat."""
    return tuple(f"{DIE_LETTERS[seat]}{number}" for number in range(1, dice + 1))
