"""Plays two actions of RiftWar in the window on a display, by mouse alone. `test_riftwar_by_mouse.py` runs it."""

from pathlib import Path

from window_user import WindowUser

from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import Choose, PickPoint
from riotsim.table.poses import Point
from riotsim.viewer.input.interactions.place import PlaceInteraction
from riotsim.viewer.scene.marks import Path as Line
from riotsim.viewer.screens.measuring import DANGER_COLOUR, OWN_DANGER_COLOUR

POSITION = """
riotsim: scenario/1
title: "Gladiators in front of bugs"
rules: riftwar
options: {layout: open, dice.by: stream, victory: last_standing}
given:
  armies: {Ada: legion, Bea: biters}
  units:
    a.ballista_1: {at: [10, 6], facing: 90}
    a.gladiator_1: {at: [16, 6], facing: 90}
    a.gladiator_2: {at: [17.5, 6], facing: 90}
    a.gladiator_3: {at: [19, 6], facing: 90}
    a.gladiator_4: {at: [16, 7.5], facing: 90}
    a.gladiator_5: {at: [17.5, 7.5], facing: 90}
    b.acid_bug_1: {at: [14, 28], facing: 270}
    b.bug_1: {at: [20, 26], facing: 270}
when: []
then: {}
"""
"""A position in which a group moves under fire."""


def model(player: WindowUser, name: str) -> Point:
    """Return the pixel at the middle of a model."""
    one = player.table.models[name]
    return player.pixel((*one.at, one.level + 10.0))


def settle(player: WindowUser) -> None:
    """Wait until the camera rests."""
    player.until(lambda: not player.window.camera.glide(0.3), "the camera moves on")


def asked(player: WindowUser, purpose: str) -> object:
    """Wait until somebody is asked for something, and return the request."""
    request = player.asked()
    assert request.purpose == purpose, request
    settle(player)
    return request


def choose(player: WindowUser, option: str) -> None:
    """Click the button of an option."""
    request = player.asked()
    assert isinstance(request, Choose)
    player.item(f"choice.{request.options.index(option)}")


def lines(player: WindowUser, colour: str) -> int:
    """Return the number of lines of a colour on the table."""
    return sum(isinstance(mark, Line) and mark.colour == colour for mark in player.game.overlay().marks)


def labels(player: WindowUser) -> list[str]:
    """Return the texts over the table."""
    return [label.text for label in player.window._model().labels]  # type: ignore[union-attr]


def move_group(player: WindowUser, seen: dict[str, object]) -> None:
    """Pick a group with a box, drag one unit so that the others follow, and look at which units may fire."""
    asked(player, "action")
    choose(player, "group move")
    asked(player, "group")
    corners = [model(player, f"a.gladiator_{k}") for k in range(1, 6)]
    left, right = min(x for x, _ in corners) - 14, max(x for x, _ in corners) + 14
    back, front = min(y for _, y in corners) - 14, max(y for _, y in corners) + 14
    player.drag([(left, front), ((left + right) / 2, (front + back) / 2), (right, back)])
    seen["picked"] = player.game.interaction.picked  # type: ignore[union-attr]
    player.item("confirm")
    request = asked(player, "move")
    assert isinstance(request, PlaceSome)
    x, y = player.table.models["a.gladiator_4"].at
    begin, end = player.pixel((x, y, 0.0)), player.pixel((x, y + 100.0, 0.0))
    player.drag([begin, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2), end])
    player.item("confirm")
    asked(player, "dangers")
    player.frame()
    seen["dangers"] = lines(player, DANGER_COLOUR)
    player.point(*model(player, "b.bug_1"))
    seen["dangers of one"] = lines(player, OWN_DANGER_COLOUR)
    seen["sight of one"] = [text for text in labels(player) if "in sight" in text]
    player.glance("dangers")
    choose(player, "go on")


def react(player: WindowUser, seen: dict[str, object]) -> None:
    """Click beside the group's way, so that fire comes at the place of the way nearest to the mouse."""
    asked(player, "react")
    choose(player, "fire")
    request = asked(player, "fire at")
    assert isinstance(request, PickPoint)
    ((_, region),) = request.regions
    placing = player.game.interaction
    assert isinstance(placing, PlaceInteraction)
    seen["tracks"] = len(placing.track)
    assert region.places is not None
    x, y = region.places[len(region.places) // 2]
    aside = player.pixel((x + 40.0, y, 0.0))
    player.point(*aside)
    player.glance("slider")
    player.click(*aside)
    for _ in range(12):  # who fires, and in which order they are fired at
        request = player.asked()
        if request.purpose == "action" or (request.player == "Bea" and isinstance(request, Choose)):
            break
        if isinstance(request, PickSome):
            player.item("confirm")
        elif isinstance(request, Choose):
            choose(player, request.options[0])
        else:
            raise AssertionError(request)


def fire(player: WindowUser, seen: dict[str, object]) -> None:
    """Let the Ballista fire at a bug, whose sheet, sight and chances are shown first."""
    asked(player, "action")
    choose(player, "direct fire")
    asked(player, "who fires")
    player.click(*model(player, "a.ballista_1"))
    request = player.asked()
    settle(player)
    targets = getattr(request, "pieces", ())
    player.point(*model(player, "b.bug_1"))
    player.frame()
    seen["sight"] = [text for text in labels(player) if "in sight" in text]
    seen["offer"] = player.game.offers(request)[targets.index("b.bug_1")].text
    player.glance("target")
    player.click(*model(player, "b.bug_1"))
    player.skip_until(
        lambda: any("Ballista 1" in line.text for line in player.game.playback.display.lines), "nobody fires"
    )


def play(folder: Path) -> dict[str, object]:
    """Play a group move under fire, and then direct fire, and return what was shown."""
    player = WindowUser(folder)
    player.longest_step = 0.1
    (folder / "position.yaml").write_text(POSITION)
    player.frame(2)
    player.window.screens.open_scenario(str(folder / "position.yaml"))
    assert player.window.sandbox is not None, "the position is open"
    player.window.screens.play_from(player.window.sandbox)
    seen: dict[str, object] = {}
    move_group(player, seen)
    react(player, seen)
    seen["moved"] = player.table.models["a.gladiator_4"].at[1]
    fire(player, seen)
    seen["log"] = [line.text for line in player.game.playback.display.lines]
    player.window.screens.leave()
    player.window.close()
    return seen
