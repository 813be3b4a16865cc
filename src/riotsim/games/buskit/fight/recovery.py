"""Healing after a fight. In each period, hurt fighters get care, and then roll for recovery (BK-90 to BK-93)."""

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.damage import condition
from riotsim.games.buskit.chapters.healing import Health, days_between, recovered, recovery_check
from riotsim.games.buskit.fight.field import lay
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import add_wild_dice, throw_check
from riotsim.games.buskit.fight.turns.aiding import care_for
from riotsim.games.buskit.state import FighterId


async def heal(game: Skirmish) -> None:
    """Play one period of healing for each fighter who is hurt and not dead (BK-91).

    After the last period, or as soon as nobody is hurt any more, the game is over.
    """
    state = game.state
    for name in tuple(state.fighters):
        if _is_hurt(game, name):
            await _recover(game, name)
    state.healed += 1
    if state.healed >= game.rules.healing.periods or not any(_is_hurt(game, name) for name in state.fighters):
        state.phase = "over"


def _is_hurt(game: Skirmish, name: FighterId) -> bool:
    """Return whether a fighter is hurt. Such a fighter was set up, isn't dead, and has lost Wounds or Shock."""
    one = game.fighter(name)
    hurt = one.wounds < one.character.full_wounds or one.shock < one.character.full_shock
    return one.placed and one.condition != "dead" and hurt


async def _recover(game: Skirmish, name: FighterId) -> None:
    """Play one period of healing for a patient (BK-90 to BK-93).

    If the side has another conscious fighter, the player picks one to care for the patient. If Wounds are missing, the
    patient then rolls to recover them.
    """
    patient, die = game.fighter(name), None
    carers = tuple(one.id for one in game.state.side(patient.player) if one.is_up and one.id != name)
    if carers:
        carer = await game.pick(patient.player, "who cares", carers)
        die = await care_for(game, carer, name)
    patient = game.fighter(name)
    missing = patient.character.full_wounds - patient.wounds
    if missing <= 0:
        return
    game.state.acting = (name,)
    named = int(await game.choose(patient.player, "wounds named", tuple(str(count + 1) for count in range(missing))))
    check = recovery_check(game.rules, patient.character, named, die)
    check = await add_wild_dice(game, name, check)
    result = await throw_check(game, check, patient, None, "recovery")
    game.state.acting = ()
    before = Health(patient.wounds, patient.shock)
    health = recovered(game.rules, patient.character, before, named, result.degree)
    state = patient.condition
    if health != before:  # one who was stopped (BK-75) is still out after a failure
        state = condition(game.rules, patient.character, health.wounds, health.shock)
    game.change(name, wounds=health.wounds, shock=health.shock, condition=state)
    lay(game, name, down=patient.prone or state != "up")
    days = days_between(game.rules, with_care=bool(carers))
    game.emit(events.Recovers(name, named, result.degree, health.wounds, health.shock, days))
