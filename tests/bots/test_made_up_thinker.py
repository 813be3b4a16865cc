"""A game with a thinker of its own: planners ask the thinker. If it gives no answer, they answer as greedy bots."""

from collections.abc import MutableMapping
from dataclasses import dataclass, field, replace
from typing import cast

import pytest
from made_up_board_game import TUMBLE, Rules, State, begin

from riotsim.bots.bot import play_out
from riotsim.games.registry import GAMES
from riotsim.physics.perform import perform
from riotsim.play.evaluation import ChanceSource
from riotsim.play.game import Assets, Game
from riotsim.play.requests import Choose, Request
from riotsim.play.session.journal import Answered
from riotsim.play.session.session import Session
from riotsim.players import bots_for, make_bots
from riotsim.store.database.document import Seat


@dataclass
class Turner:
    """A thinker that answers with the first turn of a cube on offer, but gives no answer in the third turn."""

    efforts: list[float] = field(default_factory=list)

    def think(
        self, request: Request[object], session: Session[State], chance: ChanceSource, effort: float
    ) -> object | None:
        """Return the first turn, or None."""
        assert isinstance(request, Choose)
        self.efforts.append(effort)
        turns = [option for option in request.options if option.endswith(" turn")]
        return None if session.state.turns == 2 else turns[0]


@pytest.mark.parametrize(("bot", "effort"), [("planner", 1.0), ("hasty", 0.25)])
def test_planners_ask_the_thinker(bot: str, effort: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner gives the thinker's answers, and passes on the effort of its level. If the thinker has no answer, the
    planner answers as a greedy bot.
    """
    thinker = Turner()
    game = replace(TUMBLE, thinker=lambda _rules: thinker)
    monkeypatch.setitem(cast(MutableMapping[str, Game], GAMES), game.name, game)
    assert set(bots_for(game)) == {"greedy", "planner", "hasty", "easy", "random"}
    seats = [Seat(name="Ada", player=bot), Seat(name="Bea", player=bot)]
    rules = Rules(turns=2)
    session = begin(rules, seats, 5, perform, Assets({}, {}, {}), False)
    for _ in play_out(session, make_bots({seat.name: bot for seat in seats}, rules, 5)):
        pass
    answers = [entry.answers[0][1] for entry in session.journal if isinstance(entry, Answered)]
    assert answers[0] == "a1 turn"
    assert not str(answers[2]).endswith(" turn")
    assert thinker.efforts == [effort] * 4


def test_a_thinker_is_not_asked_to_do_what_a_player_avoids(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the thinker's answer is an option that the player avoids, the planner answers as a greedy bot."""
    game = replace(TUMBLE, thinker=lambda _rules: Turner(), options=("a1 turn",))
    monkeypatch.setitem(cast(MutableMapping[str, Game], GAMES), game.name, game)
    rules = Rules(turns=1)
    session = begin(rules, [Seat(name="Ada", player="planner"), Seat(name="Bea", player="planner")], 5, perform,
                    Assets({}, {}, {}), False)  # fmt: skip
    bots = make_bots({"Ada": "planner", "Bea": "planner"}, rules, 5, never={"Ada": ["a1 turn"]})
    assert bots["Ada"].answer(session.pending[0], session) != "a1 turn"


def test_a_game_without_a_thinker_and_ratings_has_no_planner() -> None:
    """A game has planners only if it has a thinker or ratings of positions."""
    assert set(bots_for(TUMBLE)) == {"greedy", "easy", "random"}
