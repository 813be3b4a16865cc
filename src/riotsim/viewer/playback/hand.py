"""The sounds and marks of a player's hand.

- Shaken dice make knocking sounds.
- A carried tower that leans makes creaking sounds, and gets a ring.
- Released dice stay visible until the first frame of their throw.
- At the end of a game, the sound of coins is played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import Final

from riotsim.replay.timeline_builder import held_pieces
from riotsim.table.acts import Carry
from riotsim.table.impacts import Collider, Impact
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose, Vector
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.interaction import Interaction, TableOverlay
from riotsim.viewer.input.interactions.target_throw import TargetThrowInteraction
from riotsim.viewer.input.interactions.throw import ThrowInteraction, force_colour
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.scene.marks import Ghost, Ring

BATCH_SECONDS: Final = 0.05
"""Knocks are gathered for this time before they are played (s), because the number of sounds at a time is limited."""

UNEASY, CRITICAL = 0.4, 0.95
"""Values of `lean`: a tower begins to creak at `UNEASY`, and creaks fastest from `CRITICAL` on."""

FALLEN = 1.6
"""From this lean on, a tower counts as fallen, and `lean` returns 0. Dice begin to fall at a lean of about 1."""

SLOW_CREAK, FAST_CREAK = 0.4, 0.07
"""Time between creaks (s): `SLOW_CREAK` at the lean `UNEASY`, `FAST_CREAK` at the lean `CRITICAL`. Chosen by ear."""

CREAK_SPEED: Final = 160.0
"""Speed of the knock of a creak (mm/s). Chosen by ear."""

CREAK_IMPULSES = (150.0, 900.0)
"""Impulse of the softest and of the loudest creak (g·mm/s). Chosen by ear."""

RING_MARGIN: Final = 7.0
"""Difference between the radius of the ring around a leaning tower and the size of the tower's lowest die (mm)."""

COINS: Final = 9
"""Number of knocks at the end of a game. Each knock is the sound of two coins."""

COIN_TICKS: Final = 17
"""Time between the first two knocks of coins (ticks). Each further gap is 2 ticks shorter, but at least 5 ticks."""


class HandSounds:
    """The sounds of shaken dice, of a carried tower, and of coins at the end of a game.

    A carried tower that leans also gets a ring.
    """

    def __init__(self) -> None:
        self._knocks: list[Impact] = []
        self._gathered = 0.0
        """Time since the first of the gathered knocks (s)."""
        self._since_creak = 0.0
        self._leans: tuple[PieceId, float] | None = None
        """The model whose tower is carried, and the tower's lean.

        None if no tower is carried, if its lean is less than `UNEASY`, or during a close-up.
        """
        self._is_over = False

    def advance(
        self, showing: DisplayState, interaction: Interaction | None, seconds: float, knocks: Sequence[Impact] = ()
    ) -> None:
        """Advance by `seconds` of real time, and add the new sounds to the impacts of the displayed state.

        Args:
            showing: The displayed state.
            interaction: The mouse interaction for the current decision, if there is one.
            seconds: The time.
            knocks: New knocks of the dice in the hand.
        """
        self._knock(showing, interaction, seconds, knocks)
        self._creak(showing, interaction, seconds)
        if showing.game_over is not None and not self._is_over and showing.table is not None:
            showing.impacts += coins(showing.table)
        self._is_over = showing.game_over is not None

    def _knock(
        self, showing: DisplayState, interaction: Interaction | None, seconds: float, knocks: Sequence[Impact]
    ) -> None:
        if self._knocks:
            self._gathered += seconds
        later = round(self._gathered * TICKS_PER_SECOND)
        self._knocks += [replace(knock, tick=knock.tick + later) for knock in knocks]
        if self._gathered >= BATCH_SECONDS or not isinstance(interaction, ThrowInteraction):
            showing.impacts += self._knocks
            self._knocks, self._gathered = [], 0.0

    def _creak(self, showing: DisplayState, interaction: Interaction | None, seconds: float) -> None:
        self._since_creak += seconds
        table, model = showing.table, _carried(showing, interaction)
        leans = 0.0 if table is None or model is None else lean(table, showing.poses, model)
        self._leans = None
        if table is None or model is None or leans < UNEASY or showing.close_up is not None:
            return
        self._leans = model, leans
        near = min((leans - UNEASY) / (CRITICAL - UNEASY), 1.0)
        if self._since_creak >= SLOW_CREAK * (FAST_CREAK / SLOW_CREAK) ** near:
            self._since_creak = 0.0
            showing.impacts.append(_creak(table, showing, model, near))

    def added_to(self, overlay: TableOverlay, showing: DisplayState) -> TableOverlay:
        """Return the overlay. If a carried tower leans, a ring around the tower is added.

        The more the tower leans, the redder the ring is.
        """
        if self._leans is None or showing.table is None:
            return overlay
        model, leans = self._leans
        die = showing.table.tower_dice(model)[0]
        x, y, z = showing.poses[die.id].at if die.id in showing.poses else die.pose.at
        near = min((leans - UNEASY) / (CRITICAL - UNEASY), 1.0)
        ring = Ring((x, y, z), die.size + RING_MARGIN, force_colour(near))
        return replace(overlay, marks=(*overlay.marks, ring))


class ReleasedDice:
    """The dice that a player has released, until the first frame of their throw is shown."""

    def __init__(self) -> None:
        self._in_hand: tuple[Ghost, ...] = ()
        """The dice in the hand, kept after their release until the throw is shown."""
        self._released = False

    def advance(self, showing: DisplayState, interaction: Interaction | None) -> None:
        """Record which dice are in the player's hand or were released from it.

        - During an interaction for a throw, all dice that the interaction shows are in the hand.
        - During any other interaction, no dice are in the hand.
        - If there is no interaction, the dice that were in the hand count as released. They are forgotten at the first
          frame of their flight, at a question or a failure, or at the end of the game or the lesson.

        Args:
            showing: The displayed state.
            interaction: The mouse interaction for the current decision, if there is one.
        """
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

    @property
    def are_awaited(self) -> bool:
        """Return whether dice were released but don't fly yet."""
        return self._released and bool(self._in_hand)

    def added_to(self, overlay: TableOverlay) -> TableOverlay:
        """Return the overlay with the dice that were released but don't fly yet."""
        if not self.are_awaited:
            return overlay
        return replace(overlay, marks=(*overlay.marks, *self._in_hand))


def _carried(showing: DisplayState, interaction: Interaction | None) -> PieceId | None:
    """Return the carried model, or None if there is none."""
    if isinstance(showing.act, Carry):
        return showing.act.model
    if isinstance(interaction, CarryInteraction) and interaction.held:
        return interaction.request.model
    return None


def _creak(table: Table, showing: DisplayState, model: PieceId, near: float) -> Impact:
    """Return the creak of a model's tower. `near` says how near the tower is to its fall (0 to 1)."""
    below, above = table.tower_dice(model)[-2:]
    at: Vector = showing.poses[above.id].at if above.id in showing.poses else above.pose.at
    soft, loud = CREAK_IMPULSES
    impulse = soft + (loud - soft) * near
    return Impact(0, Collider("die", above.id), Collider("die", below.id), at, CREAK_SPEED, impulse)


def coins(table: Table) -> list[Impact]:
    """Return the knocks of coins that fall onto each other in the middle of a table."""
    x, y = table.middle
    found, tick = [], 0
    for k in range(COINS):
        one, other = Collider("token", f"coin-{k}"), Collider("token", f"coin-{k + 1}")
        aside = 40.0 * (k % 3 - 1)
        found.append(Impact(tick, one, other, (x + aside, y, 10.0), 700.0, 2600.0 + 900.0 * (k % 4)))
        tick += max(COIN_TICKS - 2 * k, 5)
    return found


def lean(table: Table, poses: Mapping[PieceId, Pose], tower: PieceId) -> float:
    """Return the lean of a tower: 0 if it is straight, and about 1 if dice are about to fall.

    The lean is computed at each die, and the largest lean counts. It is the horizontal distance from the die's middle
    to the common centre of mass of all dice above, divided by half the die's size.

    The result is 0 if the tower has fallen, or if it has fewer than two dice.

    Args:
        table: The table.
        poses: Poses of pieces that are not at their places on `table`.
        tower: Name of the tower.
    """
    dice = table.tower_dice(tower)
    places = [poses[die.id].at if die.id in poses else die.pose.at for die in dice]
    mass = across = along = worst = 0.0
    for above, below in zip(range(len(dice) - 1, 0, -1), range(len(dice) - 2, -1, -1), strict=True):
        (x, y, z), (u, v, w) = places[above], places[below]
        if z <= w:
            return 0.0  # it has fallen
        weight = dice[above].size ** 3
        mass, across, along = mass + weight, across + weight * x, along + weight * y
        away = hypot(across / mass - u, along / mass - v)
        worst = max(worst, away / (dice[below].size / 2))
    return 0.0 if worst >= FALLEN else worst
