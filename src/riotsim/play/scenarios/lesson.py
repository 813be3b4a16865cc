"""Lessons: the steps that a scenario file teaches in the window, and how far a player has got in them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from riotsim.play.rulebook.sections import Fault, Section, unknown_name
from riotsim.play.scenarios.expected_events import is_event
from riotsim.table.pieces import PieceId


class LessonStep(Section):
    """One step of a lesson: what the player is told, what glows, and the event that ends the step."""

    say: Annotated[str, Field(min_length=1)]
    """One sentence that tells the player what to do."""
    glow: tuple[PieceId, ...] = ()
    """The pieces that glow."""
    button: str = ""
    """The beginning of the label of the button that glows; empty for none."""
    until: Annotated[dict[str, dict[str, object] | None], Field(min_length=1, max_length=1)]
    """The event that ends the step: its name, with the values of some of its fields."""


def steps_done(steps: Sequence[LessonStep], events: Sequence[object]) -> int:
    """Return how many steps of a lesson are done. Each ends with the first event of its kind after the step before.

    Args:
        steps: The steps.
        events: All events since the lesson's position, in order.
    """
    done = 0
    for event in events:
        if done == len(steps):
            break
        ((name, fields),) = steps[done].until.items()
        done += is_event(name, fields or {}, event)
    return done


def lesson_faults(steps: Sequence[LessonStep], known: Mapping[str, Sequence[str]]) -> Iterator[Fault]:
    """Yield an error for each step that ends with an event that doesn't exist, or that lacks a field.

    Args:
        steps: The steps.
        known: The names of the fields of each event of the game, by the event's name.
    """
    for k, step in enumerate(steps):
        ((name, fields),) = step.until.items()
        if name not in known:
            yield ("lesson", k, "until", name), unknown_name(f"no event is called {name!r}", name, known)
            continue
        for field in fields or {}:
            if field not in known[name]:
                sentence = unknown_name(f"{name} has no field {field!r}", field, known[name])
                yield ("lesson", k, "until", name, field), sentence
