"""A game with two questions and a dropped token for the tests of sessions, and a substitute for the physics."""

from collections.abc import Coroutine
from dataclasses import dataclass, field

from riotsim.play.requests import Choose
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Perform, Play, Rules, Session, Waiting
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
    """Play rounds: Ann and Bob choose at the same time, a token is dropped, and Ann says whether to go on."""
    while True:
        play.begin_turn()
        both = await play.ask_all([Choose(boss, "call", ("heads", "tails")) for boss in ("Ann", "Bob")])
        play.state.said += sorted(both.items())
        token = Token(f"t{play.state.rounds}", ORIGIN)
        await play.perform(Drop(token, (50.0, 50.0), 100.0, HAND), Stream.DROP)
        play.state.rounds += 1
        play.emit(f"round {play.state.rounds}")
        if await play.ask(Choose("Ann", "more", ("yes", "no"))) == "no":
            return


def run(play: Play[Score]) -> Coroutine[Waiting, object, None]:
    """Return the rules in the form in which a session runs them."""
    return rounds(play)


@dataclass
class Floor:
    """A substitute for the physics that puts each dropped token on the table and records the seeds."""

    seeds: list[int] = field(default_factory=list)
    breaks: bool = False

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Put the dropped token on the table, or raise an error if the floor `breaks`."""
        if self.breaks:
            raise RuntimeError("the power is gone")
        self.seeds.append(seed)
        assert isinstance(act, Drop)
        return Settled(table.with_pieces(act.token))


def begin(floor: Perform, rules: Rules[Score] = run) -> Session[Score]:
    """Return the session of a new game."""
    return Session(rules, Score(), Table(100.0, 100.0), 7, floor)


def one_round(session: Session[Score]) -> None:
    """Answer for both players in a round, first for Bob and then for Ann."""
    session.answer("heads", "Bob")
    session.answer("tails", "Ann")
