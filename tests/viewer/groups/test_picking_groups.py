"""A group is picked in the window by clicks, boxes, buttons and keys, and given as the answer by Enter."""

import pytest
from told_host import Told, asked, screens

from riotsim.play.displays import DataSheet
from riotsim.play.group_requests import PickSome
from riotsim.table.pieces import Model
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.pick_some import BY_BOX, PickSomeInteraction
from riotsim.viewer.scene.marks import Path
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import Answer, GameStatus, LastingChoice
from riotsim.viewer.ui import commands

PLACES: dict[str, Point] = {"a1": (100.0, 100.0), "a2": (140.0, 100.0), "a3": (180.0, 100.0), "a4": (300.0, 300.0)}
LINKS = (("a1", "a2"), ("a2", "a3"))
GROUP = PickSome("Ann", "group", tuple(PLACES), 1, None, (2, 2, 2, 1), 4, LINKS)


@pytest.fixture
def open_game() -> tuple[Told, GameScreen]:
    """Return a game in which Ann picks a group."""
    table = Table(600.0, 600.0).with_pieces(*(Model(name, "Ann", at) for name, at in PLACES.items()))
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    host.coming.append(asked(GROUP))
    screen.advance(0.01)
    return host, screen


def picked(screen: GameScreen) -> tuple[str, ...]:
    """Return what is picked now."""
    assert isinstance(screen.interaction, PickSomeInteraction)
    return screen.interaction.picked


def click(screen: GameScreen, at: Point, piece: str | None, *, shift: bool = False) -> None:
    """Press and release at a point."""
    screen.moved(Pointer(at, piece, 0.0, shift))
    screen.pressed(Pointer(at, piece, 0.0, shift))
    screen.released(Pointer(at, piece, 0.1, shift))


def box(screen: GameScreen, one: Point, other: Point, *, shift: bool = False) -> None:
    """Drag from one corner to the other."""
    screen.pressed(Pointer(one, None, 0.0, shift))
    screen.moved(Pointer(other, None, 0.1, shift))
    screen.released(Pointer(other, None, 0.2, shift))


def test_a_click_picks_and_drops_and_shift_only_picks(open_game: tuple[Told, GameScreen]) -> None:
    """A click on a piece picks it, or drops it if it is picked already. Other pieces stay as they are. A click beside
    all pieces changes nothing.
    """
    _, screen = open_game
    click(screen, PLACES["a2"], "a2")
    click(screen, PLACES["a1"], "a1")
    assert picked(screen) == ("a1", "a2")
    click(screen, PLACES["a1"], "a1")
    click(screen, (500.0, 500.0), None)
    assert picked(screen) == ("a2",)
    click(screen, PLACES["a2"], "a2", shift=True)
    click(screen, PLACES["a3"], "a3", shift=True)
    assert picked(screen) == ("a2", "a3")


def test_a_box_picks_what_lies_in_it(open_game: tuple[Told, GameScreen]) -> None:
    """A box that is dragged in any direction picks the pieces in it, in place of earlier ones. With Shift the earlier
    ones stay picked.
    """
    _, screen = open_game
    click(screen, PLACES["a4"], "a4")
    box(screen, (150.0, 150.0), (50.0, 50.0))
    assert picked(screen) == ("a1", "a2")
    box(screen, (160.0, 50.0), (350.0, 350.0), shift=True)
    assert picked(screen) == ("a1", "a2", "a3", "a4")


def test_a_box_is_drawn_and_can_be_given_up(open_game: tuple[Told, GameScreen]) -> None:
    """While a box is dragged, its outline is drawn and the pieces in it glow. If the player presses Escape, the earlier
    choice stays.
    """
    _, screen = open_game
    click(screen, PLACES["a4"], "a4")
    screen.pressed(Pointer((50.0, 50.0), None, 0.0))
    screen.moved(Pointer((150.0, 150.0), None, 0.1))
    seen = screen.overlay()
    assert {piece for piece, glow in seen.glow.items() if glow == "hover"} == {"a1", "a2"}
    assert any(isinstance(mark, Path) and len(mark.points) == 5 for mark in seen.marks)
    assert screen.cancel()
    screen.released(Pointer((150.0, 150.0), None, 0.2))
    assert picked(screen) == ("a4",)
    assert not screen.cancel()


def test_the_total_and_what_is_wrong_are_shown(open_game: tuple[Told, GameScreen]) -> None:
    """The panel shows how many pieces are picked, their total, and which condition they break. While a condition is
    broken, Enter sends no answer.
    """
    host, screen = open_game
    hints = []
    for name in ("", "a1", "a3", "a2"):
        click(screen, PLACES[name], name) if name else None
        prompt = game_model(screen).prompt
        assert prompt is not None
        hints.append((prompt.hint, prompt.confirm, prompt.ready))
    assert hints == [
        ("Pick at least one, with a total of at most 4", "Take these", False),
        ("1 picked, total 2 of 4", "Take this one", True),
        ("2 picked, total 4 of 4: a3 does not hang together with a1", "Take these 2", False),
        ("3 picked, total 6 of 4: together they may come to at most 4, not 6", "Take these 3", False),
    ]
    links = [mark for mark in screen.overlay().marks if isinstance(mark, Path)]
    assert len(links) == 2
    screen.confirm()
    assert host.heard == []
    assert screen.refusal == "together they may come to at most 4, not 6"
    click(screen, PLACES["a3"], "a3")
    screen.handle(commands.Confirm("Ann"))
    assert host.heard == [Answer("Ann", ("a1", "a2"), 1)]


def test_buttons_and_numbers_pick(open_game: tuple[Told, GameScreen]) -> None:
    """Each item has a button that says what the item counts and whether it is picked. Number keys press the buttons."""
    _, screen = open_game
    screen.choose(1)
    screen.handle(commands.ChooseOption("Ann", "+a1"))
    prompt = game_model(screen).prompt
    assert prompt is not None
    assert [(one.label, one.about, one.icon, one.pieces) for one in prompt.choices] == [
        ("a1", "counts 2", "check", ("a1",)),
        ("a2", "counts 2", "check", ("a2",)),
        ("a3", "counts 2", "", ("a3",)),
        ("a4", "counts 1", "", ("a4",)),
    ]
    screen.choose(1)
    assert picked(screen) == ("a1",)


def test_keys_alone_pick(open_game: tuple[Told, GameScreen]) -> None:
    """A group can be picked by keys alone: one key goes to the next piece, one picks or drops it, and Enter answers."""
    host, screen = open_game
    screen.next()
    screen.toggle()
    screen.next()
    screen.toggle()
    screen.next(-1)
    assert screen.focus == ("a1",)
    screen.toggle()
    assert picked(screen) == ("a2",)
    screen.confirm()
    assert host.heard == [Answer("Ann", ("a2",), 1)]


@pytest.mark.parametrize("how", ["button", "key"])
def test_a_refusal_ends_with_the_next_pick(open_game: tuple[Told, GameScreen], how: str) -> None:
    """If an answer is refused, the message disappears when another item is picked by button or key. The mouse doesn't
    have to move.
    """
    _, screen = open_game
    screen.confirm()
    assert screen.refusal
    if how == "button":
        screen.handle(commands.ChooseOption("Ann", "+a1"))
    else:
        screen.next()
        screen.toggle()
    assert picked(screen) == ("a1",)
    assert screen.refusal == ""
    assert game_model(screen).refusal == ""


def test_values_have_buttons_only() -> None:
    """If values are picked and not pieces, they have buttons only. A piece with the same name doesn't glow, and a click
    on it picks nothing.
    """
    host, screen = screens("Ann", "Bob", persons=("Ann",))
    host.coming.append(asked(PickSome("Ann", "signs", ("sun", "a1"), labels=("light", "dark"), are_pieces=False)))
    screen.advance(0.01)
    click(screen, (80.0, 60.0), "a1")
    assert picked(screen) == ()
    assert screen.overlay().glow == {}
    prompt = game_model(screen).prompt
    assert prompt is not None
    assert [(one.about, one.pieces) for one in prompt.choices] == [("light", ()), ("dark", ())]
    screen.confirm()
    assert host.heard == [Answer("Ann", (), 1)]


SQUAD = tuple(f"g{k}" for k in range(1, 8))


def picking(request: PickSome) -> tuple[Told, GameScreen]:
    """Return a game in which Ann is asked to pick from a list."""
    host, screen = screens("Ann", "Bob", persons=("Ann",))
    host.coming.append(asked(request))
    screen.advance(0.01)
    return host, screen


def rows(screen: GameScreen) -> list[list[str]]:
    """Return the labels of the buttons above the list."""
    prompt = game_model(screen).prompt
    assert prompt is not None
    return [[choice.label for choice in row] for row in prompt.rows]


def test_all_and_none_are_picked_at_once() -> None:
    """If more than four items may be picked, one button picks all and another none. In the set-up a third button lets
    the window put down all the rest.
    """
    host, screen = picking(PickSome("Ann", "set up", SQUAD, 1, are_pieces=False))
    assert rows(screen) == [["All", "None"], ["Put down all the rest for me"]]
    screen.handle(commands.ChooseOption("Ann", "all"))
    assert picked(screen) == SQUAD
    screen.handle(commands.ChooseOption("Ann", "none"))
    assert picked(screen) == ()
    screen.handle(commands.ChooseOption("Ann", "rest"))
    assert host.heard == [Answer("Ann", SQUAD, 1, lasting=LastingChoice("Ann", "set up", "rest"))]


@pytest.mark.parametrize(
    "request_",
    [
        PickSome("Ann", "react", SQUAD[:4]),
        PickSome("Ann", "react", SQUAD, most=4, are_pieces=False),
        PickSome("Ann", "react", SQUAD, weights=(1, 1, 1, 1, 2, 2, 2), budget=5),
    ],
)
def test_few_are_picked_one_by_one(request_: PickSome) -> None:
    """If at most four items may be picked, or if the budget allows no more than four, there are no buttons for all and
    none.
    """
    assert rows(picking(request_)[1]) == []


def test_a_budget_for_many_keeps_the_buttons() -> None:
    """If the budget allows five of seven, buttons pick as many as are allowed, or none."""
    assert rows(picking(PickSome("Ann", "react", SQUAD, weights=(1,) * 7, budget=5))[1]) == [["All", "None"]]


@pytest.mark.parametrize(
    ("request_", "first", "all_"),
    [
        (PickSome("Ann", "x", SQUAD, most=5), (), SQUAD[:5]),
        (PickSome("Ann", "x", SQUAD, most=5), ("g7",), (*SQUAD[:4], "g7")),
        (PickSome("Ann", "x", SQUAD, 2, None, (3,) * 7, 10), (), SQUAD[:3]),
        (PickSome("Ann", "x", SQUAD, 2, links=(("g1", "g2"), ("g4", "g7"), ("g7", "g5"))), (), ("g4", "g5", "g7")),
        (PickSome("Ann", "x", SQUAD, 2, links=(("g1", "g2"), ("g4", "g7"), ("g7", "g5"))), ("g2",), ("g1", "g2")),
        (PickSome("Ann", "x", SQUAD, labels=("p", "q", "q", "p", "q", "p", "q")), (), ("g2", "g3", "g5", "g7")),
        (PickSome("Ann", "x", SQUAD, labels=("p", "q", "q", "p", "q", "p", "q")), ("g1",), ("g1", "g4", "g6")),
    ],
)
def test_all_are_as_many_as_may_be_together(request_: PickSome, first: tuple[str, ...], all_: tuple[str, ...]) -> None:
    """The button *All* picks as many items as the greatest number, the budget, links and labels allow together. Items
    that are already picked stay picked.
    """
    _, screen = picking(request_)
    for name in first:
        screen.handle(commands.ChooseOption("Ann", f"+{name}"))
    screen.handle(commands.ChooseOption("Ann", "all"))
    assert picked(screen) == all_


def test_a_range_of_the_list_is_picked() -> None:
    """If an item's button is pressed with Shift, all items from the last pressed one to this one are picked, in either
    direction.
    """
    _, screen = picking(PickSome("Ann", "set up", SQUAD, 1, are_pieces=False))
    screen.handle(commands.ChooseOption("Ann", "+g5"))
    screen.handle(commands.ChooseOption("Ann", "+g3", up_to=True))
    assert picked(screen) == ("g3", "g4", "g5")
    screen.handle(commands.ChooseOption("Ann", "+g4"))
    screen.handle(commands.ChooseOption("Ann", "+g6", up_to=True))
    assert picked(screen) == SQUAD[2:6]


@pytest.mark.parametrize(
    ("request_", "hint"),
    [
        (PickSome("Ann", "x", SQUAD, 1, are_pieces=False), "Pick at least one"),
        (PickSome("Ann", "x", SQUAD, most=1), "Pick at most one"),
        (PickSome("Ann", "x", SQUAD, 2, 2), "Pick 2"),
        (PickSome("Ann", "x", SQUAD, 2, 3), "Pick 2 to 3"),
        (PickSome("Ann", "x", SQUAD, are_pieces=False), "Pick any number, or none"),
    ],
)
def test_how_many_may_be_picked_is_told_from_the_start(request_: PickSome, hint: str) -> None:
    """While nothing is picked, a hint says how many items may be picked."""
    prompt = game_model(picking(request_)[1]).prompt
    assert prompt is not None
    assert prompt.hint == hint


def test_boxes_are_told_of_where_many_pieces_may_be_picked() -> None:
    """If many pieces may be picked, the hint and a tooltip say that a dragged box picks all pieces in it."""
    table = Table(600.0, 600.0).with_pieces(*(Model(f"g{k}", "Ann", (80.0 * k, 100.0)) for k in range(1, 8)))
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    host.coming.append(asked(PickSome("Ann", "group", SQUAD, 2)))
    screen.advance(0.01)
    prompt = game_model(screen).prompt
    assert prompt is not None
    assert prompt.hint == f"Pick at least 2{BY_BOX}"
    assert "in a box" in prompt.rows[0][0].about


def test_messages_have_the_titles_of_pieces(open_game: tuple[Told, GameScreen]) -> None:
    """If pieces have data sheets, the hint and the refusal of an answer name pieces by their titles there."""
    host, screen = open_game
    sheets = {name: DataSheet(f"Gladiator {name[1]}") for name in PLACES}
    host.coming.append(GameStatus(sheets=sheets))
    screen.advance(0.01)
    for name in ("a1", "a3"):
        click(screen, PLACES[name], name)
    screen.confirm()
    model = game_model(screen)
    assert model.prompt is not None
    assert model.prompt.hint == f"2 picked, total 4 of 4: {model.refusal}"
    assert model.refusal == "Gladiator 3 does not hang together with Gladiator 1"


def test_one_replaces_another_where_one_may_be_picked() -> None:
    """If only one item may be picked, a button picks its item in place of the earlier one. A second press drops it."""
    _, screen = picking(PickSome("Ann", "react", SQUAD, most=1))
    seen = []
    for name in ("g1", "g4", "g4"):
        screen.handle(commands.ChooseOption("Ann", f"+{name}"))
        seen.append(picked(screen))
    assert seen == [("g1",), ("g4",), ()]
    screen.handle(commands.ChooseOption("Ann", "+g2"))
    screen.handle(commands.ChooseOption("Ann", "+g5", up_to=True))
    assert picked(screen) == ("g5",)


def test_a_range_begins_anew_after_none() -> None:
    """After *None*, a button that is pressed with Shift picks only its own item, and no range from an earlier one."""
    _, screen = picking(PickSome("Ann", "set up", SQUAD, 1, are_pieces=False))
    assert isinstance(screen.interaction, PickSomeInteraction)
    screen.handle(commands.ChooseOption("Ann", "+g1"))
    screen.interaction.pick_none()
    screen.handle(commands.ChooseOption("Ann", "+g3", up_to=True))
    assert picked(screen) == ("g3",)
