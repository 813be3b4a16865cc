"""The parser of command lines of `riotsim lab`: it makes campaigns from players, arms, parameters and options."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from riotsim.app.output.streams import printable
from riotsim.cli.options import pairs
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from pydantic import ValidationError

    from riotsim.files.problems import Problem
    from riotsim.lab.campaigns.campaign import Arm, Campaign, Player, Stop
    from riotsim.lab.campaigns.plan import Plan
    from riotsim.lab.search.parameters import Parameter
    from riotsim.lab.statistics.samples import Samples

SOURCE_NAME = "riotsim lab"
"""Text in place of a file's name, in error messages about a campaign from a command line; `_as_typed` looks for it."""

MAX_NAME_LENGTH = 50
"""Maximum length of the name of a generated campaign, without the digest at its end (characters)."""

MAX_PLAYER_NAME_LENGTH = 20
"""Maximum length of the name of a player of a generated campaign (characters)."""

GENERATED_ARM_PATTERN: Final = re.compile(r"duel|trial|setting \d+")
"""Pattern of arm names that the program makes up, such as `setting 1`. Messages about an arm leave such a name out."""

NO_TYPED_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})

Rules: TypeAlias = Annotated[
    str, typer.Option(metavar="NAME|FILE", help="Rules that come with the program, or a file of your own.")
]

Options: TypeAlias = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the rules, in all games.")
]

Pairs: TypeAlias = Annotated[int, typer.Option(min=1, max=1_000_000, help="Maximum number of seeds.")]

Seed: TypeAlias = Annotated[
    int, typer.Option(min=0, max=2**64 - 1, help="Seed from which the seeds of all games are derived.")
]

Players: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        "--boss",
        metavar="BOT[@CHOICE]",
        help="The bot of a seat, such as greedy@steady; give one for each seat. By default all are greedy.",
    ),
]

Parameters: TypeAlias = Annotated[
    list[str],
    typer.Option(
        "--parameter",
        "--knob",
        metavar="KEY=LOW..HIGH",
        help="An option with its range, or with its choices, such as scoot.order=any|ascending.",
    ),
]

PlotFile: TypeAlias = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE.html", help="Write a plot as a page for a browser.")
]


def check_two_players(rules: str, options: Mapping[str, object]) -> None:
    """Check that a game can have two players. Bots are compared two by two.

    Args:
        rules: Rules that come with the program, by name, or a rules file.
        options: Changed options of the rules by dotted key.

    Raises:
        BadInput: The game can't have two players.
        BadFile: The rules are invalid.
    """
    from riotsim.rulebooks import read_rulebook

    _, game, book = read_rulebook(rules, options)
    seats = game.seats(book)
    if not seats.least <= 2 <= seats.most:
        raise BadInput(f"bots are compared two by two, and {game.title} is for {seats.least}; a campaign file says who "
                       "plays in each seat: riotsim lab run (docs/how-to/lab.md)")  # fmt: skip


def parse_player(text: str, name: str) -> "Player":
    """Parse a player: a bot such as `planner`, or a bot with its hand such as `greedy@steady`.

    Args:
        text: The text.
        name: Name of the player.

    Raises:
        BadInput: The bot is unknown, or nothing follows the @.
    """
    from riotsim.agents.networks import is_policy
    from riotsim.bots.custom import is_custom
    from riotsim.games.registry import seat_options
    from riotsim.lab.campaigns.campaign import Player
    from riotsim.play.rulebook.sections import unknown_name
    from riotsim.players import BOTS

    bot, at, choice = text.partition("@")
    option = next(option.name for option in seat_options().values() if option.may_follow_bot)
    if bot not in BOTS and not is_custom(bot) and not is_policy(bot):
        raise BadInput(f"{text}: {unknown_name(f'no bot is called {bot!r}', bot, BOTS)}")
    if at and not choice:
        raise BadInput(f"{text}: a {option} follows the @, as in {bot}@steady")
    return Player(name=name, bot=bot, options={option: choice} if choice else {})


def player_names(texts: Sequence[str]) -> list[str]:
    """Make names of players from texts such as `greedy@steady`. Long texts are cut, and equal names get numbers."""
    cut = [text[:MAX_PLAYER_NAME_LENGTH] for text in texts]
    return [
        name if cut.count(name) == 1 else f"{name[: MAX_PLAYER_NAME_LENGTH - 1 - len(str(place))]} {place}"
        for place, name in enumerate(cut, 1)
    ]


def is_bot(text: str) -> bool:
    """Return whether a text such as `greedy@steady` names a bot. The part after the @ is not checked."""
    from riotsim.agents.networks import is_policy
    from riotsim.bots.custom import is_custom
    from riotsim.players import BOTS

    bot = text.partition("@")[0]
    return bot in BOTS or is_custom(bot) or is_policy(bot)


def are_rules(text: str) -> bool:
    """Return whether a text names rules that come with the program, or looks like the path of a rules file."""
    from riotsim.files.resources import builtin_rules

    return text in builtin_rules() or text.endswith((".yaml", ".yml")) or Path(text).name != text


def parse_players(given: Sequence[str] | None) -> "tuple[Player, ...]":
    """Parse the values of `--player`, such as `greedy@steady`. The players get the default names in seat order.

    Raises:
        BadInput: A value is malformed, a bot is unknown, or there are more players than default names.
    """
    from riotsim.lab.campaigns.plan import PLAYER_NAMES

    if given and len(given) > len(PLAYER_NAMES):
        raise BadInput(f"--player: {len(given)} players are more than any game has seats")
    return tuple(parse_player(text, name) for text, name in zip(given or (), PLAYER_NAMES, strict=False))


def parse_arm(text: str, options: Mapping[str, Any]) -> "Arm":
    """Parse an arm: rules by name or file, options such as `tower.swig=2`, or both, separated by commas.

    Args:
        text: The text.
        options: Options of the rules that all arms have, by dotted key. Options in the text take precedence.

    Raises:
        BadInput: The text is malformed.
    """
    from riotsim.lab.campaigns.campaign import Arm

    rules: str | None = None
    own: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if "=" in part:
            own.append(part)
        elif part and rules is None:
            rules = part
        else:
            raise BadInput(f"{text}: an arm is a bot, rules, options such as tower.swig=2, or rules and options with "
                           "commas between")  # fmt: skip
    return Arm(rules=rules, set={**options, **dict(pairs("an arm", own, "tower.swig=2"))})


def parse_parameters(given: Sequence[str]) -> "list[Parameter]":
    """Parse the values of `--parameter`, such as `tower.swig=1..3`.

    Raises:
        BadInput: A parameter is malformed, or an option is given twice.
    """
    from riotsim.lab.search.parameters import parse_parameter

    try:
        found = [parse_parameter(text) for text in given]
    except ValueError as error:
        raise BadInput(f"--knob: {error}") from error
    options = [one.option for one in found]
    if len(set(options)) < len(options):
        raise BadInput(f"--knob: one is there twice: {', '.join(options)}")
    return found


def as_typed(knobs: "Sequence[Parameter]", given: Sequence[str]) -> dict[str, str]:
    """Return the text of each parameter for the user, such as `--knob tower.swig=1..3`, by its option's dotted key."""
    return {one.option: f"--knob {text}" for one, text in zip(knobs, given, strict=True)}


def parse_options(given: Sequence[str] | None) -> dict[str, str]:
    """Parse the values of `--set`, and return the options of the rules by dotted key.

    Raises:
        BadInput: A value is malformed, or an option is given twice.
    """
    return dict(pairs("--set", given or (), "tower.swig=2"))


def require_module(command: str, module: str, extra: str) -> None:
    """Check that a module from an extra of riotsim is installed.

    Args:
        command: The command that needs the module, for messages.
        module: Name of the module, which is also the name of its package.
        extra: Name of the extra.

    Raises:
        BadInput: The module can't be imported.
    """
    from importlib import import_module

    try:
        import_module(module)
    except ImportError as error:
        raise BadInput(f"riotsim lab {command} needs {module}: pip install 'riotsim[{extra}]'") from error


def known_measures(given: Sequence[str] | None, found: "Samples", option: str = "--measure") -> tuple[str, ...]:
    """Return the requested measures, or all measures of the games if none is requested.

    Args:
        given: Names of the requested measures.
        found: The games that were played.
        option: The option that requests measures, for messages.

    Raises:
        BadInput: A requested measure occurs in no game.
    """
    _require_known(given, found.measures, option)
    return tuple(given) if given else found.measures


def check_measures(names: Sequence[str] | None, plan: "Plan", option: str = "--measure") -> None:
    """Check that the games of a plan can have the requested measures. This check needs no played game.

    Args:
        names: Names of the requested measures.
        plan: The plan.
        option: The option that requests measures, for messages.

    Raises:
        BadInput: A requested measure can occur in no game of the plan.
    """
    from riotsim.lab.campaigns.stopping import measure_names_of

    _require_known(names, measure_names_of(plan), option)


def _require_known(names: Sequence[str] | None, known: Sequence[str], option: str) -> None:
    from riotsim.play.rulebook.sections import unknown_name

    for name in names or ():
        if name not in known:
            raise BadInput(f"{option}: {unknown_name(f'no game has the measure {name!r}', name, known)}")


def make_campaign(
    what: str,
    arms: "Mapping[str, Arm]",
    *,
    rules: str,
    seed: int,
    pairs: int,
    players: "tuple[Player, ...]" = (),
    companies: Sequence[str] | None = None,
    stop: "Stop | None" = None,
) -> "Campaign":
    """Make a campaign from parts of a command line.

    Args:
        what: Name of the campaign, which is cut to `MAX_NAME_LENGTH`.
        arms: The arms by name.
        rules: Rules that come with the program, by name, or a rules file.
        seed: Seed of the campaign.
        pairs: Number of seeds. If there is a sequential test (`stop`), this is the maximum number.
        players: The players of arms that don't name their own. If empty, the game's usual number of greedy bots plays.
        companies: Values of `--company`, such as `Ada=my_army.yaml`.
        stop: The sequential test, which may stop the campaign early. None to play all seeds.

    Raises:
        BadInput: A value is invalid.
        BadFile: The rules are invalid. They are read only if `companies` are given.
    """
    from pydantic import ValidationError

    from riotsim.lab.campaigns.campaign import Campaign

    try:
        asked = Campaign(
            name=what[:MAX_NAME_LENGTH],
            rules=rules,
            players=players,
            arms=dict(arms),
            seed=seed,
            pairs=pairs,
            stop=stop,
        )
    except ValidationError as error:
        raise BadInput(_validation_message(error)) from error
    return _with_companies(asked, companies) if companies else asked


def _with_companies(asked: "Campaign", given: Sequence[str]) -> "Campaign":
    """Return a copy of a campaign with company files for its players. A player has the same company in every arm.

    Args:
        asked: The campaign.
        given: Values of `--company`, such as `Ada=my_army.yaml`.

    Raises:
        BadInput: A value is malformed, or there is no such player.
        BadFile: The rules are invalid.
    """
    from riotsim.cli.players import company_files
    from riotsim.lab.campaigns.campaign import Player
    from riotsim.lab.campaigns.plan import PLAYER_NAMES
    from riotsim.rulebooks import read_rulebook

    arms, usual = asked.arms, asked.players
    if not usual and any(arm.players is None for arm in arms.values()):
        _, game, book = read_rulebook(next(iter(arms.values())).rules or asked.rules)
        usual = tuple(Player(name=name) for name in PLAYER_NAMES[: game.seats(book).usual])
    seated = {name: arm.players or usual for name, arm in arms.items()}
    files = company_files(given, dict.fromkeys(player.name for players in seated.values() for player in players))

    def bringing(players: "tuple[Player, ...]") -> "tuple[Player, ...]":
        return tuple(
            player.model_copy(update={"company": files[player.name]}) if player.name in files else player
            for player in players
        )

    own = {
        name: arm.model_copy(update={"players": bringing(arm.players)}) if arm.players else arm
        for name, arm in arms.items()
    }
    return asked.model_copy(update={"players": bringing(usual), "arms": own})


def make_stop(measure: str, difference: float) -> "Stop":
    """Make a sequential test.

    Args:
        measure: The measure to test.
        difference: The smallest difference that matters, in the unit of the measure.

    Raises:
        BadInput: A value is invalid.
    """
    from pydantic import ValidationError

    from riotsim.lab.campaigns.campaign import Stop

    try:
        return Stop(measure=measure, difference=difference)
    except ValidationError as error:
        raise BadInput(_validation_message(error)) from error


def _validation_message(error: "ValidationError") -> str:
    """Return a message about the first invalid value that pydantic found. The message names its field."""
    from riotsim.files.validation import describe_value

    first = error.errors()[0]
    return printable(f"{first['loc'][0]} {first['input']}: {describe_value(error)}")


def prepare(asked: "Campaign", typed: Mapping[str, str] = NO_TYPED_OPTIONS) -> "Plan":
    """Make the plan of a campaign that comes from a command line.

    A digest of rules, players, seed and versions is added to the campaign's name. So the same command resumes its
    campaign. If the rules or the program's version change, the command begins a new one.

    Args:
        asked: The campaign.
        typed: How options were typed, by dotted key, for messages. Options not in here were typed as `KEY=VALUE`.

    Raises:
        BadFile: The campaign is invalid. The problems are described in terms of the command line.
    """
    from riotsim.files.problems import BadFile
    from riotsim.lab.campaigns.plan import Plan, check_arms_differ, make_plan, plan_identity
    from riotsim.lab.campaigns.stopping import check_stop

    try:
        plan = make_plan(asked, SOURCE_NAME)
        check_stop(plan, SOURCE_NAME)
        check_arms_differ(plan, SOURCE_NAME)
    except BadFile as bad:
        raise BadFile([_as_typed(problem, asked, typed) for problem in bad.problems]) from bad
    said = json.dumps([plan_identity(plan), list(plan.arms)], sort_keys=True)
    name = f"{asked.name} {hashlib.sha256(said.encode()).hexdigest()[:8]}"
    return Plan(campaign={**plan.campaign, "name": name}, arms=plan.arms)


def _as_typed(problem: "Problem", asked: "Campaign", typed: Mapping[str, str]) -> "Problem":
    """Return a problem that names its wrong field as the user typed it on the command line.

    A problem outside the campaign, such as a problem in a rules file, is returned unchanged.

    Args:
        problem: The problem.
        asked: The campaign.
        typed: How options were typed, by dotted key.
    """
    if problem.file != SOURCE_NAME:
        return problem
    if problem.field.startswith("stop."):
        return replace(problem, field=problem.field.replace("stop.", "--", 1))
    for name, arm in sorted(asked.arms.items(), key=lambda one: -len(one[0])):
        own = f"arms.{name}.set."
        if problem.field.startswith(own):
            return replace(problem, field=_option(problem.field.removeprefix(own), arm.set, typed))
        if problem.field == f"arms.{name}":
            return replace(problem, field="" if GENERATED_ARM_PATTERN.fullmatch(name) else name)
    return problem


def _option(field: str, options: Mapping[str, object], typed: Mapping[str, str]) -> str:
    """Return the option that has a problem, as it was typed. If no option sets the field, return the field.

    Args:
        field: Path of the wrong field in the rules, such as `tower.swig`.
        options: All options of the arm, by dotted key.
        typed: How options were typed, by dotted key. Options not in here were typed as `KEY=VALUE`.
    """
    key = next((key for key in options if f"{field}.".startswith(f"{key}.")), None)
    return field if key is None else typed.get(key, f"{key}={options[key]}")
