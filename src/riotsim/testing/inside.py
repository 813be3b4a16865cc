"""Promises of usual worlds that need a look inside: nothing overlaps, gains energy, or stirs once it is at rest."""

import math
from collections.abc import Iterator
from typing import Final

from riotsim.physics import overlaps
from riotsim.physics.bodies import Hold
from riotsim.physics.roll import MOST_EXACT
from riotsim.physics.scene import CROWD_SUBSTEPS, Scene
from riotsim.physics.steps import LONGEST_STEP
from riotsim.physics.world import GRAVITY, TICK, Solver
from riotsim.table.acts import Carry, CutShort
from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token
from riotsim.table.plan import gap
from riotsim.table.state import Table
from riotsim.testing.energy import Gain, gain
from riotsim.testing.promises import PROMISES, Promise
from riotsim.testing.watching import Watched

DEEPEST: Final = 0.5
"""How deep a piece that came to rest may be in another (mm): a thirtieth of a die. Tokens sink by 0.06, and 0.2 was
seen between a die and the figure that it leans on."""

STIRS: Final = 2.0
"""How far what is at rest may move when it is taken up again (mm): an eighth of a die. A new world knows nothing of the
forces in a tower, and finds them within a few steps, in which it sags."""

BALANCES: Final = 1.0
"""What lies with its middle so near the table's edge may tip over it when taken up again (mm)."""

AGAIN: Final = round(0.5 / TICK)
"""For so long it is watched (ticks): what topples falls by 100 mm within 0.15 s of going."""

RECOIL: Final = 2.0
"""A thing at rest that something much heavier hits leaves with at most twice its speed (e = 1)."""


def clear(watched: Watched) -> Iterator[str]:
    """What came to rest is in nothing deeper than `DEEPEST`, unless it was before or a hand put it there.

    For a carry loose dice are not there at all (RD-41), and what a hand holds goes where the hand does.
    """
    table, settled = watched.trial.table, watched.settled
    if settled.of(CutShort):
        return
    before = {(one.first, one.second): one.depth for one in overlaps(table)}
    placed = set(watched.held) if watched.frames else {piece.id for piece in watched.handled}
    if isinstance(watched.trial.act, Carry):
        placed.update(die.id for die in table.loose_dice())
    for one in overlaps(settled.table, DEEPEST):
        both = (one.first, one.second)
        if not placed.intersection(both) and one.depth > DEEPEST + before.get(both, 0.0):
            yield f"{one.first} is {one.depth:.2f} mm deep in {one.second or 'the table'}"


def gained(watched: Watched) -> Gain:
    """Give the energy that the act's free bodies gained."""
    return gain(watched.frames, watched.pieces, watched.held)


def may_gain(watched: Watched) -> float:
    """Give how high what a free body may gain would lift it (mm).

    Impacts and friction only lose energy (e < 1). But contacts are found once a step, in which nothing moves farther
    than `LONGEST_STEP`. So deep may two things be in one another when they meet, and so far is what lies on the other
    lifted. A hand that carries does work besides: it hits what is in its way, and lifts all as the ground rises. For
    what it squeezes there is no limit.
    """
    act, table = watched.trial.act, watched.trial.table
    if not isinstance(act, Carry):
        return LONGEST_STEP
    if squeezes(watched):
        return math.inf
    hand = act.hand
    speed = RECOIL * (hand.pace(act.pace).speed + math.tau * hand.tremor_hz * math.sqrt(2.0) * hand.tremor)
    rise = max((piece.height for piece in table.terrain.values() if piece.stand_on), default=0.0)
    return LONGEST_STEP + rise + speed * speed / (2.0 * GRAVITY)


def squeezes(watched: Watched) -> bool:
    """Tell whether a carried model comes so near to what stands fast that no die or token fits between.

    One that it pushes has to go somewhere. Known and open: it leaves like one that is flicked, a d6 once at 4 m/s.
    """
    act, table = watched.trial.act, watched.trial.table
    if not isinstance(act, Carry) or not watched.frames:
        return False
    carried, free = table.models[act.model], watched.reached - watched.held
    widths = [table.dice[name].size if name in table.dice else table.tokens[name].diameter for name in sorted(free)]
    fast: list[Terrain | Model] = [
        *table.terrain.values(),
        *(model for model in table.models.values() if model.id != act.model),
    ]
    ways = (carried.footprint_at(frame.poses[act.model].plan) for frame in watched.frames if act.model in frame.poses)
    nearest = min((gap(way, piece.footprint) for way in ways for piece in fast), default=math.inf)
    return nearest < max(widths, default=0.0)


def no_gain(watched: Watched) -> Iterator[str]:
    """The free bodies' energy, kinetic and potential, never rises by more than `may_gain`."""
    rise, most = gained(watched), may_gain(watched)
    if rise.height > most:
        yield (
            f"by tick {rise.tick} energy had risen by {rise.ratio:.2%}, "
            f"which lifts {rise.mass:.0f} g by {rise.height:.1f} mm, and {most:.1f} are allowed"
        )


def at_rest(watched: Watched) -> Iterator[str]:
    """What the act left at rest stays where it is, should it all be live again."""
    far, name = stirred(watched)
    if far > STIRS:
        yield f"{name} was at rest, and moves by {far:.1f} mm when it is taken up again"


def stirred(watched: Watched) -> tuple[float, PieceId]:
    """Give how far what moved in an act still moves within half a second (mm), and which piece moves farthest.

    Where something is deep in something else, be it by a hand's doing, nothing is told.
    """
    table = watched.settled.table
    if overlaps(table, DEEPEST):
        return 0.0, ""
    last = watched.frames[-1].poses.keys() - watched.held if watched.frames else set()
    movable: dict[PieceId, Die | Token] = {**table.dice, **table.tokens}
    live = sorted(name for name in last if name in movable and not _balances(table, movable[name]))
    if not live or watched.settled.of(CutShort):
        return 0.0, ""
    gone = {die.id for die in table.loose_dice()} - last if isinstance(watched.trial.act, Carry) else set()
    pieces = _all(table)
    exact = len(live) <= MOST_EXACT and all(
        isinstance(piece, Die) and piece.kind.is_cube for piece in (pieces[name] for name in live)
    )
    with Scene(table, Solver.DANTZIG if exact else Solver.IMPULSES) as scene:
        if not exact:
            scene.world.divide_always(CROWD_SUBSTEPS)
        for name in sorted(pieces.keys() - gone):
            scene.enter(pieces[name], Hold.FREE if name in live else Hold.FIXED)
        for _ in range(AGAIN):
            scene.world.step()
        return max(
            (math.dist(scene.world.pose(scene.bodies[name].number)[0], scene.bodies[name].at), name) for name in live
        )


def _balances(table: Table, piece: Die | Token) -> bool:
    x, y = piece.pose.plan
    return min(x, y, table.width - x, table.depth - y) < BALANCES


def _all(table: Table) -> dict[PieceId, Piece]:
    tokens: dict[PieceId, Token] = table.tokens
    return {**table.terrain, **table.models, **tokens, **table.dice}


USUAL_PROMISES: Final[tuple[Promise, ...]] = (*PROMISES, clear, no_gain, at_rest)
"""What holds besides where play could have led."""
