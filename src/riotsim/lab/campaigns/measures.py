"""Measures of games. This module records a game while it is played, and then measures it.

Each kind of game adds its own measures to the common ones, which are computed here. The module also tells kinds of
measures apart, such as wins and shares.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from riotsim.bots.bot import Bot, play_out
from riotsim.games.registry import GAMES
from riotsim.play.game import FigureKind, Game
from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted
from riotsim.play.session.recorder import Decision, GameRecord, GameRecorder, Measures, ScoreSnapshot, count_options
from riotsim.play.session.session import Session

WIN_PREFIX: Final = "wins "
"""Prefix of the measures of wins, such as `wins Ada` and `wins seat 1`.

A win counts as 1 and a loss as 0. If several players share the win, each gets an equal fraction of 1.
"""

INDICATOR_MEASURES: Final = ("draws", "decided early", "unfinished")
"""Yes-or-no measures (1 or 0): whether a game was a draw, was decided early, or is unfinished."""

SHARE_MEASURES: Final = ("decided at", "forced decisions")
"""Measures whose value is a fraction of a game's turns, or of its decisions. Games of any kind may have them."""


def is_win(measure: str) -> bool:
    """Return whether a measure says who won: 1 for a win, 0 for a loss, and a fraction of 1 for a draw."""
    return measure.startswith(WIN_PREFIX) or _kind(measure) == "win"


def is_share(measure: str) -> bool:
    """Return whether the mean of a measure over many games is a share of these games, such as the share of won games.

    The measures with such a mean are the wins and the `INDICATOR_MEASURES`.
    """
    return is_win(measure) or measure in INDICATOR_MEASURES


def at_most_one(measure: str) -> bool:
    """Return whether a measure lies between 0 and 1 in every game."""
    return is_share(measure) or measure in SHARE_MEASURES or _kind(measure) == "share"


def _kind(measure: str) -> FigureKind | None:
    """Return the kind of a measure: number, share or win.

    Measures that every game has, such as `turns`, have no such kind: the result is None.
    """
    return next((game.figures[measure] for game in GAMES.values() if measure in game.figures), None)


EARLY_DECISION_SHARE: Final = 0.5
"""Fraction of a game's turns. If a game is “decided early”, its winner takes the lead for good before this point."""

_COMMON_MEASURES: Final = (
    "turns", "acts", "decisions", "unfinished", "lead changes", "options a decision", "forced decisions", "draws",
    "margin", "decided at", "decided early",
)  # fmt: skip
"""Measures that any game may have, except the scores and wins of each player and the wins of each seat."""


def play_recorded(
    session: Session[Any], players: dict[PlayerId, Bot[Any]], game: Game, seats: tuple[PlayerId, ...]
) -> GameRecord:
    """Play a game to its end and return its record.

    Args:
        session: The session, before its first request.
        players: The bot of each player.
        game: The kind of game.
        seats: All players in seat order.
    """
    onlooker = GameRecorder(session)
    shown = game.presentation()
    whose = shown.model_owners(session.state)
    decisions: list[Decision] = []
    standings: list[ScoreSnapshot] = []
    for request in play_out(session, players):
        decisions.append(Decision(request.player, request.purpose, count_options(request)))
        now = ScoreSnapshot(shown.turn(session.state).number, dict(shown.scores(session.state, session.table)))
        if not standings or standings[-1] != now:
            standings.append(now)
    tally = shown.final_score(session.state)
    assert tally is not None, "the game is over"
    return GameRecord(
        seats, tuple(onlooker.history), tuple(decisions), tuple(standings), tally.winners, bool(tally.unfinished),
        whose, session.state, tally.turns,
    )  # fmt: skip


def measure_game(course: GameRecord, game: Game, book: Any) -> Measures:
    """Measure a recorded game.

    Args:
        course: The record of the game.
        game: The kind of game.
        book: The game's rulebook.

    Returns: The measures that all kinds of game share, and the measures of this kind alone. A measure without a value
        in this game is left out, such as the winner's margin in an unfinished game.
    """
    own = game.measure(book, course)
    found = Measures(_common_figures(course) | own.figures, own.tallies)
    for decision in course.decisions:
        found.count("decisions", decision.purpose)
    return found


def measure_names(game: Game, players: Sequence[PlayerId]) -> tuple[str, ...]:
    """Return the names of all measures that a game with these players can have."""
    seats = range(1, len(players) + 1)
    each = [*(f"score {player}" for player in players), *(f"wins {player}" for player in players)]
    return (*_COMMON_MEASURES, *each, *(f"wins seat {seat}" for seat in seats), *game.figures)


def _common_figures(course: GameRecord) -> dict[str, float]:
    last = course.score_snapshots[-1]
    figures: dict[str, float] = {
        "turns": float(course.turns),
        "acts": float(sum(isinstance(one, Acted) for one in course.history)),
        "decisions": float(len(course.decisions)),
        "unfinished": float(course.unfinished),
        "lead changes": float(_lead_changes(course)),
    }
    if counted := [decision.option_count for decision in course.decisions if decision.option_count is not None]:
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
        decided = _decided_at(course)
        figures["decided at"] = decided
        figures["decided early"] = float(decided < EARLY_DECISION_SHARE)
    return figures


def _leader(standing: ScoreSnapshot) -> PlayerId | None:
    """Return the player with the highest score, or None if several share it."""
    most = max(standing.scores.values(), default=0)
    leaders = [player for player, score in standing.scores.items() if score == most]
    return leaders[0] if len(leaders) == 1 else None


def _lead_changes(course: GameRecord) -> int:
    """Return how often the lead passed from one player to another. A tie in between makes no difference."""
    leaders = [leader for leader in map(_leader, course.score_snapshots) if leader is not None]
    return sum(one != other for one, other in pairwise(leaders))


def _margin(course: GameRecord) -> float:
    """Return the winner's score minus the best score of the other players.

    For a draw, or for a game of one player, return 0.
    """
    scores = dict(course.score_snapshots[-1].scores)
    if len(course.winners) != 1 or len(scores) == 1:
        return 0.0
    return float(scores.pop(course.winners[0]) - max(scores.values()))


def _decided_at(course: GameRecord) -> float:
    """Return when the winner took the lead for good, as a fraction of the game's turns.

    - 0 if the winner has led since the set-up or the first turn.
    - 1 if the winner doesn't lead alone at the end, or if there is a draw.
    - In all other cases, the number of turns before the winner took the lead, divided by the number of all turns.
    """
    since: int | None = None
    for standing in course.score_snapshots:
        ahead = course.winners == (_leader(standing),)
        since = (standing.turn if since is None else since) if ahead else None
    return 1.0 if since is None else min(1.0, max(0, since - 1) / max(course.turns, 1))
