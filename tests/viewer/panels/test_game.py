from dataclasses import replace

import pytest
from pyglet.window import key

from riotsim.viewer.keys import Action, KeyMap, Where
from riotsim.viewer.panels.game import free_middle, game_screen, heard, replay_screen
from riotsim.viewer.panels.log import coloured
from riotsim.viewer.panels.models import GameModel, LogLine, Playing, ReplayModel
from riotsim.viewer.panels.scene import inches
from riotsim.viewer.panels.ui import Ui
from riotsim.viewer.panels.wishes import (
    Choose,
    ChooseInSecret,
    Confirm,
    Focus,
    Lit,
    OpenMenu,
    OpenSettings,
    Pause,
    Quit,
    Redo,
    Seek,
    Set,
    ShowDice,
    ShowReplay,
    Skip,
    Speed,
    ToStart,
    Undo,
    Wish,
)

from . import samples
from .conftest import Draw, Screen


def at_table(model: GameModel) -> Draw:
    """Draw a game that is played."""
    return lambda ui: game_screen(ui, model)


def watching(model: ReplayModel) -> Draw:
    """Draw a game that is shown again."""
    return lambda ui: replay_screen(ui, model)


def done(wishes: list[Wish]) -> list[Wish]:
    """Give what was wished besides lighting pieces up, which hovering does."""
    return [wish for wish in wishes if not isinstance(wish, Lit)]


GAME = at_table(samples.GAME)

OPEN_FIGHT = samples.OPEN_FIGHT


def test_nothing_is_wished_unasked(screen: Screen) -> None:
    """Panels that nobody touches wish for nothing."""
    for model in (samples.GAME, samples.CROWDED, samples.FIGHT, samples.SHOWN, samples.MENU, samples.OVER):
        assert screen.settled(at_table(model)) == []
    assert screen.settled(watching(samples.REPLAY)) == []


@pytest.mark.parametrize(
    ("item", "wished"),
    [
        ("choice.activate", Choose("Ada", "activate")),
        ("choice.leg_it", Choose("Ada", "leg_it")),
        ("confirm", Confirm("Ada")),
        ("undo", Undo()),
        ("menu.open", OpenMenu(True)),
        ("pause", Pause(True)),
        ("skip", Skip()),
        ("speed.4×", Speed(4.0)),
        ("record.Dice", ShowDice(True)),
        ("mute", Set(samples.GAME.settings.model_copy(update={"muted": True}))),
        ("hands", Set(samples.GAME.settings.model_copy(update={"hands": False}))),
        ("piece.m4", Focus(("m4",))),
    ],
)
def test_buttons_are_wishes(screen: Screen, item: str, wished: Wish) -> None:
    """Each button at the table wishes for one thing, once."""
    assert done(screen.click(GAME, item)) == [wished]


@pytest.mark.parametrize(
    ("symbols", "wished"),
    [
        ((key._1,), Choose("Ada", "activate")),
        ((key._2,), Choose("Ada", "leg_it")),
        ((key.ENTER,), Confirm("Ada")),
        ((key.LCTRL, key.Z), Undo()),
        ((key.ESCAPE,), OpenMenu(True)),
        ((key.SPACE,), Pause(True)),
        ((key.X,), Skip()),
        ((key.PERIOD,), Speed(2.0)),
        ((key.COMMA,), Speed(0.5)),
        ((key.B,), ShowDice(True)),
        ((key.M,), Set(samples.GAME.settings.model_copy(update={"muted": True}))),
        ((key.V,), Set(samples.GAME.settings.model_copy(update={"reaches": False}))),
        ((key.F11,), Set(samples.GAME.settings.model_copy(update={"full_screen": True}))),
    ],
)
def test_keys_do_what_buttons_do(screen: Screen, symbols: tuple[int, ...], wished: Wish) -> None:
    """Whoever doesn't use the mouse can do all the same."""
    assert screen.press(GAME, symbols) == [wished]


def test_escape_does_not_close_the_window(screen: Screen) -> None:
    """The key that leads back opens the menu; pyglet's windows would close."""
    screen.press(GAME, (key.ESCAPE,))
    assert not screen.window.has_exit


def test_keys_that_are_held_are_told(screen: Screen) -> None:
    """The camera moves while a key is down, and stops when another window takes the keys, or something is written."""
    keys = KeyMap()
    screen.settled(GAME)
    screen.event("on_key_press", key.W, 0)
    assert screen.gui.holds(keys, Action.PAN_AWAY)
    assert not screen.gui.holds(keys, Action.PAN_NEAR)
    screen.event("on_deactivate")
    assert not screen.gui.holds(keys, Action.PAN_AWAY)
    screen.event("on_key_press", key.LCTRL, 0)
    screen.event("on_key_press", key.Z, 0)
    assert not screen.gui.holds(keys, Action.ZOOM_IN), "Ctrl+Z is another key than Z"
    screen.event("on_deactivate")


@pytest.mark.parametrize(
    ("model", "open_"),
    [
        (samples.GAME, {Where.ALWAYS, Where.CAMERA, Where.TABLE}),
        (samples.FIGHT, {Where.ALWAYS, Where.FIGHT}),
        (samples.MENU, set()),
        (samples.OPTIONS, set()),
        (samples.OVER, set()),
        (samples.REPLAY, {Where.ALWAYS, Where.CAMERA, Where.REPLAY}),
    ],
)
def test_what_is_open_together_meets(model: GameModel | ReplayModel, open_: set[Where]) -> None:
    """Actions that are open at the same time are those that may not share a key."""
    assert set(heard(model)) == open_
    assert all(one.meets(other) for one in open_ for other in open_)


def test_a_changed_key_is_the_one_that_counts(screen: Screen) -> None:
    """The usual key does nothing once an action has another."""
    screen.keys = KeyMap().bind(next(a for a in KeyMap().actions("Ctrl+Z")), "U")
    assert screen.press(GAME, (key.U,)) == [Undo()]
    assert screen.press(GAME, (key.LCTRL, key.Z)) == []


def test_what_can_not_be_done_is_not_wished(screen: Screen) -> None:
    """Buttons that are grey do nothing, nor do their keys."""
    model = replace(samples.GAME, can_undo=False, ask=replace(samples.ASK, ready=False), playing=Playing())
    draw = at_table(model)
    for item in ("undo", "redo", "confirm", "skip"):
        assert done(screen.click(draw, item)) == []
    for symbols in ((key.LCTRL, key.Z), (key.ENTER,), (key.X,)):
        assert screen.press(draw, symbols) == []
    assert done(screen.click(at_table(samples.CROWDED), "redo")) == [Redo()]


def test_a_refused_choice_is_not_taken(screen: Screen) -> None:
    """A choice that is closed says why, and can't be chosen by its key either."""
    assert screen.press(at_table(samples.CROWDED), (key._8,)) == []


def test_lines_of_the_log_light_their_pieces(screen: Screen) -> None:
    """Who reads what happened sees on the table to whom."""
    assert screen.hover(GAME, "log.5") == [Lit(("m7", "m1"))]
    assert Focus(("m7", "m1")) in screen.click(GAME, "log.5")


def test_choices_light_the_pieces_they_are_about(screen: Screen) -> None:
    """Who is about to choose sees which pieces it is about."""
    assert screen.hover(GAME, "choice.leg_it") == [Lit(("m1", "m4"))]


def test_towers_in_the_standings_light_their_models(screen: Screen) -> None:
    """Who looks at a number sees whose it is."""
    assert screen.hover(GAME, "piece.m3") == [Lit(("m3",))]


def test_the_log_follows_what_happens(screen: Screen) -> None:
    """A log that was at its end shows the newest line; one that was scrolled back stays where it is."""
    lines = tuple(LogLine(f"line {n}", 1, 1, ("m1",)) for n in range(200))
    short = at_table(replace(samples.GAME, log=lines[:100]))
    screen.settled(short)
    long = at_table(replace(samples.GAME, log=lines))
    screen.settled(long)
    assert screen.ui is not None
    assert "log.199" in screen.ui.items
    assert "log.100" not in screen.ui.items
    screen.wheel(long, "log", 60.0)
    screen.settled(at_table(replace(samples.GAME, log=(*lines, lines[0]))))
    assert "log.0" in screen.ui.items
    assert "log.199" not in screen.ui.items


def test_what_was_undone_goes_from_the_log(screen: Screen) -> None:
    """After an undo another line stands where one was, and is as high as it needs to be."""
    tall = LogLine("a very long line " * 8, 1, 1, ("m1",))
    flat = LogLine("flat", 1, 1, ("m2",))
    screen.settled(at_table(replace(samples.GAME, log=(flat, tall, flat))))
    screen.settled(at_table(replace(samples.GAME, log=(flat, flat))))
    assert screen.ui is not None
    left = screen.ui.items["log.1"]
    assert left[3] - left[1] < 25
    assert "log.2" not in screen.ui.items


def test_names_in_the_log_have_their_bosses_colours() -> None:
    """A name is coloured as a whole word only: m1 is not in m10."""
    names = (("m1", "#111111"), ("m10", "#222222"), ("Ada", "#333333"))
    assert coloured("m1 and m10, Adam, Ada's", names, "#ffffff") == (
        ("m1", "#111111"),
        (" and ", "#ffffff"),
        ("m10", "#222222"),
        (", Adam, ", "#ffffff"),
        ("Ada", "#333333"),
        ("'s", "#ffffff"),
    )


def test_a_fight_is_chosen_by_keys_of_each_boss(screen: Screen) -> None:
    """Each boss has keys of their own, and both may press at once."""
    draw = at_table(OPEN_FIGHT)
    assert screen.press(draw, (key.S,)) == [ChooseInSecret("Ada", "shove")]
    assert screen.press(draw, (key.L,)) == [ChooseInSecret("Bea", "pinch")]
    assert screen.press(draw, (key.A, key.J)) == [ChooseInSecret("Ada", "thump"), ChooseInSecret("Bea", "thump")]
    assert screen.press(draw, (key.A, key.S)) == [ChooseInSecret("Ada", "thump")]


def test_who_has_chosen_does_not_choose_again(screen: Screen) -> None:
    """A choice that was given stands."""
    draw = at_table(samples.FIGHT)
    assert screen.press(draw, (key.A,)) == []
    assert screen.press(draw, (key.J,)) == [ChooseInSecret("Bea", "thump")]


def test_a_fight_shows_nothing_of_what_was_chosen(screen: Screen) -> None:
    """With two persons before one screen, the picture is the same whichever key was pressed, and no mouse tells it."""
    draw = at_table(OPEN_FIGHT)
    seen = []
    for symbol in (key.A, key.S, key.D):
        screen.settled(draw)
        screen.event("on_key_press", symbol, 0)
        seen.append(screen.picture(draw).tobytes())
        screen.event("on_key_release", symbol, 0)
    assert seen[0] == seen[1] == seen[2]
    assert screen.click(draw, "fight.Ada.shove") == []


def test_against_a_bot_the_mouse_will_do(screen: Screen) -> None:
    """Where nobody looks on who must not see it, options can be clicked."""
    fight = OPEN_FIGHT.fight
    assert fight is not None
    draw = at_table(replace(OPEN_FIGHT, fight=replace(fight, right=replace(fight.right, person=False))))
    assert screen.click(draw, "fight.Ada.pinch") == [ChooseInSecret("Ada", "pinch")]
    assert screen.click(draw, "fight.Bea.pinch") == []
    assert screen.press(draw, (key.J,)) == []


def test_in_a_fight_the_table_hears_nothing(screen: Screen) -> None:
    """Keys that mean something at the table don't while a fight hides it."""
    assert done(screen.press(at_table(replace(samples.FIGHT, ask=samples.ASK)), (key._1,))) == []
    assert screen.press(at_table(samples.FIGHT), (key.X,)) == []


@pytest.mark.parametrize(
    ("item", "wished"),
    [
        ("menu.back", OpenMenu(False)),
        ("menu.settings", OpenSettings(True)),
        ("menu.start", ToStart()),
        ("menu.quit", Quit()),
    ],
)
def test_the_menu_leads_on(screen: Screen, item: str, wished: Wish) -> None:
    """Each line of the menu is a way out of the game, or back to it."""
    assert screen.click(at_table(samples.MENU), item) == [wished]


def test_what_lies_under_the_menu_hears_nothing(screen: Screen) -> None:
    """While the menu is open, keys and clicks are the menu's alone."""
    draw = at_table(samples.MENU)
    assert screen.press(draw, (key._1,)) == []
    assert screen.press(draw, (key.ESCAPE,)) == [OpenMenu(False)]
    assert screen.click(draw, "choice.activate") == []
    assert screen.gui.wants_mouse


def test_settings_open_over_the_game(screen: Screen) -> None:
    """They are left by their button, or by the key that leads back."""
    draw = at_table(samples.OPTIONS)
    assert screen.click(draw, "options.done") == [OpenSettings(False)]
    assert screen.press(draw, (key.ESCAPE,)) == [OpenSettings(False)]
    faster = samples.OPTIONS.settings.model_copy(update={"slow_motion": True})
    assert screen.click(draw, "slow_motion") == [Set(faster)]


def test_at_the_end_a_game_can_be_watched(screen: Screen) -> None:
    """A game that is stored can be watched again; from one that is not, there is a way back only."""
    draw = at_table(samples.OVER)
    assert screen.click(draw, "over.replay") == [ShowReplay("g-2b7f")]
    assert screen.click(draw, "over.start") == [ToStart()]
    screen.settled(at_table(replace(samples.OVER, game="")))
    assert screen.ui is not None
    assert "over.replay" not in screen.ui.items


def test_a_game_that_broke_leads_back(screen: Screen) -> None:
    """Whatever has happened, there is a way back."""
    assert screen.click(at_table(samples.BROKE), "broke.start") == [ToStart()]


WATCH = watching(samples.REPLAY)


def test_a_replay_is_wound(screen: Screen) -> None:
    """Its bar goes where it is clicked and follows the mouse that drags it."""
    clicked = screen.click(WATCH, "scrub", 0.75)
    assert clicked
    assert all(isinstance(wish, Seek) and 160 < wish.at < 171 for wish in clicked)
    dragged = [wish.at for wish in screen.drag(WATCH, "scrub", 0.2, 1.2) if isinstance(wish, Seek)]
    assert dragged[-1] == samples.REPLAY.length


@pytest.mark.parametrize(
    ("symbol", "at"),
    [(key.HOME, 0.0), (key.END, 221.0), (key.LEFT, 4.0 + 9.3 * 7), (key.RIGHT, 4.0 + 9.3 * 8)],
)
def test_a_replay_is_stepped_through_by_keys(screen: Screen, symbol: int, at: float) -> None:
    """Keys go from moment to moment."""
    (wish,) = screen.press(WATCH, (symbol,))
    assert isinstance(wish, Seek)
    assert wish.at == pytest.approx(at)


def test_a_replay_that_stands_goes_on(screen: Screen) -> None:
    """What is paused goes on."""
    assert screen.click(WATCH, "pause") == [Pause(False)]
    assert screen.press(WATCH, (key.SPACE,)) == [Pause(False)]


def test_a_replay_asks_nothing(screen: Screen) -> None:
    """Keys of a game that is played mean nothing in one that is shown."""
    assert screen.press(WATCH, (key.LCTRL, key.Z)) == []
    assert screen.press(WATCH, (key._1,)) == []


def test_the_middle_is_the_tables(screen: Screen) -> None:
    """What is said to be free is: the mouse there is not the panels', and no panel reaches into it."""
    screen.settled(GAME)
    assert screen.ui is not None
    left, top, right, bottom = free_middle(screen.ui)
    assert right - left > 300
    for x in (left + 2, (left + right) / 2, right - 2):
        for y in (top + 2, (top + bottom) / 2, bottom - 2):
            screen.point(x, y)
            screen.frame(GAME)
            screen.frame(GAME)
            assert not screen.gui.wants_mouse
    screen.to("turn")
    screen.frame(GAME)
    screen.frame(GAME)
    assert screen.gui.wants_mouse


def test_a_panel_is_where_the_mouse_is_now(screen: Screen) -> None:
    """A click that comes together with a movement is not the table's because the mouse was over it before."""
    screen.settled(GAME)
    screen.point(500, 300)
    screen.frame(GAME)
    screen.frame(GAME)
    screen.to("confirm")
    assert screen.gui.wants_mouse
    screen.point(500, 300)
    assert not screen.gui.wants_mouse


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.4, 2.0])
@pytest.mark.parametrize("name", ["GAME", "CROWDED", "WATCHED", "FIGHT", "MENU", "OPTIONS", "OVER"])
def test_everything_stays_on_the_screen(screen: Screen, name: str, scale: float) -> None:
    """However large the letters are wished, all panels fit a small window, and none lies on another's."""
    screen.scale = scale
    screen.settled(at_table(getattr(samples, name)))
    assert screen.ui is not None
    under = ["turn", "ask", "waiting", "tools", "standings", "record", "playback", "notice"]
    panels = [*under, "fight", "menu", "options", "over"]
    boxes = {panel: screen.ui.items[panel] for panel in panels if panel in screen.ui.items}
    width, height = screen.window.get_size()
    for panel, (left, top, right, bottom) in boxes.items():
        assert left >= 0, panel
        assert top >= 0, panel
        assert right <= width, panel
        assert bottom <= height, panel
    side_by_side = [boxes[panel] for panel in under if panel in boxes]
    for n, one in enumerate(side_by_side):
        for other in side_by_side[n + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_long_texts_are_cut(screen: Screen) -> None:
    """What is too wide ends in an ellipsis and fits."""

    def draw(ui: Ui) -> list[Wish]:
        cut = ui.fitted("Cleopatra VII of the Lower Nile", 100)
        assert cut.endswith("…")
        assert ui.measure(cut) <= 100
        assert ui.fitted("Ada", 100) == "Ada"
        assert ui.fitted("Ada", 0) == "…"
        return []

    screen.frame(draw)


def test_distances_are_told_in_inches() -> None:
    """Millimetres stay inside."""
    assert inches(25.4) == "1.0 in"
    assert inches(152.4) == "6.0 in"
