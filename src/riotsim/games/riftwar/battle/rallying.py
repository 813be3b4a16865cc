"""Rallies on the table (RW-80)."""

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.attacking import throw
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import bases, seen, sees
from riotsim.games.riftwar.chapters.groups import group_of
from riotsim.games.riftwar.chapters.phases import Failure
from riotsim.games.riftwar.chapters.rally import rallies, rally_bonus
from riotsim.games.riftwar.state import RallyAttempt, Unit, UnitId


def attempt_of(game: Battle, unit: Unit) -> RallyAttempt:
    """Return a unit's attempt to rally. It says whether a Leader helps the unit now, and whether no enemy sees it."""
    unseen = not any(seen(game, [(enemy.id, unit.id) for enemy in game.state.enemies(unit.player)]))
    return RallyAttempt(unit.id, _is_led(game, unit), unseen)


def bonus_of(game: Battle, unit: Unit) -> int:
    """Return the bonus to the die of a unit's rally."""
    tried = attempt_of(game, unit)
    return rally_bonus(led=tried.led, unseen=tried.unseen)


def _is_led(game: Battle, unit: Unit) -> bool:
    """Return whether a Leader helps a unit.

    - Another unit of the same player that is a Leader helps if it sees the unit, or if it is in the unit's close
      group. The option `rally.leader_by` says which of these two counts.
    - With `rally.leader_self`, a unit that is a Leader always helps itself.
    """
    if game.rules.rally.leader_self and unit.type.able.leader:
        return True
    friends = game.state.standing(unit.player)
    leaders = {one.id for one in friends if one.type.able.leader and one.id != unit.id}
    if game.rules.rally.leader_by == "los":
        return any(sees(game, leader, unit.id) for leader in leaders)
    return not leaders.isdisjoint(group_of(unit.id, bases(game, friends), game.rules.group.within))


async def rally(game: Battle, name: UnitId) -> Failure | None:
    """Try to rally a unit. If the rally succeeds, the unit is no longer pinned.

    With `rally.heals`, success also means that the unit is no longer wounded. Return the failure, if the rally fails.
    """
    unit = game.unit(name)
    game.state.rallying = tried = attempt_of(game, unit)
    bonus = rally_bonus(led=tried.led, unseen=tried.unseen)
    ((value,),) = await throw(game, unit.player, [1])
    game.state.rallying = None
    succeeds = rallies(game.rules, value, bonus)
    if succeeds:
        game.change(name, pinned=False, wounded=unit.wounded and not game.rules.rally.heals)
    game.emit(events.Rallies(name, value, bonus, succeeds))
    return None if succeeds else Failure("rally")
