"""The narration and the turns of a game that begins at a position."""

from collections.abc import Mapping

from lucky_table import LuckyTable, rules

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.description import GAME
from riotsim.games.riot_dice.rules.turn import LegIt
from riotsim.games.riot_dice.sandbox import RiotSandbox
from riotsim.games.riot_dice.scenario.given import Given
from riotsim.games.riot_dice.scenario.position import position_from_given
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
    """The plain lines for events after the beginning of a game."""
    narration = Narration(GAME.formatter(rules(), session.first_checkpoint), GAME.turn)
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
    """Tokens that lie on the table before the first is dropped belong to the loot on the table."""
    session = game_from({"Ada": None, "Bea": None}, phase="drop", loot=((12, 4), (12, 20)))
    assert told(session, events.TokenLands("Ada", "t00001"), events.FirstBoss("Bea")) == [
        "3 tokens of loot lie on the table. Bea goes first."
    ]


def test_a_position_begins_with_turn_one() -> None:
    """RD-20: a boss who is out at the beginning has had no turn; one who legs it later has."""
    session = game_from({"Ada": None, "Bea": None, "Cat": {"out": True, "stash": 4}})
    assert GAME.turn(session.state).title == "Turn 1: Ada"
    session.answer(LegIt())
    assert session.is_over
    assert GAME.turn(session.state).title == "Turn 1"
