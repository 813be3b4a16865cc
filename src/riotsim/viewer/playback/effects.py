"""Effects that a window adds to the table, and effects of players' hands in a game.

The effects on the table are rising dice, attacks, fallen towers, and marks of outcomes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Interaction, TableOverlay
from riotsim.viewer.input.interactions.throw import ThrowInteraction, with_owners_colours
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.hand import HandSounds, ReleasedDice
from riotsim.viewer.playback.kept_dice import KeptDice
from riotsim.viewer.playback.outcomes import outcome_marks
from riotsim.viewer.playback.strikes import Strikes


class TableEffects:
    """The effects of games and replays: rising dice, attacks, fallen towers, and marks of outcomes."""

    def __init__(self) -> None:
        self.kept_dice, self.strikes = KeptDice(), Strikes()

    def advance(self, showing: DisplayState, seconds: float, game_seconds: float) -> None:
        """Advance by `seconds` of real time and by `game_seconds` of game time.

        Args:
            showing: The displayed state. The effects take the attacks from it.
            seconds: The real time, for rising dice.
            game_seconds: The game time, for attacks. It stands still while playback is paused.
        """
        self.kept_dice.advance(showing, seconds)
        self.strikes.advance(showing, game_seconds)

    def poses(self, table: Table) -> Mapping[PieceId, Pose]:
        """Return the poses of the dice that the effects move."""
        return {**self.strikes.poses(table), **self.kept_dice.poses(table)}

    def added_to(self, overlay: TableOverlay, showing: DisplayState) -> TableOverlay:
        """Return the overlay, with the effects added."""
        found = self.strikes.added_to(self.kept_dice.added_to(overlay, showing.table))
        marks = tuple(outcome_marks(showing.table, showing))
        return replace(found, marks=(*found.marks, *marks)) if marks else found


class GameEffects(TableEffects):
    """The effects of a played game: those of `TableEffects`, and those of players' hands."""

    def __init__(self) -> None:
        super().__init__()
        self.hand_sounds, self.released_dice = HandSounds(), ReleasedDice()

    def advance_hands(self, showing: DisplayState, interaction: Interaction | None, seconds: float) -> None:
        """Advance the sounds of hands by `seconds` of real time, and update the dice that were released.

        Args:
            showing: The displayed state. The sounds of hands are added to it.
            interaction: The mouse interaction for the current decision; None if there is none.
            seconds: The real time.
        """
        knocks = interaction.shake() if isinstance(interaction, ThrowInteraction) else ()
        self.hand_sounds.advance(showing, interaction, seconds, knocks)
        self.released_dice.advance(showing, interaction)

    def with_hands(self, overlay: TableOverlay, showing: DisplayState, seats: Sequence[Seat]) -> TableOverlay:
        """Return the overlay with all effects. Dice in the hand have the colours of their owners' seats."""
        found = self.released_dice.added_to(self.added_to(overlay, showing))
        return with_owners_colours(self.hand_sounds.added_to(found, showing), seats)
