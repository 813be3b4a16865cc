"""The questions of a turn, put to players step by step until one option is left (CC-36, CC-42, CC-62, CC-65)."""

from dataclasses import replace

from riotsim.games.cube_clash.rules.clash import Clash
from riotsim.games.cube_clash.rules.questions import BANISH, TURN, Question, candidates, next_question
from riotsim.games.cube_clash.state import NOTHING_ASKED, Asked
from riotsim.games.cube_clash.turns.options import Banish, Option, Reorient
from riotsim.games.cube_clash.turns.spells import open_orientations
from riotsim.games.cube_clash.turns.turn import Casting, Situation, player
from riotsim.games.cube_clash.units.orientations import NUMBER_OF, PLACE_OF, Orientation
from riotsim.games.cube_clash.units.unit import DieId, opponent
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, PlayerId


async def choose_option(game: Clash, now: Situation) -> Option:
    """Ask a player step by step for an option, and return it. Don't ask if only one option is open."""
    match, who = game.match, game.player(player(game.match, now))
    game.state.situation = now
    game.state.asked = Asked(*candidates(match, now))
    try:
        while isinstance(found := next_question(match, game.places, now, game.state.asked, who), Question):
            game.state.asked = replace(game.state.asked, path=found.path)
            word = found.word(await game.ask(found.request))
            game.state.asked = replace(game.state.asked, path=(*found.path, word))
            if word.purpose == "spell" and word.answer in game.state.asked.spells:
                return await (_reorient if word.answer == TURN else _banish)(game, now, who)
        return found
    finally:
        game.state.asked = NOTHING_ASKED


async def _banish(game: Clash, now: Situation, who: PlayerId) -> Option:
    """Ask for dead dice of the opponent to remove from the game for good. Return the spell that does this (CC-65)."""
    dead = tuple(now.position.dead_of(game.match, opponent(now.position.mover)))
    dice = await _some(game, now, who, BANISH, dead)
    return Banish(sum(map(game.match.health, dice)), dice)


async def _reorient(game: Clash, now: Situation, who: PlayerId) -> Option:
    """Ask for the units that a yellow spell turns, and for the new orientation of each. Return the spell (CC-62)."""
    here = now.position
    dice = await _some(game, now, who, "units", tuple(one.die for one in here.standing))
    turned: list[tuple[DieId, Orientation]] = []
    for number, die in enumerate(dice):
        asked = replace(game.state.asked, to_turn=dice[number:], turned=tuple(turned), top=0)
        open_ = open_orientations(game.match, here[die])
        tops = tuple(place for place, face in NUMBER_OF.items() if any(lies.top == face for lies in open_))
        if len(tops) > 1:
            game.state.asked = asked
            top = NUMBER_OF[await game.ask(Choose(who, "top", tops))]
        else:
            top = here[die].lies.top
        game.state.asked = replace(asked, top=top)
        ways = {PLACE_OF[lies.north]: lies for lies in open_ if lies.top == top}
        turned.append((die, ways[await game.ask(Choose(who, "north", tuple(ways)))]))
    return Reorient(sum(map(game.match.health, dice)), tuple(turned))


async def _some(game: Clash, now: Situation, who: PlayerId, purpose: str, dice: tuple[DieId, ...]) -> tuple[DieId, ...]:
    """Ask a player to pick one or more of `dice`, and return the picked dice.

    The sum of their health can't exceed the remaining points for magic.
    """
    assert isinstance(now.stage, Casting), "only magic asks for several dice"
    points = now.stage.points
    able = tuple(die for die in dice if game.match.health(die) <= points)
    weights = tuple(map(game.match.health, able))
    return await game.ask(PickSome(who, purpose, able, 1, None, weights, points))
