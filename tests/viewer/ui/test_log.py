"""The header of the turn, and the log: highlighting pieces, following events, and undo."""

from dataclasses import replace

import pytest
from pyglet.window import key

from riotsim.play.narration import Turn
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.screens import shared_models
from riotsim.viewer.ui import models
from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, ShowRecord, UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.models import Choice, LogLine, Prompt
from riotsim.viewer.ui.panels.log import coloured
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import DrawnFrame
from riotsim.viewer.ui.widgets.theme import light

from . import samples
from .conftest import Screen, table_screen

GAME = table_screen(samples.GAME)


def test_lines_of_the_log_light_their_pieces(screen: Screen) -> None:
    """A line of the log highlights its pieces."""
    assert screen.hover(GAME, "log.7") == [HighlightPieces(("m7",))]
    assert FocusPieces(("m7",)) in screen.click(GAME, "log.7")


def test_choices_light_the_pieces_they_are_about(screen: Screen) -> None:
    """A choice highlights its pieces."""
    assert screen.hover(GAME, "choice.leg_it") == [HighlightPieces(("m1", "m4"))]


def test_towers_in_the_standings_light_their_models(screen: Screen) -> None:
    """A tower in the standings highlights its model."""
    assert screen.hover(GAME, "piece.m3") == [HighlightPieces(("m3",))]


def test_the_log_follows_what_happens(screen: Screen) -> None:
    """If a log is scrolled to its end, it follows new lines. If the user has scrolled back, it stays where it is."""
    lines = tuple(LogLine(f"line {n}", 1, 1, ("m1",)) for n in range(200))
    short = table_screen(replace(samples.GAME, log=lines[:100]))
    screen.settled(short)
    long = table_screen(replace(samples.GAME, log=lines))
    screen.settled(long)
    assert screen.ui is not None
    assert "log.199" in screen.ui.frame.items
    assert "log.100" not in screen.ui.frame.items
    screen.wheel(long, "log", 60.0)
    screen.settled(table_screen(replace(samples.GAME, log=(*lines, lines[0]))))
    assert "log.0" in screen.ui.frame.items
    assert "log.199" not in screen.ui.frame.items


def test_what_was_undone_goes_from_the_log(screen: Screen) -> None:
    """If a line was undone and another line takes its place, that line has its own height."""
    tall = LogLine("a very long line " * 8, 1, 1, ("m1",))
    flat = LogLine("flat", 1, 1, ("m2",))
    screen.settled(table_screen(replace(samples.GAME, log=(flat, tall, flat))))
    screen.settled(table_screen(replace(samples.GAME, log=(flat, flat))))
    assert screen.ui is not None
    left = screen.ui.frame.items["log.1"]
    assert left[3] - left[1] < 25
    assert "log.2" not in screen.ui.frame.items


def test_names_in_the_log_have_their_bosses_colours() -> None:
    """If two players' units have the same name, each name in the log has the colour of its own player."""
    line = LogLine("Ada's Rifleman 1 fires at Bea's Rifleman 1", 1, 1, names=((0, 16, "#111111"), (26, 42, "#eeeeee")))
    assert coloured(line, "#ffffff") == (
        ("Ada's Rifleman 1", light("#111111")),
        (" fires at ", "#ffffff"),
        ("Bea's Rifleman 1", light("#eeeeee")),
    )


@pytest.mark.parametrize(("size", "in_one_line"), [((800, 600), False), ((1024, 640), True), ((1280, 720), False)])
def test_the_last_lines_are_seen_beside_a_long_question(
    screen: Screen, size: tuple[int, int], *, in_one_line: bool
) -> None:
    """In a window with one column of panels, the last two events of the log are seen below a question with five models.
    They are seen even after more of the log was. The heading of a new turn doesn't take their place. Only in a low
    window do the second lines of the choices stand behind their labels to make room.
    """
    events = tuple(LogLine(f"event {n}", 1, 1 + n % 2, ("m1",)) for n in range(40))
    log = (*events, LogLine("Turn 2", 2, 0, seat=samples.ADA))
    choices = tuple(Choice(f"m{n}", f"Nell {n}", "sneak · tower of 1") for n in range(5))
    why = "Activate one of your models that stands, or leg it and keep your stash."
    leg_it = Choice("leg", "Leg it", "keep 0 loot, and be out")
    asked = Prompt(samples.ADA, "Your turn", why, "RD-21", (*choices, leg_it), number=7)
    few = replace(asked, choices=choices[:1], number=6)
    own = Screen(*size)
    try:
        for prompt in (asked, few, asked):
            drawn = DrawnFrame()

            def draw(ui: Ui, prompt: Prompt = prompt, drawn: DrawnFrame = drawn) -> list[UiCommand]:
                ui.frame.drawn = drawn
                drawn.texts.clear()
                return game_screen(ui, replace(samples.GAME, log=log, one_column=True, prompt=prompt))

            own.settled(draw)
            seen = [text for text in drawn.texts if text.panel == "record"]
            inside = [one.text for one in seen if one.clip[1] <= one.box[1] and one.box[3] <= one.clip[3]]
            if prompt is asked:
                assert {"event 38", "event 39"} <= set(inside)
                label = next(one for one in drawn.texts if one.text == "Nell 0")
                about = next(one for one in drawn.texts if one.text == "sneak · tower of 1")
                assert (about.box[0] > label.box[2]) == in_one_line
                assert own.ui is not None
                assert own.ui.frame.items["record"][3] <= size[1]
                assert own.ui.frame.items["record"][1] >= own.ui.frame.items["ask"][3]
    finally:
        own.close()
        screen.window.switch_to()


@pytest.mark.parametrize("count", [3, 40])
@pytest.mark.parametrize("back", [0.0, 8.0])
def test_the_log_keeps_its_place_while_questions_come_and_go(screen: Screen, count: int, back: float) -> None:
    """In a window with one column of panels, the lower edge of the log and the text in it keep their places. This holds
    without a question, and with a short or a long one. It also holds if the user has scrolled back, or if the log is
    shorter than its panel.
    """
    log = tuple(LogLine(f"event {n}", 1, 1, ("m1",)) for n in range(count))
    choices = tuple(Choice(f"m{n}", f"Nell {n}", "sneak · tower of 1") for n in range(4))
    asked = Prompt(samples.ADA, "Your turn", "Activate one of your models that stands.", "RD-21", choices, number=7)
    own = Screen(1280, 720)

    def seen(prompt: Prompt | None, wheel: float = 0.0) -> tuple[list[float], dict[str, float]]:
        """Return the upper and lower edge of the log, and where its lines stand (pixels from the top)."""
        drawn = DrawnFrame()

        def draw(ui: Ui) -> list[UiCommand]:
            ui.frame.drawn = drawn
            drawn.texts.clear()
            return game_screen(ui, replace(samples.GAME, log=log, one_column=True, prompt=prompt))

        own.settled(draw)
        own.wheel(draw, "log", wheel)
        assert own.ui is not None
        lines = [text for text in drawn.texts if text.text.startswith("event")]
        inside = {one.text: one.box[1] for one in lines if one.clip[1] <= one.box[1] and one.box[3] <= one.clip[3]}
        return [own.ui.frame.items["record"][k] for k in (1, 3)], inside

    try:
        (top, bottom), lines = seen(None, wheel=back)
        shown = [seen(prompt) for prompt in (replace(asked, choices=choices[:1], number=6), asked, None)]
    finally:
        own.close()
        screen.window.switch_to()
    assert [edges[1] for edges, _ in shown] == [bottom] * 3
    assert shown[0] == shown[2] == ([top, bottom], lines)
    (less, _), fewer = shown[1]
    assert less > top + 10
    assert 1 < len(fewer) <= len(lines)
    assert fewer == {line: at for line, at in lines.items() if line in fewer}
    assert (f"event {count - 1}" in lines) == (count == 3 or not back)


def test_a_log_that_was_at_its_end_is_there_again(screen: Screen) -> None:
    """If the log grows while a long question leaves room for its last lines only, a shorter question shows the end of
    the log.
    """
    log = tuple(LogLine(f"event {n}", 1, 1, ("m1",)) for n in range(40))
    choices = tuple(Choice(f"m{n}", f"Nell {n}", "sneak · tower of 1") for n in range(6))
    asked = Prompt(samples.ADA, "Your turn", "Activate one of your models that stands.", "RD-21", choices, number=7)
    own = Screen(1280, 720)
    try:
        for lines, prompt in ((4, None), (30, None), (32, asked), (40, replace(asked, choices=choices[:4], number=8))):
            model = replace(samples.GAME, log=log[:lines], one_column=True, prompt=prompt)
            own.settled(table_screen(model))
            assert own.ui is not None
            assert f"log.{lines - 1}" in own.ui.frame.items
    finally:
        own.close()
        screen.window.switch_to()


def test_a_question_with_a_fallen_model_leaves_room_for_the_log(screen: Screen) -> None:
    """With four models to activate, a fallen one and *Leg it*, the last lines of the log are seen, with the button that
    opens all of it. No option scrolls; a tooltip has the reason why the fallen model can't be chosen.
    """
    choices = (
        *(Choice(f"m{n}", f"Nell {n}", "sneak · tower of 2") for n in range(4)),
        Choice("leave", "Leg it", "keep 0 of 1 loot (enemies are near), and be out"),
        Choice("no.0", "Bert", refused="It has fallen over. A friend in contact can help it up."),
    )
    why = "Activate one of your models that stands, or leg it: leave the game with the loot in your stash."
    asked = Prompt(samples.ADA, "Your turn", why, "RD-21", choices, number=7)
    log = tuple(LogLine(f"event {n}", 1, 1, ("m1",)) for n in range(40))
    standings = tuple(replace(row, note="") for row in samples.GAME.standings[:2])
    model = replace(samples.GAME, log=log, one_column=True, prompt=asked, standings=standings)
    own = Screen(1280, 720)
    try:
        own.settled(table_screen(model))
        assert own.ui is not None
        items = own.ui.frame.items
        assert {"log.38", "log.39", "record.enlarge", "choice.no.0"} <= set(items)
        assert items["choice.no.0"][3] < items["record"][1]
    finally:
        own.close()
        screen.window.switch_to()


def test_a_page_without_room_below_the_question_is_at_the_right() -> None:
    """With one column of panels, a long question leaves no room for the dice counts. Once the user has opened them with
    their key, they stand at the right.
    """
    choices = tuple(Choice(f"m{n}", f"Nell {n}") for n in range(20))
    asked = Prompt(samples.ADA, "Your turn", "", "", choices, number=7)
    model = replace(samples.GAME, one_column=True, prompt=asked, page="dice")
    own = Screen(800, 600)
    try:
        own.settled(lambda ui: game_screen(ui, model))
        assert own.ui is not None
        left, _, right, bottom = own.ui.frame.items["record.Dice"]
        assert left > 400
        assert right < 800
        assert bottom < 300
    finally:
        own.close()


def test_the_whole_log_opens_from_its_last_lines() -> None:
    """Where a long question leaves room for the last lines of the log only, a button beside them and a key open the
    whole log at the right, with the tabs of the other pages. There a button and the same key close it again.
    """
    choices = tuple(Choice(f"m{n}", f"Nell {n}") for n in range(20))
    asked = Prompt(samples.ADA, "Your turn", "", "", choices, number=7)
    log = tuple(LogLine(f"event {n}", 1, 1, ("m1",)) for n in range(40))
    model = replace(samples.GAME, one_column=True, prompt=asked, log=log)
    own = Screen(800, 600)
    try:
        low, whole = table_screen(model), table_screen(replace(model, page="whole log"))
        assert ShowRecord("whole log") in own.click(low, "record.enlarge")
        assert ShowRecord("whole log") in own.press(low, [key.J])
        own.settled(whole)
        assert own.ui is not None
        assert {"log.39", "record.Dice"} <= set(own.ui.frame.items)
        left, top, right, bottom = own.ui.frame.items["record"]
        assert left > 400
        assert right < 800
        assert bottom - top > 300
        assert ShowRecord("log") in own.click(whole, "record.close")
        assert ShowRecord("log") in own.press(whole, [key.J])
        dice = table_screen(replace(model, page="dice"))
        assert ShowRecord("whole log") in own.click(dice, "record.Log")
    finally:
        own.close()


def test_the_heading_of_a_turn_has_a_gap_above_it_when_it_comes_late(screen: Screen) -> None:
    """The heading of a turn has the same gap above it, whether it comes with the line before it or later."""
    line, head = LogLine("event", 1, 1, ("m1",)), LogLine("Turn 2", 2, 0, ("m2",), samples.ADA)
    log = (line, head, line)
    gaps = []
    for steps in ((log,), (log[:1], log[:2], log)):
        screen.settled(table_screen(replace(samples.GAME, log=())))
        for shown in steps:
            screen.settled(table_screen(replace(samples.GAME, log=shown)))
        assert screen.ui is not None
        items = screen.ui.frame.items
        gaps.append(items["log.1"][1] - items["log.0"][3])
    assert gaps[0] == gaps[1] > 5


def test_a_game_without_throws_has_no_page_of_dice(screen: Screen) -> None:
    """While no dice have been rolled, the panel of the log has no tab for them, and their key does nothing."""
    model = table_screen(replace(samples.GAME, dice=()))
    assert ShowRecord("dice") not in screen.press(model, [key.B])
    assert screen.ui is not None
    assert "record.Dice" not in screen.ui.frame.items
    assert "record.Log" in screen.ui.frame.items


def test_the_header_has_the_title_of_a_turn_that_has_its_own(screen: Screen) -> None:
    """If a turn has its own title, like the end of Demolition Dice, the header shows the title that the log shows."""
    told = []
    for title in ("", "The last dice"):
        now = Turn(6, None, "round", title)
        turn = shared_models.turn(DisplayState(turn=now), ())
        drawn = DrawnFrame()

        def draw(ui: Ui, turn: models.Turn = turn, drawn: DrawnFrame = drawn) -> list[UiCommand]:
            ui.frame.drawn = drawn
            return game_screen(ui, replace(samples.GAME, turn=turn))

        screen.settled(draw)
        told.append([one.text for one in drawn.texts if one.panel == "turn"][1])
    assert told == ["Round 6", "The last dice"]
