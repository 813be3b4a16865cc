"""Effects that a window adds to the table: dice that rise, attacks and outcomes, and in a game what hands do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Interaction, TableOverlay
from riotsim.viewer.input.interactions.throw import ThrowInteraction, with_owners_colours
from riotsim.viewer.playback.display import DisplayState, FallenTower
from riotsim.viewer.playback.hand import HandSounds, ReleasedDice
from riotsim.viewer.playback.kept_dice import KeptDice
from riotsim.viewer.playback.outcomes import ACTOR_COLOUR, outcome_marks
from riotsim.viewer.playback.strikes import Strikes
from riotsim.viewer.scene.marks import Label

FALL_RADIUS = 40.0
"""Radius around the foot of a tower that was knocked down (mm). The label of the tower stands outside this radius."""

FALL_COLOUR = ACTOR_COLOUR


class TableEffects:
    """The effects that games and replays show: dice that rise, attacks, outcomes, and towers that were knocked down."""

    def __init__(self) -> None:
        self.kept_dice, self.strikes = KeptDice(), Strikes()

    def advance(self, showing: DisplayState, seconds: float, game_seconds: float) -> None:
        """Advance by `seconds` of real time, and by `game_seconds` of the time that playback shows.

        Args:
            showing: The displayed state, from which the effects take the attacks.
            seconds: The real time, in which dice rise.
            game_seconds: The game time, in which attacks are shown. It stands still while playback is paused.
        """
        self.kept_dice.advance(showing, seconds)
        self.strikes.advance(showing, game_seconds)

    def poses(self, table: Table) -> Mapping[PieceId, Pose]:
        """Return the poses of the dice that the effects move."""
        return {**self.strikes.poses(table), **self.kept_dice.poses(table)}

    def added_to(self, overlay: TableOverlay, showing: DisplayState) -> TableOverlay:
        """Return the overlay with the effects."""
        found = self.strikes.added_to(self.kept_dice.added_to(overlay, showing.table))
        marks = (*outcome_marks(showing.table, showing), *_labels_of_falls(showing.falls))
        return replace(found, marks=(*found.marks, *marks)) if marks else found


class GameEffects(TableEffects):
    """The effects of a game that is played: those of `TableEffects`, and what players' hands do."""

    def __init__(self) -> None:
        super().__init__()
        self.hand_sounds, self.released_dice = HandSounds(), ReleasedDice()

    def advance_hands(self, showing: DisplayState, interaction: Interaction | None, seconds: float) -> None:
        """Advance the sounds of hands by `seconds` of real time, and update the dice that the player has released.

        Args:
            showing: The displayed state, to which the sounds of hands are added.
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


def _labels_of_falls(falls: Sequence[FallenTower]) -> Iterator[Label]:
    """Yield the labels of towers that were knocked down. A label has two lines if its text has a colon and a space, and
    is divided there.
    """
    for fall in falls:
        lines = (part[0].upper() + part[1:] for part in fall.text.split(": ", 1))
        yield Label((*fall.at, 0.0), "\n".join(lines), FALL_COLOUR, radius=FALL_RADIUS)
