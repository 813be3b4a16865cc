"""Counts what rolled dice have come to, beside what fair ones would on the average."""

from collections import Counter
from collections.abc import Sequence

from riotsim.play.requests import BossId
from riotsim.play.session.journal import Acted, Entry
from riotsim.table.acts import Act, Roll, Settled
from riotsim.table.dice.kinds import DieKind
from riotsim.table.pieces import PieceId
from riotsim.viewer.session.messages import RollCounts


class DiceCounter:
    """Goes through a journal as it grows. Of a die that was thrown again only the last throw counts."""

    def __init__(self) -> None:
        self._entries = 0
        self._shown: dict[PieceId, tuple[BossId, DieKind, int]] = {}

    def hear(self, journal: Sequence[Entry]) -> None:
        """Take up how a journal has gone on, or back."""
        if len(journal) < self._entries:
            self._entries, self._shown = 0, {}
        for entry in journal[self._entries :]:
            if isinstance(entry, Acted):
                if entry.settled is None:
                    return  # it is under way
                self._count(entry.act, entry.settled)
            self._entries += 1

    def _count(self, act: Act, settled: Settled) -> None:
        for die in act.dice if isinstance(act, Roll) else ():
            self._shown.pop(die.id, None)
            if (lies := settled.table.dice.get(die.id)) is not None:
                self._shown[die.id] = (die.owner, die.kind, lies.shows)

    def rolled(self) -> tuple[RollCounts, ...]:
        """Give the counts of each boss and kind of dice, and first those of all bosses together."""
        counts: dict[tuple[BossId | None, str], Counter[int]] = {}
        kinds: dict[str, DieKind] = {}
        for boss, kind, shows in self._shown.values():
            kinds[kind.name] = kind
            for whose in (None, boss):
                counts.setdefault((whose, kind.name), Counter())[shows] += 1
        ordered = sorted(counts, key=lambda key: (key[0] or "", key[1]))
        return tuple(_rolled(boss, kinds[name], counts[boss, name]) for boss, name in ordered)


def _rolled(boss: BossId | None, kind: DieKind, seen: Counter[int]) -> RollCounts:
    sides = Counter(kind.values)
    each = seen.total() / sides.total()
    values = sorted(sides)
    return RollCounts(
        boss, kind.name, tuple((value, seen[value]) for value in values), tuple(each * sides[value] for value in values)
    )
