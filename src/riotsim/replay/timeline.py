"""The timeline: tables, tracks and marks of a game laid out in time.

The window, films, the page and the GLB file all show a timeline. `lay_out` makes that of a recorded game. A game that
is still played appends to its timeline as messages arrive.

Acts take the time that they took on the table. What the rules move by themselves is eased: a model that is set down,
dice that are put away. Short pauses leave time to read the dice.
"""

import itertools
import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.replay.poses import Movable, PoseArray, movables, pose_of, same_place
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.slow_motion import Fall, falls_of
from riotsim.replay.tracks import Key, Track
from riotsim.table.acts import Act, Carry, Drop, Frame, Impact, LeftTable, Roll, Settled, Stack
from riotsim.table.pieces import Die, PieceId, Terrain, Token
from riotsim.table.poses import Point, Pose, about_z, multiply
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND

Times: TypeAlias = npt.NDArray[np.float64]

Ways: TypeAlias = list[tuple[Track, Pose]]
"""Tracks that are to move, each with its goal."""

EASED: Final = 0.45
"""Duration of a move by the rules over at most `STRIDE` (s)."""

STRIDE: Final = 160.0
"""Longest move that takes no longer than `EASED` (mm)."""

CARRIED: Final = 260.0
"""Speed of a longer move, and of a carry without frames (mm/s)."""

LONGEST: Final = 1.6
"""Longest duration of a move by the rules (s)."""

LONGEST_CARRY: Final = 3.0
"""Longest duration of a carry without frames (s)."""

POP: Final = 0.16
"""Time in which a page lets a piece appear or vanish (s)."""

IN_HAND: Final = POP + 0.04
"""Time for which dice or a token are seen in the hand before it lets go (s)."""

LOWERED: Final = 0.38
"""Time in which a die is lowered onto a tower (s)."""

ABOVE: Final = 46.0
"""Height from which a die is lowered onto a tower (mm)."""

TUMBLE: Final = 0.7
"""Duration of a throw without frames (s)."""

READ, GLANCE, NAMED = 0.85, 0.2, 0.3
"""Pauses after a throw, after another act, and where the rules have only reported something (s)."""

OPENING: Final = 1.0
"""Pause before the first moment and after the last (s)."""

AFTERMATH: Final = 16
"""Time in which pieces that no frame showed go where the act has left them (ms)."""

Kind: TypeAlias = Literal["turn", "throw", "collapse", "end"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A time worth jumping to."""

    ms: int
    kind: Kind
    text: str
    player: str = ""
    """The player whom it concerns, if any."""


@dataclass(frozen=True, slots=True)
class Instant:
    """The table and the poses to draw at one time."""

    table: Table
    """A table with exactly the pieces that are there. It is the same object until a piece comes or goes."""
    poses: Mapping[PieceId, Pose]
    """Poses of pieces that are elsewhere than on `table`."""


@dataclass(slots=True)
class _Step:
    """A stretch of time in which one table holds, but for what moves on it."""

    ms: int
    table: Table
    ids: frozenset[PieceId]
    """Names of the pieces on the table."""
    tracks: dict[PieceId, Track]
    """Tracks that change in this stretch."""


@dataclass(slots=True)
class _Legs:
    """Keys before and after a time as arrays, kept as long as time stays between them."""

    before: list[Key]
    after: list[Key]
    start: PoseArray
    begins: Times
    end: PoseArray
    ends: Times


class Timeline:
    """A game laid out in time. All times are whole milliseconds since its beginning."""

    def __init__(self, table: Table) -> None:
        """Begin with a table on which nothing moves."""
        self.end = 0
        """Time up to which the game is laid out (ms)."""
        self.released = 0
        """Time of tick 0 of the act that was added last (ms)."""
        self.moments: list[tuple[int, int]] = []
        """Begin and end of each moment of a recording (ms)."""
        self.sights: list[tuple[int, int]] = []
        """Point to look at in each moment: the middle of what moves, x and y (mm)."""
        self.releases: dict[int, int] = {}
        """Time of tick 0 of each moment's act (ms), by the number of the moment."""
        self.falls: list[Fall] = []
        """Towers that fall."""
        self.towers: dict[PieceId, list[tuple[int, int]]] = {}
        """For each model the times (ms) at which its tower changes, with the number of dice from then on."""
        self._tracks: dict[PieceId, Track] = {}
        self._marks: list[Mark] = []
        self._terrain: dict[PieceId, Terrain] = {}
        self._steps: list[_Step] = []
        self._unheard: deque[tuple[int, Impact]] = deque()
        self._act: Act | None = None
        self._before = table
        self._held: tuple[Die | Token, ...] = ()
        self._leaves: dict[PieceId, int] = {}
        self._last_tick = -1
        self._closed = False
        self._shown: tuple[int, frozenset[PieceId]] | None = None
        self._shown_table = table
        self._legs: _Legs | None = None
        self._add_step(table)
        for piece in movables(table).values():
            self._come(piece, pose_of(piece), 0)
        self._count_towers(table, 0)

    # Reading.

    @property
    def length(self) -> int:
        """Length of what is laid out so far (ms)."""
        return self.end

    @property
    def tracks(self) -> tuple[Track, ...]:
        """All tracks, in order of their pieces' names."""
        return tuple(self._tracks[name] for name in sorted(self._tracks))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All marks, in order of time."""
        return tuple(sorted(self._marks, key=lambda mark: mark.ms))

    @property
    def terrain(self) -> tuple[Terrain, ...]:
        """All scenery that stands on the table at some time, in order of its names."""
        return tuple(self._terrain[name] for name in sorted(self._terrain))

    def at(self, ms: float) -> Instant:
        """Return what is to be drawn at a time (ms)."""
        number = max(self._step_at(ms), 0)
        step = self._steps[number]
        ms = min(ms, self.end - 0.5) if self._closed else ms  # what is there at the end is seen at the end
        there = {name: track for name, track in step.tracks.items() if track.is_there(ms)}
        wrong = frozenset(name for name in step.tracks if (name in there) != (name in step.ids))
        if self._shown != (number, wrong):
            self._shown = (number, wrong)
            missing = [step.tracks[name].piece for name in wrong if name in there]
            gone = [name for name in wrong if name not in there]
            self._shown_table = step.table.put(*missing).without(*gone) if wrong else step.table
        return Instant(self._shown_table, self._poses(there, ms))

    def take_impacts(self, ms: float) -> list[Impact]:
        """Return the impacts up to a time (ms) that have not been returned yet."""
        found = []
        while self._unheard and self._unheard[0][0] <= ms:
            found.append(self._unheard.popleft()[1])
        return found

    def _step_at(self, ms: float) -> int:
        """Return the number of the last step that has begun by a time (ms)."""
        steps = self._steps
        if ms >= steps[-1].ms:
            return len(steps) - 1
        low, high = 0, len(steps)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if steps[middle].ms <= ms else (low, middle)
        return low - 1

    def _poses(self, tracks: Mapping[PieceId, Track], ms: float) -> PoseArray:
        keys = [track.legs_at(ms) for track in tracks.values()]
        before, after = [one for one, _ in keys], [two for _, two in keys]
        names = tuple(tracks)
        legs = self._legs
        if legs is None or legs.start.names != names:
            legs = self._legs = _Legs(before, after, *_poses_at(names, before), *_poses_at(names, after))
        elif legs.before != before or legs.after != after:
            # Mostly all pieces go on from one frame to the next: where they were going they are now.
            begins = (legs.end, legs.ends) if legs.after == before else _poses_at(names, before)
            legs = self._legs = _Legs(before, after, *begins, *_poses_at(names, after))
        shares = (ms - legs.begins) / np.maximum(legs.ends - legs.begins, 1.0)
        return legs.start.towards(legs.end, np.clip(shares, 0.0, 1.0))

    # Appending: what a game that is still played reports, one thing after the other.

    def pause(self, seconds: float) -> None:
        """Add time in which nothing moves (s)."""
        self.end += _ms(seconds)

    def mark(self, kind: Kind, text: str, player: str = "", *, at: int | None = None) -> None:
        """Set a mark, at the end so far or at another time (ms)."""
        self._marks.append(Mark(self.end if at is None else at, kind, text, player))

    def arrange(self, table: Table, *, eased: bool = True) -> None:
        """Move the pieces to where the rules have put them.

        Args:
            table: The table as the rules leave it.
            eased: Whether moves take time; otherwise everything is in its place at once.
        """
        wanted = movables(table)
        leaving = self._leaving(wanted)
        coming = [piece for name, piece in wanted.items() if not self._is_there(name)]
        ways = self._ways(wanted)
        if not ways and not leaving and not coming and table == self._steps[-1].table:
            return
        begun = self.end
        self._add_step(table)
        for track in leaving:
            self._touch(track).go(begun)
        if ways and eased:
            way = _longest(ways)
            self._ease(ways, _ms(EASED if way <= STRIDE else min(way / CARRIED, LONGEST)), hop=True)
        for piece in coming:
            self._come(piece, pose_of(piece), begun)
        if (coming or leaving) and eased:
            self.end = max(self.end, begun + _ms(IN_HAND))
        if not eased:
            for track, end in ways:
                self._touch(track).key(begun, end)
        self._count_towers(table, begun)

    def start_act(
        self,
        act: Act,
        before: Table,
        first: Mapping[PieceId, Pose],
        settled: Settled | None = None,
        *,
        player: str = "",
        by_hand: bool = False,
    ) -> None:
        """Begin an act. Frames and the outcome follow by `add_frames` and `settle`.

        Args:
            act: The act.
            before: The table on which it is performed.
            first: Poses of pieces in the first frame that has them, as far as frames are known.
            settled: Outcome of the act, if it is known.
            player: The player whose turn it is.
            by_hand: Whether a person's own hand, which was seen, has brought what the act lets go of.
        """
        self._act, self._before, self._held = act, before, _held(act)
        self._leaves, self._last_tick = {}, -1
        self._add_step(before.put(*self._held) if self._held else before)
        self._take_up(act, first, settled, by_hand=by_hand)
        self.released = self.end
        match act:
            case Roll(dice=dice):
                by = dice[0].owner if dice else player
                self.mark("throw", f"{by or 'Somebody'} throws {_counted(dice)}", by)
            case Drop():
                self.mark("throw", "Loot is dropped", player)

    def add_frames(self, frames: Iterable[Frame], settled: Settled | None = None) -> bool:
        """Append frames of the act that was begun last.

        Args:
            frames: Frames in order of their ticks. An earlier tick than the last means that the engine has begun the
                act anew: the frames before are dropped.
            settled: Outcome of the act, if it is known.

        Returns:
            Whether the act was begun anew.
        """
        anew = False
        pieces = {**movables(self._before), **({} if settled is None else movables(settled.table))}
        if settled is not None:
            self._leaves = {fact.piece: fact.tick for fact in settled.of(LeftTable)}
        for frame in frames:
            if frame.tick <= self._last_tick:
                anew = True
                self._rewind()
            before = self.end
            ended = self.released + _ticks(frame.tick)
            for name, pose in frame.poses.items():
                if not self._is_there(name) and name not in self._leaves and name in pieces:
                    self._come(pieces[name], pose, self.released)
                if self._is_there(name):
                    track = self._touch(self._tracks[name])
                    track.keep(before)  # it has not moved until now
                    track.key(ended, pose)
            self._sink(frame.tick, ended)
            self._unheard.extend((ended, impact) for impact in frame.impacts)
            self._last_tick = frame.tick
            self.end = max(self.end, ended)
        return anew

    def settle(self, settled: Settled, player: str = "") -> None:
        """End the act that was begun last with its outcome.

        Args:
            settled: Outcome of the act.
            player: The player whose turn it is; they own a fallen tower without a model.
        """
        self._leaves = {fact.piece: fact.tick for fact in settled.of(LeftTable)}
        wanted = movables(settled.table)
        if self._last_tick < 0:
            self._move_without_frames(wanted)
        else:
            for name, tick in self._leaves.items():
                if self._is_there(name) and tick <= self._last_tick:
                    self._take_away(name, self.released + _ticks(tick))
        self._mark_falls(settled)
        for name, piece in wanted.items():
            if self._is_there(name) and (end := pose_of(piece)) != (track := self._tracks[name]).pose:
                if same_place(track.pose, end):
                    track.correct(end)
                else:
                    self._touch(track).keep(self.end - 1)
                    track.key(self.end + AFTERMATH - 1, end)
        self.end += AFTERMATH
        for track in self._leaving(wanted):
            self._touch(track).go(self.end)
        self._add_step(settled.table)
        self._count_towers(settled.table, self.end)

    def add_moment(self, moment: Moment) -> None:
        """Append a moment of a recorded game."""
        begun = self.end
        self.sights.append(self._sight(moment))
        for table in moment.tables:
            self._terrain.update(table.terrain)
        self.arrange(moment.before)  # changes something only where the recording begins
        if moment.act is None:
            if moment.events:
                self.pause(NAMED)
        else:
            assert moment.settled is not None
            player = moment.turn.player or ""
            first: dict[PieceId, Pose] = {}
            for frame in moment.frames:
                for name, pose in frame.poses.items():
                    first.setdefault(name, pose)
            self.start_act(moment.act, moment.before, first, moment.settled, player=player)
            self.releases[len(self.moments)] = self.released
            self.add_frames(moment.frames, moment.settled)
            self.settle(moment.settled, player)
            self.pause(READ if isinstance(moment.act, Roll) else GLANCE)
        self.arrange(moment.after)
        self.moments.append((begun, self.end))

    def close(self) -> None:
        """End the timeline: what is on the table stays there to the end."""
        for track in self._tracks.values():
            track.end(self.end)
        self._closed = True

    def forget_past(self) -> None:
        """Drop all before the end so far, so that a game that is played for hours doesn't fill the memory."""
        for name, track in list(self._tracks.items()):
            track.forget()
            if not track.there:
                del self._tracks[name]
        del self._steps[:-1]
        self._steps[0].tracks.clear()
        self._marks.clear()
        self.falls.clear()
        self._shown = self._legs = None

    # The parts of an act.

    def _take_up(self, act: Act, first: Mapping[PieceId, Pose], settled: Settled | None, *, by_hand: bool) -> None:
        """Bring the pieces that an act lets go of into the hand."""
        begun = self.end
        ends = {} if settled is None else movables(settled.table)
        for piece in self._held:
            end = ends.get(piece.id, piece)
            match act:
                case Stack():
                    goal = first.get(piece.id) or pose_of(end)
                    self._appear(piece, goal if by_hand else goal.moved((0.0, 0.0, ABOVE)), begun)
                    if not by_hand:
                        self.end += _ms(POP)
                        self._ease([(self._tracks[piece.id], goal)], _ms(LOWERED))
                case Roll(drop=height) | Drop(height=height):
                    self._appear(piece, first.get(piece.id) or _aloft(end, height), begun)
        if self._held and not isinstance(act, Stack) and not by_hand:
            self.end += _ms(IN_HAND)

    def _appear(self, piece: Movable, pose: Pose, at: int) -> None:
        if self._is_there(piece.id):
            self._touch(self._tracks[piece.id]).go(self.end)
            at = self.end = max(at, self.end) + 2
        self._come(piece, pose, at)

    def _rewind(self) -> None:
        """Go back to where the act began."""
        for track in self._steps[-1].tracks.values():
            track.rewind(self.released)
        self._unheard.clear()
        self._legs = None
        self.end = self.released

    def _sink(self, tick: int, now: int) -> None:
        """Take away the pieces that have left the table by a tick."""
        for name, left in self._leaves.items():
            if self._is_there(name) and tick >= left:
                self._touch(self._tracks[name]).go(now)

    def _take_away(self, name: PieceId, at: int) -> None:
        """Take a piece away at a time that has been laid out already (ms)."""
        track = self._touch(self._tracks[name])
        at = max(at, (track.since or 0) + 1)
        while len(track.keys) > 1 and track.keys[-1].ms > at:
            track.keys.pop()
        track.go(at)

    def _move_without_frames(self, wanted: Mapping[PieceId, Movable]) -> None:
        ways = self._ways(wanted)
        if isinstance(self._act, Carry):
            self._ease(ways, _ms(min(max(_longest(ways) / CARRIED, EASED), LONGEST_CARRY)))
        elif self._held and ways:
            self._ease(ways, _ms(TUMBLE))

    def _mark_falls(self, settled: Settled) -> None:
        for fall in falls_of(self._before, settled, self.released):
            at = min(round(fall.ms), self.end)
            self.falls.append(Fall(fall.tower, fall.at, fall.height, at))
            model = self._before.models.get(fall.tower)
            dice_in = max(self._before.tower_height(fall.tower), 1)
            text = f"{fall.tower}'s tower of {dice_in} comes down"
            self.mark("collapse", text, "" if model is None else model.owner, at=at)

    # Tracks and steps.

    def _add_step(self, table: Table) -> None:
        self._steps.append(_Step(self.end, table, frozenset(movables(table)), {}))
        if not self._terrain:
            self._terrain.update(table.terrain)

    def _touch(self, track: Track) -> Track:
        """Note that a track changes in the current step."""
        self._steps[-1].tracks[track.piece.id] = track
        return track

    def _is_there(self, name: PieceId) -> bool:
        return name in self._tracks and self._tracks[name].there

    def _come(self, piece: Movable, pose: Pose, at: int) -> None:
        self._touch(self._tracks.setdefault(piece.id, Track(piece))).come(at, pose)

    def _leaving(self, wanted: Mapping[PieceId, Movable]) -> list[Track]:
        """Return the tracks of pieces that are there and should not be."""
        return [track for name, track in self._tracks.items() if track.there and name not in wanted]

    def _ways(self, wanted: Mapping[PieceId, Movable]) -> Ways:
        """Return the tracks of pieces that are there and belong elsewhere, with where they belong."""
        ends = [(self._tracks[name], pose_of(piece)) for name, piece in wanted.items() if self._is_there(name)]
        return [(track, end) for track, end in ends if not same_place(track.pose, end)]

    def _ease(self, ways: Ways, length: int, *, hop: bool = False) -> None:
        """Move pieces smoothly to where they belong."""
        for track, end in ways:
            self._touch(track).ease(self.end, length, end, hop=hop)
        self.end += length

    def _count_towers(self, table: Table, at: int) -> None:
        for model in sorted({*table.models, *self.towers}):
            height = table.tower_height(model)
            counts = self.towers.setdefault(model, [])
            if not counts or counts[-1][1] != height:
                counts.append((at, height))

    def _sight(self, moment: Moment) -> tuple[int, int]:
        """Return the middle of what a moment is about; where nothing moves, the place looked at before."""
        spots = _acted_on(moment) or _moved(moment)
        if not spots and self.sights:
            return self.sights[-1]
        spots = spots or [moment.before.middle]
        return (round(sum(x for x, _ in spots) / len(spots)), round(sum(y for _, y in spots) / len(spots)))


def lay_out(recording: Recording) -> Timeline:
    """Return the timeline of a recorded game."""
    timeline = Timeline(recording.first)
    timeline.pause(OPENING)
    turn = None
    for moment in recording.moments:
        if moment.turn != turn:
            turn = moment.turn
            timeline.mark("turn", turn.title, turn.player or "", at=timeline.end if timeline.moments else 0)
        timeline.add_moment(moment)
    timeline.mark("end", "The end")
    timeline.pause(OPENING)
    timeline.close()
    return timeline


def _held(act: Act) -> tuple[Die | Token, ...]:
    """Return the pieces that a hand lets go of in an act."""
    match act:
        case Roll(dice=dice):
            return dice
        case Drop(token=token):
            return (token,)
        case Stack(die=die):
            return (die,)
    return ()


def _poses_at(names: tuple[PieceId, ...], keys: Sequence[Key]) -> tuple[PoseArray, Times]:
    """Return the poses and the times of keys, one for each piece."""
    poses = PoseArray.of({name: key.pose for name, key in zip(names, keys, strict=True)})
    return poses, np.array([key.ms for key in keys], dtype=np.float64)


def with_held(act: Act | None, before: Table) -> Table:
    """Return the table of an act together with the pieces that the hand lets go of."""
    held = () if act is None else _held(act)
    return before.put(*held) if held else before


def _acted_on(moment: Moment) -> list[Point]:
    """Return where the act of a moment takes place."""
    models = moment.before.models
    match moment.act:
        case Carry(model=name, to=to):
            return [models[name].at, to] if name in models else [to]
        case Stack(tower=name) if name in models:
            return [models[name].at]
        case Roll(dice=dice, at=at):
            return _settled(moment, [die.id for die in dice]) or [at]
        case Drop(token=token, at=at):
            return _settled(moment, [token.id]) or [at]
    return []


def _settled(moment: Moment, names: Sequence[PieceId]) -> list[Point]:
    """Return where an act leaves pieces."""
    settled = {} if moment.settled is None else movables(moment.settled.table)
    return [pose_of(settled[name]).plan for name in names if name in settled]


def _moved(moment: Moment) -> list[Point]:
    """Return the final places of the pieces that a moment moves or adds."""
    before, after = movables(moment.before), movables(moment.after)
    return [
        pose_of(piece).plan
        for name, piece in after.items()
        if name not in before or not same_place(pose_of(before[name]), pose_of(piece))
    ]


def _longest(ways: Ways) -> float:
    """Return the length of the longest way (mm)."""
    return max((math.dist(track.pose.at, end.at) for track, end in ways), default=0.0)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _ticks(ticks: int) -> int:
    return round(ticks * 1000 / TICKS_PER_SECOND)


def _aloft(piece: Movable, height: float) -> Pose:
    """Return a pose above where a piece comes to lie, turned another way, for a throw without frames."""
    end = pose_of(piece)
    return Pose((end.at[0], end.at[1], max(end.at[2], height)), multiply(about_z(2.0), end.turn))


def _counted(dice: tuple[Die, ...]) -> str:
    """Return dice as they are spoken of: 2d6, or 1d4 + 1d6."""
    kinds = [die.kind.name for die in dice]
    return " + ".join(f"{len(list(same))}{kind}" for kind, same in itertools.groupby(sorted(kinds))) or "no dice"
