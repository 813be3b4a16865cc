"""A game in progress as agents see it: numbered actions in, numbers and masks out."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from riotsim.envs.actions import Menu, menu_of
from riotsim.envs.loaded_rules import LoadedRules
from riotsim.envs.observations import Numbers, Sight
from riotsim.play.requests import BossId, Request


class Match:
    """One game between agents, from its beginning on."""

    def __init__(self, house: LoadedRules, sight: Sight, bosses: Sequence[BossId], seed: int) -> None:
        self.house = house
        self.session = house.begin(tuple(bosses), seed)
        self._sight = sight
        self._bosses = tuple(bosses)
        self._menus: dict[BossId, Menu] = {}

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self.session.over

    @property
    def asked(self) -> tuple[BossId, ...]:
        """The bosses who owe an answer, in the order in which they are asked; none when the game is over."""
        return tuple(request.boss for request in self.session.pending)

    def observe(self, boss: BossId) -> Numbers:
        """Give what a boss sees."""
        return self._sight.of(boss, self.session, self._request(boss))

    def mask(self, boss: BossId) -> npt.NDArray[np.int8]:
        """Give which actions are legal for a boss: waiting alone for one who isn't asked."""
        return self._menu(boss).mask()

    def act(self, boss: BossId, action: int) -> None:
        """Answer what a boss is asked, and play on to the next request; who isn't asked can only wait.

        Raises `ValueError` for an action that is not legal.
        """
        answer = self._menu(boss).answer(action)
        if self._request(boss) is not None:
            self.session.answer(answer, boss)
            self._menus.clear()

    def act_together(self, actions: Mapping[BossId, int]) -> None:
        """Have all bosses act at the same time, as `act` has one. Raises `ValueError` before anything has happened."""
        answers = {boss: self._menu(boss).answer(action) for boss, action in actions.items()}
        for boss in self.asked:
            self.session.answer(answers[boss], boss)
        self._menus.clear()

    def rewards(self) -> dict[BossId, float]:
        """Give what the end of the game is worth to each: together nothing. All have 0 while it is on.

        Of n bosses those who win alone get 1 and the others -1/(n - 1); several winners share what a single one gets
        and what they don't lose. A draw of all, and a game without a winner, is worth 0.
        """
        result = self.session.state.result if self.over else None
        winners = () if result is None else result.winners
        if not winners:
            return dict.fromkeys(self._bosses, 0.0)
        count = len(self._bosses)
        return {boss: ((boss in winners) * count / len(winners) - 1.0) / (count - 1) for boss in self._bosses}

    def close(self) -> None:
        """Leave the game."""
        self.session.close()

    def _request(self, boss: BossId) -> Request[object] | None:
        return next((request for request in self.session.pending if request.boss == boss), None)

    def _menu(self, boss: BossId) -> Menu:
        if boss not in self._menus:
            self._menus[boss] = menu_of(self._request(boss))
        return self._menus[boss]
