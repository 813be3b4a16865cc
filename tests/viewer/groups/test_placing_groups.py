"""A group is placed in the window: one is dragged and the others follow, then each is adjusted."""

from told_host import asked, screens

from riotsim.play.group_requests import PlaceSome
from riotsim.play.requests import Spot
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.pieces import Model
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.place_some import PlaceSomeInteraction
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import Answer

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
    """The others keep their formation, but go round a post. A later drag moves one, and all with Shift."""
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
        "a2 is more than 20 mm from the others", "Put them there", False,
    )  # fmt: skip
    assert len([mark for mark in screen.overlay().marks if isinstance(mark, Ghost)]) == 2
    drag(screen, (400.0, 100.0), (340.0, 100.0))
    drag(screen, (300.0, 100.0), (200.0, 300.0), shift=True)
    there = places(screen)
    assert there["a1"] == (200.0, 300.0)
    assert there["a2"] != (240.0, 300.0)  # the post is there
    screen.confirm()
    assert host.heard == [Answer("Ann", tuple(Spot(name, at) for name, at in there.items()), 1)]


def test_arrow_keys_move_all_or_the_selected_piece() -> None:
    """Tab goes from all to each; Escape puts back what is held."""
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
