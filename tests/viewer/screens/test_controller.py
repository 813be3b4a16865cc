"""The controller opens and leaves screens. The store is empty, and hosts never send anything."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pyglet")

from pitch_game import Pitch
from sandbox_user import Nobody

from riotsim.app.window.backend import WindowBackend
from riotsim.viewer import controller
from riotsim.viewer.controller import CLOSING_SECONDS, ScreenController
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.session.messages import ClockPaused
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import BeginLesson
from riotsim.viewer.ui.lesson_model import Lesson, LessonScene
from riotsim.viewer.ui.models import SettingsModel


class Blind:
    """A view that shows nothing."""

    table = None

    def clear(self) -> None:
        """Do nothing."""


class Leaving(Nobody):
    """A host that ends some time after it was left."""

    ended = False


def test_the_list_of_games_is_read_again_when_a_game_has_ended(tmp_path: Path) -> None:
    """If a game was left, the list of games is read again once the game's host has ended, and not earlier."""
    backend, settings, host = WindowBackend(tmp_path / "games.sqlite"), SettingsModel(Settings()), Leaving()
    reads: list[bool] = []

    class Start(StartScreen):
        def refresh(self) -> None:
            reads.append(host.ended)

    view: Any = Blind()
    screens = ScreenController(backend, Start(backend, settings), view, lambda opening: host, Settings)
    screens.open(Pitch())
    screens.leave()
    screens.forget_ended_hosts()
    host.ended = True
    for _ in range(2):
        screens.forget_ended_hosts()
    assert reads == [True]


@pytest.mark.parametrize("over_a_game", [False, True])
def test_a_replay_that_can_not_be_shown_says_why(tmp_path: Path, *, over_a_game: bool) -> None:
    """If a replay can't be shown, the start screen tells the reason. If a game is open, the reason is told in the game
    instead.
    """
    backend, settings = WindowBackend(tmp_path / "games.sqlite"), SettingsModel(Settings())
    start, blind = StartScreen(backend, settings), Blind()
    view: Any = blind
    screens = ScreenController(backend, start, view, lambda opening: Nobody(), Settings)
    if over_a_game:
        screens.open(Pitch())
    screens.show_replay("g-2b7f")
    with pytest.raises(Unplayable) as refused:
        backend.recording("g-2b7f")
    on_start = start.model(settings).problem
    if screens.game is None:
        assert on_start == str(refused.value)
        return
    assert game_model(screens.game).replay_problem == str(refused.value)
    assert on_start == ""
    screens.game.undo()
    assert game_model(screens.game).replay_problem == ""


def test_a_game_is_played_again_from_its_draft(tmp_path: Path) -> None:
    """A game that began from a draft can be played again, with another seed. A game that was opened in another way
    can't.
    """
    backend, settings = WindowBackend(tmp_path / "games.sqlite"), SettingsModel(Settings())
    begun: list[Any] = []
    view: Any = Blind()

    def host(opening: Any) -> Nobody:
        begun.append(opening)
        return Nobody()

    screens = ScreenController(backend, StartScreen(backend, settings), view, host, Settings)
    screens.open(Pitch())
    assert screens.game is not None
    assert not game_model(screens.game).can_repeat
    screens.leave()
    screens.begin(replace(backend.default_draft(), seed="7"))
    first = screens.game
    assert first is not None
    assert game_model(first).can_repeat
    screens.leave(again=True)
    assert screens.game is not None
    assert screens.game is not first
    one, other = (opening.header for opening in begun[1:])
    assert (one.game, one.seats) == (other.game, other.seats)
    assert (one.seed == 7, other.seed == 7) == (True, False)


# A controller whose screens, hosts, start screen and view only record what happens to them.


class Host:
    """A host that records what it is told."""

    def __init__(self, opening: Any) -> None:
        self.opening = opening
        self.told: list[object] = []
        self.ended = False

    def send(self, message: object) -> None:
        """Record a message."""
        self.told.append(message)

    def close(self) -> None:
        """Record that it is closed."""
        self.told.append("close")

    def end(self, timeout: float = 0.0) -> None:
        """Record how long it may take to end."""
        self.told.append(("end", timeout))


class Screen:
    """The screen of a game."""

    def __init__(self, link: Any, _settings: Settings) -> None:
        self.link = link
        self.lesson: Any = None
        self.game_clock = SimpleNamespace(waits=False)
        self.playback = SimpleNamespace(opened=None, waits_to_show=False)
        self.menu, self.options_open = False, True
        self.can_repeat = False
        self.replay_problem = ""
        self.steps: list[object] = []

    def listen(self) -> None:
        """Record that messages are read."""
        self.steps.append("listen")

    def advance(self, seconds: float) -> None:
        """Record the time that passes."""
        self.steps.append(seconds)


LESSON = Lesson("pitch", "Pitch", ("First", "Second"))


class Stage:
    """A controller with made-up parts, and a record of what the controller does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.did: list[object] = []
        self.refused = ""
        self.hosts: list[Host] = []
        start: Any = SimpleNamespace(
            game="riot_dice",
            show_problem=lambda why: self.did.append(("problem", why)),
            offer_game=lambda game: self.did.append(("offer", game)),
            reopen=lambda page: self.did.append(("reopen", page)),
            refresh=lambda: self.did.append("refresh"),
        )
        self.view = SimpleNamespace(table="table", clear=lambda: self.did.append("clear"))
        opens = self._opens
        backend: Any = SimpleNamespace(
            lessons=lambda: (Lesson("other", "Other", ()), LESSON),
            lesson=opens("lesson"),
            begin=opens("begin"),
            resume=opens("resume"),
            recording=opens("recording"),
        )
        monkeypatch.setattr(controller, "GameScreen", Screen)
        monkeypatch.setattr(
            controller, "ReplayScreen", lambda recording, _settings: SimpleNamespace(recording=recording)
        )
        view: Any = self.view
        self.screens: Any = ScreenController(backend, start, view, self._host, Settings)

    def _opens(self, what: str) -> Callable[..., object]:
        def opened(*about: object) -> object:
            if self.refused:
                raise Unplayable(self.refused)
            return (what, *about)

        return opened

    def _host(self, opening: object) -> Host:
        self.hosts.append(Host(opening))
        return self.hosts[-1]

    def opened_sandbox(self, *, unsaved: bool = False) -> Any:
        """Open a sandbox, and return its screen."""
        self.screens.sandbox = SimpleNamespace(
            menu=False,
            options_open=True,
            unsaved=unsaved,
            refusal="",
            position="there",
            game=SimpleNamespace(title="Pitch", play=self._opens("play")),
            close=lambda: self.did.append("close sandbox"),
            trials=SimpleNamespace(screen=SimpleNamespace(link=Host("trials"))),
        )
        return self.screens.sandbox


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Return a controller on the start screen."""
    return Stage(monkeypatch)


def test_the_game_whose_rules_are_shown(stage: Stage) -> None:
    """If a game is open, the window has the rules of this game once it has loaded. Otherwise they are those of the
    replay, of the sandbox, or of the chosen game, in this order.
    """
    screens = stage.screens
    found = [screens.rules_of]
    stage.opened_sandbox()
    found.append(screens.rules_of)
    screens.replay = SimpleNamespace(recording=SimpleNamespace(game="buskit"))
    found.append(screens.rules_of)
    screens.open("game")
    found.append(screens.rules_of)
    screens.game.playback.opened = SimpleNamespace(rules_of="cube_clash")
    found.append(screens.rules_of)
    assert found == ["riot_dice", "Pitch", "buskit", "", "cube_clash"]


def test_a_lesson_goes_from_scene_to_scene(stage: Stage) -> None:
    """Each scene of a lesson is loaded with its clock paused. While the end of one scene is shown, the next scene is
    loaded, and it opens once it is due. After the last scene the start screen offers the game.
    """
    screens = stage.screens
    assert screens.advance_lesson() is None
    screens.begin_lesson("pitch", 0)
    first = screens.game
    assert (first.lesson, first.game_clock.waits) == (LessonScene(LESSON, 0), True)
    assert (first.link.opening, first.link.told) == (("lesson", "pitch", 0), [ClockPaused(True)])
    assert (stage.did, stage.view.table) == (["clear"], None)
    assert screens.advance_lesson() is None
    assert len(stage.hosts) == 1
    first.lesson = SimpleNamespace(lesson=LESSON, scene=0, is_last=False, has_ended=True, next_is_due=False)
    assert screens.advance_lesson() is None
    assert [host.opening for host in stage.hosts] == [("lesson", "pitch", 0), ("lesson", "pitch", 1)]
    first.lesson.next_is_due = True
    assert screens.advance_lesson() is None
    next_scene = screens._next_scene
    next_scene.playback.waits_to_show = True
    assert screens.advance_lesson() == BeginLesson("pitch", 1)
    assert next_scene.steps == ["listen"] * 3
    screens.begin_lesson("pitch", 1)
    assert (screens.game, len(stage.hosts), stage.did) == (next_scene, 2, ["clear"])
    assert next_scene.steps[3:] == [0.0]
    assert first.link.told == [ClockPaused(True), "close"]
    assert next_scene.link.told == [ClockPaused(True)]
    next_scene.lesson = SimpleNamespace(lesson=LESSON, scene=1, is_last=True, has_ended=True, next_is_due=True)
    assert screens.advance_lesson() is None
    screens.begin_lesson("pitch", 2)
    assert screens.game is None
    assert stage.did == ["clear", "clear", ("offer", "pitch")]
    assert next_scene.link.told[1:] == ["close"]


def test_another_scene_than_the_loaded_one(stage: Stage) -> None:
    """If a scene has been loaded and another scene is opened, the host of the loaded scene is closed."""
    screens = stage.screens
    screens.begin_lesson("pitch", 0)
    screens.game.lesson = SimpleNamespace(lesson=LESSON, scene=0, is_last=False, has_ended=True, next_is_due=False)
    screens.advance_lesson()
    screens.begin_lesson("pitch", 0)
    assert [host.opening[2] for host in stage.hosts] == [0, 1, 0]
    assert ["close" in host.told for host in stage.hosts] == [True, True, False]
    assert screens.game.lesson == LessonScene(LESSON, 0)
    stage.refused = "it is gone"
    screens.begin_lesson("pitch", 1)
    assert stage.did[-1] == ("problem", "it is gone")


def test_what_is_shown_after_leaving(stage: Stage) -> None:
    """After a game the start screen shows the page of games to continue, and after a replay the page of replays. After
    a lesson it shows the page of lessons. A game from the sandbox leads back to the sandbox. Hosts of left games are
    closed, and forgotten once they have ended.
    """
    screens = stage.screens
    screens.open("game")
    screens.leave()
    screens.replay = SimpleNamespace()
    screens.leave()
    assert screens.replay is None
    screens.begin_lesson("pitch", 1)
    screens.leave()
    pages = [one for one in stage.did if one != "clear"]
    assert pages == [("reopen", "continue"), ("reopen", "replays"), ("reopen", "learn")]
    sandbox = stage.opened_sandbox()
    screens.play_from(sandbox)
    assert screens.game.link.opening == ("play", "there")
    stage.did.clear()
    screens.leave()
    assert (screens.game, screens.sandbox, stage.did) == (None, sandbox, ["clear"])
    screens.leave(again=True)
    assert screens.sandbox is None
    assert stage.did == ["clear", "clear", "close sandbox", ("reopen", "continue")]
    assert [host.told[-1] for host in stage.hosts] == ["close"] * 3
    screens.forget_ended_hosts()
    assert "refresh" not in stage.did
    stage.hosts[0].ended = True
    screens.forget_ended_hosts()
    assert stage.did[-1] == "refresh"
    screens.end()
    assert [host.told[-1] for host in stage.hosts] == ["close", *[("end", CLOSING_SECONDS)] * 2]


def test_games_that_are_begun_or_resumed(stage: Stage) -> None:
    """If a game from a draft is repeated, it has random numbers of its own. Before a game is resumed, the hosts that
    were left have to end. If a game is refused, the start screen tells why.
    """
    screens, draft = stage.screens, WindowBackend().default_draft()
    screens.begin(replace(draft, seed="7"))
    assert screens.game.can_repeat
    screens.leave(again=True)
    assert [host.opening for host in stage.hosts] == [
        ("begin", replace(draft, seed="7")),
        ("begin", replace(draft, seed="")),
    ]
    screens.leave()
    screens.resume("g-1")
    assert stage.hosts[-1].opening == ("resume", "g-1")
    assert [host.told for host in stage.hosts] == [["close", ("end", 0.0)], ["close", ("end", 0.0)], []]
    assert not screens.game.can_repeat
    screens.leave()
    stage.refused = "it can't be"
    stage.did.clear()
    screens.begin(draft)
    screens.resume("g-1")
    screens.open_scenario("~nobody-of-that-name/x")
    assert stage.did[:2] == [("problem", "it can't be")] * 2
    assert stage.did[2] == ("problem", "~nobody-of-that-name/x: there is no user of that name")
    sandbox = stage.opened_sandbox()
    screens.play_from(sandbox)
    assert (sandbox.refusal, screens.game) == ("it can't be", None)


def test_a_replay_replaces_the_game(stage: Stage) -> None:
    """If a replay is shown, the game that is over is closed. Until the replay has a table, no table is shown."""
    screens = stage.screens
    screens.open("game")
    stage.view.table = "table"
    screens.show_replay("g-1")
    assert screens.replay.recording == ("recording", "g-1")
    assert (screens.game, stage.view.table, stage.hosts[0].told) == (None, None, ["close"])


@pytest.mark.parametrize("over", [False, True])
def test_unsaved_changes_keep_the_window_open(stage: Stage, *, over: bool) -> None:
    """If the sandbox has unsaved changes, the first attempt to close the window only opens a menu. The menu is that of
    the open game, or else of the sandbox. The next attempt closes the window.
    """
    screens = stage.screens
    assert screens.may_close()
    if over:
        screens.open("game")
        assert screens.may_close()
    saved = stage.opened_sandbox()
    assert screens.may_close()
    assert not saved.menu
    sandbox = stage.opened_sandbox(unsaved=True)
    seat = screens.game if over else sandbox
    assert not screens.may_close()
    assert (seat.menu, seat.options_open) == (True, False)
    assert sandbox.menu is not over
    assert screens.may_close()
    screens.close_all()
    assert (screens.game, screens.sandbox) == (None, None)
    assert len(screens._left) == 1 + over
