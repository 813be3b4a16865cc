"""The common parts of both kinds of environments: spaces, a game between agents, and a series of games."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypedDict

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from riotsim.agents.actions import NOTHING_PICKED, LegalActions, Unfinished
from riotsim.agents.interface import AgentInterface, Mask
from riotsim.agents.observations import FloatArray, ObservationEncoder
from riotsim.bots.bot import Bot, answer_by_bot
from riotsim.envs.loaded_rules import AGENT_PLAYER, AgentSeat, LoadedRules, load_game_rules
from riotsim.envs.opponents import Opponents, bot_name, bots_of, seated
from riotsim.envs.rendering import PictureRenderer, render_text
from riotsim.games.registry import GAMES
from riotsim.play.requests import PlayerId, Request
from riotsim.play.rulebook.sections import unknown_name

RENDER_MODES: Final = ("human", "ansi", "rgb_array")

NO_COMPANIES: Final[Mapping[str, str | Path]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The game of an environment, and the environment's name."""

    game: str
    """The game's name in the registry."""
    version: str
    """The environment's name with its version, such as `riot_dice_v0`."""


class EnvironmentOptions(TypedDict, total=False):
    """Options of an environment. `EnvironmentFactory` explains them."""

    players: int | None
    rules: str | None
    options: Mapping[str, object] | None
    companies: Mapping[str, str | Path]
    opponents: Opponents
    score_reward: float
    max_cycles: int | None
    render_mode: str | None


class ActionSpace(spaces.Discrete[np.int64]):
    """The space of all actions. During a game, `sample()` without arguments returns a legal action.

    A copy of the space, such as one in another process, knows no game. So its `sample()` may return any action.
    """

    def __init__(self, count: int, legal: Callable[[], Mask | None]) -> None:
        super().__init__(count)
        self._legal_mask = legal

    def sample(self, mask: Mask | None = None, probability: Mask | None = None) -> np.int64:
        """Return a random action.

        Without arguments, the action is legal. Before the first game, it can be any action.

        Args:
            mask: 1 for each action that may be drawn, shape (n,).
            probability: The probability of each action, shape (n,).
        """
        if mask is None and probability is None:
            mask = self._legal_mask()
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.Discrete, (int(self.n),)


def observation_space(size: int, actions: int) -> spaces.Space[Any]:
    """Return the space of an agent's observations: `size` numbers from -1 to 1, and the mask of `actions` actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class AgentGame:
    """One game between agents and bots. Agents answer requests by numbered actions, and bots answer at once."""

    def __init__(
        self,
        loaded: LoadedRules,
        interface: AgentInterface,
        seats: Sequence[AgentSeat],
        seed: int,
        bots: Mapping[PlayerId, Bot[Any]],
        score_reward: float = 0.0,
    ) -> None:
        self.loaded = loaded
        self.session = loaded.begin(seats, seed)
        self._interface = interface
        self._players = tuple(seat.name for seat in seats)
        self._bots = bots
        self._score_reward = score_reward
        self._menus: dict[PlayerId, LegalActions] = {}
        self._begun: dict[PlayerId, Unfinished] = {}
        self._let_bots_answer()
        self._scores = self._scored = self._read_scores()

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.session.is_over

    @property
    def asked(self) -> tuple[PlayerId, ...]:
        """The agents who have requests to answer, in the order of the requests. Empty if the game is over."""
        return tuple(request.player for request in self.session.pending if request.player not in self._bots)

    def observe(self, player: PlayerId) -> FloatArray:
        """Return a player's observation as numbers from -1 to 1."""
        begun = self._begun.get(player, NOTHING_PICKED)
        return self._interface.observe(player, self.session, self._request(player), begun)

    def mask(self, player: PlayerId) -> Mask:
        """Return the mask of a player's legal actions. The only action of a player who isn't asked is to wait."""
        return self._menu(player).mask()

    def act(self, player: PlayerId, action: int) -> None:
        """Answer a player's request by an action, and play on to the next request.

        An answer may need several actions. Then the request stays open until the last of these actions. If the player
        isn't asked, nothing happens.

        Args:
            player: The player.
            action: The number of the action.

        Raises:
            ValueError: The action is not legal.
        """
        answer = self._menu(player).answer(action)
        if self._request(player) is not None:
            self._give(answer, player)
            self._play_on()

    def act_together(self, actions: Mapping[PlayerId, int]) -> None:
        """Answer all current requests by actions, and play on to the next request.

        An answer may need several actions. Then the request stays open until the last of these actions.

        Args:
            actions: The number of each agent's action. For an agent who isn't asked, the only legal action is to wait.

        Raises:
            ValueError: An action is not legal. The game has not changed then.
        """
        answers = {player: self._menu(player).answer(action) for player, action in actions.items()}
        for player in self.asked:
            self._give(answers[player], player)
        self._play_on()

    def rewards(self) -> dict[PlayerId, float]:
        """Return each player's reward for the last call of `act` or `act_together`. The rewards add up to 0.

        A reward is the sum of two parts:

        - For the score: `score_reward` times the difference between the points that the player gained and the average
          gain of all players.
        - For the result, at the end of the game: (n/w - 1)/(n - 1) for each of w winners among n players, and
          -1/(n - 1) for each other player. A sole winner gets 1. If nobody wins, everyone gets 0.
        """
        result = self.session.state.result if self.is_over else None
        winners = () if result is None else result.winners
        count = len(self._players)
        found = dict.fromkeys(self._players, 0.0)
        if winners:
            found = {who: ((who in winners) * count / len(winners) - 1.0) / (count - 1) for who in self._players}
        if self._score_reward:
            risen = {who: self._scores.get(who, 0) - self._scored.get(who, 0) for who in self._players}
            mean = sum(risen.values()) / count
            found = {who: found[who] + self._score_reward * (risen[who] - mean) for who in self._players}
        return found

    def close(self) -> None:
        """Close the game's session."""
        self.session.close()

    def _give(self, answer: object, player: PlayerId) -> None:
        """Submit a player's answer if it is complete. If not, keep it until further actions complete it."""
        if isinstance(answer, Unfinished):
            self._begun[player] = answer
        else:
            self._begun.pop(player, None)
            self.session.answer(answer, player)
        self._menus.clear()

    def _let_bots_answer(self) -> None:
        """Submit the answers of bots until an agent is asked, or the game is over."""
        while asked := next((one for one in self.session.pending if one.player in self._bots), None):
            answer_by_bot(self.session, self._bots[asked.player], asked)

    def _play_on(self) -> None:
        """Submit the answers of bots until an agent is asked or the game is over. Then record the scores."""
        self._let_bots_answer()
        self._scored, self._scores = self._scores, self._read_scores()

    def _read_scores(self) -> Mapping[PlayerId, int]:
        if not self._score_reward:
            return {}
        return self.loaded.game.presentation().scores(self.session.state, self.session.table)

    def _request(self, player: PlayerId) -> Request[object] | None:
        return next((request for request in self.session.pending if request.player == player), None)

    def _menu(self, player: PlayerId) -> LegalActions:
        if player not in self._menus:
            begun = self._begun.get(player, NOTHING_PICKED)
            self._menus[player] = self._interface.legal_actions(player, self._request(player), begun)
        return self._menus[player]


class EnvironmentCore:
    """A series of games between agents, with rules, spaces and pictures."""

    def __init__(
        self,
        played: GameSpec,
        players: int | None = None,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        companies: Mapping[str, str | Path] = NO_COMPANIES,
        opponents: Opponents = (),
        score_reward: float = 0.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        game = GAMES[played.game]
        self.loaded = load_game_rules(game, rules or game.name, options or {})
        seats = game.seats(self.loaded.book)
        count = seats.usual if players is None else players
        if not seats.least <= count <= seats.most:
            raise ValueError(f"{seats.least} to {seats.most} players play {game.title}, not {count}")
        if fault := seats.option_fault(options or {}, count):
            raise ValueError(f"the option {seats.option} {fault}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"a game has at least 1 cycle, not {max_cycles}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is None or one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        if not math.isfinite(score_reward):
            raise ValueError(f"score_reward is a number, not {score_reward}")
        everyone = tuple(f"player_{k}" for k in range(count))
        for agent in companies:
            if agent not in everyone:
                raise ValueError(f"companies: {unknown_name(f'no agent is called {agent!r}', agent, everyone)}")
        self.interface = AgentInterface(game, self.loaded.book, everyone)
        self._opponents = seated(opponents, everyone, self.loaded, self.interface)
        self.agents = tuple(name for name in everyone if name not in self._opponents)
        """The agents, in turn order."""
        self._seats = self.loaded.seats(
            {name: bot_name(self._opponents[name]) if name in self._opponents else AGENT_PLAYER for name in everyone},
            companies,
        )
        size, actions = self.encoder.size, self.interface.layout.count
        self.actions = {agent: ActionSpace(actions, partial(self._legal_mask, agent)) for agent in self.agents}
        self.observations: dict[str, spaces.Space[Any]] = {
            agent: observation_space(size, actions) for agent in self.agents
        }
        self._score_reward = score_reward
        self.match: AgentGame | None = None
        self._seeds = np.random.default_rng()
        self._pictured = PictureRenderer(self.loaded) if render_mode == "rgb_array" else None
        self._render_mode = render_mode
        self._printed = ""
        """The text that was last printed for this game."""

    @property
    def encoder(self) -> ObservationEncoder:
        """The encoder of observations."""
        return self.interface.encoder

    def begin(self, seed: int | None) -> AgentGame:
        """Begin a new game, and close the preceding game.

        Args:
            seed: The seed of the game; None for the next seed of the environment's series of seeds. A given seed also
                begins a new series of seeds for later games.
        """
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        if self.match is not None:
            self.match.close()
        chosen = int(self._seeds.integers(2**63)) if seed is None else seed
        bots = bots_of(self._opponents, self.loaded, self.interface, chosen)
        self.match = AgentGame(self.loaded, self.interface, self._seats, chosen, bots, self._score_reward)
        self._printed = ""
        return self.match

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return an agent's observation and action mask, under the keys `observation` and `action_mask`.

        Raises:
            RuntimeError: No game has begun.
        """
        match = self._running_game()
        return {"observation": match.observe(agent), "action_mask": match.mask(agent)}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show or return the position, according to the render mode.

        - `ansi`: returns a text.
        - `rgb_array`: returns a picture of shape (height, width, 3).
        - `human`: prints the text and returns None. A text is not printed twice in a row.
        - None: returns None.

        Raises:
            RuntimeError: No game has begun.
        """
        match = self._running_game()
        if self._pictured is not None:
            return self._pictured.render(match.session)
        if self._render_mode is None:
            return None
        text = render_text(match.loaded.game, match.loaded.book, match.session)
        if self._render_mode == "ansi":
            return text
        if text != self._printed:
            sys.stdout.write(f"{text}\n\n")
            sys.stdout.flush()
            self._printed = text
        return None

    def show(self) -> None:
        """Print the position as `render` does, but only if the render mode is `human`."""
        if self._render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the game, and release the graphics resources."""
        if self.match is not None:
            self.match.close()
        if self._pictured is not None:
            self._pictured.close()

    def _running_game(self) -> AgentGame:
        if self.match is None:
            raise RuntimeError("no game has begun: reset the environment first")
        return self.match

    def _legal_mask(self, agent: str) -> Mask | None:
        return None if self.match is None else self.match.mask(agent)
