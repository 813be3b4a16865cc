"""The format of a campaign file. The file lists the arms to compare. Each arm has rules and players.

The file also has the seed of the campaign, and it may have a sequential test.
"""

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
    """A player of a campaign: a name, the bot that plays, seat options such as `hand`, and perhaps a company."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    """Name of the player, unique in the arm."""
    bot: str = "greedy"
    """The bot that plays: its name, or `module:Class` for a bot of the user's own."""
    options: Mapping[str, str] = {}
    """Chosen seat options by name. In the file, options such as `hand` may also be written next to `bot`."""
    company: Annotated[str, Field(min_length=1)] | None = None
    """The company that the player brings, such as an army; None without a company. It is the name of a company that
    comes with the game, or the path of a file relative to the campaign file's folder. A stored campaign leaves out the
    key if the value is None.
    """
    never: tuple[str, ...] = ()
    """The choices that the bot avoids wherever it can: options such as `shoot`, or entries of `Game.avoidable` such as
    `fight`.
    """

    @model_validator(mode="before")
    @classmethod
    def _read_own_keys(cls, data: Any) -> Any:
        return own_keys_as_options(data)

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, JsonValue]:
        found = options_as_own_keys(handler(self))
        if self.company is None:
            found.pop("company", None)
        return found


class Arm(Section):
    """One side of a comparison: its rules, with any changes to their options, and its players."""

    rules: str | None = None
    """Name of rules that come with the program, or path of a rules file; None for the campaign's rules."""
    set: Mapping[str, JsonValue] = {}
    """Changed options of the rules by dotted key, such as `tower.swig: 2`."""
    players: tuple[Player, ...] | None = Field(default=None, validation_alias=AliasChoices("players", "bosses"))
    """The players of this arm; None for the players of the campaign."""


class Stop(Section):
    """A sequential test. It ends the campaign early if the games played so far already decide about a measure."""

    measure: str
    """The measure to test, such as `wins Ada`. With several arms, the second arm is compared with the first, and the
    other arms are not tested. A single arm is compared with the value `even`.
    """
    difference: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    """The smallest difference that matters, in the measure's own unit."""
    even: Annotated[float, Field(allow_inf_nan=False)] | None = None
    """The value that a single arm is compared with; None with several arms.

    With a single arm, None means an equal share for each player, such as 0.5 for two players. If the measure is not a
    share of games, a single arm needs a value.
    """
    alpha: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """Error rate of the first kind: the share of tests that report a difference that doesn't exist."""
    beta: Annotated[float, Field(gt=0, lt=0.5)] = 0.05
    """Error rate of the second kind: how often the test misses a difference as large as `difference`."""


class Campaign(Section):
    """A set of games that are played to answer a question about rules or players."""

    name: Name
    """Name of the campaign in the ledger."""
    rules: str = DEFAULT_RULES
    """Name of rules that come with the program, or path of a rules file relative to the campaign file's folder."""
    players: tuple[Player, ...] = Field(default=(), validation_alias=AliasChoices("players", "bosses"))
    """The players, in seat order. By default, these are greedy bots, as many as the game usually has players."""
    arms: Annotated[Mapping[Name, Arm], NOT_EMPTY, Field(max_length=MAX_ARMS)]
    """The arms to compare, by name."""
    seed: Seed = 1
    """Seed of the campaign. The seeds of its games are derived from it. All arms use the same seeds."""
    pairs: Annotated[int, Field(gt=0, le=MAX_PAIRS)] = 100
    """Number of pairs of games; with `stop`, the maximum number.

    A pair is a group of games, often more than two: all games with the same seed, in all arms. With each seed, an arm
    plays one game for each way to rotate the players among the seats. Rotations that would only repeat a game are left
    out:

    - With two different bots, an arm plays two games.
    - If the players differ only in their names, an arm plays one game.
    """
    stop: Stop | None = None
    """The sequential test; None to play all pairs."""
