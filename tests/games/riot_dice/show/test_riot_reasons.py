"""Why bosses are asked: every question of the rules has its words and its clause, and they fit what goes on."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from lucky_table import LuckyTable
from lucky_table import rules as lucky_rules
from scooting import AIM, scooting

from riotsim.bots.bot import Luck
from riotsim.bots.random import RandomBot
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.show.reasons import reason
from riotsim.games.riot_dice.state import State
from riotsim.play.narration import Reason
from riotsim.play.requests import Choose, PickWay, PlaceDie, Request, SetPace
from riotsim.play.session.journal import Acted, Answered
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.store.begin import make_header, start_game
from riotsim.store.database.document import Seat
from riotsim.store.exchange import read_export
from riotsim.store.resume import resume_game
from riotsim.table.acts import Act, LeftTable, Settled
from riotsim.table.state import Table

pytestmark = pytest.mark.xdist_group("riot_reasons")  # what they share is made once

ROOT = Path(__file__).parents[4]
RULES = ROOT / "src" / "riotsim" / "games" / "riot_dice"
REQUESTS = {"Choose", "PickPiece", "PickPoint", "PickWay", "AimThrow", "PlaceDie", "SetPace"}


def asked_for() -> set[tuple[str, str]]:
    """Return the requests that the code of the rules makes, by kind and purpose."""
    found = set()
    for file in (*RULES.rglob("*.py"), ROOT / "src" / "riotsim" / "play" / "house_rules.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=kind), args=[_, ast.Constant(value=str(purpose)), *_]) if (
                    kind in REQUESTS
                ):
                    found.add((kind, purpose))
    return found


Asking = tuple[Session[State], Request[object], Reason]


def questions(options: Mapping[str, object], seed: int, most: int) -> Iterator[Asking]:
    """Play a game between random bots for at most `most` answers. Yield each question with its reason."""
    book = load_rules("riot_dice", Rulebook, options)
    seats = [Seat(name=name, player="random") for name in ("Ada", "Bea")]
    session = start_game(make_header("riot_dice", "riot_dice", book, seed, seats), perform).session
    weights = GAMES["riot_dice"].option_weights
    bots = {name: RandomBot(Luck(seed, seat), weights) for seat, name in enumerate(("Ada", "Bea"))}
    for _ in range(most):
        if session.is_over:
            break
        for request in session.pending:
            yield session, request, reason(book, session, request)
        request = session.pending[0]
        session.answer(bots[request.player].answer(request, session), request.player)
    session.close()


def golden() -> Iterator[Asking]:
    """Yield the questions of the long golden game between greedy bots, with their reasons. Nothing is simulated."""
    stored = read_export((ROOT / "tests" / "golden" / "riot_dice.json").read_bytes(), "golden")
    taken = resume_game(stored)
    journal = taken.session.journal
    outcomes = iter([entry.settled for entry in journal if isinstance(entry, Acted)])

    def as_then(_table: Table, _act: Act, _seed: int, /) -> Settled:
        settled = next(outcomes)
        assert settled is not None, "the game is over"
        return settled

    session = Session.resume(taken.session.rules, taken.session.first_checkpoint, (), as_then)
    for entry in journal:
        if isinstance(entry, Answered):
            for request, (boss, answer) in zip(session.requests, entry.answers, strict=True):
                yield session, request, reason(taken.started.book, session, request)
                session.answer(answer, boss, entry.stamp)
    session.close()
    taken.session.close()


@pytest.fixture(scope="module")
def games() -> list[tuple[str, str, Reason]]:
    """Return kind, purpose and reason of all questions in the golden game and in a game on a crowded table."""
    crowded = {
        "table.width": "16in", "table.depth": "16in", "table.terrain": [], "deployment.clear_of": "0in",
        "loot.each": 1, "tower.start": 1,
    }  # fmt: skip
    asked = [*golden(), *questions(crowded, 2, 450)]
    return [(type(request).__name__, request.purpose, why) for _, request, why in asked]


def test_every_question_of_the_rules_has_words(games: list[tuple[str, str, Reason]]) -> None:
    """Games ask every kind of question that is in the code, except for two rare ones."""
    met = {(kind, purpose) for kind, purpose, _ in games}
    assert met <= asked_for()
    assert asked_for() - met <= {("Choose", "weapon"), ("Choose", "fight_next")}


def test_words_are_whole_sentences(games: list[tuple[str, str, Reason]]) -> None:
    """The title of each question fits on a button. Its text is whole sentences."""
    for _, _, why in games:
        assert 0 < len(why.title) <= 40
        assert why.title[0].isupper() or why.title[0] in "abcd"
        assert re.fullmatch(r"[A-Za-z].*\.", why.text), why.text
        assert len(why.text) <= 160
        assert "None " not in why.title + why.text.removeprefix("None of your models")
        assert " 1 dice" not in why.text


def test_clauses_are_those_of_the_rules(games: list[tuple[str, str, Reason]]) -> None:
    """Each clause that a question names is on the page of the rules. The questions name the important clauses."""
    page = (ROOT / "docs" / "games" / "riot_dice.md").read_text(encoding="utf-8")
    clauses = {why.clause for _, _, why in games}
    assert all(f"| {clause} |" in page for clause in clauses)
    assert {"RD-10", "RD-13", "RD-21", "RD-22", "RD-23", "RD-31", "RD-38", "RD-40", "RD-41", "RD-49"} <= clauses
    assert {"RD-50", "RD-51", "RD-61", "RD-64"} <= clauses


def test_weapons_and_fights_in_turn(games: list[tuple[str, str, Reason]]) -> None:
    """RD-50, RD-69: the two questions that are too rare to come up in these games have a reason too. An unknown
    question is an error.
    """
    session, _, _ = next(questions({}, 1, 1))
    book = load_rules("riot_dice", Rulebook)
    assert reason(book, session, Choose("Ada", "weapon", ("pistol", "rifle"))).clause == "RD-50"
    assert reason(book, session, Choose("Ada", "fight_next", ("b1", "b2"))).clause == "RD-69"
    with pytest.raises(TypeError, match="asks no such thing"):
        reason(book, session, Choose("Ada", "dance", ("b1",)))
    session.close()


def test_a_die_is_put_on_for_damage_or_for_drink() -> None:
    """RD-31, RD-23: dice to be stacked for damage are at most as many as the points of damage. Other dice are asked for
    as a swig.
    """
    hurt: list[int] = []
    drunk = 0
    answered = None
    for session, request, why in golden():
        if not isinstance(request, PlaceDie) or request == answered:
            continue
        answered = request
        if why.clause == "RD-31":
            damage = next(event for event in reversed(session.events) if isinstance(event, events.Damage))
            assert damage.model == request.tower
            assert request.remaining_dice < damage.points
            hurt.append(damage.points)
        elif why.clause == "RD-23":
            assert request.remaining_dice == 0
            drunk += 1
            assert session.state.activating is None
    assert hurt
    assert drunk > 10


def test_who_runs_is_told_how_many_dice_are_left() -> None:
    """RD-41: a model runs to all its dice. The title asks for the first die, then for the next, and then names the
    last.
    """
    titles = {3: "Which die first?", 2: "Which die next?", 1: "Run to the last die"}
    seen = set()
    for _, request, why in golden():
        if isinstance(request, PickWay):
            left = len(request.ways)
            assert why.title == titles[left]
            assert why.text.endswith(f" {left} dice are left.") == (left > 1)
            seen.add(left)
    assert seen == {1, 2, 3}


def test_who_is_shoved_is_told_so(games: list[tuple[str, str, Reason]]) -> None:
    """RD-65: if a boss moves a model because of a shove, the text says that the model is shoved."""
    shoved = [why for kind, _, why in games if kind == SetPace.__name__ and why.clause == "RD-65"]
    assert shoved
    assert all("is shoved" in why.text for why in shoved)


def test_the_first_action_of_an_activation_is_no_further_one() -> None:
    """RD-22: the first question about a model's action says "Pick an action". Later ones in the same activation say
    "Another action".
    """
    first = [0, 0]
    is_first = False
    for _, request, why in golden():
        if request.purpose == "turn":
            is_first = True
        elif request.purpose == "action":
            assert why.title.startswith("Pick an action for" if is_first else "Another action for")
            first[is_first] += 1
            is_first = False
    assert min(first) > 5


def test_a_bullet_is_asked_for_with_what_decides_its_damage(games: list[tuple[str, str, Reason]]) -> None:
    """RD-54: a boss who picks a bullet is told that the target's toughness decides between big and weak damage."""
    told = {why.text for kind, purpose, why in games if (kind, purpose) == ("Choose", "bullet")}
    assert told
    assert all("big damage if its die shows the target's toughness or more" in text for text in told)


def first_off_the_table(table: Table, settled: Settled) -> Settled:
    """Return an outcome in which the first die of the roll leaves the table."""
    (die, *_) = sorted(settled.table.dice.keys() - table.dice.keys())
    return Settled(settled.table.without(die), (*settled.facts, LeftTable(die, 1, (0.0, 0.0))))


def test_who_throws_again_is_told_why_and_how_often() -> None:
    """RD-91: if a die leaves the table, the title tells why it is thrown again. After a second miss the title is
    another, and the text counts the throws.
    """
    session = scooting(LuckyTable(changes=dict.fromkeys(range(3), first_off_the_table)))
    told = []
    for _ in range(3):
        session.answer(AIM)
        told.append(reason(lucky_rules(), session, session.pending[0]))
    once, again, third = told
    assert once.title == "Off the table: throw a die again"
    assert again.title == "Off the table: throw a die once more"
    assert (again.text, third.text) == tuple(
        f"A die off the table doesn't count: it is thrown again. This is throw {throw} of 10 at most."
        for throw in (3, 4)
    )
    assert {why.clause for why in told} == {"RD-91"}


@pytest.mark.parametrize(("use_all_dice", "runs"), [(True, "it runs straight at each"), (False, "it may run straight")])
def test_a_scoot_says_whether_dice_may_be_left(*, use_all_dice: bool, runs: str) -> None:
    """RD-44: by default, a boss who throws to move is told that the model runs to each die. If dice may be left unused,
    the boss is told that it may run.
    """
    options: dict[str, object] = {"scoot.use_all_dice": use_all_dice}
    session = scooting(LuckyTable(), options=options)
    assert runs in reason(lucky_rules(options), session, session.pending[0]).text
