import re
from pathlib import Path

from riotsim.envs import buskit_v0, cube_clash_v0, demolition_dice_v0, riftwar_v0, riot_dice_v0

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "learning.md"

GAMES = {
    "Riot Dice": riot_dice_v0,
    "Demolition Dice": demolition_dice_v0,
    "Cube Clash": cube_clash_v0,
    "Buskit": buskit_v0,
    "RiftWar": riftwar_v0,
}


def test_the_page_has_the_sizes_right() -> None:
    """The page on learning gives the right sizes: numbers of actions, beginnings of their blocks, and sizes of
    observations.
    """
    text = PAGE.read_text(encoding="utf-8")
    for title, game in GAMES.items():
        core = game.raw_env().core
        sizes = f"{core.interface.layout.count:,} | {core.encoder.size:,}"
        assert f"| {title} | {len(core.agents)} | {sizes} |" in text
    riot = riot_dice_v0.raw_env().core
    for name, block in riot.interface.layout.blocks.items():
        shape = " × ".join(map(str, block.shape))
        assert f"| `{name.upper()}` | {block.first} | {shape} |" in text
    for part, (_, sides) in riot.encoder.parts.items():
        if part not in ("kind", "purpose"):  # these share a row
            assert f"| `{part}` | {' × '.join(map(str, sides))} |" in text


def test_the_page_plays_a_game() -> None:
    """The first example of the page runs to the end of a game."""
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    ran: dict[str, object] = {}
    exec(code[1], ran)
    assert ran["action"] is None, "the last step of a game is that of an agent whose game has ended"
