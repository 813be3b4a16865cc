"""`riotsim play`: opens the window.

Without a screen, bots play a game in the terminal, and a replay of the game is written to a file.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.saving import Db
from riotsim.cli.options import Companies
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.app.window.backend import WindowBackend
    from riotsim.viewer.sandbox.document import SandboxGame

MISSING_PACKAGES_MESSAGE = (
    "the window needs packages that are not installed: install riotsim with its extra for it "
    "(pip install 'riotsim[window]')"
)

NO_SCREEN_MESSAGE = "there is no screen here (DISPLAY is not set)"

TERMINAL_FALLBACK_MESSAGE = "bots play in this terminal instead"

BOTS_VARIABLE = "RIOTSIM_BOTS"
"""Environment variable with the names of the user's own bots for the start screen; see `riotsim.bots.custom`."""


def play(
    context: typer.Context,
    resume: Annotated[
        str | None, typer.Option(metavar="ID", help="Resume a stored game; riotsim games lists them.")
    ] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Don't open a window, even where there is a screen.")
    ] = False,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER",
            help="Seed of the next game on the start screen, or of the bots' game in the terminal; by default random.",
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "--boss",
            metavar="NAME=BOT",
            help="Who plays the next game on the start screen, or in the terminal: person, greedy, planner, hasty, "
            "easy, random, or your own bot as module:Class. With --resume: your own bots in that game.",
        ),
    ] = None,
    sandbox: Annotated[
        bool,
        typer.Option(
            "--sandbox",
            help="Open the sandbox: set up any position by hand, try throws, save it as a scenario, play from there.",
        ),
    ] = False,
    scenario: Annotated[
        Path | None,
        typer.Argument(
            metavar="[SCENARIO.yaml]", help="With --sandbox: the scenario file to open.", show_default=False
        ),
    ] = None,
    company: Companies = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Rules of the next game, or with --sandbox of the table."),
    ] = None,
    db: Db = None,
) -> None:
    """Open the window, and play with persons and bots at one table.

    Without a screen, bots play in this terminal. A replay and a picture of their game are written into this folder.

    To play against a bot of your own, such as the class Sniper in my_bot.py:
    riotsim play --player Ada=person --player Bea=my_bot:Sniper

    With --sandbox you put models, dice, loot and scenery where you want them. You can save the position as a text file:
    riotsim check FILE runs it, and riotsim play --sandbox FILE opens it again.

    \f

    Raises:
        BadFile: The rules or a company are invalid, or there is no such stored game.
        BadInput: Options contradict each other, or a player can't play.
        UnusableBot: One of the user's own bots can't be imported.
    """
    from riotsim.cli.players import given_rules_flags

    flags = given_rules_flags(context)
    if sandbox or scenario is not None:
        others = {
            "--resume": resume is not None,
            "--player": player,
            "--company": company,
            "--seed": seed is not None,
            "--terminal": terminal,
            **{f"--{name}": True for name in flags},
        }
        unfit = [option for option, is_given in others.items() if is_given]
        _sandbox(scenario, rules, asked=sandbox, others=unfit, db=db)
        return
    if resume is not None and (rules or company or flags):
        given = "--rules" if rules else "--company" if company else f"--{flags[0]}"
        raise BadInput(f"a resumed game stays as it was begun: leave out {given}")
    if seed is not None:
        _require_valid_seed(seed, resume)
    if os.environ.get(BOTS_VARIABLE):
        _import_environment_bots()
    players = _players(player, rules, resume, db) if player else {}
    companies = _companies(company or (), rules, players, flags)
    problem = "--terminal is given" if terminal else NO_SCREEN_MESSAGE
    if not terminal and _has_screen():
        from riotsim.app.window.backend import WindowBackend

        failed = _window(resume, WindowBackend(db, seed or "", players, rules or "", companies, flags))
        if failed is None:
            return
        problem = failed
    if persons := [name for name, bot in players.items() if bot == "person"]:
        raise BadInput(f"--player {persons[0]}=person: {problem}, and only bots play in a terminal")
    if not terminal:
        if resume is not None:
            _require_stored(resume, db)
        typer.echo(f"riotsim: {problem}; {TERMINAL_FALLBACK_MESSAGE}", err=True)
    _in_terminal(context, resume, seed, player, company, rules, flags, db)


def _require_valid_seed(seed: str, resume: str | None) -> None:
    """Check the value of `--seed`.

    Raises:
        BadInput: The seed is invalid, or a stored game is resumed. A stored game keeps its own seed.
    """
    from riotsim.app.new_games import parse_seed

    if resume is not None:
        raise BadInput("a resumed game stays as it was begun: leave out --seed")
    parse_seed(seed)


def _import_environment_bots() -> None:
    """Import the bots in `BOTS_VARIABLE`. The start screen offers them.

    Raises:
        UnusableBot: A bot can't be imported.
    """
    from riotsim.bots.custom import allowed

    allowed()


def _companies(
    given: Sequence[str], rules: str | None, players: Mapping[str, str], flags: Sequence[str]
) -> dict[str, str]:
    """Parse the values of `--company`, and check the rules and the company files of the next game.

    Args:
        given: The values of `--company`.
        rules: The value of `--rules`, or None.
        players: The bot of each player, or `person`, by the player's name. If empty, players have the usual names.
        flags: Names of the flags for options of the rules that the user has set, such as `unbound`.

    Returns:
        The company file, or the name of a company that comes with the game, by the player's name.

    Raises:
        BadFile: The rules or a company are invalid. The error lists every problem of every company.
        BadInput: A value is malformed, there is no such player, the game doesn't use companies, or the game has
            no such flag.
    """
    if not given and rules is None and not flags:
        return {}
    from riotsim.app.new_games import PLAYER_NAMES
    from riotsim.cli.players import company_files, parse_companies, require_flags_of
    from riotsim.games import DEFAULT_RULES
    from riotsim.rulebooks import read_rulebook

    _, game, book = read_rulebook(rules or DEFAULT_RULES)
    require_flags_of(game, flags)
    _, _, book = read_rulebook(rules or DEFAULT_RULES, game.options_of_flags(flags))
    names = tuple(players) or PLAYER_NAMES[: game.seats(book).usual]
    parse_companies(given, game, book, names, {})
    return company_files(given, names)


def _players(given: list[str], rules: str | None, resume: str | None, db: Path | None) -> dict[str, str]:
    """Parse the values of `--player`, and import the user's own bots among them.

    Args:
        given: The values.
        rules: The value of `--rules`, or None.
        resume: Id of the game to be resumed, or None.
        db: The store; None for the user's default store.

    Returns:
        The bot of each player, or `person`, by the player's name. The mapping is empty if a game is resumed.

    Raises:
        BadFile: The rules are invalid, or the stored game is missing or damaged.
        BadInput: A value is malformed or doesn't fit the game.
        UnusableBot: A bot can't be imported.
    """
    from riotsim.cli.players import allow_bots_of_stored_game, parse_players

    if resume is not None:
        if others := allow_bots_of_stored_game(given, resume, db):
            raise BadInput(f"a resumed game stays as it was begun: leave out --player {others[0]}")
        return {}
    from riotsim.games import DEFAULT_RULES
    from riotsim.rulebooks import read_rulebook

    _, game, book = read_rulebook(rules or DEFAULT_RULES)
    return parse_players(given, game, game.seats(book), persons=True)


def _require_stored(game: str, db: Path | None) -> None:
    """Check that a game is stored.

    Raises:
        BadFile: There is no such game.
    """
    from riotsim.app.saving import open_store

    with open_store(db, must_exist=True) as store:
        store.summary(game.lower())  # as all names in it are


def _sandbox(scenario: Path | None, rules: str | None, *, asked: bool, others: Sequence[str], db: Path | None) -> None:
    """Open the sandbox in the window, and return when the user closes it.

    Args:
        scenario: The scenario file to open, or None.
        rules: The rules of the table; None for the scenario's rules or, without a scenario, the default rules.
        asked: Whether `--sandbox` was given.
        others: The given options that don't go with `--sandbox`.
        db: The store; None for the user's default store.

    Raises:
        BadInput: Options contradict each other, the scenario or the rules can't be used, or no window can be opened.
    """
    if not asked:
        raise BadInput(f"{scenario}: a scenario is opened in the sandbox: riotsim play --sandbox {scenario}")
    if others:
        from riotsim.play.markup import join_names

        raise BadInput(f"--sandbox has a table of its own: leave out {join_names(others)}")
    if scenario is not None and rules is not None:
        raise BadInput("a scenario file names its rules: leave --rules away")
    from riotsim.app.window.backend import WindowBackend
    from riotsim.viewer.session.hosted_game import Unplayable

    backend = WindowBackend(db)
    try:
        if scenario is not None:
            sandbox = backend.scenario(scenario)
        elif rules is not None:
            sandbox = backend.sandbox_by(rules)
        else:
            sandbox = backend.sandbox(backend.default_draft())
    except Unplayable as reason:
        raise BadInput(str(reason)) from reason
    if not _has_screen():
        raise BadInput(f"--sandbox: {NO_SCREEN_MESSAGE}, and a sandbox is for the mouse")
    if (problem := _window(None, backend, sandbox=sandbox, scenario=scenario)) is not None:
        raise BadInput(f"--sandbox: {problem}")


def _has_screen() -> bool:
    """Return whether this machine may have a screen.

    The answer is yes on macOS and Windows. On any other system, `DISPLAY` must be set.
    """
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY"))


def _window(
    resume: str | None,
    backend: "WindowBackend",
    sandbox: "SandboxGame | None" = None,
    scenario: Path | None = None,
) -> str | None:
    """Open the window, and return when the user closes it.

    Args:
        resume: Id of the game to be resumed, or None.
        backend: The window's access to stored games. It knows which choices the start screen shows first.
        sandbox: The sandbox to open instead of the start screen, or None.
        scenario: The scenario file of the sandbox, or None.

    Returns:
        The reason why no window can be opened, or None if it was opened.

    Raises:
        BadInput: The game can't be resumed.
    """
    try:
        import pyglet

        pyglet.options.debug_gl = False
        import imgui_bundle  # noqa: F401  # the window is of no use without its panels
    except ImportError:
        return MISSING_PACKAGES_MESSAGE
    try:
        # The window's module can't even be read where no display answers.
        from riotsim.viewer.window import run
    except Exception as error:  # each platform has exceptions of its own for that
        return f"no window can be opened ({str(error).splitlines()[0] if str(error) else type(error).__name__})"
    from riotsim.viewer.render.context import NoGraphics
    from riotsim.viewer.session.hosted_game import Unplayable
    from riotsim.viewer.settings import settings_path

    try:
        run(backend, settings_path(), resume, sandbox, scenario)
    except NoGraphics as error:
        return str(error)
    except Unplayable as reason:
        raise BadInput(f"--resume {resume}: {reason}") from reason
    return None


def _in_terminal(
    context: typer.Context, resume: str | None, seed: str | None, player: list[str] | None,
    company: list[str] | None, rules: str | None, flags: Sequence[str], db: Path | None,
) -> None:  # fmt: skip
    from riotsim.app.saving import open_store
    from riotsim.cli.game import game
    from riotsim.games import DEFAULT_RULES
    from riotsim.games.registry import rules_flags

    meant = rules_flags()
    options = [f"{meant[name].option}={meant[name].value}" for name in flags]
    chosen = rules or DEFAULT_RULES
    game(context, chosen, options, resume=resume, seed=seed, player=player, company=company, db=db)
    if resume is not None:
        _save_replay_and_picture(resume.lower(), db)
        return
    with open_store(db, must_exist=True) as store:
        last = max(store.games(), key=lambda one: one.changed).id
    _save_replay_and_picture(last, db)


def _save_replay_and_picture(game: str, db: Path | None) -> None:
    """Write a replay (a page) and a picture of a stored game into the current folder.

    If this machine can't draw, only the replay is written.
    """
    from riotsim.cli.replay import replay

    page, picture = Path(f"riotsim-{game}.html"), Path(f"riotsim-{game}.png")
    replay(game, html=page, force=True, db=db)
    typer.echo(f"riotsim: to watch the game, open this in a browser: {page.absolute().as_uri()}", err=True)
    try:
        replay(game, picture=picture, force=True, db=db)
    except BadInput as problem:  # this machine can't draw
        reason = str(problem).removeprefix("--picture: ")  # an option that nobody gave
        typer.echo(f"riotsim: there is no {picture}: {reason}", err=True)
