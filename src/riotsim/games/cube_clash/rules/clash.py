"""A game in progress: rules, state and table together."""

from dataclasses import dataclass
from typing import TypeVar

from riotsim.games.cube_clash.board.places import Layout
from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.rulebook import EXACT, Rulebook
from riotsim.games.cube_clash.state import State, layout_of, match_of
from riotsim.games.cube_clash.units.unit import Side
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Play
from riotsim.table.acts import Act, Hand, Settled, Tip
from riotsim.table.state import Table

A = TypeVar("A")


@dataclass(slots=True)
class Clash:
    """A game in progress: its rules, state and table."""

    play: Play[State]
    rules: Rulebook

    @property
    def state(self) -> State:
        """The current state of the game, without the table."""
        return self.play.state

    @property
    def table(self) -> Table:
        """The current table."""
        return self.play.table

    @property
    def match(self) -> Match:
        """The rules, dice and terrain."""
        return match_of(self.rules, self.state)

    @property
    def places(self) -> Layout:
        """The places on the table."""
        return layout_of(self.rules, self.state)

    def player(self, side: Side) -> PlayerId:
        """Return the player of a side."""
        return self.state.players[side]

    def hand(self, side: Side) -> Hand | None:
        """Return the hand that tips the dice of a side; None for tips that never fail (CC-15)."""
        name = self.state.hands[side]
        return None if name == EXACT else self.rules.hands[name].hand

    async def ask(self, request: Request[A]) -> A:
        """Put a request to its player, and return the answer."""
        return await self.play.ask(request)

    async def perform(self, act: Act) -> Settled:
        """Perform a tip or a shift."""
        return await self.play.perform(act, Stream.TIP if isinstance(act, Tip) else Stream.SHIFT)

    def emit(self, event: object) -> None:
        """Add an event to the events of the game."""
        self.play.emit(event)
