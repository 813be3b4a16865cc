"""The builder of a timeline. It makes keyframes from acts, and from moves by the rules.

A move by the rules is a move without an act, such as placing a model or discarding dice. The game may be recorded or in
progress.
"""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from riotsim.replay.poses import laid_down, movables, pose_of, same_place
from riotsim.replay.timeline import Fall, Timeline
from riotsim.table.acts import Act, Carry, Drop, Frame, LeftTable, Roll, Settled, Stack, TowerFell
from riotsim.table.dice.tray import by_owner
from riotsim.table.kinematic.exact import shown_motion
from riotsim.table.pieces import Die, Movable, PieceId, Token
from riotsim.table.poses import Pose, about_z, multiply
from riotsim.table.state import Table
from riotsim.table.units import ticks_in_ms

Moves: TypeAlias = list[tuple[PieceId, Pose]]
"""Moves of pieces: for each move, the name of the piece and its new pose."""

MOVE_SECONDS: Final = 0.45
"""Duration of a move by the rules over a distance of at most `SHORT_MOVE` (s). Chosen by eye."""

SHORT_MOVE: Final = 160.0
"""A move by the rules over no more than this distance takes `MOVE_SECONDS` (mm). Chosen by eye."""

CARRY_SPEED: Final = 260.0
"""Speed of a carry whose frames are missing, and of a move by the rules over more than `SHORT_MOVE` (mm/s).

Chosen by eye.
"""

MAX_MOVE_SECONDS: Final = 1.6
"""Longest duration of a move by the rules (s). Chosen by eye."""

MAX_CARRY_SECONDS: Final = 3.0
"""Longest time for showing a carry without frames (s). Chosen by eye."""

THROW_SECONDS: Final = 0.7
"""Time for showing a throw, drop or stack without frames (s). Chosen by eye."""

FADE_SECONDS: Final = 0.16
"""An HTML page makes a piece appear or vanish in this time (s). Chosen by eye."""

IN_HAND_SECONDS: Final = FADE_SECONDS + 0.04
"""Dice or a token are shown in the hand for this time before the release (s).

This time is longer than `FADE_SECONDS`. So the pieces have fully appeared before the release.
"""

LOWER_SECONDS: Final = 0.38
"""Duration of lowering a die onto a tower (s). Chosen by eye."""

LOWER_HEIGHT: Final = 46.0
"""A die is lowered onto a tower from this height above the die's place on the tower (mm). Chosen by eye."""

SETTLE_MS: Final = 16
"""If their poses differ, pieces move from the last frame to the settled table in this time (ms)."""


class TimelineBuilder:
    """A builder that adds acts, moves and pauses to a timeline, one after the other."""

    def __init__(self, timeline: Timeline, names: Mapping[PieceId, str] = MappingProxyType({})) -> None:
        """Begin at the end of a timeline. `names` has the displayed names of models by id."""
        self.timeline = timeline
        self._names = names
        self.release_ms = 0
        """Time of tick 0 of the act that was begun last (ms of the timeline)."""
        self._act: Act | None = None
        self._before = timeline.table
        self._held: tuple[Die | Token, ...] = ()
        self._leaves: dict[PieceId, int] = {}
        self._last_tick = -1
        self._fixed_tick = -1
        """Tick of the last frame that `fix_frames` keeps; -1 if it keeps none. Frames up to this tick are not added
        again.
        """

    def pause(self, seconds: float) -> None:
        """Add a time without motion (s)."""
        self.timeline.end += _ms(seconds)

    def arrange(self, table: Table, *, eased: bool = True) -> bool:
        """Move the pieces to their places by the rules.

        Args:
            table: The table with the pieces in these places.
            eased: Whether moves take time. Otherwise each piece is in its new place at once.

        Returns:
            True if any piece moves or appears. False if nothing changes, or if pieces only vanish.
        """
        timeline = self.timeline
        wanted = movables(table)
        leaving = [name for name in timeline.present_pieces() if name not in wanted]
        coming = [piece for name, piece in wanted.items() if not timeline.is_present(name)]
        moves = self._moves_to(wanted)
        if not moves and not leaving and not coming and table == timeline.table:
            return False
        begun = timeline.end
        timeline.begin_segment(table)
        for name in leaving:
            timeline.editable_track(name).disappear(begun)
        if moves and eased:
            length = self._longest(moves)
            seconds = MOVE_SECONDS if length <= SHORT_MOVE else min(length / CARRY_SPEED, MAX_MOVE_SECONDS)
            self._ease(moves, _ms(seconds), hop=True)
        for piece in coming:
            timeline.add_piece(piece, pose_of(piece), begun)
        if (coming or leaving) and eased:
            timeline.end = max(timeline.end, begun + _ms(IN_HAND_SECONDS))
        if not eased:
            for name, end in moves:
                timeline.editable_track(name).add_key(begun, end)
        timeline.add_tower_heights(table, begun)
        return bool(moves or coming)

    def start_act(
        self,
        act: Act,
        before: Table,
        frames: Sequence[Frame] = (),
        settled: Settled | None = None,
        *,
        player: str = "",
        by_hand: bool = False,
    ) -> None:
        """Begin an act in the timeline. Later calls of `add_frames` and `settle` add the act's frames and its outcome.

        Args:
            act: The act.
            before: The table before the act.
            frames: Frames of the act so far. They give the pose of each piece as it leaves the hand: the first pose
                that they have of this piece. They are not added to the timeline.
            settled: Outcome of the act; None if it is not known yet.
            player: The player whose turn it is.
            by_hand: Whether the window has already shown the pieces in a person's hand. If so, the timeline doesn't
                show them in a hand again.
        """
        self._act, self._before, self._held = act, before, held_pieces(act)
        self._leaves, self._last_tick, self._fixed_tick = {}, -1, -1
        self.timeline.begin_segment(with_held(act, before))
        first: dict[PieceId, Pose] = {}
        for frame in frames:
            for name, pose in frame.poses.items():
                first.setdefault(name, pose)
        self._take_up(act, first, settled, by_hand=by_hand)
        self.release_ms = self.timeline.end
        match act:
            case Roll(dice=dice):
                by = dice[0].owner if dice else player
                self.timeline.add_mark("throw", _throw_text(dice, player), by)
            case Drop():
                self.timeline.add_mark("throw", "A token is dropped", player)

    def add_frames(self, frames: Iterable[Frame], settled: Settled | None = None) -> int | None:
        """Add frames to the current act.

        Ticks normally rise from frame to frame. If a tick doesn't rise, the physics has begun the act again. The frames
        so far are then removed, except for those that `fix_frames` keeps.

        Args:
            frames: Frames in the order of the physics.
            settled: Outcome of the act; None if it is not known yet. It tells when pieces leave the table.

        Returns: The timeline's new time after rewinding (ms); None if the act was not begun again.
        """
        timeline, rewound = self.timeline, None
        pieces = {**movables(self._before), **({} if settled is None else movables(settled.table))}
        if settled is not None:
            self._leaves = {fact.piece: fact.tick for fact in settled.facts_of(LeftTable)}
        for frame in frames:
            if frame.tick <= self._fixed_tick:
                continue
            if frame.tick <= self._last_tick:
                rewound = self.release_ms + _tick_ms(max(self._fixed_tick, 0))
                timeline.rewind(rewound)
            before = timeline.end
            ended = self.release_ms + _tick_ms(frame.tick)
            for name, framed in frame.poses.items():
                piece = pieces.get(name)
                pose = framed if piece is None else laid_down(piece, framed)
                if not timeline.is_present(name):
                    if piece is None or name in self._leaves:
                        continue
                    timeline.add_piece(piece, pose, self.release_ms)
                track = timeline.editable_track(name)
                track.hold(before)  # the piece has not moved before this frame
                track.add_key(ended, pose)
            self._sink(frame.tick, ended)
            timeline.add_impacts(ended, frame.impacts)
            self._last_tick = frame.tick
            timeline.end = max(timeline.end, ended)
        return rewound

    def fix_frames(self) -> None:
        """Keep the frames of the current act so far, although the physics is about to perform the act again.

        Call this when a person's drag has ended. The physics then starts from tick 0, and `add_frames` skips frames up
        to the tick of the last frame that is kept.
        """
        # Up to the present tick, the new frames repeat the kept frames.
        self._fixed_tick = self._last_tick

    def cancel_act(self) -> None:
        """Remove all frames of the current act from the timeline, also those that `fix_frames` has kept."""
        self.timeline.rewind(self.release_ms)
        self._last_tick = self._fixed_tick = -1

    def settle(self, settled: Settled) -> None:
        """End the current act with its outcome."""
        timeline = self.timeline
        self._leaves = {fact.piece: fact.tick for fact in settled.facts_of(LeftTable)}
        wanted = movables(settled.table)
        if self._last_tick < 0 and self._act is not None:
            motion = shown_motion(self._before, self._act)
            self.add_frames(() if motion is None else motion.frames(), settled)
        if self._last_tick < 0:
            self._move_without_frames(wanted)
        else:
            for name, tick in self._leaves.items():
                if timeline.is_present(name) and tick <= self._last_tick:
                    timeline.editable_track(name).cut(self.release_ms + _tick_ms(tick))
        self._mark_falls(settled)
        for name, piece in wanted.items():
            if not timeline.is_present(name) or (end := pose_of(piece)) == timeline.pose(name):
                continue
            if same_place(timeline.pose(name), end):
                timeline.correct(name, end)
            else:
                track = timeline.editable_track(name)
                track.hold(timeline.end - 1)
                track.add_key(timeline.end + SETTLE_MS - 1, end)
        timeline.end += SETTLE_MS
        for name in timeline.present_pieces():
            if name not in wanted:
                timeline.editable_track(name).disappear(timeline.end)
        timeline.begin_segment(settled.table)
        timeline.add_tower_heights(settled.table, timeline.end)

    # The parts of an act.

    def _take_up(self, act: Act, first: Mapping[PieceId, Pose], settled: Settled | None, *, by_hand: bool) -> None:
        """Show the pieces in a hand at the beginning of an act.

        These are the dice or the token that the hand will release, or the die that it lowers onto a tower.

        Args:
            act: The act.
            first: The first pose of each piece in the frames.
            settled: Outcome of the act; None if it is not known yet.
            by_hand: Whether the window has already shown the pieces in a person's hand. If so, they don't stay in the
                hand for a while, and a die isn't lowered.
        """
        begun = self.timeline.end
        ends = {} if settled is None else movables(settled.table)
        for piece in self._held:
            end = ends.get(piece.id, piece)
            match act:
                case Stack():
                    goal = first.get(piece.id) or pose_of(end)
                    self._appear(piece, goal if by_hand else goal.translated((0.0, 0.0, LOWER_HEIGHT)), begun)
                    if not by_hand:
                        self.pause(FADE_SECONDS)
                        self._ease([(piece.id, goal)], _ms(LOWER_SECONDS))
                case Roll(drop=height) | Drop(height=height):
                    self._appear(piece, first.get(piece.id) or _release_pose(end, height), begun)
        if self._held and not isinstance(act, Stack) and not by_hand:
            self.pause(IN_HAND_SECONDS)

    def _appear(self, piece: Movable, pose: Pose, at: int) -> None:
        timeline = self.timeline
        if timeline.is_present(piece.id):
            timeline.editable_track(piece.id).disappear(timeline.end)
            at = timeline.end = max(at, timeline.end) + 2
        timeline.add_piece(piece, pose, at)

    def _sink(self, tick: int, now: int) -> None:
        """Remove the pieces that have left the table by a tick of the act.

        Args:
            tick: The tick.
            now: The time of the tick on the timeline (ms).
        """
        for name, left in self._leaves.items():
            if self.timeline.is_present(name) and tick >= left:
                self.timeline.editable_track(name).disappear(now)

    def _move_without_frames(self, wanted: Mapping[PieceId, Movable]) -> None:
        moves = self._moves_to(wanted)
        if isinstance(self._act, Carry):
            self._ease(moves, _ms(min(max(self._longest(moves) / CARRY_SPEED, MOVE_SECONDS), MAX_CARRY_SECONDS)))
        elif self._held and moves:
            self._ease(moves, _ms(THROW_SECONDS))

    def _mark_falls(self, settled: Settled) -> None:
        """Record each fall of a tower that an act causes, and mark the fall on the timeline.

        The mark's text tells the number of the tower's dice. A die that the act puts on the tower counts too.
        """
        before = self._before
        for fact in settled.facts_of(TowerFell):
            dice, model = before.tower_dice(fact.tower), before.models.get(fact.tower)
            foot = dice[0].pose.xy if dice else None if model is None else model.at
            if foot is not None:
                top = max((die.pose.at[2] + die.size / 2 for die in dice), default=0.0)
                at = min(self.release_ms + _tick_ms(fact.tick), self.timeline.end)
                self.timeline.falls.append(Fall(fact.tower, foot, top, at))
                height = len(dice) + (isinstance(self._act, Stack) and self._act.tower == fact.tower)
                text = f"{self._names.get(fact.tower, fact.tower)}'s tower of {max(height, 1)} comes down"
                self.timeline.add_mark("collapse", text, "" if model is None else model.owner, at=at)

    def _moves_to(self, wanted: Mapping[PieceId, Movable]) -> Moves:
        """Return the moves of the pieces that are not at their places yet.

        Args:
            wanted: The pieces in their places, by name.
        """
        ends = [(name, pose_of(piece)) for name, piece in wanted.items() if self.timeline.is_present(name)]
        return [(name, end) for name, end in ends if not same_place(self.timeline.pose(name), end)]

    def _ease(self, moves: Moves, length: int, *, hop: bool = False) -> None:
        """Move pieces smoothly to their places.

        Args:
            moves: The moves.
            length: Duration of the moves (ms).
            hop: Whether dice and tokens are lifted on the way.
        """
        for name, end in moves:
            self.timeline.editable_track(name).ease(self.timeline.end, length, end, hop=hop)
        self.timeline.end += length

    def _longest(self, moves: Moves) -> float:
        """Return the distance of the longest move (mm); 0 without moves."""
        return max((math.dist(self.timeline.pose(name).at, end.at) for name, end in moves), default=0.0)


def held_pieces(act: Act) -> tuple[Die | Token, ...]:
    """Return the dice or the token that a hand releases in an act; empty if a hand releases nothing, as in a carry."""
    match act:
        case Roll(dice=dice):
            return dice
        case Drop(token=token):
            return (token,)
        case Stack(die=die):
            return (die,)
    return ()


def with_held(act: Act | None, before: Table) -> Table:
    """Return the table before an act, plus the pieces that the act releases."""
    held = () if act is None else held_pieces(act)
    return before.with_pieces(*held) if held else before


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _tick_ms(ticks: int) -> int:
    return round(ticks_in_ms(ticks))


def _release_pose(piece: Movable, height: float) -> Pose:
    """Return a pose of a piece at its release, for a throw without frames.

    The pose is above the piece's final place, and rotated relative to its final orientation.

    Args:
        piece: The piece at rest.
        height: Height of the release above the table (mm).
    """
    end = pose_of(piece)
    return Pose((end.at[0], end.at[1], max(end.at[2], height)), multiply(about_z(2.0), end.orientation))


def _throw_text(dice: Sequence[Die], player: str | None) -> str:
    """Return a throw in words, such as `Ada throws 2d6, Bea 1d4 + 1d6`.

    Args:
        dice: The dice, each with its owner.
        player: If `dice` is empty, this player is named as the thrower. Otherwise the owners of the dice are named.
    """
    (first, its), *others = by_owner(dice).items() or ((player, ()),)
    also = (f", {owner or 'somebody'} {_dice_text(theirs)}" for owner, theirs in others)
    return f"{first or 'Somebody'} throws {_dice_text(its)}{''.join(also)}"


def _dice_text(dice: Sequence[Die]) -> str:
    """Return dice in words, such as `2d6` or `1d4 + 1d6`; `no dice` if there are none."""
    kinds = [die.kind.name for die in dice]
    return " + ".join(f"{len(list(same))}{kind}" for kind, same in itertools.groupby(sorted(kinds))) or "no dice"
