"""Dice checks as players see them: both pools, the reason for each die, the chances, and the outcome (BK-01, BK-04)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from riotsim.games.buskit.chapters import scale
from riotsim.games.buskit.chapters.action import succeeds
from riotsim.games.buskit.chapters.attack import Attack, attack_check, attack_skills, parrying
from riotsim.games.buskit.chapters.damage import harm
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.fight.round import starts
from riotsim.games.buskit.fight.throwing import ROUND_THROWS
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.names import in_words, name_in_fight, ordinal, title_of
from riotsim.games.buskit.state import Fighter, FighterId, State, Throw
from riotsim.play.displays import SeenOutcome, ShownCheck, ShownDice, ShownPool
from riotsim.play.shared_tray.checks import die_name
from riotsim.pools.exact import odds
from riotsim.pools.pool import Check, Dice, Pool
from riotsim.pools.resolving import PoolResult

Bonus = tuple[str, int]
"""A reason for more or fewer dice in a pool, and their number. The number is negative if dice are taken away."""

WORDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "attack": ("miss", "tie", "hit"),
    "damage": ("only Shock", "only Shock", "Wounds"),
}
"""Words for a lost, a tied and a won check, by the purpose of the throw.

If two results have the same word, their chances are added and shown once.
"""

PLAIN_WORDS: Final = ("fail", "tie", "success")
"""Words for a lost, a tied and a won check, for every purpose that isn't in `WORDS`."""


def checks(rules: Rulebook, state: State) -> tuple[ShownCheck, ...]:
    """Return the checks to show, in the order of their throws.

    The dice of the last check lie in the tray or are about to be thrown. The earlier checks led to the last one, such
    as an attack that led to damage.

    Args:
        rules: The rulebook.
        state: The state of the game.
    """
    found = []
    for number, thrown in enumerate(state.throws):
        if thrown.purpose == "armour die":
            continue
        later = [one for one in state.throws[number + 1 :] if one.purpose == "armour die"]
        found.append(_shown(rules, state, thrown, later))
    if found:
        found[-1] = replace(found[-1], seen=_seen(state))
    return tuple(found)


def attack_preview(rules: Rulebook, state: State, attack: Attack, between: tuple[FighterId, FighterId]) -> ShownCheck:
    """Return the check of an attack before it is made.

    Args:
        rules: The rulebook.
        state: The state of the game.
        attack: The attack.
        between: The attacker and the target.
    """
    one, other = (state.fighters[name].player for name in between)
    thrown = Throw("attack", "", _pools(attack_check(rules, attack)), (one, other), between)
    return _check(rules, state, attack, thrown, attack_check(rules, attack))


def _shown(rules: Rulebook, state: State, thrown: Throw, later: Sequence[Throw]) -> ShownCheck:
    """Return the data to show one throw as a check, with its outcome in words.

    The check also shows the armour dice in `later`, which are thrown after this throw.
    """
    attack = state.attack if thrown.purpose in WORDS and thrown.fighters[:2] == state.between else None
    is_last = not later and thrown is state.throws[-1]
    check = state.check if is_last and state.check is not None else None
    if check is None and thrown.purpose == "attack":
        check = Check(*thrown.pools[:2])
    return replace(_check(rules, state, attack, thrown, check, later), outcome=_outcome(rules, state, thrown))


def _check(
    rules: Rulebook,
    state: State,
    attack: Attack | None,
    thrown: Throw,
    check: Check | None,
    later: Sequence[Throw] = (),
) -> ShownCheck:
    pools = [_pool(rules, state, attack, thrown, number) for number in range(len(thrown.pools))]
    if thrown.purpose == "damage":
        armour = [_pool(rules, state, attack, one, 0) for one in later]
        pools = _with_armour(pools, armour)
    chances: dict[str, float] = {}
    if check is not None and len(pools) == 2:
        found = odds(check)
        words = WORDS.get(thrown.purpose, PLAIN_WORDS)
        for word, chance in zip(words, (found.fail, found.tie, found.win), strict=True):
            chances[word] = chances.get(word, 0.0) + float(chance)
    return ShownCheck(_title(state, attack, thrown), tuple(pools), tuple(chances.items()))


def _title(state: State, attack: Attack | None, thrown: Throw) -> str:
    names = [name_in_fight(state, name) for name in thrown.fighters if name]
    match thrown.purpose:
        case "attack":
            is_long = all(name != title_of(one) for name, one in zip(names, thrown.fighters, strict=True))
            weapon = "" if attack is None or is_long else f" ({in_words(attack.weapon)})"
            return f"{names[0]} attacks {names[1]}{weapon}"
        case "damage":
            return f"Damage to {names[1]}"
        case "subtract":
            return f"Armour of {names[0]}"
        case "initiative":
            return "Initiative"
        case "tie":
            return "Initiative: ties" if thrown.number == 1 else f"Initiative: ties, {ordinal(thrown.number)} throw"
        case "treat":
            return f"{names[0]} treats a wound"
        case "task":
            return f"{names[0]} tries a task"
        case "recovery":
            return f"{names[0]} recovers"
        case "help":
            return f"{names[0]} helps"
    return thrown.purpose.capitalize()


def _seen(state: State) -> SeenOutcome | None:
    """Return the effect of the last attack on its target.

    Return None if the current action has no attack with a result yet. Also return None if the first throw in the state
    is not for an attack by the fighter who made the last attack.
    """
    last, thrown = state.last_attack, state.throws[0]
    if last is None or thrown.purpose != "attack" or thrown.fighters[0] != last.attacker:
        return None
    told = [] if last.hits else ["missed"]
    told += [f"−{last.shock} Shock"] if last.shock else []
    told += [f"−{last.wounds} {'Wound' if last.wounds == 1 else 'Wounds'}"] if last.wounds else []
    told += [] if last.condition == "up" else ["dead" if last.condition == "dead" else "out"]
    return SeenOutcome(last.number, last.attacker, last.target, ", ".join(told) or "not hurt")


def _pool(rules: Rulebook, state: State, attack: Attack | None, thrown: Throw, number: int) -> ShownPool:
    """Return the data to show one pool of a throw: the pool with the index `number`."""
    pool, name = thrown.pools[number], thrown.fighters[number]
    result = thrown.results[number] if thrown.results else None
    bonuses = _bonuses(rules, state, attack, thrown, number)
    dice, first = [], 0
    for part in pool.parts:
        if isinstance(part, Dice):
            best = None if result is None or result.kept is None else result.kept - first
            piece = "" if best is None else die_name(thrown.name, number, first + best)
            dice.append(_dice(part, bonuses.pop(part.why, ()), result, first, best, piece))
            first += part.count
        else:  # the least damage (BK-72)
            counts = result is not None and result.kept is None and result.value == part.value
            kept, about = 0 if counts else None, "by how much the attack hit"
            dice.append(ShownDice(0, 1, "Least damage", about, values=(part.value,), kept=kept))
    if thrown.tied:
        dice = [replace(one, about=f"tied at {thrown.tied[number][1]}") for one in dice]
    short = thrown.purpose in ROUND_THROWS  # a line for each fighter, with the sign of the player
    title = (title_of(name) if short else name_in_fight(state, name)) if name else "Difficulty"
    pieces = (name,) if name else ()
    return ShownPool(title, thrown.players[number], tuple(dice), None if result is None else result.value, pieces)


def _dice(
    part: Dice,
    bonuses: Sequence[Bonus],
    result: PoolResult | None,
    first: int,
    kept: int | None,
    piece: str,
) -> ShownDice:
    """Return the data to show one part of a pool. A part has all dice with the same reason, such as wild dice.

    Args:
        part: The dice.
        bonuses: The bonuses and penalties that change the number of these dice.
        result: The result of the pool; None before the dice lie.
        first: Index in the pool of the first of these dice.
        kept: Index of the die that gives the pool's result, counted from `first`; None if no die gives it. If that die
            belongs to another part, the index is below 0 or too high for these dice.
        piece: Name of the die that gives the pool's result.
    """
    inside = kept is not None and 0 <= kept < part.count
    about = ", ".join(f"{why} {count:+d}".replace("-", "−") for why, count in bonuses if count)
    return ShownDice(
        part.sides,
        part.count,
        in_words(part.why.replace(" ", "_")).capitalize(),
        about,
        is_lowest=part.keep == "lowest",
        values=() if result is None else result.dice[first : first + part.count],
        kept=kept if inside else None,
        piece=piece if inside else "",
    )


def _with_armour(pools: list[ShownPool], later: Sequence[ShownPool]) -> list[ShownPool]:
    """Return two pools: the damage pool, and a pool with all dice that the victim rolls against the damage.

    The second pool has the dice of Might, of standard armour and of ablative armour. Its result is the best result
    among these. It doesn't have the die that lowers the Might of an outclassed victim (BK-97).

    Args:
        pools: The damage pool and the pools against it.
        later: Pools of ablative dice that are thrown one by one after the damage.
    """
    damage, *others = pools
    others = [one for one in (*others, *later) if one.player == others[0].player]  # not what outclasses (BK-97)
    best = max(others, key=lambda one: one.value or 0)
    dice = [die if one is best else replace(die, kept=None, piece="") for one in others for die in one.dice]
    return [damage, replace(best, dice=tuple(dice))]


def _outcome(rules: Rulebook, state: State, thrown: Throw) -> str:
    """Return the outcome of a throw in words.

    The text is empty if the throw has no results yet, or if its results decide nothing.
    """
    if not thrown.results:
        return ""
    if thrown.purpose == "damage":
        if state.damage is None:
            return ""
        found = harm(rules, *state.damage)
        wounds = f"{found.wounds} Wound" + "s" * (found.wounds != 1)
        return f"damage {state.damage[0]} against Might {state.damage[1]}: {found.shock} Shock, {wounds}"
    if thrown.purpose == "initiative" and _move_dice_decide(state, thrown):
        return "equal results: the larger Move die acts first"
    if thrown.purpose in ("attack", "help", "treat", "task", "recovery"):
        degree = thrown.results[0].value - thrown.results[1].value
        won, lost = {"attack": ("hits", "misses")}.get(thrown.purpose, ("succeeds", "fails"))
        if thrown.purpose == "recovery" and degree == 0 and rules.optional.tie_heals:
            return "a tie: 1 Wound heals"  # BK-92
        if not (degree > 0 if thrown.purpose == "recovery" else succeeds(rules, degree)):  # BK-91: above the number
            return f"{lost}: a tie" if degree == 0 else f"{lost} by {-degree}"
        return f"{won} by {degree}" + (f": at least {degree} damage" if thrown.purpose == "attack" and degree else "")
    return ""


def _move_dice_decide(state: State, thrown: Throw) -> bool:
    """Return whether Move dice decide a tie in a throw for initiative (BK-44).

    This is the case if two fighters have equal results and Move dice of different sizes.
    """
    dice: dict[int, set[int]] = {}
    for name, result in zip(thrown.fighters, thrown.results, strict=True):
        dice.setdefault(result.value, set()).add(state.fighters[name].character.traits["move"])
    return any(len(sizes) > 1 for sizes in dice.values())


def _bonuses(
    rules: Rulebook, state: State, attack: Attack | None, thrown: Throw, number: int
) -> dict[str, Sequence[Bonus]]:
    """Return the bonuses and penalties that change the dice in one pool of a throw.

    The key is the reason why the pool has these dice (`Dice.why`), such as `shoot`. Only throws for attacks and for
    initiative have any bonuses here.

    Args:
        rules: The rulebook.
        state: The state of the game.
        attack: The attack; None for any other throw.
        thrown: The throw.
        number: Index of the pool in the throw. In an attack, 0 is the attacker's pool, and 1 the target's.
    """
    if thrown.purpose == "initiative":
        return {"move": [*initiative_bonuses(rules, state, state.fighters[thrown.fighters[number]])]}
    if attack is None or thrown.purpose != "attack":
        return {}
    if number == 0:
        trait = "fight" if attack.is_melee(rules) else "shoot"
        return {trait: [*_skill(attack.attacker, attack_skills(rules, attack)), *attack_bonuses(rules, attack)]}
    if not attack.is_melee(rules):
        return {"range": [*defence_bonuses(rules, attack)], "dodge": [*_skill(attack.target, ("reflexes",))]}
    return {"fight": [*_skill(attack.target, parrying(rules, attack.target)), *defence_bonuses(rules, attack)]}


def _skill(character: Character, specializations: Sequence[str]) -> Iterator[Bonus]:
    """Yield a bonus of one die for the first Specialization of a character that is in `specializations` (BK-13).

    If the character has no such Specialization, yield nothing.
    """
    for one in character.specializations:
        if one in specializations:
            yield in_words(one), 1
            return


def initiative_bonuses(rules: Rulebook, state: State, fighter: Fighter) -> Iterator[Bonus]:
    """Yield the bonuses and penalties of an initiative roll (BK-44, BK-45, BK-54, BK-D6)."""
    yield from _skill(fighter.character, ("reflexes",))
    yield "hurries", int(fighter.faster != "")
    yield "starts", int(starts(rules, state, fighter.id))
    yield "shaken", -fighter.count(state.round, "shaken")


def attack_bonuses(rules: Rulebook, attack: Attack) -> Iterator[Bonus]:
    """Yield all possible reasons for bonuses and penalties of an attack, each with a number.

    The number is positive for bonuses, negative for penalties, and 0 if the reason doesn't apply. The sum of the
    numbers equals `attack_bonus` (BK-53 to BK-58, BK-60, BK-61, BK-64, BK-96, BK-D6).
    """
    spared = attack.two_weapons and attack.number == 0
    yield f"{attack.attacks} attacks", -max(0, attack.attacks - 1 - spared)
    yield "called shot", -int(attack.called)
    yield "telling blow" if attack.is_melee(rules) else "telling shot", -int(attack.telling)
    yield "wary", -int(attack.stance == "wary")
    yield "hurried", -int(attack.faster == "attack")
    yield "dropped prone", -int(attack.flinched)
    yield "reckless", int(attack.stance == "reckless")
    yield "aimed", int(attack.aimed)
    yield "unaware", int(attack.unaware)
    yield "longer weapon", int(attack.reach == "attack")
    yield "size", scale.to_hit(rules, attack.figures(rules), attack.target.size, is_melee=attack.is_melee(rules))
    yield "hampered" if attack.attack_more < 0 else "bad position", attack.attack_more


def defence_bonuses(rules: Rulebook, attack: Attack) -> Iterator[Bonus]:
    """Yield all possible reasons for bonuses and penalties of a defence, each with a number.

    The number is positive for bonuses, negative for penalties, and 0 if the reason doesn't apply. The sum of the
    numbers equals `defence_bonus` (BK-55, BK-58, BK-64).
    """
    prone = attack.prone and rules.optional.prone and not attack.is_melee(rules)
    yield "wary", int(attack.guard == "wary")
    yield "reckless", -int(attack.guard == "reckless")
    yield "prone", int(prone)
    yield "longer weapon", int(attack.reach == "defence")
    yield "other", attack.defence_more


def _pools(check: Check) -> tuple[Pool, Pool]:
    return check.actor, check.defender
