"""The ledger of campaigns: a file with the plan of each campaign and the result of each of its games.

It has the same tables as a store of games (`riotsim.store.database.schema`).
"""

import json
import os
import platform
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from riotsim.files.problems import BadFile, Problem
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.campaign import MAX_PAIRS
from riotsim.lab.campaigns.plan import Plan, Trial, plan_identity
from riotsim.lab.campaigns.trial import Played
from riotsim.play.rulebook.sections import unknown_name
from riotsim.play.session.serialization import checksum
from riotsim.store.database.connection import connect, readable_errors, snapshot, transaction
from riotsim.store.database.lock import Busy, LockHolder, process_identity
from riotsim.store.database.store import describe_fault, utc_now

_PLAYED_ADAPTER: Final[TypeAdapter[Played]] = TypeAdapter(Played)

_DIGEST: Final = re.compile(r" [0-9a-f]{8}$")
"""Pattern of the digest that commands such as `riotsim lab compare` add to a campaign's name, at its end."""

_HOLDER_QUERY: Final = "SELECT host, process, born, begun FROM campaign WHERE name = ? AND process IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Entry:
    """A summary of one campaign."""

    name: str
    plan: Plan | BadFile
    """The plan, or the error if the plan can't be read."""
    begun: str
    """Time when the campaign began (ISO 8601, UTC)."""
    played: int
    """Number of stored games that belong to the plan. If the plan can't be read, the number of all stored games."""
    running: bool


class Ledger:
    """A ledger file. Close it, or use it in a `with` statement."""

    def __init__(self, path: Path) -> None:
        """Open a ledger, or create it.

        Raises:
            BadFile: The file is not a ledger, or can't be used.
        """
        self.path = path
        self._connection = connect(path)

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @contextmanager
    def reserved(self, plan: Plan) -> Iterator[None]:
        """Store the plan of a campaign, and reserve the campaign for this process while the block lasts.

        Raises:
            Busy: Another process has reserved the campaign. For a process on another machine, the error is raised even
                if the process has ended.
            BadFile: The ledger can't be used. Or it has a campaign of the same name, whose games differ from those of
                `plan`, or whose plan can't be read.
        """
        name, me = plan.definition.name, (platform.node(), os.getpid(), process_identity(os.getpid()) or "")
        with readable_errors(self.path), transaction(self._connection):
            self._refuse_if_held(name, but_by=me)
            self._put(plan)
            self._connection.execute("UPDATE campaign SET host = ?, process = ?, born = ? WHERE name = ?", (*me, name))
        try:
            yield
        finally:
            self._connection.execute(
                "UPDATE campaign SET host = NULL, process = NULL, born = NULL "
                "WHERE name = ? AND host = ? AND process = ? AND born = ?",
                (name, *me),
            )

    def free(self, name: str) -> LockHolder | None:
        """Free a campaign that a process on another machine has reserved, even if that process is still running.

        Returns:
            The process on another machine; None if no process on another machine had reserved the campaign.

        Raises:
            Busy: A process of this machine is still playing the campaign.
            BadFile: There is no such campaign.
        """
        with readable_errors(self.path), transaction(self._connection):
            self._row(name)
            holder = self._holder(name)
            if holder is not None and holder.is_local:
                self._refuse_if_held(name)
            self._connection.execute(
                "UPDATE campaign SET host = NULL, process = NULL, born = NULL WHERE name = ?", (name,)
            )
        return holder

    def add(self, name: str, trial: Trial, played: Played) -> None:
        """Store the result of a game of the campaign `name`. A result that is already stored is kept."""
        body = json.dumps(played._asdict())
        key = (name, *trial)
        with readable_errors(self.path), transaction(self._connection):
            self._connection.execute("INSERT OR IGNORE INTO trial VALUES (?, ?, ?, ?, ?, ?)",
                                     (*key, body, checksum(*map(str, key), body)))  # fmt: skip

    def full_name(self, name: str) -> str:
        """Return the full name of a campaign.

        Commands such as `riotsim lab compare` end the name with a digest of 8 hexadecimal digits. `name` may leave it
        out.

        Raises:
            BadFile: No campaign has that name, or several have it with different digests.
        """
        with readable_errors(self.path):
            names = [one for (one,) in self._connection.execute("SELECT name FROM campaign ORDER BY begun DESC")]
        fitting = [name] if name in names else [one for one in names if _DIGEST.sub("", one) == name]
        if not fitting:
            raise self._bad(f"holds {unknown_name(f'no campaign {name!r}', name, names)}")
        if len(fitting) > 1:
            raise self._bad(f"holds {len(fitting)} campaigns {name!r}: {', '.join(fitting)}")
        return fitting[0]

    def plan(self, name: str) -> Plan:
        """Return the plan of a campaign.

        Raises:
            BadFile: There is no such campaign, or it is damaged.
        """
        with readable_errors(self.path):
            text, its_sum = self._row(name)
        if checksum(name, text) != its_sum:
            raise self._bad(f"the campaign {name!r} is damaged: its checksum is another")
        return self._plan(name, text)

    def games(self, name: str) -> dict[Trial, Played]:
        """Return all stored games of a campaign with their results, ordered by the number of their pair.

        Raises:
            BadFile: A game is damaged.
        """
        with readable_errors(self.path), snapshot(self._connection):
            rows = self._connection.execute(
                "SELECT arm, pair, place, body, sum FROM trial WHERE campaign = ? ORDER BY pair, arm, place", (name,)
            ).fetchall()
        found = {}
        for arm, pair, order, body, its_sum in rows:
            trial = Trial(arm, pair, order)
            if checksum(*map(str, (name, *trial)), body) != its_sum:
                raise self._bad(f"the game {tuple(trial)} of {name!r} is damaged: its checksum is another")
            try:
                found[trial] = _PLAYED_ADAPTER.validate_json(body)
            except ValidationError as error:
                raise self._bad(
                    f"the game {tuple(trial)} of {name!r} can't be read: {describe_fault(error)}"
                ) from error
        return found

    def campaigns(self) -> list[Entry]:
        """Return summaries of all campaigns, the newest first."""
        with readable_errors(self.path), snapshot(self._connection):
            rows = self._connection.execute("SELECT name, plan, begun FROM campaign ORDER BY begun DESC").fetchall()
            return [self._entry(*row) for row in rows]

    def _entry(self, name: str, text: str, begun: str) -> Entry:
        plan: Plan | BadFile
        try:
            plan = self._plan(name, text)
            pairs = plan.definition.pairs
        except BadFile as bad:
            plan, pairs = bad, MAX_PAIRS
        return Entry(name, plan, begun, self.count(name, pairs), self._holder(name) is not None)

    def delete(self, name: str) -> None:
        """Delete a campaign with its games.

        Raises:
            Busy: A process is playing the campaign.
            BadFile: There is no such campaign.
        """
        with readable_errors(self.path), transaction(self._connection):
            self._row(name)
            self._refuse_if_held(name)
            self._connection.execute("DELETE FROM campaign WHERE name = ?", (name,))

    def count(self, name: str, pairs: int = MAX_PAIRS) -> int:
        """Return the number of stored games in the first `pairs` pairs of a campaign.

        If the campaign is unknown, this is 0.
        """
        query = "SELECT count(*) FROM trial WHERE campaign = ? AND pair < ?"
        with readable_errors(self.path):
            return int(self._connection.execute(query, (name, pairs)).fetchone()[0])

    def _row(self, name: str) -> tuple[str, str]:
        """Return the stored plan of a campaign and its checksum. Raise `BadFile` if there is no such campaign."""
        row = self._connection.execute("SELECT plan, sum FROM campaign WHERE name = ?", (name,)).fetchone()
        if row is None:
            names = [one for (one,) in self._connection.execute("SELECT name FROM campaign ORDER BY begun DESC")]
            raise self._bad(f"holds {unknown_name(f'no campaign {name!r}', name, names)}")
        text, its_sum = row
        return text, its_sum

    def _put(self, plan: Plan) -> None:
        """Store the plan of a campaign. If the ledger already has a plan of the same name and games, replace it.

        Raises:
            BadFile: The ledger has a campaign of the same name, whose games differ from those of `plan`, or whose plan
                can't be read.
        """
        name, text = plan.definition.name, plan_to_text(plan)
        row = self._connection.execute("SELECT plan FROM campaign WHERE name = ?", (name,)).fetchone()
        if row is not None and (other := describe_differences(self._plan(name, row[0]), plan)):
            raise self._bad(f"has another campaign {name!r}, with other {other}: give this one another name, or "
                            f"another ledger, or delete that one: {self._command('delete', name)}")  # fmt: skip
        self._connection.execute(
            "INSERT INTO campaign (name, plan, sum, begun) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (name) DO UPDATE SET plan = excluded.plan, sum = excluded.sum",
            (name, text, checksum(name, text), utc_now()),
        )

    def _refuse_if_held(self, name: str, *, but_by: tuple[str, int, str] | None = None) -> None:
        """Check that no process other than `but_by` is playing a campaign.

        Args:
            name: The campaign.
            but_by: The process that is allowed to play the campaign: the name of its machine, its process id, and its
                identity. If None, no process is allowed to.

        Raises:
            Busy: Another process is playing the campaign.
        """
        holder = self._holder(name)
        if holder is None or (holder.host, holder.process, holder.born) == but_by:
            return
        busy = f"the campaign {name!r} is being played by process {holder.process}"
        if not holder.is_local:
            busy += f" on {holder.host}; if that is gone: {self._command('free', name)}"
        raise Busy(busy)

    def _holder(self, name: str) -> LockHolder | None:
        row = self._connection.execute(_HOLDER_QUERY, (name,)).fetchone()
        holder = None if row is None else LockHolder(*row)
        return holder if holder is not None and holder.is_alive else None

    def _plan(self, name: str, text: str) -> Plan:
        try:
            plan = Plan.model_validate_json(text)
        except ValidationError as error:
            raise self._bad(f"the campaign {name!r} can't be read: {error.errors()[0]['msg']}") from error
        if unknown := {arm.header.game for arm in plan.arms.values()} - GAMES.keys():
            game = min(unknown)
            sentence = unknown_name(f"{game!r} is no game of riotsim", game, GAMES)
            raise self._bad(f"the campaign {name!r} can't be read: {sentence}")
        return plan

    def _command(self, what: str, name: str) -> str:
        """Return the shell command `riotsim lab WHAT` for a campaign of this ledger."""
        ledger = ["--db", str(self.path)]
        words = [*ledger, "--", name] if name.startswith("-") else [name, *ledger]
        return shlex.join(["riotsim", "lab", what, *words])

    def _bad(self, message: str) -> BadFile:
        return BadFile([Problem(str(self.path), message)])


def plan_to_text(plan: Plan) -> str:
    """Return a plan as JSON, as the ledger stores it."""
    return plan.model_dump_json()


MAX_NAMED_KEYS: Final = 3
"""Maximum number of keys of the rules that `describe_differences` names. The other keys are only counted."""

MAX_VALUE_LENGTH: Final = 30
"""Maximum length of a value that `describe_differences` shows (characters)."""


def describe_differences(before: Plan, asked: Plan) -> str:
    """Describe the differences between two plans, such as `rules (tower.swig: 1 there, 2 here) and other seed`.

    The text is empty if both plans have the same games.

    Args:
        before: The stored plan, “there” in the text.
        asked: The new plan, “here” in the text.
    """
    one, other = plan_identity(before), plan_identity(asked)
    keys = [key for key, value in other.items() if one[key] != value]
    if "arms" in keys:
        return f"arms ({_list(before)} there, {_list(asked)} here)"
    told = {"rules": f"rules{_of_rules(before, asked)}", "bosses": "players"}  # the keys are those of version 0.1
    return " and other ".join(told.get(key, key) for key in keys)


def _list(plan: Plan) -> str:
    return _short(", ".join(plan.arms))


def _of_rules(before: Plan, asked: Plan) -> str:
    """Return the keys of the rules that differ between two plans, such as ` (tower.swig: 1 there, 2 here)`.

    “There” is the stored plan `before`, and “here” is the new plan `asked`. The text is empty if no key differs.
    """
    found: dict[str, str] = {}
    for name, arm in asked.arms.items():
        there, here = dict(_flat(before.arms[name].header.rules.text)), dict(_flat(arm.header.rules.text))
        for key in dict.fromkeys((*there, *here)):
            if (old := there.get(key)) != (new := here.get(key)):
                found.setdefault(key, f"{key}: {_short(old)} there, {_short(new)} here")
    more = [f"{len(found) - MAX_NAMED_KEYS} more"] if len(found) > MAX_NAMED_KEYS else []
    return f" ({'; '.join([*list(found.values())[:MAX_NAMED_KEYS], *more])})" if found else ""


def _flat(rules: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for key, value in rules.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _short(value: object) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"
