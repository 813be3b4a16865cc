"""A game in progress: rules, state and table together."""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from riotsim.games.buskit import events
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Ending, Fighter, FighterId, Result, State
from riotsim.play.requests import Choose, PickPiece, PlayerId, Request
from riotsim.play.session.session import Play
from riotsim.table.acts import Hand
from riotsim.table.dice.dice_set import DiceSet
from riotsim.table.state import Table

A = TypeVar("A")


@dataclass(slots=True)
class Skirmish:
    """A game in progress: its rules, dice, state and table."""

    play: Play[State]
    rules: Rulebook
    dice: DiceSet

    @property
    def state(self) -> State:
        """The state of the game, apart from what lies on the table."""
        return self.play.state

    @property
    def table(self) -> Table:
        """The current table."""
        return self.play.table

    def fighter(self, name: FighterId) -> Fighter:
        """Return a fighter."""
        return self.state.fighters[name]

    def change(self, name: FighterId, **changes: Any) -> Fighter:  # any of the fighter's fields
        """Change some fields of a fighter, and return the fighter."""
        found = self.state.fighters[name] = replace(self.state.fighters[name], **changes)
        return found

    def hand(self, player: PlayerId) -> Hand:
        """Return the hand of a player."""
        return self.rules.hands[self.state.hands[player]].hand

    async def ask(self, request: Request[A]) -> A:
        """Put a request to its player, and return the answer."""
        return await self.play.ask(request)

    async def choose(self, player: PlayerId, purpose: str, options: tuple[str, ...]) -> str:
        """Ask a player for one of several options, and return it. If there is only one, return it without asking."""
        return options[0] if len(options) == 1 else await self.ask(Choose(player, purpose, options))

    async def pick(self, player: PlayerId, purpose: str, fighters: tuple[FighterId, ...]) -> FighterId:
        """Ask a player for one of several fighters, and return it. If there is only one, return it without asking."""
        return fighters[0] if len(fighters) == 1 else await self.ask(PickPiece(player, purpose, fighters))

    def emit(self, event: object) -> None:
        """Add an event to the events of the game."""
        self.play.emit(event)

    def end(self, winners: tuple[PlayerId, ...], ending: Ending) -> None:
        """End the fight with a result. Healing may follow (BK-91)."""
        self.state.phase = "healing" if self.rules.healing.periods else "over"
        self.state.acting = ()
        self.state.result = Result(winners, ending)
        self.emit(events.GameOver(winners, ending))
