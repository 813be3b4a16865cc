"""The observations and the actions of the players of a game."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from riotsim.agents.actions import NOTHING_PICKED, ActionLayout, LegalActions, Unfinished, legal_actions
from riotsim.agents.observations import FloatArray, ObservationEncoder
from riotsim.play.game import Game
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

Mask = npt.NDArray[np.int8]
"""An action mask: 1 for each legal action, and 0 for all others."""


class AgentInterface:
    """The observations and actions of the players of a game under a rulebook."""

    def __init__(self, game: Game, book: object, players: Sequence[PlayerId]) -> None:
        self.game = game
        self.encoder = ObservationEncoder(game, book, players)
        self.layout = ActionLayout(game.agent_view().sizes)

    def observe(
        self,
        player: PlayerId,
        session: Session[Any],
        request: Request[Any] | None,
        begun: Unfinished = NOTHING_PICKED,
    ) -> FloatArray:
        """Return a player's observation as numbers from -1 to 1, shape (`encoder.size`,).

        Args:
            player: The player.
            session: The game.
            request: The player's pending request; None if the player isn't asked.
            begun: The answer that the player has begun to give to the request.
        """
        return self.encoder.encode(player, session, request, begun.picked)

    def legal_actions(
        self, player: PlayerId, request: Request[Any] | None, begun: Unfinished = NOTHING_PICKED
    ) -> LegalActions:
        """Return the legal actions of a player, as the player sees the table.

        Args:
            player: The player.
            request: The player's pending request; None if the player isn't asked, and so can only wait.
            begun: The answer that the player has begun to give to the request.
        """
        return legal_actions(request, begun, self.layout, self.encoder.quarter_turns(player))
