"""Reaction fire: dangers along a move, and shots that interrupt the move (RW-40 to RW-48)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from riotsim.games.riftwar.battle.attacking import Attack, carry_out, note_corner
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import dangers_of, has_room
from riotsim.games.riftwar.battle.firing import has_cover
from riotsim.games.riftwar.chapters.damage import Effect, attack_dice
from riotsim.games.riftwar.chapters.fire import class_label
from riotsim.games.riftwar.chapters.phases import Failure
from riotsim.games.riftwar.state import Dangers, Plan, Stretches, Unit, UnitId
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PickPoint, PlayerId
from riotsim.table.acts import Displacement
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point
from riotsim.table.units import inches

POINT_STEP: Final = inches(0.25)
"""Greatest distance between neighbouring points of a mover's path that players may choose for their fire (mm). Our
choice.
"""

START_GAP: Final = 1.0
"""Distance that a mover must cover before anybody may fire at it (mm). Our choice.

A unit that only turns may be fired at, although it covers no distance.
"""

LEAST_STEP: Final = 0.05
"""A mover's model is moved only if the distance is at least this (mm). A model that is nearer to its destination isn't
moved.
"""


@dataclass(frozen=True, slots=True)
class ReactionResult:
    """The result of reaction fire: how far the movers have come, and whether they were stopped."""

    share: float
    """Fraction of the path that the movers have covered."""
    stopped: bool
    """True if fire has stopped the movers after the fraction `share` of their path."""
    failure: Failure | None
    """The failure of the action if a mover was wounded or killed; None otherwise (RW-22, RW-45)."""


def reactors(game: Battle, player: PlayerId) -> tuple[Unit, ...]:
    """Return the units of an inactive player that are able to fire in reaction (RW-41, RW-46).

    Lines of sight and arcs to the movers aren't checked.
    """
    return tuple(
        unit
        for unit in game.state.standing(player)
        if unit.fray is None
        and not unit.spent
        and attack_dice(game.rules, unit.type, "fire")
        and (game.rules.reaction.kinds == "all" or unit.type.kind == "ranged")
    )


async def find_dangers(game: Battle, plan: Plan) -> Dangers:
    """Return the dangers of a move: the units that may fire, their targets, and the parts of the path (RW-41).

    With `reaction.list: player`, ask the inactive players to point out units, and return only the dangers from these
    units (RW-40).
    """
    players = game.state.opponents(game.state.active)
    able = [unit for player in players for unit in reactors(game, player)]
    if not able:
        return {}
    found = without_start(plan, dangers_of(game, plan, able))
    if game.rules.reaction.list == "table":
        return found
    named = set[UnitId]()
    for player in players:
        if own := tuple(unit.id for unit in able if unit.player == player and any(unit.id == one for one, _ in found)):
            picked = await game.ask(PickSome(player, "point out dangers", own))
            named.update(picked)
    return {pair: stretches for pair, stretches in found.items() if pair[0] in named}


def without_start(plan: Plan, dangers: Dangers) -> Dangers:
    """Return `dangers` without those on the first part of the path, which is `START_GAP` long (RW-41).

    If the movers stay where they are, as in a turn, return all dangers.
    """
    if plan.starts == plan.ends:
        return dangers
    longest = max(math.dist(start, end) for start, end in zip(plan.starts, plan.ends, strict=True))
    least = min(1.0, START_GAP / longest)
    found: Dangers = {}
    for pair, stretches in dangers.items():
        if later := tuple((max(begin, least), end) for begin, end in stretches if end >= least):
            found[pair] = later
    return found


async def take_reaction_fire(game: Battle, plan: Plan) -> ReactionResult:
    """Ask inactive players for reaction fire at the movers, carry it out, and return the result."""
    if not game.state.dangers:
        return ReactionResult(0.0, False, None)
    return await (_one_by_one if fires_one_by_one(game, plan) else _at_one_point)(game, plan)


def fires_one_by_one(game: Battle, plan: Plan) -> bool:
    """Return whether players choose a point of the path for each reaction shot (RW-42).

    If not, each player fires all shots at one point (RW-43).
    """
    return len(plan.movers) == 1 and game.rules.reaction.points == "each"


async def go_to(game: Battle, plan: Plan, share: float) -> None:
    """Move the movers to a fraction of their paths.

    If a mover flies or crosses a structure, its base may not fit on the table at that point. Its model then stays where
    it was.
    """
    places = {name: _place(game, plan, name, share) for name in plan.movers if game.unit(name).stands}
    moves = [Displacement(name, at) for name, at in places.items() if at != game.table.models[name].at]
    game.state.share = share
    await game.shift(*moves, lifted=_is_lifted(plan))


def _is_lifted(plan: Plan) -> bool:
    return bool(plan.flying) or plan.kind == "cross"


def _place(game: Battle, plan: Plan, mover: UnitId, share: float) -> Point:
    """Return where a mover's model stands (mm) when the mover has covered the fraction `share` of its path."""
    here, at = game.table.models[mover].at, plan.at(plan.movers.index(mover), share)
    if math.dist(at, here) <= LEAST_STEP or (_is_lifted(plan) and not has_room(game, game.unit(mover), at)):
        return here
    return at


async def _one_by_one(game: Battle, plan: Plan) -> ReactionResult:
    """Play reaction fire at a single mover, shot by shot (RW-42).

    Each shot is fired at the same point of the path as the shot before it, or at a later point.
    """
    (mover,) = plan.movers
    share, fired, declined = 0.0, set[tuple[UnitId, UnitId]](), set[PlayerId]()
    while True:
        asked = [name for name in game.state.opponents(game.state.active) if name not in declined]
        able = {name: _able(game, name, mover, share, fired) for name in asked}
        player = next((name for name in asked if able[name]), None)
        if player is None:
            return ReactionResult(share, False, None)
        shooters = await _pick_shooters(game, player, mover, able[player])
        if not shooters:
            declined.add(player)
            continue
        share = await _pick_share(game, plan, player, mover, open_stretches(game, shooters[0], mover, share))
        await go_to(game, plan, share)
        declined.clear()
        worst = await _shoot(game, plan, [one for one in shooters if _reaches(game, one, mover, share)], mover, fired)
        if worst >= Effect.WOUND:
            return ReactionResult(share, True, Failure("hurt", player))
        if is_stopped(game, mover, worst):
            return ReactionResult(share, True, None)


async def _at_one_point(game: Battle, plan: Plan) -> ReactionResult:
    """Play reaction fire at one or several movers (RW-43).

    Each inactive player may pick one point of the movers' path. The player fires all their shots at that point.
    """
    share, stopped, failure = 0.0, False, None
    for player in game.state.opponents(game.state.active):
        fired = set[tuple[UnitId, UnitId]]()
        stretches = _all_stretches(game, player, share)
        if not stretches or await game.choose(player, "react", ("hold fire", "fire")) == "hold fire":
            continue
        share = await _pick_share(game, plan, player, plan.movers[0], stretches)
        await go_to(game, plan, share)
        targets = [name for name in plan.movers if _able(game, player, name, share, fired, at=share)]
        for target in await _order_targets(game, plan, tuple(targets)):
            worst = Effect.NONE
            while not game.unit(target).destroyed:
                able = _able(game, player, target, share, fired, at=share)
                shooters = await _pick_shooters(game, player, target, able) if able else ()
                if not shooters:
                    break
                worst = max(worst, await _shoot(game, plan, shooters, target, fired))
                if worst >= Effect.WOUND and game.rules.reaction.after_wound == "stop":
                    return ReactionResult(share, True, Failure("hurt", player))
            stopped = stopped or is_stopped(game, target, worst)
            if worst >= Effect.WOUND:
                failure = Failure("hurt", player)
        if stopped:
            break
    return ReactionResult(share, stopped, failure)


async def _pick_shooters(
    game: Battle, player: PlayerId, target: UnitId, able: tuple[UnitId, ...]
) -> tuple[UnitId, ...]:
    """Ask a player which unit fires at a mover. The player may choose none (RW-42, RW-43).

    With `reaction.coordinated`, the player may choose several units of one class, which fire together (RW-47).
    """
    game.state.fired_at = target
    if not game.rules.reaction.coordinated:
        shooter = await game.pick_at_most_one(player, "react", able)
        shooters: tuple[UnitId, ...] = () if shooter is None else (shooter,)
    else:
        labels = tuple(class_label(game.rules, game.unit(name).type) for name in able)
        shooters = await game.ask(PickSome(player, "react", able, labels=labels))
    game.state.fired_at = None
    return shooters


async def _pick_share(
    game: Battle, plan: Plan, player: PlayerId, mover: UnitId, stretches: Iterable[tuple[float, float]]
) -> float:
    """Ask a player for the point of a mover's path to fire at, and return it as a fraction of the path (RW-41).

    The point lies in one of `stretches`, which are parts of the path.
    """
    number, shares = plan.movers.index(mover), shares_offered(plan, stretches)
    places = {plan.at(number, share): share for share in reversed(shares)}
    if len(places) == 1:
        return shares[0]
    ordered = tuple(sorted(places, key=places.__getitem__))
    region = Region(disc((0.0, 0.0), 0.0), game.table.width, game.table.depth, places=ordered)
    spot = await game.ask(PickPoint(player, "fire at", ((mover, region),), moves=False))
    nearest = min(places, key=lambda place: math.dist(place, spot.at))
    return places[nearest]


def shares_offered(plan: Plan, stretches: Iterable[tuple[float, float]]) -> list[float]:
    """Return the points of a path that a player may choose for fire, as fractions of the path in ascending order.

    Args:
        plan: The move.
        stretches: The parts of the path that contain the points.
    """
    return sorted({share for stretch in stretches for share in _samples(plan, stretch)})


def _samples(plan: Plan, stretch: tuple[float, float]) -> Iterable[float]:
    """Yield the two ends of a part of a path, and evenly spaced points between them, as fractions of the path."""
    longest = max(math.dist(start, end) for start, end in zip(plan.starts, plan.ends, strict=True))
    begin, end = stretch
    count = max(1, math.ceil((end - begin) * longest / POINT_STEP))
    for k in range(count + 1):
        yield begin + (end - begin) * k / count


async def _order_targets(game: Battle, plan: Plan, targets: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Ask the active player for the order of their moving units as targets (RW-43). Return the units in this order."""
    if len(targets) < 2:
        return targets
    player, left, found = game.state.active, list(targets), list[UnitId]()
    if await game.choose(player, "order of targets", ("as listed", "one by one")) == "as listed":
        return targets
    while left:
        found.append(await game.pick(player, "next target", tuple(left)))
        left.remove(found[-1])
    return tuple(found)


async def _shoot(
    game: Battle, plan: Plan, shooters: Iterable[UnitId], target: UnitId, fired: set[tuple[UnitId, UnitId]]
) -> Effect:
    """Carry out the reaction fire of units at a target, and return the worst effect on the target.

    A unit whose dice are rolled and make no hit is spent: it can't react again in this phase (RW-46).
    """
    attacks = [reaction_attack(game, plan, shooter, target, game.state.share) for shooter in shooters]
    fired.update((one.attacker, target) for one in attacks)
    for one in attacks:
        note_corner(game, one.attacker, target)
    outcomes = await carry_out(game, attacks)
    for one, outcome in zip(attacks, outcomes, strict=True):
        if outcome.was_rolled and outcome.hits == 0:
            game.change(one.attacker, spent=True)
    return max((one.effect for one in outcomes), default=Effect.NONE)


def reaction_attack(game: Battle, plan: Plan, shooter: UnitId, target: UnitId, share: float) -> Attack:
    """Return the attack of `shooter` in reaction when `target` has covered the fraction `share` of its path.

    A target in flight has no cover (RW-97).
    """
    dice = attack_dice(game.rules, game.unit(shooter).type, "fire")
    flies = target in plan.flying and share < 1.0
    cover = not flies and has_cover(game, shooter, target, _place(game, plan, target, share))
    return Attack(shooter, target, "reaction", "fire", dice, cover, flying=flies, reaction=True)


def is_stopped(game: Battle, mover: UnitId, worst: Effect) -> bool:
    """Return whether an effect of fire stops a mover (RW-44, RW-96)."""
    relentless = game.unit(mover).type.able.relentless and not game.rules.relentless.stopped
    return worst >= Effect.WOUND or (worst == Effect.PIN and not relentless)


def _able(
    game: Battle,
    player: PlayerId,
    mover: UnitId,
    share: float,
    fired: set[tuple[UnitId, UnitId]],
    *,
    at: float | None = None,
) -> tuple[UnitId, ...]:
    """Return the units of a player that may still fire at a mover during its move.

    Args:
        game: The game.
        player: The player.
        mover: The mover.
        share: Fraction of its path that the mover has covered.
        fired: The shots that were fired already, as pairs of shooter and target.
        at: The point of the path that a unit must be able to fire at, as a fraction of the path. None if a unit may
            fire at any point from `share` on.
    """
    once = {shooter for shooter, _ in fired}
    found = []
    for watcher, target in game.state.dangers:
        unit = game.unit(watcher)
        if target != mover or unit.player != player or unit.spent or not unit.stands or unit.fray is not None:
            continue
        if (watcher, mover) in fired and (game.rules.reaction.once_a_move or at is not None):
            continue
        if watcher in once and game.rules.reaction.group == "once" and at is not None:
            continue
        if open_stretches(game, watcher, mover, share) if at is None else _reaches(game, watcher, mover, at):
            found.append(watcher)
    return tuple(found)


def open_stretches(game: Battle, watcher: UnitId, mover: UnitId, share: float) -> Stretches:
    """Return the parts of a mover's path, from the fraction `share` on, where a unit may fire at the mover.

    Args:
        game: The game.
        watcher: The unit that fires.
        mover: The mover.
        share: Fraction of its path that the mover has covered.
    """
    found = game.state.dangers.get((watcher, mover), ())
    return tuple((max(begin, share), end) for begin, end in found if end >= share)


def _reaches(game: Battle, watcher: UnitId, mover: UnitId, share: float) -> bool:
    found = game.state.dangers.get((watcher, mover), ())
    return any(begin - 1e-9 <= share <= end + 1e-9 for begin, end in found)


def _all_stretches(game: Battle, player: PlayerId, share: float) -> Stretches:
    """Return the parts of the path where at least one unit of a player may fire at a mover.

    Parts before the fraction `share` of the path are left out. Parts may overlap.
    """
    return tuple(
        stretch
        for watcher, mover in game.state.dangers
        if game.unit(watcher).player == player and not game.unit(watcher).spent and game.unit(watcher).stands
        for stretch in open_stretches(game, watcher, mover, share)
    )
