"""A game in progress: rules, state and table together."""

from dataclasses import dataclass

from riotsim.games.cube_clash.board.places import Layout
from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.rulebook import EXACT, Rulebook
from riotsim.games.cube_clash.state import State, layout_of, match_of
from riotsim.games.cube_clash.units.unit import Side
from riotsim.play.context import RunningGame
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Stream
from riotsim.table.acts import Act, Hand, Settled, Tip


@dataclass(slots=True)
class Clash(RunningGame[State, Rulebook]):
    """A game in progress: its rules, state and table."""

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

    async def perform(self, act: Act) -> Settled:
        """Perform a tip or a shift."""
        return await self.play.perform(act, Stream.TIP if isinstance(act, Tip) else Stream.SHIFT)
