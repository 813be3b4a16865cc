"""A made-up game for the tests of the window: players pick a pawn each and throw dice at a tower."""

import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from riotsim.play.displays import Clock, Row
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import Aim, AimThrow, Choose, PickPiece, PlayerId, Request, Unavailable
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Play, Session, Waiting
from riotsim.replay.recording import seats
from riotsim.simulation import frames
from riotsim.table.acts import Act, Roll, Settled, TowerFell
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model, Piece, PieceId
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND, empty_table, with_tower
from riotsim.viewer.session.hosted_game import Bot, HostedGame, Notify, ShowAct, Unplayable
from riotsim.viewer.session.messages import GameStatus, Line, Prompt

PAWNS: Mapping[PieceId, PlayerId] = {"a1": "Ann", "a2": "Ann", "b1": "Bob"}

AT_THE_TOWER = Aim((460.0, 460.0), 0.785, 1.6)
"""An aim that brings the tower down with the first throw of the game."""
BESIDE_IT = Aim((150.0, 450.0), 1.6, 0.8)


@dataclass
class Score:
    """The state of the game."""

    round: int = 1
    turn: PlayerId | None = "Ann"
    points: Counter[PlayerId] = field(default_factory=Counter)


@dataclass(frozen=True)
class Picked:
    """A pawn is picked."""

    pawn: PieceId


@dataclass(frozen=True)
class Pitched:
    """Dice were thrown."""

    pawn: PieceId
    shows: tuple[int, ...]
    fell: bool


def floor() -> Table:
    """Return the pawns and a tower."""
    table = with_tower(empty_table(600.0, 600.0), 8, name="tower", at=(300.0, 300.0))
    return table.with_pieces(
        Model("a1", "Ann", (80.0, 60.0)), Model("a2", "Ann", (160.0, 60.0)), Model("b1", "Bob", (500.0, 60.0))
    )


@dataclass(frozen=True)
class Rules:
    """Some rounds of throwing. After each, the players bet secretly on how it goes on."""

    rounds: int
    bets: bool = False

    def __call__(self, play: Play[Score]) -> Coroutine[Waiting, object, None]:
        """Play."""
        return self._played(play)

    async def _played(self, play: Play[Score]) -> None:
        while play.state.turn is not None:
            play.begin_turn()
            await self._turn(play, play.state.turn)
            if play.state.turn == "Ann":
                play.state.turn = "Bob"
                continue
            if self.bets:
                bets = await play.ask_all([Choose(boss, "bet", ("high", "low")) for boss in ("Ann", "Bob")])
                play.emit(f"bets: {sorted(bets.items())}")
            play.state.round += 1
            play.state.turn = "Ann" if play.state.round <= self.rounds else None

    async def _turn(self, play: Play[Score], boss: PlayerId) -> None:
        mine = tuple(pawn for pawn, owner in PAWNS.items() if owner == boss)
        pawn = await play.ask(PickPiece(boss, "pawn", mine))
        play.emit(Picked(pawn))
        aim = await play.ask(AimThrow(boss, "pitch", ("d6", "d6"), play.table.width, play.table.depth, 50.0, pawn))
        dice = tuple(Die(f"d{play.state.round}{boss}{k}", D6, owner=boss) for k in range(2))
        settled = await play.perform(Roll(dice, aim.at, aim.heading, STEADY_HAND, aim.drop, aim.strength), Stream.ROLL)
        there = [play.table.dice[die.id] for die in dice if die.id in play.table.dice]
        fell = bool(settled.facts_of(TowerFell))
        play.state.points[boss] += 10 * fell
        play.emit(Pitched(pawn, tuple(die.shows for die in there), fell))
        play.table = play.table.without(*(die.id for die in there))


class PitchNarrator:
    """The game's text."""

    def __init__(self, confirm: str = "", closed: str = "") -> None:
        self._confirm, self._closed = confirm, closed

    def turn(self, state: Score) -> Turn:
        """Return the round as the turn."""
        return Turn(state.round, state.turn)

    def lines(self, events: Iterable[object]) -> Iterator[Line]:
        """Return a line for each event."""
        for event in events:
            match event:
                case Picked(pawn):
                    yield Line(f"{pawn} steps up", pieces=(pawn,))
                case Pitched(pawn, shows, fell):
                    yield Line(f"{pawn} pitches {' '.join(map(str, shows))}{': timber!' * fell}", "detail", (pawn,))
                case other:
                    yield Line(str(other))

    def unfinished_line(self) -> Line | None:
        """Return None: no line grows."""
        return None

    def prompt(self, request: Request[object], session: Session[Score]) -> Prompt:
        """Return the prompt for a purpose."""
        title = {"pawn": "Pick a pawn", "pitch": "Pitch", "bet": "Bet"}[request.purpose]
        return Prompt(request.player, title, "", "P-1", is_fight=request.purpose == "bet")

    def offers(self, request: Request[object], session: Session[Score]) -> tuple[Offer, ...]:
        """Return an offer for each pawn."""
        return tuple(
            Offer(pawn, f"Take {pawn}", pawn, confirm=self._confirm) for pawn in getattr(request, "pieces", ())
        )

    def unavailable(self, request: Request[object], session: Session[Score]) -> tuple[Unavailable, ...]:
        """Return the pawn that can't be picked, if there is one."""
        return (Unavailable("another", self._closed),) if self._closed and request.purpose == "pawn" else ()

    def incoming_pieces(self, request: Request[object], session: Session[Score]) -> Mapping[PieceId, Piece]:
        """Return no pieces."""
        return {}

    def status(self, session: Session[Score], now: float) -> GameStatus:
        """Return the points, and the thinking time."""
        rows = tuple(
            Row("points", boss, str(points), points, boss) for boss, points in sorted(session.state.points.items())
        )
        return GameStatus(rows, clock=Clock(100.0 - now, True), turn=self.turn(session.state))

    def final_lines(self, session: Session[Score]) -> Iterator[Line]:
        """Return a line that says the game is over."""
        yield Line("That was it.", "head")


def bob(request: Request[object], session: Session[Score]) -> object:
    """Answer as a bot that throws beside the tower."""
    match request:
        case PickPiece(pieces=pieces):
            return pieces[0]
        case Choose(options=options):
            return options[0]
    return BESIDE_IT


@dataclass(frozen=True)
class Pitch:
    """A function that opens the game."""

    persons: tuple[PlayerId, ...] = ("Ann",)
    rounds: int = 2
    bets: bool = False
    sandbox: bool = False
    breaks: str = ""
    """The kind of failure: "opening", "file", "act", "killed" or "slow"."""
    confirm: str = ""
    """Question that a player who picks a pawn has to confirm."""
    closed: str = ""
    """Why another pawn can't be picked."""

    @contextmanager
    def __call__(self, show: ShowAct, tell: Notify) -> Iterator[HostedGame[Score]]:
        """Open the game."""
        if self.breaks == "opening":
            raise Unplayable("no such game")
        if self.breaks == "file":
            raise Unplayable("rules.yaml:1: no pawns\nrules.yaml:2: no tower\nrules.yaml:3: no dice")

        def perform(table: Table, act: Act, seed: int, /) -> Settled:
            if self.breaks == "act":
                raise ValueError("the table is gone")
            if self.breaks == "slow":
                time.sleep(60.0)
            return show(table, act, frames(table, act, seed))

        session = Session(Rules(self.rounds, self.bets), Score(), floor(), 5, perform)
        bots: dict[PlayerId, Bot[Score]] = {boss: bob for boss in ("Ann", "Bob") if boss not in self.persons}
        about = {boss: "bot" if boss in bots else "person" for boss in ("Ann", "Bob")}
        narrator: Callable[[], PitchNarrator] = partial(PitchNarrator, self.confirm, self.closed)
        tell("here we go")
        try:
            yield HostedGame(session, "Pitching", seats(about), PAWNS, bots, narrator, sandbox=self.sandbox)
        finally:
            session.close()
