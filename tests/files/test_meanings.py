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
    """As many lines as there are, or what the field says itself; those of nobody are nothing."""
    assert field_meanings(Tray) == {
        "size": "How long it is,\nand how wide.",
        "lining": "What it is covered with.",
        "name": "What people say.",
    }


def test_meanings_are_inherited() -> None:
    """A class knows what those that it is made from say, and has the last word."""
    assert field_meanings(LargeTray) == {**field_meanings(Tray), "height": "To its rim."}


def test_a_class_without_source_has_none() -> None:
    """Nobody has written down what fields mean that a program makes up."""
    made = type("Made", (BaseModel,), {"__annotations__": {"size": float}})
    assert field_meanings(made) == {}


def test_a_schema_tells_meanings() -> None:
    """Under the names that files use, also of fields whose values are groups of their own."""
    assert rules_schema(Tray, "tray")["properties"]["called"]["description"] == "What people say."
    told = rules_schema(Rulebook, "riot_dice")["properties"]
    told.pop("game")  # it names the game, and is no field of the rulebook
    meant = {Rulebook.model_fields[name].alias or name: words for name, words in field_meanings(Rulebook).items()}
    assert {name: told[name]["description"] for name in meant} == meant
    assert told["tower"]["description"] == Towers.__doc__, "a section without a docstring has its class's"
    assert len(field_meanings(Rulebook)) > 5
