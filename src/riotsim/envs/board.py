"""What turn-taking and parallel environments have in common: rules, spaces, games and their pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypedDict

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from riotsim.envs.loaded_rules import house_of
from riotsim.envs.match import Match
from riotsim.envs.narration import told
from riotsim.envs.observations import Sight, Vocabulary
from riotsim.envs.rendering import Pictured
from riotsim.envs.spaces import ActionSpace, Mask, observation_space
from riotsim.games.registry import GAMES

RENDER_MODES: Final = ("ansi", "rgb_array")


@dataclass(frozen=True, slots=True)
class Played:
    """A game as an environment: what doesn't change between versions of its rules."""

    game: str
    """In the registry."""
    version: str
    """The environment's name, such as `riot_dice_v0`."""
    vocabulary: Vocabulary


class Asked(TypedDict, total=False):
    """What may be said of an environment; `Maker` tells what each means."""

    bosses: int | None
    rules: str | None
    options: Mapping[str, object] | None
    max_cycles: int | None
    render_mode: str | None


class Board:
    """Where agents play one game after the other."""

    def __init__(
        self,
        played: Played,
        bosses: int | None = None,
        rules: str | None = None,
        options: Mapping[str, object] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        game = GAMES[played.game]
        self.house = house_of(game, rules or game.name, options or {})
        seats = game.seats(self.house.book)
        count = seats.usual if bosses is None else bosses
        if not seats.least <= count <= seats.most:
            raise ValueError(f"{seats.least} to {seats.most} bosses play {game.title}, not {count}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"a game has at least 1 cycle, not {max_cycles}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is None or one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.agents = tuple(f"boss_{k}" for k in range(count))
        self.sight = Sight(game, self.house.book, played.vocabulary, self.agents)
        self.actions = {agent: ActionSpace(partial(self._legal, agent)) for agent in self.agents}
        self.observations: dict[str, spaces.Space[Any]] = {
            agent: observation_space(self.sight.size) for agent in self.agents
        }
        self.match: Match | None = None
        self._seeds = np.random.default_rng()
        self._pictured = Pictured(self.house) if render_mode == "rgb_array" else None
        self._render_mode = render_mode

    def begin(self, seed: int | None) -> Match:
        """Begin a game. A seed decides it, and all that are begun after it without one."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        if self.match is not None:
            self.match.close()
        chosen = int(self._seeds.integers(2**63)) if seed is None else seed
        self.match = Match(self.house, self.sight, self.agents, chosen)
        return self.match

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Give what an agent sees, and which of their actions are legal."""
        match = self._begun()
        return {"observation": match.observe(agent), "action_mask": match.mask(agent)}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the game as it stands: in words, or as a picture, (height, width, 3)."""
        match = self._begun()
        if self._pictured is not None:
            return self._pictured.take(match.session)
        return told(match.house.game, match.house.book, match.session) if self._render_mode == "ansi" else None

    def close(self) -> None:
        """Leave the game, and give back what pictures needed."""
        if self.match is not None:
            self.match.close()
        if self._pictured is not None:
            self._pictured.close()

    def _begun(self) -> Match:
        if self.match is None:
            raise RuntimeError("no game has begun: reset the environment first")
        return self.match

    def _legal(self, agent: str) -> Mask | None:
        return None if self.match is None else self.match.mask(agent)
