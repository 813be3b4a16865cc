"""The options and fighters that a player may choose.

An attack is shown with both dice pools and the chance of a hit (BK-01, BK-51).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, cast

from riotsim.games.buskit.chapters.attack import Attack, Blow, Declaration, attack_check
from riotsim.games.buskit.chapters.traits import wild_dice
from riotsim.games.buskit.fight.declaring import (
    NUMBERS,
    ONE_WEAPON,
    SINGLE_SHOTS,
    STANCES,
    attack_of,
    weapons_and_targets,
)
from riotsim.games.buskit.fight.game import dice_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.checks import attack_preview
from riotsim.games.buskit.show.names import health_left, hit_chance, in_words, name_in_fight, percent, title_of
from riotsim.games.buskit.state import FighterId, State
from riotsim.play.displays import ShownCheck
from riotsim.play.markup import join_names
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Request
from riotsim.play.session.session import Session
from riotsim.table.units import in_inches

ACTION_NOTES: Final[Mapping[str, str]] = {
    "aim": "ends the turn; a die more for next round's shot, unless you act, defend or are hit",
    "hold": "ends the turn; you may act later, before a slower fighter does",
    "run": "move once more in place of an action",
    "treat": "give Shock back to a friend beside you",
    "help": "add a die to a friend's next attack or task",
    "reload": "fill the magazine",
    "drop prone": "harder to shoot; standing up is an action",
    "done": "end the turn",
}
"""Words for the effects of those actions whose names don't explain them."""

INTERRUPT_NOTES: Final[Mapping[tuple[bool, str], str]] = {
    (True, "wait"): "keep aiming",
    (True, "interrupt"): "act now, and lose the aim with its die",
    (False, "wait"): "keep the held action",
    (False, "interrupt"): "act now, which spends the held action",
}
"""Words for the effects of the answers `wait` and `interrupt` of a fighter who may interrupt.

The key is a pair: whether the fighter aims, and the answer.
"""

UNDER_FIRE_NOTES: Final[Mapping[str, str]] = {
    "stay": "costs nothing",
    "drop prone": "your next action has a penalty, and standing up is an action",
    "dodge": "uses up your turn; afterwards you may go behind cover",
}
"""Words for the price of each answer that a fighter under fire may give."""

SHOTS: Final[Mapping[str, str]] = {"plain blow": "Plain shot", "telling blow": "Telling shot"}
"""The displayed names of some kinds of attack with a shooting weapon, by the option for the kind."""

Made: TypeAlias = tuple[tuple[FighterId, FighterId], Attack]
"""A pair: the names of attacker and target, and their attack."""


def offers(rules: Rulebook, session: Session[State], request: Request[object]) -> tuple[Offer, ...]:
    """Return an offer for each option or fighter that a player may choose.

    Other requests, such as those for places, have no offers.
    """
    game = Skirmish(session.play, rules, dice_of(rules))
    if isinstance(request, PickPiece):
        return tuple(_of_fighter(game, request.purpose, name) for name in request.pieces)
    if not isinstance(request, Choose):
        return ()
    return tuple(_of_option(game, request.purpose, str(option)) for option in request.options)


def _of_fighter(game: Skirmish, purpose: str, name: FighterId) -> Offer:
    one = game.fighter(name)
    health = health_left(one.shock, one.wounds)
    attacks = _declared_attacks(game, purpose, name)
    if not attacks:
        return Offer(name, f"{title_of(name)}: {health}", name)
    told = f"{name_in_fight(game.state, name)}: {_hits(game, attacks)}; {health}"
    return Offer(name, told, name, check=_preview(game, *attacks[0]))


def _of_option(game: Skirmish, purpose: str, option: str) -> Offer:
    title = _title(game, purpose, option)
    state = game.state
    if purpose == "under fire" and state.attack is not None and state.between is not None:
        answered = {
            "stay": state.attack,
            "drop prone": replace(state.attack, prone=True),
            "dodge": replace(state.attack, dodging=True),
        }[option]
        told = f"{title}: {_hit(game, answered)}; {UNDER_FIRE_NOTES[option]}"
        return Offer(option, told, check=_preview(game, state.between, answered))
    if purpose == "armour" and state.damage is not None and option == "spend a die":
        damage, against = state.damage
        return Offer(option, f"{title}: to beat {against} against a damage of {damage}")
    if purpose == "wild dice" and (check := state.open_check) is not None:
        actor = check.actor.plus(*wild_dice(game.rules, int(option)))
        return Offer(option, f"{title}: success in {percent(hit_chance(game.rules, replace(check, actor=actor)))}")
    if purpose == "interrupt" and state.may_interrupt is not None:
        aims = bool(game.fighter(state.may_interrupt).aiming)
        return Offer(option, f"{title}: {INTERRUPT_NOTES[aims, option]}")
    attacks = _declared_attacks(game, purpose, option)
    if attacks:
        target = attacks[0][0][1]
        whom = f"{name_in_fight(state, target)}, " if purpose in ("action", "weapon") else ""
        return Offer(option, f"{title}: {whom}{_hits(game, attacks)}", check=_preview(game, *attacks[0]))
    if (purpose, option) == ("action", "move"):
        me = state.acting[-1] if state.acting else None  # a drag of the model is its move
        return Offer(option, f"{title}: up to {in_inches(game.rules.move.distance):g} in", me)
    if purpose == "action" and option in ACTION_NOTES:
        return Offer(option, f"{title}: {ACTION_NOTES[option]}")
    told = _whom(game, purpose, option)
    return Offer(option, f"{title}: {told}" if told else title)


def _title(game: Skirmish, purpose: str, option: str) -> str:
    """Return the displayed name of an option.

    If the declared weapon shoots, some kinds of attack have other names (see `SHOTS`).
    """
    declared = game.state.declared
    if purpose == "blow" and declared is not None and game.rules.weapons[declared.weapon].skill == "shoot":
        option = SHOTS.get(option, option)
    return in_words(option).capitalize()


def _whom(game: Skirmish, purpose: str, option: str) -> str:
    """Return the names of the opponents whom the acting fighter can attack, joined by “or”.

    - For the option `attack`: the targets of all weapons.
    - For a weapon: the targets of this weapon.
    - For any other option: an empty text.
    """
    if not game.state.acting or ((purpose, option) != ("action", "attack") and purpose != "weapon"):
        return ""
    open_ = weapons_and_targets(game, game.fighter(game.state.acting[-1]))
    found = [name for weapon, names in open_.items() if purpose == "action" or weapon == option for name in names]
    return " or ".join(name_in_fight(game.state, name) for name in dict.fromkeys(found))


def _declared_attacks(game: Skirmish, purpose: str, option: str) -> tuple[Made, ...]:
    """Return the attacks that the acting fighter would make after an answer.

    If the request asks for a target, only the attack on this target is returned, without those declared before it.
    There are no attacks if the answer doesn't lead to an attack, or if it leaves the weapon or a target open.

    Args:
        game: The game.
        purpose: The purpose of the request.
        option: The answer.
    """
    if not game.state.acting:
        return ()
    me, declared = game.fighter(game.state.acting[-1]), game.state.declared
    numbers: Iterable[int] | None = None
    if purpose == "action":
        ways = [(weapon, name) for weapon, names in weapons_and_targets(game, me).items() for name in names]
        only = option == "attack" and len(ways) == 1
        declared = Declaration(ways[0][0], (ways[0][1],)) if only else None
    elif purpose == "weapon":
        names = weapons_and_targets(game, me)[option]
        declared = Declaration(option, names) if len(names) == 1 else None
    elif declared is not None:
        numbers = (len(declared.targets),) if purpose == "target" else None
        declared = _declaration_after(game, declared, purpose, option)
    if declared is None:
        return ()
    betweens = [(me.id, target) for target in declared.targets]
    return tuple(
        (betweens[number], attack_of(game, *betweens[number], declared, number))
        for number in (range(len(betweens)) if numbers is None else numbers)
    )


def _declaration_after(game: Skirmish, declared: Declaration, purpose: str, option: str) -> Declaration | None:
    """Return the declaration of an attack as it would be after an answer.

    A declaration can have several attacks. If the answer is a target, it becomes the target of each attack that has no
    target yet. Return None if the answer leaves the targets open, or if the request doesn't ask for a part of a
    declaration.

    Args:
        game: The game.
        declared: The declaration before the answer.
        purpose: The purpose of the request.
        option: The answer, such as `reckless` to a request for a stance.
    """
    match purpose:
        case "attacks":
            count = 1 + NUMBERS.index(option)
            names = weapons_and_targets(game, game.fighter(game.state.acting[-1]))[declared.weapon]
            return replace(declared, attacks=count, targets=names * count) if len(names) == 1 else None
        case "target":
            missing = declared.attacks - len(declared.targets)
            return replace(declared, targets=(*declared.targets, *(option,) * missing))
        case "second weapon":
            return replace(declared, second=None if option == ONE_WEAPON else option)
        case "stance":
            return replace(declared, stance=STANCES[option])
        case "blow":
            return replace(declared, blow=cast(Blow, option))
        case "fire":
            return replace(declared, fire=None if option == SINGLE_SHOTS else option)
        case "wild dice":
            return replace(declared, wild=int(option))
    return None


def _preview(game: Skirmish, between: tuple[FighterId, FighterId], attack: Attack) -> ShownCheck:
    return attack_preview(game.rules, game.state, attack, between)


def _hit(game: Skirmish, attack: Attack) -> str:
    """Return the chance that an attack hits, such as `hit in 19 %`."""
    return f"hit in {_chance(game, attack)}"


def _hits(game: Skirmish, attacks: Sequence[Made]) -> str:
    """Return the chance of each attack to hit, such as `hit in 19 % and 4 %`, or `each hit in 19 %`."""
    chances = [_chance(game, attack) for _, attack in attacks]
    if len(set(chances)) == 1:
        return ("each " if len(chances) > 1 else "") + f"hit in {chances[0]}"
    return f"hit in {join_names(chances)}"


def _chance(game: Skirmish, attack: Attack) -> str:
    return percent(hit_chance(game.rules, attack_check(game.rules, attack)))
