"""The command line: registers the commands, and turns errors into messages with exit codes.

A new command is a module in `riotsim.cli` that is registered below. The modules are imported for every `--help`, so
they import numpy, pybullet, pydantic and other large packages inside their functions.
"""

import errno
import gc
import os
import sys
from contextlib import suppress
from typing import Annotated, Any, NoReturn

import typer

from riotsim.app.interrupts import (
    INTERRUPTED_EXIT_CODE,
    ignore_interrupts,
    install_interrupt_handler,
    leave_with_exit_code,
    raise_if_interrupted,
)
from riotsim.cli import check, doctor, game, games, lab, play, replay, rules, tower
from riotsim.cli.dice import odds, throw
from riotsim.cli.options import CommandGroup, Group, PlainNumbers
from riotsim.cli.players import CommandWithRulesFlags, CommandWithSeatOptions
from riotsim.errors import InvalidInput

CREDIT = (
    "riotsim is powered by Riot Dice, an open-source rules engine by Mike Hutchinson "
    "(https://planetsmashergames.com/riot-dice)."
)
"""The credit that the author of Riot Dice asks for."""

BAD_INPUT_EXIT_CODE = 2
"""Exit code for input that the user can correct. Typer uses the same exit code for a wrong command line."""

DIVERGED_EXIT_CODE = 1
"""Exit code if the physics breaks down."""

UNWRITABLE_EXIT_CODE = 1
"""Exit code if stdout can't be written."""

UNWRITABLE_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Error numbers of stdout when it is a full or broken file or device."""

STDERR_DESCRIPTOR = 2

GC_THRESHOLD = 100_000
"""Number of new objects that makes Python collect garbage.

With Python's default of 700, a tenth of the time before the first throw was spent on collections. With 20,000, it was a
twentieth.
"""


class PlainErrors(Group):
    """The group of all commands. Its messages about wrong values of options name the allowed values."""

    def invoke(self, ctx: Any) -> Any:  # click's context, or that of typer's copy of click
        """Run a command. If pydantic refuses an option's value, show a message with the allowed values instead.

        Raises:
            BadParameter: An option has a value that is not allowed.
        """
        try:
            return super().invoke(ctx)
        except typer.BadParameter as problem:
            cause = problem.__cause__
            if cause is not None:
                from pydantic import ValidationError  # late: it is loaded by now

                from riotsim.files.validation import describe_value

                if isinstance(cause, ValidationError):
                    problem.message = describe_value(cause)
            raise


app = CommandGroup(
    cls=PlainErrors,
    help="A simulated tabletop with five games, Riot Dice first. Dice obey real physics, and towers may fall.",
    epilog=CREDIT,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    pretty_exceptions_enable=False,
)
app.command(cls=CommandWithRulesFlags)(play.play)
app.command(cls=CommandWithSeatOptions)(game.game)
app.command(cls=PlainNumbers)(throw.throw)
app.command()(odds.odds)
app.command(cls=PlainNumbers)(tower.tower)
app.add_typer(games.app, name="games")
app.command()(replay.replay)
app.add_typer(rules.app, name="rules")
app.add_typer(lab.app, name="lab")
app.command()(check.check)
app.command()(doctor.doctor)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # late: it takes a tenth of the time in which help is there

        typer.echo(f"riotsim {version('riotsim')}\n{CREDIT}")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", "-v", "-V", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run `riotsim` and leave the process with an exit code.

    - 0: success.
    - 1: the physics broke down, stdout can't be written, or the result is negative, such as a failed scenario.
    - 2: bad input.
    - 130: Ctrl-C.

    Raises:
        SystemExit: Always, with the exit code. Only a bug in the program ends in another error.
    """
    gc.set_threshold(GC_THRESHOLD)
    _replace_closed_stderr()
    try:
        try:
            install_interrupt_handler()
            _run()
        finally:
            ignore_interrupts()  # the process is about to end, and Python would let it die by the signal
            raise_if_interrupted()
    except KeyboardInterrupt:
        leave_with_exit_code()
        _exit_with("stopped", INTERRUPTED_EXIT_CODE)


def _replace_closed_stderr() -> None:
    """Replace a closed stderr with the null device, as `2>/dev/null` does.

    Otherwise the next opened file would get the file descriptor of stderr. C libraries would write their messages into
    that file.
    """
    if sys.stderr is None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != STDERR_DESCRIPTOR:
            os.dup2(nowhere, STDERR_DESCRIPTOR)
            os.close(nowhere)
        sys.stderr = os.fdopen(STDERR_DESCRIPTOR, "w", encoding="utf-8", errors="backslashreplace")


def _run() -> None:
    """Run the command that this process's arguments name, and print the message of an error.

    Raises:
        SystemExit: The command has ended, its input is bad, stdout can't be written, or the physics broke down.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    if sys.stdout is None:
        _exit_with("nothing can be told: standard output is closed", UNWRITABLE_EXIT_CODE)
    try:
        try:
            app(prog_name="riotsim")  # also as `python -m riotsim`
        finally:
            sys.stdout.flush()
    except InvalidInput as problem:
        _exit_with(_describe(problem), BAD_INPUT_EXIT_CODE)
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED_EXIT_CODE:  # typer catches Ctrl-C itself, without a word
            raise KeyboardInterrupt from None
        raise
    except BrokenPipeError:  # as with `| head`: nobody wants to read more, and nothing is wrong
        _discard_stdout()
        sys.exit(UNWRITABLE_EXIT_CODE)
    except UnicodeEncodeError as error:
        letter = ascii(error.object[error.start])
        _exit_unwritable(f"{error.encoding} has no {letter}; PYTHONIOENCODING=utf-8 in the environment helps")
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            _exit_with(f"a file can't have so long a name: {error.filename!s:.80} …", BAD_INPUT_EXIT_CODE)
        if isinstance(error, OSError) and error.filename is None and error.errno in UNWRITABLE_ERRNOS:
            _exit_unwritable((error.strerror or str(error)).lower())
        if _is_physics_error(error):
            _exit_with(
                f"the game can't go on: {error}. Another --seed may well get through; if none does, bring the sizes "
                "and hands of your rules nearer to those that come with the program (riotsim rules show)",
                DIVERGED_EXIT_CODE,
            )
        raise


def _describe(problem: InvalidInput) -> str:
    """Return the message of an error. The message names a wrong option of the rules as `--set KEY`."""
    from riotsim.files.problems import BadFile, Problem

    if not isinstance(problem, BadFile):
        return str(problem)
    from riotsim.files.yaml import OPTION_SOURCE

    return str(
        BadFile(
            Problem(f"--set {one.field}".strip(), one.message) if one.file == OPTION_SOURCE else one
            for one in problem.problems
        )
    )


def _is_physics_error(error: Exception) -> bool:
    """Return whether an error comes from a breakdown of the physics. This check doesn't import the physics."""
    if "riotsim.physics" not in sys.modules:
        return False
    from riotsim.physics import Diverged

    return isinstance(error, Diverged)


def _exit_unwritable(reason: str) -> NoReturn:
    _discard_stdout()
    _exit_with(f"standard output can't be written: {reason}", UNWRITABLE_EXIT_CODE)


def _discard_stdout() -> None:
    """Discard unwritten output. Otherwise Python would report another error at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_with(message: str, code: int) -> NoReturn:
    typer.echo(message, err=True)
    sys.exit(code)
