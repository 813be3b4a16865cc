"""The narration and the turns of a game that begins at a position."""

from collections.abc import Mapping

from lucky_table import LuckyTable, rules

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.turn import LegIt
from riotsim.games.riot_dice.sandbox import RiotSandbox
from riotsim.games.riot_dice.scenario.given import Given
from riotsim.games.riot_dice.scenario.position import position_from_given
from riotsim.games.riot_dice.show.offers import offers
from riotsim.games.riot_dice.show.presentation import PRESENTATION
from riotsim.games.riot_dice.state import State
from riotsim.play.game import Assets
from riotsim.play.markup import strip_markup
from riotsim.play.narration import Narration
from riotsim.play.session.session import Session


def game_from(bosses: Mapping[str, object], **rest: object) -> Session[State]:
    """Begin a game in the sandbox: a1 of Ada and b1 of Bea stand 3 inches apart."""
    models = {"a1": {"boss": "Ada", "at": (6, 12)}, "b1": {"boss": "Bea", "at": (9, 12)}}
    given = Given.model_validate({"bosses": bosses, "models": models, "turn": "Ada", **rest})
    book, assets = rules(), Assets({}, {}, {})
    assert not list(given.faults(book, assets))
    sandbox = RiotSandbox(book, assets, tuple(bosses))
    return sandbox.begin(position_from_given(given, book, assets), 1, LuckyTable(), live_clock=False)


def told(session: Session[State], *happened: object) -> list[str]:
    """Return the plain lines for events after the beginning of a game."""
    narration = Narration(PRESENTATION.formatter(rules(), session.first_checkpoint), PRESENTATION.turn)
    lines = [*narration.narrate(happened), *narration.flush()]
    return [strip_markup(line.markup).strip() for line in lines]


def test_stashes_of_a_position_are_counted() -> None:
    """A game that begins with 3 tokens in Ada's stash and 2 in Bea's goes on from these numbers."""
    session = game_from({"Ada": {"stash": 3}, "Bea": {"stash": 2}})
    session.answer(LegIt())
    *_, legs = [event for event in session.events if isinstance(event, events.LegsIt)]
    assert told(
        session,
        events.Moved("a1", 2.54, "t1"),
        events.Loot("Ada", "a1", "t1"),
        events.Pinched("Bea", "Ada"),
        legs,
    ) == [
        "a1 runs 2.5 in into loot and pockets it: Ada has 4",
        "Bea takes loot from Ada: Bea has 3",
        "Ada legs it with 2 loot, leaving 1 behind",
    ]


def test_damage_of_an_earlier_turn_is_no_longer_told() -> None:
    """A die stacked after the next activation has begun is a swig, even if damage before it was not stacked."""
    session = game_from({"Ada": None, "Bea": None})
    begins = (events.Activated("a1", "Ada"), events.Acts("a1", "scoot"))
    lines = told(session, events.Damage("a1", 1, "Bea"), *begins, events.TowerGrows("a1", 1))
    assert lines[-1] == "a1 takes a swig: tower of 1"


def test_loot_of_a_position_is_counted() -> None:
    """Tokens that lie on the table in the position are counted with those that are dropped."""
    session = game_from({"Ada": None, "Bea": None}, phase="drop", loot=((12, 4), (12, 20)))
    assert told(session, events.TokenLands("Ada", "t00001"), events.FirstBoss("Bea")) == [
        "3 tokens of loot lie on the table. Bea goes first."
    ]


def test_the_loot_is_told_while_it_is_dropped() -> None:
    """RD-14: while loot is dropped, one line tells how many tokens lie on the table and how many have rolled off."""
    session = game_from({"Ada": None, "Bea": None}, phase="drop")
    narration = Narration(PRESENTATION.formatter(rules(), session.first_checkpoint), PRESENTATION.turn)
    assert list(narration.narrate((events.TokenBack("t00001"),))) == []
    assert narration.pending_line is not None
    nothing_lies = strip_markup(narration.pending_line.markup).strip()
    assert nothing_lies == "No loot lies on the table: 1 token rolled off, to be dropped again."
    dropped = (events.TokenLands("Ada", "t00001"), events.TokenBack("t00002"))
    assert list(narration.narrate(dropped)) == []
    assert narration.pending_line is not None
    told_so_far = strip_markup(narration.pending_line.markup).strip()
    assert told_so_far == "1 token of loot lies on the table; 2 rolled off and were dropped again."
    lines = list(narration.narrate((events.TokenLands("Bea", "t00002"), events.FirstBoss("Ada"), *narration.flush())))
    lines += narration.flush()
    assert [strip_markup(line.markup).strip() for line in lines] == [
        "2 tokens of loot lie on the table; 2 rolled off and were dropped again. Ada goes first."
    ]


def test_a_kick_says_what_it_brings() -> None:
    """RD-71: if the kicked model's boss has loot, the lines tell who gets a token. Otherwise the line says that there
    is none to take.
    """
    kick = (events.Activated("a1", "Ada"), events.Acts("a1", "boot"), events.Boots("a1", "b1"))
    rich = game_from({"Ada": None, "Bea": {"stash": 1}})
    assert told(rich, *kick, events.Pinched("Ada", "Bea"))[-2:] == [
        "a1 puts the boot into b1",
        "Ada takes loot from Bea: Ada has 1",
    ]
    poor = game_from({"Ada": None, "Bea": None})
    assert told(poor, *kick)[-1] == "a1 puts the boot into b1, but Bea has no loot to take"


def test_a_position_begins_with_turn_one() -> None:
    """RD-20: a game from a position begins with turn 1, even if a boss is out by then."""
    session = game_from({"Ada": None, "Bea": None, "Cat": {"out": True, "stash": 4}})
    assert PRESENTATION.turn(session.state).title == "Turn 1: Ada"
    session.answer(LegIt())
    assert session.is_over
    assert PRESENTATION.turn(session.state).title == "Turn 1"


def test_legging_it_says_whether_the_game_goes_on() -> None:
    """RD-83: the confirmation of legging it tells how the game goes on. With two others, they play on. With one other,
    that boss takes the loot and the game is over.
    """
    for others, told_last in (
        (("Bea", "Cat"), "The others play on, also for the 3 loot on the table, 1 of it yours."),
        (
            ("Bea",),
            "Bea takes the 3 loot on the table, 1 of it yours, and the game is over: 6 loot for Bea, 1 for you.",
        ),
    ):
        session = game_from(
            {"Ada": {"stash": 2}, **{other: {"stash": 3} for other in others}}, loot=((12, 4), (12, 20))
        )
        (leaving,) = (o for o in offers(rules(), session, session.pending[0]) if isinstance(o.answer, LegIt))
        assert leaving.confirm.endswith(told_last)


def test_legging_it_tells_of_no_loot_where_none_lies() -> None:
    """If no loot lies on the table, nobody is said to take it."""
    session = game_from({"Ada": None, "Bea": {"stash": 3}}, loot=())
    (leaving,) = (o for o in offers(rules(), session, session.pending[0]) if isinstance(o.answer, LegIt))
    assert leaving.confirm.endswith("The game is over: 3 loot for Bea, 0 for you.")
