"""What players can't choose in each game, with the reasons."""

from pathlib import Path

import pytest
from game_checks import Subject

from riotsim.games.registry import GAMES
from riotsim.play.requests import Choose

MOST = 300
"""Greatest number of requests of a game that are looked at."""


@pytest.mark.parametrize("name", ["riot_dice", "demolition_dice", "cube_clash", "buskit"])
def test_what_is_not_open_has_a_reason(name: str, tmp_path: Path) -> None:
    """In a game by luck some answers are not open: each has a name and a sentence, and none of them is an option."""
    game, found = GAMES[name], 0
    with Subject(game, name, tmp_path).begin() as match:
        for _ in range(MOST):
            if match.is_over:
                break
            for request in match.pending:
                closed = game.unavailable(match.rules, match.session, request)
                found += len(closed)
                assert all(one.label and one.reason.endswith(".") for one in closed)
                open_ = {str(option) for option in request.options} if isinstance(request, Choose) else set()
                assert not open_ & {one.label.lower() for one in closed}
            match.step()
    assert found or name == "demolition_dice", "nothing is ever closed"
