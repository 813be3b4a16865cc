"""Fairness of dice in a crowded tray: each kind is thrown among eleven other dice, as when two players share a tray."""

import time
from collections import Counter

import pytest

from riotsim.measuring.chi_squared import Verdict, chi_squared
from riotsim.simulation import perform
from riotsim.table.acts import Cocked, LeftTable, Roll
from riotsim.table.dice.kinds import die_kind
from riotsim.table.dice.tray import MAX_SHARED_DICE, TRAY_STRENGTH
from riotsim.table.pieces import Die
from riotsim.table.state import Table, Tray
from riotsim.testing.fairness import SIGNIFICANCE
from riotsim.testing.plugin import Record, Size
from riotsim.testing.tables import STEADY_HAND

KINDS = ("d4", "d6", "d8", "d10", "d12", "d20")

TABLE = Table(400.0, 400.0, tray=Tray(203.2, 203.2, 76.2, at=(450.0, 0.0)))
"""A table with a tray of 8 × 8 in with walls of 3 in."""

DICE = tuple(Die(f"{owner}-{kind}", die_kind(kind), owner=owner) for owner in ("Ada", "Bea") for kind in KINDS)
"""A die of each kind for each of two players. This is the greatest number that is thrown at once."""

MOST_COCKED = 0.15
"""Greatest share of dice that may lie cocked among eleven others. This limit is our own."""


def thrown(seed: int) -> tuple[list[Die], int]:
    """Throw all dice into the tray. Return the dice that can be read, and the number of those that can't."""
    assert TABLE.tray is not None
    act = Roll(DICE, TABLE.tray.middle, 0.0, STEADY_HAND, strength=TRAY_STRENGTH, in_tray=True, shared=True)
    settled = perform(TABLE, act, seed)
    unread = {fact.die for fact in settled.facts_of(Cocked)} | {fact.piece for fact in settled.facts_of(LeftTable)}
    return [die for die in settled.table.dice.values() if die.id not in unread], len(unread)


@pytest.mark.proof
def test_no_kind_is_biased_among_eleven_others(record: Record, size: Size) -> None:
    """If twelve dice share a tray, the numbers of each kind come up equally often (Pearson's χ², p above 0.001). Cocked
    dice don't count, as they are thrown again; at most 15 % are.
    """
    assert len(DICE) == MAX_SHARED_DICE
    rolls, begun = size(2000, 20_000), time.process_time()
    counts = {kind: Counter[int]() for kind in KINDS}
    unread = 0
    for seed in range(rolls * len(KINDS) // len(DICE)):
        dice, cocked = thrown(seed)
        unread += cocked
        for die in dice:
            counts[die.kind.name][die.shows] += 1
    spent = time.process_time() - begun
    findings = []
    for kind, found in counts.items():
        verdict = fairness(kind, found)
        note = f"{found.total()} rolls, χ² {verdict.chi2:.1f} with {verdict.freedom} degrees of freedom; {spent:.0f} s"
        findings.append(
            record(
                "fairness",
                f"{kind} among eleven dice: p of equal shares",
                found=verdict.p,
                at_least=SIGNIFICANCE,
                source="Pearson's χ² against equal shares",
                note=note,
            )
        )
    for finding in findings:
        finding.must_hold()
    assert unread <= MOST_COCKED * rolls * len(KINDS)


def fairness(kind: str, found: Counter[int]) -> Verdict:
    """Test the counts of a kind's numbers against equal shares."""
    values = die_kind(kind).values
    return chi_squared([found[value] for value in values], [found.total() / len(values)] * len(values), len(values) - 1)
