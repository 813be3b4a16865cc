"""Ratings of answers in RiftWar for the greedy bot. They use the exact chances of pins, wounds and kills, and
the worth of units.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.expectations import (
    JointAttack,
    chance_to_stop,
    chances_between,
    declared_chances,
    joint_attack,
    joint_attacks,
    may_fire,
    rally_chance_of,
    spotted_chances,
)
from riotsim.games.riftwar.battle.firing import coordinated_aims, direct_aims
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.moves.close_combat import attackers_together, fray_aims
from riotsim.games.riftwar.bot.places import anywhere, formations, in_rows, nearest_enemy, some_places, towards
from riotsim.games.riftwar.bot.positions import looks_ahead
from riotsim.games.riftwar.bot.setups import SetUps
from riotsim.games.riftwar.bot.sight_grid import SightGrid
from riotsim.games.riftwar.bot.worth import gain, rating_of_attack, worth_of
from riotsim.games.riftwar.chapters.damage import attack_dice
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Plan, State, Unit, UnitId
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.poses import Point
from riotsim.table.units import inches

MOVES_TRIED: Final = 3
"""After this number of actions in a phase, the bot tries no more moves in this phase. Our choice."""

CHARGE_REACH: Final = inches(14)
"""A unit without a group makes a Close Combat Move if the nearest enemy is no farther than this (mm). Our choice."""

STAND_OFF: Final = inches(8)
"""Distance that a Ranged unit keeps from the nearest enemy when it advances (mm). Our choice."""

SET_UP_TOGETHER: Final = 12
"""Greatest number of units that are set up together. Our choice."""

MOST_DANGER: Final = 0.6
"""Greatest danger that a mover accepts if there was an attack in the last phase. Our choice.

The danger is the chance that the mover is stopped on its way.
"""

PHASES_BEFORE_DRAW: Final = 2
"""Movers begin to accept any danger at this number of phases before a draw. Our choice.

Several phases in a row without an attack make a draw (RW-07).
"""

INTO_SIGHT: Final = 20.0
"""Rating of a move to a place where the unit sees an enemy. Our choice.

It is higher than all other ratings of movers and places. It is used only if no unit of the player can fire.
"""

PLAIN: Final = {
    "how to move": {"walk": 1.0}, "order of targets": {"as listed": 1.0}, "fall back": {"stay": 1.0},
    "turn the group": {"to one point": 1.0}, "boundary": {"far side": 1.0}, "react": {"fire": 1.0},
}  # fmt: skip
"""Fixed ratings of options, by the purpose of the request. Options that are not listed have the rating 0."""


class RiftWarAnswerEvaluator:
    """An evaluator for bots. It rates possible answers to the requests of the game."""

    def __init__(self, rules: Rulebook) -> None:
        self._rules = rules
        self._grid = SightGrid(rules)
        self._set_ups = SetUps(rules, self.rate)

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return some possible answers to a request, each with its rating.

        The rating of an attack is based on the worth of units (see `worth.py`). If the armies are small, set-ups are
        rated by the chance to win (see `setups.py`).

        Raises:
            TypeError: The game never makes such a request.
        """
        if isinstance(request, PlaceSome) and request.purpose == "set up" and looks_ahead(session.state):
            game = Battle(session.play, self._rules, dice_of(self._rules))
            return self._set_ups.compare(game, request, session, chance)
        return self.rate(request, session, chance)

    def rate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return some possible answers to a request, each with its rating: as `evaluate` does, except for set-ups.

        The chance to win plays no part in the ratings of set-ups, even if the armies are small. Units that are set up
        together are put in rows, in the middle of the player's side of the table.

        Raises:
            TypeError: The game never makes such a request.
        """
        game = Battle(session.play, self._rules, dice_of(self._rules))
        match request:
            case AimThrow(width=width, depth=depth, least_drop=least):
                aim = Aim((width / 2, depth / 2), 0.0, strength=TRAY_STRENGTH, drop=max(100.0, least))
                return [(aim, 0.0)]
            case PickSome():
                return [(answer, rating) for answer, rating in _subsets(game, request)]
            case PlaceSome():
                return _places_of_group(game, request, chance)
            case PickPoint(purpose="move", regions=regions):
                into_sight = self._places_in_sight(game)
                best = [(Spot(name, into_sight[name]), INTO_SIGHT) for name, _ in regions if name in into_sight]
                return [*best, *_places(game, request, chance)]
            case PickPoint():
                return list(_places(game, request, chance))
            case PickPiece(purpose="target", pieces=pieces):
                return list(_targets(game, pieces))
            case PickPiece(purpose="who moves", pieces=pieces):
                into_sight = self._places_in_sight(game)
                return [(name, _piece(game, "who moves", name) + INTO_SIGHT * (name in into_sight)) for name in pieces]
            case PickPiece(pieces=pieces):
                return [(name, _piece(game, request.purpose, name)) for name in pieces]
            case Choose(purpose="action", options=options):
                early = game.state.actions < MOVES_TRIED and not any(
                    isinstance(event, events.Withdraws) for event in session.events[-1:]
                )
                return [(option, _action(game, str(option), early=early)) for option in options]
            case Choose(purpose="dangers"):
                danger = danger_of(game, game.state.plan)
                return [("go on", _accepted_danger(game) - danger), ("withdraw", 0.0)]
            case Choose(purpose=purpose, options=options):
                return [(option, PLAIN.get(purpose, {}).get(str(option), 0.0)) for option in options]
        raise TypeError(f"RiftWar asks no such thing as {request!r}")

    def _places_in_sight(self, game: Battle) -> Mapping[UnitId, Point]:
        """Return for each Ranged unit a place within its reach where it would see an enemy.

        Units without such a place are left out. The result is empty in two cases:

        - A unit of the active player can fire already.
        - The armies are so large that the search would take too long.
        """
        if direct_aims(game, game.state.active) or not looks_ahead(game.state):
            return {}
        ranged = [unit for unit in _free(game) if unit.type.kind == "ranged"]
        found = {unit.id: next(self._grid.firing_places(game, unit), None) for unit in ranged}
        return {name: place[2] for name, place in found.items() if place is not None}


def _action(game: Battle, option: str, *, early: bool) -> float:
    """Return the rating of an action.

    Attacks and rallies are rated higher than a pass: they end the phase only if they fail, but a pass always ends it.

    Args:
        game: The game.
        option: The action.
        early: Whether moves are still worth trying in this phase.
    """
    player = game.state.active
    match option:
        case "indirect fire":
            return 8.0
        case "coordinated attack":
            close = fray_aims(game, player)
            ways = attackers_together(game, player, close)
            joint = ((target, joint_attack(game, target, request, "close")) for target, request in ways.items())
            return 4.0 + max(_joint_rating(game, target, each) for target, each in joint)
        case "attack":
            return 4.0 + _best(game, fray_aims(game, player), close=True)
        case "coordinated fire":
            found = coordinated_aims(game, player)
            fire = (
                (target, joint_attack(game, target, request, "fire"))
                for target, requests in found.items()
                for request in requests.values()
            )
            return 4.0 + max(_joint_rating(game, target, each) for target, each in fire)
        case "direct fire":
            return 4.0 + _best(game, direct_aims(game, player), close=False)
        case "rally":
            pinned = [unit for unit in game.state.standing(player) if unit.pinned]
            return 4.0 + max(float(rally_chance_of(game, unit)) * worth_of(unit) * 0.5 for unit in pinned)
        case "close combat":
            return (
                5.5
                if early and any(_is_near(game, unit) for unit in _free(game) if unit.type.kind == "close")
                else -1.0
            )
        case "group close combat":
            return 3.5 if early and any(unit.type.kind == "close" for unit in _free(game)) else -1.0
        case "move" | "group move":
            aims = direct_aims(game, player)
            idle = [unit for unit in _free(game) if unit.id not in aims]
            return 5.0 - 0.5 * (option == "group move") if early and idle else -1.0
        case "pass":
            return 0.0
    return -2.0


def _accepted_danger(game: Battle) -> float:
    """Return the greatest danger of a planned move that a bot accepts.

    The danger is the chance that reaction fire stops the move (see `danger_of`). The more phases in a row had no
    attack, the greater a danger the bot accepts, because too many such phases make a draw (RW-07).
    """
    share = game.state.quiet / max(1, game.rules.draw.quiet_phases - PHASES_BEFORE_DRAW)
    return MOST_DANGER + (1.0 - MOST_DANGER) * min(1.0, share)


def _free(game: Battle) -> list[Unit]:
    """Return those units of the active player that may move and aren't in a fray."""
    return [unit for unit in game.state.standing(game.state.active) if unit.can_move and unit.fray is None]


def _is_near(game: Battle, unit: Unit) -> bool:
    """Return whether the distance from a unit to the nearest enemy is at most `CHARGE_REACH`."""
    return _nearness(game, unit) * game.table.width <= CHARGE_REACH


def _best(game: Battle, aims: Mapping[UnitId, Sequence[UnitId]], *, close: bool) -> float:
    """Return the rating of the best of the attacks that one unit makes alone.

    The rating is the expected gain of the attack, plus the chance that the attack doesn't end the phase.

    Args:
        game: The game.
        aims: The possible targets of each unit that may attack.
        close: True for attacks in close combat, False for direct fire.
    """
    found = dict[tuple[str, UnitId], float]()
    for name, targets in aims.items():
        for one in targets:
            if (key := (game.unit(name).type.name, one)) not in found:  # the first of a type stands for all
                each = chances_between(game, name, one, "close" if close else "fire")
                found[key] = rating_of_attack(game.unit(one), each)
    return max(found.values())


def _joint_rating(game: Battle, target: UnitId, attack: JointAttack) -> float:
    """Return the rating of a joint attack: its expected gain, plus the chance that it doesn't end the phase."""
    unit = game.unit(target)
    gains = ((gain(unit, found), alike) for found, alike in groupby(attack.chances))  # most attackers are of one type
    total = sum(each for each, alike in gains for _ in alike)
    return min(total, worth_of(unit)) + float(attack.success)


def _targets(game: Battle, targets: Sequence[UnitId]) -> Iterable[RatedAnswer]:
    """Yield each target with the rating of an attack on the target.

    - If an attacker is declared, the rating is for an attack by this attacker.
    - If an attack without an attacker is declared, the rating is for the best joint attack on the target.
    - If neither of these attacks on the target is possible, the rating is 0.
    """
    declared = game.state.declared
    joint = joint_attacks(game) if declared is not None and declared.attacker is None else {}
    for name in targets:
        if name in joint:
            yield name, _joint_rating(game, name, joint[name])
        else:
            found = declared_chances(game, name)
            yield name, 0.0 if found is None else rating_of_attack(game.unit(name), found)


def _declared_rating(game: Battle, attacker: UnitId) -> float:
    """Return the rating of an attack in close combat by `attacker` on the declared target.

    If no target is declared, return 0.
    """
    declared = game.state.declared
    if declared is None or declared.target is None:
        return 0.0
    return rating_of_attack(game.unit(declared.target), chances_between(game, attacker, declared.target, "close"))


def _spotter_rating(game: Battle, spotter: UnitId) -> float:
    """Return the rating that the declared indirect fire would have with `spotter` as its spotter.

    If the attacker or the target isn't declared yet, return 0.
    """
    declared = game.state.declared
    if declared is None or declared.attacker is None or declared.target is None:
        return 0.0
    found = spotted_chances(game, declared.attacker, declared.target, spotter)
    return rating_of_attack(game.unit(declared.target), found)


def danger_of(game: Battle, plan: Plan | None) -> float:
    """Return the chance that reaction fire stops at least one mover of a planned move; 0 if `plan` is None.

    It is assumed that every unit fires at every mover that it may fire at, and that no mover has cover.
    """
    missed, known = 1.0, dict[tuple[UnitType, UnitType, bool, bool, bool], float]()
    for watcher, mover in game.state.dangers if plan is not None else ():
        unit, flies = game.unit(mover), plan is not None and mover in plan.flying
        key = game.unit(watcher).type, unit.type, unit.pinned, unit.wounded, flies
        if key not in known:
            known[key] = float(chance_to_stop(game, watcher, mover, flying=flies))
        missed *= 1.0 - known[key]
    return 1.0 - missed


def _subsets(game: Battle, request: PickSome) -> Iterable[RatedAnswer]:
    """Yield a few of the possible answers to a request to pick several items, with their ratings."""
    match request.purpose:
        case "react":
            yield (), 0.0
            for name in request.items:
                yield (name,), 0.1 + attack_dice(game.rules, game.unit(name).type, "fire")
        case "set up":
            yield request.items[:SET_UP_TOGETHER], 1.0
        case "board":
            yield (), 0.0
        case _:
            yield request.largest_group()[: request.most], 1.0
            if request.least == 0:
                yield (), 0.0


def _piece(game: Battle, purpose: str, name: UnitId) -> float:
    """Return the rating of a unit as an answer to a request to pick a unit. `purpose` is the request's purpose."""
    unit = game.unit(name)
    match purpose:
        case "who fires" | "who attacks":
            return _reach_of(game, unit, close=purpose == "who attacks")
        case "who reacts":
            return _declared_rating(game, name)
        case "spotter":
            return _spotter_rating(game, name)
        case "next attacker":
            return float(attack_dice(game.rules, unit.type, "fire"))
        case "who rallies":
            return float(rally_chance_of(game, unit)) * worth_of(unit)
        case "close combat target":
            return worth_of(unit) * (1.5 if unit.pinned else 1.0) - _nearness(game, unit)
        case "who moves" | "who makes contact":
            idle = purpose == "who moves" and name not in direct_aims(game, game.state.active)
            return 10.0 * (unit.type.kind == "close") + 5.0 * idle - _nearness(game, unit)
    return 0.0


def _of_each_type(units: Iterable[Unit]) -> list[Unit]:
    """Return one unit of each type as an example.

    Two units of one type count as different types if they are in different frays, or if only one of them is in a fray.
    """
    return list({(unit.type.name, unit.fray): unit for unit in reversed([*units])}.values())


def _nearness(game: Battle, unit: Unit) -> float:
    """Return the distance from a unit to the nearest enemy, as a fraction of the table's width."""
    if unit.id not in game.table.models:
        return 1.0
    at = game.table.models[unit.id].at
    near = nearest_enemy(game, unit, at)
    return 1.0 if near is None else math.dist(at, near) / game.table.width


def _reach_of(game: Battle, unit: Unit, *, close: bool) -> float:
    """Return the rating of the best attack that a unit can make on a single enemy. Return 0 if it can make none.

    Only one enemy of each type is tried.

    Args:
        game: The game.
        unit: The unit.
        close: True for an attack in close combat, False for direct fire.
    """
    found: list[float] = []
    for foe in _of_each_type(game.state.enemies(unit.player)):
        if close and unit.fray == foe.fray:
            found.append(rating_of_attack(foe, chances_between(game, unit.id, foe.id, "close")))
        elif not close and may_fire(game, unit, foe):
            found.append(rating_of_attack(foe, chances_between(game, unit.id, foe.id, "fire")))
    return max(found, default=0.0)


def _places(game: Battle, request: PickPoint, chance: ChanceSource) -> Iterable[RatedAnswer]:
    """Yield places with their ratings.

    The purpose of the request decides which place gets the highest rating:

    - To make contact: the place nearest to the moved unit's present place.
    - To fire at a mover: the first point of the mover's path that is offered.
    - To look somewhere: the place of the nearest enemy.
    - Any other purpose: a place as near as possible to the nearest enemy. For a Ranged unit, it is a place about
      `STAND_OFF` away from this enemy.
    """
    for name, region in request.regions:
        unit, middle = game.unit(name), (game.table.width / 2, game.table.depth / 2)
        here = game.table.models[name].at if name in game.table.models else middle
        near = nearest_enemy(game, unit, here) or middle
        if request.purpose == "fire at":
            for k, at in enumerate(region.places or ()):
                yield Spot(name, at), -float(k)
            continue
        if request.purpose == "look at":
            yield Spot(name, near), 1.0
            continue
        off = STAND_OFF if unit.type.kind == "ranged" else 0.0
        goals = [towards(here, near, max(0.0, math.dist(here, near) - off) * share) for share in (1.0, 0.6, 0.3)]
        for at in some_places(region, goals, chance()):
            wanted = here if request.purpose == "contact" else near
            apart = math.dist(at, wanted)
            yield Spot(name, at), -abs(apart - (0.0 if request.purpose == "contact" else off)) / game.table.width


def _places_of_group(game: Battle, request: PlaceSome, chance: ChanceSource) -> list[RatedAnswer]:
    """Return sets of places for the units of a group, with their ratings.

    In the set-up, the units stand in rows. In other requests, the group keeps its present formation, and comes nearer
    to the enemy. If no such set of places is allowed, return random ones.
    """
    names = request.pieces
    first = game.unit(names[0])
    if request.purpose == "set up":
        found = formations(request, [_rows(game, names, first.player, row) for row in range(3)])
    else:
        at = {name: game.table.models[name].at for name in names}
        lead = request.leader or names[0]
        places = dict(request.regions)[lead].places
        near = nearest_enemy(game, first, at[lead]) or at[lead]
        far = max(0.0, math.dist(at[lead], near) - (STAND_OFF if first.type.kind == "ranged" else inches(1)))
        goals = places[:2] if places else tuple(towards(at[lead], near, far * share) for share in (1.0, 0.6, 0.3))
        shifts = [(goal[0] - at[lead][0], goal[1] - at[lead][1]) for goal in goals]
        found = formations(request, [{name: (x + dx, y + dy) for name, (x, y) in at.items()} for dx, dy in shifts])
        found += formations(request, [at]) if not places else []
    answers: list[RatedAnswer] = [(answer, -float(k)) for k, answer in enumerate(found)]
    return answers or [(answer, 0.0) for answer in anywhere(request, chance())]


def _rows(game: Battle, names: Sequence[UnitId], player: str, row: int) -> dict[UnitId, tuple[float, float]]:
    front = game.state.players.index(player) % 2 == 0
    depth = game.rules.deployment.depth - inches(1.6) * (row + 0.8)
    y = depth if front else game.table.depth - depth
    return in_rows(game, names, (game.table.width / 2, y), -1.0 if front else 1.0)
