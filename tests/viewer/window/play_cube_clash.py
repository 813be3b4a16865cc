"""Plays some turns of Cube Clash in the window on a display, by mouse alone. `test_other_games.py` runs it."""

from pathlib import Path

from window_user import WindowUser

from riotsim.play.narration import Offer
from riotsim.table.poses import Point, Vector
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.screens.decisions import prepared_answer

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
  dead: [south.wick_runner, north.coil_archer]
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


def hidden(player: WindowUser) -> list[str]:
    """Return the dice of which a panel hides the upper face."""
    panels = [player.window.items[key] for key in ("turn", "ask", "tools", "standings", "sheet", "playback")]
    seen = {die: top(player, die) for die in player.table.dice}
    return [
        die
        for die, (x, y) in seen.items()
        if any(left <= x <= right and above <= y <= below for left, above, right, below in panels)
    ]


def look_at_a_unit(player: WindowUser) -> list[object]:
    """Point at a unit in its army, click it and close its sheet by a key. Return what was seen."""
    away = player.window.width / 2, 4.0
    player.point(*away)
    player.item("record.Units")
    player.point_at("unit.north.reedling")
    player.frame(3)
    assert player.window.table_view.scene is not None
    glows = player.window.table_view.scene.glow.get("north.reedling")
    player.item("unit.north.reedling")
    player.point(*away)
    player.frame(3)
    kept = "sheet" in player.window.items, player.game.kept_sheet
    player.press("Esc")
    player.frame(3)
    return [glows, *kept, "unit.north.reedling" in player.window.items, player.game.menu]


def pass_a_button(player: WindowUser) -> list[object]:
    """Move the mouse over the first button of a choice, and then over a panel without buttons. Return the answers that
    are prepared at both places, and whether the table shows the offer of the button.
    """
    found: list[object] = []
    for item in ("choice.0", "turn"):
        player.point_at(item)
        player.frame(3)
        interaction = player.game.interaction
        assert isinstance(interaction, ChooseInteraction)
        found += [prepared_answer(interaction, player.game.pointer), interaction.shown_offer == interaction.offers[0]]
    return found


def read_rules(player: WindowUser) -> list[object]:
    """Click the badge of a rule, search the rules that it opens, and close them. Return what was seen."""
    player.item("clause")
    player.frame(4)
    opened = player.window.rules.model
    assert opened is not None
    clause, text = (player.window.items[key] for key in (f"rules.{opened.clause}", "rules.text"))
    player.write("double strike")
    player.frame(4)
    found = [key for key in player.window.items if key.startswith("rules.CC-")]
    player.press("Esc")
    player.frame(2)
    return [opened.clause, text[1] <= clause[1] and clause[3] <= text[3], found, player.window.rules.model is None]


def turns(player: WindowUser, die: str) -> list[object]:
    """Return the answers that are highlighted while the mouse is beside a die: at its right, in front, at its left."""
    x, y, _ = player.table.dice[die].pose.at
    found = []
    for across, along in ((15.6, 0.0), (0.0, -15.6), (-15.6, 0.0)):
        player.point(*player.pixel((x + across, y + along, 0.0)))
        assert isinstance(player.game.interaction, ChooseInteraction)
        assert player.game.interaction.highlighted_offer is not None
        found.append(player.game.interaction.highlighted_offer.answer)
    return found


def play(folder: Path) -> dict[str, object]:
    """Move two dice, one by clicks and one by a drag, and return where they are and what was shown."""
    player = WindowUser(folder, size=(1200, 680))  # the list of units is in sight as a whole
    (folder / "position.yaml").write_text(POSITION)
    player.frame(2)
    player.window.screens.open_scenario(str(folder / "position.yaml"))
    assert player.window.sandbox is not None, "the position is open"
    player.window.screens.play_from(player.window.sandbox)
    found: dict[str, object] = {}
    offer(player, "south.bellfounder")
    found["passed"] = pass_a_button(player)
    player.point(*top(player, "south.bellfounder"))
    player.frame(2)
    found["sheet"] = "sheet" in player.window.items
    found["hidden"] = hidden(player)
    found["units"] = look_at_a_unit(player)
    found["rules"] = read_rules(player)
    player.click(*top(player, "south.bellfounder"))
    step = offer(player, "north")
    found["turns"] = turns(player, "south.bellfounder")
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
