import copy
import importlib
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from small_games import SMALL, drawn

from riotsim.agents.actions import DEFAULT_LAYOUT as ACTIONS
from riotsim.envs import demolition_dice_v0, riot_dice_v0
from riotsim.envs.environments import TurnBasedEnv
from riotsim.files.problems import BadFile
from riotsim.games.registry import GAMES
from riotsim.play.requests import Choose


def until_a_fight(seed: int) -> tuple[TurnBasedEnv, list[int]] | None:
    """Play a game until two players are asked at once. Return the environment and the actions so far, or None."""
    env = riot_dice_v0.raw_env(options=SMALL)
    taken: list[int] = []
    for action in drawn(env, seed):
        assert env.core.match is not None
        if len(env.core.match.asked) == 2:
            return env, taken
        taken.append(action)
    return None


def test_the_first_who_is_asked_acts() -> None:
    """The agent on turn is the first whom the rules ask, and can't wait. Agents who aren't asked can only wait."""
    env = riot_dice_v0.raw_env(options=SMALL)
    for _ in drawn(env, 8):
        match = env.core.match
        assert match is not None
        agent = env.agent_selection
        assert agent == match.asked[0]
        assert not env.observe(agent)["action_mask"][ACTIONS.wait.first]
        for other in set(env.agents) - set(match.asked):
            assert np.flatnonzero(env.observe(other)["action_mask"]).tolist() == [ACTIONS.wait.first]


def test_nobody_sees_what_another_has_thrown() -> None:
    """Players of a fight choose their throws in secret. What the second player observes doesn't depend on the choice of
    the first.
    """
    seed, (env, taken) = next((seed, found) for seed in (10, *range(9)) if (found := until_a_fight(seed)) is not None)
    assert env.core.match is not None
    first, second = env.core.match.asked
    seen = []
    for choice in range(3):
        env.reset(seed=seed)
        for action in taken:
            env.step(action)
        env.step(ACTIONS.option.number(choice))
        assert env.agent_selection == second != first
        seen.append(env.observe(second)["observation"])
    assert all(np.array_equal(seen[0], other) for other in seen[1:])


def test_both_seats_see_their_game_from_their_own_side() -> None:
    """Each player's own pieces come first in their observation, second in the other player's, and places are opposite:
    the two sit opposite each other.
    """
    env = riot_dice_v0.raw_env(options=SMALL)
    part, shape = env.core.encoder.parts["models"]
    for _ in drawn(env, 8):
        pass
    mine, theirs = (env.observe(agent)["observation"][part].reshape(shape) for agent in env.possible_agents)
    assert mine.any()
    mine[:, :, 1:3] *= -1.0
    assert np.array_equal(mine[::-1], theirs)


def test_traits_of_models_are_seen() -> None:
    """A model's row in the observation of a player tells its kind, weapons, toughness, dice and range. This holds even
    before the model is deployed.
    """
    options = {"gang.models": ["git", "wildcard"], "models.wildcard.toughness": 6}
    env = riot_dice_v0.raw_env(options=options)
    env.reset(seed=1)
    where, shape = env.core.encoder.parts["models"]
    rows = env.observe("player_0")["observation"][where].reshape(shape)[:, :2, 8:]
    for git, wildcard in rows:
        seen = dict(zip(env.core.encoder.traits, wildcard.tolist(), strict=True))
        book = env.core.loaded.book
        kind, weapons = book.models["wildcard"], book.models["wildcard"].weapons
        assert (seen["is wildcard"], seen["is git"], seen["toughness"]) == (1.0, 0.0, 0.5)
        assert seen["move dice"] == pytest.approx(len(kind.move) / 12)
        assert {name for name in book.weapons if seen[f"has {name}"]} == set(weapons)
        farthest = max(book.weapons[name].range or 0.0 for name in weapons)
        assert seen["range"] == pytest.approx(farthest / (24 * 25.4))
        assert git[env.core.encoder.traits.index("is git")] == 1.0


@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_of_a_game_is_left_out_at_its_beginning(name: str) -> None:
    """At the beginning of each game, the observation has a row for every model. If the first question has a list of
    options or items, as in Cube Clash and RiftWar, there is a legal action for each of them.
    """
    module = importlib.import_module(f"riotsim.envs.{name}_v0")
    companies = {"player_0": "legion", "player_1": "legion"} if name == "riftwar" else {}
    env = module.raw_env(companies=companies)
    env.reset(seed=1)
    session, parts = env.core.match.session, env.core.encoder.parts
    owners = Counter(GAMES[name].presentation().model_owners(session.state).values())
    where, shape = parts.get("models", (slice(0), (2, 0, 0)))
    rows = env.observe("player_0")["observation"][where].reshape(shape).any(axis=2).sum(axis=1)
    assert rows.tolist() == [owners["player_0"], owners["player_1"]]
    request = session.pending[0]
    listed = getattr(request, "options", getattr(request, "items", ()))
    assert len(listed) == {"cube_clash": 6, "riftwar": 35}.get(name, 0)
    assert not listed or env.observe(env.agent_selection)["action_mask"].sum() == len(listed)


def test_what_is_on_the_table_is_seen() -> None:
    """The observation shows all models, tokens and loose dice on the table. It marks the model that the request is
    about.
    """
    env = riot_dice_v0.raw_env(options=SMALL)
    sight = env.core.encoder
    kinds, about = set(), 0
    for _ in drawn(env, 7):
        agent, match = env.agent_selection, env.core.match
        assert match is not None
        table, seen = match.session.table, env.observe(agent)["observation"]
        parts = {name: seen[where].reshape(shape) for name, (where, shape) in sight.parts.items()}
        assert parts["models"][:, :, 0].sum() == len(table.models)
        assert parts["models"][:, :, 4].sum() == sum(model.fallen for model in table.models.values())
        assert parts["tokens"][:, 0].sum() == len(table.tokens)
        assert parts["dice"][:, 0].sum() == len(list(table.loose_dice()))
        assert parts["kind"].sum() == parts["purpose"].sum() == 1.0
        heights = sum(table.tower_height(model) for model in table.models)
        assert parts["models"][:, :, 5].sum() * 20.0 == pytest.approx(heights, abs=1e-4)
        request = match.session.pending[0]
        asked_of = getattr(request, "piece", getattr(request, "model", None)) if request.player == agent else None
        if asked_of is not None:
            owner = table.models[asked_of].owner
            assert [parts["models"][:, :, 7].sum(), parts["models"][int(agent != owner), :, 7].sum()] == [1.0, 1.0]
            about += 1
        kinds.add(int(parts["purpose"].argmax()))
        if (token := min(table.tokens, default=None)) is not None:
            x, y = table.tokens[token].pose.xy
            side = 1.0 if agent == "player_0" else -1.0
            place = [side * (2 * x / table.width - 1), side * (2 * y / table.depth - 1)]
            assert parts["tokens"][0, 1:] == pytest.approx(place, abs=1e-6)
    assert len(kinds) > 5
    assert about


def test_own_dice_have_another_sign_than_those_of_others() -> None:
    """In an observation, a loose die is marked 1 for its owner and −1 for the others. Towers that a player may throw at
    are marked alike.
    """
    env = demolition_dice_v0.raw_env()
    parts = env.core.encoder.parts
    dice, towers = set(), set()
    for _ in drawn(env, 0):
        match = env.core.match
        assert match is not None
        table, request = match.session.table, match.session.pending[0]
        for agent in env.possible_agents:
            seen = env.observe(agent)["observation"]
            where, shape = parts["dice"]
            loose = sorted(table.loose_dice(), key=lambda die: die.id)
            for row, die in zip(seen[where].reshape(shape), loose, strict=False):
                assert row[4] == (1.0 if die.owner == agent else -1.0)
                dice.add(row[4])
        if request.purpose == "knock" and isinstance(request, Choose):
            where, shape = parts["options"]
            seen = env.observe(request.player)["observation"][where].reshape(shape)
            own = [str(option) == f"throw at {request.player}'s tower" for option in request.options[:-1]]
            assert seen[: len(own), 4].tolist() == [1.0 if mine else -1.0 for mine in own]
            towers |= set(own)
    assert dice == {1.0, -1.0}
    assert towers == {True, False}


def test_own_models_are_offered_with_their_sign() -> None:
    """In the options of a request, the player's own models are marked 1 and the models of others are marked −1."""
    env = riot_dice_v0.raw_env(options=SMALL, max_cycles=20)
    where, shape = env.core.encoder.parts["options"]
    found = set()
    for _ in drawn(env, 3):
        match = env.core.match
        assert match is not None
        table, request = match.session.table, match.session.pending[0]
        if isinstance(request, Choose) and request.purpose in ("turn", "bullet"):
            rows = env.observe(request.player)["observation"][where].reshape(shape)
            for row, option in zip(rows, request.options, strict=False):
                model = table.models.get(str(option).split()[-1])
                if model is not None:
                    assert row[4] == (1.0 if model.owner == request.player else -1.0)
                    found.add((request.purpose, row[4]))
    assert found == {("turn", 1.0), ("bullet", 1.0), ("bullet", -1.0)}


def test_a_seed_decides_the_games_after_it_too() -> None:
    """If games are begun without a seed, they follow from the last seed that was given, and differ from each other."""

    def firsts(seed: int) -> list[Any]:
        env = riot_dice_v0.raw_env(options={"table.terrain": []}, max_cycles=1)
        found = []
        for given in (seed, None, None):
            env.reset(seed=given)
            env.step(ACTIONS.spot.number(0, 4, 4))
            found.append(env.observe("player_0")["observation"].tobytes())
        return found

    assert firsts(3) == firsts(3)
    assert len(set(firsts(3))) == 3
    assert firsts(3) != firsts(4)


def test_the_end_is_worth_nothing_altogether() -> None:
    """All rewards are zero until the end of a game. Then the winner of two players gets 1 and the loser −1."""
    env = riot_dice_v0.raw_env(options=SMALL)
    for _ in drawn(env, 8):
        assert set(env.rewards.values()) == {0.0}
    match = env.core.match
    assert match is not None
    winners = match.session.state.result.winners
    assert len(winners) == 1, "a draw: take another seed"
    assert env.rewards == {agent: 1.0 if agent in winners else -1.0 for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


def test_a_lone_winner_of_three_gets_what_both_losers_pay() -> None:
    """If one of three players wins, the winner gets 1 and each loser −0.5."""
    env = demolition_dice_v0.raw_env()
    for _ in drawn(env, 1):
        pass
    match = env.core.match
    assert match is not None
    (winner,) = match.session.state.result.winners
    assert env.rewards == {agent: 1.0 if agent == winner else -0.5 for agent in env.possible_agents}


def test_a_game_that_is_cut_off_is_truncated() -> None:
    """If each player has given `max_cycles` answers, the game is truncated, and every reward is zero."""
    env = riot_dice_v0.raw_env(options=SMALL, max_cycles=10)
    assert len(list(drawn(env, 9))) == 20
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_an_illegal_action_changes_nothing_in_the_raw_environment() -> None:
    """If an action is illegal, the raw environment raises an error. The same agent is asked again and observes the
    same.
    """
    env = riot_dice_v0.raw_env(options=SMALL)
    env.reset(seed=1)
    before = env.observe("player_0")
    for action in (ACTIONS.option.first, ACTIONS.wait.first, ACTIONS.count, None):
        with pytest.raises(ValueError, match=r"not legal|None"):
            env.step(action)
    after = env.observe("player_0")
    assert env.agent_selection == "player_0"
    assert all(np.array_equal(before[key], after[key]) for key in before)


@pytest.mark.filterwarnings("ignore:.*Illegal move:UserWarning")
def test_an_illegal_action_loses_the_game() -> None:
    """In `env`, an illegal action ends the game and costs its agent one point. A number outside the action space is
    refused.
    """
    env = riot_dice_v0.env(options=SMALL)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(ACTIONS.count)
    env.step(ACTIONS.option.first)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}


def test_an_action_drawn_without_a_mask_is_legal() -> None:
    """`sample()` of an agent's action space draws an action that is legal now. A copy of the space has a type of
    PettingZoo's own.
    """
    env = riot_dice_v0.raw_env(options=SMALL, max_cycles=30)
    space = env.action_space("player_0")
    for _ in drawn(env, 10):
        assert env.observe("player_0")["action_mask"][space.sample()] == 1
    assert copy.deepcopy(space) == pickle.loads(pickle.dumps(space)) == space
    assert type(copy.deepcopy(space)) is not type(space)


def test_an_environment_can_be_sent_to_another_process() -> None:
    """An environment that is pickled and read again keeps its number of players, and can begin a game."""
    sent = pickle.loads(pickle.dumps(riot_dice_v0.raw_env(players=3, options={"table.terrain": []}, max_cycles=1)))
    sent.reset(seed=1)
    assert sent.agents == ["player_0", "player_1", "player_2"]


def test_what_cannot_be_played_is_told() -> None:
    """An environment refuses options, rules files, numbers of players and render modes that don't exist. It also
    refuses to observe before `reset`.
    """
    with pytest.raises(BadFile, match="swgi"):
        riot_dice_v0.env(options={"tower.swgi": 2})
    with pytest.raises(BadFile):
        riot_dice_v0.env(rules="demolition_dice")
    with pytest.raises(ValueError, match="2 to 4 players play Riot Dice, not 5"):
        riot_dice_v0.env(players=5)
    with pytest.raises(ValueError, match="the option bosses is for 3 players, and 2 play"):
        riot_dice_v0.env(players=2, options={"bosses": 3})
    with pytest.raises(ValueError, match="at least 1 cycle"):
        riot_dice_v0.env(max_cycles=0)
    with pytest.raises(ValueError, match="human, ansi, rgb_array"):
        riot_dice_v0.env(render_mode="humen")
    with pytest.raises(TypeError, match="boses"):
        riot_dice_v0.parallel_env(boses=3)  # type: ignore[call-arg]  # that is the test
    with pytest.raises(RuntimeError, match="reset"):
        riot_dice_v0.raw_env().observe("player_0")


def test_options_reach_the_rules() -> None:
    """A tower begins with as many dice as an option says."""
    env = riot_dice_v0.raw_env(options={**SMALL, "tower.start": 3})
    assert env.core.loaded.book.tower.start == 3
    assert riot_dice_v0.raw_env(options=SMALL).core.loaded.book.tower.start == 0


def test_a_game_is_told_in_words() -> None:
    """`render` in the mode `ansi` begins with the phase, and says what each player is asked. At the end it says who has
    won.
    """
    env = riot_dice_v0.raw_env(options=SMALL, render_mode="ansi")
    told = [str(env.render()) for _ in drawn(env, 8)]
    assert told[0].splitlines()[0] == "Set-up"
    assert "player_0: Drop" in told[0]
    assert "won by player_" in str(env.render())


def test_a_picture_is_drawn() -> None:
    """`render` in the mode `rgb_array` returns a picture of the table. After an action the picture is another one."""
    pytest.importorskip("riotsim.viewer.render.images")
    from riotsim.viewer.render.images import NoGraphics

    env = riot_dice_v0.raw_env(options=SMALL, render_mode="rgb_array")
    env.reset(seed=1)
    try:
        before = env.render()
    except NoGraphics as reason:
        pytest.skip(str(reason))
    env.step(ACTIONS.spot.number(0, 5, 5))
    after = env.render()
    assert isinstance(before, np.ndarray)
    assert isinstance(after, np.ndarray)
    assert before.shape == (360, 640, 3)
    assert not np.array_equal(before, after)
    env.close()
