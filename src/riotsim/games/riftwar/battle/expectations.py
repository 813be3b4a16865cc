"""The exact chances of attacks and rallies as units stand (RW-65, RW-80)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from riotsim.games.riftwar.battle.attacking import Strike, circumstances
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import in_arc, sees
from riotsim.games.riftwar.battle.firing import has_cover
from riotsim.games.riftwar.battle.rallying import bonus_of
from riotsim.games.riftwar.chapters.damage import Range, attack_dice, chances
from riotsim.games.riftwar.chapters.rally import rally_chance
from riotsim.games.riftwar.state import Unit, UnitId

Chances: TypeAlias = tuple[Fraction, Fraction, Fraction, Fraction]
"""The chances of no effect, a pin, a wound and a kill."""


def chances_between(game: Battle, attacker: UnitId, target: UnitId, at: Range) -> Chances:
    """Return the chances of one attack of a unit on another, as they stand.

    Args:
        game: The game.
        attacker: The attacker.
        target: The target. At range, the attacker must see it.
        at: Where it is attacked.
    """
    cover = at == "fire" and has_cover(game, attacker, target)
    how = "direct" if at == "fire" else "close"
    dice = attack_dice(game.rules, game.unit(attacker).type, at)
    strike = Strike(attacker, target, "direct" if how == "direct" else "close", at, dice, cover)
    return chances(game.rules, dice, circumstances(game, strike))


def attack_chances(game: Battle, target: UnitId, attackers: Iterable[Unit] | None = None) -> Chances | None:
    """Return the chances of the best attack on a target by a unit that may attack it now; None if there is none.

    Args:
        game: The game.
        target: The target.
        attackers: The units that count, of the active player; None for all.
    """
    able: list[Chances] = []
    foe = game.unit(target)
    for unit in game.state.standing(game.state.active) if attackers is None else attackers:
        if unit.fray is not None and unit.fray == foe.fray:
            able.append(chances_between(game, unit.id, target, "close"))
        elif unit.fray is None and may_fire(game, unit, foe):
            able.append(chances_between(game, unit.id, target, "fire"))
    return max(able, key=lambda one: (one[2] + one[3], one[1]), default=None)


def may_fire(game: Battle, unit: Unit, target: Unit) -> bool:
    """Return whether a unit of the active player has dice, line of sight and arc for fire at a target."""
    return (
        attack_dice(game.rules, unit.type, "fire") > 0
        and in_arc(game, unit, target, own_phase=True)
        and sees(game, unit.id, target.id)
    )


def rally_chance_of(game: Battle, unit: Unit) -> Fraction:
    """Return the chance that a unit's rally succeeds."""
    return rally_chance(game.rules, bonus_of(game, unit))
