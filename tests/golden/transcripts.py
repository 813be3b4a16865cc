"""The transcript of a golden game: what its players are asked and shown, and how its bots rate the answers.

A transcript is text, so that a change of words, of figures or of a bot shows as a difference of lines.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from math import floor, log10
from pathlib import Path
from typing import Any, Final

import numpy as np

from riotsim.agents.interface import AgentInterface
from riotsim.bots.bot import Luck
from riotsim.files.assets.meshes import ignore_progress
from riotsim.games.registry import GAMES
from riotsim.play.narration import Narration
from riotsim.play.requests import Request
from riotsim.play.session.serialization import checksum
from riotsim.play.session.session import Session
from riotsim.store.begin import StartedGame
from riotsim.store.database.store import StoredGame
from riotsim.store.resume import JournalReplay, perform_nothing
from riotsim.table.pieces import Mesh

SHOWN: Final = 120
"""Greatest number of questions of a game at which everything shown is written down. These questions are spread over the
game.
"""

PROPOSED: Final = 40
"""Greatest number of questions of a game whose ratings by planners are written. They take longest."""

RATED: Final = 250
"""Greatest number of questions of a game whose ratings are written."""

BEST: Final = 3
"""Greatest number of equally good answers that are written with the ratings."""

LONG: Final = 8
"""A list of at least this many points is written as sums."""

DIGITS: Final = 6
"""Number of digits of a float in a line."""

AS_JSON: Final = json.JSONEncoder(ensure_ascii=False).encode
"""Encode a word, a whole number, True, False or None."""

FLOAT: Final = re.compile(r"(?<![#\w.])-?(?:\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]\d+)")
"""A float in a line. Whole numbers and names of colours are none."""


def text(value: object) -> str:
    """Return a value as text.

    Floats have six digits, fields with their default value are left out, and long lines of points are summed up.
    """
    match value:
        case tuple() | list() if len(value) >= LONG and all(map(_is_point, value)):
            sums = [float(sum(one[k] for one in value)) for k in range(len(value[0]))]
            turning = sum(number * one[0] - one[1] for number, one in enumerate(value))
            return f"[{len(value)} points {text(sums)} {text(float(turning))}]"
        case tuple() | list():
            return f"[{', '.join(map(text, value))}]"
        case Enum():
            return str(value.value)
        case bool() | None | str() | int():
            return AS_JSON(value)
        case float():
            return repr(float(f"{round(value, DIGITS) + 0.0:.{DIGITS}g}"))
        case np.ndarray():
            return f"[array {value.shape} {text(float(value.sum()))}]"
        case Mesh(name=name):
            return f"Mesh({name})"
        case dict() | Mapping():
            return "{" + ", ".join(f"{text(key)}: {text(one)}" for key, one in value.items()) + "}"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(text, value))) + "}"
        case _ if is_dataclass(value):
            shown = (f"{name}={text(own)}" for name, own in _told_fields(value))
            return f"{type(value).__name__}({', '.join(shown)})"
        case Iterable():
            return "[" + ", ".join(map(text, value)) + "]"
        case _:
            return type(value).__name__


def _is_point(value: object) -> bool:
    """Return whether a value is a point of two or three numbers."""
    return (
        isinstance(value, tuple)
        and len(value) in {2, 3}
        and isinstance(value[0], float | int)
        and isinstance(value[1], float | int)
        and isinstance(value[-1], float | int)
    )


def _told_fields(value: Any) -> Iterator[tuple[str, object]]:
    """Yield the fields of a value that are written: those that are no caches, and whose value isn't the default."""
    kind: Any = type(value)
    for name, default in _defaults(kind):
        own = getattr(value, name)
        if default is MISSING or isinstance(own, np.ndarray) or own != default:
            yield name, own


@cache
def _defaults(kind: type[Any]) -> tuple[tuple[str, object], ...]:
    """Return the fields of a dataclass that are no caches, each with its default value."""
    return tuple(
        (one.name, one.default_factory() if one.default_factory is not MISSING else one.default)
        for one in fields(kind)
        if not one.name.startswith("_")
    )


class Transcript(JournalReplay):
    """The replay of a stored game that writes down each question on its way."""

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(stored, perform_nothing, None, self._take_game, ignore_progress)
        self.lines: list[str] = []
        self._game = GAMES[stored.header.game]
        self._shows = self._game.presentation()
        self._events = 0
        self._questions = 0
        self._told: dict[str, str] = {}
        self._all = len(stored.entries)

    def _take_game(self, begun: StartedGame) -> None:
        """Take the game that has begun."""
        self._book, self._assets = begun.book, begun.assets
        self._narration = Narration(self._shows.formatter(self._book, begun.session.first_checkpoint))
        self._evaluators = {
            "rated": self._game.answer_evaluator(self._book),
            **({"proposed": self._game.proposals(self._book)} if self._game.proposals else {}),
        }
        """The evaluators of answers, each under the first word of its lines."""
        self._agents = AgentInterface(self._game, self._book, [seat.name for seat in self._stored.header.seats])

    def _answer_all(self, session: Session[Any]) -> None:
        self._note_turn(session)
        self._write(session)
        while self._aligner.pending:
            answered = self._aligner.next_answers(session.requests)
            for player, answer in answered.answers:
                session.answer(answer, player, answered.stamp)
            self._note_turn(session)
            self._write(session)
        self.lines += [line.markup for line in self._narration.flush()]
        self.lines.append(text(self._shows.final_score(session.state)))

    def _write(self, session: Session[Any]) -> None:
        """Write what has happened since the last question, and the questions that are open."""
        events, self._events = session.events[self._events :], len(session.events)
        self.lines += [line.markup for line in self._narration.narrate(events)]
        for request in session.pending:
            self._questions += 1
            self.lines.append(f"? {session.entry_count} {request.player}: {request.purpose} ({type(request).__name__})")
            if self._is_one_of(self._questions, SHOWN):
                self._write_shown(session, request)
                self._write_seen_by_agents(session, request)
            if self._is_one_of(self._questions, PROPOSED):
                self._write_ratings("proposed", session, request)
            if self._is_one_of(self._questions, RATED):
                self._write_ratings("rated", session, request)

    def _is_one_of(self, number: int, count: int) -> bool:
        """Return whether a question is one of `count` that are spread evenly over the game. `number` counts from 1."""
        return number % max(1, self._all // count) == 0

    def _write_shown(self, session: Session[Any], request: Request[object]) -> None:
        """Write what the window shows with a question. Texts that stay on screen are written only if they changed."""
        shows, book, state, table = self._shows, self._book, session.state, session.table
        self.lines.append(f"  {text(shows.reason(book, session, request))}")
        self.lines += [f"  offer {text(offer)}" for offer in shows.offers(book, session, request)]
        self.lines += [f"  unavailable {text(one)}" for one in shows.unavailable(book, session, request)]
        incoming = shows.incoming_pieces(book, self._assets.figures, session, request)
        self.lines += [f"  incoming {piece}" for piece in sorted(incoming)]
        lasting: dict[str, object] = {"status": shows.status(book, session, 0.0)}
        lasting |= {f"sheet of {piece}": sheet for piece, sheet in shows.sheets(book, state, table).items()}
        lasting |= {f"marks of {piece}": marks for piece, marks in shows.marks(book, state, table).items()}
        lasting |= {f"roster of {player}": roster for player, roster in shows.rosters(book, state, table).items()}
        lasting["areas"] = shows.areas(book, state, table)
        lasting["checks"] = shows.checks(book, state, table)
        lasting["rows"] = shows.rows(book, state, table) if shows.rows is not None else ()
        lasting["scores"] = shows.scores(state, table)
        for name, value in lasting.items():
            if self._told.get(name) != (told := text(value)):
                self._told[name] = told
                self.lines.append(f"  {name}: {told}")

    def _write_seen_by_agents(self, session: Session[Any], request: Request[object]) -> None:
        """Write sums of the numbers that a learning agent sees, and how many actions are legal, with some of them.

        Each part of the observation has two sums: of its numbers, and of its numbers times their places in it.
        """
        seen = self._agents.observe(request.player, session, request).astype(np.float64)
        parts = self._agents.encoder.parts
        sums = (
            f"{name} {seen[where].sum():.4f} {seen[where] @ np.arange(1, 1 + seen[where].size):.3f}"
            for name, (where, _) in parts.items()
        )
        self.lines.append(f"  observed {', '.join(sums)}")
        legal = self._agents.legal_actions(request.player, request)
        actions = np.flatnonzero(legal.mask()).tolist()
        some = (f"{one} {text(legal.answer(one))}" for one in (actions[0], actions[len(actions) // 3], actions[-1]))
        self.lines.append(f"  legal {len(actions)}: {', '.join(some)}")

    def _write_ratings(self, name: str, session: Session[Any], request: Request[object]) -> None:
        """Write how one of the evaluators rates the answers to a question, the best first, and the best answers.

        Answers count as equally good if processors that differ in the last bits of sines may order them differently.
        """
        if name not in self._evaluators:
            return
        chance = Luck(0, 0).random_source(session.entry_count)
        rated = self._evaluators[name].evaluate(request, session, chance)
        worths = sorted((worth for _, worth in rated), reverse=True)
        best = [answer for answer, worth in rated if worths[0] - worth <= _last_digit(worths[0])]
        told = " ".join(text(float(worth)) for worth in worths)
        self.lines.append(f"  {name} {told} | {len(best)} best {text(best[:BEST])}")


def summary(lines: Sequence[str]) -> str:
    """Return a short text for lines: how many they are, two sums of their floats, and a checksum of the rest."""
    floats = [float(one) for line in lines for one in FLOAT.findall(line)]
    turning = float(sum(place * one for place, one in enumerate(floats)))
    rest = checksum(*(FLOAT.sub("#", line) for line in lines))[:12]
    return f"{len(lines)} more: {text(float(sum(floats)))} {text(turning)} {rest}"


def differences(path: Path, lines: list[str]) -> Iterator[str]:
    """Yield a sentence about the first line in which a transcript differs from the stored one; nothing if none does.

    The last digit of a float may differ by one: processors differ in the last bits of sines.
    """
    if not path.exists():
        yield f"there is no {path}: RIOTSIM_STORE_TRANSCRIPTS=1 stores it"
        return
    stored = path.read_text(encoding="utf-8").splitlines()
    for number, (old, new) in enumerate(zip(stored, lines, strict=False), start=1):
        if not is_close(old, new):
            same = next((at for at in range(len(old)) if old[at] != new[at : at + 1]), len(old))
            near = slice(max(0, same - 80), same + 80)
            yield f"{path.name}, line {number}: {new[near]!r} instead of {old[near]!r}"
            return
    if len(stored) != len(lines):
        yield f"{path.name} has {len(stored)} lines, and the game now {len(lines)}"


def is_close(old: str, new: str) -> bool:
    """Return whether two lines are the same, but for the last digits of floats."""
    if old == new:
        return True
    if FLOAT.sub("#", old) != FLOAT.sub("#", new):
        return False
    pairs = zip(map(float, FLOAT.findall(old)), map(float, FLOAT.findall(new)), strict=True)
    return all(abs(one - other) <= 1.5 * _last_digit(max(one, other, key=abs)) for one, other in pairs)


def _last_digit(value: float) -> float:
    """Return what the last digit of a float counts as it is written."""
    return 10.0 ** max(-DIGITS, floor(log10(abs(value))) + 1 - DIGITS) if value else 10.0**-DIGITS
