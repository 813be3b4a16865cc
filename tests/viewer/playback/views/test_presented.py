"""What the presenter adds to a screen: sounds, notices about the camera, and tooltips."""

from types import SimpleNamespace
from typing import Any

import pytest

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from riotsim.table.pieces import Model, Round  # noqa: E402
from riotsim.table.state import Table  # noqa: E402
from riotsim.viewer.input.attention import View  # noqa: E402
from riotsim.viewer.input.interactions.choose import ChooseInteraction  # noqa: E402
from riotsim.viewer.input.keys import Action  # noqa: E402
from riotsim.viewer.playback.display import DisplayState  # noqa: E402
from riotsim.viewer.presenter import (  # noqa: E402
    MIDDLE_SHARE,
    PanelModels,
    ScreenPresenter,
    _has_order,
    seen_at_right,
)
from riotsim.viewer.screens.game import GameScreen  # noqa: E402
from riotsim.viewer.screens.replay import ReplayScreen  # noqa: E402
from riotsim.viewer.screens.sandbox import SandboxScreen  # noqa: E402
from riotsim.viewer.session.messages import GameStatus  # noqa: E402
from riotsim.viewer.settings import Settings  # noqa: E402
from riotsim.viewer.ui.models import Tip  # noqa: E402

NELL = Model("nell", "Ann", (100.0, 50.0), Round(20.0))
TABLE = Table(600.0, 400.0).with_pieces(NELL)


class FlatView:
    """A view that shows the table from above, a pixel for each millimetre."""

    size = (1000, 700)

    def __init__(self) -> None:
        self.did: list[object] = []
        self.follows = False
        self.around: Any = SimpleNamespace(between_panels=lambda: (100.0, 0.0, 500.0, 700.0), one_column=False)
        self.auto_camera = SimpleNamespace(follows=False)

    def pixel(self, point: tuple[float, float, float]) -> tuple[float, float] | None:
        """Return the place of a point, or None far behind."""
        return None if point[1] < -1000.0 else (point[0], point[1])

    def focus(self, pieces: Any) -> None:
        """Record the pieces to look at."""
        self.did.append(("focus", tuple(pieces)))


class Speaker:
    """A speaker that records what it plays."""

    def __init__(self) -> None:
        self.volume, self.muted = 0.0, True
        self.did: list[object] = []

    def ready(self) -> None:
        """Record that the device is opened."""
        self.did.append("ready")

    def play(self, heard: Any, table: Table, *, speed: float = 1.0) -> None:
        """Record the impacts."""
        self.did.append((heard, table, speed, self.volume, self.muted))


def presenter() -> tuple[ScreenPresenter, Any, Speaker]:
    """Return a presenter with its view and its speaker."""
    view: Any = FlatView()
    speaker: Any = Speaker()
    return ScreenPresenter(view, speaker), view, speaker


def test_at_which_side_a_piece_is_seen() -> None:
    """A piece counts as right or left of the middle between the panels, here at 300 pixels. Within a twentieth of the
    panels' distance, here 20 pixels, it is at neither side. Nor is a piece that is out of sight or not on the table.
    """
    view: Any = FlatView()
    assert MIDDLE_SHARE == 0.05
    for x, right in ((279.0, False), (280.5, None), (320.0, None), (320.5, True), (100.0, False)):
        table = Table(600.0, 400.0).with_pieces(Model("nell", "Ann", (x, 50.0)))
        assert seen_at_right(view, table, "nell") is right
    assert seen_at_right(view, None, "nell") is None
    assert seen_at_right(view, TABLE, "hob") is None
    away = Table(600.0, 400.0).with_pieces(Model("nell", "Ann", (100.0, -2000.0)))
    assert seen_at_right(view, away, "nell") is None
    view.around = None
    assert seen_at_right(view, TABLE, "nell") is None


def test_impacts_are_heard_once() -> None:
    """The impacts of a frame are played with the volume, the muting and the speed of the screen, and not again. Without
    a table nothing is heard.
    """
    shows, _, speaker = presenter()
    showing: Any = DisplayState(impacts=["knock"])  # type: ignore[list-item]  # the speaker only records it
    settings = Settings(volume=0.3, muted=False)
    shows._play_sounds(showing, settings, 2.0)
    assert (speaker.did, showing.impacts) == ([], [])
    showing.table, showing.impacts = TABLE, ["knock", "tap"]
    for _ in range(2):
        shows._play_sounds(showing, settings, 2.0)
    assert speaker.did == [(["knock", "tap"], TABLE, 2.0, 0.3, False), ([], TABLE, 2.0, 0.3, False)]


@pytest.mark.parametrize(("volume", "muted", "opens"), [(0.5, False, True), (0.0, False, False), (0.5, True, False)])
def test_the_sound_device_is_opened_in_the_second_frame(volume: float, *, muted: bool, opens: bool) -> None:
    """The sound device is opened in the second frame, unless the volume is 0 or the sound is muted."""
    shows, _, speaker = presenter()
    counts = []
    for _ in range(4):
        shows._prepare_sound(Settings(volume=volume, muted=muted))
        counts.append(len(speaker.did))
    assert counts == ([0, 1, 1, 1] if opens else [0] * 4)


def part(x: float, y: float, *, tray: bool = True) -> Any:
    """Return a part of the table, 40 by 20 mm, around a point."""
    return SimpleNamespace(low=(x - 20.0, y - 10.0), high=(x + 20.0, y + 10.0), is_tray=tray)


@pytest.mark.parametrize(
    ("x", "y", "told"),
    [
        (0.0, 100.0, False),
        (-1.0, 100.0, True),
        (1000.0, 100.0, False),
        (1001.0, 100.0, True),
        (100.0, 0.0, False),
        (100.0, -1.0, True),
        (100.0, 700.0, False),
        (100.0, 701.0, True),
        (100.0, -2000.0, True),
    ],
)
def test_when_a_tray_is_out_of_sight(x: float, y: float, *, told: bool) -> None:
    """A tray is out of sight if its middle is outside the window or behind the camera."""
    shows, _, _ = presenter()
    showing = DisplayState()
    game: Any = SimpleNamespace(settings=Settings(), playback=SimpleNamespace(display=showing))
    shows._tell_of_tray(part(x, y), game)
    notice = "The dice tray is out of sight. The camera button (key O) shows it"
    assert showing.notices == ([notice] if told else [])


def test_a_tray_is_told_again_after_the_camera_has_followed() -> None:
    """If the dice tray is out of sight, a notice says so once, and once more after the camera has followed the game.
    Without a key for the camera, it names the button. Other parts of the table have no notice.
    """
    shows, view, _ = presenter()
    showing = DisplayState()
    game: Any = SimpleNamespace(settings=Settings(keys={Action.FOLLOW: ""}), playback=SimpleNamespace(display=showing))
    away: View = part(-500.0, 100.0)
    counts = []
    for follows in (False, False, True, False, False):
        view.auto_camera.follows = follows
        shows._tell_of_tray(away, game)
        shows._tell_of_tray(part(-500.0, 100.0, tray=False), game)
        shows._tell_of_tray(None, game)
        counts.append(len(showing.notices))
    assert counts == [1, 1, 1, 2, 2]
    assert set(showing.notices) == {"The dice tray is out of sight. The camera button shows it"}


def test_whether_units_have_an_order() -> None:
    """A game has an order of initiative if at least one unit of one company has a place in it."""
    without, with_it = SimpleNamespace(initiative=None), SimpleNamespace(initiative=object())
    for units, order in (((), False), ((without,), False), ((without, with_it), True)):
        rosters: Any = {"Ann": SimpleNamespace(units=(without,)), "Bob": SimpleNamespace(units=units)}
        assert _has_order(DisplayState(status=GameStatus(rosters=rosters))) is order
    assert not _has_order(DisplayState())


class Game(GameScreen):
    """A game with a model under the mouse."""

    def __init__(self, *, names: bool = True) -> None:
        self.settings = Settings(names=names)
        self.pointer: Any = SimpleNamespace(piece="nell")
        self.highlighted = ()
        self.interaction: Any = None
        self.playback: Any = SimpleNamespace(display=SimpleNamespace(table=TABLE))

    def overlay(self) -> Any:
        """Return an overlay without glow."""
        return SimpleNamespace(glow={}, marks=())


class Choosing(ChooseInteraction):
    """A question with a highlighted answer."""

    shown: Any = None

    def __init__(self) -> None:
        pass

    @property
    def shown_offer(self) -> Any:
        """The highlighted answer."""
        return self.shown


def test_which_tooltip_leaves_a_line_free() -> None:
    """If an answer is highlighted, the tooltip keeps away from the start of its line, or else from the piece that it
    moves. While the mouse is over a panel, there is no tooltip.
    """
    options: Any = None
    game, asks = Game(), Choosing()
    model: Any = SimpleNamespace(tip=Tip("Nell"))

    def tip(*, pointing: bool = True) -> Any:
        view: Any = FlatView()
        return PanelModels(view, options, "", None, pointing)._tip(game, model)

    assert tip() == Tip("Nell")
    assert tip(pointing=False) is None
    game.interaction = asks
    assert tip() == Tip("Nell")
    for path, moves, away in (
        (((30.0, 40.0), (50.0, 60.0)), "nell", (30.0, 40.0)),
        ((), "nell", (100.0, 50.0)),
        ((), "hob", None),
        ((), None, None),
    ):
        asks.shown = SimpleNamespace(path=path, moves=moves)
        assert tip() == Tip("Nell", away_from=away)
    assert tip(pointing=False) is None


def test_whose_names_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """If names are on, they depend on which pieces glow, are highlighted by a panel, or are under the mouse."""
    monkeypatch.setattr("riotsim.viewer.presenter.names_on_screen", lambda *about: about[5:])
    game, seats, glow = Named(), (), {"hob": "legal"}
    view: Any = FlatView()
    options: Any = None
    on: Any = PanelModels(view, options, "", None, pointing=True)
    off: Any = PanelModels(view, options, "", None, pointing=False)
    showing = DisplayState(table=TABLE)
    assert on._names(game, showing, seats, glow) == ({"hob": "legal"}, ("abe", "nell"))
    assert off._names(game, showing, seats, glow) == ({"hob": "legal"}, ("abe",))
    game.pointer = None
    assert on._names(game, showing, seats, glow) == ({"hob": "legal"}, ("abe",))
    assert on._names(Named(names=False), showing, seats, glow) == ()


class Named(Game):
    """A game in which a panel highlights a piece."""

    table = TABLE

    def __init__(self, *, names: bool = True) -> None:
        super().__init__(names=names)
        self.highlighted: Any = ("abe",)


class SeenView(FlatView):
    """A view that records what it is asked to show."""

    def __init__(self) -> None:
        super().__init__()
        self.scene: Any = None
        self.auto_camera = SimpleNamespace(
            follows=True,
            sit=lambda *, at_back: self.did.append(("sit", at_back)),
            follow_close_up=lambda near: self.did.append(("near", near)),
        )

    def show(self, table: Any, poses: Any, overlay: Any, seats: Any, owners: Any, around: Any) -> None:
        """Record what is shown."""
        self.did.append(("show", table, dict(poses), overlay, seats, owners, around.size, around.scale))

    def follow(self, part: Any, _around: Any) -> None:
        """Record the part to look at."""
        self.did.append(("follow", part))

    def clear(self) -> None:
        """Record that nothing is shown."""
        self.did.append("clear")


class Shown(GameScreen):
    """A game that is shown, with a die in flight and another one in a hand."""

    def __init__(self) -> None:
        self.settings = Settings(volume=0.4, ui_scale=1.0)
        display = DisplayState(table=TABLE, poses={"d1": "flies"})  # type: ignore[dict-item]  # it is only passed on
        display.close_up = "near"  # type: ignore[assignment]  # the same
        self.playback: Any = SimpleNamespace(
            display=display,
            opened=SimpleNamespace(seats=("Ann", "Bob"), models={"nell": "Ann"}, at_back={"Bob"}),
            clock=SimpleNamespace(speed=2.0, slow_motion=True),
        )
        self.effects: Any = SimpleNamespace(poses=lambda table: {"d2": "held"} if table is TABLE else {})
        self.lesson = None
        self.hand_over: Any = SimpleNamespace(seat="Bob")
        self.secret_choice = None
        self.focus: Any = ("nell",)

    def overlay(self) -> Any:
        """Return what is drawn on the table."""
        return "overlay"


def test_how_a_game_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is shown with the pieces in flight and in hands, from the side of the player at the device. The camera
    follows the game unless the player holds something or chooses in secret. It looks once at the pieces that a panel
    names. It goes near to a fall only in slow motion. Sounds are played at the game's speed.
    """
    shown = ("show", TABLE, {"d1": "flies", "d2": "held"}, "overlay", ("Ann", "Bob"), {"nell": "Ann"}, (1000, 700), 1.0)
    watched: list[bool] = []

    def watch(_self: object, _showing: object, *, shows_all: bool = False) -> str:
        watched.append(shows_all)
        return "part"

    monkeypatch.setattr(ScreenPresenter, "watched_part", watch)
    view, speaker, game = SeenView(), Speaker(), Shown()
    arguments: Any = (view, speaker)
    shows = ScreenPresenter(*arguments)
    shows.present(game)
    assert view.did == [("sit", True), shown, ("follow", "part"), ("focus", ("nell",)), ("near", "near")]
    assert speaker.did == [([], TABLE, 2.0, 0.4, False)]
    assert (game.focus, watched) == ((), [False])
    for change in ("still", "secret", "lesson", "slow", "front"):
        game = Shown()
        match change:
            case "secret":
                game.secret_choice = "open"  # type: ignore[assignment]  # it is only there
            case "lesson":
                game.lesson = "scene"  # type: ignore[assignment]  # the same
            case "slow":
                game.playback.clock.slow_motion = False
            case "front":
                game.hand_over.seat = "Ann"
        view.did.clear()
        watched.clear()
        shows.present(game, still=change == "still")
        assert (("follow", "part") in view.did) is (change not in ("still", "secret")), change
        assert watched == ([] if change in ("still", "secret") else [change == "lesson"])
        assert view.did[-1] == ("near", None if change == "slow" else "near")
        assert view.did[0] == ("sit", change != "front")
    view.did.clear()
    speaker.did.clear()
    for missing in ("opened", "table"):
        game = Shown()
        if missing == "opened":
            game.playback.opened = None
        else:
            game.playback.display.table = None
        shows.present(game)
        assert view.did == []
    assert "ready" in speaker.did


class ShownReplay(ReplayScreen):
    """A replay that is shown."""

    def __init__(self) -> None:
        self.settings = Settings(volume=0.4)
        self.recording: Any = SimpleNamespace(seats=("Ann",), models={"nell": "Ann"})
        display = SimpleNamespace(close_up="near", impacts=["knock"], table=TABLE)
        self.game: Any = SimpleNamespace(display=display, highlights=(), busy=True, clock=SimpleNamespace(speed=0.5))
        self.effects: Any = SimpleNamespace(poses=lambda _table: {"d2": "held"})
        self.focus: Any = ("nell",)

    @property
    def table(self) -> Any:
        """The table."""
        return TABLE

    @property
    def poses(self) -> Any:
        """Poses of pieces that move."""
        return {"d1": "flies"}

    def overlay(self) -> Any:
        """Return what is drawn on the table."""
        return "overlay"


def test_how_a_replay_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay is shown like a game. Once a throw into the tray is over, the camera turns back to the table."""
    parts: list[Any] = [part(1.0, 2.0), part(1.0, 2.0, tray=False), None]
    monkeypatch.setattr(ScreenPresenter, "watched_part", lambda _self, _showing: parts[0])
    view, speaker = SeenView(), Speaker()
    arguments: Any = (view, speaker)
    shows = ScreenPresenter(*arguments)
    replay = ShownReplay()
    shows.present(replay)
    shown = ("show", TABLE, {"d1": "flies", "d2": "held"}, "overlay", ("Ann",), {"nell": "Ann"}, (1000, 700), 1.0)
    assert view.did == [shown, ("follow", parts[0]), ("focus", ("nell",)), ("near", "near")]
    assert (replay.focus, speaker.did) == ((), [(["knock"], TABLE, 0.5, 0.4, False)])
    replay.game.busy = False
    view.did.clear()
    shows.present(replay)
    assert view.did[1] not in (("follow", parts[0]), ("follow", None))
    while len(parts) > 1:
        del parts[0]
        view.did.clear()
        shows.present(replay)
        assert view.did[1] == ("follow", parts[0])


class ShownSandbox(SandboxScreen):
    """A sandbox that is shown."""

    seats: Any = ("Ann",)

    def __init__(self, *, slow_motion: bool) -> None:
        self.settings = Settings(volume=0.4, speed=4.0, slow_motion=slow_motion)
        display = SimpleNamespace(impacts=[], table=None)
        self.trials: Any = SimpleNamespace(screen=SimpleNamespace(playback=SimpleNamespace(display=display)))

    game = property(lambda self: SimpleNamespace(seats=self.seats))
    table = property(lambda _self: TABLE)
    poses = property(lambda _self: {"d1": "flies"})
    owners = property(lambda _self: {"nell": "Ann"})
    close_up = property(lambda _self: "near")

    def overlay(self) -> Any:
        """Return what is drawn on the table."""
        return "overlay"


def test_how_the_sandbox_is_shown() -> None:
    """If the sandbox has other players than the scene shown before, the view is cleared first."""
    shown = ("show", TABLE, {"d1": "flies"}, "overlay", ("Ann",), {"nell": "Ann"}, (1000, 700), 1.0)
    for seats, clears in ((None, False), (("Ann",), False), (("Bob",), True)):
        for slow_motion in (True, False):
            view, speaker = SeenView(), Speaker()
            view.scene = None if seats is None else SimpleNamespace(seats=seats)
            arguments: Any = (view, speaker)
            ScreenPresenter(*arguments).present(ShownSandbox(slow_motion=slow_motion))
            assert (view.did[0] == "clear") is clears
            first, _, last = view.did[-3:]
            assert first == shown
            assert last == ("near", "near" if slow_motion else None)
            assert speaker.did == []
