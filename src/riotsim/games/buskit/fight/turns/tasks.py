"""Tasks of a scenario as actions in a fight: single checks, extended actions and contests (BK-33, BK-34, BK-42)."""

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.action import Contestant, ExtendedAction, task_check
from riotsim.games.buskit.fight.conceding import pay
from riotsim.games.buskit.fight.field import is_beside
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import add_wild_dice, throw_check
from riotsim.games.buskit.state import Fighter, FighterId
from riotsim.play.requests import PlayerId
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Check, Dice


def open_tasks(game: Skirmish, fighter: Fighter) -> tuple[str, ...]:
    """Return the tasks that a fighter can try now.

    Such a task is open to the fighter's side and isn't over yet. If the task has a place, the fighter must be near it.
    """
    tasks = game.rules.scenario.tasks
    places = {name: tasks[name].at for name in going_on(game, fighter)}
    return tuple(name for name, at in places.items() if at is None or is_beside(game, fighter.id, at))


def going_on(game: Skirmish, fighter: Fighter) -> tuple[str, ...]:
    """Return the tasks that are open to a fighter's side and aren't over yet.

    A task is over for a side that has failed it, and for all sides once any side has completed it.
    """
    state, side = game.state, game.state.players.index(fighter.player) + 1
    return tuple(
        name
        for name, task in game.rules.scenario.tasks.items()
        if task.side in (None, side)
        and _progress(game, name, fighter.player).won_by(game.rules) is None
        and not any(_progress(game, name, player).won_by(game.rules) == "actor" for player in state.players)
    )


def resisting(game: Skirmish, fighter: Fighter, trait: str) -> Fighter:
    """Return the fighter who resists a task: the conscious opponent with the highest die in a Trait (BK-33)."""
    return max(game.state.opponents(fighter), key=lambda one: one.character.traits[trait])


async def try_task(game: Skirmish, name: FighterId) -> None:
    """Carry out a fighter's try at a task (BK-33, BK-34).

    Each try is a check that can change the scores of the sides. A side whose score reaches the task's `mark` completes
    the task. Some tasks win the fight for the side that completes them.
    """
    fighter = game.fighter(name)
    if not (able := open_tasks(game, fighter)):
        return  # an interrupt has changed that
    chosen = await game.choose(fighter.player, "task", able)
    task = game.rules.scenario.tasks[chosen]
    foe = None if task.against is None else resisting(game, fighter, task.against)
    game.state.attacked = True
    check = task_check(game.rules, fighter.character, task, None if foe is None else foe.character, -fighter.flinched)
    check = _helped(check, game.fighter(name), task.trait)
    game.state.fighters[name] = game.fighter(name).without_help(task.trait)
    check = await add_wild_dice(game, name, check)
    result = await throw_check(game, check, fighter, foe, "task")
    degree = await pay(game, name, result.degree)
    ours = _count(game, chosen, fighter.player, degree)
    told = (write_pool(check.actor), write_pool(check.defender), degree, ours.actor, ours.defender)
    game.emit(events.TriesTask(name, chosen, *told))
    _end_if_won(game, chosen, fighter.player, ours.won_by(game.rules))
    if foe is not None:
        theirs = _count(game, chosen, foe.player, -degree)
        _end_if_won(game, chosen, foe.player, theirs.won_by(game.rules))


def _helped(check: Check, fighter: Fighter, trait: str) -> Check:
    """Return a fighter's check with the dice of help added to it (BK-36). Failed help adds dice to the other pool."""
    good = [Dice(die, why="help") for die in fighter.help_with(trait)]
    bad = [Dice(die, why="failed help") for die in fighter.hindrance_with(trait)]
    return Check(check.actor.plus(*good), check.defender.plus(*bad))


def _progress(game: Skirmish, task: str, player: PlayerId) -> ExtendedAction:
    """Return a player's progress in a task."""
    figures = game.rules.scenario.tasks[task]
    found = game.state.tasks.get((task, player))
    return found or ExtendedAction(figures.mark, figures.tries, contest=figures.against is not None)


def _count(game: Skirmish, task: str, player: PlayerId, degree: int) -> ExtendedAction:
    """Add a check to a player's progress in a task, and return the new progress.

    Args:
        game: The fight.
        task: Name of the task.
        player: The player.
        degree: The degree of the check: positive if this player has won it, negative if the player has lost it, 0 for a
            tie.
    """
    found = game.state.tasks[task, player] = _progress(game, task, player).after(game.rules, degree)
    return found


def _end_if_won(game: Skirmish, task: str, player: PlayerId, won_by: Contestant | None) -> None:
    """Report a player's completion or failure of a task. If completing the task wins the fight, end the fight.

    If an opponent resists the task, the opponent's success is reported in place of a failure.

    Args:
        game: The fight.
        task: Name of the task.
        player: The player.
        won_by: `actor` after completion, `defender` after failure; None while the task goes on.
    """
    contest = game.rules.scenario.tasks[task].against is not None
    if won_by is None or (won_by == "defender" and contest):  # then the opponent has completed it
        return
    game.emit(events.EndsTask(player, task, won_by == "actor"))
    if won_by == "actor" and game.rules.scenario.tasks[task].wins:
        game.end((player,), "task")
