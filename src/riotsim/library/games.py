"""Games for scripts and notebooks. They are played by bots or by the script itself, and can be stored and resumed."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from riotsim.app.new_games import DEFAULT_BOT, PLAYER_NAMES, check_seed
from riotsim.app.recordings import recording_of
from riotsim.app.saving import open_store
from riotsim.bots.bot import Bot, answer_by_bot
from riotsim.errors import InvalidValue, RiotsimError
from riotsim.files.assets.checks import check_assets
from riotsim.files.problems import BadFile
from riotsim.files.rules import folder_of
from riotsim.games import DEFAULT_RULES
from riotsim.games.registry import GAMES
from riotsim.library.arguments import check_companies, check_file, check_game_id, check_players, check_seats
from riotsim.library.players import Player, build_bots, check_bots, stored_names
from riotsim.library.replays import Replay
from riotsim.play.game import Game
from riotsim.play.narration import FinalScore, Narration, Turn
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session
from riotsim.replay.recording import restore_frames
from riotsim.rulebooks import NO_OPTIONS, read_rulebook
from riotsim.simulation import perform
from riotsim.store.begin import StartedGame, known_game, make_header, start_game
from riotsim.store.companies import read_companies
from riotsim.store.database.document import Header, Seat
from riotsim.store.database.store import Summary
from riotsim.store.recorder import Recorder, record_new_game, record_resumed_game
from riotsim.table.acts import Act, Frame, Settled
from riotsim.table.state import Table
from riotsim.table.units import FRAMES_PER_SECOND

NO_SEATS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({})


class NoBot(RiotsimError):
    """The error that `Match.step` raises if the player who is asked has no bot. Use `Match.answer` for this player."""


class Match:
    """A game in progress. Use `new_game` or `resume_game` to get one.

    - `pending` has the requests that wait for an answer.
    - `step` lets a bot answer, and `answer` gives your own answer.
    - `play` lets the bots play to the end.

    Close the game at the end, or use it in a `with` statement.
    """

    def __init__(
        self,
        begun: StartedGame,
        header: Header,
        bots: Mapping[str, Bot[Any]],
        recorder: Recorder | None,
        stack: ExitStack,
    ) -> None:
        self.session: Session[Any] = begun.session
        """The session of the game, with its journal, checkpoints, undo and forks."""
        self.rules: Any = begun.book
        """The rulebook, of a type that depends on the game."""
        self.header = header
        """The data of the game's beginning: its rules, seed and seats."""
        self.id = None if recorder is None else recorder.writer.game
        """The game's id in the store; None if the game isn't stored."""
        self._bots = bots
        self._recorder = recorder
        self._stack = stack
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the game. Afterwards, it takes no more answers. If it is stored, `resume_game` can continue it."""
        self._closed = True
        self._stack.close()

    @property
    def game(self) -> Game:
        """The description of the game that is played."""
        return GAMES[self.header.game]

    @property
    def players(self) -> dict[str, str]:
        """For each player, in turn order: the name of the bot that the player had at the start of the game.

        A player without a bot has `person` instead of a bot's name.
        """
        return {seat.name: seat.player for seat in self.header.seats}

    @property
    def seed(self) -> int:
        """The seed of the game."""
        return self.header.seed

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.session.is_over

    @property
    def pending(self) -> tuple[Request[object], ...]:
        """The requests that wait for an answer; empty when the game is over."""
        return self.session.pending

    @property
    def table(self) -> Table:
        """The current table."""
        return self.session.table

    @property
    def state(self) -> Any:
        """The current state of the game apart from the table. Callers must not change it."""
        return self.session.state

    @property
    def turn(self) -> Turn:
        """The current turn."""
        return self.game.presentation().turn(self.session.state)

    @property
    def events(self) -> tuple[object, ...]:
        """All events so far, in order."""
        return tuple(self.session.events)

    @property
    def scores(self) -> dict[str, int]:
        """The current score of each player, by name. What is counted depends on the game, such as loot or points."""
        return dict(self.game.presentation().scores(self.session.state, self.session.table))

    @property
    def result(self) -> FinalScore | None:
        """The final score of the game; None until the game is over."""
        return self.game.presentation().final_score(self.session.state)

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The winners. After a draw, there are several. If nobody has won or the game is not over, there are none."""
        return () if self.result is None else self.result.winners

    def step(self) -> Request[object]:
        """Let a bot answer the first pending request, play on to the next request, and return the answered request.

        Raises:
            NoBot: The player who is asked has no bot.
            Refused: The bot gave an answer that is not allowed.
            InvalidValue: The game is over, was closed, or was stopped by an error.
        """
        self._require_open()
        if self.is_over:
            raise InvalidValue("the game is over, so nobody is asked anything")
        if self.session.failure is not None:
            raise InvalidValue(
                "the game was stopped by an error; undo() takes its last answer back"
            ) from self.session.failure
        request = self.pending[0]
        if request.player not in self._bots:
            raise NoBot(
                f"{request.player} has no bot; use answer() for what is asked, a {type(request).__name__} for the "
                f"purpose {request.purpose!r}: pending[0] has all of it"
            )
        answer_by_bot(self.session, self._bots[request.player], request)
        return request

    def steps(self) -> Iterator[Request[object]]:
        """Let bots answer requests until the game is over, and yield each request after its answer.

        Raises the same errors as `step`.
        """
        while not self.is_over:
            yield self.step()

    def play(self) -> FinalScore:
        """Let bots answer requests until the game is over, and return the result. Raises the same errors as `step`."""
        for _ in self.steps():
            pass
        result = self.result
        assert result is not None, "a game that is over has a result"
        return result

    def answer(self, answer: object, player: PlayerId | None = None) -> None:
        """Answer a request, and play on to the next request.

        Args:
            answer: The answer.
            player: The player who answers; by default the player whom the first pending request asks.

        Raises:
            Refused: The answer is not allowed, the player is not asked, or the game is over. The game has not changed.
            RuntimeError: An earlier error has stopped the game.
            InvalidValue: The game was closed.
        """
        self._require_open()
        self.session.answer(answer, player)

    def undo(self) -> None:
        """Undo the last answer.

        If several players were asked at the same time, undo the answers of all of them.

        Raises:
            NothingLeft: There is no answer to undo.
            InvalidValue: The game was closed.
        """
        self._require_open()
        self.session.undo()

    def redo(self) -> None:
        """Redo the answer that was undone last.

        Raises:
            NothingLeft: There is no answer to redo.
            InvalidValue: The game was closed.
        """
        self._require_open()
        self.session.redo()

    def _require_open(self) -> None:
        """Raise `InvalidValue` if the game was closed."""
        if self._closed:
            raise InvalidValue("the game was closed; resume_game() continues one that is stored")

    def log(self) -> list[str]:
        """Return the course of the game so far as lines of plain text."""
        narration = Narration(self.game.presentation().formatter(self.rules, self.session.first_checkpoint))
        told = [line.text for line in narration.narrate(self.session.events)]
        return [*told, *(line.text for line in narration.flush())]

    def replay(self) -> Replay:
        """Return the game so far as a replay.

        The replay shows how the dice move in each act. If the game is stored and still open, this movement is read from
        the store, where positions are rounded to 0.01 mm. Acts whose movement can't be read are simulated again.
        """
        recording = recording_of(self.session, self.header, self.rules, self._stored_frames())
        return Replay(
            restore_frames(recording, lambda table, act, seed: perform(table, act, seed, trace_hz=FRAMES_PER_SECOND))
        )

    def _stored_frames(self) -> dict[int, tuple[Frame, ...]]:
        """Return the stored frames of each act, by the number of the act's journal entry.

        The result is empty if there are no frames, or if they can't be read. It is also empty after `close`, because
        another process may have changed the stored game by then.
        """
        if self._recorder is None or self._closed:
            return {}
        try:
            return self._recorder.frames()
        except ValueError:  # traces that are damaged or too large: the game is played without them
            return {}

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in self.scores.items())
        return f"<Match of {self.game.title}, {self.turn.title}: {scores}>"

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the title and the turn of the game, the scores, and a picture of the table."""
        scores = ", ".join(f"{escape(name)} {score}" for name, score in self.scores.items())
        return f"<p><b>{escape(self.game.title)}</b>, {escape(self.turn.title)}: {scores}</p>{self.table.svg()}"


def new_game(
    rules: str | Path = DEFAULT_RULES,
    players: Mapping[str, Player] | None = None,
    *,
    seed: int | None = None,
    options: Mapping[str, object] = NO_OPTIONS,
    seats: Mapping[str, Mapping[str, str]] = NO_SEATS,
    companies: Mapping[str, str | Path] = MappingProxyType({}),
    store: str | Path | None = None,
) -> Match:
    """Begin a game.

    Args:
        rules: The name of rules that come with riotsim, such as `riot_dice`, or the path of a file of your own.
        players: The players by name, in turn order. Each is a bot's name, a bot of your own as a class or an object, or
            None if you give the player's answers yourself. By default the usual number of greedy bots plays.
        seed: The same seed, rules and bots give exactly the same game. By default a seed is drawn.
        options: Options of the rules by dotted keys, such as `{"tower.swig": 2}`.
        seats: The options that players choose for their seats. For each player, by name: a mapping from the names of
            options to the chosen values.
        companies: The company (such as an army) of each player who brings one: the path of the company's file, or the
            name of a built-in company.
        store: The file of a store that records the game as it is played; by default the game isn't stored.

    Raises:
        BadFile: The rules, the options, a company or the store can't be used, or the rules don't allow a game with
            these players and seat options.
        InvalidValue: A bot doesn't exist or can't play this game, or an argument has a wrong form.
        UnusableBot: A bot of your own can't be imported or built.
    """
    root = check_seed(seed)
    document, game, book = read_rulebook(rules, options)
    beside = folder_of(rules)
    if problems := check_assets(book, beside, document)[0]:
        raise BadFile(problems)
    counts = game.seats(book)
    if players is None:
        players = dict.fromkeys(PLAYER_NAMES[: counts.usual], DEFAULT_BOT)
    check_players(players)
    if fault := counts.option_fault(options, len(players)):
        raise InvalidValue(f"the option {counts.option} {fault}")
    check_seats(seats, players)
    check_companies(companies, players)
    if store is not None:
        check_file("a store", store)
    chosen = dict(players)
    names = stored_names(chosen)
    check_bots(names, game)
    brought = read_companies(game, book, companies, seats)
    taken = [
        Seat(name=name, player=bot, options=dict(seats.get(name, {})), company=brought.get(name))
        for name, bot in names.items()
    ]
    header = make_header(game.name, Path(rules).name, book, root, taken, beside)
    stack = ExitStack()
    recorder: Recorder | None = None
    try:
        if store is None:
            begun = start_game(header, perform)
            stack.callback(begun.session.close)
        else:
            opened = stack.enter_context(open_store(Path(store)))
            begun, recorder = stack.enter_context(record_new_game(opened, header, _traced))
        return Match(begun, header, build_bots(chosen, names, begun, header), recorder, stack)
    except BaseException:
        stack.close()
        raise


def resume_game(
    game: str, *, store: str | Path | None = None, players: Mapping[str, Player] = MappingProxyType({})
) -> Match:
    """Continue a stored game where it stopped.

    Args:
        game: The game's id in the store.
        store: The file of the store; by default the file that `RIOTSIM_DB` (an environment variable) names, or the
            user's own store.
        players: New bots for some players, by the player's name, in place of the stored bots. None for a player whose
            answers you give yourself. A stored bot of the form `module:Class` is imported only if you give it here
            again, because the stored game may come from a stranger.

    Raises:
        BadFile: The store can't be used or has no such game, or the game doesn't fit its rules.
        Busy: Another process is playing the game.
        InvalidValue: A bot doesn't exist or can't play this game, `players` names somebody who isn't a player, or an
            argument has a wrong form.
        UnusableBot: A bot of your own can't be imported or built.
    """
    check_game_id(game)
    if store is not None:
        check_file("a store", store)
    if players:
        check_players(players)
    stack = ExitStack()
    try:
        opened = stack.enter_context(open_store(None if store is None else Path(store), must_exist=True))
        header = opened.summary(game.lower()).header
        stored = {seat.name: seat.player for seat in header.seats}
        for name in players:
            if name not in stored:
                raise InvalidValue(f"no player is called {name!r:.80}; the players are {', '.join(stored)}")
        names = {**stored, **stored_names(players)}
        check_bots(names, known_game(header.game))
        begun, recorder = stack.enter_context(record_resumed_game(opened, game.lower(), _traced))
        return Match(begun, header, build_bots(players, names, begun, header), recorder, stack)
    except BaseException:
        stack.close()
        raise


def stored_games(store: str | Path | None = None) -> list[Summary]:
    """Return summaries of a store's games, the most recently changed first.

    Games whose summary can't be read are left out.

    Args:
        store: The file of the store; by default the file that `RIOTSIM_DB` (an environment variable) names, or the
            user's own store.

    Raises:
        BadFile: There is no store, or the file can't be used as one.
        InvalidValue: `store` is neither text nor a path.
    """
    if store is not None:
        check_file("a store", store)
    with open_store(None if store is None else Path(store), must_exist=True) as opened:
        return opened.games()


def _traced(table: Table, act: Act, seed: int, hz: int) -> Settled:
    return perform(table, act, seed, trace_hz=hz)
