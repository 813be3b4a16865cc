"""Battles whose process ends after every journal entry, and before every act."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from riftwar_rules import rules
from test_riftwar_battles import FEW, LATER, LIKELY

from riotsim.bots.random import AnswerSampler
from riotsim.games.riftwar.events import Attacks
from riotsim.games.riftwar.state import State
from riotsim.play.session.journal import Acted, Answered, Entry
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.store.begin import make_header
from riotsim.store.database.document import Header, Seat
from riotsim.store.database.store import Store
from riotsim.store.recorder import TracingPerform, record_new_game, record_resumed_game
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

FEWER: Final[Mapping[str, Any]] = {
    **FEW,
    "maps": {},
    "armies": {
        "red": {
            "name": "Red",
            "units": {
                "chief": {"size": "light", "kind": "ranged", "traits": ["leader", "indirect"]},
                "truck": {"size": "heavy", "kind": "ranged", "traits": ["transport", "ap"]},
                "guard": {"size": "light", "kind": "close", "traits": ["relentless"], "count": 2},
            },
        },
        "blue": {
            "name": "Blue",
            "units": {
                "angel": {"size": "medium", "kind": "close", "traits": ["flying", "armored"]},
                "archer": {"size": "light", "kind": "ranged", "traits": ["alert"], "count": 2},
            },
        },
    },
}
"""Rules with two armies of a few units, and without maps. To check maps would take half of the time of a resumption."""


class Killed(BaseException):
    """The end of the process just before an act."""


@dataclass(frozen=True)
class Moment:
    """A battle at a request: requests, state, table, events and random numbers."""

    requests: object
    state: object
    table: Table
    events: tuple[object, ...]
    random_numbers: Mapping[Any, int]
    """How many random numbers each stream has given so far."""

    @classmethod
    def of(cls, session: Session[State]) -> "Moment":
        """Return the moment at which a session is."""
        state = repr(session.state)  # the state goes on to change
        return cls(session.requests, state, session.table, (*session.events,), dict(session.play.chance.counts))


def traced(table: Table, act: Act, seed: int, hz: int) -> Settled:
    """Perform an act on the real table."""
    return perform(table, act, seed, trace_hz=hz)


def header(seed: int, options: Mapping[str, Any]) -> Header:
    """Return the header of a battle between the first two armies of its rules."""
    book = rules(**options)
    armies = [*book.armies][:2]
    seats = [Seat(name=name, player="random", options={"army": army}) for name, army in zip("AB", armies, strict=True)]
    return make_header("riftwar", "riftwar", book, seed, seats)


def whole_battle(path: Path, begin: Header, most: int) -> tuple[str, list[Entry], dict[int, Moment]]:
    """Play a battle with random answers into a store, and stop after a given number of answers.

    Returns:
        Its name in the store, its journal, and its moments by the number of entries before each.
    """
    generator = np.random.default_rng(begin.seed)
    sampler, moments = AnswerSampler(lambda: generator, LIKELY), dict[int, Moment]()
    with Store(path) as store, record_new_game(store, begin, traced) as (begun, recorder):
        session = begun.session
        moments[0] = Moment.of(session)
        while not session.is_over and len(moments) <= most:
            (request,) = session.pending
            session.answer(sampler.answer(request), request.player)
            moments[session.entry_count] = Moment.of(session)
        return recorder.writer.game, list(session.journal), moments


def contents(path: Path, game: str) -> tuple[object, ...]:
    """Return all that is stored of how a battle went, to be compared."""
    with Store(path) as store:
        stored = store.read(game, with_traces=True)
        return stored.entries, stored.outcomes, stored.turns, stored.result, stored.traces, store.events(game)


def killed_in_every_act() -> TracingPerform:
    """Return a way to perform acts that raises `Killed` once for each act, before performing it."""
    tried = set[tuple[str, int]]()

    def performed(table: Table, act: Act, seed: int, hz: int) -> Settled:
        if (repr(act), seed) not in tried:
            tried.add((repr(act), seed))
            raise Killed
        return traced(table, act, seed, hz)

    return performed


def answers_of(journal: list[Entry]) -> Iterator[tuple[int, str, object]]:
    """Yield the answers of a journal, each with its entry and its player."""
    for number, entry in enumerate(journal):
        if isinstance(entry, Answered):
            ((player, answer),) = entry.answers
            yield number, player, answer


def killed_battle(path: Path, begin: Header, journal: list[Entry], moments: Mapping[int, Moment]) -> str:
    """Play a battle again with the answers of its journal, and return its name in the store.

    After each answer, and before each act, the session ends, and the battle is resumed from the store. Then its last
    answer is undone and given again, and the next answer follows.
    """
    performed, cut_off = killed_in_every_act(), 0
    with Store(path) as store, record_new_game(store, begin, traced) as (begun, recorder):
        name = recorder.writer.game
        assert Moment.of(begun.session) == moments[0]
    given: tuple[int, str, object] | None = None
    for number, player, answer in answers_of(journal):
        is_given = False
        while True:
            try:
                with Store(path) as store, record_resumed_game(store, name, performed) as (begun, _):
                    session = begun.session
                    assert Moment.of(session) == moments[session.entry_count]
                    if not is_given:
                        if given is not None:
                            undone_and_given_again(session, *given, moments)
                        assert session.entry_count == number
                        is_given = True
                        session.answer(answer, player)
                        assert Moment.of(session) == moments[session.entry_count]
                break
            except Killed:
                cut_off += 1
        given = (number, player, answer)
    assert cut_off == sum(isinstance(entry, Acted) for entry in journal)
    return name


def undone_and_given_again(
    session: Session[State], number: int, player: str, answer: object, moments: Mapping[int, Moment]
) -> None:
    """Undo the last answer of a session, which has a given number in its journal, and give the answer again."""
    session.undo()
    assert session.entry_count == number
    assert Moment.of(session) == moments[number]
    session.answer(answer, player)
    assert Moment.of(session) == moments[session.entry_count]


def goes_on_after_every_kill(seed: int, options: Mapping[str, Any], folder: Path, most: int = 1000) -> Counter[str]:
    """Play a battle once without kills and once with a kill after each entry, and compare all that is stored of both.

    A battle stops after `most` answers.

    Returns:
        How often each kind of event and each effect of an attack occurred.
    """
    begin = header(seed, options)
    whole, journal, moments = whole_battle(folder / "whole", begin, most)
    killed = killed_battle(folder / "killed", begin, journal, moments)
    assert contents(folder / "killed", killed) == contents(folder / "whole", whole)
    told = moments[max(moments)].events
    found = Counter(type(event).__name__ for event in told)
    found.update(f"{event.how} {event.effect}" for event in told if isinstance(event, Attacks))
    return found


def test_a_battle_killed_after_every_entry_goes_on(tmp_path: Path) -> None:
    """If a battle is resumed after each journal entry, it goes on as before. This holds even if its last answer is
    undone and given again.
    """
    found = goes_on_after_every_kill(9, FEWER, tmp_path)
    assert found.keys() >= {"Moves", "Rallies", "Destroyed", "GameOver", "reaction pin", "reaction kill"}


THROWN: Final[Mapping[str, Any]] = {**FEW, "dice__by": "tray"}
"""Rules with the small armies of other tests, and with dice that are thrown in a tray."""


@pytest.mark.proof
@pytest.mark.parametrize(
    ("seed", "options", "most"),
    [
        pytest.param(1, FEWER, 1000, id="fewer"),
        pytest.param(2, {**FEW, **LATER}, 1000, id="later"),
        pytest.param(3, {**THROWN, "layout": "village"}, 150, id="village"),
        pytest.param(4, {**THROWN, **LATER, "layout": "rift"}, 120, id="rift-later"),
        pytest.param(5, {"dice__by": "stream"}, 100, id="38-units"),
    ],
)
def test_battles_killed_after_every_entry_go_on(
    seed: int, options: Mapping[str, Any], most: int, tmp_path: Path
) -> None:
    """If battles are resumed after each journal entry, they stay the same. This holds on both maps, with thrown dice,
    with other options, and with whole armies.
    """
    goes_on_after_every_kill(seed, options, tmp_path, most)
