"""`riotsim game`: lets bots play a game, and prints its narration and its result."""

import shlex
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riotsim.app.interrupts import raise_if_interrupted
from riotsim.app.new_games import DEFAULT_BOT, MAX_RULES_NAME_LENGTH, PLAYER_NAMES, parse_seed
from riotsim.app.output.streams import console, escape_markup, print_json, print_rich, printable
from riotsim.app.saving import Db
from riotsim.cli.options import Companies, pairs
from riotsim.cli.players import (
    allow_bots_of_stored_game,
    given_flags,
    given_rules_flags,
    parse_companies,
    parse_players,
    read_seat_options,
    require_flags_of,
    seat_option_columns,
)
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES
from riotsim.play.markup import COLOURS

if TYPE_CHECKING:
    from riotsim.app.open_games import OpenGame
    from riotsim.bots.bot import Bot

UNSAVED_EXIT_CODE = 1
"""Exit code if the end of a game was played, but could not be stored."""


def game(
    context: typer.Context,
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Rules that come with the program, or a file of your own.")
    ] = DEFAULT_RULES,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="An option of the rules, such as tower.swig=2."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "--boss",
            metavar="NAME=BOT",
            help="A player and the bot that plays: greedy, planner, hasty, easy, random, or your own as module:Class.",
        ),
    ] = None,
    seat_option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME.OPTION=VALUE",
            help="A choice that the rules give a player, such as Ada.hand=steady. Each option has a flag too.",
        ),
    ] = None,
    company: Companies = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER", help="The same seed gives the same game; without it a seed is chosen and printed."
        ),
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="ID", help="Resume a stored game; riotsim games lists them.")
    ] = None,
    save: Annotated[bool, typer.Option("--save/--no-save", help="Store the game as it is played.")] = True,
    db: Db = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the result only.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")] = False,
) -> None:
    """Play a game between bots, and print what happens. Physics decides how dice land and whether towers fall.

    The game is Riot Dice, unless --rules names the rules of another game.

    \f

    Raises:
        BadFile: The rules, one of their meshes or a company are invalid, or a stored game is missing or damaged.
        BadInput: An option is malformed, the players or options don't fit the game, or a resumed game can't be played.
        Exit: The end of the game could not be stored; the exit code is 1.
    """
    if resume is not None:
        others = allow_bots_of_stored_game(player or (), resume, db)
        new = {"--rules": rules != DEFAULT_RULES, "--set": options, "--player": others, **given_flags(context),
               "--seat-option": seat_option, "--company": company, "--seed": seed, "--no-save": not save}  # fmt: skip
        if given := [option for option, value in new.items() if value]:
            raise BadInput(f"a resumed game stays as it was begun: leave out {', '.join(given)}")
        from riotsim.app.open_games import resumed_game

        _play_and_narrate(resumed_game(resume, db), None, quiet=quiet, json=json)
        return
    from riotsim.app import open_games
    from riotsim.app.output.progress import spinner
    from riotsim.files.assets.checks import check_assets
    from riotsim.files.problems import BadFile
    from riotsim.files.rules import folder_of
    from riotsim.rulebooks import read_rulebook
    from riotsim.store.begin import make_header
    from riotsim.store.database.document import Seat

    if of_rules := given_rules_flags(context):
        require_flags_of(read_rulebook(rules)[1], of_rules)
    changed = dict(pairs("--set", options or (), "tower.swig=2"))
    document, what, book = read_rulebook(rules, changed)
    counts = what.seats(book)
    usual = [f"{name}={DEFAULT_BOT}" for name in PLAYER_NAMES[: counts.usual]]
    bots = parse_players(player or usual, what, counts, persons=False)
    if fault := counts.option_fault(changed, len(bots)):
        raise BadInput(f"--set {counts.option}={changed[counts.option]} {fault}")
    flags = given_flags(context)
    seat_options = read_seat_options(flags, seat_option or (), what, book, bots)
    companies = parse_companies(company or (), what, book, bots, seat_options)
    chosen = parse_seed(seed)
    file = Path(rules)
    beside = folder_of(file)
    seats = [
        Seat(name=name, player=bot, options=seat_options[name], company=companies.get(name))
        for name, bot in bots.items()
    ]
    with (
        spinner() as progress
    ):  # what is wrong with a file is told by the name that it has here, not by that in the store
        problems, _ = check_assets(book, beside, document, progress=progress)
    if problems:
        raise BadFile(problems)
    called = printable(file.name)[
        :MAX_RULES_NAME_LENGTH
    ]  # where it lies is nobody's business whom the game is passed on to
    header = make_header(what.name, called, book, chosen, seats, beside)
    chosen_for_seats = {**flags, "--seat-option": seat_option, "--company": company}
    again = _rerun_command(rules, chosen, {"--set": options, "--player": player, **chosen_for_seats})
    _play_and_narrate(open_games.new_game(header, db, save=save), again, quiet=quiet, json=json)


def _play_and_narrate(
    opening: AbstractContextManager["OpenGame"], again: str | None, *, quiet: bool, json: bool
) -> None:
    """Play a game to its end, and print its narration and its result.

    Args:
        opening: Context that opens the game.
        again: The shell command that plays the same game again; None if no such command is to be printed.
        quiet: Whether to print the result only.
        json: Whether to print one JSON document instead.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed. The command that resumes a stored game was printed.
        Exit: The end of the game could not be stored.
    """
    open_game: OpenGame | None = None
    try:
        with opening as open_game:
            begun = time.perf_counter()
            if open_game.session.is_over and not json:
                over = f"the game {open_game.id} is over, so nothing is played; riotsim replay {open_game.id} shows it"
                typer.echo(over, err=True)
            if quiet or json or open_game.session.is_over:
                _play_silently(open_game)
            else:
                _play(open_game)
            wall = time.perf_counter() - begun
    except KeyboardInterrupt:
        if open_game is not None and open_game.id is not None:
            typer.echo(f"the game is stored as {open_game.id}; to go on with it: {open_game.resume_command}", err=True)
        raise
    if json:
        print_json(_document(open_game, wall))
    else:
        _show_result(open_game, again)
    if open_game.unsaved:
        raise typer.Exit(UNSAVED_EXIT_CODE)


def _bots_at(open_game: "OpenGame") -> "dict[str, Bot[Any]]":
    """Return the bots of a game, by the names of the players."""
    from riotsim.app.open_games import perform_interruptible
    from riotsim.players import make_bots

    return make_bots(open_game.bots, open_game.book, open_game.header.seed, perform=perform_interruptible)


def _play_silently(open_game: "OpenGame") -> None:
    """Play a game to its end without narration. If the game takes long, show the current turn on stderr."""
    from riotsim.app.output.progress import progress_line
    from riotsim.bots.bot import play_out

    session, shown = open_game.session, open_game.game.presentation()
    with progress_line() as progress:
        for _ in play_out(session, _bots_at(open_game)):
            raise_if_interrupted()
            turn = shown.turn(session.state)
            progress(f"{turn.turn_word} {max(turn.number, 1)}")


def _play(open_game: "OpenGame") -> None:
    """Play a game to its end and print its narration. A resumed game is narrated from its present state on."""
    from riotsim.app.open_games import BotWithSpinner
    from riotsim.app.output.results import turn_heading
    from riotsim.bots.bot import play_out
    from riotsim.play.narration import Narration
    from riotsim.players import PLANNERS

    session, bots, titles, game = open_game.session, open_game.bots, open_game.titles, open_game.game
    seed = open_game.header.seed
    shown = game.presentation()
    formatter = shown.formatter(open_game.book, session.first_checkpoint)
    narration = Narration(formatter, shown.turn)
    for _ in chain(narration.narrate(session.events), narration.flush()):
        pass  # a resumed game: the formatter has to know what was told before
    out = console(soft_wrap=True)
    about = {name: ", ".join(filter(None, (bot, titles.get(name)))) for name, bot in bots.items()}
    players = " against ".join(
        f"[bold {colour}]{escape_markup(name)}[/] [dim]({escape_markup(about[name])})[/]"
        for name, colour in zip(bots, COLOURS, strict=False)
    )
    stored = f" · game {open_game.id}" if open_game.id is not None else ""
    out.print(f"[bold]{game.title}[/] {players} [dim]· seed {seed}{stored}[/]")
    if opening := formatter.opening_line(session.state):
        out.print(opening)
    # A game that begins with its first turn has its head above it; one that is gone on with goes on in a turn.
    told_to, turn = len(session.events), session.checkpoint
    if session.entry_count == 0 and shown.turn(session.state).number:
        head = formatter.turn_header(session.state, session.table)
        out.print("", *turn_heading(shown.turn(session.state), head, list(bots), out.width), sep="\n")
    thinking = {
        name: BotWithSpinner(bot) if bots[name] in PLANNERS else bot for name, bot in _bots_at(open_game).items()
    }
    for _ in play_out(session, thinking):
        raise_if_interrupted()
        lines = [line.markup for line in narration.narrate(session.events[told_to:])]
        told_to = len(session.events)
        if session.checkpoint is not turn or session.is_over:
            turn = session.checkpoint
            lines += [line.markup for line in narration.flush()]
            if not session.is_over:
                head = formatter.turn_header(session.state, session.table)
                lines += ["", *turn_heading(shown.turn(session.state), head, list(bots), out.width)]
        for line in lines:
            out.print(line)


def _rerun_command(rules: str, seed: int, given: Mapping[str, Sequence[str] | None]) -> str:
    """Return the shell command that plays the same game again.

    Args:
        rules: The value of `--rules`.
        seed: The game's seed.
        given: Values of other options that were given, by option.
    """
    words = ["riotsim", "game"] + (["--rules", rules] if rules != DEFAULT_RULES else [])
    for option, values in given.items():
        words += chain.from_iterable((option, value) for value in values or ())
    return shlex.join([*words, "--seed", str(seed)])


def _show_result(open_game: "OpenGame", again: str | None) -> None:
    from riotsim.app.output.results import result_table, turn_count_text, verdict

    shown, state = open_game.game.presentation(), open_game.session.state
    tally = shown.final_score(state)
    assert tally is not None, "the game is over"
    reason = [escape_markup(tally.reason)] if tally.reason else []
    print_rich("", verdict(tally), *reason, "", result_table(tally, open_game.bots), "")
    # A terminal may fold a long command, but what is copied from it has no line end in its middle.
    told = console(soft_wrap=True)
    played = turn_count_text(tally, shown.turn(state).turn_word)
    if open_game.id is not None and not open_game.unsaved:
        played += f" · stored as [/][bold]{open_game.id}[/][dim]"
    told.print(f"[dim]{played}{' · play it again:' if again else ''}[/]")
    if again:
        told.print(escape_markup(again))


def _document(open_game: "OpenGame", wall: float) -> dict[str, object]:
    from riotsim.app.output.documents import events_with_scores

    session, header, game = open_game.session, open_game.header, open_game.game
    tally = game.presentation().final_score(session.state)
    assert tally is not None, "the game is over"
    seats = [
        {
            "name": seat.name,
            "bot": seat.player,
            **seat_option_columns(game, open_game.book, seat.options),
            "options": dict(seat.options),
        }
        for seat in header.seats
    ]
    return {
        "game": header.game,
        "id": open_game.id,
        "seed": header.seed,
        "rules": {"name": header.rules.name, "sha256": header.rules.sha256},
        "bosses": seats,
        "result": {
            "winners": list(tally.winners),
            tally.heading: dict(tally.figures),
            "unfinished": bool(tally.unfinished),
        },
        **dict(tally.other_figures),
        "turns": tally.turns,
        "events": events_with_scores(session, game),
        "wall_s": wall,
    }
