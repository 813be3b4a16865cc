"""The games as environments for learning agents, by PettingZoo's API: `from riotsim.envs import riot_dice_v0`."""

try:
    import pettingzoo  # noqa: F401 # only whether it is there
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("riotsim.envs needs PettingZoo: pip install 'riotsim[envs]'") from missing
