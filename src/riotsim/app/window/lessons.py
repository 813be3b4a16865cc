"""The lessons that come with the games: the scenes of each lesson, and the functions that begin a scene."""

from dataclasses import replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from riotsim.app.window.player_kinds import player_label
from riotsim.app.window.sandbox import WindowSandbox, sandbox_of
from riotsim.files.resources import builtin_lesson, on_disk
from riotsim.files.yaml import parse_yaml
from riotsim.games.registry import GAMES
from riotsim.players import PERSON
from riotsim.replay.recording import seats
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.ui.lesson_model import Lesson

LESSON_SEED: Final = 1
"""Seed of the games in lessons."""

OPPONENT: Final = "greedy"
"""The bot for everybody but the learning player."""


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the lessons of all games that have a lesson, in the order of the registry."""
    found = ((name, game.title, builtin_lesson(name)) for name, game in GAMES.items())
    return tuple(
        Lesson(name, title, tuple([_title(scene) for scene in scenes.values()]))
        for name, title, scenes in found
        if scenes
    )


def _title(scene: Traversable) -> str:
    """Return the title of a scene. Parse only the line with the title, because parsing whole scenes is slow."""
    (line,) = [line for line in scene.read_bytes().splitlines() if line.startswith(b"title:")]
    head = parse_yaml(line, scene.name).data
    assert isinstance(head, dict), "scenes are checked by tests"
    return str(head["title"])


def scene_sandbox(game: str, scene: int) -> WindowSandbox:
    """Return the sandbox with a scene of a game's lesson.

    A person plays the player who is on turn. Bots play the other players.

    Args:
        game: Name of the game.
        scene: Number of the scene, from 0.

    Raises:
        Unplayable: There is no such scene.
    """
    scenes = [*builtin_lesson(game).values()]
    if not 0 <= scene < len(scenes):
        raise Unplayable(f"the lesson of {game} has {len(scenes)} scenes")
    with on_disk(scenes[scene]) as file:
        found = sandbox_of(file)
    learner = found.first_position.turn
    players = {name: PERSON if name == learner else OPPONENT for name in found.players}
    return replace(
        found,
        players=players,
        seats=seats({name: player_label(player) for name, player in players.items()}),
        seed=LESSON_SEED,
    )


def lesson_opening(game: str, scene: int) -> Opening:
    """Return a function with which the host process begins a scene of a game's lesson.

    Args:
        game: Name of the game.
        scene: Number of the scene, from 0.

    Raises:
        Unplayable: There is no such scene.
    """
    found = scene_sandbox(game, scene)
    return replace(found.play(found.first_position), lesson=found.lesson)
