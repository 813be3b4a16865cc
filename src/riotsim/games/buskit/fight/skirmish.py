"""A game in progress: rules, state and table together."""

from dataclasses import dataclass, replace
from typing import Any

from riotsim.games.buskit import events
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Ending, Fighter, FighterId, Result, State
from riotsim.play.context import RunningGame
from riotsim.play.requests import PlayerId
from riotsim.table.acts import Hand
from riotsim.table.dice.dice_set import DiceSet


@dataclass(slots=True)
class Skirmish(RunningGame[State, Rulebook]):
    """A game in progress: its rules, dice, state and table."""

    dice: DiceSet

    def fighter(self, name: FighterId) -> Fighter:
        """Return a fighter."""
        return self.state.fighters[name]

    def change(self, name: FighterId, **changes: Any) -> Fighter:  # any of the fighter's fields
        """Change some fields of a fighter, and return the changed fighter."""
        found = self.state.fighters[name] = replace(self.state.fighters[name], **changes)
        return found

    def hand(self, player: PlayerId) -> Hand:
        """Return a player's hand: the accuracy and strength of the player's moves with dice."""
        return self.rules.hands[self.state.hands[player]].hand

    def end(self, winners: tuple[PlayerId, ...], ending: Ending) -> None:
        """End the fight with a result. Healing may follow (BK-91)."""
        self.state.phase = "healing" if self.rules.healing.periods else "over"
        self.state.acting = ()
        self.state.result = Result(winners, ending)
        self.emit(events.GameOver(winners, ending))
