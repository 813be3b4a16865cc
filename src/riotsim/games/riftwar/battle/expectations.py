"""The exact chances of attacks and rallies in the present position (RW-65, RW-80)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeAlias

from riotsim.games.riftwar.battle.attacking import Attack, circumstances
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import Recent, in_arc, look_along, sees
from riotsim.games.riftwar.battle.firing import coordinated_aims, has_cover, indirect_aims
from riotsim.games.riftwar.battle.moves.close_combat import attackers_together, fray_aims
from riotsim.games.riftwar.battle.moves.reacting import (
    fires_one_by_one,
    is_stopped,
    open_stretches,
    reaction_attack,
    shares_offered,
)
from riotsim.games.riftwar.battle.rallying import bonus_of
from riotsim.games.riftwar.chapters.damage import Circumstances, Effect, Range, attack_dice, chances
from riotsim.games.riftwar.chapters.rally import rally_chance
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Plan, Unit, UnitId
from riotsim.play.group_requests import PickSome

Chances: TypeAlias = tuple[Fraction, Fraction, Fraction, Fraction]
"""The chances of the four effects of an attack, in this order: no effect, a pin, a wound, a kill."""


_CHANCES: Recent[tuple[int, int, Circumstances], tuple[Rulebook, Chances]] = Recent(kept=1024)
"""Cache of the chances of attacks. The key is the id of the rules, the number of dice, and the circumstances.

Each entry also keeps the rules, so that no other rules get the same id.
"""


def chances_between(game: Battle, attacker: UnitId, target: UnitId, at: Range) -> Chances:
    """Return the chances of one attack of a unit on another in the present position.

    Args:
        game: The game.
        attacker: The attacker.
        target: The target. At range, the attacker must see it.
        at: The kind of attack: at range, or in close combat.
    """
    return _chances(game, attacker, target, at, cover=at == "fire" and has_cover(game, attacker, target))


def spotted_chances(game: Battle, attacker: UnitId, target: UnitId, spotter: UnitId) -> Chances:
    """Return the chances of indirect fire at a target that an ally spots, in the present position (RW-55)."""
    covered = game.rules.indirect.cover == "spotter" and has_cover(game, spotter, target)
    return _chances(game, attacker, target, "fire", cover=covered)


def _chances(game: Battle, attacker: UnitId, target: UnitId, at: Range, *, cover: bool) -> Chances:
    dice = attack_dice(game.rules, game.unit(attacker).type, at)
    attack = Attack(attacker, target, "direct" if at == "fire" else "close", at, dice, cover)
    rules, on = game.rules, circumstances(game, attack)
    return _CHANCES.of((id(rules), dice, on), lambda: (rules, chances(rules, dice, on)))[1]


TOGETHER: Final = 16
"""Number of points of a path whose sight and cover are computed at a time. This saves time."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The chances of a shot of reaction fire, and whether its target has cover."""

    chances: Chances
    cover: bool
    """True if the target has cover for any reason: its place, a fray, or its armour (RW-65)."""
    at_best: bool
    """True if the firing player later chooses the best point of the target's path. `chances` are then the chances at
    the best point.
    """


def reaction_shot(game: Battle, shooter: UnitId, mover: UnitId) -> Shot:
    """Return the chances of reaction fire at a unit on the move, and whether this unit has cover (RW-41 to RW-43).

    Args:
        game: The game, with a move in progress.
        shooter: The unit that fires.
        mover: One of the units that move. The shooter can fire at it.
    """
    plan, rules = game.state.plan, game.rules
    assert plan is not None, "a unit moves"
    at_best = fires_one_by_one(game, plan)
    shares = [game.state.share]
    if at_best:
        shares = shares_offered(plan, open_stretches(game, shooter, mover, game.state.share))
    attack = _best_attack(game, plan, shooter, mover, shares)
    on = circumstances(game, attack)
    found = _CHANCES.of((id(rules), attack.dice, on), lambda: (rules, chances(rules, attack.dice, on)))[1]
    return Shot(found, on.cover, at_best and plan.starts != plan.ends)


def _best_attack(game: Battle, plan: Plan, shooter: UnitId, mover: UnitId, shares: Sequence[float]) -> Attack:
    """Return the reaction attack at the best point of a mover's path.

    This is the mover's first point without cover. If the mover has cover everywhere, it is the last point.

    Args:
        game: The game.
        plan: The move.
        shooter: The unit that fires.
        mover: The unit that is fired at.
        shares: The possible points, as fractions of the path in ascending order.
    """
    attack, number = None, plan.movers.index(mover)
    for k, share in enumerate(shares):
        if k % TOGETHER == 0 and len(shares) > 1 and mover not in plan.flying:
            look_along(game, shooter, mover, [plan.at(number, one) for one in shares[k : k + TOGETHER]])
        # a flyer has no cover before it lands, and fire harms it more: its first point is the best one (RW-97)
        attack = reaction_attack(game, plan, shooter, mover, share)
        if not attack.cover:
            break
    assert attack is not None, "the unit may fire somewhere"
    return attack


def declared_chances(game: Battle, target: UnitId) -> Chances | None:
    """Return the chances of the declared attack of a single unit on a target.

    For indirect fire, these are the chances with the best spotter. Return None in these cases:

    - No attack is declared.
    - An attack is declared, and its attacker isn't chosen yet.
    - Several units attack together.
    - The attack is indirect, and no spotter sees the target.

    Args:
        game: The game.
        target: The unit to compute the chances for. The player need not have chosen it as the target yet.
    """
    declared = game.state.declared
    if declared is None or declared.attacker is None:
        return None
    attacker = declared.attacker
    if declared.how != "indirect":
        return chances_between(game, attacker, target, "close" if declared.how == "close" else "fire")
    spotters = indirect_aims(game, game.unit(attacker).player).get(attacker, {}).get(target, ())
    return max((spotted_chances(game, attacker, target, one) for one in spotters), key=_harm, default=None)


def _harm(found: Chances) -> tuple[Fraction, Fraction]:
    return success(found), found[1]


@dataclass(frozen=True, slots=True)
class JointAttack:
    """An attack on a target by the largest group of units that may attack this target together."""

    attackers: tuple[UnitId, ...]
    """The attackers."""
    chances: tuple[Chances, ...]
    """The chances of each attacker's attack. If all attackers make one attack together, only the chances of that
    attack.
    """

    @property
    def success(self) -> Fraction:
        """The chance that at least one of the attacks wounds or kills."""
        missed = Fraction(1)
        for found, alike in groupby(self.chances):
            missed *= (1 - success(found)) ** sum(1 for _ in alike)
        return 1 - missed


def joint_attack(game: Battle, target: UnitId, request: PickSome, at: Range) -> JointAttack:
    """Return the joint attack on a target by the largest group that a request allows (RW-53, RW-74).

    In close combat with `close_combat.style: collective`, the group makes a single attack, with one die for each of its
    units.

    Args:
        game: The game.
        target: The target.
        request: The request to choose the attackers.
        at: The kind of attack: at range, or in close combat.
    """
    names = request.largest_group()[: request.most]
    if at == "close" and game.rules.close_combat.style == "collective":
        attack = Attack(names[0], target, "close", at, len(names))
        return JointAttack(names, (chances(game.rules, len(names), circumstances(game, attack)),))
    return JointAttack(names, tuple(chances_between(game, name, target, at) for name in names))


def joint_attacks(game: Battle) -> dict[UnitId, JointAttack]:
    """Return, by target, the joint attack of the active player that is most likely to wound or kill the target.

    If close combat is declared, these are attacks in a fray. Otherwise they are coordinated fire.
    """
    player, declared = game.state.active, game.state.declared
    if declared is not None and declared.how == "close":
        close = attackers_together(game, player, fray_aims(game, player))
        return {target: joint_attack(game, target, request, "close") for target, request in close.items()}
    found = coordinated_aims(game, player)
    return {
        target: max((joint_attack(game, target, each, "fire") for each in ways.values()), key=_joint_success)
        for target, ways in found.items()
    }


def _joint_success(attack: JointAttack) -> Fraction:
    return attack.success


def success(found: Chances) -> Fraction:
    """Return the chance that an attack wounds or kills. Any other effect is a failure."""
    return found[2] + found[3]


def may_fire(game: Battle, unit: Unit, target: Unit) -> bool:
    """Return whether a unit of the active player can fire at a target: the unit has dice for fire, and sees the target
    in its arc.
    """
    return (
        attack_dice(game.rules, unit.type, "fire") > 0
        and in_arc(game, unit, target, own_phase=True)
        and sees(game, unit.id, target.id)
    )


def rally_chance_of(game: Battle, unit: Unit) -> Fraction:
    """Return the chance that a unit's rally succeeds."""
    return rally_chance(game.rules, bonus_of(game, unit))


def chance_to_stop(game: Battle, attacker: UnitId, mover: UnitId, *, flying: bool) -> Fraction:
    """Return the chance that reaction fire of one unit stops a mover (RW-44), if the mover's place gives no cover.

    Args:
        game: The game.
        attacker: The unit that reacts.
        mover: The mover.
        flying: True if the mover flies.
    """
    dice = attack_dice(game.rules, game.unit(attacker).type, "fire")
    attack = Attack(attacker, mover, "reaction", "fire", dice, flying=flying, reaction=True)
    found = chances(game.rules, dice, circumstances(game, attack))
    return sum(
        (chance for effect, chance in zip(Effect, found, strict=True) if is_stopped(game, mover, effect)), Fraction()
    )
