"""A bot's luck: what decides it, when it is made, and that bots who remember nothing go on with the same bits."""

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
    """Perform an act as its seed has it, without physics."""
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
    """A whole game of bots, and before each of its answers the checkpoint and the number of entries."""
    rules = load_rules("riot_dice", Rulebook, QUICK | {"clock.minutes": minutes, "loot.each": 1})
    session = new_game(rules, list(bots), seed, lucky, {})
    cuts: list[tuple[Any, int]] = [(session.checkpoint, session.entry_count)]
    cuts.extend((session.checkpoint, session.entry_count) for _ in play_out(session, make_bots(bots, rules, seed)))
    return rules, session, cuts


@examples(2, 8)
@given(st.integers(0, 2**32), st.sampled_from(["greedy", "random"]), st.lists(st.floats(0, 1), min_size=2, max_size=2))
def test_new_bots_go_on_with_the_same_bits(seed: int, bot: str, wheres: list[float]) -> None:
    """A game that is cut anywhere and taken up again with new bots goes on as it would have, to the last bit."""
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
    """A bot that is asked again, because its answer was undone, says what it said, and so it goes on."""
    rules, session, _ = played(3, BOTS)
    whole, state, table = list(session.journal), copy.deepcopy(session.state), session.table
    for _ in range(12):
        session.undo()
    assert len(session.journal) < len(whole)
    for _ in play_out(session, make_bots(BOTS, rules, 3)):
        pass
    assert (session.journal, session.state, session.table) == (whole, state, table)


def half_a_fight() -> tuple[Rulebook, Session[State], int]:
    """A game of some seed in which one boss has answered to a fight and the other has not."""
    rules = load_rules("riot_dice", Rulebook, QUICK)
    for seed in range(50):
        session = new_game(rules, list(BOTS), seed, lucky, {})
        for _ in play_out(session, make_bots(BOTS, rules, seed)):
            if len(session.pending) < len(session.requests):
                return rules, session, seed
    raise AssertionError("nobody fights")


def test_half_a_fight_is_asked_again_alike() -> None:
    """RD-61: of a game that is cut between the answers to a fight both are asked again, and answer alike."""
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
    """The same seed, seat and decision give the same chance; another of any of them gives another, as no throw has."""
    draws = {
        (a, b, n): Luck(a, b).random_source(n)().random(4).tolist()
        for a, b, n in product((1, 2), (0, 1), (0, 1, 2**33))
    }
    assert Luck(1, 0).random_source(0)().random(4).tolist() == draws[1, 0, 0]
    assert len({tuple(draw) for draw in draws.values()}) == len(draws)
    of_acts = [np.random.default_rng(Chance(1).seed(stream)).random(4).tolist() for stream in Stream]
    assert not any(draw in of_acts for draw in draws.values())


def test_a_decision_has_one_source_of_chance() -> None:
    """A second request for the chance of a decision continues the same generator instead of restarting it."""
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
