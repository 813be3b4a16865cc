"""Fighters, weapons, dice pools and chances, written as people read them."""

import re
from collections.abc import Mapping
from typing import Final

from riotsim.games.buskit.characters.character import Aspect, Character
from riotsim.games.buskit.characters.figures import PURPOSES
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import SIDES, FighterId, State
from riotsim.play.requests import PlayerId
from riotsim.pools.exact import odds
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Check
from riotsim.table.pieces import PieceId

WEAPONS: Final[Mapping[str, str]] = {
    "hold_out": "hold-out pistol",
    "hold_out_blaster": "hold-out blaster",
    "semi_automatic": "semi-automatic pistol",
    "magnum": "magnum revolver",
    "sawn_off": "sawn-off blaster",
}
"""The displayed names of weapons, where the names in the rules are unclear."""

USES: Final[Mapping[str, str]] = {
    "unarmed": "unarmed fighting",
    "single_weapon": "fighting with a single weapon",
    "dual_weapons": "fighting with dual weapons",
    "weapon_and_shield": "fighting with weapon and shield",
    "two_handed_weapons": "fighting with two-handed weapons",
    "support_weapons": "firing support weapons",
}
"""Words for some Specializations in texts about Aspects.

All other Specializations are written as their name and `rolls`. The names in this table would read badly that way.
"""


def title_of(name: FighterId) -> str:
    """Return the name of a fighter as people read it, such as `Hired Hand 1`."""
    return name.partition(".")[2].replace("_", " ").title()


def name_in_fight(state: State, fighter: FighterId) -> str:
    """Return the name of a fighter as people read it.

    If several fighters have the same name, the player's name is added, such as `Hired Hand 1 of Bea`.
    """
    title = title_of(fighter)
    alike = sum(title_of(one) == title for one in state.fighters)
    return f"{title} of {state.fighters[fighter].player}" if alike > 1 else title


def player_of(players: tuple[PlayerId, ...], name: FighterId) -> PlayerId:
    """Return the player of a fighter. The first letter of the fighter's name stands for the side."""
    return players[SIDES.index(name[0])]


def in_words(name: str) -> str:
    """Return the name of a weapon or an option as people read it, such as `hand axe` or `hold-out pistol`."""
    return WEAPONS.get(name, name.replace("_", " "))


def aspect_text(rules: Rulebook, character: Character, aspect: Aspect) -> str:
    """Return the effect of an Aspect, such as `Quick adds a d6 to initiative and reflexes rolls` (BK-12).

    The text says `may add` if only one of several Aspects counts (BK-22).
    """
    adds = "may add" if rules.aspects.each_check == "one" and len(character.aspects) > 1 else "adds"
    return f"{aspect.name} {adds} a d{aspect.die} to {_aspect_uses(rules, aspect)}"


def _aspect_uses(rules: Rulebook, aspect: Aspect) -> str:
    """Return the uses of an Aspect, such as `damage of mystic weapons and initiative rolls`.

    Names of rolls come last. They share the word `rolls` at the end.
    """
    skills = {one for trait in rules.traits.values() for one in trait.specializations}
    rolls, found = [], []
    for use in aspect.applies:
        if use in USES:
            found.append(USES[use])
        elif use in rules.traits:
            rolls.append(use.capitalize())
        elif use in PURPOSES or use in skills:
            rolls.append(in_words(use))
        else:  # a tag, which counts in damage only
            found.append(f"damage of {in_words(use)} weapons")
    *others, last = (*found, *rolls)
    return (f"{', '.join(others)} and {last}" if others else last) + (" rolls" if rolls else "")


def signed(number: int) -> str:
    """Return a number, with a true minus sign if it is negative."""
    return str(number).replace("-", "−")


def pool_in_words(pool: str) -> str:
    """Return the notation of a pool as people read it, such as `shoot lowest of 3d10` for `shoot 3d10lo`."""
    return re.sub(r"(\d*d\d+)lo\b", r"lowest of \1", pool)


def health_left(shock: int, wounds: int) -> str:
    """Return the Shock and the Wounds that a fighter has left, such as `4 Shock and no Wounds (−1) left`.

    A number below 0 is written as `no`, followed by the number in brackets.
    """
    return f"{_left(shock, 'Shock')} and {_left(wounds, 'Wound' if wounds == 1 else 'Wounds')} left"


def _left(number: int, what: str) -> str:
    below = f" ({signed(number)})" if number < 0 else ""
    return f"{number} {what}" if number > 0 else f"no {what}{below}"


def die_in_words(die: PieceId) -> str:
    """Return the purpose of a die on the table, such as `die of the attack` for `attack-1-2`."""
    purpose = re.sub(r"(-\d+)+(-again\d+)?$", "", die).replace("-", " ").removesuffix(" die")
    return f"die of the {'armour' if purpose == 'subtract' else purpose}"


def percent(share: float) -> str:
    """Return a chance as a whole percentage."""
    return f"{100 * share:.0f} %"


def hit_chance(rules: Rulebook, check: Check) -> float:
    """Return the chance that a check succeeds. If the rules have `ties: actor`, a tie is a success too (BK-32)."""
    found = odds(check)
    return float(found.win + (found.tie if rules.ties == "actor" else 0))


def check_in_words(check: Check) -> str:
    """Return both pools of a check in words, with the reason for each die, and the chances to win and to tie."""
    found = odds(check)
    chances = f"win {percent(float(found.win))}, tie {percent(float(found.tie))}"
    return f"{pool_in_words(write_pool(check.actor))} against {pool_in_words(write_pool(check.defender))}: {chances}"


def acting_title(state: State) -> str:
    """Return the name of the acting fighter; empty if nobody is acting."""
    return title_of(state.acting[-1]) if state.acting else ""


def ordinal(number: int) -> str:
    """Return an ordinal number as people read it: a word up to `fifth`, and then `6th`, `7th` and so on."""
    words = ("first", "second", "third", "fourth", "fifth")
    return words[number - 1] if number <= len(words) else f"{number}th"
