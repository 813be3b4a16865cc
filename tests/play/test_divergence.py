"""Journals that do not fit the rules: the error names the entry, what the rules ask for, and what the journal has."""

from dataclasses import replace

import pytest
from calling import HAND, Floor, Score, begin, one_round, run

from riotsim.play.requests import Choose, Request
from riotsim.play.session.alignment import describe_differences, describe_requests
from riotsim.play.session.chance import Stream
from riotsim.play.session.journal import Acted, Answered, Entry, ReplayDiverged
from riotsim.play.session.session import Play, Rules, Session
from riotsim.table.acts import Carry, Drop, Roll
from riotsim.table.pieces import Die


async def other_rules(play: Play[Score]) -> None:
    """Play by rules that ask Ann a question where a token should be dropped."""
    play.begin_turn()
    await play.ask_all([Choose(boss, "call", ("heads", "tails")) for boss in ("Ann", "Bob")])
    await play.ask(Choose("Ann", "more", ("yes", "no")))


async def fewer_bosses(play: Play[Score]) -> None:
    """Play by rules that ask only one boss."""
    play.begin_turn()
    await play.ask(Choose("Ann", "call", ("heads", "tails")))


async def no_tails(play: Play[Score]) -> None:
    """Play by rules that allow only one of the two calls."""
    play.begin_turn()
    await play.ask_all([Choose(boss, "call", ("heads",)) for boss in ("Ann", "Bob")])


async def throws_at_once(play: Play[Score]) -> None:
    """Play by rules that drop a token before anybody is asked."""
    play.begin_turn()
    noted = begin(Floor())
    one_round(noted)
    entry = noted.journal[1]
    assert isinstance(entry, Acted)
    await play.perform(entry.act, Stream.DROP)


def journal() -> list[Entry]:
    """Return a journal: both have called, a token was dropped, Ann has said to go on, and both have called again."""
    session = begin(Floor())
    one_round(session)
    session.answer("yes")
    one_round(session)
    return list(session.journal)


def drop() -> Acted:
    """Return the act of the first round."""
    noted = journal()[1]
    assert isinstance(noted, Acted)
    return noted


def other_drop(**changes: object) -> Acted:
    """Return the act of `drop` with changes."""
    act = drop().act
    assert isinstance(act, Drop)
    return replace(drop(), act=replace(act, **changes))  # type: ignore[arg-type]  # whatever is to be changed


def said(rules: Rules[Score], entries: list[Entry]) -> str:
    """Return the message of the error when a journal is replayed by some rules."""
    floor = Floor(breaks=True)
    with pytest.raises(ReplayDiverged) as caught:
        Session.resume(rules, begin(floor).checkpoint, entries, floor)
    told = str(caught.value)
    assert f"entry {caught.value.index} of the journal" in told
    assert caught.value.expected in told
    assert caught.value.found in told
    return told


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (other_rules, "entry 1 of the journal: the rules ask for more of Ann, the journal has drop"),
        (fewer_bosses, "entry 0 of the journal: the rules ask for call of Ann, the journal has call of Ann, Bob"),
        (
            no_tails,
            "entry 0 of the journal: the rules ask for call of Ann, Bob, the journal has call of Ann, Bob, where Ann's"
            " answer is refused: tails is not open; there is heads",
        ),
        (throws_at_once, "entry 0 of the journal: the rules ask for drop, the journal has call of Ann, Bob"),
    ],
)
def test_other_rules(rules: Rules[Score], told: str) -> None:
    """If a journal is replayed by other rules, the error says where they ask for something else or refuse an answer."""
    assert said(rules, journal()) == told


def answers(purpose: str, *bosses: str, answer: str = "heads") -> Answered:
    """Return an entry in which all these bosses give the same answer."""
    return Answered(purpose, tuple((boss, answer) for boss in bosses), 0.0)


@pytest.mark.parametrize(
    ("number", "entry", "expected", "found"),
    [
        (0, answers("call", "Bob", "Ann"), "call of Ann, Bob", "call of Bob, Ann"),
        (0, answers("bid", "Ann", "Bob"), "call of Ann, Bob", "bid of Ann, Bob"),
        (0, answers("call"), "call of Ann, Bob", "call of nobody"),
        (0, drop(), "call of Ann, Bob", "drop"),
        (1, answers("more", "Ann"), "drop", "more of Ann"),
        (1, replace(drop(), act=Carry("a1", (0.0, 0.0), HAND, "normal")), "drop", "carry"),
        (1, other_drop(height=99.0), "drop with height 100.0", "drop with height 99.0"),
        (1, other_drop(at=(1.0, 2.0)), "drop with at (50.0, 50.0)", "drop with at (1.0, 2.0)"),
        (1, other_drop(hand=replace(HAND, tremor=4.0)), "drop with hand.tremor 0", "drop with hand.tremor 4.0"),
        (
            1,
            other_drop(hand=replace(HAND, name="x" * 99)),
            "drop with hand.name steady",
            f"drop with hand.name {'x' * 59}…",
        ),
        (
            1,
            other_drop(hand=replace(HAND, name="x" * 60)),
            "drop with hand.name steady",
            f"drop with hand.name {'x' * 60}",
        ),
        (1, replace(drop(), seed=5), f"drop with seed {drop().seed}", "drop with seed 5"),
        (2, answers("more", "Bob", answer="yes"), "more of Ann", "more of Bob"),
        (2, answers("more", "Ann"), "more of Ann", "more of Ann, where Ann's answer is refused: heads is not open"),
        (2, drop(), "more of Ann", "drop"),
    ],
)
def test_another_entry(number: int, entry: Entry, expected: str, found: str) -> None:
    """If an entry of the journal isn't what the rules ask for, the error names both and the values that differ."""
    entries = journal()
    entries[number] = entry
    told = said(run, entries)
    assert told.startswith(f"entry {number} of the journal: the rules ask for {expected}, the journal has {found}")


def test_many_differences_are_not_all_told() -> None:
    """If an act differs in more than three values, the error tells the first three, and how many more there are."""
    entries = journal()
    other = other_drop(at=(0.0, 0.0), height=1.0, hand=replace(HAND, tremor=4.0, tremor_hz=5.0))
    entries[1] = replace(other, seed=1)
    assert said(run, entries).endswith("has drop with at (0.0, 0.0), height 1.0, hand.tremor 4.0 and 2 more")
    entries[1] = other_drop(at=(0.0, 0.0), height=1.0, hand=replace(HAND, tremor=4.0))
    assert said(run, entries).endswith("has drop with at (0.0, 0.0), height 1.0, hand.tremor 4.0")


@pytest.mark.parametrize(
    ("entry", "found"), [(answers("more", "Ann"), "more of Ann"), (answers("more"), "more of nobody"), (drop(), "drop")]
)
def test_journal_that_is_too_long(entry: Entry, found: str) -> None:
    """If a journal has an entry after the end of the game, the error says that the rules ask for nothing."""
    session = begin(Floor())
    one_round(session)
    session.answer("no")
    told = said(run, [*session.journal, entry])
    assert told == f"entry 3 of the journal: the rules ask for nothing, the journal has {found}"


def test_entries_are_counted_from_the_beginning() -> None:
    """If a replay begins at a later checkpoint, errors still number the entries from the beginning of the game."""
    session = begin(Floor())
    one_round(session)
    session.answer("yes")
    with pytest.raises(ReplayDiverged, match="entry 3 of the journal: the rules ask for call of Ann, Bob"):
        Session.resume(run, session.checkpoint, [answers("more", "Ann")], Floor())


def thrown(*sizes: float, at: tuple[float, float] = (10.0, 20.0), drop: float = 100.0, strength: float = 1.0) -> Roll:
    """Return a throw of dice of some sizes."""
    dice = tuple(Die(f"d{number}", size=size) for number, size in enumerate(sizes))
    return Roll(dice, at, 0.5, HAND, drop, strength)


@pytest.mark.parametrize(
    ("act", "seed", "noted", "mine", "theirs"),
    [
        (thrown(16.0, 12.0), 7, thrown(16.0, 14.0), "dice[1].size 12.0", "dice[1].size 14.0"),
        (thrown(16.0, drop=90.0), 7, thrown(12.0), "dice[0].size 16.0, drop 90.0", "dice[0].size 12.0, drop 100.0"),
        (thrown(16.0), 8, thrown(16.0), "seed 8", "seed 7"),
        (thrown(16.0, at=(1.0, 2.0)), 7, thrown(16.0), "at (1.0, 2.0)", "at (10.0, 20.0)"),
        (
            thrown(16.0, at=(1.0, 2.0), drop=90.0, strength=0.5), 7, thrown(16.0),
            "at (1.0, 2.0), drop 90.0, strength 0.5", "at (10.0, 20.0), drop 100.0, strength 1.0",
        ),
        (
            thrown(12.0, 12.0, at=(1.0, 2.0), drop=90.0), 8, thrown(16.0, 16.0),
            "dice[0].size 12.0, dice[1].size 12.0, at (1.0, 2.0) and 2 more",
            "dice[0].size 16.0, dice[1].size 16.0, at (10.0, 20.0) and 2 more",
        ),
        (
            thrown(16.0), 7, thrown(16.0, 16.0),
            f"dice {str((Die('d0', size=16.0),))[:59]}…", f"dice {str((Die('d0', size=16.0), Die('d1')))[:59]}…",
        ),
        (thrown(), 7, thrown(16.0), "dice ()", f"dice {str((Die('d0'),))[:59]}…"),
    ],
)  # fmt: skip
def test_two_throws_differ_in_some_fields(act: Roll, seed: int, noted: Roll, mine: str, theirs: str) -> None:
    """If two throws differ, at most three of the innermost different fields are named. Long values are cut after 59
    characters.
    """
    assert describe_differences(act, seed, Acted(noted, 7, None)) == (f"roll with {mine}", f"roll with {theirs}")


def test_acts_of_two_kinds_differ_by_their_names() -> None:
    """If two acts are of different kinds, only the kinds are told."""
    carry = Carry("m", (1.0, 2.0), HAND, "normal")
    assert describe_differences(carry, 7, Acted(thrown(16.0), 8, None)) == ("carry", "roll")


def test_requests_are_described_by_purpose_and_players() -> None:
    """If two players are asked for the same purpose, the purpose is told once, with both names. If nobody is asked, the
    description is `nothing`.
    """
    asked: list[Request[object]] = [Choose(name, "call", ("heads",)) for name in ("Ann", "Bob")]
    assert describe_requests(asked) == "call of Ann, Bob"
    assert describe_requests(asked[:1]) == "call of Ann"
    assert describe_requests([]) == "nothing"
