"""The dice that a hand has let go: they stay in sight until the first frame of their throw."""

from dataclasses import replace

from riotsim.replay.timeline_builder import held_pieces
from riotsim.viewer.input.interactions.interaction import Interaction, TableOverlay
from riotsim.viewer.input.interactions.target_throw import TargetThrowInteraction
from riotsim.viewer.input.interactions.throw import ThrowInteraction
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Ghost


class ReleasedDice:
    """The dice between the end of a gesture and the first frame of their throw, which is still computed."""

    def __init__(self) -> None:
        self._in_hand: tuple[Ghost, ...] = ()
        """The dice in the hand. They are kept after the release, until the throw is shown."""
        self._released = False

    def advance(self, showing: DisplayState, interaction: Interaction | None) -> None:
        """Take the dice that are in the hand, and forget those that fly, or that something else has taken over."""
        self._released = interaction is None
        if interaction is not None:
            throws = isinstance(interaction, ThrowInteraction | TargetThrowInteraction)
            marks = interaction.overlay().marks if throws else ()
            self._in_hand = tuple(mark for mark in marks if isinstance(mark, Ghost))
        elif self._in_hand:
            flying = {piece.id for piece in held_pieces(showing.act)} if showing.act is not None else set()
            flies = showing.act is not None and flying <= showing.poses.keys()
            ends = (showing.question, showing.game_over, showing.failure, showing.lesson_stopped)
            if flies or any(end is not None for end in ends):
                self._in_hand = ()

    def added_to(self, overlay: TableOverlay) -> TableOverlay:
        """Return an overlay of the table with the dice that were let go and don't fly yet."""
        if not self._released or not self._in_hand:
            return overlay
        return replace(overlay, marks=(*overlay.marks, *self._in_hand))
