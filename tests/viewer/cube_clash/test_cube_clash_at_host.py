"""Cube Clash at a screen with its host: the rest of an army is set up at once, and a maneuver takes one click."""

from collections.abc import Iterator
from pathlib import Path

from clash_rules import rules
from sandbox_user import SandboxUser
from screen_at_host import play

from riotsim.app.window.hosting import GameInWindow
from riotsim.app.window.sandbox import sandbox_of
from riotsim.games.cube_clash.board.places import layout, square_centre
from riotsim.games.cube_clash.board.squares import parse_square
from riotsim.play.requests import PickPoint
from riotsim.rulebooks import load_rules
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.viewer.input.interactions.choose import ChooseInteraction
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.screens.decisions import LASTING_KEY
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.sandbox_model import sandbox_model
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.ui.commands import ChooseOption

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "cube_clash"


def asked(screen: GameScreen) -> tuple[str, str]:
    """Return who is asked, and for what."""
    assert screen.interaction is not None
    return screen.interaction.request.player, screen.interaction.request.purpose


def on_board(screen: GameScreen, side: str) -> int:
    """Return the number of dice of a side on the board."""
    status = screen.playback.display.status
    assert status is not None
    player = {"south": "Ada", "north": "Bea"}[side]
    return sum(unit.place != "not set up" for unit in status.rosters[player].units)


def new_game() -> Opening:
    """Return a game between two persons."""
    seats = [Seat(name=name, player="person") for name in ("Ada", "Bea")]
    return GameInWindow.new(make_header("cube_clash", "cube_clash", load_rules("cube_clash"), 2, seats), save=False)


def test_the_rest_of_an_army_is_set_up_at_once() -> None:
    """CC-05: a button sets up all remaining dice of the player, even while the player places one. A single Undo takes
    this back. The opponent is still asked. After the set-up the button is gone.
    """
    over: list[bool] = []

    def press_rest(screen: GameScreen) -> None:
        prompt = game_model(screen).prompt
        assert prompt is not None
        assert [[choice.label for choice in row] for row in prompt.rows] == [["Set up the rest for me"]]
        screen.handle(ChooseOption(asked(screen)[0], LASTING_KEY))

    def user(screen: GameScreen) -> Iterator[None]:
        while asked(screen)[1] in ("terrain", "quarter"):
            screen.handle(ChooseOption("", "0"))
            yield
        first, purpose = asked(screen)
        side, other = ("south", "north") if first == "Ada" else ("north", "south")
        assert purpose == "die"
        screen.handle(ChooseOption(first, "1"))
        yield
        assert asked(screen) == (first, "square")
        press_rest(screen)
        yield
        assert on_board(screen, side) == 8
        second, purpose = asked(screen)
        assert (second != first, purpose) == (True, "die")
        screen.undo()
        yield
        assert (asked(screen), on_board(screen, side)) == ((first, "square"), 0)
        press_rest(screen)
        yield
        press_rest(screen)
        yield
        assert (on_board(screen, side), on_board(screen, other)) == (8, 8)
        assert asked(screen)[1] == "die"
        prompt = game_model(screen).prompt
        assert prompt is not None
        assert prompt.rows == ()
        over.append(True)

    play(new_game(), user)
    assert over


def test_a_click_on_a_marked_square_is_the_whole_maneuver() -> None:
    """CC-32: if the face on top may maneuver, its squares are marked at once. A click on such a square slides the die
    there.
    """
    sandbox = sandbox_of(SCENARIOS / "cc32_a_maneuver.yaml")
    ends: list[str] = []

    def user(screen: GameScreen) -> Iterator[None]:
        while asked(screen)[1] != "action":
            screen.submit({"die": "south.wick_runner", "move": "turn about"}[asked(screen)[1]])
            yield
        assert screen.interaction is not None
        (offer,) = (one for one in screen.offers(screen.interaction.request) if one.answer == "maneuver")
        assert offer.area is not None
        corner = sandbox.first_position.table.dice["south.wick_runner"].pose.xy
        x, y = (a - b for a, b in zip(corner, square_centre(rules(), parse_square("a1")), strict=True))
        to = Pointer(square_centre(rules(), parse_square("b2"), (x, y)), None, 0.0)
        screen.moved(to)
        screen.first_frames.end()
        screen.first_frames.end()
        screen.pressed(to)
        screen.released(to)
        yield
        assert not isinstance(getattr(screen.interaction, "request", None), PickPoint)
        status = screen.playback.display.status
        assert status is not None
        ends.extend(unit.place for unit in status.rosters["Ada"].units if unit.piece == "south.wick_runner")

    play(sandbox.play(sandbox.first_position), user)
    assert ends == ["b2"]


def test_the_areas_that_turn_a_die_have_a_tooltip() -> None:
    """CC-11, CC-12: if the mouse is on an area beside a die, or on a square to which it can roll, a tooltip says what a
    click does. It also says what the new top face does. If keys choose a step, there is no tooltip.
    """
    sandbox = sandbox_of(SCENARIOS / "cc32_a_maneuver.yaml")
    told: list[tuple[str, ...] | None] = []

    def user(screen: GameScreen) -> Iterator[None]:
        while asked(screen)[1] != "move":
            screen.submit("south.wick_runner")
            yield
        x, y = sandbox.first_position.table.dice["south.wick_runner"].pose.xy
        for at in ((x + 15.6, y), (x + 40.0, y)):
            screen.moved(Pointer(at, None, 0.0))
            tip = game_model(screen).tip
            told.append(None if tip is None else (tip.title, *tip.lines))
        screen.moved(Pointer((x, y), "south.wick_runner", 0.0))
        assert isinstance(screen.interaction, ChooseInteraction)
        screen.interaction.next()
        assert screen.interaction.highlighted_offer is not None
        assert screen.interaction.highlighted_offer.signs
        assert game_model(screen).tip is None

    play(sandbox.play(sandbox.first_position), user)
    assert told == [
        ("Turn right: Maneuver 2", "moves up to 2 squares (CC-32)"),
        ("East to b1: Melee 1", "1 damage on an adjacent die (CC-30)"),
    ]


def test_the_mouse_that_rests_on_the_board_says_what_is_there() -> None:
    """CC-08, CC-80: if the mouse rests on a square, a tooltip names its terrain and home row, and what these do."""
    sandbox = sandbox_of(SCENARIOS / "cc71_dwarves.yaml")
    told: list[tuple[str, ...] | None] = []

    def user(screen: GameScreen) -> Iterator[None]:
        for square, seconds in (("a8", -1.0), ("h5", -1.0), ("h5", 0.0)):
            screen.moved(Pointer(layout(rules(), (8,)).middle(parse_square(square)), None, seconds))
            tip = game_model(screen).tip
            told.append(None if tip is None else (tip.title, *tip.lines))
        yield from ()

    play(sandbox.play(sandbox.first_position), user)
    assert told == [
        (
            "Bea's home row, mountain",
            "Ada's dice here are raiders: end your turn with fewer than the other, and you lose (CC-80)",
            "Ada's dwarves: saves count twice (CC-71)",
        ),
        ("mountain", "Ada's dwarves: saves count twice (CC-71)"),
        None,
    ]


def test_the_mouse_that_rests_on_the_board_of_the_sandbox_says_what_is_there(tmp_path: Path) -> None:
    """If the mouse rests on a square in the sandbox, the same tooltip comes up as in a game."""
    user = SandboxUser(sandbox_of(SCENARIOS / "cc71_dwarves.yaml"), tmp_path)
    told: list[str] = []
    for square, seconds in (("a8", 1.0), ("h5", 1.0), ("h5", 0.1)):
        user.sandbox.moved(Pointer(layout(rules(), (8,)).middle(parse_square(square)), None, user.now))
        user.now += seconds
        tip = sandbox_model(user.sandbox).tip
        told.append("" if tip is None else tip.title)
    assert told == ["Bea's home row, mountain", "mountain", ""]
