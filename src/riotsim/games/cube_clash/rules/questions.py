"""The questions that lead a player to an option, one small question at a time (CC-10 to CC-76).

Each option is described by a sequence of words. Each question asks for one word: a piece, a choice or a square. A word
that all remaining options share isn't asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never, cast

from riotsim.games.cube_clash.board.places import Layout, die_size
from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.board.squares import SQUARES, Square
from riotsim.games.cube_clash.combat.choices import Allot, Decline, Place
from riotsim.games.cube_clash.combat.values import colours
from riotsim.games.cube_clash.state import Asked, Word
from riotsim.games.cube_clash.turns.options import (
    Banish,
    Convert,
    DamageUnit,
    Move,
    MoveUnit,
    Option,
    Recall,
    Reorient,
    Rotate,
    Shoot,
    Step,
    Strike,
    Swap,
)
from riotsim.games.cube_clash.turns.spells import reorientations
from riotsim.games.cube_clash.turns.turn import (
    Acting,
    Casting,
    Moving,
    Situation,
    StrikingAgain,
    Walking,
    without_yellow,
)
from riotsim.games.cube_clash.units.orientations import PLACE_OF, Orientation
from riotsim.games.cube_clash.units.unit import DieId
from riotsim.play.requests import Choose, PickPiece, PickPoint, PlayerId, Request, Spot
from riotsim.table.geometry.plan import rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.memo import memoize_last
from riotsim.table.poses import distance

NOTHING: Final = "nothing"
"""The answer for doing nothing more."""

TURNS: Final[Mapping[int, str]] = {1: "turn right", 2: "turn about", 3: "turn left"}
"""The answer for each rotation. The keys are numbers of quarter turns clockwise."""

MOVE, PASS, TURN, BANISH = "move", "pass", "turn", "banish"


Words: TypeAlias = tuple[Word, ...]


def candidates(match: Match, now: Situation) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """Return two tuples: the open options without two kinds of spells, and the names of the open kinds among these.

    The kinds have so many spells that they aren't listed one by one:

    - `TURN`: yellow spells, which turn dice on their squares (CC-62). There may be a million of them.
    - `BANISH`: black spells that remove dead dice from the game (CC-65).
    """
    found = tuple(without_yellow(match, now))
    told = tuple(option for option in found if not isinstance(option, Banish))
    more = (BANISH,) if len(told) < len(found) else ()
    if now.pending or now.over or not isinstance(now.stage, Casting):
        return told, more
    here, stage = now.position, now.stage
    yellow = "yellow" in colours(match, here[stage.die])
    may_turn = yellow and next(reorientations(match, here, stage.points), None) is not None
    return told, (*more, TURN) if may_turn else more


def wordings(match: Match, now: Situation, option: Option) -> Iterator[Words]:
    """Yield each sequence of words that describes an open option.

    Most options have one sequence. A blue spell has two, as the player may name its two units in either order.
    """
    yield _words(match, now, option)
    if isinstance(option, Swap):
        yield (Word("spell", "swap"), Word("target", option.other), Word("second", option.one))


def _words(match: Match, now: Situation, option: Option) -> Words:
    if now.pending:
        return _pending_words(option)
    stage = now.stage
    match option:
        case Decline():
            return (_decline(stage),)
        case Place() if isinstance(stage, Walking):
            return (Word("start", "walk"), Word("die", option.die), *_place(option))
        case Place():
            return (Word("start", "return"), Word("dead", option.die), *_place(option))
        case Step() | Rotate():
            how = option.direction if isinstance(option, Step) else TURNS[option.quarters]
            if stage != Moving():
                return (Word("move", how),)  # another turn of the same die
            may_pass = (Word("turn", MOVE),) if match.rules.turn.may_pass else ()
            return (*may_pass, Word("die", option.die), Word("move", how))
        case Strike(target):
            return (Word("action", "melee"), Word("target", target))
        case Shoot(target):
            return (Word("action", "missile"), Word("target", target))
        case Move(to):
            assert isinstance(stage, Acting)
            return (Word("action", "maneuver"), Word("square", to, stage.die))
        case Convert(target, new):
            return (Word("action", "convert"), Word("target", target), Word("dead", new.die), *_lie(new.lies))
        case DamageUnit(points, target):
            return (Word("spell", "red"), Word("target", target), Word("points", str(points)))
        case Recall(_, place):
            return (Word("spell", "return"), Word("dead", place.die), *_place(place))
        case Swap(_, one, other):
            return (Word("spell", "swap"), Word("target", one), Word("second", other))
        case MoveUnit(_, die, to):
            return (Word("spell", "move"), Word("target", die), Word("square", to, die))
        case Banish() | Reorient() | Allot():
            raise ValueError(f"{option} has no words")
    assert_never(option)


def _pending_words(option: Option) -> Words:
    """Return the words of an option for settling an attack (CC-42, CC-50, CC-74, CC-76)."""
    match option:
        case Decline():
            return (Word("revive", NOTHING),)
        case Place():
            return (Word("revive", "return"), Word("dead", option.die), *_place(option))
        case Allot(((die, _),)):
            return (Word("counter", die), Word("share", "all"))
        case Allot(hits):
            return (Word("counter", hits[0][0]), *(Word("share", f"{points} to {die}") for die, points in hits))
    raise ValueError(f"{option} is no choice while an attack is settled")


def _decline(stage: object) -> Word:
    match stage:
        case Moving(None):
            return Word("turn", PASS)
        case Moving():
            return Word("move", NOTHING)
        case Acting() | StrikingAgain():
            return Word("action", NOTHING)
        case Casting():
            return Word("spell", NOTHING)
    return Word("start", NOTHING)


def _place(place: Place) -> Words:
    return (Word("square", place.at, place.die), *_lie(place.lies))


def _lie(lies: Orientation) -> Words:
    return (Word("top", PLACE_OF[lies.top]), Word("north", PLACE_OF[lies.north]))


@dataclass(frozen=True, slots=True)
class Question:
    """One of the questions whose answers together choose an option."""

    request: Request[object]
    """The request."""
    path: Words
    """The known words before this question."""
    answers: Mapping[object, Word]
    """The word that each answer stands for."""
    leaves: Mapping[Word, tuple[Option, ...]]
    """The remaining options after each word; empty for `TURN` and `BANISH`."""

    def word(self, answer: object) -> Word:
        """Return the word that an answer stands for. A point stands for the nearest point in `answers`."""
        if isinstance(answer, Spot):
            # the answer may be rounded
            at = answer.at
            answer = min((one for one in self.answers if isinstance(one, Spot)), key=lambda one: distance(one.at, at))
        return self.answers[answer]


def next_question(match: Match, places: Layout, now: Situation, asked: Asked, player: PlayerId) -> Question | Option:
    """Return the next question with more than one answer. If only one option is possible, return this option.

    Args:
        match: The match.
        places: The places on the table.
        now: The situation.
        asked: The open options, and the player's answers so far.
        player: The player who is asked.
    """
    told: Sequence[tuple[Words, Option]] = _worded(asked.open, match, now)
    path = asked.path
    while True:
        level = len(path)
        told = [(said, option) for said, option in told if said[:level] == path]
        groups: dict[Word, list[Option]] = {}
        for said, option in told:
            if level < len(said):
                groups.setdefault(said[level], []).append(option)
        for name in () if path else asked.spells:
            groups[Word("spell", name)] = []
        if not groups:
            return told[0][1]
        if len(groups) > 1:
            leaves = {word: tuple(found) for word, found in groups.items()}
            return Question(*_request(match, places, player, tuple(groups), path), leaves)
        path = (*path, *groups)


@memoize_last  # the same options lead to question after question, which bots look up too
def _worded(open_: tuple[Option, ...], match: Match, now: Situation) -> Sequence[tuple[Words, Option]]:
    """Return pairs of an open option's words and the option itself. An option may have several pairs."""
    return tuple((said, option) for option in open_ for said in wordings(match, now, option))


def _request(
    match: Match, places: Layout, player: PlayerId, found: Words, path: Words
) -> tuple[Request[object], Words, dict[object, Word]]:
    """Return the first three fields of a `Question`.

    Args:
        match: The match.
        places: The places on the table.
        player: The player who is asked.
        found: The words to choose from.
        path: The known words before this question.

    Returns:
        The request to pick a word, the unchanged `path`, and the word for each answer to the request.
    """
    one = found[0]
    if isinstance(one.answer, int):
        squares = [word.answer for word in found if isinstance(word.answer, int)]
        asked = squares_request(match, places, player, one.purpose, one.piece, squares)
        spots = (Spot(one.piece, places.middle(at)) for at in squares)
        return cast(Request[object], asked), path, dict(zip(spots, found, strict=True))
    names = tuple(str(word.answer) for word in found)
    kind = PickPiece if all(name in match.dice for name in names) else Choose
    return cast(Request[object], kind(player, one.purpose, names)), path, dict(zip(names, found, strict=True))


def squares_request(
    match: Match, places: Layout, player: PlayerId, purpose: str, die: DieId, squares: Sequence[Square]
) -> PickPoint:
    """Return the request for the square of a new die.

    Args:
        match: The match.
        places: The places on the table.
        player: The player who is asked.
        purpose: The purpose of the request, such as `square`.
        die: The die that is put on the square.
        squares: The squares to choose from.
    """
    size = die_size(match.rules, match.health(die))
    region = Region(
        rectangle((0.0, 0.0), size, size),
        *places.size,
        places=tuple(places.middle(at) for at in SQUARES if at in squares),
    )
    return PickPoint(player, purpose, ((die, region),))
