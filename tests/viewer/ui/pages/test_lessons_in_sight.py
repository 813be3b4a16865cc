"""No panel hides a piece of a lesson, nor a square of its board, at any size."""

from collections.abc import Iterator

import pytest

from riotsim.app.window.lessons import lessons, scene_sandbox
from riotsim.app.window.narrator import make_narrator
from riotsim.replay.recording import seats
from riotsim.simulation import perform
from riotsim.table.poses import Vector
from riotsim.table.state import Table
from riotsim.viewer.session.messages import GameOpened, LogChanged, Question
from riotsim.viewer.ui.lesson_model import LessonScene

from ..conftest import Screen
from .test_in_sight import SIZES, Moment, asked_about, ends, person_at

SCENES = [(lesson, scene) for lesson in lessons() for scene in range(len(lesson.scenes))]


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """Yield a window of one of the sizes."""
    screen = Screen(*request.param)
    yield screen
    screen.close()


def first_moment(game: str, scene: int) -> Moment:
    """Return the first question of a scene."""
    found = scene_sandbox(game, scene)
    session = found.game_sandbox.begin(found.first_position, 1, perform, live_clock=False)
    (request,) = session.pending
    narrator = make_narrator(found.game, session, found.book, found.assets.figures, found.lesson, (request.player,))()
    opened = GameOpened(
        seats(dict.fromkeys(found.players, "")),
        found.game.presentation().model_owners(session.first_checkpoint.state),
        found.title,
        session.table,
        frozenset({request.player}),
    )
    question = Question(
        (request,),
        (narrator.prompt(request, session),),
        narrator.turn(session.state),
        can_undo=False,
        can_redo=False,
        number=1,
        offers=(narrator.offers(request, session),),
        unavailable=(narrator.unavailable(request, session),),
    )
    return Moment(opened, session.table, question, narrator.status(session, 0.0), LogChanged((), 0))


def pieces_in(table: Table) -> Iterator[tuple[str, Vector]]:
    """Yield the ends of all models, dice and tokens of a table, and the corners of its patches."""
    for piece in dict.fromkeys((*table.models, *table.dice, *table.tokens)):
        yield from ((piece, end) for end in ends(table, piece))
    if table.tray is None:
        for patch in table.patches:
            left, front, right, back = patch.footprint.bounds()
            yield from (("patch", (x, y, 0.0)) for x in (left, right) for y in (front, back))


def test_no_panel_hides_a_piece_of_a_lesson(window: Screen) -> None:
    """At the beginning of each scene, all its pieces are inside the window, away from its edge, and behind no panel."""
    person = person_at(window)
    width, height = window.window.get_size()
    edge = 40 if width > 1000 else 4
    hidden = []
    for lesson, scene in SCENES:
        person.view.clear()
        moment = first_moment(lesson.game, scene)
        panels = person.sees(moment, LessonScene(lesson, scene))
        assert "lesson" in dict(panels)
        shown = asked_about(moment.table, moment.question) if is_tray_asked(moment) else pieces_in(moment.table)
        for name, place in shown:
            x, y = person.pixel(place)
            behind = [key for key, (left, top, right, bottom) in panels if left < x < right and top < y < bottom]
            m = 0 if name == "patch" else edge
            if behind or not (m <= x <= width - m and m <= y <= height - m):
                hidden.append((lesson.game, scene, name, behind, round(x), round(y)))
    assert hidden == []


def is_tray_asked(moment: Moment) -> bool:
    """Return whether the question is about the tray, to which the camera turns."""
    return getattr(moment.question.requests[0], "in_tray", False) is True
