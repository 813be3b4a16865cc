"""Answers that the host gives by itself, because a person has nothing to decide."""

import pytest
from fake_window import of, played_here
from pitch_game import Pitch
from test_driver import Script, asked

from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, PickWay, PlaceDie, Request, SetPace, Step, Way
from riotsim.viewer.session.messages import Answer, FromHost, LogChanged, Question, Redo, ToHost, Undo
from riotsim.viewer.session.only_answers import only_answer

WAYS = (Way("d1", 0.0, 50.0), Way("d2", 1.0, 25.0))


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (SetPace("Ann", "carry", "a1", (9.0, 9.0), 0, ("normal", "slow"), 50.0), "normal"),
        (SetPace("Ann", "carry", "a1", (9.0, 9.0), 3, ("normal", "slow"), 0.0), "normal"),
        (SetPace("Ann", "carry", "a1", (9.0, 9.0), 3, ("normal", "slow"), 50.0), None),
        (PlaceDie("Ann", "stack", "a1", 0, 8.0), (0.0, 0.0)),
        (PlaceDie("Ann", "stack", "a1", 1, 8.0), None),
        (PickWay("Ann", "move", "a1", WAYS[:1]), Step("d1")),
        (PickWay("Ann", "move", "a1", WAYS), None),
        (PickWay("Ann", "move", "a1", WAYS[:1], full_distance_only=False), None),
        (PickWay("Ann", "move", "a1", WAYS[:1], may_discard=True), None),
        (Choose("Ann", "action", ("scoot",)), "scoot"),
        (Choose("Ann", "action", ("scoot", "end")), None),
        (PickPiece("Ann", "boot", ("b1",)), "b1"),
        (PickPiece("Ann", "boot", ("b1", "b2")), None),
    ],
)
def test_what_leaves_nothing_to_decide(request_: Request[object], answer: object) -> None:
    """If a request leaves only one possible answer, the host finds this answer, and it is allowed. If a person has to
    decide or to move something, the host finds none.
    """
    assert only_answer(request_) == answer
    assert answer is None or request_.refusal(answer) is None


@pytest.mark.parametrize(
    ("offers", "answer"),
    [
        ((Offer("d1", "The 3: 0.0 in, up to the hill"), Offer("d2", "The 6: 0.0 in, up to the hill")), "d1"),
        ((Offer("d1", "The 3: 0.0 in, up to a wall"), Offer("d2", "The 6: 0.0 in, up to the hill")), None),
        ((Offer("d1", "The 3: 0.0 in, up to b1", touches=("b1",)), Offer("d2", "The 6: 0.0 in, up to b1")), None),
        ((Offer("d1", "The 1: 1.0 in", path=((0.0, 0.0), (25.4, 0.0))), Offer("d2", "The 1: 1.0 in")), None),
        ((), None),
    ],
)
def test_dice_that_move_nothing_are_used_in_any_order(offers: tuple[Offer, ...], answer: str | None) -> None:
    """If all ways end where the model stands, with the same effect, the host takes the first way without asking."""
    assert only_answer(PickWay("Ann", "move", "a1", WAYS), lambda: offers) == answer


def test_it_is_answered_and_undone_with_the_decision_before() -> None:
    """Bob has one pawn, so the host picks it without asking. Undo goes back past this pick to the decision before, and
    redo goes forward past it.
    """
    script = Script([None, None, Undo(), Redo(), None])
    seen = played_here(Pitch(("Ann", "Bob"), rounds=1, sandbox=True), script)
    assert asked(seen) == [("Ann pawn",), ("Ann pitch",), ("Bob pitch",), ("Ann pitch",), ("Bob pitch",)]
    told = [line.text for message in of(LogChanged, seen) for line in message.lines]
    assert "b1 steps up" in told


def test_nothing_is_undone_where_only_such_answers_could_be() -> None:
    """After Ann's throw the host has picked Bob's only pawn without asking. If Bob is asked next, he has nothing to
    undo.
    """
    seen: list[FromHost] = played_here(Pitch(("Ann", "Bob"), rounds=1), Script())
    (pitch,) = (message for message in of(Question, seen) if message.requests[0].player == "Bob")
    assert not pitch.can_undo


def test_what_has_to_be_read_is_asked() -> None:
    """If the only possible answer ends the player's game, the player is asked all the same. The player is also asked if
    the game says why other answers are not open.
    """

    def says(message: FromHost, _: object) -> list[ToHost]:
        return [Answer("Bob", "b1")] if isinstance(message, Question) and message.requests[0].purpose == "pawn" else []

    for game in (Pitch(("Bob",), rounds=1, confirm="You are out."), Pitch(("Bob",), rounds=1, closed="a2 is asleep.")):
        (question,) = of(Question, played_here(game, says))[:1]
        assert question.requests[0].purpose == "pawn"
