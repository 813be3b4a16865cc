"""Trying throws and carries for the window's sandbox: opened in a host's process, by no rules."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import PlayerId, Request
from riotsim.play.sandbox_rules import SandboxRules, Tried
from riotsim.play.session.session import Session
from riotsim.replay.recording import Seat
from riotsim.simulation import frames, live_carry
from riotsim.table.acts import Act, Carry, Settled
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table
from riotsim.viewer.session.hosted_game import HostedGame, LiveCarry, Notify, ShowAct
from riotsim.viewer.session.messages import GameStatus, Line, Prompt


class TryingWords:
    """Hardly any words: nothing of it is told."""

    def turn(self, state: Tried) -> Turn:
        """No turns."""
        return Turn(0, None)

    def lines(self, events: Iterable[object]) -> Iterable[Line]:
        """No lines."""
        return ()

    def unfinished_line(self) -> Line | None:
        """No line grows."""
        return None

    def prompt(self, request: Request[object], session: Session[Tried]) -> Prompt:
        """By what is tried."""
        return Prompt(request.player, request.purpose.capitalize())

    def offers(self, request: Request[object], session: Session[Tried]) -> tuple[Offer, ...]:
        """A hand decides all."""
        return ()

    def incoming_pieces(self, request: Request[object], session: Session[Tried]) -> Mapping[PieceId, Piece]:
        """None come."""
        return {}

    def status(self, session: Session[Tried], now: float) -> GameStatus:
        """Nobody counts."""
        return GameStatus()

    def final_lines(self, session: Session[Tried]) -> Iterable[Line]:
        """It never ends."""
        return ()


@dataclass(frozen=True, slots=True)
class TryingOut:
    """Opens it: a `viewer.door.Opening`."""

    table: Table
    seats: tuple[Seat, ...]
    rules: SandboxRules
    seed: int

    @contextmanager
    def __call__(self, show: ShowAct, tell: Notify) -> Iterator[HostedGame[Tried]]:
        """Open it."""

        def perform(table: Table, act: Act, seed: int, /) -> Settled:
            return show(table, act, frames(table, act, seed, listen=True))

        session = Session(self.rules, Tried(), self.table, self.seed, perform)
        owners: dict[PieceId, PlayerId] = {}
        try:
            yield HostedGame(session, "", self.seats, owners, {}, TryingWords, live_carry=_live, sandbox=True)
        finally:
            session.close()


def _live(table: Table, act: Act, seed: int) -> LiveCarry:
    assert isinstance(act, Carry), "only carries are dragged"
    return live_carry(table, act, seed, listen=True)
