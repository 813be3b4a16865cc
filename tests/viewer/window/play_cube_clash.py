"""Plays some turns of Cube Clash in the window on a display, by mouse alone. `test_other_games.py` runs it."""

from pathlib import Path

from window_user import WindowUser

from riotsim.play.narration import Offer
from riotsim.table.poses import Point, Vector

POSITION = """
riotsim: scenario/1
title: "Two dice that meet"
rules: cube_clash
given:
  dice:
    south.bellfounder: {at: d4, top: north}
    south.ember_page: g2
    north.barrow_ox: {at: d7, north: east}
    north.reedling: a8
  mover: south
when: []
then: {}
"""
"""A position in which few decisions lead to an attack."""


def middle(offer: Offer) -> Vector:
    """Return the middle of an offer's area (mm)."""
    assert offer.area is not None
    left, front, right, back = offer.area.bounds()
    return ((left + right) / 2, (front + back) / 2, 0.0)


def top(player: WindowUser, die: str) -> Point:
    """Return the pixel at the middle of a die's upper face."""
    x, y, z = player.table.dice[die].pose.at
    return player.pixel((x, y, z + player.table.dice[die].size / 2))


def offer(player: WindowUser, answer: str) -> Offer:
    """Wait for a question, and return the offer of an answer to it."""
    return next(one for one in player.game.offers(player.asked()) if one.answer == answer)


def play(folder: Path) -> dict[str, object]:
    """Move two dice, one by clicks and one by a drag, and return where they are and what was shown."""
    player = WindowUser(folder)
    (folder / "position.yaml").write_text(POSITION)
    player.frame(2)
    player.window.screens.open_scenario(str(folder / "position.yaml"))
    assert player.window.sandbox is not None, "the position is open"
    player.window.screens.play_from(player.window.sandbox)
    found: dict[str, object] = {}
    offer(player, "south.bellfounder")
    player.point(*top(player, "south.bellfounder"))
    player.frame(2)
    found["sheet"] = "sheet" in player.window.items
    player.click(*top(player, "south.bellfounder"))
    step = offer(player, "north")
    player.click(*player.pixel(middle(step)))
    offer(player, "north.barrow_ox")
    ox = player.table.dice["north.barrow_ox"]
    south = ox.pose.at[0], ox.pose.at[1] - 40.0, 0.0
    player.drag([top(player, "north.barrow_ox"), player.pixel(south)])
    found["attack"] = [one.text for one in player.game.offers(player.asked()) if one.path]
    found["faces"] = [str(player.table.dice[die].face) for die in ("south.bellfounder", "north.barrow_ox")]
    found["offered"] = [str(sign.sign) for sign in step.signs]
    player.window.screens.leave()
    player.window.close()
    return found
