"""Options that several commands share, base classes of commands, and the parsing of NAME=VALUE pairs."""

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from riotsim.app.new_games import MAX_SEED
from riotsim.app.output.streams import printable
from riotsim.errors import BadInput

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Write JSON and nothing else.")]

Rules: TypeAlias = Annotated[
    str, typer.Option(metavar="NAME|FILE", help="Rules that come with the program, or a file of your own.")
]

Companies: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--company",
        metavar="NAME=FILE",
        help="A file of the army, build or character that a player brings, in games that have such files.",
    ),
]

Hand: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="The hand: steady, average, drunk, or one of your rules; by default that of the rules.", metavar="NAME"
    ),
]

ThrowSeed: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=0, max=MAX_SEED, help="The same seed gives the same throws; without it a seed is chosen and printed."
    ),
]

Yes: TypeAlias = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask for confirmation.")]


def pairs(option: str, given: Iterable[str], example: str) -> Iterator[tuple[str, str]]:
    """Split texts of the form NAME=VALUE, which were given for an option. Yield each name with its value.

    Args:
        option: Name of the option, for messages.
        given: The texts.
        example: A correct text, for messages.

    Raises:
        BadInput: A text is malformed, or a name is given twice.
    """
    seen: list[str] = []
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise BadInput(f"{option} is written like {example}, not {text!r}")
        if name in seen:
            raise BadInput(f"{option}: {name} is there twice")
        seen.append(name)
        yield name, value


def confirm_deletion(what: str, yes: bool) -> None:
    """Ask the user to confirm a deletion. If the answer is no, leave the program with exit code 1.

    Args:
        what: Description of the thing to delete, for the question.
        yes: Whether `--yes` was given. If so, no question is asked.

    Raises:
        BadInput: `--yes` was not given, and stdin is not a terminal.
    """
    if yes:
        return
    what = printable(what)
    if not sys.stdin.isatty():
        raise BadInput(f"{what} would be deleted for good, and there is no terminal to ask at: add --yes")
    typer.confirm(f"Delete {what}? This can't be undone.", abort=True, err=True)


@contextmanager
def refuse_if_busy() -> Iterator[None]:
    """Turn the error `Busy` in the `with` block into `BadInput`.

    Raises:
        BadInput: The block needs a game or a campaign that another process has locked.
    """
    from riotsim.store.database.lock import Busy

    try:
        yield
    except Busy as busy:
        raise BadInput(printable(str(busy))) from busy


class _FlagsWithoutType:
    """A base class of commands and groups. Their help shows flags without the type `<bool>`."""

    def get_params(self, ctx: Any) -> list[Any]:  # click's context, or that of typer's copy of click
        """Return all parameters, including `--help`. Flags are changed: the help shows them without a type."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]  # of the class that this is mixed into
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


class Command(_FlagsWithoutType, TyperCommand):
    """The class of commands in a `CommandGroup`."""


class Group(_FlagsWithoutType, TyperGroup):
    """The class of groups of commands, such as `riotsim lab`."""


F = TypeVar("F", bound=Callable[..., Any])


class CommandGroup(typer.Typer):
    """A `typer.Typer` that by default makes groups of class `Group` and commands of class `Command`."""

    def __init__(self, *, cls: type[Group] = Group, **settings: Any) -> None:
        """Make a group without commands. The arguments are those of `typer.Typer`."""
        super().__init__(cls=cls, **settings)

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = Command, **settings: Any
    ) -> Callable[[F], F]:
        """Return a decorator that adds a command. The arguments are those of `typer.Typer.command`."""
        return super().command(name, cls=cls, **settings)


class PlainNumbers(Command):
    """A command that takes a word such as `-3` for an argument, not for an unknown option.

    So the command can refuse a negative number with a clear message.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # click's context, or that of typer's copy of click
        """Parse arguments. After an option with a value, a word such as `-3` is this value.

        Any other such word is an argument.
        """
        if "--" not in args:
            flags = {name for param in self.get_params(ctx) if getattr(param, "is_flag", False) for name in _of(param)}
            numbers, others = _numbers(args, flags)
            args = [*others, "--", *numbers] if numbers else args
        return super().parse_args(ctx, args)


def _of(param: Any) -> list[str]:
    """Return all names of an option, such as `--save` and `--no-save`."""
    return [*param.opts, *param.secondary_opts]


def _numbers(args: Iterable[str], flags: Collection[str]) -> tuple[list[str], list[str]]:
    """Separate negative numbers from all other words of a command line.

    After an option with a value, a negative number is this value. It stays among the other words.

    Args:
        args: The words.
        flags: Names of options without a value.

    Returns:
        The negative numbers that aren't values of options, and all other words.
    """
    numbers, others = [], []
    value_next = False
    for arg in args:
        if _NEGATIVE.match(arg) and not value_next:
            numbers.append(arg)
            continue
        value_next = not value_next and arg.startswith("-") and "=" not in arg and arg not in flags
        others.append(arg)
    return numbers, others


_NEGATIVE: Final = re.compile(r"-\d")
