"""A campaign as its file has it: arms that differ in rules or bosses, seeds, and when to stop."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from pydantic import Field, JsonValue, StringConstraints

from riotsim.play.rulebook.sections import NOT_EMPTY, Section

MOST_PAIRS: Final = 1_000_000

MOST_ARMS: Final = 1_000

LONGEST_NAME: Final = 60
"""Letters of the name of a campaign, or of an arm."""

Name: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f\x7f]+$", strip_whitespace=True)
]

Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**64)]


class Player(Section):
    """Who plays."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    """The boss's name; in each pair of games everybody has each seat once."""
    bot: str = "greedy"
    """The bot that plays."""
    gang: str | None = None
    """An entry of the rules; without it, the usual gang."""
    hand: str | None = None
    """An entry of the rules; without it, the usual hand."""
    never: tuple[str, ...] = ()
    """Options that this boss never takes while there is another, such as shoot."""


class Arm(Section):
    """One of the things that are compared: rules with options, and who plays by them."""

    rules: str | None = None
    """Rules that come with the program, or a file; without it, those of the campaign."""
    set: Mapping[str, JsonValue] = {}
    """Options of the rules by their dotted keys, such as tower.swig: 2."""
    bosses: tuple[Player, ...] | None = None
    """Who plays; without it, the bosses of the campaign."""


class Stop(Section):
    """A sequential test: the campaign stops as soon as it knows."""

    measure: str
    """What is compared between the first two arms, or, with a single one, held against `even`: such as wins Ada."""
    difference: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    """The smallest difference that matters, in the measure's own unit."""
    even: Annotated[float, Field(allow_inf_nan=False)] | None = None
    """What a single arm would have without a difference; of wins, by default, an equal share for each boss."""
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """How often a difference may be told where there is none."""
    beta: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """How often one may be missed."""


class Campaign(Section):
    """A question about rules, to be answered by games."""

    name: Name
    """What it goes by in the ledger."""
    rules: str = "riot_dice"
    """Rules that come with the program, or a file beside this one."""
    bosses: tuple[Player, ...] = ()
    """Who plays; without them as many greedy bosses as is usual."""
    arms: Annotated[Mapping[Name, Arm], NOT_EMPTY, Field(max_length=MOST_ARMS)]
    """What is compared, by names."""
    seed: Seed = 1
    """From which the seeds of all pairs come: the same ones in every arm."""
    pairs: Annotated[int, Field(gt=0, le=MOST_PAIRS)] = 100
    """How many seeds are played; with `stop` the most. Where bosses differ, everybody has each seat once by each."""
    stop: Stop | None = None
    """When it is known well enough; without it, all pairs are played."""
