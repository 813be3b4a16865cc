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
"""Number of directions for the bot's throws at a tower, at equal angles all around it. Our choice."""

KNOCK_CHANCES: Final = (0.31, 0.70, 0.72, 0.74, 0.75, 0.75, 0.75, 0.74)
"""Chances that an average hand knocks down a tower of 1 to 8 dice with its fastest throw from six inches.
`tools/tables/throws.py` measured these chances; docs/reference/demolition_towers.md has most of them.
"""

MIN_CLEARANCE: Final = 60.0
"""The thrower's own tower is at risk within this distance from the line of a throw (mm). Our estimate."""

MAX_OFFSET_RATIO: Final = 0.25
"""Maximum distance between the middle of a die and the middle of the die below it, as a fraction of a die's size.

A tower with larger distances is less stable.
"""


class DemolitionAnswerEvaluator:
    """The evaluator of answers for bots.

    It rates the choice of a tower to throw at by the chance to win. It rates other answers by simple rules.
    """

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def evaluate(
        self, request: Request[object], session: Session[State], chance: Callable[[], np.random.Generator]
    ) -> list[tuple[object, float]]:
        """Return the answers that are worth considering, each with its rating; higher is better.

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
    """Rate each option by the chance to win that it leads to (0 to 1). An option is a throw at a tower, or no throw."""
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
    """Rate throws at a tower from all sides, at the default distance and the greatest strength.

    A rating is from -1 to 0. The nearer a throw passes to the player's own tower, the lower is its rating.

    If none of these throws is legal, a throw from the nearest legal place is added, with a rating of 0. Nothing is
    added if no place is legal.
    """
    _, hardest = request.strengths  # the faster the die, the less an error in its speed matters
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
    """Return a number from 0 to 1 that says how near a throw from `hand` towards `at` passes to a tower.

    The number is 1 for a throw through the tower's middle. It falls to 0 if the throw passes at a distance of
    `MIN_CLEARANCE`. It is also 0 for a throw away from the tower.
    """
    far, turn = distance(hand, tower), heading(hand, tower) - heading(hand, at)
    return max(0.0, 1.0 - abs(far * math.sin(turn)) / MIN_CLEARANCE) if math.cos(turn) > 0 else 0.0


def offset_over_base(game: Demolition, player: PlayerId) -> Point:
    """Return the best place for the next die, measured from the middle of the top die (mm).

    The best place is straight above the bottom die, or as near to that as `MAX_OFFSET_RATIO` allows.
    """
    dice = game.table.tower_dice(player)
    if len(dice) < 2:
        return (0.0, 0.0)
    foot, top = dice[0].pose.xy, dice[-1].pose.xy
    x, y = (a - b for a, b in zip(foot, top, strict=True))
    most = MAX_OFFSET_RATIO * dice[-1].size
    share = min(1.0, most / math.hypot(x, y)) if (x, y) != (0.0, 0.0) else 1.0
    return (share * x, share * y)
