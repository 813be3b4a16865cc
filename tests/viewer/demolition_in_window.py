"""Plays Demolition Dice in the window on a display, with synthetic mouse and keys; prints what came of it as JSON.

`test_demolition_window.py` runs it: a process of its own, because the other tests have pyglet without a display.
"""

import json
import sys
from pathlib import Path

from riot_in_window import Player

from riotsim.play.requests import AimThrow, Choose, PickPiece, PlaceDie
from riotsim.table.poses import Point

FLICK = 6
"""Steps of a flick, a frame each."""

MOST = 80
"""Decisions of a person in a game, at the most."""


def flick(player: Player, begin: Point, end: Point, level: float) -> None:
    """Throw what is in the hand from one point of the table to another (mm)."""
    (x, y), (u, v) = player.pixel((*begin, level)), player.pixel((*end, level))
    points = [(x + (u - x) * k / FLICK, y + (v - y) * k / FLICK) for k in range(FLICK + 1)]
    player.hold(points)
    player.let_go(points[-1])  # at once: a hand that rests for a frame throws nothing


def play(folder: Path) -> dict[str, object]:
    """Play; gives what happened."""
    player = Player(folder)
    found: dict[str, object] = {"knocks": 0, "picked": 0, "stacked": 0}
    player.frame(3)
    player.item("game.demolition_dice")
    player.frame(2)
    player.item("seed")
    player.write("4")
    player.picture("demolition-start")
    found["seats"] = player.window.start.model(player.window.options.model("")).draft.seats.__len__()
    player.item("begin")
    player.until(lambda: player.window.game is not None, "no game")
    seen = set()
    for _ in range(MOST):
        player.until(lambda: player.game.decision is not None or player.game.playback.showing.over is not None, "stuck")
        if player.game.decision is None:
            break
        request = player.asked()
        kind = f"{type(request).__name__}{'-target' if getattr(request, 'target', None) else ''}"
        if kind not in seen and not (kind == "PlaceDie" and getattr(request, "height", 0) == 0):
            seen.add(kind)
            player.picture(f"demolition-{kind}")
        match request:
            case AimThrow(target=None):
                player.press("1")
            case AimThrow(target=target):
                assert target is not None
                spot = target.hand.nearest((player.table.width / 2, 60.0))
                assert spot is not None
                flick(player, spot, target.at, 70.0)
                found["knocks"] = int(str(found["knocks"])) + 1
            case PickPiece():
                player.press("1")
                found["picked"] = int(str(found["picked"])) + 1
            case PlaceDie():
                player.press("1")
                found["stacked"] = int(str(found["stacked"])) + 1
            case Choose():
                player.press("1")
    player.picture("demolition-over")
    over = player.game.playback.showing.over
    found["over"] = [] if over is None else [line.text for line in over.lines]
    player.window.close()
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(Path(sys.argv[1]))))
