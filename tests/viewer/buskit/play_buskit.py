"""Plays a whole fight of Buskit in the window on a display, by mouse alone. `test_buskit_by_mouse.py` runs it."""

from pathlib import Path

from pyglet import gl
from window_user import WindowUser

from riotsim.play.group_requests import PickSome
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickPoint
from riotsim.table.poses import Point
from riotsim.viewer.screens.game_model import checks_of

POSITION = """
riotsim: scenario/1
title: "Two who stand face to face"
rules: buskit
options: {table.terrain: [], attacks.most: 1, optional.called_shot: false, initiative.each_round: false}
given:
  fighters:
    a.ines: {at: [16, 11]}
    b.hired_hand_1: {at: [16, 12.5], wounds: 2, shock: 1}
  begins: true
when: []
then: {}
"""
"""A position in which few rounds decide a fight."""


def model(player: WindowUser, name: str) -> Point:
    """Return the pixel at the middle of a model."""
    one = player.table.models[name]
    return player.pixel((*one.at, one.level + 15.0))


def answer(player: WindowUser, seen: dict[str, object]) -> None:
    """Answer the open question by the mouse, with the plainest attacks and then the end of the turn."""
    request = player.asked()
    match request:
        case PickSome():
            player.item("confirm")
        case AimThrow() if not seen["flicked"]:
            flick(player, seen)
        case AimThrow():
            player.item("choice.plain")
        case PickPiece(pieces=(first, *_)):
            settle(player)
            player.click(*model(player, first))
        case PickPoint():
            settle(player)
            player.click(*player.free(request))
        case Choose(options=options):
            wanted = "attack" if "attack" in options else "done" if "done" in options else options[0]
            if request.purpose == "stance" and request.player == "Ada":
                player.point_at("choice.1")
                player.frame(2)
                seen["previewed"] = [one.about for one in checks_of(player.game)[-1].pools[0].dice]
            player.item(f"choice.{options.index(wanted)}")
        case _:
            raise AssertionError(request)


def flick(player: WindowUser, seen: dict[str, object]) -> None:
    """Throw dice by a flick over the tray, and wait until the dice that count have risen."""
    assert player.table.tray is not None
    settle(player)
    seen["pools"] = len(checks_of(player.game)[-1].pools)
    x, y = player.pixel((*player.table.tray.middle, 60.0))
    seen["tray"] = 318.0 < x < player.window.width - 318.0
    player.drag([(x, y + 40), (x + 10, y + 20), (x + 5, y - 10), (x, y - 40)], rests=False)
    player.until(lambda: player.game.effects.kept_dice.pieces or player.game.interaction is not None, "no dice count")
    player.frame(3)
    player.glance("kept")
    seen["kept"] = len(player.game.effects.kept_dice.pieces)
    seen["flicked"] = bool(seen["kept"])  # otherwise a die lies cocked, and is thrown again


def settle(player: WindowUser) -> None:
    """Wait until the camera rests."""
    player.until(lambda: not player.window.camera.glide(0.3), "the camera moves on")


def look(player: WindowUser, opponent: str) -> dict[str, object]:
    """Point at the opponent of the fighter who acts. Return what the window shows of the sight, the order of the round
    and the models.
    """
    player.asked()
    settle(player)

    def is_pointed_at() -> bool:
        player.point(*model(player, opponent))
        labels = player.window._model().labels  # type: ignore[union-attr]
        return any(label.text == "in melee" for label in labels)

    # The camera of a slow machine may still come nearer, so that the model is elsewhere in the next frame.
    player.until(is_pointed_at, "the mouse on the opponent shows no range")
    bound = gl.GLint()
    while len(player.window._model().portraits) < 2:  # type: ignore[union-attr]
        gl.glGetIntegerv(gl.GL_FRAMEBUFFER_BINDING, bound)
        assert bound.value == 0, "a portrait that was drawn leaves the window to the panels"
    player.frame(2)
    shown = player.window._model()
    player.glance("look")
    rows = [name.removeprefix("order.") for name in player.window.items if name.startswith("order.")]
    return {
        "order": sorted(row for row in rows if "." in row),
        "labels": sorted(label.text for label in shown.labels),  # type: ignore[union-attr]
        "gauges": [[gauge.value for gauge in unit.gauges] for unit in shown.units],  # type: ignore[union-attr]
        "sheet": "sheet" in player.window.items,
    }


def play(folder: Path) -> dict[str, object]:
    """Play the fight to its end, and return what was shown and who has won."""
    player = WindowUser(folder, size=(960, 720))  # high enough for the order of the round above the longest sheet
    player.longest_step = 0.1
    (folder / "position.yaml").write_text(POSITION)
    player.frame(2)
    player.window.screens.open_scenario(str(folder / "position.yaml"))
    assert player.window.sandbox is not None, "the position is open"
    player.window.screens.play_from(player.window.sandbox)
    seen: dict[str, object] = {"flicked": False}
    answers = 0
    while player.game.playback.display.game_over is None and answers < 120:
        if "order" not in seen and seen["flicked"] and isinstance(player.asked(), Choose):
            settle(player)
            opponent = "b.hired_hand_1" if player.asked().player == "Ada" else "a.ines"  # the dice say who acts first
            if not player.window.gui._is_over(*model(player, opponent)):  # no panel hides the opponent
                seen |= look(player, opponent)
        answer(player, seen)
        answers += 1
        player.skip_until(
            lambda: player.game.interaction is not None or player.game.playback.display.game_over is not None, "stuck"
        )
    over = player.game.playback.display.game_over
    seen["over"] = over is not None and over.lines[0].text
    seen["answers"] = answers
    player.glance("over")
    player.window.screens.leave()
    player.window.close()
    return seen
