"""The format of a campaign file: arms that differ in rules or players, seeds, and a stopping rule."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import (
    AliasChoices,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
    model_validator,
)

from riotsim.games import DEFAULT_RULES
from riotsim.games.registry import options_as_own_keys, own_keys_as_options
from riotsim.play.rulebook.sections import NOT_EMPTY, Section

MAX_PAIRS: Final = 1_000_000

MAX_ARMS: Final = 1_000

MAX_NAME_LENGTH: Final = 60
"""Maximum length of the name of a campaign or of an arm (characters)."""

Name: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH, pattern=r"^[^\x00-\x1f\x7f]+$", strip_whitespace=True),
]

Seed: TypeAlias = Annotated[int, Field(ge=0, lt=2**64)]


class Player(Section):
    """A player of a campaign."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    """Name of the player. Within a pair of games every player has each seat once."""
    bot: str = "greedy"
    """The bot that plays this seat."""
    options: Mapping[str, str] = {}
    """Seat options of the game by name. An option with a key of its own may stand beside `bot` instead."""
    never: tuple[str, ...] = ()
    """Options that this player chooses only if there is no other, such as shoot."""

    @model_validator(mode="before")
    @classmethod
    def _read_own_keys(cls, data: Any) -> Any:
        return own_keys_as_options(data)

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, JsonValue]:
        return options_as_own_keys(handler(self))


class Arm(Section):
    """One side of a comparison: rules with options, and the players."""

    rules: str | None = None
    """Rules that come with the program, by name, or a rules file; without it the campaign's rules."""
    set: Mapping[str, JsonValue] = {}
    """Changed options of the rules by dotted key, such as tower.swig: 2."""
    players: tuple[Player, ...] | None = Field(default=None, validation_alias=AliasChoices("players", "bosses"))
    """The players of this arm; without it the players of the campaign."""


class Stop(Section):
    """A sequential test, which stops the campaign as soon as the result is clear."""

    measure: str
    """The measure to test, such as wins Ada. Two arms are compared with each other; a single arm is compared with
    `even`."""
    difference: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    """The smallest difference that matters, in the measure's own unit."""
    even: Annotated[float, Field(allow_inf_nan=False)] | None = None
    """The value of the measure in a single arm if there is no effect. For wins the default is an equal share for each
    player."""
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """Error rate of the first kind: how often a difference is reported although there is none."""
    beta: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """Error rate of the second kind: how often a difference is missed."""


class Campaign(Section):
    """A question about rules or players that is answered by playing games."""

    name: Name
    """Name of the campaign in the ledger."""
    rules: str = DEFAULT_RULES
    """Rules that come with the program, by name, or a rules file beside this file."""
    players: tuple[Player, ...] = Field(default=(), validation_alias=AliasChoices("players", "bosses"))
    """The players; without them the usual number of greedy bots."""
    arms: Annotated[Mapping[Name, Arm], NOT_EMPTY, Field(max_length=MAX_ARMS)]
    """The arms to compare, by name."""
    seed: Seed = 1
    """Seed of the campaign. All arms play the same seeds, which are derived from it."""
    pairs: Annotated[int, Field(gt=0, le=MAX_PAIRS)] = 100
    """Number of seeds (with `stop`: the maximum). If players differ, each seed is played once for every rotation of the
    seats."""
    stop: Stop | None = None
    """The sequential test; without it all pairs are played."""
