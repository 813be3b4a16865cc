"""When what is where: a recording laid out in time, one track for each piece. Page and model are made from it.

Acts take the time that they took on the table. What the rules do by themselves (a model set down, dice put away) is
eased, and there are short rests in which dice can be read.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from riotsim.replay.recording import TICKS, Moment, Recording
from riotsim.table.acts import Carry, Drop, LeftTable, Roll, Stack, TowerFell
from riotsim.table.pieces import Box, Die, Hull, Mesh, Model, PieceId, Terrain, Token
from riotsim.table.poses import Pose, Quaternion, about_z, multiply, rotate
from riotsim.table.state import Table

Movable: TypeAlias = Die | Token | Model

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

STEPS = 10
"""Keys of an eased way."""

HOP = 18.0
"""How high a die or token is lifted on the way (mm)."""

LEAST_WAY, LEAST_TURN = 0.02, 1e-3
"""What moves less (mm), or turns less (rad), hasn't."""

HEAD = 4.0
"""Half the thickness of a figure's head, on which it lies (mm)."""


@dataclass(frozen=True, slots=True)
class Key:
    """Where a piece is at a time (ms); straight on to the next."""

    ms: int
    pose: Pose


@dataclass(slots=True)
class Track:
    """A piece's way through the replay."""

    piece: Movable
    """As it was first seen: its kind and looks never change."""
    keys: list[Key] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    """When it is there (ms)."""


Kind: TypeAlias = Literal["turn", "throw", "collapse", "end"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A time worth jumping to."""

    ms: int
    kind: Kind
    text: str
    boss: str = ""


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


def lay_out(recording: Recording) -> Timeline:
    """Lay a recording out in time."""
    return _Layout(recording).made()


def pose_of(piece: Movable) -> Pose:
    """Give where a piece is drawn: a die's or token's middle, a model's foot; a fallen one lies on rim and head."""
    if not isinstance(piece, Model):
        return piece.pose
    foot = Pose((*piece.at, piece.level), about_z(piece.heading))
    if not piece.fallen:
        return foot
    match piece.base:
        case Hull(_, width):  # a vehicle lies on its side
            over = multiply(foot.turn, (math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4)))
            return Pose((foot.at[0], foot.at[1], foot.at[2] + width / 2), over)
        case base:
            radius = base.diameter / 2
    tall = 28.0 if piece.figure is None else piece.figure.height
    nod = math.atan2(max(radius - HEAD, 0.0), tall)
    half = (math.pi / 2 + nod) / 2
    # On its back: the head goes where the heels were, and its middle over that of the base.
    over = multiply(foot.turn, (0.0, -math.sin(half), 0.0, math.cos(half)))
    dx, dy, _ = rotate(foot.turn, (tall * 0.45, 0.0, 0.0))
    return Pose((foot.at[0] + dx, foot.at[1] + dy, foot.at[2] + radius * math.cos(nod)), over)


def movables(table: Table) -> dict[PieceId, Movable]:
    """Give the pieces of a table that may move, by name."""
    return {**table.models, **table.tokens, **table.dice}


def blend(a: Quaternion, b: Quaternion, share: float) -> Quaternion:
    """Turn from `a` to `b` the short way, by a share of it."""
    dot = sum(p * q for p, q in zip(a, b, strict=True))
    if dot < 0.0:
        b, dot = (-b[0], -b[1], -b[2], -b[3]), -dot
    if dot > 0.9995:
        mixed = [p + (q - p) * share for p, q in zip(a, b, strict=True)]
    else:
        angle = math.acos(dot)
        one, two = math.sin((1 - share) * angle) / math.sin(angle), math.sin(share * angle) / math.sin(angle)
        mixed = [p * one + q * two for p, q in zip(a, b, strict=True)]
    norm = math.sqrt(sum(p * p for p in mixed))
    return (mixed[0] / norm, mixed[1] / norm, mixed[2] / norm, mixed[3] / norm)


def same_place(a: Pose, b: Pose) -> bool:
    """Whether two poses can't be told apart."""
    close = sum(p * q for p, q in zip(a.turn, b.turn, strict=True))
    return math.dist(a.at, b.at) < LEAST_WAY and abs(close) > 1.0 - LEAST_TURN**2


class _Layout:
    """Goes through the moments with a clock."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._tracks: dict[PieceId, Track] = {}
        self._there: dict[PieceId, Pose] = {}
        self._since: dict[PieceId, int] = {}
        self._marks: list[Mark] = []
        self._spans: list[tuple[int, int]] = []
        self._sights: list[tuple[int, int]] = []
        self._towers: dict[PieceId, list[tuple[int, int]]] = {}
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
                boss = turn.boss or ""
                text = f"Turn {turn.number}: {boss}" if turn.number else "Set-up"
                self._marks.append(Mark(self._now if self._spans else 0, "turn", text, boss))
            begun = self._now
            self._sights.append(self._sight(moment))
            self._pass(moment)
            self._spans.append((begun, self._now))
        self._marks.append(Mark(self._now, "end", "The end"))
        length = self._now + _ms(OPENING)
        for name, since in self._since.items():
            self._tracks[name].spans.append((since, length))
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
        released = self._now
        if moment.frames:
            self._trace(moment, released)
        else:
            self._untraced(moment, held)
        self._note(moment, released)
        settled = movables(moment.settled.table)
        # What the act itself leaves where nobody saw it: within a frame's time.
        for name, piece in settled.items():
            if name in self._there and not same_place(self._there[name], pose_of(piece)):
                self._keep(name, self._now - 1)
                self._key(name, self._now + 15, pose_of(piece))
        self._now += 16
        for name in [name for name in self._there if name not in settled]:
            self._go(name)
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
                self._ease({die.id: end}, _ms(LOWERED))
                return [die.id]
        return []

    def _appear(self, piece: Movable, pose: Pose, at: int) -> None:
        if piece.id in self._there:
            self._go(piece.id)
            at = self._now = max(at, self._now) + 2
        self._come(piece, pose, at)

    def _trace(self, moment: Moment, released: int) -> None:
        ended = before = released
        pieces = {**movables(moment.before), **({} if moment.settled is None else movables(moment.settled.table))}
        gone = {fact.piece: fact.tick for fact in moment.facts if isinstance(fact, LeftTable)}
        for frame in moment.frames:
            ended = released + _ticks(frame.tick)
            for name, pose in frame.poses.items():
                if name not in self._there and name not in gone and name in pieces:
                    self._come(pieces[name], pose, released)
                if name in self._there:
                    self._keep(name, before)  # until now it lay there
                    self._key(name, ended, pose)
            self._sink(gone, frame.tick, ended)
            before = ended
        self._now = max(self._now, ended)

    def _sink(self, gone: Mapping[PieceId, int], tick: int, now: int) -> None:
        """Take away what has left the table."""
        for name, at in gone.items():
            if name in self._there and tick >= at:
                self._go(name, now)

    def _untraced(self, moment: Moment, held: list[PieceId]) -> None:
        assert moment.settled is not None
        settled = movables(moment.settled.table)
        ends = {
            name: pose_of(piece)
            for name, piece in settled.items()
            if name in self._there and not same_place(self._there[name], pose_of(piece))
        }
        way = max((math.dist(self._there[name].at, end.at) for name, end in ends.items()), default=0.0)
        if isinstance(moment.act, Carry):
            self._ease(ends, _ms(min(max(way / CARRIED, EASED), 3.0)))
        elif held and ends:
            self._ease(ends, _ms(TUMBLE))

    def _note(self, moment: Moment, released: int) -> None:
        """Set the marks of an act."""
        boss = moment.turn.boss or ""
        match moment.act:
            case Roll(dice=dice):
                by = dice[0].owner if dice else boss
                self._marks.append(Mark(released, "throw", f"{by or 'Somebody'} throws {_counted(dice)}", by))
            case Drop():
                self._marks.append(Mark(released, "throw", "Loot is dropped", boss))
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
        leaving = [name for name in self._there if name not in wanted]
        coming = [piece for name, piece in wanted.items() if name not in self._there]
        ends = {
            name: pose_of(piece)
            for name, piece in wanted.items()
            if name in self._there and not same_place(self._there[name], pose_of(piece))
        }
        begun = self._now
        for name in leaving:
            self._go(name)
        if ends:
            way = max(math.dist(self._there[name].at, end.at) for name, end in ends.items())
            self._ease(ends, _ms(EASED if way <= STRIDE else min(way / CARRIED, LONGEST)), hop=True)
        for piece in coming:
            self._come(piece, pose_of(piece), begun)
        if coming or leaving:
            self._now = max(self._now, begun + _ms(POP) + 40)
        self._count_towers(table, begun)

    def _ease(self, ends: Mapping[PieceId, Pose], length: int, *, hop: bool = False) -> None:
        """Move pieces smoothly to where they belong."""
        for name, end in ends.items():
            start = self._there[name]
            lifted = hop and not isinstance(self._tracks[name].piece, Model) and math.dist(start.at, end.at) > HOP
            self._keep(name, self._now)
            for k in range(1, STEPS + 1):
                share = k / STEPS
                soft = share * share * (3 - 2 * share)
                x, y, z = (a + (b - a) * soft for a, b in zip(start.at, end.at, strict=True))
                z += HOP * math.sin(math.pi * soft) if lifted else 0.0
                pose = end if k == STEPS else Pose((x, y, z), blend(start.turn, end.turn, soft))
                self._key(name, self._now + length * k // STEPS, pose)
        self._now += length

    def _come(self, piece: Movable, pose: Pose, at: int) -> None:
        track = self._tracks.setdefault(piece.id, Track(piece))
        self._there[piece.id] = pose
        self._since[piece.id] = at
        if track.keys:
            self._keep(piece.id, at - 1)  # where it went it stays until it comes again
        self._key(piece.id, at, pose)

    def _go(self, name: PieceId, at: int | None = None) -> None:
        at = max(self._now if at is None else at, self._since[name] + 1)
        self._keep(name, at)
        self._tracks[name].spans.append((self._since.pop(name), at))
        del self._there[name]

    def _keep(self, name: PieceId, at: int) -> None:
        """Hold a piece where it is up to a time."""
        keys = self._tracks[name].keys
        if keys[-1].ms < at:
            keys.append(Key(at, keys[-1].pose))

    def _key(self, name: PieceId, at: int, pose: Pose) -> None:
        keys = self._tracks[name].keys
        self._there[name] = pose
        if keys and keys[-1].ms >= at:
            keys[-1] = Key(keys[-1].ms, pose)
            return
        if len(keys) > 1 and keys[-1].pose == keys[-2].pose == pose:
            keys.pop()  # it only goes on lying there
        keys.append(Key(at, pose))

    def _count_towers(self, table: Table, at: int) -> None:
        for model in sorted({*table.models, *self._towers}):
            height = table.tower_height(model)
            counts = self._towers.setdefault(model, [])
            if not counts or counts[-1][1] != height:
                counts.append((at, height))

    def _sight(self, moment: Moment) -> tuple[int, int]:
        """The middle of what a moment is about."""
        spots: list[tuple[float, float]] = []
        match moment.act:
            case Carry(model=name, to=to):
                spots = [moment.before.models[name].at, to] if name in moment.before.models else [to]
            case Stack(tower=name) if name in moment.before.models:
                spots = [moment.before.models[name].at]
            case Roll() | Drop():
                settled = {} if moment.settled is None else movables(moment.settled.table)
                thrown = [die.id for die in moment.act.dice] if isinstance(moment.act, Roll) else [moment.act.token.id]
                spots = [pose_of(settled[name]).plan for name in thrown if name in settled] or [moment.act.at]
        if not spots:
            before, after = movables(moment.before), movables(moment.after)
            spots = [
                pose_of(piece).plan
                for name, piece in after.items()
                if name not in before or not same_place(pose_of(before[name]), pose_of(piece))
            ]
        if not spots:
            return self._sights[-1] if self._sights else tuple(map(round, moment.before.middle))  # type: ignore[return-value]
        return (round(sum(x for x, _ in spots) / len(spots)), round(sum(y for _, y in spots) / len(spots)))


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _ticks(ticks: int) -> int:
    return round(ticks * 1000 / TICKS)


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


def boxed(terrain: Terrain) -> Iterator[float]:
    """Give the length, width and height of what scenery fills (mm)."""
    match terrain.shape:
        case Box(length, width, height):
            yield from (length, width, height)
        case Mesh(vertices=vertices):
            yield from (float(extent) for extent in vertices.max(axis=0) - vertices.min(axis=0))
