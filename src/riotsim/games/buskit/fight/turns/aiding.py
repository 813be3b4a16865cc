"""Help and treatment as actions in a fight (BK-36, BK-90)."""

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.action import help_check, help_dice, succeeds
from riotsim.games.buskit.chapters.damage import condition
from riotsim.games.buskit.chapters.healing import Health, treated, treatment_check
from riotsim.games.buskit.characters.ladder import LADDER
from riotsim.games.buskit.fight.conceding import pay
from riotsim.games.buskit.fight.field import distance_between, lay
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import add_wild_dice, throw_check
from riotsim.games.buskit.fight.turns.tasks import going_on
from riotsim.games.buskit.state import Fighter, FighterId

DICE = tuple(f"d{sides}" for sides in LADDER)
"""The difficulty dice that a player may pick for help or treatment."""


def patients(game: Skirmish, fighter: Fighter) -> tuple[FighterId, ...]:
    """Return the fighters whom a fighter may treat (BK-90).

    A patient is another fighter of the same side who is near enough, isn't dead, has lost Shock, and hasn't been
    treated yet.
    """
    return tuple(
        other.id
        for other in game.state.side(fighter.player)
        if other.id != fighter.id
        and other.condition != "dead"
        and not other.treated
        and other.shock < other.character.full_shock
        and distance_between(game.table, fighter.id, other.id) <= game.rules.melee.within
    )


def may_be_helped(game: Skirmish, fighter: Fighter) -> tuple[FighterId, ...]:
    """Return the fighters whom a fighter may help (BK-36).

    Such a fighter is of the same side, is conscious, and still has a turn or a held action in this round.
    """
    return tuple(
        other.id
        for other in game.state.side(fighter.player)
        if other.id != fighter.id and other.is_up and (not other.acted or other.holding)
    )


async def give_help(game: Skirmish, name: FighterId) -> None:
    """Carry out a fighter's help for another fighter's next attack or task (BK-36).

    The player picks the other fighter, a Trait for the help, and a difficulty die. The helper rolls against this die.
    """
    fighter = game.fighter(name)
    if not (able := may_be_helped(game, fighter)):
        return  # an interrupt has changed that
    other = await game.pick(fighter.player, "whom to help", able)
    tasks = [game.rules.scenario.tasks[one] for one in going_on(game, game.fighter(other))]
    traits = tuple(dict.fromkeys(("fight", "shoot", *(task.trait for task in tasks))))
    trait = await game.choose(fighter.player, "Trait", traits)
    die = LADDER[DICE.index(await game.choose(fighter.player, "difficulty", DICE))]
    skills = [task.specialization for task in tasks if task.trait == trait and task.specialization is not None]
    check = help_check(game.rules, fighter.equipped, trait, die, skills, -fighter.flinched)
    check = await add_wild_dice(game, name, check)
    result = await throw_check(game, check, fighter, None, "help")
    degree = await pay(game, name, result.degree)
    helped = game.fighter(other)
    good, bad = help_dice(game.rules, die, degree)
    game.change(
        other,
        help=(*helped.help, *((trait, one.sides) for one in good)),
        hindrance=(*helped.hindrance, *((trait, one.sides) for one in bad)),
    )
    game.emit(events.Helps(name, other, die, degree))


async def treat(game: Skirmish, name: FighterId) -> None:
    """Carry out a fighter's treatment of a patient (BK-74, BK-90).

    A success gives the patient Shock. If Shock and Wounds are then above 0, an unconscious patient wakes up, and can
    act from the next round on.
    """
    fighter = game.fighter(name)
    if not (able := patients(game, fighter)):
        return  # an interrupt has changed that
    await care_for(game, name, await game.pick(fighter.player, "whom to treat", able), -fighter.flinched)


async def care_for(game: Skirmish, name: FighterId, whom: FighterId, more: int = 0) -> int | None:
    """Ask a carer's player for a difficulty die, and roll the treatment against this die (BK-90).

    After a success the patient regains Shock, and may wake up.

    Args:
        game: The game.
        name: The carer.
        whom: The patient.
        more: Number of bonuses minus the number of penalties.

    Returns:
        The number of sides of the difficulty die after a success, or None after a failure.
    """
    fighter, patient, acting = game.fighter(name), game.fighter(whom), game.state.acting
    game.state.acting = acting or (name,)
    die = LADDER[DICE.index(await game.choose(fighter.player, "difficulty", DICE))]
    more += patient.armoured and game.rules.optional.armour_mercy  # BK-84
    check = await add_wild_dice(game, name, treatment_check(game.rules, fighter.character, die, more))
    result = await throw_check(game, check, fighter, None, "treat")
    degree = await pay(game, name, result.degree)
    game.state.acting = acting
    health = treated(game.rules, patient.character, Health(patient.wounds, patient.shock), die, degree)
    state = condition(game.rules, patient.character, health.wounds, health.shock)
    wakes = patient.condition == "out" and state == "up" and succeeds(game.rules, degree)
    game.change(patient.id, shock=health.shock, treated=True)
    if wakes:
        game.change(patient.id, condition="up", acted=True, stance="plain")
        lay(game, patient.id, down=False)
    game.emit(events.Treats(name, patient.id, die, degree, health.shock, wakes))
    return die if succeeds(game.rules, degree) else None
