"""Concessions that keep a victim in the fight, and complications of telling blows (BK-57, BK-75, BK-D6)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.damage import concessions_worth
from riotsim.games.buskit.fight.field import lay
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Burden, Fighter, FighterId

GO_DOWN: Final = "go down"
"""The option of making no more concessions."""

NEXT_ROUND: Final = frozenset({"stunned", "bad_position", "off_balance", "flees"})
"""Concessions that last until the end of the next round."""

FOR_THE_FIGHT: Final = frozenset({"shaken", "hampered", "limb_useless"})
"""Concessions that last for the rest of the fight."""


async def concede(game: Skirmish, target: FighterId, wounds: int) -> dict[str, int] | None:
    """Ask a victim for concessions, one for each Wound, one question at a time (BK-75).

    Returns:
        The number of units of each; None if the victim goes down instead.
    """
    taken: dict[str, int] = {}
    while concessions_worth(game.rules, taken) < wounds:
        options = (GO_DOWN, *_open(game, game.fighter(target), taken))
        choice = await game.choose(game.fighter(target).player, "concession", options)
        if choice == GO_DOWN:
            return None
        taken[choice] = taken.get(choice, 0) + game.rules.concessions[choice].each
    return taken


async def complicate(game: Skirmish, name: FighterId, target: FighterId, wounds: int) -> dict[str, int]:
    """Ask an attacker for complications of the victim, one for each Wound (BK-57).

    Returns:
        The number of units of each.
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


def burden(game: Skirmish, target: FighterId, taken: Mapping[str, int], by: FighterId) -> None:
    """Let concessions have their effect on a victim. Wounds and Shock among them are taken elsewhere.

    Args:
        game: The game.
        target: The victim.
        taken: The number of units of each concession. Those of one's own rules without an effect here are only told.
        by: The attacker.
    """
    for name, count in taken.items():
        fighter, now = game.fighter(target), game.state.round
        if name == "knocked_down":
            game.change(target, prone=True)
            lay(game, target, down=True)
        elif name == "disarmed":
            game.change(target, lost=(*fighter.lost, fighter.weapons[0]))
        elif name == "gear_broken" and fighter.armour is not None:
            game.change(target, broken=True)
        elif name == "gear_broken" and fighter.weapons:
            game.change(target, lost=(*fighter.lost, fighter.weapons[0]))
        elif name == "out_of_action":
            burdens = (*fighter.burdens, Burden(name, now + count, by))
            game.change(target, burdens=burdens, acted=True, holding=False, aiming="")
        elif name in NEXT_ROUND:
            game.change(target, burdens=(*fighter.burdens, Burden(name, now + 1, by)))
        elif name in FOR_THE_FIGHT:
            game.change(target, burdens=(*fighter.burdens, *(Burden(name, None, by),) * count))
        game.emit(events.Concedes(target, name, count))


def without_past(fighter: Fighter, round_: int) -> Fighter:
    """Return a fighter without the burdens that ended before a round."""
    return replace(fighter, burdens=tuple(one for one in fighter.burdens if one.until is None or one.until >= round_))


def _open(game: Skirmish, fighter: Fighter, taken: Mapping[str, int]) -> tuple[str, ...]:
    """Return the concessions that a fighter can still make: those without units only once."""
    impossible = {"knocked_down"} if fighter.prone else set()
    if not fighter.weapons:
        impossible |= {"disarmed"} if fighter.armour is not None else {"disarmed", "gear_broken"}
    return tuple(
        name
        for name, one in game.rules.concessions.items()
        if name not in impossible and (one.unit != "none" or name not in taken)
    )
