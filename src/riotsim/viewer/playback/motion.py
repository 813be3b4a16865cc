"""What moves in a live game, as it is shown: an act by its frames, and what the rules move by themselves."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from riotsim.replay.poses import PoseArray, movables, pose_of, same_place
from riotsim.replay.timeline import (
    ABOVE,
    CARRIED,
    EASED,
    LONGEST,
    LOWERED,
    POP,
    STRIDE,
)
from riotsim.replay.tracks import HOP
from riotsim.table.acts import Drop, Frame, LeftTable, Roll, Settled, Stack
from riotsim.table.impacts import Impact
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.playback.pace import Fall, Pace, falls
from riotsim.viewer.session.messages import ActStarted


@dataclass(frozen=True, slots=True)
class _Leg:
    """The way from one frame to the next."""

    coming: Frame
    start: PoseArray
    end: PoseArray


class Acting:
    """An act that is shown while its frames come in.

    It begins with the dice in a hand (unless a person's own hand has brought them), goes on as far as frames are known,
    and ends when it is known what came of it and all of it was seen.
    """

    def __init__(self, began: ActStarted, *, by_hand: bool) -> None:
        self.number = began.number
        self.act = began.act
        self.seconds = 0.0
        """Since it began, on the table."""
        self.fall: Fall | None = None
        """The tower that falls right now."""
        self.settled: Settled | None = None
        """What came of it, if that is known."""
        self._before = began.before
        self._held: tuple[Die | Token, ...] = _held(began)
        self._there = {name: pose_of(piece) for name, piece in movables(began.before).items()}
        self._table = began.before.put(*self._held) if self._held else began.before
        self._table_then = began.before
        self._gone: frozenset[PieceId] = frozenset()
        self._leaves: tuple[LeftTable, ...] = ()
        self._falls: tuple[Fall, ...] = ()
        self._lead = 0.0 if by_hand else _lead(began)
        self._led = 0.0
        self._seen_live = 0.0
        self.heard: list[Impact] = []
        """What has met in what was shown; whoever has made it heard takes it out."""
        self._frames: list[Frame] = []
        self._next = 0
        self._known: dict[PieceId, Pose] = {}
        self._leg: _Leg | None = None

    def add(self, frames: Iterable[Frame]) -> None:
        """Take up how it goes on; an engine that has to begin anew begins with an early tick."""
        for frame in frames:
            if self._frames and frame.tick <= self._frames[-1].tick:
                self._frames.clear()
                self._known.clear()
                self._next, self.seconds = 0, 0.0
            self._frames.append(frame)

    def came(self, settled: Settled) -> None:
        """Take up what came of it: no frames follow."""
        self.settled = settled
        self._leaves = tuple(settled.of(LeftTable))
        self._falls = falls(self._before, settled)
        if not self._frames:
            end = {die.id: pose_of(there) for die in self._held if (there := _lies(settled, die.id)) is not None}
            self._frames.append(Frame(0, end))

    @property
    def end(self) -> float:
        """The time of the last frame that is known (s)."""
        return self._frames[-1].tick / TICKS_PER_SECOND if self._frames else 0.0

    @property
    def over(self) -> bool:
        """Whether all of it was seen."""
        return self.settled is not None and self._led >= self._lead and self.seconds >= self.end

    def go_to(self, seconds: float) -> None:
        """Take it that so much of it was seen while it was made: it goes on from there."""
        self._led, self._seen_live = self._lead, seconds

    def skip(self) -> None:
        """Go to the end of what is known."""
        self._led, self.seconds, self.fall = self._lead, self.end, None

    def go_on(self, left: float, pace: Pace) -> None:
        """Let so much time (s) pass."""
        if not self._frames:
            return
        if self._led < self._lead:
            led = min(left, self._lead - self._led)
            self._led += led
            left -= led
        slowly = [fall for fall in self._falls if fall.seconds <= self.end]
        if self.seconds < self._seen_live:
            self.seconds = min(self._seen_live, self.end)
        now, slow = pace.through(self.seconds, left, slowly)
        self.seconds = min(now, self.end)
        self.fall = next((fall for fall in reversed(slowly) if slow and fall.slow_at(self.seconds)), None)

    def look(self) -> tuple[Table, Mapping[PieceId, Pose]]:
        """Give the table and the poses of what moves, as they are now."""
        tick = self.seconds * TICKS_PER_SECOND
        while self._next < len(self._frames) and self._frames[self._next].tick <= tick:
            self._known.update(self._frames[self._next].poses)
            self.heard.extend(self._frames[self._next].impacts)
            self._next += 1
        poses: Mapping[PieceId, Pose] = dict(self._known)
        if self._led < self._lead and self._frames:
            poses = self._in_hand(self._frames[0])
        elif 0 < self._next < len(self._frames):
            last, coming = self._frames[self._next - 1], self._frames[self._next]
            leg = self._leg = self._leg_to(coming, last)
            poses = leg.start.towards(leg.end, (tick - last.tick) / (coming.tick - last.tick))
        elif self._frames and self._next == 0:
            poses = dict(self._frames[0].poses)
        return self._table_at(tick), poses

    def _leg_to(self, coming: Frame, last: Frame) -> _Leg:
        """Give the way on from the last frame that was passed."""
        before = self._leg
        if before is not None and before.coming is coming:
            return before
        ends = {**self._known, **coming.poses}
        end = PoseArray.of(ends)
        if before is not None and before.coming is last and before.end.names == end.names:
            return _Leg(coming, before.end, end)
        begins = {name: self._known.get(name) or self._there.get(name) or pose for name, pose in ends.items()}
        return _Leg(coming, PoseArray.of(begins), end)

    def _in_hand(self, first: Frame) -> dict[PieceId, Pose]:
        poses = {piece.id: first.poses[piece.id] for piece in self._held if piece.id in first.poses}
        if not isinstance(self.act, Stack):
            return poses
        left = 1.0 - self._led / self._lead
        lift = ABOVE * left * left * (3.0 - 2.0 * left)
        return {name: pose.moved((0.0, 0.0, lift)) for name, pose in poses.items()}

    def _table_at(self, tick: float) -> Table:
        """The table with what is in the act, without what has left it: made anew only when that changes."""
        if not self._frames:
            return self._table_then
        gone = frozenset(fact.piece for fact in self._leaves if fact.tick <= tick)
        if gone != self._gone or self._table_then is self._before:
            self._gone = gone
            self._table_then = self._table.without(*(gone & self._table.ids()))
        return self._table_then


class Arranging:
    """What the rules move by themselves is eased there; what is put away goes at once."""

    def __init__(self, shown: Table, poses: Mapping[PieceId, Pose], wanted: Table) -> None:
        self.table = wanted
        self._passed = 0.0
        before = {name: poses.get(name) or pose_of(piece) for name, piece in movables(shown).items()}
        after = movables(wanted)
        ends = {
            name: end
            for name, piece in after.items()
            if name in before and not same_place(before[name], end := pose_of(piece))
        }
        ways = {name: math.dist(before[name].at, end.at) for name, end in ends.items()}
        self._start, self._end = PoseArray.of({name: before[name] for name in ends}), PoseArray.of(ends)
        self._hops = np.array([not isinstance(after[name], Model) and way > HOP for name, way in ways.items()], float)
        way = max(ways.values(), default=0.0)
        easing = EASED if way <= STRIDE else min(way / CARRIED, LONGEST)
        changes = POP if before.keys() != after.keys() else 0.0
        self._length = easing if ends else changes

    @property
    def over(self) -> bool:
        """Whether all is where it belongs."""
        return self._passed >= self._length

    def go_on(self, left: float) -> None:
        """Let so much time (s) pass."""
        self._passed += left

    def look(self) -> Mapping[PieceId, Pose]:
        """Give where the pieces are that are on their way."""
        if self.over:
            return {}
        share = self._passed / self._length
        soft = share * share * (3.0 - 2.0 * share)
        poses = self._start.towards(self._end, soft)
        poses.rows[:, 2] += HOP * math.sin(math.pi * soft) * self._hops
        return poses


def _held(began: ActStarted) -> tuple[Die | Token, ...]:
    """What a hand lets go of."""
    match began.act:
        case Roll(dice=dice):
            return dice
        case Drop(token=token):
            return (token,)
        case Stack(die=die):
            return (die,)
    return ()


def _lead(began: ActStarted) -> float:
    """How long what a hand lets go of is seen in it (s)."""
    match began.act:
        case Stack():
            return LOWERED
        case Roll() | Drop():
            return POP
    return 0.0


def _lies(settled: Settled, name: PieceId) -> Die | Token | None:
    return settled.table.dice.get(name) or settled.table.tokens.get(name)
