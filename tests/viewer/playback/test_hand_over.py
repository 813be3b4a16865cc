"""Several people at one window: the window names the player who is asked, and turns the camera to that side."""

from dataclasses import replace
from typing import Any

import pytest
from told_host import Told, asked, screens

import riotsim
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import Choose
from riotsim.table.acts import Hand, Pace, Roll
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.playback.hand_over import INTERRUPT_SECONDS, TURN_SECONDS, WAITING_SECONDS
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import LastingChoice

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))


class Window:
    """A window of a game between Ann and Bob, of whom one or both are persons."""

    def __init__(self, *persons: str) -> None:
        self.host: Told
        self.screen: GameScreen
        self.host, self.screen = screens("Ann", "Bob", persons=persons)
        self.number = 0

    def ask(self, player: str, turn: str | None, *, holds: bool = False) -> None:
        """Ask a player something in somebody's turn. If `holds`, the player's lasting choice answers."""
        self.number += 1
        request: Choose[Any] = Choose(player, "react", ("hold", "fire"))
        question = replace(asked(request, number=self.number, is_fight=False), turn=Turn(1, turn))
        offers = (
            Offer("hold", "Hold"),
            Offer("fire", "Fire"),
            *([Offer("hold", "Go on", lasts="turn")] if holds else []),
        )
        lasting = (LastingChoice(player, "react", "turn", "Go on"),) if holds else ()
        self.host.coming.append(replace(question, offers=(offers,), lasting=lasting))
        self.screen.advance(0.1)

    @property
    def named(self) -> str:
        """The player whom the window names; empty for nobody."""
        shown = game_model(self.screen).hand_over
        return "" if shown is None else shown.seat.name

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.screen.advance(seconds)


def test_who_is_asked_after_another_person_is_named() -> None:
    """If another person is asked, the window shows this person's name and the question for `TURN_SECONDS`. A player
    who is asked again is not named again.
    """
    window = Window("Ann", "Bob")
    window.ask("Ann", "Ann")
    assert window.named == "Ann"
    window.screen.choose(0)
    assert window.named == ""
    window.ask("Ann", "Ann")
    assert window.named == ""
    window.screen.choose(0)
    window.ask("Bob", "Bob")
    assert window.named == "Bob"
    shown = game_model(window.screen).hand_over
    assert shown is not None
    assert shown.text == "Say"
    window.wait(TURN_SECONDS)
    assert window.named == ""


def test_a_reaction_hands_over_without_turning_the_camera() -> None:
    """If Bob reacts in Ann's turn, he is named for `INTERRUPT_SECONDS`, and Ann is named after him. The camera stays
    at Ann's side until Bob's turn.
    """
    window = Window("Ann", "Bob")
    window.ask("Ann", "Ann")
    window.screen.choose(0)
    window.ask("Bob", "Ann")
    assert window.named == "Bob"
    assert window.screen.hand_over.seat == "Ann"
    deciding = game_model(window.screen).deciding
    assert deciding is not None
    assert deciding.name == "Bob"  # the list of the players marks who is asked
    window.wait(INTERRUPT_SECONDS)
    assert window.named == ""
    window.screen.choose(0)
    window.ask("Ann", "Ann")
    assert window.named == "Ann"
    window.screen.choose(0)
    window.ask("Bob", "Bob")
    assert window.screen.hand_over.seat == "Bob"


def test_keys_and_clicks_wait_after_a_hand_over() -> None:
    """If another person is asked, presses on the table and the panels' keys have no effect for `WAITING_SECONDS`. A
    person who is asked again may answer at once.
    """
    window = Window("Ann", "Bob")
    window.ask("Ann", "Ann")
    window.screen.choose(0)
    for player, turn, waits in (
        ("Ann", "Ann", False),
        ("Bob", "Ann", True),
        ("Bob", "Ann", False),
        ("Ann", "Ann", True),
    ):
        window.ask(player, turn)
        assert game_model(window.screen).is_unseen is waits, player
        assert window.screen.pressed(Pointer((0.0, 0.0), None, 0.0)) is not waits
        window.wait(WAITING_SECONDS)
        assert not game_model(window.screen).is_unseen
        assert window.screen.pressed(Pointer((0.0, 0.0), None, 0.0))
        window.screen.choose(0)


def test_questions_name_who_is_asked_once_a_turn_is_interrupted() -> None:
    """Once another person is asked in a player's turn, all questions name the person asked, until the turn ends. The
    header names a person who is asked in another player's turn.
    """
    window = Window("Ann", "Bob")
    seen = []
    for player, turn in (("Ann", "Ann"), ("Bob", "Ann"), ("Ann", "Ann"), ("Ann", "Ann"), ("Bob", "Bob")):
        window.ask(player, turn)
        model = game_model(window.screen)
        seen.append((model.is_interrupted, model.turn.asked.name if model.turn.asked else ""))
        window.screen.choose(0)
    assert seen == [(False, ""), (True, "Bob"), (True, ""), (True, ""), (False, "")]


@pytest.mark.parametrize(
    ("owners", "turn", "thrower"),
    [
        ("B", "Ann", "Bob"),
        ("BB", "Ann", "Bob"),
        ("AB", "Ann", ""),  # the player whose turn it is throws dice of both
        ("A", "Ann", ""),
        ("B", None, ""),
    ],
)
def test_who_throws_in_the_turn_of_another_player_is_named(owners: str, turn: str | None, thrower: str) -> None:
    """While dice of another player roll, as in reaction fire, the header and the list of players name this player."""
    window = Window("Ann")
    window.ask("Ann", turn)
    window.screen.choose(0)
    names = {"A": "Ann", "B": "Bob"}
    dice = tuple(Die(f"die-{number}", D6, owner=names[one]) for number, one in enumerate(owners))
    window.screen.playback.display.act = Roll(dice, (0.0, 0.0), 0.0, HAND, shared=True)
    model = game_model(window.screen)
    assert (model.turn.thrower.name if model.turn.thrower else "") == thrower
    assert (model.deciding.name if model.deciding else "") == (thrower or turn or "")


def test_without_a_turn_the_camera_goes_to_who_is_asked() -> None:
    """If it is nobody's turn, as in a set-up, the camera is at the side of the player who is asked."""
    window = Window("Ann", "Bob")
    for player in ("Ann", "Bob", "Ann"):
        window.ask(player, None)
        assert window.screen.hand_over.seat == player
        window.screen.choose(0)


def test_answers_by_the_window_hand_over_to_nobody() -> None:
    """If the window answers for Bob by his lasting choice, Ann, who was asked before him, is not named again."""
    window = Window("Ann", "Bob")
    window.ask("Ann", "Ann")
    window.wait(TURN_SECONDS)
    window.screen.choose(0)
    window.ask("Bob", "Ann", holds=True)
    assert window.screen.interaction is None
    window.ask("Ann", "Ann")
    assert window.named == ""


def test_a_reaction_to_a_bot_leaves_the_camera() -> None:
    """If a person reacts in a bot's turn, this person is named, and the camera stays where it is."""
    window = Window("Ann", "Bob")
    window.ask("Ann", "Ann")
    window.screen.choose(0)
    window.ask("Bob", "Rob")
    assert window.named == "Bob"
    assert window.screen.hand_over.seat == "Ann"


def test_the_name_stands_still_under_the_menu() -> None:
    """The time for which a name is shown doesn't pass while the menu is open."""
    window = Window("Ann", "Bob")
    window.ask("Ann", "Ann")
    window.screen.menu = True
    window.wait(2 * TURN_SECONDS)
    window.screen.menu = False
    assert window.named == "Ann"
    window.wait(TURN_SECONDS)
    assert window.named == ""


def test_the_menu_answers_after_a_hand_over() -> None:
    """If the menu is opened right after a hand-over, the wait for input still ends after `WAITING_SECONDS`."""
    window = Window("Ann", "Bob")
    window.ask("Ann", "Ann")
    window.screen.choose(0)
    window.ask("Bob", "Bob")
    window.screen.menu = True
    window.wait(WAITING_SECONDS)
    assert not game_model(window.screen).is_unseen


@pytest.mark.parametrize("person", ["Ann", "Bob"])
def test_a_single_person_is_never_named(person: str) -> None:
    """A person who plays against a bot is never named. The camera is at the person's side from the beginning."""
    window = Window(person)
    assert window.screen.hand_over.seat == person
    window.ask(person, "Ann")
    assert window.named == ""
    window.screen.choose(0)
    window.ask(person, "Bob")
    assert window.named == ""
    assert window.screen.hand_over.seat == person


@pytest.mark.parametrize(
    ("rules", "at_back"),
    [
        ("riftwar", {"Bea"}),
        ("buskit", {"Bea"}),
        ("cube_clash", {"Bea"}),
        ("riot_dice", set()),
    ],
)
def test_games_say_who_sits_at_the_back(rules: str, at_back: set[str]) -> None:
    """In games with two sides the second player sits at the back edge."""
    with riotsim.new_game(rules, {"Ada": "random", "Bea": "random"}, seed=1) as match:
        assert match.game.presentation().at_back(match.session.first_checkpoint.state) == at_back
