"""The text of a question to throw dice, beside the panel of checks."""

from dataclasses import replace

import pytest
from shown_checks import ATTACK
from told_host import asked, screens

from riotsim.play.displays import ShownCheck
from riotsim.play.requests import AimThrow
from riotsim.table.state import Table, Tray
from riotsim.viewer.input.interactions.throw import ThrowInteraction
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import GameStatus, Prompt

AGAIN = Prompt("Ann", "A die leaned: throw it again", "A die that leans is cocked and shows no number.")
POOLS = Prompt("Ann", "Throw the dice", "Ines 3d10 against Cole 2d6.", tells_check=True)


@pytest.mark.parametrize(("in_tray", "place"), [(True, "tray"), (False, "table")])
def test_a_throw_names_the_place_where_the_hand_is(*, in_tray: bool, place: str) -> None:
    """For a throw into the tray the hint tells the player to hold the button over the tray. For any other throw it
    names the table.
    """
    throw = AimThrow("Ann", "throw", ("d10",), 200.0, 200.0, 50.0, in_tray=in_tray)
    interaction = ThrowInteraction(throw, Table(600.0, 600.0, tray=Tray(200.0, 200.0, 76.0, (700.0, 0.0))), hands=True)
    assert interaction.instruction.startswith(f"Hold the button over the {place}, and shake")


@pytest.mark.parametrize(
    ("prompt", "checks", "told"),
    [(AGAIN, (ATTACK,), AGAIN.text), (POOLS, (ATTACK,), ""), (POOLS, (), POOLS.text)],
)
def test_a_throw_says_what_the_panel_of_checks_does_not(
    prompt: Prompt, checks: tuple[ShownCheck, ...], told: str
) -> None:
    """If dice are thrown again, the question says why, beside the panel of checks. It only lists the pools if that
    panel is missing.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    throw = AimThrow("Ann", "throw", ("d10",), 600.0, 600.0, 50.0)
    host.coming += [GameStatus(checks=checks), replace(asked(throw), prompts=(prompt,))]
    table.advance(0.01)
    shown = game_model(table).prompt
    assert shown is not None
    assert (shown.title, shown.why) == (prompt.title, told)
