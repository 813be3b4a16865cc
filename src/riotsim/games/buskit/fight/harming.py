"""Damage on the table: its dice, armour, Shock and Wounds, and who goes down (BK-70 to BK-84, BK-97)."""

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters import armour, scale
from riotsim.games.buskit.chapters.attack import Attack
from riotsim.games.buskit.chapters.damage import (
    Condition,
    Harm,
    after_concessions,
    condition,
    damage_pool,
    damage_result,
    harm,
    is_lethal,
    may_be_stopped,
    might_pool,
)
from riotsim.games.buskit.characters.ladder import shifted
from riotsim.games.buskit.fight.conceding import burden, complicate, concede
from riotsim.games.buskit.fight.field import lay
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import owned, throw_pools
from riotsim.games.buskit.state import Fighter, FighterId
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Check, Dice, Fixed, Part, Pool


async def hurt(game: Skirmish, attack: Attack, name: FighterId, target: FighterId, degree: int) -> None:
    """Roll the damage of an attack against the target's Might (BK-70 to BK-74).

    Subtract the harm from the target's Shock and Wounds. Take the target out of the fight if too little is left.

    Args:
        game: The game.
        attack: The attack that has hit.
        name: The attacker.
        target: The target.
        degree: The degree of the attack, which is the minimum damage.
    """
    rules, weapon, foe = game.rules, attack.figures(game.rules), game.fighter(target)
    effect = scale.effect(rules, weapon, foe.character.size)
    if effect == "kills":
        _take_out(game, target, "dead")
        return
    if effect == "harmless":
        game.emit(events.NoHarm(target, attack.weapon))
        return
    worn = armour.protection(rules, foe.equipped, weapon.kind, foe.spent)
    first: list[Part] = list(worn.subtractive)
    if effect == "scratches":
        first.append(Dice(shifted(foe.character.might, -1), why="size"))
    subtracted = 0
    if first:  # BK-82: rolled first
        (worn_off,) = await throw_pools(game, (owned(Pool(tuple(first)), foe),), foe.player, "subtract")
        subtracted = worn_off.value
    declared = await _declare_armour(game, foe, worn)
    dice, might = damage_pool(rules, attack), might_pool(rules, foe.character)
    rolled = dice.plus(Fixed(degree, why="degree")) if degree > 0 else dice  # BK-72
    pools = [owned(rolled, game.fighter(name)), owned(might, foe)]
    extra = (*worn.standard, *(Dice(sides, why="armour") for _, sides in declared))
    pools += [owned(Pool(extra), foe)] if extra else []
    pools += [owned(Pool((scale.lowered_die(dice),)), game.fighter(name))] if effect == "outclasses" else []
    is_exact = not first and effect not in ("mauls", "outclasses")  # all else changes the results afterwards
    game.state.check = Check(rolled, might.plus(*extra)) if is_exact else None
    results = await throw_pools(game, pools, pools[0].owner, "damage", beside=bool(first))
    bare = results[1].value
    if effect == "outclasses":
        bare = max(0, bare - results[-1].value)
    against = max(bare, results[2].value) if extra else bare
    times = rules.scale.mauling if effect == "mauls" else 1
    damage = damage_result(results[0].value, degree, subtracted, times)
    game.state.damage = damage, against
    if rules.armour.ablative == "one_by_one" and rules.wounds.taken:
        against = await _spend_armour(game, target, worn, damage, against)
    found, taken = harm(rules, damage, against), dict[str, int]()
    stopped, wounds = False, found.wounds
    if wounds and attack.telling:
        taken = await complicate(game, name, target, wounds)
        found = after_concessions(found, taken)
    if wounds and may_be_stopped(rules, foe.character) and _stays_up(game, target, found):
        conceded = await concede(game, target, wounds, taken)
        stopped, conceded = conceded is None, conceded or {}
        found = after_concessions(found, conceded)
        taken = {one: taken.get(one, 0) + conceded.get(one, 0) for one in (*taken, *conceded)}
    now = game.change(target, shock=foe.shock - found.shock, wounds=foe.wounds - found.wounds)
    told = (damage, against, found.shock, found.wounds, now.shock, now.wounds)
    game.emit(events.Harmed(target, write_pool(dice), *told))
    state = condition(rules, foe.character, now.wounds, now.shock)
    burden(game, target, taken, name)
    least = damage_result(0, degree, subtracted, times)  # BK-82: armour comes off it as well
    if state == "up" and (stopped or is_lethal(rules, bare, least)):
        state = "out"
    if state != "up":
        _take_out(game, target, state, armoured=game.fighter(target).spent != foe.spent)


def _stays_up(game: Skirmish, target: FighterId, found: Harm) -> bool:
    """Return whether a fighter has enough Wounds and Shock left after a hit to stay up."""
    foe = game.fighter(target)
    return condition(game.rules, foe.character, foe.wounds - found.wounds, foe.shock - found.shock) == "up"


async def _declare_armour(game: Skirmish, foe: Fighter, worn: armour.Protection) -> tuple[tuple[int, int], ...]:
    """Ask a player for a number of ablative dice before the Might roll, and spend these dice (BK-81).

    The player isn't asked if the armour has no such dice left, or if the rules let players spend them one by one.

    Args:
        game: The game.
        foe: The fighter who has been hit.
        worn: The protection by the fighter's armour.

    Returns:
        Two numbers for each spent die: the index of its layer of armour, and its number of sides.
    """
    if game.rules.armour.ablative != "declared" or not worn.ablative:
        return ()
    options = tuple(f"{count} dice" for count in range(len(worn.ablative) + 1))
    count = options.index(await game.choose(foe.player, "armour", options))
    for layer, _ in worn.ablative[:count]:
        game.change(foe.id, spent=armour.after_spending(game.fighter(foe.id).spent, layer))
    return worn.ablative[:count]


async def _spend_armour(game: Skirmish, target: FighterId, worn: armour.Protection, damage: int, against: int) -> int:
    """Ask the target's player to spend ablative dice one after the other, and roll each spent die (BK-81).

    The player is asked before each die. The questions end when the player declines, when no die is left, or when no
    more Wounds can be saved.

    Args:
        game: The game.
        target: The target.
        worn: The protection by the target's armour.
        damage: The damage.
        against: The best result so far of the Might dice and of armour dice. Damage above this result becomes Wounds.

    Returns:
        The best result after the spent dice: `against`, or the highest number on a spent die if that is higher.
    """
    for number, (layer, sides) in enumerate(worn.ablative, 1):
        foe = game.fighter(target)
        if against >= damage or await game.choose(foe.player, "armour", ("stop", "spend a die")) == "stop":
            break
        game.change(target, spent=armour.after_spending(foe.spent, layer))
        die = owned(Pool((Dice(sides, why="armour"),)), foe)
        (shown,) = await throw_pools(game, (die,), foe.player, "armour die", beside=True)
        against = max(against, shown.value)
        game.state.damage = damage, against
        game.emit(events.Armoured(target, shown.value, len(worn.ablative) - number))
    return against


def _take_out(game: Skirmish, target: FighterId, state: Condition, *, armoured: bool = False) -> None:
    """Take a fighter out of the fight, and lay the model down in its place (BK-74).

    Args:
        game: The game.
        target: The fighter.
        state: The new condition, `out` or `dead`.
        armoured: True if the fighter spent ablative dice of armour against this hit (BK-84).
    """
    game.change(target, condition=state, holding=False, aiming="", prone=False, armoured=armoured)
    lay(game, target, down=True)
    game.emit(events.Dies(target) if state == "dead" else events.GoesDown(target))
