"""A player who does what lessons say, for tests without graphics."""

import math
from copy import copy

from riotsim.app.window.narrator import make_narrator
from riotsim.app.window.sandbox import WindowSandbox
from riotsim.play.context import Perform
from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import Aim, AimThrow, Choose, Request
from riotsim.play.session.session import Session
from riotsim.players import PERSON, make_bots
from riotsim.simulation import perform
from riotsim.viewer.session.messages import LessonStatus, Line

TAKE_NONE = "Take none"
"""The button that picks none of several items."""

MOST = 40
"""Largest number of decisions in a scene."""


class Pupil:
    """A player who does what a lesson says, and otherwise what the greedy bot would do."""

    def __init__(self, found: WindowSandbox, seed: int, perform: Perform = perform) -> None:
        position = found.first_position
        self.session: Session[object] = found.game_sandbox.begin(position, seed, perform, live_clock=False)
        self._bots = make_bots(dict.fromkeys(found.players, "greedy"), found.book, seed)
        self._book = found.book
        self._learners = [name for name, player in found.players.items() if player == PERSON]
        self._new_narrator = make_narrator(
            found.game, self.session, found.book, found.assets.figures, found.lesson, self._learners
        )
        self._narrator = self._new_narrator()

    @property
    def status(self) -> LessonStatus:
        """What the lesson says now."""
        status = self._narrator.status(self.session, 0.0).lesson
        assert status is not None
        return status

    def play(self) -> LessonStatus:
        """Play until the scene is over or a step is missed, or for `MOST` decisions. Return what the lesson says."""
        for _ in range(MOST):
            if self.status.is_over or self.status.missed or self.session.is_over:
                break
            self.answer_one()
        return self.status

    def answer_one(self) -> None:
        """Give the next answer, whoever is asked."""
        request = self.session.pending[0]
        answer = self._told(request) if request.player in self._learners else None
        if answer is None:
            answer = self._bots[request.player].answer(request, self.session)
        self.session.answer(answer, request.player)

    @property
    def lines(self) -> list[Line]:
        """The lines of the log so far."""
        return [*self._new_narrator().lines(self.session.events)]

    @property
    def header(self) -> Turn:
        """The turn that the header names."""
        return self._narrator.turn(self.session.state)

    @property
    def offers_button(self) -> bool:
        """Whether the learner can press the button that the lesson means.

        Also true if the lesson means no button, or if no learner is asked.
        """
        request, button = self.session.pending[0], self.status.button
        if request.player not in self._learners or not button:
            return True
        if isinstance(request, PickSome):
            return button == (f"Take these {len(request.items)}" if request.least else TAKE_NONE)
        offers: tuple[Offer, ...] = self._narrator.offers(request, self.session)
        return any(one.text.startswith(button) for one in offers)

    @property
    def other_buttons(self) -> list[str]:
        """The labels of the buttons that the learner should not press, without their second lines.
        Empty if no learner is asked to choose, or if the lesson means no button.
        """
        request, button = self.session.pending[0], self.status.button
        if request.player not in self._learners or not button or not isinstance(request, Choose):
            return []
        offers: tuple[Offer, ...] = self._narrator.offers(request, self.session)
        return [one.text.partition(":")[0] for one in offers if not one.text.startswith(button)]

    @property
    def names_piece(self) -> bool:
        """Whether the lesson's text names the piece that the learner has to click, if several can be clicked."""
        request, step = self.session.pending[0], self.status
        if request.player not in self._learners or step.button:
            return True
        offers: tuple[Offer, ...] = self._narrator.offers(request, self.session)
        clicked = {one.piece: one.text.partition(":")[0].partition(" on ")[0] for one in offers if one.piece}
        meant = [name for piece, name in clicked.items() if piece in step.glow]
        return len(clicked) < 2 or len(meant) != 1 or meant[0] in step.say

    @property
    def other_answers(self) -> list[object]:
        """The offers to a learner that the lesson doesn't ask for."""
        request = self.session.pending[0]
        if request.player not in self._learners:
            return []
        offers: tuple[Offer, ...] = self._narrator.offers(request, self.session)
        return [one.answer for one in offers if one.answer != self._told(request)]

    def after(self, answer: object) -> LessonStatus:
        """Give a different answer and then random ones, at most to the end of the turn. Return what the lesson says."""
        branch, due = copy(self), self.status.done
        session = branch.session = self.session.branch_at(self.session.entry_count)
        at_random = make_bots(dict.fromkeys(self._bots, "random"), self._book, 0)
        turn = self._narrator.turn(session.state).number
        session.answer(answer, session.pending[0].player)
        while branch.status.done == due and not branch.status.missed and not session.is_over:
            if self._narrator.turn(session.state).number != turn:
                break
            request = session.pending[0]
            bots = at_random if request.player in self._learners else self._bots
            session.answer(bots[request.player].answer(request, session), request.player)
        said = branch.status
        if said.missed:
            session.undo()
            while session.can_undo and session.pending[0].player not in self._learners:
                session.undo()
            assert not branch.status.missed
        session.close()
        return said

    def _told(self, request: Request[object]) -> object | None:
        """Return the answer to a request that the lesson asks for, or None if it asks for none."""
        step = self.status
        if isinstance(request, PickSome) and step.button == TAKE_NONE:
            return ()
        models = self.session.table.models
        aimed = [models[name].at for name in step.glow if name in models]
        if isinstance(request, AimThrow):
            if request.target is not None or request.in_tray or not aimed:
                return None
            x, y = (sum(at[k] for at in aimed) / len(aimed) for k in (0, 1))
            return Aim((x, y + 200.0), math.pi / 2, 1.5, request.least_drop)  # beyond it, and hard
        offers: tuple[Offer, ...] = self._narrator.offers(request, self.session)
        pressed = (one.answer for one in offers if step.button and one.text.startswith(step.button))
        clicked = (one.answer for one in offers if one.piece in step.glow)
        return next(pressed, None) or next(clicked, None)
