"""Direct, coordinated and indirect fire (RW-50 to RW-56)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from riotsim.games.riftwar.battle.attacking import Attack, carry_out, note_aim, note_corner
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import Recent, all_in_arc, bases, seen, sees, sight, sight_at
from riotsim.games.riftwar.chapters.damage import attack_dice
from riotsim.games.riftwar.chapters.fire import class_label, spotters
from riotsim.games.riftwar.chapters.groups import links
from riotsim.games.riftwar.chapters.phases import Failure, fire_failure
from riotsim.games.riftwar.state import Declaration, Unit, UnitId
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PlayerId
from riotsim.table.poses import Point

Aims: TypeAlias = Mapping[UnitId, tuple[UnitId, ...]]
"""The possible targets of each unit's fire, by unit. Units that may not fire are left out."""

CLOSE_GROUP: Final = "close group"
"""The option that the units of a close group fire together. Such a group needs no Leader."""


def may_be_fired_at(game: Battle, target: Unit) -> bool:
    """Return whether direct fire at a unit is allowed.

    The unit must be on the table. Under `close_combat.fired_into: no`, it must also be in no fray (RW-77).
    """
    return target.stands and (target.fray is None or game.rules.close_combat.fired_into != "no")


@dataclass(slots=True)
class _KnownAims:
    """A cache entry: the units of a player that may fire in a position, alone or together, and their targets.

    The entry's key consists of the player, and of the ids of the objects in `kept`. The entry holds these objects.
    While they exist, no other objects can get their ids.
    """

    kept: tuple[object, ...]
    direct: Aims | None = None
    coordinated: Mapping[UnitId, Mapping[str, PickSome]] | None = None
    indirect: Mapping[UnitId, Mapping[UnitId, tuple[UnitId, ...]]] | None = None


_AIMS: Recent[tuple[object, ...], _KnownAims] = Recent()
"""Cache of the units that may fire. It saves time, because these units are needed several times for each position."""


def _known_aims(game: Battle, player: PlayerId) -> _KnownAims:
    """Return the cache entry for the aims of a player in the present position.

    A field of the entry is None until it is needed. For example, `indirect` is None until somebody asks who may fire
    indirectly.
    """
    kept = (game.rules, game.table.terrain, game.table.models, *game.state.units.values())
    return _AIMS.of((player, *map(id, kept)), lambda: _KnownAims(kept))


def direct_aims(game: Battle, player: PlayerId) -> Aims:
    """Return the units that may fire directly, each with the targets that it sees in its arc (RW-50, RW-55)."""
    known = _known_aims(game, player)
    if known.direct is None:
        known.direct = _direct_aims(game, player)
    return known.direct


def _direct_aims(game: Battle, player: PlayerId) -> Aims:
    enemies = [unit for unit in game.state.enemies(player) if may_be_fired_at(game, unit)]
    pairs = [
        (unit, enemy)
        for unit in game.state.standing(player)
        if unit.fray is None and unit.attacked != "indirect" and attack_dice(game.rules, unit.type, "fire")
        for enemy in all_in_arc(game, unit, enemies, own_phase=True)
    ]
    is_seen = seen(game, [(unit.id, enemy.id) for unit, enemy in pairs])
    found: dict[UnitId, tuple[UnitId, ...]] = {}
    for (unit, enemy), open_ in zip(pairs, is_seen, strict=True):
        if open_:
            found[unit.id] = (*found.get(unit.id, ()), enemy.id)
    return found


def has_cover(game: Battle, watcher: UnitId, target: UnitId, at: Point | None = None) -> bool:
    """Return whether a target has cover when a unit fires at it (RW-14, RW-77).

    The target's place can give it cover. Under `close_combat.fired_into: cover`, a target in a fray also has cover.

    Args:
        game: The game.
        watcher: The unit that fires.
        target: The target.
        at: Place of the target (mm); None for its present place.
    """
    in_fray = game.unit(target).fray is not None and game.rules.close_combat.fired_into == "cover"
    if at is None or at == game.table.models[target].at:
        return in_fray or sight(game, watcher, target).cover
    return in_fray or sight_at(game, watcher, target, at).cover


async def fire(game: Battle, player: PlayerId, aims: Aims) -> Failure | None:
    """Ask for a unit and its target, and carry the attack out. Return the failure, if it fails (RW-50)."""
    unit = await game.pick(player, "who fires", tuple(aims))
    game.state.declared = Declaration("direct", unit)
    target = await game.pick(player, "target", aims[unit])
    dice = attack_dice(game.rules, game.unit(unit).type, "fire")
    attack = Attack(unit, target, "direct", "fire", dice, has_cover(game, unit, target))
    owner = game.unit(target).player
    note_aim(game, unit, target)
    note_corner(game, unit, target)
    game.change(unit, attacked="direct")
    (outcome,) = await carry_out(game, [attack])
    return fire_failure([outcome.effect], owner)


def coordinated_aims(game: Battle, player: PlayerId) -> Mapping[UnitId, Mapping[str, PickSome]]:
    """Return the requests to choose the attackers of coordinated fire (RW-53).

    There can be several requests for a target. All of them offer only units that may fire at this target. The key of a
    request says how the attackers are coordinated:

    - The name of a Leader who is in no fray: the request offers the units that see this Leader, and the Leader.
    - `CLOSE_GROUP`: the request offers all units that may fire at this target. Those chosen must form a close group.

    A request is left out if no two of the units that it offers may fire together.

    Returns:
        For each target, its requests by key.
    """
    known = _known_aims(game, player)
    if known.coordinated is None:
        known.coordinated = _coordinated_aims(game, player)
    return known.coordinated


def _coordinated_aims(game: Battle, player: PlayerId) -> dict[UnitId, dict[str, PickSome]]:
    aims = direct_aims(game, player)
    friends = game.state.standing(player)
    near = links(bases(game, friends), game.rules.group.within)
    leaders = [unit.id for unit in friends if unit.type.able.leader and unit.fray is None]
    pairs = [(unit, leader) for leader in leaders for unit in aims if unit != leader]
    led_by = {pair for pair, is_seen in zip(pairs, seen(game, pairs), strict=True) if is_seen}
    able: dict[UnitId, list[UnitId]] = {}
    for unit, targets in aims.items():
        for target in targets:
            able.setdefault(target, []).append(unit)
    found: dict[UnitId, dict[str, PickSome]] = {}
    for target, units in sorted(able.items()):
        ways: dict[str, PickSome] = {}
        for leader in leaders:
            led = tuple(unit for unit in units if unit == leader or (unit, leader) in led_by)
            if (request := _attackers(game, player, led)) is not None:
                ways[leader] = request
        which = set(units)
        linked = tuple((one, other) for one, other in near if one in which and other in which)
        if (request := _attackers(game, player, tuple(units), linked)) is not None:
            ways[CLOSE_GROUP] = request
        if ways:
            found[target] = ways
    return found


def _attackers(
    game: Battle, player: PlayerId, able: tuple[UnitId, ...], linked: tuple[tuple[UnitId, UnitId], ...] | None = None
) -> PickSome | None:
    """Return the request to choose at least two attackers of one class.

    Return None if no two of the units may be chosen together.

    Args:
        game: The game.
        player: The player who chooses.
        able: The units to choose from.
        linked: Pairs of units that are linked. The chosen units must be one group that is connected by links. None if
            the chosen units need no links.
    """
    labels = tuple(class_label(game.rules, game.unit(unit).type) for unit in able)
    request = PickSome(player, "attackers", able, least=2, links=linked, labels=labels)
    return request if _some_pair(request) else None


def _some_pair(request: PickSome) -> bool:
    """Return whether a request has any two items that may be picked together.

    The two items need the same label. In a request with links, they must also be linked.
    """
    label = dict(zip(request.items, request.labels, strict=True))
    if request.links is None:
        return len({*request.labels}) < len(request.labels)
    return any(label[one] == label[other] for one, other in request.links)


async def fire_together(
    game: Battle, player: PlayerId, ways: Mapping[UnitId, Mapping[str, PickSome]]
) -> Failure | None:
    """Ask for a group of units and its target, and carry the attacks out (RW-53, RW-54).

    Return the failure, if the action fails.
    """
    game.state.declared = Declaration("coordinated")
    target = await game.pick(player, "target", tuple(ways))
    game.state.declared = Declaration("coordinated", target=target)
    by = await game.choose(player, "coordinated by", tuple(ways[target]))
    attackers = await game.ask(ways[target][by])
    dice = {unit: attack_dice(game.rules, game.unit(unit).type, "fire") for unit in attackers}
    attacks = {
        unit: Attack(unit, target, "coordinated", "fire", dice[unit], has_cover(game, unit, target))
        for unit in attackers
    }
    owner = game.unit(target).player
    order = await in_order(game, player, attacks)
    for unit in attackers:
        note_aim(game, unit, target)
        note_corner(game, unit, target)
        game.change(unit, attacked="direct")
    outcomes = await carry_out(game, [attacks[unit] for unit in order])
    return fire_failure([one.effect for one in outcomes], owner)


async def in_order(game: Battle, player: PlayerId, attacks: Mapping[UnitId, Attack]) -> tuple[UnitId, ...]:
    """Ask a player for the order of the attacks, and return the attackers in this order (RW-54).

    Attacks are alike if they have the same number of dice and the same cover, and if both attackers have AP or neither
    has it. Once all attacks that are left are alike, the player isn't asked about their order.
    """
    left, found = list(attacks), list[UnitId]()
    while left:
        alike = {(attacks[unit].dice, attacks[unit].cover, game.unit(unit).type.able.ap) for unit in left}
        if len(alike) == 1:
            return (*found, *left)
        found.append(await game.pick(player, "next attacker", tuple(left)))
        left.remove(found[-1])
    return tuple(found)


def indirect_aims(game: Battle, player: PlayerId) -> Mapping[UnitId, Mapping[UnitId, tuple[UnitId, ...]]]:
    """Return the units that may fire indirectly (RW-55).

    Returns:
        For each unit its targets, and for each target the allies that can spot it.
    """
    known = _known_aims(game, player)
    if known.indirect is None:
        known.indirect = _indirect_aims(game, player)
    return known.indirect


def _indirect_aims(game: Battle, player: PlayerId) -> dict[UnitId, dict[UnitId, tuple[UnitId, ...]]]:
    friends = game.state.standing(player)
    enemies = [enemy for enemy in game.state.enemies(player) if enemy.fray is None]  # RW-77
    shooters = [
        unit
        for unit in friends
        if unit.type.able.indirect
        and not unit.attacked
        and unit.fray is None
        and attack_dice(game.rules, unit.type, "fire")
    ]
    found: dict[UnitId, dict[UnitId, tuple[UnitId, ...]]] = {}
    if not shooters:
        return found
    looking = [unit.id for unit in friends if unit.type.able.indirect or unit.type.able.leader]
    pairs = [(ally.id, enemy.id) for ally in friends if ally.fray is None for enemy in enemies]
    pairs += [(one, ally.id) for one in looking for ally in friends if ally.id != one]
    seen(game, pairs)  # all at once, which takes less time than one by one; the answers are cached
    for unit in shooters:
        targets = {
            enemy.id: able
            for enemy in enemies
            if (able := spotters(unit, friends, enemy.id, lambda one, other: sees(game, one, other)))
        }
        if targets:
            found[unit.id] = targets
    return found


async def fire_indirectly(
    game: Battle, player: PlayerId, aims: Mapping[UnitId, Mapping[UnitId, tuple[UnitId, ...]]]
) -> Failure | None:
    """Ask for a unit and for a target that an ally sees, and carry the attack out (RW-55).

    Return the failure, if the action fails. It can fail only under the option `phase.indirect_miss_fails`.
    """
    unit = await game.pick(player, "who fires", tuple(aims))
    game.state.declared = Declaration("indirect", unit)
    target = await game.pick(player, "target", tuple(aims[unit]))
    game.state.declared = Declaration("indirect", unit, target)
    spotter = await game.pick(player, "spotter", aims[unit][target])
    cover = game.rules.indirect.cover == "spotter" and has_cover(game, spotter, target)
    dice = attack_dice(game.rules, game.unit(unit).type, "fire")
    owner = game.unit(target).player
    game.change(unit, attacked="indirect")
    (outcome,) = await carry_out(game, [Attack(unit, target, "indirect", "fire", dice, cover)])
    return fire_failure([outcome.effect], owner) if game.rules.phase.indirect_miss_fails else None
