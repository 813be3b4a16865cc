"""The random bot, which answers requests with random legal answers."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from riotsim.bots.bot import Luck
from riotsim.play.evaluation import ChanceSource
from riotsim.play.formations import arrange, place_in_turn
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import (
    Aim,
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Spot,
    Step,
    Target,
)
from riotsim.play.session.session import Session
from riotsim.table.acts import Mark
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point, distance, heading

MAX_RANDOM_POINTS = 12
"""Greatest number of random points to try in a region. After them, the bot draws from `Region.allowed_points`."""

MAX_RANDOM_GROUPS = 20
"""Greatest number of attempts to place a group. Our choice."""

NO_WEIGHTS: Final[Mapping[str, float]] = MappingProxyType({})


class RandomBot:
    """A bot that draws a random legal answer. It looks only at the request, not at the rest of the game.

    Args:
        luck: The random numbers of the bot's seat.
        weights: Weights of options, by the options' text; the default weight is 1.
    """

    def __init__(self, luck: Luck, weights: Mapping[str, float] = NO_WEIGHTS) -> None:
        self._luck = luck
        self._weights = weights

    def answer(self, request: Request[object], session: Session[Any]) -> object:  # the state of any game
        """Return a random legal answer.

        Raises:
            TypeError: The request is of an unknown kind.
            ValueError: The request has no legal answer, or no places were found for a group.
        """
        return AnswerSampler(self._luck.random_source(session.entry_count), self._weights).answer(request)


class AnswerSampler:
    """A source of random legal answers to requests.

    Args:
        chance: The source of random numbers.
        weights: Weights of options, by the options' text; the default weight is 1.
    """

    def __init__(self, chance: ChanceSource, weights: Mapping[str, float] = NO_WEIGHTS) -> None:
        self._chance = chance
        self._weights = weights

    def answer(self, request: Request[object]) -> object:
        """Return a random legal answer.

        Raises:
            TypeError: The request is of an unknown kind.
            ValueError: The request has no legal answer, or no places were found for a group.
        """
        match request:
            case Choose(options=options):
                return options[self._which([self._weights.get(str(option), 1.0) for option in options])]
            case PickPiece(pieces=pieces):
                return pieces[self._below(len(pieces))]
            case PickSome():
                return self._some(request)
            case PlaceSome():
                return self._places(request)
            case PickPoint():
                return self._spot(request)
            case PickWay():
                return self._step(request)
            case AimThrow():
                return self._aim(request)
            case PlaceDie(reach=reach):
                # Somewhere near the middle, as a hand would: half-way out is where towers begin to come down.
                return self._in_disc(reach / 2)
            case SetPace(paces=paces):
                return paces[self._below(len(paces))]
        raise TypeError(f"no answer is known to {request!r}")

    def _below(self, count: int) -> int:
        return int(self._chance().integers(count)) if count > 1 else 0

    def _which(self, weights: list[float]) -> int:
        if len(weights) == 1:
            return 0
        total = sum(weights)
        if total == 0.0:  # the bot is told to avoid every option
            return self._below(len(weights))
        return int(self._chance().choice(len(weights), p=np.array(weights) / total))

    def _spot(self, request: PickPoint) -> Spot:
        """Return a random legal place for one of the pieces.

        Raises:
            ValueError: No region has a legal point.
        """
        regions = list(request.regions)
        while True:
            piece, region = regions.pop(self._below(len(regions)))
            try:
                return Spot(piece, self._point(region))
            except ValueError:
                if not regions:
                    raise

    def _point(self, region: Region) -> Point:
        for _ in range(MAX_RANDOM_POINTS if region.must_touch is None else 0):
            at = (float(self._chance().uniform(0, region.width)), float(self._chance().uniform(0, region.depth)))
            if region.refusal(at) is None:
                return at
        spots = region.allowed_points()
        if not len(spots):
            raise ValueError("a point is asked for where there is none")
        x, y = spots[self._below(len(spots))]
        return (float(x), float(y))

    def _some(self, request: PickSome) -> tuple[str, ...]:
        """Return a random legal subset. Every legal subset can occur.

        A size is drawn first. Then items are added at random until the subset has this size, or no item can be added.
        """
        most = len(request.items) if request.most is None else min(request.most, len(request.items))
        size = request.least + self._below(most - request.least + 1)
        picked: list[str] = []
        while len(picked) < size and (more := request.additions(picked)):
            picked.append(more[self._below(len(more))])
        if len(picked) < request.least:
            raise ValueError("a subset is asked for where there is none")
        return request.in_order(picked)

    def _places(self, request: PlaceSome) -> tuple[Spot, ...]:
        """Return random legal places for a group.

        The leader is placed first, or a random piece if there is no leader. This piece gets a random legal point. The
        other pieces follow in random order. Each gets a random point that fits the pieces before it.

        If `MAX_RANDOM_GROUPS` such attempts fail, all pieces are placed near the piece with the fewest legal points. If
        this fails too, the answer is `request.known`.

        Raises:
            ValueError: No attempt found places for all pieces and `request.known` is None, or a region has no legal
                point.
        """
        regions = dict(request.regions)
        for _ in range(MAX_RANDOM_GROUPS if regions else 0):
            shuffled = self._chance().permutation(len(regions))
            order = sorted((request.pieces[k] for k in shuffled), key=lambda piece: piece != request.leader)
            start = {order[0]: self._point(regions[order[0]])}
            found = place_in_turn(request, order, lambda _, points: points[self._below(len(points))], start)
            if found is not None:
                return found
        if not regions:
            return ()
        # A group of many is seldom placed by chance: close it around a point of the one with the fewest.
        first = min(regions, key=lambda piece: len(regions[piece].allowed_points()))
        for x, y in self._chance().permutation(regions[first].allowed_points())[:MAX_RANDOM_GROUPS]:
            found = arrange(request, dict.fromkeys(request.pieces, (float(x), float(y))), first)
            if found is not None:
                return found
        if request.known is not None:
            return request.known
        raise ValueError("places for a group are asked for where there are none")

    def _step(self, request: PickWay) -> Step:
        way = request.ways[self._below(len(request.ways))]
        if request.may_discard and self._below(len(request.ways) + 1) == 0:
            return Step(way.die, discard=True)
        if request.full_distance_only:
            return Step(way.die)
        return Step(way.die, float(self._chance().uniform(0, way.distance)))

    def _aim(self, request: AimThrow) -> Aim:
        if request.target is not None:
            return self._aim_at(request, request.target)
        least, most = request.strengths
        return Aim(
            (float(self._chance().uniform(0, request.width)), float(self._chance().uniform(0, request.depth))),
            float(self._chance().uniform(-math.pi, math.pi)),
            float(self._chance().uniform(least, (least + most) / 2)),
            float(self._chance().uniform(request.least_drop, max(request.least_drop, request.MAX_HEIGHT / 2))),
        )

    def _aim_at(self, request: AimThrow, target: Target) -> Aim:
        """Return a random throw at a target."""
        _, hardest = request.strengths
        hand = self._hand(target, hardest * request.speed * request.MAX_FLIGHT_SECONDS)
        back = distance(hand, target.at)
        least = min(hardest, back / (request.speed * request.MAX_FLIGHT_SECONDS))
        drop = float(self._chance().uniform(request.least_drop, max(request.least_drop, request.MAX_HEIGHT / 2)))
        mark = Mark(back, target.default_mark.height)
        strength = min(hardest, max(request.strengths[0], float(self._chance().uniform(least, hardest))))
        return Aim(target.at, heading(hand, target.at), strength, drop, mark=mark)

    def _hand(self, target: Target, farthest: float) -> Point:
        """Return a random legal point of release at most `farthest` mm from the target.

        If there is no such point, return the legal point nearest to the target.
        """
        hand = self._point(target.release_region)
        if distance(hand, target.at) <= farthest:
            return hand
        spots = target.release_region.allowed_points()
        near = spots[np.hypot(spots[:, 0] - target.at[0], spots[:, 1] - target.at[1]) <= farthest]
        if not len(near):
            return target.release_region.nearest(target.at) or hand
        x, y = near[self._below(len(near))]
        return (float(x), float(y))

    def _in_disc(self, radius: float) -> Point:
        out, angle = radius * math.sqrt(self._chance().random()), self._chance().uniform(-math.pi, math.pi)
        return (out * math.cos(angle), out * math.sin(angle))
