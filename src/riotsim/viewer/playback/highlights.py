"""The highlights of a game, played in the window or recorded: its tallest tower, greatest fall and best throw."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from riotsim.play.displays import DataSheet
from riotsim.play.requests import PlayerId
from riotsim.replay.recording import Recording
from riotsim.table.acts import Act, Cocked, Roll, Settled, Stack, TowerFell
from riotsim.table.pieces import Die, PieceId
from riotsim.table.state import Table
from riotsim.viewer.session.messages import ActSettled, ActStarted, FromHost, GameStatus, LogChanged

LEAST_TOWER, LEAST_FALL, LEAST_THROW = 3, 3, 2
"""Least numbers of dice. A tower, a fall or a throw with fewer dice is no highlight."""

GOOD_THROW: Final = 0.8
"""A throw of dice can be a highlight if its mean value is at least this.

The value of a die is 0 at its lowest number, and 1 at its highest number.
"""

TALLEST_TOWER: Final = "Tallest tower"
BEST_THROW: Final = "Best throw"
"""Two kinds of highlights. A replay shows these highlights in slow motion and from near. A game in progress doesn't."""

KINDS = (TALLEST_TOWER, "Greatest fall", BEST_THROW)
"""The kinds of highlights, in the order of telling."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A remarkable event of a game, such as its tallest tower."""

    kind: str
    """One of `KINDS`."""
    text: str
    """The event and its owner, such as `8 dice, Nell`."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A highlight that is shown only if no other highlight of the same kind is better."""

    highlight: Highlight
    score: tuple[float, ...]
    """Score among highlights of one kind. The largest score is the best."""
    place: int
    """Number of log lines before the act. In a recording, it is the index of the act's moment instead."""


class Highlights:
    """The highlights of a game, found in the messages of its host. Undoing an act removes its highlights."""

    def __init__(self) -> None:
        self._found: list[_Candidate] = []
        self._lines = 0
        self._began: ActStarted | None = None
        self._sheets: Mapping[PieceId, DataSheet] = {}
        self._uncounted: frozenset[PieceId] = frozenset()

    @property
    def texts(self) -> tuple[Highlight, ...]:
        """The kinds and texts of the highlights; empty if there are none."""
        return tuple(one.highlight for one in _best(self._found))

    def note(self, message: FromHost) -> None:
        """Update the highlights from a message of the host."""
        match message:
            case ActStarted():
                self._began = message
            case ActSettled(settled=settled) if self._began is not None:
                began = self._began
                about = _ActOutcome(began.act, began.before, settled, began.player or "", self._sheets, self._uncounted)
                self._found += _highlights(about, self._lines)
                self._uncounted = about.uncounted
                self._began = None
            case GameStatus(sheets=sheets):
                self._sheets = sheets
            case LogChanged(lines, kept):
                count = kept + len(lines)
                if count < self._lines:  # something was undone
                    self._found = [one for one in self._found if one.place < count]
                self._lines = count


def recorded_highlights(recording: Recording) -> tuple[tuple[int, Highlight], ...]:
    """Return the highlights of a recording, each with the index of its moment."""
    found: list[_Candidate] = []
    uncounted: frozenset[PieceId] = frozenset()
    for number, moment in enumerate(recording.moments):
        if moment.act is not None and moment.settled is not None:
            player = moment.turn.player or ""
            outcome = _ActOutcome(moment.act, moment.before, moment.settled, player, moment.sheets, uncounted)
            found += _highlights(outcome, number)
            uncounted = outcome.uncounted
    return tuple((one.place, one.highlight) for one in _best(found))


@dataclass(frozen=True, slots=True)
class _ActOutcome:
    """An act with its outcome."""

    act: Act
    before: Table
    settled: Settled
    player: PlayerId
    """The player whose turn it is; empty if it is nobody's turn."""
    sheets: Mapping[PieceId, DataSheet]
    """The data sheets of pieces."""
    uncounted_before: frozenset[PieceId] = frozenset()
    """The value of `uncounted` for the previous act."""

    @property
    def counts_whole(self) -> bool:
        """True if the numbers of this act's dice may give a highlight.

        Three conditions must be met:

        - The act is a throw of dice.
        - No thrown die is cocked or off the table.
        - The act doesn't throw only some of the dice in `uncounted_before` again. The log never lists the numbers of
          these dice by themselves.
        """
        return bool(self._thrown) and self._shows_all and not self._repeats

    @property
    def uncounted(self) -> frozenset[PieceId]:
        """The dice of a throw that doesn't count yet, because one of them was cocked or off the table; empty if none.

        - After an act that is not a throw: the dice in `uncounted_before`.
        - After a throw without a cocked or lost die: empty.
        - After a throw with a die that was cocked or off the table: all dice of this throw. But if the throw only
          repeated some of the dice in `uncounted_before`: the dice in `uncounted_before`.
        """
        if not self._thrown or (self._repeats and not self._shows_all):
            return self.uncounted_before
        return frozenset() if self._shows_all else self._thrown

    @property
    def _thrown(self) -> frozenset[PieceId]:
        return frozenset(die.id for die in self.act.dice) if isinstance(self.act, Roll) else frozenset()

    @property
    def _shows_all(self) -> bool:
        return self._thrown <= self.settled.table.dice.keys() - {fact.die for fact in self.settled.facts_of(Cocked)}

    @property
    def _repeats(self) -> bool:
        return self._thrown < self.uncounted_before

    def owner(self, tower: PieceId, table: Table) -> PlayerId:
        """Return the name that a highlight gives as the owner of a tower.

        - For a tower beside a model: the title of the model's data sheet, or the model's name if it has no sheet.
        - For any other tower: the player who owns all its dice, or an empty text if no player owns them all.
        """
        if tower in table.models:
            return self.sheets[tower].title if tower in self.sheets else tower
        owners = {die.owner for die in table.tower_dice(tower)}
        return (owners.pop()) if len(owners) == 1 else ""


def _highlights(outcome: _ActOutcome, place: int) -> Iterator[_Candidate]:
    """Yield the highlights that an act may give.

    Args:
        outcome: The act with its outcome.
        place: Number of log lines before the act. In a recording, it is the index of the act's moment instead.
    """

    def highlight(kind: int, score: tuple[float, ...], text: str, who: str) -> _Candidate:
        return _Candidate(Highlight(KINDS[kind], f"{text}, {who}" if who else text), score, place)

    act, before, after = outcome.act, outcome.before, outcome.settled.table
    tallest = tallest_tower(after)
    if (height := after.tower_height(tallest)) >= LEAST_TOWER:
        yield highlight(0, (height,), f"{height} dice", outcome.owner(tallest, after))
    stacked = act.tower if isinstance(act, Stack) else None
    fallen = {fact.tower: before.tower_height(fact.tower) for fact in outcome.settled.facts_of(TowerFell)}
    fallen = {name: height + (name == stacked) for name, height in fallen.items()}  # with the die that felled it
    if (count := sum(fallen.values())) >= LEAST_FALL:
        if len(fallen) == 1:
            yield highlight(1, (count,), f"{count} dice", outcome.owner(next(iter(fallen)), before))
        else:
            yield highlight(1, (count,), f"{count} dice of {len(fallen)} towers", outcome.player)
    if isinstance(act, Roll) and outcome.counts_whole:
        thrown = [after.dice[die.id] for die in act.dice]
        numbered = [die for die in thrown if not die.kind.has_signs and die.kind.sides > 1]
        owners = {die.owner for die in numbered}
        if len(numbered) >= LEAST_THROW and len(owners) == 1 and (worth := _worth(numbered)) >= GOOD_THROW:
            yield highlight(2, (worth, len(numbered)), _throw_text(numbered), owners.pop())


def tallest_tower(table: Table) -> PieceId:
    """Return the name of the tower with the most dice. If several have this number of dice, return the first.

    If there are no towers, return an empty text.
    """
    return max(table.towers, key=table.tower_height, default="")


def _best(found: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the best highlight of each kind. If several of a kind are equally good, the first of them is the best."""
    best = (max((one for one in found if one.highlight.kind == kind), key=_score, default=None) for kind in KINDS)
    return [one for one in best if one is not None]


def _score(one: _Candidate) -> tuple[float, ...]:
    return one.score


def _worth(dice: Iterable[Die]) -> float:
    """Return the mean value of dice. The value of a die is 0 at its lowest number, and 1 at its highest number."""
    places = []
    for die in dice:
        low, high = min(die.kind.values), max(die.kind.values)
        places.append((die.shows - low) / (high - low) if high > low else 0.0)
    return sum(places) / len(places)


def _throw_text(dice: Iterable[Die]) -> str:
    """Return the numbers of dice as a text, such as `6, 6 and 5 with 3d6`."""
    dice = list(dice)
    shown = [str(value) for value in sorted((die.shows for die in dice), reverse=True)]
    kinds = Counter(die.kind.name for die in dice)
    pool = " + ".join(f"{count if count > 1 else ''}{kind}" for kind, count in kinds.items())
    return f"{', '.join(shown[:-1])} and {shown[-1]} with {pool}"
