"""Buttons and keys of a game: each does one thing, and only where it is available."""

from dataclasses import replace

import pytest
from pyglet.window import key

from riotsim.viewer.input.keys import Action, KeyMap, Scope
from riotsim.viewer.ui.commands import (
    ChangeSettings,
    ChooseOption,
    Confirm,
    FocusPieces,
    HighlightPieces,
    MoveCamera,
    OpenMenu,
    PreviewOption,
    Redo,
    SetPaused,
    SetSpeed,
    ShowRecord,
    ShowSheet,
    SkipAct,
    UiCommand,
    Undo,
)
from riotsim.viewer.ui.game_screen import game_screen, open_scopes
from riotsim.viewer.ui.models import Choice, Company, GameModel, PlaybackState, Prompt, ReplayModel, Turn
from riotsim.viewer.ui.panels.camera import BUTTONS
from riotsim.viewer.ui.panels.question import BACK_TIP
from riotsim.viewer.ui.panels.turn import CLICK_TIP
from riotsim.viewer.ui.widgets import fonts
from riotsim.viewer.ui.widgets.controls import ABOUT_LINE, Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame
from riotsim.viewer.ui.widgets.text import TextPainter

from . import samples
from .conftest import Screen, done, table_screen, watching
from .test_pictures import SHOOTING

GAME = table_screen(samples.GAME)


CAMERA_ACTIONS = ("orbit_left", "orbit_right", "zoom_out", "zoom_in", "top", "follow")
"""The actions that have a button."""


@pytest.mark.parametrize("name", CAMERA_ACTIONS)
def test_the_camera_has_buttons(screen: Screen, name: str) -> None:
    """Each button at the lower right moves the camera, in a game and in a replay."""
    for draw in (GAME, watching(samples.REPLAY)):
        assert MoveCamera(Action(name)) in screen.click(draw, f"camera.{name}")


def test_turning_undoing_and_starting_again_look_different() -> None:
    """The buttons that are in sight in a lesson have different icons. Only undo and redo have a round arrow."""
    signs = [icon for _, icon in BUTTONS] + [fonts.UNDO, fonts.REDO, fonts.FIRST]
    assert len(set(signs)) == len(signs)
    assert {"\uf0e2", "\uf01e", "\uf2ea", "\uf2f9", "\uf021"} & set(signs) == {fonts.UNDO, fonts.REDO}


def test_nothing_is_wished_unasked(screen: Screen) -> None:
    """If the player does nothing, the panels issue no commands."""
    for model in (samples.GAME, samples.CROWDED, samples.FIGHT, samples.SHOWN, samples.MENU, samples.OVER):
        assert screen.settled(table_screen(model)) == []
    assert screen.settled(watching(samples.REPLAY)) == []


@pytest.mark.parametrize(
    ("item", "wished"),
    [
        ("choice.activate", ChooseOption("Ada", "activate")),
        ("choice.leg_it", ChooseOption("Ada", "leg_it")),
        ("confirm", Confirm("Ada")),
        ("undo", Undo()),
        ("menu.open", OpenMenu(True)),
        ("pause", SetPaused(True)),
        ("skip", SkipAct()),
        ("speed.4×", SetSpeed(4.0)),
        ("record.Dice", ShowRecord("dice")),
        ("mute", ChangeSettings(samples.GAME.settings.model_copy(update={"muted": True}))),
        ("hands", ChangeSettings(samples.GAME.settings.model_copy(update={"hands": False}))),
        ("piece.m4", FocusPieces(("m4",))),
    ],
)
def test_buttons_are_wishes(screen: Screen, item: str, wished: UiCommand) -> None:
    """Each button issues one command."""
    assert done(screen.click(GAME, item)) == [wished]


@pytest.mark.parametrize(
    ("symbols", "wished"),
    [
        ((key._1,), ChooseOption("Ada", "activate")),
        ((key._2,), ChooseOption("Ada", "leg_it")),
        ((key.ENTER,), Confirm("Ada")),
        ((key.LCTRL, key.Z), Undo()),
        ((key.ESCAPE,), OpenMenu(True)),
        ((key.SPACE,), SetPaused(True)),
        ((key.X,), SkipAct()),
        ((key.PERIOD,), SetSpeed(2.0)),
        ((key.COMMA,), SetSpeed(0.5)),
        ((key.B,), ShowRecord("dice")),
        ((key.M,), ChangeSettings(samples.GAME.settings.model_copy(update={"muted": True}))),
        ((key.N,), ChangeSettings(samples.GAME.settings.model_copy(update={"names": False}))),
        ((key.V,), ChangeSettings(samples.GAME.settings.model_copy(update={"reaches": False}))),
        ((key.F11,), ChangeSettings(samples.GAME.settings.model_copy(update={"full_screen": True}))),
    ],
)
def test_keys_do_what_buttons_do(screen: Screen, symbols: tuple[int, ...], wished: UiCommand) -> None:
    """Each of these keys issues the same command as a button."""
    assert screen.press(GAME, symbols) == [wished]


def test_what_an_option_does_may_take_two_lines(screen: Screen) -> None:
    """If the small text below a button's label needs two lines, the button is higher by a line."""
    prompt = samples.GAME.prompt
    assert prompt is not None
    abouts = ("damage 4, health 3: killed", "damage 4, health 3, saves 1: killed, counter kills Barrow Ox")
    choices = tuple(Choice(str(n), "Bellfounder", about) for n, about in enumerate(abouts))
    screen.settled(table_screen(replace(samples.GAME, prompt=replace(prompt, choices=choices))))
    assert screen.ui is not None
    items = screen.ui.frame.items
    one, two = (items[key][3] - items[key][1] for key in ("choice.0", "choice.1"))
    assert two - one == pytest.approx(ABOUT_LINE * screen.ui.scale, abs=1.0)


def test_a_unit_is_highlighted_and_its_sheet_opened(screen: Screen) -> None:
    """The mouse on a unit highlights its piece. A click opens the piece's sheet, which has buttons to look at the piece
    and to close the sheet.
    """
    units = table_screen(samples.UNITS)
    assert screen.hover(units, "unit.p3") == [HighlightPieces(("p3",))]
    assert done(screen.click(units, "unit.p3")) == [ShowSheet("p3")]
    assert done(screen.click(units, "record.Log")) == [ShowRecord("log")]
    assert screen.press(units, (key.G,)) == [ShowRecord("log")]
    riding = replace(samples.STONES[0], aboard="p0")
    company = Company(samples.ADA, "Riders", (riding,))
    aboard = table_screen(replace(samples.UNITS, companies=(company,)))
    assert screen.hover(aboard, f"unit.{riding.piece}") == [HighlightPieces(("p0",))], "what carries it is highlighted"
    kept = table_screen(samples.KEPT)
    assert done(screen.click(kept, "sheet.focus")) == [FocusPieces(("p0",))]
    assert done(screen.click(kept, "sheet.close")) == [ShowSheet(None)]


def test_each_variant_of_a_choice_is_a_button(screen: Screen) -> None:
    """The lines of a bullet are buttons below its die, each with its own key."""
    draw = table_screen(SHOOTING)
    for place in range(6):
        assert done(screen.click(draw, f"choice.{place}")) == [ChooseOption("Ada", str(place))]
    assert done(screen.press(draw, (key._2,))) == [ChooseOption("Ada", "1")]
    assert screen.ui is not None
    first, second, third = (screen.ui.frame.items[f"choice.{place}"] for place in range(3))
    heights = [box[3] - box[1] for box in (first, second, third)]
    assert max(heights) < 36
    assert first[1] < second[1] < third[1]


def test_the_badge_of_a_rule_shows_its_clause(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tooltip of a rule's badge is the text of the clause. If the text isn't known, the tooltip says that the badge
    is a clause of the rules.
    """
    told: list[str] = []
    monkeypatch.setattr(TextPainter, "tooltip", lambda _painter, text: told.append(text))
    for text in ("Bosses take turns.", ""):
        assert samples.GAME.prompt is not None
        asked = table_screen(replace(samples.GAME, prompt=replace(samples.GAME.prompt, clause_text=text)))
        screen.hover(asked, "clause")
        screen.frame(asked, 1.0)  # a tooltip waits until the mouse rests
    texts = [text.removesuffix(f"\n\n{CLICK_TIP}") for text in dict.fromkeys(told)]
    assert texts == ["Bosses take turns.", "The clause of the rules"]


def test_what_appears_under_the_mouse_tells_nothing_yet(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A button that appears under the resting mouse has no tooltip, which could hide its neighbours. It has one when
    the mouse moves, and afterwards while the mouse rests again.
    """
    told: list[str] = []
    monkeypatch.setattr(TextPainter, "tooltip", lambda _painter, text: told.append(text))
    assert samples.GAME.prompt is not None
    before = table_screen(samples.GAME)
    back = table_screen(replace(samples.GAME, prompt=replace(samples.GAME.prompt, can_go_back=True)))
    screen.settled(back)
    x, y = screen.to("back")
    screen.settled(before)
    told.clear()
    for _ in range(4):
        screen.frame(back, 1.0)
    assert told == []
    screen.point(x + 2, y)
    for _ in range(4):
        screen.frame(back, 1.0)
    assert told[-1] == BACK_TIP


def test_a_model_without_a_tower_has_none(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tooltip of a model in the standings tells the height of its tower once. If the tower has no dice, the tooltip
    says that there is no tower.
    """
    told: list[str] = []
    monkeypatch.setattr(TextPainter, "tooltip", lambda _painter, text: told.append(text))
    for name in ("m6", "m7"):
        screen.hover(table_screen(samples.GAME), f"piece.{name}")
        for _ in range(3):
            screen.frame(table_screen(samples.GAME), 1.0)  # a tooltip waits until the mouse rests
    assert {"m6: tower of 3", "m7: no tower"} == set(told)


def test_an_option_under_the_mouse_shows_its_check(screen: Screen) -> None:
    """The mouse on a button whose option leads to a check issues a command to show the check. The check's panel has the
    chances. The mouse on a pool highlights its model, and a click looks at the model.
    """
    checked = table_screen(samples.CHECKED)
    assert screen.hover(checked, "choice.1") == [PreviewOption("1")]
    assert screen.hover(checked, "pool.0") == [HighlightPieces(("m1",))]
    assert done(screen.click(checked, "pool.1")) == [FocusPieces(("m6",))]
    assert screen.ui is not None
    assert "check.chances" in screen.ui.frame.items


def test_each_part_of_the_bar_of_chances_has_its_word(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mouse on the bar tells the word and the chance of each part, also of those too narrow for a word."""
    told: list[str] = []
    monkeypatch.setattr(TextPainter, "tooltip", lambda _painter, text: told.append(text))
    checked = table_screen(samples.HIT)
    screen.settled(checked)
    screen.hover(checked, "check.chances")
    for _ in range(3):
        screen.frame(checked, 1.0)  # a tooltip waits until the mouse rests
    assert set(told) == {"no Wound: 10.0 %\neven: 20.0 %\nWounds: 70.0 %"}


def test_options_without_room_for_what_they_do_need_no_scrolling(screen: Screen) -> None:
    """If there is room for the labels of all options, but not for what each would do, all options are seen without
    scrolling.
    """
    long = tuple(
        Choice(str(n), f"Option {n}", "what it does, in so many words that it takes two lines") for n in range(9)
    )
    screen.settled(table_screen(replace(samples.GAME, prompt=Prompt(samples.ADA, "What?", "Choose.", choices=long))))
    assert screen.ui is not None
    assert "choices" not in screen.ui.frame.items
    assert screen.ui.frame.items["choice.8"][3] <= screen.window.height


def test_a_game_without_companies_has_no_page_for_them(screen: Screen) -> None:
    """If a game has no companies, neither a button nor the key opens a page for them."""
    screen.settled(GAME)
    assert screen.press(GAME, (key.G,)) == []
    with pytest.raises(KeyError):
        screen.to("record.Units")


def test_escape_does_not_close_the_window(screen: Screen) -> None:
    """Escape opens the menu, where pyglet would close the window."""
    screen.press(GAME, (key.ESCAPE,))
    assert not screen.window.has_exit


def test_keys_that_are_held_are_told(screen: Screen) -> None:
    """A held key moves the camera until it is released, the window loses focus, or text is typed."""
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
    screen.event("on_key_release", key.LCTRL, 0)
    assert not screen.gui.holds(keys, Action.ZOOM_IN), "Z was pressed with Ctrl, which was released first"
    screen.event("on_deactivate")


@pytest.mark.parametrize(
    ("model", "open_"),
    [
        (samples.GAME, {Scope.ALWAYS, Scope.CAMERA, Scope.TABLE}),
        (samples.FIGHT, {Scope.ALWAYS, Scope.FIGHT}),
        (samples.MENU, set()),
        (samples.OPTIONS, set()),
        (samples.OVER, set()),
        (samples.REPLAY, {Scope.ALWAYS, Scope.CAMERA, Scope.REPLAY}),
    ],
)
def test_what_is_open_together_meets(model: GameModel | ReplayModel, open_: set[Scope]) -> None:
    """Actions of one screen have scopes that overlap, so they can't share a key."""
    assert set(open_scopes(model)) == open_
    assert all(one.overlaps(other) for one in open_ for other in open_)


def test_a_changed_key_is_the_one_that_counts(screen: Screen) -> None:
    """If the player has given an action another key, only the new key counts."""
    screen.keys = KeyMap().bind(next(a for a in KeyMap().actions("Ctrl+Z")), "U")
    assert screen.press(GAME, (key.U,)) == [Undo()]
    assert screen.press(GAME, (key.LCTRL, key.Z)) == []


def test_what_can_not_be_done_is_not_wished(screen: Screen) -> None:
    """Disabled buttons do nothing, and neither do their keys."""
    model = replace(samples.GAME, can_undo=False, prompt=replace(samples.ASK, ready=False), playback=PlaybackState())
    draw = table_screen(model)
    for item in ("undo", "redo", "confirm", "skip"):
        assert done(screen.click(draw, item)) == []
    for symbols in ((key.LCTRL, key.Z), (key.ENTER,), (key.X,)):
        assert screen.press(draw, symbols) == []
    assert done(screen.click(table_screen(samples.CROWDED), "redo")) == [Redo()]


def test_many_are_picked_by_few_presses(screen: Screen) -> None:
    """Buttons above a list, or Ctrl+A, pick all, and stay in view while the list scrolls. A click in the list with
    Shift picks all items up to that one.
    """
    every = Choice("all", "All", "Pick all", action=Action.PICK_ALL)
    some = tuple(Choice(f"+{k}", f"Gladiator {k}") for k in range(40))
    draw = table_screen(
        replace(samples.GAME, prompt=Prompt(samples.ADA, "Set up", "", "", some, ((every, Choice("none", "None")),)))
    )
    assert done(screen.click(draw, "choice.none")) == [ChooseOption("Ada", "none")]
    assert done(screen.press(draw, (key.LCTRL, key.A))) == [ChooseOption("Ada", "all")]
    screen.wheel(draw, "choices", -1000.0)
    assert done(screen.click(draw, "choice.all")) == [ChooseOption("Ada", "all")]
    screen.event("on_key_press", key.LSHIFT, 0)
    assert done(screen.click(draw, "choice.+39")) == [ChooseOption("Ada", "+39", up_to=True)]
    screen.event("on_key_release", key.LSHIFT, 0)


def test_the_list_of_another_question_begins_at_its_top(screen: Screen) -> None:
    """After a list was scrolled to its end, the list of the next question shows its first choice."""
    some = tuple(Choice(f"+{k}", f"Gladiator {k}") for k in range(40))
    draws = [
        table_screen(replace(samples.GAME, prompt=Prompt(samples.ADA, "Who moves?", "", choices=some, number=number)))
        for number in (7, 8)
    ]
    screen.wheel(draws[0], "choices", -1000.0)
    tops = []
    for draw in draws:
        screen.settled(draw)
        assert screen.ui is not None
        items = screen.ui.frame.items
        tops.append(items["choice.+0"][1] - items["choices"][1])
    assert tops[0] < 0 <= tops[1]


def test_all_options_of_a_long_list_have_keys(screen: Screen) -> None:
    """The number keys choose the first nine options. Key 0 moves the keys to the next nine, which come into view, and
    after the last options back to the first. At the next question, the keys choose its first options.
    """
    some = tuple(Choice(f"+{k}", f"Gladiator {k}") for k in range(31))
    draws = [
        table_screen(replace(samples.GAME, prompt=Prompt(samples.ADA, "Who moves?", "", choices=some, number=number)))
        for number in (7, 8)
    ]
    for place in (2, 11, 20, 29, 2, 11):
        assert done(screen.press(draws[0], (key._3,))) == [ChooseOption("Ada", f"+{place}")]
        assert screen.ui is not None
        items = screen.ui.frame.items
        top, bottom = items[f"choice.+{place}"][1::2]
        assert items["choices"][1] <= top < bottom <= items["choices"][3]
        screen.press(draws[0], (key._0,))
        screen.settled(draws[0])
    assert done(screen.press(draws[0], (key._9,))) == [ChooseOption("Ada", "+26")]
    assert done(screen.press(draws[1], (key._9,))) == [ChooseOption("Ada", "+8")]


def test_the_number_of_an_option_is_its_key(screen: Screen) -> None:
    """If an option opens in the middle of a list, its key comes after the keys of the options below it. If there is no
    key left for it, it gets one when the keys move on.
    """
    some = tuple(Choice(name, name, number=number) for name, number in (("move", 0), ("cross", 9), ("pass", 7)))
    draw = table_screen(replace(samples.GAME, prompt=Prompt(samples.ADA, "Your phase", "", choices=some)))
    assert done(screen.press(draw, (key._2,))) == []
    assert done(screen.press(draw, (key._8,))) == [ChooseOption("Ada", "pass")]
    screen.press(draw, (key._0,))
    screen.settled(draw)
    assert done(screen.press(draw, (key._1,))) == [ChooseOption("Ada", "cross")]


def test_a_question_within_a_choice_leads_back(screen: Screen) -> None:
    """If a question is within a choice, a button and Backspace lead back with Undo. Other questions have neither."""
    within = table_screen(replace(samples.GAME, prompt=replace(samples.ASK, can_go_back=True)))
    assert done(screen.click(within, "back")) == [Undo()]
    assert done(screen.press(within, (key.BACKSPACE,))) == [Undo()]
    assert done(screen.press(GAME, (key.BACKSPACE,))) == []
    assert screen.ui is not None
    assert "back" not in screen.ui.frame.items


def test_a_refused_choice_is_not_taken(screen: Screen) -> None:
    """The key of a disabled choice does nothing."""
    assert screen.press(table_screen(samples.CROWDED), (key._8,)) == []


def test_a_result_says_why_in_as_many_lines_as_it_needs(screen: Screen) -> None:
    """The reason of a win is not cut off."""
    why = "At the end of Bea's turn, Ada has more dice on Bea's home row than Bea on Ada's (CC-80)."
    drawn = DrawnFrame()

    def draw(ui: Ui) -> list[UiCommand]:
        ui.frame.drawn = drawn
        return game_screen(ui, replace(samples.OVER, result_lines=("Ada wins.", why, "Ada: 1 health")))

    screen.frame(draw)
    assert why in " ".join(one.text for one in drawn.texts)


@pytest.mark.parametrize("count", [2, 20])
@pytest.mark.parametrize("scale", [5 / 6, 0.9, 1.0])
def test_a_question_may_end_with_variants(screen: Screen, count: int, scale: float) -> None:
    """If the last choices of a question are variants, the window draws it, with few or many variants and at several
    scales.
    """
    variants = tuple(Choice(str(n), "Bea's m7", group=(f"The {n // 2}", f"d{n // 2}")) for n in range(count))
    choices = (Choice("one", "The 3", "into nothing"), *variants)
    why = "Every die is a bullet that flies from the model over the die, in the order that you choose."
    asked = replace(samples.GAME, prompt=Prompt(samples.ADA, "Pick a bullet", why, "RD-51", choices))
    screen.scale = scale
    screen.settled(table_screen(asked))
    assert screen.ui is not None
    assert "choice.1" in screen.ui.frame.items


def test_a_question_in_the_turn_of_another_player_looks_like_that_of_who_is_asked(screen: Screen) -> None:
    """If a player is asked in another's turn, the header names the player who is asked, and then whose turn it is. If
    the turn was interrupted, the question begins with the name too. While another player's dice roll, the header names
    that player.
    """

    def texts(model: GameModel) -> dict[str, list[str]]:
        drawn = DrawnFrame()

        def draw(ui: Ui) -> list[UiCommand]:
            ui.frame.drawn = drawn
            return game_screen(ui, model)

        screen.settled(draw)
        return {panel: [one.text for one in drawn.texts if one.panel == panel] for panel in ("turn", "ask")}

    asked = replace(samples.GAME, turn=Turn(3, samples.BEA, turn_word="phase"), prompt=replace(samples.ASK, choices=()))
    found = texts(replace(asked, turn=replace(asked.turn, asked=samples.ADA), is_interrupted=True))
    assert found["turn"][:2] == ["Ada", "is asked in Bea's phase"]
    assert found["ask"][0].startswith("Ada:")
    throws = replace(asked, turn=replace(asked.turn, thrower=samples.ADA, activity="throws"), prompt=None)
    assert texts(throws)["turn"][:2] == ["Ada", "throws in Bea's phase"]
    own = replace(asked, turn=Turn(3, samples.ADA, turn_word="phase"))
    assert not texts(own)["ask"][0].startswith("Ada:")
    assert texts(replace(own, is_interrupted=True))["ask"][0].startswith("Ada:")
