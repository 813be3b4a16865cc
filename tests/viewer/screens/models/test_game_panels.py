"""What the panels of a game show for a state of the game: prompt, fight, undo, tooltips and sheets."""

from dataclasses import replace
from typing import Any

import pytest
from pitch_game import PAWNS, floor
from told_host import TURN, Told, asked

from riotsim.play.displays import DataSheet, PieceMark, SheetCell, ShownArea
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Offer, PlacedSign
from riotsim.play.requests import Choose, PickPiece, Request, Unavailable
from riotsim.replay.recording import seats
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.keys import Action
from riotsim.viewer.playback.kept_dice import DIE_SHARE, LABEL_COLOUR
from riotsim.viewer.scene.marks import Label
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model, letters_on_dice
from riotsim.viewer.screens.secret_choice import COUNT_SECONDS
from riotsim.viewer.session.messages import (
    BotAsked,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    HostFailed,
    LessonStopped,
    Line,
    Prompt,
    Question,
)
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui import models

ANN, BOB = SEATS = seats({"Ann": "", "Bob": ""})

ACT: Request[Any] = Choose("Ann", "act", ("go", "stay"))

WHY = Prompt("Ann", "What now?", "Ann may act.", "PG-01")

GO, STAY = Offer("go", "Go: 3 in", "a1", about="It runs"), Offer("stay", "Stay")

QUESTION = replace(
    asked(ACT),
    prompts=(WHY,),
    offers=((GO, STAY),),
    unavailable=((Unavailable("Hide", "There is no cover."), Unavailable("a2", "It lies.", "a2")),),
)


def opened(*words: FromHost, game: str = "", now: float = 0.0) -> GameScreen:
    """Return the screen of an open game that has got these messages from its host."""
    host = Told()
    clauses = {"PG-01": "A pawn acts once."}
    host.coming.append(GameOpened(SEATS, PAWNS, "Pitching", floor(), frozenset({"Ann"}), game, clauses))
    host.coming += words
    screen = GameScreen(host, Settings(), clock=lambda: now)
    for _ in range(3):
        screen.advance(0.01)
    return screen


def test_the_prompt_has_all_that_is_asked() -> None:
    """The prompt has the question with its reason and clause, the options, and the refused options with their reasons.
    If the player is within a choice, the prompt offers a way back.
    """
    prompt = game_model(opened(QUESTION)).prompt
    assert prompt == models.Prompt(
        ANN,
        "What now?",
        "Ann may act.",
        "PG-01",
        (
            models.Choice("0", "Go", "3 in", pieces=("a1",), number=0, tip="It runs"),
            models.Choice("1", "Stay", number=1),
            models.Choice("no.0", "Hide", refused="There is no cover."),
            models.Choice("no.1", "a2", pieces=("a2",), refused="It lies."),
        ),
        clause_text="A pawn acts once.",
        number=1,
    )
    within = replace(QUESTION, is_within_choice=True, number=7, prompts=(replace(WHY, clause="PG-99"),), unavailable=())
    other = game_model(opened(within)).prompt
    assert other is not None
    assert prompt is not None
    assert other == replace(
        prompt, clause="PG-99", clause_text="", number=7, can_go_back=True, choices=prompt.choices[:2]
    )
    assert game_model(opened()).prompt is None


def test_an_answer_that_ends_a_game_is_confirmed() -> None:
    """If an option ends the game, the prompt asks again after the player has chosen. The prompt shows the warning and
    has two buttons.
    """
    screen = opened(replace(QUESTION, offers=((replace(GO, confirm="Ann leaves the game."), STAY),)))
    screen.choose(0)
    yes = models.Choice("yes", "Go", icon="check")
    assert game_model(screen).prompt == models.Prompt(
        ANN, "Go?", "Ann leaves the game.", "", (yes, models.Choice("no", "Stay", icon="cross"))
    )


REGION = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)


@pytest.mark.parametrize(
    ("request_", "picked", "label", "ready"),
    [
        (PickSome("Ann", "x", ("a1", "a2", "b1")), 0, "Take none", True),
        (PickSome("Ann", "x", ("a1", "a2", "b1"), 1), 0, "Take these", False),
        (PickSome("Ann", "x", ("a1", "a2", "b1"), 2), 1, "Take this one", False),
        (PickSome("Ann", "x", ("a1", "a2", "b1"), 2), 2, "Take these 2", True),
        (PickSome("Ann", "x", ("a1", "a2", "b1"), 2), 3, "Take these 3", True),
        (PlaceSome("Ann", "x", (("a1", REGION),)), 0, "Put them there", False),
        (PickPiece("Ann", "x", ("a1",)), 0, "", False),
    ],
)
def test_the_button_to_confirm_says_how_many_are_taken(
    request_: Request[Any], picked: int, label: str, *, ready: bool
) -> None:
    """If a player may take several pieces, a button confirms and says how many. The button is ready if the answer is
    allowed.
    """
    screen = opened(asked(request_))
    for _ in range(picked):
        screen.next()
        screen.toggle()
    prompt = game_model(screen).prompt
    assert prompt is not None
    assert (prompt.confirm, prompt.ready, prompt.confirm_glows) == (label, ready, True)


NOTHING = "There is nothing to undo: dice results can't be undone"


@pytest.mark.parametrize(
    ("words", "can", "about", "waiting"),
    [
        ((), (False, False), "You can undo at your next decision", ""),
        ((BotAsked("Bob"),), (False, False), "You can undo at your next decision", "Bob is thinking …"),
        ((QUESTION,), (False, False), NOTHING, ""),
        ((replace(QUESTION, can_undo=True),), (True, False), "Undo the last decision", ""),
        ((replace(QUESTION, can_redo=True),), (False, True), NOTHING, ""),
        ((GameOver((Line("Ann wins."),)),), (False, False), NOTHING, ""),
        ((GameOver((), can_undo=True),), (True, False), "Undo the last decision", ""),
        ((LessonStopped(can_undo=False),), (False, False), NOTHING, ""),
        ((LessonStopped(can_undo=True),), (True, False), "Undo the last decision", ""),
    ],
)
def test_what_can_be_undone_is_told(
    words: tuple[FromHost, ...], can: tuple[bool, bool], about: str, waiting: str
) -> None:
    """The question or the end of the game tells whether a decision can be undone or redone. The button's tooltip tells
    why nothing can be undone.
    """
    shown = game_model(opened(*words))
    assert (shown.can_undo, shown.can_redo) == can
    assert (shown.undo_about, shown.waiting) == (about, waiting)


def test_the_game_is_named_and_saved_or_not() -> None:
    """The panels have the title, the seats and the result. The note at the exit tells whether the game is saved."""
    shown = game_model(opened(GameStatus(score_name="gold", score_icon="star", acting="a2", turn=TURN)))
    assert (shown.title, shown.seats, shown.game, shown.score_name, shown.score_icon, shown.acting) == (
        "Pitching", SEATS, "", "gold", "star", "a2",
    )  # fmt: skip
    assert shown.leave_note == "This game is not saved."
    stored = game_model(opened(GameOver((Line("Ann wins."), Line("Bob loses."))), game="g1"))
    assert (stored.game, stored.leave_note) == ("g1", "The game is saved. You can continue it later.")
    assert stored.result_lines == ("Ann wins.", "Bob loses.")
    empty = game_model(GameScreen(Told(), Settings(), clock=lambda: 0.0))
    assert (empty.title, empty.score_name, empty.score_icon, empty.acting, empty.waiting, empty.failure) == (
        "", "", "coins", None, "Loading the game …", "",
    )  # fmt: skip
    broken = game_model(opened(BotAsked("Bob"), HostFailed("It broke.")))
    assert (broken.failure, broken.waiting) == ("It broke.", "")


FIGHT: Request[Any] = Choose("Ann", "fight", ("duck", "hit"))


def test_a_fight_hides_choices_until_the_countdown_is_over() -> None:
    """A bot counts as having chosen from the start. Once the player has chosen, the panel marks that fact and counts
    down from 3. During the countdown the panel shows neither choice.
    """
    against_bot = replace(
        asked(FIGHT, joint=("Ann", "Bob")), prompts=(Prompt("Ann", "Fight", "Now!", "PG-01", is_fight=True),)
    )
    screen = opened(against_bot)
    options = (models.Choice("0", "duck"), models.Choice("1", "hit"))
    fight = models.Fight(
        models.FightSide(ANN, ""),
        models.FightSide(BOB, "", person=False, chosen=True),
        options,
        "Fight",
        "Now!",
        "PG-01",
        "A pawn acts once.",
    )
    assert game_model(screen).fight == fight
    screen.choose_secretly("Ann", 1)
    screen.advance(0.01)
    chosen = replace(fight, left=models.FightSide(ANN, "", chosen=True), count=3)
    assert game_model(screen).fight == chosen
    screen.advance(COUNT_SECONDS)
    assert game_model(screen).fight == replace(chosen, count=2)
    assert game_model(opened(QUESTION)).fight is None


AREA = ShownArea(rectangle((300.0, 450.0), 40.0, 40.0), "Mud", ("slow",))

CELLS = (SheetCell(0, 0, "Toughness 4"),)

STATUS = GameStatus(
    sheets={"a1": DataSheet("Pawn", ("bold",), CELLS), "a2": DataSheet("Other")},
    areas=(AREA,),
    marks={"b1": (PieceMark("hurt"),)},
)


@pytest.mark.parametrize(
    ("at", "piece", "tip"),
    [
        ((300.0, 450.0), None, models.Tip("Mud", ("slow",))),
        ((400.0, 450.0), None, None),
        ((500.0, 60.0), "b1", models.Tip("b1", ("hurt",), BOB)),
        ((160.0, 60.0), "a2", models.Tip("Other", (), ANN)),
        ((80.0, 60.0), "a1", None),
        ((80.0, 60.0), "z9", None),
    ],
)
def test_a_tooltip_tells_what_is_under_the_pointer(
    at: tuple[float, float], piece: str | None, tip: models.Tip | None
) -> None:
    """The tooltip of an area has its title and lines. The tooltip of a piece has its description and owner. If the
    sheet of a piece is shown, the piece has no tooltip.
    """
    screen = opened(STATUS, now=2.0)
    assert game_model(screen).tip is None
    screen.moved(Pointer(at, piece, 1.0))
    shown = game_model(screen)
    assert shown.tip == tip
    assert shown.sheet == (models.Sheet("Pawn", ("bold",), CELLS, ANN, "a1") if piece == "a1" else None)
    screen.mouse_away = True
    away = game_model(screen)
    assert (away.tip, away.sheet) == (None, None)


def test_the_hint_of_an_offer_is_at_the_pointer() -> None:
    """If the pointer is on an offer, a tooltip shows the offer's text. If the offer has signs, the tooltip keeps a gap
    from them.
    """
    screen = opened(STATUS, QUESTION)
    screen.moved(Pointer((80.0, 60.0), "a1", 0.0))
    assert game_model(screen).tip == models.Tip("Go: 3 in", ("It runs",))
    sign = PlacedSign((300.0, 450.0), Sign("melee", 3))
    square = Offer("go", "Turn", area=AREA.footprint, signs=(sign,))
    signed = opened(STATUS, replace(QUESTION, offers=((square, STAY),)))
    signed.moved(Pointer((300.0, 450.0), None, 0.0))
    assert game_model(signed).tip == models.Tip("Turn", (), gap=22.0)
    bare = opened(STATUS, replace(QUESTION, offers=((replace(square, area=None), STAY),)))
    bare.next()
    bare.moved(Pointer((400.0, 450.0), None, 0.0))
    assert game_model(bare).tip is None


def test_a_sheet_stays_while_it_is_kept() -> None:
    """The panel shows the sheet of the piece under the mouse. Otherwise it shows the sheet that is kept, and without
    one the sheet of the highlighted offer.
    """
    both = replace(STATUS, sheets={"a1": STATUS.sheets["a1"], "a2": DataSheet("Other", (), CELLS)})
    screen = opened(both, QUESTION)
    screen.kept_sheet = "a2"
    kept = models.Sheet("Other", (), CELLS, ANN, "a2", "a2")
    assert game_model(screen).sheet == kept
    screen.moved(Pointer((80.0, 60.0), "a1", 0.0))
    pawn = models.Sheet("Pawn", ("bold",), CELLS, ANN, "a1")
    assert game_model(screen).sheet == pawn
    screen.mouse_away = True
    assert game_model(screen).sheet == kept
    screen.kept_sheet = None
    assert game_model(screen).sheet == pawn, "that of the highlighted offer"


def test_dice_with_letters_have_labels() -> None:
    """If the choices of two dice look alike, a label beside each die has its letter."""
    screen = opened()
    assert [*letters_on_dice(screen)] == []
    table = floor()
    low, high = (table.dice[name] for name in table.towers["tower"].dice[:2])
    offers = tuple(Offer(f"x{k}", "The 6", die.id) for k, die in enumerate((high, low)))
    question: Question = replace(QUESTION, offers=(offers,))
    shown = opened(question)
    assert [*letters_on_dice(shown)] == [
        Label(die.pose.at, letter, LABEL_COLOUR, radius=die.size * DIE_SHARE, piece=die.id)
        for letter, die in (("A", high), ("B", low))
    ]
    prompt = game_model(shown).prompt
    assert prompt is not None
    assert [choice.label for choice in prompt.choices[:2]] == ["The 6 (A)", "The 6 (B)"]


def test_a_lasting_choice_stands_above_the_options() -> None:
    """The button of a lasting offer has a row of its own and a key. The lasting offer is not among the options."""
    screen = opened(replace(QUESTION, offers=((GO, Offer("hold", "Hold", lasts="turn")),), unavailable=()))
    prompt = game_model(screen).prompt
    assert prompt is not None
    assert prompt.rows == ((models.Choice("lasting", "Hold", action=Action.LASTING_CHOICE),),)
    assert [choice.key for choice in prompt.choices] == ["0"]
