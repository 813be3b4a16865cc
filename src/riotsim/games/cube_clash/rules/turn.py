"""A turn on the table: choices, acts, and the end of the turn (CC-10 to CC-15, CC-80 to CC-82)."""

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.board.squares import square_name
from riotsim.games.cube_clash.rules import carrying
from riotsim.games.cube_clash.rules.asking import choose_option
from riotsim.games.cube_clash.rules.clash import Clash
from riotsim.games.cube_clash.rules.questions import TURNS
from riotsim.games.cube_clash.rules.telling import face_text, tell, tell_another_turn
from riotsim.games.cube_clash.state import Result
from riotsim.games.cube_clash.turns.ending import passed
from riotsim.games.cube_clash.turns.options import Banish, Move, Option, Rotate, Step
from riotsim.games.cube_clash.turns.turn import Situation, after, begin, player
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.unit import SIDES
from riotsim.play.requests import PlayerId


async def play_turn(game: Clash) -> None:
    """Play a turn, and end it. If this ends the game, keep the result in the state."""
    state = game.state
    game.emit(events.TurnBegins(game.player(state.position.mover), state.turn))
    now = begin(game.match, state.position)
    while not now.over:
        now = await take(game, now, await choose_option(game, now))
    end_turn(game, now)


async def take(game: Clash, now: Situation, option: Option) -> Situation:
    """Carry an option out on the table, report it, and return the situation afterwards."""
    match = game.match
    if isinstance(option, Step | Rotate):
        return await _move(game, now, option)
    then = after(match, now, option)
    if isinstance(option, Banish):
        game.state.gone |= set(option.dice)
        game.table = game.table.without(*option.dice)
    actor = getattr(now.stage, "die", None)
    if isinstance(option, Move) and actor and match.face(now.position[actor]).icon is not Icon.FLY:
        await carrying.slide(game, actor, then.position)
    else:
        await carrying.carry(game, then.position)
    for event in tell(match, game.player(player(match, now)), now, option, then):
        game.emit(event)
    return then


async def _move(game: Clash, now: Situation, option: Step | Rotate) -> Situation:
    """Carry a step or a rotation out on the table, report it, and return the situation afterwards."""
    then = await (carrying.step(game, now, option) if isinstance(option, Step) else carrying.rotate(game, now, option))
    stands = then.position[option.die]
    face = face_text(game.match, option.die, stands.lies)
    if isinstance(option, Step):
        game.emit(events.Steps(option.die, option.direction, square_name(stands.at), face))
    else:
        game.emit(events.Rotates(option.die, TURNS[option.quarters], face))
    for event in tell_another_turn(then):
        game.emit(event)
    return then


def end_turn(game: Clash, now: Situation) -> None:
    """End a turn. The next turn is the other player's, unless the game is over (CC-80 to CC-82)."""
    state = game.state
    state.situation = None
    state.position, state.history, result = passed(game.match, state.history, now)
    if result is None:
        return
    winners: tuple[PlayerId, ...] = () if result.ending == "too long" else tuple(map(game.player, SIDES))
    if result.winner is not None:
        winners = (game.player(result.winner),)
    state.phase = "over"
    state.result = Result(winners, result.ending)
    game.emit(events.GameOver(winners, result.ending))
