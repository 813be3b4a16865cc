"""The options of a question in the panel: letters of dice that look alike, numbers, texts about items to
pick, and a confirmation.
"""

from dataclasses import replace
from typing import Any

from pitch_game import floor
from told_host import asked, screens

from riotsim.play.group_requests import PickSome
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import Choose, PickPiece, PickWay, Request, Step, Way
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model, letters_on_dice
from riotsim.viewer.session.messages import Answer
from riotsim.viewer.ui import commands as commands

PLACES = {f"d{n}": (100.0 * n, 400.0, 8.0) for n in range(1, 5)}
"""The places of four dice (mm)."""


def ask(request: Request[Any], *offers: Offer) -> GameScreen:
    """Return the screen of a game that asks about the four dice."""
    table = floor().with_pieces(*(Die(name, D6, 16.0, Pose(at)) for name, at in PLACES.items()))
    host, screen = screens("Ann", "Bob", persons=("Ann",), on=table)
    host.coming.append(replace(asked(request), offers=(offers,)))
    screen.advance(0.01)
    return screen


def labels(screen: GameScreen) -> list[str]:
    """Return the labels of the choices in the panel, with the heading of a group in front."""
    prompt = game_model(screen).prompt
    assert prompt is not None
    return [" ".join((*choice.group[:1], choice.label)) for choice in prompt.choices]


def letters(screen: GameScreen) -> dict[tuple[float, ...], str]:
    """Return the letters on the table, by the places of their dice (mm)."""
    return {label.at: label.text for label in letters_on_dice(screen)}


def test_dice_with_the_same_number_have_letters() -> None:
    """If three of four dice show 6, each of the three has a letter in the panel, and the same letter on the table."""
    ways = tuple(Way(die, 0.1 * n, 100.0) for n, die in enumerate(PLACES))
    numbers = dict(zip(PLACES, (6, 4, 6, 6), strict=True))
    offers = (Offer(Step(die), f"The {number}: 6.0 in", die) for die, number in numbers.items())
    screen = ask(PickWay("Ann", "move", "a1", ways), *offers)
    assert labels(screen) == ["The 6 (A)", "The 4", "The 6 (B)", "The 6 (C)"]
    assert letters(screen) == {PLACES["d1"]: "A", PLACES["d3"]: "B", PLACES["d4"]: "C"}


def test_letters_follow_the_order_of_the_panel() -> None:
    """If each of two numbers occurs twice, the letters run from the top of the panel to the bottom."""
    ways = tuple(Way(die, 0.1 * n, 100.0) for n, die in enumerate(PLACES))
    offers = (Offer(Step(die), f"The {n}: 6.0 in", die) for die, n in zip(PLACES, (6, 4, 6, 4), strict=True))
    screen = ask(PickWay("Ann", "move", "a1", ways), *offers)
    assert labels(screen) == ["The 6 (A)", "The 4 (B)", "The 6 (C)", "The 4 (D)"]


def test_variants_of_one_die_share_its_letter() -> None:
    """If two dice show the same number, the headings of their options have letters. If no other die shows a die's
    number, that die has no letter, however many options it has.
    """
    bullets = [("d1", "The 6"), ("d1", "The 6"), ("d2", "The 6"), ("d3", "The 2"), ("d3", "The 2")]
    offers = (Offer(n, f"m{n}, 1 damage", die, group=group) for n, (die, group) in enumerate(bullets))
    screen = ask(Choose("Ann", "bullet", tuple(range(len(bullets)))), *offers)
    said = ["The 6 (A) m0", "The 6 (A) m1", "The 6 (B) m2", "The 2 m3", "The 2 m4"]
    assert labels(screen) == [f"{one}, 1 damage" for one in said]
    assert letters(screen) == {PLACES["d1"]: "A", PLACES["d2"]: "B"}


def test_pieces_that_are_no_dice_have_no_letters() -> None:
    """Models have names over them, so choices of models are told apart without letters."""
    screen = ask(Choose("Ann", "pick", (0, 1)), Offer(0, "Guard", "a1"), Offer(1, "Guard", "a2"))
    assert labels(screen) == ["Guard", "Guard"]
    assert letters(screen) == {}


def test_an_option_keeps_its_number_while_numbers_ascend() -> None:
    """If earlier options go, an option keeps its number, also in later turns. A new option gets the number before the
    next known option. Numbers ascend, and begin at the first again if there are more options than keys.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))

    def numbers(turn: int, *options: str) -> list[int | None]:
        question = asked(Choose("Ann", "action", options), number=len(host.heard) + 1)
        offers = tuple(Offer(option, option.capitalize()) for option in options)
        host.coming.append(replace(question, turn=Turn(turn, "Ann"), offers=(offers,)))
        table.advance(0.1)
        prompt = game_model(table).prompt
        assert prompt is not None
        table.choose(0)
        return [choice.number for choice in prompt.choices]

    assert numbers(1, "move", "turn", "pass") == [0, 1, 2]
    assert numbers(1, "turn", "pass") == [1, 2]
    assert numbers(1, "move", "cross", "turn", "pass") == [0, 1, 2, 3]
    assert numbers(2, "move", "pass") == [0, 3]
    assert numbers(2, "rally", "cross", "pass", "end") == [1, 2, 4, 5]
    assert numbers(2, "move", "turn") == [0, 3]
    assert numbers(2, "pass", "a", "b", "c", "d", "e") == [0, 1, 2, 3, 4, 5]
    assert numbers(3, "move", "turn") == [0, 1]


def test_options_about_pieces_are_numbered_by_their_places() -> None:
    """If the game asks which piece acts, options are numbered from the first in each question."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    for number, pieces in enumerate((("a1", "a2"), ("a2",)), start=1):
        offers = tuple(Offer(piece, piece, piece=piece) for piece in pieces)
        host.coming.append(replace(asked(PickPiece("Ann", "who", pieces), number=number), offers=(offers,)))
        table.advance(0.1)
        prompt = game_model(table).prompt
        assert prompt is not None
        assert [choice.number for choice in prompt.choices] == list(range(len(pieces)))
        table.choose(0)


def test_offers_for_items_describe_them() -> None:
    """If a player picks some of several pieces, the game's offers have no buttons of their own. Their texts stand with
    the pieces.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    offers = (Offer(("a1",), "Nell: hits in 50 %", "a1"), Offer((), "Hold fire", lasts="turn"))
    host.coming.append(replace(asked(PickSome("Ann", "react", ("a1", "a2"), most=1)), offers=(offers,)))
    table.advance(0.1)
    prompt = game_model(table).prompt
    assert prompt is not None
    assert [(choice.key, choice.about) for choice in prompt.choices] == [("+a1", "hits in 50 %"), ("+a2", "")]


def test_an_answer_that_ends_the_game_is_confirmed() -> None:
    """If an answer ends the game, the panel asks once more and tells what the answer means. The panel leaves out the
    clause. The player confirms, or goes back by a button or Esc.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    leaving = Offer("leave", "Leave: keep 3", confirm="You keep 3, and are out.")
    request = Choose("Ann", "turn", ("stay", "leave"))
    question = asked(request, is_fight=False)
    prompts = tuple(replace(prompt, clause="RD-21") for prompt in question.prompts)
    host.coming.append(replace(question, prompts=prompts, offers=((Offer("stay", "Stay here"), leaving),)))
    table.advance(0.01)
    for back in (lambda: table.handle(commands.ChooseOption("Ann", "no")), table.cancel):
        table.handle(commands.ChooseOption("Ann", "1"))
        ask = game_model(table).prompt
        assert ask is not None
        assert (ask.title, ask.why, ask.clause) == ("Leave?", "You keep 3, and are out.", "")
        assert [choice.key for choice in ask.choices] == ["yes", "no"]
        back()
        ask = game_model(table).prompt
        assert ask is not None
        assert [choice.label for choice in ask.choices] == ["Stay here", "Leave"]
    assert not any(isinstance(word, Answer) for word in host.heard)
    table.handle(commands.ChooseOption("Ann", "1"))
    table.handle(commands.ChooseOption("Ann", "yes"))
    assert [word.value for word in host.heard if isinstance(word, Answer)] == ["leave"]
