"""The words for fighters, weapons and chances."""

import re

from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import SIDES, FighterId, State
from riotsim.play.requests import PlayerId
from riotsim.pools.exact import odds
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Check
from riotsim.table.pieces import PieceId


def title_of(name: FighterId) -> str:
    """Return the name of a fighter as people read it, such as `Hired Hand 1`."""
    return name.partition(".")[2].replace("_", " ").title()


def name_in_fight(state: State, fighter: FighterId) -> str:
    """Return the name of a fighter as people read it. If several fighters have that name, the name of the player is
    added, such as `Hired Hand 1 of Bea`.
    """
    title = title_of(fighter)
    alike = sum(title_of(one) == title for one in state.fighters)
    return f"{title} of {state.fighters[fighter].player}" if alike > 1 else title


def player_of(players: tuple[PlayerId, ...], name: FighterId) -> PlayerId:
    """Return the player of a fighter. The first letter of the fighter's name stands for the side."""
    return players[SIDES.index(name[0])]


def in_words(name: str) -> str:
    """Return the name of a weapon or an option as people read it, such as `hold out`."""
    return name.replace("_", " ")


def die_in_words(die: PieceId) -> str:
    """Return what a die on the table is thrown for, such as `die of the attack` for `attack-1-2`."""
    purpose = re.sub(r"(-\d+)+(-again\d+)?$", "", die).replace("-", " ").removesuffix(" die")
    return f"die of the {'armour' if purpose == 'subtract' else purpose}"


def percent(share: float) -> str:
    """Return a chance as a whole percentage."""
    return f"{100 * share:.0f} %"


def hit_chance(rules: Rulebook, check: Check) -> float:
    """Return the chance that a check succeeds. With the rule `ties: actor`, a tie counts as a success (BK-32)."""
    found = odds(check)
    return float(found.win + (found.tie if rules.ties == "actor" else 0))


def check_in_words(check: Check) -> str:
    """Return both pools of a check, with the reason of each die and the chances."""
    found = odds(check)
    chances = f"win {percent(float(found.win))}, tie {percent(float(found.tie))}"
    return f"{write_pool(check.actor)} against {write_pool(check.defender)}: {chances}"


def acting_title(state: State) -> str:
    """Return the name of the fighter who acts; empty if nobody does."""
    return title_of(state.acting[-1]) if state.acting else ""


def ordinal(number: int) -> str:
    """Return the word for the place of something in a row, such as `second`. From the sixth on, it is a number."""
    words = ("first", "second", "third", "fourth", "fifth")
    return words[number - 1] if number <= len(words) else f"{number}th"
