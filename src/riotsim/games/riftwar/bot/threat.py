"""The threat of a side: the expected number of enemies that it destroys in one phase if nobody moves.

- The chances of an attack are worked out for the present position.
- All attackers of one type are assumed to have the same chances against a target.
- Reaction fire and rallies are left out of account.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, TypeAlias

from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.battle.attacking import Attack, circumstances
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import look
from riotsim.games.riftwar.battle.firing import coordinated_aims, direct_aims, has_cover
from riotsim.games.riftwar.battle.moves.close_combat import attackers_together, fray_aims
from riotsim.games.riftwar.chapters.damage import Circumstances, Effect, Range, attack_dice, chances
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import UnitId
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PlayerId

Effects: TypeAlias = tuple[float, ...]
"""The chances of the effects of one attack, in this order: no effect, pin, wound, kill."""

TargetState: TypeAlias = tuple[bool, bool]
"""The state of a target that isn't destroyed: whether it is pinned, and whether it is wounded."""

HURT: Final = True, True
"""The state of a target after a wound: it is pinned and wounded, because a wound also pins."""

EffectsByState: TypeAlias = tuple[tuple[Effects, Effects], tuple[Effects, Effects]]
"""The chances of the effects of one attack, for each state of the target.

The first index is 1 if the target is pinned, and 0 if not. The second index is 1 if it is wounded, and 0 if not.
"""

OutcomeChances: TypeAlias = Mapping[tuple[TargetState | None, bool], float]
"""The chance of each outcome of a joint attack.

An outcome has two parts: the state of the target after the attack (None if the target is destroyed), and a flag. The
flag is True if the attack has wounded or killed the target.
"""


@dataclass(slots=True)
class ThreatTable:
    """A calculator of the threats of sides, for one rulebook. It caches the chances of the effects of attacks."""

    rules: Rulebook
    _known: dict[tuple[int, Circumstances], Effects] = field(default_factory=dict)

    def threat(self, game: Battle, player: PlayerId) -> float:
        """Return the number of enemies that a player is expected to destroy in one phase.

        It is assumed that the player attacks one enemy after the other, the easiest first, until an attack fails.
        """
        expected, reached = 0.0, 1.0
        for chance in sorted(self._kill_chances(game, player).values(), reverse=True):
            reached *= chance
            expected += reached
        return expected

    def _kill_chances(self, game: Battle, player: PlayerId) -> dict[UnitId, float]:
        """Return, for each target, the chance that the player destroys it before an attack on it fails.

        If several units or groups can attack the target, the one with the highest chance counts.
        """
        found: dict[UnitId, float] = {}
        attacks = [*_attacks(game, player)]
        first: dict[tuple[UnitId, UnitType, Range], UnitId] = {}  # the first of a type stands for all
        for target, group, at in attacks:
            for name in group:
                first.setdefault((target, game.unit(name).type, at), name)
        look(game, [(name, target) for (target, _, at), name in first.items() if at == "fire"])
        known = {key: self._effects(game, name, key[0], key[2]) for key, name in first.items()}
        for target, group, at in attacks:
            effects = [known[target, game.unit(name).type, at] for name in group]
            chance = _kill_chance(tuple(effects), (game.unit(target).pinned, game.unit(target).wounded))
            found[target] = max(found.get(target, 0.0), chance)
        return found

    def _effects(self, game: Battle, attacker: UnitId, target: UnitId, at: Range) -> EffectsByState:
        """Return the chances of an attack's effects on a target, for each state that the target may be in."""
        dice = attack_dice(self.rules, game.unit(attacker).type, at)
        cover = at == "fire" and has_cover(game, attacker, target)
        on = circumstances(game, Attack(attacker, target, "direct" if at == "fire" else "close", at, dice, cover))
        free, pinned = (
            (
                self._chances(dice, replace(on, pinned=is_pinned, wounded=False)),
                self._chances(dice, replace(on, pinned=is_pinned, wounded=True)),
            )
            for is_pinned in (False, True)
        )
        return free, pinned

    def _chances(self, dice: int, on: Circumstances) -> Effects:
        if (dice, on) not in self._known:
            self._known[dice, on] = tuple(map(float, chances(self.rules, dice, on)))
        return self._known[dice, on]


def _attacks(game: Battle, player: PlayerId) -> Iterator[tuple[UnitId, Sequence[UnitId], Range]]:
    """Yield the attacks that a player can make, by a single unit or by several units together.

    If several units of one type can each attack a target alone, only the attack of the first of them is yielded.

    Yields:
        The target, the attackers, and the kind of attack.
    """
    fire, close = direct_aims(game, player), fray_aims(game, player)
    alone: dict[tuple[UnitId, UnitType, Range], UnitId] = {}
    aims: tuple[tuple[Range, Mapping[UnitId, Sequence[UnitId]]], ...] = (("fire", fire), ("close", close))
    for at, units in aims:
        for name, targets in units.items():
            for target in targets:
                alone.setdefault((target, game.unit(name).type, at), name)
    for (target, _, at), name in alone.items():
        yield target, (name,), at
    if len(fire) > 1:
        for target, ways in coordinated_aims(game, player).items():
            yield from ((target, _largest(way), "fire") for way in ways.values())
    if len(close) > 1:
        yield from ((target, _largest(way), "close") for target, way in attackers_together(game, player, close).items())


def _largest(request: PickSome) -> tuple[UnitId, ...]:
    return request.largest_group()[: request.most]


@lru_cache(maxsize=1024)
def _kill_chance(attackers: tuple[EffectsByState, ...], state: TargetState) -> float:
    """Return the chance that a group destroys a target before one of the group's joint attacks fails.

    Two cases count: the first joint attack kills the target, or it wounds the target and the second one kills it.
    """
    first, again = (_joint(attackers, before) for before in (state, HURT))
    return first.get((None, True), 0.0) + first.get((HURT, True), 0.0) * again.get((None, True), 0.0)


def _joint(attackers: Sequence[EffectsByState], state: TargetState) -> OutcomeChances:
    """Return the chance of each outcome of a joint attack (for the outcomes, see `OutcomeChances`).

    Args:
        attackers: One item for each attacker: the chances of the effects of its attack.
        state: The state of the target before the attack.
    """
    found: dict[tuple[TargetState | None, bool], float] = {(state, False): 1.0}
    for effects_by_state in attackers:
        after: dict[tuple[TargetState | None, bool], float] = {}
        for (now, hurt), chance in found.items():
            effects = (1.0,) if now is None else effects_by_state[now[0]][now[1]]
            for effect, share in enumerate(effects):
                key = _state_after(now, effect), hurt or effect >= Effect.WOUND
                after[key] = after.get(key, 0.0) + chance * share
        found = after
    return found


def _state_after(state: TargetState | None, effect: int) -> TargetState | None:
    """Return the state of a target after an effect of an attack; None if the target is destroyed."""
    if state is None or effect == Effect.KILL:
        return None
    pinned, wounded = state
    return pinned or effect >= Effect.PIN, wounded or effect >= Effect.WOUND
