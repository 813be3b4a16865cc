"""The ledger of campaigns: what was measured of each game, in it once or not at all.

It lies in a store of games, whose tables it shares, so that a sample of a campaign can be stored beside it and watched.
"""

import json
import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from riotsim.files.problems import BadFile, Problem
from riotsim.files.store.database import connect, snapshot, told, transaction
from riotsim.files.store.holding import Busy, Holder, birth_of
from riotsim.files.store.store import now
from riotsim.lab.plan import Plan, Trial
from riotsim.lab.trial import Played
from riotsim.play.plain import checksum
from riotsim.play.rulebooks import unknown

_PLAYED: Final[TypeAdapter[Played]] = TypeAdapter(Played)

_HOLDER: Final = "SELECT host, process, born, begun FROM campaign WHERE name = ? AND process IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Entry:
    """A campaign in short."""

    name: str
    plan: Plan
    begun: str
    """ISO 8601, in UTC."""
    played: int
    """Games, of the pairs that are asked for: once it may have been for more."""
    running: bool


class Ledger:
    """A ledger. Close it, or use it in a `with` statement."""

    def __init__(self, path: Path) -> None:
        """Open the ledger in a file, or make one. Raises `BadFile` for a file that is none, or can't be used."""
        self.path = path
        self._connection = connect(path)

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def begin(self, plan: Plan) -> None:
        """Put a campaign into the ledger, unless it is in it. Raises `BadFile` if another one has its name."""
        name, text = plan.asked.name, text_of(plan)
        with told(self.path), transaction(self._connection):
            row = self._connection.execute("SELECT plan FROM campaign WHERE name = ?", (name,)).fetchone()
            if row is not None:
                if _what_counts(self._plan(name, row[0])) != _what_counts(plan):
                    raise self._bad(f"has another campaign {name!r}: give this one another name, or another ledger")
                self._connection.execute("UPDATE campaign SET plan = ?, sum = ? WHERE name = ?",
                                         (text, checksum(name, text), name))  # fmt: skip
                return
            self._connection.execute(
                "INSERT INTO campaign (name, plan, sum, begun) VALUES (?, ?, ?, ?)",
                (name, text, checksum(name, text), now()),
            )

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Have a campaign for this process alone. Raises `Busy` while another has it."""
        with told(self.path), transaction(self._connection):
            if (holder := self._holder(name)) is not None and holder.process != os.getpid():
                where = "" if holder.here else f" on {holder.host}"
                raise Busy(f"the campaign {name!r} is being played by process {holder.process}{where}")
            mine = (platform.node(), os.getpid(), birth_of(os.getpid()) or "", name)
            self._connection.execute("UPDATE campaign SET host = ?, process = ?, born = ? WHERE name = ?", mine)
        try:
            yield
        finally:
            self._connection.execute(
                "UPDATE campaign SET host = NULL, process = NULL, born = NULL WHERE name = ? AND process = ?",
                (name, os.getpid()),
            )

    def enter(self, name: str, trial: Trial, played: Played) -> None:
        """Enter a game. One that is in it already stays as it is."""
        body = json.dumps(played._asdict())
        key = (name, *trial)
        with told(self.path), transaction(self._connection):
            self._connection.execute("INSERT OR IGNORE INTO trial VALUES (?, ?, ?, ?, ?, ?)",
                                     (*key, body, checksum(*map(str, key), body)))  # fmt: skip

    def plan(self, name: str) -> Plan:
        """Give a campaign as it is played. Raises `BadFile` if there is none such, or if it is damaged."""
        with told(self.path):
            row = self._connection.execute("SELECT plan, sum FROM campaign WHERE name = ?", (name,)).fetchone()
            if row is None:
                names = [one for (one,) in self._connection.execute("SELECT name FROM campaign ORDER BY begun DESC")]
                raise self._bad(f"holds {unknown(f'no campaign {name!r}', name, names)}")
        text, its_sum = row
        if checksum(name, text) != its_sum:
            raise self._bad(f"the campaign {name!r} is damaged: its checksum is another")
        return self._plan(name, text)

    def played(self, name: str) -> dict[Trial, Played]:
        """Give all games of a campaign, in the order of the plan's pairs. Raises `BadFile` if one is damaged."""
        with told(self.path), snapshot(self._connection):
            rows = self._connection.execute(
                "SELECT arm, pair, place, body, sum FROM trial WHERE campaign = ? ORDER BY pair, arm, place", (name,)
            ).fetchall()
        found = {}
        for arm, pair, order, body, its_sum in rows:
            trial = Trial(arm, pair, order)
            if checksum(*map(str, (name, *trial)), body) != its_sum:
                raise self._bad(f"the game {tuple(trial)} of {name!r} is damaged: its checksum is another")
            found[trial] = _PLAYED.validate_json(body)
        return found

    def campaigns(self) -> list[Entry]:
        """List all campaigns, the latest first."""
        with told(self.path), snapshot(self._connection):
            rows = self._connection.execute("SELECT name, plan, begun FROM campaign ORDER BY begun DESC").fetchall()
            known = [(name, self._plan(name, plan), begun) for name, plan, begun in rows]
            return [
                Entry(name, plan, begun, self._count(name, plan.asked.pairs), self._holder(name) is not None)
                for name, plan, begun in known
            ]

    def delete(self, name: str) -> None:
        """Delete a campaign with its games. Raises `Busy` while it is played, and `BadFile` if there is none such."""
        self.plan(name)
        with self.held(name), told(self.path):
            self._connection.execute("DELETE FROM campaign WHERE name = ?", (name,))

    def _count(self, name: str, pairs: int) -> int:
        query = "SELECT count(*) FROM trial WHERE campaign = ? AND pair < ?"
        return int(self._connection.execute(query, (name, pairs)).fetchone()[0])

    def _holder(self, name: str) -> Holder | None:
        row = self._connection.execute(_HOLDER, (name,)).fetchone()
        holder = None if row is None else Holder(*row)
        return holder if holder is not None and holder.alive else None

    def _plan(self, name: str, text: str) -> Plan:
        try:
            return Plan.model_validate_json(text)
        except ValidationError as error:
            raise self._bad(f"the campaign {name!r} can't be read: {error.errors()[0]['msg']}") from error

    def _bad(self, message: str) -> BadFile:
        return BadFile([Problem(str(self.path), message)])


def text_of(plan: Plan) -> str:
    """Give a plan as the ledger has it."""
    return plan.model_dump_json()


def _what_counts(plan: Plan) -> Sequence[object]:
    """What makes two campaigns the same one: all but how many pairs are played, and when to stop."""
    campaign = {key: value for key, value in plan.campaign.items() if key not in ("pairs", "stop")}
    arms = {
        name: (arm.header.rules.sha256, arm.header.rules.files, arm.header.seats, arm.never, arm.header.versions)
        for name, arm in plan.arms.items()
    }
    return campaign, arms
