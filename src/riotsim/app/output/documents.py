"""The JSON of a game's events, and the JSON Schemas of documents.

The documents are what `riotsim game`, `riotsim throw` and `riotsim odds` write with `--json`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from pydantic import TypeAdapter

from riotsim.files.validation import attribute_docstrings
from riotsim.games.registry import GAMES
from riotsim.play import house_rules
from riotsim.play.context import Play
from riotsim.play.game import Game
from riotsim.play.scenarios.expected_events import event_kinds, field_keys, plain_event
from riotsim.play.session.session import Session
from riotsim.simulation import perform

if TYPE_CHECKING:
    from riotsim.play.context import Rules

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""

TURN_KEY: Final = "turn"
"""Key of the turn's number in the JSON of an event."""

SCORES_KEY: Final = "scores_after"
"""Key of the players' scores in the JSON of an event. They are the scores after the event."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def events_with_scores(session: Session[Any], game: Game) -> list[dict[str, object]]:
    """Return all events of a session as plain data, each with its turn's number and the scores after the event.

    The rules run again with the answers and outcomes in the journal, without physics. Scores are computed at each
    request, at each act and at the end. An event gets the first scores that are computed after it.
    """
    shown = game.presentation()
    starts: list[tuple[int, int]] = [(0, shown.turn(session.first_checkpoint.state).number)]
    scores: list[dict[str, int]] = []

    def run(play: Play[Any]) -> Any:
        mark = play.on_turn_begins

        def turn_begins() -> None:
            starts.append((len(play.events), shown.turn(play.state).number))
            if mark is not None:
                mark()

        play.on_turn_begins = turn_begins
        return rules(play)

    def advanced(play: Play[Any]) -> None:
        now = dict(shown.scores(play.state, play.table))
        scores.extend(now for _ in range(len(play.events) - len(scores)))

    rules: Rules[Any] = session.rules
    again = Session.resume(run, session.first_checkpoint, session.journal, perform, advanced)
    again.close()
    return list(_with_turns(session.events, starts, scores))


def _with_turns(
    events: list[object], starts: list[tuple[int, int]], scores: list[dict[str, int]]
) -> Iterator[dict[str, object]]:
    """Yield events as plain data, each with its turn's number and the scores after the event.

    Args:
        events: The events.
        starts: A pair of numbers for each turn: the index of its first event, and the turn's number. Turns that have
            begun are removed from this list.
        scores: The scores after each event.
    """
    turn = 0
    for number, (event, after) in enumerate(zip(events, scores, strict=True)):
        while starts and starts[0][0] <= number:
            turn = starts.pop(0)[1]
        plain = plain_event(event)
        yield {"event": plain.pop("event"), TURN_KEY: turn, **plain, SCORES_KEY: after}


def game_schema(name: str) -> Schema:
    """Return the JSON Schema of what `riotsim game --json` writes for a game.

    Args:
        name: The game's name in the registry, such as `riot_dice`.
    """
    game = GAMES[name]
    kinds = event_kinds(house_rules) | event_kinds(game.events())
    scores = {"type": "object", "additionalProperties": {"type": "integer"}}
    seat = {
        "name": {"type": "string", "description": "Name of the player."},
        "bot": {"type": "string", "description": "The bot that plays, or person."},
        "options": {"type": "object", "description": "What the player chose by the rules.",
                    "additionalProperties": {"type": "string"}},
    }  # fmt: skip
    properties: Schema = {
        "game": {"const": name, "description": "The game."},
        "id": {"type": ["string", "null"], "description": "Id in the store; null with --no-save."},
        "seed": {"type": "integer", "minimum": 0, "description": "The seed."},
        "rules": {"type": "object", "description": "Name of the rules, and the SHA-256 of all their figures.",
                  "properties": {"name": {"type": "string"}, "sha256": {"type": "string"}},
                  "required": ["name", "sha256"], "additionalProperties": False},
        "bosses": {"type": "array", "description": "The players in turn order. Each option of a player that has a key "
                   "of its own in version 0.1 (gang, hand) has it still.",
                   "items": {"type": "object", "properties": seat, "required": list(seat),
                             "additionalProperties": {"type": ["string", "null"]}}},
        "result": {"type": "object", "description": "The result: the winners, the figure of each player under the "
                   "game's word for it (such as loot or points), and whether the game was stopped by a limit.",
                   "properties": {"winners": {"type": "array", "items": {"type": "string"}},
                                  "unfinished": {"type": "boolean"}},
                   "required": ["winners", "unfinished"], "additionalProperties": scores},
        "turns": {"type": "integer", "minimum": 0, "description": "Number of turns, or of rounds."},
        "events": {"type": "array", "description": "What happened, in order.",
                   "items": {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds]}},
        "wall_s": {"type": "number", "minimum": 0, "description": "Time on this machine (s)."},
    }  # fmt: skip
    return {
        "$schema": DIALECT,
        "$id": f"urn:riotsim:game:{name}",
        "title": f"riotsim game --json, by the rules of {game.title}",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": {"type": "integer", "description": "Another figure of the game as a whole."},
        "$defs": {key: _event_schema(key, kind, scores) for key, kind in kinds.items()},
    }


def _event_schema(name: str, kind: type, scores: Schema) -> Schema:
    """Return the JSON Schema of one kind of event.

    Args:
        name: Name of the kind in JSON.
        kind: Dataclass of the kind.
        scores: The schema of scores.
    """
    made = TypeAdapter(kind).json_schema(mode="serialization")
    meant = attribute_docstrings(kind)
    properties: Schema = {
        "event": {"const": name},
        TURN_KEY: {"type": "integer", "minimum": 0, "description": "Number of the turn or round; 0 is the set-up."},
    }
    for key, field in field_keys(kind).items():
        properties[key] = {**made["properties"][field], "title": key, "description": meant.get(field, "")}
    properties[SCORES_KEY] = {**scores, "description": "The score of each player after the event."}
    return {
        "title": name,
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def throw_schema() -> Schema:
    """Return the JSON Schema of what `riotsim throw --json` writes."""
    from riotsim.app.throws import FaceCounts, ThrowSummary

    faces = {"type": "object", "additionalProperties": _typed_dict_schema(FaceCounts, {})}
    summary = _typed_dict_schema(ThrowSummary, {"faces": faces})
    asked: Schema = {
        "dice": {"type": "string", "description": "The dice that are thrown together."},
        "seed": {"type": "integer", "minimum": 0, "description": "Seed of the series."},
        "tray": {"type": "boolean", "description": "True if they are thrown into a tray."},
    }
    properties = {**asked, **summary["properties"]}
    return {
        "$schema": DIALECT,
        "$id": "urn:riotsim:throw",
        **summary,
        "title": "riotsim throw --json",
        "properties": properties,
        "required": list(properties),
    }


def odds_schema() -> Schema:
    """Return the JSON Schema of what `riotsim odds --json` writes."""
    from riotsim.app.odds import Chance, OddsDocument, RolledChecks

    chance = _typed_dict_schema(Chance, {})
    rolled = {"anyOf": [_typed_dict_schema(RolledChecks, {}), {"type": "null"}]}
    known = {
        **dict.fromkeys(("fail", "tie", "win", "mean_degree"), chance),
        "degrees": {"type": "object", "additionalProperties": chance},
        "thrown": rolled,
        "drawn": rolled,
    }
    return {
        "$schema": DIALECT,
        "$id": "urn:riotsim:odds",
        **_typed_dict_schema(OddsDocument, known),
        "title": "riotsim odds --json",
    }


def _typed_dict_schema(kind: type, known: Schema) -> Schema:
    """Return the JSON Schema of a `TypedDict`, with its docstrings as descriptions.

    Args:
        kind: The `TypedDict`.
        known: Schemas of some fields, by field name. Every field whose type is or contains a `TypedDict` must have one.
    """
    meant = attribute_docstrings(kind)
    properties: Schema = {}
    for key, hint in get_type_hints(kind).items():
        words = " ".join(meant[key].replace("None", "null").split())
        properties[key] = {**(known.get(key) or TypeAdapter(hint).json_schema()), "description": words}
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
