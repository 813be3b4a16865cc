"""The dice of attacks as players see them: who attacks whom, the dice, and the result (RW-54, RW-60)."""

from collections.abc import Sequence
from typing import Final

from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.chapters.damage import DIE_SIDES
from riotsim.games.riftwar.show.narration import ATTACKS, EFFECTS
from riotsim.games.riftwar.state import Shot, State
from riotsim.play.displays import ShownCheck, ShownDice, ShownPool

VERBS: Final = {**ATTACKS, "coordinated": ATTACKS["direct"], "crash": "crashes with"}
"""The words for kinds of attacks of one unit."""

JOINT_VERBS: Final = {"direct": "fire at", "coordinated": "fire at", "reaction": "react at", "close": "strike at"}
"""The words for kinds of attacks of several units."""


def checks(state: State) -> tuple[ShownCheck, ...]:
    """Return the attacks whose dice are thrown now, or were thrown last in the present action or in the one that has
    just ended. They are shown as one check. Return nothing if there are none.
    """
    volley = state.volley
    is_last = (volley.phase, 0) == (state.phase - 1, state.actions)
    if not volley.shots or not (is_last or (volley.phase, volley.action) == (state.phase, state.actions)):
        return ()
    pools = tuple(_pool(state, shot) for shot in volley.shots)
    return (ShownCheck(_title(volley.shots), pools, outcome=_outcome(volley.shots)),)


def _title(shots: Sequence[Shot]) -> str:
    first, targets = shots[0], dict.fromkeys(title_of(shot.target) for shot in shots)
    at = targets.popitem()[0] if len(targets) == 1 else f"{len(targets)} units"
    if len({shot.attacker for shot in shots}) == 1:
        return f"{title_of(first.attacker)} {VERBS[first.how]} {at}"
    return f"{len(shots)} units {JOINT_VERBS.get(first.how, 'attack')} {at}"


def _pool(state: State, shot: Shot) -> ShownPool:
    unit = state.units[shot.attacker]
    cover = "The target has cover" if shot.cover else "No cover"
    dice = ShownDice(DIE_SIDES, shot.dice, cover, values=shot.shown)
    return ShownPool(title_of(unit.id), unit.player, (dice,), pieces=(unit.id,))


def _outcome(shots: Sequence[Shot]) -> str:
    """Return the result of all attacks in words; empty before all are carried out."""
    if not all(shot.effect for shot in shots):
        return ""
    hits = sum(shot.hits for shot in shots)
    effects = dict.fromkeys(EFFECTS[shot.effect] for shot in shots if shot.effect != "none")
    return f"{hits} {'hit' if hits == 1 else 'hits'}: {', '.join(effects) or EFFECTS['none']}"
