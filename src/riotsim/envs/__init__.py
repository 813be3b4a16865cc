"""The games as environments for learning agents, with PettingZoo's API: `from riotsim.envs import riot_dice_v0`.

- `riot_dice_v0`, `demolition_dice_v0`, `cube_clash_v0`, `buskit_v0`, `riftwar_v0`: the games.
- `environments`: two kinds of environment. Agents act one by one, or all at once.
- `base`: what both kinds of environment share.
- `opponents`: bots and policies that play against the agents.
- `loaded_rules`: rules that were read once and are kept for the next games.
- `rendering`: pictures and text.
"""

try:
    import pettingzoo  # noqa: F401 # only to see if it is installed
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("riotsim.envs needs PettingZoo: pip install 'riotsim[envs]'") from missing
