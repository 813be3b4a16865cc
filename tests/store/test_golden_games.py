"""For each kind of game a played game is stored as golden game. Its replay by the present rules must be the same."""

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from golden_replays import plain_events, require_replayed, stored_game

from riotsim.games.registry import GAMES
from riotsim.store.database.store import Store
from riotsim.store.exchange import replay_import
from riotsim.store.resume import ResumedGame, resume_game

pytestmark = pytest.mark.xdist_group("golden_games")  # each game is gone through once


@cache
def taken_up(game: str) -> ResumedGame:
    """Return a golden game, resumed at its end."""
    return resume_game(stored_game(game))


def events_of(game: str) -> list[dict[str, Any]]:
    """Return the events of a golden game."""
    return plain_events(taken_up(game))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_game_has_one_that_is_replayed(game: str) -> None:
    """Each kind of game has a golden game of greedy bots. If the rules replay its journal, the positions at each turn's
    start and at the end are the stored ones.

    `tests/golden/test_transcripts.py` tests the same of the games of random bots.
    """
    require_replayed(game, stored_game(game), taken_up(game))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_turns_are_counted_as_the_result_counts_them(tmp_path: Path, game: str) -> None:
    """If a game is over, the list of games, the game's last turn and its result have the same number of turns.

    A last turn with a special title, such as the last dice of Demolition Dice, doesn't count.
    """
    state = taken_up(game).session.state
    final = GAMES[game].presentation().final_score(state)
    assert final is not None
    with Store(tmp_path / "games") as store:
        events = [json.dumps(event) for event in events_of(game)]
        assert store.summary(store.add(stored_game(game), events)).turns == final.turns
    last = GAMES[game].presentation().turn(state)
    assert last.number - bool(last.custom_title) == final.turns


@pytest.mark.parametrize("game", ["buskit", "demolition_dice"])
def test_an_imported_game_is_taken_up_like_the_one_that_was_exported(game: str) -> None:
    """If a golden game is imported, it has the same final state and the same events as the original."""
    imported = replay_import(stored_game(game), game)
    assert resume_game(imported.game).session.state == taken_up(game).session.state
    assert [json.loads(event) for event in imported.events] == events_of(game)


def test_the_golden_game_of_riot_dice_has_it_all() -> None:
    """In the golden game of Riot Dice, towers fall, fights break out, and models shoot, fall over and stand up. Loot is
    picked up, and a model legs it.
    """
    events = events_of("riot_dice")
    kinds = {event["event"] for event in events}
    assert {"tower_falls", "fight_breaks_out", "falls_over", "bullet", "loot", "legs_it", "stands_up"} <= kinds


def test_the_golden_game_of_demolition_dice_has_it_all() -> None:
    """In the golden game of Demolition Dice, throws hit and miss, and go at a player's own tower and at others. A tie
    is rolled off. After a fall, dice that lie badly are rolled.
    """
    events = events_of("demolition_dice")
    kinds = [event["event"] for event in events]
    assert {"tower_falls", "misses", "rebuilt", "rolls_off", "tower_done"} <= set(kinds)
    throws = [event for event in events if event["event"] == "throws_at"]
    assert {event["boss"] == event["tower"] for event in throws} == {True, False}
    assert ("rolled", "came_up") in pairwise(kinds)


def test_the_golden_game_of_cube_clash_has_it_all() -> None:
    """In the golden game of Cube Clash, dice step, rotate, maneuver, attack, are killed, return and are converted.
    Spells are cast. The game ends by a die on the home row.
    """
    events = events_of("cube_clash")
    kinds = {event["event"] for event in events}
    assert {"steps", "rotates", "maneuvers", "attacks", "killed", "returns", "converts", "moves_unit"} <= kinds
    assert events[-1]["ending"] == "home row"


def test_the_golden_game_of_riftwar_has_it_all() -> None:
    """In the golden game of RiftWar, units move, charge, rally, and fire alone, together and in reaction, with every
    effect. The game ends with one side left.
    """
    events = events_of("riftwar")
    kinds = {event["event"] for event in events}
    assert {"sets_up", "phase_begins", "phase_ends", "moves", "attacks", "destroyed", "rallies", "player_out"} <= kinds
    attacks = [event for event in events if event["event"] == "attacks"]
    assert {event["how"] for event in attacks} >= {"direct", "coordinated", "reaction"}
    assert {event["effect"] for event in attacks} == {"none", "pin", "wound", "kill"}
    assert {event["how"] for event in events if event["event"] == "moves"} >= {"move", "close combat"}
    assert events[-1]["ending"] == "last side"


def test_the_golden_game_of_buskit_has_it_all() -> None:
    """In the golden game of Buskit, fighters move, attack, drop prone and stand up. Armour is spent, and a fighter is
    treated. The game ends with one side left.
    """
    events = events_of("buskit")
    kinds = {event["event"] for event in events}
    assert {
        "goes",
        "moves",
        "attacks",
        "harmed",
        "armoured",
        "drops_prone",
        "stands_up",
        "treats",
        "goes_down",
    } <= kinds
    assert {event["hits"] for event in events if event["event"] == "attacks"} == {True, False}
    assert events[-1]["ending"] == "last side"
