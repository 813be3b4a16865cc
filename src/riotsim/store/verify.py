"""Simulates every act of a stored game again, and compares what comes of it."""

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
    """Its place in the journal."""
    what: str
    """Roll, stack, carry or drop."""
    same: bool
    """Whether it settles as it did, to the last bit."""
    apart: float = 0.0
    """How far apart the pieces that lie elsewhere are, at the most (mm); infinite if others are on the table."""
    facts: bool = True
    """Whether the same facts are told of it."""

    @property
    def told(self) -> str:
        """How it differs, in words."""
        far = "other pieces are on the table" if math.isinf(self.apart) else f"{self.apart:.3g} mm apart"
        return far if self.facts else f"{far}, and something else happens"


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """What came of simulating a game again."""

    acts: tuple[ComparedAct, ...]
    begun_with: dict[str, str]
    played_with: dict[str, str] = field(default_factory=installed_versions)

    def elsewhere(self) -> str:
        """Say what is different here, if anything is."""
        other = {key: value for key, value in self.played_with.items() if self.begun_with.get(key) != value}
        if not other:
            return ", on a platform that should give the same bits."
        then = ", ".join(f"{key} {self.begun_with.get(key, '?')}" for key in other)
        return f"; it was played with {then}, and here is {', '.join(f'{k} {v}' for k, v in other.items())}."

    def plain(self) -> dict[str, Any]:
        """Give it as data for JSON."""
        acts = [{**asdict(act), "apart": None if math.isinf(act.apart) else act.apart} for act in self.acts]
        same = all(act.same for act in self.acts)
        return {"same": same, "acts": acts, "begun_with": self.begun_with, "played_with": self.played_with}


def verify_game(
    game: StoredGame, perform: Perform, where: str, *, say: ProgressListener = ignore_progress
) -> VerificationReport:
    """Simulate every act. Raises `BadFile` for a game that does not fit its rules."""
    acts: list[ComparedAct] = []

    def compare(entry: int, table: Table, act: Act, seed: int, settled: Settled) -> None:
        say(f"act {len(acts) + 1} of {len(game.outcomes)}")
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
