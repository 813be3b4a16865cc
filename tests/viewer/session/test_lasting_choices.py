"""The host keeps lasting choices, and tells the window with each question which of them hold."""

from collections.abc import Sequence

from fake_window import of, played_here
from pitch_game import BESIDE_IT, Pitch
from test_driver import Script

from riotsim.viewer.session.messages import Answer, FromHost, LastingChoice, LiftChoice, Question, Redo, ToHost, Undo

FOR_THE_TURN = LastingChoice("Ann", "pawn", "turn", "Pick this pawn")
FOR_THE_REST = LastingChoice("Ann", "pawn", "rest")


def told(*words: ToHost | None) -> list[tuple[str, tuple[LastingChoice, ...]]]:
    """Let Ann and Bob answer, by default if None is given. Return each question, with the choices that hold."""
    seen: Sequence[FromHost] = played_here(Pitch(("Ann", "Bob"), rounds=2, sandbox=True), Script(list(words)))
    return [(f"{one.requests[0].player} {one.requests[0].purpose}", one.lasting) for one in of(Question, seen)]


def picks(choice: LastingChoice) -> Answer:
    """Return Ann's answer that makes a lasting choice."""
    return Answer("Ann", "a1", lasting=choice)


def test_a_choice_holds_until_the_turn_ends() -> None:
    """A choice for the turn holds at the next question of this turn, and not in later turns."""
    assert told(picks(FOR_THE_TURN)) == [
        ("Ann pawn", ()),
        ("Ann pitch", (FOR_THE_TURN,)),
        ("Bob pitch", ()),
        ("Ann pawn", ()),
        ("Ann pitch", ()),
        ("Bob pitch", ()),
    ]


def test_a_choice_for_the_rest_holds_until_its_player_has_answered() -> None:
    """A choice for the rest holds until its player has answered a question. Bob's answers, and answers that are given
    without asking, don't end the choice.
    """
    throw, pick = (Answer("Ann", value, by_itself=True) for value in (BESIDE_IT, "a1"))
    assert told(picks(FOR_THE_REST), throw, None, pick) == [
        ("Ann pawn", ()),
        ("Ann pitch", (FOR_THE_REST,)),
        ("Bob pitch", (FOR_THE_REST,)),
        ("Ann pawn", (FOR_THE_REST,)),
        ("Ann pitch", (FOR_THE_REST,)),
        ("Bob pitch", ()),
    ]


def test_undo_takes_a_choice_back_and_redo_brings_it_back() -> None:
    """An undo takes back a lasting choice together with its answer, and a redo brings both back. If another answer is
    given instead, the choice is forgotten.
    """
    assert told(picks(FOR_THE_TURN), Undo(), Redo(), Undo(), None)[:5] == [
        ("Ann pawn", ()),
        ("Ann pitch", (FOR_THE_TURN,)),
        ("Ann pawn", ()),
        ("Ann pitch", (FOR_THE_TURN,)),
        ("Ann pawn", ()),
    ]
    assert told(picks(FOR_THE_TURN), Undo(), None)[3] == ("Ann pitch", ())


def test_a_choice_is_lifted() -> None:
    """If a lasting choice is lifted, the open question is asked again, and the choice no longer holds. After an undo
    and a redo, the choice is still lifted.
    """
    assert told(picks(FOR_THE_TURN), LiftChoice(FOR_THE_TURN), Undo(), Redo())[:5] == [
        ("Ann pawn", ()),
        ("Ann pitch", (FOR_THE_TURN,)),
        ("Ann pitch", ()),
        ("Ann pawn", ()),
        ("Ann pitch", ()),
    ]


def test_a_refused_answer_makes_no_choice() -> None:
    """If an answer is refused, the lasting choice that came with it doesn't hold."""
    assert told(Answer("Ann", "b1", lasting=FOR_THE_TURN), None)[:2] == [("Ann pawn", ()), ("Ann pitch", ())]
