"""A bot's chance: what decides it, when it is made, and that new bots continue a game with the same bits."""

import copy
from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_examples import examples

from riotsim.bots.bot import Luck, play_out
from riotsim.bots.random import RandomBot
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game, rules_of
from riotsim.games.riot_dice.state import State
from riotsim.play.requests import Choose, PickPiece
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedOutcome, ScriptedTable
from riotsim.play.session.chance import Chance, Stream
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.table.acts import Act, Roll, Settled
from riotsim.table.state import Table

QUICK = {"table.terrain": "[]", "loot.each": 2, "gang.models": "[git, bruiser]", "clock.minutes": 4}
"""Options for a short game."""
BOTS = {"Ada": "greedy", "Bea": "random"}


def lucky(table: Table, act: Act, seed: int, /) -> Settled:
    """Perform an act without physics, with random results that its seed decides."""
    luck, scripted = np.random.default_rng(seed), ScriptedTable()
    if isinstance(act, Roll):
        places = luck.uniform(20.0, min(table.width, table.depth) - 20.0, (len(act.dice), 2))
        lies = [
            DieResult((float(x), float(y)), int(luck.integers(die.kind.sides)) + 1)
            for die, (x, y) in zip(act.dice, places, strict=True)
        ]
        scripted.follow(ScriptedOutcome(dice=tuple(lies)))
    return scripted(table, act, seed)


def played(
    seed: int, bots: Mapping[str, str], minutes: int = 4
) -> tuple[Rulebook, Session[State], list[tuple[Any, int]]]:
    """Return a whole game of bots, with the checkpoint and the number of entries before each answer."""
    rules = load_rules("riot_dice", Rulebook, QUICK | {"clock.minutes": minutes, "loot.each": 1})
    session = new_game(rules, list(bots), seed, lucky, {})
    cuts: list[tuple[Any, int]] = [(session.checkpoint, session.entry_count)]
    cuts.extend((session.checkpoint, session.entry_count) for _ in play_out(session, make_bots(bots, rules, seed)))
    return rules, session, cuts


@examples(2, 8)
@given(st.integers(0, 2**32), st.sampled_from(["greedy", "random"]), st.lists(st.floats(0, 1), min_size=2, max_size=2))
def test_new_bots_go_on_with_the_same_bits(seed: int, bot: str, wheres: list[float]) -> None:
    """If a game is cut at any point and resumed with new bots, it goes on exactly as the game that wasn't cut."""
    bots = {"Ada": bot, "Bea": "random"}
    rules, session, cuts = played(seed, bots, minutes=1)
    for where in wheres:
        checkpoint, entries = cuts[int(where * (len(cuts) - 2))]
        kept = session.journal[checkpoint.entry_count : entries]
        again = Session.resume(rules_of(rules), checkpoint, kept, lucky)
        for _ in play_out(again, make_bots(bots, rules, seed)):
            pass
        assert again.journal == session.journal[checkpoint.entry_count :]
        assert (again.state, again.table) == (session.state, session.table)


def test_bots_go_on_alike_after_an_undo() -> None:
    """If answers of bots are undone, the same bots answer as before, and the game goes on as before."""
    rules, session, _ = played(3, BOTS)
    whole, state, table = list(session.journal), copy.deepcopy(session.state), session.table
    for _ in range(12):
        session.undo()
    assert len(session.journal) < len(whole)
    for _ in play_out(session, make_bots(BOTS, rules, 3)):
        pass
    assert (session.journal, session.state, session.table) == (whole, state, table)


def half_a_fight() -> tuple[Rulebook, Session[State], int]:
    """Return a game, and its seed, in which one boss has answered in a fight and the other hasn't."""
    rules = load_rules("riot_dice", Rulebook, QUICK)
    for seed in range(50):
        session = new_game(rules, list(BOTS), seed, lucky, {})
        for _ in play_out(session, make_bots(BOTS, rules, seed)):
            if len(session.pending) < len(session.requests):
                return rules, session, seed
    raise AssertionError("nobody fights")


def test_half_a_fight_is_asked_again_alike() -> None:
    """RD-61: if a game is cut while one of two answers in a fight is given, both bosses are asked again. They answer as
    in the game that wasn't cut.
    """
    rules, session, seed = half_a_fight()
    assert session.requests[0].purpose == "fight"
    cut = session.fork()
    assert len(cut.pending) == 2
    for game in (session, cut):
        for _ in play_out(game, make_bots(BOTS, rules, seed)):
            pass
    assert session.journal[-len(cut.journal) :] == cut.journal
    assert (cut.state, cut.table) == (session.state, session.table)


def test_seed_seat_and_decision_decide() -> None:
    """A seed, a seat and the number of a decision give one series of random numbers. If any of the three differs, the
    numbers differ. No throw of the game has the same numbers.
    """
    draws = {
        (a, b, n): Luck(a, b).random_source(n)().random(4).tolist()
        for a, b, n in product((1, 2), (0, 1), (0, 1, 2**33))
    }
    assert Luck(1, 0).random_source(0)().random(4).tolist() == draws[1, 0, 0]
    assert len({tuple(draw) for draw in draws.values()}) == len(draws)
    of_acts = [np.random.default_rng(Chance(1).seed(stream)).random(4).tolist() for stream in Stream]
    assert not any(draw in of_acts for draw in draws.values())


def test_a_decision_has_one_source_of_chance() -> None:
    """If the chance of a decision is asked for twice, both requests get the same generator."""
    draw = Luck(1, 0).random_source(5)
    assert draw() is draw()


def test_no_chance_is_made_where_there_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """No generator is made if only one answer is allowed, because making it takes longer than the answer."""
    rules = load_rules("riot_dice", Rulebook, QUICK)
    session = new_game(rules, list(BOTS), 1, lucky, {})

    def none_needed(seed: object) -> np.random.Generator:
        raise AssertionError("a generator is made")

    bots = [*make_bots(BOTS, rules, 1).values(), RandomBot(Luck(1, 1))]
    monkeypatch.setattr(np.random, "default_rng", none_needed)
    for bot in bots:
        assert bot.answer(Choose("Ada", "action", ("end",)), session) == "end"
    assert bots[1].answer(PickPiece("Ada", "boot", ("a1",)), session) == "a1"  # type: ignore[arg-type]  # of a piece
