"""Promises of any act on any table.

Each is a function that yields a sentence for each way in which an act breaks it.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from physics_suite.invariants.observation import Watched
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.drag_path import DragPath, add_all_samples
from riotsim.physics.acts.hand_path import hand_path
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.scene.scene import LIMITS
from riotsim.table.acts import (
    Carry,
    Cocked,
    CutShort,
    LeftTable,
    ModelMoved,
    Roll,
    Stack,
    TowerFell,
    TowerPushed,
    Turned,
)
from riotsim.table.dice.kinds import COCKED_TILT
from riotsim.table.pieces import Die, PieceId, Token
from riotsim.table.poses import Pose, angle_between
from riotsim.table.towers import stands

Promise: TypeAlias = Callable[[Watched], Iterator[str]]
"""A function that yields a sentence for each way in which an act breaks the promise; nothing if the act keeps it."""

UNIT: Final = 1e-6
"""Largest error of an orientation's length. The engine brings the length back to 1 each step, in double precision."""


def finite(watched: Watched) -> Iterator[str]:
    """All places and orientations are finite numbers, and orientations have length 1."""
    last = watched.frames[-1].poses if watched.frames else {}
    table = watched.settled.table
    poses: dict[PieceId, Pose] = {**last, **{die.id: die.pose for die in table.dice.values()}}
    poses.update((token.id, token.pose) for token in table.tokens.values())
    for name, pose in poses.items():
        if not all(math.isfinite(part) for part in (*pose.at, *pose.orientation)):
            yield f"{name} is nowhere: {pose}"
        elif abs(math.hypot(*pose.orientation) - 1.0) > UNIT:
            yield f"{name} has an orientation of length {math.hypot(*pose.orientation)}"


def in_time(watched: Watched) -> Iterator[str]:
    """An act ends by its limit of simulated time.

    If it is cut short there, a fact says so. A drag may be cut short before the limit, because its tower may fall and
    stop the hand.
    """
    ticks, most = watched.settled.ticks, limit(watched)
    if ticks > most:
        yield f"it took {ticks} ticks, and {most} is the limit"
    cut = watched.settled.facts_of(CutShort)
    if cut and cut != [CutShort(ticks)]:
        yield f"it was cut short after {ticks} ticks, and said {cut}"
    act = watched.trial.act
    if cut and ticks != most and not (isinstance(act, Carry) and act.drag is not None):
        yield f"it was cut short after {ticks} ticks, before its limit of {most}"


def limit(watched: Watched) -> int:
    """Return the most ticks that an act may take.

    A carry is cut short only at a check, the first one after its time is up.
    """
    table, act = watched.trial.table, watched.trial.act
    if not isinstance(act, Carry):
        return LIMITS.ticks
    model, dice = table.models[act.model], table.tower_dice(act.model)
    foot = dice[0].pose.xy if dice else model.at
    pace = act.hand.pace(act.pace)
    if act.drag is not None:
        drawn = DragPath(table, model.at, act.to, act.hand, pace, random_generator(watched.trial.seed), foot)
        add_all_samples(drawn, act.drag.samples)
        ticks = drawn.ticks
    else:
        ticks = hand_path(table, model.at, act.to, act.hand, pace, random_generator(watched.trial.seed), foot).ticks
    return LOOK_INTERVAL * math.ceil((ticks + LIMITS.ticks_after_hand) / LOOK_INTERVAL)


def accounted(watched: Watched) -> Iterator[str]:
    """Each die and token is on the table afterwards, or one fact says where it left.

    Apart from its pose it is unchanged.
    """
    table, settled = watched.trial.table, watched.settled
    gone = Counter(fact.piece for fact in settled.facts_of(LeftTable))
    yield from (f"{name} left the table {count} times" for name, count in gone.items() if count > 1)
    there: dict[PieceId, Die | Token] = {**settled.table.dice, **settled.table.tokens}
    for name, piece in watched.pieces.items():
        if not isinstance(piece, Die | Token):
            continue
        if (name in there) == (name in gone):
            yield f"{name} is {'on the table, and left it' if name in there else 'lost, and no fact says where'}"
        elif name in there and replace(there[name], pose=piece.pose) != piece:
            yield f"{name} was {piece}, and is {there[name]}"
    yield from (f"{name} came from nowhere" for name in there if name not in watched.pieces)
    if settled.table.terrain != table.terrain:
        yield "scenery has changed"
    yield from _models(watched)


def _models(watched: Watched) -> Iterator[str]:
    table, settled, act = watched.trial.table, watched.settled, watched.trial.act
    if settled.table.models.keys() != table.models.keys():
        yield "there are other models than before"
        return
    pushed = {fact.model: fact.knocked_flat for fact in settled.facts_of(ModelMoved)}
    moved = {*pushed, *([act.model] if isinstance(act, Carry) else [])}
    for name, model in table.models.items():
        now = settled.table.models[name]
        looks = now.heading if pushed.get(name) is False else model.heading  # a push may turn one about
        if replace(model, at=now.at, level=now.level, heading=looks) != now:
            yield f"the model {name} was {model}, and is {now}"
        if now != model and name not in moved:
            yield f"the model {name} has moved, and no fact says so"


def towers_told(watched: Watched) -> Iterator[str]:
    """Each tower stands afterwards with the same dice, as one stack, or a fact says that it fell."""
    table, settled, act = watched.trial.table, watched.settled, watched.trial.act
    fell = Counter(fact.tower for fact in settled.facts_of(TowerFell))
    meant = {name: tower.dice for name, tower in table.towers.items()}
    if isinstance(act, Stack):
        meant[act.tower] = (*meant.get(act.tower, ()), act.die.id)
    for name, dice in meant.items():
        now = settled.table.towers.get(name)
        if (now is None) != (fell[name] == 1):
            yield f"the tower {name} {'is gone' if now is None else 'stands'}, and fell {fell[name]} times"
        elif now is not None and now.dice != dice:
            yield f"the tower {name} had the dice {dice}, and has {now.dice}"
        elif now is not None and watched.reached.intersection(dice):
            stack = settled.table.tower_dice(name)
            if not watched.held and not stands(stack, settled.table.level_under(stack[0])):
                yield f"the tower {name} is no stack any more, and no fact says so"
    strangers = {*settled.table.towers, *fell, *(fact.tower for fact in settled.facts_of(TowerPushed))} - meant.keys()
    yield from (f"there never was a tower {name}" for name in sorted(strangers))


def told_when(watched: Watched) -> Iterator[str]:
    """All facts happened during the act."""
    for fact in watched.settled.facts:
        if isinstance(fact, TowerFell | TowerPushed | LeftTable) and not 0 <= fact.tick <= watched.settled.ticks:
            yield f"{fact} is told of an act of {watched.settled.ticks} ticks"


def thrown_told(watched: Watched) -> Iterator[str]:
    """A thrown die that is still on the table lies on a face, or a fact says that it is cocked.

    One fact tells how it turned.
    """
    if not isinstance(watched.trial.act, Roll):
        return
    cocked = {fact.die for fact in watched.settled.facts_of(Cocked)}
    turned = Counter(fact.die for fact in watched.settled.facts_of(Turned))
    for die in watched.handled:
        now = watched.settled.table.dice.get(die.id)
        if turned[die.id] != (now is not None):
            yield f"how {die.id} turned is told {turned[die.id]} times"
        if now is None:
            if die.id in cocked:
                yield f"{die.id} left the table, and is told to be cocked"
        elif now.kind.lowest_face(now.pose.orientation)[1] > COCKED_TILT and die.id not in cocked:
            yield f"{die.id} lies on no face, and is not told to be cocked"


def untouched_stay(watched: Watched) -> Iterator[str]:
    """Pieces that nothing reached keep exactly their poses. So do pieces that moved by less than counts as a motion."""
    table, settled = watched.trial.table, watched.settled.table
    own = {piece.id for piece in watched.handled} | watched.held
    before: dict[PieceId, Die | Token] = {**table.dice, **table.tokens}
    after: dict[PieceId, Die | Token] = {**settled.dice, **settled.tokens}
    for name in before.keys() & after.keys() - own:
        old, new = before[name].pose, after[name].pose
        if old == new:
            continue
        if name not in watched.reached:
            yield f"{name} was reached by nothing, and has moved by {math.dist(old.at, new.at):.3g} mm"
        elif (
            math.dist(old.at, new.at) <= REST.moved_distance / 2
            and angle_between(old.orientation, new.orientation) <= REST.moved_angle / 2
        ):
            yield f"{name} has crept by {math.dist(old.at, new.at):.3g} mm"


PROMISES: Final[tuple[Promise, ...]] = (
    finite,
    in_time,
    accounted,
    towers_told,
    told_when,
    thrown_told,
    untouched_stay,
)
"""Promises that hold in every world, however nasty."""


def broken(watched: Watched, promises: tuple[Promise, ...] = PROMISES) -> tuple[str, ...]:
    """Return a sentence for each way in which an act broke its promises. Each begins with the promise's name."""
    return tuple(f"{promise.__name__}: {how}" for promise in promises for how in promise(watched))
