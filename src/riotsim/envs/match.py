"""A game in progress as agents see it: numbered actions in, numbers and masks out."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from riotsim.envs.actions import Menu, menu_of
from riotsim.envs.loaded_rules import LoadedRules
from riotsim.envs.observations import Numbers, Sight
from riotsim.play.requests import PlayerId, Request


class Match:
    """One game between agents, from its beginning on."""

    def __init__(self, house: LoadedRules, sight: Sight, bosses: Sequence[PlayerId], seed: int) -> None:
        self.house = house
        self.session = house.begin(tuple(bosses), seed)
        self._sight = sight
        self._players = tuple(bosses)
        self._menus: dict[PlayerId, Menu] = {}

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.session.over

    @property
    def asked(self) -> tuple[PlayerId, ...]:
        """The bosses who owe an answer, in the order in which they are asked; none when the game is over."""
        return tuple(request.player for request in self.session.pending)

    def observe(self, player: PlayerId) -> Numbers:
        """Give what a boss sees."""
        return self._sight.of(player, self.session, self._request(player))

    def mask(self, player: PlayerId) -> npt.NDArray[np.int8]:
        """Give which actions are legal for a boss: waiting alone for one who isn't asked."""
        return self._menu(player).mask()

    def act(self, player: PlayerId, action: int) -> None:
        """Answer what a boss is asked, and play on to the next request; who isn't asked can only wait.

        Raises `ValueError` for an action that is not legal.
        """
        answer = self._menu(player).answer(action)
        if self._request(player) is not None:
            self.session.answer(answer, player)
            self._menus.clear()

    def act_together(self, actions: Mapping[PlayerId, int]) -> None:
        """Have all bosses act at the same time, as `act` has one. Raises `ValueError` before anything has happened."""
        answers = {player: self._menu(player).answer(action) for player, action in actions.items()}
        for player in self.asked:
            self.session.answer(answers[player], player)
        self._menus.clear()

    def rewards(self) -> dict[PlayerId, float]:
        """Give what the end of the game is worth to each: together nothing. All have 0 while it is on.

        Of n bosses those who win alone get 1 and the others -1/(n - 1); several winners share what a single one gets
        and what they don't lose. A draw of all, and a game without a winner, is worth 0.
        """
        result = self.session.state.result if self.over else None
        winners = () if result is None else result.winners
        if not winners:
            return dict.fromkeys(self._players, 0.0)
        count = len(self._players)
        return {player: ((player in winners) * count / len(winners) - 1.0) / (count - 1) for player in self._players}

    def close(self) -> None:
        """Leave the game."""
        self.session.close()

    def _request(self, player: PlayerId) -> Request[object] | None:
        return next((request for request in self.session.pending if request.player == player), None)

    def _menu(self, player: PlayerId) -> Menu:
        if player not in self._menus:
            self._menus[player] = menu_of(self._request(player))
        return self._menus[player]
