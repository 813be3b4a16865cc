"""Meanings of rulebook fields are read from the source on demand."""

from pydantic import BaseModel, Field

from riotsim.files.rules import rules_schema
from riotsim.files.validation import field_meanings
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook, Towers
from riotsim.play.rulebook.sections import Section


class Tray(Section):
    """A tray."""

    size: float
    """How long it is,
    and how wide.
    """
    height: float = 1.0
    lining: str = Field(default="felt", description="What it is covered with.")
    name: str = Field(default="tray", alias="called")
    """What people say."""


class LargeTray(Tray):
    """A tray of which more is said."""

    height: float = 2.0
    """To its rim."""


def test_words_beneath_a_field_are_its_meaning() -> None:
    """The text beneath a field is its meaning, or else the description given in the field. A field with neither is left
    out.
    """
    assert field_meanings(Tray) == {
        "size": "How long it is,\nand how wide.",
        "lining": "What it is covered with.",
        "name": "What people say.",
    }


def test_meanings_are_inherited() -> None:
    """A class inherits the meanings of its base class's fields. If the class describes a field itself, its own words
    are used.
    """
    assert field_meanings(LargeTray) == {**field_meanings(Tray), "height": "To its rim."}


def test_a_class_without_source_has_none() -> None:
    """If a class is made at run time and has no source, its fields have no meanings."""
    made = type("Made", (BaseModel,), {"__annotations__": {"size": float}})
    assert field_meanings(made) == {}


def test_a_schema_tells_meanings() -> None:
    """A schema gives the meaning of each field under the name that files use. A section without words has its class's
    docstring.
    """
    assert rules_schema(Tray, "tray")["properties"]["called"]["description"] == "What people say."
    told = rules_schema(Rulebook, "riot_dice")["properties"]
    told.pop("game")  # it names the game, and is no field of the rulebook
    meant = {Rulebook.model_fields[name].alias or name: words for name, words in field_meanings(Rulebook).items()}
    assert {name: told[name]["description"] for name in meant} == meant
    assert told["tower"]["description"] == Towers.__doc__, "a section without a docstring has its class's"
    assert len(field_meanings(Rulebook)) > 5
