"""Concessions and complications (BK-35, BK-57, BK-75, BK-D6).

A victim takes concessions to stay in the fight. A telling blow gives its victim complications. A player may also take
complications to turn a failed action into a success.
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
"""The option to make no more concessions. The fighter then goes down."""

FAIL: Final = "fail"
"""The option to take no complications. The action then fails."""

NEXT_ROUND: Final = frozenset({"stunned", "bad_position", "flees"})
"""Concessions that have their effect in the next round."""

TO_THE_NEXT_ROUND: Final = frozenset({"off_balance"})
"""Concessions whose effect begins at once and lasts to the end of the next round."""

FOR_THE_FIGHT: Final = frozenset({"shaken", "hampered", "limb_useless"})
"""Concessions whose effect lasts for the rest of the fight."""


async def concede(game: Skirmish, target: FighterId, wounds: int, named: Mapping[str, int]) -> dict[str, int] | None:
    """Ask a victim's player for concessions, one at a time, until they are worth the Wounds of a hit (BK-75).

    Args:
        game: The game.
        target: The victim.
        wounds: The Wounds of the hit.
        named: The complications that a telling blow has already given the victim (BK-57).

    Returns:
        The number of units of each concession; None if the player lets the victim go down.
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
    """Ask an attacker's player to choose complications for the victim of an attack (BK-57).

    Each complication uses up as many of the `wounds` as it is worth. The questions end when the remaining Wounds are
    too few for any further complication.

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
    """Ask a player to take complications in order to make a failed action succeed (BK-35).

    Together, the complications must be worth at least the points that the action is short of success. Each side can
    take each complication only once in a fight. If the side's remaining complications are worth too little, the player
    isn't asked.

    Args:
        game: The game.
        name: The fighter who acts.
        degree: The degree of the action.

    Returns:
        1 if complications make the action succeed, otherwise the old degree.
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
    """Apply the effects of concessions or complications to a fighter, and report each of them.

    `more_wounds` and `more_shock` are only reported: the caller subtracts the Wounds and Shock of a hit. Unknown names
    are only reported too.

    Args:
        game: The game.
        target: The fighter.
        taken: The concessions or complications, each with its number of units.
        by: The attacker. It is `target` itself if that fighter's own action has failed (BK-35).
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
    """Return whether the concession `out_of_action` takes effect in the present round.

    It does so in these cases:

    - The fighter still has a turn or a held action in this round.
    - The concession comes during the fighter's own turn, and another fighter has caused it.

    Otherwise, and always in the phase `surprise`, it takes effect from the next round on.
    """
    if game.state.phase == "surprise":
        return False
    is_interrupted = fighter.id in game.state.acting and by != fighter.id
    return not fighter.acted or fighter.holding or is_interrupted


def without_past(fighter: Fighter, round_: int) -> Fighter:
    """Return a fighter without the burdens that ended before the round `round_`."""
    return replace(fighter, burdens=tuple(one for one in fighter.burdens if one.until is None or one.until >= round_))


def _open(game: Skirmish, fighter: Fighter, taken: Mapping[str, int]) -> tuple[str, ...]:
    """Return the concessions that a fighter can still make.

    A concession that can't happen to the fighter is left out. A concession with a unit, such as rounds or Shock, can be
    made several times. A concession without a unit can be made once: it is left out if it is in `taken`.

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
