"""Sessions, by a game of two questions and a throw: one door for answers, a journal, forks and replays."""

from collections.abc import Coroutine
from dataclasses import dataclass, field

import pytest

from riotsim.play.chance import Stream
from riotsim.play.journal import Acted, Answered, ReplayDiverged
from riotsim.play.requests import Choose, Refused
from riotsim.play.session import Play, Run, Session, Waiting
from riotsim.table.acts import Act, Drop, Hand, Pace, Settled
from riotsim.table.pieces import Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table

HAND = Hand("steady", 1, 0, 0, 10, 0, 600, 0, 25, (("normal", Pace(300, 900)),))


@dataclass
class Score:
    """The state of the game."""

    rounds: int = 0
    said: list[tuple[str, str]] = field(default_factory=list)


async def rounds(play: Play[Score]) -> None:
    """Both choose at the same time, a token is dropped, and one of them says whether to go on."""
    while True:
        play.turn_begins()
        both = await play.ask_all([Choose(boss, "call", ("heads", "tails")) for boss in ("Ann", "Bob")])
        play.state.said += sorted(both.items())
        token = Token(f"t{play.state.rounds}", ORIGIN)
        await play.perform(Drop(token, (50.0, 50.0), 100.0, HAND), Stream.DROP)
        play.state.rounds += 1
        play.tell(f"round {play.state.rounds}")
        if await play.ask(Choose("Ann", "more", ("yes", "no"))) == "no":
            return


def run(play: Play[Score]) -> Coroutine[Waiting, object, None]:
    """The rules as a session runs them."""
    return rounds(play)


@dataclass
class Floor:
    """Lets tokens fall where they are dropped, and counts."""

    seeds: list[int] = field(default_factory=list)
    breaks: bool = False

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Perform an act."""
        if self.breaks:
            raise RuntimeError("the power is gone")
        self.seeds.append(seed)
        assert isinstance(act, Drop)
        return Settled(table.put(act.token))


def begin(floor: Floor, rules: Run[Score] = run) -> Session[Score]:
    """A new game."""
    return Session(rules, Score(), Table(100.0, 100.0), 7, floor)


def one_round(session: Session[Score]) -> None:
    """Both call, in either order."""
    session.answer("heads", "Bob")
    session.answer("tails", "Ann")


def test_joint_answers_are_stored_together() -> None:
    """RD-61: of a joint request nothing is shown, stored or played before both have answered."""
    floor = Floor()
    session = begin(floor)
    assert [request.boss for request in session.pending] == ["Ann", "Bob"]
    session.answer("heads", "Bob")
    assert [request.boss for request in session.pending] == ["Ann"]
    assert (session.journal, session.state.said, floor.seeds) == ([], [], [])
    with pytest.raises(Refused, match="nothing is asked of Bob"):
        session.answer("tails", "Bob")
    session.answer("tails", "Ann")
    assert session.state.said == [("Ann", "tails"), ("Bob", "heads")]
    assert session.journal[0] == Answered("call", (("Ann", "tails"), ("Bob", "heads")), 0.0)


def test_fork_does_not_know_a_hidden_answer() -> None:
    """RD-61: a fork of a game in which one has answered and the other not asks both again."""
    session = begin(Floor())
    session.answer("heads", "Bob")
    fork = session.fork()
    assert [request.boss for request in fork.pending] == ["Ann", "Bob"]
    assert [request.boss for request in session.pending] == ["Ann"]


def test_refused_answer_changes_nothing() -> None:
    """An answer that is not allowed is refused with the reason, and the request still stands."""
    session = begin(Floor())
    with pytest.raises(Refused, match="edge is not open; there is heads, tails"):
        session.answer("edge", "Ann")
    assert [request.boss for request in session.pending] == ["Ann", "Bob"]
    assert session.journal == []


def test_over() -> None:
    """When the rules have ended nothing is asked, and an answer is refused."""
    session = begin(Floor())
    one_round(session)
    session.answer("no")
    assert session.over
    assert session.pending == ()
    with pytest.raises(Refused, match="the game is over"):
        session.answer("yes")


def test_stamps_never_run_backwards() -> None:
    """The rules' clock is the stamp of the last answer; one from the past counts as no time."""
    session = begin(Floor())
    session.answer("heads", "Ann", 3.0)
    session.answer("heads", "Bob", 5.0)
    assert session.play.now == 5.0
    session.answer("yes", stamp=4.0)
    assert session.play.now == 5.0


def test_seed_is_noted_before_the_act() -> None:
    """An act and its seed stand in the journal before it is performed, so a crash in it can be taken up again."""
    floor = Floor(breaks=True)
    session = begin(floor)
    first = session.checkpoint
    session.answer("heads", "Bob")
    with pytest.raises(RuntimeError):
        session.answer("tails", "Ann")
    noted = session.journal[-1]
    assert isinstance(noted, Acted)
    assert noted.settled is None
    floor.breaks = False
    again = Session.resume(run, first, session.journal, floor)
    assert floor.seeds == [noted.seed]
    assert again.pending[0].purpose == "more"
    assert isinstance(again.journal[-1], Acted)
    assert again.journal[-1].settled is not None


def test_a_game_whose_act_failed_says_so_and_can_be_taken_up_again() -> None:
    """After an act that could not be performed every answer says that; a fork plays on from that very act."""
    floor = Floor(breaks=True)
    session = begin(floor)
    session.answer("heads", "Bob")
    with pytest.raises(RuntimeError, match="power"):
        session.answer("tails", "Ann")
    assert not session.over
    with pytest.raises(RuntimeError, match="stopped by an error"):
        session.answer("yes")
    floor.breaks = False
    again = session.fork()
    assert again.state.said == [("Ann", "tails"), ("Bob", "heads")]
    assert again.pending[0].purpose == "more"


def test_replay_performs_nothing() -> None:
    """A journal is replayed without performing its acts, and ends at the same point with the same events."""
    session = begin(Floor())
    first = session.checkpoint
    one_round(session)
    session.answer("yes")
    again = Session.resume(run, first, session.journal, Floor(breaks=True))
    assert (again.state, again.table, again.events) == (session.state, session.table, session.events)
    assert again.requests == session.requests


def test_checkpoint_begins_the_turn() -> None:
    """A fork in a later turn replays that turn only, and draws the same seeds from there on."""
    floor = Floor()
    session = begin(floor)
    one_round(session)
    session.answer("yes")
    fork = session.fork()
    assert fork.journal == []
    assert fork.state == session.state
    one_round(fork)
    one_round(session)
    assert floor.seeds[1] == floor.seeds[2]
    assert floor.seeds[0] != floor.seeds[1]
    assert fork.events == ["round 2"]
    assert session.events == ["round 1", "round 2"]


def test_state_given_is_not_the_game_s() -> None:
    """A game works on its own copy of the state it was begun with."""
    mine = Score()
    session = Session(run, mine, Table(100.0, 100.0), 7, Floor())
    one_round(session)
    assert mine == Score()
    assert session.state.rounds == 1


async def other_rules(play: Play[Score]) -> None:
    """Rules that ask for something else after the calls."""
    play.turn_begins()
    await play.ask_all([Choose(boss, "call", ("heads", "tails")) for boss in ("Ann", "Bob")])
    await play.ask(Choose("Ann", "more", ("yes", "no")))


async def fewer_bosses(play: Play[Score]) -> None:
    """Rules that ask one boss only."""
    play.turn_begins()
    await play.ask(Choose("Ann", "call", ("heads", "tails")))


async def no_tails(play: Play[Score]) -> None:
    """Rules that allow less."""
    play.turn_begins()
    await play.ask_all([Choose(boss, "call", ("heads",)) for boss in ("Ann", "Bob")])


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (other_rules, "entry 1 of the journal: the rules ask for more of Ann, the journal has drop"),
        (fewer_bosses, "entry 0 of the journal: the rules ask for call of Ann, the journal has call of Ann, Bob"),
        (no_tails, "entry 0 of the journal: the rules ask for call of Ann"),
    ],
)
def test_replay_that_diverges(rules: Run[Score], said: str) -> None:
    """A journal that does not fit the rules says where, what they ask for and what it has."""
    session = begin(Floor())
    first = session.checkpoint
    one_round(session)
    with pytest.raises(ReplayDiverged) as caught:
        Session.resume(rules, first, session.journal, Floor())
    assert said in str(caught.value)


def test_journal_that_is_too_long() -> None:
    """Entries after the end of the game diverge too."""
    session = begin(Floor())
    first = session.checkpoint
    one_round(session)
    session.answer("no")
    journal = [*session.journal, Answered("more", (("Ann", "yes"),), 0.0)]
    with pytest.raises(ReplayDiverged, match="the rules ask for nothing, the journal has more of Ann"):
        Session.resume(run, first, journal, Floor())
