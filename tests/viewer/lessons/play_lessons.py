"""Plays lessons in the window on a display, with a synthetic mouse. `test_lessons_in_the_window.py` runs it."""

import os
from math import dist
from pathlib import Path

from window_user import WindowUser

from riotsim.play.group_requests import PickSome
from riotsim.play.requests import AimThrow, PickPoint, PickWay, Request
from riotsim.table.pieces import Model
from riotsim.table.poses import Vector
from riotsim.viewer.input.interactions.throw import HAND_HEIGHT
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model

MOST = 60
"""Largest number of a person's decisions in a lesson."""

SIZES = ((800, 600, 1.0), (1280, 720, 1.0), (1920, 1080, 1.0), (1920, 1080, 1.5))
"""Sizes at which the layout is checked if the environment has the variable SIZES, with the scale of the panels."""

ASIDE = 8.0
"""Distance between the ends of the flicks of a step that is tried again (mm)."""

FLICK = 6
"""Number of frames of a flick."""


def learn(player: WindowUser, game: str, scenes: int | None = None) -> list[list[str]]:
    """Do what a lesson says until it is over, and return the sentences that the panel of each scene shows, in order. A
    picture is saved of each step.

    Args:
        player: The user of the window.
        game: Name of the game.
        scenes: Number of scenes after which the player leaves; None for all.
    """
    player.item("page.learn")
    player.item(f"learn.{game}")
    told: list[list[str]] = []
    pictured: set[tuple[int, int]] = set()
    scene, misses = -1, 0
    for _ in range(MOST):
        player.until(lambda: stopped(player) or asked(player), f"nothing happens after {told[-1:]}")
        if player.window.game is None:
            return told
        current = player.game
        status, here = current.playback.display.lesson, current.lesson
        assert status is not None
        assert here is not None
        if here.scene == scenes:
            player.item("menu.open")
            player.item("menu.start")
            player.until(lambda: player.window.game is None, "the lesson stays")
            return told
        if here.scene != scene:
            told.append([])
            scene, misses = here.scene, 0
        panel = game_model(current).lesson
        assert panel is not None
        if panel.status.say and told[-1][-1:] != [panel.status.say]:
            told[-1].append(panel.status.say)
        if status.is_over:
            player.picture(f"{game}_{scene}_over")
            leave_scene(player, current)
            continue
        if status.missed:
            player.picture(f"{game}_{scene}_missed")
            player.item("lesson.undo")
            misses += 1
            continue
        if (scene, status.done) not in pictured:
            pictured.add((scene, status.done))
            player.until(lambda: not player.window.camera.glide(0.3), "the camera moves on")
            player.picture(f"{game}_{scene}_{status.done}")
            faults = player.layout_faults() + (player.layout_faults(SIZES) if os.environ.get("SIZES") else [])
            assert not faults, faults
        if player.game.interaction is None:
            player.press("A")  # a fight: thump
            player.until(lambda: player.game.secret_choice is None, "the fight never ends")
            continue
        player.until(lambda: not player.window.camera.glide(0.3), "the camera moves on")
        answer(player, player.game.interaction.request, misses)
    raise AssertionError(f"the lesson never ends: {told}")


def leave_scene(player: WindowUser, before: GameScreen) -> None:
    """Wait until the window leaves a scene, and leave it by a button if it is the last scene of its lesson."""
    assert before.lesson is not None
    at = player.window.settings.lessons[before.lesson.lesson.game]
    assert at == before.lesson.scene + 1, "the lesson goes on after the scene, however it is left"
    if before.lesson.is_last:
        player.item("over.start" if before.playback.display.game_over else "lesson.skip")
    player.until(lambda: player.window.game is not before, "the scene stays")


def stopped(player: WindowUser) -> bool:
    """Return whether the lesson is over, or a scene is over or a step missed and the window has shown all of it."""
    game = player.window.game
    if game is None:
        return True
    showing = game.playback.display
    stands = showing.lesson_stopped is not None or showing.game_over is not None
    return showing.lesson is not None and stands and not game.playback.busy


def asked(player: WindowUser) -> bool:
    """Skip the movement that the window shows, and return whether the window asks the player something."""
    game = player.game
    if game.interaction is None and game.playback.busy:
        player.press("X")
    is_fight = game.secret_choice is not None and not game.secret_choice.chosen
    return (game.interaction is not None or is_fight) and game.playback.display.lesson is not None


def answer(player: WindowUser, request: Request[object], misses: int) -> None:
    """Answer a question as the lesson says: by the button or the piece that glows, or by a throw at what glows.

    Args:
        player: The user of the window.
        request: The request.
        misses: How often a step of the scene has failed. The same throw would fail again, so each goes another way.
    """
    status, model = player.game.playback.display.lesson, game_model(player.game)
    assert status is not None
    glows = [one for one in status.glow if player.table.movable(one) is not None]
    if isinstance(request, AimThrow):
        at = [middle_of(player, one) for one in glows] or [(*player.table.middle, 0.0)]
        x, y = (sum(one[k] for one in at) / len(at) for k in (0, 1))
        # Only the end is moved: into a tray, all throws from beside it start at the same place.
        ends = [
            (player.pixel((x, y - far, HAND_HEIGHT)), player.pixel((x + ASIDE * misses, y - far + 120.0, HAND_HEIGHT)))
            for far in (180.0, 140.0, 100.0, 60.0)
        ]
        # Farther away the hand may be behind a panel, which would get the press.
        (a, b), (c, d) = next((one for one in ends if not player.window.gui._is_over(*one[0])), ends[-1])
        steps = FLICK if any(one in player.table.towers for one in glows) else 2 * FLICK  # only towers need it hard
        player.drag([(a + (c - a) * k / steps, b + (d - b) * k / steps) for k in range(steps + 1)], rests=False)
        return
    choices = () if model.prompt is None else model.prompt.choices
    button = next((one for one in choices if one.glows and not one.refused), None)
    if button is not None:
        player.item(f"choice.{button.key}")
    elif glows and any(offer.piece in glows for offer in player.game.offers(request)):
        player.click(*player.pixel(middle_of(player, glows[0])))
    elif glows and isinstance(request, PickSome):
        for one in glows:
            player.click(*player.pixel(middle_of(player, one)))
        player.press("Enter")
    elif glows and isinstance(request, PickPoint):
        player.click(*nearest(player, request, middle_of(player, glows[0])))
    elif isinstance(request, PickWay) or (choices and not isinstance(request, PickSome)):
        player.press("1")
    else:
        player.press("Enter")


def nearest(player: WindowUser, request: PickPoint, to: Vector) -> tuple[float, float]:
    """Return the pixel of the place nearest to a point (mm) where a piece may be put."""
    _, region = request.regions[0]
    x, y = min(region.allowed_points(), key=lambda at: dist(at, to[:2]))
    return player.pixel((float(x), float(y), 0.0))


def middle_of(player: WindowUser, name: str) -> Vector:
    """Return the middle of a model or a die (mm)."""
    piece = player.table.movable(name)
    return (*piece.at, 16.0) if isinstance(piece, Model) else player.table.dice[name].pose.at


def play(folder: Path) -> dict[str, object]:
    """Play the lessons that the variable LESSONS of the environment names, and return what was done in each.

    For each lesson it is the sentences of each scene. LESSONS is a list such as `riot_dice:1 cube_clash`, in
    which a number of scenes may follow each game.
    """
    player = WindowUser(folder)
    player.frame(3)
    told: dict[str, object] = {}
    try:
        for named in os.environ["LESSONS"].split():
            game, _, scenes = named.partition(":")
            told[game] = learn(player, game, int(scenes) if scenes else None)
            told[f"{game} goes on"] = player.window.settings.lessons[game]
    finally:
        player.window.close()
    return told
