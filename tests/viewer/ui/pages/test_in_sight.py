"""Whatever a question is about, no panel hides it, in any game and at any size: measured on stored games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import pi
from pathlib import Path
from types import MethodType, SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from told_host import Told

from riotsim.app.window.narrator import make_narrator
from riotsim.games.registry import GAMES
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import AimThrow, PickPiece, PickPoint, PickWay, PlaceDie, SetPace, Target
from riotsim.play.session.journal import Answered
from riotsim.replay.recording import seats
from riotsim.store.exchange import read_export
from riotsim.store.resume import resume_game
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, Vector, point_ahead
from riotsim.table.state import Table
from riotsim.viewer.input.attention import is_large
from riotsim.viewer.playback.hand_over import TURN_SECONDS
from riotsim.viewer.presenter import PanelModels, ScreenPresenter
from riotsim.viewer.render.view import SceneView
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.session.messages import GameOpened, LogChanged, Question
from riotsim.viewer.session.only_answers import only_answer
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.lesson_model import LessonScene
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import Box, DrawnFrame

from ..conftest import Screen

pytestmark = pytest.mark.xdist_group("in_sight")  # what they share is made once

GOLDEN = Path(__file__).parents[3] / "golden"

SIZES: tuple[Any, ...] = ((800, 600), pytest.param((1024, 640), marks=pytest.mark.proof), (1280, 720))
"""Width and height of the windows (pixels)."""

MOST_ENTRIES = 320
"""Number of entries of a stored game that are replayed at most."""

ANYWHERE = 0.9
"""Share of a large table's width and depth. If the places of a question reach across more, the question is about no
particular place.
"""


@dataclass(frozen=True)
class Moment:
    """A question of a stored game, with everything that the window shows then."""

    opened: GameOpened
    table: Table
    question: Question
    status: Any
    lines: LogChanged


@dataclass(frozen=True)
class Person:
    """Somebody at a window: the screen with panels, and the table behind them."""

    screen: Screen
    view: SceneView
    presenter: ScreenPresenter

    def sees(self, moment: Moment, lesson: LessonScene | None = None) -> list[tuple[str, Box]]:
        """Show a question, wait until the camera and the panels rest, and return the places of the panels.

        Args:
            moment: The question.
            lesson: The scene of a lesson in which it is asked; None for none.
        """
        host = Told()
        host.coming = [moment.opened, moment.lines, moment.status, moment.question]
        game = GameScreen(host, Settings(), clock=lambda: 0.0)
        game.lesson = lesson
        while game.interaction is None:
            game.advance(0.5)
        game.advance(TURN_SECONDS)  # who is asked is named no more
        panels = PanelModels(self.view, SettingsModel(game.settings), "", None, pointing=False)
        drawn = DrawnFrame()

        def draw(ui: Ui) -> list[UiCommand]:
            nonlocal drawn
            drawn = ui.frame.drawn = DrawnFrame()
            return game_screen(ui, panels.game(game, from_sandbox=False))

        before = None
        for _ in range(4):
            items = {} if self.screen.ui is None else self.screen.ui.frame.items
            self.presenter.present(game, items)
            self.view.camera.arrive()
            self.screen.frame(draw)
            if before == (rests := (self.view.camera.goal, drawn.panels)):
                break
            before = rests
        return drawn.panels

    def pixel(self, place: Vector) -> Point:
        """Return where a place of the table (mm) is in the window."""
        at = self.view.pixel(place)
        assert at is not None, f"{place} is behind the camera"
        return at


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """Yield a window of one of the sizes."""
    screen = Screen(*request.param)
    yield screen
    screen.close()


def person_at(screen: Screen) -> Person:
    """Return a person at a window on which nothing was shown before."""
    silent: Any = SimpleNamespace(volume=0.0, muted=True, play=lambda *_, **__: None)
    builder: Any = SimpleNamespace(finished=lambda: False)
    view = SceneView(screen.window, dict, builder)
    view.show = MethodType(show_table, view)  # type: ignore[method-assign]  # figures take seconds to build
    return Person(screen, view, ScreenPresenter(view, silent))


def show_table(view: SceneView, table: Table, poses: Mapping[str, object], *rest: Any) -> None:
    """Show a table without its figures."""
    view.around = rest[-1]
    if view.table is None:
        view.auto_camera.begin(table, rest[-1])
    view.table = table


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Return the first and the last question of each purpose in the stored game, as a person would be asked."""
    path = GOLDEN / f"{name}.json"
    stored = read_export(path.read_bytes(), str(path))
    started = resume_game(replace(stored, entries=stored.entries[:MOST_ENTRIES])).started
    game, session = GAMES[name], started.session
    narrator_of = make_narrator(game, session, started.book, started.assets.figures)
    places: dict[str, list[int]] = {}
    for number, entry in enumerate(session.journal):
        if isinstance(entry, Answered):
            places.setdefault(entry.purpose, []).append(number)
    found = []
    for number in sorted({number for some in places.values() for number in (some[0], some[-1])}):
        now, narrator = session.branch_at(number), narrator_of()
        lines = tuple(narrator.lines(now.events))
        prompts = tuple(narrator.prompt(request, now) for request in now.requests)
        if any(prompt.is_fight for prompt in prompts) or only_answer(now.requests[0]) is not None:
            continue
        opened = GameOpened(
            seats({seat.name: "" for seat in stored.header.seats}),
            game.presentation().model_owners(session.first_checkpoint.state),
            game.title,
            now.table,
            frozenset(seat.name for seat in stored.header.seats),
        )
        incoming = {piece: what for one in now.requests for piece, what in narrator.incoming_pieces(one, now).items()}
        question = Question(
            now.requests,
            prompts,
            narrator.turn(now.state),
            can_undo=True,
            can_redo=False,
            incoming=incoming,
            joint=tuple(one.player for one in now.requests) if len(now.requests) > 1 else (),
            number=1,
            offers=tuple(narrator.offers(one, now) for one in now.requests),
            unavailable=tuple(narrator.unavailable(one, now) for one in now.requests),
        )
        found.append(Moment(opened, now.table, question, narrator.status(now, 0.0), LogChanged(lines, 0)))
    return tuple(found)


def asked_about(table: Table, question: Question) -> Iterator[tuple[str, Vector]]:
    """Yield the places that the first request of a question is about (mm), each with its name."""
    request = question.requests[0]
    pieces: list[str] = []
    match request:
        case PickPiece():
            pieces += request.pieces
        case PickSome(are_pieces=True):
            pieces += request.items
        case PickPoint() | PlaceSome():
            for piece, region in request.regions:
                pieces.append(piece)
                places = region.allowed_points()
                if not (is_large(table) and len(places) and is_anywhere(table, places)):
                    yield from (("place", (float(x), float(y), 0.0)) for x, y in places[:: max(len(places) // 200, 1)])
        case PickWay():
            pieces += [request.piece, *(way.die for way in request.ways)]
            start = table.models[request.piece].at
            yield from (("way", (*point_ahead(start, way.heading, way.distance), 0.0)) for way in request.ways)
        case AimThrow(in_tray=True):
            assert table.tray is not None
            (x, y), width, depth = table.tray.areas[0]
            yield from (("tray", (x + i * width, y + j * depth, 0.0)) for i in (0, 1) for j in (0, 1))
        case AimThrow(target=Target() as target):
            pieces.append(target.piece)
            hand = target.release_region.nearest((target.at[0], target.at[1] - target.default_mark.back))
            assert hand is not None
            yield "hand", (*hand, 0.0)
        case PlaceDie():
            pieces.append(request.tower)
        case SetPace():
            pieces.append(request.model)
            yield "goal", (*request.to, 0.0)
    for offer in question.offers[0]:
        pieces += [] if offer.piece is None else [offer.piece]
        if offer.area is not None:
            left, front, right, back = offer.area.bounds()
            yield from (("area", (x, y, 0.0)) for x in (left, right) for y in (front, back))
    for piece in dict.fromkeys(pieces):
        yield from ((piece, end) for end in ends(table, piece))


def is_anywhere(table: Table, places: npt.NDArray[np.float64]) -> bool:
    """Return whether places reach across nearly the whole table."""
    across, along = places.max(axis=0) - places.min(axis=0)
    return bool(across >= ANYWHERE * table.width and along >= ANYWHERE * table.depth)


def ends(table: Table, piece: str) -> list[Vector]:
    """Return the foot and the top of a piece, and of its tower (mm)."""
    found: list[Vector] = []
    if (model := table.models.get(piece)) is not None:
        found += [(*model.at, model.level), (*model.at, model.level + 30.0)]
    tower = table.tower_dice(piece)
    other = table.dice.get(piece) or table.tokens.get(piece)
    return found + [one.pose.at for one in (*tower[:1], *tower[-1:], *((other,) if other else ()))]


def test_the_camera_is_at_the_side_of_who_is_asked(window: Screen) -> None:
    """If the player who is asked sits at the back edge, the camera shows the table from there, turned by 180°."""
    moment = moments("riftwar")[0]
    yaws: list[float] = []
    who = moment.question.requests[0].player
    for at_back in (frozenset[str](), frozenset({who})):
        person = person_at(window)
        opened, turn = replace(moment.opened, at_back=at_back), replace(moment.question.turn, player=who)
        person.sees(replace(moment, opened=opened, question=replace(moment.question, turn=turn)))
        yaws.append(person.view.auto_camera.camera.goal.yaw)
    assert yaws[1] - yaws[0] == pytest.approx(pi)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_panel_hides_what_is_asked_about(window: Screen, game: str) -> None:
    """The pieces and places of a question are in the window, and behind no panel."""
    person = person_at(window)
    width, height = window.window.get_size()
    hidden = []
    for moment in moments(game):
        panels = person.sees(moment)
        for name, place in asked_about(moment.table, moment.question):
            x, y = person.pixel(place)
            behind = [key for key, (left, top, right, bottom) in panels if left < x < right and top < y < bottom]
            if behind or not (0 <= x <= width and 0 <= y <= height):
                hidden.append((moment.question.requests[0].purpose, name, behind, round(x), round(y)))
    assert moments(game)
    assert hidden == []


def test_the_table_of_riftwar_is_large_in_a_narrow_window(window: Screen) -> None:
    """While units are set up, the table's front edge is at least half as wide as the window, however narrow this is."""
    person = person_at(window)
    width, _ = window.window.get_size()
    edges = set()
    for moment in moments("riftwar"):
        if moment.question.requests[0].purpose == "set up":
            person.sees(moment)
            (left, _), (right, _) = (person.pixel((x, 0.0, 0.0)) for x in (0.0, moment.table.width))
            edges.add(round((right - left) / width, 2))
    assert edges
    assert min(edges) >= 0.5


def test_dice_of_demolition_dice_are_large(window: Screen) -> None:
    """If a die is thrown, picked, built on or thrown at, it is at least 40 pixels wide in the window."""
    if window.window.get_size() < (1024, 640):
        pytest.skip("the window is smaller")
    person = person_at(window)
    sides: dict[str, float] = {}
    for moment in moments("demolition_dice"):
        person.sees(moment)
        request = moment.question.requests[0]
        dice = [die for name, _ in asked_about(moment.table, moment.question) for die in dice_of(moment.table, name)]
        if isinstance(request, AimThrow) and moment.table.tray is not None:
            dice.append(Die("thrown", D6, pose=Pose((*moment.table.tray.middle, 8.0)), owner="Ada"))
        for die in dice:
            at, half = np.array(die.pose.at), die.size / 2
            seen = np.array([person.pixel(tuple(at + half * np.array(way))) for way in product((-1, 1), repeat=3)])
            sides[f"{request.purpose} {die.id}"] = float(np.ptp(seen, axis=0).max())
    assert sides
    assert {name: round(side, 1) for name, side in sides.items() if side < 40.0} == {}


def dice_of(table: Table, piece: str) -> list[Die]:
    """Return a die as a list, or all dice of a tower. For any other piece, the list is empty."""
    die = table.dice.get(piece)
    return [*table.tower_dice(piece)] if die is None else [die]
