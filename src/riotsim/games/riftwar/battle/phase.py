"""Phases (RW-07, RW-08, RW-20 to RW-25). A player acts until an action fails. Then the next player's phase begins, or
the game ends.
"""

from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.attacking import settle_frays
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.firing import (
    coordinated_aims,
    direct_aims,
    fire,
    fire_indirectly,
    fire_together,
    indirect_aims,
)
from riotsim.games.riftwar.battle.moves.close_combat import (
    attack,
    attack_together,
    attackers_together,
    can_charge,
    charge,
    charge_together,
    chargers,
    escape,
    escapers,
    fray_aims,
)
from riotsim.games.riftwar.battle.moves.moving import (
    aim_turret,
    cross,
    crossers,
    group_request,
    move_group,
    move_unit,
    single_movers,
    turn_unit,
    turners,
    turrets,
)
from riotsim.games.riftwar.battle.rallying import rally
from riotsim.games.riftwar.chapters.phases import Failure, next_player
from riotsim.games.riftwar.chapters.victory import is_out, most_phases
from riotsim.games.riftwar.state import Ending, Result
from riotsim.play.requests import PlayerId

PASS: Final = "pass"
"""The option to end the phase."""


def begin_phase(game: Battle) -> None:
    """Begin a phase of the active player. Forget what units did in the previous phase (RW-25)."""
    state = game.state
    state.phase += 1
    state.between, state.actions, state.attack_rolled = False, 0, False
    state.last_active[state.active] = state.phase
    for name, unit in state.units.items():
        if unit.spent or unit.attacked or unit.round_corner:
            game.change(name, spent=False, attacked="", round_corner=False)
    game.emit(events.PhaseBegins(state.phase, state.active))


async def play_action(game: Battle) -> None:
    """Play one action of the active player (RW-20 to RW-23).

    If fewer than two players are left in the game after the action, the game ends. Otherwise, the phase ends if the
    action fails, or if the active player is out of the game.
    """
    state, player = game.state, game.state.active
    choice = await game.choose(player, "action", open_actions(game, player))
    state.actions += 1
    state.action, state.thrown_attacks = choice, ()
    failure = await _act(game, player, choice)
    state.declared, state.action = None, ""
    _remove_those_out(game)
    left = state.left()
    if len(left) <= 1:
        end_game(game, left, "last side")
    elif failure is not None or player not in left:
        _end_phase(game, player, failure or Failure("hurt"))


def open_actions(game: Battle, player: PlayerId) -> tuple[str, ...]:
    """Return the actions that a player may take. Passing is always allowed (RW-21).

    After `phase.max_actions` actions in a phase, passing is the only allowed action (RW-08).
    """
    if game.state.actions >= game.rules.phase.max_actions:
        return (PASS,)
    aims, close = direct_aims(game, player), fray_aims(game, player)
    group = group_request(game, player)
    able = {
        "direct fire": bool(aims),
        "coordinated fire": len(aims) > 1 and bool(coordinated_aims(game, player)),
        "indirect fire": bool(indirect_aims(game, player)),
        "attack": bool(close),
        "coordinated attack": len(close) > 1 and bool(attackers_together(game, player, close)),
        "move": bool(single_movers(game, player)),
        "group move": group is not None,
        "close combat": any(can_charge(game, name) for name in chargers(game, player)),
        "group close combat": group is not None and any(can_charge(game, name) for name in group.items),
        "escape": bool(escapers(game, player)),
        "cross": bool(crossers(game, player)),
        "turn": bool(turners(game, player)),
        "aim": bool(turrets(game, player)),
        "rally": any(unit.pinned for unit in game.state.standing(player)),
    }
    return (*(action for action, is_open in able.items() if is_open), PASS)


async def _act(game: Battle, player: PlayerId, choice: str) -> Failure | None:
    """Carry out an action of a player. Return its failure, or None if it succeeds.

    A pass counts as a failure, so it ends the phase.
    """
    match choice:
        case "direct fire":
            return await fire(game, player, direct_aims(game, player))
        case "coordinated fire":
            return await fire_together(game, player, coordinated_aims(game, player))
        case "indirect fire":
            return await fire_indirectly(game, player, indirect_aims(game, player))
        case "attack":
            return await attack(game, player, fray_aims(game, player))
        case "coordinated attack":
            return await attack_together(game, player, attackers_together(game, player, fray_aims(game, player)))
        case "move":
            return await move_unit(game, await game.pick(player, "who moves", single_movers(game, player)))
        case "close combat":
            able = tuple(name for name in chargers(game, player) if can_charge(game, name))
            return await charge(game, await game.pick(player, "who moves", able))
        case "group move" | "group close combat":
            request = group_request(game, player)
            assert request is not None, "the action is open only if there is a group"
            return await (move_group if choice == "group move" else charge_together)(game, request)
        case "cross":
            able = crossers(game, player)
            return await cross(game, await game.pick(player, "who moves", able))
        case "escape":
            return await escape(game, await game.pick(player, "who moves", escapers(game, player)))
        case "turn":
            return await turn_unit(game, await game.pick(player, "who turns", turners(game, player)))
        case "aim":
            return await aim_turret(game, await game.pick(player, "who turns", turrets(game, player)))
        case "rally":
            pinned = tuple(unit.id for unit in game.state.standing(player) if unit.pinned)
            return await rally(game, await game.pick(player, "who rallies", pinned))
    others = game.state.opponents(player)
    return Failure("pass", await game.choose(player, "who is next", others))


def _remove_those_out(game: Battle) -> None:
    """Record which players are out (RW-07).

    If two or more players are left, also remove the units of the players who are out.
    """
    state = game.state
    for player in state.left():
        if is_out(game.rules, state.army_size(player), len(state.side(player))):
            state.out += (player,)
            game.emit(events.PlayerOut(player))
    if len(state.left()) <= 1:
        return  # the units of the last loser stay where they stood
    for unit in list(state.units.values()):
        if unit.player in state.out and not unit.destroyed:
            if unit.id in game.table.models:
                game.table = game.table.without(unit.id)
            game.change(unit.id, destroyed=True, fray=None)
    settle_frays(game)


def _end_phase(game: Battle, player: PlayerId, failure: Failure) -> None:
    """End a phase of a player (RW-07, RW-08, RW-23).

    If nobody has attacked for `draw.quiet_phases` phases in a row, the game ends in a draw. If it has had too many
    phases in all, it ends as unfinished. If it doesn't end, another player becomes active.
    """
    state = game.state
    game.emit(events.PhaseEnds(player, failure.why))
    state.quiet = 0 if state.attack_rolled else state.quiet + 1
    others = state.opponents(player)
    if state.quiet >= game.rules.draw.quiet_phases:
        end_game(game, state.left(), "quiet")
    elif state.phase >= most_phases(game.rules, max(map(state.army_size, state.players))):
        end_game(game, (), "too long")
    else:
        state.active, state.between = next_player(failure, others, state.last_active), True


def end_game(game: Battle, winners: tuple[PlayerId, ...], ending: Ending) -> None:
    """End the game with a result."""
    game.state.stage = "over"
    game.state.result = Result(winners, ending)
    game.emit(events.GameOver(winners, ending))
