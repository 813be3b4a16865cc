"""The limits of undo: dice results and revealed choices can't be undone, except in a sandbox. Exact acts can."""

import pytest

from riotsim.play.session.journal import Acted, Answered, Entry
from riotsim.table.acts import Displacement, Drop, Hand, Pace, Settled, Shift, Tip
from riotsim.table.pieces import Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table
from riotsim.viewer.session.undo_history import answers_to_undo

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))

ANN: Entry = Answered("turn", (("Ann", "go"),), 0.0)
BOB: Entry = Answered("turn", (("Bob", "go"),), 0.0)
BOTH: Entry = Answered("fight", (("Ann", "thump"), ("Bob", "shove")), 0.0)
ACT: Entry = Acted(Drop(Token("t1", ORIGIN), (1.0, 1.0), 100.0, HAND), 1, Settled(Table(100.0, 100.0)))
TIP: Entry = Acted(Tip("d1", 0.0, (50.0, 50.0)), 1, Settled(Table(100.0, 100.0)))
SHIFT: Entry = Acted(Shift((Displacement("d1", (50.0, 50.0)),)), 1, Settled(Table(100.0, 100.0)))
BY_HAND: Entry = Acted(Tip("d1", 0.0, (50.0, 50.0), HAND), 1, Settled(Table(100.0, 100.0)))


@pytest.mark.parametrize(
    ("journal", "usual", "sandbox"),
    [
        ([], 0, 0),
        ([ANN], 1, 1),
        ([ACT, ANN, ANN], 1, 1),
        ([ANN, ACT], 0, 1),
        ([ANN, BOB], 2, 2),
        ([ANN, ACT, BOB], 0, 2),
        ([BOB], 0, 0),
        ([ANN, BOTH], 0, 1),
        ([ANN, BOTH, BOB, ANN], 1, 1),
        ([ANN, BOTH, BOB], 0, 2),
        ([BOB, ACT], 0, 0),
        ([ANN, TIP], 1, 1),
        ([ANN, ACT, ANN, TIP, BOB, TIP], 2, 2),
        ([ANN, ACT, TIP], 0, 1),
        ([ANN, SHIFT, BOB, TIP, SHIFT], 2, 2),
        ([ANN, BY_HAND], 0, 1),
    ],
)
def test_back_to_a_person_and_no_further(journal: list[Entry], usual: int, sandbox: int) -> None:
    """Ann is a person and Bob a bot. His answer is undone together with hers before it."""
    assert answers_to_undo(journal, {"Ann"}) == usual
    assert answers_to_undo(journal, {"Ann"}, sandbox=True) == sandbox


def test_back_past_answers_that_were_given_without_asking() -> None:
    """Ann is asked again where she has decided last. If a throw is before that, nothing can be undone."""
    assert answers_to_undo([ANN, ANN], {"Ann"}, by_itself={1}) == 2
    assert answers_to_undo([ANN, ANN, BOB, ANN], {"Ann"}, by_itself={1, 3}) == 4
    assert answers_to_undo([ANN, ACT, ANN], {"Ann"}, by_itself={2}) == 0
    assert answers_to_undo([ANN, ACT, ANN], {"Ann"}, sandbox=True, by_itself={2}) == 2
