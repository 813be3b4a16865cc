"""Several people at one window: the person who has to answer, and the camera's side of the table."""

from riotsim.play.narration import Turn
from riotsim.play.requests import PlayerId
from riotsim.viewer.session.messages import GameOpened

TURN_SECONDS, INTERRUPT_SECONDS = 2.4, 1.6
"""The window names the asked player for this time (s).

- `TURN_SECONDS`: in this player's own turn.
- `INTERRUPT_SECONDS`: in another player's turn.
"""

WAITING_SECONDS = 0.7
"""For this time after another person is asked, keys and clicks are not taken as answers (s). They may be meant for the
previous question.
"""


class HandOver:
    """The hand-over from one person at the window to the next.

    If a question goes to another person than the question before:

    - The window shows the name of the person who is asked now.
    - The camera goes to this person's side of the table. But in the turn of another player, the camera stays where it
      is, because the question is only about a short reaction.
    - For a moment, keys and clicks are not taken as answers. They may be meant for the question to the previous person.

    If a person is asked in the turn of another player, the question begins with the asked person's name. From then on,
    so does each question of this turn.
    """

    def __init__(self) -> None:
        self.seat: PlayerId | None = None
        """The player at the camera's side of the table; None before it is known."""
        self.named: PlayerId | None = None
        """The player whom the window names now; None if it names nobody."""
        self.interrupts = False
        """True if several persons play at the window, and one of them is asked in another player's turn."""
        self.interrupted = False
        """True if `interrupts` is true, or was true earlier in the present turn."""
        self._asked: PlayerId | None = None
        self._turn: Turn | None = None
        self._left = self._waiting = 0.0

    @property
    def waits(self) -> bool:
        """True in the first moments after another person is asked. Keys and clicks are not taken as answers then."""
        return self._waiting > 0.0

    def begin(self, opened: GameOpened) -> None:
        """Begin a game. The table is shown from the side of the first person who plays at the window."""
        self.seat = next((seat.name for seat in opened.seats if seat.name in opened.persons), None)

    def ask(self, player: PlayerId, turn: Turn, opened: GameOpened) -> None:
        """Record a question at the window: the asked player, and the turn."""
        self.interrupts = len(opened.persons) > 1 and turn.player is not None and turn.player != player
        self.interrupted = self.interrupts or (self.interrupted and turn == self._turn)
        if not self.interrupts:
            self.seat = player
        if len(opened.persons) > 1 and player != self._asked:
            self.named, self._left = player, INTERRUPT_SECONDS if self.interrupts else TURN_SECONDS
            self._waiting = 0.0 if self._asked is None else WAITING_SECONDS
        self._asked, self._turn = player, turn

    def advance(self, seconds: float, *, covered: bool = False) -> None:
        """Advance by `seconds` of real time. Set `named` to None if the time for naming the player is over.

        Args:
            seconds: The time (s).
            covered: Whether a page such as the menu covers the table. If so, the time for naming the player stands
                still.
        """
        # `waits` may stay true under a page: until it ends, clicks on the page have no effect either.
        self._waiting = max(0.0, self._waiting - seconds)
        if covered:
            return
        self._left -= seconds
        if self._left <= 0.0:
            self.named = None

    def end(self) -> None:
        """Set `named` to None, because an answer was given."""
        self.named = None
