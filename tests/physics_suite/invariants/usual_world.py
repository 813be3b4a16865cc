"""Further promises of usual worlds: nothing at rest overlaps, no body gains energy, and what rests stays at rest."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from physics_suite.invariants.any_world import PROMISES, Promise
from physics_suite.invariants.encounters import encounters
from physics_suite.invariants.energy import Gain, excess, rise, rise_within, tracks
from physics_suite.invariants.observation import Watched
from physics_suite.invariants.squeezing import FLICK, pressed
from riotsim.physics import overlaps
from riotsim.physics.acts.drag_path import DRAG
from riotsim.physics.acts.throw import MAX_EXACT_DICE
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.bodies.motion import REST
from riotsim.physics.bodies.size_and_mass import half_thickness
from riotsim.physics.bodies.substeps import SUBSTEPS
from riotsim.physics.engine.world import GRAVITY, TICK, Solver
from riotsim.physics.scene.scene import Scene
from riotsim.table.acts import Carry, CutShort, ModelMoved, Roll
from riotsim.table.pieces import Die, Model, Piece, PieceId, Token
from riotsim.table.poses import local_up
from riotsim.table.state import Table
from riotsim.testing.generators.parts import rules_surfaces

DEEPEST: Final = 0.5
"""Largest depth of a resting piece in another (mm): a thirtieth of a die.

Tokens sink by 0.06. A die that leaned on a figure was seen to be 0.2 deep in it.
"""

STIRS: Final = 2.0
"""Largest motion of a resting piece that is simulated again (mm): an eighth of a die.

A new world doesn't know the forces in a tower. It finds them within a few steps, in which the tower sags.
"""

SLIDES: Final = math.sqrt(2.0) * (math.sqrt(3.0) - 1.0) / 2.0
"""Distance that a leaning piece may also slide until it lies flat, as a share of its size.

Its centre comes down by at most half of √3 − 1, and moves as far aside. Friction holds a leaning piece by forces that a
new world doesn't know, so the piece may give way. In 1,800 worlds three dice did, by 4.4, 5.8 and 9.0 mm. The last, of
23.6 mm, stayed for good in the act itself, and in four other new worlds that differed in solver and step.
"""

BALANCES: Final = 1.0
"""If a piece's middle is within this distance of the table's edge, the piece may tip over when simulated again (mm)."""

AGAIN: Final = round(0.5 / TICK)
"""Time for which resting pieces are simulated again (ticks). A toppling piece falls by 100 mm within 0.15 s."""

LIVELY: Final = 0.3
"""Share of its energy that a die may gain on a table livelier than any of the rules.

This is a known, open fault: bounces near e = 1 gain up to as much (docs/explanation/physics.md). With 0.87, two of 280
throws gained 0.06 and 0.12.
"""

SINK: Final = 4.0
"""Largest depth of a moving token in a table (mm).

A step finds only one contact of a rim. This is a known, open fault: a token that slid on oil on its rim sank this far,
and was pushed out again.
"""

PUSHED_MODELS: Final = 12.0
"""Largest gain of a model that dice push (mm).

This is a known, open fault: steps aren't divided for the models' bases. A fallen model sank by 9 mm into a table like
ice, and was pushed out again.
"""

RECOIL: Final = 2.0
"""If something much heavier hits a resting thing, the thing leaves with at most this many times its speed (e = 1)."""


def clear(watched: Watched) -> Iterator[str]:
    """No resting piece is deeper in another than `DEEPEST`, unless it was before or a hand put it there.

    Loose dice don't exist for a carry (RD-41), and what a hand holds goes where the hand goes. A pushed model is set up
    by hand, clear of scenery and other models (RD-93).
    """
    table, settled = watched.trial.table, watched.settled
    if settled.facts_of(CutShort):
        return
    before = {(one.first, one.second): one.depth for ground in _grounds(table) for one in overlaps(ground)}
    placed = set(watched.held) if watched.frames else {piece.id for piece in watched.handled}
    placed.update(fact.model for fact in settled.facts_of(ModelMoved))
    if isinstance(watched.trial.act, Carry):
        placed.update(die.id for die in table.loose_dice())
    for one in (one for ground in _grounds(settled.table) for one in overlaps(ground, DEEPEST)):
        both = (one.first, one.second)
        if not placed.intersection(both) and one.depth > DEEPEST + before.get(both, 0.0):
            yield f"{one.first} is {one.depth:.2f} mm deep in {one.second or 'the table'}"


@dataclass(frozen=True, slots=True)
class Bounded:
    """The energy that some bodies gained in an act, and the most that they may gain."""

    who: str
    gain: Gain
    most: float
    """Height to which the bound on their energy would lift the bodies (mm)."""

    @property
    def share(self) -> float:
        """Return the gain as a share of its bound."""
        return self.gain.height / self.most


def gains(watched: Watched) -> Iterator[Bounded]:
    """Return the gains of the free bodies of an act, in three ways, each with its bound.

    - A *group* is all bodies that may have touched each other at any time. They pass energy to one another, impacts
      and friction lessen the sum, and nothing else adds to it.
    - A body *alone* is a group by itself in any stretch of time in which it is near no other moving body.
    - *One* body may gain energy from the others of its group in a collision, at most all they have. So it never has
      more than its group ever had before. Its bound is for its own mass, however large the group is.

    Overlaps may add some energy from nowhere (`overlap`). If the hand reaches a group, the hand's energy is added
    (`gives`), and more of it if a piece of that group is `pressed`.
    """
    if not watched.frames:
        return
    pieces = watched.pieces
    energies = tracks(watched.frames, pieces, watched.held)
    extra = LIVELY if lively(watched) else 0.0
    met, flicked = encounters(watched.frames, pieces), pressed(watched)
    for names in met.groups:
        group = [name for name in names if name in energies]
        if not group:
            continue
        given = gives(watched, not flicked.isdisjoint(names)) if watched.held.intersection(names) else 0.0
        bodies = [energies[name] for name in group]
        own = [overlap(pieces[name]) for name in group]
        mean = sum(body.mass * height for body, height in zip(bodies, own, strict=True)) / sum(b.mass for b in bodies)
        yield _bounded(f"the group of {', '.join(group)}", rise(bodies), given + mean, extra)
        for name, body, height in zip(group, bodies, own, strict=True):
            near = met.near[name]
            late = given if name in flicked else 0.0  # what was pressed into scenery may be let go of later
            yield _bounded(f"{name} alone", rise_within(body, ~(near[1:] | near[:-1])), late + height, extra)
            if len(group) > 1:
                yield _bounded(f"{name}, beyond all that its group had,", excess(body, bodies), given + height, extra)


def _bounded(who: str, gain: Gain, most: float, extra: float) -> Bounded:
    """Return a gain with its bound: a height (mm), and a share `extra` of the energy there was."""
    return Bounded(who, gain, most + extra * gain.put_in / (gain.mass * GRAVITY))


def lively(watched: Watched) -> bool:
    """Return whether dice bounce higher off the act's ground than off any surface of the rules."""
    act, table = watched.trial.act, watched.trial.table
    in_tray = isinstance(act, Roll) and act.in_tray and table.tray is not None
    surface = table.tray.surface if in_tray and table.tray is not None else table.surface
    return surface.restitution > max(one.restitution for one in rules_surfaces())


def gained(watched: Watched) -> float:
    """Return the largest gain of a body or group, as a share of its bound."""
    return max((one.share for one in gains(watched)), default=0.0)


def overlap(piece: Piece) -> float:
    """Return the height to which the energy that a body may gain from overlaps would lift it (mm).

    Impacts (e < 1) and friction only lose energy. But contacts are found once a step. In a step nothing moves farther
    than `SUBSTEPS.longest_step`, nor than half its thickness. So two things that meet may be that deep in one another,
    and are lifted as far when the engine pushes them apart. A token may be lifted by `SINK`. The worst of 1,100 worlds
    was 3.5 mm, of a token on oil; on other tables 1.95.
    """
    return (
        PUSHED_MODELS
        if isinstance(piece, Model)
        else max(SINK, min(SUBSTEPS.longest_step, 2.0 * half_thickness(piece)))
    )


def gives(watched: Watched, presses: bool) -> float:
    """Return the height to which energy from a carrying hand may lift what it reaches (mm); 0 for other acts.

    The hand hits what is in its way, and lifts everything as the ground rises. The hand does not yield. If it presses
    something against an obstacle (`presses`), the engine pushes that out, no faster than `FLICK`.
    """
    act, table = watched.trial.act, watched.trial.table
    if not isinstance(act, Carry):
        return 0.0
    hand = act.hand
    own = hand.pace(act.pace).speed if act.drag is None else DRAG.top_speed
    speed = RECOIL * (own + math.tau * hand.tremor_hz * math.sqrt(2.0) * hand.tremor)
    if presses:
        speed = max(speed, FLICK)
    ground = max((piece.height for piece in table.terrain.values() if piece.can_stand_on), default=0.0)
    return ground + speed * speed / (2.0 * GRAVITY)


def no_gain(watched: Watched) -> Iterator[str]:
    """No free body gains kinetic and potential energy that could not have reached it: see `gains`."""
    for one in gains(watched):
        if one.share > 1.0:
            yield (
                f"by tick {one.gain.tick} the energy of {one.who} had risen by {one.gain.ratio:.2%}, "
                f"which lifts {one.gain.mass:.0f} g by {one.gain.height:.1f} mm, and {one.most:.1f} are allowed"
            )


def at_rest(watched: Watched) -> Iterator[str]:
    """If the pieces that the act left at rest are simulated again, they stay where they are."""
    far, name = stirred(watched)
    if far > STIRS:
        yield f"{name} was at rest, and moves by {far:.1f} mm when it is taken up again"


def stirred(watched: Watched) -> tuple[float, PieceId]:
    """Return how far pieces that the act moved still move within half a second (mm), and the piece that moves farthest.

    A leaning piece may slide until it lies flat before its motion counts (`SLIDES`). If anything is deep in something
    else, even by a hand's doing, nothing is reported. Nor are pieces reported that leaned on a model which the hand
    then set down elsewhere.
    """
    act = watched.trial.act
    table = _grounds(watched.settled.table)[-1 if isinstance(act, Roll) and act.in_tray else 0]
    if overlaps(table, DEEPEST):
        return 0.0, ""
    last = watched.frames[-1].poses.keys() - watched.held if watched.frames else set()
    movable: dict[PieceId, Die | Token] = {**table.dice, **table.tokens}
    live = sorted(name for name in last - _deserted(watched) if name in movable and not _balances(table, movable[name]))
    if not live or watched.settled.facts_of(CutShort):
        return 0.0, ""
    # What nobody knew of in the act. (What the hand held it did know: others may lie on the foot of a fallen tower.)
    known = watched.frames[-1].poses.keys()
    gone = {die.id for die in table.loose_dice()} - known if isinstance(act, Carry) else set()
    pieces = _all(table)
    exact = len(live) <= MAX_EXACT_DICE and all(
        isinstance(piece, Die) and piece.kind.is_cube for piece in (pieces[name] for name in live)
    )
    with Scene(table, Solver.DANTZIG if exact else Solver.IMPULSES) as scene:
        if not exact:
            scene.world.set_least_substeps(SUBSTEPS.tower_substeps)
        for name in sorted(pieces.keys() - gone):
            scene.registry.enter(pieces[name], MotionType.FREE if name in live else MotionType.FIXED)
        for _ in range(AGAIN):
            scene.world.step()
        moved = {
            name: math.dist(scene.world.pose(scene.registry.bodies[name].number)[0], scene.registry.bodies[name].at)
            for name in live
        }
        return max((max(0.0, far - _may_slide(movable[name])), name) for name, far in moved.items())


def _may_slide(piece: Die | Token) -> float:
    """Return how far a leaning piece may slide until it lies flat (mm).

    A token slides like a ladder: its foot goes out as its top comes down, and its middle moves by the chord of the
    angle. A token at 32° stayed for a second in the act itself. It slid by just that, 5.9 mm, in new worlds of 1 to 64
    steps.
    """
    if isinstance(piece, Die):
        return SLIDES * piece.size if piece.kind.lowest_face(piece.pose.orientation)[1] > REST.max_flat_tilt else 0.0
    leans = math.acos(min(1.0, abs(local_up(piece.pose.orientation)[2])))
    return piece.diameter * math.sin(leans / 2.0) if leans > REST.max_flat_tilt else 0.0


def _deserted(watched: Watched) -> set[PieceId]:
    """Return the pieces that may have leaned on a model that the hand held when its tower fell, and then set down."""
    act = watched.trial.act
    if not isinstance(act, Carry):
        return set()
    last = watched.frames[-1]
    if abs(last.poses[act.model].at[2] - watched.settled.table.models[act.model].level) < DEEPEST:
        return set()
    groups = encounters([last], watched.pieces).groups
    return {name for group in groups if act.model in group for name in group}


def _grounds(table: Table) -> tuple[Table, ...]:
    """Return the table without the dice in its tray.

    If it has a tray, add the tray's bottom with its dice as another table.
    """
    tray = table.tray
    if tray is None:
        return (table,)
    x, y = tray.at
    there = [die for die in table.loose_dice() if tray.contains(die.pose.xy)]
    bed = tray.as_table.with_pieces(*(replace(die, pose=die.pose.translated((-x, -y, 0.0))) for die in there))
    return table.without(*(die.id for die in there)), bed


def _balances(table: Table, piece: Die | Token) -> bool:
    x, y = piece.pose.xy
    return min(x, y, table.width - x, table.depth - y) < BALANCES


def _all(table: Table) -> dict[PieceId, Piece]:
    tokens: dict[PieceId, Token] = table.tokens
    return {**table.terrain, **table.models, **tokens, **table.dice}


USUAL_PROMISES: Final[tuple[Promise, ...]] = (*PROMISES, clear, no_gain, at_rest)
"""Promises that hold in worlds that play could lead to: those of every world, and three more."""
