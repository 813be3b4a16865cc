"""The questions for declaring an attack, one at a time (BK-14, BK-55, BK-57, BK-60 to BK-62)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, cast

from riotsim.games.buskit.chapters.attack import (
    UNARMED,
    Attack,
    Blow,
    Declaration,
    Stance,
    attack_faults,
    longer_reach,
    may_use_two,
)
from riotsim.games.buskit.chapters.cover import cover_die
from riotsim.games.buskit.fight.field import distance_between, engaged_with, is_engaged, sight_between
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Fighter, FighterId, pair

STANCES: Final[Mapping[str, Stance]] = {"steady": "plain", "reckless": "reckless", "wary": "wary"}
"""The stance for each option that a player may choose."""

ONE_WEAPON, SINGLE_SHOTS = "one weapon", "single shots"
"""The option to attack with one weapon only, and the option to fire single shots instead of bursts."""

NUMBERS: Final = ("one attack", "two attacks", "three attacks", "four attacks", "five attacks", "six attacks")
"""The options for the number of attacks. The first is for one attack, the next for two, and so on."""


def weapons_and_targets(game: Skirmish, fighter: Fighter) -> dict[str, tuple[FighterId, ...]]:
    """Return a fighter's weapons for an attack now, each with the possible targets."""
    found = {}
    for name in dict.fromkeys((*fighter.weapons, UNARMED)):
        if targets := targets_of(game, fighter, name):
            found[name] = targets
    if len(found) > 1 and not _uses_bare_hands(game, fighter):
        found.pop(UNARMED, None)
    return found


def _uses_bare_hands(game: Skirmish, fighter: Fighter) -> bool:
    """Return whether bare hands are offered to a fighter (BK-70).

    They are offered to:

    - everybody, if the rules say so
    - a fighter without a melee weapon
    - a fighter who is skilled with bare hands
    """
    who = fighter.character
    skilled = UNARMED in who.specializations or any(UNARMED in aspect.applies for aspect in who.aspects)
    armed = any(game.rules.weapons[name].skill == "fight" for name in fighter.weapons)
    return skilled or not armed or game.rules.attacks.bare_hands == "all"


def targets_of(game: Skirmish, fighter: Fighter, weapon: str) -> tuple[FighterId, ...]:
    """Return the opponents whom a fighter can attack with a weapon (BK-43, BK-50 to BK-52, BK-63, BK-75).

    If the weapon is lost or empty, there are no such opponents.
    """
    if weapon not in (*fighter.weapons, UNARMED):
        return ()
    figures, engaged = game.rules.weapons[weapon], [other.id for other in engaged_with(game, fighter)]
    if figures.skill == "fight":
        return tuple(engaged)
    left = fighter.shots_left(weapon, figures.magazine)
    if left is not None and left <= 0:
        return ()
    return tuple(
        other.id
        for other in game.state.opponents(fighter)
        if (figures.firearm if other.id in engaged else sight_between(game, fighter, other).may_shoot)
    )


def bursts_of(game: Skirmish, fighter: Fighter, declared: Declaration) -> tuple[str, ...]:
    """Return the kinds of bursts that a fighter may fire with the declared weapon (BK-62).

    The weapon must have enough shots left to fire one burst of the kind at each target declared for this weapon. A kind
    with `once` in the rules allows only one declared attack with this weapon. There are no bursts if the weapon has no
    `autofire`, or if the fighter is engaged with one of these targets.
    """
    figures = game.rules.weapons[declared.weapon]
    # Attacks with a second weapon can't be bursts.
    targets = declared.targets if declared.second is None else declared.targets[::2]
    if not figures.autofire or any(is_engaged(game, fighter, game.fighter(one)) for one in targets):
        return ()
    left = fighter.shots_left(declared.weapon, figures.magazine)
    bursts = len(set(targets))
    return tuple(
        name
        for name, burst in game.rules.autofire.items()
        if (left is None or burst.needs * bursts <= left) and not (burst.once and len(targets) > 1)
    )


async def declare(game: Skirmish, fighter: Fighter) -> Declaration:
    """Ask a player step by step for the attacks of one action.

    A question with only one possible answer is skipped.
    """
    player, rules = fighter.player, game.rules
    open_ = weapons_and_targets(game, fighter)
    weapon = await game.choose(player, "weapon", tuple(open_))
    declared = _declared(game, Declaration(weapon, ()))
    count = 1 + NUMBERS.index(await game.choose(player, "attacks", NUMBERS[: _most_attacks(game, fighter, weapon)]))
    declared = _declared(game, replace(declared, attacks=count))
    for _ in range(count):
        target = await game.pick(player, "target", open_[weapon])
        declared = _declared(game, replace(declared, targets=(*declared.targets, target)))
    if count > 1 and (others := _second_weapons(game, fighter, weapon)):
        found = await game.choose(player, "second weapon", (ONE_WEAPON, *others))
        declared = _declared(game, replace(declared, second=None if found == ONE_WEAPON else found))
    stance = STANCES[await game.choose(player, "stance", tuple(STANCES))]
    declared = _declared(game, replace(declared, stance=stance))
    blows = ["plain blow"]
    blows += ["called shot"] * rules.optional.called_shot + ["telling blow"] * rules.optional.telling_blow
    blow = cast(Blow, await game.choose(player, "blow", tuple(blows)))
    declared = _declared(game, replace(declared, blow=blow))
    fire = await game.choose(player, "fire", (SINGLE_SHOTS, *bursts_of(game, fighter, declared)))
    declared = _declared(game, replace(declared, fire=None if fire == SINGLE_SHOTS else fire))
    wild = await game.choose(player, "wild dice", tuple(map(str, range(fighter.wild + 1))))
    game.state.declared = None
    return replace(declared, wild=int(wild))


def _declared(game: Skirmish, declared: Declaration) -> Declaration:
    """Put the declaration that a player has made so far into the state, and return this declaration."""
    game.state.declared, game.state.throws = declared, ()
    return declared


def attack_of(game: Skirmish, name: FighterId, target: FighterId, declared: Declaration, number: int = 0) -> Attack:
    """Return the declared attack with the index `number`, with its circumstances on the table.

    Raises:
        AssertionError: The rules forbid the attack. The questions never lead to such an attack.
    """
    fighter, foe = game.fighter(name), game.fighter(target)
    unaware = is_surprising(game, fighter)
    engaged = is_engaged(game, fighter, foe)
    figures = game.rules.weapons[declared.weapon_of(number)]
    is_melee = figures.skill == "fight" or (engaged and not unaware)
    gang = len(engaged_with(game, foe)) if is_melee else 1
    attack = Attack(
        attacker=fighter.equipped,
        target=foe.equipped,
        weapon=declared.weapon_of(number),
        distance=distance_between(game.table, name, target),
        engaged=is_melee,
        unaware=unaware,
        attacks=len(declared.targets),
        number=number,
        two_weapons=declared.second is not None,
        stance=declared.stance,
        called=declared.blow == "called shot",
        telling=declared.blow == "telling blow",
        faster=fighter.faster,
        aimed=fighter.aiming == "aimed" and not is_melee,
        autofire=declared.fire if figures.autofire and not is_melee else None,
        wild=declared.wild if number == 0 else 0,
        gang=gang,
        cover=None if is_melee else cover_die(game.rules, sight_between(game, fighter, foe)),
        guard=foe.stance,
        prone=foe.prone,
        reach=_reach(game, fighter, foe) if is_melee else "",
        flinched=fighter.flinched,
        attack_more=_burdens(game.state.round, fighter, foe, is_melee=is_melee),
        help=fighter.help_with("fight", "shoot"),
        hindrance=fighter.hindrance_with("fight", "shoot"),
    )
    faults = list(attack_faults(game.rules, attack))
    assert not faults, faults
    return attack


def is_surprising(game: Skirmish, fighter: Fighter) -> bool:
    """Return whether a fighter acts by surprise (BK-46, BK-53). Then no opponent is aware of the attack.

    Only fighters of the side with surprise do so, and only in the phase `surprise`.
    """
    side, state = game.rules.scenario.surprise, game.state
    return state.phase == "surprise" and side is not None and state.players.index(fighter.player) == side - 1


def _burdens(round_: int, fighter: Fighter, foe: Fighter, *, is_melee: bool) -> int:
    """Return the number of bonuses minus the number of penalties that an attack gets from concessions (BK-D6).

    In melee, the attacker gets a bonus against a target with the concession `bad_position`, if this attacker caused it.
    Some concessions of the attacker give penalties.
    """
    found = [one for one in foe.burdens if one.name == "bad_position" and one.by == fighter.id]
    exposed = is_melee and any(one.counts_in(round_) for one in found)
    return exposed - fighter.count(round_, "off_balance", "hampered", "limb_useless")


def _most_attacks(game: Skirmish, fighter: Fighter, weapon: str) -> int:
    """Return the greatest number of attacks in one action. The rules and the shots left in the weapon limit it."""
    left = fighter.shots_left(weapon, game.rules.weapons[weapon].magazine)
    return game.rules.attacks.most if left is None else min(game.rules.attacks.most, left)


def _second_weapons(game: Skirmish, fighter: Fighter, weapon: str) -> tuple[str, ...]:
    """Return the weapons that a fighter may use in the other hand, beside `weapon` (BK-61).

    Such a weapon is used with the same Trait as `weapon`, and has no magazine. If the fighter may not use two weapons,
    there are none.
    """
    others = list(fighter.weapons)
    if weapon not in others or not may_use_two(game.rules, fighter.character):
        return ()
    others.remove(weapon)
    skill = game.rules.weapons[weapon].skill
    magazine = [game.rules.weapons[one].magazine for one in others]
    alike = (one for one, full in zip(others, magazine, strict=True) if full is None)
    return tuple(dict.fromkeys(one for one in alike if game.rules.weapons[one].skill == skill))


def _reach(game: Skirmish, fighter: Fighter, foe: Fighter) -> Literal["", "attack", "defence"]:
    """Return which roll gets the bonus for reach: the attacker's or the defender's (BK-58).

    - If both weapons are equally long, neither roll gets it.
    - Before the first hit between the two fighters, it goes to the fighter with the longer weapon.
    - After a hit, it goes to whichever of the two hit last.
    - If that fighter has used the bonus in this round already, neither roll gets it.

    Args:
        game: The game.
        fighter: The attacker.
        foe: The defender.

    Returns:
        `attack` for the attacker's roll, `defence` for the defender's roll, or an empty text for neither. If the rules
        don't use `optional.reach`, the text is always empty.
    """
    if not game.rules.optional.reach:
        return ""
    who = longer_reach(game.rules, fighter.equipped, foe.equipped)
    if who and (last := game.state.last_hit.get(pair(fighter.id, foe.id))) is not None:
        who = "attack" if last == fighter.id else "defence"
    used = fighter.reached if who == "attack" else foe.reached
    return "" if used else who
