"""Frays: who enters a fray, who stays out, and the places in contact with an enemy (RW-70 to RW-73, RW-76)."""

import math
from collections.abc import Iterable, Iterator
from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.attacking import NOT_ROLLED, Attack, Outcome, carry_out, settle_frays
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import bases, first_stop, free_places, moved
from riotsim.games.riftwar.chapters.damage import Effect, attack_dice
from riotsim.games.riftwar.chapters.groups import gap_between, group_of
from riotsim.games.riftwar.chapters.phases import Failure
from riotsim.games.riftwar.state import Declaration, Plan, Unit, UnitId
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PlayerId
from riotsim.table.acts import Displacement
from riotsim.table.geometry.plan import CONTACT_GAP
from riotsim.table.poses import Point, heading, point_ahead
from riotsim.table.units import in_inches

CONTACT_PLACES: Final = 36
"""Number of places round a base where another base may touch it. Our choice."""

CLOSE: Final = CONTACT_GAP / 4
"""Gap between bases that are set in contact (mm)."""


def contact_places(
    game: Battle, unit: Unit, target: UnitId, towards: Point, moving: Iterable[UnitId] = ()
) -> Iterator[Point]:
    """Yield the places where a unit touches a target, and where its base has room.

    Places that are nearer to the point `towards` come first.

    Args:
        game: The game.
        unit: The unit.
        target: The target.
        towards: The point (mm).
        moving: Other moving units, which the base may overlap.
    """
    return free_places(game, unit, places_around(game, unit, target, towards), moving)


def places_around(game: Battle, unit: Unit, target: UnitId, towards: Point) -> list[Point]:
    """Return all places where a unit touches a target. At some of them, the unit's base may not fit.

    Places that are nearer to the point `towards` (mm) come first.
    """
    model, radius = game.table.models[target], game.rules.base(unit.type.size) / 2
    out = radius + game.rules.base(game.unit(target).type.size) / 2 + CLOSE
    first = 0.0 if math.dist(model.at, towards) == 0.0 else heading(model.at, towards)
    around = [point_ahead(model.at, first + math.tau * k / CONTACT_PLACES, out) for k in range(CONTACT_PLACES)]
    return sorted(around, key=lambda at: math.dist(at, towards))


def touches(game: Battle, one: UnitId, other: UnitId) -> bool:
    """Return whether two units are in contact."""
    base = bases(game, (game.unit(one), game.unit(other)))
    return gap_between(base[one], base[other]) <= CONTACT_GAP


async def join_fray(game: Battle, plan: Plan) -> Failure | None:
    """Begin or join a fray at the end of a Close Combat Move, if a mover touches the target (RW-71, RW-72, RW-76).

    Movers that stay out of the fray are attacked, and so are the units of the target's close group that stay out. If
    such an attack wounds or kills a mover, return a failure. In all other cases, return None.
    """
    assert plan.target is not None, "a Close Combat Move has a target"
    player, target = game.state.active, game.unit(plan.target)
    movers = [game.unit(name) for name in plan.movers if game.unit(name).stands]
    touching = [unit for unit in movers if touches(game, unit.id, target.id)]
    if not touching:
        return None
    number = target.fray
    mates = _mates(game, target)
    if number is None:
        game.state.fray_count += 1
        number = game.state.fray_count
        _enter(game, target.id, number)
    for unit in touching:
        _enter(game, unit.id, number)
    rest = [unit for unit in movers if unit not in touching]
    ours = await _who_else(game, player, rest, number)
    theirs = await _who_else(game, target.player, mates, number)
    failure = None
    for unit in (*(one for one in rest if one.id not in ours), *(one for one in mates if one.id not in theirs)):
        worst = await _stay_out(game, unit, number)
        if worst >= Effect.WOUND and unit.player == player:
            failure = Failure("hurt", target.player)
    return failure


def _mates(game: Battle, target: Unit) -> list[Unit]:
    """Return the units that are in no fray and belong to the target's close group. The target itself is left out."""
    free = [unit for unit in game.state.standing(target.player) if unit.fray is None]
    group = group_of(target.id, bases(game, (*free, target)), game.rules.group.within)
    return [unit for unit in free if unit.id in group and unit.id != target.id]


async def _who_else(game: Battle, player: PlayerId, units: list[Unit], number: int) -> tuple[UnitId, ...]:
    """Ask which of `units` enter a fray, and return the names of those that do.

    Move each of these units to the nearest free place in contact with an enemy (RW-71).
    """
    able = tuple(unit.id for unit in units if unit.can_move and nearest_contact(game, unit, number) is not None)
    entered = []
    for name in await game.ask(PickSome(player, "enter the fray", able)) if able else ():
        if (at := nearest_contact(game, game.unit(name), number)) is not None:  # the last ones may find no room
            await game.shift(Displacement(name, at), lifted=True)
            _enter(game, name, number)
            entered.append(name)
    return tuple(entered)


def nearest_contact(game: Battle, unit: Unit, number: int) -> Point | None:
    """Return the nearest place in contact with an enemy in a fray; None if there is no room."""
    here = game.table.models[unit.id].at
    foes = (foe for foe in game.state.in_fray(number) if foe.player != unit.player)
    nearest = (next(contact_places(game, unit, foe.id, here), None) for foe in foes)
    return min((at for at in nearest if at is not None), key=lambda at: math.dist(at, here), default=None)


async def _stay_out(game: Battle, unit: Unit, number: int) -> Effect:
    """Let an enemy in a fray attack a unit that stays out of this fray, and return the attack's effect (RW-72).

    If the attack has no effect, the unit may fall back, provided that it can move and `close_combat.fall_back` is
    above 0.

    Args:
        game: The game.
        unit: The unit that stays out.
        number: The number of the fray.
    """
    foes = [foe for foe in game.state.in_fray(number) if foe.player != unit.player]
    outcome = await react_at_close_range(game, unit, foes)
    if not game.unit(unit.id).stands or outcome.effect >= Effect.PIN:
        return outcome.effect
    back = 0.0
    may_fall_back = game.rules.close_combat.fall_back > 0.0 and game.unit(unit.id).can_move
    if may_fall_back and await game.choose(unit.player, "fall back", ("stay", "fall back")) == "fall back":
        back = await _fall_back(game, unit, number)
    game.emit(events.StaysOut(unit.id, round(in_inches(back), 1)))
    return outcome.effect


async def react_at_close_range(game: Battle, unit: Unit, foes: list[Unit]) -> Outcome:
    """Ask which of the enemies `foes` attacks a unit, and carry the attack out with close dice (RW-72, RW-75).

    Return the outcome of the attack. If none of the enemies has close dice, nobody is asked, and the outcome is
    `NOT_ROLLED`.
    """
    able = [foe for foe in foes if attack_dice(game.rules, foe.type, "close")]
    if not able:
        return NOT_ROLLED
    game.state.declared = Declaration("close", target=unit.id)
    foe = game.unit(await game.pick(able[0].player, "who reacts", tuple(one.id for one in able)))
    dice = attack_dice(game.rules, foe.type, "close")
    (outcome,) = await carry_out(game, [Attack(foe.id, unit.id, "close", "close", dice, reaction=True)])
    game.state.declared = None
    return outcome


async def _fall_back(game: Battle, unit: Unit, number: int) -> float:
    """Move a unit straight away from a fray, and return the distance that it moved (mm).

    The unit goes as far as `close_combat.fall_back`, or until something is in the way.
    """
    here, inside = game.table.models[unit.id].at, game.state.in_fray(number)
    if not inside:
        return 0.0
    places = [game.table.models[one.id].at for one in inside]
    middle = (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))
    if math.dist(middle, here) == 0.0:
        return 0.0
    end = point_ahead(here, heading(middle, here), game.rules.close_combat.fall_back)
    plan = Plan("move", (unit.id,), (here,), (end,))
    stop = first_stop(game, plan)
    plan = plan if stop is None else moved(plan, max(0.0, stop.share))
    await game.shift(Displacement(unit.id, plan.ends[0]))
    return math.dist(here, plan.ends[0])


def _enter(game: Battle, name: UnitId, number: int) -> None:
    if game.unit(name).fray != number:
        game.change(name, fray=number)
        game.emit(events.EntersFray(name, number))


def leave(game: Battle, name: UnitId) -> None:
    """Take a unit out of its fray. The fray ends if no opposing units are left in it (RW-73)."""
    number = game.unit(name).fray
    if number is not None:
        game.change(name, fray=None)
        game.emit(events.LeavesFray(name, number))
        settle_frays(game)
