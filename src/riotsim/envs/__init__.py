"""The games as environments for learning agents, with PettingZoo's API: `from riotsim.envs import riot_dice_v0`.

- `riot_dice_v0`, `demolition_dice_v0`, `cube_clash_v0`, `buskit_v0`, `riftwar_v0`: the games.
- `environments`: environments in which agents act one by one, or all at once; `base`: what both kinds share.
- `opponents`: bots and policies in other seats.
- `loaded_rules`: rules that were read, kept for the next game; `rendering`: pictures and text.
"""

try:
    import pettingzoo  # noqa: F401 # only to see if it is installed
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("riotsim.envs needs PettingZoo: pip install 'riotsim[envs]'") from missing
