"""Concessions and complications (BK-35, BK-57, BK-75, BK-D6).

Concessions keep a victim in the fight. Complications follow a telling blow, or a failed action.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.action import conceded, points_short
from riotsim.games.buskit.chapters.damage import concessions_worth
from riotsim.games.buskit.fight.field import lay
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Burden, Fighter, FighterId

GO_DOWN: Final = "go down"
"""The option of making no more concessions."""

FAIL: Final = "fail"
"""The option of taking no complications, so that the action fails."""

NEXT_ROUND: Final = frozenset({"stunned", "bad_position", "flees"})
"""Concessions that count in the next round."""

TO_THE_NEXT_ROUND: Final = frozenset({"off_balance"})
"""Concessions that count at once and until the end of the next round."""

FOR_THE_FIGHT: Final = frozenset({"shaken", "hampered", "limb_useless"})
"""Concessions that last for the rest of the fight."""


async def concede(game: Skirmish, target: FighterId, wounds: int, named: Mapping[str, int]) -> dict[str, int] | None:
    """Ask a victim for concessions, one at a time, until they make up for the Wounds of a hit (BK-75).

    Args:
        game: The game.
        target: The victim.
        wounds: The Wounds of the hit.
        named: The complications that a telling blow has already given the victim (BK-57).

    Returns:
        The number of units of each concession; None if the victim goes down instead.
    """
    taken: dict[str, int] = {}
    while concessions_worth(game.rules, taken) < wounds:
        options = (GO_DOWN, *_open(game, game.fighter(target), {**named, **taken}))
        choice = await game.choose(game.fighter(target).player, "concession", options)
        if choice == GO_DOWN:
            return None
        taken[choice] = taken.get(choice, 0) + game.rules.concessions[choice].each
    return taken


async def complicate(game: Skirmish, name: FighterId, target: FighterId, wounds: int) -> dict[str, int]:
    """Ask an attacker to choose complications for the victim of an attack (BK-57).

    The attacker chooses until the complications are worth as much as the Wounds, or none is left. No complication may
    be worth more than the Wounds that are left.

    Returns:
        The chosen complications, each with its number of units, such as rounds.
    """
    taken: dict[str, int] = {}
    while (left := wounds - concessions_worth(game.rules, taken)) > 0:
        worth = {one: game.rules.concessions[one].worth for one in _open(game, game.fighter(target), taken)}
        options = tuple(one for one, its in worth.items() if its <= left)
        if not options:
            break
        choice = await game.choose(game.fighter(name).player, "complication", options)
        taken[choice] = taken.get(choice, 0) + game.rules.concessions[choice].each
    return taken


async def pay(game: Skirmish, name: FighterId, degree: int) -> int:
    """Offer complications to a player whose action has failed, so that the action succeeds (BK-35).

    Each side can take each complication once in a fight. The player takes complications that together are worth at
    least the points that the action is short of success. If the side has too few left for that, nobody is asked.

    Args:
        game: The game.
        name: The fighter who acts.
        degree: The degree of the action.

    Returns:
        The new degree: 1 if the complications make the action succeed, otherwise the old degree.
    """
    worth, player = game.rules.scenario.complications, game.fighter(name).player
    short = points_short(game.rules, degree)
    if not short or not game.rules.optional.concessions:
        return degree
    left = [one for one in worth if (player, one) not in game.state.paid and one not in _impossible(game.fighter(name))]
    if sum(worth[one] for one in left) < short:
        return degree
    taken: list[str] = []
    while not conceded(game.rules, degree, taken):
        choice = await game.choose(player, "price", (FAIL, *left))
        if choice == FAIL:
            return degree
        left.remove(choice)
        taken.append(choice)
    game.state.paid += tuple((player, one) for one in taken)
    burden(game, name, dict.fromkeys(taken, 1), name)
    return 1


def burden(game: Skirmish, target: FighterId, taken: Mapping[str, int], by: FighterId) -> None:
    """Apply the effects of concessions to a victim. Concessions of Wounds and Shock are applied elsewhere.

    Args:
        game: The game.
        target: The victim.
        taken: The number of units of each concession. Concessions unknown to this program are only reported.
        by: The attacker, or `target` itself after a failed action (BK-35).
    """
    for name, count in taken.items():
        fighter, now = game.fighter(target), game.state.round
        if name == "knocked_down":
            game.change(target, prone=True)
            lay(game, target, down=True)
        elif name == "disarmed" and fighter.weapons:
            game.change(target, lost=(*fighter.lost, fighter.weapons[0]))
        elif name == "gear_broken" and fighter.armour is not None:
            game.change(target, broken=True)
        elif name == "gear_broken" and fighter.weapons:
            game.change(target, lost=(*fighter.lost, fighter.weapons[0]))
        elif name == "out_of_action":
            first = now if _loses_this_turn(game, fighter, by) else now + 1
            burdens = (*fighter.burdens, Burden(name, first, first + count - 1, by))
            acted = fighter.acted or first == now
            game.change(target, burdens=burdens, acted=acted, holding=False, aiming="")
        elif name in NEXT_ROUND:
            game.change(target, burdens=(*fighter.burdens, Burden(name, now + 1, now + 1, by)))
        elif name in TO_THE_NEXT_ROUND:
            game.change(target, burdens=(*fighter.burdens, Burden(name, now, now + 1, by)))
        elif name in FOR_THE_FIGHT:
            game.change(target, burdens=(*fighter.burdens, *(Burden(name, now, None, by),) * count))
        game.emit(events.Concedes(target, name, count))


def _loses_this_turn(game: Skirmish, fighter: Fighter, by: FighterId) -> bool:
    """Return whether a fighter who goes out of action loses the turn of the present round.

    Any other fighter who goes out of action loses the turn of the next round.
    """
    if game.state.phase == "surprise":
        return False
    is_interrupted = fighter.id in game.state.acting and by != fighter.id
    return not fighter.acted or fighter.holding or is_interrupted


def without_past(fighter: Fighter, round_: int) -> Fighter:
    """Return a fighter without the burdens that ended before a round."""
    return replace(fighter, burdens=tuple(one for one in fighter.burdens if one.until is None or one.until >= round_))


def _open(game: Skirmish, fighter: Fighter, taken: Mapping[str, int]) -> tuple[str, ...]:
    """Return the concessions that a fighter can still make.

    Left out are those that can't happen to the fighter, and those without a unit that are in `taken`. A concession with
    a unit, such as rounds or Shock, can be made several times.

    Args:
        game: The game.
        fighter: The fighter.
        taken: The concessions and complications of the fighter so far, each with its number of units.
    """
    impossible = _impossible(fighter)
    return tuple(
        name
        for name, one in game.rules.concessions.items()
        if name not in impossible and (one.unit != "none" or name not in taken)
    )


def _impossible(fighter: Fighter) -> set[str]:
    """Return the concessions that can't happen to a fighter.

    - A fighter who is prone can't be knocked down.
    - A fighter without weapons can't be disarmed.
    - A fighter without weapons and without armour can't have gear broken.
    """
    found = {"knocked_down"} if fighter.prone else set[str]()
    if not fighter.weapons:
        found |= {"disarmed"} if fighter.armour is not None else {"disarmed", "gear_broken"}
    return found
