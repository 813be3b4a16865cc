"""The log of RiftWar is the same while a game is played, after it is resumed, and when all of it is told at once."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import riotsim
from riotsim.app.window.narrator import make_narrator
from riotsim.viewer.session.log import Log
from riotsim.viewer.session.messages import Line


def window_log(match: riotsim.Match) -> Log:
    """Return the log of a window that shows a match."""
    return Log(make_narrator(match.game, match.session, match.rules, {}))


def shown(log: Log) -> Sequence[Line]:
    """Return all lines of a log."""
    told = log.take_changes()
    return () if told is None else told.lines


@pytest.mark.parametrize(("seed", "dice"), [(0, "tray"), (0, "stream"), (3, "stream")])
def test_a_resumed_game_has_the_log_that_it_had(tmp_path: Path, seed: int, dice: str) -> None:
    """RW-54: a window may get a game's events after every answer, or all at once when the game is resumed. Its log is
    the same. `Match.log` has the same lines. Some lines tell of several attacks of one throw.
    """
    store, bots = tmp_path / "games.db", dict.fromkeys(("Ada", "Bea"), "greedy")
    with riotsim.new_game("riftwar", bots, seed=seed, options={"dice.by": dice}, store=store) as match:
        live = window_log(match)
        for _ in match.steps():
            live.update(match.events)
        assert match.id is not None
        lines = shown(live)
        assert sum(" attacks hit" in line.text for line in lines) > 5
    with riotsim.resume_game(match.id, store=store) as match:
        resumed = window_log(match)
        resumed.update(match.events)
        assert shown(resumed) == lines
        told = [line.text for line in lines if line.level != "head"]
        assert [line.strip() for line in match.log()] == told
