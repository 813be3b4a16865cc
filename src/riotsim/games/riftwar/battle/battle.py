"""A game in progress: rules, state and table together."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import State, Unit, UnitId
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, PickPiece, PlayerId, Request
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Play
from riotsim.table.acts import Displacement, Hand, Shift
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.state import Table

A = TypeVar("A")


@dataclass(slots=True)
class Battle:
    """A game in progress: its rules, dice, state and table."""

    play: Play[State]
    rules: Rulebook
    dice: DiceSet

    @property
    def state(self) -> State:
        """The state of the game, apart from the pieces that lie on the table."""
        return self.play.state

    @property
    def table(self) -> Table:
        """The current table."""
        return self.play.table

    def unit(self, name: UnitId) -> Unit:
        """Return a unit."""
        return self.state.units[name]

    def change(self, name: UnitId, **changes: Any) -> Unit:  # any of the unit's fields
        """Change some fields of a unit, and return the unit."""
        found = self.state.units[name] = replace(self.state.units[name], **changes)
        return found

    def hand(self, player: PlayerId) -> Hand:
        """Return a player's hand."""
        return self.rules.hands[self.state.hands[player]].hand

    async def ask(self, request: Request[A]) -> A:
        """Put a request to its player, and return the answer."""
        return await self.play.ask(request)

    async def choose(self, player: PlayerId, purpose: str, options: tuple[str, ...]) -> str:
        """Ask a player for one of several options, and return it. If there is only one, return it without asking."""
        return options[0] if len(options) == 1 else await self.ask(Choose(player, purpose, options))

    async def pick(self, player: PlayerId, purpose: str, units: tuple[UnitId, ...]) -> UnitId:
        """Ask a player for one of several units, and return it. If there is only one unit, return it without asking."""
        return units[0] if len(units) == 1 else await self.ask(PickPiece(player, purpose, units))

    async def pick_at_most_one(self, player: PlayerId, purpose: str, units: tuple[UnitId, ...]) -> UnitId | None:
        """Ask a player for at most one of several units. Return the unit, or None if the player wants none."""
        found = await self.ask(PickSome(player, purpose, units, most=1))
        return found[0] if found else None

    async def shift(self, *moves: Displacement, lifted: bool = False) -> None:
        """Move models, all at the same time."""
        if moves:
            await self.play.perform(Shift(moves, lifted), Stream.SHIFT)

    def emit(self, event: object) -> None:
        """Add an event to the events of the game."""
        self.play.emit(event)
