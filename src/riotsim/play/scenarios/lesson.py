"""Lessons: the steps that a scenario file teaches in the window, and a player's progress in them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple, Self, TypeAlias

from pydantic import Field, model_validator

from riotsim.play.rulebook.sections import Fault, Section, unknown_name
from riotsim.play.scenarios.expected_events import is_event
from riotsim.table.pieces import PieceId

EventMatch: TypeAlias = dict[str, dict[str, object] | None]
"""Names of matching events, each with the required values of some fields.

The value None means that the fields don't matter.
"""


class Instruction(Section):
    """An instruction for the player, with the pieces and the button that glow."""

    say: Annotated[str, Field(min_length=1)]
    """One sentence that tells the player what to do."""
    glow: tuple[PieceId, ...] = ()
    """The pieces that glow."""
    button: str = ""
    """The beginning of the label of the button that glows; empty for none."""


class AskedInstruction(Instruction):
    """The instruction for one question that is asked in a step. `needs` may limit the answers that can end the step."""

    needs: str = ""
    """A part of the text of every answer that can end the step; empty if any answer can end it."""
    missed: str = ""
    """One sentence that is shown if no offered answer contains `needs`. The step has failed then, and the sentence
    tells the player to press Undo.
    """

    @model_validator(mode="after")
    def _both_or_none(self) -> Self:
        if bool(self.needs) != bool(self.missed):
            raise ValueError("`needs` and `missed` stand together: an answer, and what is said without it")
        return self


class MissedStep(Section):
    """One way of failing a step, and the message for the player. The player should undo a failed step."""

    when: Annotated[EventMatch, Field(min_length=1)]
    """The events that make the step fail if they happen before the step is done. One of these events is enough."""
    say: Annotated[str, Field(min_length=1)]
    """One sentence that explains the failure and asks the player to press Undo."""


class LessonStep(Instruction):
    """One step of a lesson: an instruction, the things that glow, and the events that end the step."""

    about: str = ""
    """One or two sentences about the game or the position, shown in small type below `say`; empty for none."""
    until: Annotated[EventMatch, Field(min_length=1)]
    """The events that end the step, each with the necessary values of some of its fields. One event is enough."""
    asks: dict[str, AskedInstruction] = Field(default_factory=dict)
    """Instructions for certain questions, by the purpose of the request. While the question is asked, its instruction
    is shown instead of the step's own.
    """
    missed: tuple[MissedStep, ...] = ()
    """The ways of failing the step."""
    done: str = ""
    """One sentence for the end of the last step, about what has happened; empty for none."""

    def is_ended_by(self, event: object) -> bool:
        """Return whether an event ends this step (`until`)."""
        return _matches(self.until, event)

    @property
    def glowing(self) -> Iterator[tuple[tuple[str, ...], tuple[PieceId, ...]]]:
        """The pieces that glow during the step: an item for each key `glow` in the step.

        Each item has two values: the path of the key, such as `("asks", "move", "glow")`, and the names of the pieces
        that the key gives.
        """
        yield ("glow",), self.glow
        for purpose, one in self.asks.items():
            yield ("asks", purpose, "glow"), one.glow

    @property
    def events(self) -> Iterator[tuple[tuple[str | int, ...], str, dict[str, object]]]:
        """The events that the step names, in `until` and in `missed`.

        Each item has three values: the path of the step's key for the event, such as `("until",)`, the event's name,
        and the expected values of its fields.
        """
        for name, fields in self.until.items():
            yield ("until",), name, fields or {}
        for k, one in enumerate(self.missed):
            for name, fields in one.when.items():
                yield ("missed", k, "when"), name, fields or {}


class Progress(NamedTuple):
    """The progress of a player in a lesson."""

    done: int
    """Number of steps that are done."""
    missed: MissedStep | None
    """The way that the current step has failed; None if the step hasn't failed."""


def lesson_progress(steps: Sequence[LessonStep], events: Sequence[object]) -> Progress:
    """Return a player's progress in a lesson: the steps done, and the failure of the current step, if any.

    - The first event that matches a step's `until` ends the step. Then the next step begins.
    - The first event that matches one of a step's `missed` makes the step fail. A failed step can still be ended.

    Args:
        steps: The steps.
        events: All events since the lesson began, in order.
    """
    done = 0
    missed: MissedStep | None = None
    for event in events:
        if done == len(steps):
            break
        step = steps[done]
        if step.is_ended_by(event):
            done, missed = done + 1, None
        elif missed is None:
            missed = next((one for one in step.missed if _matches(one.when, event)), None)
    return Progress(done, missed)


def _matches(named: EventMatch, event: object) -> bool:
    return any(is_event(name, fields or {}, event) for name, fields in named.items())


def lesson_faults(steps: Sequence[LessonStep], known: Mapping[str, Sequence[str]]) -> Iterator[Fault]:
    """Yield an error for each unknown event that a step names, and for each unknown field of a known event.

    Args:
        steps: The steps.
        known: The names of the fields of each event of the game, by the event's name.
    """
    for k, step in enumerate(steps):
        for place, name, fields in step.events:
            if name not in known:
                yield ("lesson", k, *place, name), unknown_name(f"no event is called {name!r}", name, known)
                continue
            for field in fields:
                if field not in known[name]:
                    sentence = unknown_name(f"{name} has no field {field!r}", field, known[name])
                    yield ("lesson", k, *place, name, field), sentence
