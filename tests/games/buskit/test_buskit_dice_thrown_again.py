"""When dice of Buskit are thrown again, the question says why. A question about other dice gives no such reason."""

from buskit_rules import BESIDE, answer, asked, begun, throw

from riotsim.games.buskit.state import State
from riotsim.play.requests import AimThrow, WhyAgain
from riotsim.play.scenarios.scripted_table import DieResult
from riotsim.play.session.session import Session
from riotsim.table.dice.tray import MAX_SHARED_DICE

COCKED = DieResult(None, None, cocked=True)
OFF = DieResult(None, None, off=True)


def why_again(session: Session[State]) -> tuple[WhyAgain, ...]:
    """Return the reasons that the open request to throw has."""
    request = session.pending[0]
    assert isinstance(request, AimThrow)
    return request.why_again


def test_a_die_that_is_thrown_again_has_its_reason() -> None:
    """BK-04: the question says why a die is thrown again, and whose die it is."""
    book, session, table = begun(BESIDE)
    answer(session, "attack", "one attack", "steady", "plain blow")
    assert asked(book, session).tells_check
    throw(session, table, 9, COCKED, 3, 4)
    leaned = "A die leaned and showed no number: throw it again", "A die that leans is cocked and shows no number."
    assert asked(book, session)[:2] == leaned
    assert not asked(book, session).tells_check
    throw(session, table, OFF)
    assert asked(book, session).title == "A die left the tray: throw it again"


def test_the_die_of_an_opponent_is_named_when_it_is_thrown_again() -> None:
    """BK-04: if one person throws for both sides and a die of the opponent is thrown again, the question names its
    player.
    """
    book, session, table = begun(BESIDE)
    answer(session, "attack", "one attack", "steady", "plain blow")
    throw(session, table, 9, 2, COCKED, COCKED)
    assert asked(book, session).title == "2 dice leaned and showed no number: throw them again"
    throw(session, table, 1, COCKED)
    assert asked(book, session).title == "Bea's die leaned and showed no number: throw it again"


def test_a_wild_die_that_is_thrown_again_has_its_reason() -> None:
    """BK-14: if a wild die shows its highest number, the question to throw it again gives this number as the reason."""
    book, session, table = begun(BESIDE, wild__dice=1)
    answer(session, "attack", "one attack", "steady", "plain blow", "1")
    throw(session, table, 1, 2, 3, 6, 4)
    assert asked(book, session)[:2] == (
        "Throw the wild dice again",
        "A wild die with its highest number is thrown again, and both numbers are added.",
    )


def test_a_wild_die_that_leaned_at_first_has_its_reason() -> None:
    """BK-14: a wild die that leaned, and then shows its highest number, is thrown again for this number."""
    book, session, table = begun(BESIDE, wild__dice=1)
    answer(session, "attack", "one attack", "steady", "plain blow", "1")
    throw(session, table, 1, 2, 3, COCKED, 4)
    assert asked(book, session).title == "A die leaned and showed no number: throw it again"
    throw(session, table, 6)
    assert asked(book, session).title == "Throw the wild dice again"


def test_a_whole_throw_that_is_thrown_again_has_its_reason() -> None:
    """BK-04: if no die of a check counts, the question says why, though all dice are thrown once more."""
    book, session, table = begun(BESIDE)
    answer(session, "attack", "one attack", "steady", "plain blow")
    throw(session, table, COCKED, COCKED, COCKED, OFF)
    assert why_again(session) == ("cocked", "cocked", "cocked", "off the table")
    assert asked(book, session)[:2] == (
        "Dice do not count: throw them again",
        "A die that leans is cocked and shows no number. A die off the table doesn't count.",
    )
    throw(session, table, COCKED, COCKED, COCKED, COCKED)
    assert asked(book, session).title == "4 dice leaned and showed no number: throw them again"


def test_the_dice_of_a_tie_are_not_those_that_leaned() -> None:
    """BK-44: if a tie follows a throw of initiative in which a die leaned, the dice of the tie aren't called thrown
    again.
    """
    two = {"a.hired_hand_1": {"at": [18, 3]}, "b.hired_hand_1": {"at": [18, 12]}}
    book, session, table = begun(two, begins=True)
    while not isinstance(session.pending[0], AimThrow):
        answer(session, ())
    throw(session, table, COCKED, 3)
    assert why_again(session) == ("cocked",)
    throw(session, table, 3)
    assert asked(book, session).title == "A tie: throw the dice"
    assert why_again(session) == ()


def test_the_next_batch_of_dice_is_not_thrown_again() -> None:
    """BK-44: if there are more dice of initiative than `MAX_SHARED_DICE`, the rest are a throw of their own. This throw
    doesn't count as thrown again, even if dice leaned before.
    """
    sides = {f"companies__{name}__side": [name, *["hired_hand"] * 5] for name in ("ines", "cole")}
    names = ["a.ines", "b.cole", *(f"{side}.hired_hand_{k}" for side in "ab" for k in range(1, 6))]
    book, session, table = begun({name: {"at": [3 * k, 3]} for k, name in enumerate(names, 1)}, begins=True, **sides)
    while not isinstance(session.pending[0], AimThrow):
        answer(session, ())
    throw(session, table, COCKED, COCKED, *[3] * (MAX_SHARED_DICE - 2))
    assert asked(book, session).title == "2 dice leaned and showed no number: throw them again"
    throw(session, table, 3, 3)
    assert asked(book, session).title == "Throw the dice"
    assert why_again(session) == ()
