"""A fighter's possible attacks now, and the harm that each does on average."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from operator import is_
from typing import Final

from riotsim.games.buskit.chapters.attack import Attack, Declaration, attack_check
from riotsim.games.buskit.chapters.damage import damage_pool, might_pool
from riotsim.games.buskit.fight.declaring import attack_of, bursts_of, weapons_and_targets
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, FighterId
from riotsim.pools.exact import chances, odds
from riotsim.pools.pool import Check, Pool

WOUND: Final = 1.5
"""Harm of one Wound, in points of Shock. The number is our choice. Fighters can take fewer Wounds than Shock."""


class Outlook:
    """A fighter's possible attacks. The harm of each attack is computed once and kept."""

    def __init__(self, game: Skirmish, me: Fighter, facts: Sequence[object] = ()) -> None:
        self.game = game
        self.me = me
        self._facts = facts
        self._harm: dict[tuple[Declaration, int, bool], float] = {}

    def is_of(self, facts: Sequence[object]) -> bool:
        """Return whether the outlook was made from the objects in `facts` (see `facts_of`). If so, it is up to date."""
        return len(facts) == len(self._facts) and all(map(is_, facts, self._facts))

    @cached_property
    def open(self) -> Mapping[str, tuple[FighterId, ...]]:
        """The fighter's weapons for an attack now, each with the possible targets."""
        return weapons_and_targets(self.game, self.me)

    @cached_property
    def best(self) -> Declaration | None:
        """The single attack with the highest worth (see `worth`); None if nobody can be attacked."""
        return max(self.all_plain(), key=self.worth, default=None)

    def plain(self, weapon: str) -> Iterator[Declaration]:
        """Yield a declaration of a single attack with `weapon` on each possible target."""
        return (Declaration(weapon, (target,)) for target in self.open[weapon])

    def all_plain(self) -> Iterator[Declaration]:
        """Yield a declaration of a single attack for each weapon and each possible target of this weapon."""
        return (one for weapon in self.open for one in self.plain(weapon))

    def worth(self, declared: Declaration, *, fires: bool = True, aimed: bool = False) -> float:
        """Return the average harm of a declaration's attacks.

        If the attacks empty the weapon's magazine, the harm of one shot is subtracted. The reason is that reloading
        costs an action (BK-42).

        Args:
            declared: The declaration.
            fires: True to count single shots as a burst where a burst is allowed and does more harm (BK-62).
            aimed: True to count all shots as aimed, as after a whole round of aiming (BK-56).
        """
        found = self._worth(declared, aimed)
        figures = self.game.rules.weapons[declared.weapon]
        if fires and figures.autofire and declared.fire is None:
            for burst in bursts_of(self.game, self.me, declared):
                found = max(found, self._worth(replace(declared, fire=burst), aimed))
        return found

    def _worth(self, declared: Declaration, aimed: bool) -> float:
        """Return the average harm of a declaration's attacks. Single shots don't count as a burst.

        If the attacks empty the weapon's magazine, the harm of one shot is subtracted.
        """
        numbers: Iterable[int] = range(len(declared.targets))
        if declared.second is None and not declared.wild:  # all attacks on one target are alike
            numbers = map(declared.targets.index, declared.targets)
        harm = sum(self._harm_of(declared, number, aimed) for number in numbers)
        left = self.me.shots_left(declared.weapon, self.game.rules.weapons[declared.weapon].magazine)
        if left is None or left > self._shots(declared):
            return harm
        single = Declaration(declared.weapon, declared.targets[:1])
        return harm - self._harm_of(single, 0, aimed)

    def _shots(self, declared: Declaration) -> int:
        """Return the number of shots that a declaration takes from its weapon's magazine."""
        targets = declared.targets if declared.second is None else declared.targets[::2]
        return (
            len(targets)
            if declared.fire is None
            else (self.game.rules.autofire[declared.fire].shots * len(set(targets)))
        )

    def _harm_of(self, declared: Declaration, number: int, aimed: bool) -> float:
        """Return the average harm of the attack with the index `number` in a declaration."""
        key = declared, number, aimed
        found = self._harm.get(key)
        if found is None:
            attack = attack_of(self.game, self.me.id, declared.targets[number], declared, number)
            if aimed and not attack.is_melee(self.game.rules):
                attack = replace(attack, aimed=True)
            found = self._harm[key] = expected_harm(self.game.rules, attack)
        return found


def facts_of(game: Skirmish) -> tuple[object, ...]:
    """Return the objects that determine the possible attacks and their harm.

    These objects are never changed, but replaced by new ones. So compare them with `is`. They can't be hashed.
    """
    state = game.state
    # The number of the round is left out: a new round replaces all fighters.
    hits = (value for pair_, last in state.last_hit.items() for value in (pair_, last))
    return (game.table, state.phase, state.acting, *state.fighters.values(), *hits)


def expected_harm(rules: Rulebook, attack: Attack) -> float:
    """Return the average harm of an attack: the Shock, plus `WOUND` for each Wound. The target's armour is ignored."""
    damage, might = damage_pool(rules, attack), might_pool(rules, attack.target)
    return _expected(attack_check(rules, attack), damage, might, 0 if rules.ties == "actor" else 1)


@lru_cache(maxsize=4096)
def _expected(check: Check, damage: Pool, might: Pool, least: int) -> float:
    """Return the average harm of an attack. The attack hits if the degree of its check is at least `least`."""
    return sum(
        float(chance) * harm_of_hit(damage, might, degree)
        for degree, chance in odds(check).degrees.items()
        if degree >= least
    )


@lru_cache(maxsize=4096)
def harm_of_hit(damage: Pool, might: Pool, degree: int) -> float:
    """Return the average harm of a hit: the Shock, plus `WOUND` for each Wound.

    Args:
        damage: The pool whose result is the Shock.
        might: The victim's pool. The target loses a Wound for each point of Shock above this pool's result.
        degree: The degree of the attack. The Shock is at least this number.
    """
    against = {value: float(chance) for value, chance in chances(might).items()}
    return sum(
        float(chance) * (max(rolled, degree) + WOUND * _wounds(max(rolled, degree), against))
        for rolled, chance in chances(damage).items()
    )


def _wounds(damage: int, might: dict[int, float]) -> float:
    return sum(chance * max(0, damage - value) for value, chance in might.items())
