"""A real game of greedy bots, played once with the frames of all acts, and its recording."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from riotsim.bots.bot import play_out
from riotsim.files.assets.figures import load_figures
from riotsim.files.assets.meshes import load_meshes
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import new_game, rules_of
from riotsim.games.riot_dice.state import State
from riotsim.play.narration import Narration
from riotsim.play.session.journal import Entry
from riotsim.play.session.session import Checkpoint, Rules
from riotsim.players import make_bots
from riotsim.replay.recorded_timeline import RecordedTimeline, lay_out
from riotsim.replay.recording import Recording, record
from riotsim.simulation import perform
from riotsim.table.acts import Frame
from riotsim.table.state import Table

SEED = 2
"""Seed of a game in which towers fall and a player wins."""

SHORT = {"clock.minutes": 10, "clock.after": "last_activation"}
"""Options with which this game has 20 turns and lasts five minutes."""

BOTS = {"Ada": "greedy", "Bea": "greedy"}


@dataclass(frozen=True)
class Played:
    """A game that was played to its end."""

    run: Rules[State]
    begin: Checkpoint[State]
    journal: list[Entry]
    events: list[object]
    last: Table
    rules: Rulebook

    def narration(self) -> Narration:
        """Return a fresh narration of the game."""
        shown = GAMES["riot_dice"].presentation()
        return Narration(shown.formatter(self.rules, self.begin), shown.turn, shown.scores)

    def record(
        self, entries: list[Entry] | None = None, traces: dict[int, tuple[Frame, ...]] | None = None
    ) -> Recording:
        """Return the recording of the game, or of other entries."""
        return record(
            self.run,
            self.begin,
            self.journal if entries is None else entries,
            self.narration(),
            game="riot_dice",
            title="Riot Dice: Ada against Bea",
            players=BOTS,
            traces=traces,
            notes=(f"seed {SEED}",),
        )


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put all tests of this folder that use the game into the process of the browser tests. So the game is
    played once.
    """
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and "played" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def played() -> Played:
    """Return the game, played with frames at 60 a second."""
    rules = load_rules("riot_dice", Rulebook, SHORT)
    figures = load_figures(rules)
    session = new_game(rules, list(BOTS), SEED, partial(perform, trace_hz=60), load_meshes(rules), figures=figures)
    begin = session.checkpoint
    for _ in play_out(session, make_bots(BOTS, rules, SEED)):
        pass
    return Played(rules_of(rules, figures=figures), begin, session.journal, session.events, session.table, rules)


@pytest.fixture(scope="session")
def recording(played: Played) -> Recording:
    """Return the game's recording."""
    return played.record()


@pytest.fixture(scope="session")
def timeline(recording: Recording) -> RecordedTimeline:
    """Return the timeline of the whole game."""
    return lay_out(recording)
