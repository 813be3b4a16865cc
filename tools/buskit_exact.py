"""Exact averages of Buskit's attacks: what each trade-off is worth, and what the least-degree rule adds to damage.

    python tools/buskit_exact.py

It prints the tables of docs/explanation/findings.md. Every figure follows from exact chances; nothing is played.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from riotsim.files.rules import load_rules
from riotsim.games.buskit.chapters.attack import Attack, attack_check
from riotsim.games.buskit.chapters.damage import damage_pool, might_pool
from riotsim.games.buskit.characters.character import Character
from riotsim.games.buskit.characters.ladder import LADDER
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.pools.exact import chances, odds

RULES: Final = load_rules("buskit", Rulebook)

MELEE: Final = ("knife", "sword", "bat", "greatsword")
FIRE: Final = ("hold_out", "semi_automatic", "shotgun", "battle_rifle")
MIGHTS: Final = (6, 8, 12)
"""Might dice of targets."""

ROOM: Final = 150.0
"""Distance of a shot across a room, at which the range die is d6 (mm)."""


@dataclass(frozen=True)
class Harm:
    """What an attack takes on average."""

    shock: float
    wounds: float


def character(die: int, *, skilled: bool, might: int, weapon: str) -> Character:
    """Return a character with one die for Fight and Shoot, d6 for all other Traits, and a weapon."""
    traits = dict.fromkeys(RULES.traits, 6) | {"fight": die, "shoot": die, "might": might}
    skills = RULES.weapons[weapon].specializations if skilled else ()
    return Character("somebody", "hero", traits, tuple(skills[:1]), weapons=(weapon,))


def harm(attack: Attack, *, least: bool = True) -> Harm:
    """Return what an attack takes on average.

    Args:
        attack: The attack.
        least: False to leave out the rule that the degree of the attack is the least damage.
    """
    damage, might = chances(damage_pool(RULES, attack)), chances(might_pool(RULES, attack.target))
    shock = wounds = 0.0
    for degree, hit in odds(attack_check(RULES, attack)).degrees.items():
        if degree <= 0:
            continue
        for rolled, chance in damage.items():
            result = max(rolled, degree) if least else rolled
            shock += float(hit * chance) * result
            wounds += float(hit * chance) * sum(float(its) * max(0, result - value) for value, its in might.items())
    return Harm(shock, wounds)


def attacks() -> Iterator[Attack]:
    """Yield plain attacks: every attack die, with and without a Specialization, against every defence die."""
    for weapon, die, skilled, other, might in itertools.product(MELEE + FIRE, LADDER, (False, True), LADDER, MIGHTS):
        if weapon in FIRE and other != LADDER[-1]:
            continue  # the range die stands for the defence
        yield Attack(
            attacker=character(die, skilled=skilled, might=6, weapon=weapon),
            target=character(other, skilled=False, might=might, weapon=weapon),
            weapon=weapon,
            distance=0.0 if weapon in MELEE else ROOM,
            engaged=weapon in MELEE,
        )


def several(count: int) -> Callable[[Attack], Harm]:
    """Return a function that returns what so many attacks in one action take together."""

    def found(attack: Attack) -> Harm:
        one = harm(replace(attack, attacks=count))
        return Harm(count * one.shock, count * one.wounds)

    return found


WAYS: Final[tuple[tuple[str, Callable[[Attack], Harm]], ...]] = (
    ("reckless", lambda attack: harm(replace(attack, stance="reckless"))),
    ("wary", lambda attack: harm(replace(attack, stance="wary"))),
    ("against somebody reckless", lambda attack: harm(replace(attack, guard="reckless"))),
    ("against somebody wary", lambda attack: harm(replace(attack, guard="wary"))),
    ("called shot", lambda attack: harm(replace(attack, called=True))),
    ("two attacks", several(2)),
    ("three attacks", several(3)),
    ("against somebody prone", lambda attack: harm(replace(attack, prone=True))),
)

WAYS_BY_TITLE: Final = dict(WAYS)


def trade_offs() -> Iterator[str]:
    """Yield the table of trade-offs: Shock and Wounds as shares of those of a plain attack."""
    yield "| | Shock: median | least to most | Wounds: median | least to most | more Shock in |"
    yield "|---|---|---|---|---|---|"
    plain = [(attack, harm(attack)) for attack in attacks()]
    for title, way in WAYS:
        found = [(way(attack), before) for attack, before in plain if attack.weapon in FIRE or "prone" not in title]
        shocks = [after.shock / before.shock for after, before in found]
        wounds = [after.wounds / before.wounds for after, before in found]
        more = sum(share > 1.0 for share in shocks) / len(shocks)
        spans = (f"{median(one):.2f} | {min(one):.2f} to {max(one):.2f}" for one in (shocks, wounds))
        yield f"| {title} | {' | '.join(spans)} | {100 * more:.0f} % of {len(found)} attacks |"
    two, three = WAYS_BY_TITLE["two attacks"], WAYS_BY_TITLE["three attacks"]
    rows = [(attack.attacker.traits["fight"], three(attack).shock > two(attack).shock) for attack, _ in plain]
    for die in LADDER:
        better = [is_more for its, is_more in rows if its == die]
        yield f"With a d{die}, three attacks take more Shock than two in {100 * sum(better) / len(better):.0f} %."


def least_degrees() -> Iterator[str]:
    """Yield the table of the least-degree rule: the Shock of a hit in melee against d6, with the rule and without."""
    yield f"| | {' | '.join(MELEE)} |"
    yield "|---" * (1 + len(MELEE)) + "|"
    for skilled, die in itertools.product((False, True), LADDER):
        cells = []
        for weapon in MELEE:
            attacker = character(die, skilled=skilled, might=6, weapon=weapon)
            target = character(6, skilled=False, might=6, weapon=weapon)
            attack = Attack(attacker=attacker, target=target, weapon=weapon)
            hits = float(odds(attack_check(RULES, attack)).win)
            with_it, without = harm(attack).shock / hits, harm(attack, least=False).shock / hits
            cells.append(f"{with_it:.2f} (+{with_it - without:.2f})")
        yield f"| Fight {2 if skilled else ''}d{die} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    print("\n".join((*trade_offs(), "", *least_degrees())))
