"""The expected harm of an attack, from exact chances (BK-72, BK-73)."""

from functools import lru_cache
from typing import Final

from riotsim.games.buskit.chapters.attack import Attack, attack_check
from riotsim.games.buskit.chapters.damage import damage_pool, might_pool
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.exact import chances, odds
from riotsim.pools.pool import Pool

WOUND: Final = 1.5
"""Worth of a Wound in points of Shock. Our choice: fighters have fewer Wounds than Shock."""


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
