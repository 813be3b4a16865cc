"""A choice that two players make at the same time.

It is secret until both players have chosen. Then a countdown runs, and both choices are shown.
"""

from dataclasses import dataclass, field

from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PlayerId, Request
from riotsim.viewer.input.keys import LEFT_CHOICES
from riotsim.viewer.session.messages import Answer, Question

COUNT_SECONDS = 0.7
"""Time that each number of the countdown is shown (s)."""

REVEAL_SECONDS = 1.6
"""Time that both choices are shown (s)."""


def is_secret_choice(asked: Question) -> bool:
    """Return whether two players answer a question secretly at the same time.

    This is so if all of these are true: the question is about a fight, exactly two players have to answer it, and
    the keyboard has a key for each option.
    """
    if not all(prompt.is_fight for prompt in asked.prompts):
        return False
    few = all(isinstance(one, Choose) and len(one.options) <= len(LEFT_CHOICES) for one in asked.requests)
    return len(asked.joint) == 2 and few


@dataclass(slots=True)
class SecretChoice:
    """The secret choices of two players, from the question until both choices have been shown."""

    question: Question
    chosen: dict[PlayerId, object] = field(default_factory=dict)
    seconds_since_choice: float | None = None
    """Time since the last choice of the players at this window (s), or None until all of them have chosen."""
    sent: bool = False
    """True if `advance` has returned the answers."""
    _repeats_expected: int = 0
    """Number of times that the host may still repeat the question (see `is_same_round`)."""

    @property
    def count(self) -> int | None:
        """The number that the countdown shows: 3, 2 or 1. None before and after the countdown."""
        if self.seconds_since_choice is None or self.seconds_since_choice >= 3 * COUNT_SECONDS:
            return None
        return 3 - int(self.seconds_since_choice / COUNT_SECONDS)

    @property
    def revealed(self) -> bool:
        """True if the countdown has ended."""
        return self.seconds_since_choice is not None and self.seconds_since_choice >= 3 * COUNT_SECONDS

    @property
    def done(self) -> bool:
        """True if the countdown ended more than `REVEAL_SECONDS` ago."""
        return self.seconds_since_choice is not None and self.seconds_since_choice > 3 * COUNT_SECONDS + REVEAL_SECONDS

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """The two players. Players who are asked in this program's window come first."""
        first = self.question.requests[0].player
        if len(self.question.requests) > 1:
            return first, self.question.requests[1].player
        return first, next(player for player in self.question.joint if player != first)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The options, which are the same for both players."""
        if self.question.offers and self.question.offers[0]:
            return self.question.offers[0]
        request = self.question.requests[0]
        options = request.options if isinstance(request, Choose) else ()
        return tuple(Offer(option, str(option)) for option in options)

    @property
    def places(self) -> tuple[int, int] | None:
        """Indices of the options that the two players chose, in the order of `players`.

        It is None until the countdown has ended. If only one player is asked in this window, it is always None.
        """
        if not self.revealed or len(self.question.requests) != 2:
            return None
        first, second = (_place(request, self.chosen[request.player]) for request in self.question.requests)
        return first, second

    def choose(self, player: PlayerId, place: int) -> None:
        """Record that a player chooses the option with the index `place`. Ignore a player's second choice."""
        if player in self.chosen or self.seconds_since_choice is not None:
            return
        request = next((one for one in self.question.requests if one.player == player), None)
        if isinstance(request, Choose) and place < len(request.options):
            self.chosen[player] = request.options[place]
            if all(one.player in self.chosen for one in self.question.requests):
                self.seconds_since_choice = 0.0

    def advance(self, seconds: float) -> tuple[Answer, ...]:
        """Advance the countdown by `seconds`, if it has begun.

        If the countdown ends in this call, return the answers of the players who were asked in this window. In all
        other calls, return an empty tuple.
        """
        if self.seconds_since_choice is None:
            return ()
        self.seconds_since_choice += seconds
        if not self.revealed or self.sent:
            return ()
        requests = self.question.requests
        self.sent, self._repeats_expected = True, len(requests) - 1
        return tuple(Answer(request.player, self.chosen[request.player], None) for request in requests)

    def is_same_round(self, asked: Question) -> bool:
        """Return whether a new question only repeats this question. Then nobody has to choose again.

        `advance` may return the answers of two players at once. After reading the first answer, the host asks the
        second player again, although this player's answer is on the way. For this repeated question the result is True.
        For any other question it is False.

        Args:
            asked: The new question.
        """
        if self._repeats_expected and len(asked.requests) < len(self.question.requests):
            self._repeats_expected -= 1
            return True
        return False


def _place(request: Request[object], value: object) -> int:
    assert isinstance(request, Choose), "fights are choices"
    return request.options.index(value)
