"""A choice that two bosses make at once, unseen by each other: kept until both have chosen, and counted 3, 2, 1."""

from dataclasses import dataclass, field

from riotsim.play.offers import Offer
from riotsim.play.requests import Choose, PlayerId, Request
from riotsim.viewer.input.keys import LEFT
from riotsim.viewer.session.messages import Answer, Question

COUNTING = 0.7
"""Seconds that each number of a 3-2-1 stands."""

OPENED = 1.6
"""Seconds that both hands of a fight are shown."""


def is_secret_choice(asked: Question) -> bool:
    """Whether two choose at once what the keys of a fight can choose; others answer one after the other."""
    few = all(isinstance(one, Choose) and len(one.options) <= len(LEFT) for one in asked.requests)
    return len(asked.joint) == 2 and few


@dataclass(slots=True)
class SecretChoice:
    """What each chose stays here until both have, and it was counted."""

    asked: Question
    chosen: dict[PlayerId, object] = field(default_factory=dict)
    counted: float | None = None
    """Seconds since all have chosen."""
    given: bool = False
    """Whether all answers have been sent."""
    _rests: int = 0
    """How often the host will still ask for what is missing of it, though all was sent."""

    @property
    def count(self) -> int | None:
        """3, 2, 1; None before and after."""
        if self.counted is None or self.counted >= 3 * COUNTING:
            return None
        return 3 - int(self.counted / COUNTING)

    @property
    def open(self) -> bool:
        """Whether both hands are shown."""
        return self.counted is not None and self.counted >= 3 * COUNTING

    @property
    def over(self) -> bool:
        """Whether they have been shown."""
        return self.counted is not None and self.counted > 3 * COUNTING + OPENED

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """The two, who is asked here first."""
        first = self.asked.requests[0].player
        if len(self.asked.requests) > 1:
            return first, self.asked.requests[1].player
        return first, next(player for player in self.asked.joint if player != first)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What there is to choose, for both."""
        if self.asked.offers and self.asked.offers[0]:
            return self.asked.offers[0]
        request = self.asked.requests[0]
        options = request.options if isinstance(request, Choose) else ()
        return tuple(Offer(option, str(option)) for option in options)

    @property
    def places(self) -> tuple[int, int] | None:
        """Which option each took, once both hands are shown; None before, and where only one is asked here."""
        if not self.open or len(self.asked.requests) != 2:
            return None
        first, second = (_place(request, self.chosen[request.player]) for request in self.asked.requests)
        return first, second

    def choose(self, player: PlayerId, place: int) -> None:
        """One of the two has chosen; it can't be changed."""
        if player in self.chosen or self.counted is not None:
            return
        request = next((one for one in self.asked.requests if one.player == player), None)
        if isinstance(request, Choose) and place < len(request.options):
            self.chosen[player] = request.options[place]
            if all(one.player in self.chosen for one in self.asked.requests):
                self.counted = 0.0

    def count_on(self, seconds: float) -> tuple[Answer, ...]:
        """Let time pass (s); gives the answers, once, when they are to be sent."""
        if self.counted is None:
            return ()
        self.counted += seconds
        if not self.open or self.given:
            return ()
        requests = self.asked.requests
        self.given, self._rests = True, len(requests) - 1
        return tuple(Answer(request.player, self.chosen[request.player], None) for request in requests)

    def is_same_round(self, asked: Question) -> bool:
        """Whether the host only asks for the rest of this, because it has not read the second answer yet."""
        if self._rests and len(asked.requests) < len(self.asked.requests):
            self._rests -= 1
            return True
        return False


def _place(request: Request[object], value: object) -> int:
    assert isinstance(request, Choose), "fights are choices"
    return request.options.index(value)
