"""The texts and displays of Demolition Dice: the sentence of each event, reasons of questions, offers and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from dice_table import NAMES, rules

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rules.demolition import Demolition
from riotsim.games.demolition_dice.rules.game import ROLL_THE_REST, STOP, rules_of
from riotsim.games.demolition_dice.rules.knock import LeaveAlone, ThrowAt, target_of
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.games.demolition_dice.show.narration import DemolitionFormatter, event_text, format_faces
from riotsim.games.demolition_dice.show.reasons import offers, reason, unavailable
from riotsim.games.demolition_dice.show.standing import (
    final_score,
    marks,
    points_of,
    scores,
    sheets,
    status,
    turn_of,
)
from riotsim.games.demolition_dice.state import Result, State
from riotsim.play.displays import DataSheet, PieceMark, Row
from riotsim.play.house_rules import Lost, RolledAgain
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, FinalScore, Offer, TurnHeader, TurnStart
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PlaceDie,
    PlayerId,
    Request,
    Target,
    Unavailable,
    WhyAgain,
)
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session

SENTENCES: list[tuple[object, str, str]] = [
    (events.Rolled("Ada", (2, 5)), "<Ada> rolls *2 5* (7)", ACTION_INDENT),
    (events.Rolled("Ada", (6,)), "<Ada> rolls *6*", ACTION_INDENT),
    (
        events.RollsOff(("Ada", "Bea", "Cy"), 4),
        "<Ada>, <Bea> and <Cy> are lowest with 4, and roll the same dice again", ACTION_INDENT,
    ),
    (events.NobodyKnocks(("Ada", "Cy"), 4), "<Ada> and <Cy> are lowest with 4: nobody knocks", ACTION_INDENT),
    (events.Lowest("Bea", 3), "<Bea> is lowest with 3, and may knock", ACTION_INDENT),
    (RolledAgain("Bea", "b1", "cocked"), "<Bea> rolls a die again: cocked", DETAIL_INDENT),
    (Lost("Bea", "b1"), "<Bea> loses a die over the edge", DETAIL_INDENT),
    (events.Stacked("Ada", 5, 1), "<Ada> stacks a *5*: a tower is begun", ACTION_INDENT),
    (events.Stacked("Ada", 5, 2), "<Ada> stacks a *5*: tower of 2", ACTION_INDENT),
    (events.CameUp("Ada", (1, 2, 6)), "the dice of <Ada> show *1 2 6* (9)", DETAIL_INDENT),
    (events.Rebuilt("Ada", (1, 2)), "<Ada>'s tower stands again: *1 2* (3)", DETAIL_INDENT),
    (
        events.StandsAsPut("Ada", (1, 2)),
        "<Ada>'s tower is put up as it is, after all those tries: *1 2* (3)", DETAIL_INDENT,
    ),
    (events.TowerDone("Ada"), "*<Ada>'s tower is done*: the others may roll the rest", ACTION_INDENT),
    (events.Stops("Ada"), "<Ada> leaves their tower as it is", ACTION_INDENT),
    (events.ThrowsAt("Ada", "Bea"), "<Ada> throws a die at <Bea>'s tower", ACTION_INDENT),
    (events.ThrowsAt("Ada", "Ada"), "<Ada> throws a die at their own tower", ACTION_INDENT),
    (events.LeavesAlone("Ada"), "<Ada> leaves the towers alone", ACTION_INDENT),
    (events.Misses("Ada", "Bea"), "no tower comes down", DETAIL_INDENT),
    (
        events.TowerFalls("Ada", "Bea", 1),
        "*<Ada>'s tower of 1 comes down*: <Bea>'s doing, its die is put down again", DETAIL_INDENT,
    ),
    (
        events.TowerFalls("Ada", "Ada", 2),
        "*<Ada>'s tower of 2 comes down*: their own doing, all its dice are put up again", DETAIL_INDENT,
    ),
    (
        events.TowerPushed("Ada"),
        "<Ada>'s tower is pushed out of its area, stands, and is put back", DETAIL_INDENT,
    ),
    (events.GameOver(("Bea",), (5, 9, 7)), "the game is over, Bea wins; points: 5 9 7", ""),
    (events.GameOver(("Bea", "Cy"), (5, 9, 9)), "the game is over, Bea and Cy draw; points: 5 9 9", ""),
]  # fmt: skip
"""Each event with its text and its indent. In the text, names are in angle brackets, and bold words in asterisks."""


@pytest.mark.parametrize(("event", "text", "indent"), SENTENCES, ids=lambda one: type(one).__name__)
def test_each_event_has_its_sentence(event: object, text: str, indent: str) -> None:
    """The log has a full sentence for each event, with its names and numbers."""
    assert event_text(event, lambda name: f"<{name}>", lambda what: f"*{what}*") == (text, indent)
    plain = text.replace("<", "").replace(">", "").replace("*", "")
    assert DemolitionFormatter(NAMES).sentence(event) == plain


def test_faces_have_a_sum_if_there_are_several() -> None:
    """The faces of dice are listed one by one. If there are several, their sum follows."""
    assert [format_faces(faces) for faces in ((4,), (4, 6), (1, 2, 3))] == ["4", "4 6 (10)", "1 2 3 (6)"]


def test_lines_are_kept_back_until_they_are_complete() -> None:
    """Rolls of a round share a line, even if a die is rolled again. The line appears when another event with a line
    follows. The line of a fall appears at once.
    """
    formatter = DemolitionFormatter(NAMES)
    assert formatter.pending_line == ""
    assert list(formatter.format(events.Rolled("Ada", (1, 2)))) == []
    first = f"{ACTION_INDENT}[cyan]Ada[/] rolls [bold]1 2[/] (3)"
    assert formatter.pending_line == first
    assert list(formatter.format(RolledAgain("Bea", "b1", "cocked"))) == []
    assert list(formatter.format(events.RoundBegins(2))) == []
    assert list(formatter.format(events.Rolled("Bea", (4,)))) == []
    both = f"{first} [dim]·[/] [magenta]Bea[/] rolls [bold]4[/]"
    assert formatter.pending_line == both
    assert list(formatter.format(events.Lowest("Ada", 3))) == [both]
    lowest = f"{ACTION_INDENT}[cyan]Ada[/] is lowest with 3, and may knock"
    assert formatter.pending_line == lowest
    assert list(formatter.format(events.Rolled("Cy", (5,)))) == [lowest]
    fall = f"{DETAIL_INDENT}[bold][yellow]Cy[/]'s tower of 2 comes down[/]: [cyan]Ada[/]'s doing, "
    fall += "all its dice are put up again"
    assert list(formatter.format(events.TowerFalls("Cy", "Ada", 2))) == [
        f"{ACTION_INDENT}[yellow]Cy[/] rolls [bold]5[/]", fall,
    ]  # fmt: skip
    assert (formatter.pending_line, list(formatter.flush())) == ("", [])
    assert list(formatter.format(events.GameOver(("Ada",), (1, 2, 3)))) == []


@pytest.mark.parametrize("ends", [events.Rebuilt("Cy", (5,)), events.StandsAsPut("Cy", (5,))])
def test_dice_of_a_rebuild_have_no_lines(ends: object) -> None:
    """While a tower is rebuilt, its own dice get no lines, but dice stacked on other towers do."""
    formatter = DemolitionFormatter(NAMES)
    list(formatter.format(events.TowerFalls("Cy", "Ada", 2)))
    for event, told in ((events.Stacked("Cy", 5, 1), False), (events.Stacked("Ada", 5, 1), True)):
        list(formatter.flush())
        list(formatter.format(event))
        assert bool(formatter.pending_line) is told
    list(formatter.format(ends))
    list(formatter.flush())
    list(formatter.format(events.Stacked("Cy", 5, 2)))
    assert formatter.pending_line == f"{ACTION_INDENT}[yellow]Cy[/] stacks a [bold]5[/]: tower of 2"


def test_turns_begin_with_rounds_and_with_the_first_tower_that_is_done() -> None:
    """DD-50: each round has a header, and the last dice have one when the first tower is done. When a second tower is
    done, there is no further header.
    """
    formatter = DemolitionFormatter(NAMES)
    assert formatter.turn_start(events.RoundBegins(3)) == TurnStart(None, number=3)
    assert formatter.turn_start(events.Lowest("Ada", 3)) is None
    assert formatter.turn_start(events.TowerDone("Ada")) == TurnStart(None, custom_title="The last dice")
    assert formatter.turn_start(events.TowerDone("Bea")) is None
    assert formatter.opening_line(State({})) == ""


@pytest.mark.parametrize(
    ("event", "pieces"),
    [
        (events.Stacked("Ada", 5, 1), ["Ada"]),
        (events.ThrowsAt("Ada", "Bea"), ["Bea"]),
        (events.TowerFalls("Cy", "Bea", 3), ["Cy"]),
        (events.Rebuilt("Cy", (3,)), ["Cy"]),
        (events.Lowest("Ada", 3), []),
    ],
)
def test_the_tower_that_an_event_is_about(event: object, pieces: list[str]) -> None:
    """If a tower grows, is thrown at, falls or is rebuilt, the event marks it. Other events mark no tower."""
    formatter = DemolitionFormatter(NAMES)
    assert list(formatter.pieces(event)) == pieces
    assert (formatter.strike(event) is not None) is isinstance(event, events.TowerFalls)


TOWERS: dict[str, tuple[int, ...]] = {"Ada": (5, 3, 4), "Bea": (6,)}


def game(
    towers: Mapping[str, tuple[int, ...]] = TOWERS, rolled: Mapping[str, tuple[int, ...]] | None = None
) -> Session[State]:
    """Begin a game at a position, on a table without physics."""
    book = rules()
    given = Given(players=NAMES, towers=dict(towers), rolled=dict(rolled or {}))
    return Session(rules_of(book), given.state(book), given.lay(book), 1, ScriptedTable())


def told(session: Session[State], request: Request[Any]) -> tuple[str, str, str]:
    """Return the title, the text and the clause of a request."""
    why = reason(rules(), session, request)
    return why.title, why.text, why.clause


def after(*happened: object) -> Session[State]:
    """Return a game whose last events are the given ones."""
    session = game()
    session.play.events.extend(happened)
    return session


def throw(*dice: str, player: PlayerId = "Ada", target: Target | None = None) -> AimThrow:
    """Return a request for a throw."""
    return AimThrow(player, "roll", dice, 100.0, 100.0, 50.0, target=target)


def test_the_reasons_of_choices() -> None:
    """DD-20, DD-30, DD-50: the question for each choice says what follows from it. A question that the game doesn't
    know is an error.
    """
    session = game()
    assert told(session, Choose("Ada", "knock", ("x", "y"))) == (
        "Knock a tower down?",
        "Yours is the lowest sum: throw one die at one tower, your own included, or leave them alone.", "DD-30",
    )  # fmt: skip
    assert told(session, Choose("Ada", "finish", (ROLL_THE_REST, STOP))) == (
        "Roll the rest of your dice?",
        "A tower is done. Roll all dice that you hold and put them on your tower, or leave it as it is.", "DD-50",
    )  # fmt: skip
    assert told(session, PickPiece("Ada", "pick", ("a1", "a2"))) == (
        "Pick a die for your tower",
        "One of the dice that you rolled goes on your tower as it lies; the other comes back to your hand.", "DD-20",
    )  # fmt: skip
    with pytest.raises(TypeError, match="Demolition Dice asks no such thing as"):
        told(session, Choose("Ada", "weather", ("x", "y")))


PLAIN = "The rolled face stays up. Put it down badly, and the tower falls."
FELL = "It fell, and is built again with the faces that came up."
DONE = events.TowerDone("Bea")


@pytest.mark.parametrize(
    ("happened", "remaining", "text", "clause"),
    [
        ((), 0, PLAIN, "DD-20"),
        ((events.CameUp("Ada", (1, 2)),), 0, FELL, "DD-40"),
        ((events.CameUp("Ada", (1, 2)),), 1, f"{FELL} 2 dice are to go on it.", "DD-40"),
        ((events.CameUp("Bea", (1, 2)),), 1, PLAIN, "DD-20"),
        ((events.CameUp("Ada", (1, 2)), events.Rebuilt("Ada", (1, 2))), 0, PLAIN, "DD-20"),
        ((events.CameUp("Ada", (1, 2)), events.StandsAsPut("Ada", (1, 2))), 0, PLAIN, "DD-20"),
        ((events.CameUp("Ada", (1, 2)), events.RoundBegins(2)), 0, PLAIN, "DD-20"),
        ((DONE,), 2, "Bea's tower is done, so all your dice go on yours. 3 dice are to go on it.", "DD-50"),
        ((DONE, events.RoundBegins(2)), 2, PLAIN, "DD-20"),
        ((DONE, events.CameUp("Ada", (1, 2))), 0, FELL, "DD-40"),
    ],
)
def test_why_a_die_is_stacked(happened: tuple[object, ...], remaining: int, text: str, clause: str) -> None:
    """DD-20, DD-40, DD-50: the question to stack a die says why: in a round, to rebuild one's own tower, or because a
    tower is done.
    """
    request = PlaceDie("Ada", "stack", "Ada", 3, 8.0, remaining)
    assert told(after(*happened), request) == ("Put a die on your tower of 3", text, clause)
    assert told(after(*happened), replace(request, height=0))[0] == "Begin your tower"


@pytest.mark.parametrize(
    ("happened", "title", "text", "clause"),
    [
        ((), "Roll {}", "The lowest sum may knock a tower down; the others build.", "DD-10"),
        ((RolledAgain("Ada", "a1", "cocked"),), "Roll {} again", "A die that leans is cocked and shows no number.",
         "DD-40"),
        ((RolledAgain("Bea", "b1", "cocked"),), "Roll {}", "The lowest sum may knock a tower down; the others build.",
         "DD-10"),
        ((RolledAgain("Ada", "a1", "cocked"), events.Rolled("Ada", (2,))), "Roll {}",
         "The lowest sum may knock a tower down; the others build.", "DD-10"),
        ((events.RollsOff(("Ada", "Cy"), 5),), "Roll {} off",
         "Ada and Cy are lowest with 5: the same dice decide who is.", "DD-11"),
        ((events.RollsOff(("Ada", "Cy"), 5), events.Rolled("Ada", (3,))), "Roll {} off",
         "Ada and Cy are lowest with 5: the same dice decide who is.", "DD-11"),
        ((events.TowerFalls("Bea", "Ada", 3),), "Roll {}",
         "Dice that lie cocked or off the table now are rolled again.", "DD-40"),
        ((events.TowerFalls("Bea", "Ada", 3), events.Rebuilt("Bea", (1, 2, 3))), "Roll {}",
         "The lowest sum may knock a tower down; the others build.", "DD-10"),
        ((DONE,), "Roll {}", "Bea's tower is done: all your other dice go on yours.", "DD-50"),
        ((DONE, events.RoundBegins(7)), "Roll {}", "The lowest sum may knock a tower down; the others build.",
         "DD-10"),
    ],
)  # fmt: skip
def test_why_dice_are_rolled(happened: tuple[object, ...], title: str, text: str, clause: str) -> None:
    """DD-10, DD-11, DD-40, DD-50: the question to roll says why: a round begins, a tie is rolled off, dice are
    replaced, or a tower is done.
    """
    for request, dice in ((throw("d6"), "a die"), (throw("d6", "d6", "d6"), "3 dice")):
        assert told(after(*happened), request) == (title.format(dice), text, clause)


WHY: list[WhyAgain] = ["off the table", "hardly turned"]


def test_a_throw_at_a_tower_has_its_reason() -> None:
    """DD-30: the question to throw at a tower names the tower's owner, and the least distance of the rules."""
    session = game()
    for name, whose in (("Bea", "Bea's"), ("Ada", "your own")):
        target = target_of(Demolition(session.play, rules()), name)
        assert told(session, throw("d6", target=target)) == (
            f"Throw at {whose} tower",
            "From outside its area, and at least 6 in away. One throw: a miss is a miss.", "DD-30",
        )  # fmt: skip
    assert [told(after(RolledAgain("Ada", "a1", why)), throw("d6"))[1] for why in WHY] == [
        "A die off the table doesn't count.", "A die that hardly turned over doesn't count.",
    ]  # fmt: skip


def offered(session: Session[State], request: Request[Any]) -> Sequence[Offer]:
    """Return the offers of a request."""
    return offers(rules(), session, request)


def test_the_offers_of_each_choice() -> None:
    """DD-20, DD-30, DD-50: the offer of a tower gives its height and its points, and marks its top die. The offer of a
    die says what it shows.
    """
    session = game(rolled={"Ada": (2, 6)})
    options = ThrowAt("Ada"), ThrowAt("Bea"), LeaveAlone()
    assert [str(one) for one in options] == ["throw at Ada's tower", "throw at Bea's tower", "leave them alone"]
    assert offered(session, Choose("Ada", "knock", options)) == (
        Offer(options[0], "Throw at your own tower: 3 high, 12 points", "a3", parts=("a1", "a2")),
        Offer(options[1], "Throw at Bea's tower: 1 high, 6 points", "b1", parts=()),
        Offer(options[2], "Leave the towers alone"),
    )
    assert offered(session, PickPiece("Ada", "pick", ("a4", "a5"))) == (
        Offer("a4", "The 2", "a4"), Offer("a5", "The 6", "a5"),
    )  # fmt: skip
    for player, text in (("Ada", "Roll the other 2 dice"), ("Bea", "Roll the other 4 dice")):
        finish = Choose(player, "finish", (ROLL_THE_REST, STOP))
        assert offered(session, finish) == (Offer(ROLL_THE_REST, text), Offer(STOP, "Leave the tower as it is"))
    last = game({"Ada": (5, 3, 4, 1)})
    assert offered(last, Choose("Ada", "finish", (ROLL_THE_REST, STOP)))[0].text == "Roll the last die"
    assert offered(session, throw("d6")) == ()


def test_bare_areas_are_told_to_whoever_may_throw() -> None:
    """DD-30: the question which tower to throw at says which players have no tower. Other questions don't."""
    session = game()
    knock: Request[Any] = Choose("Ada", "knock", ("x", "y"))
    assert unavailable(session, knock) == (Unavailable("Cy's tower", "It has no dice."),)
    others: list[Request[Any]] = [Choose("Ada", "finish", ("x", "y")), PickPiece("Ada", "knock", ("a1",))]
    assert [unavailable(session, other) for other in others] == [(), ()]


def test_the_standings() -> None:
    """DD-50, DD-51: the standings give points and height of each tower. If a tower has all dice of its player, they are
    marked. Each stacked die has a sheet.
    """
    session = game({"Ada": (5, 3, 4, 6, 1), "Bea": (6, 2)})
    book, table, state = rules(), session.table, session.state
    assert points_of(table, "Ada") == 19
    assert scores(state, table) == {"Ada": 19, "Bea": 8, "Cy": 0}
    assert status(book, session, 0.0).rows == (
        Row("score", "Ada", "19", 19, "Ada"), Row("score", "Bea", "8", 8, "Bea"), Row("score", "Cy", "0", 0, "Cy"),
        Row("towers", "tower", "5 of 5 dice", 5, "Ada", ("Ada",)),
        Row("towers", "tower", "2 of 5 dice", 2, "Bea", ("Bea",)),
        Row("towers", "tower", "0 of 5 dice", 0, "Cy", ("Cy",)),
    )  # fmt: skip
    whole = (PieceMark("all dice of its player", "tall"),)
    assert marks(book, state, table) == {f"a{k}": whole for k in range(1, 6)}
    assert sheets(book, state, table) == {
        **{f"a{k}": DataSheet("Ada's tower", ("19 points",)) for k in range(1, 6)},
        **{f"b{k}": DataSheet("Bea's tower", ("8 points",)) for k in range(1, 3)},
    }
    header = DemolitionFormatter(NAMES).turn_header(state, table)
    assert header == TurnHeader((
        "[cyan]Ada[/] [bold]19[/] [dim](5 high)[/]", "[magenta]Bea[/] [bold]8[/] [dim](2 high)[/]",
        "[yellow]Cy[/] [bold]0[/] [dim](0 high)[/]",
    ))  # fmt: skip


def test_the_final_score() -> None:
    """DD-51: before the end there is no final score. At the end it has the winners, the points and the number of
    rounds.
    """
    state = State(dict.fromkeys(NAMES, "average"), rounds=6)
    assert final_score(state) is None
    state.result = Result(("Bea",), (("Ada", 5), ("Bea", 9), ("Cy", 7)))
    assert final_score(state) == FinalScore(("Bea",), "points", (("Ada", 5), ("Bea", 9), ("Cy", 7)), turns=6)
    state.phase = "over"
    assert (turn_of(state).number, turn_of(state).title) == (7, "The last dice")
