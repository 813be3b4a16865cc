"""Simulates every act of a stored game again, and compares the outcomes."""

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from riotsim.files.assets.meshes import ProgressListener, ignore_progress
from riotsim.play.session.journal import ReplayDiverged
from riotsim.play.session.outcomes import largest_displacement
from riotsim.play.session.session import Perform
from riotsim.store.begin import installed_versions
from riotsim.store.database.store import StoredGame
from riotsim.store.resume import describe_misfit, resume_game
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class ComparedAct:
    """An act that was simulated again."""

    entry: int
    """Number of the act's journal entry."""
    what: str
    """Kind of the act: roll, stack, carry or drop."""
    same: bool
    """True if the act settles exactly as before, to the last bit."""
    apart: float = 0.0
    """Largest distance between a piece's places then and now (mm); infinite if the pieces on the table differ."""
    facts: bool = True
    """True if the facts are the same."""

    @property
    def told(self) -> str:
        """The difference between the outcomes in words."""
        far = "other pieces are on the table" if math.isinf(self.apart) else f"{self.apart:.3g} mm apart"
        return far if self.facts else f"{far}, and something else happens"


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The result of simulating a game again."""

    acts: tuple[ComparedAct, ...]
    begun_with: dict[str, str]
    played_with: dict[str, str] = field(default_factory=installed_versions)

    def elsewhere(self) -> str:
        """Return a sentence about the differences of this machine, such as versions."""
        other = {key: value for key, value in self.played_with.items() if self.begun_with.get(key) != value}
        if not other:
            return ", on a platform that should give the same bits."
        then = ", ".join(f"{key} {self.begun_with.get(key, '?')}" for key in other)
        return f"; it was played with {then}, and here is {', '.join(f'{k} {v}' for k, v in other.items())}."

    def plain(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        acts = [{**asdict(act), "apart": None if math.isinf(act.apart) else act.apart} for act in self.acts]
        same = all(act.same for act in self.acts)
        return {"same": same, "acts": acts, "begun_with": self.begun_with, "played_with": self.played_with}


def verify_game(
    game: StoredGame, perform: Perform, where: str, *, progress: ProgressListener = ignore_progress
) -> VerificationReport:
    """Simulate every act of a game again and compare.

    Raises:
        BadFile: The game does not fit its rules.
    """
    acts: list[ComparedAct] = []

    def compare(entry: int, table: Table, act: Act, seed: int, settled: Settled) -> None:
        progress(f"act {len(acts) + 1} of {len(game.outcomes)}")
        again = perform(table, act, seed)
        what = type(act).__name__.lower()
        # By what they are written as: -0.0 equals 0.0 and is another.
        same = repr(again) == repr(settled)
        far = 0.0 if same else largest_displacement(settled.table, again.table)
        acts.append(ComparedAct(entry, what, same, far, again.facts == settled.facts))

    try:
        taken = resume_game(game, seen=compare)
    except ReplayDiverged as error:
        raise describe_misfit(game, error, where) from error
    taken.session.close()
    return VerificationReport(tuple(acts), dict(game.header.versions))
