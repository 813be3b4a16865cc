"""A game in words: whose turn it is, how it stands, and what is asked."""

from itertools import groupby
from typing import Any

from riotsim.play.game import Game
from riotsim.play.session.session import Session


def told(game: Game, book: Any, session: Session[Any]) -> str:
    """Tell how a game stands, in a few lines."""
    lines = [game.turn(session.state).title]
    rows = game.stands(book, session, session.play.now).rows
    for group, members in groupby(rows, lambda row: row.group):
        lines.append(f"{group}: {', '.join(f'{row.label} {row.text}' for row in members)}")
    lines += [f"{request.player}: {game.reason(book, session, request).title}" for request in session.pending]
    if (tally := game.tally(session.state)) is not None:
        lines.append(f"won by {', '.join(tally.winners)}" if tally.winners else tally.unfinished or "won by nobody")
    return "\n".join(lines)
