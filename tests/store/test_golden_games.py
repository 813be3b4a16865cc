"""A played game of each kind is stored, and its rules still come to what it has."""

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
    """Take a golden game up at its end."""
    return resume_game(stored_game(game))


def events_of(game: str) -> list[dict[str, Any]]:
    """Return the events of a golden game."""
    return plain_events(taken_up(game))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_game_has_one_that_is_replayed(game: str) -> None:
    """Each kind of game has a golden game of greedy bots. The rules go through its journal, to the positions at each
    turn's start and the end that are stored.

    `tests/golden/test_transcripts.py` tests the same of the games of random bots.
    """
    require_replayed(game, stored_game(game), taken_up(game))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_turns_are_counted_as_the_result_counts_them(tmp_path: Path, game: str) -> None:
    """After the end of a game, the list of games and its last turn have the number of turns of its result.

    Last turns with a title of their own, such as the last dice of Demolition Dice, don't count.
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
    """What an import has gone through leads to the same end as the export, with the same events."""
    imported = replay_import(stored_game(game), game)
    assert resume_game(imported.game).session.state == taken_up(game).session.state
    assert [json.loads(event) for event in imported.events] == events_of(game)


def test_the_golden_game_of_riot_dice_has_it_all() -> None:
    """Towers fall, fights break out, models shoot, fall over and stand up, loot is picked up, and somebody legs it."""
    events = events_of("riot_dice")
    kinds = {event["event"] for event in events}
    assert {"tower_falls", "fight_breaks_out", "falls_over", "bullet", "loot", "legs_it", "stands_up"} <= kinds


def test_the_golden_game_of_demolition_dice_has_it_all() -> None:
    """Throws hit, miss, and go at one's own tower; a tie is rolled off; what lies badly after a fall is rolled."""
    events = events_of("demolition_dice")
    kinds = [event["event"] for event in events]
    assert {"tower_falls", "misses", "rebuilt", "rolls_off", "tower_done"} <= set(kinds)
    throws = [event for event in events if event["event"] == "throws_at"]
    assert {event["boss"] == event["tower"] for event in throws} == {True, False}
    assert ("rolled", "came_up") in pairwise(kinds)


def test_the_golden_game_of_cube_clash_has_it_all() -> None:
    """Dice step, rotate, maneuver, are killed, return and are converted; spells are cast, and a raid decides."""
    events = events_of("cube_clash")
    kinds = {event["event"] for event in events}
    assert {"steps", "rotates", "maneuvers", "attacks", "killed", "returns", "converts", "moves_unit"} <= kinds
    assert events[-1]["ending"] == "home row"


def test_the_golden_game_of_riftwar_has_it_all() -> None:
    """Units move, charge, rally, fire together, alone and in reaction, with every effect, and one side is left."""
    events = events_of("riftwar")
    kinds = {event["event"] for event in events}
    assert {"sets_up", "phase_begins", "phase_ends", "moves", "attacks", "destroyed", "rallies", "player_out"} <= kinds
    attacks = [event for event in events if event["event"] == "attacks"]
    assert {event["how"] for event in attacks} >= {"direct", "coordinated", "reaction"}
    assert {event["effect"] for event in attacks} == {"none", "pin", "wound", "kill"}
    assert {event["how"] for event in events if event["event"] == "moves"} >= {"move", "close combat"}
    assert events[-1]["ending"] == "last side"


def test_the_golden_game_of_buskit_has_it_all() -> None:
    """Fighters move, attack, drop prone and stand up, armour is spent, somebody is treated, and one side is left."""
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
