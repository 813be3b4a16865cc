"""Attacks: their targets, damage and teams, and the dice that they kill (CC-20 to CC-50, CC-63)."""

from collections.abc import Iterator
from dataclasses import dataclass

from riotsim.games.cube_clash.board.position import Match, Position, Standing
from riotsim.games.cube_clash.board.squares import Square, can_shoot, distance
from riotsim.games.cube_clash.combat import values
from riotsim.games.cube_clash.combat.choices import Allot
from riotsim.games.cube_clash.combat.values import AttackKind
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.unit import DieId


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack of a die on another, or a red spell."""

    attacker: DieId
    """The die that acts."""
    defender: DieId
    """The die that is attacked."""
    kind: AttackKind
    """The kind of the damage."""
    damage: int
    """Damage, including the damage of the team."""
    ignores: int = 0
    """Greatest number of the defender's saves that the attack ignores."""
    team: tuple[DieId, ...] = ()
    """The other dice that add to the damage, sorted by name (CC-31)."""


@dataclass(frozen=True, slots=True)
class Kill:
    """A die that was killed."""

    die: DieId
    """Name of the die."""
    at: Square
    """The die's square."""
    killer: DieId
    """The source of the damage; in a team, the die that acted (CC-76)."""
    vanishes: bool
    """True if the die shows Vanish. Such a die goes home instead of dying (CC-50)."""


def is_target(match: Match, attacker: DieId, other: DieId) -> bool:
    """Return whether the die `attacker` may attack or convert the die `other` (CC-23).

    It may do both to each die of the opponent. With the rule `friendly_fire`, it may do both to each die but itself.
    """
    return attacker != other and (match.rules.friendly_fire or match.owner(attacker) != match.owner(other))


def melee_targets(match: Match, here: Position, attacker: Standing) -> Iterator[Standing]:
    """Yield the dice next to `attacker` that it can attack by melee or convert (CC-30, CC-43)."""
    return (one for one in here.neighbours(attacker.at) if is_target(match, attacker.die, one.die))


def missile_targets(match: Match, here: Position, attacker: Standing) -> Iterator[Standing]:
    """Yield the possible targets of the attacker's missile: dice within reach on a free path (CC-33)."""
    (least, most), straight = match.rules.missile.reach, match.rules.missile.path == "straight"
    for one in here.standing:
        if (
            is_target(match, attacker.die, one.die)
            and least <= distance(attacker.at, one.at) <= most
            and can_shoot(attacker.at, one.at, here.occupied, straight)
        ):
            yield one


def melee_attack(match: Match, here: Position, attacker: Standing, defender: Standing) -> Attack:
    """Return the melee attack of a die with its top face and with its team (CC-30, CC-31, CC-44).

    The team consists of other dice of the attacker's side. They stand next to the defender, and each of them adds
    damage. A Double Strike has a team only if the rule `double_strike.team` is on.

    Args:
        match: The match.
        here: The position.
        attacker: A die whose face counts as melee.
        defender: One of the attacker's `melee_targets`.
    """
    face = match.face(attacker)
    joined: dict[DieId, int] = {}
    if face.icon is not Icon.DOUBLE_STRIKE or match.rules.double_strike.team:
        for one in here.neighbours(defender.at):
            if one.die != attacker.die and match.owner(one.die) == match.owner(attacker.die):
                joined[one.die] = values.team_points(match, one)
    team = tuple(sorted(die for die, points in joined.items() if points))
    damage = values.melee_points(face) + sum(joined.values())
    return Attack(attacker.die, defender.die, "melee", damage, values.ignored_saves(face), team)


def missile_attack(match: Match, attacker: Standing, defender: Standing) -> Attack:
    """Return the missile attack of a die with its top face. Such attacks have no team (CC-33, CC-34, CC-40)."""
    damage, ignores = values.missile_points(match, attacker), values.ignored_saves(match.face(attacker))
    # An amazon's Trample that is a missile is no melee, so it ignores nothing (CC-49, CC-72).
    ignores = 0 if match.face(attacker).icon is Icon.TRAMPLE else ignores
    return Attack(attacker.die, defender.die, "missile", damage, ignores)


def red_attack(caster: DieId, target: DieId, points: int) -> Attack:
    """Return the attack of a red spell that deals `points` of damage (CC-63)."""
    return Attack(caster, target, "red", points)


def counter_allotments(match: Match, here: Position, attack: Attack) -> tuple[Allot, ...]:
    """Return the possible allotments of the damage of the defender's Counter (CC-42).

    If there is no Counter against this attack, or no die to hit, the only allotment is an `Allot` without hits.
    """
    defender = here[attack.defender]
    face = match.face(defender)
    if face.icon is not Icon.COUNTER or attack.kind != "melee":
        return (Allot(()),)
    own = match.owner(defender.die)
    beside = sorted(one.die for one in here.neighbours(defender.at) if match.owner(one.die) != own)
    attackers = {attack.attacker, *attack.team}
    match match.rules.counter.hits:
        case "each":
            return (Allot(tuple((die, face.count) for die in beside)),)
        case "attackers":
            return (Allot(tuple((die, face.count) for die in beside if die in attackers)),)
        case "one":
            return tuple(Allot(((die, face.count),)) for die in beside) or (Allot(()),)
        case "split":
            return tuple(Allot(hits) for hits in _split(tuple(beside), face.count)) or (Allot(()),)


def strike(match: Match, here: Position, attack: Attack, counter: Allot) -> tuple[Position, tuple[Kill, ...]]:
    """Carry out an attack and the defender's Counter. Both happen at the same time.

    Args:
        match: The match.
        here: The position before the attack.
        attack: The attack.
        counter: One of the `counter_allotments`.

    Returns:
        The position without the killed dice, and the kills sorted by the names of the dice. The kills include vanishing
        dice (see `Kill.vanishes`). Vanishing dice don't join the dead: they are placed again later.
    """
    kills: list[Kill] = []
    wounded: list[Standing] = []
    hits = [(attack.defender, attack.attacker, attack.damage, attack.ignores, attack.kind)]
    hits += [(die, attack.defender, damage, 0, "melee") for die, damage in counter.hits]
    for die, source, damage, ignores, kind in hits:
        stands = here[die]
        stopped = max(0, values.saves(match, stands, kind) - ignores)
        left = match.health(die) - stands.wounds
        if kills_by(match, damage, left + stopped):
            kills.append(Kill(die, stands.at, source, match.face(stands).icon is Icon.VANISH))
        elif match.rules.damage.lasts and damage > stopped:
            wounded.append(Standing(die, stands.at, stands.lies, stands.wounds + damage - stopped))
    kills.sort(key=lambda kill: kill.die)
    return take_away(match, here.put(*wounded) if wounded else here, kills), tuple(kills)


def kills_by(match: Match, damage: int, withstands: int) -> bool:
    """Return whether damage kills a die (CC-20).

    Args:
        match: The match.
        damage: The damage.
        withstands: Health and saves of the die together.
    """
    return damage >= withstands if match.rules.kill.at == "reach" else damage > withstands


def take_away(match: Match, here: Position, kills: list[Kill]) -> Position:
    """Return the position without the killed dice (CC-22, CC-50).

    The killed dice join the dead, except those that vanish.
    """
    if not kills:
        return here
    died = [kill for kill in kills if not kill.vanishes]
    own = (kill.die for kill in died if match.owner(kill.killer) == match.owner(kill.die))
    lost = () if match.rules.black.any_dead else tuple(own)
    return here.lift(kill.die for kill in kills).bury((kill.die for kill in died), lost)


def _split(dice: tuple[DieId, ...], damage: int) -> Iterator[tuple[tuple[DieId, int], ...]]:
    """Yield all ways to deal out damage to dice in whole points. Ways with more for the first die come first."""
    if not dice:
        return
    first, *others = dice
    if not others:
        yield ((first, damage),) if damage else ()
        return
    for share in range(damage, -1, -1):
        for rest in _split(tuple(others), damage - share):
            yield ((first, share), *rest) if share else rest
