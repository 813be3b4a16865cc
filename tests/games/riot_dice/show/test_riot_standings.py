"""The standings of Riot Dice: rows, the clock, marks, data sheets, reaches, and the header of a turn."""

from dataclasses import replace

import pytest
from bot_position import bot_session
from lucky_table import rules

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.show import standing
from riotsim.games.riot_dice.state import Result, State
from riotsim.play.displays import Clock, DataSheet, PieceMark, Reach, Row
from riotsim.play.narration import FinalScore, Turn, TurnHeader
from riotsim.play.session.session import Session
from riotsim.table.units import inches

PLACES = {"a1": (4.0, 12.0), "a2": (8.0, 12.0), "a3": (2.0, 2.0), "b1": (12.0, 12.0), "b2": (20.0, 20.0)}


def scene(**towers: int) -> Session[State]:
    """Return a position in which `a3` has fallen, `b2` has left the table, and `a1` is called Alf."""
    session = bot_session(PLACES, fallen=("a3",), loot=((1.0, 1.0),), towers=towers, stashes={"Ann": 3, "Bob": 1})
    session.play.table = session.table.without("b2")
    session.state.fighters["a1"].name = "Alf"
    return session


@pytest.mark.parametrize(("phase", "turns", "wanted"), [
    ("drop", 0, Turn(0, None)), ("deploy", 0, Turn(0, None)), ("play", 0, Turn(1, "Ann")), ("play", 6, Turn(7, "Ann")),
    ("over", 7, Turn(7, None)),
])  # fmt: skip
def test_the_number_of_a_turn(phase: str, turns: int, wanted: Turn) -> None:
    """RD-20: turns count from 1. The set-up is turn 0, and the end of the game is still the last turn."""
    state = scene().state
    state.turns_over, state.turn = turns, None if phase == "over" else "Ann"
    state.phase = phase  # type: ignore[assignment]  # the parameters have only phases
    assert standing.turn_of(state) == wanted


def test_scores_are_stashes() -> None:
    """RD-84: the score is the loot in the stash."""
    session = scene()
    assert standing.scores(session.state, session.table) == {"Ann": 3, "Bob": 1}


def test_the_final_score() -> None:
    """RD-84, RD-86: the final score tells winners, loot, and the numbers of activations and turns. If the game is
    unfinished, the score says why.
    """
    state = scene().state
    assert standing.final_score(state) is None
    state.activations, state.turns_over = 12, 14
    loot = (("Ann", 3), ("Bob", 1))
    state.result = Result(("Ann",), loot)
    done = FinalScore(("Ann",), "loot", loot, "", (("activations", 12),), turns=14)
    assert standing.final_score(state) == done
    state.result = Result((), loot, unfinished=True)
    text = "The game is unfinished: it passed the limit of activations."
    assert standing.final_score(state) == replace(done, winners=(), unfinished=text)


def test_the_line_of_the_gangs() -> None:
    """Models are listed by name. If one has no name, they are listed by their first and last id."""
    state = scene().state
    assert standing.gangs_line(state) == "[cyan]Ann: a1-a3[/] [dim]│[/] [magenta]Bob: b1-b2[/]"
    for model, name in (("a2", "Bert"), ("a3", "Cyril [x]")):
        state.fighters[model].name = name
    del state.fighters["b2"]
    assert standing.gangs_line(state) == r"[cyan]Ann: Alf, Bert, Cyril \[x][/] [dim]│[/] [magenta]Bob: b1[/]"
    del state.fighters["b1"]
    assert standing.gangs_line(state).endswith("[magenta]Bob: legged it[/]")


def test_the_header_of_a_turn() -> None:
    """The header has each boss's stash and the heights of the towers. Heights from 6 dice are coloured as tall, from 10
    dice as in danger.
    """
    session = scene(a1=6, a2=5, b1=10)
    clock = ("[dim]10:00[/]",)
    ann = "[cyan]Ann 3●[/] [yellow]6[/] [default]5[/] [bold red]✗[/]"
    assert standing.turn_header_text(session.state, session.table) == TurnHeader(
        (ann, "[magenta]Bob 1●[/] [bold red]10[/] [dim]–[/]"), clock
    )
    session = scene(a1=9)
    session.state.bosses["Bob"].out = True
    session.state.clock = None
    assert standing.turn_header_text(session.state, session.table) == TurnHeader(
        ("[cyan]Ann 3●[/] [yellow]9[/] [dim]0[/] [bold red]✗[/]", "[dim]Bob left with 1[/]"), ()
    )


@pytest.mark.parametrize(("clock", "told"), [
    (125.9, "2:05"), (60.0, "1:00"), (59.9, "0:59"), (0.5, "0:00"), (0.0, "time is up"), (-9.0, "time is up"),
])  # fmt: skip
def test_the_clock_in_the_header(clock: float, told: str) -> None:
    """RD-15: the clock is shown in minutes and seconds. From 0 on, it says that the time is up."""
    session = scene()
    session.state.clock = clock
    assert standing.turn_header_text(session.state, session.table).more == (f"[dim]{told}[/]",)


def test_the_rows_of_a_game_with_towers() -> None:
    """RD-30: after the rows of stashes, each model has a row with the height of its tower. A fallen model's row says
    that it lies.
    """
    session = scene(a2=4)
    session.state.bosses["Bob"].out = True
    session.state.activating = "a1"
    found = standing.status(rules(), session, 0.0)
    assert found.rows == (
        Row("score", "Ann", "3", 3, "Ann"), Row("score", "Bob", "left with 1", 1, "Bob"),
        Row("towers", "Alf", "0", 0, "Ann", ("a1",)), Row("towers", "a2", "4", 4, "Ann", ("a2",)),
        Row("towers", "a3", "lies", None, "Ann", ("a3",)), Row("towers", "b1", "0", 0, "Bob", ("b1",)),
        Row("towers", "b2", "–", None, "Bob"),
    )  # fmt: skip
    assert (found.acting, found.targets) == ("a1", ())


def test_the_rows_of_games_without_towers() -> None:
    """RD-39: with hit points, each model has a row with those that are left. With neither towers nor hit points, there
    are only stashes.
    """
    session = scene()
    session.state.fighters["a2"].hit_points = 2
    book = rules({"tower.mode": "hit_points"})
    stashes = (Row("score", "Ann", "3", 3, "Ann"), Row("score", "Bob", "1", 1, "Bob"))
    points = {"a1": 5, "a2": 2, "a3": 5, "b1": 5, "b2": 5}
    owners, names = {"a": "Ann", "b": "Bob"}, {"a1": "Alf"}
    rows = [
        Row("hit points", names.get(model, model), str(left), left, owners[model[0]], (model,))
        for model, left in points.items()
    ]
    assert standing.status(book, session, 0.0).rows == (*stashes, *rows)
    assert standing.status(rules({"tower.mode": "none"}), session, 0.0).rows == stashes


@pytest.mark.parametrize(("after", "at_zero"), [
    ("no_boot", "nobody may boot"), ("last_activation", "no boots, and a last turn each"), ("off", "nothing changes"),
])  # fmt: skip
def test_the_clock(after: str, at_zero: str) -> None:
    """RD-82, RD-85: a live clock runs on during a turn, and slow carries cost time. The clock never runs back, and it
    stands still in the set-up.
    """
    session, book = scene(), rules({"clock.after": after})
    state = session.state

    def clock(now: float) -> Clock | None:
        return standing.status(book, session, now).clock

    assert clock(50.0) == Clock(600.0, at_zero=at_zero)
    state.live_clock, state.turn_stamp, state.slow_seconds = True, 20.0, 7.0
    assert clock(50.0) == Clock(600.0 - 30.0 - 7.0, running=True, at_zero=at_zero)
    assert clock(10.0) == Clock(600.0 - 7.0, running=True, at_zero=at_zero)
    state.phase = "deploy"
    assert clock(50.0) == Clock(600.0, at_zero=at_zero)
    state.clock = None
    assert clock(50.0) is None


def test_marks_of_models() -> None:
    """RD-30: a tower of 6 to 9 dice is marked as tall. One of 10 or more is marked as hardly standing. If the model is
    active, a mark for that comes first.
    """
    session = scene(a1=6, a2=5, b1=10)
    assert standing.marks(rules(), session.state, session.table) == {
        "a1": (PieceMark("a tall tower", "tall"),), "b1": (PieceMark("a tower that hardly stands", "danger"),),
    }  # fmt: skip
    session.state.activating = "a1"
    found = standing.marks(rules(), session.state, session.table)
    assert found["a1"] == (PieceMark("is being activated"), PieceMark("a tall tower", "tall"))
    tall = scene(a1=9)
    assert standing.marks(rules(), tall.state, tall.table) == {"a1": (PieceMark("a tall tower", "tall"),)}


def test_marks_of_hit_points() -> None:
    """RD-39: every model on the table has its hit points as a mark. One with a single point left is in danger."""
    session = scene()
    session.state.fighters["a1"].hit_points, session.state.fighters["a2"].hit_points = 1, 2
    assert standing.marks(rules({"tower.mode": "hit_points"}), session.state, session.table) == {
        "a1": (PieceMark("1 hit point left", "danger"),), "a2": (PieceMark("2 hit points left", ""),),
        "a3": (PieceMark("5 hit points left", ""),), "b1": (PieceMark("5 hit points left", ""),),
    }  # fmt: skip


def test_data_sheets() -> None:
    """RD-02, RD-54, RD-64: a sheet has the kind, move dice, thump dice, toughness and weapons of a model. Loot has one
    too.
    """
    session = scene()
    for model, kind in (("a2", "bruiser"), ("a3", "cart"), ("b1", "wildcard")):
        session.state.fighters[model].kind, session.state.fighters[model].weapons = kind, rules().models[kind].weapons
    session.state.fighters["b2"].weapons = ()
    found = standing.sheets(rules(), session.state, session.table)
    tough = "toughness {0}: {0} or more does big damage".format
    assert found == {
        "a1": DataSheet("Alf", ("kind of model: git", "move dice 3d6", "thump dice 2d6 in a fight, with fists",
                                tough(3), "pistol, fists"), kind="git"),
        "a2": DataSheet("a2", ("kind of model: bruiser", "move dice 2d6", "thump dice 3d6 in a fight, with club, fists",
                               tough(5), "club, fists"), kind="bruiser"),
        "a3": DataSheet("a3", ("kind of model: cart", "move dice 2d8", tough(5), "blunderbuss"), kind="cart"),
        "b1": DataSheet("b1", ("kind of model: wildcard", "move dice 1d4, 1d6, 1d8",
                               "thump dice 1d6 in a fight, with club", tough(3), "blunderbuss, club"), kind="wildcard"),
        "b2": DataSheet("b2", ("kind of model: git", "move dice 3d6", tough(3), "no weapon"), kind="git"),
        "loot-0": DataSheet("Loot"),
    }  # fmt: skip


def test_reaches_in_ascending_order() -> None:
    """RD-40, RD-50: the reaches of a standing model are contact, its best move die, all its move dice, and its weapons.
    If the active model has done an action, the reach of that action is left out.
    """
    session = scene()
    state, table = session.state, session.table
    state.fighters["a2"].kind, state.fighters["a2"].weapons = "wildcard", ("blunderbuss", "rifle", "club")
    contact, die = Reach("", 0.5), Reach("a move die: 6 in", inches(6))
    scoot, pistol = Reach("scoot: 18 in at most", inches(18)), Reach("pistol: 12 in", inches(12))
    found = standing.reaches(rules(), state, table)
    assert found == {
        "a1": (contact, die, pistol, scoot), "b1": (contact, die, pistol, scoot),
        "a2": (contact, Reach("a move die: 8 in", inches(8)), Reach("blunderbuss: 8 in", inches(8)),
               Reach("scoot: 18 in at most", inches(18)), Reach("rifle: 18 in", inches(18))),
    }  # fmt: skip
    state.activating = "a1"
    assert standing.reaches(rules(), state, table, {"scoot"})["a1"] == (contact, pistol)
    assert standing.reaches(rules(), state, table, {"shoot"})["a1"] == (contact, die, scoot)
    assert standing.reaches(rules(), state, table, {"shoot"})["b1"] == (contact, die, pistol, scoot)
    one = rules({"models.git.move": "1d8", "weapons.pistol.range": "4.25in"})
    assert standing.reaches(one, state, table)["b1"] == (contact, Reach("pistol: 4.25 in", inches(4.25)),
                                                         Reach("scoot: 8 in at most", inches(8)))  # fmt: skip


def test_actions_taken_are_those_of_the_latest_activation() -> None:
    """RD-22: only actions of the latest activation count as taken."""
    happened = [events.Activated("a1", "Ann"), events.Acts("a1", "boot"), events.Activated("a1", "Ann"),
                events.Acts("a1", "shoot"), events.StandsUp("a2"), events.Acts("a1", "scoot")]  # fmt: skip
    assert standing.actions_taken(happened) == {"shoot", "scoot"}
    assert standing.actions_taken(happened[:3]) == frozenset()
    assert standing.actions_taken([]) == frozenset()
