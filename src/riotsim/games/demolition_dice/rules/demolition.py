"""A game in progress: its rules, state and table, and questions that all modules of these rules ask about it."""

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules import areas
from riotsim.games.demolition_dice.state import State
from riotsim.play.context import RunningGame
from riotsim.play.requests import PlayerId
from riotsim.table.acts import Hand
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import Footprint
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Point, Pose

DIE_LETTERS: Final = "abc"
"""First letters of the names of dice, one for each player in turn order. `a1` is a die of the first player."""


@dataclass(frozen=True, slots=True)
class DemolitionDiceRules:
    """The rules for rolls and cocked dice (DD-10, DD-40). No option changes these rules."""

    cocked: Literal["reroll", "nearest_face"] = "reroll"
    off_table: Literal["reroll", "lost"] = "reroll"
    least_drop: float = 50.0
    """Minimum height of release (mm)."""
    least_turns: float = 1.0
    models: Literal["fixed", "free"] = "fixed"


HOUSE_RULES: Final = DemolitionDiceRules()


@dataclass(slots=True)
class Demolition(RunningGame[State, Rulebook]):
    """A game in progress: its rules, state and table."""

    ruins: dict[PlayerId, dict[PieceId, int | None]] = field(default_factory=dict)
    """The fallen towers that wait for a rebuild, by owner: the face of each die, from the bottom up.

    The face is None for a die that must be rolled. The dice are not on the table. Between rounds there are no ruins.
    """

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players in turn order."""
        return tuple(self.state.players)

    def hand(self, player: PlayerId) -> Hand:
        """Return a player's hand: the accuracy and strength of the player's moves with dice."""
        return self.rules.hands[self.state.players[player]].hand

    def dice_of(self, player: PlayerId) -> tuple[PieceId, ...]:
        """Return the names of all dice of a player, wherever they are (DD-01)."""
        return dice_names(self.players.index(player), self.rules.dice)

    def held(self, player: PlayerId) -> tuple[PieceId, ...]:
        """Return the names of a player's dice that are not in their tower."""
        return tuple(die for die in self.dice_of(player) if die not in self.tower(player))

    def tower(self, player: PlayerId) -> tuple[PieceId, ...]:
        """Return the names of the dice in the tower of a player, from the bottom up."""
        return tuple(die.id for die in self.table.tower_dice(player))

    def done(self, player: PlayerId) -> bool:
        """Return whether a player's tower holds all their dice (DD-50)."""
        return self.table.tower_height(player) == self.rules.dice

    def die(self, player: PlayerId, name: PieceId, shows: int = 1) -> Die:
        """Return the die `name` of a player, with the number `shows` on its upper face.

        The die is not put on the table.
        """
        die = self.rules.die.dice_set.die(name, D6.name, player)
        return replace(die, pose=Pose(die.pose.at, die.kind.orientation_showing(shows)))

    def middle(self, player: PlayerId) -> Point:
        """Return the middle of the area of a player (mm, DD-02)."""
        return areas.area_centre(self.table, self.rules.areas, self.players.index(player))

    def bearing(self, player: PlayerId) -> float:
        """Return the direction from the middle of the table to a player's area (rad).

        Two sides of the area run in this direction.
        """
        return areas.area_bearing(self.rules.areas, self.players.index(player))

    def area(self, player: PlayerId) -> Footprint:
        """Return the footprint of a player's area (DD-02)."""
        return areas.area_footprint(self.table, self.rules.areas, self.players.index(player))

    def take_up(self, *dice: PieceId) -> None:
        """Take dice off the table; skip dice that are not on the table."""
        self.table = self.table.without(*(die for die in dice if die in self.table.dice))


def dice_names(seat: int, dice: int) -> tuple[PieceId, ...]:
    """Return the names of a player's dice.

    `seat` is the player's place in turn order, from 0. `dice` is the number of dice of each player.
    """
    return tuple(f"{DIE_LETTERS[seat]}{number}" for number in range(1, dice + 1))
