"""Attacks: how their dice are thrown, and their effects on units (RW-54, RW-60 to RW-65, RW-83).

Dice are either thrown into the tray, or their results are random numbers.
"""

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import sight
from riotsim.games.riftwar.battle.moves.riding import set_survivors
from riotsim.games.riftwar.chapters.arcs import has_turret
from riotsim.games.riftwar.chapters.damage import (
    DIE_SIDES,
    Circumstances,
    Effect,
    Range,
    dice_rolled,
    effect_of,
    hits_of,
    is_armored,
    takes_hits_as_heavy,
)
from riotsim.games.riftwar.state import How, ThrownAttack, UnitId
from riotsim.play.requests import PlayerId
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Waiting
from riotsim.play.shared_tray.throws import SharedTray
from riotsim.table.acts import Roll, Settled
from riotsim.table.dice.tray import MAX_SHARED_DICE
from riotsim.table.poses import heading

DIE_KIND: Final = "d6"
"""The kind of all dice of the game."""


@dataclass(frozen=True, slots=True)
class Attack:
    """The attack of one unit on another."""

    attacker: UnitId
    """The attacker. When a Transport crashes with units aboard, this is the Transport."""
    target: UnitId
    how: How
    at: Range
    """The kind of attack: at range, or in close combat."""
    dice: int
    """Number of dice, before cover takes any away."""
    cover: bool = False
    """True if the target has cover because of its place, or because it is in a fray."""
    flying: bool = False
    """True if the target is flying."""
    reaction: bool = False
    """True for reaction fire, and for a reaction in close combat."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attack."""

    hits: int
    """Number of hits. Hits that cover takes away are not included."""
    effect: Effect
    was_rolled: bool = True
    """False for an attack whose dice were not rolled."""


NOT_ROLLED: Final = Outcome(0, Effect.NONE, was_rolled=False)
"""The outcome of an attack whose dice were not rolled."""


def circumstances(game: Battle, attack: Attack) -> Circumstances:
    """Return the circumstances that decide the damage of an attack, as they are now."""
    target = game.unit(attack.target)
    attacker = None if attack.how == "crash" else game.unit(attack.attacker).type
    return Circumstances(
        cover=attack.cover or is_armored(game.rules, attacker, target.type, attack.at),
        as_heavy=takes_hits_as_heavy(game.rules, attacker, target.type),
        flying=attack.flying,
        pinned=target.pinned,
        wounded=target.wounded,
        reaction=attack.reaction,
    )


async def carry_out(game: Battle, attacks: Sequence[Attack]) -> tuple[Outcome, ...]:
    """Roll the dice of attacks, apply the attacks in order, and return their outcomes (RW-54).

    - By default, the dice of every attack are rolled, even if an earlier attack has destroyed the target. The hits then
      have no effect. One throw has the dice of as many attacks as it can hold.
    - Under the option `coordinated.stop_at_kill`, each attack has a throw of its own. If the target is already
      destroyed, the attack is not rolled.
    """
    found: list[Outcome] = []
    waiting = list(attacks)
    while waiting:
        if game.rules.coordinated.stop_at_kill and game.unit(waiting[0].target).destroyed:
            del waiting[0]
            found.append(NOT_ROLLED)
            continue
        batch = _first_batch(game, waiting)
        del waiting[: len(batch)]
        covers = [circumstances(game, one).cover for one in batch]
        counts = [dice_rolled(game.rules, one.dice, cover=cover) for one, cover in zip(batch, covers, strict=True)]
        thrown = [
            ThrownAttack(one.attacker, one.target, one.how, count, cover)
            for one, count, cover in zip(batch, counts, covers, strict=True)
        ]
        rolls = await throw(game, _thrower(game, batch[0]), counts, thrown)
        game.state.attack_rolled = True
        for number, (one, rolled) in enumerate(zip(batch, rolls, strict=True)):
            found.append(await _apply(game, one, rolled, same_throw=number > 0))
    return tuple(found)


async def throw(
    game: Battle, player: PlayerId, counts: Sequence[int], attacks: Sequence[ThrownAttack] = ()
) -> list[tuple[int, ...]]:
    """Throw several groups of dice together, such as a group for each attack. Return the numbers of each group.

    More than `MAX_SHARED_DICE` dice are thrown into the tray in batches. A lost die that isn't thrown again shows 0.

    Args:
        game: The game.
        player: The player who throws.
        counts: Number of dice of each group.
        attacks: The attacks of the thrown dice; empty if the dice are thrown for something else.
    """
    game.state.thrown_attacks = tuple(attacks)
    shown: list[int]
    if game.rules.dice.by == "stream":
        shown = [game.play.chance.pick(Stream.CHECK, DIE_SIDES) + 1 for _ in range(sum(counts))]
    else:
        shown = await _thrown(game, player, sum(counts))
    found = []
    for count in counts:
        found.append(tuple(shown[:count]))
        del shown[:count]
    return found


async def _thrown(game: Battle, player: PlayerId, count: int) -> list[int]:
    """Throw dice into the tray, and return their numbers. A lost die that isn't thrown again shows 0."""

    def perform(act: Roll) -> Coroutine[Waiting, object, Settled]:
        return game.play.perform(act, Stream.ROLL)

    game.table = game.table.without(*game.table.dice)
    dice = [game.dice.die(f"die-{k}", DIE_KIND, player) for k in range(1, count + 1)]
    tray = SharedTray(game.play, game.rules.rolls, perform)
    landed = {die.id: die.shows for die in await tray.roll(player, dice, game.hand(player))}
    return [landed.get(die.id, 0) for die in dice]


def _first_batch(game: Battle, attacks: Sequence[Attack]) -> list[Attack]:
    """Return the attacks at the beginning of `attacks` whose dice are thrown together (RW-54).

    - By default, these are as many attacks as fit into one throw, and all are attacks of the same player.
    - Under the option `coordinated.stop_at_kill`, this is only the first attack.
    """
    if game.rules.coordinated.stop_at_kill:
        return [attacks[0]]
    batch, dice = [attacks[0]], attacks[0].dice
    for one in attacks[1:]:
        dice += one.dice
        if dice > MAX_SHARED_DICE or _thrower(game, one) != _thrower(game, batch[0]):
            break
        batch.append(one)
    return batch


def _thrower(game: Battle, attack: Attack) -> PlayerId:
    return game.unit(attack.attacker).player


async def _apply(game: Battle, attack: Attack, rolled: Sequence[int], *, same_throw: bool) -> Outcome:
    """Apply the dice of one attack, and report it.

    Args:
        game: The game.
        attack: The attack.
        rolled: The numbers on the attack's dice.
        same_throw: Whether the dice were thrown together with the dice of an earlier attack.
    """
    on = circumstances(game, attack)
    hits = hits_of(game.rules, rolled, cover=on.cover)
    effect = Effect.NONE if game.unit(attack.target).destroyed else effect_of(game.rules, hits, on)
    told = events.Attacks(
        attack.attacker, attack.target, attack.how, tuple(rolled), on.cover, hits, effect.name.lower(), same_throw
    )
    game.emit(told)
    _note_result(game, told)
    if effect >= Effect.PIN:
        game.change(attack.target, pinned=True)
    if effect == Effect.WOUND:
        game.change(attack.target, wounded=True)
    if effect == Effect.KILL:
        await destroy(game, attack.target)
    return Outcome(hits, effect)


def _note_result(game: Battle, told: events.Attacks) -> None:
    """Record the result of an attack in `state.thrown_attacks`. If the attack isn't listed there, do nothing."""
    thrown, names = game.state.thrown_attacks, (told.unit, told.target, told.how)
    # the dice of a crash replace the attacks that were there
    for number, attack in enumerate(thrown):
        if (attack.attacker, attack.target, attack.how) == names and not attack.effect:
            done = replace(attack, shown=told.dice, hits=told.hits, effect=told.effect)
            game.state.thrown_attacks = (*thrown[:number], done, *thrown[number + 1 :])
            return


async def destroy(game: Battle, name: UnitId) -> None:
    """Destroy a unit. If the unit is a Transport, it crashes, and the units aboard are attacked (RW-15, RW-83)."""
    unit, riders = game.unit(name), game.state.aboard(name)
    here = game.table.models.get(name)
    game.change(name, destroyed=True)
    game.emit(events.Destroyed(name))
    if here is not None and not (unit.type.size == "heavy" and game.rules.heavy.wreck == "structure"):
        game.table = game.table.without(name)
    settle_frays(game)
    if riders and here is not None:
        dice = game.rules.transport.crash
        await carry_out(game, [Attack(name, rider.id, "crash", "fire", dice) for rider in riders])
        await set_survivors(game, unit, here.at)


def settle_frays(game: Battle) -> None:
    """End the frays that have no opposing units left (RW-73)."""
    for number in sorted({unit.fray for unit in game.state.units.values() if unit.fray is not None}):
        inside = game.state.in_fray(number)
        if len({unit.player for unit in inside}) < 2:
            for unit in game.state.units.values():
                if unit.fray == number:
                    game.change(unit.id, fray=None)
                    if not unit.destroyed:
                        game.emit(events.LeavesFray(unit.id, number))
        else:
            for unit in list(game.state.units.values()):
                if unit.fray == number and unit.destroyed:
                    game.change(unit.id, fray=None)


def note_aim(game: Battle, attacker: UnitId, target: UnitId) -> None:
    """Record that a unit's turret stays turned to the target of its last fire in its own phase (RW-52)."""
    here, there = game.table.models[attacker].at, game.table.models[target].at
    if has_turret(game.unit(attacker).type) and here != there:
        game.change(attacker, aim=heading(here, there))


def note_corner(game: Battle, attacker: UnitId, target: UnitId) -> None:
    """Record a shot round a corner. If the attacker sees the target without a corner, do nothing.

    After a shot round a corner, enemies can fire at the attacker along the same lines (RW-18).
    """
    found = sight(game, attacker, target)
    if found.corner is not None and not found.returned:
        game.change(attacker, round_corner=True)
