"""The games as environments for learning agents, by PettingZoo's API: `from riotsim.envs import riot_dice_v0`.

- `riot_dice_v0`, `demolition_dice_v0`: the games, each with its words.
- `environments`: turn by turn and in parallel; `base`: what both share.
- `actions`: the numbered actions and their mask; `observations`: what an agent sees.
- `loaded_rules`: rules that were read, kept for the next game; `rendering`: pictures and text.
"""

try:
    import pettingzoo  # noqa: F401 # only whether it is there
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("riotsim.envs needs PettingZoo: pip install 'riotsim[envs]'") from missing
