"""Ratings of answers in Buskit, for bots. Most ratings are the expected harm of the fighter's next attacks."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, cast

import numpy as np

from riotsim.games.buskit.bot.outlook import Outlook, expected_harm, facts_of
from riotsim.games.buskit.chapters.action import task_check
from riotsim.games.buskit.chapters.attack import Attack, Blow, Declaration
from riotsim.games.buskit.chapters.healing import recovery_check, treatment_check
from riotsim.games.buskit.chapters.traits import wild_dice
from riotsim.games.buskit.fight.declaring import NUMBERS, ONE_WEAPON, SINGLE_SHOTS, STANCES
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
from riotsim.pools.exact import odds
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point

DODGE_COST, PRONE_COST = 2.0, 1.5
"""Costs of a dodge and of dropping prone, in points of harm. A dodge uses up an action. The costs are our choice."""

RISK_OF_ANSWERS: Final = 0.5
"""Cost of the stance `reckless`, as a share of the attack's expected harm. Our choice.

It stands for the risk that the target strikes back.
"""

EXPOSED: Final = 10_000.0
"""Deduction from the rating of a dodging fighter's choice to stay in the open (mm).

Places are rated by distances. The deduction is more than any distance on a table.
"""

TRIED_PLACES: Final = 24
"""Maximum number of random places that are tried in a region. Our choice."""

SHARES_OF_WAY: Final = (1.0, 0.9, 0.75, 0.5)
"""Fractions of the way to an opponent. The bot tries a place at each.

If the way is longer than a full move, these are fractions of a full move.
"""

ROOM: Final = 2.0
"""Gap left between the bases if a fighter goes all the way to an opponent (mm)."""

CONCESSIONS: Final = {
    "go down": -9.0, "more_wounds": -1.5, "more_shock": -2.0, "limb_useless": -3.0, "disarmed": -4.0,
    "out_of_action": -5.0, "knocked_down": -0.5, "hampered": -2.5,
}  # fmt: skip
"""Worth of concessions and complications to their victim, in points of harm. Others are worth 0. Our choice."""

PRICES: Final = {
    "fail": 2.0, "trapped": 3.0, "disarmed": 4.0, "out_of_action": 4.0, "stunned": 2.5, "flees": 2.5,
    "limb_useless": 2.5, "hampered": 2.5,
}  # fmt: skip
"""Cost of a complication that the actor may accept after a failed action, in points of harm. Our choice.

`fail` is the cost of letting the action fail. Complications that aren't listed cost 0.5.
"""

ACTIONS: Final = {
    "task": 9.0, "treat": 3.0, "stand up": 2.0, "reload": 1.5, "move": 1.0, "run": 0.8, "aim": 0.6, "help": 0.2,
    "hold": 0.1, "done": 0.0, "drop prone": -1.0,
}  # fmt: skip
"""Ratings of actions other than attacks, in points of harm. Our choice."""

KEPT_DIE: Final = 0.75
"""Worth of a wild die kept for later, as a share of the gain from a first wild die now. Our choice.

The share is below 1 because the fight may end before the die is used.
"""


class BuskitAnswerEvaluator:
    """The evaluator of answers for bots."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._dice = dice_of(rules)
        self._last: Outlook | None = None

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return answers to a request with their ratings. Only ratings for the same request can be compared.

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
        """Return the rating of an option of a request to choose. `purpose` is the purpose of the request."""
        match purpose:
            case "action" if outlook is not None:
                return _action(game, outlook, option)
            case "weapon" if outlook is not None:
                return max(outlook.worth(one) for one in outlook.plain(option))
            case "attacks" | "second weapon" | "stance" | "blow" | "fire" | "wild dice" if (
                outlook is not None and (declared := game.state.declared) is not None
            ):
                return _declared(outlook, declared, purpose, option)
            case "wild dice":
                return self._with_wild_dice(game, int(option))
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
            case "interrupt":
                return _interrupt(game) if option == "interrupt" else 0.0
            case "concession" | "complication":
                return CONCESSIONS.get(option, 0.0) * (1.0 if purpose == "concession" else -1.0)
            case "price":
                return -PRICES.get(option, 0.5)
            case "free strike":
                return float(option == "strike")
        return 0.0

    def _outlook(self, game: Skirmish) -> "Outlook | None":
        """Return the acting fighter's possible attacks. Return None if no fighter is acting.

        The attacks are kept until the position changes.
        """
        if not game.state.acting:
            return None
        facts = facts_of(game)
        if self._last is None or not self._last.is_of(facts):
            self._last = Outlook(game, game.fighter(game.state.acting[-1]), facts)
        self._last.game = game  # another one with the same facts may have gone on
        return self._last

    def _task(self, game: Skirmish, me: Fighter, name: str) -> float:
        """Return the chance that a check of a task succeeds."""
        task = game.rules.scenario.tasks[name]
        foe = None if task.against is None else resisting(game, me, task.against).character
        return float(odds(task_check(game.rules, me.character, task, foe)).win)

    def _with_wild_dice(self, game: Skirmish, count: int) -> float:
        """Return the rating of adding `count` wild dice to the check of an action (see `State.open_check`).

        The rating is the chance to win with these dice, minus the later worth of the dice (`KEPT_DIE`). If no check is
        open, it is minus `count`.
        """
        if (check := game.state.open_check) is None:
            return -float(count)
        wins = [
            float(odds(replace(check, actor=check.actor.plus(*wild_dice(self._rules, dice)))).win)
            for dice in (0, 1, count)
        ]
        return wins[2] - KEPT_DIE * count * (wins[1] - wins[0])

    def _answered(self, attack: Attack, option: str) -> float:
        """Return the target's cost of answering an attack with `option`.

        The cost is the average harm of the attack after this answer, plus the cost of the answer itself.
        """
        if option == "dodge":
            return expected_harm(self._rules, replace(attack, dodging=True)) + DODGE_COST
        if option == "drop prone":
            return expected_harm(self._rules, replace(attack, prone=True)) + PRONE_COST
        return expected_harm(self._rules, attack)

    def _places(self, game: Skirmish, request: PickPoint, chance: ChanceSource) -> Iterable[RatedAnswer]:
        """Yield some places with their ratings.

        A place is rated by its distance from the nearest opponent:

        - At set-up, and for fighters who want melee, a nearer place is better.
        - For other fighters, a distance of nine tenths of `ranges.d6` is best.

        If there are no opponents, the middle of the table stands for the nearest opponent.
        """
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
    """Return allowed places of a region that are worth trying.

    If the region lists its places or has no `must_touch`, some of its allowed places are drawn at random. In any other
    region, these places are tried, and the allowed ones among them are returned:

    - the middle of `must_touch`
    - random places in and around `must_touch`
    - places on the way to each goal

    If none of the tried places is allowed, the places of `Region.allowed_points` are returned.
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
    # If none of the tried places is allowed, all allowed points of the region will do.
    return region.allowed(tried) or [(float(x), float(y)) for x, y in region.allowed_points()]


def _action(game: Skirmish, outlook: Outlook, option: str) -> float:
    """Return the rating of an action.

    - An attack gets 4 plus the worth of the best attack.
    - A move gets 10 if the acting fighter wants melee and isn't engaged yet.
    - Any other move gets -0.5 if the fighter can attack, and 1 if not.
    - All other actions have the ratings in `ACTIONS`.
    """
    if option == "attack":
        return 4.0 + (0.0 if outlook.best is None else outlook.worth(outlook.best))
    if option == "move":
        if _wants_melee(game, outlook.me) and not engaged_with(game, outlook.me):
            return 10.0
        return -0.5 if outlook.best else 1.0
    return ACTIONS.get(option, 0.0)


def _declared(outlook: Outlook, declared: Declaration, purpose: str, option: str) -> float:
    """Return the rating of an option for one part of a declaration.

    The rating is the expected harm of the declared attacks with this option, minus the option's cost. The other parts
    of the declaration stay.
    """
    match purpose:
        case "attacks":
            count = 1 + NUMBERS.index(option)
            best = max(outlook.plain(declared.weapon), key=outlook.worth)
            return outlook.worth(replace(best, targets=best.targets * count, attacks=count))
        case "second weapon":
            return outlook.worth(replace(declared, second=None if option == ONE_WEAPON else option))
        case "stance":
            found = outlook.worth(replace(declared, stance=STANCES[option]))
            return found - RISK_OF_ANSWERS * found * (option == "reckless")
        case "blow":
            return outlook.worth(replace(declared, blow=cast(Blow, option)))
        case "fire":
            return outlook.worth(replace(declared, fire=None if option == SINGLE_SHOTS else option), fires=False)
    count = int(option)
    none, one, found = (outlook.worth(replace(declared, wild=dice)) for dice in (0, 1, count))
    return found - KEPT_DIE * count * (one - none)


def _interrupt(game: Skirmish) -> float:
    """Return the worth of an interrupt, minus the worth of keeping the held action (BK-47, BK-56).

    The holder is the fighter who may interrupt. Return 0 if the holder can't attack, is stunned or flees.

    The interrupt is worth the expected harm of the holder's best attack. An attack on the interrupted fighter gets a
    bonus, because it may prevent this fighter's own attack.

    The worth of keeping the action depends on the case:

    - If the holder aims and hasn't acted this round, it is the harm of the best aimed attack.
    - If the holder aims and has acted this round, it is only the harm that the aim adds.
    - If the holder doesn't aim, and a fighter other than the interrupted one has yet to act, it is the harm of the best
      attack.
    - If the holder doesn't aim, and no such fighter is left, it is 0.
    """
    state = game.state
    me, other = game.fighter(state.may_interrupt or ""), game.fighter(state.acting[-1])
    outlook = Outlook(game, me)
    if outlook.best is None or me.count(state.round, "stunned", "flees"):
        return 0.0
    harm = outlook.worth(outlook.best)
    if me.aiming:
        aimed = max(outlook.worth(one, aimed=True) for one in outlook.all_plain())
        kept = aimed if not me.acted else aimed - harm
    else:
        later = (one for one in state.fighters.values() if one.is_up and not one.acted and one.id != other.id)
        kept = harm if any(later) else 0.0
    against = [outlook.worth(one) for one in outlook.all_plain() if one.targets == (other.id,)]
    theirs = Outlook(game, other)
    if not against or theirs.best is None:
        return harm - kept
    # The prevented share of the other's harm: our harm, divided by the Shock that the other has left.
    share = min(1.0, max(against) / max(1, other.shock))
    return max(harm, max(against) + share * theirs.worth(theirs.best)) - kept


def _whom(game: Skirmish, outlook: Outlook | None, purpose: str, name: FighterId) -> float:
    """Return the rating of a fighter who can be picked for `purpose`.

    - A target is rated by the harm of the best weapon's attack, as a share of the Shock that the target has left.
    - For other purposes, such as treatment or help, fighters who are out rate higher. So do those with more full Shock.
    """
    other = game.fighter(name)
    if outlook is None or purpose != "target":
        return float(other.condition == "out") + other.character.full_shock / 100
    weapons = [weapon for weapon, targets in outlook.open.items() if name in targets]
    harm = max((outlook.worth(Declaration(weapon, (name,))) for weapon in weapons), default=0.0)
    return harm / max(1, other.shock)  # the share of what the target has left


def _wants_melee(game: Skirmish, me: Fighter) -> bool:
    """Return whether melee suits a fighter better than shooting.

    - A fighter without shooting weapons is better in melee.
    - A fighter with weapons of both kinds is better in melee if the Fight die is larger than the Shoot die.
    - A fighter with only shooting weapons is better at shooting.
    """
    skills = {game.rules.weapons[name].skill for name in me.weapons}
    if skills == {"fight", "shoot"}:
        return me.character.traits["fight"] > me.character.traits["shoot"]
    return "shoot" not in skills
