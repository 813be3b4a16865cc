"""Ratings of answers in Buskit for the greedy bot, by the expected harm of its next attacks."""

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from riotsim.games.buskit.chapters.attack import Attack, attack_check
from riotsim.games.buskit.chapters.damage import damage_pool, might_pool
from riotsim.games.buskit.chapters.healing import treatment_check
from riotsim.games.buskit.fight.declaring import STANCES, Blow, Declaration, attack_of, weapons_and_targets
from riotsim.games.buskit.fight.field import engaged_with
from riotsim.games.buskit.fight.game import dice_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, FighterId, State
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.pools.exact import chances, odds
from riotsim.pools.pool import Pool
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point

DODGE_COST, PRONE_COST = 2.0, 1.5
"""Worth of the action that a dodge costs, and of the penalty of dropping prone, in points of harm. Our choice."""

RISK_OF_ANSWERS: Final = 0.5
"""Share of what a target can do to a reckless attacker that counts against being reckless. Our choice."""

TRIED_PLACES: Final = 24
"""Number of random places that are rated for a move, besides those on the way to opponents. Our choice."""

SHARES_OF_WAY: Final = (1.0, 0.9, 0.75, 0.5)
"""Shares of the way to an opponent, or of a move if that is less, at whose ends places are tried."""

ROOM: Final = 2.0
"""Gap between the bases at the end of the whole way to an opponent (mm)."""

CONCESSIONS: Final = {
    "go down": -9.0, "more_wounds": -1.5, "more_shock": -2.0, "limb_useless": -3.0, "disarmed": -4.0,
    "out_of_action": -5.0, "knocked_down": -0.5, "hampered": -2.5,
}  # fmt: skip
"""Worth of concessions for who makes them, in points of harm; others are worth 0. Our choice."""

ACTIONS: Final = {
    "treat": 3.0, "stand up": 2.0, "reload": 1.5, "move": 1.0, "run": 0.8, "aim": 0.6, "help": 0.2, "hold": 0.1,
    "done": 0.0, "drop prone": -1.0,
}  # fmt: skip
"""Ratings of actions other than attacks, in points of harm. Our choice."""

WOUND: Final = 1.5
"""Worth of a Wound in points of Shock. Our choice: fighters have fewer Wounds than Shock."""


class BuskitAnswerEvaluator:
    """The evaluator of answers for bots."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return answers to a request with their ratings, in points of harm where attacks are compared.

        Raises:
            TypeError: The game never makes such a request.
        """
        game = Skirmish(session.play, self._rules, dice_of(self._rules))
        match request:
            case AimThrow(width=width, depth=depth, least_drop=least):
                return [(Aim((width / 2, depth / 2), 0.0, strength=0.6, drop=max(100.0, least)), 0.0)]
            case PickSome():
                return [((), 0.0)]
            case PickPoint():
                return list(self._places(game, request, chance))
            case PickPiece(pieces=pieces):
                return [(name, self._whom(game, request.purpose, name)) for name in pieces]
            case Choose(options=options):
                return [(option, self._option(game, request.purpose, str(option))) for option in options]
        raise TypeError(f"Buskit asks no such thing as {request!r}")

    def _option(self, game: Skirmish, purpose: str, option: str) -> float:
        """Return the rating of an option."""
        me = _acting(game)
        match purpose:
            case "action" if me is not None:
                return self._action(game, me, option)
            case "weapon" if me is not None:
                targets = weapons_and_targets(game, me)[option]
                return max(self._harm(game, me, Declaration(option, (target,))) for target in targets)
            case "attacks" | "stance" | "blow" if me is not None and (best := self._best(game, me)) is not None:
                return self._declared(game, me, best, purpose, option)
            case "under fire" if game.state.attack is not None:
                return -self._answered(game.state.attack, option)
            case "difficulty" if me is not None:
                die = int(option[1:])
                return die * float(odds(treatment_check(game.rules, me.character, die)).win)
            case "armour":
                return float(option != "stop") + float(option.split()[0] if option[0].isdigit() else 0)
            case "fire" | "wild dice" | "second weapon":
                return float(option not in ("single shots", "0", "one weapon"))
            case "interrupt":
                return float(option == "interrupt") - 0.5
            case "concession" | "complication":
                return CONCESSIONS.get(option, 0.0) * (1.0 if purpose == "concession" else -1.0)
            case "free strike":
                return float(option == "strike")
        return 0.0

    def _action(self, game: Skirmish, me: Fighter, option: str) -> float:
        """Return the rating of an action: of an attack its harm, of a move what it is good for."""
        best = self._best(game, me)
        if option == "attack":
            return 4.0 + (0.0 if best is None else self._harm(game, me, best))
        if option == "move":
            return 10.0 if _wants_melee(game, me) and not engaged_with(game, me) else -0.5 if best else 1.0
        return ACTIONS.get(option, 0.0)

    def _declared(self, game: Skirmish, me: Fighter, best: Declaration, purpose: str, option: str) -> float:
        """Return the rating of a part of a declaration: the harm of the best attack with it."""
        if purpose == "attacks":
            count = ("one", "two", "three", "four", "five", "six").index(option.split()[0]) + 1
            return count * self._harm(game, me, replace(best, targets=best.targets * count))
        if purpose == "blow":
            blows: dict[str, Blow] = {"called shot": "called shot", "telling blow": "telling blow"}
            return self._harm(game, me, replace(best, blow=blows.get(option, "plain blow")))
        found = self._harm(game, me, replace(best, stance=STANCES[option]))
        return found - RISK_OF_ANSWERS * found * (option == "reckless")

    def _whom(self, game: Skirmish, purpose: str, name: FighterId) -> float:
        """Return the rating of a target, a patient, or one who is helped."""
        me, other = _acting(game), game.fighter(name)
        if me is None or purpose != "target":
            return float(other.condition == "out") + other.character.full_shock / 100
        weapons = [weapon for weapon, targets in weapons_and_targets(game, me).items() if name in targets]
        harm = max((self._harm(game, me, Declaration(weapon, (name,))) for weapon in weapons), default=0.0)
        return harm / max(1, other.shock)  # the share of what the target has left

    def _answered(self, attack: Attack, option: str) -> float:
        """Return what an attack takes on average after an answer to fire, with the cost of the answer."""
        if option == "dodge":
            return expected_harm(self._rules, replace(attack, dodging=True)) + DODGE_COST
        if option == "drop prone":
            return expected_harm(self._rules, replace(attack, prone=True)) + PRONE_COST
        return expected_harm(self._rules, attack)

    def _best(self, game: Skirmish, me: Fighter) -> Declaration | None:
        """Return the plain attack of most harm; None if nobody can be attacked."""
        open_ = weapons_and_targets(game, me)
        plain = [Declaration(weapon, (target,)) for weapon, targets in open_.items() for target in targets]
        return max(plain, key=lambda one: self._harm(game, me, one), default=None)

    def _harm(self, game: Skirmish, me: Fighter, declared: Declaration) -> float:
        return expected_harm(self._rules, attack_of(game, me.id, declared.targets[0], declared))

    def _places(self, game: Skirmish, request: PickPoint, chance: ChanceSource) -> Iterable[RatedAnswer]:
        """Yield some places with their ratings: nearer to opponents for fighters who want melee."""
        for name, region in request.regions:
            me = game.fighter(name)
            foes = [game.table.models[one.id].at for one in game.state.opponents(me)]
            middle = (game.table.width / 2, game.table.depth / 2)
            goals = foes or [middle]
            wanted = 0.0 if request.purpose == "set up" or _wants_melee(game, me) else game.rules.ranges.d6 * 0.9
            for at in _some_places(region, goals, chance()):
                nearest = min(math.dist(at, goal) for goal in goals)
                yield Spot(name, at), -abs(nearest - wanted)


def _some_places(region: Region, goals: Iterable[Point], chance: np.random.Generator) -> list[Point]:
    """Return random places of a region, and places on the way to each goal as far as they are open. If none of these
    is open, return the allowed points of the region's grid.
    """
    if region.must_touch is None or region.places is not None:
        points = region.allowed_points()
        which = chance.integers(len(points), size=min(TRIED_PLACES, len(points)))
        return [(float(points[k, 0]), float(points[k, 1])) for k in which]
    left, front, right, back = region.must_touch.bounds()
    radius = region.piece.bounds()[2]
    xs = chance.uniform(left - radius, right + radius, TRIED_PLACES).tolist()
    ys = chance.uniform(front - radius, back + radius, TRIED_PLACES).tolist()
    x0, y0, reach = (left + right) / 2, (front + back) / 2, (right - left) / 2 + radius
    tried: list[Point] = [(x0, y0), *zip(xs, ys, strict=True)]
    for x, y in goals:
        far = math.hypot(x - x0, y - y0)
        for share in SHARES_OF_WAY if far else ():
            along = min(reach, max(0.0, far - 2 * radius - ROOM)) * share / far
            tried.append((x0 + (x - x0) * along, y0 + (y - y0) * along))
    found = [at for at in tried if region.refusal(at) is None]
    return found or [(float(x), float(y)) for x, y in region.allowed_points()]


def _acting(game: Skirmish) -> Fighter | None:
    """Return the fighter whose turn it is; None between turns."""
    return game.fighter(game.state.acting[-1]) if game.state.acting else None


def _wants_melee(game: Skirmish, me: Fighter) -> bool:
    """Return whether a fighter is better in melee: without a weapon that shoots, or with a higher Fight die."""
    skills = {game.rules.weapons[name].skill for name in me.weapons}
    if skills == {"fight", "shoot"}:
        return me.character.traits["fight"] > me.character.traits["shoot"]
    return "shoot" not in skills


def expected_harm(rules: Rulebook, attack: Attack) -> float:
    """Return the Shock that an attack takes on average, and its Wounds at `WOUND` each. Armour doesn't count."""
    damage, might = damage_pool(rules, attack), might_pool(rules, attack.target)
    least = 0 if rules.ties == "actor" else 1
    return sum(
        float(chance) * harm_of_hit(damage, might, degree)
        for degree, chance in odds(attack_check(rules, attack)).degrees.items()
        if degree >= least
    )


@lru_cache(maxsize=4096)
def harm_of_hit(damage: Pool, might: Pool, degree: int) -> float:
    """Return the average harm of a hit of a degree."""
    against = {value: float(chance) for value, chance in chances(might).items()}
    return sum(
        float(chance) * (max(rolled, degree) + WOUND * _wounds(max(rolled, degree), against))
        for rolled, chance in chances(damage).items()
    )


def _wounds(damage: int, might: dict[int, float]) -> float:
    return sum(chance * max(0, damage - value) for value, chance in might.items())
