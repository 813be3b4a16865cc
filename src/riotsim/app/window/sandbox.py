"""The window's sandbox for any game that has one: positions and their files, trials, and games from a position."""

import os
import secrets
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from riotsim.app import rules_files
from riotsim.app.new_games import PLAYER_NAMES, SEED_BITS
from riotsim.app.scenario_files import SUFFIXES, LoadedScenario, check_scenario, company_source, load_scenario
from riotsim.app.window.narrator import make_narrator
from riotsim.app.window.new_game import companies_of
from riotsim.app.window.rules_pages import clauses_of
from riotsim.app.window.tryout import TrialOpening
from riotsim.files.companies import is_company_file
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import read_rules, with_options
from riotsim.files.yaml import read_yaml, validate
from riotsim.games.registry import GAMES, game_of_book
from riotsim.physics import Diverged
from riotsim.play.displays import ShownArea
from riotsim.play.game import Assets, Game, SeatWithCompany
from riotsim.play.requests import PlayerId
from riotsim.play.rulebook.sections import Book
from riotsim.play.sandbox.game_sandbox import GameSandbox, PieceType, Position
from riotsim.play.sandbox.rules import SandboxRules
from riotsim.play.scenarios.document import ScenarioFile
from riotsim.play.scenarios.lesson import LessonStep
from riotsim.players import PERSON, make_bots
from riotsim.replay.recording import Seat, seats
from riotsim.rulebooks import game_of
from riotsim.simulation import frames, live_carry, perform
from riotsim.store.assets import load_assets
from riotsim.store.companies import read_companies, seats_with_companies
from riotsim.store.database.document import Seat as StoredSeat
from riotsim.table.acts import Act, Carry, Settled
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.viewer.session.hosted_game import HostedGame, LiveCarry, Notify, Opening, ShowAct, Unplayable
from riotsim.viewer.ui import start_model

OPENED_NOTICE = "The position was opened, without the decisions of the file and what it expects."
"""Notice to the user who opens a scenario file that has more than a position."""

LESSON_NOTICE = "The position was opened, without the steps of its lesson."
"""Notice to the user who opens the scenario file of a lesson."""


@dataclass(frozen=True)
class WindowSandbox:
    """A game that is open in the sandbox. It implements `riotsim.viewer.sandbox.document.SandboxGame`."""

    game: Game
    book: Book
    assets: Assets
    game_sandbox: GameSandbox[Any]
    """The game's own part of the sandbox, made by `Game.sandbox`."""
    seats: tuple[Seat, ...]
    players: Mapping[PlayerId, str]
    """The bot of each player in games that begin in the sandbox, in turn order; `person` for a person."""
    first_position: Position
    rules: str
    """The rules: a name for rules that come with the program, or the absolute path of a file."""
    options: Mapping[str, object]
    notice: str = ""
    companies: Mapping[PlayerId, str] = field(default_factory=dict)
    """The companies that players bring, by player: names for companies that come with the game, or absolute paths."""
    lesson: tuple[LessonStep, ...] = ()
    """The steps of the scenario file's lesson; empty for none. Games that begin in the sandbox don't teach them."""
    seed: int = field(default_factory=lambda: secrets.randbits(SEED_BITS))
    """Seed of trials and of games that begin in the sandbox."""

    @property
    def title(self) -> str:
        """The title of the game, such as Riot Dice."""
        return self.game.title

    @property
    def names(self) -> tuple[PlayerId, ...]:
        """The names of the players in turn order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def score_name(self) -> str:
        """The word for the score, such as `loot`; empty if positions have no scores."""
        return self.game_sandbox.score_name

    @property
    def piece_types(self) -> tuple[PieceType, ...]:
        """The kinds of piece that can be put on the table."""
        return self.game_sandbox.piece_types(self.first_position)

    @cached_property
    def areas(self) -> tuple[ShownArea, ...]:
        """The areas of the table that have a meaning in the game, such as terrain."""
        return self.game_sandbox.areas(self.first_position)

    def initial_position(self) -> Position:
        """Return the sandbox's first position."""
        return self.first_position

    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return a name for a new piece that has the given type and owner (`GameSandbox.name`).

        Raises:
            NoPieceLeft: All the owner's pieces of this type are on the table already, or the owner has none at all.
        """
        return self.game_sandbox.name(piece_type, owner, position)

    def normalised(self, position: Position) -> Position:
        """Return a position as it is after it has been written into a scenario file and read again.

        Raises:
            Unplayable: The rules forbid the position, or no scenario can describe it.
        """
        try:
            return self.game_sandbox.normalize(position)
        except ValueError as problem:
            raise Unplayable(str(problem)) from problem

    def text(self, position: Position, title: str, file: Path) -> str:
        """Return a position as the text of a scenario file.

        Args:
            position: The position.
            title: Title of the scenario.
            file: Path of the scenario file. The text names the files of rules and companies by relative paths if these
                files lie below the folder of the scenario file, and by absolute paths otherwise.
        """
        rules = self.rules if self.rules in builtin_rules() else _path_from(file, self.rules)
        head: dict[str, object] = {"riotsim": "scenario/1", "title": title, "rules": rules}
        if self.options:
            head["options"] = dict(self.options)
        if self.companies:
            named = self.companies.items()
            head["companies"] = {who: _path_from(file, it) if is_company_file(it) else it for who, it in named}
        return self.game_sandbox.text(position, head)

    def trial_opening(self) -> Opening:
        """Return a function that opens a session for throwing and carrying pieces when the host process calls it."""
        rules = SandboxRules(self.names[0], self.game_sandbox.hand, self.game_sandbox.free_models)
        return TrialOpening(self.first_position.table, self.seats, rules, self.seed)

    def play(self, position: Position) -> "GameFromPosition":
        """Return a function that begins a game at a position when the host process calls it.

        Every decision and act in the game can be undone. The game is an ordinary game, even if this sandbox holds a
        scene of a lesson.
        """
        return GameFromPosition(self.game_sandbox, self.game.name, self.book, self.assets, self.seats,
                                dict(self.players), position, self.seed)  # fmt: skip


def sandbox_for(draft: start_model.Draft, *, bare: bool) -> WindowSandbox:
    """Return a sandbox for the players and rules chosen on the start screen.

    Args:
        draft: The choices of the start screen.
        bare: Whether to leave out the scenery of the rules.

    Raises:
        Unplayable: The players, the rules or their files can't be used, or the game has no sandbox.
    """
    names = [seat.name.strip() for seat in draft.seats]
    if not all(names) or len(set(names)) < len(names):
        raise Unplayable("Every player needs a name of their own")
    try:
        rules = str(rules_files.typed_path(draft.own)) if draft.rules == start_model.OWN_RULES_KEY else draft.rules
        found = _read(rules, bare=bare, flags=draft.flags)
        options = {name: dict(seat.options) for name, seat in zip(names, draft.seats, strict=True)}
        players = {name: seat.player for name, seat in zip(names, draft.seats, strict=True)}
        colours = {name: seat.colour for name, seat in zip(names, draft.seats, strict=True)}
        return _begun(found, rules, players, options, colours, companies_of(draft, names))
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad


def sandbox_by(rules: str) -> WindowSandbox:
    """Return the sandbox for some rules. All players are persons.

    Args:
        rules: Rules that come with the program, by name, or a rules file.

    Raises:
        Unplayable: The rules or their files can't be used, or the game has no sandbox.
    """
    try:
        found = _read(rules)
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad
    players = dict.fromkeys(PLAYER_NAMES[: found.game.seats(found.book).usual], PERSON)
    return _begun(found, rules, players, {}, None, {})


class _ReadRules(NamedTuple):
    """Rules that were read for a new sandbox."""

    game: Game
    book: Book
    assets: Assets
    options: Mapping[str, object]
    """The options whose values replace those of the rules file, by dotted key."""


def _read(rules: str, *, bare: bool = False, flags: Collection[str] = ()) -> _ReadRules:
    """Read rules that come with the program, or a rules file.

    Args:
        rules: Name or path of the rules.
        bare: Whether to leave out the scenery of the rules.
        flags: The names of the rules flags that are set.

    Raises:
        BadFile: The rules or their assets can't be used.
    """
    document = read_rules(rules if rules in builtin_rules() else Path(rules))
    game = game_of(document)
    options = {**(game.no_scenery_options if bare else {}), **game.options_of_flags(flags)}
    document = with_options(document, options)
    book = validate(document, game.rules)
    assets = load_assets(book, None if rules in builtin_rules() else Path(rules).parent, document)
    return _ReadRules(game, book, assets, options)


def _begun(
    found: _ReadRules,
    rules: str,
    players: Mapping[PlayerId, str],
    options: Mapping[PlayerId, Mapping[str, str]],
    colours: Mapping[PlayerId, int] | None,
    companies: Mapping[PlayerId, str | Path],
) -> WindowSandbox:
    """Return a new sandbox.

    Args:
        found: The rules.
        rules: The name of rules that come with the program, or the path of a file.
        players: The bot of each player, or `person`, by player in turn order.
        options: The seat options that players have chosen, by player.
        colours: The colour of each player; None for the usual colours.
        companies: The companies that players bring, by player: names, or paths of files.

    Raises:
        Unplayable: The number of players is wrong, the game can't begin, or it has no sandbox.
        BadFile: A company is invalid. The error lists every problem of every company.
    """
    game, book, assets, changed = found
    counts = game.seats(book)
    if not counts.least <= len(players) <= counts.most:
        many = f"{counts.least} to {counts.most}" if counts.least < counts.most else counts.most
        raise Unplayable(f"{many} can play {game.title}, not {len(players)}")
    files = companies if game.company is not None else {}
    brought = read_companies(game, book, files)
    stored = [StoredSeat(name=name, player=bot, company=brought.get(name)) for name, bot in players.items()]
    its = _sandbox_of(game, book, assets, seats_with_companies(game, book, stored))
    source = rules if rules in builtin_rules() else str(Path(rules).resolve())
    try:
        begins = its.starting_position(options)
    except ValueError as problem:
        raise Unplayable(str(problem)) from problem
    return WindowSandbox(
        game, book, assets, its, seats(players, colours), players, begins, source, changed, companies=_lasting(files)
    )


def sandbox_of(file: Path) -> WindowSandbox:
    """Return the sandbox with the position of a scenario file. All players are persons.

    Raises:
        Unplayable: The file is invalid, or its game has no sandbox.
    """
    try:
        found = load_scenario(read_yaml(file))
        check_scenario(found)
        scenario, book = found.scenario, found.rules
        assets = load_assets(book, found.beside, found.document)
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad
    game = game_of_book(book)
    players = dict.fromkeys(scenario.players, PERSON)
    its = _sandbox_of(game, book, assets, [_seat_in(scenario, name) for name in players])
    companies = {name: company_source(file, named) for name, named in scenario.companies.items()}
    position = its.position_of(scenario.given)
    for k, path, pieces in ((k, *one) for k, step in enumerate(scenario.lesson) for one in step.glowing):
        if missing := [name for name in pieces if position.table.movable(name) is None]:
            sentence = f"{', '.join(missing)} can't glow: it is not on the table"
            raise Unplayable(str(found.document.problem(("lesson", k, *path), sentence)))
    return WindowSandbox(
        game,
        book,
        assets,
        its,
        seats(players),
        players,
        position,
        _source(found),
        scenario.options,
        LESSON_NOTICE if scenario.lesson else OPENED_NOTICE if scenario.has_script else "",
        _lasting(companies),
        scenario.lesson,
    )


def _lasting(companies: Mapping[PlayerId, str | Path]) -> dict[PlayerId, str]:
    """Return the companies by player, with relative paths made absolute."""
    return {
        name: str(Path(source).resolve()) if isinstance(source, Path) or is_company_file(source) else source
        for name, source in companies.items()
    }


def _seat_in(scenario: ScenarioFile, name: PlayerId) -> StoredSeat | SeatWithCompany:
    """Return a player's seat in a scenario. If the player brings a company, the seat has this company."""
    if (company := scenario.brought.get(name)) is not None:
        return SeatWithCompany(name, {}, company)
    return StoredSeat(name=name, player=PERSON)


def _path_from(file: Path, path: str) -> str:
    """Return the path that one scenario file writes for another file.

    The path is relative if the other file lies below the folder of the scenario file. Otherwise it is absolute.

    Args:
        file: The scenario file.
        path: The absolute path of the other file.
    """
    beside = os.path.relpath(path, file.parent) if Path(path).drive == file.drive else path
    beside = Path(beside).as_posix()
    bare = "/" not in beside and Path(beside).suffix not in SUFFIXES  # or it would be taken for a name
    return path if beside.startswith("..") else f"./{beside}" if bare else beside


def _sandbox_of(
    game: Game, book: Book, assets: Assets, seats: Sequence[StoredSeat | SeatWithCompany]
) -> GameSandbox[Any]:
    if game.sandbox is None:
        known = ", ".join(other.title for other in GAMES.values() if other.sandbox is not None)
        raise Unplayable(f"{game.title} has no sandbox; these games have one: {known}")
    return game.sandbox(book, assets, seats)


def _source(found: LoadedScenario) -> str:
    if found.beside is None:
        return found.scenario.rules
    return str((Path(found.document.file).parent / found.scenario.rules).resolve())


@dataclass(frozen=True, slots=True)
class GameFromPosition:
    """A callable that begins a game at a position of the sandbox. The game is not stored.

    It implements `riotsim.viewer.session.hosted_game.Opening`. It can be sent to the host process. So it holds the name
    of its game, not the `Game`.
    """

    sandbox: GameSandbox[Any]
    name: str
    book: Book
    assets: Assets
    seats: tuple[Seat, ...]
    players: Mapping[PlayerId, str]
    position: Position
    seed: int
    lesson: tuple[LessonStep, ...] = ()
    """The steps that the game teaches; empty for none."""

    @contextmanager
    def __call__(self, show: ShowAct, tell: Notify) -> Iterator[HostedGame[Any]]:
        """Open the game, and close it at the end of the block.

        Args:
            show: Function that shows a simulated act in the window and returns its outcome.
            tell: Function that shows a message in the window. It is not used, because nothing is stored.

        Raises:
            Unplayable: The physics breaks down.
        """
        seeds = FreshSeeds()

        def perform_shown(table: Table, act: Act, seed: int, /) -> Settled:
            return show(table, act, frames(table, act, seeds.take(seed), listen=True))

        def drag(table: Table, act: Act, seed: int) -> LiveCarry:
            assert isinstance(act, Carry), "only carries are dragged"
            return live_carry(table, act, seeds.next(seed), listen=True)

        game = GAMES[self.name]
        shown = game.presentation()
        persons = frozenset(name for name, player in self.players.items() if player == PERSON)
        try:
            with closing(
                self.sandbox.begin(self.position, self.seed, perform_shown, live_clock=bool(persons))
            ) as session:
                bots = make_bots(self.players, self.book, self.seed, perform=perform)
                yield HostedGame(
                    session,
                    game.title if self.lesson else f"{game.title} from here on",
                    self.seats,
                    shown.model_owners(session.first_checkpoint.state),
                    {name: bot.answer for name, bot in bots.items()},
                    make_narrator(game, session, self.book, self.assets.figures, self.lesson, persons),
                    clauses=clauses_of(self.name),
                    rules_of=self.name,
                    live_carry=drag,
                    sandbox=True,
                    at_back=shown.at_back(session.first_checkpoint.state),
                )
        except Diverged as error:
            raise Unplayable(f"The game can't go on: {error}") from error


class FreshSeeds:
    """The seeds of the acts of a game in which acts can be undone.

    After an undo, the game gives the same seed again. Then the act gets another seed. Otherwise a player who throws
    again with a key would see the same throw again.
    """

    def __init__(self) -> None:
        self._used: Counter[int] = Counter()

    def next(self, seed: int) -> int:
        """Return the seed of the next act for which the game gives `seed`: at first `seed` itself."""
        if not (times := self._used[seed]):
            return seed
        (fresh,) = np.random.SeedSequence(seed, spawn_key=(times,)).generate_state(1, np.uint64)
        return int(fresh)

    def take(self, seed: int) -> int:
        """Return `next(seed)`, and count the act."""
        fresh = self.next(seed)
        self._used[seed] += 1
        return fresh
