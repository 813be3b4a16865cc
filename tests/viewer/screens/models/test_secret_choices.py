"""Two players choose secretly: the countdown, the reveal and the answers."""

from typing import Any

import pytest

from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, Request
from riotsim.viewer.screens.secret_choice import COUNT_SECONDS, REVEAL_SECONDS, SecretChoice, is_secret_choice
from riotsim.viewer.session.messages import Answer, GameStatus, Prompt, Question


def fight(
    *players: str, options: str = "xyz", others: str = "xyz", joint: tuple[str, ...] = ("Ada", "Bea"), **more: Any
) -> Question:
    """Return the question of a fight to some players at this window."""
    requests: tuple[Request[Any], ...] = tuple(
        Choose(player, "fight", tuple(options if player == "Ada" else others)) for player in players
    )
    prompts = tuple(Prompt(player, "Fight", is_fight=more.get("is_fight", True)) for player in players)
    turn = GameStatus().turn
    offers = more.get("offers", ())
    return Question(requests, prompts, turn, can_undo=False, can_redo=False, joint=joint, offers=offers)


@pytest.mark.parametrize(
    ("question", "secret"),
    [
        (fight("Ada", "Bea"), True),
        (fight("Bea"), True),
        (fight("Ada", "Bea", is_fight=False), False),
        (fight("Ada", "Bea", others="wxyz"), False),
        (fight("Ada", "Bea", options="x"), True),
        (fight("Ada", "Bea", joint=("Ada", "Bea", "Cy")), False),
        (fight("Ada", joint=()), False),
    ],
)
def test_two_players_with_few_options_choose_secretly(question: Question, *, secret: bool) -> None:
    """A choice is secret if it is a fight of two players, and neither has more than three options."""
    assert is_secret_choice(question) == secret


def test_only_choices_are_secret() -> None:
    """A pick of pieces is not secret, even in a fight: one player answers after the other."""
    picks: tuple[Request[Any], ...] = (PickPiece("Ada", "x", ("a",)), PickPiece("Bea", "x", ("b",)))
    prompts = (Prompt("Ada", "P", is_fight=True), Prompt("Bea", "P", is_fight=True))
    turn = GameStatus().turn
    assert not is_secret_choice(Question(picks, prompts, turn, can_undo=False, can_redo=False, joint=("Ada", "Bea")))


def test_both_choices_are_revealed_after_the_countdown() -> None:
    """The numbers 3, 2 and 1 are shown for the same time each. Then both answers are given once, and both choices stay
    visible for a while.
    """
    secret = SecretChoice(fight("Ada", "Bea", others="zy"))
    assert (secret.count, secret.revealed, secret.done, secret.places) == (None, False, False, None)
    assert secret.advance(9.0) == ()
    secret.choose("Cy", 0)
    secret.choose("Ada", 3)
    assert secret.chosen == {}
    secret.choose("Ada", 2)
    secret.choose("Ada", 0)
    assert (secret.chosen, secret.count, secret.advance(9.0)) == ({"Ada": "z"}, None, ())
    secret.choose("Bea", 1)
    secret.choose("Bea", 0)
    assert secret.chosen == {"Ada": "z", "Bea": "y"}
    seen = []
    for seconds in (0.0, COUNT_SECONDS - 0.01, 0.02, COUNT_SECONDS, COUNT_SECONDS - 0.02):
        assert secret.advance(seconds) == ()
        seen.append((secret.count, secret.revealed, secret.places))
    assert seen == [(count, False, None) for count in (3, 3, 2, 1, 1)]
    assert secret.advance(0.02) == (Answer("Ada", "z", None), Answer("Bea", "y", None))
    assert (secret.count, secret.revealed, secret.done, secret.places) == (None, True, False, (2, 1))
    assert secret.advance(REVEAL_SECONDS - 0.02) == ()
    assert not secret.done
    assert secret.advance(0.04) == ()
    assert secret.done


def test_one_player_alone_is_revealed_to_nobody() -> None:
    """If the other player sits at another window, this window gives only the answer of its own player. It doesn't show
    which options were chosen.
    """
    secret = SecretChoice(fight("Bea"))
    assert secret.players == ("Bea", "Ada")
    secret.choose("Ada", 0)
    secret.choose("Bea", 0)
    assert secret.advance(3 * COUNT_SECONDS) == (Answer("Bea", "x", None),)
    assert (secret.revealed, secret.places) == (True, None)
    assert not secret.is_same_round(fight(joint=()))
    assert SecretChoice(fight("Bea", "Ada")).players == ("Bea", "Ada")


def test_the_host_repeats_the_question_to_the_second_player_once() -> None:
    """After both answers, the first question to one player alone belongs to the same round. A second such question
    doesn't.
    """
    secret = SecretChoice(fight("Ada", "Bea"))
    assert not secret.is_same_round(fight("Bea"))
    secret.choose("Ada", 0)
    secret.choose("Bea", 0)
    secret.advance(3 * COUNT_SECONDS)
    assert not secret.is_same_round(fight("Ada", "Bea"))
    assert [secret.is_same_round(fight("Bea")) for _ in range(2)] == [True, False]


def test_the_options_are_the_offers_or_their_names() -> None:
    """The options are the offers to the first player. If there are none, the options are shown by their names."""
    offers = (Offer("x", "Duck"), Offer("y", "Strike"))
    assert SecretChoice(fight("Ada", "Bea", offers=(offers, ()))).offers == offers
    plain = tuple(Offer(name, name) for name in "xyz")
    assert SecretChoice(fight("Ada", "Bea")).offers == plain
    assert SecretChoice(fight("Ada", "Bea", offers=((), offers))).offers == plain
