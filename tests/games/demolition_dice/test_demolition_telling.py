"""The texts of Demolition Dice: events have lines, requests have reasons with clauses, and choices have offers."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.text import Text

from riotsim.files.rules import load_rules
from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.description import GAME
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.knock import ThrowAt
from riotsim.games.demolition_dice.show.narration import DemolitionFormatter, event_text
from riotsim.games.demolition_dice.show.presentation import PRESENTATION
from riotsim.games.demolition_dice.show.reasons import unavailable
from riotsim.games.demolition_dice.state import State
from riotsim.play.displays import ShownStrike
from riotsim.play.house_rules import RolledAgain
from riotsim.play.narration import Narration, Offer, Reason, Turn
from riotsim.play.requests import AimThrow, Choose, PickPiece, PlaceDie, Request
from riotsim.play.session.recorder import GameRecord
from riotsim.play.session.session import Session
from riotsim.store.exchange import read_export
from riotsim.store.resume import resume_game
from riotsim.table.state import Table

ROOT = Path(__file__).parents[3]
CLAUSES = set(re.findall(r"\| (DD-\d+) \|", (ROOT / "docs/games/demolition_dice.md").read_text(encoding="utf-8")))
RULES = load_rules("demolition_dice", Rulebook)


@pytest.fixture(scope="module")
def played() -> Session[State]:
    """Return the golden game, at its end."""
    stored = read_export((ROOT / "tests/golden/demolition_dice.json").read_bytes(), "it")
    return resume_game(stored).session


@pytest.fixture(scope="module")
def asked(played: Session[State]) -> list[tuple[Request[object], Reason, tuple[Offer, ...]]]:
    """Return all requests of the golden game, each with the reason and the offers that it had at its time."""
    return list(_gone_back_through(played))


def _gone_back_through(played: Session[State]) -> Iterator[tuple[Request[object], Reason, tuple[Offer, ...]]]:
    session = played.branch_at(played.entry_count)
    while session.can_undo:
        session.undo()
        (request,) = session.requests
        yield request, PRESENTATION.reason(RULES, session, request), PRESENTATION.offers(RULES, session, request)
    session.close()


def test_the_fall_of_a_tower_is_told_at_once() -> None:
    """DD-31: as soon as a tower falls, its line in the log is complete. The window shows the same words where the tower
    stood.
    """
    narration = Narration(DemolitionFormatter(("Ada", "Bea", "Cy")))
    *_, line = narration.narrate((events.ThrowsAt("Ada", "Bea"), events.TowerFalls("Bea", "Ada", 3)))
    text = "Bea's tower of 3 comes down:\nAda's doing, all its dice are put up again"
    assert line.strike == ShownStrike(("Bea",), text)
    assert line.pieces == ("Bea",)
    assert line.text.strip() == text.replace("\n", " ")


def told(*happened: object) -> list[str]:
    """Return the lines for some events, without markup but with indents."""
    narration = Narration(DemolitionFormatter(("Ada", "Bea", "Cy")))
    lines = [line.markup for line in (*narration.narrate(happened), *narration.flush())]
    return [Text.from_markup(line, emoji=False).plain for line in lines]


def test_every_event_has_words() -> None:
    """Every event has a text, whatever its fields hold. Only the beginning of a round has none, because it has a
    header.
    """
    kinds = [kind for _, kind in inspect.getmembers(events, inspect.isclass) if kind.__module__ == events.__name__]
    samples = {"shows": (1, 2), "players": ("Ada", "Bea"), "winners": ("Ada",), "scores": (7, 5, 3)}
    wordless = []
    for kind in kinds:
        names = list(inspect.signature(kind).parameters)
        given = {name: samples.get(name, "Ada" if name in ("player", "tower", "by") else 3) for name in names}
        if kind is events.Stacked:
            given["shows"] = 5
        if event_text(kind(**given)) is None:
            wordless.append(kind)
    assert wordless == [events.RoundBegins]


def test_rolls_share_a_line() -> None:
    """The rolls of a round share a line. A die that is rolled again gets no line."""
    assert told(
        events.Rolled("Ada", (2, 5)),
        RolledAgain("Bea", "b1", "cocked"),
        events.Rolled("Bea", (6,)),
        events.Lowest("Bea", 6),
    ) == ["    Ada rolls 2 5 (7) · Bea rolls 6", "    Bea is lowest with 6, and may knock"]


def test_a_rebuild_is_told_by_what_comes_of_it() -> None:
    """While a tower is rebuilt, the log has no line for each of its dice. It tells the fall, the faces and the tower
    that stands again.
    """
    lines = told(
        events.ThrowsAt("Cy", "Ada"), events.TowerFalls("Ada", "Cy", 2), events.CameUp("Ada", (3, 4)),
        events.Stacked("Ada", 3, 1), events.Stacked("Ada", 4, 2), events.Rebuilt("Ada", (3, 4)),
        events.Stacked("Ada", 6, 3),
    )  # fmt: skip
    assert lines == [
        "    Cy throws a die at Ada's tower",
        "      Ada's tower of 2 comes down: Cy's doing, all its dice are put up again",
        "      the dice of Ada show 3 4 (7)",
        "      Ada's tower stands again: 3 4 (7)",
        "    Ada stacks a 6: tower of 3",
    ]


def test_a_fall_is_told_so_that_it_is_true_after_the_last_try() -> None:
    """If a tower can't be rebuilt, the line about its fall only says that its dice are put up again. The line after it
    says that the tower is put up as it is.
    """
    lines = told(events.TowerFalls("Ada", "Ada", 2), events.CameUp("Ada", (3, 4)), events.StandsAsPut("Ada", (3, 4)))
    assert lines == [
        "      Ada's tower of 2 comes down: their own doing, all its dice are put up again",
        "      the dice of Ada show 3 4 (7)",
        "      Ada's tower is put up as it is, after all those tries: 3 4 (7)",
    ]


def test_a_line_is_about_the_tower_that_it_tells_of() -> None:
    """If a line is about a tower that is stacked, thrown at or rebuilt, the window marks this tower. Other lines mark
    none.
    """
    narration = Narration(DemolitionFormatter(("Ada", "Bea", "Cy")))
    happened = (
        events.Rolled("Ada", (2, 5)), events.Stacked("Ada", 5, 1), events.ThrowsAt("Cy", "Ada"),
        events.TowerFalls("Bea", "Cy", 2), events.Rebuilt("Bea", (3, 4)),
    )  # fmt: skip
    lines = (*narration.narrate(happened), *narration.flush())
    assert [line.pieces for line in lines] == [(), ("Ada",), ("Ada",), ("Bea",), ("Bea",)]


def test_names_are_no_markup() -> None:
    """If a player's name looks like markup, the log shows it as it is."""
    narration = Narration(DemolitionFormatter(("[bold]",)))
    (line,) = [one.markup for one in (*narration.narrate([events.LeavesAlone("[bold]")]), *narration.flush())]
    assert Text.from_markup(line).plain == "    [bold] leaves the towers alone"


def test_all_that_is_asked_has_a_reason(asked: list[tuple[Request[object], Reason, tuple[Offer, ...]]]) -> None:
    """Every request of the golden game has a title, a text and a clause that exists. The game has every kind of
    request.
    """
    assert {type(request) for request, _, _ in asked} == {AimThrow, Choose, PickPiece, PlaceDie}
    assert all(why.title and why.text.endswith(".") and why.clause in CLAUSES for _, why, _ in asked)
    assert {why.clause for _, why, _ in asked} >= {"DD-10", "DD-11", "DD-20", "DD-30", "DD-40", "DD-50"}


def test_it_is_told_how_many_dice_are_to_go(asked: list[tuple[Request[object], Reason, tuple[Offer, ...]]]) -> None:
    """DD-40, DD-50: a request to stack a die says how many dice are to go on the tower, with this die counted. For the
    last die it doesn't.
    """
    told = [
        (request.remaining_dice + 1, why.text)
        for request, why, _ in asked
        if isinstance(request, PlaceDie) and why.clause in ("DD-40", "DD-50")
    ]
    assert {left for left, _ in told} >= {1, 2}
    for left, text in told:
        assert text.endswith(f" {left} dice are to go on it." if left > 1 else ".")
        assert ("are to go" in text) is (left > 1)


def test_offers_are_answers(asked: list[tuple[Request[object], Reason, tuple[Offer, ...]]]) -> None:
    """Each choice has exactly one offer for each option, and the request accepts it. A request for a hand's throw or
    placement has no offers.
    """
    for request, _, offers in asked:
        assert all(request.refusal(offer.answer) is None for offer in offers)
        match request:
            case Choose(options=options):
                assert [offer.answer for offer in offers] == list(options)
                assert [offer.piece is not None for offer in offers] == [isinstance(one, ThrowAt) for one in options]
                assert all(f"{len(offer.parts) + 1} high" in offer.text for offer in offers if offer.piece)
                assert not any(offer.piece in offer.parts or offer.touches for offer in offers)
            case PickPiece(pieces=pieces):
                assert [offer.piece for offer in offers] == list(pieces)
            case _:
                assert offers == ()


def test_how_it_stands(played: Session[State]) -> None:
    """DD-51: a player's points are the sum of the faces on top of their tower. At the end they are the score."""
    stands = PRESENTATION.status(RULES, played, 0.0)
    points = {row.player: row.value for row in stands.rows if row.group == "score"}
    tally = PRESENTATION.final_score(played.state)
    assert tally is not None
    assert points == dict(tally.figures)
    assert {row.value for row in stands.rows if row.group == "towers"} == {5}


def test_rounds_are_counted() -> None:
    """DD-10: rounds are counted from 1, for all players together. The last dice have a header of their own."""
    state = State({"Ada": "average", "Bea": "average", "Cy": "average"})
    assert PRESENTATION.turn(state) == Turn(0, None, "round")
    state.rounds = 3
    assert PRESENTATION.turn(state).title == "Round 3"
    state.phase = "last"
    assert (PRESENTATION.turn(state).number, PRESENTATION.turn(state).title) == (4, "The last dice")


def test_nothing_is_on_the_table_at_first() -> None:
    """The header of the first round shows each player with 0 points and a tower 0 high."""
    state = State({"Ada": "average"})
    head = DemolitionFormatter(("Ada",)).turn_header(state, Table(600.0, 600.0))
    assert [Text.from_markup(player).plain for player in head.players] == ["Ada 0 (0 high)"]


@pytest.mark.parametrize(
    ("falls", "counted"),
    [
        (events.TowerFalls("Bea", "Ada", 4), "target"),
        (events.TowerFalls("Ada", "Ada", 4), "own"),
        (events.TowerFalls("Cy", "Ada", 4), "another"),
    ],
)
def test_a_fall_is_counted_by_whose_tower_it_was(falls: events.TowerFalls, counted: str) -> None:
    """The measures count each fall of a tower: as `target` if it was thrown at, as `own` if it is the thrower's, and
    otherwise as `another`.
    """
    happened = (events.ThrowsAt("Ada", "Bea"), falls)
    course = GameRecord(("Ada", "Bea", "Cy"), happened, (), (), (), False, {}, None, 1)
    assert GAME.measure(RULES, course).tallies["falls"] == {counted: 1}


def test_towers_without_dice_are_told_as_out_of_reach(played: Session[State]) -> None:
    """DD-30: the question which tower to knock over says which towers have no dice. No other question says so."""
    told = set()
    session = played.branch_at(played.entry_count)
    while session.can_undo:
        session.undo()
        (request,) = session.requests
        found = {one.label for one in unavailable(session, request)}
        bare = {f"{name}'s tower" for name in ("Ada", "Bea", "Cy") if name not in session.table.towers}
        assert found == (bare if request.purpose == "knock" else set())
        told |= found
    session.close()
    assert told
