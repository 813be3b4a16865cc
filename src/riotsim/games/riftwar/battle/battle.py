"""A game in progress: rules, state and table together."""

from dataclasses import dataclass, replace
from typing import Any

from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State, Unit, UnitId
from riotsim.play.context import RunningGame
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Stream
from riotsim.table.acts import Displacement, Hand, Shift
from riotsim.table.dice.dice_set import DiceSet


@dataclass(slots=True)
class Battle(RunningGame[State, Rulebook]):
    """A game in progress: its rules, dice, state and table."""

    dice: DiceSet

    def unit(self, name: UnitId) -> Unit:
        """Return a unit."""
        return self.state.units[name]

    def change(self, name: UnitId, **changes: Any) -> Unit:  # any of the unit's fields
        """Change some fields of a unit, and return the unit."""
        found = self.state.units[name] = replace(self.state.units[name], **changes)
        return found

    def hand(self, player: PlayerId) -> Hand:
        """Return a player's hand: the accuracy and strength of the player's moves with dice."""
        return self.rules.hands[self.state.hands[player]].hand

    async def pick_at_most_one(self, player: PlayerId, purpose: str, units: tuple[UnitId, ...]) -> UnitId | None:
        """Ask a player for at most one of several units. Return the unit, or None if the player wants none."""
        found = await self.ask(PickSome(player, purpose, units, most=1))
        return found[0] if found else None

    async def shift(self, *moves: Displacement, lifted: bool = False) -> None:
        """Move models, all at the same time. Without moves, do nothing.

        Args:
            *moves: One move for each model.
            lifted: True to lift the models over obstacles; False to slide them.
        """
        if moves:
            await self.play.perform(Shift(moves, lifted), Stream.SHIFT)
