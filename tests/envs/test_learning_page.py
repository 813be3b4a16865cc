import re
from pathlib import Path

from riotsim.envs import cube_clash_v0, demolition_dice_v0, riot_dice_v0
from riotsim.envs.actions import ACTION_COUNT, BLOCKS

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "learning.md"


def test_the_page_has_the_sizes_right() -> None:
    """Numbers of actions and where their blocks begin, and of what is seen, are those of the program."""
    text = PAGE.read_text(encoding="utf-8")
    assert f"There are {ACTION_COUNT:,}" in text
    for name, block in BLOCKS.items():
        shape = " × ".join(map(str, block.shape))
        assert f"| `{name.upper()}` | {block.first} | {shape} |" in text
    riot, demolition, clash = (
        game.raw_env().core.encoder.size for game in (riot_dice_v0, demolition_dice_v0, cube_clash_v0)
    )
    assert f"has {riot} numbers for two players of Riot Dice, {demolition} for three of Demolition Dice" in text
    assert f" and {clash:,} for two of Cube Clash" in text
    for part, (_, sides) in riot_dice_v0.raw_env().core.encoder.parts.items():
        if part not in ("kind", "purpose"):  # these share a row
            assert f"| `{part}` | {' × '.join(map(str, sides))} |" in text


def test_the_page_plays_a_game() -> None:
    """The first example of the page runs to the end of a game."""
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    ran: dict[str, object] = {}
    exec(code[1], ran)
    assert ran["action"] is None, "the last step of a game is that of an agent whose game has ended"
