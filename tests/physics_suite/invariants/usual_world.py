"""Promises of usual worlds that need a look inside: nothing overlaps, gains energy, or stirs once it is at rest."""

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
"""Largest depth of a piece at rest in another (mm): a thirtieth of a die. Tokens sink by 0.06, and 0.2 was seen between
a die and the figure that it leans on.
"""

STIRS: Final = 2.0
"""Largest motion of a piece at rest when it is simulated again (mm): an eighth of a die. A new world knows nothing of
the forces in a tower, and finds them within a few steps, in which it sags.
"""

SLIDES: Final = math.sqrt(2.0) * (math.sqrt(3.0) - 1.0) / 2.0
"""Further motion of a leaning piece, as a share of its size, until it lies flat.

Its centre then comes down by at most half of √3 − 1, and goes as far aside. Friction holds a leaning piece by forces of
which a new world knows nothing, so it may give way. Of 1,800 worlds three dice did, by 4.4, 5.8 and 9.0 mm. The last,
of 23.6 mm, stayed for good in the act itself, and in four other new worlds that differed in solver and step.
"""

BALANCES: Final = 1.0
"""Distance of a piece's middle from the table's edge up to which it may tip over when it is simulated again (mm)."""

AGAIN: Final = round(0.5 / TICK)
"""For so long it is watched (ticks): what topples falls by 100 mm within 0.15 s of going."""

LIVELY: Final = 0.3
"""Share of its energy that a die may gain on a table livelier than any of the rules. Known and open: bounces near e = 1
gain, up to as much (docs/explanation/physics.md); on one with 0.87 two of 280 throws gained 0.06 and 0.12."""

SINK: Final = 4.0
"""Largest depth of tokens in a table (mm): one contact of a rim is found in a step. Known and open: one that slid on
oil on its rim sank so far, and was pushed out again.
"""

PUSHED_MODELS: Final = 12.0
"""Largest gain of models that dice push (mm). Known and open: steps aren't divided for their bases, and one that lay
sank by 9 mm into a table like ice, and was pushed out again.
"""

RECOIL: Final = 2.0
"""A thing at rest that something much heavier hits leaves with at most twice its speed (e = 1)."""


def clear(watched: Watched) -> Iterator[str]:
    """Pieces at rest are in nothing deeper than `DEEPEST`, unless they were before or a hand put them there.

    For a carry loose dice are not there at all (RD-41), and what a hand holds goes where the hand does. A model that
    was pushed is set up by hand, clear of scenery and other models (RD-93).
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
    """The energy that some bodies gained in an act, and its bound."""

    who: str
    gain: Gain
    most: float
    """Height to which the bound would lift them (mm)."""

    @property
    def share(self) -> float:
        """Return the gain as a share of its bound."""
        return self.gain.height / self.most


def gains(watched: Watched) -> Iterator[Bounded]:
    """Return the gains of the free bodies of an act, in three ways, each with its bound.

    - A *group*, bodies that may have touched each other at any time, passes energy about within itself: impacts and
      friction take from the sum, and nothing else reaches it.
    - A body *alone*, in any stretch of time in which it is near no other that moves, is a group by itself.
    - *One* body gains from the others of its group in a collision, all they have at the most. So it never has more
      than its group ever had before; what it may have besides is of its own mass, however many there are.

    What may be gained from nowhere is told in `overlap`; to a group that the hand reaches comes what it `gives`:
    more if something of that group is `pressed`.
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
    """A gain beside its bound: a height (mm), and a share of what there was."""
    return Bounded(who, gain, most + extra * gain.put_in / (gain.mass * GRAVITY))


def lively(watched: Watched) -> bool:
    """Return whether dice bounce higher from the act's ground than from any surface of the rules."""
    act, table = watched.trial.act, watched.trial.table
    in_tray = isinstance(act, Roll) and act.in_tray and table.tray is not None
    surface = table.tray.surface if in_tray and table.tray is not None else table.surface
    return surface.restitution > max(one.restitution for one in rules_surfaces())


def gained(watched: Watched) -> float:
    """Return the largest gain of a body or group, as a share of its bound."""
    return max((one.share for one in gains(watched)), default=0.0)


def overlap(piece: Piece) -> float:
    """Return the height to which energy that a body may gain from overlaps would lift it (mm).

    Impacts (e < 1) and friction only lose energy. But contacts are found once a step, in which nothing moves farther
    than `SUBSTEPS.longest_step`, nor than half as far as it is thin. So deep may two such things be in one another when
    they meet, both on their way, and so far are they lifted as they are pushed apart; or by what they `SINK`.
    The worst of 1,100 worlds was 3.5 mm, of a token on oil; on other tables 1.95.
    """
    return (
        PUSHED_MODELS
        if isinstance(piece, Model)
        else max(SINK, min(SUBSTEPS.longest_step, 2.0 * half_thickness(piece)))
    )


def gives(watched: Watched, presses: bool) -> float:
    """Return the height to which energy from a carrying hand may lift what it reaches (mm); 0 for other hands.

    It hits what is in its way, and lifts all as the ground rises. The hand does not yield: if it `presses` something
    against what stands fast, that goes into both sides, and the engine pushes it out, no faster than `FLICK`.
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
    """No free body gains energy, kinetic and potential, that could not have reached it: see `gains`."""
    for one in gains(watched):
        if one.share > 1.0:
            yield (
                f"by tick {one.gain.tick} the energy of {one.who} had risen by {one.gain.ratio:.2%}, "
                f"which lifts {one.gain.mass:.0f} g by {one.gain.height:.1f} mm, and {one.most:.1f} are allowed"
            )


def at_rest(watched: Watched) -> Iterator[str]:
    """Pieces that the act left at rest stay where they are when all are simulated again."""
    far, name = stirred(watched)
    if far > STIRS:
        yield f"{name} was at rest, and moves by {far:.1f} mm when it is taken up again"


def stirred(watched: Watched) -> tuple[float, PieceId]:
    """Return how far pieces that the act moved still move within half a second (mm), and the one that moves farthest.

    What leans may slide until it lies flat before it counts (`SLIDES`).

    Where something is deep in something else, be it by a hand's doing, nothing is told; nor of what leaned on a model
    that the hand then set down elsewhere.
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

    A token is a ladder: its foot goes out as its top comes down, and its middle by the chord of the angle. Found: a
    token at 32° stayed for a second in the act itself, and slid by just that, 5.9 mm, in new worlds of 1 to 64 steps.
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
    """The table without what lies in its tray and, if it has one, the tray's bottom with it, as tables of their own."""
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
"""Promises that hold besides in worlds that play could lead to."""
