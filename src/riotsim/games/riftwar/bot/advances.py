"""Moves of single units to places where they see an enemy. Bots that plan ahead try these moves."""

import copy
import math
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from riotsim.games.riftwar.battle.attacking import Attack, circumstances
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import (
    Recent,
    dangers_of,
    first_boundary,
    first_stop,
    moved,
)
from riotsim.games.riftwar.battle.firing import direct_aims, has_cover
from riotsim.games.riftwar.battle.moves.reacting import reactors, without_start
from riotsim.games.riftwar.bot.places import nearest_enemy
from riotsim.games.riftwar.bot.positions import RiftWarPositionEvaluator
from riotsim.games.riftwar.bot.sight_grid import SightGrid
from riotsim.games.riftwar.chapters.damage import attack_dice, chances
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Plan, Unit, UnitId
from riotsim.play.context import Play
from riotsim.play.requests import PlayerId
from riotsim.table.poses import Point, heading

MOVERS: Final = 6
"""Greatest number of units that an `AdvanceFinder` searches places for. Our choice."""

PLACES: Final = 3
"""Greatest number of places to move to that an `AdvanceFinder` tries for each unit. Our choice."""

COMPARED: Final = 5
"""Greatest number of moves whose gain an `AdvanceFinder` works out. Our choice."""

LEAST_GAIN: Final = 0.1
"""Least gain of a move that is worth making. The gain is a difference of logits of the chance to win. Our choice."""

PHASE_WORTH: Final = 0.4
"""Loss in the logit of the chance to win if the phase ends because the moving unit is hurt. Our choice."""


@dataclass(frozen=True, slots=True)
class Advance:
    """A move of one unit to a place where it sees an enemy."""

    mover: UnitId
    to: Point
    """The destination that the bot gives for the move (mm). The move may end earlier, at a boundary of terrain."""
    gain: float
    """Expected rise of the logit of the chance to win."""


class AdvanceFinder:
    """A finder of advances: moves of a unit to a place where it sees an enemy.

    A finder works for one rulebook. Results for recent positions are cached.
    """

    def __init__(self, rules: Rulebook, positions: RiftWarPositionEvaluator) -> None:
        """Initialize a finder.

        Args:
            rules: The rulebook.
            positions: The evaluator that compares positions before and after moves.
        """
        self._rules = rules
        self._positions = positions
        self._known: Recent[tuple[object, ...], tuple[object, Advance | None]] = Recent()
        self._grid = SightGrid(rules)

    def best(self, game: Battle, player: PlayerId) -> Advance | None:
        """Return the best of a few advances of a player's units.

        Return None if no advance gains at least `LEAST_GAIN`.
        """
        kept = (game.table.models, game.table.terrain, *game.state.units.values())
        key = (player, game.state.quiet, *map(id, kept))
        return self._known.of(key, lambda: (kept, self._best(game, player)))[1]

    def _best(self, game: Battle, player: PlayerId) -> Advance | None:
        now = self._odds(game, player)
        # If nobody attacks, the game is drawn (RW-07).
        now *= 1.0 - game.state.quiet / self._rules.draw.quiet_phases if now > 0.0 else 1.0
        found = (self._advance(game, unit, at, now) for unit, at in self._candidates(game, player))
        able = [one for one in found if one is not None and one.gain >= LEAST_GAIN]
        return max(able, key=lambda one: one.gain, default=None)

    def _odds(self, game: Battle, player: PlayerId) -> float:
        """Return the logit of a player's chance to win."""
        chance = min(max(self._positions.chance_to_win(player, game), 1e-9), 1.0 - 1e-9)
        return math.log(chance / (1.0 - chance))

    def _candidates(self, game: Battle, player: PlayerId) -> list[tuple[Unit, Point]]:
        """Return the moves to compare, each as a pair: a unit, and the place that it moves to.

        The unit can walk to this place, and sees an enemy from there.

        - Only a few units are tried. They are chosen first from those that can't fire at any enemy now.
        - The moves are ordered by the number of enemies in sight of the place, fewest first. Moves with the same number
          are ordered by length, shortest first.
        """
        aims = direct_aims(game, player)
        able = [unit for unit in game.state.standing(player) if unit.can_move and unit.fray is None]
        armed = [unit for unit in able if attack_dice(self._rules, unit.type, "fire")]
        found: list[tuple[int, float, Unit, Point]] = []
        for unit in sorted(armed, key=lambda unit: unit.id in aims)[:MOVERS]:
            near = islice(self._grid.firing_places(game, unit), PLACES)
            found += ((count, far, unit, at) for count, far, at in near)
        found.sort(key=lambda one: one[:2])
        return [(unit, at) for _, _, unit, at in found[:COMPARED]]

    def _advance(self, game: Battle, unit: Unit, to: Point, now: float) -> Advance | None:
        """Return a move with its expected gain, or None if the move isn't worth making.

        A move isn't worth making in two cases:

        - A boundary of terrain ends the move (see `_cut_short`), and something stops the unit even before this end.
        - The move gains less than `LEAST_GAIN` even if nobody fires at the unit.

        Reaction fire may pin or hurt the unit. In both cases, the gain is that of a unit with a pin at the first place
        where the fire can hit it. If the unit is hurt, its phase also ends, and the gain is `PHASE_WORTH` less.

        Args:
            game: The game.
            unit: The unit.
            to: The destination that the bot would give for the move (mm).
            now: The logit of the chance to win without the move.
        """
        plan = self._cut_short(game, Plan("move", (unit.id,), (game.table.models[unit.id].at,), (to,)))
        if plan is None:
            return None
        after = self._odds(self._with(game, unit, plan.ends[0]), unit.player)
        if after < now + LEAST_GAIN:
            return None
        stopped_at, unhurt, held = self._reactions(game, plan, unit)
        if stopped_at is None:
            return Advance(unit.id, to, after - now)
        stopped = self._odds(self._with(game, unit, stopped_at, pinned=True), unit.player)
        return Advance(unit.id, to, held * after + (1.0 - held) * stopped - (1.0 - unhurt) * PHASE_WORTH - now)

    def _cut_short(self, game: Battle, plan: Plan) -> Plan | None:
        """Return a move like `plan` that ends at the first boundary of terrain on its path.

        - If the line of the path reaches the far side of the boundary, the move ends there. If not, on the near side.
        - If something stops the unit before it gets there, return None.
        - If there is no boundary on the path, return `plan` unchanged.
        """
        boundary = first_boundary(game, plan)
        if boundary is None:
            return plan
        cut = moved(plan, boundary.near if boundary.far is None else boundary.far)
        return cut if first_stop(game, cut) is None else None

    def _reactions(self, game: Battle, plan: Plan, unit: Unit) -> tuple[Point | None, float, float]:
        """Return what reaction fire may do to a unit on its move.

        Returns:
            Three values. The first is the first place where the fire can hit the unit, or None if nobody can fire at
            the unit. The second is the chance that the fire doesn't hurt the unit. The third is the chance that the
            fire neither hurts nor pins the unit.
        """
        watchers = [one for player in game.state.opponents(unit.player) for one in reactors(game, player)]
        dangers = without_start(plan, dangers_of(game, plan, watchers))
        if not dangers:
            return None, 1.0, 1.0
        at = plan.at(0, min(begin for stretches in dangers.values() for begin, _ in stretches))
        there, unhurt, held = self._with(game, unit, plan.ends[0]), 1.0, 1.0
        for watcher, _ in dangers:
            dice = attack_dice(self._rules, game.unit(watcher).type, "fire")
            cover = has_cover(there, watcher, unit.id)
            attack = Attack(watcher, unit.id, "reaction", "fire", dice, cover, reaction=True)
            none, pin, _, _ = map(float, chances(self._rules, dice, circumstances(game, attack)))
            unhurt, held = unhurt * (none + pin), held * none
        return at, unhurt, held

    def _with(self, game: Battle, unit: Unit, at: Point, *, pinned: bool = False) -> Battle:
        """Return a copy of the battle with a unit at another place. The unit faces the nearest enemy.

        If `pinned` is True, the unit is also pinned in the copy.
        """
        state = copy.deepcopy(game.state)
        state.units[unit.id] = replace(unit, pinned=unit.pinned or pinned)
        near = nearest_enemy(game, unit, at)
        model = game.table.models[unit.id]
        facing = model.heading if near is None or near == at else heading(at, near)
        table = game.table.with_pieces(replace(model, at=at, heading=facing))
        return Battle(Play(state, table, game.play.chance, game.play.now), self._rules, game.dice)
