"""Trials of throws and carries in the window's sandbox. They run in the host process, without the rules of a game."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from riotsim.physics import Diverged
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import PlayerId, Request, Unavailable
from riotsim.play.sandbox.rules import SandboxRules, Tried
from riotsim.play.session.session import Session
from riotsim.replay.recording import Seat
from riotsim.simulation import frames, live_carry
from riotsim.table.acts import Act, Carry, Settled
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table
from riotsim.viewer.session.hosted_game import HostedGame, LiveCarry, Notify, ShowAct, Unplayable
from riotsim.viewer.session.messages import GameStatus, Line, Prompt


class TrialNarrator:
    """The narrator of a session for trials: it has prompts, but neither turns nor log lines.

    It implements `riotsim.viewer.session.hosted_game.GameNarrator`.
    """

    def turn(self, state: Tried) -> Turn:
        """Return turn 0 without a player, since trials have no turns."""
        return Turn(0, None)

    def lines(self, events: Iterable[object]) -> Iterable[Line]:
        """Return no log lines, since trials have no log."""
        return ()

    def unfinished_line(self) -> Line | None:
        """Return None, since trials have no log."""
        return None

    def prompt(self, request: Request[object], session: Session[Tried]) -> Prompt:
        """Return a prompt with the purpose of the request."""
        return Prompt(request.player, request.purpose.capitalize())

    def offers(self, request: Request[object], session: Session[Tried]) -> tuple[Offer, ...]:
        """Return no answers to choose from, since every request is answered by a throw or a carry."""
        return ()

    def unavailable(self, request: Request[object], session: Session[Tried]) -> tuple[Unavailable, ...]:
        """Return no answers, since trials forbid none."""
        return ()

    def incoming_pieces(self, request: Request[object], session: Session[Tried]) -> Mapping[PieceId, Piece]:
        """Return no pieces, since all pieces of a trial are on the table."""
        return {}

    def status(self, session: Session[Tried], now: float) -> GameStatus:
        """Return an empty status, since trials have neither scores nor a clock."""
        return GameStatus()

    def final_lines(self, session: Session[Tried]) -> Iterable[Line]:
        """Return no lines, since trials have no result."""
        return ()


@dataclass(frozen=True, slots=True)
class TrialOpening:
    """A callable that opens a session for trials in the host process."""

    table: Table
    seats: tuple[Seat, ...]
    rules: SandboxRules
    seed: int

    @contextmanager
    def __call__(self, show: ShowAct, tell: Notify) -> Iterator[HostedGame[Tried]]:
        """Open a session for trials: pieces can be thrown and carried on the table.

        The session is closed at the end of the `with` block.

        Args:
            show: Function that shows a simulated act in the window and returns its outcome.
            tell: Function that shows a message in the window. It is not used, because nothing is stored.

        Raises:
            Unplayable: The physics breaks down.
        """

        def perform(table: Table, act: Act, seed: int, /) -> Settled:
            return show(table, act, frames(table, act, seed, listen=True))

        session = Session(self.rules, Tried(), self.table, self.seed, perform)
        owners: dict[PieceId, PlayerId] = {}
        try:
            yield HostedGame(
                session, "", self.seats, owners, {}, TrialNarrator, live_carry=_live, sandbox=True, asks_all=True
            )
        except Diverged as error:
            raise Unplayable(f"This can't be tried: {error}") from error
        finally:
            session.close()


def _live(table: Table, act: Act, seed: int) -> LiveCarry:
    assert isinstance(act, Carry), "only carries are dragged"
    return live_carry(table, act, seed, listen=True)
