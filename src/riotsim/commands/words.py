"""Riot Dice in words for the window: why a boss is asked, the log with its pieces, and how the game stands."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from rich.text import Text

from riotsim.commands.narrating import Narrated, Narrator
from riotsim.commands.retelling import turn_of
from riotsim.commands.sequence import as_told
from riotsim.commands.standing import TALL, TOTTERING
from riotsim.commands.telling import DETAIL, Commentator, verdict
from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.offers import offers
from riotsim.games.riot_dice.reasons import reason
from riotsim.games.riot_dice.riot import Riot
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.games.riot_dice.setup import unplaced
from riotsim.games.riot_dice.state import ModelId, State
from riotsim.play.offers import Offer
from riotsim.play.requests import BossId, PickPoint, Request
from riotsim.play.session import Session
from riotsim.replay.telling import Turn
from riotsim.table.pieces import Figure, Piece, PieceId, Token
from riotsim.table.poses import ORIGIN
from riotsim.table.state import Table
from riotsim.viewer.messages import Clock, Level, Line, Row, Standing, Why, Worry


class RiotWords:
    """Riot Dice in words. It begins with the state and the table of the beginning of a game, and hears all events."""

    def __init__(self, state: State, table: Table, rules: Rulebook, figures: Mapping[str, Figure]) -> None:
        self._rules = rules
        self._figures = figures
        self._narrator = Narrator(Commentator(state, table, rules.clock.after))
        self._turn = Turn(0, None)
        """That of the line that grows ..."""
        self._now = self._turn
        """... and of what happens."""

    def turn(self, state: State) -> Turn:
        """Give the turn that a state is in."""
        return turn_of(state)

    def tell(self, happened: Iterable[object]) -> Iterator[Line]:
        """Give the lines that are complete, and the head of each turn."""
        for event in as_told(happened):
            if isinstance(event, events.Activated | events.LegsIt):
                yield from self._complete(self._narrator.rest())
                self._turn = self._now = Turn(self._now.number + 1, event.boss)
                about = (event.model,) if isinstance(event, events.Activated) else ()
                yield Line(f"Turn {self._now.number}: {event.boss}", "head", about, self._now)
            yield from self._complete(self._narrator.tell(event))

    def growing(self) -> Line | None:
        """Give the line that may still grow."""
        growing = self._narrator.growing
        return None if growing is None else self._line(growing)

    def why(self, request: Request[object], session: Session[State]) -> Why:
        """Say what is asked, and why."""
        return Why(request.boss, *reason(self._rules, session, request))

    def offers(self, request: Request[object], session: Session[State]) -> tuple[Offer, ...]:
        """Give what the answers to a request would do."""
        return offers(self._rules, session, request)

    def coming(self, request: Request[object], session: Session[State]) -> Mapping[PieceId, Piece]:
        """Give the loot that is to be dropped, and the models that are to be placed."""
        game = Riot(session.play, self._rules, figures=self._figures)
        match request:
            case PickPoint(purpose="drop", regions=regions):
                return {token: Token(token, ORIGIN, self._rules.loot.size) for token, _ in regions}
            case PickPoint(purpose="place", regions=regions):
                return {model: unplaced(game, model) for model, _ in regions}
        return {}

    def standing(self, session: Session[State], now: float) -> Standing:
        """Give stashes, towers and the clock."""
        state = session.state
        rows = [_stash(name, boss.stash, out=boss.out) for name, boss in state.bosses.items()]
        if self._rules.tower.mode == "dice":
            rows += [_tower(session.table, model, fighter.boss) for model, fighter in state.fighters.items()]
        elif self._rules.tower.mode == "hit_points":
            most = self._rules.tower.hit_points
            for model, fighter in state.fighters.items():
                left = most if fighter.hit_points is None else fighter.hit_points
                rows.append(Row("hit points", model, str(left), left, fighter.boss, (model,)))
        return Standing(tuple(rows), clock=_clock(state, now), turn=turn_of(state))

    def ended(self, session: Session[State]) -> Iterator[Line]:
        """Say who has won, and with how much loot."""
        result = session.state.result
        assert result is not None, "the game is over"
        yield Line(_plain(verdict(result)), "head", turn=self._now)
        for boss, loot in sorted(result.loot, key=lambda pair: -pair[1]):
            yield Line(f"{boss}: {loot} loot", turn=self._now)

    def _complete(self, lines: Iterable[Narrated]) -> Iterator[Line]:
        for line in lines:
            yield self._line(line)
            self._turn = self._now

    def _line(self, line: Narrated) -> Line:
        level: Level = "detail" if line.markup.startswith(DETAIL) else "line"
        return Line(_plain(line.markup), level, line.pieces, self._turn)


def words_of(session: Session[State], rules: Rulebook, figures: Mapping[str, Figure]) -> Callable[[], RiotWords]:
    """Give what makes the words for a game, from its beginning on."""
    begin = session.beginning
    return lambda: RiotWords(begin.state, begin.table, rules, figures)


def _plain(line: str) -> str:
    return Text.from_markup(line, emoji=False).plain.strip()


def _stash(boss: BossId, loot: int, *, out: bool) -> Row:
    return Row("stash", boss, f"left with {loot}" if out else str(loot), loot, boss)


def _tower(table: Table, model: ModelId, boss: BossId) -> Row:
    if model not in table.models:
        return Row("towers", model, "–", None, boss)
    if table.models[model].fallen:
        return Row("towers", model, "lies", None, boss, (model,))
    height = table.tower_height(model)
    worry: Worry = "danger" if height >= TOTTERING else "tall" if height >= TALL else ""
    return Row("towers", model, str(height), height, boss, (model,), worry)


def _clock(state: State, now: float) -> Clock | None:
    """Give the clock; while a turn is on, a live one shows what it will be charged for."""
    if state.clock is None:
        return None
    if not state.live_clock or state.phase != "play":
        return Clock(state.clock)
    return Clock(state.clock - max(0.0, now - state.turn_stamp) - state.slow_seconds, running=True)
