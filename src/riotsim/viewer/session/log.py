"""The log and the dice counts of a game that is being played."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted, Entry
from riotsim.table.acts import Act, Cocked, Roll, Settled
from riotsim.table.dice.kinds import DieKind
from riotsim.viewer.session.hosted_game import GameNarrator
from riotsim.viewer.session.messages import Line, LogChanged, RollCounts


class Log:
    """The log of a game. It records which lines were already sent to the window."""

    def __init__(self, narrator: Callable[[], GameNarrator[Any]]) -> None:
        self._make_narrator = narrator
        self._sent: list[Line] = []
        self._begin()

    def _begin(self) -> None:
        self.narrator = self._make_narrator()
        """The narrator. It has received all events up to the last call of `update`."""
        self._event_counts = [0]  # number of events after each update
        self._complete: list[Line] = []

    def update(self, events: Sequence[object]) -> None:
        """Add the lines for new events to the log.

        Args:
            events: All events since the game began, old and new.
        """
        if len(events) > self._event_counts[-1]:
            self._complete += self.narrator.lines(events[self._event_counts[-1] :])
            self._event_counts.append(len(events))

    def rebuild(self, events: Sequence[object]) -> None:
        """Rebuild the log after an undo or redo, with a new narrator.

        Args:
            events: All events since the game began, without the events that were undone.
        """
        stops = [count for count in self._event_counts if count <= len(events)]
        self._begin()
        for begin, end in pairwise(stops):  # the groups in which the old narrator received the events
            self._complete += self.narrator.lines(events[begin:end])
            self._event_counts.append(end)
        self.update(events)

    def take_changes(self) -> LogChanged | None:
        """Return the changes of the log since the last call, or None if there are none."""
        growing = self.narrator.unfinished_line()
        lines = [*self._complete, growing] if growing is not None else self._complete
        kept = next(
            (place for place, (old, new) in enumerate(zip(self._sent, lines, strict=False)) if old != new),
            min(len(self._sent), len(lines)),
        )
        if kept == len(lines) == len(self._sent):
            return None
        self._sent = list(lines)
        return LogChanged(tuple(lines[kept:]), kept)


class DiceCounter:
    """Counts of the numbers rolled in a game.

    A throw counts if the die shows a number afterwards. A die that leans or has left the table shows no number.
    """

    def __init__(self) -> None:
        self._entries = 0
        self._rolled: Counter[tuple[PlayerId, DieKind, int]] = Counter()

    def update(self, journal: Sequence[Entry]) -> None:
        """Count the rolls in new journal entries. If the journal has become shorter, count all its entries again."""
        if len(journal) < self._entries:
            self._entries = 0
            self._rolled.clear()
        for entry in journal[self._entries :]:
            if isinstance(entry, Acted):
                if entry.settled is None:
                    return  # the act is under way
                self._count(entry.act, entry.settled)
            self._entries += 1

    def _count(self, act: Act, settled: Settled) -> None:
        leaning = {fact.die for fact in settled.facts_of(Cocked)}
        for die in act.dice if isinstance(act, Roll) else ():
            if die.id not in leaning and (lies := settled.table.dice.get(die.id)) is not None:
                self._rolled[die.owner, die.kind, lies.shows] += 1

    def counts(self) -> tuple[RollCounts, ...]:
        """Return the count of each rolled number, for each kind of die.

        The counts of all players together come first. Then come the counts of each player.
        """
        counts: dict[tuple[PlayerId | None, str], Counter[int]] = {}
        kinds: dict[str, DieKind] = {}
        for (player, kind, shows), times in self._rolled.items():
            kinds[kind.name] = kind
            for whose in (None, player):
                counts.setdefault((whose, kind.name), Counter())[shows] += times
        ordered = sorted(counts, key=lambda key: (key[0] or "", key[1]))
        return tuple(_count_rolls(player, kinds[name], counts[player, name]) for player, name in ordered)


def _count_rolls(player: PlayerId | None, kind: DieKind, counts: Counter[int]) -> RollCounts:
    sides = Counter(kind.values)
    each = counts.total() / sides.total()
    values = sorted(sides)
    return RollCounts(
        player,
        kind.name,
        tuple((value, counts[value]) for value in values),
        tuple(each * sides[value] for value in values),
    )
