"""A made-up game in which groups are picked is played, killed, undone, verified, replayed and filmed like any other."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from fake_window import of, played_here
from game_checks import (
    is_filmed,
    is_hosted,
    is_killed_and_goes_on,
    is_played_by_every_bot,
    is_replayed,
    is_told_in_its_words,
    is_undone,
    plays_and_verifies,
)
from game_subject import Subject, made_up_subject
from made_up_group_game import MUSTER, Turned

from riotsim.agents.actions import DEFAULT_LAYOUT as ACTIONS
from riotsim.app.window.hosting import GameInWindow
from riotsim.envs.base import GameSpec
from riotsim.envs.environments import EnvironmentFactory
from riotsim.files.rules import load_rules
from riotsim.play.formations import arrange
from riotsim.play.group_requests import PlaceSome
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.viewer.session.messages import Answer, FromHost, GameOver, Question, Refusal, ToHost, Undo


@pytest.fixture
def muster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Return the made-up game with a rules file."""
    return made_up_subject(MUSTER, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "check",
    [
        is_told_in_its_words,
        plays_and_verifies,
        is_undone,
        is_replayed,
        is_filmed,
        is_hosted,
        is_played_by_every_bot,
    ],
    ids=lambda check: check.__name__,
)
def test_a_game_of_groups_is_like_any(muster: Subject, check: Callable[[Subject], None]) -> None:
    """What holds for every game also holds for a game that asks for groups."""
    check(muster)


def test_it_survives_a_kill(muster: Subject) -> None:
    """If the process is killed between two picks, nothing is lost. The resumed game comes to the same end."""
    is_killed_and_goes_on(muster, 2)


def test_a_person_picks_and_takes_it_back_in_the_window(muster: Subject) -> None:
    """The host refuses a group whose pieces don't hang together, and accepts one whose pieces do. The person can undo
    that answer.
    """
    book = load_rules(muster.rules, muster.game.rules)
    seats = [Seat(name="Ada", player="person"), Seat(name="Bea", player="random")]
    header = make_header("muster", "muster", book, 3, seats)
    asked: list[Question] = []

    def says(message: FromHost, _seen: Sequence[FromHost]) -> list[ToHost]:
        if isinstance(message, Refusal):
            return [Answer("Ada", ("a1", "a2"), asked[-1].number)]
        if not isinstance(message, Question):
            return []
        asked.append(message)
        (request,) = message.requests
        if len(asked) == 2:
            return [Undo()]
        if request.purpose == "signs":
            return [Answer("Ada", ("sun", "star"), message.number)]
        if isinstance(request, PlaceSome):
            places = arrange(request, {"a1": (100.0, 50.0), "a2": (150.0, 50.0)}, "a1")
            return [Answer("Ada", places, message.number)]
        return [Answer("Ada", ("a1", "a3") if len(asked) == 1 else ("a1", "a2"), message.number)]

    seen = played_here(GameInWindow.new(header, muster.store, save=False), says)
    assert [refusal.text for refusal in of(Refusal, seen)] == ["a3 does not hang together with a1"]
    assert [question.requests[0].purpose for question in asked[:3]] == ["group", "signs", "group"]
    assert isinstance(seen[-1], GameOver)
    assert len(asked) == 3 * 3 + 2


def test_agents_pick_piece_by_piece(muster: Subject) -> None:
    """An agent picks the pieces of a group one by one, and ends with a further action. Its observation shows what it
    has picked.
    """
    spec = GameSpec("muster", "muster_v0")
    env = EnvironmentFactory(spec).raw_env(rules=muster.rules)
    env.reset(seed=1)
    core, chance = env.core, np.random.default_rng(1)
    assert core.match is not None
    where, shape = core.encoder.parts["options"]
    env.step(ACTIONS.option.number(0))
    assert core.match.session.entry_count == 0
    presence = env.observe("player_0")["observation"][where].reshape(shape)[:, 0]
    assert presence.tolist()[:6] == [-1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
    legal = np.flatnonzero(env.observe("player_0")["action_mask"])
    # The second hangs together with the first.
    assert legal.tolist() == [ACTIONS.option.number(1), ACTIONS.option.number(ACTIONS.done)]
    env.step(ACTIONS.option.number(1))
    env.step(ACTIONS.option.number(ACTIONS.done))
    assert core.match.session.pending[0].purpose == "signs"
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(chance.choice(np.flatnonzero(mask))))
    first = core.match.session.events[0]
    assert isinstance(first, Turned)
    assert len(first.group) == 2
    env.close()
