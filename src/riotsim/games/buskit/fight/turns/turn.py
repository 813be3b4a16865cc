"""A turn with its action and its move, and held actions that interrupt others (BK-41 to BK-43, BK-47, BK-56)."""

from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.fight.attacking import carry_out, strike
from riotsim.games.buskit.fight.declaring import declare, weapons_and_targets
from riotsim.games.buskit.fight.field import drop_prone, engaged_with, lay, move_region, put
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import ROUND_THROWS
from riotsim.games.buskit.fight.turns.aiding import give_help, may_be_helped, patients, treat
from riotsim.games.buskit.fight.turns.tasks import open_tasks, try_task
from riotsim.games.buskit.state import Fighter, FighterId
from riotsim.play.requests import PickPoint
from riotsim.table.geometry.plan import gap
from riotsim.table.poses import Point

ENDS_TURN: Final = ("aim", "hold")
"""The actions that end a turn: after such an action the fighter can't even move."""


async def play_turn(game: Skirmish, name: FighterId, *, interrupted: FighterId | None = None) -> None:
    """Play a fighter's turn: one action, and one move before or after the action (BK-41).

    In the phase `surprise`, the fighter may not make this move (BK-46).

    Args:
        game: The game.
        name: The fighter.
        interrupted: The fighter whom `name` interrupts with a held action; None if the turn interrupts nobody.
    """
    fighter = game.fighter(name)
    aimed = fighter.aiming == "aiming" and interrupted is None  # BK-56: the bonus is lost if one acts earlier
    game.change(name, acted=True, holding=False, aiming="aimed" if aimed else "")
    game.state.acting += (name,)
    game.emit(events.TurnBegins(fighter.player, name))
    acted = False
    while _may_act(game, name) and len(game.state.standing_players()) > 1:
        options = open_actions(game, game.fighter(name), acted=acted, holds=interrupted is None)
        choice = await game.choose(fighter.player, "action", options)
        if choice == "done":
            break
        if choice == "move":
            game.change(name, moved=True)
            await move(game, name, "move")
        elif choice == "drop prone":
            drop_prone(game, name, under_fire=False)
        else:
            acted = True
            await _act(game, name, choice)
            if choice in ENDS_TURN:
                break
    if game.fighter(name).aiming == "aimed":
        game.change(name, aiming="")
    game.state.acting = game.state.acting[:-1]


def open_actions(game: Skirmish, fighter: Fighter, *, acted: bool, holds: bool = True) -> tuple[str, ...]:
    """Return the names of the things that a fighter may do next in a turn (BK-42).

    The last name is always `done`, which ends the turn.

    Args:
        game: The game.
        fighter: The fighter.
        acted: True if the fighter has used the action of this turn.
        holds: True if `aim` and `hold` are allowed; False if the turn interrupts another turn.
    """
    found = []
    can_move = not fighter.prone and move_region(game, fighter) is not None
    if not acted:
        shoots = any(game.rules.weapons[name].skill == "shoot" for name in fighter.weapons)
        barred = fighter.count(game.state.round, "stunned", "flees") > 0  # BK-D6
        found += ["attack"] if not barred and weapons_and_targets(game, fighter) else []
        found += ["aim"] if shoots and holds and not barred else []
        found += ["run"] if can_move else []
        found += ["treat"] if patients(game, fighter) else []
        found += ["help"] if may_be_helped(game, fighter) else []
        found += ["task"] if open_tasks(game, fighter) else []
        found += ["reload"] if any(count for _, count in fighter.fired) else []
        found += ["stand up"] if fighter.prone else []
        found += ["hold"] if holds and not barred else []
    found += ["move"] if can_move and not fighter.moved and game.state.phase != "surprise" else []
    found += ["drop prone"] if not fighter.prone and game.rules.optional.prone else []
    return (*found, "done")


async def _act(game: Skirmish, name: FighterId, choice: str) -> None:
    """Carry out an action of a fighter's turn.

    An attack is declared first. Then fighters who hold an action may interrupt this fighter (BK-47). If this fighter
    can still act after that, the stance from the fighter's last attack ends (BK-55), and the action follows.
    """
    declared = await declare(game, game.fighter(name)) if choice == "attack" else None
    await offer_interrupts(game, name)
    if not _may_act(game, name):
        return
    game.change(name, stance="plain")
    if declared is not None:
        await carry_out(game, name, declared)
    else:
        await _do(game, name, choice)
    if choice not in ENDS_TURN:
        game.change(name, flinched=False)


def _may_act(game: Skirmish, name: FighterId) -> bool:
    """Return whether a fighter may still act.

    The fight must go on, the fighter must be conscious, and no concession `out_of_action` may hold in this round.
    """
    fighter = game.fighter(name)
    idle = fighter.count(game.state.round, "out_of_action") > 0
    return fighter.is_up and not idle and game.state.result is None


async def _do(game: Skirmish, name: FighterId, choice: str) -> None:
    match choice:
        case "hold":
            game.change(name, holding=True)
            game.emit(events.Holds(name))
        case "aim":
            game.change(name, holding=True, aiming="aiming")
            game.emit(events.Aims(name))
        case "run" if not game.fighter(name).prone:
            await move(game, name, "run")
        case "treat":
            await treat(game, name)
        case "help":
            await give_help(game, name)
        case "task":
            await try_task(game, name)
        case "reload":
            game.change(name, fired=())
            game.emit(events.Reloads(name))
        case "stand up":
            game.change(name, prone=False)
            lay(game, name, down=False)
            game.emit(events.StandsUp(name))


async def offer_interrupts(game: Skirmish, name: FighterId) -> None:
    """Ask each fighter who holds an action whether to interrupt the fighter `name` (BK-47).

    The fighter with the best initiative is asked first. An interrupting fighter can be interrupted only by fighters
    with a better initiative.
    """
    order = game.state.order or tuple(game.state.fighters)
    nested = len(game.state.acting) > 1
    for holder in order[: order.index(name)] if nested and name in order else order:
        waiting = game.fighter(holder)
        if not waiting.holding or not waiting.is_up or holder in game.state.acting or not _may_act(game, name):
            continue
        game.state.may_interrupt = holder
        answer = await game.choose(waiting.player, "interrupt", ("wait", "interrupt"))
        game.state.may_interrupt = None
        if answer == "interrupt":
            game.emit(events.Interrupts(holder, name))
            await play_turn(game, holder, interrupted=name)


async def move(game: Skirmish, name: FighterId, how: str) -> None:
    """Ask for the end of a fighter's move, and move the model there (BK-41, BK-43).

    Opponents may get free attacks first. If they knock the fighter down or out, there is no move.
    """
    fighter, thrown = game.fighter(name), game.state.throws
    if thrown and (thrown[0].purpose in ROUND_THROWS or thrown[0].fighters[0] != name):
        game.state.throws = ()
    region = move_region(game, fighter)
    assert region is not None, "a move is offered only if moves have a length"
    spot = await game.ask(PickPoint(fighter.player, how, ((name, region),)))
    if game.rules.melee.free_strike:
        await _free_strikes(game, fighter, spot.at)
    if _may_act(game, name) and not game.fighter(name).prone:  # a free strike may have ended it
        await put(game, name, spot.at, how)


async def _free_strikes(game: Skirmish, fighter: Fighter, to: Point) -> None:
    """Play the free attacks of opponents whom a fighter leaves (BK-43).

    The player of each such opponent is asked whether this opponent strikes.
    """
    there = game.table.models[fighter.id].footprint_at(to)
    for foe in engaged_with(game, fighter):
        apart = gap(there, game.table.models[foe.id].footprint)
        barred = game.fighter(foe.id).count(game.state.round, "stunned", "flees", "out_of_action") > 0  # BK-D6
        if apart <= game.rules.melee.within or barred or not game.fighter(fighter.id).is_up:
            continue
        if await game.choose(foe.player, "free strike", ("let go", "strike")) == "strike":
            await strike(game, foe.id, fighter.id)
