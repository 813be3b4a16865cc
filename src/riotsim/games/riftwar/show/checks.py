"""The dice of attacks as players see them: who attacks whom, the dice, and the result (RW-54, RW-60)."""

from collections.abc import Sequence
from typing import Final

from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.chapters.damage import DIE_SIDES
from riotsim.games.riftwar.show.narration import ATTACKS, EFFECTS
from riotsim.games.riftwar.state import State, ThrownAttack
from riotsim.play.displays import ShownCheck, ShownDice, ShownPool

VERBS: Final = {**ATTACKS, "coordinated": ATTACKS["direct"], "crash": "crashes with"}
"""The words for kinds of attacks of one unit."""

JOINT_VERBS: Final = {"direct": "fire at", "coordinated": "fire at", "reaction": "react at", "close": "strike at"}
"""The words for kinds of attacks of several units."""


def checks(state: State) -> tuple[ShownCheck, ...]:
    """Return the attacks whose dice are thrown now, or were thrown last since an action was chosen. They are shown as
    one check. Return nothing if there are none.
    """
    thrown = state.thrown_attacks
    if not thrown:
        return ()
    pools = tuple(_pool(state, attack) for attack in thrown)
    return (ShownCheck(_title(thrown), pools, outcome=_outcome(thrown)),)


def _title(attacks: Sequence[ThrownAttack]) -> str:
    first, targets = attacks[0], dict.fromkeys(title_of(attack.target) for attack in attacks)
    at = targets.popitem()[0] if len(targets) == 1 else f"{len(targets)} units"
    if len({attack.attacker for attack in attacks}) == 1:
        return f"{title_of(first.attacker)} {VERBS[first.how]} {at}"
    return f"{len(attacks)} units {JOINT_VERBS.get(first.how, 'attack')} {at}"


def _pool(state: State, attack: ThrownAttack) -> ShownPool:
    unit = state.units[attack.attacker]
    cover = "The target has cover" if attack.cover else "No cover"
    dice = ShownDice(DIE_SIDES, attack.dice, cover, values=attack.shown)
    return ShownPool(title_of(unit.id), unit.player, (dice,), pieces=(unit.id,))


def _outcome(attacks: Sequence[ThrownAttack]) -> str:
    """Return the result of all attacks in words; empty before all are carried out."""
    if not all(attack.effect for attack in attacks):
        return ""
    hits = sum(attack.hits for attack in attacks)
    effects = dict.fromkeys(EFFECTS[attack.effect] for attack in attacks if attack.effect != "none")
    return f"{hits} {'hit' if hits == 1 else 'hits'}: {', '.join(effects) or EFFECTS['none']}"
