"""When what is where: a recording laid out in time, one track for each piece. Page and model are made from it.

Acts take the time that they took on the table. What the rules do by themselves (a model set down, dice put away) is
eased, and there are short rests in which dice can be read.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.replay.poses import Movable, movables, pose_of, same_place
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.tracks import Track
from riotsim.table.acts import Carry, Drop, LeftTable, Roll, Stack, TowerFell
from riotsim.table.pieces import Die, PieceId, Terrain
from riotsim.table.poses import Point, Pose, about_z, multiply
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND

Ways: TypeAlias = list[tuple[Track, Pose]]
"""Pieces that are to move, and where to."""

EASED = 0.45
"""What the rules move takes so long (s), if it goes no farther than `STRIDE`."""

STRIDE = 160.0
"""mm."""

CARRIED = 260.0
"""Speed at which a longer way is gone (mm/s), and a carry without a trace."""

LONGEST = 1.6
"""The longest of such ways (s)."""

POP = 0.16
"""A piece takes so long to come and to go (s)."""

LOWERED = 0.38
"""And a die that is put on a tower, from `ABOVE` (s)."""

ABOVE = 46.0
"""mm."""

TUMBLE = 0.7
"""A throw without a trace takes so long (s)."""

READ, GLANCE, NAMED = 0.85, 0.2, 0.3
"""Rests after a throw, after another act, and where the rules only told something (s)."""

OPENING = 1.0
"""Before anything happens (s)."""

Kind: TypeAlias = Literal["turn", "throw", "collapse", "end"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A time worth jumping to."""

    ms: int
    kind: Kind
    text: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    """A recording in time."""

    length: int
    """ms."""
    tracks: tuple[Track, ...]
    terrain: tuple[Terrain, ...]
    moments: tuple[tuple[int, int], ...]
    """When each moment begins and ends (ms)."""
    marks: tuple[Mark, ...]
    """In order of time."""
    sights: tuple[tuple[int, int], ...]
    """For each moment where to look: the middle of what moves in it, x and y in mm."""
    towers: Mapping[PieceId, tuple[tuple[int, int], ...]]
    """For each model, when (ms) its tower came to how many dice."""
    released: Mapping[int, int]
    """When (ms) the clock of an act shows 0, by the number of its moment."""


def lay_out(recording: Recording) -> Timeline:
    """Lay a recording out in time."""
    return _Layout(recording).made()


class _Layout:
    """Goes through the moments with a clock."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._tracks: dict[PieceId, Track] = {}
        self._marks: list[Mark] = []
        self._spans: list[tuple[int, int]] = []
        self._sights: list[tuple[int, int]] = []
        self._towers: dict[PieceId, list[tuple[int, int]]] = {}
        self._released: dict[int, int] = {}
        self._now = 0

    def made(self) -> Timeline:
        """Give the timeline."""
        first = self._recording.first
        for piece in movables(first).values():
            self._come(piece, pose_of(piece), 0)
        self._count_towers(first, 0)
        self._now = _ms(OPENING)
        turn = None
        for moment in self._recording.moments:
            if moment.turn != turn:
                turn = moment.turn
                self._marks.append(Mark(self._now if self._spans else 0, "turn", turn.title, turn.player or ""))
            begun = self._now
            self._sights.append(self._sight(moment))
            self._pass(moment)
            self._spans.append((begun, self._now))
        self._marks.append(Mark(self._now, "end", "The end"))
        length = self._now + _ms(OPENING)
        for track in self._tracks.values():
            track.end(length)
        terrain = {
            piece.id: piece
            for moment in self._recording.moments
            for table in moment.tables
            for piece in table.terrain.values()
        }
        return Timeline(
            length,
            tuple(self._tracks[name] for name in sorted(self._tracks)),
            tuple((terrain or first.terrain)[name] for name in sorted(terrain or first.terrain)),
            tuple(self._spans),
            tuple(sorted(self._marks, key=lambda mark: mark.ms)),
            tuple(self._sights),
            {model: tuple(counts) for model, counts in sorted(self._towers.items())},
            self._released,
        )

    def _pass(self, moment: Moment) -> None:
        self._arrange(moment.before)  # nothing, unless the recording begins here
        if moment.act is None:
            if moment.events:
                self._now += _ms(NAMED)
        else:
            self._act(moment)
        self._arrange(moment.after)

    def _act(self, moment: Moment) -> None:
        assert moment.settled is not None
        held = self._take_up(moment)
        released = self._released[len(self._spans)] = self._now
        if moment.frames:
            self._trace(moment, released)
        else:
            self._untraced(moment, held)
        self._note(moment, released)
        settled = movables(moment.settled.table)
        # What the act itself leaves where nobody saw it: within a frame's time.
        for track, end in self._ways(settled):
            track.keep(self._now - 1)
            track.key(self._now + 15, end)
        self._now += 16
        for track in self._leaving(settled):
            track.go(self._now)
        self._count_towers(moment.settled.table, self._now)
        self._now += _ms(READ if isinstance(moment.act, Roll) else GLANCE)

    def _take_up(self, moment: Moment) -> list[PieceId]:
        """Bring the pieces into the hand that an act lets go of; gives their names."""
        act = moment.act
        begun = self._now
        settled = {} if moment.settled is None else movables(moment.settled.table)
        match act:
            case Roll(dice=dice):
                for die in dice:
                    start = _first(moment, die.id) or _aloft(settled.get(die.id, die), act.drop)
                    self._appear(die, start, begun)
                self._now += _ms(POP) + 40
                return [die.id for die in dice]
            case Drop(token=token):
                start = _first(moment, token.id) or _aloft(settled.get(token.id, token), act.height)
                self._appear(token, start, begun)
                self._now += _ms(POP) + 40
                return [token.id]
            case Stack(die=die):
                end = _first(moment, die.id) or pose_of(settled.get(die.id, die))
                self._appear(die, end.moved((0.0, 0.0, ABOVE)), begun)
                self._now += _ms(POP)
                self._ease([(self._tracks[die.id], end)], _ms(LOWERED))
                return [die.id]
        return []

    def _appear(self, piece: Movable, pose: Pose, at: int) -> None:
        if self._is_there(piece.id):
            self._tracks[piece.id].go(self._now)
            at = self._now = max(at, self._now) + 2
        self._come(piece, pose, at)

    def _trace(self, moment: Moment, released: int) -> None:
        ended = before = released
        pieces = {**movables(moment.before), **({} if moment.settled is None else movables(moment.settled.table))}
        gone = {fact.piece: fact.tick for fact in moment.facts if isinstance(fact, LeftTable)}
        for frame in moment.frames:
            ended = released + _ticks(frame.tick)
            for name, pose in frame.poses.items():
                if not self._is_there(name) and name not in gone and name in pieces:
                    self._come(pieces[name], pose, released)
                if self._is_there(name):
                    self._tracks[name].keep(before)  # until now it lay there
                    self._tracks[name].key(ended, pose)
            self._sink(gone, frame.tick, ended)
            before = ended
        self._now = max(self._now, ended)

    def _sink(self, gone: Mapping[PieceId, int], tick: int, now: int) -> None:
        """Take away what has left the table."""
        for name, at in gone.items():
            if self._is_there(name) and tick >= at:
                self._tracks[name].go(now)

    def _untraced(self, moment: Moment, held: list[PieceId]) -> None:
        assert moment.settled is not None
        ways = self._ways(movables(moment.settled.table))
        if isinstance(moment.act, Carry):
            self._ease(ways, _ms(min(max(_longest(ways) / CARRIED, EASED), 3.0)))
        elif held and ways:
            self._ease(ways, _ms(TUMBLE))

    def _note(self, moment: Moment, released: int) -> None:
        """Set the marks of an act."""
        player = moment.turn.player or ""
        match moment.act:
            case Roll(dice=dice):
                by = dice[0].owner if dice else player
                self._marks.append(Mark(released, "throw", f"{by or 'Somebody'} throws {_counted(dice)}", by))
            case Drop():
                self._marks.append(Mark(released, "throw", "Loot is dropped", player))
        for fact in moment.facts:
            if isinstance(fact, TowerFell):
                model = moment.before.models.get(fact.tower)
                dice_in = max(moment.before.tower_height(fact.tower), 1)
                at = min(released + _ticks(fact.tick), self._now)
                text = f"{fact.tower}'s tower of {dice_in} comes down"
                self._marks.append(Mark(at, "collapse", text, "" if model is None else model.owner))

    def _arrange(self, table: Table) -> None:
        """Bring the pieces to where a table has them."""
        wanted = movables(table)
        leaving = self._leaving(wanted)
        coming = [piece for name, piece in wanted.items() if not self._is_there(name)]
        ways = self._ways(wanted)
        begun = self._now
        for track in leaving:
            track.go(begun)
        if ways:
            way = _longest(ways)
            self._ease(ways, _ms(EASED if way <= STRIDE else min(way / CARRIED, LONGEST)), hop=True)
        for piece in coming:
            self._come(piece, pose_of(piece), begun)
        if coming or leaving:
            self._now = max(self._now, begun + _ms(POP) + 40)
        self._count_towers(table, begun)

    def _is_there(self, name: PieceId) -> bool:
        return name in self._tracks and self._tracks[name].there

    def _come(self, piece: Movable, pose: Pose, at: int) -> None:
        self._tracks.setdefault(piece.id, Track(piece)).come(at, pose)

    def _leaving(self, wanted: Mapping[PieceId, Movable]) -> list[Track]:
        """What is there and should not be."""
        return [track for name, track in self._tracks.items() if track.there and name not in wanted]

    def _ways(self, wanted: Mapping[PieceId, Movable]) -> Ways:
        """What is there and should lie somewhere else."""
        ends = [(self._tracks[name], pose_of(piece)) for name, piece in wanted.items() if self._is_there(name)]
        return [(track, end) for track, end in ends if not same_place(track.pose, end)]

    def _ease(self, ways: Ways, length: int, *, hop: bool = False) -> None:
        """Move pieces smoothly to where they belong."""
        for track, end in ways:
            track.ease(self._now, length, end, hop=hop)
        self._now += length

    def _count_towers(self, table: Table, at: int) -> None:
        for model in sorted({*table.models, *self._towers}):
            height = table.tower_height(model)
            counts = self._towers.setdefault(model, [])
            if not counts or counts[-1][1] != height:
                counts.append((at, height))

    def _sight(self, moment: Moment) -> tuple[int, int]:
        """The middle of what a moment is about; where nothing moves, one goes on looking where one did."""
        spots = _acted_on(moment) or _moved(moment)
        if not spots and self._sights:
            return self._sights[-1]
        spots = spots or [moment.before.middle]
        return (round(sum(x for x, _ in spots) / len(spots)), round(sum(y for _, y in spots) / len(spots)))


def _acted_on(moment: Moment) -> list[Point]:
    """Where the act of a moment takes place."""
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


def _settled(moment: Moment, names: list[PieceId]) -> list[Point]:
    """Where an act leaves pieces."""
    settled = {} if moment.settled is None else movables(moment.settled.table)
    return [pose_of(settled[name]).plan for name in names if name in settled]


def _moved(moment: Moment) -> list[Point]:
    """Where pieces are in the end that were somewhere else before."""
    before, after = movables(moment.before), movables(moment.after)
    return [
        pose_of(piece).plan
        for name, piece in after.items()
        if name not in before or not same_place(pose_of(before[name]), pose_of(piece))
    ]


def _longest(ways: Ways) -> float:
    """The longest of some ways (mm)."""
    return max((math.dist(track.pose.at, end.at) for track, end in ways), default=0.0)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _ticks(ticks: int) -> int:
    return round(ticks * 1000 / TICKS_PER_SECOND)


def _first(moment: Moment, name: PieceId) -> Pose | None:
    """Where a piece is in the first frame that has it."""
    return next((frame.poses[name] for frame in moment.frames if name in frame.poses), None)


def _aloft(piece: Movable, height: float) -> Pose:
    """Over where a piece comes to lie, turned another way: for a throw that nobody saw."""
    end = pose_of(piece)
    return Pose((end.at[0], end.at[1], max(end.at[2], height)), multiply(about_z(2.0), end.turn))


def _counted(dice: tuple[Die, ...]) -> str:
    """Dice as they are spoken of: 2d6, or 1d4 + 1d6."""
    kinds = [die.kind.name for die in dice]
    return " + ".join(f"{len(list(same))}{kind}" for kind, same in itertools.groupby(sorted(kinds))) or "no dice"
