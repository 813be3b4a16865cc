"""Plays Demolition Dice in the window on a display, with synthetic mouse and keys. `test_other_games.py` runs it."""

from pathlib import Path

from window_user import WindowUser

from riotsim.play.requests import AimThrow, Choose, PickPiece, PlaceDie, Request, Target
from riotsim.table.poses import Point
from riotsim.viewer.input.interactions.throw import HAND_HEIGHT

FLICK = 6
"""Number of frames of a flick."""

MOST = 60
"""Largest number of a person's decisions until everything has been asked once."""


def flick(player: WindowUser, begin: Point, end: Point) -> None:
    """Throw what is in hand from one point of the table to another (mm)."""
    (x, y), (u, v) = player.pixel((*begin, HAND_HEIGHT)), player.pixel((*end, HAND_HEIGHT))
    points = [(x + (u - x) * k / FLICK, y + (v - y) * k / FLICK) for k in range(FLICK + 1)]
    player.drag(points, rests=False)


def knock(player: WindowUser, target: Target) -> bool:
    """Flick a die at a tower from the front, and return whether the host accepted it."""
    spot = target.release_region.nearest((player.table.width / 2, 60.0))
    assert spot is not None
    flick(player, spot, target.at)
    return player.game.interaction is None


def kind_of(request: Request[object]) -> str:
    """Return a name for a question's picture."""
    match request:
        case AimThrow(target=Target()):
            return "knock"
        case AimThrow():
            return "roll"
    return type(request).__name__.lower()


def play(folder: Path) -> dict[str, object]:
    """Play until everything has been asked, and return the results."""
    player = WindowUser(folder, backdrop=True)  # this game begins while that table is being made
    player.frame(3)
    player.item("game.demolition_dice")
    player.frame(2)
    player.scroll("new", -20)  # the page is higher than this window
    player.item("seed")
    player.write("4")
    player.item("begin")
    player.until(lambda: player.window.game is not None, "no game")
    found: dict[str, object] = {"thrown": False}
    seen: list[str] = []
    wanted = {"roll", "choose", "knock", "pickpiece", "placedie"}
    for _ in range(MOST):
        request = player.asked()
        kind = kind_of(request)
        if kind not in seen:
            seen.append(kind)
            player.frame()
        match request:
            case AimThrow(target=Target() as target):
                found["thrown"] = knock(player, target)
            case AimThrow() | Choose() | PickPiece() | PlaceDie():
                player.press("1")
        if wanted <= set(seen) and found["thrown"]:
            break
    found["seats"] = [seat.name for seat in player.game.seats]
    found["asked"] = sorted(seen)
    player.window.screens.leave()
    (stored,) = player.window.backend.stored_games()
    found["stored"] = stored.progress
    player.window.close()
    return found
