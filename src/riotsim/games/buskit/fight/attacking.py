"""The rolls of an attack. A target under fire chooses whether to drop prone or to dodge (BK-50 to BK-65)."""

import math
from dataclasses import replace

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.action import succeeds
from riotsim.games.buskit.chapters.attack import UNARMED, Attack, Declaration, attack_check
from riotsim.games.buskit.fight.conceding import pay
from riotsim.games.buskit.fight.declaring import attack_of, targets_of
from riotsim.games.buskit.fight.field import LEAST_MOVE, cover_places, drop_prone, put
from riotsim.games.buskit.fight.harming import hurt
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import throw_check
from riotsim.games.buskit.state import AttackResult, FighterId, pair
from riotsim.play.requests import PickPoint
from riotsim.pools.notation import write_pool
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point


async def carry_out(game: Skirmish, name: FighterId, declared: Declaration) -> None:
    """Carry out the attacks of one action, one after another.

    An attack is skipped in these cases:

    - The attacker is out of the fight.
    - The weapon is lost.
    - The target can't be attacked any more.
    """
    game.change(name, stance=declared.stance, wild=game.fighter(name).wild - declared.wild)
    game.state.attacked, game.state.last_attack, game.state.throws = True, None, ()
    bursts = set[FighterId]()
    for number, target in enumerate(declared.targets):
        if not game.fighter(name).is_up:
            break
        if target in targets_of(game, game.fighter(name), declared.weapon_of(number)):
            _fire(game, name, declared, number, bursts)
            await _attack(game, name, target, declared, number)
    game.state.fighters[name] = game.fighter(name).without_help("fight", "shoot")
    game.state.attack = game.state.between = None


async def strike(game: Skirmish, name: FighterId, target: FighterId) -> None:
    """Carry out one plain melee attack by a fighter whose turn it is not (BK-43)."""
    melee = [one for one in game.fighter(name).weapons if game.rules.weapons[one].skill == "fight"]
    game.state.attacked, game.state.last_attack, game.state.throws = True, None, ()
    await _attack(game, name, target, Declaration(melee[0] if melee else UNARMED, (target,)), 0)
    game.state.fighters[name] = game.fighter(name).without_help("fight", "shoot")
    game.state.attack = game.state.between = None


async def _attack(game: Skirmish, name: FighterId, target: FighterId, declared: Declaration, number: int) -> None:
    """Carry out one attack: ask how a target under fire reacts, roll the dice, and apply the damage."""
    attack = attack_of(game, name, target, declared, number)
    game.state.attack, game.state.between, game.state.damage = attack, (name, target), None
    before = game.fighter(target)
    hiding: tuple[Point, ...] = ()
    if not attack.is_melee(game.rules) and not attack.unaware:
        attack, hiding = await _under_fire(game, attack, name, target)
        game.state.attack = attack
    if attack.reach:
        game.change(name if attack.reach == "attack" else target, reached=True)
    check = attack_check(game.rules, attack)
    result = await throw_check(game, check, game.fighter(name), game.fighter(target), "attack")
    degree = await pay(game, name, result.degree)
    hits = succeeds(game.rules, degree)
    told = (write_pool(check.actor), write_pool(check.defender), result.actor.value, result.defender.value)
    game.emit(events.Attacks(name, target, attack.weapon, *told, degree, hits))
    if hits or attack.is_melee(game.rules):
        _interrupt_aim(game, target)
    if hits:
        if attack.is_melee(game.rules):
            game.state.last_hit[pair(name, target)] = name
        await hurt(game, attack, name, target, degree)
    now = game.fighter(target)
    game.state.attack_count += 1
    lost = before.shock - now.shock, before.wounds - now.wounds
    game.state.last_attack = AttackResult(game.state.attack_count, name, target, hits, *lost, now.condition)
    if hiding and game.fighter(target).is_up and not game.fighter(target).prone:
        await _hide(game, target, hiding)


def _fire(game: Skirmish, name: FighterId, declared: Declaration, number: int, bursts: set[FighterId]) -> None:
    """Take the shots of one attack out of the weapon's magazine (BK-62).

    With single shots, each attack takes one shot. With bursts, all attacks on one target share one burst: only the
    first of these attacks takes shots out.

    Args:
        game: The game.
        name: The fighter who attacks.
        declared: The declaration of the attacks.
        number: The index of the attack in the declaration.
        bursts: The targets that a burst has been fired at already. If this attack is a burst, its target is added.
    """
    weapon, fighter, target = declared.weapon_of(number), game.fighter(name), declared.targets[number]
    if game.rules.weapons[weapon].magazine is None:
        return
    if declared.fire is None:
        shots = 1
    else:
        shots = 0 if target in bursts else game.rules.autofire[declared.fire].shots
        bursts.add(target)
    fired = dict(fighter.fired)
    fired[weapon] = min(game.rules.weapons[weapon].magazine or 0, fired.get(weapon, 0) + shots)
    game.change(name, fired=tuple(fired.items()))


def _interrupt_aim(game: Skirmish, target: FighterId) -> None:
    """Make a fighter stop aiming, because of a hit or of an attack in melee (BK-56)."""
    if game.fighter(target).aiming:
        game.change(target, aiming="")


async def _under_fire(
    game: Skirmish, attack: Attack, name: FighterId, target: FighterId
) -> tuple[Attack, tuple[Point, ...]]:
    """Ask the player of a target under fire whether the target drops prone or dodges (BK-64, BK-65).

    Returns: The attack, changed by the answer, and the target's possible places of cover for a dodge. There are no
        places if the target doesn't dodge.
    """
    foe, options, places = game.fighter(target), ["stay"], tuple[Point, ...]()
    if game.rules.optional.prone and not foe.prone:
        options.append("drop prone")
    if game.rules.optional.dodge and not foe.prone and (not foe.acted or foe.holding):
        places = cover_places(game, foe, game.fighter(name))
        options += ["dodge"] if places else []
    answer = await game.choose(foe.player, "under fire", tuple(options))
    if answer == "drop prone":
        drop_prone(game, target, under_fire=True)
        return replace(attack, prone=True), ()
    if answer == "dodge":
        game.change(target, acted=True, holding=False, aiming="", stance="plain")
        game.emit(events.Dodges(target))
        return replace(attack, dodging=True), places
    return attack, ()


async def _hide(game: Skirmish, target: FighterId, places: tuple[Point, ...]) -> None:
    """Ask the player of a dodging fighter to pick a place behind cover, and move the model there (BK-65).

    The player may also leave the model where it is.
    """
    fighter, model = game.fighter(target), game.table.models[target]
    open_ = (*places, model.at)
    region = Region(model.footprint_at((0.0, 0.0)), game.table.width, game.table.depth, places=open_)
    spot = await game.ask(PickPoint(fighter.player, "take cover", ((target, region),)))
    if math.dist(spot.at, model.at) > LEAST_MOVE:
        await put(game, target, spot.at, "dodge")
