"""A group is placed in the window: one is dragged and the others follow, then each is adjusted."""

from dataclasses import replace

from told_host import asked, screens

from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import PickPoint, Spot
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.geometry.straight import Obstacle, StraightWays
from riotsim.table.pieces import Model, Token
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.decisions import REST_KEY
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import Answer
from riotsim.viewer.ui.commands import ChooseOption

PLACES: dict[str, Point] = {"a1": (100.0, 100.0), "a2": (140.0, 100.0)}
POST = Clearance(disc((240.0, 300.0), 5.0), 0.0, "the post is in the way")
REGION = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0, (POST,))
REQUEST = PlaceSome("Ann", "places", tuple((name, REGION) for name in PLACES), 20.0)


def drag(screen: GameScreen, start: Point, end: Point, *, shift: bool = False) -> None:
    """Drag from one point to another."""
    screen.pressed(Pointer(start, None, 0.0, shift))
    screen.moved(Pointer(end, None, 0.1, shift))
    screen.released(Pointer(end, None, 0.2, shift))


def places(screen: GameScreen) -> dict[str, Point]:
    """Return the places now."""
    assert isinstance(screen.interaction, PlaceSomeInteraction)
    return dict(screen.interaction.places)


def test_one_is_dragged_and_the_others_follow_then_each_is_adjusted() -> None:
    """If one piece of a group is dragged, the others follow in formation, but stand beside a post in their way. A later
    drag moves one piece, or all with Shift.
    """
    table = Table(600.0, 600.0).with_pieces(*(Model(name, "Ann", at) for name, at in PLACES.items()))
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    host.coming.append(asked(REQUEST))
    screen.advance(0.01)
    drag(screen, (101.0, 100.0), (300.0, 100.0))
    assert places(screen) == {"a1": (300.0, 100.0), "a2": (340.0, 100.0)}
    drag(screen, (340.0, 100.0), (400.0, 100.0))
    assert places(screen) == {"a1": (300.0, 100.0), "a2": (400.0, 100.0)}
    prompt = game_model(screen).prompt
    assert prompt is not None
    assert (prompt.hint, prompt.confirm, prompt.ready) == (
        "a2 is more than 20 mm from the others. Drag each, or all with Shift", "Put them there", False,
    )  # fmt: skip
    assert len([mark for mark in screen.overlay().marks if isinstance(mark, Ghost)]) == 2
    drag(screen, (400.0, 100.0), (340.0, 100.0))
    drag(screen, (300.0, 100.0), (200.0, 300.0), shift=True)
    there = places(screen)
    assert there["a1"] == (200.0, 300.0)
    assert there["a2"] != (240.0, 300.0)  # the post is there
    screen.confirm()
    assert host.heard == [Answer("Ann", tuple(Spot(name, at) for name, at in there.items()), 1)]


def test_the_panel_says_how_far_a_group_goes_and_how_to_place_each() -> None:
    """Before the first drag a group can't be confirmed, and Enter says that nobody has moved. Afterwards the panel says
    how far the group moves at most.
    """
    table = Table(600.0, 600.0).with_pieces(*(Model(name, "Ann", at) for name, at in PLACES.items()))
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    host.coming.append(asked(REQUEST))
    screen.advance(0.01)

    def shown() -> tuple[str, bool]:
        prompt = game_model(screen).prompt
        assert prompt is not None
        return prompt.hint, prompt.ready

    first = "Drag one, and the others follow; afterwards drag each, or all with Shift"
    assert shown() == (f"Nobody has moved yet. {first}", False)
    screen.confirm()
    assert host.heard == []
    assert screen.refusal == "Nobody has moved yet"
    drag(screen, (100.0, 100.0), (151.0, 100.0))
    assert shown() == ("They move 2.0 in. Drag each, or all with Shift", True)
    drag(screen, (151.0, 100.0), (176.0, 100.0), shift=True)
    drag(screen, (216.0, 100.0), (191.0, 130.0))
    assert shown() == ("They move up to 3.0 in. Drag each, or all with Shift", True)
    drag(screen, (176.0, 100.0), (100.0, 100.0))
    drag(screen, (191.0, 130.0), (140.0, 100.0))
    assert shown() == ("Nobody has moved yet. Drag each, or all with Shift", False)


def test_a_group_whose_way_is_shut_is_not_sent_by_the_enter_key() -> None:
    """If something is in the way of a group, Enter sends no answer and says what is in the way."""
    wall = Obstacle(disc((126.0, 100.0), 13.0), "the wall")
    ways = StraightWays((100.0, 100.0), 12.5, (wall,))
    shut = replace(REGION, ways=ways)
    request = replace(REQUEST, regions=(("a1", shut), ("a2", REGION)))
    table = Table(600.0, 600.0).with_pieces(*(Model(name, "Ann", at) for name, at in PLACES.items()))
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    host.coming.append(asked(request))
    screen.advance(0.01)
    drag(screen, (100.0, 100.0), (300.0, 100.0))
    prompt = game_model(screen).prompt
    assert prompt is not None
    assert not prompt.ready
    screen.confirm()
    assert host.heard == []
    assert "the wall" in screen.refusal


def placed_for(game: str) -> list[Answer]:
    """Let the window put down two pieces of a game, and return its answers."""
    host, screen = screens("Ann", "Bob", persons=("Ann",))
    opened = screen.playback.opened
    assert opened is not None
    host.coming.append(replace(opened, game=game))
    for number, name in enumerate(("c1", "c2"), start=1):
        question = asked(PickPoint("Ann", "loot", ((name, REGION),)), number=number, is_fight=False)
        lasting = tuple(word.lasting for word in host.heard if isinstance(word, Answer) and word.lasting is not None)
        incoming = {name: Token(name, Pose((0.0, 0.0, 1.0)))}
        host.coming.append(replace(question, incoming=incoming, lasting=lasting))
        screen.advance(0.1)
        if number == 1:
            screen.handle(ChooseOption("Ann", REST_KEY))
    return [word for word in host.heard if isinstance(word, Answer)]


def test_only_the_first_piece_that_the_window_puts_down_is_the_answer_of_the_player() -> None:
    """If the player lets the window put down the rest, only the second answer is marked as the window's. One Undo thus
    takes back all of them with the press of the button.
    """
    assert [answer.by_itself for answer in placed_for("a game")] == [False, True]


def test_pieces_are_put_down_elsewhere_in_another_game() -> None:
    """If the window puts down pieces, they go to the same places in the same game, and to others in another game."""
    assert placed_for("a game") == placed_for("a game")
    first = {placed_for(game)[0].value for game in ("a", "b", "c", "d")}
    assert len(first) == 4


def test_arrow_keys_move_all_or_the_selected_piece() -> None:
    """Arrow keys move all pieces of a group. If Tab has selected a piece, they move only this one. Escape ends a drag
    and puts the piece back.
    """
    table = Table(600.0, 600.0).with_pieces(*(Model(name, "Ann", at) for name, at in PLACES.items()))
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    host.coming.append(asked(REQUEST))
    screen.advance(0.01)
    screen.nudge(0, 1)
    assert places(screen) == {"a1": (100.0, 104.0), "a2": (140.0, 104.0)}
    screen.next()
    screen.nudge(-1, 0)
    assert places(screen) == {"a1": (96.0, 104.0), "a2": (140.0, 104.0)}
    screen.pressed(Pointer((96.0, 104.0), None, 0.0))
    screen.moved(Pointer((300.0, 104.0), None, 0.1))
    assert screen.cancel()
    assert places(screen) == {"a1": (96.0, 104.0), "a2": (140.0, 104.0)}
