"""Ratings of answers in Buskit for the greedy bot, by the expected harm of its next attacks."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from operator import is_
from typing import Final

import numpy as np

from riotsim.games.buskit.chapters.action import task_check
from riotsim.games.buskit.chapters.attack import Attack, Blow, Declaration, attack_check
from riotsim.games.buskit.chapters.damage import damage_pool, might_pool
from riotsim.games.buskit.chapters.healing import recovery_check, treatment_check
from riotsim.games.buskit.fight.declaring import NUMBERS, STANCES, attack_of, weapons_and_targets
from riotsim.games.buskit.fight.field import engaged_with
from riotsim.games.buskit.fight.game import dice_of
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.turns.tasks import resisting
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, FighterId, State
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.pools.exact import chances, odds
from riotsim.pools.pool import Check, Pool
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point

DODGE_COST, PRONE_COST = 2.0, 1.5
"""Worth of the action that a dodge costs, and of the penalty of dropping prone, in points of harm. Our choice."""

RISK_OF_ANSWERS: Final = 0.5
"""Share of what a target can do to a reckless attacker that counts against being reckless. Our choice."""

EXPOSED: Final = 10_000.0
"""Cost of staying in the open after a dodge, in the unit in which places are compared (mm): more than any way."""

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

PRICES: Final = {
    "fail": 2.0, "trapped": 3.0, "disarmed": 4.0, "out_of_action": 4.0, "stunned": 2.5, "flees": 2.5,
    "limb_useless": 2.5, "hampered": 2.5,
}  # fmt: skip
"""What complications of an action that failed cost, and failure itself; others cost 0.5. Our choice."""

ACTIONS: Final = {
    "task": 9.0, "treat": 3.0, "stand up": 2.0, "reload": 1.5, "move": 1.0, "run": 0.8, "aim": 0.6, "help": 0.2,
    "hold": 0.1, "done": 0.0, "drop prone": -1.0,
}  # fmt: skip
"""Ratings of actions other than attacks, in points of harm. Our choice."""

WOUND: Final = 1.5
"""Worth of a Wound in points of Shock. Our choice: fighters have fewer Wounds than Shock."""


class BuskitAnswerEvaluator:
    """The evaluator of answers for bots."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._dice = dice_of(rules)
        self._last: Outlook | None = None

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return answers to a request with their ratings, in points of harm where attacks are compared.

        Raises:
            TypeError: The game never makes such a request.
        """
        game = Skirmish(session.play, self._rules, self._dice)
        match request:
            case AimThrow(width=width, depth=depth, least_drop=least):
                return [(Aim((width / 2, depth / 2), 0.0, strength=0.6, drop=max(100.0, least)), 0.0)]
            case PickSome():
                return [((), 0.0)]
            case PickPoint():
                return list(self._places(game, request, chance))
            case PickPiece(pieces=pieces):
                outlook = self._outlook(game)
                return [(name, _whom(game, outlook, request.purpose, name)) for name in pieces]
            case Choose(options=options):
                outlook = self._outlook(game)
                return [(option, self._option(game, outlook, request.purpose, str(option))) for option in options]
        raise TypeError(f"Buskit asks no such thing as {request!r}")

    def _option(self, game: Skirmish, outlook: "Outlook | None", purpose: str, option: str) -> float:
        """Return the rating of an option."""
        match purpose:
            case "action" if outlook is not None:
                return _action(game, outlook, option)
            case "weapon" if outlook is not None:
                return max(outlook.harm(Declaration(option, (target,))) for target in outlook.open[option])
            case "attacks" | "stance" | "blow" if outlook is not None and (best := outlook.best) is not None:
                return _declared(outlook, best, purpose, option)
            case "under fire" if game.state.attack is not None:
                return -self._answered(game.state.attack, option)
            case "difficulty" if outlook is not None:
                die = int(option[1:])
                return die * float(odds(treatment_check(game.rules, outlook.me.character, die)).win)
            case "task" if outlook is not None:
                return self._task(game, outlook.me, option)
            case "wounds named" if outlook is not None:
                found = odds(recovery_check(game.rules, outlook.me.character, int(option)))
                return int(option) * float(found.win) + float(found.tie) * game.rules.optional.tie_heals
            case "armour":
                return float(option != "stop") + float(option.split()[0] if option[0].isdigit() else 0)
            case "fire" | "wild dice" | "second weapon":
                return float(option not in ("single shots", "0", "one weapon"))
            case "interrupt":
                return float(option == "interrupt") - 0.5
            case "concession" | "complication":
                return CONCESSIONS.get(option, 0.0) * (1.0 if purpose == "concession" else -1.0)
            case "price":
                return -PRICES.get(option, 0.5)
            case "free strike":
                return float(option == "strike")
        return 0.0

    def _outlook(self, game: Skirmish) -> "Outlook | None":
        """Return what the fighter whose turn it is can do; None between turns. It is kept for the next questions."""
        if not game.state.acting:
            return None
        facts = _facts(game)
        if self._last is None or not self._last.is_of(facts):
            self._last = Outlook(facts, game.fighter(game.state.acting[-1]))
        self._last.game = game  # another one with the same facts may have gone on
        return self._last

    def _task(self, game: Skirmish, me: Fighter, name: str) -> float:
        """Return the chance that a check of a task succeeds."""
        task = game.rules.scenario.tasks[name]
        foe = None if task.against is None else resisting(game, me, task.against).character
        return float(odds(task_check(game.rules, me.character, task, foe)).win)

    def _answered(self, attack: Attack, option: str) -> float:
        """Return what an attack takes on average after an answer to fire, with the cost of the answer."""
        if option == "dodge":
            return expected_harm(self._rules, replace(attack, dodging=True)) + DODGE_COST
        if option == "drop prone":
            return expected_harm(self._rules, replace(attack, prone=True)) + PRONE_COST
        return expected_harm(self._rules, attack)

    def _places(self, game: Skirmish, request: PickPoint, chance: ChanceSource) -> Iterable[RatedAnswer]:
        """Yield some places with their ratings: nearer to opponents for fighters who want melee."""
        for name, region in request.regions:
            me = game.fighter(name)
            foes = [game.table.models[one.id].at for one in game.state.opponents(me)]
            middle = (game.table.width / 2, game.table.depth / 2)
            goals = foes or [middle]
            stays = game.table.models[name].at if request.purpose == "take cover" else None
            wanted = 0.0 if request.purpose == "set up" or _wants_melee(game, me) else game.rules.ranges.d6 * 0.9
            for at in _some_places(region, goals, chance()):
                nearest = min(math.dist(at, goal) for goal in goals)
                yield Spot(name, at), -abs(nearest - wanted) - EXPOSED * (at == stays)


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
    return region.allowed(tried) or [(float(x), float(y)) for x, y in region.allowed_points()]


class Outlook:
    """What a fighter can do to others now. Each thing in it is found once."""

    game: Skirmish

    def __init__(self, facts: Sequence[object], me: Fighter) -> None:
        self._facts = facts
        self.me = me
        self._harm: dict[Declaration, float] = {}

    def is_of(self, facts: Sequence[object]) -> bool:
        """Return whether the outlook was made of the same objects."""
        return len(facts) == len(self._facts) and all(map(is_, facts, self._facts))

    @cached_property
    def open(self) -> Mapping[str, tuple[FighterId, ...]]:
        """The weapons with which the fighter can attack, each with the possible targets."""
        return weapons_and_targets(self.game, self.me)

    @cached_property
    def best(self) -> Declaration | None:
        """The plain attack of most harm; None if nobody can be attacked."""
        plain = [Declaration(weapon, (target,)) for weapon, targets in self.open.items() for target in targets]
        return max(plain, key=self.harm, default=None)

    def harm(self, declared: Declaration) -> float:
        """Return the average harm of the first attack of a declaration."""
        found = self._harm.get(declared)
        if found is None:
            attack = attack_of(self.game, self.me.id, declared.targets[0], declared)
            found = self._harm[declared] = expected_harm(self.game.rules, attack)
        return found


def _facts(game: Skirmish) -> tuple[object, ...]:
    """Return the objects on which attacks depend. They are immutable: what changes is replaced by another object."""
    state = game.state
    hits = (value for pair_, last in state.last_hit.items() for value in (pair_, last))
    return (game.table, state.phase, state.acting, *state.fighters.values(), *hits)


def _action(game: Skirmish, outlook: Outlook, option: str) -> float:
    """Return the rating of an action: of an attack its harm, of a move what it is good for."""
    if option == "attack":
        return 4.0 + (0.0 if outlook.best is None else outlook.harm(outlook.best))
    if option == "move":
        if _wants_melee(game, outlook.me) and not engaged_with(game, outlook.me):
            return 10.0
        return -0.5 if outlook.best else 1.0
    return ACTIONS.get(option, 0.0)


def _declared(outlook: Outlook, best: Declaration, purpose: str, option: str) -> float:
    """Return the rating of a part of a declaration: the harm of the best attack with it."""
    if purpose == "attacks":
        count = 1 + NUMBERS.index(option)
        return count * outlook.harm(replace(best, targets=best.targets * count))
    if purpose == "blow":
        blows: dict[str, Blow] = {"called shot": "called shot", "telling blow": "telling blow"}
        return outlook.harm(replace(best, blow=blows.get(option, "plain blow")))
    found = outlook.harm(replace(best, stance=STANCES[option]))
    return found - RISK_OF_ANSWERS * found * (option == "reckless")


def _whom(game: Skirmish, outlook: Outlook | None, purpose: str, name: FighterId) -> float:
    """Return the rating of a target, a patient, or one who is helped."""
    other = game.fighter(name)
    if outlook is None or purpose != "target":
        return float(other.condition == "out") + other.character.full_shock / 100
    weapons = [weapon for weapon, targets in outlook.open.items() if name in targets]
    harm = max((outlook.harm(Declaration(weapon, (name,))) for weapon in weapons), default=0.0)
    return harm / max(1, other.shock)  # the share of what the target has left


def _wants_melee(game: Skirmish, me: Fighter) -> bool:
    """Return whether a fighter is better in melee: without a weapon that shoots, or with a higher Fight die."""
    skills = {game.rules.weapons[name].skill for name in me.weapons}
    if skills == {"fight", "shoot"}:
        return me.character.traits["fight"] > me.character.traits["shoot"]
    return "shoot" not in skills


def expected_harm(rules: Rulebook, attack: Attack) -> float:
    """Return the Shock that an attack takes on average, and its Wounds at `WOUND` each. Armour doesn't count."""
    damage, might = damage_pool(rules, attack), might_pool(rules, attack.target)
    return _expected(attack_check(rules, attack), damage, might, 0 if rules.ties == "actor" else 1)


@lru_cache(maxsize=4096)
def _expected(check: Check, damage: Pool, might: Pool, least: int) -> float:
    """Return the average harm of a check. Those of some degree and above are hits."""
    return sum(
        float(chance) * harm_of_hit(damage, might, degree)
        for degree, chance in odds(check).degrees.items()
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
