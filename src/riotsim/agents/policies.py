"""Bots that take the actions of a policy. A policy is a function that chooses an action.

Its arguments are an observation and an action mask.
"""

from typing import Any, Protocol

from riotsim.agents.actions import NOTHING_PICKED, Unfinished
from riotsim.agents.interface import AgentInterface, Mask
from riotsim.agents.observations import FloatArray
from riotsim.play.requests import Refused, Request
from riotsim.play.session.session import Session


class Policy(Protocol):
    """A policy: an agent that chooses actions."""

    def __call__(self, observation: FloatArray, mask: Mask, /) -> int:
        """Return the number of an action.

        Args:
            observation: What the agent sees, as numbers from -1 to 1.
            mask: 1 for each legal action, and 0 for all others. At least one action is legal.
        """


class PolicyBot:
    """A bot that takes the actions of a policy."""

    def __init__(self, policy: Policy, interface: AgentInterface, name: str) -> None:
        self._policy = policy
        self._interface = interface
        self._name = name

    def answer(self, request: Request[object], session: Session[Any]) -> object:
        """Answer a request by the actions that the policy chooses.

        Raises:
            Refused: The policy has chosen an action that is not legal.
        """
        begun = NOTHING_PICKED
        while True:
            legal = self._interface.legal_actions(request.player, request, begun)
            observation = self._interface.observe(request.player, session, request, begun)
            try:
                answer = legal.answer(int(self._policy(observation, legal.mask())))
            except ValueError as illegal:
                raise Refused(f"{request.player}'s policy {self._name}: {illegal}") from illegal
            if not isinstance(answer, Unfinished):
                return answer
            begun = answer
