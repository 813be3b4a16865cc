"""What is measured of any game, and of how its bosses' decisions were."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from riotsim.bots.bot import Bot, play_out
from riotsim.play.game import Game
from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted
from riotsim.play.session.recorder import Decision, GameRecord, GameRecorder, Measures, ScoreSnapshot, options_of
from riotsim.play.session.session import Session

EARLY: Final = 0.5
"""A game is decided early if who wins has led from before this share of its turns to the end."""

_OF_ALL: Final = (
    "turns", "acts", "decisions", "unfinished", "lead changes", "options a decision", "forced decisions", "draws",
    "margin", "decided at", "decided early",
)  # fmt: skip
"""The figures that a game of any kind may have, but for those of its bosses and seats."""


def play_recorded(
    session: Session[Any], players: dict[PlayerId, Bot[Any]], game: Game, seats: tuple[PlayerId, ...]
) -> GameRecord:
    """Play a game to its end, and give how it went."""
    onlooker = GameRecorder(session)
    whose = game.models(session.state)
    decisions: list[Decision] = []
    standings: list[ScoreSnapshot] = []
    for request in play_out(session, players):
        decisions.append(Decision(request.player, request.purpose, options_of(request)))
        now = ScoreSnapshot(game.turn(session.state).number, dict(game.scores(session.state, session.table)))
        if not standings or standings[-1] != now:
            standings.append(now)
    tally = game.tally(session.state)
    assert tally is not None, "the game is over"
    return GameRecord(
        seats, tuple(onlooker.happened), tuple(decisions), tuple(standings), tally.winners, bool(tally.unfinished),
        whose, session.state,
    )  # fmt: skip


def measure_game(course: GameRecord, game: Game, book: Any) -> Measures:
    """Measure a game: what all games have, and what this one has besides."""
    own = game.measure(book, course)
    found = Measures(_of_all(course) | own.figures, own.tallies)
    for decision in course.decisions:
        found.count("decisions", decision.purpose)
    return found


def measure_names(game: Game, players: Sequence[PlayerId]) -> tuple[str, ...]:
    """Give the names of all figures that a game with bosses of these names may have."""
    seats = range(1, len(players) + 1)
    each = [*(f"score {player}" for player in players), *(f"wins {player}" for player in players)]
    return (*_OF_ALL, *each, *(f"wins seat {seat}" for seat in seats), *game.figures)


def _of_all(course: GameRecord) -> dict[str, float]:
    last = course.standings[-1]
    figures: dict[str, float] = {
        "turns": float(_turns(course)),
        "acts": float(sum(isinstance(one, Acted) for one in course.happened)),
        "decisions": float(len(course.decisions)),
        "unfinished": float(course.unfinished),
        "lead changes": float(_lead_changes(course)),
    }
    if counted := [decision.options for decision in course.decisions if decision.options is not None]:
        figures["options a decision"] = sum(counted) / len(counted)
        figures["forced decisions"] = Counter(counted)[1] / len(counted)
    for player in course.seats:
        figures[f"score {player}"] = float(last.scores.get(player, 0))
    if course.winners:
        share = 1.0 / len(course.winners)
        for seat, player in enumerate(course.seats, 1):
            figures[f"wins {player}"] = figures[f"wins seat {seat}"] = share if player in course.winners else 0.0
        figures["draws"] = float(len(course.winners) > 1)
        figures["margin"] = _margin(course)
        decided = _decided(course)
        figures["decided at"] = decided
        figures["decided early"] = float(decided < EARLY)
    return figures


def _turns(course: GameRecord) -> int:
    """How many turns were played: a game that is over is in the one that would have come."""
    return max(course.standings[-1].turn - 1, 1)


def _leader(standing: ScoreSnapshot) -> PlayerId | None:
    """Who leads alone."""
    most = max(standing.scores.values(), default=0)
    leaders = [player for player, score in standing.scores.items() if score == most]
    return leaders[0] if len(leaders) == 1 else None


def _lead_changes(course: GameRecord) -> int:
    """How often another has led alone than the one before who did."""
    leaders = [leader for leader in map(_leader, course.standings) if leader is not None]
    return sum(one != other for one, other in pairwise(leaders))


def _margin(course: GameRecord) -> float:
    """By how much the best winner is ahead of the best of the others; 0 in a draw."""
    scores = course.standings[-1].scores
    best = max(scores[player] for player in course.winners)
    others = [score for player, score in scores.items() if player not in course.winners]
    return float(best - max(others)) if len(course.winners) == 1 and others else 0.0


def _decided(course: GameRecord) -> float:
    """The share of the game's turns before who won began to lead alone for good; 1 for a draw, or a win from behind."""
    since: int | None = None
    for standing in course.standings:
        ahead = course.winners == (_leader(standing),)
        since = (standing.turn if since is None else since) if ahead else None
    return 1.0 if since is None else min(1.0, (since - 1) / _turns(course))
