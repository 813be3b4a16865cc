"""Holds fire in the window on a display, and lifts it again. `test_riftwar_by_mouse.py` runs it."""

from pathlib import Path

from held_fire import POSITION, STEP
from window_user import WindowUser

from riotsim.play.requests import Choose, PickPiece, PickPoint, Spot
from riotsim.viewer.screens.decisions import LASTING_KEY, LIFT_KEY
from riotsim.viewer.screens.game_model import game_model


def move(player: WindowUser) -> str:
    """Let Ada move a unit without the mouse. Return which player is asked next, and for what."""
    while True:
        match player.asked():
            case Choose(options=options):
                player.game.submit("move" if "move" in options else "go on")
            case PickPiece(pieces=pieces):
                player.game.submit(pieces[0])
            case PickPoint(regions=((name, _), *_)):
                x, y = player.table.models[name].at
                player.game.submit(Spot(name, (x, y + STEP)))
        if (asked := who(player)) in ("Bea: react", "Ada: look at"):
            return asked


def who(player: WindowUser) -> str:
    """Wait until somebody is asked. Return who is asked for what."""
    request = player.asked()
    return f"{request.player}: {request.purpose}"


def rows(player: WindowUser) -> list[str]:
    """Return the labels of the rows of buttons above the options."""
    player.asked()
    prompt = game_model(player.game).prompt
    return [] if prompt is None else [choice.label for row in prompt.rows for choice in row]


def play(folder: Path) -> dict[str, object]:
    """Hold fire by the mouse and lift it by the key, then the other way round. Return who was asked after each step."""
    player = WindowUser(folder)
    player.longest_step = 0.1
    (folder / "position.yaml").write_text(POSITION)
    player.frame(2)
    player.window.screens.open_scenario(str(folder / "position.yaml"))
    assert player.window.sandbox is not None, "the position is open"
    player.window.screens.play_from(player.window.sandbox)
    seen: dict[str, object] = {"begin": move(player)}
    player.glance("may hold")
    player.item(f"choice.{LASTING_KEY}")
    seen["held by mouse"] = [who(player), move(player), *rows(player)]
    player.glance("holds")
    player.press("L")
    seen["lifted by key"] = [who(player), *rows(player), move(player)]
    player.press("L")
    seen["held by key"] = [who(player), move(player)]
    player.item("undo")
    undone = who(player)
    player.item("redo")
    seen["after undo and redo"] = [undone, who(player), move(player)]
    player.point_at(f"choice.{LIFT_KEY}0")
    player.glance("to lift")
    player.item(f"choice.{LIFT_KEY}0")
    seen["lifted by mouse"] = [who(player), *rows(player), move(player)]
    player.glance("lifted")
    player.window.screens.leave()
    player.window.close()
    return seen
