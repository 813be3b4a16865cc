"""The pydantic models of stored data: rows of the store, and parts of exported games.

A stranger may have written the data, so many fields have bounds. Lengths are in mm, angles in rad.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    JsonValue,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
    model_validator,
)  # fmt: skip
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from riotsim.files.companies import MAX_LENGTH
from riotsim.games.registry import options_as_own_keys, options_with_own_keys, own_keys_as_options
from riotsim.play.scenarios.expected_events import event_name
from riotsim.play.session.outcomes import InvalidDelta, TableDelta
from riotsim.play.session.serialization import TYPE_KEY, to_plain
from riotsim.table.acts import Cocked, CutShort, Fact, LeftTable, ModelMoved, Reading, TowerFell, TowerPushed, Turned
from riotsim.table.pieces import Tower
from riotsim.table.poses import Pose

MAX_ENTRIES = 20_000
"""Maximum number of journal entries in an export. The longest of 200 games of two players had 1,100."""

MAX_FILES = 20
"""Maximum number of the user's own meshes in a game's rules."""

MAX_SEED = 2**64 - 1

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Length: TypeAlias = Annotated[float, Field(ge=-1e5, le=1e5, description="mm")]
Angle: TypeAlias = Annotated[float, Field(ge=-1e4, le=1e4, description="rad")]
QuaternionPart: TypeAlias = Annotated[float, Field(ge=-1.1, le=1.1)]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=MAX_SEED)]

StoredPose: TypeAlias = tuple[Length, Length, Length, QuaternionPart, QuaternionPart, QuaternionPart, QuaternionPart]
"""A pose: position x, y, z (mm), and orientation as a unit quaternion x, y, z, w."""


class Stored(BaseModel):
    """The base of all models of stored data.

    Unknown fields are refused. NaN and infinity are refused in fields of type `float`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, strict=True)


class CompanyText(Stored):
    """The name and the content of the file of a player's company. A stranger may have written the file."""

    name: Name
    """Name of the file without its folder and its ending."""
    text: Annotated[str, Field(max_length=MAX_LENGTH, repr=False)]
    """Content of the file."""


class Seat(Stored):
    """The seat of a player: the player and the options of the seat."""

    name: Name
    player: Name
    """Name of the bot that plays, or `person`."""
    options: dict[Name, Name] = Field(default={}, max_length=20)
    """The seat options that the player has chosen, by the options' names."""
    company: CompanyText | None = None
    """The company that the player brings, or None. The stored form leaves out a company that is None."""
    colour: Annotated[int, Field(ge=0, lt=4)] | None = None
    """The player's colour, as an index in `replay.recording.SEATS`.

    None stands for the colour that belongs to the seat's place. The stored form leaves out a colour that is None.
    """

    @property
    def company_phrase(self) -> str:
        """A phrase that names the player's company, such as `brings raiders`; empty for no company."""
        return "" if self.company is None else f"brings {self.company.name}"

    @model_validator(mode="before")
    @classmethod
    def _read_own_keys(cls, data: Any) -> Any:
        """Return the data of a seat with all its options under the key `options`.

        In the stored form, some options have keys of their own instead. Data that aren't a mapping are returned
        unchanged.
        """
        return own_keys_as_options(data)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Return the schema of the stored form, which has separate keys for some options."""
        schema = handler.resolve_ref_schema(handler(core))
        name = {"anyOf": [{"type": "string", "minLength": 1, "maxLength": 200}, {"type": "null"}], "default": None}
        schema["properties"] |= {key: dict(name) for key in options_with_own_keys()}
        return schema

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, JsonValue]:
        """Return the seat as it is stored. If the colour or the company is None, its key is left out."""
        found = options_as_own_keys(handler(self))
        for key in ("colour", "company"):
            if getattr(self, key) is None:
                found.pop(key, None)
        return found


class Rules(Stored):
    """The rules that a game is played with: their name, all their options, and the user's own meshes."""

    name: Name
    """Name of rules that come with the program, or file name of the user's own rules, without the folder."""
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    """SHA-256 of `text` (see `riotsim.store.begin.rules_hash`), in hexadecimal."""
    text: dict[str, JsonValue] = Field(repr=False)
    """All options of the rules with their values. Default values are included, because a later version may have others.
    """
    files: dict[Name, Annotated[str, Field(max_length=30_000_000)]] = Field(
        default={}, max_length=MAX_FILES, repr=False
    )
    """The content of each of the user's own meshes in base64, by the mesh's name in `text`.

    In a store this field is empty. The meshes are in the table `file`.
    """


class Header(Stored):
    """The data that is known when a game begins: its kind, rules, seed, seats, time and the installed versions."""

    game: Name
    """The game's name in the registry, such as `riot_dice`."""
    rules: Rules
    seed: Seed
    seats: Annotated[tuple[Seat, ...], Field(min_length=1, max_length=20)]
    live_clock: bool = False
    """True if the game's clock runs while players think; False if the rules charge a fixed time.

    If True, the time stamps of the players' answers tell how long they thought.
    """
    begun: Annotated[str, Field(max_length=40)]
    """Time of the game's beginning (ISO 8601, UTC)."""
    versions: dict[Name, Name]
    """The versions of riotsim, the engine (`pybullet`), numpy and Python, and the platform, at the game's beginning."""

    @property
    def colours(self) -> dict[str, int]:
        """The colours that players have chosen, as indices in `replay.recording.SEATS`, by the players' names."""
        return {seat.name: seat.colour for seat in self.seats if seat.colour is not None}


class ModelPlace(Stored):
    """The place of a model after an act, and whether it has fallen over."""

    at: tuple[Length, Length]
    heading: Angle
    level: Length
    fallen: bool


class TowerDice(Stored):
    """A tower: the names of its dice from the bottom up, and its bearing.

    For a model's tower, `bearing` is the direction from the middle of the model to the tower. For a tower without a
    model, it is the rotation of the first die about the vertical when the tower was begun.
    """

    dice: Annotated[tuple[Name, ...], Field(min_length=1, max_length=500)]
    bearing: Angle


class OutcomeDoc(Stored):
    """The outcome of an act, stored as the changes to the table.

    The fields are those of `riotsim.play.session.outcomes.TableDelta`.
    """

    moved: dict[Name, StoredPose] = {}
    models: dict[Name, ModelPlace] = {}
    gone: tuple[Name, ...] = ()
    towers: dict[Name, TowerDice | None] = {}
    order: dict[Literal["dice", "models", "tokens", "towers"], tuple[Name, ...]] = {}
    facts: tuple[dict[str, JsonValue], ...] = ()
    ticks: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class AnsweredDoc(Stored):
    """A journal entry: the answers of all players who were asked at the same time."""

    kind: Literal["answered"] = "answered"
    purpose: Name
    answers: Annotated[tuple[tuple[Name, JsonValue], ...], Field(min_length=1, max_length=20)]
    stamp: Annotated[float, Field(ge=0, le=1e9, description="seconds of play")]


class ActedDoc(Stored):
    """A journal entry: a physical act with its seed. The outcome of the act is stored elsewhere."""

    kind: Literal["acted"] = "acted"
    act: dict[str, JsonValue]
    seed: Seed


EntryDoc: TypeAlias = Annotated[AnsweredDoc | ActedDoc, Field(discriminator="kind")]

ENTRY_ADAPTER: TypeAdapter[AnsweredDoc | ActedDoc] = TypeAdapter(EntryDoc)

FACT_ADAPTERS: Mapping[str, TypeAdapter[Any]] = {
    event_name(kind): TypeAdapter(kind)
    for kind in (TowerFell, TowerPushed, LeftTable, Cocked, Turned, Reading, ModelMoved, CutShort)
}
"""Pydantic's adapter of each kind of fact, by the kind's name."""


def outcome_to_doc(outcome: TableDelta) -> OutcomeDoc:
    """Return the outcome of an act in its stored form."""
    return OutcomeDoc(
        moved={name: (*pose.at, *pose.orientation) for name, pose in outcome.moved.items()},
        models={
            name: ModelPlace(at=at, heading=heading, level=level, fallen=fallen)
            for name, (at, heading, level, fallen) in outcome.models.items()
        },
        gone=outcome.gone,
        towers={
            name: None if tower is None else TowerDice(dice=tower.dice, bearing=tower.bearing)
            for name, tower in outcome.towers.items()
        },
        order=outcome.order,  # type: ignore[arg-type]  # pydantic looks after the four words
        facts=tuple(to_plain(fact) for fact in outcome.facts),
        ticks=outcome.ticks,
    )


def outcome_from_doc(doc: OutcomeDoc) -> TableDelta:
    """Return the outcome of an act from its stored form.

    Raises:
        InvalidDelta: A fact in `doc.facts` is of an unknown kind or malformed.
    """
    return TableDelta(
        {name: Pose((x, y, z), (a, b, c, w)) for name, (x, y, z, a, b, c, w) in doc.moved.items()},
        {name: (place.at, place.heading, place.level, place.fallen) for name, place in doc.models.items()},
        doc.gone,
        {name: None if t is None else Tower(t.dice, t.bearing) for name, t in doc.towers.items()},
        {str(sort): names for sort, names in doc.order.items()},
        tuple(_fact(data) for data in doc.facts),
        doc.ticks,
    )


def _fact(data: dict[str, JsonValue]) -> Fact:
    said = {key: value for key, value in data.items() if key != TYPE_KEY}
    known = FACT_ADAPTERS.get(str(data.get(TYPE_KEY)))
    if known is None:
        raise InvalidDelta(f"{data.get(TYPE_KEY)!r} is no fact that physics tells")
    try:
        fact: Fact = known.validate_python(said)
    except ValidationError as error:
        raise InvalidDelta(
            f"the fact {data.get(TYPE_KEY)} is not told as it should be: {error.errors()[0]['msg']}"
        ) from error
    if set(said) != {field.name for field in fields(fact)}:
        raise InvalidDelta(f"the fact {data.get(TYPE_KEY)} does not say what it should")
    return fact
