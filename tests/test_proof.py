"""Whole games of bots on the real table: what holds at every turn, that games end, and that a seed always gives the
same game.
"""

import runpy
import sys
from collections.abc import Mapping
from functools import cache
from itertools import product

import proof
import pytest
from proof import Game, again

from riotsim.files.rules import load_rules
from riotsim.games.riftwar.armies.figures import army_faults
from riotsim.games.riftwar.rulebook import Rulebook

pytestmark = pytest.mark.xdist_group("proof")  # each game is played once

FEW: Mapping[int, Mapping[str, object]] = {
    0: {"clock.minutes": 2},
    2: {"clock.minutes": 4, "gang.models": "[git, bruiser]", "loot.each": 2},
}
"""Seeds of games of `make proof` that are played for every commit. Options make the games short. One has two players
with whole gangs, and the other four players with small gangs. Both have fights, falls and loot.
"""


@cache
def play(seed: int) -> Game:
    """Play a game."""
    return proof.play(seed, options=FEW[seed])


@pytest.mark.parametrize("seed", FEW)
def test_what_holds_at_every_turn_of_a_game(seed: int) -> None:
    """At every turn of a game, no loot is lost or added, and no bases overlap. Each tower is a single stack beside its
    model (RD-30, RD-32, RD-47, RD-83).
    """
    game = play(seed)
    assert game.broken == ()
    assert not game.unfinished


def test_a_seed_is_a_game() -> None:
    """If a game is played again with its seed in a fresh process, the events and the table are the same, bit for
    bit.
    """
    assert again(0, options=FEW[0]) == play(0).digest


def test_riftwar_is_played_by_all_legal_armies_and_bots() -> None:
    """In 64 seeds in a row, each pair of legal armies is played with each pair of bots (RW-98, RW-90 to RW-93)."""
    book = load_rules("riftwar", Rulebook)
    limits, traits = book.army.limits, book.traits
    legal = {
        name for name, army in book.armies.items() if not [*army_faults(traits, limits, army.model_dump(mode="json"))]
    }
    riftwar, seeds = proof.PROVED["riftwar"], range(128, 192)
    found = {(*(seat["army"] for seat in riftwar.seats(seed)), *riftwar.bots(seed)) for seed in seeds}
    assert found == set(product(legal, legal, ("greedy", "random"), ("greedy", "random")))


@pytest.mark.parametrize("wrong", [("0",), ("ten",), ("1", "-1"), ("1", "0", "chess")])
def test_a_slip_of_the_command_is_told_before_a_game_is_played(
    wrong: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the command of the proof is given an invalid seed or game, it exits with an error before any game is
    played.
    """
    monkeypatch.setattr(sys, "argv", [proof.__file__, *wrong])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(proof.__file__, run_name="__main__")
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert "Error" in told.err
