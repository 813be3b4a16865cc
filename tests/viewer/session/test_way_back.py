"""A question within a choice has a way back to that choice. A question after anything has happened has none."""

from collections.abc import Iterator
from pathlib import Path

from held_fire import POSITION, STEP
from screen_at_host import play

from riotsim.app.window.lessons import lesson_opening
from riotsim.app.window.sandbox import sandbox_of
from riotsim.play.requests import Spot
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model


def test_there_is_a_way_back_from_a_question_within_a_choice(tmp_path: Path) -> None:
    """From "Who turns?" and "Where to fire?" an undo goes back to what the player has chosen just before. There is no
    such way from the phase's first question, from another player's question, after a move, or after one taken back.
    """
    (tmp_path / "position.yaml").write_text(POSITION)
    sandbox = sandbox_of(tmp_path / "position.yaml")
    seen: list[tuple[str, bool]] = []

    def user(screen: GameScreen) -> Iterator[None]:
        def note() -> None:
            assert screen.interaction is not None
            prompt = game_model(screen).prompt
            assert prompt is not None
            request = screen.interaction.request
            seen.append((f"{request.player}: {request.purpose}", prompt.can_go_back))

        assert screen.table is not None
        x, y = screen.table.models["a.gladiator_1"].at
        there = Spot("a.gladiator_1", (x, y + STEP))
        note()
        for answer in ("turn", None, "move", "a.gladiator_1", there, "withdraw", "move", "a.gladiator_1", there):
            if answer is None:
                screen.undo()
            else:
                screen.submit(answer)
            yield
            note()
        for then in ("go on", ("b.acid_bug_1",)):
            screen.submit(then)
            yield
            note()

    play(sandbox.play(sandbox.first_position), user)
    assert seen == [
        ("Ada: action", False),
        ("Ada: who turns", True),
        ("Ada: action", False),
        ("Ada: who moves", True),
        ("Ada: move", True),
        ("Ada: dangers", True),
        ("Ada: action", False),
        ("Ada: who moves", True),
        ("Ada: move", True),
        ("Ada: dangers", True),
        ("Bea: react", False),
        ("Bea: fire at", True),
    ]


def test_there_is_a_way_back_after_answers_of_bots() -> None:
    """In Buskit's second scene, a bot answers before the dice are thrown. The question about the throw still has a way
    back.
    """
    seen: list[tuple[str, bool]] = []

    def user(screen: GameScreen) -> Iterator[None]:
        for answer in ("attack", "b.hired_hand_1", "steady", None):
            assert screen.interaction is not None
            prompt = game_model(screen).prompt
            assert prompt is not None
            seen.append((screen.interaction.request.purpose, prompt.can_go_back))
            if answer is not None:
                screen.submit(answer)
                yield

    play(lesson_opening("buskit", 1), user)
    assert seen == [("action", False), ("target", True), ("stance", True), ("roll", True)]
