"""Plays Riot Dice in the window on a display, with synthetic mouse and keys. `test_riot_dice.py` runs it."""

import time
from contextlib import redirect_stdout
from math import dist, inf
from pathlib import Path

import pyglet
from window_user import WindowUser, without_pixels

from riotsim.cli.main import app
from riotsim.play.requests import AimThrow, Choose, PickPoint, PickWay, PlaceDie, SetPace
from riotsim.table.impacts import Impact
from riotsim.viewer.scene.marks import Ghost
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.secret_choice import REVEAL_SECONDS
from riotsim.viewer.ui.commands import ChangeSettings

TURN = Path(__file__).parents[1] / "games" / "before_a_turn.json"
FIGHT = Path(__file__).parents[1] / "games" / "before_a_fight.json"
"""Stored games of greedy bots, exported by `riotsim games export`: before a person's first turn (seed 11), and before a
fight of two people (seed 6).
"""

MOST_KEYS = 12
"""Largest number of decisions until somebody with a tower moves."""


def look_around(player: WindowUser) -> dict[str, object]:
    """Visit the pages of the start screen, and try its keys."""
    player.until(lambda: player.window.table_view.scene is not None, "no table behind the start screen")
    player.picture("start")
    for page in ("settings", "credits"):
        player.item(f"page.{page}")
        player.point(930.0, 590.0)
        player.picture(page)
    player.item("page.new")
    player.press("M")
    player.until(lambda: player.window.settings.muted, "not muted")
    player.press("F12")
    kept = player.folder / "kept"
    player.until(lambda: list(kept.glob("*.png")), "no picture was kept")
    player.frame()
    found = {"muted": player.window.settings.muted, "kept": len(list(kept.glob("*.png")))}
    return {**found, "qualities": [drawn_quality(player, quality) for quality in ("low", "medium")]}


def drawn_quality(player: WindowUser, quality: str) -> str:
    """Set the quality of the picture, and return the quality with which the next frame is drawn."""
    window = player.window
    before = window.settings
    window._carry_out(ChangeSettings(before.model_copy(update={"quality": quality})))
    with without_pixels():  # without a graphics card, those of a medium quality take over a second
        player.frame()
    assert window.table_view._frame_cache is not None
    drawn = window.table_view._frame_cache.renderer.quality
    window._carry_out(ChangeSettings(before))
    return drawn


def hangs(player: WindowUser) -> bool:
    """Return whether a piece to be placed hangs over the table."""
    return any(isinstance(mark, Ghost) for mark in player.game.overlay().marks)


def begin(player: WindowUser) -> dict[str, object]:
    """Begin a new game, drop a token by a click, and leave."""
    player.item("seed")
    player.write("11")
    player.item("begin")
    player.until(lambda: player.window.game is not None, "no game")
    first = player.asked()
    assert isinstance(first, PickPoint)
    spot = player.free(first)
    player.point(*spot)
    player.picture("placing")
    ghosts = [hangs(player)]
    player.point_at("undo")
    player.frame()
    ghosts.append(hangs(player))
    player.point(*spot)
    for key in ("Esc", "Esc"):  # the menu comes and goes, over a mouse that rests
        player.press(key)
        player.frame(2)
        ghosts.append(hangs(player))
    player.click(*spot)
    player.skip_until(lambda: player.table.tokens, "no token")
    player.asked()
    player.turn_camera(spot, player.still("undo")[:2])
    ghosts.append(hangs(player))
    (stored,) = player.window.backend.stored_games()
    found: dict[str, object] = {
        "asked first": first.purpose,
        "dropped": len(player.table.tokens),
        "stored": stored.is_over,
        "listed": stored.about,
        "hung over the table": ghosts,
    }
    to_start(player)
    return found


def go_on_with(player: WindowUser, game: str) -> None:
    """Resume a stored game from the start screen."""
    player.item("page.new")
    player.item("page.continue")
    player.item(f"resume.{game}")
    player.until(lambda: player.window.game is not None, "not gone on with")


def take_a_turn(player: WindowUser) -> dict[str, object]:
    """Pick a model, undo, and pick again; throw, run and drag; end the turn with keys."""
    found: dict[str, object] = {}
    for file in (TURN, FIGHT):
        brought = ["games", "import", str(file), "--db", str(player.folder / "games.sqlite")]
        with redirect_stdout(None):
            app(brought, standalone_mode=False)
    go_on_with(player, "udn8hx")
    request = player.asked()
    table = player.table
    mine = [offer.piece for offer in player.game.offers(request) if offer.piece is not None]
    seen = {name: player.pixel((*table.models[name].at, 16.0)) for name in mine}
    model = min(mine, key=lambda name: dist(seen[name], (480.0, 330.0)))  # where no panel is in the way
    player.point(*seen[model])
    player.picture("turn")
    player.click(*seen[model])
    picked = player.asked()
    assert isinstance(picked, Choose)
    assert picked.purpose != request.purpose
    found["undo before"] = game_model(player.game).can_undo
    player.item("undo")
    player.skip_until(
        lambda: player.game.interaction is not None and player.game.interaction.request == request, "no undo"
    )
    found["undone"] = (player.table == table, game_model(player.game).can_redo)
    player.asked()  # until the camera rests
    player.click(*player.pixel((*table.models[model].at, 16.0)))
    player.skip_until(
        lambda: player.game.interaction is not None and player.game.interaction.request == picked, "no model"
    )
    player.press("1")
    request = player.asked()
    assert isinstance(request, AimThrow), request
    x, y = player.pixel((300.0, 200.0, 70.0))
    player.drag([(x + 6 * k, y - 5 * k) for k in range(6)], "aiming")
    request = player.asked()
    found["thrown"] = sum(die.owner == request.player for die in player.table.dice.values())
    found["undo after a throw"] = game_model(player.game).can_undo
    player.picture("run")
    assert isinstance(request, PickWay), request
    player.press("1")
    end_turn(player, found)
    carry_tower(player, model, found)
    end_turn(player, found)
    return found


def end_turn(player: WindowUser, found: dict[str, object]) -> None:
    """Answer by the first key until a turn is asked for, and note the height of the tower that was stacked last."""
    while not (isinstance(request := player.asked(), Choose) and request.purpose == "turn"):
        if isinstance(request, PlaceDie):
            found["stacked"] = request.height + 1
        player.press("1")


def carry_tower(player: WindowUser, model: str, found: dict[str, object]) -> None:
    """Activate a model that has a tower by now, throw its move dice, and drag it along its line."""
    request = player.asked()
    place = next(n for n, offer in enumerate(player.game.offers(request), 1) if offer.piece == model)
    player.press(str(place))
    for _ in range(MOST_KEYS):  # a scoot, a throw, a die, and what else is asked on the way
        if isinstance(request := player.asked(), SetPace):
            break
        player.press("1")
    assert isinstance(request, SetPace), request
    model = request.model
    start, end = player.pixel((*player.table.models[model].at, 0.0)), player.pixel((*request.to, 0.0))
    steps = [(start[0] + (end[0] - start[0]) * k / 8, start[1] + (end[1] - start[1]) * k / 8) for k in range(9)]
    player.drag(steps, "dragging")
    found["dragged"] = player.window.game is not None and bool(player.game.playback.display.poses)  # live, no act yet
    player.until(
        lambda: player.game.playback.display.question is None or player.game.interaction is not None, "no drag"
    )
    player.asked()
    here = player.table.models[model].at
    found["dragged to the end"] = abs(here[0] - request.to[0]) + abs(here[1] - request.to[1]) < 1.0


def leave_and_go_on(player: WindowUser) -> dict[str, object]:
    """Leave the game by the menu, and resume it."""
    before = player.table
    to_start(player, "menu")
    player.point(930.0, 590.0)
    player.picture("continue")
    listed = {game.id: game for game in player.window.backend.stored_games()}
    found: dict[str, object] = {"free": not listed["udn8hx"].is_busy}
    go_on_with(player, "udn8hx")
    player.asked()
    found["the same table"] = player.table == before
    to_start(player)
    return found


def to_start(player: WindowUser, picture: str = "") -> None:
    """Leave by the menu."""
    player.press("Esc")
    player.until(lambda: "menu.start" in player.window.items, "no menu")
    if picture:
        player.picture(picture)
    player.item("menu.start")
    player.until(lambda: player.window.game is None and player.window.replay is None, "still there")


def fight(player: WindowUser) -> dict[str, object]:
    """Let two people fight with their own keys. Return what the window showed before both had chosen, and after."""
    go_on_with(player, "6cxnkv")
    player.skip_until(lambda: player.game.secret_choice is not None, "nobody fights")
    player.picture("fight")
    sides = game_model(player.game).fight
    assert sides is not None
    found: dict[str, object] = {"fighters": [sides.left.seat.name, sides.right.seat.name]}
    lines = len(player.game.playback.display.lines)
    player.press("A")
    one = game_model(player.game).fight
    assert one is not None
    found["one has chosen"] = (one.left.chosen, one.right.chosen, one.count, one.shown)
    player.press("K")
    counted: list[int] = []
    shown: list[tuple[str, str]] = []
    early = False

    def over() -> bool:
        now = game_model(player.game).fight
        if now is None or not (now.left.chosen and now.right.chosen):
            return True  # it is over, or the next round
        if now.count is not None:
            counted.append(now.count)
            nonlocal early
            early = early or now.shown is not None or len(player.game.playback.display.lines) > lines
        elif now.shown is not None and now.shown not in shown:
            shown.append(now.shown)
        return False

    player.longest_step = REVEAL_SECONDS / 4  # so that a slow machine shows the choices too
    player.until(over, "the fight never ends")
    player.longest_step = inf
    found |= {
        "counted down": counted == sorted(counted, reverse=True) and bool(counted),
        "early": early,
        "shown": shown,
    }
    rounds = 1
    while True:
        player.skip_until(
            lambda: player.game.interaction is not None or player.game.secret_choice is not None, "nobody is asked"
        )
        if player.game.secret_choice is None:
            break
        if not player.game.secret_choice.chosen:
            rounds += 1
            assert rounds < 25
            player.press("A")
            player.press("K")
        player.frame()
    found["told"] = [line.text for line in player.game.playback.display.lines[lines:]]
    return found


def end(player: WindowUser) -> dict[str, object]:
    """Let both players leg it, look at the result, and watch the replay, with a ruler. Return what was seen."""
    player.asked()  # until the camera rests
    place = max(n for n, line in enumerate(player.game.playback.display.lines) if line.pieces)
    player.until(lambda: f"log.{place}" in player.window.items, "no line in the log")
    player.point_at(f"log.{place}")
    player.frame()
    found: dict[str, object] = {"lit": sorted(player.game.overlay().glow)}
    player.picture("log")
    while player.game.playback.display.game_over is None:
        request = player.asked()
        offers = player.game.offers(request)
        leave = next((n for n, offer in enumerate(offers, 1) if offer.confirm), 1)
        player.press(str(leave))
        if player.game.confirming is not None:
            player.press("1")
        player.skip_until(
            lambda: player.game.interaction is not None or player.game.playback.display.game_over is not None,
            "nobody is asked",
        )
    player.until(lambda: "over.replay" in player.window.items, "no end")
    player.picture("over")
    player.item("over.replay")
    player.until(lambda: player.window.replay is not None, "no replay")
    past = player.window.replay
    assert past is not None
    player.until(lambda: "scrub" in player.window.items, "no timeline")
    left, top, right, bottom = player.window.items["scrub"]
    player.click(left + 0.7 * (right - left), (top + bottom) / 2)
    past.game.clock.paused = True
    a, b = next(iter(past.table.models.values())), list(past.table.models.values())[-1]
    player.point(*player.pixel((*a.at, 10.0)))
    player.press("R")
    player.point(*player.pixel((*b.at, 10.0)))
    found["measured"] = past.measured() is not None
    player.picture("replay")
    player.press("Esc")
    found["put away"] = past.measured() is None
    heard: list[Impact] = []
    player.window.speaker.play = lambda impacts, *_, **__: heard.extend(impacts)  # type: ignore[method-assign]  # the sounds are counted in place of being played
    past.game.seek(next(mark.ms for mark in past.game.marks if mark.kind == "throw") / 1000)
    past.game.clock.paused = False
    player.until(lambda: bool(heard), "silence")
    found["heard"] = len(heard)
    to_start(player)
    player.item("quit")
    found["asked to end"] = pyglet.app.event_loop.has_exit
    return found


def play(folder: Path) -> dict[str, object]:
    """Play, and return the results."""
    player = WindowUser(folder, quality="auto", backdrop=True)
    found: dict[str, object] = {}
    took: dict[str, float] = {}
    try:
        for part in (look_around, begin, take_a_turn, leave_and_go_on, fight, end):
            begun = time.process_time()
            found |= part(player)
            took[part.__name__] = round(time.process_time() - begun, 1)
    finally:
        player.window.close()  # the host's process ends, whatever has happened
    found["seconds of the processor"] = took
    return found
