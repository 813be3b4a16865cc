"""The ruler in a replay."""

import pytest
from pitch_game import Pitch

from riotsim.play.narration import Narration
from riotsim.replay.recording import record
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import OpenMenu, OpenSettings


@pytest.fixture
def at_replay() -> ReplayScreen:
    """A replay of a game that has just begun."""
    with Pitch(rounds=1)(lambda *_: pytest.fail("nothing is thrown"), lambda _: None) as hosted:
        session = hosted.session
        recording = record(
            session.rules, session.first_checkpoint, session.journal, Narration(), game="pitch", title="Pitching",
            players={"Ann": "", "Bob": ""},
        )  # fmt: skip
    return ReplayScreen(recording, Settings())


def test_the_ruler_measures_from_edge_to_edge(at_replay: ReplayScreen) -> None:
    """Between two models the ruler shows the gap between their bases; to the bare table, the distance to the point."""
    a, b = at_replay.table.models["a1"], at_replay.table.models["b1"]
    at_replay.pointer = Pointer(a.at, "a1", 0.0)
    assert at_replay.measured() is None
    at_replay.measure()
    at_replay.pointer = Pointer(b.at, "b1", 0.0)
    measured = at_replay.measured()
    assert measured is not None
    begin, end, mm = measured
    apart = ((a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2) ** 0.5
    assert (begin, end) == (a.at, b.at)
    assert mm == pytest.approx(apart - 25.0)
    at_replay.pointer = Pointer((a.at[0] + 50.0, a.at[1]), None, 0.0)
    measured = at_replay.measured()
    assert measured is not None
    assert measured[2] == pytest.approx(50.0 - 12.5)


def test_a_replay_stands_still_under_the_menu(at_replay: ReplayScreen) -> None:
    """While the menu or the settings are open, no time passes in the replay. Afterwards it goes on."""
    at_replay.handle(OpenMenu(True))
    for _ in range(20):
        at_replay.advance(0.1)
    assert at_replay.game.seconds == 0.0
    at_replay.handle(OpenMenu(False))
    at_replay.handle(OpenSettings(True))
    at_replay.advance(0.1)
    assert at_replay.game.seconds == 0.0
    at_replay.handle(OpenSettings(False))
    at_replay.advance(0.1)
    assert at_replay.game.seconds > 0.0 or at_replay.game.length == 0.0


def test_the_ruler_is_put_away_by_its_key_and_by_the_menu_s(at_replay: ReplayScreen) -> None:
    """The menu key puts the ruler away first, and opens the menu the next time."""
    at_replay.pointer = Pointer((10.0, 10.0), None, 0.0)
    at_replay.measure()
    at_replay.measure()
    assert at_replay.measured() is None
    at_replay.measure()
    at_replay.handle(OpenMenu(True))
    assert at_replay.measured() is None
    assert not at_replay.menu
    at_replay.handle(OpenMenu(True))
    assert at_replay.menu
