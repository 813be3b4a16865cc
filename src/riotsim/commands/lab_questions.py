"""What the questions of the lab share: how a campaign is made of a command line, and played."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from riotsim.commands.options import pairs
from riotsim.commands.problems import BadInput
from riotsim.commands.streams import printable

if TYPE_CHECKING:
    from pydantic import ValidationError

    from riotsim.lab.campaign import Arm, Boss, Campaign, Stop
    from riotsim.lab.knobs import Knob
    from riotsim.lab.plan import Plan
    from riotsim.lab.samples import Samples

DEFAULT_RULES = "riot_dice"

WHERE = "riotsim lab"
"""What messages name in place of a campaign file."""

LONGEST = 50
"""Letters of a generated name, before its digest."""

Rules: TypeAlias = Annotated[
    str, typer.Option(metavar="NAME|FILE", help="Rules that come with the program, or a file of your own.")
]

Options: TypeAlias = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the rules, in all games.")
]

Pairs: TypeAlias = Annotated[int, typer.Option(min=1, max=1_000_000, help="How many seeds, at most.")]

Seed: TypeAlias = Annotated[int, typer.Option(min=0, max=2**64 - 1, help="From which the seeds of all games come.")]

Bosses: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--boss", metavar="BOT[@HAND]", help="Who plays, seat by seat; without it greedy bosses."),
]

Knobs: TypeAlias = Annotated[
    list[str],
    typer.Option("--knob", metavar="KEY=LOW..HIGH", help="An option and its ends, or choices: any|ascending."),
]

Page: TypeAlias = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE.html", help="Write a plot as a page for a browser.")
]


def must_be_for_two(rules: str, options: Mapping[str, object]) -> None:
    """Raise `BadInput` for a game that two can't play: bots are compared two by two."""
    from riotsim.files.rules import read_rules, with_options
    from riotsim.files.yaml import validate
    from riotsim.games.registry import played_as

    document = with_options(read_rules(rules), options)
    game = played_as(document.data)
    seats = game.seats(validate(document, game.rules))
    if not seats.least <= 2 <= seats.most:
        raise BadInput(f"bots are compared two by two, and {game.title} is for {seats.least}; a campaign file says who "
                       "plays in each seat: riotsim lab run (docs/lab.md)")  # fmt: skip


def boss_of(text: str, name: str) -> "Boss":
    """Read a boss: `planner`, or `greedy@steady` with a hand. Raises `BadInput` for a bot that there is not."""
    from riotsim.lab.campaign import Boss
    from riotsim.play.rulebooks import unknown
    from riotsim.seating import BOTS

    bot, at, hand = text.partition("@")
    if bot not in BOTS:
        raise BadInput(f"{text}: {unknown(f'no bot is called {bot!r}', bot, BOTS)}")
    if at and not hand:
        raise BadInput(f"{text}: a hand follows the @, as in {bot}@steady")
    return Boss(name=name, bot=bot, hand=hand or None)


def is_boss(text: str) -> bool:
    """Whether a word names a bot rather than rules."""
    from riotsim.seating import BOTS

    return text.partition("@")[0] in BOTS


def bosses_of(given: Sequence[str] | None) -> "tuple[Boss, ...]":
    """Read who plays."""
    from riotsim.lab.plan import USUAL_NAMES

    if given and len(given) > len(USUAL_NAMES):
        raise BadInput(f"--boss: {len(given)} bosses are more than any game has seats")
    return tuple(boss_of(text, name) for text, name in zip(given or (), USUAL_NAMES, strict=False))


def arm_of(text: str, options: Mapping[str, Any]) -> "Arm":
    """Read an arm: rules by name or file, or options such as `tower.swig=2`, several with commas. Raises `BadInput`."""
    from riotsim.lab.campaign import Arm

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


def knobs_of(given: Sequence[str]) -> "list[Knob]":
    """Read the knobs. Raises `BadInput` for what is none, and for one that is there twice."""
    from riotsim.lab.knobs import knob

    try:
        found = [knob(text) for text in given]
    except ValueError as error:
        raise BadInput(f"--knob: {error}") from error
    options = [one.option for one in found]
    if len(set(options)) < len(options):
        raise BadInput(f"--knob: one is there twice: {', '.join(options)}")
    return found


def options_of(given: Sequence[str] | None) -> dict[str, str]:
    """Read the options of all games."""
    return dict(pairs("--set", given or (), "tower.swig=2"))


def must_have(command: str, **modules: str) -> None:
    """Raise `BadInput` unless these modules of the `lab` extra can be imported; each with the name that it goes by."""
    from importlib import import_module

    for module, title in modules.items():
        try:
            import_module(module)
        except ImportError as error:
            raise BadInput(f"riotsim lab {command} needs {title}: pip install 'riotsim[lab]'") from error


def known_measures(given: Sequence[str] | None, found: "Samples", option: str = "--measure") -> tuple[str, ...]:
    """Give the measures that were asked for, or all. Raises `BadInput` for one that no game has."""
    from riotsim.play.rulebooks import unknown

    for name in given or ():
        if name not in found.measures:
            raise BadInput(f"{option}: {unknown(f'no game has the measure {name!r}', name, found.measures)}")
    return tuple(given) if given else found.measures


def campaign(
    what: str,
    arms: "Mapping[str, Arm]",
    *,
    rules: str,
    seed: int,
    pairs: int,
    bosses: "tuple[Boss, ...]" = (),
    stop: "Stop | None" = None,
) -> "Campaign":
    """Make a campaign of a question; `what` it is about is the beginning of its name. Raises `BadInput`."""
    from pydantic import ValidationError

    from riotsim.lab.campaign import Campaign

    try:
        return Campaign(
            name=what[:LONGEST], rules=rules, bosses=bosses, arms=dict(arms), seed=seed, pairs=pairs, stop=stop
        )
    except ValidationError as error:
        raise BadInput(_said(error)) from error


def stop_of(measure: str, difference: float) -> "Stop":
    """Make a sequential test. Raises `BadInput`."""
    from pydantic import ValidationError

    from riotsim.lab.campaign import Stop

    try:
        return Stop(measure=measure, difference=difference)
    except ValidationError as error:
        raise BadInput(_said(error)) from error


def _said(error: "ValidationError") -> str:
    """Say what is wrong with a word of the command line."""
    first = error.errors()[0]
    return printable(f"{first['loc'][0]} {first['input']}: {first['msg']}")


def ready(asked: "Campaign") -> "Plan":
    """Make a campaign ready; what is wrong is told of the command line. Raises `BadFile`.

    The same question has the same name, so asking again goes on with its games. With other rules in a file, or another
    version of the program, it is another question.
    """
    from riotsim.lab.plan import Plan, planned, question
    from riotsim.lab.stopping import must_be_testable

    plan = planned(asked, WHERE)
    said = json.dumps([question(plan), list(plan.arms)], sort_keys=True)
    name = f"{asked.name} {hashlib.sha256(said.encode()).hexdigest()[:8]}"
    plan = Plan(campaign={**plan.campaign, "name": name}, arms=plan.arms)
    must_be_testable(plan, WHERE)
    return plan
