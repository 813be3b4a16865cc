"""Questions that come in a row, at once, or again. The host is a list of messages."""

from dataclasses import replace
from typing import Any

from pitch_game import floor
from told_host import TURN, Told, asked, screens

from riotsim.play.displays import DataSheet, SheetCell
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, PickPoint, Request, SetPace, Spot, Unavailable
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Model, Token
from riotsim.table.poses import ORIGIN
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.choose import AreaDrag
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.place import SNAP_DISTANCE, PlaceInteraction
from riotsim.viewer.scene.marks import Ring
from riotsim.viewer.screens.decisions import extra_choices
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.secret_choice import COUNT_SECONDS, REVEAL_SECONDS
from riotsim.viewer.session import messages
from riotsim.viewer.session.messages import (
    Answer,
    BotAsked,
    DragReleased,
    DragSamples,
    GameStatus,
    LastingChoice,
    Refusal,
)
from riotsim.viewer.ui import commands as commands

BETS = ("high", "low")


def bet(boss: str) -> Choose[str]:
    """Return a secret choice."""
    return Choose(boss, "bet", BETS)


def reveal(table: GameScreen) -> None:
    """Wait until the countdown and the revealed choices are over."""
    for _ in range(int((3 * COUNT_SECONDS + REVEAL_SECONDS) * 60) + 10):
        table.advance(1 / 60)


def test_fights_in_a_row_between_other_numbers_of_persons() -> None:
    """Two people fight, then a person and a bot, then two people again. Each round is asked and answered once,
    and the answers are sent when the countdown has ended.
    """
    host, table = screens("Ann", "Bob", "Cid", persons=("Ann", "Bob"))
    rounds = [(("Ann", "Bob"), ("Ann", "Bob")), (("Ann",), ("Ann", "Cid")), (("Ann", "Bob"), ("Ann", "Bob"))]
    for number, (who, joint) in enumerate(rounds, start=1):
        host.heard.clear()
        host.coming.append(asked(*(bet(boss) for boss in who), joint=joint, number=10 * number))
        reveal(table)
        fight = game_model(table).fight
        assert fight is not None, number
        assert (fight.left.seat.name, fight.right.seat.name) == joint
        for boss in who:
            table.choose_secretly(boss, 0)
        for _ in range(int(3 * COUNT_SECONDS * 60) - 5):
            table.advance(1 / 60)
        assert not any(isinstance(word, Answer) for word in host.heard), "the countdown goes on"
        for _ in range(10):
            table.advance(1 / 60)
        assert [word.player for word in host.heard if isinstance(word, Answer)] == list(who)
        if len(who) == 2:  # the host asks for the rest, before it has read the second answer
            host.coming.append(asked(bet(who[1]), joint=joint, number=10 * number + 1))
            table.advance(1 / 60)
    reveal(table)
    assert game_model(table).fight is None


def test_a_refusal_at_once_asks_again() -> None:
    """If the host refuses an answer before the next frame, the decision is open again."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    question = replace(asked(PickPiece("Ann", "pawn", ("a1", "a2"))), offers=((Offer("a1", "a1", "a1"),),))
    host.coming.append(question)
    table.advance(0.01)
    table.submit("a2")
    host.coming.append(Refusal("not that one", "Ann"))
    table.advance(0.01)
    assert game_model(table).refusal == "not that one"
    assert table.interaction is not None
    table.submit("a1")
    assert [word.value for word in host.heard if isinstance(word, Answer)] == ["a2", "a1"]


def test_two_who_are_asked_at_once_need_not_fight() -> None:
    """If two players are asked at once, but not in a fight, the panel of questions asks the first of them."""
    host, table = screens("Ann", "Bob", persons=("Ann", "Bob"))
    host.coming.append(asked(bet("Ann"), bet("Bob"), joint=("Ann", "Bob"), is_fight=False))
    table.advance(0.01)
    shown = game_model(table)
    assert shown.fight is None
    assert shown.prompt is not None
    assert shown.prompt.seat.name == "Ann"


def test_who_thinks_is_who_is_asked() -> None:
    """While a bot is asked in another player's turn, the window waits for the bot and not for the player on turn."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    host.coming.append(GameStatus(turn=TURN))
    table.advance(0.01)
    assert TURN.player == "Ann"
    host.coming.append(BotAsked("Bob"))
    table.advance(0.01)
    assert game_model(table).waiting == "Bob is thinking …"


def test_nobody_thinks_about_a_throw_that_a_person_has_made() -> None:
    """After a person's answer, the window doesn't wait for anybody, not even for a bot that was asked before."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    host.coming += [GameStatus(turn=TURN), BotAsked("Bob"), asked(PickPiece("Ann", "pawn", ("a1", "a2")))]
    table.advance(0.01)
    assert game_model(table).waiting == ""
    table.submit("a1")
    table.advance(0.01)
    assert game_model(table).prompt is None
    assert game_model(table).waiting == ""


def test_three_who_choose_at_once_are_asked_one_after_the_other() -> None:
    """If three players are asked at once, the panel of questions asks the first of them, and no fight is shown."""
    host, table = screens("Ann", "Bob", "Cid", persons=("Ann", "Bob", "Cid"))
    host.coming.append(asked(bet("Ann"), bet("Bob"), bet("Cid"), joint=("Ann", "Bob", "Cid")))
    table.advance(0.01)
    ask = game_model(table).prompt
    assert ask is not None
    assert ask.seat.name == "Ann"
    assert game_model(table).fight is None


def test_a_model_is_grabbed_only_where_it_can_go() -> None:
    """If the way of a piece has no length, the piece can't be dragged. Otherwise a drag sends samples to the host, and
    the release ends the decision.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    there = floor().models["a1"].at
    host.coming.append(asked(SetPace("Ann", "carry", "a1", there, 0, ("normal",))))
    table.advance(0.01)
    table.pressed(Pointer(there, "a1", 0.0))
    table.released(Pointer(there, "a1", 0.1))
    table.advance(0.01)
    assert host.heard == []
    assert isinstance(table.interaction, CarryInteraction)
    host.coming.append(asked(SetPace("Ann", "carry", "a1", (there[0], there[1] + 100.0), 0, ("normal",)), number=2))
    table.advance(0.01)
    table.pressed(Pointer(there, "a1", 1.0))
    for k in range(1, 6):
        table.moved(Pointer((there[0], there[1] + 20.0 * k), None, 1.0 + 0.05 * k))
        table.advance(0.01)
    table.released(Pointer((there[0], there[1] + 100.0), None, 1.3))
    table.advance(0.01)
    moves = [word for word in host.heard if isinstance(word, DragSamples)]
    assert moves
    assert moves[0].number == 2
    assert isinstance(host.heard[-1], DragReleased)
    assert table.interaction is None


def test_one_of_several_is_placed() -> None:
    """If one of several pieces is to be placed, a button selects another piece. The default button then places the
    selected piece.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    region = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)
    host.coming.append(asked(PickPoint("Ann", "place", (("a1", region), ("a2", region)))))
    table.advance(0.01)
    ask = game_model(table).prompt
    assert ask is not None
    assert [choice.key for choice in ask.choices] == ["plain", "+a2"]
    table.handle(commands.ChooseOption("Ann", "+a2"))
    assert [word for word in host.heard if isinstance(word, Answer)] == []
    table.handle(commands.ChooseOption("Ann", "plain"))
    (answer,) = [word.value for word in host.heard if isinstance(word, Answer)]
    assert answer == Spot("a2", (300.0, 300.0))


def test_the_button_says_what_becomes_of_the_piece() -> None:
    """The button for the default place names the piece if there are several. The button's text tells whether the piece
    is placed, moves, or only turns to a place.
    """
    new, old = {"a9": replace(floor().models["a1"], id="a9")}, dict[str, Model]()
    region = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)
    some = replace(region, places=((10.0, 10.0), (90.0, 300.0)))
    for incoming, request, label in (
        (new, PickPoint("Ann", "place", (("a9", region), ("a1", region))), "Place a9 for me"),
        (new, PickPoint("Ann", "place", (("a9", region),)), "Place it for me: near the middle of the table"),
        (old, PickPoint("Ann", "move", (("a1", region),)), "Move it for me: near the middle of the table"),
        (old, PickPoint("Ann", "move", (("a1", some),)), "Move it for me: at the marked place nearest to the middle"),
        (old, PickPoint("Ann", "look", (("a1", region),), moves=False), "Towards the middle of the table"),
        (old, PickPoint("Ann", "fire", (("a1", some),), moves=False), "At the place nearest to the middle"),
    ):
        at = PlaceInteraction(request, {**floor().models, **incoming}, is_new="a9" in incoming)
        asks: Request[Any] = request
        button = extra_choices(asks, at, offered=False)[0]
        assert f"{button.label}: {button.about}" == label if button.about else button.label == label


def test_squares_of_a_board_are_marked_one_by_one() -> None:
    """If the marked places are squares in a row, each square has a mark, and the piece doesn't slide along a line. A
    hint on a wrong place appears with a press, and goes at the next square.
    """
    squares = tuple((20.0 + 40.0 * n, 20.0) for n in range(8))
    region = replace(Region(disc((0.0, 0.0), 6.0), 320.0, 320.0), places=squares)
    request = PickPoint("Ann", "place", (("a1", region),))
    at = PlaceInteraction(request, floor().models)
    assert (at.track, at.instruction) == ((), "Click one of the marked places")
    assert {mark.at for mark in at.overlay().marks if isinstance(mark, Ring)} == set(squares)
    wrong = Pointer((160.0, 200.0), None, 0.0)
    at.moved(wrong)
    assert at.overlay().hint == ""
    at.pressed(wrong)
    assert "marked places" in at.overlay().hint
    at.moved(Pointer((62.0, 20.0), None, 0.0))
    assert at.overlay().hint == ""


def test_a_drag_onto_a_square_picks_a_die_and_sets_it_up() -> None:
    """A drag that ends on a marked square answers where to place a piece. If the piece may go anywhere in an area, only
    a drag of this very piece answers. Any other drag or click leaves the question open.
    """
    squares = Region(disc((0.0, 0.0), 6.0), 320.0, 320.0, places=((20.0, 20.0), (60.0, 20.0), (100.0, 20.0)))
    area, here = replace(squares, places=None), (60.0, 20.0)
    for region, piece, end, moves, answer in (
        (squares, None, (58.0, 24.0), True, Spot("a1", here)),
        *((squares, None, elsewhere, True, None) for elsewhere in ((160.0, 200.0), (202.0, 200.0))),
        (area, "a1", here, True, Spot("a1", here)),
        (area, "a1", here, False, None),
        (area, "b1", here, True, None),
        (area, None, here, True, None),
    ):
        drag = AreaDrag()
        drag.begin(Pointer((200.0, 200.0), piece, 0.0))
        drag.end(Pointer(end, None, 0.0))
        placing = PlaceInteraction(PickPoint("Ann", "place", (("a1", region),), moves), floor().models)
        assert drag.answer(placing) == answer


def test_enter_places_the_piece_at_the_pointer() -> None:
    """Enter places the piece at the pointer. If no piece may be put there, Enter does nothing."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    region = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)
    host.coming.append(asked(PickPoint("Ann", "place", (("a1", region),))))
    table.advance(0.01)
    for at in ((900.0, 100.0), (400.0, 100.0)):
        table.moved(Pointer(at, None, 0.0))
        table.confirm()
    assert [word.value for word in host.heard if isinstance(word, Answer)] == [Spot("a1", (400.0, 100.0))]


def test_a_piece_snaps_to_the_nearest_legal_spot() -> None:
    """A pointer up to `SNAP_DISTANCE` from a legal spot means that spot. A pointer further away means no spot."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    region = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)
    for number, (x, spots) in enumerate([(587.5 + 1.1 * SNAP_DISTANCE, []), (587.5 + 0.9 * SNAP_DISTANCE, [587.5])], 1):
        host.heard.clear()
        host.coming.append(asked(PickPoint("Ann", "place", (("a1", region),)), number=number))
        table.advance(0.01)
        table.moved(Pointer((x, 300.0), None, 0.0))
        table.confirm()
        assert [word.value for word in host.heard if isinstance(word, Answer)] == [
            Spot("a1", (at, 300.0)) for at in spots
        ]


def test_numbers_choose_offers_and_then_the_other_choices() -> None:
    """Numbers choose first among the game's offers, and then among other choices. Further numbers choose nothing."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    there = floor().models["a1"].at
    pace = SetPace("Ann", "carry", "a1", (there[0], there[1] + 100.0), 3, ("normal", "slow"))
    for number, (place, chosen) in enumerate([(0, ["normal"]), (1, ["normal"]), (2, ["slow"]), (3, [])], 1):
        host.heard.clear()
        host.coming.append(replace(asked(pace, number=number), offers=((Offer("normal", "as usual", "a1"),),)))
        table.advance(0.01)
        table.choose(place)
        assert [word.value for word in host.heard if isinstance(word, Answer)] == chosen, place


def test_a_model_without_a_tower_has_one_pace() -> None:
    """If a model has no tower, only one pace is offered, because a slow pace would have no benefit."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    there = floor().models["a1"].at
    for tower, keys in ((0, ["=normal"]), (3, ["=normal", "=slow"])):
        pace = SetPace("Ann", "carry", "a1", (there[0], there[1] + 100.0), tower, ("normal", "slow"))
        host.coming.append(asked(pace, number=tower + 1))
        table.advance(0.01)
        ask = game_model(table).prompt
        assert ask is not None
        assert [choice.key for choice in ask.choices] == keys
    table.handle(commands.ChooseOption("Ann", "=slow"))
    assert [word.value for word in host.heard if isinstance(word, Answer)] == ["slow"]


def test_a_log_is_made_anew_only_where_something_was_told() -> None:
    """Panels get the same log from frame to frame until a line is added or undone."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    host.coming.append(messages.LogChanged((messages.Line("one"), messages.Line("two")), 0))
    table.advance(0.01)
    log = game_model(table).log
    table.advance(0.01)
    assert game_model(table).log is log
    host.coming.append(messages.LogChanged((messages.Line("three"),), 1))
    table.advance(0.01)
    assert [line.text for line in game_model(table).log] == ["one", "three"]
    assert [line.text for line in log] == ["one", "two"]


def test_a_release_belongs_to_the_decision_that_was_pressed() -> None:
    """If the next question arrives before the mouse button is up, a click that picks a piece doesn't also place one."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    offers = ((Offer("a1", "a1", "a1"),),)
    host.coming.append(replace(asked(PickPiece("Ann", "pawn", ("a1", "a2"))), offers=offers))
    table.advance(0.01)
    here = Pointer((300.0, 300.0), "a1", 0.0)
    table.pressed(here)
    anywhere = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)
    host.coming.append(asked(PickPoint("Ann", "drop", (("coin", anywhere),)), number=2))
    table.advance(0.01)
    table.released(here)
    assert [word.value for word in host.heard if isinstance(word, Answer)] == ["a1"]
    table.pressed(here)
    table.released(here)
    assert host.heard[-1] == Answer("Ann", Spot("coin", (300.0, 300.0)), 2)


def test_a_drag_from_a_piece_to_an_area_answers_twice() -> None:
    """If the player drags from a piece to an area, the press picks the piece, and the release chooses the area. The
    question about the area may come after the release. A click only picks the piece.
    """
    square = rectangle((340.0, 300.0), 40.0, 40.0)
    pick, move = PickPiece("Ann", "pawn", ("a1", "a2")), Choose("Ann", "move", ("east", "west"))
    pieces, areas = (Offer("a1", "a1", "a1"), Offer("a2", "a2", "a2")), (Offer("east", "East", area=square),)
    start, end = Pointer((300.0, 300.0), "a1", 0.0), Pointer((340.0, 300.0), None, 0.2)
    for late in (False, True):
        for release, given in ((end, ["a1", "east"]), (replace(start, piece=None), ["a1"])):
            host, table = screens("Ann", "Bob", persons=("Ann",))
            host.coming.append(replace(asked(pick), offers=(pieces,)))
            table.advance(0.01)
            table.pressed(start)
            if late:
                table.released(release)
            host.coming.append(replace(asked(move, number=2), offers=(areas,)))
            table.advance(0.01)
            if not late:
                table.released(release)
            assert [word.value for word in host.heard if isinstance(word, Answer)] == given


def test_the_sheet_of_the_piece_under_the_mouse_takes_the_place_of_its_tooltip() -> None:
    """If the sheet of the piece under the mouse has cells, the sheet is shown, and otherwise a tooltip. Without a
    mouse, the sheet of the highlighted piece is shown.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    sheets = {"a1": DataSheet("Pawn", ("slow",), (SheetCell(0, 0, "Toughness 4"),)), "a2": DataSheet("Other")}
    host.coming += [GameStatus(sheets=sheets), replace(asked(bet("Ann")), offers=((Offer("high", "High", "a1"),),))]
    table.advance(0.01)
    assert game_model(table).sheet is None
    table.moved(Pointer((300.0, 300.0), "a2", 0.0))
    shown = game_model(table)
    assert (shown.sheet, shown.tip and shown.tip.title) == (None, "Other")
    table.moved(Pointer((100.0, 300.0), "a1", 0.0))
    sheet = game_model(table).sheet
    assert sheet is not None
    assert (sheet.title, sheet.cells) == ("Pawn", sheets["a1"].cells)
    table.mouse_away = True
    assert game_model(table).sheet == sheet


def answers(host: Told) -> list[object]:
    """Return the answers that the host has heard."""
    return [word.value for word in host.heard if isinstance(word, Answer)]


def test_all_the_rest_is_put_down_at_once_if_a_player_likes() -> None:
    """One button places this piece, and asks for the same with all further pieces. While the host says that this choice
    holds, the window places further pieces where the rules allow. Otherwise the window asks.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    region = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)
    choice = LastingChoice("Ann", "drop", "rest")

    def ask_for(number: int, *lasting: LastingChoice) -> None:
        token = Token(f"t{number}", ORIGIN)
        request = PickPoint("Ann", "drop", ((token.id, region),))
        host.coming.append(replace(asked(request, number=number), incoming={token.id: token}, lasting=lasting))
        table.advance(0.01)

    ask_for(1)
    ask = game_model(table).prompt
    assert ask is not None
    assert [choice.key for choice in ask.choices] == ["plain", "rest"]
    table.handle(commands.ChooseOption("Ann", "rest"))
    ask_for(2, choice)
    ask_for(3, LastingChoice("Bob", "drop", "rest"), choice)
    given = answers(host)
    assert [spot.piece for spot in given if isinstance(spot, Spot)] == ["t1", "t2", "t3"]
    assert len({spot.at for spot in given if isinstance(spot, Spot)}) == 3
    assert all(region.refusal(spot.at) is None for spot in given if isinstance(spot, Spot))
    assert [word.lasting for word in host.heard if isinstance(word, Answer)] == [choice, None, None]
    ask_for(4, LastingChoice("Ann", "place", "rest"), LastingChoice("Bob", "drop", "rest"))
    ask_for(5)
    assert len(answers(host)) == 3


def test_what_can_not_be_chosen_is_shown_with_the_reason() -> None:
    """If an option isn't open, the prompt shows the option below the others, with the reason. It can't be chosen."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    question = asked(PickPiece("Ann", "pawn", ("a1",)))
    why = Unavailable("a2", "It has fallen over.", "a2")
    host.coming.append(replace(question, offers=((Offer("a1", "a1", "a1"),),), unavailable=((why,),)))
    table.advance(0.01)
    ask = game_model(table).prompt
    assert ask is not None
    assert [(choice.label, choice.refused, choice.pieces) for choice in ask.choices] == [
        ("a1", "", ("a1",)), ("a2", "It has fallen over.", ("a2",)),
    ]  # fmt: skip
    table.handle(commands.ChooseOption("Ann", ask.choices[1].key))
    assert answers(host) == []


def test_a_pause_is_told_where_a_bot_would_think() -> None:
    """If playback is paused, the window says that a bot acts when the player continues, and not that the bot thinks."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    host.coming += [GameStatus(turn=TURN), BotAsked("Bob")]
    table.advance(0.01)
    table.handle(commands.SetPaused(True))
    assert game_model(table).waiting == "Paused. Bob acts when you continue."
    table.handle(commands.SetPaused(False))
    assert game_model(table).waiting == "Bob is thinking …"
