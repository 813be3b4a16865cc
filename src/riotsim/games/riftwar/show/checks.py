"""The dice of attacks as players see them: attackers and targets, the dice, and the result (RW-54, RW-60)."""

from collections.abc import Sequence
from typing import Final

from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.chapters.damage import DIE_SIDES
from riotsim.games.riftwar.show.names import owned_title
from riotsim.games.riftwar.show.narration import ATTACKS, EFFECTS
from riotsim.games.riftwar.state import State, ThrownAttack
from riotsim.play.displays import ShownCheck, ShownDice, ShownPool

VERBS: Final = {**ATTACKS, "coordinated": ATTACKS["direct"], "crash": "crashes with"}
"""The words for each kind of attack if a single unit attacks."""

DESTROYED: Final = "already destroyed"
"""The words for the result of an attack on a unit that an earlier attack has destroyed."""

JOINT_VERBS: Final = {"direct": "fire at", "coordinated": "fire at", "reaction": "react at", "close": "strike at"}
"""The words for each kind of attack if several units attack together."""


def checks(state: State) -> tuple[ShownCheck, ...]:
    """Return one check, which shows all attacks of the latest throw of dice.

    A throw that is about to be made counts already. The result is empty in two cases:

    - The latest throw is for something else, such as a rally.
    - There has been no throw since the last action was chosen.
    """
    thrown = state.thrown_attacks
    if not thrown:
        return ()
    results = _results(state, thrown)
    pools = tuple(
        _pool(state, attack, result if len(thrown) > 1 else "") for attack, result in zip(thrown, results, strict=True)
    )
    return (ShownCheck(_title(state, thrown), pools, outcome=_outcome(thrown, results)),)


def _title(state: State, attacks: Sequence[ThrownAttack]) -> str:
    first, targets = attacks[0], dict.fromkeys(attack.target for attack in attacks)
    at = owned_title(state.players, first.target) if len(targets) == 1 else f"{len(targets)} units"
    if len({attack.attacker for attack in attacks}) == 1:
        return f"{owned_title(state.players, first.attacker)} {VERBS[first.how]} {at}"
    return f"{len(attacks)} units {JOINT_VERBS.get(first.how, 'attack')} {at}"


def _results(state: State, attacks: Sequence[ThrownAttack]) -> tuple[str, ...]:
    """Return the result of each attack in words.

    If an earlier attack has destroyed the target, the words say so. If an attack hasn't been carried out yet, its words
    are empty.
    """
    found, killed_later = list[str](), {attack.target for attack in attacks if attack.effect == "kill"}
    for attack in attacks:
        is_gone = state.units[attack.target].destroyed and attack.target not in killed_later
        if attack.effect == "kill":
            killed_later.discard(attack.target)
        if not attack.effect:
            found.append("")
        else:
            found.append(DESTROYED if attack.effect == "none" and is_gone else EFFECTS[attack.effect])
    return tuple(found)


def _pool(state: State, attack: ThrownAttack, result: str) -> ShownPool:
    unit = state.units[attack.attacker]
    cover = "The target has cover" if attack.cover else "No cover"
    dice = ShownDice(DIE_SIDES, attack.dice, cover, values=attack.shown)
    return ShownPool(title_of(unit.id), unit.player, (dice,), pieces=(unit.id,), result=result)


def _outcome(attacks: Sequence[ThrownAttack], results: Sequence[str]) -> str:
    """Return a text with the results of all attacks. It is empty until all attacks have been carried out.

    The hits of several attacks are not added up, because each attack has its own effect (RW-54).
    """
    if not all(results):
        return ""
    if len(attacks) == 1:
        hits = attacks[0].hits
        return f"{hits} {'hit' if hits == 1 else 'hits'}: {results[0]}"
    told = [one for one in dict.fromkeys(results) if one not in (EFFECTS["none"], DESTROYED)]
    without = DESTROYED if DESTROYED in results else EFFECTS["none"]
    return f"counted one by one: {', '.join(told) or without}"
