"""A simulation that fails in the sandbox, in a trial and in a game that begins there."""

from dataclasses import replace
from typing import Any, cast

import pytest

from riotsim.app.window.sandbox import WindowSandbox, sandbox_by
from riotsim.physics import Diverged
from riotsim.play.sandbox.game_sandbox import Position
from riotsim.play.sandbox.rules import Move, Trial
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Act, Carry, Settled
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND
from riotsim.viewer.session.hosted_game import Unplayable


def breaks(_table: Table, _act: Act, _frames: object) -> Settled:
    """Fail as an act in which the physics loses a model."""
    raise Diverged("the physics lost a1 after 5 ticks")


@pytest.fixture
def sandbox() -> WindowSandbox:
    """Return the sandbox of Riot Dice with its first position."""
    return sandbox_by("riot_dice")


def test_a_trial_that_fails_says_why(sandbox: WindowSandbox) -> None:
    """If the physics fails in a trial, the error's text is a sentence that says why, without the name of a class."""
    table = sandbox.first_position.table
    trial = Trial(table, Move(next(iter(table.models)), table.middle))
    why = "^This can't be tried: the physics lost a1 after 5 ticks$"
    with pytest.raises(Unplayable, match=why), sandbox.trial_opening()(breaks, print) as hosted:
        _answer_all(hosted.session, trial, "normal")


def _answer_all(session: Session[Any], *answers: object) -> None:
    for answer in answers:
        session.answer(answer)


class FailsAtOnce:
    """The sandbox of a game in which the first act comes before the first question, and fails."""

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game by a carry."""
        model = next(iter(position.table.models))
        perform(position.table, Carry(model, position.table.middle, STEADY_HAND, "usual"), seed)
        raise AssertionError("the act has failed")


def test_a_game_that_fails_before_its_first_question_says_why(sandbox: WindowSandbox) -> None:
    """If the physics fails before a game's first question, the error's text is a sentence that says why."""
    opening = replace(sandbox.play(sandbox.first_position), sandbox=cast(Any, FailsAtOnce()))
    why = "^The game can't go on: the physics lost a1 after 5 ticks$"
    with pytest.raises(Unplayable, match=why), opening(breaks, print):
        pass
