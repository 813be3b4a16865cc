"""Ratings of answers in Demolition Dice, for the greedy bot."""

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from riotsim.games.demolition_dice.bot.positions import chance_to_win, prospect, prospect_after_fall
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import ROLL_THE_REST, STOP
from riotsim.games.demolition_dice.rules.knock import LeaveAlone, ThrowAt
from riotsim.games.demolition_dice.state import State
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PlaceDie, PlayerId, Request, Target
from riotsim.play.session.session import Session
from riotsim.table.acts import Mark
from riotsim.table.poses import Point, distance, heading, point_ahead

HEADING_COUNT: Final = 24
"""Number of directions from which a throw is considered."""

KNOCK_CHANCES: Final = (0.31, 0.70, 0.72, 0.74, 0.75, 0.75, 0.75, 0.74)
"""Chances that an average hand fells a tower of 1, 2, 3 … dice from 6 in, from docs/reference/demolition_towers.md."""

MIN_CLEARANCE: Final = 60.0
"""Distance that a throw should keep from one's own tower (mm)."""

MAX_OFFSET_RATIO: Final = 0.25
"""Maximum offset from the top die, as a share of a die. A die farther out would be less stable."""


class DemolitionAnswerEvaluator:
    """The evaluator of answers: it rates them by the chance to win."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def evaluate(
        self, request: Request[object], session: Session[State], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        """Return answers worth considering, with their ratings.

        Raises:
            TypeError: The game never makes such a request.
        """
        game = Demolition(session.play, self._rules)
        match request:
            case Choose(purpose="knock", player=player, options=options):
                return rate_knocks(game, player, options)
            case Choose(purpose="finish"):
                # Each die adds to the score, and a hand seldom fells a tower with the last ones.
                return [(ROLL_THE_REST, 1.0), (STOP, 0.0)]
            case PickPiece(purpose="pick", pieces=pieces):
                # Each place of a tower is filled once, and the die that is not taken is rolled again.
                return [(die, float(game.table.dice[die].shows)) for die in pieces]
            case AimThrow(target=None):
                aim = Aim((request.width / 2, request.depth / 2), 0.0, drop=max(100.0, request.least_drop))
                return [(aim, 0.0)]
            case AimThrow(player=player, target=Target() as target):
                return [*rate_aims(game, player, request, target)]
            case PlaceDie(tower=tower):
                return [(offset_over_base(game, tower), 0.0)]
        raise TypeError(f"Demolition Dice asks no such thing as {request!r}")


def rate_knocks(game: Demolition, player: PlayerId, options: Sequence[object]) -> list[tuple[object, float]]:
    """Rate a throw at each tower, and no throw, by the resulting chance to win."""
    prospects = {name: prospect(game, name) for name in game.players}
    now = chance_to_win(player, prospects)
    rated: list[tuple[object, float]] = []
    for option in options:
        match option:
            case ThrowAt(tower=tower):
                shows = tuple(die.shows for die in game.table.tower_dice(tower))
                then = {**prospects, tower: prospect_after_fall(prospects[tower], shows)}
                gain = KNOCK_CHANCES[min(len(shows), len(KNOCK_CHANCES)) - 1] * (chance_to_win(player, then) - now)
                rated.append((option, now + gain))
            case LeaveAlone():
                rated.append((option, now))
    return rated


def rate_aims(game: Demolition, player: PlayerId, request: AimThrow, target: Target) -> list[tuple[Aim, float]]:
    """Rate throws from the least distance: at full strength, and not past one's own tower.

    If a small table has few places for the hand, one throw is from the nearest such place.
    """
    _, hardest = request.strengths  # the quicker a die is there, the less an error in its speed puts it off
    drop = max(100.0, request.least_drop)
    own = game.table.tower_dice(player) if player != target.piece else ()
    rated: list[tuple[Aim, float]] = []
    for number in range(HEADING_COUNT):
        way = math.tau * number / HEADING_COUNT
        aim = Aim(target.at, way, hardest, drop, mark=target.default_mark)
        hand = point_ahead(target.at, way, -target.default_mark.back)
        risk = sum(_nearness_to_line(hand, target.at, die.pose.xy) for die in own[:1])
        rated.append((aim, -risk))
    near = target.release_region.nearest(target.at) if all(request.refusal(aim) for aim, _ in rated) else None
    if near is not None:
        mark = Mark(distance(near, target.at), target.default_mark.height)
        rated.append((Aim(target.at, heading(near, target.at), hardest, drop, mark=mark), 0.0))
    return rated


def _nearness_to_line(hand: Point, at: Point, tower: Point) -> float:
    """Return how near a throw passes another tower in line with it: 1 right at it, 0 far from it."""
    far, turn = distance(hand, tower), heading(hand, tower) - heading(hand, at)
    return max(0.0, 1.0 - abs(far * math.sin(turn)) / MIN_CLEARANCE) if math.cos(turn) > 0 else 0.0


def offset_over_base(game: Demolition, player: PlayerId) -> Point:
    """Return the best place for the next die: above the bottom die again (mm, from the middle of the top die)."""
    dice = game.table.tower_dice(player)
    if len(dice) < 2:
        return (0.0, 0.0)
    foot, top = dice[0].pose.xy, dice[-1].pose.xy
    x, y = (a - b for a, b in zip(foot, top, strict=True))
    most = MAX_OFFSET_RATIO * dice[-1].size
    share = min(1.0, most / math.hypot(x, y)) if (x, y) != (0.0, 0.0) else 1.0
    return (share * x, share * y)
